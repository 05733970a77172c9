//===- Approximation.cpp - Functions with an error bound ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.approx` and `.full` of PTX ISA 9.0, 9.7.3: the host's functions in double,
// rounded to the type. That is within every bound of the ISA (2 ulp for
// division, 1 to 3 for the others, 2^-20.5 and so on for sin, cos and lg2), but
// not always the number that a device gives. Special values are those of the
// ISA's tables. With a Perturbation (ptx-run --perturb) results are anywhere
// within the bounds.
//
//===----------------------------------------------------------------------===//

#include "FloatTypes.h"
#include <algorithm>
#include <cmath>

#pragma STDC FP_CONTRACT OFF

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Just below, if `r` is a power of two: it may have been rounded up to it.
static double ulpOf(const Format &f, double r) {
  int exponent = std::max(std::ilogb(std::nextafter(r, 0)), 1 - f.bias());
  return std::ldexp(1, exponent - f.fractionBits);
}
static bool isBF16(const Format &f) { return f.fractionBits == 7; }

/// A function, and the largest error of a result that is `r` exactly. Of a
/// double only the high word counts, with 20 bits behind the point. `key` tells
/// the functions apart for a Perturbation.
struct Reciprocal {
  static constexpr unsigned key = 1;
  static double value(double x) { return 1 / x; }
  static double error(const Format &f, double, double r) {
    return f.bits == 64 ? std::fabs(r) * 0x1p-20 : ulpOf(f, r);
  }
};
struct ReciprocalRoot {
  static constexpr unsigned key = 2;
  static double value(double x) { return 1 / std::sqrt(x); }
  static double error(const Format &f, double, double r) {
    return std::fabs(r) * (f.bits == 64 ? 0x1p-20 : std::exp2(-22.9));
  }
};
struct SquareRoot {
  static constexpr unsigned key = 3;
  static double value(double x) { return std::sqrt(x); }
  static double error(const Format &, double, double r) {
    return std::fabs(r) * 0x1p-23;
  }
};
struct Sine {
  static constexpr unsigned key = 4;
  static double value(double x) { return std::sin(x); }
  static double error(const Format &, double x, double r) {
    const double pi = 3.14159265358979323846;
    double size = std::fabs(x);
    // The ISA has no bound beyond: what a product by 1 / 2pi in f32 costs.
    return size <= 2 * pi     ? std::exp2(-20.5)
           : size <= 100 * pi ? std::exp2(-14.7)
                              : std::min(1 - std::fabs(r), size * 0x1p-22);
  }
};
struct Cosine : Sine {
  static constexpr unsigned key = 5;
  static double value(double x) { return std::cos(x); }
};
struct Logarithm {
  static constexpr unsigned key = 6;
  static double value(double x) { return std::log2(x); }
  static double error(const Format &, double x, double r) {
    return x > 0.5 && x < 2 ? 0x1p-22 : std::fabs(r) * 0x1p-22;
  }
};
struct Power {
  static constexpr unsigned key = 7;
  static double value(double x) { return std::exp2(x); }
  static double error(const Format &f, double, double r) {
    return f.bits == 32 ? 2 * ulpOf(f, r)
                        : std::fabs(r) * (isBF16(f) ? 0x1p-7 : std::exp2(-9.9));
  }
};
struct Tangent {
  static constexpr unsigned key = 8;
  static double value(double x) { return std::tanh(x); }
  static double error(const Format &f, double, double r) {
    return f.bits == 32 ? std::fabs(r) * 0x1p-11
           : isBF16(f)  ? 0x1p-8
                        : std::exp2(-10.987);
  }
};
constexpr unsigned kDivisionKey = 9;

/// A number of the format that is off by `part` (-1 to 1) of `error`, if there
/// is one within the error; else the nearest.
static uint64_t apart(const Format &f, double r, double error, double part) {
  double wanted = r + part * error;
  for (Round round : {Round::Even, wanted > r ? Round::Down : Round::Up}) {
    uint64_t bits = fromDouble(f, wanted, round);
    if (std::fabs(valueOf(f, bits) - r) <= error)
      return bits;
  }
  return fromDouble(f, r, Round::Even);
}

/// Whether the ISA's tables do not say what the result is.
static bool hasError(double x, double r) {
  return std::isfinite(x) && std::isfinite(r) && x != 0 && r != 0;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static const exec::Perturbation *perturbationOf(const Warp &w) {
  const auto &perturbation = w.launch->config.perturbation;
  return perturbation ? &*perturbation : nullptr;
}

template <typename F>
static uint64_t approximate(const Format &f, bool ftz, uint64_t a,
                            const exec::Perturbation *perturbation) {
  if (ftz)
    a = flush(f, a);
  double x = isNaN(f, a) ? std::nan("") : valueOf(f, a), d = F::value(x);
  if (d != d)
    return f.canonicalNaN();
  uint64_t r = fromDouble(f, d, Round::Even);
  if (perturbation && hasError(x, d) && !isInfinity(f, r))
    r = apart(f, d, F::error(f, x, d), perturbation->draw(F::key, a));
  return ftz ? flush(f, r) : r;
}

/// The instruction's `.ftz` and type are in imm: bit 8, and below.
template <typename F>
static void run(Warp &w, const Instr &inst, LaneMask active) {
  bool ftz = inst.imm >> 8 & 1;
  const exec::Perturbation *perturbation = perturbationOf(w);
  eachLane(w, inst, active, FloatType(inst.imm & 255),
           [&](const Format &f, const uint64_t *e) {
             return approximate<F>(f, ftz, e[0], perturbation);
           });
}

/// rcp and rsqrt of f64 with `.approx.ftz`: of the high words only.
template <typename F>
static uint64_t highWord(uint64_t a, const exec::Perturbation *perturbation) {
  constexpr uint64_t highMask = ~uint64_t(0xffffffff);
  // The ISA's canonical NaN of these two.
  constexpr uint64_t nan = 0x7fffffff00000000;
  a = flush(kF64, a) & highMask;
  if (isNaN(kF64, a))
    return nan;
  double x = asDouble(a), d = F::value(x);
  if (d != d)
    return nan;
  uint64_t r = flush(kF64, bitsOfDouble(d));
  if (perturbation && hasError(x, d) && !isZero(kF64, r))
    r = flush(kF64, apart(kF64, d, F::error(kF64, x, d),
                          perturbation->draw(F::key + 16, a)));
  return r & highMask;
}
template <typename F>
static void runHighWord(Warp &w, const Instr &inst, LaneMask active) {
  const exec::Perturbation *perturbation = perturbationOf(w);
  forLanes(active, [&](unsigned l) {
    w.out(inst, 0)[l] = highWord<F>(w.in(inst, 0)[l], perturbation);
  });
}

/// div.approx is a * (1 / b): beyond 2^126 the reciprocal is flushed to zero.
template <bool isFull, bool ftz>
static uint64_t divide(uint64_t a, uint64_t b,
                       const exec::Perturbation *perturbation) {
  uint64_t magnitude = b & 0x7fffffff;
  if (!isFull && magnitude > 0x7e800000 && magnitude < 0x7f800000) {
    if (isInfinity(kF32, a))
      return kF32.canonicalNaN();
    if (!isNaN(kF32, a))
      return (a ^ b) & kF32.signBit();
  }
  uint64_t r = compute(kF32, Arith::Div, Round::Even, ftz, a, b);
  if (!perturbation || isNaN(kF32, r) || isInfinity(kF32, r) ||
      isZero(kF32, r) || isInfinity(kF32, b))
    return r;
  double q = asFloat(a) / double(asFloat(b));
  r = apart(kF32, q, 2 * ulpOf(kF32, q),
            perturbation->draw(kDivisionKey, a << 32 | b));
  return ftz ? flush(kF32, r) : r;
}
template <bool isFull, bool ftz>
static void runDivide(Warp &w, const Instr &inst, LaneMask active) {
  const exec::Perturbation *perturbation = perturbationOf(w);
  forLanes(active, [&](unsigned l) {
    w.out(inst, 0)[l] =
        divide<isFull, ftz>(w.in(inst, 0)[l], w.in(inst, 1)[l], perturbation);
  });
}

/// rcp with a rounding mode is a division.
template <bool is64>
static void runRcp(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::RcpModifiers::unpack(inst.mods);
  const Format &f = is64 ? kF64 : kF32;
  uint64_t one = uint64_t(f.bias()) << f.fractionBits;
  forLanes(active, [&](unsigned l) {
    w.out(inst, 0)[l] = compute(f, Arith::Div, roundOf(m.rounding),
                                m.ftz && !is64, one, w.in(inst, 0)[l]);
  });
}

template <typename F>
static Handler bind(Instr &inst, DataType type, bool ftz) {
  auto t = floatType(type);
  if (!t)
    return nullptr;
  inst.imm = uint64_t(*t) | uint64_t(ftz) << 8;
  return run<F>;
}

static Handler select(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::Div: {
    auto m = ptx::DivModifiers::unpack(inst.mods);
    if (m.precision == ptx::Precision::Full)
      return m.ftz ? runDivide<true, true> : runDivide<true, false>;
    if (m.precision == ptx::Precision::Approx)
      return m.ftz ? runDivide<false, true> : runDivide<false, false>;
    return nullptr;
  }
  case Opcode::Rcp: {
    auto m = ptx::RcpModifiers::unpack(inst.mods);
    if (m.precision == ptx::Precision::None)
      return m.dataType == DataType::F64 ? runRcp<true> : runRcp<false>;
    return m.dataType == DataType::F64
               ? runHighWord<Reciprocal>
               : bind<Reciprocal>(inst, m.dataType, m.ftz);
  }
  case Opcode::Sqrt: {
    auto m = ptx::SqrtModifiers::unpack(inst.mods);
    return m.precision == ptx::Precision::Approx
               ? bind<SquareRoot>(inst, m.dataType, m.ftz)
               : nullptr;
  }
  case Opcode::Rsqrt: {
    auto m = ptx::RsqrtModifiers::unpack(inst.mods);
    return m.dataType == DataType::F64 && m.ftz
               ? runHighWord<ReciprocalRoot>
               : bind<ReciprocalRoot>(inst, m.dataType, m.ftz);
  }
  case Opcode::Sin:
    return bind<Sine>(inst, DataType::F32,
                      ptx::SinModifiers::unpack(inst.mods).ftz);
  case Opcode::Cos:
    return bind<Cosine>(inst, DataType::F32,
                        ptx::CosModifiers::unpack(inst.mods).ftz);
  case Opcode::Lg2:
    return bind<Logarithm>(inst, DataType::F32,
                           ptx::Lg2Modifiers::unpack(inst.mods).ftz);
  case Opcode::Ex2: {
    auto m = ptx::Ex2Modifiers::unpack(inst.mods);
    return bind<Power>(inst, m.dataType, m.ftz);
  }
  case Opcode::Tanh:
    return bind<Tangent>(inst, ptx::TanhModifiers::unpack(inst.mods).dataType,
                         false);
  default:
    return nullptr;
  }
}

bool interp::bindApproximation(Instr &inst, ptx::Opcode opcode) {
  inst.run = select(inst, opcode);
  return inst.run;
}
