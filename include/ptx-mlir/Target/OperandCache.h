//===- OperandCache.h - Sources that are read again -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operand reuse cache has of the instructions of one warp in a run of
// code: an entry for each position of a source, bank of the register file and
// unit (observed on ptxas 13.0.88, see docs/machine-model.md). Where ptxas's
// code does not say what displaces an entry, anything does.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TARGET_OPERANDCACHE_H
#define PTXMLIR_TARGET_OPERANDCACHE_H

#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace ptxmlir::target {

class OperandCache {
public:
  explicit OperandCache(const TargetInfo &target) : target(target) {}

  /// A source of an instruction: registers, and the bit of Control::reuse that
  /// stands for its position. `keptBy`: the instruction that has put it into
  /// the cache, -1 if it is not there.
  struct Source {
    uint16_t first;
    uint8_t count, bit;
    int keptBy;
  };
  /// Goes on to the next instruction, whose number is `index`. Keeps the
  /// sources for which `keeps` is true.
  void visit(int index, const isa::Inst &inst,
             llvm::function_ref<bool(const Source &)> keeps);
  /// Nothing is known of what comes before.
  void clear() { entries.clear(); }

private:
  struct Entry {
    int inst;
    uint16_t first;
    uint8_t count, bit, unit;
    isa::SchedClassId sched;
  };
  int take(const Entry &now);

  const TargetInfo &target;
  llvm::SmallVector<Entry, 16> entries;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
};

} // namespace ptxmlir::target

#endif // PTXMLIR_TARGET_OPERANDCACHE_H
