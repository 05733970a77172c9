//===- OriCode.h - Code of an ori function for the machine ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values become rows of the machine's registers, so that ori runs before and
// after allocation without being encoded, with constants that no encoding would
// hold.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_IR_ORICODE_H
#define PTX_MLIR_LIB_EXECUTION_IR_ORICODE_H

#include "OriRows.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Divergence.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"
#include "ptx-mlir/Dialect/Ori/Utils/DerivedBuilder.h"
#include "ptx-mlir/Execution/VirtualCode.h"

namespace ptxmlir::exec {

/// Appends the code of one function to a program.
class OriCode {
public:
  /// `ops` gets the operation of each instruction of the program.
  OriCode(ori::FuncOp func, Program &program,
          std::vector<mlir::Operation *> &ops, std::optional<bool> meet);
  ~OriCode() {
    // Each reads constants of the first.
    while (!standIns.empty())
      standIns.pop_back();
  }
  llvm::Error append(Kernel &kernel);

private:
  void appendBlock(mlir::Block &block);
  void appendOp(mlir::Operation &op);
  void appendInst(ori::InstOpInterface op);
  void appendSlowPath(ori::SlowPathOp op);
  void appendQuadFetch(ori::QuadFetchOp op);
  void appendTerminator(mlir::Operation &op);
  void appendCondBranch(ori::CondBraOp op);
  void setUpStack();

  /// Row `lane` of a value; nothing (kind None) if it is undefined.
  Source laneOf(mlir::Value value, unsigned lane);
  using Copies = std::vector<RowCopy>;
  void addCopies(mlir::Value to, unsigned toLane, mlir::Value from,
                 unsigned fromLane, unsigned width, Copies &copies);
  Copies edgeCopies(mlir::BranchOpInterface branch, unsigned successor);
  /// A row that holds a constant from the start of the function on.
  unsigned constantRow(mlir::Value value, isa::Operand::Kind file);
  PredSource predicateOf(mlir::Value value, bool inverted);
  void fail(const llvm::Twine &message);
  /// What was appended since comes from `op`.
  void mark(mlir::Operation *op) { ops.resize(program.code.size(), op); }

  ori::FuncOp func;
  Program &program;
  std::vector<mlir::Operation *> &ops;
  OriRows rows;
  VirtualCode code;
  std::optional<ori::DivergenceInfo> divergence;
  llvm::DenseMap<mlir::Block *, VirtualCode::Label> labels;
  llvm::DenseSet<mlir::Block *> meetings;
  Copies constants;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, unsigned> constantRows;
  /// Operations that stand for one of the function's, and their constants. They
  /// stay until the end: `constantRows` knows them.
  std::vector<std::unique_ptr<mlir::Block>> standIns;
  std::optional<ori::ConstantPool> standInConstants;
  /// The first thing that the current operation cannot be made into.
  std::string error;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_IR_ORICODE_H
