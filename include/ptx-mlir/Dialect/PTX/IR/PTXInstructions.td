//===- PTXInstructions.td - all PTX instruction records ----*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `sass-tblgen -gen-ptx-tables` reads.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_INSTRUCTIONS_TD
#define PTX_MLIR_DIALECT_PTX_INSTRUCTIONS_TD

include "ptx-mlir/Dialect/PTX/IR/PTXArith.td"
include "ptx-mlir/Dialect/PTX/IR/PTXAsync.td"
include "ptx-mlir/Dialect/PTX/IR/PTXBulk.td"
include "ptx-mlir/Dialect/PTX/IR/PTXConvert.td"
include "ptx-mlir/Dialect/PTX/IR/PTXDirectives.td"
include "ptx-mlir/Dialect/PTX/IR/PTXLogic.td"
include "ptx-mlir/Dialect/PTX/IR/PTXMatrix.td"
include "ptx-mlir/Dialect/PTX/IR/PTXMemory.td"
include "ptx-mlir/Dialect/PTX/IR/PTXMisc.td"
include "ptx-mlir/Dialect/PTX/IR/PTXSpecialRegisters.td"
include "ptx-mlir/Dialect/PTX/IR/PTXSync.td"
include "ptx-mlir/Dialect/PTX/IR/PTXTcgen05.td"
include "ptx-mlir/Dialect/PTX/IR/PTXTexture.td"
include "ptx-mlir/Dialect/PTX/IR/PTXVideo.td"
include "ptx-mlir/Dialect/PTX/IR/PTXWarpgroup.td"
include "ptx-mlir/Dialect/PTX/IR/PTXWmma.td"

#endif // PTX_MLIR_DIALECT_PTX_INSTRUCTIONS_TD
