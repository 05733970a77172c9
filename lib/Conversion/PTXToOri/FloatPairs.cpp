//===- FloatPairs.cpp - Operations on two f32 in a register pair ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An SM with instructions for pairs takes them whole, others compute the two
// halves one after the other.
//
//===----------------------------------------------------------------------===//

#include "FloatEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// The two halves of each source through `fn`.
template <typename FnT>
static Value emitHalves(FuncLowering &l, ArrayRef<FloatSource> sources,
                        FnT fn) {
  SmallVector<Value, 2> results;
  for (unsigned half = 0; half != 2; ++half) {
    SmallVector<FloatSource, 3> parts;
    for (const FloatSource &source : sources)
      parts.emplace_back(l.part(source.value, half), source.neg, source.abs);
    results.push_back(fn(parts));
  }
  return l.combine(results);
}

static bool hasPairs(FuncLowering &l) {
  return isa::hasOpcode(Opcode::FFMA2, l.module.target->sm);
}

/// An instruction on pairs, both words of each source in their order.
static Value emitPair(FuncLowering &l, Opcode opcode,
                      ArrayRef<FloatSource> sources, FloatMode mode) {
  const isa::InstDesc &desc = isa::getDesc(opcode);
  uint64_t mods = desc.defaultMods;
  for (const isa::ModDesc &mod : desc.mods) {
    StringRef name = mod.name;
    if (name == "rnd")
      mods = mod.field.set(mods, uint64_t(mode.rnd));
    else if (name == "ftz")
      mods = mod.field.set(mods, mode.ftz);
    else if (name.ends_with("Sel"))
      mods = mod.field.set(mods, uint64_t(isa::PairSel::HI_LO));
  }
  return emitFloatOp(l, opcode, sources, mods)->getResult(0);
}

Value ptxtoori::fadd2(FuncLowering &l, FloatSource a, FloatSource b,
                      FloatMode mode) {
  if (hasPairs(l))
    return emitPair(l, Opcode::FADD2, {a, b}, mode);
  return emitHalves(l, {a, b}, [&](ArrayRef<FloatSource> s) {
    return fadd(l, s[0], s[1], mode);
  });
}

Value ptxtoori::fmul2(FuncLowering &l, FloatSource a, FloatSource b,
                      FloatMode mode) {
  if (hasPairs(l))
    return emitPair(l, Opcode::FMUL2, {a, b}, mode);
  return emitHalves(l, {a, b}, [&](ArrayRef<FloatSource> s) {
    return fmul(l, s[0], s[1], mode);
  });
}

Value ptxtoori::ffma2(FuncLowering &l, FloatSource a, FloatSource b,
                      FloatSource c, FloatMode mode) {
  if (hasPairs(l))
    return emitPair(l, Opcode::FFMA2, {a, b, c}, mode);
  return emitHalves(l, {a, b, c}, [&](ArrayRef<FloatSource> s) {
    return ffma(l, s[0], s[1], s[2], mode);
  });
}
