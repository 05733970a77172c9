//===- TextMutator.cpp - Mutations of texts made of statements ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libFuzzer changes bytes and inserts words of its dictionary. On programs most
// of that ends at the first line that no longer parses; moving whole lines and
// words of the text about reaches what lies behind. Half of the mutations are
// of this kind.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <random>
#include <string>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
// Replay.cpp links this file without a fuzzer.
extern "C" __attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *, size_t size,
                                                         size_t) {
  return size;
}

using Pieces = llvm::SmallVector<llvm::StringRef>;

/// Lines with their ends.
static Pieces linesOf(llvm::StringRef text) {
  Pieces lines;
  while (!text.empty()) {
    size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return lines;
}

/// Words, runs of blanks and other characters.
static Pieces wordsOf(llvm::StringRef text) {
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%';
  };
  Pieces words;
  while (!text.empty()) {
    size_t length = 1;
    if (isWord(text[0]))
      length = text.take_while(isWord).size();
    words.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return words;
}

static size_t put(const Pieces &pieces, uint8_t *data, size_t maxSize) {
  std::string text = llvm::join(pieces, "");
  size_t size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}

/// Moves, copies, drops or replaces a piece by another one of `from`.
static void change(Pieces &pieces, const Pieces &from,
                   std::minstd_rand &random) {
  size_t at = random() % pieces.size();
  llvm::StringRef other = from[random() % from.size()];
  switch (random() % 5) {
  case 0:
    pieces.erase(pieces.begin() + at);
    break;
  case 1:
    pieces.insert(pieces.begin() + at, other);
    break;
  case 2:
    std::swap(pieces[at], pieces[random() % pieces.size()]);
    break;
  default:
    pieces[at] = other;
  }
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  if (size == 0 || random() % 2)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string copy(reinterpret_cast<char *>(data), size);
  Pieces lines = linesOf(copy);
  if (random() % 2) {
    change(lines, lines, random);
    return put(lines, data, maxSize);
  }
  // Within a line, with words of the whole text.
  size_t at = random() % lines.size();
  Pieces words = wordsOf(lines[at]);
  change(words, wordsOf(copy), random);
  std::string line = llvm::join(words, "");
  lines[at] = line;
  return put(lines, data, maxSize);
}

/// Lines of one text among those of the other.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                            const uint8_t *data2, size_t size2,
                                            uint8_t *out, size_t maxSize,
                                            unsigned seed) {
  std::minstd_rand random(seed);
  Pieces one = linesOf({reinterpret_cast<const char *>(data1), size1});
  Pieces two = linesOf({reinterpret_cast<const char *>(data2), size2});
  if (!two.empty()) {
    size_t first = random() % two.size();
    size_t count = 1 + random() % std::min<size_t>(8, two.size() - first);
    size_t at = random() % (one.size() + 1);
    one.insert(one.begin() + at, two.begin() + first,
               two.begin() + first + count);
  }
  return put(one, out, maxSize);
}
