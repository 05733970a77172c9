//===- ControlFlow.h - Branches and loops within an instruction -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some PTX instructions are several blocks of machine instructions. These
// helpers split the current block; the lowering goes on in the last one.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_CONTROLFLOW_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_CONTROLFLOW_H

#include "Lowering.h"

namespace ptxmlir::ptxtoori {

/// Emits instructions and gives their results.
using Emitter = llvm::function_ref<llvm::SmallVector<mlir::Value>()>;

/// The values of `whereTrue` where `condition` holds (or does not, with
/// `negated`), elsewhere those of `whereFalse`, which have the same types.
llvm::SmallVector<mlir::Value> emitIfElse(FuncLowering &l,
                                          mlir::Value condition, bool negated,
                                          Emitter whereTrue,
                                          Emitter whereFalse);
/// The same without values, and without anything elsewhere.
void emitIf(FuncLowering &l, mlir::Value condition, bool negated,
            llvm::function_ref<void()> whereTrue);

/// `body` where the guard of `op` holds; what it gives is undefined elsewhere,
/// as of a guarded instruction without values to pass through.
llvm::SmallVector<mlir::Value>
emitGuardedValues(FuncLowering &l, mlir::Operation *op, Emitter body);
/// The same without values.
void emitUnderGuard(FuncLowering &l, mlir::Operation *op,
                    llvm::function_ref<void()> body);

/// Calls `round` with a value, at first `first`, and goes round with the value
/// it gives until the predicate that it gives holds. Results in the last value.
mlir::Value emitLoop(
    FuncLowering &l, mlir::Value first,
    llvm::function_ref<std::pair<mlir::Value, mlir::Value>(mlir::Value)> round);

/// `body` for each thread that the guard of `op` lets in, one after the other:
/// its instructions have operands in uniform registers, and each thread has its
/// own.
void emitThreadByThread(FuncLowering &l, mlir::Operation *op,
                        llvm::function_ref<void()> body);

/// The same with values, undefined for threads that the guard keeps out.
llvm::SmallVector<mlir::Value>
emitThreadByThreadValues(FuncLowering &l, mlir::Operation *op, Emitter body);

/// Whether the target has a form of the instruction.
bool hasInstruction(FuncLowering &l, isa::Opcode opcode);
/// The same of one with these modifiers, as far as they alone decide.
bool hasInstruction(FuncLowering &l, isa::Opcode opcode, uint64_t mods);

/// Whether all threads of the block are known to have the same value.
bool isAlike(mlir::Value value);

/// The value of the first thread in uniform registers.
mlir::Value toUniform(FuncLowering &l, mlir::Value value);
/// Whether the predicate of some thread is true.
mlir::Value toUniformPredicate(FuncLowering &l, mlir::Value p);
/// Uniform registers side by side.
mlir::Value combineUniform(FuncLowering &l, mlir::ValueRange parts);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_CONTROLFLOW_H
