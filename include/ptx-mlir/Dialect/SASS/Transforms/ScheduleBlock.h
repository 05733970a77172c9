//===- ScheduleBlock.h - List scheduling on physical registers --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last scheduling, once registers are assigned: what was spilled, copied
// and moved since the first one is put where it costs least. Without MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_TRANSFORMS_SCHEDULEBLOCK_H
#define PTXMLIR_DIALECT_SASS_TRANSFORMS_SCHEDULEBLOCK_H

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "ptx-mlir/ISA/OrderingEffects.h"

namespace ptxmlir::sass {

/// Orders instructions [begin, end) of a block; reusable, so that its arrays
/// are allocated once per function.
class BlockScheduler {
public:
  BlockScheduler(const MachineCode &code, const AccessTable &table,
                 const target::TargetInfo &target);

  /// The instructions of the range in their new order. Runs longer than
  /// `window` are cut. n log n in the length.
  llvm::ArrayRef<unsigned> schedule(unsigned begin, unsigned end,
                                    unsigned window);

private:
  struct Edge {
    unsigned to;
    int next; ///< next edge of the same node, -1: last
    unsigned latency;
  };
  struct Node {
    int firstEdge = -1;
    unsigned numPreds = 0;
    unsigned height = 0;   ///< cycles from its issue to the end of the region
    unsigned earliest = 0; ///< cycle
  };
  /// Last writer and the readers since, of a register or a memory space.
  struct Place {
    int lastWrite = -1;
    int firstReader = -1; ///< into readerLists
    target::Port writePort = 0;
    bool isWritePredicated = false;
  };
  struct Reader {
    unsigned node;
    int next;
    target::Port port;
    bool isLate;
  };

  isa::OrderingEffects effectsOf(unsigned i) const {
    return isa::getOrderingEffects(code.insts[i]->opcode, code.insts[i]->mods,
                                   code.strong.contains(code.insts[i]));
  }
  void scheduleRegion(unsigned begin, unsigned end);
  void buildGraph(unsigned begin, unsigned end);
  void addEdge(unsigned from, unsigned to, unsigned latency);
  void readPlace(unsigned place, unsigned node, const Access *access);
  void writePlace(unsigned place, unsigned node, const Access *access);
  Place &touch(unsigned place);

  const MachineCode &code;
  const AccessTable &table;
  const target::TargetInfo &target;

  unsigned base = 0; ///< first instruction of the region
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Place> places;
  std::vector<unsigned> touched;
  std::vector<Reader> readers;
  std::vector<unsigned> order;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_TRANSFORMS_SCHEDULEBLOCK_H
