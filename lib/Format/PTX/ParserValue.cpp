//===- ParserValue.cpp - one operand against its record -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether one operand fits what the record says: types of registers, constants
// in range, vectors.
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

/// Whether a pair of halves is taken for an integer: only where a modifier of
/// the instruction says the type, and not in matrices.
static bool takesPair(const OperandPlan &plan) {
  return !plan.info || plan.info->rule == TypeRule::Slot ||
         plan.info->rule == TypeRule::Wide;
}

/// Whether a register of 32 bits is taken for its value in 64.
static bool isExtended(DataType reg, const OperandPlan &plan) {
  return plan.registers == RegisterRule::Narrow &&
         (reg == DataType::U32 || reg == DataType::S32);
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
    return getBitWidth(reg) == 8 &&
           (getTypeKind(plan.type) != 'x' || getTypeKind(reg) == 'b');
  if (isExtended(reg, plan))
    return true;
  bool sameWidth = regWidth == plan.width;
  if (!sameWidth && !(plan.relaxed && regWidth > plan.width))
    return false;
  // Registers of 8 bits are as wide as those of 16, and still none of them.
  if (getBitWidth(reg) < getBitWidth(plan.type))
    return false;
  char kind = getTypeKind(reg), wanted = getTypeKind(plan.type);
  if (plan.untyped || kind == 'b')
    return true;
  switch (plan.registers) {
  case RegisterRule::Any:
    return true;
  case RegisterRule::Untyped:
    return false;
  case RegisterRule::Integer:
    return isInteger(reg);
  case RegisterRule::NoFloat:
    return kind != 'f';
  case RegisterRule::Typed:
  case RegisterRule::Strict:
  case RegisterRule::Wide:
  case RegisterRule::Narrow:
    break;
  }
  if (wanted == 'b')
    return true;
  // A texture, sampler or surface is known by a number.
  if (wanted == 'o')
    return reg == DataType::U64;
  // A pair of halves is taken for an integer and for a pair of integers, not
  // the other way around.
  if (kind == 'x')
    return isInteger(plan.type) ? takesPair(plan)
                                : wanted == 'x' && !isExact(plan.type);
  if (isInteger(reg) != isInteger(plan.type))
    return isInteger(reg) && plan.kind == OperandKind::Value && plan.info &&
           plan.info->loose == 2;
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
  // Untyped operands take the bits of a float of their size: 0f is one of 32
  // bits, all others have 64.
  if (getTypeKind(type) == 'b' &&
      width == (constant.kind == Constant::Float32 ? 32u : 64u)) {
    out.value = int64_t(constant.bits);
    return true;
  }
  if (type != DataType::F32 && type != DataType::F64)
    return mismatch(form, operand,
                    "a floating-point constant cannot be an operand");
  out.value = int64_t(constant.bits);
  // A double is rounded to a float; the bits of a float are the low ones of a
  // double (observed on ptxas 13.0.88).
  if (type == DataType::F32 && constant.kind == Constant::Float64) {
    llvm::APFloat value(llvm::APFloat::IEEEdouble(),
                        llvm::APInt(64, constant.bits));
    bool lossy;
    value.convert(llvm::APFloat::IEEEsingle(),
                  llvm::APFloat::rmNearestTiesToEven, &lossy);
    out.value = int64_t(value.bitcastToAPInt().getZExtValue());
  }
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
    if (symbol.isShared)
      out = getInBlock(int64_t(symbol.index) + operand.value, width,
                       /*isGeneric=*/false, operand.position);
    return true;
  default:
    out.kind = Source::Symbol;
    return true;
  }
}

/// What an operand that names a variable stands for, of which a narrow one
/// takes the low half (as on ptxas 13.0.88).
bool Parser::makeAddress(const ParsedOperand &operand, unsigned width,
                         Source &out) {
  unsigned full = width != 16 ? width : wideAddresses ? 64 : 32;
  if (!makeSymbol(operand, full, out))
    return false;
  if (operand.kind == ParsedOperand::Element)
    addIndex(operand, full, out);
  if (width != full)
    out = addBefore(full == 64 ? "cvt.u16.u64" : "cvt.u16.u32", out,
                    DataType::U16, operand.position);
  return true;
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

/// A value that is an address has the size of addresses.
bool Parser::checkAddressWidth(const InstForm &form, const OperandPlan &plan,
                               const ParsedOperand &operand) {
  if (!plan.info->fullWidth || !wideAddresses || plan.width != 32)
    return true;
  error(operand.position) << "'" << form.name
                          << "' takes a 32-bit address: '.address_size' is 64";
  return false;
}

/// A register, constant, special register or address as a source.
/// The opaque type of an operand. What only samplers have is asked of one where
/// textures have none of their own.
static DataType getOpaqueType(const InstForm &form, const OperandPlan &plan,
                              bool isIndependentMode) {
  if (!isIndependentMode || form.opcode != Opcode::Txq ||
      plan.type != DataType::Texref)
    return plan.type;
  switch (TxqModifiers::unpack(form.mods).query) {
  case TexQuery::FilterMode:
  case TexQuery::AddrMode0:
  case TexQuery::AddrMode1:
  case TexQuery::AddrMode2:
    return DataType::Samplerref;
  default:
    return plan.type;
  }
}

/// Whether the name can stand in the place of an operand for its address; that
/// of a function can where a number can.
static bool takesVariable(const OperandInfo &info, DataType type,
                          const Symbol &symbol) {
  if (info.takesVariable || info.inSpace || getTypeKind(type) == 'o')
    return true;
  return symbol.kind == Symbol::Function && !info.registerOnly &&
         info.rule != TypeRule::Address;
}

void Parser::warnTruncated(const InstForm &form, const ParsedOperand &operand,
                           unsigned width, uint64_t value) {
  warning(operand.position)
      << "of constant " << int64_t(operand.constant.bits) << " of '"
      << form.name << "' the low " << width << " bits are taken, " << value;
}

/// Whether a part that a constant says is more than nothing and at most all, as
/// a number of 32 bits (as on ptxas 13.0.88).
bool Parser::checkFraction(const InstForm &form, const ParsedOperand &operand) {
  const Constant &constant = operand.constant;
  if (form.opcode != Opcode::CreatepolicyFractional ||
      constant.kind == Constant::Integer)
    return true;
  float value = constant.kind == Constant::Float32
                    ? llvm::bit_cast<float>(uint32_t(constant.bits))
                    : float(llvm::bit_cast<double>(constant.bits));
  if (value > 0 && value <= 1)
    return true;
  error(operand.position) << "the fraction of '" << form.name
                          << "' must be above 0 and at most 1";
  return false;
}

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
    if (isAddress ? (getContainerWidth(type) != 32 &&
                     getContainerWidth(type) != 64) ||
                        (getTypeKind(type) != 'b' && !isInteger(type))
                  : !isCompatible(type, plan)) {
      errorAt(operand.position, unsigned(operand.name.size()))
          << "register '" << operand.name << "' of type '." << stringify(type)
          << "' does not fit operand '."
          << (isAddress ? "u64" : stringify(plan.type)) << "' of '" << form.name
          << "'";
      return false;
    }
    if (getTypeKind(plan.type) == 'o' &&
        (version < 31 || !features.has(target::Feature::GenericAddresses))) {
      error(operand.position)
          << "a texture, sampler or surface in a register needs PTX 3.1 and "
             "sm_20 or newer";
      return false;
    }
    if (plan.info && !checkAddressWidth(form, plan, operand))
      return false;
    out.kind = Source::Register;
    out.id = operand.reg;
    out.width = body.registers[operand.reg].width;
    if (isExtended(type, plan)) {
      out.width = 64;
      out.value = int64_t(type);
    }
    out.negated = operand.negated;
    return true;
  }
  case ParsedOperand::Immediate:
    if (plan.info && !checkAddressWidth(form, plan, operand))
      return false;
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
        operand.constant.kind == Constant::Integer) {
      int64_t given = int64_t(operand.constant.bits), value = given;
      if (plan.info->truncates)
        value &= llvm::maskTrailingOnes<uint64_t>(plan.width);
      if (!isLegalConstant(*plan.info, value)) {
        error(operand.position)
            << "constant " << given << " of '" << form.name << "' must be "
            << describeConstants(*plan.info);
        return false;
      }
      if (value != given)
        warnTruncated(form, operand, plan.width, value);
    }
    if (!checkFraction(form, operand))
      return false;
    return makeConstant(form, plan.type, plan.width, operand, out);
  case ParsedOperand::Special: {
    auto reg = SpecialRegister(operand.reg);
    unsigned width = getBitWidth(reg);
    if (!checkSpecial(reg, operand.position))
      return false;
    if (isFloat(plan.type) ||
        (plan.info && !plan.info->takesSpecial && !plan.isElement))
      return mismatch(form, operand,
                      "a special register cannot be this operand");
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
  case ParsedOperand::Element:
    if (DataType type = getOpaqueType(form, plan, isIndependentMode());
        getTypeKind(type) == 'o' && operand.symbol->type != type) {
      error(operand.position) << "'" << operand.name << "' is no '."
                              << stringify(type) << "' variable";
      return false;
    }
    if ((plan.width != 16 && plan.width != 32 && plan.width != 64) ||
        isFloat(plan.type))
      return mismatch(form, operand, "an address cannot be this operand");
    if (!checkTakesAddress(operand))
      return false;
    if (operand.symbol->kind == Symbol::Function && operand.isSum)
      return mismatch(form, operand,
                      "a function with an offset cannot be an operand");
    // With an offset an address is a number like any other.
    if (plan.isElement ||
        (plan.info && !operand.isSum &&
         !takesVariable(*plan.info, plan.type, *operand.symbol)))
      return mismatch(form, operand, "a variable cannot be this operand");
    if (!checkSpace(form, plan, operand))
      return false;
    return makeAddress(operand, plan.width, out);
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
    return matchAddress(form, plan, operand, statement, out.emplace_back(),
                        statement.offsets[plan.addressIndex]);
  case OperandKind::Vector: {
    if (plan.count == 1 && operand.kind != ParsedOperand::Vector &&
        !plan.info->braces)
      return matchValue(form, plan, operand, out.emplace_back());
    if (operand.kind == ParsedOperand::RegisterGroup) {
      if (operand.count != plan.count)
        return mismatch(form, operand, "wrong vector size in an operand");
      return matchElements(form, plan, operand, plan.count, out);
    }
    // Coordinates may have more elements, which are not read.
    bool fits =
        operand.count == plan.count ||
        (plan.info->count == CountRule::Table && operand.count > plan.count &&
         llvm::isPowerOf2_32(operand.count) && operand.count <= 4);
    if (operand.kind != ParsedOperand::Vector || !fits)
      return mismatch(form, operand, "wrong vector size in an operand");
    return matchElements(form, plan, operand, plan.count, out);
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
        warnTruncated(form, operand, slot->width, field);
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

bool Parser::matchDestRegister(const InstForm &form, const OperandPlan &plan,
                               const ParsedOperand &operand,
                               SmallVectorImpl<Dest> &out) {
  if (operand.kind == ParsedOperand::Sink) {
    if (plan.info && !plan.info->takesSink && !plan.isElement &&
        !(plan.kind == OperandKind::Pair && plan.optional))
      return mismatch(form, operand, "'_' cannot be this destination");
    out.push_back({kNone, plan.width});
    return true;
  }
  if (operand.kind == ParsedOperand::Name && !operand.symbol)
    return undefined(operand);
  if (operand.kind != ParsedOperand::Register || operand.negated ||
      operand.minus || operand.isSum)
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
}

bool Parser::matchDest(const InstForm &form, const OperandPlan &plan,
                       const ParsedOperand &operand,
                       SmallVectorImpl<Dest> &out) {
  if (plan.kind != OperandKind::Vector ||
      (plan.count == 1 && operand.kind != ParsedOperand::Vector &&
       !plan.info->braces))
    return matchDestRegister(form, plan, operand, out);
  if (operand.kind == ParsedOperand::Sink && plan.info->takesSink) {
    out.append(plan.count, {kNone, plan.width});
    return true;
  }
  if (operand.count != plan.count ||
      (operand.kind != ParsedOperand::Vector &&
       operand.kind != ParsedOperand::RegisterGroup))
    return mismatch(form, operand, "wrong vector size in the destination");
  return matchDestElements(form, plan, operand, out);
}
