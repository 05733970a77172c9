//===- FloatFunctions.cpp - Lowering of the approximate functions ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MUFU takes subnormal operands as zeros and flushes its results. Without .ftz
// such operands are scaled by a power of two first and the result is scaled
// back; the powers are those of ptxas 13.0.88 (observed), so that results agree
// bit for bit.
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"
#include "HalfEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::FCmp;
using ptxmlir::isa::MufuOp;
using ptxmlir::isa::Opcode;
using ptxmlir::ptx::DataType;

/// The smallest normal f32.
static Value smallestNormal(FuncLowering &l) { return l.imm(0x00800000); }

/// x * factor where p holds, else x.
static Value scaleIf(FuncLowering &l, Value p, Value x, float factor,
                     bool ftz = false) {
  uint64_t mods = isa::FMUL::ftz.set(isa::FMUL::kDefaultMods, ftz);
  return emitIf(l, p, Opcode::FMUL, {x, f32(l, factor)}, mods, x);
}

//===----------------------------------------------------------------------===//
// rcp, sqrt, rsqrt, div
//===----------------------------------------------------------------------===//

LogicalResult ptxtoori::lowerRcpApprox(FuncLowering &l, ptx::RcpOp op) {
  Value a = l.get(op.getA());
  if (op.getDataType() == DataType::F64) {
    l.setResult(op, mufu64(l, MufuOp::RCP64H, l.hi(a)));
    return success();
  }
  // A reciprocal may be subnormal too: of numbers above 2^126.
  Value tiny =
      fsetp(l, FCmp::LT, FloatSource(a).magnitude(), smallestNormal(l));
  Value huge = fsetp(l, FCmp::GT, FloatSource(a).magnitude(), f32(l, 0x1p126f));
  Value scale = l.select(tiny, f32(l, 0x1p24f), f32(l, 1.0f));
  scale = l.select(huge, f32(l, 0.25f), scale);
  l.setResult(op, fmul(l, scale, mufu(l, MufuOp::RCP, fmul(l, a, scale))));
  return success();
}

/// A MUFU function f with f(2^24 x) = f(x) / back.
static Value emitScaled(FuncLowering &l, MufuOp function, Value a, float back) {
  Value tiny =
      fsetp(l, FCmp::LT, FloatSource(a).magnitude(), smallestNormal(l));
  return scaleIf(l, tiny, mufu(l, function, scaleIf(l, tiny, a, 0x1p24f)),
                 back);
}

LogicalResult ptxtoori::lowerSqrtApprox(FuncLowering &l, ptx::SqrtOp op) {
  l.setResult(op, emitScaled(l, MufuOp::SQRT, l.get(op.getA()), 0x1p-12f));
  return success();
}

/// rsqrt.approx.f64: the seed and one iteration of third order. The seed of a
/// zero or infinity is the result.
static Value emitRsqrtF64(FuncLowering &l, Value a) {
  // A subnormal number has no seed: take 2^54 times it.
  Value tiny =
      fsetp(l, FCmp::LT, FloatSource(l.hi(a)).magnitude(), l.imm(0x00100000));
  Value factor = l.combine(
      {l.zero(), l.select(tiny, l.imm(0x43500000), l.imm(0x3ff00000))});
  Value x = dmul(l, a, factor);
  Value y = mufu64(l, MufuOp::RSQ64H, l.hi(x));
  Value e = dfma(l, x, -FloatSource(dmul(l, y, y)), f64(l, 1.0));
  Value p = dfma(l, e, f64(l, 0.375), f64(l, 0.5));
  Value r = dfma(l, p, dmul(l, y, e), y);
  // As an f32, the high word of an infinity or NaN is a NaN and that of a zero
  // a zero.
  Value special =
      fsetp(l, FCmp::LEU, FloatSource(l.hi(y)).magnitude(), l.zero());
  // The root of 2^54 as an exponent.
  Value back = l.select(tiny, l.imm(27 << 20), l.zero());
  Value high = l.iadd(l.hi(r), back);
  Value result = l.combine(
      {l.select(special, l.zero(), l.lo(r)), l.select(special, l.hi(y), high)});
  // Negative numbers make a NaN, and NaNs are passed on.
  Value infinity = l.imm64(0x7ff0000000000000);
  return emitIf(l, dsetp(l, FCmp::LTU, a, l.imm64(0)), Opcode::DFMA,
                {a, infinity, infinity}, isa::DFMA::kDefaultMods, result);
}

static LogicalResult lowerRsqrt(FuncLowering &l, ptx::RsqrtOp op) {
  Value a = l.get(op.getA());
  if (op.getDataType() == DataType::F32)
    l.setResult(op, emitScaled(l, MufuOp::RSQ, a, 0x1p12f));
  else if (op.getFtz())
    l.setResult(op, mufu64(l, MufuOp::RSQ64H, l.hi(a)));
  else
    l.setResult(op, emitRsqrtF64(l, a));
  return success();
}

/// div.approx and div.full: a * (1 / b). Both operands are scaled, since a
/// subnormal reciprocal or divisor would be lost.
LogicalResult ptxtoori::lowerDivApprox(FuncLowering &l, ptx::DivOp op) {
  Value a = l.get(op.getA()), b = l.get(op.getB());
  bool ftz = op.getFtz();
  if (op.getPrecision() == ptx::Precision::Full) {
    Value huge =
        fsetp(l, FCmp::GT, FloatSource(b).magnitude(), f32(l, 0x1p126f), ftz);
    // The divisor of the second test is the one as given.
    Value tiny;
    if (!ftz)
      tiny = fsetp(l, FCmp::LT, FloatSource(b).magnitude(), smallestNormal(l));
    b = scaleIf(l, huge, b, 0.25f, ftz);
    a = scaleIf(l, huge, a, 0.25f, ftz);
    if (!ftz) {
      b = scaleIf(l, tiny, b, 0x1p24f);
      a = scaleIf(l, tiny, a, 0x1p24f);
    }
  } else if (!ftz) {
    Value tiny =
        fsetp(l, FCmp::LT, FloatSource(b).magnitude(), smallestNormal(l));
    b = scaleIf(l, tiny, b, 0x1p24f);
    a = scaleIf(l, tiny, a, 0x1p24f);
  }
  Value r = mufu(l, MufuOp::RCP, b);
  l.setResult(op, fmul(l, r, a, {isa::Round::RN, ftz, false}));
  return success();
}

//===----------------------------------------------------------------------===//
// sin, cos, lg2, ex2, tanh
//===----------------------------------------------------------------------===//

// MUFU.SIN and COS take turns.
template <typename OpT>
static LogicalResult lowerTrig(FuncLowering &l, OpT op, MufuOp function) {
  Value turns = fmul(l, l.get(op.getA()), l.imm(0x3e22f983), {isa::Round::RZ});
  l.setResult(op, mufu(l, function, turns));
  return success();
}
static LogicalResult lowerSin(FuncLowering &l, ptx::SinOp op) {
  return lowerTrig(l, op, MufuOp::SIN);
}
static LogicalResult lowerCos(FuncLowering &l, ptx::CosOp op) {
  return lowerTrig(l, op, MufuOp::COS);
}

static LogicalResult lowerLg2(FuncLowering &l, ptx::Lg2Op op) {
  Value a = l.get(op.getA());
  Value tiny =
      fsetp(l, FCmp::LT, FloatSource(a).magnitude(), smallestNormal(l));
  Value log = mufu(l, MufuOp::LG2, scaleIf(l, tiny, a, 0x1p24f));
  l.setResult(op, emitIf(l, tiny, Opcode::FADD, {log, f32(l, -24.0f)},
                         isa::FADD::kDefaultMods, log));
  return success();
}

/// A function of two 16-bit numbers, which MUFU does one at a time.
template <typename OpT>
static LogicalResult lowerHalfFunction(FuncLowering &l, OpT op,
                                       MufuOp function) {
  DataType type = op.getDataType();
  uint64_t mods =
      isa::MUFU::op.set(isa::MUFU::kDefaultMods, uint64_t(function));
  mods =
      isa::MUFU::fmt.set(mods, uint64_t(isBf16Type(type) ? isa::MufuFmt::BF16
                                                         : isa::MufuFmt::F16));
  Value a = l.get(op.getA());
  Value low = l.value(Opcode::MUFU, {a}, mods);
  Value high = l.value(Opcode::MUFU, {l.shr(a, l.imm(16), false)}, mods);
  l.setResult(op, packHalves(l, low, high));
  return success();
}

// Results below 2^-126 are squares of those of half the argument.
static LogicalResult lowerEx2(FuncLowering &l, ptx::Ex2Op op) {
  if (op.getDataType() != DataType::F32)
    return lowerHalfFunction(l, op, MufuOp::EX2);
  Value a = l.get(op.getA());
  Value low = fsetp(l, FCmp::LT, a, f32(l, -126.0f));
  Value power = mufu(l, MufuOp::EX2, scaleIf(l, low, a, 0.5f));
  l.setResult(op, emitIf(l, low, Opcode::FMUL, {power, power},
                         isa::FMUL::kDefaultMods, power));
  return success();
}

static LogicalResult lowerTanh(FuncLowering &l, ptx::TanhOp op) {
  return lowerHalfFunction(l, op, MufuOp::TANH);
}

void ptxtoori::registerFloatFunctionLowerings(HandlerTable &table) {
  table.add<ptx::RsqrtOp, lowerRsqrt>();
  table.add<ptx::SinOp, lowerSin>();
  table.add<ptx::CosOp, lowerCos>();
  table.add<ptx::Lg2Op, lowerLg2>();
  table.add<ptx::Ex2Op, lowerEx2>();
  table.add<ptx::TanhOp, lowerTanh>();
}
