//===- Evaluate.h - Run a pure instruction on host values -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pure instructions over HostDomain, for all lanes of a warp or
// for one set of constants. A pure instruction's results depend on its slots
// a, b, c, pp, pq, pr and its modifiers only.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_ISA_SEMANTICS_EVALUATE_H
#define PTX_MLIR_ISA_SEMANTICS_EVALUATE_H

#include "ptx-mlir/ISA/Inst.h"
#include "ptx-mlir/ISA/Semantics/Domain.h"
#include <string>

namespace ptxmlir::isa::sem {

/// A source of a warp: words [lane * stride] of `lo` and `hi`; stride 0 for a
/// value that all lanes share.
struct LaneSource {
  const uint32_t *lo;
  const uint32_t *hi;
  unsigned stride;
};

/// The operands of a pure instruction for the lanes of `mask`. Predicates have
/// one bit per lane. dLo and dHi get one word per lane; bits of pu and pv
/// outside `mask` are unspecified.
struct LaneArgs {
  LaneSource a, b, c;
  uint32_t pp, pq, pr;
  uint32_t *dLo, *dHi;
  uint32_t pu, pv;
  uint32_t mask;
};

/// A pure instruction with its modifiers bound.
struct BoundOp {
  void (*run)(const void *state, LaneArgs &args) = nullptr;
  /// The same where all lanes are in the mask and dHi has 32 words.
  void (*runWarp)(const void *state, LaneArgs &args) = nullptr;
  alignas(8) char state[64];
};

/// What a processor computes several lanes at once with; each includes those
/// before it.
enum class VectorUnit : uint8_t { Any, AVX2, AVX512 };
/// The best one that this processor has.
VectorUnit vectorUnit();

/// Binds the meaning of `opcode` with packed modifiers `mods`. False if the
/// opcode is not pure (or has no meaning yet); then `error` is empty, or says
/// which modifier the record lacks.
bool bindPure(Opcode opcode, uint64_t mods, BoundOp &op,
              std::string *error = nullptr, VectorUnit unit = vectorUnit());

/// Runs a bound instruction on one set of values.
Out<HostDomain> evaluate(const BoundOp &op, const In<HostDomain> &in);

} // namespace ptxmlir::isa::sem

#endif // PTX_MLIR_ISA_SEMANTICS_EVALUATE_H
