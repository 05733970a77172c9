//===- ParserMatch.cpp - operands against the instruction record ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/APFloat.h"

using namespace ptxmlir::ptx;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

bool Parser::mismatch(const InstForm &form, const ParsedOperand &operand,
                      StringRef what) {
  error(operand.position) << what << " of '" << form.name << "'";
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
  bool sameWidth = regWidth == plan.width;
  if (!sameWidth && !(plan.relaxed && regWidth > plan.width))
    return false;
  if (getTypeKind(reg) == 'b' || getTypeKind(plan.type) == 'b')
    return true;
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
  static const unsigned enumIndex = [] {
    // The table of the enumeration is found by its first value.
    unsigned index = 0;
    while (enumSpelling(index, 1) != "tid.x")
      ++index;
    return index;
  }();
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

bool Parser::outOfRange(const InstForm &form, const OperandPlan &plan,
                        const ParsedOperand &operand) {
  auto diagnostic = error(operand.position);
  diagnostic << "the constant " << int64_t(operand.constant.bits)
             << " is out of range for '" << form.name << "'";
  if (plan.info->numRanges)
    diagnostic << ": it is " << describeConstants(*plan.info);
  return false;
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
  if (operand.negated && !isPredicate)
    return mismatch(form, operand, "'!' cannot stand before this operand");
  switch (operand.kind) {
  case ParsedOperand::Register: {
    DataType type = body.registers[operand.reg].type;
    bool isAddress = plan.info && plan.info->rule == TypeRule::Address;
    if (isAddress
            ? getContainerWidth(type) != 32 && getContainerWidth(type) != 64
            : !isCompatible(type, plan)) {
      error(operand.position) << "register '" << operand.name << "' of type '."
                              << stringify(type) << "' does not fit operand '."
                              << (isAddress ? "u64" : stringify(plan.type))
                              << "' of '" << form.name << "'";
      return false;
    }
    out.kind = Source::Register;
    out.id = operand.reg;
    out.width = body.registers[operand.reg].width;
    out.negated = operand.negated;
    return true;
  }
  case ParsedOperand::Immediate:
    if (plan.info && plan.info->numRanges &&
        operand.constant.kind == Constant::Integer &&
        !isLegalConstant(*plan.info, int64_t(operand.constant.bits)))
      return outOfRange(form, plan, operand);
    return makeConstant(form, plan.type, plan.width, operand, out);
  case ParsedOperand::Special: {
    auto reg = SpecialRegister(operand.reg);
    unsigned width = getBitWidth(reg);
    if (!checkSpecial(reg, operand.position))
      return false;
    if (width != plan.width && !(plan.relaxed && width > plan.width))
      return mismatch(form, operand, "XX");
    out.kind = Source::SpecialRegister;
    out.id = operand.reg;
    out.width = width;
    return true;
  }
  case ParsedOperand::Variable:
    if ((plan.width != 32 && plan.width != 64) || isFloat(plan.type))
      return mismatch(form, operand, "an address cannot be this operand");
    return makeSymbol(operand, plan.width, out);
  case ParsedOperand::Name:
    if (operand.symbol)
      return mismatch(form, operand, "a label cannot be an operand");
    error(operand.position) << "undefined name '" << operand.name << "'";
    return false;
  default:
    return mismatch(form, operand, "unexpected operand");
  }
}

/// `[base + offset]`.
bool Parser::matchAddress(const InstForm &form, const OperandPlan &plan,
                          const ParsedOperand &operand, Source &out,
                          int64_t &offset) {
  ParsedOperand base = operand;
  bool isTmem = plan.info->rule == TypeRule::TmemAddress;
  offset = operand.value;
  if (operand.kind == ParsedOperand::Address) {
    base = elements[operand.first];
  } else if (operand.kind == ParsedOperand::Variable) {
    // `ld.global.u32 r, array[2]`: without brackets.
  } else {
    return mismatch(form, operand, "expected an address as operand");
  }
  switch (base.kind) {
  case ParsedOperand::Register: {
    unsigned width = body.registers[base.reg].width;
    char kind = getTypeKind(body.registers[base.reg].type);
    if (isTmem ? width != 32
               : (width != 32 && width != 64) || kind == 'f' || kind == 'x')
      return mismatch(form, base, "this register cannot be an address");
    if (base.negated)
      return mismatch(form, base, "this register cannot be an address");
    out.kind = Source::Register;
    out.id = base.reg;
    out.width = width;
    return true;
  }
  case ParsedOperand::Variable:
    base.value = 0;
    return makeSymbol(base, isTmem ? 32 : 64, out);
  case ParsedOperand::Immediate:
    if (isTmem)
      return mismatch(form, base, "a constant cannot be an address");
    if (base.constant.kind != Constant::Integer)
      return mismatch(form, base,
                      "a floating-point constant cannot be an address");
    out.kind = Source::Constant;
    out.width = 64;
    out.value = int64_t(base.constant.bits);
    return true;
  case ParsedOperand::Name:
    error(base.position) << "undefined name '" << base.name << "'";
    return false;
  default:
    return mismatch(form, base, "unexpected address");
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
    if (operand.kind != ParsedOperand::Vector || operand.count != plan.count)
      return mismatch(form, operand, "wrong vector size in an operand");
    for (unsigned i = 0; i < operand.count; ++i)
      if (!matchValue(form, plan, elements[operand.first + i],
                      out.emplace_back()))
        return false;
    return true;
  }
  case OperandKind::Imm:
    return matchImmediate(form, plan, operand, statement);
  default:
    return matchValue(form, plan, operand, out.emplace_back());
  }
}

/// A constant that becomes a field of the modifiers.
bool Parser::matchImmediate(const InstForm &form, const OperandPlan &plan,
                            const ParsedOperand &operand,
                            Statement &statement) {
  const Constant &constant = operand.constant;
  if (operand.kind != ParsedOperand::Immediate ||
      constant.kind != Constant::Integer)
    return mismatch(form, operand, "expected an integer constant as operand");
  const SlotInfo &slot = getImmediateSlot(*plan.info, *form.info);
  uint64_t field;
  if (!encodeImmediate(*plan.info, slot, int64_t(constant.bits), field)) {
    return outOfRange(form, plan, operand);
  }
  statement.mods |= int64_t(field) << slot.offset;
  return true;
}

bool Parser::matchDest(const InstForm &form, const OperandPlan &plan,
                       const ParsedOperand &operand,
                       SmallVectorImpl<Dest> &out) {
  auto one = [&](const ParsedOperand &operand) {
    if (operand.kind == ParsedOperand::Sink) {
      out.push_back({kNone, plan.width});
      return true;
    }
    if (operand.kind == ParsedOperand::Name && !operand.symbol) {
      error(operand.position) << "undefined name '" << operand.name << "'";
      return false;
    }
    if (operand.kind != ParsedOperand::Register || operand.negated)
      return mismatch(form, operand, "expected a register as destination");
    const RegisterInfo &info = body.registers[operand.reg];
    if (!isCompatible(info.type, plan)) {
      error(operand.position)
          << "register '" << operand.name << "' of type '."
          << stringify(info.type) << "' does not fit destination '."
          << stringify(plan.type) << "' of '" << form.name << "'";
      return false;
    }
    out.push_back({operand.reg, info.width});
    return true;
  };
  bool isVector = operand.kind == ParsedOperand::Vector ||
                  operand.kind == ParsedOperand::RegisterGroup;
  if (plan.kind != OperandKind::Vector ||
      (plan.count == 1 && !isVector && !plan.info->braces))
    return one(operand);
  if (!isVector || operand.count != plan.count)
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

/// All sources, in the order of the operation.
bool Parser::matchSources(const InstForm &form, Statement &statement,
                          llvm::ArrayRef<ParsedOperand> operands, bool leftOut,
                          SmallVectorImpl<Source> &sources) {
  // Sources that are always there come first in the operation.
  SmallVector<Source, 8> loose;
  unsigned next = 0;
  // The address at hand, and how many of its parts are done.
  const ParsedOperand *address = nullptr;
  unsigned parts = 0;
  auto isWhole = [&] {
    if (!address || address->kind != ParsedOperand::Address ||
        address->count == parts)
      return true;
    mismatch(form, elements[address->first + parts],
             "too many operands in the address");
    return false;
  };
  for (const OperandPlan &plan : form.srcs) {
    if (plan.optional && leftOut)
      continue;
    const ParsedOperand *operand;
    if (plan.info->inAddress) {
      if (address->kind != ParsedOperand::Address || parts == address->count)
        return mismatch(form, *address, "an operand is missing in the address");
      if (address->value)
        return mismatch(form, *address, "an offset cannot stand in the address");
      operand = &elements[address->first + parts++];
    } else {
      if (!isWhole())
        return false;
      operand = &operands[next++];
      address = plan.kind == OperandKind::Address ? operand : nullptr;
      parts = 1;
    }
    if (!matchSource(form, plan, *operand, statement,
                     plan.fixed ? sources : loose))
      return false;
  }
  if (!isWhole())
    return false;
  Source carry;
  carry.kind = Source::Register;
  carry.id = kCarryRegister;
  carry.width = 1;
  if (form.carryIn)
    sources.push_back(carry);
  sources.append(loose.begin(), loose.end());
  return true;
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
    bool isPredicate =
        operand.kind == ParsedOperand::Register &&
        body.registers[operand.reg].type == DataType::Pred;
    if ((plan.kind == OperandKind::Address) !=
            (operand.kind == ParsedOperand::Address) ||
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
  bool hasOptional;
  unsigned wanted = countOperands(form, hasOptional);
  bool leftOut = hasOptional && operands.size() + 1 == wanted;
  if (operands.size() != wanted - leftOut) {
    error(statement.position)
        << "'" << form.name << "' takes "
        << (hasOptional ? std::to_string(wanted - 1) + " or " : "") << wanted
        << " operands, not " << operands.size();
    return;
  }
  SmallVector<Dest, 6> dests;
  unsigned next = 0;
  for (const OperandPlan &plan : form.dsts) {
    if (plan.kind != OperandKind::Pair) {
      const ParsedOperand &operand = operands[next++];
      bool mayHavePair = form.dsts.back().kind == OperandKind::Pair;
      if (operand.hasPair && !mayHavePair) {
        mismatch(form, operand, "unexpected '|' in the destination");
        return;
      }
      if (!matchDest(form, plan, operand, dests))
        return;
      continue;
    }
    const ParsedOperand &first = operands[next - 1];
    if (!first.hasPair) {
      if (plan.optional)
        continue;
      mismatch(form, first, "missing '|' in the destination");
      return;
    }
    ParsedOperand second = first;
    second.kind =
        first.pairIsSink ? ParsedOperand::Sink : ParsedOperand::Register;
    second.reg = first.pair;
    if (!matchDest(form, plan, second, dests))
      return;
  }
  SmallVector<Source, 8> sources;
  if (!matchSources(form, statement, operands.drop_front(next), leftOut,
                    sources))
    return;
  if (form.carryOut)
    dests.push_back({kCarryRegister, 1});
  statement.kind = Statement::Inst;
  addStatement(statement, dests, sources);
}
