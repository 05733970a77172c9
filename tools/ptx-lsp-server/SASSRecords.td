//===- SASSRecords.td - Machine records with texts --------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the ori and sass dialects and the instruction records, of
// which the server shows what they say: one file for the generator of texts.
//
//===----------------------------------------------------------------------===//

include "ptx-mlir/Dialect/Ori/IR/OriOps.td"
include "ptx-mlir/Dialect/SASS/IR/SASSOps.td"
include "ptx-mlir/ISA/ISA.td"
