//===- Passes.td - The conversion from ori to sass ---------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After this pass there are no values any more: registers are numbers, blocks
// have a layout, and each operation is one instruction word.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_ORITOSASS_PASSES
#define PTXMLIR_CONVERSION_ORITOSASS_PASSES

include "mlir/Pass/PassBase.td"

def ConvertOriToSASSPass : Pass<"convert-ori-to-sass", "::mlir::ModuleOp"> {
  let summary = "leaves SSA: machine instructions in layout order";
  let description = [{
    Turns each `ori.module` into a `sass.module`. Registers must be assigned and
    operands legal. An instruction op becomes one machine instruction with
    registers, immediates and constant-bank addresses in its slots; tuples, copies
    and block arguments become moves where their registers differ, as parallel
    copies. Blocks keep their order; a branch to the next block becomes a
    fall-through. The bodies of functions are converted in parallel, and each is
    freed as soon as it has been.
  }];
  let statistics = [
    Statistic<"numInstructions", "instructions", "machine instructions">,
    Statistic<"numCopies", "copies", "moves for tuples and block arguments">,
    Statistic<"numBlocks", "split-edges", "blocks for copies on critical edges">
  ];
  let dependentDialects = ["::ptxmlir::sass::SASSDialect"];
}

#endif // PTXMLIR_CONVERSION_ORITOSASS_PASSES
