//===- CheckedAccess.h - Accesses of the machine that are checked -*- C++ -*-=//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of a group run in lockstep: what they did in earlier instructions comes
// before what they do now. (PTX promises less; the interpreter checks that.)
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_CHECKEDACCESS_H
#define PTX_MLIR_LIB_EXECUTION_CHECKEDACCESS_H

#include "MemoryOps.h"
#include "ptx-mlir/Execution/MemoryCheck.h"

namespace ptxmlir::exec {

/// The accesses of one instruction of a warp.
class CheckedAccess {
public:
  CheckedAccess(Machine &m, Warp &w, const DInst &inst, Space space,
                AccessKind kind, bool strong);
  /// `fresh`: what a store is about to write over `old`.
  void operator()(unsigned lane, uint64_t address, unsigned bytes,
                  const uint8_t *old = nullptr, const uint8_t *fresh = nullptr);

private:
  Machine &m;
  Space space;
  Warp &w;
  BlockCheck &block;
  Accessor who;
};

/// The accesses of an instruction, or nothing where memory is not checked.
template <bool Checked> class MaybeChecked {
public:
  MaybeChecked(Machine &, Warp &, const DInst &, Space, AccessKind, bool) {}
  void operator()(unsigned, uint64_t, unsigned, const uint8_t * = nullptr,
                  const uint8_t * = nullptr) {}
};
template <> class MaybeChecked<true> : public CheckedAccess {
  using CheckedAccess::CheckedAccess;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_CHECKEDACCESS_H
