//===- PTXOps.h - modules, functions, control flow --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations without an instruction record, which every user of the dialect
// needs. Instructions are in the headers of their families.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXOPS_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXOPS_H

#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXStructure.h.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXValues.h.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXControlFlow.h.inc"

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXOPS_H
