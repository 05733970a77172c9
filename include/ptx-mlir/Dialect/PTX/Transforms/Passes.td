//===- Passes.td - Passes on ptx modules -------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is better done while a function is still one of PTX, with parameters by
// name: before instructions are selected.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_PTX_TRANSFORMS_PASSES
#define PTXMLIR_DIALECT_PTX_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def PTXInlineCallsPass : Pass<"ptx-inline-calls", "::mlir::ModuleOp"> {
  let summary = "puts device functions into the functions that call them";
  let description = [{
    Inlines direct calls of functions with a body, callees first. Parameters in
    the param space become values where loads and stores agree on them, else
    local variables of the caller. Functions to which nothing refers any more
    are removed.

    Code without calls is faster, so small functions are inlined, and those that
    are called in one place only, as far as the module does not grow too much:
    time of compilation stays linear in its size, whatever the functions call.
    Calls of external functions, indirect calls, and calls within and of
    functions that call themselves stay as they are.
  }];
  let options = [
    Option<"maxCallee", "max-callee", "unsigned", "::ptxmlir::ptx::InlineLimits().maxCallee",
           "operations of a function that is inlined in several places">,
    Option<"maxSize", "max-size", "unsigned", "::ptxmlir::ptx::InlineLimits().maxSize",
           "operations that a function may grow to">,
    Option<"maxGrowth", "max-growth", "unsigned", "::ptxmlir::ptx::InlineLimits().maxGrowth",
           "how many times its operations a module may grow to">,
    Option<"freeGrowth", "free-growth", "unsigned", "::ptxmlir::ptx::InlineLimits().freeGrowth",
           "operations that a module may grow by in any case">
  ];
  let statistics = [
    Statistic<"numInlined", "inlined", "calls inlined">,
    Statistic<"numKept", "kept", "calls that stay because of the size">,
    Statistic<"numPromoted", "promoted", "pieces of parameters that became values">,
    Statistic<"numLocal", "local", "parameters that became local variables">,
    Statistic<"numErased", "erased", "functions removed">
  ];
}

def PTXJoinCollectivesPass : Pass<"ptx-join-collectives", "::mlir::ModuleOp"> {
  let summary = "gives collectives of several places one in common";
  let description = [{
    The threads of a mask execute a collective (`shfl.sync`, `vote.sync`,
    `match.sync`, `redux.sync`, `elect.sync`, `bar.warp.sync`) of one kind, but
    not necessarily at one place: both arms of a branch may have one. A
    collective of the machine is of the threads that execute one instruction
    together.

    Where threads of a warp may part and then come to different collectives of a
    kind first, those that can be reached from there ask whether all threads of
    their mask are with them. If not, they are executed in a function of their
    kind, where all meet. Linear in the size of the module for each kind.
  }];
  let statistics = [
    Statistic<"numJoined", "joined", "collectives that may be executed elsewhere">
  ];
}

#endif // PTXMLIR_DIALECT_PTX_TRANSFORMS_PASSES
