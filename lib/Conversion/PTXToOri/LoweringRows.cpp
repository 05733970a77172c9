//===- LoweringRows.cpp - Lowering of PTX that is one instruction ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sass-tblgen makes of LoweringRows.td.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "FloatLowering.h"
#include "MatrixEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

#include "ptx-mlir/Conversion/PTXToOri/LoweringRows.cpp.inc"
