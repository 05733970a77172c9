//===- Identities.h - Folds of ori ops by name ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that the folders of instructions and of tuples work by. The proofs
// walk the same tables, so that an entry without a proof is noticed.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_IR_IDENTITIES_H
#define PTXMLIR_DIALECT_ORI_IR_IDENTITIES_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// An instruction that identities are tried on.
class IdentityMatch;

/// A rewrite of instructions that needs no arithmetic because some operands are
/// zeros, ones or equal: x + 0, x & 0, select of equal values.
struct Identity {
  llvm::StringRef name;
  llvm::ArrayRef<isa::Opcode> opcodes;
  bool (IdentityMatch::*apply)();
};
llvm::ArrayRef<Identity> getIdentities();

/// What an identity asked about a constant operand: whether its bits under
/// `mask` are `value`. All constants that give the same answers are rewritten
/// alike.
struct ConstantFact {
  unsigned operand;
  uint64_t mask, value;
  bool holds;
};

/// What happened in one application of the table.
struct IdentityTrace {
  /// The entry that applied, null if none did.
  const Identity *applied = nullptr;
  llvm::SmallVector<ConstantFact, 8> facts;
};

/// Results of an unguarded instruction by the identities. `operands` has the
/// constants among the operands, null for the others. Fails, with `results`
/// empty, where there is no such identity.
llvm::LogicalResult
foldIdentity(InstOpInterface op, llvm::ArrayRef<mlir::Attribute> operands,
             llvm::SmallVectorImpl<mlir::OpFoldResult> &results,
             IdentityTrace *trace = nullptr);

/// A fold of ori.combine or ori.extract; null where it does not apply. The
/// first of the table that applies is taken.
struct TupleFold {
  llvm::StringRef name;
  mlir::OpFoldResult (*apply)(mlir::Operation *op,
                              llvm::ArrayRef<mlir::Attribute> operands);
};
llvm::ArrayRef<TupleFold> getCombineFolds();
llvm::ArrayRef<TupleFold> getExtractFolds();

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_IR_IDENTITIES_H
