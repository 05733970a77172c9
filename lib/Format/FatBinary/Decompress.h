//===- Decompress.h - Compressed images of fat binaries ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc 13 writes zstd, and with --compress-mode=speed LZ4, which was all that
// earlier ones knew.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_FATBINARY_DECOMPRESS_H
#define PTXMLIR_LIB_FORMAT_FATBINARY_DECOMPRESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace ptxmlir::fatbin {

/// A block of LZ4, without a frame around it, of which `size` bytes come.
llvm::Expected<std::vector<uint8_t>>
decompressLZ4(llvm::ArrayRef<uint8_t> block, uint64_t size);

/// A frame of zstd, of which `size` bytes come.
llvm::Expected<std::vector<uint8_t>>
decompressZstd(llvm::ArrayRef<uint8_t> frame, uint64_t size);

} // namespace ptxmlir::fatbin

#endif // PTXMLIR_LIB_FORMAT_FATBINARY_DECOMPRESS_H
