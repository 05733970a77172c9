//===- InstSyntax.cpp - Text, verifier and effects of instruction ops -----===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One syntax for all instruction ops, driven by the instruction record:
//
//   %d, %p = ori.iadd3<x, bNeg> %a, %b, %c, %pp, %pq
//   %v = ori.ldg<type = "64", offset = 16> %addr, %ur if not %p else(%old)
//
// Modifiers that have their default value are left out. Types follow after a
// colon only where one differs from the slot's own class.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::getDesc;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::ModDesc;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::SlotDesc;
using Kind = ptxmlir::isa::Operand::Kind;

/// The type of a slot when no other is written.
static Type getDefaultType(const InstDesc &desc, unsigned slot, uint64_t mods,
                           MLIRContext *context) {
  switch (desc.slots[slot].kind) {
  case Kind::P:
    return PType::get(context);
  case Kind::UP:
    return UPType::get(context);
  case Kind::UR:
    return URType::get(context, slotWidth(desc, slot, mods));
  default:
    return RType::get(context, slotWidth(desc, slot, mods));
  }
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Spelling of a modifier's value without its leading dot, or "".
static StringRef getSpelling(const ModDesc &mod, uint64_t value) {
  for (const ptxmlir::isa::ModValueDesc &v : mod.values)
    if (v.value == value)
      return StringRef(v.spelling).ltrim('.');
  return "";
}

static void printMods(OpAsmPrinter &p, const InstDesc &desc, uint64_t mods) {
  bool first = true;
  for (const ModDesc &mod : desc.mods) {
    uint64_t value = mod.field.get(mods);
    if (value == mod.field.get(desc.defaultMods))
      continue;
    p << (first ? "<" : ", ") << mod.name;
    first = false;
    if (mod.field.width == 1 && mod.values.empty() && value == 1)
      continue;
    p << " = ";
    StringRef spelling = getSpelling(mod, value);
    if (!spelling.empty())
      p << '"' << spelling << '"';
    else if (mod.field.isSigned)
      p << mod.field.getSigned(mods);
    else
      p << value;
  }
  if (!first)
    p << ">";
}

void ori::printInst(OpAsmPrinter &p, Operation *op, Opcode opcode,
                    InstProperties props) {
  const InstDesc &desc = getDesc(opcode);
  uint64_t mods = uint64_t(props.mods);
  printMods(p, desc, mods);
  auto operands = op->getOperands();
  unsigned sources = desc.numUses;
  if (sources)
    p << ' ' << operands.take_front(sources);
  if (operands.size() > sources) {
    p << " if " << (props.guardNot ? "not " : "") << operands[sources];
    if (operands.size() > sources + 1)
      p << " else(" << operands.drop_front(sources + 1) << ')';
  }
  if (props.regs) {
    p << " regs(";
    for (unsigned i = 0; i != desc.numDefs; ++i)
      p << (i ? ", " : "")
        << int((uint64_t(props.regs) >> (16 * i)) & 0xffff) - 1;
    p << ')';
  }
  p.printOptionalAttrDict(llvm::to_vector(op->getDiscardableAttrs()));
  // Types, where they are not what the record says.
  MLIRContext *context = op->getContext();
  bool plain = true;
  for (unsigned i = 0; i != sources && plain; ++i)
    plain = operands[i].getType() ==
            getDefaultType(desc, desc.numDefs + i, mods, context);
  for (unsigned i = 0; i != desc.numDefs && plain; ++i)
    plain =
        op->getResult(i).getType() == getDefaultType(desc, i, mods, context);
  if (plain)
    return;
  p << " : (";
  llvm::interleaveComma(operands.take_front(sources).getTypes(), p);
  p << ") -> (";
  llvm::interleaveComma(op->getResultTypes(), p);
  p << ')';
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static ParseResult parseMods(OpAsmParser &parser, const InstDesc &desc,
                             uint64_t &mods) {
  mods = desc.defaultMods;
  if (failed(parser.parseOptionalLess()))
    return success();
  auto parseOne = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    int index = desc.findMod(name);
    if (index < 0)
      return parser.emitError(loc, "'")
             << desc.mnemonic << "' has no modifier '" << name << "'";
    const ModDesc &mod = desc.mods[index];
    if (failed(parser.parseOptionalEqual())) {
      if (mod.field.width != 1)
        return parser.emitError(loc, "modifier '") << name << "' needs a value";
      mods = mod.field.set(mods, 1);
      return success();
    }
    std::string spelling;
    loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalString(&spelling))) {
      for (const ptxmlir::isa::ModValueDesc &v : mod.values)
        if (StringRef(v.spelling).ltrim('.') == spelling) {
          mods = mod.field.set(mods, v.value);
          return success();
        }
      return parser.emitError(loc, "modifier '")
             << mod.name << "' has no value \"" << spelling << "\"";
    }
    int64_t value;
    if (parser.parseInteger(value))
      return failure();
    int64_t limit = int64_t(1) << mod.field.width;
    int64_t low = mod.field.isSigned ? -(limit / 2) : 0;
    int64_t high = mod.field.isSigned ? limit / 2 : limit;
    if (mod.field.width < 63 && (value < low || value >= high))
      return parser.emitError(loc, "value does not fit in the ")
             << unsigned(mod.field.width) << " bits of modifier '" << mod.name
             << "'";
    mods = mod.field.set(mods, uint64_t(value));
    return success();
  };
  return failure(parser.parseCommaSeparatedList(parseOne) ||
                 parser.parseGreater());
}

static ParseResult parseRegs(OpAsmParser &parser, const InstDesc &desc,
                             int64_t &regs) {
  regs = 0;
  if (failed(parser.parseOptionalKeyword("regs")))
    return success();
  unsigned index = 0;
  SMLoc loc = parser.getCurrentLocation();
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
        int64_t reg;
        if (parser.parseInteger(reg))
          return failure();
        if (index >= desc.numDefs || index >= 4 || reg < -1 || reg > 255)
          return parser.emitError(loc, "bad register list");
        regs |= (reg + 1) << (16 * index++);
        return success();
      });
}

ParseResult ori::parseInst(OpAsmParser &parser, OperationState &result,
                           Opcode opcode, InstProperties &props) {
  const InstDesc &desc = getDesc(opcode);
  MLIRContext *context = parser.getContext();
  uint64_t mods;
  if (parseMods(parser, desc, mods))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> sources, passThrough;
  // Without sources the next op's results would follow.
  if (desc.numUses && parser.parseOperandList(sources))
    return failure();
  if (sources.size() != desc.numUses)
    return parser.emitError(loc, "'")
           << desc.mnemonic << "' has " << unsigned(desc.numUses)
           << " sources, found " << sources.size();
  OpAsmParser::UnresolvedOperand guard;
  bool guarded = false;
  if (succeeded(parser.parseOptionalKeyword("if"))) {
    guarded = true;
    props.guardNot = succeeded(parser.parseOptionalKeyword("not"));
    if (parser.parseOperand(guard))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("else")) &&
        parser.parseOperandList(passThrough, OpAsmParser::Delimiter::Paren))
      return failure();
    if (passThrough.size() != desc.numDefs)
      return parser.emitError(loc,
                              "expected one pass-through value per result");
  }
  if (parseRegs(parser, desc, props.regs) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();

  SmallVector<Type> sourceTypes, resultTypes;
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseLParen())
      return failure();
    if (failed(parser.parseOptionalRParen()) &&
        (parser.parseTypeList(sourceTypes) || parser.parseRParen()))
      return failure();
    if (parser.parseArrow() || parser.parseLParen())
      return failure();
    if (failed(parser.parseOptionalRParen()) &&
        (parser.parseTypeList(resultTypes) || parser.parseRParen()))
      return failure();
  } else {
    for (unsigned i = 0; i != desc.numDefs; ++i)
      resultTypes.push_back(getDefaultType(desc, i, mods, context));
    for (unsigned i = 0; i != desc.numUses; ++i)
      sourceTypes.push_back(
          getDefaultType(desc, desc.numDefs + i, mods, context));
  }
  if (parser.resolveOperands(sources, sourceTypes, loc, result.operands))
    return failure();
  if (guarded &&
      (parser.resolveOperand(guard, PType::get(context), result.operands) ||
       parser.resolveOperands(passThrough, resultTypes, loc, result.operands)))
    return failure();
  result.addTypes(resultTypes);
  props.mods = int64_t(mods);
  return success();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// True if a slot may hold a value of this type.
static bool fitsSlot(const SlotDesc &slot, unsigned width, Type type) {
  Kind file = getRegFile(type);
  switch (slot.kind) {
  case Kind::P:
  case Kind::UP:
    return file == Kind::P || file == Kind::UP;
  case Kind::B:
    return false;
  // A constant-bank or immediate slot takes ori.cbank or ori.imm of any width.
  case Kind::CBank:
  case Kind::Imm:
    return file == Kind::R;
  default:
    return (file == Kind::R || file == Kind::UR) && getWidth(type) == width;
  }
}

LogicalResult ori::verifyInst(Operation *op, Opcode opcode, uint64_t mods) {
  const InstDesc &desc = getDesc(opcode);
  auto operands = op->getOperands();
  unsigned sources = desc.numUses;
  if (operands.size() != sources &&
      operands.size() != sources + 1 + desc.numDefs)
    return op->emitOpError("expected ")
           << sources << " sources, or these, a guard and "
           << unsigned(desc.numDefs) << " pass-through values; found "
           << operands.size() << " operands";
  for (unsigned i = 0; i != desc.slots.size(); ++i) {
    bool isDef = i < desc.numDefs;
    Type type = isDef ? op->getResult(i).getType()
                      : operands[i - desc.numDefs].getType();
    unsigned width = slotWidth(desc, i, mods);
    // A slot that reads no register is encoded as RZ.
    if (!isDef && width == 0 && llvm::isa<RType>(type) &&
        getConstant(operands[i - desc.numDefs]) == 0)
      continue;
    if (!fitsSlot(desc.slots[i], width, type))
      return op->emitOpError("slot '")
             << desc.slots[i].name << "' cannot hold " << type << " (it spans "
             << width << (width == 1 ? " register)" : " registers)");
  }
  if (operands.size() == sources)
    return success();
  if (!llvm::isa<PType, UPType>(operands[sources].getType()))
    return op->emitOpError("guard must be a predicate");
  for (unsigned i = 0; i != desc.numDefs; ++i)
    if (operands[sources + 1 + i].getType() != op->getResult(i).getType())
      return op->emitOpError("pass-through value ")
             << i << " must have the type of result " << i;
  return success();
}

//===----------------------------------------------------------------------===//
// Memory effects
//===----------------------------------------------------------------------===//

isa::AccessOrder ori::getAccessOrder(Operation *op) {
  DictionaryAttr marks = op->getDiscardableAttrDictionary();
  if (marks.empty())
    return isa::AccessOrder::AsModified;
  return marks.contains(kStrongAttr) ? isa::AccessOrder::Strong
         : marks.contains(kWeakAttr) ? isa::AccessOrder::Weak
                                     : isa::AccessOrder::AsModified;
}

isa::OrderingEffects ori::getOrderingEffects(InstOpInterface inst) {
  return isa::getOrderingEffects(inst.getOpcode(), inst.getModBits(),
                                 getAccessOrder(inst));
}

bool ori::isConvergent(Operation *op) {
  if (!op->hasTrait<ptxmlir::Convergent>())
    return false;
  auto inst = dyn_cast<InstOpInterface>(op);
  return !inst || isa::isConvergent(inst.getOpcode(), inst.getModBits());
}

void ori::getInstEffects(
    Operation *op, Opcode opcode, uint64_t mods,
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  const InstDesc &desc = getDesc(opcode);
  constexpr uint32_t kFlags =
      ptxmlir::isa::ReadsMemory | ptxmlir::isa::WritesMemory |
      ptxmlir::isa::SideEffects | ptxmlir::isa::Convergent;
  if (!(desc.flags & kFlags))
    return; // arithmetic, which is asked most
  int sr = desc.findMod("sr");
  if (sr >= 0 &&
      ptxmlir::isa::isConstantSpecialRegister(desc.mods[sr].field.get(mods)))
    return;
  // Constant banks never change while a kernel runs. (Where they hold handles
  // of textures, the instruction accesses other memory.)
  if (desc.findMod("bank") >= 0 &&
      !(desc.spaces() & ~ptxmlir::isa::ConstantMemory))
    return;
  if (desc.is(ptxmlir::isa::ReadsMemory))
    effects.emplace_back(MemoryEffects::Read::get());
  if (desc.is(ptxmlir::isa::WritesMemory) || desc.is(ptxmlir::isa::SideEffects))
    effects.emplace_back(MemoryEffects::Write::get());
  // A strong or volatile load must not be merged with another or removed.
  if (desc.is(ptxmlir::isa::ReadsMemory) &&
      !desc.is(ptxmlir::isa::WritesMemory)) {
    int order = desc.findMod("order");
    isa::AccessOrder access = getAccessOrder(op);
    if (access == isa::AccessOrder::Strong ||
        (access != isa::AccessOrder::Weak && order >= 0 &&
         desc.mods[order].field.get(mods) >= 5))
      effects.emplace_back(MemoryEffects::Write::get());
  }
  if (isa::isConvergent(opcode, mods))
    effects.emplace_back(MemoryEffects::Write::get(),
                         ConvergenceResource::get());
}
