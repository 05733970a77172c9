//===- Half.cpp - Emitters of 16-bit float instructions -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits instructions on f16 and bf16, single and in pairs, and takes halves
// apart and together.
//
//===----------------------------------------------------------------------===//

#include "HalfEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

bool ptxtoori::isBf16Type(ptx::DataType type) {
  return type == ptx::DataType::Bf16 || type == ptx::DataType::Bf16x2;
}

bool ptxtoori::isHalfPair(ptx::DataType type) {
  return type == ptx::DataType::F16x2 || type == ptx::DataType::Bf16x2;
}

bool ptxtoori::isHalfType(ptx::DataType type) {
  return type == ptx::DataType::F16 || type == ptx::DataType::F16x2 ||
         isBf16Type(type);
}

Value ptxtoori::hadd2(FuncLowering &l, FloatSource a, FloatSource b,
                      HalfMode mode) {
  uint64_t mods = isa::HADD2::bf16.set(isa::HADD2::kDefaultMods, mode.bf16);
  mods = isa::HADD2::ftz.set(mods, mode.ftz);
  mods = isa::HADD2::sat.set(mods, mode.sat);
  return emitFloatOp(l, Opcode::HADD2, {a, b}, mods)->getResult(0);
}

Value ptxtoori::hmul2(FuncLowering &l, FloatSource a, FloatSource b,
                      HalfMode mode) {
  uint64_t mods = isa::HMUL2::bf16.set(isa::HMUL2::kDefaultMods, mode.bf16);
  mods = isa::HMUL2::ftz.set(mods, mode.ftz);
  mods = isa::HMUL2::sat.set(mods, mode.sat);
  return emitFloatOp(l, Opcode::HMUL2, {a, b}, mods)->getResult(0);
}

Value ptxtoori::hfma2(FuncLowering &l, FloatSource a, FloatSource b,
                      FloatSource c, HalfMode mode) {
  uint64_t mods = isa::HFMA2::bf16.set(isa::HFMA2::kDefaultMods, mode.bf16);
  isa::HFmaDenorm denorm =
      mode.ftz ? isa::HFmaDenorm::FTZ : isa::HFmaDenorm::Keep;
  mods = isa::HFMA2::ftz.set(mods, uint64_t(denorm));
  mods = isa::HFMA2::sat.set(mods, mode.sat);
  return emitFloatOp(l, Opcode::HFMA2, {a, b, c}, mods)->getResult(0);
}

Operation *ptxtoori::hsetp2(FuncLowering &l, isa::FCmp cmp, Value a, Value b,
                            HalfMode mode, isa::BoolOp bop, Value with) {
  uint64_t mods =
      isa::HSETP2::cmp.set(isa::HSETP2::kDefaultMods, uint64_t(cmp));
  mods = isa::HSETP2::bf16.set(mods, mode.bf16);
  mods = isa::HSETP2::ftz.set(mods, mode.ftz);
  mods = isa::HSETP2::bop.set(mods, uint64_t(bop));
  return l.inst(Opcode::HSETP2, {a, b, with}, mods);
}

// bf16 is the upper half of an f32.
Value ptxtoori::halfToF32(FuncLowering &l, Value x, bool bf16) {
  if (bf16)
    return l.shl(x, l.imm(16));
  uint64_t mods = isa::HADD2::f32.set(isa::HADD2::kDefaultMods, 1);
  mods = isa::HADD2::bSwz.set(mods, uint64_t(isa::Swizzle::H0_H0));
  return emitFloatOp(l, Opcode::HADD2, {-FloatSource(l.zero()), x}, mods)
      ->getResult(0);
}

Value ptxtoori::f32ToHalf(FuncLowering &l, Value x, bool bf16, isa::Round rnd,
                          bool relu, bool satFinite) {
  uint64_t mods = isa::F2FP::kind.set(
      isa::F2FP::kDefaultMods,
      uint64_t(bf16 ? isa::F2FPKind::BF16_F32 : isa::F2FPKind::F16_F32));
  mods = isa::F2FP::rnd.set(mods, uint64_t(rnd));
  mods = isa::F2FP::relu.set(mods, relu);
  mods = isa::F2FP::satfinite.set(mods, satFinite);
  return l.value(Opcode::F2FP, {l.zero(), x, l.zero()}, mods);
}
