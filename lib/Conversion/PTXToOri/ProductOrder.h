//===- ProductOrder.h - Order of products of warp groups --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parts of orderGroupProducts share: GroupProducts.cpp says what is
// done and does step 3; ProductTuples.cpp, ProductFlow.cpp and ProductHolds.cpp
// do steps 1, 2 and 4.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_PRODUCTORDER_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_PRODUCTORDER_H

#include "ProductState.h"
#include "mlir/IR/Dominance.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "llvm/ADT/SetVector.h"

namespace ptxmlir::ptxtoori {

/// The largest number of a wait.
constexpr unsigned kMaxPending = 7;
/// Mark of a wait for everything, whoever has closed its group.
constexpr llvm::StringLiteral kWaitAllAttr = "wait_all";

enum class ProductEvent { None, Product, Fence, Commit, Wait };
/// What an operation is to the order.
ProductEvent classify(mlir::Operation *op);

/// Sets or reads a modifier of an instruction.
void setMod(mlir::Operation *op, llvm::StringRef name, uint64_t value);
uint64_t getMod(mlir::Operation *op, llvm::StringRef name);

/// The registers that a product reads beside the accumulator.
llvm::SmallVector<mlir::OpOperand *> getFactors(mlir::Operation *product);
/// What must be in registers, or is something else than zeros.
bool needsRegister(mlir::Value value);

/// The order of a function's products; see orderGroupProducts.
class ProductOrder {
public:
  explicit ProductOrder(ori::FuncOp func) : func(func), dominance(func) {}
  void run();

private:
  // ProductTuples.cpp
  void joinArguments();
  bool joinArgumentsBehind(mlir::Value tuple);
  bool joinArgumentsBefore(mlir::Value tuple);
  void makeTuple(mlir::Block *block, llvm::ArrayRef<mlir::BlockArgument> lanes);
  void foldTuples();
  void sinkExtracts();

  // ProductFlow.cpp
  void markGroups();
  void solve();
  using Conflict = llvm::function_ref<void(mlir::Operation *, mlir::Value)>;
  void transfer(mlir::Operation *op, ProductState &state, Conflict conflict,
                llvm::function_ref<void(llvm::ArrayRef<ProductItem>)> finished);
  void transferEdge(mlir::Operation *terminator, unsigned successor,
                    const ProductState &from, ProductState &to,
                    Conflict conflict);
  bool isLiveInto(mlir::Block *block, mlir::Value value);
  bool isUsedBehind(mlir::Operation *op, mlir::Value value);

  // GroupProducts.cpp
  bool addWaits(bool everywhere);
  mlir::Operation *insertWait(mlir::Operation *before, mlir::Location loc);

  // ProductHolds.cpp
  void holdOperands();
  void holdResults();
  void redefine(mlir::Value value, llvm::ArrayRef<ori::HoldOp> holds);

  ori::FuncOp func;
  mlir::DominanceInfo dominance;
  llvm::SmallVector<mlir::Operation *> products;
  llvm::SetVector<mlir::Value> tuples; ///< accumulators: results and arguments
  llvm::SmallVector<mlir::Block *> order; ///< reverse post-order
  llvm::DenseMap<mlir::Block *, ProductState> entry;
  llvm::DenseMap<mlir::Value, llvm::DenseSet<mlir::Block *>> liveInto;
  ProductWebs webs;
};

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_PRODUCTORDER_H
