//===- Passes.td - The conversion from ptx to ori ----------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After this pass there are no PTX opcodes any more: each operation is an
// instruction of the target's machine over virtual registers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_CONVERSION_PTXTOORI_PASSES
#define PTXMLIR_CONVERSION_PTXTOORI_PASSES

include "mlir/Pass/PassBase.td"

def ConvertPTXToOri : Pass<"convert-ptx-to-ori", "::mlir::ModuleOp"> {
  let summary = "selects SASS opcodes over virtual registers for PTX";
  let description = [{
    Turns each `ptx.module` into an `ori.module`. One table-driven walk: the
    handler of a PTX opcode creates its instructions. Constant variables get
    their offsets in bank 3, addresses of variables and functions their entries
    in bank 4, shared and local variables their places.
  }];
  let options = [
    Option<"arch", "arch", "std::string", "\"\"",
           "SM to compile for, e.g. sm_90; default: the module's target">,
    Option<"fmad", "fmad", "bool", "true",
           "contract mul and add to fma where PTX allows it">,
    Option<"disableFree", "disable-free", "bool", "false",
           "detach the ptx module instead of freeing it; for processes that end soon">
  ];
  let statistics = [
    Statistic<"numLowered", "lowered", "ptx operations lowered">
  ];
  let dependentDialects = ["::ptxmlir::ori::OriDialect"];
}

#endif // PTXMLIR_CONVERSION_PTXTOORI_PASSES
