//===- AddressOffsets.h - Constants of addresses ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine addresses have an offset for free. Part of ori-linear-replacement,
// which knows sums; apart because it looks at memory operations only.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ADDRESSOFFSETS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ADDRESSOFFSETS_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

namespace ptxmlir::ori {

/// Moves what is added as a number to the address of a memory operation to its
/// offset: `base + 8` becomes `base`, and `x * y + (base + 8)` becomes
/// `x * y + base`. Does nothing to other operations.
void foldOffset(InstOpInterface op, mlir::OpBuilder &builder);

/// Where the parameters of a function are in constant bank 0; nowhere if it is
/// no kernel.
class Parameters {
public:
  explicit Parameters(FuncOp func);
  /// A load of a whole parameter word at a known place becomes an operand of
  /// what reads it. Does nothing to other operations.
  void readInPlace(InstOpInterface op, mlir::OpBuilder &builder) const;

private:
  int64_t begin = 0, end = 0;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_ADDRESSOFFSETS_H
