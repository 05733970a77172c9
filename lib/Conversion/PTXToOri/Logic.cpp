//===- Logic.cpp - Lowering of PTX logic, shifts and bit fields -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of what works on bits: logic, shifts, fields, counting and
// permuting bytes. 64-bit operands are two registers and get an instruction
// for each, or a funnel shift.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;
using ptxmlir::isa::ShfType;
using ptxmlir::ptx::isSigned;

static unsigned getBits(ptx::DataType type) { return ptx::getBitWidth(type); }

//===----------------------------------------------------------------------===//
// and, or, xor, not, cnot, lop3
//===----------------------------------------------------------------------===//

template <typename OpT>
static LogicalResult lowerBinary(FuncLowering &l, OpT op, uint8_t lut) {
  Value a = l.get(op.getA()), b = l.get(op.getB());
  if (op.getDataType() == ptx::DataType::Pred) {
    l.setResult(op, l.plop3(a, b, l.pt(), lut));
    return success();
  }
  SmallVector<Value> parts;
  for (unsigned i = 0, n = ori::getWidth(a.getType()); i != n; ++i)
    parts.push_back(l.lop3(l.part(a, i), l.part(b, i), l.zero(), lut));
  l.setResult(op, l.combine(parts));
  return success();
}
static LogicalResult lowerAnd(FuncLowering &l, ptx::AndOp op) {
  return lowerBinary(l, op, 0xc0);
}
static LogicalResult lowerOr(FuncLowering &l, ptx::OrOp op) {
  return lowerBinary(l, op, 0xfc);
}
static LogicalResult lowerXor(FuncLowering &l, ptx::XorOp op) {
  return lowerBinary(l, op, 0x3c);
}

static LogicalResult lowerNot(FuncLowering &l, ptx::NotOp op) {
  Value a = l.get(op.getA());
  if (op.getDataType() == ptx::DataType::Pred) {
    l.setResult(op, l.pnot(a));
    return success();
  }
  SmallVector<Value> parts;
  for (unsigned i = 0, n = ori::getWidth(a.getType()); i != n; ++i)
    parts.push_back(l.bnot(l.part(a, i)));
  l.setResult(op, l.combine(parts));
  return success();
}

/// 1 where the value is zero, else 0.
static LogicalResult lowerCnot(FuncLowering &l, ptx::CnotOp op) {
  Value a = l.get(op.getA());
  unsigned bits = getBits(op.getDataType());
  Value all = bits == 16   ? l.extend(a, 16, false)
              : bits == 64 ? l.bor(l.lo(a), l.hi(a))
                           : a;
  Value isZero = l.isetp(isa::ICmp::EQ, all, l.zero(), false);
  Value one = l.select(isZero, l.imm(1), l.zero());
  l.setResult(op, bits == 64 ? l.combine({one, l.zero()}) : one);
  return success();
}

static LogicalResult lowerLop3(FuncLowering &l, ptx::Lop3Op op) {
  Value d =
      l.lop3(l.get(op.getA()), l.get(op.getB()), l.get(op.getC()), op.getLut());
  if (op.getBoolOp() == ptx::BoolOp::None) {
    l.setResult(op, d);
    return success();
  }
  Value nonZero = l.isetp(isa::ICmp::NE, d, l.zero(), false);
  Value q = l.get(op.getQ());
  Value p = op.getBoolOp() == ptx::BoolOp::And ? l.pand(nonZero, q)
                                               : l.por(nonZero, q);
  l.setResults(op, {d, p});
  return success();
}

//===----------------------------------------------------------------------===//
// Shifts: amounts beyond the width clamp
//===----------------------------------------------------------------------===//

static LogicalResult lowerShl(FuncLowering &l, ptx::ShlOp op) {
  Value a = l.get(op.getA()), amount = l.get(op.getB());
  if (getBits(op.getDataType()) != 64) {
    // A 16-bit shift by 16 or more clears the low half by itself.
    l.setResult(op, l.shl(a, amount));
    return success();
  }
  // A constant amount of 32 or more moves one word.
  std::optional<uint64_t> known = l.getConstant(amount);
  if (known && *known >= 32) {
    Value high = *known < 64 ? l.shl(l.lo(a), l.imm(*known - 32)) : l.zero();
    l.setResult(op, l.combine({l.zero(), high}));
    return success();
  }
  Value low =
      l.shf(l.lo(a), amount, l.hi(a), false, false, false, ShfType::U64);
  Value high =
      l.shf(l.lo(a), amount, l.hi(a), false, false, true, ShfType::U64);
  l.setResult(op, l.combine({low, high}));
  return success();
}

static LogicalResult lowerShr(FuncLowering &l, ptx::ShrOp op) {
  Value a = l.get(op.getA()), amount = l.get(op.getB());
  unsigned bits = getBits(op.getDataType());
  bool sign = isSigned(op.getDataType());
  if (bits != 64) {
    if (bits == 16)
      a = l.extend(a, 16, sign);
    l.setResult(op, l.shr(a, amount, sign));
    return success();
  }
  std::optional<uint64_t> known = l.getConstant(amount);
  if (known && *known >= 32) {
    uint32_t rest = uint32_t(std::min<uint64_t>(*known - 32, sign ? 31 : 32));
    Value fill = sign ? l.shr(l.hi(a), l.imm(31), true) : l.zero();
    l.setResult(op, l.combine({l.shr(l.hi(a), l.imm(rest), sign), fill}));
    return success();
  }
  ShfType type = sign ? ShfType::S64 : ShfType::U64;
  Value low = l.shf(l.lo(a), amount, l.hi(a), true, false, false, type);
  // The high half shifts alone, as a 32-bit value.
  Value high = l.shr(l.hi(a), amount, sign);
  l.setResult(op, l.combine({low, high}));
  return success();
}

/// shf.l keeps the high, shf.r the low 32 bits of {b, a} shifted; amounts are
/// clamped to 32 or wrapped.
static LogicalResult lowerShf(FuncLowering &l, ptx::ShfOp op) {
  bool right = op.getDirection() == ptx::ShiftDirection::R;
  bool wrap = op.getShiftMode() == ptx::ShiftMode::Wrap;
  l.setResult(op, l.shf(l.get(op.getA()), l.get(op.getC()), l.get(op.getB()),
                        right, wrap, /*highPart=*/!right, ShfType::U32));
  return success();
}

//===----------------------------------------------------------------------===//
// Bit fields
//===----------------------------------------------------------------------===//

/// The low 8 bits of a position or length operand.
static Value getByte(FuncLowering &l, Value v) {
  if (std::optional<uint64_t> known = l.getConstant(v))
    return l.imm(*known & 0xff);
  return l.extend(v, 8, false);
}

static LogicalResult lowerBfe(FuncLowering &l, ptx::BfeOp op) {
  ptx::DataType type = op.getDataType();
  bool sign = isSigned(type);
  unsigned bits = getBits(type);
  Value a = l.get(op.getA());
  Value pos = getByte(l, l.get(op.getB())), len = getByte(l, l.get(op.getC()));
  // Move the field to the top (dropping what lies above it) and back down. The
  // field ends at min(pos + len, bits); a signed field that reaches past the
  // top is filled with the sign of the value.
  Value zeroLen = l.isetp(isa::ICmp::EQ, len, l.zero(), false);
  auto umin = [&](Value x, Value y) {
    return l.select(l.isetp(isa::ICmp::LT, x, y, false), x, y);
  };
  Value width = l.imm(bits);
  Value end = l.iadd(pos, len);
  Value up = l.isub(width, umin(end, width));
  if (bits == 32) {
    // With everything shifted left by `up`, the field's top bit is bit 31.
    Value top = l.shl(a, up);
    Value down = umin(l.iadd(up, pos), l.imm(sign ? 31 : 32));
    Value field = l.shr(top, down, sign);
    l.setResult(op, l.select(zeroLen, l.zero(), field));
    return success();
  }
  ShfType ty = sign ? ShfType::S64 : ShfType::U64;
  Value topLo = l.shf(l.lo(a), up, l.hi(a), false, false, false, ShfType::U64);
  Value topHi = l.shf(l.lo(a), up, l.hi(a), false, false, true, ShfType::U64);
  Value down = umin(l.iadd(up, pos), l.imm(sign ? 63 : 64));
  Value low = l.shf(topLo, down, topHi, true, false, false, ty);
  Value high = l.shr(topHi, down, sign);
  l.setResult(op, l.combine({l.select(zeroLen, l.zero(), low),
                             l.select(zeroLen, l.zero(), high)}));
  return success();
}

/// A mask of `len` ones from bit `pos` on, of one or two registers.
static Value emitMask(FuncLowering &l, Value pos, Value len, unsigned bits) {
  if (bits == 32) {
    Value ones = l.bnot(l.shl(l.imm(~0u), len));
    return l.shl(ones, pos);
  }
  Value all = l.imm(~0u);
  Value lowOnes =
      l.bnot(l.shf(all, len, all, false, false, false, ShfType::U64));
  Value highOnes =
      l.bnot(l.shf(all, len, all, false, false, true, ShfType::U64));
  return l.combine(
      {l.shf(lowOnes, pos, highOnes, false, false, false, ShfType::U64),
       l.shf(lowOnes, pos, highOnes, false, false, true, ShfType::U64)});
}

/// Inserts the low `len` bits of a at bit `pos` of b.
static LogicalResult lowerBfi(FuncLowering &l, ptx::BfiOp op) {
  Value a = l.get(op.getA()), b = l.get(op.getB());
  Value pos = getByte(l, l.get(op.getC())), len = getByte(l, l.get(op.getE()));
  unsigned bits = getBits(op.getDataType());
  Value mask = emitMask(l, pos, len, bits);
  Value moved = bits == 32 ? l.shl(a, pos)
                           : l.combine({l.shf(l.lo(a), pos, l.hi(a), false,
                                              false, false, ShfType::U64),
                                        l.shf(l.lo(a), pos, l.hi(a), false,
                                              false, true, ShfType::U64)});
  SmallVector<Value> parts;
  for (unsigned i = 0; i != bits / 32; ++i)
    parts.push_back(
        l.lop3(l.part(mask, i), l.part(moved, i), l.part(b, i), 0xca));
  l.setResult(op, l.combine(parts));
  return success();
}

/// b ones from bit a on.
static LogicalResult lowerBmsk(FuncLowering &l, ptx::BmskOp op) {
  uint64_t mods = isa::BMSK::kDefaultMods;
  mods = isa::BMSK::w.set(mods, op.getShiftMode() == ptx::ShiftMode::Wrap);
  l.setResult(
      op, l.value(Opcode::BMSK, {l.get(op.getA()), l.get(op.getB())}, mods));
  return success();
}

/// The low b bits of a, extended by their sign or with zeros.
static LogicalResult lowerSzext(FuncLowering &l, ptx::SzextOp op) {
  uint64_t mods = isa::SGXT::kDefaultMods;
  mods = isa::SGXT::w.set(mods, op.getShiftMode() == ptx::ShiftMode::Wrap);
  mods = isa::SGXT::u32.set(mods, !isSigned(op.getDataType()));
  l.setResult(
      op, l.value(Opcode::SGXT, {l.get(op.getA()), l.get(op.getB())}, mods));
  return success();
}

//===----------------------------------------------------------------------===//
// Counting and reversing
//===----------------------------------------------------------------------===//

static LogicalResult lowerPopc(FuncLowering &l, ptx::PopcOp op) {
  Value a = l.get(op.getA());
  Value count = l.value(Opcode::POPC, {l.lo(a)});
  if (getBits(op.getDataType()) == 64)
    count = l.iadd(count, l.value(Opcode::POPC, {l.hi(a)}));
  l.setResult(op, count);
  return success();
}

/// The position of the highest bit that differs from the sign (or of the
/// highest one), 0xffffffff if there is none; `distance` gives that from the
/// top.
static Value emitFindLeading(FuncLowering &l, Value a, bool sign,
                             bool distance) {
  uint64_t mods = isa::FLO::kDefaultMods;
  mods = isa::FLO::u32.set(mods, !sign);
  mods = isa::FLO::sh.set(mods, distance);
  return l.value(Opcode::FLO, {a}, mods);
}

static LogicalResult lowerBfind(FuncLowering &l, ptx::BfindOp op) {
  Value a = l.get(op.getA());
  bool sign = isSigned(op.getDataType()), distance = op.getShiftAmt();
  if (getBits(op.getDataType()) == 32) {
    l.setResult(op, emitFindLeading(l, a, sign, distance));
    return success();
  }
  Value low = l.lo(a), high = l.hi(a);
  if (sign) {
    // Complement a negative value: the search is then for a one.
    Value mask = l.shr(high, l.imm(31), true);
    low = l.bxor(low, mask);
    high = l.bxor(high, mask);
  }
  Value inHigh = l.isetp(isa::ICmp::NE, high, l.zero(), false);
  Value none = l.isetp(isa::ICmp::EQ, l.bor(low, high), l.zero(), false);
  Value atHigh = emitFindLeading(l, high, false, distance);
  Value atLow = emitFindLeading(l, low, false, distance);
  if (distance)
    atLow = l.iadd(atLow, l.imm(32));
  else
    atHigh = l.iadd(atHigh, l.imm(32));
  l.setResult(op, l.select(none, l.imm(~0u), l.select(inHigh, atHigh, atLow)));
  return success();
}

static LogicalResult lowerClz(FuncLowering &l, ptx::ClzOp op) {
  Value a = l.get(op.getA());
  auto clz32 = [&](Value v) {
    // 31 - position; a zero gives position -1 and so 32.
    return l.isub(l.imm(31), emitFindLeading(l, v, false, false));
  };
  if (getBits(op.getDataType()) == 32) {
    l.setResult(op, clz32(a));
    return success();
  }
  Value highZero = l.isetp(isa::ICmp::EQ, l.hi(a), l.zero(), false);
  l.setResult(op, l.select(highZero, l.iadd(clz32(l.lo(a)), l.imm(32)),
                           clz32(l.hi(a))));
  return success();
}

static LogicalResult lowerBrev(FuncLowering &l, ptx::BrevOp op) {
  Value a = l.get(op.getA());
  if (getBits(op.getDataType()) == 32)
    l.setResult(op, l.value(Opcode::BREV, {a}));
  else
    l.setResult(op, l.combine({l.value(Opcode::BREV, {l.hi(a)}),
                               l.value(Opcode::BREV, {l.lo(a)})}));
  return success();
}

static LogicalResult lowerPrmt(FuncLowering &l, ptx::PrmtOp op) {
  isa::PrmtMode mode;
  switch (op.getMode()) {
  case ptx::PrmtMode::F4e:
    mode = isa::PrmtMode::F4E;
    break;
  case ptx::PrmtMode::B4e:
    mode = isa::PrmtMode::B4E;
    break;
  case ptx::PrmtMode::Rc8:
    mode = isa::PrmtMode::RC8;
    break;
  case ptx::PrmtMode::Ecl:
    mode = isa::PrmtMode::ECL;
    break;
  case ptx::PrmtMode::Ecr:
    mode = isa::PrmtMode::ECR;
    break;
  case ptx::PrmtMode::Rc16:
    mode = isa::PrmtMode::RC16;
    break;
  default:
    mode = isa::PrmtMode::IDX;
    break;
  }
  l.setResult(
      op,
      l.value(Opcode::PRMT,
              {l.get(op.getA()), l.get(op.getC()), l.get(op.getB())},
              isa::PRMT::mode.set(isa::PRMT::kDefaultMods, uint64_t(mode))));
  return success();
}

void ptxtoori::registerLogicLowerings(HandlerTable &table) {
  table.add<ptx::AndOp, lowerAnd>();
  table.add<ptx::OrOp, lowerOr>();
  table.add<ptx::XorOp, lowerXor>();
  table.add<ptx::NotOp, lowerNot>();
  table.add<ptx::CnotOp, lowerCnot>();
  table.add<ptx::Lop3Op, lowerLop3>();
  table.add<ptx::ShlOp, lowerShl>();
  table.add<ptx::ShrOp, lowerShr>();
  table.add<ptx::ShfOp, lowerShf>();
  table.add<ptx::BfeOp, lowerBfe>();
  table.add<ptx::BfiOp, lowerBfi>();
  table.add<ptx::BmskOp, lowerBmsk>();
  table.add<ptx::SzextOp, lowerSzext>();
  table.add<ptx::PopcOp, lowerPopc>();
  table.add<ptx::BfindOp, lowerBfind>();
  table.add<ptx::ClzOp, lowerClz>();
  table.add<ptx::BrevOp, lowerBrev>();
  table.add<ptx::PrmtOp, lowerPrmt>();
}
