//===- FuzzFatBinary.cpp - Any bytes as a file with device code -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As a fat binary, an object or an archive, and each image decompressed; the
// bytes alone as a compressed image, since few inputs come that far otherwise.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/FatBinary/DeviceCode.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace ptxmlir;
using fatbin::Compression;
using fatbin::Entry;

static void require(bool holds, const char *what) {
  if (holds)
    return;
  llvm::errs() << what << '\n';
  std::abort();
}

/// Reads an image; its size must be what the entry says.
static void readImage(const Entry &entry) {
  llvm::Expected<std::vector<uint8_t>> image = entry.read();
  if (!image) {
    require(!llvm::toString(image.takeError()).empty(),
            "refused without a message");
    return;
  }
  require(entry.isPTX() ? image->size() <= entry.size
                        : image->size() == entry.size,
          "wrong size of an image");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::ArrayRef<uint8_t> bytes(data, size);
  // Members of a thin archive would be other files.
  if (!llvm::toStringRef(bytes).starts_with("!<thin>")) {
    llvm::Expected<fatbin::DeviceCode> code = fatbin::DeviceCode::read(
        llvm::MemoryBufferRef(llvm::toStringRef(bytes), "input"));
    if (code) {
      for (const fatbin::Member &member : code->getMembers())
        for (const auto *entries : {&member.loaded, &member.relocatable})
          for (const Entry &entry : *entries)
            readImage(entry);
    } else {
      require(!llvm::toString(code.takeError()).empty(),
              "refused without a message");
    }
  }
  if (size < 2)
    return 0;
  // The size that is claimed comes first.
  Entry entry{fatbin::Kind::ELF};
  entry.size = data[0] | data[1] << 8;
  entry.stored = bytes.drop_front(2);
  for (Compression compression : {Compression::LZ4, Compression::Zstd}) {
    entry.compression = compression;
    readImage(entry);
  }
  return 0;
}
