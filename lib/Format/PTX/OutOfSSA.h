//===- OutOfSSA.h - values of the ptx dialect to registers -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX text has registers that are written many times, the dialect has values.
// Who prints a body asks this for names and copies.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_OUTOFSSA_H
#define PTX_MLIR_LIB_FORMAT_PTX_OUTOFSSA_H

#include "LiveRanges.h"
#include "ParallelCopy.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace ptxmlir::ptx {

/// Gives each value of a function body a register, and says which copies make
/// up for block arguments, guarded instructions and returned registers.
///
/// After Boissinot et al., "Revisiting Out-of-SSA Translation for Correctness,
/// Code Quality, and Efficiency" (CGO 2009): each block argument `a` has a
/// variable `a'` besides, which predecessors write in a parallel copy before
/// their terminator and which the block copies to `a` at its start. So no copy
/// is on an edge, critical edges need nothing, and swaps and lost copies cannot
/// happen. Then variables that are never alive at the same time with different
/// values share a register, and most copies vanish.
///
/// A result of a guarded instruction keeps its pass-through value where the
/// guard is false: it shares its register, or is copied from it before. All
/// carry values are the one flag CC.CF, which cannot be copied.
class OutOfSSA {
public:
  /// No edge may go to a block twice with different values. `constants` are
  /// those that need a register, `unprinted` operations that are part of their
  /// users' text, `bytes` values that signatures want in a register of 8 bits.
  OutOfSSA(mlir::Region &body, llvm::ArrayRef<VarAttr> returns,
           const llvm::DenseSet<mlir::Operation *> &constants,
           const llvm::DenseSet<mlir::Operation *> &unprinted,
           llvm::ArrayRef<mlir::Value> bytes);

  /// Assigns the registers. Fails, with an error, if carry values are alive at
  /// the same time.
  llvm::LogicalResult run();

  struct Register {
    uint8_t width;
    /// Holds a block argument: the order of these is that of the arguments.
    bool isVariable;
    /// Index of the input or return register of the signature, or -1.
    int32_t input, output;
    bool isCarry;
    /// A value that PTX wants in a register of 8 bits.
    bool isByte;
  };
  llvm::ArrayRef<Register> getRegisters() const { return registers; }
  /// The register of a value.
  uint32_t getRegister(mlir::Value value) const;
  /// A register besides, for a copy.
  uint32_t makeTemporary(uint32_t like);

  /// Copies in sequence: at the start of a block, before its terminator, and
  /// before a guarded instruction.
  llvm::SmallVector<RegisterCopy> copiesAtStart(mlir::Block &block);
  llvm::SmallVector<RegisterCopy> copiesAtEnd(mlir::Block &block);
  llvm::SmallVector<RegisterCopy> copiesBefore(mlir::Operation *op);

private:
  /// What may share a register: a value, the variable of a block argument, or a
  /// return register.
  using Node = uint32_t;
  static constexpr Node kNoNode = ~0u;

  /// Which variables may share a register: all, none that one is the value of,
  /// or none at all, also not with the registers of the signature.
  enum class Sharing { All, NotArguments, OneVariable };

  void reset();
  void createNodes();
  llvm::LogicalResult joinCarries();
  void joinArguments();
  void joinGuarded();
  void joinReturns();
  void numberRegisters(llvm::ArrayRef<Node> order);
  void markBytes();
  bool orderVariables(llvm::SmallVectorImpl<Node> &order);
  Node nodeOf(mlir::Value value) const;
  Node variableOf(mlir::BlockArgument argument) const {
    return nodeOf(argument) + 1;
  }
  Node find(Node node);
  LiveRange &rangeOf(Node node);
  /// Whether a class has a place of its own among the registers.
  bool hasPlace(Node root) const {
    return holdsVariable[root] || fixedRoots.contains(root);
  }
  /// Puts two nodes into one register if they may be.
  bool join(Node a, Node b);
  llvm::SmallVector<RegisterCopy>
  sequence(llvm::SmallVectorImpl<RegisterCopy> &copies);
  bool isWrittenBefore(mlir::OpResult result);
  void addCopy(llvm::SmallVectorImpl<RegisterCopy> &copies, Node dest,
               mlir::Value source);

  mlir::Region &body;
  llvm::ArrayRef<VarAttr> returns;
  const llvm::DenseSet<mlir::Operation *> &constants, &unprinted;
  llvm::ArrayRef<mlir::Value> bytes;
  Liveness liveness;

  llvm::DenseMap<mlir::Value, Node> nodes;
  std::vector<mlir::Value> values;
  std::vector<uint8_t> widths;
  std::vector<Node> parents;
  /// Whether a class, at its root, has the variable of an argument.
  std::vector<bool> holdsVariable;
  Sharing sharing = Sharing::All;
  /// Live ranges of nodes that were asked for, of the whole class at its root.
  llvm::DenseMap<Node, LiveRange> ranges;
  /// Pairs of classes that cannot be joined.
  llvm::DenseSet<std::pair<Node, Node>> conflicts;
  /// Nodes of the signature: of these two cannot share a register.
  llvm::DenseSet<Node> fixedRoots;
  std::vector<Node> returnNodes;
  Node carryNode = kNoNode;
  std::vector<Register> registers;
  std::vector<uint32_t> registerOfRoot;
  /// Once it was asked whether a register was written before: the blocks in
  /// cycles, and how many nodes there are in a class, at its root.
  bool findsCycles = false;
  llvm::DenseSet<mlir::Block *> cyclicBlocks;
  std::vector<uint32_t> classSizes;
};

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_OUTOFSSA_H
