//===- FloatOps.cpp - Floating-point arithmetic ---------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.3 (f32, f64), 9.7.4 (f16, bf16) and 9.7.5 (mixed precision):
// what is rounded correctly. Approximations are in Approximation.cpp.
//
//===----------------------------------------------------------------------===//

#include "Float.h"
#include "FloatTypes.h"
#include <cmath>

#pragma STDC FP_CONTRACT OFF

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;
using ptx::Saturate;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
/// What an arithmetic instruction does to each element; `imm` holds it.
struct ArithSpec {
  FloatType type;
  Arith op = Arith::Add;
  Round round = Round::Even;
  bool ftz = false, sat = false, relu = false, oob = false;
  /// Sources a and b (Fma), or a (Add, Sub), have this type if it is not f32.
  FloatType source;

  uint64_t pack() const {
    return uint64_t(type) | uint64_t(op) << 8 | uint64_t(round) << 16 |
           uint64_t(ftz) << 24 | uint64_t(sat) << 25 | uint64_t(relu) << 26 |
           uint64_t(oob) << 27 | uint64_t(source) << 32;
  }
  static ArithSpec unpack(uint64_t v) {
    ArithSpec s;
    s.type = FloatType(v & 255);
    s.op = Arith(v >> 8 & 255);
    s.round = Round(v >> 16 & 255);
    s.ftz = v >> 24 & 1;
    s.sat = v >> 25 & 1;
    s.relu = v >> 26 & 1;
    s.oob = v >> 27 & 1;
    s.source = FloatType(v >> 32 & 255);
    return s;
  }
};
} // namespace

/// What tensor copies write for elements outside, of f16 and bf16, and what
/// `.oob` looks for in factors. The ISA does not say which NaN it is; this is
/// what others have measured on sm_100 and sm_120. Nor does it say whether an
/// addend counts; here it does not.
constexpr uint64_t kOutside = 0x7ff7;

static void runArith(Warp &w, const Instr &inst, LaneMask active) {
  ArithSpec s = ArithSpec::unpack(inst.imm);
  const Format &f = formatOf(s.type);
  bool mixed = s.source != s.type;
  forLanes(active, [&](unsigned l) {
    uint64_t in[3] = {0, 0, 0};
    for (size_t k = 0; k < inst.in.size() && k < 3; ++k)
      in[k] = w.in(inst, unsigned(k))[l];
    if (mixed) {
      const Format &narrow = formatOf(s.source);
      for (unsigned k = 0; k < (s.op == Arith::Fma ? 2 : 1); ++k)
        in[k] = widen(narrow, kF32, in[k]);
    }
    w.out(inst, 0)[l] = eachElement(s.type, in, [&](const uint64_t *e) {
      if (s.oob && ((e[0] & 0xffff) == kOutside || (e[1] & 0xffff) == kOutside))
        return uint64_t(0);
      uint64_t r = compute(f, s.op, s.round, s.ftz, e[0], e[1], e[2]);
      if (s.sat)
        r = saturate(f, r);
      return s.relu ? relu(f, r) : r;
    });
  });
}

/// The common case without the detour: f32 and f64, to nearest.
template <typename T> static T asType(uint64_t v) {
  if constexpr (sizeof(T) == 4)
    return asFloat(v);
  else
    return asDouble(v);
}
template <typename T> static uint64_t bitsOfNumber(T v) {
  if constexpr (sizeof(T) == 4)
    return bitsOfFloat(v);
  else
    return bitsOfDouble(v);
}
template <typename T, Arith op, bool ftz>
static uint64_t nearest(uint64_t a, uint64_t b, uint64_t c) {
  const Format &f = sizeof(T) == 4 ? kF32 : kF64;
  T x = asType<T>(ftz ? flush(f, a) : a), y = asType<T>(ftz ? flush(f, b) : b);
  T r;
  if constexpr (op == Arith::Add)
    r = x + y;
  else if constexpr (op == Arith::Sub)
    r = x - y;
  else if constexpr (op == Arith::Mul)
    r = x * y;
  else
    r = std::fma(x, y, asType<T>(ftz ? flush(f, c) : c));
  if (r != r)
    return compute(f, op, Round::Even, ftz, a, b, c);
  uint64_t bits = bitsOfNumber<T>(r);
  return ftz ? flush(f, bits) : bits;
}
template <typename T, Arith op, bool ftz>
static uint64_t nearest2(uint64_t a, uint64_t b) {
  return nearest<T, op, ftz>(a, b, 0);
}
template <typename T, bool ftz> static Handler nearestHandler(Arith op) {
  switch (op) {
  case Arith::Add:
    return binary<nearest2<T, Arith::Add, ftz>>;
  case Arith::Sub:
    return binary<nearest2<T, Arith::Sub, ftz>>;
  case Arith::Mul:
    return binary<nearest2<T, Arith::Mul, ftz>>;
  case Arith::Fma:
    return ternary<nearest<T, Arith::Fma, ftz>>;
  default:
    return nullptr;
  }
}

static Handler bindArith(Instr &inst, Arith op, DataType type,
                         ptx::Rounding rounding, bool ftz, Saturate sat,
                         bool relu = false, DataType source = DataType::None,
                         bool oob = false) {
  auto t = floatType(type);
  if (!t)
    return nullptr;
  ArithSpec s;
  s.type = *t;
  s.op = op;
  s.round = roundOf(rounding);
  s.ftz = ftz;
  s.sat = sat != Saturate::None;
  s.relu = relu;
  s.oob = oob;
  s.source = source == DataType::None ? *t : *floatType(source);
  inst.imm = s.pack();
  if (s.round == Round::Even && !s.sat && !relu && s.source == s.type) {
    Handler fast = nullptr;
    if (type == DataType::F32)
      fast = ftz ? nearestHandler<float, true>(op)
                 : nearestHandler<float, false>(op);
    else if (type == DataType::F64)
      fast = nearestHandler<double, false>(op);
    if (fast)
      return fast;
  }
  return runArith;
}

//===----------------------------------------------------------------------===//
// Signs, minimum and maximum
//===----------------------------------------------------------------------===//

static void runNeg(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::NegModifiers::unpack(inst.mods);
  eachLane(w, inst, active, *floatType(m.dataType),
           [&](const Format &f, const uint64_t *e) {
             uint64_t v = m.ftz ? flush(f, e[0]) : e[0];
             return isNaN(f, v) && f.bits < 64 ? f.canonicalNaN()
                                               : v ^ f.signBit();
           });
}
static void runAbs(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::AbsModifiers::unpack(inst.mods);
  eachLane(w, inst, active, *floatType(m.dataType),
           [&](const Format &f, const uint64_t *e) {
             uint64_t v = m.ftz ? flush(f, e[0]) : e[0];
             return isNaN(f, v) && f.bits < 64 ? f.canonicalNaN()
                                               : v & ~f.signBit();
           });
}

template <typename Modifiers, bool isMin>
static void runMinMax(Warp &w, const Instr &inst, LaneMask active) {
  auto m = Modifiers::unpack(inst.mods);
  bool three = inst.in.size() > 2;
  eachLane(w, inst, active, *floatType(m.dataType),
           [&](const Format &f, const uint64_t *e) {
             uint64_t v[3], sign = 0;
             for (unsigned k = 0; k < (three ? 3 : 2); ++k) {
               v[k] = m.ftz ? flush(f, e[k]) : e[k];
               sign ^= v[k] & f.signBit();
               if (m.abs)
                 v[k] &= ~f.signBit();
             }
             uint64_t r = minMax(f, v[0], v[1], isMin, m.nan);
             if (three)
               r = minMax(f, r, v[2], isMin, m.nan);
             if (m.xorSign && !isNaN(f, r))
               r = (r & ~f.signBit()) | sign;
             return r;
           });
}

template <int bits> static bool hasProperty(ptx::TestProperty p, uint64_t v) {
  const Format &f = bits == 32 ? kF32 : kF64;
  switch (p) {
  case ptx::TestProperty::Finite:
    return !isNaN(f, v) && !isInfinity(f, v);
  case ptx::TestProperty::Infinite:
    return isInfinity(f, v);
  case ptx::TestProperty::Number:
    return !isNaN(f, v);
  case ptx::TestProperty::Notanumber:
    return isNaN(f, v);
  case ptx::TestProperty::Normal: // Zeros are normal numbers here.
    return !isNaN(f, v) && !isInfinity(f, v) && !isSubnormal(f, v);
  default:
    return isSubnormal(f, v);
  }
}
static void runTestp(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::TestpModifiers::unpack(inst.mods);
  forLanes(active, [&](unsigned l) {
    uint64_t v = w.in(inst, 0)[l];
    w.out(inst, 0)[l] = m.dataType == DataType::F32
                            ? hasProperty<32>(m.property, v)
                            : hasProperty<64>(m.property, v);
  });
}
/// The sign of a with the magnitude of b.
template <unsigned bits> static uint64_t copysign(uint64_t a, uint64_t b) {
  uint64_t sign = uint64_t(1) << (bits - 1);
  return (a & sign) | (b & ~sign);
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static Handler select(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Add: {
    auto m = ptx::AddModifiers::unpack(inst.mods);
    return bindArith(inst, Arith::Add, m.dataType, m.rounding, m.ftz, m.sat,
                     false, m.srcType);
  }
  case Opcode::Sub: {
    auto m = ptx::SubModifiers::unpack(inst.mods);
    return bindArith(inst, Arith::Sub, m.dataType, m.rounding, m.ftz, m.sat,
                     false, m.srcType);
  }
  case Opcode::Mul: {
    auto m = ptx::MulModifiers::unpack(inst.mods);
    return bindArith(inst, Arith::Mul, m.dataType, m.rounding, m.ftz, m.sat);
  }
  case Opcode::Mad: { // From sm_20 on the same as fma.
    auto m = ptx::MadModifiers::unpack(inst.mods);
    return bindArith(inst, Arith::Fma, m.dataType, m.rounding, m.ftz, m.sat);
  }
  case Opcode::Fma: {
    auto m = ptx::FmaModifiers::unpack(inst.mods);
    return bindArith(inst, Arith::Fma, m.dataType, m.rounding, m.ftz, m.sat,
                     m.relu, m.srcType, m.oob);
  }
  case Opcode::Div: {
    auto m = ptx::DivModifiers::unpack(inst.mods);
    if (m.precision != ptx::Precision::None)
      return nullptr;
    return bindArith(inst, Arith::Div, m.dataType, m.rounding, m.ftz,
                     Saturate::None);
  }
  case Opcode::Sqrt: {
    auto m = ptx::SqrtModifiers::unpack(inst.mods);
    if (m.precision != ptx::Precision::None)
      return nullptr;
    return bindArith(inst, Arith::Sqrt, m.dataType, m.rounding, m.ftz,
                     Saturate::None);
  }
  case Opcode::Neg:
    return floatType(ptx::NegModifiers::unpack(inst.mods).dataType) ? runNeg
                                                                    : nullptr;
  case Opcode::Abs:
    return floatType(ptx::AbsModifiers::unpack(inst.mods).dataType) ? runAbs
                                                                    : nullptr;
  case Opcode::Min:
    return floatType(ptx::MinModifiers::unpack(inst.mods).dataType)
               ? runMinMax<ptx::MinModifiers, true>
               : nullptr;
  case Opcode::Max:
    return floatType(ptx::MaxModifiers::unpack(inst.mods).dataType)
               ? runMinMax<ptx::MaxModifiers, false>
               : nullptr;
  case Opcode::Testp: // ptxas takes it without a property, too.
    return ptx::TestpModifiers::unpack(inst.mods).property !=
                   ptx::TestProperty::None
               ? runTestp
               : nullptr;
  case Opcode::Copysign:
    return inst.outBits == 32 ? binary<copysign<32>> : binary<copysign<64>>;
  default:
    return nullptr;
  }
}

bool interp::bindFloat(Instr &inst, ptx::Opcode opcode) {
  inst.run = select(inst, opcode);
  return inst.run;
}
