//===- FloatEmit.cpp - Emitters of floating-point instructions ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits f32 and f64 instructions with their rounding, flushing and saturation,
// for the handlers of floats and for sequences made of them.
//
//===----------------------------------------------------------------------===//

#include "FloatEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

isa::Round ptxtoori::getRound(ptx::Rounding rounding) {
  switch (rounding) {
  case ptx::Rounding::Rz:
  case ptx::Rounding::Rzi:
    return isa::Round::RZ;
  case ptx::Rounding::Rm:
  case ptx::Rounding::Rmi:
    return isa::Round::RM;
  case ptx::Rounding::Rp:
  case ptx::Rounding::Rpi:
    return isa::Round::RP;
  default:
    return isa::Round::RN;
  }
}

isa::FCmp ptxtoori::getFCmp(ptx::Compare compare) {
  switch (compare) {
  case ptx::Compare::Eq:
    return isa::FCmp::EQ;
  case ptx::Compare::Ne:
    return isa::FCmp::NE;
  case ptx::Compare::Lt:
    return isa::FCmp::LT;
  case ptx::Compare::Le:
    return isa::FCmp::LE;
  case ptx::Compare::Gt:
    return isa::FCmp::GT;
  case ptx::Compare::Ge:
    return isa::FCmp::GE;
  case ptx::Compare::Equ:
    return isa::FCmp::EQU;
  case ptx::Compare::Neu:
    return isa::FCmp::NEU;
  case ptx::Compare::Ltu:
    return isa::FCmp::LTU;
  case ptx::Compare::Leu:
    return isa::FCmp::LEU;
  case ptx::Compare::Gtu:
    return isa::FCmp::GTU;
  case ptx::Compare::Geu:
    return isa::FCmp::GEU;
  case ptx::Compare::Nan:
    return isa::FCmp::NaN;
  default:
    return isa::FCmp::NUM;
  }
}

//===----------------------------------------------------------------------===//
// Any instruction
//===----------------------------------------------------------------------===//

/// `mods` with the sign flags of the sources; their values go to `values`.
static uint64_t addSources(Opcode opcode, ArrayRef<FloatSource> sources,
                           uint64_t mods, SmallVectorImpl<Value> &values) {
  const isa::InstDesc &desc = isa::getDesc(opcode);
  for (auto [index, source] : llvm::enumerate(sources)) {
    const isa::SlotDesc &slot = desc.slots[desc.numDefs + index];
    if (source.neg)
      mods = desc.mods[slot.negMod].field.set(mods, 1);
    if (source.abs)
      mods = desc.mods[slot.absMod].field.set(mods, 1);
    values.push_back(source.value);
  }
  return mods;
}

Operation *ptxtoori::emitFloatOp(FuncLowering &l, Opcode opcode,
                                 ArrayRef<FloatSource> sources, uint64_t mods) {
  SmallVector<Value> values;
  mods = addSources(opcode, sources, mods, values);
  return l.inst(opcode, values, mods);
}

Value ptxtoori::emitIf(FuncLowering &l, Value guard, Opcode opcode,
                       ArrayRef<FloatSource> sources, uint64_t mods, Value old,
                       bool negated) {
  SmallVector<Value> values;
  mods = addSources(opcode, sources, mods, values);
  SmallVector<Type> types;
  ori::getDefaultResultTypes(opcode, mods, l.builder.getContext(), types);
  SmallVector<Value> passThrough = {old};
  for (Type type : ArrayRef(types).drop_front())
    passThrough.push_back(l.undef(type));
  return ori::createGuardedInst(l.builder, l.loc, opcode, values, mods, guard,
                                negated, passThrough)
      ->getResult(0);
}

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

Value ptxtoori::fadd(FuncLowering &l, FloatSource a, FloatSource b,
                     FloatMode mode) {
  uint64_t mods =
      isa::FADD::rnd.set(isa::FADD::kDefaultMods, uint64_t(mode.rnd));
  mods = isa::FADD::ftz.set(mods, mode.ftz);
  mods = isa::FADD::sat.set(mods, mode.sat);
  return emitFloatOp(l, Opcode::FADD, {a, b}, mods)->getResult(0);
}

Value ptxtoori::fmul(FuncLowering &l, FloatSource a, FloatSource b,
                     FloatMode mode) {
  uint64_t mods =
      isa::FMUL::rnd.set(isa::FMUL::kDefaultMods, uint64_t(mode.rnd));
  mods = isa::FMUL::ftz.set(mods, mode.ftz);
  mods = isa::FMUL::sat.set(mods, mode.sat);
  return emitFloatOp(l, Opcode::FMUL, {a, b}, mods)->getResult(0);
}

Value ptxtoori::ffma(FuncLowering &l, FloatSource a, FloatSource b,
                     FloatSource c, FloatMode mode) {
  uint64_t mods =
      isa::FFMA::rnd.set(isa::FFMA::kDefaultMods, uint64_t(mode.rnd));
  mods = isa::FFMA::ftz.set(mods, mode.ftz);
  mods = isa::FFMA::sat.set(mods, mode.sat);
  return emitFloatOp(l, Opcode::FFMA, {a, b, c}, mods)->getResult(0);
}

Value ptxtoori::fsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a,
                      FloatSource b, bool ftz) {
  uint64_t mods = isa::FSETP::cmp.set(isa::FSETP::kDefaultMods, uint64_t(cmp));
  mods = isa::FSETP::ftz.set(mods, ftz);
  return emitFloatOp(l, Opcode::FSETP, {a, b, l.pt()}, mods)->getResult(0);
}

Value ptxtoori::fsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a,
                      FloatSource b, isa::BoolOp bop, Value with) {
  uint64_t mods = isa::FSETP::cmp.set(isa::FSETP::kDefaultMods, uint64_t(cmp));
  mods = isa::FSETP::bop.set(mods, uint64_t(bop));
  return emitFloatOp(l, Opcode::FSETP, {a, b, with}, mods)->getResult(0);
}

Value ptxtoori::mufu(FuncLowering &l, isa::MufuOp op, FloatSource x) {
  return emitFloatOp(l, Opcode::MUFU, {x},
                     isa::MUFU::op.set(isa::MUFU::kDefaultMods, uint64_t(op)))
      ->getResult(0);
}

Value ptxtoori::fsaturate(FuncLowering &l, Value x) {
  return fadd(l, l.zero(), x, {isa::Round::RN, false, true});
}

Value ptxtoori::fflush(FuncLowering &l, Value x) {
  return fadd(l, x, -FloatSource(l.zero()), {isa::Round::RN, true, false});
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

Value ptxtoori::dadd(FuncLowering &l, FloatSource a, FloatSource b,
                     isa::Round rnd) {
  return emitFloatOp(l, Opcode::DADD, {a, b},
                     isa::DADD::rnd.set(isa::DADD::kDefaultMods, uint64_t(rnd)))
      ->getResult(0);
}

Value ptxtoori::dmul(FuncLowering &l, FloatSource a, FloatSource b,
                     isa::Round rnd) {
  return emitFloatOp(l, Opcode::DMUL, {a, b},
                     isa::DMUL::rnd.set(isa::DMUL::kDefaultMods, uint64_t(rnd)))
      ->getResult(0);
}

Value ptxtoori::dfma(FuncLowering &l, FloatSource a, FloatSource b,
                     FloatSource c, isa::Round rnd) {
  return emitFloatOp(l, Opcode::DFMA, {a, b, c},
                     isa::DFMA::rnd.set(isa::DFMA::kDefaultMods, uint64_t(rnd)))
      ->getResult(0);
}

// DSETP numbers its comparisons as FSETP does.
Value ptxtoori::dsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a,
                      FloatSource b) {
  return dsetp(l, cmp, a, b, isa::BoolOp::AND, l.pt());
}

Value ptxtoori::dsetp(FuncLowering &l, isa::FCmp cmp, FloatSource a,
                      FloatSource b, isa::BoolOp bop, Value with) {
  uint64_t mods = isa::DSETP::cmp.set(isa::DSETP::kDefaultMods, uint64_t(cmp));
  mods = isa::DSETP::bop.set(mods, uint64_t(bop));
  return emitFloatOp(l, Opcode::DSETP, {a, b, with}, mods)->getResult(0);
}

// DSETP.MIN and .MAX say whether the result is a, and whether both are NaNs;
// the result is then b made quiet (observed on ptxas 13.0.88).
Value ptxtoori::dminmax(FuncLowering &l, Value a, Value b, bool isMax) {
  uint64_t mods =
      isa::DSETP::cmp.set(isa::DSETP::kDefaultMods,
                          uint64_t(isMax ? isa::DCmp::MAX : isa::DCmp::MIN));
  Operation *op = emitFloatOp(l, Opcode::DSETP, {a, b, l.pt()}, mods);
  Value takeA = op->getResult(isa::DSETP::kPu);
  Value bothNaN = op->getResult(isa::DSETP::kPv);
  Value low = l.select(takeA, l.lo(a), l.lo(b));
  Value high = l.select(takeA, l.hi(a), l.hi(b));
  high = emitIf(
      l, bothNaN, Opcode::LOP3, {l.hi(b), l.imm(0x80000), l.zero(), l.pt()},
      isa::LOP3::lut.set(isa::LOP3::kDefaultMods, isa::kTableOr), high);
  return l.combine({low, high});
}

Value ptxtoori::dsaturate(FuncLowering &l, Value x) {
  return dminmax(l, dminmax(l, f64(l, 0.0), x, true), f64(l, 1.0), false);
}

Value ptxtoori::mufu64(FuncLowering &l, isa::MufuOp op, Value high) {
  return l.combine({l.zero(), mufu(l, op, high)});
}

Value ptxtoori::widenToF64(FuncLowering &l, Value x) {
  uint64_t mods = isa::F2F_64::dst.set(isa::F2F_64::kDefaultMods,
                                       uint64_t(isa::FloatFmt::F64));
  mods = isa::F2F_64::src.set(mods, uint64_t(isa::FloatFmt::F32));
  return l.value(Opcode::F2F_64, {x}, mods);
}

Value ptxtoori::narrowToF32(FuncLowering &l, Value x, isa::Round rnd) {
  uint64_t mods = isa::F2F_64::dst.set(isa::F2F_64::kDefaultMods,
                                       uint64_t(isa::FloatFmt::F32));
  mods = isa::F2F_64::src.set(mods, uint64_t(isa::FloatFmt::F64));
  mods = isa::F2F_64::rnd.set(mods, uint64_t(rnd));
  return l.value(Opcode::F2F_64, {x}, mods);
}
