//===- ReaderParts.h - Shared by the reader's sources -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Little-endian loads and the steps of reading that are in several files.
// Everything read is checked: the bytes may be anything.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FORMAT_CUBIN_READERPARTS_H
#define LIB_FORMAT_CUBIN_READERPARTS_H

#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/ADT/Twine.h"
#include <optional>

namespace ptxmlir::cubin {

inline llvm::Error readError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cubin reader: " + message);
}

/// Little-endian loads; the caller has checked that the bytes are there.
template <typename T> T loadLE(llvm::ArrayRef<uint8_t> bytes, size_t at = 0) {
  uint64_t v = 0;
  for (unsigned i = 0; i < sizeof(T); ++i)
    v |= uint64_t(bytes[at + i]) << (8 * i);
  return static_cast<T>(v);
}

/// Fills LoadedCubin::kernels, functions, constants and variables from the
/// sections and symbols already read.
llvm::Error readKernels(LoadedCubin &cubin);

/// One frame description entry, with what matters of its CIE.
struct FrameEntry {
  bool isFunction = false;
  /// Third register of the CIE: holds a function's return address, or the
  /// frame base of a kernel with `alloca`.
  std::optional<unsigned> reg;
  /// Call-frame instructions without padding.
  llvm::ArrayRef<uint8_t> ops;
};

/// The entries of `.debug_frame` in file order; none without the section.
llvm::Expected<std::vector<FrameEntry>>
readFrameEntries(const LoadedCubin &cubin);

/// Appends the rows that a kernel's call-frame instructions make.
llvm::Error decodeFrameRows(llvm::ArrayRef<uint8_t> ops,
                            std::vector<FrameRow> &rows);

} // namespace ptxmlir::cubin

#endif // LIB_FORMAT_CUBIN_READERPARTS_H
