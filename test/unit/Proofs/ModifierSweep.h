//===- ModifierSweep.h - Combinations of modifiers to prove -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which combinations of modifiers a proof is made for.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_PROOFS_MODIFIERSWEEP_H
#define PTX_MLIR_TEST_UNIT_PROOFS_MODIFIERSWEEP_H

#include "ptx-mlir/ISA/Inst.h"
#include <random>
#include <string>
#include <vector>

namespace ptxmlir::test {

/// Packed modifiers of an instruction: all combinations, where there are more
/// than 2048 with every value of each wide modifier only beside a few values of
/// the other wide ones.
std::vector<uint64_t> sweepModifiers(const isa::InstDesc &desc);

/// One combination, drawn: of instructions that have too many to list.
uint64_t drawModifiers(const isa::InstDesc &desc, std::mt19937_64 &random);

/// The modifiers that are not as by default, for messages.
std::string describeModifiers(const isa::InstDesc &desc, uint64_t mods);

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_PROOFS_MODIFIERSWEEP_H
