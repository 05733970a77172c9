//===- Perturbation.h - Errors that approximations may have -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX ISA gives sin, rcp.approx and their like a bound of the error, not a
// value. Both engines compute them as exactly as their type allows; with a
// Perturbation they are off by any part of that bound instead, so that code
// which relies on more than the bound shows (`ptx-run --perturb`).
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_PERTURBATION_H
#define PTX_MLIR_EXECUTION_PERTURBATION_H

#include <cstdint>

namespace ptxmlir::exec {

class Perturbation {
public:
  explicit Perturbation(uint64_t seed) : seed(seed) {}

  /// The error of a function at an argument, as a part of the largest one: from
  /// -1 to 1, one of the ends half of the time. A function stays a function:
  /// the same for the same seed, function and argument.
  double draw(uint64_t function, uint64_t argument) const {
    uint64_t h = mix(mix(seed + function * 0x9e3779b97f4a7c15) ^ argument);
    if (h & 1)
      return h & 2 ? 1 : -1;
    return double(int64_t(h)) * 0x1p-63;
  }

private:
  /// The finalizer of splitmix64 (Steele, Lea and Flood, 2014).
  static uint64_t mix(uint64_t v) {
    v += 0x9e3779b97f4a7c15;
    v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9;
    v = (v ^ v >> 27) * 0x94d049bb133111eb;
    return v ^ v >> 31;
  }
  uint64_t seed;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_PERTURBATION_H
