//===- KnownBits.h - Bits that are always zero or one -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of each integer instruction (ISA/Semantics) is run over bits of
// which some are not known. Blocks are gone through in their order, once: what
// a later block passes back is not known, nor are block arguments.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_ANALYSIS_KNOWNBITS_H
#define PTXMLIR_DIALECT_ORI_ANALYSIS_KNOWNBITS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/KnownBits.h"

namespace ptxmlir::ori {

/// What is known of the values of one function, as far as it was visited.
class KnownBitsMap {
public:
  /// Notes what is known of the results of `op` by what is known of its
  /// operands. What no instruction computes (loads, special registers) is known
  /// by its type.
  void visit(mlir::Operation *op);

  /// Bits of a value of one or two registers (32 or 64 bits, the first register
  /// lowest) or of a predicate (one bit).
  llvm::KnownBits lookup(mlir::Value value) const;

  /// Notes what is known of a value, of its width.
  void assume(mlir::Value value, llvm::KnownBits bits);

private:
  void visitInst(InstOpInterface inst);

  /// Values of which no bit is known are left out.
  llvm::DenseMap<mlir::Value, llvm::KnownBits> known;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_ANALYSIS_KNOWNBITS_H
