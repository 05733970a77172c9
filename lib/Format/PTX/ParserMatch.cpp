//===- ParserMatch.cpp - operands against the instruction record ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir::ptx;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

bool Parser::mismatch(const InstForm &form, const ParsedOperand &operand,
                      StringRef what) {
  errorAt(operand.position, unsigned(operand.name.size()))
      << what << " of '" << form.name << "'";
  return false;
}

static bool isInteger(DataType type) {
  char kind = getTypeKind(type);
  return kind == 'u' || kind == 's';
}

/// Whether a register fits an operand: the same width (or more, where ld, st
/// and cvt allow it) and no integer for a float (PTX ISA 9.0, section 9.4;
/// details observed on ptxas 13.0.88).
bool Parser::isCompatible(DataType reg, const OperandPlan &plan) const {
  unsigned regWidth = getContainerWidth(reg);
  if (regWidth == 1 && plan.info && plan.info->orPred)
    return true;
  if (regWidth == 1 || plan.width == 1)
    return regWidth == plan.width;
  // Registers of 8 bits stand alone where no wider ones are taken.
  if (plan.info && takesByte(*plan.info, plan.type))
    return getBitWidth(reg) == 8;
  bool sameWidth = regWidth == plan.width;
  if (!sameWidth && !(plan.relaxed && regWidth > plan.width))
    return false;
  if (getTypeKind(reg) == 'b' || getTypeKind(plan.type) == 'b')
    return true;
  // A texture, sampler or surface is known by a number.
  if (getTypeKind(plan.type) == 'o')
    return reg == DataType::U64;
  if (isInteger(reg) != isInteger(plan.type))
    return false;
  // Two floats of one width may still be of different formats.
  return isInteger(reg) || reg == plan.type;
}

//===----------------------------------------------------------------------===//
// Constants and addresses
//===----------------------------------------------------------------------===//

/// A constant as `type` in `width` bits.
bool Parser::makeConstant(const InstForm &form, DataType type, unsigned width,
                          const ParsedOperand &operand, Source &out) {
  const Constant &constant = operand.constant;
  out.kind = Source::Constant;
  out.width = width;
  if (getTypeKind(type) == 'o')
    return mismatch(form, operand, "a constant cannot be this operand");
  if (constant.kind == Constant::Integer) {
    if (isFloat(type) || getTypeKind(type) == 'x')
      return mismatch(form, operand,
                      "an integer constant cannot be a float operand");
    out.value =
        type == DataType::Pred ? constant.bits != 0 : int64_t(constant.bits);
    return true;
  }
  // Untyped operands take the bits of a hexadecimal float of their size.
  if (getTypeKind(type) == 'b' && constant.isHexFloat &&
      width == (constant.kind == Constant::Float32 ? 32u : 64u)) {
    out.value = int64_t(constant.bits);
    return true;
  }
  if (type != DataType::F32 && type != DataType::F64)
    return mismatch(form, operand,
                    "a floating-point constant cannot be an operand");
  llvm::APFloat value = constant.kind == Constant::Float32
                            ? llvm::APFloat(llvm::APFloat::IEEEsingle(),
                                            llvm::APInt(32, constant.bits))
                            : llvm::APFloat(llvm::APFloat::IEEEdouble(),
                                            llvm::APInt(64, constant.bits));
  const llvm::fltSemantics &semantics = type == DataType::F32
                                            ? llvm::APFloat::IEEEsingle()
                                            : llvm::APFloat::IEEEdouble();
  bool lossy;
  // Converting to the same format would quiet a signaling NaN.
  if (&value.getSemantics() != &semantics)
    value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &lossy);
  out.value = int64_t(value.bitcastToAPInt().getZExtValue());
  return true;
}

/// The address of a variable, parameter or function, in `width` bits.
bool Parser::makeSymbol(const ParsedOperand &operand, unsigned width,
                        Source &out) {
  const Symbol &symbol = *operand.symbol;
  out.width = width;
  out.id = symbol.index;
  out.value = operand.value;
  switch (symbol.kind) {
  case Symbol::Param:
    out.kind = Source::Param;
    out.param = symbol.param;
    return true;
  case Symbol::Local:
    out.kind = Source::Local;
    return true;
  default:
    out.kind = Source::Symbol;
    return true;
  }
}

bool Parser::checkSpecial(SpecialRegister reg, Position position) {
  static const unsigned enumIndex = findEnum(stringify(SpecialRegister::TidX));
  const EnumValueInfo &info = getEnumValueInfo(enumIndex, unsigned(reg));
  if (info.minSM > sm) {
    error(position) << "'%" << stringify(reg) << "' needs sm_"
                    << unsigned(info.minSM) << " or newer; the module targets "
                    << target;
    return false;
  }
  if (info.minPTX > version) {
    error(position) << "'%" << stringify(reg) << "' needs PTX "
                    << info.minPTX / 10 << "." << info.minPTX % 10
                    << " or newer; the module has .version " << version / 10
                    << "." << version % 10;
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A register, constant, special register or address as a source.
bool Parser::matchValue(const InstForm &form, const OperandPlan &plan,
                        const ParsedOperand &operand, Source &out) {
  bool isPredicate = plan.type == DataType::Pred ||
                     (plan.info && plan.info->orPred &&
                      operand.kind == ParsedOperand::Register &&
                      body.registers[operand.reg].type == DataType::Pred);
  if ((!operand.selector.empty() || operand.minus) &&
      (!plan.info || (plan.info->selector < 0 && plan.info->negation < 0)))
    return mismatch(form, operand, "no part can be taken of this operand");
  if (operand.negated && !isPredicate)
    return mismatch(form, operand, "'!' cannot stand before this operand");
  switch (operand.kind) {
  case ParsedOperand::Register: {
    DataType type = body.registers[operand.reg].type;
    bool isAddress = plan.info && plan.info->rule == TypeRule::Address;
    if (isAddress
            ? getContainerWidth(type) != 32 && getContainerWidth(type) != 64
            : !isCompatible(type, plan)) {
      errorAt(operand.position, unsigned(operand.name.size()))
          << "register '" << operand.name << "' of type '." << stringify(type)
          << "' does not fit operand '."
          << (isAddress ? "u64" : stringify(plan.type)) << "' of '" << form.name
          << "'";
      return false;
    }
    if (getTypeKind(plan.type) == 'o' && (version < 31 || sm < 20)) {
      error(operand.position)
          << "a texture, sampler or surface in a register needs PTX 3.1 and "
             "sm_20 or newer";
      return false;
    }
    if (plan.info && plan.info->fullWidth && wideAddresses &&
        plan.width == 32) {
      error(operand.position) << "'" << form.name
                              << "' takes a 32-bit address: '.address_size' "
                                 "is 64";
      return false;
    }
    out.kind = Source::Register;
    out.id = operand.reg;
    out.width = body.registers[operand.reg].width;
    out.negated = operand.negated;
    return true;
  }
  case ParsedOperand::Immediate:
    if (plan.info && plan.info->atMost >= 0 &&
        operand.constant.kind == Constant::Integer) {
      const SlotInfo &slot = form.info->slots()[plan.info->atMost];
      uint64_t most = getField(slot, statementMods);
      if (operand.constant.bits > most) {
        error(operand.position)
            << "constant " << int64_t(operand.constant.bits) << " of '"
            << form.name << "' must be at most the '" << tableString(slot.name)
            << "', " << most;
        return false;
      }
    }
    if (plan.info && plan.info->registerOnly)
      return mismatch(form, operand, "a constant cannot be this operand");
    if (plan.info && plan.info->numRanges &&
        operand.constant.kind == Constant::Integer &&
        !isLegalConstant(*plan.info, int64_t(operand.constant.bits))) {
      error(operand.position)
          << "constant " << int64_t(operand.constant.bits) << " of '"
          << form.name << "' must be " << describeConstants(*plan.info);
      return false;
    }
    return makeConstant(form, plan.type, plan.width, operand, out);
  case ParsedOperand::Special: {
    auto reg = SpecialRegister(operand.reg);
    unsigned width = getBitWidth(reg);
    if (!checkSpecial(reg, operand.position))
      return false;
    if (width != plan.width && !(plan.relaxed && width > plan.width))
      return mismatch(form, operand,
                      ("special register '%" + stringify(reg) + "' of " +
                       llvm::Twine(width) + " bits does not fit operand '." +
                       stringify(plan.type) + "'")
                          .str());
    out.kind = Source::SpecialRegister;
    out.id = operand.reg;
    out.width = width;
    return true;
  }
  case ParsedOperand::Variable:
    if (getTypeKind(plan.type) == 'o' && operand.symbol->type != plan.type) {
      error(operand.position) << "'" << operand.name << "' is no '."
                              << stringify(plan.type) << "' variable";
      return false;
    }
    if ((plan.width != 32 && plan.width != 64) || isFloat(plan.type))
      return mismatch(form, operand, "an address cannot be this operand");
    if (plan.info &&
        (plan.info->registerOnly || (plan.info->rule == TypeRule::Address &&
                                     !plan.info->inSpace)))
      return mismatch(form, operand, "a variable cannot be this operand");
    if (!checkSpace(form, plan, operand))
      return false;
    return makeSymbol(operand, plan.width, out);
  case ParsedOperand::Name:
    if (operand.symbol)
      return mismatch(form, operand, "a label cannot be an operand");
    return undefined(operand);
  default:
    return mismatch(form, operand, "unexpected operand");
  }
}

bool Parser::matchSource(const InstForm &form, const OperandPlan &plan,
                         const ParsedOperand &operand, Statement &statement,
                         SmallVectorImpl<Source> &out) {
  if (operand.hasPair)
    return mismatch(form, operand, "'|' cannot stand in a source");
  switch (plan.kind) {
  case OperandKind::Address:
    statement.numAddresses = plan.addressIndex + 1;
    return matchAddress(form, plan, operand, out.emplace_back(),
                        statement.offsets[plan.addressIndex]);
  case OperandKind::Vector: {
    if (plan.count == 1 && operand.kind != ParsedOperand::Vector &&
        !plan.info->braces)
      return matchValue(form, plan, operand, out.emplace_back());
    if (operand.kind == ParsedOperand::RegisterGroup) {
      ParsedOperand lane = operand;
      lane.kind = ParsedOperand::Register;
      if (operand.count != plan.count)
        return mismatch(form, operand, "wrong vector size in an operand");
      for (unsigned i = 0; i < operand.count; ++i, ++lane.reg)
        if (!matchValue(form, plan, lane, out.emplace_back()))
          return false;
      return true;
    }
    // Coordinates may have more elements, which are not read.
    bool fits =
        operand.count == plan.count ||
        (plan.info->count == CountRule::Table && operand.count > plan.count &&
         llvm::isPowerOf2_32(operand.count) && operand.count <= 4);
    if (operand.kind != ParsedOperand::Vector || !fits)
      return mismatch(form, operand, "wrong vector size in an operand");
    for (unsigned i = 0; i < plan.count; ++i)
      if (!matchValue(form, plan, elements[operand.first + i],
                      out.emplace_back()))
        return false;
    return true;
  }
  case OperandKind::Imm: {
    const Constant &constant = operand.constant;
    if (operand.kind != ParsedOperand::Immediate ||
        constant.kind != Constant::Integer)
      return mismatch(form, operand, "expected an integer constant as operand");
    const SlotInfo *slot = getImmediateSlot(*plan.info, *form.info);
    uint64_t field;
    if (plan.info->truncates) {
      field = constant.bits & ((uint64_t(1) << slot->width) - 1);
      if (field != constant.bits)
        warning(operand.position)
            << "of constant " << int64_t(constant.bits) << " of '" << form.name
            << "' the low " << unsigned(slot->width) << " bits are taken, "
            << field;
    } else if (!encodeImmediate(*plan.info, slot, int64_t(constant.bits),
                                field)) {
      auto diagnostic = error(operand.position);
      diagnostic << "constant " << int64_t(constant.bits) << " of '"
                 << form.name << "' must be ";
      if (plan.info->numRanges)
        diagnostic << describeConstants(*plan.info);
      else
        diagnostic << "0 to " << (uint64_t(1) << slot->width) - 1;
      return false;
    }
    if (slot)
      statement.mods |= int64_t(field) << slot->offset;
    return true;
  }
  default:
    return matchValue(form, plan, operand, out.emplace_back());
  }
}

bool Parser::matchDest(const InstForm &form, const OperandPlan &plan,
                       const ParsedOperand &operand,
                       SmallVectorImpl<Dest> &out) {
  auto one = [&](const ParsedOperand &operand) {
    if (operand.kind == ParsedOperand::Sink) {
      out.push_back({kNone, plan.width});
      return true;
    }
    if (operand.kind == ParsedOperand::Name && !operand.symbol)
      return undefined(operand);
    if (operand.kind != ParsedOperand::Register || operand.negated ||
        operand.minus)
      return mismatch(form, operand, "expected a register as destination");
    if (!operand.selector.empty() && (!plan.info || plan.info->selector < 0))
      return mismatch(form, operand, "no part can be taken of the destination");
    const RegisterInfo &info = body.registers[operand.reg];
    if (!isCompatible(info.type, plan)) {
      errorAt(operand.position, unsigned(operand.name.size()))
          << "register '" << operand.name << "' of type '."
          << stringify(info.type) << "' does not fit destination '."
          << stringify(plan.type) << "' of '" << form.name << "'";
      return false;
    }
    out.push_back({operand.reg, info.width});
    return true;
  };
  if (plan.kind != OperandKind::Vector ||
      (plan.count == 1 && operand.kind != ParsedOperand::Vector &&
       !plan.info->braces))
    return one(operand);
  if (operand.count != plan.count ||
      (operand.kind != ParsedOperand::Vector &&
       operand.kind != ParsedOperand::RegisterGroup))
    return mismatch(form, operand, "wrong vector size in the destination");
  ParsedOperand lane = operand;
  lane.kind = ParsedOperand::Register;
  for (unsigned i = 0; i < operand.count; ++i, ++lane.reg)
    if (!one(operand.kind == ParsedOperand::Vector ? elements[operand.first + i]
                                                   : lane))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether `operand` looks like what an optional operand would be.
static bool fits(const OperandPlan &plan, const ParsedOperand &operand) {
  bool isVector = operand.kind == ParsedOperand::Vector ||
                  operand.kind == ParsedOperand::RegisterGroup;
  return isVector ? plan.kind == OperandKind::Vector
                  : plan.kind != OperandKind::Vector || plan.count == 1;
}

/// Says which operand of the record each source of the text is. Operands of one
/// bracket are one of the text; optional ones are taken from the left while
/// there are more operands than those that must be there.
bool Parser::assignOperands(const InstForm &form, const Statement &statement,
                            llvm::ArrayRef<ParsedOperand> operands,
                            SmallVectorImpl<ParsedOperand> &assigned,
                            SmallVectorImpl<const OperandPlan *> &plans) {
  auto bracketOf = [](const OperandPlan &plan) { return plan.info->bracket; };
  auto isGroupStart = [&](size_t i) {
    if (form.srcs[i].info->inAddress)
      return false;
    return i == 0 || !bracketOf(form.srcs[i]) ||
           bracketOf(form.srcs[i]) != bracketOf(form.srcs[i - 1]);
  };
  unsigned wanted = 0, optional = 0;
  for (size_t i = 0; i < form.srcs.size(); ++i) {
    bool isOptional = form.srcs[i].optional && !bracketOf(form.srcs[i]);
    wanted += isGroupStart(i) && !isOptional;
    optional += isOptional;
  }
  if (operands.size() < wanted || operands.size() > wanted + optional) {
    unsigned dests = llvm::count_if(form.dsts, [](const OperandPlan &plan) {
      return plan.kind != OperandKind::Pair;
    });
    auto diag = error(statement.position);
    diag << "'" << form.name << "' takes " << wanted + dests;
    if (optional)
      diag << (optional == 1 ? " or " : " to ") << wanted + optional + dests;
    diag << " operands, not " << operands.size() + dests;
    return false;
  }
  unsigned spare = operands.size() - wanted, next = 0;
  for (size_t i = 0; i < form.srcs.size();) {
    const OperandPlan &plan = form.srcs[i];
    if (!bracketOf(plan)) {
      ++i;
      if (plan.optional && (!spare || !fits(plan, operands[next])))
        continue;
      spare -= plan.optional;
      plans.push_back(&plan);
      assigned.push_back(operands[next++]);
      if (i < form.srcs.size() && form.srcs[i].info->inAddress &&
          !assignInAddress(form, i, assigned, plans))
        return false;
      continue;
    }
    // The plans of the bracket, then its elements.
    size_t end = i + 1;
    while (end < form.srcs.size() && !isGroupStart(end))
      ++end;
    const ParsedOperand &bracket = operands[next++];
    unsigned given = bracket.kind == ParsedOperand::Bracket   ? bracket.count
                     : bracket.kind == ParsedOperand::Address ? 1
                                                              : 0;
    unsigned needed =
        llvm::count_if(llvm::ArrayRef(form.srcs).slice(i, end - i),
                       [](const OperandPlan &plan) { return !plan.optional; });
    if (!given)
      return mismatch(form, bracket, "expected '[' before an operand");
    if (given < needed || given > end - i)
      return mismatch(form, bracket, "wrong number of operands in brackets");
    unsigned spareInside = given - needed, element = bracket.first;
    for (; i < end; ++i) {
      if (form.srcs[i].optional && !spareInside) {
        if (form.srcs[i].type == DataType::Samplerref && isIndependentMode())
          return mismatch(form, bracket,
                          "texmode_independent needs a sampler in brackets");
        continue;
      }
      spareInside -= form.srcs[i].optional;
      plans.push_back(&form.srcs[i]);
      assigned.push_back(elements[element++]);
      // The offset of `[a + 8]` is that of the whole.
      if (bracket.kind == ParsedOperand::Address)
        assigned.back().value = bracket.value;
    }
  }
  if (next == operands.size())
    return true;
  return mismatch(form, operands[next], "unexpected operand");
}

/// The part `.h1` and the sign of a register.
bool Parser::matchParts(const InstForm &form, const OperandPlan &plan,
                        const ParsedOperand &operand, Statement &statement) {
  if (operand.minus) {
    if (plan.info->negation < 0 || operand.kind != ParsedOperand::Register)
      return mismatch(form, operand, "'-' cannot stand before this operand");
    statement.mods |= int64_t(1)
                      << form.info->slots()[plan.info->negation].offset;
  }
  StringRef text = operand.selector;
  if (text.empty())
    return true;
  auto refuse = [&] {
    error(operand.position)
        << "'." << operand.selector << "' cannot stand behind this operand of '"
        << form.name << "'";
    return false;
  };
  if (plan.info->selector < 0)
    return refuse();
  const SlotInfo &slot = form.info->slots()[plan.info->selector];
  if (slot.enumIndex >= 0) {
    std::optional<unsigned> value = enumValue(slot.enumIndex, text);
    if (!value)
      return refuse();
    statement.mods |= int64_t(*value) << slot.offset;
    return true;
  }
  // `b7654`: four digits of three bits, the highest first.
  if (!text.consume_front("b") || text.size() != 4 ||
      text.find_first_not_of("01234567") != StringRef::npos)
    return refuse();
  unsigned digits = 0;
  text.getAsInteger(8, digits);
  statement.mods |= int64_t(digits + 1) << slot.offset;
  return true;
}

/// Whether the modifiers on operands are legal together with those of the
/// opcode.
bool Parser::checkParts(const InstForm &form, const Statement &statement,
                        llvm::ArrayRef<const OperandPlan *> given) {
  std::string message = forms.check(*form.info, statement.mods);
  if (!message.empty()) {
    error(statement.position) << message;
    return false;
  }
  for (const OperandPlan &plan : form.srcs) {
    if (!plan.late)
      continue;
    bool wanted = isPresent(*plan.info, *form.info, statement.mods, false);
    if (wanted == llvm::is_contained(given, &plan))
      continue;
    error(statement.position) << "'" << form.name << "' with these operands "
                              << (wanted ? "needs one more" : "takes one less");
    return false;
  }
  return true;
}

/// The second predicate of `p|q`; `first` is the operand before it.
bool Parser::matchPair(const InstForm &form, const OperandPlan &plan,
                       const ParsedOperand &first, SmallVectorImpl<Dest> &out) {
  if (!first.hasPair)
    return plan.optional ||
           mismatch(form, first, "missing '|' in the destination");
  ParsedOperand second = first;
  second.kind =
      first.pairIsSink ? ParsedOperand::Sink : ParsedOperand::Register;
  second.reg = first.pair;
  second.selector = StringRef();
  return matchDest(form, plan, second, out);
}

/// Number of operands of the text: pairs `p|q` are one, as is an address with
/// all that is in its brackets. One source may be left out.
static unsigned countOperands(const InstForm &form, bool &hasOptional) {
  unsigned wanted = 0;
  hasOptional = false;
  for (const OperandPlan &plan : form.dsts)
    wanted += plan.kind != OperandKind::Pair;
  for (const OperandPlan &plan : form.srcs) {
    wanted += !plan.info->inAddress;
    hasOptional |= plan.optional;
  }
  return wanted;
}

/// Whether the operands are as many and of such kinds as the form has.
bool Parser::hasShape(const InstForm &form,
                      llvm::ArrayRef<ParsedOperand> operands) {
  bool hasOptional;
  unsigned wanted = countOperands(form, hasOptional);
  bool leftOut = hasOptional && operands.size() + 1 == wanted;
  if (operands.size() != wanted - leftOut)
    return false;
  unsigned next = llvm::count_if(form.dsts, [](const OperandPlan &plan) {
    return plan.kind != OperandKind::Pair;
  });
  for (const OperandPlan &plan : form.srcs) {
    if (plan.info->inAddress || (plan.optional && leftOut))
      continue;
    const ParsedOperand &operand = operands[next++];
    bool isVector = operand.kind == ParsedOperand::Vector ||
                    operand.kind == ParsedOperand::RegisterGroup;
    bool isPredicate = operand.kind == ParsedOperand::Register &&
                       body.registers[operand.reg].type == DataType::Pred;
    if ((plan.kind == OperandKind::Address) !=
            (operand.kind == ParsedOperand::Address ||
             operand.kind == ParsedOperand::Bracket) ||
        (plan.kind == OperandKind::Vector) != isVector ||
        (isPredicate && plan.type != DataType::Pred))
      return false;
  }
  return true;
}

/// The alternative that the operands choose, else the one to complain with.
const InstForm &
Parser::chooseAlternative(const InstForm &form,
                          llvm::ArrayRef<ParsedOperand> operands) {
  for (const std::unique_ptr<InstForm> &one : form.alternatives)
    if (hasShape(*one, operands))
      return *one;
  bool hasOptional;
  for (const std::unique_ptr<InstForm> &one : form.alternatives)
    if (countOperands(*one, hasOptional) == operands.size())
      return *one;
  return *form.alternatives.front();
}

void Parser::matchInstruction(const InstForm &form, Statement &statement,
                              llvm::ArrayRef<ParsedOperand> operands) {
  if (!form.alternatives.empty()) {
    const InstForm &chosen = chooseAlternative(form, operands);
    if (!chosen.error.empty()) {
      error(statement.position) << chosen.error;
      return;
    }
    statement.form = &chosen;
    statement.mods = chosen.mods;
    return matchInstruction(chosen, statement, operands);
  }
  SmallVector<Dest, 6> dests;
  bool mayHavePair =
      !form.dsts.empty() && form.dsts.back().kind == OperandKind::Pair;
  unsigned next = 0;
  for (const OperandPlan &plan : form.dsts) {
    if (plan.kind == OperandKind::Pair) {
      if (!matchPair(form, plan, operands[next - 1], dests))
        return;
      continue;
    }
    if (next == operands.size()) {
      error(statement.position)
          << "'" << form.name << "' needs more than " << next << " operands";
      return;
    }
    const ParsedOperand &operand = operands[next++];
    if (operand.hasPair && !mayHavePair) {
      mismatch(form, operand, "unexpected '|' in the destination");
      return;
    }
    if (plan.kind == OperandKind::Sink) {
      if (operand.kind == ParsedOperand::Sink)
        continue;
      mismatch(form, operand, "expected '_' as destination");
      return;
    }
    if (!matchParts(form, plan, operand, statement) ||
        !matchDest(form, plan, operand, dests))
      return;
  }
  SmallVector<ParsedOperand, 8> assigned;
  SmallVector<const OperandPlan *, 8> plans;
  if (!assignOperands(form, statement, operands.drop_front(next), assigned,
                      plans))
    return;
  // Sources that are always there come first in the operation.
  SmallVector<Source, 8> sources, loose;
  for (auto [plan, operand] : llvm::zip(plans, assigned)) {
    if (plan->optional && plan->info->optionalSM > sm) {
      error(operand.position)
          << "operand '" << tableString(plan->info->name) << "' of '"
          << form.name << "' needs sm_" << unsigned(plan->info->optionalSM)
          << " or newer; the module targets " << target;
      return;
    }
    statementMods = statement.mods;
    if (plan->info->presence >= 0)
      statement.mods |= int64_t(1)
                        << form.info->slots()[plan->info->presence].offset;
    if (!matchParts(form, *plan, operand, statement) ||
        !matchSource(form, *plan, operand, statement,
                     plan->fixed ? sources : loose))
      return;
  }
  if (form.hasOperandSlots && !checkParts(form, statement, plans))
    return;
  Source carry;
  carry.kind = Source::Register;
  carry.id = kCarryRegister;
  carry.width = 1;
  if (form.carryIn)
    sources.push_back(carry);
  sources.append(loose.begin(), loose.end());
  if (form.carryOut)
    dests.push_back({kCarryRegister, 1});
  statement.kind = Statement::Inst;
  addStatement(statement, dests, sources);
}
