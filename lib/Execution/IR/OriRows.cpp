//===- OriRows.cpp - Rows of the values of a function ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of values that stay within a block are used again by others, so that a
// function of many thousand values does not have as many rows for each thread.
//
//===----------------------------------------------------------------------===//

#include "OriRows.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::exec;
using Kind = isa::Operand::Kind;

bool exec::isAllocated(ori::FuncOp func) {
  if (func.getBlockRegs())
    return true;
  return func
      .walk([](Operation *op) {
        for (OpResult result : op->getResults())
          if (ori::getResultReg(result) >= 0)
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

OriRows::OriRows(ori::FuncOp func) : isPhysical(isAllocated(func)) {
  if (isPhysical)
    registers.emplace(func);
  else
    assign(func);
}

int OriRows::lookup(Value value) const {
  if (isPhysical)
    return registers->lookup(value);
  auto it = rows.find(value);
  return it == rows.end() ? -1 : int(it->second);
}

unsigned OriRows::make(Kind file, unsigned width) {
  if (file == Kind::P || file == Kind::UP)
    return nextPredicate++;
  unsigned align = ori::getAlignment(width);
  nextRow = (nextRow + align - 1) & ~(align - 1);
  nextRow += width;
  return nextRow - width;
}

void OriRows::addTemporary(Block &block) {
  for (Operation &op : block)
    for (Value result : op.getResults()) {
      if (!ori::ownsRegister(result))
        continue;
      auto [file, width] = keyOf(result);
      SmallVector<unsigned> &list = temporary[{file, width}];
      rows[result] =
          list.empty() ? make(Kind(file), width) : list.pop_back_val();
    }
}

void OriRows::removeTemporary(Block &block) {
  for (Operation &op : block)
    for (Value result : op.getResults())
      if (auto it = rows.find(result); it != rows.end()) {
        temporary[keyOf(result)].push_back(it->second);
        rows.erase(it);
      }
}

/// Whether what stands for a slow path reads the parts of a tuple.
static bool isSplit(Operation *user) {
  return llvm::isa<ori::CombineOp>(user) &&
         llvm::any_of(user->getUsers(), llvm::IsaPred<ori::SlowPathOp>);
}

/// Whether nothing reads the value outside of its block, or behind the last of
/// its users.
static bool isLocal(Value value) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user->getBlock() == value.getParentBlock() && !isSplit(user);
  });
}

void OriRows::assign(ori::FuncOp func) {
  // Free rows by file and width.
  llvm::DenseMap<Key, SmallVector<unsigned>> free;
  llvm::DenseMap<Value, unsigned> usesLeft;
  for (Block &block : func.getBody()) {
    for (Value arg : block.getArguments())
      if (!arg.use_empty()) {
        auto [file, width] = keyOf(arg);
        rows[arg] = make(Kind(file), width);
      }
    for (Operation &op : block) {
      // Results before what the operands set free: a guarded instruction
      // writes its results before it reads.
      for (Value result : op.getResults()) {
        if (result.use_empty() || !ori::ownsRegister(result))
          continue;
        auto key = keyOf(result);
        // Threads that are elsewhere write the rows of a quad's fetch.
        bool shares = (key.first == Kind::R || key.first == Kind::P) &&
                      isLocal(result) && !llvm::isa<ori::QuadFetchOp>(op);
        SmallVector<unsigned> &list = free[key];
        rows[result] = shares && !list.empty()
                           ? list.pop_back_val()
                           : make(Kind(key.first), key.second);
        if (shares)
          usesLeft[result] =
              unsigned(std::distance(result.use_begin(), result.use_end()));
      }
      for (Value operand : op.getOperands()) {
        auto it = usesLeft.find(operand);
        if (it != usesLeft.end() && --it->second == 0)
          free[keyOf(operand)].push_back(rows[operand]);
      }
    }
  }
}
