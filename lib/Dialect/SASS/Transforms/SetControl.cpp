//===- SetControl.cpp - Control fields of sass functions ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that assigns barriers, then stall counts, which depend on them, then
// the sources that are kept for reuse while the warp stays, and puts NOPs where
// a stall count is too small for a distance.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/ControlFields.h"
#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"

namespace ptxmlir::sass {
#define GEN_PASS_DEF_SASSSETCONTROLPASS
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h.inc"
} // namespace ptxmlir::sass

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

namespace {

struct SetControl : sass::impl::SASSSetControlPassBase<SetControl> {
  using SASSSetControlPassBase::SASSSetControlPassBase;

  void runOnOperation() override {
    FuncOp func = getOperation();
    if (func.isDeclaration())
      return;
    auto &analysis = getAnalysis<FuncCodeAnalysis>();
    const target::TargetInfo *target = analysis.target;
    if (!target)
      return signalPassFailure();
    const MachineCode &code = analysis.func.code;
    const AccessTable &table = *analysis.table;
    std::vector<isa::Control> controls(code.insts.size());
    ControlStats stats;
    if (serial)
      assignSerialBarriers(table, controls, stats);
    else
      assignBarriers(code, table, *target, controls, stats);
    unsigned leastStall = serial ? target->latencies->maxStall : 1;
    std::vector<PaddingRequest> padding =
        assignStalls(code, table, *target, controls, stats, leastStall);
    if (!serial)
      numReused += assignReuse(code, *target, controls, padding);
    for (auto [inst, control] : llvm::zip_equal(code.insts, controls))
      inst->control = control;
    for (const PaddingRequest &request : padding)
      insertNops(analysis.func.ops[request.before], request.cycles, *target);

    numWriteBarriers += stats.writeBarriers;
    numReadBarriers += stats.readBarriers;
    numSharedBarriers += stats.sharedBarriers;
    numWaits += stats.waits;
    numStallCycles += stats.stallCycles;
    numVisits += stats.blockVisits;
  }

  /// NOPs before an op that take so many cycles together.
  void insertNops(Operation *before, unsigned cycles,
                  const target::TargetInfo &target) {
    OpBuilder builder(before);
    while (cycles) {
      isa::Inst nop;
      nop.opcode = isa::Opcode::NOP;
      nop.mods = isa::getDesc(nop.opcode).defaultMods;
      nop.control.stall =
          std::min<unsigned>(cycles, target.latencies->maxStall);
      nop.control.yield = nop.control.stall >= target.latencies->yieldStall;
      createInst(builder, before->getLoc(), nop);
      cycles -= nop.control.stall;
      ++numNops;
    }
  }
};

} // namespace
