//===- GuardUses.h - What reads uniform predicates --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas makes a uniform predicate of one that only the active threads have
// (VOTEU) to guard uniform instructions, whose result only these threads take.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_GUARDUSES_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_GUARDUSES_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"

namespace ptxmlir::sass {

class GuardUses {
public:
  explicit GuardUses(const MachineCode &code) : code(code) {}

  /// Whether the VOTEU at `index` of `block` only writes a predicate that
  /// something reads, and all that reads it are guards of uniform instructions
  /// other than branches. The first question looks through all of the code;
  /// those of one block in a row are cheap.
  bool isOnlyGuard(unsigned block, unsigned index);

private:
  /// Uniform predicates, one bit each, that are read before they are written.
  struct Uses {
    uint8_t asGuard = 0, otherwise = 0;
    bool operator==(const Uses &other) const {
      return asGuard == other.asGuard && otherwise == other.otherwise;
    }
  };
  void iterate();
  void step(unsigned index, Uses &uses) const;
  Uses behindBlock(unsigned block) const;

  const MachineCode &code;
  std::vector<Uses> before; ///< each block; empty until somebody asks
  unsigned current = ~0u;
  std::vector<Uses> behind; ///< each instruction of the block `current`
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_GUARDUSES_H
