//===- ByteWriter.h - Append little-endian values ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ELF files and debugging sections are little endian whatever the host is;
// every writer of this folder appends through this.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FORMAT_CUBIN_BYTEWRITER_H
#define LIB_FORMAT_CUBIN_BYTEWRITER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LEB128.h"
#include <cstdint>
#include <vector>

namespace ptxmlir::cubin {

/// A growing byte buffer, little endian.
struct ByteWriter {
  std::vector<uint8_t> bytes;

  uint64_t size() const { return bytes.size(); }

  template <typename T> void put(T value) {
    for (unsigned i = 0; i < sizeof(T); ++i)
      bytes.push_back(
          static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i)));
  }
  void u8(uint8_t v) { bytes.push_back(v); }
  void u16(uint16_t v) { put(v); }
  void u32(uint32_t v) { put(v); }
  void u64(uint64_t v) { put(v); }
  void raw(llvm::ArrayRef<uint8_t> data) {
    bytes.insert(bytes.end(), data.begin(), data.end());
  }
  /// The characters and a NUL.
  void string(llvm::StringRef s) {
    bytes.insert(bytes.end(), s.begin(), s.end());
    u8(0);
  }
  void sleb(int64_t v) {
    uint8_t encoded[10];
    raw(llvm::ArrayRef(encoded, llvm::encodeSLEB128(v, encoded)));
  }
  void uleb(uint64_t v) {
    do {
      uint8_t b = v & 0x7f;
      v >>= 7;
      u8(v ? b | 0x80 : b);
    } while (v);
  }
  void padTo(uint64_t size) {
    if (bytes.size() < size)
      bytes.resize(size, 0);
  }
  void alignTo(uint64_t align) {
    bytes.resize((bytes.size() + align - 1) / align * align, 0);
  }
  template <typename T> void patch(uint64_t at, T value) {
    for (unsigned i = 0; i < sizeof(T); ++i)
      bytes[at + i] =
          static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i));
  }
};

} // namespace ptxmlir::cubin

#endif // LIB_FORMAT_CUBIN_BYTEWRITER_H
