//===- Transfer.h - Copies in the background --------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies that complete later: bulk, tensor and plain asynchronous ones become
// the same pieces of bytes, handed to a group or an mbarrier.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_TRANSFER_H
#define PTX_MLIR_LIB_EXECUTION_PTX_TRANSFER_H

#include "FloatTypes.h"
#include "State.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptxmlir::interp {

/// Bytes that lie side by side at both ends. Without a source they are filled;
/// without a destination there is nothing to do.
struct Piece {
  uint8_t *to;
  const uint8_t *from;
  uint32_t bytes;
};

struct Transfer {
  std::vector<Piece> pieces;
  /// The source after a wait with `.read`, piece after piece.
  std::vector<uint8_t> data;
  bool hasRead = false;
  ptx::BulkReduction reduction = ptx::BulkReduction::None;
  ptx::DataType type = ptx::DataType::U8;
  /// What fills a piece without source: elements of so many bytes.
  uint64_t fill = 0;
  unsigned fillBytes = 1;
  uint8_t *mbarrier = nullptr;
  CTA *owner = nullptr; ///< of the mbarrier
  uint32_t bytes = 0;
  /// Who has started it.
  Warp *warp = nullptr;
  unsigned lane = 0;

  void read();
  void write();
};

/// What an instruction asks for; which of it there is depends on its form.
struct Request {
  ptx::AsyncSpace dst, src;
  bool completeTx, multicast = false, pair = false;
  int barrierSource = -1, maskSource = -1;
  unsigned barrierOffset = 0;
};

/// Makes a transfer whose destination is an address of a space.
using MakeTransfer = TransferRef(ptx::Space space, uint64_t to);
/// Hands transfers to the mbarriers of their CTAs or to the open group of the
/// thread; `to` is the destination as the instruction names it.
void start(Warp &w, const Instr &inst, unsigned lane, const Request &r,
           uint64_t to, llvm::function_ref<MakeTransfer> make);
void startInGroup(Warp &w, unsigned lane, TransferRef t);
void startForBarrier(Warp &w, const Instr &inst, unsigned lane, TransferRef t,
                     ptx::Space space, uint64_t barrier);

ptx::Space spaceOfAsync(ptx::AsyncSpace space);
/// Null: an integer.
const Format *formatOfElement(ptx::DataType type);

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_TRANSFER_H
