//===- PTXAllAttributes.td - all attributes of the ptx dialect -*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect has one parser and one printer for its attributes, made of all.
//
//===----------------------------------------------------------------------===//

include "ptx-mlir/Dialect/PTX/IR/PTXAttributes.td"
include "ptx-mlir/Dialect/PTX/IR/PTXTarget.td"
