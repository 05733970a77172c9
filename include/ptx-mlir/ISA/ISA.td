//===- ISA.td - All instruction records --------------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What generators of the codec read. A family has a file for itself, because the
// operations of each are compiled apart.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA
#define PTXMLIR_ISA

include "ptx-mlir/ISA/OriOpcodes.td"
include "ptx-mlir/ISA/Integer.td"
include "ptx-mlir/ISA/Move.td"
include "ptx-mlir/ISA/Memory.td"
include "ptx-mlir/ISA/Atomic.td"
include "ptx-mlir/ISA/Control.td"
include "ptx-mlir/ISA/Barrier.td"
include "ptx-mlir/ISA/Special.td"
include "ptx-mlir/ISA/Float.td"
include "ptx-mlir/ISA/Double.td"
include "ptx-mlir/ISA/Half.td"
include "ptx-mlir/ISA/Convert.td"
include "ptx-mlir/ISA/Predicate.td"
include "ptx-mlir/ISA/Warp.td"
include "ptx-mlir/ISA/Uniform.td"
include "ptx-mlir/ISA/UniformFloat.td"
include "ptx-mlir/ISA/Tensor.td"
include "ptx-mlir/ISA/IntegerMMA.td"
include "ptx-mlir/ISA/NarrowMMA.td"
include "ptx-mlir/ISA/Texture.td"
include "ptx-mlir/ISA/GroupMMA.td"
include "ptx-mlir/ISA/TensorMemory.td"
include "ptx-mlir/ISA/Async.td"
include "ptx-mlir/ISA/Bulk.td"

#endif // PTXMLIR_ISA
