//===- Integer.cpp - Lowering of PTX integer arithmetic -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of integer arithmetic of 16, 32 and 64 bits. Division has a file of
// its own, IntegerDivision.cpp.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "FloatLowering.h"
#include "Lowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;
using ptxmlir::ptx::isSigned;

static bool isFloatType(ptx::DataType type) {
  return ptx::isFloat(type) || type == ptx::DataType::F32x2 ||
         type == ptx::DataType::F16x2 || type == ptx::DataType::Bf16x2;
}
static unsigned getBits(ptx::DataType type) { return ptx::getBitWidth(type); }

//===----------------------------------------------------------------------===//
// add, sub and the carry chain
//===----------------------------------------------------------------------===//

/// a + b or a - b of any integer width with optional carry in and out. The flag
/// is the machine's carry, and a - b is a + ~b + 1: set where nothing is
/// borrowed (docs/ptx-dialect.md, Carry).
static Value emitAdd(FuncLowering &l, Value a, Value b, unsigned bits,
                     bool subtract, Value carryIn, Value *carryOut) {
  unsigned regs = bits <= 32 ? 1 : bits / 32;
  SmallVector<Value> parts;
  Value carry = carryIn;
  for (unsigned i = 0; i != regs; ++i) {
    Value next;
    bool wantNext = i + 1 < regs || carryOut;
    Value sum;
    if (carry)
      sum = l.addCarryIn(l.part(a, i), l.part(b, i), subtract, carry,
                         wantNext ? &next : nullptr);
    else
      sum = l.addCarryOut(l.part(a, i), l.part(b, i), subtract, next);
    parts.push_back(sum);
    carry = next;
  }
  if (carryOut)
    *carryOut = carry;
  return l.combine(parts);
}

static bool isPair(ptx::DataType type) {
  return type == ptx::DataType::U16x2 || type == ptx::DataType::S16x2;
}

/// Two sums of 16 bits, where the machine has no instruction for them.
static Value emitPairAdd(FuncLowering &l, Value a, Value b) {
  // The upper sum without the carry of the lower one.
  Value high =
      l.iadd(l.band(a, l.imm(0xffff0000)), l.band(b, l.imm(0xffff0000)));
  return l.prmt(l.iadd(a, b), l.imm(0x7610), high);
}

template <typename OpT>
static LogicalResult lowerAddSub(FuncLowering &l, OpT op, bool subtract) {
  ptx::DataType type = op.getDataType();
  if (isFloatType(type))
    return lowerFloatAdd(l, op, subtract);
  Value a = l.get(op.getA()), b = l.get(op.getB());
  if (isPair(type)) { // sums only
    l.setResult(op, emitPairAdd(l, a, b));
    return success();
  }
  if (op.getSat() != ptx::Saturate::None) {
    l.setResult(op, l.iaddSaturating(a, b, subtract)); // s32 only
    return success();
  }
  Value carry;
  bool cc = op.getCc();
  Value sum =
      emitAdd(l, a, b, getBits(type), subtract, Value(), cc ? &carry : nullptr);
  if (cc)
    l.setResults(op, {sum, carry});
  else
    l.setResult(op, sum);
  return success();
}

static LogicalResult lowerAdd(FuncLowering &l, ptx::AddOp op) {
  return lowerAddSub(l, op, false);
}
static LogicalResult lowerSub(FuncLowering &l, ptx::SubOp op) {
  return lowerAddSub(l, op, true);
}

template <typename OpT>
static LogicalResult lowerAddcSubc(FuncLowering &l, OpT op, bool subtract) {
  if (op.getSat() != ptx::Saturate::None) {
    Value a = l.get(op.getA()), b = l.get(op.getB());
    Value sum = emitAdd(l, a, b, /*bits=*/32, subtract, l.get(op.getCarryIn()),
                        /*carryOut=*/nullptr);
    l.setResult(op, l.saturateSum(a, subtract ? l.bnot(b) : b, sum));
    return success();
  }
  Value carry;
  bool cc = op.getCc();
  Value sum =
      emitAdd(l, l.get(op.getA()), l.get(op.getB()), getBits(op.getDataType()),
              subtract, l.get(op.getCarryIn()), cc ? &carry : nullptr);
  if (cc)
    l.setResults(op, {sum, carry});
  else
    l.setResult(op, sum);
  return success();
}
static LogicalResult lowerAddc(FuncLowering &l, ptx::AddcOp op) {
  return lowerAddcSubc(l, op, false);
}
static LogicalResult lowerSubc(FuncLowering &l, ptx::SubcOp op) {
  return lowerAddcSubc(l, op, true);
}

//===----------------------------------------------------------------------===//
// mul, mad
//===----------------------------------------------------------------------===//

/// The high 64 bits of a 64-bit product.
static Value emitMulHi64(FuncLowering &l, Value a, Value b, bool isSigned) {
  // Unsigned: four partial products. A signed product differs by b where a is
  // negative and by a where b is.
  Value ll = l.imulHi(l.lo(a), l.lo(b), false);
  Value lh = l.imadWide(l.lo(a), l.hi(b), l.combine({ll, l.zero()}), false);
  Value hl =
      l.imadWide(l.hi(a), l.lo(b), l.combine({l.lo(lh), l.zero()}), false);
  Value carry;
  Value mid = l.addCarryOut(l.hi(lh), l.hi(hl), false, carry);
  Value midHigh = l.addCarryIn(l.zero(), l.zero(), false, carry);
  Value high = l.imadWide(l.hi(a), l.hi(b), l.combine({mid, midHigh}), false);
  if (!isSigned)
    return high;
  Value signA = l.shr(l.hi(a), l.imm(31), true);
  Value signB = l.shr(l.hi(b), l.imm(31), true);
  Value takeB = l.combine({l.band(signA, l.lo(b)), l.band(signA, l.hi(b))});
  Value takeA = l.combine({l.band(signB, l.lo(a)), l.band(signB, l.hi(a))});
  return l.sub64(l.sub64(high, takeB), takeA);
}

/// The product of two integers in the given mode: lo, hi or wide.
static Value emitMul(FuncLowering &l, Value a, Value b, ptx::DataType type,
                     ptx::MulMode mode) {
  bool sign = isSigned(type);
  unsigned bits = getBits(type);
  if (bits == 16) {
    if (mode == ptx::MulMode::Lo)
      return l.imul(a, b);
    Value product = l.imul(l.extend(a, 16, sign), l.extend(b, 16, sign));
    return mode == ptx::MulMode::Wide ? product
                                      : l.shr(product, l.imm(16), sign);
  }
  if (bits == 32) {
    if (mode == ptx::MulMode::Lo)
      return l.imul(a, b);
    return mode == ptx::MulMode::Wide ? l.imulWide(a, b, sign)
                                      : l.imulHi(a, b, sign);
  }
  return mode == ptx::MulMode::Hi ? emitMulHi64(l, a, b, sign) : l.mul64(a, b);
}

static LogicalResult lowerMul(FuncLowering &l, ptx::MulOp op) {
  if (isFloatType(op.getDataType()))
    return lowerFloatMul(l, op);
  l.setResult(op, emitMul(l, l.get(op.getA()), l.get(op.getB()),
                          op.getDataType(), op.getMode()));
  return success();
}

static LogicalResult lowerMad(FuncLowering &l, ptx::MadOp op) {
  ptx::DataType type = op.getDataType();
  Value a = l.get(op.getA()), b = l.get(op.getB()), c = l.get(op.getC());
  unsigned bits = getBits(type);
  if (op.getSat() != ptx::Saturate::None) { // the high half, s32
    l.setResult(op, l.iaddSaturating(emitMul(l, a, b, type, op.getMode()), c));
    return success();
  }
  if (op.getCc()) {
    Value product = emitMul(l, a, b, type, op.getMode());
    Value carry;
    Value sum = emitAdd(l, product, c, bits, false, Value(), &carry);
    l.setResults(op, {sum, carry});
    return success();
  }
  Value product = emitMul(l, a, b, type, op.getMode());
  unsigned sumBits = op.getMode() == ptx::MulMode::Wide ? 2 * bits : bits;
  l.setResult(op, emitAdd(l, product, c, sumBits, false, Value(), nullptr));
  return success();
}

static LogicalResult lowerMadc(FuncLowering &l, ptx::MadcOp op) {
  Value product = emitMul(l, l.get(op.getA()), l.get(op.getB()),
                          op.getDataType(), op.getMode());
  Value carry;
  Value sum =
      emitAdd(l, product, l.get(op.getC()), getBits(op.getDataType()), false,
              l.get(op.getCarryIn()), op.getCc() ? &carry : nullptr);
  if (op.getCc())
    l.setResults(op, {sum, carry});
  else
    l.setResult(op, sum);
  return success();
}

/// The 48-bit product of the low 24 bits: its low or high 32 bits.
static Value emitMul24(FuncLowering &l, Value a, Value b, bool sign,
                       bool high) {
  Value eight = l.imm(8);
  Value a24 = l.shr(l.shl(a, eight), eight, sign);
  Value b24 = l.shr(l.shl(b, eight), eight, sign);
  if (!high)
    return l.imul(a24, b24);
  Value wide = l.imulWide(a24, b24, sign);
  return l.shf(l.lo(wide), l.imm(16), l.hi(wide), /*right=*/true,
               /*wrap=*/false,
               /*highPart=*/false, isa::ShfType::U64);
}
static LogicalResult lowerMul24(FuncLowering &l, ptx::Mul24Op op) {
  l.setResult(op, emitMul24(l, l.get(op.getA()), l.get(op.getB()),
                            isSigned(op.getDataType()),
                            op.getMode() == ptx::MulMode::Hi));
  return success();
}
static LogicalResult lowerMad24(FuncLowering &l, ptx::Mad24Op op) {
  Value product =
      emitMul24(l, l.get(op.getA()), l.get(op.getB()),
                isSigned(op.getDataType()), op.getMode() == ptx::MulMode::Hi);
  Value c = l.get(op.getC());
  l.setResult(op, op.getSat() != ptx::Saturate::None
                      ? l.iaddSaturating(product, c)
                      : l.iadd(product, c));
  return success();
}

//===----------------------------------------------------------------------===//
// neg, abs, min, max, sad
//===----------------------------------------------------------------------===//

static LogicalResult lowerNeg(FuncLowering &l, ptx::NegOp op) {
  l.setResult(op, l.sub64(l.imm64(0), l.get(op.getA())));
  return success();
}

static LogicalResult lowerAbs(FuncLowering &l, ptx::AbsOp op) {
  Value a = l.get(op.getA());
  if (getBits(op.getDataType()) == 16) {
    l.setResult(op, l.value(Opcode::IABS, {l.extend(a, 16, true)}));
    return success();
  }
  Value negative = l.isetp(isa::ICmp::LT, l.hi(a), l.zero(), true);
  l.setResult(op, l.select(negative, l.sub64(l.imm64(0), a), a));
  return success();
}

static Value emitMinMax(FuncLowering &l, Value a, Value b, ptx::DataType type,
                        bool isMax) {
  bool sign = isSigned(type);
  unsigned bits = getBits(type);
  if (bits == 64) {
    Value less = l.isetp64(isa::ICmp::LT, a, b, sign);
    return isMax ? l.select(less, b, a) : l.select(less, a, b);
  }
  if (bits == 16) {
    a = l.extend(a, 16, sign);
    b = l.extend(b, 16, sign);
  }
  return l.minmax(a, b, isMax, sign);
}

template <typename OpT>
static LogicalResult lowerMinMax(FuncLowering &l, OpT op, bool isMax) {
  ptx::DataType type = op.getDataType();
  if (isFloatType(type))
    return lowerFloatMinMax(l, op, isMax);
  Value a = l.get(op.getA()), b = l.get(op.getB());
  bool hasRelu = op.getRelu();
  if (!isPair(type)) {
    Value chosen = emitMinMax(l, a, b, type, isMax);
    l.setResult(op,
                hasRelu ? emitMinMax(l, chosen, l.zero(), type, true) : chosen);
    return success();
  }
  bool isPairSigned = type == ptx::DataType::S16x2;
  // Each half as a number of 32 bits: low halves are moved up, too.
  auto choose = [&](Value x, Value y) {
    Value chosen = emitMinMax(
        l, x, y, isPairSigned ? ptx::DataType::S32 : ptx::DataType::U32, isMax);
    return hasRelu ? emitMinMax(l, chosen, l.zero(), ptx::DataType::S32, true)
                   : chosen;
  };
  auto up = [&](Value v) { return l.shl(v, l.imm(16)); };
  auto top = [&](Value v) { return l.band(v, l.imm(0xffff0000)); };
  l.setResult(
      op, l.prmt(choose(up(a), up(b)), l.imm(0x7632), choose(top(a), top(b))));
  return success();
}
static LogicalResult lowerMin(FuncLowering &l, ptx::MinOp op) {
  return lowerMinMax(l, op, false);
}
static LogicalResult lowerMax(FuncLowering &l, ptx::MaxOp op) {
  return lowerMinMax(l, op, true);
}

static LogicalResult lowerSad(FuncLowering &l, ptx::SadOp op) {
  ptx::DataType type = op.getDataType();
  unsigned bits = getBits(type);
  Value a = l.get(op.getA()), b = l.get(op.getB()), c = l.get(op.getC());
  if (bits == 16) {
    a = l.extend(a, 16, isSigned(type));
    b = l.extend(b, 16, isSigned(type));
  }
  if (bits <= 32 && isa::hasOpcode(Opcode::VABSDIFF, l.module.target->sm)) {
    l.setResult(op, l.value(Opcode::VABSDIFF, {a, b, c},
                            isa::VABSDIFF::u32.set(isa::VABSDIFF::kDefaultMods,
                                                   !isSigned(type))));
    return success();
  }
  Value larger = emitMinMax(l, a, b, type, true);
  Value smaller = emitMinMax(l, a, b, type, false);
  l.setResult(op, bits == 64 ? l.add64(l.sub64(larger, smaller), c)
                             : l.iadd(l.isub(larger, smaller), c));
  return success();
}

void ptxtoori::registerIntegerLowerings(HandlerTable &table) {
  table.add<ptx::AddOp, lowerAdd>();
  table.add<ptx::SubOp, lowerSub>();
  table.add<ptx::AddcOp, lowerAddc>();
  table.add<ptx::SubcOp, lowerSubc>();
  table.add<ptx::MulOp, lowerMul>();
  table.add<ptx::MadOp, lowerMad>();
  table.add<ptx::MadcOp, lowerMadc>();
  table.add<ptx::Mul24Op, lowerMul24>();
  table.add<ptx::Mad24Op, lowerMad24>();
  table.add<ptx::NegOp, lowerNeg>();
  table.add<ptx::AbsOp, lowerAbs>();
  table.add<ptx::MinOp, lowerMin>();
  table.add<ptx::MaxOp, lowerMax>();
  table.add<ptx::SadOp, lowerSad>();
}
