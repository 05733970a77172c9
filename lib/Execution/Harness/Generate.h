//===- Generate.h - One attempt at the inputs of a kernel -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs are made up in attempts, from plain to wild. What one attempt is, and
// what runs have taught the next; private to the harness.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_HARNESS_GENERATE_H
#define PTX_MLIR_LIB_EXECUTION_HARNESS_GENERATE_H

#include "ptx-mlir/Execution/Harness/Harness.h"
#include "llvm/ADT/DenseMap.h"

namespace ptxmlir::harness {

/// What an attempt chooses.
struct Attempt {
  /// Numbers that bound threads, and other whole numbers.
  uint64_t size = 48, count = 48;
  /// Index into the shapes of a block (blockShape()).
  unsigned shape = 0;
  /// What data is: random, ascending numbers, zero.
  enum Fill : uint8_t { Random, Ascending, Zero } fill = Random;
};
/// The attempts in the order in which they are made.
std::vector<Attempt> listAttempts(const KernelUsage &usage, uint64_t seed);

/// What runs have shown to be needed, by object.
struct Needs {
  /// Bytes of the buffer of an object, from its pointer on and before it.
  llvm::DenseMap<unsigned, uint64_t> bytes, front;
  uint64_t dynamicShared = 0;
};

/// The inputs of an attempt; `objects` gets the object of each buffer.
Inputs generate(const KernelUsage &usage, const Attempt &attempt,
                const Needs &needs, uint64_t seed,
                std::vector<unsigned> &objects);

/// Makes up the textures and surfaces of a kernel and adds their texels to the
/// buffers.
void addImages(const KernelUsage &usage, uint64_t seed, Inputs &inputs);

} // namespace ptxmlir::harness

#endif // PTX_MLIR_LIB_EXECUTION_HARNESS_GENERATE_H
