//===- Logic.cpp - Lowering of PTX logic, shifts and bit fields -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of what works on bits and is more than one instruction: logic,
// shifts, fields, counting. 64-bit operands are two registers and get an
// instruction for each, or a funnel shift.
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
// and, or, xor, not, cnot, lop3 with a predicate
//===----------------------------------------------------------------------===//

/// One of 64 bits.
template <typename OpT>
static LogicalResult lowerBinary(FuncLowering &l, OpT op, uint8_t lut) {
  Value a = l.get(op.getA()), b = l.get(op.getB());
  SmallVector<Value> parts;
  for (unsigned i : {0, 1})
    parts.push_back(l.lop3(l.part(a, i), l.part(b, i), l.zero(), lut));
  l.setResult(op, l.combine(parts));
  return success();
}
static LogicalResult lowerAnd(FuncLowering &l, ptx::AndOp op) {
  return lowerBinary(l, op, isa::kTableAnd);
}
static LogicalResult lowerOr(FuncLowering &l, ptx::OrOp op) {
  return lowerBinary(l, op, isa::kTableOr);
}
static LogicalResult lowerXor(FuncLowering &l, ptx::XorOp op) {
  return lowerBinary(l, op, isa::kTableXor);
}

static LogicalResult lowerNot(FuncLowering &l, ptx::NotOp op) {
  Value a = l.get(op.getA());
  SmallVector<Value> parts;
  for (unsigned i : {0, 1})
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
  if (bits == 16) {
    l.setResult(op, l.shr(l.extend(a, 16, sign), amount, sign));
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

//===----------------------------------------------------------------------===//
// Counting and reversing
//===----------------------------------------------------------------------===//

static LogicalResult lowerPopc(FuncLowering &l, ptx::PopcOp op) {
  Value a = l.get(op.getA());
  Value low = l.value(Opcode::POPC, {l.lo(a)});
  l.setResult(op, l.iadd(low, l.value(Opcode::POPC, {l.hi(a)})));
  return success();
}

/// The position of the highest one, 0xffffffff if there is none; `distance`
/// gives that from the top.
static Value emitFindLeading(FuncLowering &l, Value a, bool distance) {
  uint64_t mods = isa::FLO::kDefaultMods;
  mods = isa::FLO::u32.set(mods, 1);
  mods = isa::FLO::sh.set(mods, distance);
  return l.value(Opcode::FLO, {a}, mods);
}

static LogicalResult lowerBfind(FuncLowering &l, ptx::BfindOp op) {
  Value a = l.get(op.getA());
  bool sign = isSigned(op.getDataType()), distance = op.getShiftAmt();
  Value low = l.lo(a), high = l.hi(a);
  if (sign) {
    // Complement a negative value: the search is then for a one.
    Value mask = l.shr(high, l.imm(31), true);
    low = l.bxor(low, mask);
    high = l.bxor(high, mask);
  }
  Value inHigh = l.isetp(isa::ICmp::NE, high, l.zero(), false);
  Value none = l.isetp(isa::ICmp::EQ, l.bor(low, high), l.zero(), false);
  Value atHigh = emitFindLeading(l, high, distance);
  Value atLow = emitFindLeading(l, low, distance);
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
    return l.isub(l.imm(31), emitFindLeading(l, v, /*distance=*/false));
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
  l.setResult(op, l.combine({l.value(Opcode::BREV, {l.hi(a)}),
                             l.value(Opcode::BREV, {l.lo(a)})}));
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
  table.add<ptx::BfeOp, lowerBfe>();
  table.add<ptx::BfiOp, lowerBfi>();
  table.add<ptx::PopcOp, lowerPopc>();
  table.add<ptx::BfindOp, lowerBfind>();
  table.add<ptx::ClzOp, lowerClz>();
  table.add<ptx::BrevOp, lowerBrev>();
}
