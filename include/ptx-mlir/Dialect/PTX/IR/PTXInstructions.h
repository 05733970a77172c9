//===- PTXInstructions.h - all PTX instructions -----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costly to compile: prefer the header of one family.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXINSTRUCTIONS_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXINSTRUCTIONS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXAsync.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXBulk.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMatrix.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMisc.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXSync.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXTcgen05.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXTexture.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXVideo.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXWarpgroup.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXWmma.h"

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXINSTRUCTIONS_H
