//===- Passes.td - Passes on ptx modules -------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

    Calls of external functions, indirect calls, and calls within and of
    functions that call themselves stay as they are.
  }];
  let options = [
    Option<"maxSize", "max-size", "unsigned", "1000000",
           "operations that a function may grow to; larger ones are an error">
  ];
  let statistics = [
    Statistic<"numInlined", "inlined", "calls inlined">,
    Statistic<"numPromoted", "promoted", "pieces of parameters that became values">,
    Statistic<"numLocal", "local", "parameters that became local variables">,
    Statistic<"numErased", "erased", "functions removed">
  ];
}

#endif // PTXMLIR_DIALECT_PTX_TRANSFORMS_PASSES
