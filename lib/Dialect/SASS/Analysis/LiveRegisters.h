//===- LiveRegisters.h - R registers that something reads -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Liveness of R registers in machine code, across the functions that it calls:
// a return may go to behind each call. Of code that is not here, and of its
// callers, it takes that they read all registers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_LIVEREGISTERS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_LIVEREGISTERS_H

#include "CodeCalls.h"
#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include <bitset>

namespace ptxmlir::sass {

class LiveRegisters {
public:
  /// `readers` (sorted): instructions of which it takes that they read all
  /// registers.
  LiveRegisters(const MachineCode &code, const CodeCalls &calls,
                llvm::ArrayRef<unsigned> readers = {});

  /// Whether something may read the register's value behind the instruction
  /// `index` of `block`. Questions of one block in a row are cheap.
  bool isLiveBehind(unsigned block, unsigned index, unsigned reg);

private:
  using Set = std::bitset<256>;
  void iterate(const CodeCalls &calls);
  void step(unsigned index, Set &live) const;

  const MachineCode &code;
  llvm::ArrayRef<unsigned> readers;
  std::vector<Set> out; ///< behind each block
  unsigned current = ~0u;
  std::vector<Set> behind; ///< each instruction of the block `current`
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_LIVEREGISTERS_H
