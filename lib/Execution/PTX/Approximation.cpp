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
// ISA's tables.
//
//===----------------------------------------------------------------------===//

#include "FloatTypes.h"
#include <cmath>

#pragma STDC FP_CONTRACT OFF

using namespace ptxmlir;
using namespace ptxmlir::interp;
using ptx::DataType;

using Function1 = double (*)(double);

static double reciprocal(double a) { return 1 / a; }
static double reciprocalRoot(double a) { return 1 / std::sqrt(a); }
static double squareRoot(double a) { return std::sqrt(a); }
static double sine(double a) { return std::sin(a); }
static double cosine(double a) { return std::cos(a); }
static double logarithm2(double a) { return std::log2(a); }
static double power2(double a) { return std::exp2(a); }
static double hyperbolicTangent(double a) { return std::tanh(a); }

template <Function1 F>
static uint64_t approximate(const Format &f, bool ftz, uint64_t a) {
  if (ftz)
    a = flush(f, a);
  double d = isNaN(f, a) ? std::nan("") : F(valueOf(f, a));
  if (d != d)
    return f.canonicalNaN();
  uint64_t r = fromDouble(f, d, Round::Even);
  return ftz ? flush(f, r) : r;
}

/// The instruction's `.ftz` and type are in imm: bit 8, and below.
template <Function1 F>
static void run(Warp &w, const Instr &inst, LaneMask active) {
  bool ftz = inst.imm >> 8 & 1;
  eachLane(w, inst, active, FloatType(inst.imm & 255),
           [&](const Format &f, const uint64_t *e) {
             return approximate<F>(f, ftz, e[0]);
           });
}

/// rcp and rsqrt of f64 with `.approx.ftz`: of the high words only.
template <Function1 F> static uint64_t highWord(uint64_t a) {
  // The ISA's canonical NaN of these two.
  constexpr uint64_t nan = 0x7fffffff00000000;
  a = flush(kF64, a) & ~uint64_t(0xffffffff);
  if (isNaN(kF64, a))
    return nan;
  double d = F(asDouble(a));
  if (d != d)
    return nan;
  return flush(kF64, bitsOfDouble(d)) & ~uint64_t(0xffffffff);
}

/// div.approx is a * (1 / b): beyond 2^126 the reciprocal is flushed to zero.
template <bool isFull, bool ftz>
static uint64_t divide(uint64_t a, uint64_t b) {
  uint64_t magnitude = b & 0x7fffffff;
  if (!isFull && magnitude > 0x7e800000 && magnitude < 0x7f800000) {
    if (isInfinity(kF32, a))
      return kF32.canonicalNaN();
    if (!isNaN(kF32, a))
      return (a ^ b) & kF32.signBit();
  }
  return compute(kF32, Arith::Div, Round::Even, ftz, a, b);
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

template <Function1 F>
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
      return m.ftz ? binary<divide<true, true>> : binary<divide<true, false>>;
    if (m.precision == ptx::Precision::Approx)
      return m.ftz ? binary<divide<false, true>> : binary<divide<false, false>>;
    return nullptr;
  }
  case Opcode::Rcp: {
    auto m = ptx::RcpModifiers::unpack(inst.mods);
    if (m.precision == ptx::Precision::None)
      return m.dataType == DataType::F64 ? runRcp<true> : runRcp<false>;
    return m.dataType == DataType::F64
               ? unary<highWord<reciprocal>>
               : bind<reciprocal>(inst, m.dataType, m.ftz);
  }
  case Opcode::Sqrt: {
    auto m = ptx::SqrtModifiers::unpack(inst.mods);
    return m.precision == ptx::Precision::Approx
               ? bind<squareRoot>(inst, m.dataType, m.ftz)
               : nullptr;
  }
  case Opcode::Rsqrt: {
    auto m = ptx::RsqrtModifiers::unpack(inst.mods);
    return m.dataType == DataType::F64 && m.ftz
               ? unary<highWord<reciprocalRoot>>
               : bind<reciprocalRoot>(inst, m.dataType, m.ftz);
  }
  case Opcode::Sin:
    return bind<sine>(inst, DataType::F32,
                      ptx::SinModifiers::unpack(inst.mods).ftz);
  case Opcode::Cos:
    return bind<cosine>(inst, DataType::F32,
                        ptx::CosModifiers::unpack(inst.mods).ftz);
  case Opcode::Lg2:
    return bind<logarithm2>(inst, DataType::F32,
                            ptx::Lg2Modifiers::unpack(inst.mods).ftz);
  case Opcode::Ex2: {
    auto m = ptx::Ex2Modifiers::unpack(inst.mods);
    return bind<power2>(inst, m.dataType, m.ftz);
  }
  case Opcode::Tanh:
    return bind<hyperbolicTangent>(
        inst, ptx::TanhModifiers::unpack(inst.mods).dataType, false);
  default:
    return nullptr;
  }
}

bool interp::bindApproximation(Instr &inst, ptx::Opcode opcode) {
  inst.run = select(inst, opcode);
  return inst.run;
}
