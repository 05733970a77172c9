//===- KnownConstants.h - Registers that hold constants ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// R registers that hold the same constant on all paths to a point. They are
// alike in all threads, however those came there.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_KNOWNCONSTANTS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_KNOWNCONSTANTS_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>

namespace ptxmlir::sass {

class KnownConstants {
public:
  void follow(const isa::Inst &inst);
  /// Keeps those that are in both; true if that makes a difference.
  bool meet(const KnownConstants &other);
  void forget(unsigned reg);
  void clear() { values.clear(); }
  /// The registers, a bit each.
  std::array<uint64_t, 4> registers() const;

private:
  /// Register and constant; sorted.
  llvm::SmallVector<std::pair<unsigned, uint32_t>, 0> values;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_KNOWNCONSTANTS_H
