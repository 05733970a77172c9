//===- ScheduleInstructions.cpp - Scheduling before allocation ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives each run of operations without a fence to the list scheduler, with the
// registers that are in use in front of it and those it may use.
//
//===----------------------------------------------------------------------===//

#include "ConstantLoads.h"
#include "ListScheduler.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Reorder.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORISCHEDULEINSTRUCTIONSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// Registers that alignment and copies of tied values take beyond those that
/// are in use.
static constexpr int kSlack = 1;

namespace {

class ScheduleInstructions
    : public ori::impl::OriScheduleInstructionsPassBase<ScheduleInstructions> {
public:
  using OriScheduleInstructionsPassBase::OriScheduleInstructionsPassBase;
  void runOnOperation() override;
};

} // namespace

/// Registers in use at the start of each block, and the most anywhere.
static std::vector<Pressure> computePressure(const RegisterUse &use,
                                             Pressure &most) {
  const LiveRanges &ranges = use.ranges;
  std::vector<Pressure> starts(ranges.blocks().size());
  Pressure now = {};
  most = {};
  for (unsigned i = 0; i != ranges.operations().size(); ++i) {
    for (unsigned at : {2 * i, 2 * i + 1})
      for (unsigned file = 0; file != now.size(); ++file) {
        now[file] += use.changes[at][file];
        most[file] = std::max(most[file], now[file]);
      }
    if (!ranges.operations()[i])
      starts[ranges.blockOfIndex(i)] = now;
  }
  return starts;
}

/// The values that are passed on to block arguments, and their parts, with
/// these.
static SuccessorMap findSuccessors(const LiveRanges &ranges) {
  SuccessorMap map;
  for (unsigned i : ranges.joiningOperations())
    if (Operation *op = ranges.operations()[i]; op->getNumSuccessors())
      ranges.forEachForwarded(i, [&](unsigned argument, unsigned operand) {
        if (argument == LiveRanges::kNone || operand == LiveRanges::kNone)
          return;
        Value value = ranges[operand].value, next = ranges[argument].value;
        map.try_emplace(value, next);
        if (auto combine = value.getDefiningOp<CombineOp>())
          for (Value part : combine.getParts())
            map.try_emplace(part, next);
      });
  return map;
}

void ScheduleInstructions::runOnOperation() {
  FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target) {
    func.emitError("needs an ori.module around it that names the SM");
    return signalPassFailure();
  }
  // What the phase before has computed still holds where nothing moves.
  std::optional<RegisterUse> own;
  const RegisterUse &use = moveConstantsToFront(func)
                               ? own.emplace(func)
                               : getAnalysis<RegisterUse>();
  markAnalysesPreserved<WarpBlocks>();
  const BlockNumbering &blocks = use.blocks;
  const LiveRanges &ranges = use.ranges;
  const Contents &contents = use.contents;
  Pressure most;
  std::vector<Pressure> starts = computePressure(use, most);
  // What the function needs somewhere may be used everywhere.
  int budget = int(getRegisterBudget(func, 255));
  int wanted = int(registers);
  if (most[0] > wanted)
    wanted = int(getFreeRegisters(func, unsigned(most[0]))) - kSlack;
  // Who says how many blocks an SM is to hold leaves the rest to the code.
  if (func.getMinCtasPerSm() && most[0] > int(registers))
    wanted = budget;
  Pressure limits = {std::min(wanted, budget - budget / 16),
                     int(uniformRegisters), int(predicates), int(predicates)};
  SuccessorMap successors = findSuccessors(ranges);
  ListScheduler scheduler(ranges, contents, *target, successors, limits);
  for (unsigned b = 0; b != blocks.size(); ++b) {
    Pressure inUse = starts[b];
    unsigned first = ranges.blockStart(b) + 1, end = ranges.blockEnd(b);
    for (unsigned i = first; i != end; ++i) {
      if (!isFence(ranges.operations()[i]))
        continue;
      // A fence belongs to no run.
      if (scheduler.schedule(first, i, 4 * window, inUse))
        numMoved += reorderOps(scheduler.getOperations(), scheduler.getOrder());
      scheduler.schedule(i, i + 1, 4 * window, inUse);
      first = i + 1;
    }
  }
}
