//===- SharedUniforms.h - Uniform registers of masks ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A uniform register is the warp's. Threads that WARPSYNC.EXCLUSIVE lets on,
// one mask after the other, share it: what those of one mask write, those of
// the next one write again. So what differs between masks must have gone to R
// registers before those of another mask run: before anybody waits (BSYNC,
// BREAK, WARPSYNC, barriers of the block), parts from others at a branch, or
// yields. And what all masks read must not be overwritten before they meet
// again.
//
// What collectives give behind another WARPSYNC of a mask that differs between
// threads, in the same block, is of one mask of several, too.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_SHAREDUNIFORMS_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_SHAREDUNIFORMS_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <bitset>

namespace ptxmlir::sass {

/// What holds at a point, on some path to it.
class SharedUniforms {
public:
  /// WARPSYNC.EXCLUSIVE has let on the threads of each mask alone, and no
  /// others have been gathered since.
  bool isAlone() const { return alone && !isGathered; }
  /// Threads of another mask are gathered.
  void gather() { isGathered = true; }
  void startBlock() { together = false; }
  /// Threads wait, or part: those of another mask may run meanwhile.
  void letOthersRun();
  /// Follows an instruction. `isAlways`: nothing holds it back. `differs`:
  /// whether R and P registers may differ between threads. True if it accesses
  /// a uniform register that threads of another mask have overwritten.
  bool follow(const isa::Inst &inst, bool isAlways,
              llvm::function_ref<bool(RegId)> differs);
  /// Other code may do anything.
  void forget() { *this = SharedUniforms(); }
  /// Adds what holds in `other`; true if that makes a difference.
  bool join(const SharedUniforms &other);

private:
  using Registers = std::bitset<kFirstB>;
  void letOn();
  void meet();
  bool isOfMask(const isa::Inst &inst,
                llvm::function_ref<bool(RegId)> differs) const;

  bool alone = false, isGathered = false;
  uint16_t armedAlone = 0; ///< barriers, one bit each, armed since
  /// While they are alone: uniform registers that have been written, and read
  /// before that.
  Registers written, read;
  /// In this block: threads of one mask of several are together since a
  /// WARPSYNC of any kind.
  bool together = false;
  /// Registers with the value of one mask of several; not uniform ones only
  /// while they are alone.
  Registers ofMask;
  /// Uniform registers that held such a value where others may have run since.
  Registers overwritten;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_SHAREDUNIFORMS_H
