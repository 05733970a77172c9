//===- OriQuad.h - Fetches by whole quads -----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ori.quad_fetch, and what its registers are for. Lowering, allocation and the
// conversion to machine code agree on these numbers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ORI_IR_ORIQUAD_H
#define PTXMLIR_DIALECT_ORI_IR_ORIQUAD_H

#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

#include "ptx-mlir/Dialect/Ori/IR/OriQuadEnums.h.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h.inc"

namespace ptxmlir::ori {

/// The registers of ori.quad_fetch, by their place in its tuple.
namespace quad {
constexpr unsigned kTexels = 0;     ///< four: the result
constexpr unsigned kSaved = 4;      ///< from here on those that helpers write
constexpr unsigned kPosition = 4;   ///< four: the layer and the coordinates
constexpr unsigned kSteps = 8;      ///< six: two of each coordinate, then
constexpr unsigned kFetched = 8;    ///< four: what the instruction gives
constexpr unsigned kOperands = 12;  ///< four, behind the steps: its others
constexpr unsigned kPredicate = 16; ///< what the predicate was that it writes
constexpr unsigned kEndOfSaved = 17;
constexpr unsigned kAbsent = 17; ///< a part of the result
constexpr unsigned kWidth = 18;
} // namespace quad

/// Where the frame of a kernel has room for the registers of helpers: a number
/// of its function.
constexpr llvm::StringLiteral kQuadSaveAreaAttr = "quad_save_area";
constexpr uint32_t kQuadFrameAlign = 16;

/// Bytes of the stack in which helpers save registers.
constexpr int32_t kQuadSaveBytes = 4 * (quad::kEndOfSaved - quad::kSaved);

/// The convergence barrier that says which threads execute while others help.
/// (ptxas 13.0.88 takes this one, also in functions.)
constexpr unsigned kQuadBarrier = 15;

} // namespace ptxmlir::ori

#endif // PTXMLIR_DIALECT_ORI_IR_ORIQUAD_H
