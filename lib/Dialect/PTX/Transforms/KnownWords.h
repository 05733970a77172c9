//===- KnownWords.h - Words that are computed from constants ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words of the ptx dialect that are the same in all threads and known. The
// compilers in front of us leave such computations where a constant is known to
// ptxas only: WARP_SZ, from which CGBN computes the masks of its collectives.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_KNOWNWORDS_H
#define PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_KNOWNWORDS_H

#include "mlir/IR/Value.h"
#include <cstdint>
#include <optional>

namespace ptxmlir::ptx {

/// The word, or 1 or 0 for a predicate, if operations to a depth of `depth`
/// tell.
std::optional<uint32_t> findKnownWord(mlir::Value value, unsigned depth = 8);

} // namespace ptxmlir::ptx

#endif // PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_KNOWNWORDS_H
