//===- CodeMarks.h - What the cubin says that code hides --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of instructions and kernels that the lowering of PTX sets and the
// writer of cubins reads.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_CODEMARKS_H
#define PTXMLIR_DIALECT_CODEMARKS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace ptxmlir {

/// Of an instruction: what the program does by it to an mbarrier, an integer.
constexpr llvm::StringLiteral kMBarrierAttr = "mbarrier";

/// Of an access to shared or local memory: it is volatile or ordered with those
/// of other threads, which the instruction has no modifier to show.
constexpr llvm::StringLiteral kStrongAttr = "strong";

/// Of a load: it has a strong order for its cache operator only. Programs may
/// not count on it (ptxas 13.0.88 merges and moves ld.cg and ld.ca like other
/// loads).
constexpr llvm::StringLiteral kWeakAttr = "weak";

/// Numbers as ptxas 13.0.88 writes them to MBARRIER_INSTR_OFFSETS. An arrival
/// that expects transactions has none.
enum class MBarrierUse : uint8_t {
  Init = 0,
  Arrive = 1,
  ArriveNoComplete = 2,
  ArriveDrop = 3,
  ArriveDropNoComplete = 4,
  TestWait = 5,
  TestWaitParity = 6,
  CopiesArrive = 7, ///< cp.async.mbarrier.arrive
  Inval = 8,
  TryWait = 9,
  TryWaitParity = 10,
  ExpectTx = 11,
  CompleteTx = 12,
};

/// Of an instruction that multiplies sparse floats of 16 bits: they were floats
/// of 8 bits.
constexpr llvm::StringLiteral kByteFloatsAttr = "byte_floats";

/// Of an instruction that threads of a member mask execute together, where the
/// instruction itself does not tell: it is listed with the mask.
constexpr llvm::StringLiteral kCoopGroupAttr = "coop_group";

/// Of a WARPSYNC: it belongs to what the machine has no instruction for, and is
/// not listed by itself.
constexpr llvm::StringLiteral kUnlistedSyncAttr = "unlisted_sync";

/// Of a collective of a cubin: the register that the file says has the mask of
/// its threads, "R9" or "UR4". For those who prove the code; the writer finds
/// masks itself.
constexpr llvm::StringLiteral kMemberMaskAttr = "member_mask";
/// Stands in the place of the register: the vote is of all threads of the warp,
/// or of those of a constant mask.
constexpr llvm::StringLiteral kAllThreads = "all";

/// Of a kernel or function: bytes to which its frame is aligned, where what is
/// in it wants more than R1 has at its begin (ori::getStackAlignment).
constexpr llvm::StringLiteral kFrameAlignmentAttr = "frame_alignment";

/// Of a kernel or function: it has `wmma` instructions, which the machine has
/// not.
constexpr llvm::StringLiteral kUsesWmmaAttr = "uses_wmma";

/// Of a kernel or function: it writes fields of tensor maps, or copies one. The
/// machine does that by loads and stores like any other.
constexpr llvm::StringLiteral kReplacesTensorMapAttr = "replaces_tensor_map";
constexpr llvm::StringLiteral kCopiesTensorMapAttr = "copies_tensor_map";

} // namespace ptxmlir

#endif // PTXMLIR_DIALECT_CODEMARKS_H
