//===- CollectivePlaces.h - Collectives that threads meet apart -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a mask execute a collective of one kind and mask, but not
// necessarily at one place (PTX ISA 9.0, 9.7.9.6: "until all non-exited threads
// corresponding to membermask have executed" it; NVIDIA, "Using CUDA Warp-Level
// Primitives", 2018, listing 4). Which places these may be.
//
// Threads that are together stay so until a branch or a guard at which they may
// part. If all ways from there come to the same collective of a kind first, or
// to none, they meet in it. Otherwise each of those of the kind that can be
// reached from there may be one with another, up to a barrier of the block,
// which all threads of a warp execute together.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_COLLECTIVEPLACES_H
#define PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_COLLECTIVEPLACES_H

#include "WarpUniformity.h"
#include "llvm/ADT/MapVector.h"
#include <utility>

namespace ptxmlir::ptx {

/// Opcode and modifiers: threads in collectives of different kinds do not meet.
using CollectiveKind = std::pair<mlir::OperationName, int64_t>;

/// The kind of an operation by which the threads of a mask exchange something
/// or meet; nothing if it is none, or if its mask names those that are there.
std::optional<CollectiveKind> getCollectiveKind(mlir::Operation *op);

/// The collectives of a function.
struct Collectives {
  explicit Collectives(mlir::Operation *function);

  llvm::MapVector<CollectiveKind, llvm::SmallVector<mlir::Operation *>> byKind;
  /// In order: collectives, calls, and barriers of the block that all threads
  /// of a warp execute together.
  llvm::MapVector<mlir::Block *, llvm::SmallVector<mlir::Operation *>> inBlock;
};

/// Those of `kind`, and calls, that threads may execute as one with others
/// elsewhere. `calls`: whether functions that are called have some of the kind.
llvm::SmallVector<mlir::Operation *>
findApart(const Collectives &collectives, CollectiveKind kind, bool calls,
          const WarpUniformity &uniformity);

} // namespace ptxmlir::ptx

#endif // PTXMLIR_LIB_DIALECT_PTX_TRANSFORMS_COLLECTIVEPLACES_H
