//===- FunctionLowering.h - One function to machine code --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_ORITOSASS_FUNCTIONLOWERING_H
#define PTXMLIR_LIB_CONVERSION_ORITOSASS_FUNCTIONLOWERING_H

#include "ParallelCopy.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"

namespace ptxmlir {

/// Fills the body of a sass.func from an allocated ori.func. Reads nothing but
/// the function itself, so that functions can be converted in parallel.
class FunctionLowering {
public:
  FunctionLowering(ori::FuncOp source, sass::FuncOp target, unsigned sm);
  llvm::LogicalResult run();

  unsigned numInstructions = 0, numCopies = 0, numSplitEdges = 0;

private:
  void setUpStack();
  llvm::LogicalResult lowerBlock(mlir::Block &block, mlir::Block *next);
  void resetBarriers(mlir::Block *entry);
  llvm::LogicalResult lowerOp(mlir::Operation &op);
  llvm::LogicalResult lowerInst(ori::InstOpInterface op);
  llvm::LogicalResult lowerBranch(ori::BraOp op, mlir::Block *next);
  llvm::LogicalResult lowerCondBranch(ori::CondBraOp op, mlir::Block *next);
  void lowerBSSY(ori::BSSYOp op);
  void lowerBSync(ori::BSyncOp op);
  void lowerBreak(ori::BreakOp op);
  llvm::LogicalResult lowerSaveBarrier(ori::SaveBarrierOp op);
  llvm::LogicalResult lowerRestoreBarrier(ori::RestoreBarrierOp op);

  using Copies = llvm::SmallVector<RegisterCopy>;
  llvm::LogicalResult addCopies(mlir::Operation *op, mlir::Value to, int toLane,
                                mlir::Value from, int fromLane, unsigned width,
                                Copies &copies);
  llvm::LogicalResult getEdgeCopies(mlir::BranchOpInterface branch,
                                    unsigned successor, Copies &copies);
  void emitCopies(const Copies &copies);
  isa::Operand getLane(mlir::Value value, unsigned lane);

  mlir::Operation *emit(isa::Inst inst, mlir::Attribute ref = {},
                        mlir::BlockRange targets = {});
  void emitBranch(mlir::Block *target, mlir::Block *next);
  mlir::Block *startBlock();
  sass::LabelAttr getLabel(unsigned sync);

  ori::FuncOp source;
  sass::FuncOp target;
  unsigned sm;
  ori::RegisterMap registers;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks;
  unsigned highestRegister = 0; ///< plus one
  unsigned numBarriers = 0;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_CONVERSION_ORITOSASS_FUNCTIONLOWERING_H
