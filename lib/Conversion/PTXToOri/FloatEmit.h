//===- FloatEmit.h - Emitters of floating-point instructions ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources carry the machine's sign modifiers, so that -x and |x| cost nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_FLOATEMIT_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_FLOATEMIT_H

#include "Lowering.h"

namespace ptxmlir::ptxtoori {

/// A source of an instruction: the value, -value, |value| or -|value|.
struct FloatSource {
  mlir::Value value;
  bool neg = false, abs = false;

  FloatSource(mlir::Value value, bool neg = false, bool abs = false)
      : value(value), neg(neg), abs(abs) {}
  FloatSource operator-() const { return {value, !neg, abs}; }
  FloatSource magnitude() const { return {value, false, true}; }
};

/// How a result is rounded and delivered.
struct FloatMode {
  isa::Round rnd = isa::Round::RN;
  bool ftz = false, sat = false;
};

/// The machine's rounding of a PTX rounding modifier; none means nearest even.
isa::Round getRound(ptx::Rounding rounding);
/// The machine comparison of a PTX comparison of floats.
isa::FCmp getFCmp(ptx::Compare compare);

/// An instruction whose source slots take `sources` in order; the flags of the
/// sources go into the modifiers.
mlir::Operation *emitFloatOp(FuncLowering &l, isa::Opcode opcode,
                             llvm::ArrayRef<FloatSource> sources,
                             uint64_t mods);
/// The same where `guard` holds (or does not, with `negated`); elsewhere the
/// result is `old`.
mlir::Value emitIf(FuncLowering &l, mlir::Value guard, isa::Opcode opcode,
                   llvm::ArrayRef<FloatSource> sources, uint64_t mods,
                   mlir::Value old, bool negated = false);

// f32.
mlir::Value fadd(FuncLowering &l, FloatSource a, FloatSource b,
                 FloatMode mode = {});
mlir::Value fmul(FuncLowering &l, FloatSource a, FloatSource b,
                 FloatMode mode = {});
mlir::Value ffma(FuncLowering &l, FloatSource a, FloatSource b, FloatSource c,
                 FloatMode mode = {});

// Two f32 in a register pair.
mlir::Value fadd2(FuncLowering &l, FloatSource a, FloatSource b,
                  FloatMode mode);
mlir::Value fmul2(FuncLowering &l, FloatSource a, FloatSource b,
                  FloatMode mode);
mlir::Value ffma2(FuncLowering &l, FloatSource a, FloatSource b, FloatSource c,
                  FloatMode mode);

/// The predicate a cmp b, or (a cmp b) bop with.
mlir::Value fsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a, FloatSource b,
                  bool ftz = false);
mlir::Value fsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a, FloatSource b,
                  isa::BoolOp bop, mlir::Value with);
mlir::Value mufu(FuncLowering &l, isa::MufuOp op, FloatSource x);
/// x clamped to [0, 1]; NaN gives +0.
mlir::Value fsaturate(FuncLowering &l, mlir::Value x);
/// x with a subnormal number replaced by a zero of its sign.
mlir::Value fflush(FuncLowering &l, mlir::Value x);

// f64.
mlir::Value dadd(FuncLowering &l, FloatSource a, FloatSource b,
                 isa::Round rnd = isa::Round::RN);
mlir::Value dmul(FuncLowering &l, FloatSource a, FloatSource b,
                 isa::Round rnd = isa::Round::RN);
mlir::Value dfma(FuncLowering &l, FloatSource a, FloatSource b, FloatSource c,
                 isa::Round rnd = isa::Round::RN);
mlir::Value dsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a, FloatSource b);
mlir::Value dsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a, FloatSource b,
                  isa::BoolOp bop, mlir::Value with);
/// min or max by the rules of PTX: a NaN gives the other operand, -0 < +0.
mlir::Value dminmax(FuncLowering &l, mlir::Value a, mlir::Value b, bool isMax);
mlir::Value dsaturate(FuncLowering &l, mlir::Value x);
/// MUFU.RCP64H or RSQ64H of the high word, with a low word of zero.
mlir::Value mufu64(FuncLowering &l, isa::MufuOp op, mlir::Value high);
/// f32 as f64, exact.
mlir::Value widenToF64(FuncLowering &l, mlir::Value x);
/// f64 as f32; the result may be subnormal.
mlir::Value narrowToF32(FuncLowering &l, mlir::Value x, isa::Round rnd);

/// The f64 constant with these bits.
inline mlir::Value f64(FuncLowering &l, double value) {
  return l.imm64(llvm::bit_cast<uint64_t>(value));
}
/// The f32 constant.
inline mlir::Value f32(FuncLowering &l, float value) {
  return l.imm(llvm::bit_cast<uint32_t>(value));
}

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_FLOATEMIT_H
