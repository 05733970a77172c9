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
// one unit in the last place. Constants become products; these and 64 bits are
// in ISA/Derived/Integer.h, the reasons in docs/math.md.
//
// Division by zero gives all ones for quotient and remainder (observed on ptxas
// 13.0.88; the PTX ISA leaves it to the machine).
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Ori/Utils/DerivedBuilder.h"
#include "ptx-mlir/ISA/Derived/Integer.h"

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
  // z is the upper word of what is added: no sum behind the product.
  z = l.value(Opcode::IMAD_HI,
              {z, l.imul(minusD, z), l.combine({l.zero(), z}), l.pt()},
              isa::IMAD_HI::u32.set(isa::IMAD_HI::kDefaultMods, 1));
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

static Value emitDivU64(FuncLowering &l, Value x, Value d, bool wantQuotient) {
  auto constant = [&](Type type, const APInt &bits) {
    return l.constant(type, bits);
  };
  ori::DerivedBuilder derived(l.builder, l.loc, constant);
  return isa::derived::emitDivU64<ori::DerivedBuilder>(derived, x, d,
                                                       wantQuotient)
      .value;
}

/// The quotient (or remainder) of magnitudes, with the sign that it has for x
/// and what `divisorSigns` has on top.
static Value putSign(FuncLowering &l, Value result, Value x, Value divisorSigns,
                     bool wantQuotient) {
  // A quotient is negative where the signs differ, a remainder as the dividend.
  Value signs = ori::getWidth(x.getType()) == 2 ? l.hi(x) : x;
  if (wantQuotient)
    signs = l.bxor(signs, divisorSigns);
  return negateIf(l, isNegative(l, signs), result);
}

/// By a constant that is not zero; x has been extended to 32 bits at least.
static Value emitConstantDivision(FuncLowering &l, DataType type, Value x,
                                  uint64_t divisor, bool wantQuotient) {
  namespace derived = isa::derived;
  auto constant = [&](Type type, const APInt &bits) {
    return l.constant(type, bits);
  };
  ori::DerivedBuilder d(l.builder, l.loc, constant);
  bool isSigned = ptx::isSigned(type);
  if (ptx::getBitWidth(type) < 64)
    return (isSigned ? derived::emitDivS32ByConstant<ori::DerivedBuilder>(
                           d, x, int32_t(divisor), wantQuotient)
                     : derived::emitDivU32ByConstant<ori::DerivedBuilder>(
                           d, x, uint32_t(divisor), wantQuotient))
        .value;
  if (!isSigned)
    return derived::emitDivU64ByConstant<ori::DerivedBuilder>(d, x, divisor,
                                                              wantQuotient)
        .value;
  uint64_t size = int64_t(divisor) < 0 ? 0 - divisor : divisor;
  Value result = derived::emitDivU64ByConstant<ori::DerivedBuilder>(
                     d, magnitude(l, x), size, wantQuotient)
                     .value;
  return putSign(l, result, x, l.imm(uint32_t(divisor >> 32)), wantQuotient);
}

static Value emitIntDivision(FuncLowering &l, DataType type, Value x, Value d,
                             bool wantQuotient) {
  bool isSigned = ptx::isSigned(type);
  unsigned bits = ptx::getBitWidth(type);
  std::optional<uint64_t> constant = l.foldConstant(d);
  if (constant && bits < 64)
    constant = isSigned ? uint64_t(llvm::SignExtend64(*constant, bits))
                        : *constant & llvm::maskTrailingOnes<uint64_t>(bits);
  if (bits == 16) {
    x = l.extend(x, 16, isSigned);
    d = constant ? l.imm(uint32_t(*constant)) : l.extend(d, 16, isSigned);
  }
  if (constant && *constant)
    return emitConstantDivision(l, type, x, *constant, wantQuotient);

  Value dividend = isSigned ? magnitude(l, x) : x;
  Value divisor = isSigned ? magnitude(l, d) : d;
  Value result;
  if (bits == 64) {
    result = emitDivU64(l, dividend, divisor, wantQuotient);
  } else {
    Division division = bits == 16
                            ? emitDivU16(l, dividend, divisor, wantQuotient)
                            : emitDivU32(l, dividend, divisor, wantQuotient);
    result = wantQuotient ? division.quotient : division.remainder;
  }
  if (isSigned)
    result = putSign(l, result, x, bits == 64 ? l.hi(d) : d, wantQuotient);
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
