//===- Decompress.cpp - Compressed images of fat binaries -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The size that an entry claims is held against the most that the format can
// make of the compressed bytes, before there is memory for it.
//
//===----------------------------------------------------------------------===//

#include "Decompress.h"
#include "llvm/Support/Compression.h"

using namespace ptxmlir;
using namespace ptxmlir::fatbin;
using Bytes = llvm::ArrayRef<uint8_t>;

/// Of images; those that are known have a few hundred megabytes at most.
static constexpr uint64_t kMaxSize = uint64_t(1) << 30;

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Checks a size against the format's ratio.
static llvm::Error checkSize(uint64_t size, uint64_t stored, uint64_t ratio) {
  if (size > kMaxSize || size / ratio > stored)
    return fail("compressed image claims " + llvm::Twine(size) +
                " bytes, which " + llvm::Twine(stored) + " cannot hold");
  return llvm::Error::success();
}

/// Adds the bytes that continue a length which does not fit its four bits.
static bool readLength(Bytes &in, size_t &length) {
  if (length != 15)
    return true;
  for (uint8_t byte = 255; byte == 255;) {
    if (in.empty())
      return false;
    byte = in.front();
    in = in.drop_front();
    length += byte;
  }
  return true;
}

// A block is a row of sequences, each a byte with two lengths, bytes as they
// are, and a copy of earlier bytes; the last one has no copy.
llvm::Expected<std::vector<uint8_t>> fatbin::decompressLZ4(Bytes in,
                                                           uint64_t size) {
  // A byte of a length stands for 255 of a copy.
  if (llvm::Error error = checkSize(size, in.size(), 255))
    return std::move(error);
  std::vector<uint8_t> out;
  out.reserve(size);
  while (!in.empty()) {
    uint8_t token = in.front();
    in = in.drop_front();
    size_t literals = token >> 4, copied = token & 15;
    if (!readLength(in, literals) || literals > in.size() ||
        literals > size - out.size())
      return fail("LZ4: a sequence goes beyond the end");
    out.insert(out.end(), in.begin(), in.begin() + literals);
    in = in.drop_front(literals);
    if (in.empty())
      break;
    if (in.size() < 2)
      return fail("LZ4: ends within a distance");
    size_t distance = in[0] | in[1] << 8;
    in = in.drop_front(2);
    if (!readLength(in, copied))
      return fail("LZ4: ends within a length");
    copied += 4;
    if (!distance || distance > out.size() || copied > size - out.size())
      return fail("LZ4: a copy lies outside the image");
    // Both may overlap: what was just written is copied again.
    for (size_t from = out.size() - distance; copied; --copied)
      out.push_back(out[from++]);
  }
  if (out.size() != size)
    return fail("LZ4: " + llvm::Twine(out.size()) + " bytes instead of " +
                llvm::Twine(size));
  return out;
}

llvm::Expected<std::vector<uint8_t>> fatbin::decompressZstd(Bytes in,
                                                            uint64_t size) {
  if (!llvm::compression::zstd::isAvailable())
    return fail("image is compressed by zstd, which this LLVM does not have");
  // A block of 128 KiB has a header of 3 bytes and at least one more.
  if (llvm::Error error = checkSize(size, in.size(), 32768))
    return std::move(error);
  std::vector<uint8_t> out(size);
  size_t written = size;
  if (llvm::Error error =
          llvm::compression::zstd::decompress(in, out.data(), written))
    return fail("zstd: " + llvm::toString(std::move(error)));
  if (written != size)
    return fail("zstd: " + llvm::Twine(written) + " bytes instead of " +
                llvm::Twine(size));
  return out;
}
