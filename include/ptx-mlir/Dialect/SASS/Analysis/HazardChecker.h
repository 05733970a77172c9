//===- HazardChecker.h - Static check of control fields ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares the target tables with the passes that assign control fields, and
// nothing else: it collects register accesses and follows paths on its own.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_HAZARDCHECKER_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_HAZARDCHECKER_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include <string>

namespace ptxmlir::sass {

struct Hazard {
  enum Kind {
    ReadTooEarly,       ///< fixed latency of a true dependence
    WriteTooEarly,      ///< fixed latency of an output dependence
    OverwriteTooEarly,  ///< fixed latency of an anti dependence
    ReadNotWaited,      ///< value arrives through a barrier nobody waited for
    WriteNotWaited,     ///< the same for an output dependence
    OverwriteNotWaited, ///< source reads complete through such a barrier
    WaitTooEarly,       ///< a barrier is waited for right after it is set
    BadField,           ///< a control field has a value that it must not have
    BadReuse,           ///< a source is kept for reuse that cannot be reused
    Misaligned,         ///< a tuple starts at a register that it must not
    NoRegister,         ///< the SM has no register of that number
    NeverWritten,       ///< nothing before writes what is read
  };
  Kind kind;
  unsigned producer; ///< first instruction of the pair; = consumer if there is
                     ///< only one
  unsigned consumer;
  RegId reg = 0;
  int distance = 0; ///< cycles from producer to consumer, and those needed; of
                    ///< Misaligned: registers of the tuple, and the alignment;
                    ///< of NoRegister `needed` is how many there are
  int needed = 0;
  const char *detail = nullptr; ///< of BadField and BadReuse: what is wrong

  /// Whether `producer` is another instruction than `consumer`, or its last
  /// execution.
  bool hasProducer() const {
    return kind < BadField || (kind == BadReuse && producer != consumer);
  }

  /// "R4 is read 3 cycles after it was written, 5 are needed"
  std::string message() const;
};

/// All hazards on all paths, each pair of instructions and kind once, in the
/// order of the consumer.
std::vector<Hazard> checkHazards(const MachineCode &code,
                                 const target::TargetInfo &target);

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_HAZARDCHECKER_H
