//===- FatBinary.h - Fat binaries and what they hold ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fat binary is a list of images of one module: cubins and PTX for several
// SMs, each compressed or not. NVIDIA does not publish the format; what is here
// was observed on what nvcc and fatbinary 13.0 write and what cuobjdump 13.5
// says of it. All numbers are little endian:
//
//   fat binary: u32 magic, u16 version, u16 bytes of this header (16),
//               u64 bytes of the entries behind it
//   entry:   0  u16 kind, u16 version, u32 bytes of this header
//            8  u64 bytes of the image behind it, a multiple of 8
//           16  u32 bytes of it when compressed, u32 place of the options
//           24  u16 minor, u16 major version of the code, u32 SM
//           32  u32 place, u32 bytes of the name of the source
//           40  u64 flags
//           56  u64 bytes of the image when it is no longer compressed
//
// Places count from the start of the entry's header. At that of the options
// are a place and a number of bytes of their text. A section or file may have
// several fat binaries, with zeros between them.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_FATBINARY_FATBINARY_H
#define PTXMLIR_FORMAT_FATBINARY_FATBINARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace ptxmlir::fatbin {

/// What an image is. Others occur and are kept as they are.
enum class Kind : uint16_t {
  PTX = 1,
  ELF = 2,
  OldCubin = 4,
  NVVM = 8,
  Index = 32,
  RelocatablePTX = 64,
  TileIR = 128,
  Concatenated = 256,
};

enum class Compression : uint8_t { None, LZ4, Zstd, Unknown };

/// One image. Text and bytes are those of the input.
struct Entry {
  Kind kind;
  unsigned major = 0, minor = 0; ///< version of PTX, or of the form of cubins
  unsigned sm = 0;
  char suffix = 0; ///< 'a' or 'f', of sm_90a and sm_100f
  bool is64Bit = false, isLinux = false, hasDebugInfo = false;
  Compression compression = Compression::None;
  llvm::StringRef identifier; ///< file of the source; often empty
  llvm::StringRef options;    ///< for the compiler of the image
  llvm::ArrayRef<uint8_t> stored;
  uint64_t size = 0; ///< of the image that is not compressed any more

  bool isPTX() const {
    return kind == Kind::PTX || kind == Kind::RelocatablePTX;
  }
  /// The image, decompressed; PTX without the zeros at its end.
  llvm::Expected<std::vector<uint8_t>> read() const;
};

/// Whether bytes begin as a fat binary does.
bool isFatBinary(llvm::ArrayRef<uint8_t> bytes);

/// The entries of all fat binaries that follow each other. An error where
/// anything lies outside what it is part of; images are not looked into.
llvm::Expected<std::vector<Entry>> parse(llvm::ArrayRef<uint8_t> bytes);

} // namespace ptxmlir::fatbin

#endif // PTXMLIR_FORMAT_FATBINARY_FATBINARY_H
