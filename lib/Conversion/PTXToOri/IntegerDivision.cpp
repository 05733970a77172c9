//===- IntegerDivision.cpp - Lowering of integer div and rem --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division goes through a reciprocal that is never too large, so that quotients
// are too small by a known amount; comparisons with the remainder correct them.
// Nothing depends on which approximation MUFU.RCP gives as long as it is within
// one unit in the last place (f32), or 2^-18 relatively (RCP64H).
//
// Division by zero gives all ones for quotient and remainder (observed on ptxas
// 13.0.88; the PTX ISA leaves it to the machine).
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::ICmp;
using ptxmlir::isa::MufuOp;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Round;
using ptxmlir::ptx::DataType;

namespace {
/// Quotient and remainder; only the one that is wanted need be there.
struct Division {
  Value quotient, remainder;
};
} // namespace

static Value u32ToF32(FuncLowering &l, Value x, Round rnd) {
  uint64_t mods =
      isa::I2F::src.set(isa::I2F::kDefaultMods, uint64_t(isa::IntFmt::U32));
  return l.value(Opcode::I2F, {x}, isa::I2F::rnd.set(mods, uint64_t(rnd)));
}

/// f32 below 2^32 and not negative, truncated.
static Value f32ToU32(FuncLowering &l, Value x) {
  uint64_t mods =
      isa::F2I::dst.set(isa::F2I::kDefaultMods, uint64_t(isa::IntFmt::U32));
  mods = isa::F2I::rnd.set(mods, uint64_t(isa::RoundInt::TRUNC));
  return l.value(Opcode::F2I, {x}, isa::F2I::ntz.set(mods, 1));
}

static Value u64ToF64(FuncLowering &l, Value x, Round rnd) {
  uint64_t mods = isa::I2F_64::dst.set(isa::I2F_64::kDefaultMods,
                                       uint64_t(isa::FloatFmt::F64));
  mods = isa::I2F_64::src.set(mods, uint64_t(isa::IntFmt::U64));
  return l.value(Opcode::I2F_64, {x},
                 isa::I2F_64::rnd.set(mods, uint64_t(rnd)));
}

static Value f64ToUnsigned(FuncLowering &l, Value x, isa::IntFmt format) {
  uint64_t mods = isa::F2I_64::src.set(isa::F2I_64::kDefaultMods,
                                       uint64_t(isa::FloatFmt::F64));
  mods = isa::F2I_64::dst.set(mods, uint64_t(format));
  mods = isa::F2I_64::rnd.set(mods, uint64_t(isa::RoundInt::TRUNC));
  return l.value(Opcode::F2I_64, {x}, mods);
}

/// value + 1 where p holds.
static Value incrementIf(FuncLowering &l, Value p, Value value) {
  return emitIf(l, p, Opcode::IADD3,
                {value, l.imm(1), l.zero(), l.pt(), l.pt()},
                isa::IADD3::kDefaultMods, value);
}

//===----------------------------------------------------------------------===//
// 32 bits
//===----------------------------------------------------------------------===//

// f >= d rounded up, so 1/f <= 1/d; two units off the reciprocal cover MUFU's
// error. With z = floor of 2^32 times that, u = z d / 2^32 < 1 is short of 1 by
// less than 2^-21 + d / 2^32. One Newton step z + z (1 - u) is then too small
// by less than 2 and floor(x z / 2^32) too small by at most 2.
static Division emitDivU32(FuncLowering &l, Value x, Value d,
                           bool wantQuotient) {
  Value inverse = mufu(l, MufuOp::RCP, u32ToF32(l, d, Round::RP));
  // 2^32 times it in the exponent field, and two units less.
  Value z = f32ToU32(l, l.iadd(inverse, l.imm((32u << 23) - 2)));
  Value minusD = l.ineg(d);
  z = l.iadd(z, l.imulHi(z, l.imul(minusD, z), false));
  Value q = l.imulHi(x, z, false);
  Value r = l.imad(minusD, q, x);
  for (unsigned step = 0; step != 2; ++step) {
    Value more = l.isetp(ICmp::GE, r, d, false);
    if (wantQuotient)
      q = incrementIf(l, more, q);
    if (step == 0 || !wantQuotient)
      r = emitIf(l, more, Opcode::IADD3,
                 {r, -FloatSource(d), l.zero(), l.pt(), l.pt()},
                 isa::IADD3::kDefaultMods, r);
  }
  return {q, r};
}

//===----------------------------------------------------------------------===//
// 16 bits, in registers extended to 32
//===----------------------------------------------------------------------===//

// The reciprocal plus two units is above 1/d by a factor 1 + t, 0 < t < 2^-21,
// so x/d <= x/d (1 + t) < x/d + 1/d and the floor is that of x/d; rounding the
// product towards zero does not cross an integer.
static Division emitDivU16(FuncLowering &l, Value x, Value d,
                           bool wantQuotient) {
  Value inverse = mufu(l, MufuOp::RCP, u32ToF32(l, d, Round::RN));
  inverse = l.iadd(inverse, l.imm(2));
  Value q =
      f32ToU32(l, fmul(l, u32ToF32(l, x, Round::RN), inverse, {Round::RZ}));
  return {q, wantQuotient ? Value() : l.imad(l.ineg(q), d, x)};
}

//===----------------------------------------------------------------------===//
// 64 bits
//===----------------------------------------------------------------------===//

/// minusD q + x for a q of one or two registers, modulo 2^64.
static Value emitRemainder64(FuncLowering &l, Value minusD, Value q, Value x) {
  Value low = l.imadWide(l.lo(q), l.lo(minusD), x, false);
  Value high = l.imad(l.lo(q), l.hi(minusD), l.hi(low));
  if (ori::getWidth(q.getType()) == 2)
    high = l.imad(l.hi(q), l.lo(minusD), high);
  return l.combine({l.lo(low), high});
}

// The divisor is rounded up and the seed lowered by more than its error, so
// that e = 1 - d y0 is not negative, and below 2^-15.6; y = y0 (1 + e + e^2),
// rounded down, is (1 - e^3) / d at most and short of 1/d by a factor of 2^-46.
// The first quotient floor(x y) is too small by less than 1 + x/d 2^-46. Its
// remainder, exact modulo 2^64, divided the same way gives a second quotient
// below 2^19 that is too small by at most 1.
static Division emitDivU64(FuncLowering &l, Value x, Value d,
                           bool wantQuotient) {
  Value divisor = u64ToF64(l, d, Round::RP);
  Value seed = l.combine(
      {l.zero(), l.iadd(mufu(l, MufuOp::RCP64H, l.hi(divisor)), l.imm(-12))});
  Value e = dfma(l, -FloatSource(divisor), seed, f64(l, 1.0), Round::RM);
  Value e2 = dfma(l, e, e, e, Round::RM);
  Value y = dfma(l, seed, e2, seed, Round::RM);
  auto divide = [&](Value dividend, isa::IntFmt format) {
    return f64ToUnsigned(
        l, dmul(l, u64ToF64(l, dividend, Round::RZ), y, Round::RM), format);
  };
  Value minusD = l.sub64(l.imm64(0), d);
  Value q1 = divide(x, isa::IntFmt::U64);
  Value r1 = emitRemainder64(l, minusD, q1, x);
  Value q2 = divide(r1, isa::IntFmt::U32);
  Value r2 = emitRemainder64(l, minusD, q2, r1);
  Value more = l.isetp64(ICmp::GE, r2, d, false);
  if (!wantQuotient)
    return {Value(), l.select(more, l.sub64(r2, d), r2)};
  q2 = incrementIf(l, more, q2);
  return {l.add64(q1, l.combine({q2, l.zero()})), Value()};
}

//===----------------------------------------------------------------------===//
// Signs, constants and dispatch
//===----------------------------------------------------------------------===//

static Value negateIf(FuncLowering &l, Value p, Value x) {
  Value negative =
      ori::getWidth(x.getType()) == 2 ? l.sub64(l.imm64(0), x) : l.ineg(x);
  return l.select(p, negative, x);
}

static Value isNegative(FuncLowering &l, Value x) {
  Value top = ori::getWidth(x.getType()) == 2 ? l.hi(x) : x;
  return l.isetp(ICmp::LT, top, l.zero(), true);
}

static Value magnitude(FuncLowering &l, Value x) {
  if (ori::getWidth(x.getType()) == 2)
    return negateIf(l, isNegative(l, x), x);
  return l.value(Opcode::IABS, {x});
}

/// x divided by the constant 2^shift, unsigned.
static Value emitPowerOfTwo(FuncLowering &l, Value x, unsigned shift,
                            bool wantQuotient) {
  if (ori::getWidth(x.getType()) == 1)
    return wantQuotient ? l.shr(x, l.imm(shift), false)
                        : l.band(x, l.imm((uint64_t(1) << shift) - 1));
  if (wantQuotient)
    return l.combine({l.shf(l.lo(x), l.imm(shift), l.hi(x), true, false, false,
                            isa::ShfType::U64),
                      l.shr(l.hi(x), l.imm(shift), false)});
  uint64_t mask = (uint64_t(1) << shift) - 1;
  return l.combine({l.band(l.lo(x), l.imm(uint32_t(mask))),
                    l.band(l.hi(x), l.imm(uint32_t(mask >> 32)))});
}

static Value emitIntDivision(FuncLowering &l, DataType type, Value x, Value d,
                             bool wantQuotient) {
  bool isSigned = ptx::isSigned(type);
  unsigned bits = ptx::getBitWidth(type);
  std::optional<uint64_t> constant = l.getConstant(d);
  if (constant && bits < 64)
    *constant &= (uint64_t(1) << bits) - 1;
  if (bits == 16) {
    x = l.extend(x, 16, isSigned);
    d = !constant  ? l.extend(d, 16, isSigned)
        : isSigned ? l.imm(uint32_t(int16_t(*constant)))
                   : l.imm(uint32_t(*constant));
  }
  if (constant && !isSigned && llvm::isPowerOf2_64(*constant))
    return emitPowerOfTwo(l, x, llvm::Log2_64(*constant), wantQuotient);

  Value dividend = isSigned ? magnitude(l, x) : x;
  Value divisor = isSigned ? magnitude(l, d) : d;
  Division division =
      bits == 16   ? emitDivU16(l, dividend, divisor, wantQuotient)
      : bits == 32 ? emitDivU32(l, dividend, divisor, wantQuotient)
                   : emitDivU64(l, dividend, divisor, wantQuotient);
  Value result = wantQuotient ? division.quotient : division.remainder;
  if (isSigned) {
    // A quotient is negative where the signs differ, a remainder as the
    // dividend.
    Value signs = bits == 64 ? l.hi(x) : x;
    if (wantQuotient)
      signs = l.bxor(signs, bits == 64 ? l.hi(d) : d);
    result = negateIf(l, isNegative(l, signs), result);
  }
  if (constant && *constant)
    return result;
  Value any = bits == 64 ? l.bor(l.lo(d), l.hi(d)) : d;
  Value byZero = l.isetp(ICmp::EQ, any, l.zero(), false);
  Value ones = bits == 64 ? l.imm64(~uint64_t(0)) : l.imm(~0u);
  return l.select(byZero, ones, result);
}

static LogicalResult lowerDiv(FuncLowering &l, ptx::DivOp op) {
  DataType type = op.getDataType();
  if (type == DataType::F32 || type == DataType::F64)
    return lowerFloatDiv(l, op);
  l.setResult(
      op, emitIntDivision(l, type, l.get(op.getA()), l.get(op.getB()), true));
  return success();
}

static LogicalResult lowerRem(FuncLowering &l, ptx::RemOp op) {
  l.setResult(op, emitIntDivision(l, op.getDataType(), l.get(op.getA()),
                                  l.get(op.getB()), false));
  return success();
}

void ptxtoori::registerIntegerDivisionLowerings(HandlerTable &table) {
  table.add<ptx::DivOp, lowerDiv>();
  table.add<ptx::RemOp, lowerRem>();
}
