//===- ConvertFloat.cpp - Conversions from and to floats ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of cvt that reads or writes floats. Conversions between integers
// are in Convert.cpp.
//
//===----------------------------------------------------------------------===//

#include "ConvertLowering.h"
#include "HalfEmit.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::FCmp;
using ptxmlir::isa::FloatFmt;
using ptxmlir::isa::IntFmt;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Round;
using ptxmlir::ptx::DataType;

static FloatFmt getFloatFmt(DataType type) {
  switch (type) {
  case DataType::F16:
    return FloatFmt::F16;
  case DataType::Bf16:
    return FloatFmt::BF16;
  case DataType::F64:
    return FloatFmt::F64;
  default:
    return FloatFmt::F32;
  }
}

static IntFmt getIntFmt(DataType type) {
  unsigned size = llvm::Log2_32(ptx::getBitWidth(type) / 8);
  return IntFmt(2 * size + ptx::isSigned(type));
}

static isa::RoundInt getRoundInt(ptx::Rounding rounding) {
  switch (getRound(rounding)) {
  case Round::RM:
    return isa::RoundInt::FLOOR;
  case Round::RP:
    return isa::RoundInt::CEIL;
  case Round::RZ:
    return isa::RoundInt::TRUNC;
  default:
    return isa::RoundInt::RNI;
  }
}

static bool is64(DataType type) { return ptx::getBitWidth(type) == 64; }

/// x clamped to [0, 1].
static Value emitSaturate(FuncLowering &l, DataType type, Value x,
                          bool ftz = false) {
  if (type == DataType::F64)
    return dsaturate(l, x);
  if (type == DataType::F32)
    return fadd(l, l.zero(), x, {Round::RN, ftz, true});
  return hadd2(l, x, -FloatSource(l.zero()), {isBf16Type(type), false, true});
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Converted ptxtoori::emitIntToFloat(FuncLowering &l, const Conversion &cvt,
                                   Value x) {
  Value result;
  bool wide = is64(cvt.src) || is64(cvt.dst);
  bool simple = cvt.rnd() == Round::RN || cvt.rnd() == Round::RZ;
  if (cvt.dst == DataType::F32 && ptx::getBitWidth(cvt.src) == 32 && simple) {
    result = ori::convertToFloat(l.builder, l.loc, l.module.target->sm, x,
                                 cvt.rnd(), ptx::isSigned(cvt.src));
  } else if (wide) {
    uint64_t mods = isa::I2F_64::dst.set(isa::I2F_64::kDefaultMods,
                                         uint64_t(getFloatFmt(cvt.dst)));
    mods = isa::I2F_64::src.set(mods, uint64_t(getIntFmt(cvt.src)));
    result = l.value(Opcode::I2F_64, {x},
                     isa::I2F_64::rnd.set(mods, uint64_t(cvt.rnd())));
  } else {
    uint64_t mods = isa::I2F::dst.set(isa::I2F::kDefaultMods,
                                      uint64_t(getFloatFmt(cvt.dst)));
    mods = isa::I2F::src.set(mods, uint64_t(getIntFmt(cvt.src)));
    result =
        l.value(Opcode::I2F, {x}, isa::I2F::rnd.set(mods, uint64_t(cvt.rnd())));
  }
  if (cvt.sat)
    result = emitSaturate(l, cvt.dst, result);
  return {result};
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Value emitRoundToIntegral(FuncLowering &l, const Conversion &cvt,
                                 Value x) {
  if (cvt.src == DataType::F64)
    return l.value(Opcode::FRND_64, {x},
                   isa::FRND_64::rnd.set(isa::FRND_64::kDefaultMods,
                                         uint64_t(getRoundInt(cvt.rounding))));
  isa::FrndFmt fmt = cvt.src == DataType::F16    ? isa::FrndFmt::F16
                     : cvt.src == DataType::Bf16 ? isa::FrndFmt::BF16
                                                 : isa::FrndFmt::F32;
  uint64_t mods = isa::FRND::fmt.set(isa::FRND::kDefaultMods, uint64_t(fmt));
  mods = isa::FRND::ftz.set(mods, cvt.ftz);
  return l.value(Opcode::FRND, {x},
                 isa::FRND::rnd.set(mods, uint64_t(getRoundInt(cvt.rounding))));
}

/// Between formats of the same number.
static Value emitSameFormat(FuncLowering &l, const Conversion &cvt, Value x) {
  if (cvt.toIntegral())
    x = emitRoundToIntegral(l, cvt, x);
  if (cvt.sat)
    return emitSaturate(l, cvt.src, x, cvt.ftz);
  if (cvt.toIntegral())
    return x;
  if (cvt.src == DataType::F32 && cvt.ftz)
    return fflush(l, x);
  if (cvt.src == DataType::Bf16)
    return hadd2(l, x, -FloatSource(l.zero()), {/*bf16=*/true});
  return x;
}

/// F2F: everything that has no faster instruction.
static Value emitF2F(FuncLowering &l, const Conversion &cvt, Value x) {
  if (is64(cvt.src) || is64(cvt.dst)) {
    uint64_t mods = isa::F2F_64::dst.set(isa::F2F_64::kDefaultMods,
                                         uint64_t(getFloatFmt(cvt.dst)));
    mods = isa::F2F_64::src.set(mods, uint64_t(getFloatFmt(cvt.src)));
    return l.value(Opcode::F2F_64, {x},
                   isa::F2F_64::rnd.set(mods, uint64_t(cvt.rnd())));
  }
  uint64_t mods =
      isa::F2F::dst.set(isa::F2F::kDefaultMods, uint64_t(getFloatFmt(cvt.dst)));
  mods = isa::F2F::src.set(mods, uint64_t(getFloatFmt(cvt.src)));
  return l.value(Opcode::F2F, {x},
                 isa::F2F::rnd.set(mods, uint64_t(cvt.rnd())));
}

/// tf32 is an f32 whose low 13 bits are zero. Ties away from zero (.rna) have
/// no instruction: half a unit is added to the finite numbers.
static Value emitToTF32(FuncLowering &l, const Conversion &cvt, Value x) {
  Value infinity = l.imm(0x7f800000);
  Value finite = fsetp(l, FCmp::LT, FloatSource(x).magnitude(), infinity);
  x = emitIf(l, finite, Opcode::IADD3,
             {x, l.imm(0x1000), l.zero(), l.pt(), l.pt()},
             isa::IADD3::kDefaultMods, x);
  x = l.band(x, l.imm(0xffffe000));
  if (!cvt.satFinite)
    return x;
  Value beyond = fsetp(l, FCmp::GEU, FloatSource(x).magnitude(), infinity);
  return emitIf(l, beyond, Opcode::IADD3,
                {x, l.imm(uint32_t(-0x2000)), l.zero(), l.pt(), l.pt()},
                isa::IADD3::kDefaultMods, x);
}

Converted ptxtoori::emitFloatToFloat(FuncLowering &l, const Conversion &cvt,
                                     Value x) {
  if (cvt.dst == DataType::Tf32)
    return {emitToTF32(l, cvt, x)};
  if (cvt.dst == cvt.src)
    return {emitSameFormat(l, cvt, x)};
  bool toHalf = isHalfType(cvt.dst), fromHalf = isHalfType(cvt.src);
  Value result;
  if (cvt.src == DataType::F32 && toHalf) {
    bool directed = cvt.rnd() == Round::RM || cvt.rnd() == Round::RP;
    if (!directed)
      result = f32ToHalf(l, x, isBf16Type(cvt.dst), cvt.rnd(), cvt.relu,
                         cvt.satFinite);
    else // a flushed number does not round away from zero
      result = emitF2F(l, cvt, cvt.ftz ? fflush(l, x) : x);
  } else if (cvt.dst == DataType::F32 && fromHalf) {
    // Only bf16 has numbers that are subnormal as f32, too.
    result = halfToF32(l, x, isBf16Type(cvt.src));
    if (cvt.ftz && isBf16Type(cvt.src))
      result = fflush(l, result);
  } else {
    // .ftz is of the f32 side.
    if (cvt.ftz && cvt.src == DataType::F32)
      x = fflush(l, x);
    result = emitF2F(l, cvt, x);
    if (cvt.ftz && cvt.dst == DataType::F32 && !cvt.sat)
      result = fflush(l, result);
  }
  if (cvt.sat)
    result = emitSaturate(l, cvt.dst, result, cvt.ftz);
  return {result};
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

Value ptxtoori::emitNarrowPair(FuncLowering &l, const Conversion &cvt,
                               Value pair) {
  if (cvt.src != DataType::F16x2 ||
      (cvt.dst != DataType::E4m3x2 && cvt.dst != DataType::E5m2x2))
    return Value();
  isa::F2FPKind kind = cvt.dst == DataType::E4m3x2 ? isa::F2FPKind::E4M3_F32
                                                   : isa::F2FPKind::E5M2_F32;
  // f16 is exact as f32, and there is one rounding.
  Value lower = halfToF32(l, pair, false);
  Value upper = halfToF32(l, l.shr(pair, l.imm(16), false), false);
  uint64_t mods = isa::F2FP::kind.set(isa::F2FP::kDefaultMods, uint64_t(kind));
  mods = isa::F2FP::rnd.set(mods, uint64_t(cvt.rnd()));
  mods = isa::F2FP::relu.set(mods, cvt.relu);
  mods = isa::F2FP::satfinite.set(mods, cvt.satFinite);
  return l.value(Opcode::F2FP, {upper, lower, l.zero()}, mods);
}
