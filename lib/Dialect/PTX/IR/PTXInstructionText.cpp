//===- PTXInstructionText.cpp - text form of PTX instructions -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %d = ptx.add rn.ftz.f32 %a, %b guard not %p else %old
//   %v:4 = ptx.ld global.v4.u32 %address offset 16
//
// The modifiers are one keyword in the order of the record, `::` written as
// `_`. Types are printed only if they are not those that the record implies.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ptxmlir::ptx;

/// `shared::cta` becomes `shared_cta`.
static void printSpelling(raw_ostream &os, StringRef spelling) {
  // `wait::ld` is the modifier `ld`.
  spelling.consume_front("::");
  while (!spelling.empty()) {
    auto [head, tail] = spelling.split("::");
    os << head;
    if (head.size() != spelling.size())
      os << '_';
    spelling = tail;
  }
}

/// Whether `text` is `spelling` as printSpelling() writes it, perhaps as the
/// first word.
static bool isSpelling(StringRef text, StringRef spelling) {
  spelling.consume_front("::");
  if (llvm::isDigit(spelling.front()))
    text.consume_front("_");
  while (true) {
    auto [head, tail] = spelling.split("::");
    if (!text.consume_front(head))
      return false;
    if (head.size() == spelling.size())
      return text.empty();
    if (!text.consume_front("_"))
      return false;
    spelling = tail;
  }
}

/// The default type of each of `count` values; false if that many do not fit.
static bool defaultTypes(MLIRContext *context, ArrayRef<OperandInfo> operands,
                         const InstInfo &info, int64_t mods, unsigned count,
                         SmallVectorImpl<Type> &types) {
  SmallVector<const OperandInfo *, 8> layout;
  if (!layoutOperands(operands, info, mods, count, layout))
    return false;
  for (const OperandInfo *operand : layout)
    types.push_back(
        IntegerType::get(context, getDefaultWidth(*operand, info, mods)));
  return true;
}

/// False if an instruction with these modifiers has no operand: then what
/// follows is the next operation.
static bool mayHaveSources(const InstInfo &info, int64_t mods) {
  return llvm::any_of(info.srcs(), [&](const OperandInfo &operand) {
    return operand.kind != OperandKind::Imm &&
           operand.kind != OperandKind::Sink &&
           isPresent(operand, info, mods, /*written=*/true);
  });
}

/// False if no modifier is a word of the opcode: then a keyword is that of a
/// number or of the next operation.
static bool mayHaveModifiers(const InstInfo &info) {
  return llvm::any_of(info.slots(), [](const SlotInfo &slot) {
    return slot.enumIndex >= 0 && !slot.onOperand;
  });
}

static unsigned numAddresses(const InstInfo &info) {
  return llvm::count_if(info.srcs(), [](const OperandInfo &operand) {
    return operand.kind == OperandKind::Address;
  });
}

void ptxmlir::ptx::printInstruction(OpAsmPrinter &printer, Operation *op) {
  const InstInfo &info =
      getInstInfo(cast<InstructionOpInterface>(op).getOpcode());
  int64_t mods = getRawMods(op);
  raw_ostream &os = printer.getStream();
  const char *separator = " ";
  for (const SlotInfo &slot : info.slots()) {
    unsigned value = getField(slot, mods);
    if (slot.enumIndex < 0 || slot.onOperand || value == 0)
      continue;
    StringRef spelling = enumSpelling(slot.enumIndex, value);
    os << (slot.glued ? "" : separator);
    // No keyword begins with a digit.
    if (*separator == ' ' && llvm::isDigit(spelling.front()))
      os << '_';
    printSpelling(os, spelling);
    separator = ".";
  }
  OperandRange sources = getSources(op);
  if (!sources.empty()) {
    os << ' ';
    printer << sources;
  } else if (mayHaveSources(info, mods) ||
             (*separator == ' ' && mayHaveModifiers(info))) {
    // What follows is neither a source nor a modifier of this operation.
    os << " ()";
  }
  for (const SlotInfo &slot : info.slots())
    if (unsigned value = getField(slot, mods);
        value && (slot.enumIndex < 0 || slot.onOperand)) {
      os << ' ' << tableString(slot.name) << ' ';
      if (slot.enumIndex < 0)
        os << value;
      else
        os << enumSpelling(slot.enumIndex, value);
    }
  for (unsigned i = 0, e = numAddresses(info); i < e; ++i)
    if (int64_t offset = getRawOffset(op, i))
      os << " offset" << (i ? Twine(i).str() : "") << ' ' << offset;
  if (Value guard = getGuard(op)) {
    os << " guard " << (mods & kGuardNegatedBit ? "not " : "");
    printer << guard;
    if (op->getNumResults()) {
      os << " else ";
      printer << getPassThrough(op);
    }
  }
  printer.printOptionalAttrDict(op->getDiscardableAttrDictionary().getValue());
  SmallVector<Type> sourceTypes, resultTypes;
  if (defaultTypes(op->getContext(), info.srcs(), info, mods, sources.size(),
                   sourceTypes) &&
      defaultTypes(op->getContext(), info.dsts(), info, mods,
                   op->getNumResults(), resultTypes) &&
      TypeRange(sourceTypes) == sources.getTypes() &&
      TypeRange(resultTypes) == op->getResultTypes())
    return;
  printer << " : ";
  printer.printFunctionalType(sources.getTypes(), op->getResultTypes());
}

/// The value of an enumeration that a word of the text means; 0 if none.
static unsigned findValue(unsigned enumIndex, StringRef word) {
  for (unsigned value = 1;; ++value) {
    StringRef spelling = enumSpelling(enumIndex, value);
    if (spelling.empty() || isSpelling(word, spelling))
      return spelling.empty() ? 0 : value;
  }
}

/// Finds the values of slot `i` and of the glued slot after it that `word` is
/// made of.
static bool findGlued(ArrayRef<SlotInfo> slots, unsigned i, StringRef word,
                      int64_t &mods) {
  for (unsigned value = 1;; ++value) {
    StringRef rest = word, spelling = enumSpelling(slots[i].enumIndex, value);
    if (spelling.empty())
      return false;
    if (!rest.consume_front(spelling))
      continue;
    if (unsigned second = findValue(slots[i + 1].enumIndex, rest)) {
      mods |= int64_t(value) << slots[i].offset | int64_t(second)
                                                      << slots[i + 1].offset;
      return true;
    }
  }
}

/// Packs the dotted keyword `text`: each word goes to the first slot, from the
/// last one on, that has this value.
static ParseResult parseModifiers(OpAsmParser &parser, SMLoc loc,
                                  const InstInfo &info, StringRef text,
                                  int64_t &mods) {
  ArrayRef<SlotInfo> slots = info.slots();
  unsigned next = 0;
  while (!text.empty()) {
    auto [word, rest] = text.split('.');
    text = rest;
    bool found = false;
    for (; next < slots.size() && !found; ++next) {
      const SlotInfo &slot = slots[next];
      if (slot.enumIndex < 0 || slot.onOperand || slot.glued)
        continue;
      if (unsigned value = findValue(slot.enumIndex, word)) {
        mods |= int64_t(value) << slot.offset;
        found = true;
      } else if (next + 1 < slots.size() && slots[next + 1].glued) {
        found = findGlued(slots, next, word, mods);
      }
    }
    if (!found)
      return parser.emitError(loc, "unknown or misplaced modifier '")
             << word << "' of 'ptx." << info.mnemonic() << "'";
  }
  return success();
}

ParseResult ptxmlir::ptx::parseInstruction(OpAsmParser &parser,
                                           OperationState &state,
                                           Opcode opcode) {
  const InstInfo &info = getInstInfo(opcode);
  int64_t mods = 0;
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  bool hasModifiers = false;
  bool hasKeyword = mayHaveModifiers(info) &&
                    succeeded(parser.parseOptionalKeyword(&keyword));
  // What begins a later clause is no modifier.
  auto isClause = [&](StringRef word) {
    if (word == "guard" || word == "offset")
      return true;
    return llvm::any_of(info.slots(), [&](const SlotInfo &slot) {
      return slot.enumIndex < 0 && word == tableString(slot.name);
    });
  };
  if (hasKeyword && !isClause(keyword)) {
    if (parseModifiers(parser, loc, info, keyword, mods))
      return failure();
    hasKeyword = false;
    hasModifiers = true;
  }
  SmallVector<OpAsmParser::UnresolvedOperand> sources, passThrough;
  OpAsmParser::UnresolvedOperand guard;
  SMLoc sourcesLoc = parser.getCurrentLocation();
  if (!hasKeyword && (mayHaveSources(info, mods) || !hasModifiers)) {
    if (succeeded(parser.parseOptionalLParen())) {
      if (parser.parseRParen())
        return failure();
    } else if (mayHaveSources(info, mods) && parser.parseOperandList(sources)) {
      return failure();
    }
  }
  auto parseWord = [&](StringRef word) {
    if (!hasKeyword)
      return succeeded(parser.parseOptionalKeyword(word));
    if (keyword != word)
      return false;
    hasKeyword = false;
    return true;
  };
  for (const SlotInfo &slot : info.slots()) {
    uint64_t value;
    if (slot.enumIndex >= 0 && !slot.onOperand)
      continue;
    if (!parseWord(tableString(slot.name)))
      continue;
    if (slot.enumIndex >= 0) {
      SMLoc spellingLoc = parser.getCurrentLocation();
      StringRef spelling;
      if (parser.parseKeyword(&spelling))
        return failure();
      std::optional<unsigned> found = enumValue(slot.enumIndex, spelling);
      if (!found)
        return parser.emitError(spellingLoc, "'")
               << spelling << "' cannot be '" << tableString(slot.name) << "'";
      value = *found;
    } else if (parser.parseInteger(value)) {
      return failure();
    }
    if (value >> slot.width)
      return parser.emitError(loc, "'")
             << tableString(slot.name) << "' is out of range";
    mods |= int64_t(value << slot.offset);
  }
  SmallVector<int64_t, 2> offsets(numAddresses(info), 0);
  for (unsigned i = 0; i < offsets.size(); ++i)
    if (parseWord(i ? "offset" + std::to_string(i) : "offset") &&
        parser.parseInteger(offsets[i]))
      return failure();
  if (parseWord("guard")) {
    mods |= kGuardedBit;
    if (succeeded(parser.parseOptionalKeyword("not")))
      mods |= kGuardNegatedBit;
    if (parser.parseOperand(guard))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("else")) &&
        parser.parseOperandList(passThrough))
      return failure();
  }
  if (parser.parseOptionalAttrDict(state.attributes))
    return failure();

  SmallVector<Type> sourceTypes;
  MLIRContext *context = parser.getContext();
  if (succeeded(parser.parseOptionalColon())) {
    FunctionType type;
    if (parser.parseType(type))
      return failure();
    llvm::append_range(sourceTypes, type.getInputs());
    state.addTypes(type.getResults());
  } else {
    SmallVector<Type> resultTypes;
    if (!defaultTypes(context, info.srcs(), info, mods, sources.size(),
                      sourceTypes))
      return parser.emitError(sourcesLoc, "wrong number of operands");
    if (!defaultTypes(context, info.dsts(), info, mods, parser.getNumResults(),
                      resultTypes))
      return parser.emitError(loc, "wrong number of results");
    state.addTypes(resultTypes);
  }
  if (parser.resolveOperands(sources, sourceTypes, sourcesLoc, state.operands))
    return failure();
  if (mods & kGuardedBit)
    if (parser.resolveOperand(guard, IntegerType::get(context, 1),
                              state.operands) ||
        parser.resolveOperands(passThrough, state.types, loc, state.operands))
      return failure();
  // The properties of all instructions have the same layout, see
  // PTXInstruction.cpp; here they only exist as attributes.
  Builder builder(context);
  NamedAttrList properties;
  properties.append("mods", builder.getI64IntegerAttr(mods));
  for (auto [i, offset] : llvm::enumerate(offsets))
    properties.append(i ? "offset" + std::to_string(i) : "offset",
                      builder.getI64IntegerAttr(offset));
  state.propertiesAttr = properties.getDictionary(context);
  return success();
}
