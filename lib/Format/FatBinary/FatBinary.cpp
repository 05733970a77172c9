//===- FatBinary.cpp - Fat binaries and what they hold --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every size and place is checked against what it must lie in, here and
// nowhere else: entries have slices of the input only.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/FatBinary/FatBinary.h"
#include "Decompress.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace ptxmlir;
using namespace ptxmlir::fatbin;
using Bytes = llvm::ArrayRef<uint8_t>;

static constexpr uint32_t kMagic = 0xba55ed50;
static constexpr size_t kHeaderBytes = 16, kEntryHeaderBytes = 64;
static constexpr unsigned kAlign = 8;

enum Flag : uint64_t {
  k64Bit = 1 << 0,
  kDebug = 1 << 1,
  kLinux = 1 << 4,
  kLZ4 = 1 << 13,
  kZstd = 1 << 15,
  kCompressed = 0xf000, // two kinds more, which no tool of today writes
  kSuffixA = 1 << 20,
  kSuffixF = 1 << 21,
};

template <typename T> static T load(Bytes bytes, size_t offset) {
  return llvm::support::endian::read<T, llvm::endianness::little>(bytes.data() +
                                                                  offset);
}

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

bool fatbin::isFatBinary(Bytes bytes) {
  return bytes.size() >= kHeaderBytes && load<uint32_t>(bytes, 0) == kMagic;
}

/// Text of the header, without the zeros that fill it up.
static llvm::Expected<llvm::StringRef>
getText(Bytes header, uint64_t place, uint64_t size, const char *what) {
  if (place > header.size() || size > header.size() - place)
    return fail(llvm::Twine(what) + " lies outside the entry's header");
  return llvm::toStringRef(header.slice(place, size)).take_until([](char c) {
    return c == 0;
  });
}

static Compression getCompression(uint64_t flags) {
  switch (flags & kCompressed) {
  case 0:
    return Compression::None;
  case kLZ4:
    return Compression::LZ4;
  case kZstd:
    return Compression::Zstd;
  default:
    return Compression::Unknown;
  }
}

/// Reads the entry that `rest` begins with, and takes it off.
static llvm::Expected<Entry> parseEntry(Bytes &rest) {
  if (rest.size() < kEntryHeaderBytes)
    return fail("entry's header of " + llvm::Twine(rest.size()) +
                " bytes is too short");
  uint64_t headerBytes = load<uint32_t>(rest, 4);
  uint64_t imageBytes = load<uint64_t>(rest, 8);
  if (headerBytes < kEntryHeaderBytes || headerBytes > rest.size())
    return fail("entry's header of " + llvm::Twine(headerBytes) +
                " bytes is wrong");
  if (imageBytes > rest.size() - headerBytes)
    return fail("image of " + llvm::Twine(imageBytes) +
                " bytes goes beyond the fat binary");
  Bytes header = rest.take_front(headerBytes);
  Entry entry;
  entry.kind = Kind(load<uint16_t>(header, 0));
  entry.minor = load<uint16_t>(header, 24);
  entry.major = load<uint16_t>(header, 26);
  entry.sm = load<uint32_t>(header, 28);
  uint64_t flags = load<uint64_t>(header, 40);
  entry.is64Bit = flags & k64Bit;
  entry.isLinux = flags & kLinux;
  entry.hasDebugInfo = flags & kDebug;
  entry.suffix = flags & kSuffixA ? 'a' : flags & kSuffixF ? 'f' : 0;
  entry.compression = getCompression(flags);
  entry.stored = rest.slice(headerBytes, imageBytes);
  entry.size = imageBytes;
  if (entry.compression != Compression::None) {
    uint64_t compressedBytes = load<uint32_t>(header, 16);
    if (compressedBytes > imageBytes)
      return fail("compressed image of " + llvm::Twine(compressedBytes) +
                  " bytes goes beyond its entry");
    entry.stored = entry.stored.take_front(compressedBytes);
    entry.size = load<uint64_t>(header, 56);
  }
  llvm::Expected<llvm::StringRef> identifier =
      getText(header, load<uint32_t>(header, 32), load<uint32_t>(header, 36),
              "name of the source");
  if (!identifier)
    return identifier.takeError();
  entry.identifier = *identifier;
  if (uint64_t place = load<uint32_t>(header, 20)) {
    if (place > header.size() || header.size() - place < 8)
      return fail("options lie outside the entry's header");
    // Of cubins they are numbers for a device linker.
    llvm::Expected<llvm::StringRef> options =
        getText(header, load<uint32_t>(header, place),
                load<uint32_t>(header, place + 4), "text of the options");
    if (!options)
      return options.takeError();
    if (entry.kind != Kind::ELF)
      entry.options = *options;
  }
  rest = rest.drop_front(headerBytes + imageBytes);
  return entry;
}

llvm::Expected<std::vector<Entry>> fatbin::parse(Bytes bytes) {
  std::vector<Entry> entries;
  unsigned number = 0;
  while (!bytes.empty()) {
    if (bytes.size() >= kAlign && load<uint64_t>(bytes, 0) == 0) {
      bytes = bytes.drop_front(kAlign);
      continue;
    }
    auto failHere = [&](const llvm::Twine &message) {
      return fail("fat binary " + llvm::Twine(number + 1) + ": " + message);
    };
    if (!isFatBinary(bytes))
      return failHere("no header");
    uint64_t headerBytes = load<uint16_t>(bytes, 6);
    uint64_t size = load<uint64_t>(bytes, 8);
    if (headerBytes < kHeaderBytes || headerBytes > bytes.size())
      return failHere("header of " + llvm::Twine(headerBytes) +
                      " bytes is wrong");
    if (size > bytes.size() - headerBytes)
      return failHere("goes beyond the end: " + llvm::Twine(size) +
                      " bytes of entries");
    Bytes rest = bytes.slice(headerBytes, size);
    while (!rest.empty()) {
      llvm::Expected<Entry> entry = parseEntry(rest);
      if (!entry)
        return failHere("entry " + llvm::Twine(entries.size() + 1) + ": " +
                        llvm::toString(entry.takeError()));
      entries.push_back(*entry);
    }
    bytes = bytes.drop_front(headerBytes + size);
    ++number;
  }
  return entries;
}

llvm::Expected<std::vector<uint8_t>> Entry::read() const {
  std::vector<uint8_t> image;
  switch (compression) {
  case Compression::None:
    image = stored.vec();
    break;
  case Compression::Unknown:
    return fail("image is compressed in an unknown way");
  case Compression::LZ4:
  case Compression::Zstd: {
    llvm::Expected<std::vector<uint8_t>> result =
        compression == Compression::LZ4 ? decompressLZ4(stored, size)
                                        : decompressZstd(stored, size);
    if (!result)
      return result.takeError();
    image = std::move(*result);
    break;
  }
  }
  if (isPTX())
    while (!image.empty() && image.back() == 0)
      image.pop_back();
  return image;
}
