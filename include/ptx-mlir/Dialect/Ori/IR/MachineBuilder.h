//===- MachineBuilder.h - What each SM has for a purpose --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SMs differ in the instruction that they have for one purpose. Lowering and
// passes say the purpose here; what an SM has is asked of the records
// (isa::hasOpcode), so that a new SM needs no change.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_IR_MACHINEBUILDER_H
#define PTXMLIR_DIALECT_ORI_IR_MACHINEBUILDER_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Loads `width` (1 or 2) registers at a byte offset of a constant bank into
/// uniform registers: ULDC or LDCU. The offset is aligned to the width.
/// `index`: a uniform register that is added to it, none if null.
mlir::Value loadUniformConstant(mlir::OpBuilder &builder, mlir::Location loc,
                                unsigned sm, unsigned bank, int32_t offset,
                                unsigned width, mlir::Value index = {});

/// The opcode of loadUniformConstant.
isa::Opcode getUniformConstantLoad(unsigned sm);

/// The minimum (where `pickMin`, a predicate, holds) or maximum of two 32-bit
/// integers: VIMNMX or IMNMX.
mlir::Value createMinMax(mlir::OpBuilder &builder, mlir::Location loc,
                         unsigned sm, mlir::Value a, mlir::Value b,
                         mlir::Value pickMin, bool pickMax, bool isSigned);

/// A 32-bit integer as f32, rounded to nearest or towards zero: I2FP, or I2F
/// where the SM has no conversion of fixed latency.
mlir::Value convertToFloat(mlir::OpBuilder &builder, mlir::Location loc,
                           unsigned sm, mlir::Value a, isa::Round rnd,
                           bool isSigned);

/// Whether WARPSYNC can let the threads of one mask on alone (.EXCLUSIVE).
bool hasExclusiveWarpSync(unsigned sm);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_IR_MACHINEBUILDER_H
