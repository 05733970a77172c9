//===- QuadCode.h - The instructions of ori.quad_fetch ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion to machine code and the machine that runs ori make the same
// instructions of a fetch by whole quads; what they do not share is how values
// become operands.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_QUADCODE_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_QUADCODE_H

#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"

namespace ptxmlir::ori {

/// What the code of a fetch needs to know besides the operation.
struct QuadCode {
  /// The register in which its tuple begins.
  unsigned base;
  /// The register with the stack pointer; null where helpers hold nothing in
  /// the registers of the tuple.
  std::optional<unsigned> stackPointer;
  /// A register, an immediate or a place in a constant bank.
  llvm::function_ref<isa::Operand(mlir::Value)> operandOf;
  llvm::function_ref<void(const isa::Inst &)> emit;
};

/// An instruction without registers, its modifiers at their defaults.
isa::Inst makeInst(isa::Opcode opcode);

/// Calls `use` with each operand for the position and the gradients, and the
/// place in the tuple to which the code brings its value. An operand may be in
/// this place itself: nothing but its value is written there before it is read.
void forEachPlaced(
    QuadFetchOp op,
    llvm::function_ref<void(mlir::OpOperand &, unsigned place)> use);

/// Emits the instructions of the operation.
void emitQuadFetch(QuadFetchOp op, const QuadCode &code);

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_QUADCODE_H
