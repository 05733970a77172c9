//===- Passes.td - Passes on sass functions ----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of the road, on instructions with physical registers: their order,
// what each waits for, and two checks that also take code of other compilers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_TRANSFORMS_PASSES
#define PTXMLIR_DIALECT_SASS_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def SASSSchedulePass : Pass<"sass-schedule", "::ptxmlir::sass::FuncOp"> {
  let summary = "order the instructions of each block to hide latencies";
  let description = [{
    List scheduling of each block on physical registers, by the length of the
    latency path below an instruction. True, output and anti dependences of every
    register are kept, and so is the order of memory accesses, of convergent
    instructions and of instructions with side effects; loads may pass loads of
    the same space, and accesses of shared memory those of other spaces. What is written to a uniform
    register behind a wait for other threads stays behind it, and what is read in
    front of one stays there. What the blocks before have loaded counts as on its
    way.

    Control fields are not looked at; run `sass-set-control` afterwards.
  }];
  let options = [
    Option<"keepOrder", "keep-order", "bool", /*default=*/"false",
           "Leave the order as it is">,
    Option<"window", "window", "unsigned", /*default=*/"4096",
           "Longest run of instructions scheduled at once">,
  ];
  let statistics = [
    Statistic<"numMoved", "moved", "Instructions that changed their place">,
    Statistic<"numBlocks", "blocks", "Blocks scheduled">,
  ];
}

def SASSHoistCopiesPass : Pass<"sass-hoist-copies", "::ptxmlir::sass::FuncOp"> {
  let summary = "copies of values in front of the branch to whose one way they belong";
  let description = [{
    A block between a branch and its target that has copies to R registers and a
    jump disappears: the copies go in front of the branch, if the branch's target
    needs nothing of these registers, and the branch takes the jump's way itself.
    The copies then run on both ways, so they are `max-copies` at most, and none goes
    into a loop that its way leaves.
  }];
  let options = [
    Option<"maxCopies", "max-copies", "unsigned", /*default=*/"4",
           "Most copies of an edge">,
  ];
  let statistics = [
    Statistic<"numEdges", "edges", "Blocks that disappeared">,
    Statistic<"numCopies", "copies", "Copies that were moved">,
  ];
}

def SASSBalanceCopiesPass : Pass<"sass-balance-copies", "::ptxmlir::sass::FuncOp"> {
  let summary = "puts copies on the pipe that is free";
  let description = [{
    MOV becomes an IMAD of nothing plus its source where the pipe of products has
    less to do than that of sums and logic, by the timing model of the SM. So does
    SEL whose result takes the place of one of its sources: it copies the other one
    under a guard. One instruction follows the other in the order of the source.
  }];
  let statistics = [
    Statistic<"numMoved", "moved", "Copies on another pipe">,
  ];
}

def SASSFenceAsyncCopiesPass : Pass<"sass-fence-async-copies", "::ptxmlir::sass::FuncOp"> {
  let summary = "keep asynchronous copies behind earlier accesses of shared memory";
  let description = [{
    Puts three loads that no thread executes before each LDGSTS of a block that
    follows the block's begin, a barrier or another access of shared memory, as
    ptxas does. Runs after scheduling, since they must stay together.
  }];
  let statistics = [
    Statistic<"numFences", "fences", "Groups of loads inserted">,
  ];
}

def SASSSetControlPass : Pass<"sass-set-control", "::ptxmlir::sass::FuncOp"> {
  let summary = "assign dependency barriers, wait masks, stall counts, yield and reuse flags";
  let description = [{
    Overwrites the control fields of every instruction. Instructions whose results
    arrive or whose sources are read at a variable time get one of the dependency
    barriers; consumers on all paths wait for it. Dependences of fixed latency are
    covered by stall counts, across block ends too; where the largest stall count
    does not suffice, NOPs are inserted. Sources that are read again at the same
    position before the warp may be switched are kept in the operand reuse cache.
  }];
  let options = [
    Option<"serial", "serial", "bool", /*default=*/"false",
           "Let every instruction wait for the one before (-O0)">,
  ];
  let statistics = [
    Statistic<"numWriteBarriers", "write-barriers", "Results on a barrier">,
    Statistic<"numReadBarriers", "read-barriers", "Source reads on a barrier">,
    Statistic<"numSharedBarriers", "shared-barriers",
              "Barriers set while pending for another use">,
    Statistic<"numWaits", "waits", "Instructions with a wait mask">,
    Statistic<"numStallCycles", "stall-cycles", "Sum of the stall counts">,
    Statistic<"numReused", "reused", "Sources kept for reuse">,
    Statistic<"numNops", "nops", "NOPs inserted">,
    Statistic<"numVisits", "block-visits", "Blocks visited by the data flows">,
  ];
}

def SASSCheckHazardsPass : Pass<"sass-check-hazards", "::ptxmlir::sass::FuncOp"> {
  let summary = "find registers that are accessed before their latency has passed";
  let description = [{
    Follows all paths with the control fields as they are and reports every read
    of a register before its value has arrived, every overwrite of one that is
    still to be read or written, and every control field out of range. Each pair
    of instructions is reported once. Shares nothing but the target tables with
    the passes that assign control fields.
  }];
  let options = [
    Option<"warnOnly", "warn-only", "bool", /*default=*/"false",
           "Report warnings and do not fail">,
    Option<"limit", "limit", "unsigned", /*default=*/"20",
           "Most findings reported per function">,
  ];
  let statistics = [
    Statistic<"numFindings", "findings", "Hazards found">,
    Statistic<"numChecked", "checked", "Instructions checked">,
  ];
}

def SASSVerifyConvergencePass : Pass<"sass-verify-convergence", "::ptxmlir::sass::FuncOp"> {
  let summary = "prove that threads which wait for each other meet";
  let description = [{
    For machine code by any compiler what `ori-verify-convergence` is for ours:
    follows over all paths in which convergence barriers a thread takes part
    (BSSY, BSYNC, BREAK, BMOV; through calls, registers and the stack), and
    which threads are with it. Which branches part threads is found from the
    registers that they depend on.
  }];
  let options = [
    Option<"warnOnly", "warn-only", "bool", /*default=*/"false",
           "Report warnings and do not fail">,
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Report waits for other threads in regions at whose BSYNC they may be">,
    Option<"limit", "limit", "unsigned", /*default=*/"20",
           "Most findings reported per function">,
  ];
  let statistics = [
    Statistic<"numFindings", "findings", "Findings">,
  ];
}

#endif // PTXMLIR_DIALECT_SASS_TRANSFORMS_PASSES
