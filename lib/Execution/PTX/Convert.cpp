//===- Convert.cpp - cvt and conversions of addresses ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9: cvt, cvt.pack, cvta, isspacep.
//
//===----------------------------------------------------------------------===//

#include "FloatTypes.h"
#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;
using ptx::Rounding;
using ptx::Saturate;

static bool isIntegerType(DataType t) {
  char kind = ptx::getTypeKind(t);
  return kind == 'u' || kind == 's' || kind == 'b';
}

/// The least and the largest number of an integer type.
static __int128 least(DataType t) {
  return ptx::isSigned(t) ? -(__int128(1) << (ptx::getBitWidth(t) - 1)) : 0;
}
static __int128 largest(DataType t) {
  unsigned bits = ptx::getBitWidth(t) - (ptx::isSigned(t) ? 1 : 0);
  return (__int128(1) << bits) - 1;
}
static __int128 clamp(DataType t, __int128 v) {
  return std::min(largest(t), std::max(least(t), v));
}

/// The number that the low bits of a register are.
static __int128 integerOf(DataType t, uint64_t v) {
  unsigned shift = 64 - ptx::getBitWidth(t);
  return ptx::isSigned(t) ? __int128(int64_t(v << shift) >> shift)
                          : __int128(v << shift >> shift);
}
/// The low bits of a number, extended by the type to the width of a register.
static uint64_t registerOf(DataType t, __int128 v, unsigned bits) {
  return uint64_t(integerOf(t, uint64_t(v))) & maskBits(bits);
}

/// The integer that a number rounds to.
static double roundToIntegral(double d, Round round) {
  switch (round) {
  case Round::Zero:
    return std::trunc(d);
  case Round::Down:
    return std::floor(d);
  case Round::Up:
    return std::ceil(d);
  default:
    return std::nearbyint(d);
  }
}

/// Out of range is clamped, with or without `.sat`.
static __int128 floatToInteger(const Format &f, DataType to, Round round,
                               uint64_t v) {
  if (isNaN(f, v)) {
    unsigned bits = ptx::getBitWidth(to);
    return f.bits < 64 && bits < 64 ? 0 : __int128(1) << (bits - 1);
  }
  double d = roundToIntegral(valueOf(f, v), round);
  if (d >= 0x1p65)
    return largest(to);
  if (d <= -0x1p65)
    return least(to);
  return clamp(to, __int128(d));
}

namespace {
/// The modifiers that a conversion to a float has.
struct FloatResult {
  Round round;
  bool ftz, sat, satfinite, relu;
};
} // namespace

/// A NaN in a format without: the largest number (`.satfinite`).
static uint64_t nanOf(const Format &f) {
  return f.top == Format::Numbers ? f.largest() : f.canonicalNaN();
}

static uint64_t floatToFloat(const Format &from, const Format &to,
                             const FloatResult &m, uint64_t v) {
  if (m.ftz && from.bits == 32)
    v = flush(from, v);
  uint64_t r;
  if (isNaN(from, v))
    r = to.bits == 64 && from.bits == 64 ? v | uint64_t(1) << 51 : nanOf(to);
  else
    r = fromDouble(to, valueOf(from, v), m.round, m.satfinite);
  if (m.ftz && to.bits == 32)
    r = flush(to, r);
  if (m.sat)
    r = saturate(to, r);
  return m.relu ? (isNaN(to, r) ? r : relu(to, r)) : r;
}

/// tf32: f32 with ten bits of fraction, the others zero. What bits a NaN has is
/// not said. With `.rna` they are what ptxas's code leaves: it cuts the low
/// bits off, and `.satfinite` takes the number before what is left.
static uint64_t toTF32(const FloatResult &m, uint64_t v) {
  constexpr Format tf32{19, 8, 10};
  if (isNaN(kF32, v)) {
    if (m.round != Round::Away)
      return kF32.canonicalNaN();
    return (v & 0xffffe000) - (m.satfinite ? 0x2000 : 0);
  }
  uint64_t r = fromDouble(tf32, valueOf(kF32, v), m.round, m.satfinite);
  return (m.relu ? relu(tf32, r) : r) << 13;
}

//===----------------------------------------------------------------------===//
// Narrow formats
//===----------------------------------------------------------------------===//

static const Format *narrowFormat(DataType t) {
  switch (t) {
  case DataType::E4m3x2:
  case DataType::E4m3x4:
    return &kE4M3;
  case DataType::E5m2x2:
  case DataType::E5m2x4:
    return &kE5M2;
  case DataType::E2m3x2:
  case DataType::E2m3x4:
    return &kE2M3;
  case DataType::E3m2x2:
  case DataType::E3m2x4:
    return &kE3M2;
  case DataType::E2m1x2:
  case DataType::E2m1x4:
    return &kE2M1;
  default:
    return nullptr;
  }
}
/// The distance of the two elements in bits.
static unsigned elementBits(DataType t) {
  return t == DataType::E2m1x2 ? 4 : 8;
}

/// ue8m0: a power of two by its exponent, 255 is NaN. Signs are dropped.
static uint64_t toUE8M0(const FloatResult &m, uint64_t f32) {
  if (isNaN(kF32, f32))
    return 255;
  uint64_t magnitude = f32 & kF32.magnitudeMask();
  uint64_t exponent = magnitude >> 23;
  bool inexact = magnitude & kF32.fractionMask();
  if (exponent == 255)
    return m.satfinite ? 254 : 255;
  // Subnormal numbers lie between 0 (2^-127 here) and 2^-126.
  if (m.round == Round::Up && inexact &&
      !(exponent == 0 && magnitude <= 0x400000))
    ++exponent;
  return exponent == 255 && m.satfinite ? 254 : exponent;
}
static uint64_t fromUE8M0(uint64_t e) {
  if (e == 255)
    return kBF16.canonicalNaN();
  return e ? e << 7 : 0x40;
}

//===----------------------------------------------------------------------===//
// cvt
//===----------------------------------------------------------------------===//

/// The f32 numbers of a source: two registers, or the halves of one.
static void readPair(Warp &w, const Instr &inst, unsigned lane, DataType type,
                     uint64_t (&pair)[2], const Format *&format) {
  uint64_t a = w.in(inst, 0)[lane];
  if (type == DataType::F32) {
    // The first source is the upper element.
    format = &kF32;
    pair[1] = uint32_t(a);
    pair[0] = uint32_t(w.in(inst, 1)[lane]);
    return;
  }
  format = type == DataType::F16x2 ? &kF16 : &kBF16;
  pair[0] = a & 0xffff;
  pair[1] = a >> 16 & 0xffff;
}

//===----------------------------------------------------------------------===//
// Stochastic rounding
//===----------------------------------------------------------------------===//

/// The nearest number towards zero, or the one beyond it: with `random` of
/// 2^width as the threshold that the rest must reach.
static uint64_t roundStochastically(const Format &to, const FloatResult &m,
                                    uint64_t f32, unsigned random,
                                    unsigned width) {
  if (isNaN(kF32, f32))
    return nanOf(to);
  double x = std::fabs(valueOf(kF32, f32));
  uint64_t r = to.largest();
  if (x < valueOf(to, r)) {
    r = fromDouble(to, x, Round::Zero);
    double low = valueOf(to, r), step = valueOf(to, r + 1) - low;
    r += std::floor(std::ldexp((x - low) / step, width)) + random >=
         std::ldexp(1.0, width);
  } else if (!m.satfinite) {
    // Halves: the number after the largest would be a power of two.
    double step = valueOf(to, r) - valueOf(to, r - 1);
    double rest = std::floor(std::ldexp((x - valueOf(to, r)) / step, width));
    r += rest + random >= std::ldexp(1.0, width);
  }
  r |= f32 >> 31 ? to.signBit() : 0;
  return m.relu ? relu(to, r) : r;
}

/// Two halves with random bits of their own, f16 with 13 of them; or four
/// narrow numbers, of which two have the same bits, one in reverse order: of
/// bytes in the upper and the lower half, of e2m1 in the bytes 3 and 1 and in
/// the bytes 2 and 0. (Sources: ISA/Semantics/Convert.h.)
static void runStochasticCvt(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CvtModifiers::unpack(inst.mods);
  FloatResult result{Round::Even, false, false, m.sat == Saturate::Satfinite,
                     m.relu};
  auto half = floatType(m.dataType);
  unsigned count = inst.in.size() - 1;
  forLanes(active, [&](unsigned l) {
    uint32_t random = w.in(inst, count)[l];
    uint64_t &d = w.out(inst, 0)[l];
    auto source = [&](unsigned k) { return uint32_t(w.in(inst, k)[l]); };
    if (half) {
      const Format &f = formatOf(*half);
      unsigned width = *half == FloatType::F16x2 ? 13 : 16;
      auto number = [&](unsigned k, uint32_t bits) {
        return roundStochastically(f, result, source(k), bits & maskBits(width),
                                   width);
      };
      d = number(0, random >> 16) << 16 | number(1, random);
      return;
    }
    const Format &f = *narrowFormat(m.dataType);
    unsigned bits = f.bits == 4 ? 4 : 8;
    d = 0;
    for (unsigned k = 0; k < 4; ++k) {
      unsigned mine = k < 2 ? random >> 16 : random & 0xffff;
      if (bits == 4) {
        unsigned low = random >> (k < 2 ? 8 : 0) & 0xff;
        unsigned high = random >> (k < 2 ? 24 : 16) & 0xff;
        mine = high << 8 | low;
      }
      if (k % 2 == 0)
        mine = llvm::reverseBits(uint16_t(mine));
      d = d << bits | roundStochastically(f, result, source(k), mine, 16);
    }
  });
}

static void runCvt(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CvtModifiers::unpack(inst.mods);
  FloatResult result{roundOf(m.rounding), m.ftz, m.sat == Saturate::Sat,
                     m.sat == Saturate::Satfinite, m.relu};
  DataType to = m.dataType, from = m.srcType;
  auto toFloat = floatType(to), fromFloat = floatType(from);
  const Format *narrow = narrowFormat(to), *wide = narrowFormat(from);
  bool integral = m.rounding >= Rounding::Rni;
  forLanes(active, [&](unsigned l) {
    uint64_t a = w.in(inst, 0)[l];
    uint64_t &d = w.out(inst, 0)[l];
    if (isIntegerType(to) && isIntegerType(from)) {
      __int128 v = integerOf(from, a);
      d = registerOf(to, result.sat ? clamp(to, v) : v, inst.outBits);
      return;
    }
    if (isIntegerType(to)) {
      const Format &f = formatOf(*fromFloat);
      a &= maskBits(f.bits);
      if (m.ftz && f.bits == 32)
        a = flush(f, a);
      d = registerOf(to, floatToInteger(f, to, result.round, a), inst.outBits);
      return;
    }
    if (isIntegerType(from)) {
      const Format &f = formatOf(*toFloat);
      d = fromInteger(f, integerOf(from, a), result.round);
      if (result.sat)
        d = saturate(f, d);
      return;
    }
    if (to == DataType::Tf32) {
      d = toTF32(result, uint32_t(a));
      return;
    }
    if (wide) { // Two narrow numbers to two halves.
      unsigned bits = elementBits(from);
      d = 0;
      for (unsigned k = 0; k < 2; ++k)
        d |= floatToFloat(*wide, kF16, result,
                          a >> bits * k & maskBits(wide->bits))
             << 16 * k;
      return;
    }
    if (from == DataType::Ue8m0x2) {
      d = fromUE8M0(a & 255) | fromUE8M0(a >> 8 & 255) << 16;
      return;
    }
    if (narrow || to == DataType::Ue8m0x2 || numElements(*toFloat) == 2) {
      uint64_t pair[2];
      const Format *f;
      readPair(w, inst, l, from, pair, f);
      unsigned bits = narrow                    ? elementBits(to)
                      : to == DataType::Ue8m0x2 ? 8
                                                : 16;
      d = 0;
      for (unsigned k = 0; k < 2; ++k) {
        uint64_t e =
            to == DataType::Ue8m0x2
                ? toUE8M0(result, widen(*f, kF32, pair[k]))
                : floatToFloat(*f, narrow ? *narrow : formatOf(*toFloat),
                               result, pair[k]);
        d |= e << bits * k;
      }
      return;
    }
    const Format &f = formatOf(*fromFloat), &t = formatOf(*toFloat);
    a &= maskBits(f.bits);
    if (integral && !isNaN(f, a) && !isInfinity(f, a)) {
      if (m.ftz)
        a = flush(f, a);
      double v = roundToIntegral(valueOf(f, a), result.round);
      // A number that rounds to zero keeps its sign.
      a = fromDouble(f, v, Round::Even) | (a & f.signBit());
    }
    d = floatToFloat(f, t, result, a);
  });
}

/// Two saturated integers, and below 16 bits the third source above them.
static void runCvtPack(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CvtPackModifiers::unpack(inst.mods);
  unsigned bits = ptx::getBitWidth(m.dataType);
  forLanes(active, [&](unsigned l) {
    auto part = [&](unsigned k) {
      __int128 v = clamp(m.dataType, int32_t(w.in(inst, k)[l]));
      return uint64_t(v) & maskBits(bits);
    };
    uint64_t d = part(1) | part(0) << bits;
    if (inst.in.size() > 2)
      d |= w.in(inst, 2)[l] << 2 * bits;
    w.out(inst, 0)[l] = uint32_t(d);
  });
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

static void runCvta(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CvtaModifiers::unpack(inst.mods);
  auto space = ptx::Space(inst.imm);
  uint64_t mask = maskBits(inst.outBits);
  forLanes(active, [&](unsigned l) {
    uint64_t a = w.in(inst, 0)[l];
    w.out(inst, 0)[l] =
        (m.to ? fromGeneric(w, space, a) : toGeneric(w, space, a)) & mask;
  });
}

static void runIsspacep(Warp &w, const Instr &inst, LaneMask active) {
  auto space = ptx::Space(inst.imm);
  forLanes(active, [&](unsigned l) {
    ptx::Space in = spaceOf(w, w.in(inst, 0)[l]);
    // The window of the CTA is part of that of the cluster.
    w.out(inst, 0)[l] = in == space || (space == ptx::Space::SharedCluster &&
                                        in == ptx::Space::Shared);
  });
}

bool interp::bindConvert(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Cvt: {
    auto m = ptx::CvtModifiers::unpack(inst.mods);
    inst.run = m.rounding == Rounding::Rs ? runStochasticCvt : runCvt;
    return true;
  }
  case Opcode::CvtPack:
    inst.run = runCvtPack;
    return true;
  case Opcode::Cvta:
    inst.imm = uint64_t(ptx::resolveParamSpace(
        inst.op, ptx::CvtaModifiers::unpack(inst.mods).space,
        inst.op->getOperand(0)));
    inst.run = runCvta;
    return true;
  case Opcode::Isspacep:
    inst.imm = uint64_t(ptx::resolveParamSpace(
        inst.op, ptx::IsspacepModifiers::unpack(inst.mods).space,
        inst.op->getOperand(0)));
    inst.run = runIsspacep;
    return true;
  default:
    return false;
  }
}
