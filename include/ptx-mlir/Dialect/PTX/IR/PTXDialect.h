//===- PTXDialect.h - the ptx dialect ---------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its attributes, and what all instructions share. Include
// PTXOps.h for modules, functions and control flow, and one header per family
// of instructions (PTXArith.h, ...) or PTXInstructions.h for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXDIALECT_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "ptx-mlir/Dialect/Convergence.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"

namespace ptxmlir::ptx {

/// The packed modifiers of an instruction, whatever its opcode: every
/// instruction's Properties begin with them.
int64_t getRawMods(mlir::Operation *op);
void setRawMods(mlir::Operation *op, int64_t mods);
/// The offset property of the address operand `index` of an instruction.
int64_t getRawOffset(mlir::Operation *op, unsigned index = 0);
void setRawOffset(mlir::Operation *op, int64_t offset, unsigned index = 0);

mlir::Value getGuard(mlir::Operation *op);
mlir::OperandRange getSources(mlir::Operation *op);
mlir::OperandRange getPassThrough(mlir::Operation *op);
/// The sources that are not always there: `index` counts those of the record.
mlir::OperandRange getLooseSources(mlir::Operation *op, unsigned index);
mlir::Value getLooseSource(mlir::Operation *op, unsigned index);

mlir::ParseResult parseInstruction(mlir::OpAsmParser &parser,
                                   mlir::OperationState &state, Opcode opcode);
void printInstruction(mlir::OpAsmPrinter &printer, mlir::Operation *op);
llvm::LogicalResult verifyInstruction(mlir::Operation *op);
void getInstructionEffects(
    mlir::Operation *op,
    llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);

} // namespace ptxmlir::ptx

namespace mlir {
template <> struct FieldParser<ptxmlir::ptx::DataType> {
  static FailureOr<ptxmlir::ptx::DataType> parse(AsmParser &parser);
};
template <> struct FieldParser<ptxmlir::ptx::Space> {
  static FailureOr<ptxmlir::ptx::Space> parse(AsmParser &parser);
};
} // namespace mlir

namespace ptxmlir::ptx {
class LineLoc;
namespace detail {
struct LineLocStorage;
class LineLocTable;
} // namespace detail
mlir::AsmPrinter &operator<<(mlir::AsmPrinter &printer, DataType type);
mlir::AsmPrinter &operator<<(mlir::AsmPrinter &printer, Space space);
} // namespace ptxmlir::ptx

#include "ptx-mlir/Dialect/PTX/IR/PTXAttrEnums.h.inc"
#include "ptx-mlir/Dialect/PTX/IR/PTXDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ptx-mlir/Dialect/PTX/IR/PTXAttributes.h.inc"
#include "ptx-mlir/Dialect/PTX/IR/PTXInterfaces.h.inc"

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXDIALECT_H
