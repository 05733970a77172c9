//===- ThreadNumbers.h - Comparisons of thread numbers ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has another tid.x, but comparisons of it with a number that no
// thread of the kernel has are alike: the file says how many there are. ptxas
// leaves such comparisons in its code at -O0.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_THREADNUMBERS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_THREADNUMBERS_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include <bitset>

namespace ptxmlir::sass {

/// Whether the instruction gives each thread its tid.x.
bool readsThreadNumber(const isa::Inst &inst);

/// Registers that hold the tid.x of the thread that reads them.
class ThreadNumbers {
public:
  void follow(const isa::Inst &inst);
  /// Keeps those that are in both; true if that makes a difference.
  bool meet(const ThreadNumbers &other) {
    std::bitset<256> before = registers;
    registers &= other.registers;
    return registers != before;
  }
  void clear() { registers.reset(); }
  void forget(unsigned reg) { registers.reset(reg); }
  /// Whether this compares one of them with a constant, for which all threads
  /// of such a block get the same.
  bool compareAlike(const isa::Inst &inst, const BlockShape &shape) const;

private:
  std::bitset<256> registers;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_THREADNUMBERS_H
