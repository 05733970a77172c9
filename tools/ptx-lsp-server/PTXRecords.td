//===- PTXRecords.td - PTX records with texts -------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the ptx dialect, of which the server shows summary and
// description: one file for the generator of texts.
//
//===----------------------------------------------------------------------===//

include "ptx-mlir/Dialect/PTX/IR/PTXInstructions.td"
include "ptx-mlir/Dialect/PTX/IR/PTXControlFlow.td"
include "ptx-mlir/Dialect/PTX/IR/PTXStructure.td"
include "ptx-mlir/Dialect/PTX/IR/PTXValues.td"
