//===- CallGraph.h - Which functions a kernel reaches -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code of device functions that stay functions is part of each kernel that
// calls them, so every kernel must know what it reaches, and functions that
// reach themselves must be told apart.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_CALLGRAPH_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_CALLGRAPH_H

#include "Lowering.h"
#include "llvm/ADT/MapVector.h"

namespace ptxmlir::ptxtoori {

/// What a kernel reaches by calls.
struct Reached {
  llvm::SmallVector<ptx::FuncOp> functions; ///< with a body, in source order
  /// Of the driver, or linked when the program is loaded, in source order.
  llvm::SmallVector<ptx::FuncOp> system;
  bool hasIndirectCalls = false;
};

class CallGraph {
public:
  /// Fills in what `info` says of functions. Linear in the module, and nothing
  /// where it has neither functions nor indirect calls.
  CallGraph(ptx::ModuleOp module, ModuleInfo &info);

  /// Follows the calls of an entry; fails with a diagnostic where one leads to
  /// a function that neither the module nor the driver defines, nor is linked.
  llvm::LogicalResult reach(ptx::EntryOp entry, Reached &reached) const;
  /// Whether an entry calls anything.
  bool hasCalls(ptx::EntryOp entry) const {
    auto found = numbers.find(entry);
    return found != numbers.end() && (!nodes[found->second].callees.empty() ||
                                      nodes[found->second].isIndirect);
  }
  /// Functions whose addresses are taken, by number from 1 on.
  llvm::ArrayRef<ptx::FuncOp> addressed() const { return pointers; }

private:
  struct Node {
    mlir::Operation *function;
    /// Callees, and the first call of each.
    llvm::MapVector<mlir::Operation *, mlir::Operation *> callees;
    bool isIndirect = false, mayWait = false;
  };
  void addNode(mlir::Operation *function, ModuleInfo &info);
  void findWaiting(ModuleInfo &info);

  std::vector<Node> nodes;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  llvm::SmallVector<ptx::FuncOp> pointers;
  bool externsAreLinked = false; ///< when the program is loaded
};

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_CALLGRAPH_H
