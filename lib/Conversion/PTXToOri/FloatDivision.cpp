//===- FloatDivision.cpp - Correctly rounded f32 division and roots -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 operands are exact as f64, where nothing overflows or is subnormal. The
// result is computed in f64 and rounded once to f32. Why that is right:
//
// Let q be the exact result. The last DFMA rounds q * (1 + t), |t| < 2^-60, to
// f64. The boundaries of rounding to f32 are numbers m of at most 25 bits (of
// fewer for subnormal results). If q is one of them, or an f32, it is an f64,
// and a number as close to it as q * (1 + t) rounds to it: ties and exact
// results are seen as such. Otherwise |a/b - m| = |a - m b| / |b| with a
// numerator of at least one unit, hence |q - m| >= 2^-49 |q| (a root: 2^-50),
// and rounding to f64 does not reach m.
//
// RCP64H and RSQ64H are assumed to be right within 2^-18, relatively; their
// results have a low word of zero, so 21 bits.
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::FCmp;
using ptxmlir::isa::MufuOp;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Round;
using ptxmlir::ptx::DataType;

/// Is the f64 with this high word a zero, an infinity or a NaN, where other
/// numbers lie between 2^-1000 and 2^1000? Read as an f32, the high word of a
/// zero is a zero, that of an infinity or NaN a NaN.
static Value isSpecial(FuncLowering &l, Value high) {
  return fsetp(l, FCmp::LEU, FloatSource(high).magnitude(), l.zero());
}

/// `result`, the f32 of the f64 `exact`, with .ftz: flushed where the f64 is
/// below the smallest normal f32. A quotient there is at most 2^-126 - 2^-150,
/// which has 24 bits, so that rounding without the subnormal grid would not
/// have carried it to 2^-126 either.
static Value flushResult(FuncLowering &l, Value result, Value exact) {
  Value tiny = fsetp(l, FCmp::LT, FloatSource(l.hi(exact)).magnitude(),
                     l.imm(0x38100000));
  return emitIf(l, tiny, Opcode::LOP3,
                {result, l.imm(0x80000000), l.zero(), l.pt()},
                isa::LOP3::lut.set(isa::LOP3::kDefaultMods, 0xc0), result);
}

Value ptxtoori::emitDivF32(FuncLowering &l, Value a, Value b, Round rnd,
                           bool ftz) {
  if (ftz) {
    a = fflush(l, a);
    b = fflush(l, b);
  }
  Value x = widenToF64(l, a);
  FloatSource y(widenToF64(l, b));
  // 1/y with an error of the third power of the seed's, and in the meantime the
  // seed's quotient and its remainder, whose 45 and 52 bits are exact.
  Value seed = mufu64(l, MufuOp::RCP64H, l.hi(y.value));
  Value e = dfma(l, -y, seed, f64(l, 1.0));
  Value quotient = dmul(l, x, seed);
  Value e2 = dfma(l, e, e, e);
  Value remainder = dfma(l, -y, quotient, x);
  Value inverse = dfma(l, seed, e2, seed);
  Value q = dfma(l, remainder, inverse, quotient);
  // The seed of a zero, infinite or NaN divisor makes the right quotient
  // already, as does such a dividend; then the corrections are NaNs.
  q = l.select(isSpecial(l, l.hi(quotient)), quotient, q);
  Value result = narrowToF32(l, q, rnd);
  return ftz ? flushResult(l, result, q) : result;
}

// y (1 + e + e^2 + e^3) is off by e^4, where e = 1 - b y.
Value ptxtoori::emitRcpF32(FuncLowering &l, Value b, Round rnd, bool ftz) {
  if (ftz)
    b = fflush(l, b);
  FloatSource y(widenToF64(l, b));
  Value seed = mufu64(l, MufuOp::RCP64H, l.hi(y.value));
  Value e = dfma(l, -y, seed, f64(l, 1.0));
  Value e2 = dfma(l, e, e, e);
  Value e3 = dfma(l, e, e2, e);
  Value q = dfma(l, seed, e3, seed);
  q = l.select(isSpecial(l, l.hi(seed)), seed, q);
  Value result = narrowToF32(l, q, rnd);
  return ftz ? flushResult(l, result, q) : result;
}

// With e = 1 - a y^2, sqrt(a) = a y (1 - e)^(-1/2), whose series ends after
// e^3: the next term is below 2^-69. A root is never subnormal.
Value ptxtoori::emitSqrtF32(FuncLowering &l, Value a, Round rnd, bool ftz) {
  if (ftz)
    a = fflush(l, a);
  Value x = widenToF64(l, a);
  Value seed = mufu64(l, MufuOp::RSQ64H, l.hi(x));
  Value root = dmul(l, x, seed);
  Value e = dfma(l, -FloatSource(root), seed, f64(l, 1.0));
  Value p = dfma(l, e, f64(l, 0.3125), f64(l, 0.375));
  p = dfma(l, p, e, f64(l, 0.5));
  Value t = dmul(l, root, e);
  Value result = narrowToF32(l, dfma(l, t, p, root), rnd);
  // The roots of zeros and of +infinity are themselves.
  Value same = fsetp(l, FCmp::EQ, a, l.imm(0x7f800000));
  same = fsetp(l, FCmp::EQ, a, l.zero(), isa::BoolOp::OR, same);
  return l.select(same, a, result);
}

static LogicalResult lowerRcp(FuncLowering &l, ptx::RcpOp op) {
  if (op.getPrecision() != ptx::Precision::None)
    return lowerRcpApprox(l, op);
  Value a = l.get(op.getA());
  Round rnd = getRound(op.getRounding());
  l.setResult(op, op.getDataType() == DataType::F64
                      ? emitRcpF64(l, a, rnd)
                      : emitRcpF32(l, a, rnd, op.getFtz()));
  return success();
}

static LogicalResult lowerSqrt(FuncLowering &l, ptx::SqrtOp op) {
  if (op.getPrecision() != ptx::Precision::None)
    return lowerSqrtApprox(l, op);
  Value a = l.get(op.getA());
  Round rnd = getRound(op.getRounding());
  l.setResult(op, op.getDataType() == DataType::F64
                      ? emitSqrtF64(l, a, rnd)
                      : emitSqrtF32(l, a, rnd, op.getFtz()));
  return success();
}

void ptxtoori::registerFloatDivisionLowerings(HandlerTable &table) {
  table.add<ptx::RcpOp, lowerRcp>();
  table.add<ptx::SqrtOp, lowerSqrt>();
}
