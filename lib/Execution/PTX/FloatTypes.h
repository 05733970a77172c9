//===- FloatTypes.h - Floating-point types of PTX ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of PTX as formats, and loops over the elements of packed ones. What a
// number's arithmetic is, Float.h says.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_FLOATTYPES_H
#define PTX_MLIR_LIB_EXECUTION_PTX_FLOATTYPES_H

#include "Float.h"
#include "State.h"
#include <optional>

namespace ptxmlir::interp {

enum class FloatType : uint8_t { F16, BF16, F32, F64, F16x2, BF16x2, F32x2 };

inline std::optional<FloatType> floatType(ptx::DataType type) {
  using ptx::DataType;
  switch (type) {
  case DataType::F16:
    return FloatType::F16;
  case DataType::Bf16:
    return FloatType::BF16;
  case DataType::F32:
    return FloatType::F32;
  case DataType::F64:
    return FloatType::F64;
  case DataType::F16x2:
    return FloatType::F16x2;
  case DataType::Bf16x2:
    return FloatType::BF16x2;
  case DataType::F32x2:
    return FloatType::F32x2;
  default:
    return std::nullopt;
  }
}

/// The format of the type's elements.
inline const Format &formatOf(FloatType type) {
  switch (type) {
  case FloatType::F16:
  case FloatType::F16x2:
    return kF16;
  case FloatType::BF16:
  case FloatType::BF16x2:
    return kBF16;
  case FloatType::F64:
    return kF64;
  default:
    return kF32;
  }
}
inline unsigned numElements(FloatType type) {
  return type >= FloatType::F16x2 ? 2 : 1;
}

inline Round roundOf(ptx::Rounding rounding) {
  using ptx::Rounding;
  switch (rounding) {
  case Rounding::Rz:
  case Rounding::Rzi:
    return Round::Zero;
  case Rounding::Rm:
  case Rounding::Rmi:
    return Round::Down;
  case Rounding::Rp:
  case Rounding::Rpi:
    return Round::Up;
  case Rounding::Rna:
    return Round::Away;
  default:
    return Round::Even;
  }
}

/// A number in a format that has all numbers of the old one.
inline uint64_t widen(const Format &from, const Format &to, uint64_t v) {
  if (isNaN(from, v))
    return to.canonicalNaN();
  return fromDouble(to, valueOf(from, v), Round::Even);
}

/// Applies `fn` to the elements of up to three sources; the results are the
/// elements of the result, the first one lowest.
template <typename Fn>
uint64_t eachElement(FloatType type, const uint64_t *in, Fn fn) {
  unsigned count = numElements(type);
  if (count == 1)
    return fn(in);
  unsigned bits = formatOf(type).bits;
  uint64_t mask = maskBits(bits), result = 0;
  for (unsigned k = 0; k < count; ++k) {
    uint64_t e[3];
    for (unsigned s = 0; s < 3; ++s)
      e[s] = in[s] >> bits * k & mask;
    result |= (fn(e) & mask) << bits * k;
  }
  return result;
}
template <typename Fn>
void eachLane(Warp &w, const Instr &inst, LaneMask active, FloatType type,
              Fn fn) {
  const Format &f = formatOf(type);
  forLanes(active, [&](unsigned l) {
    uint64_t in[3] = {0, 0, 0};
    for (unsigned k = 0; k < inst.in.size() && k < 3; ++k)
      in[k] = w.in(inst, k)[l];
    w.out(inst, 0)[l] =
        eachElement(type, in, [&](const uint64_t *e) { return fn(f, e); });
  });
}

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_FLOATTYPES_H
