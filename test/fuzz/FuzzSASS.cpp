//===- FuzzSASS.cpp - Any bytes as SASS text ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first line is the SM number, the others are an instruction each. What is
// taken must print and parse to the same instruction; what can be encoded must
// decode to it.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Text/AsmParser.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/StringRef.h"

using namespace ptxmlir;

static void require(bool holds, llvm::StringRef what, llvm::StringRef line,
                    llvm::StringRef text) {
  if (holds)
    return;
  llvm::errs() << what << ": " << line << "\n -> " << text << '\n';
  std::abort();
}

static unsigned smOf(llvm::StringRef line) {
  constexpr unsigned known[] = {75, 80,  86,  87,  88,  89,
                                90, 100, 103, 110, 120, 121};
  unsigned number = 0;
  line.trim().getAsInteger(10, number);
  for (unsigned sm : known)
    if (sm == number)
      return sm;
  return known[number % std::size(known)];
}

static void check(llvm::StringRef line, unsigned sm) {
  std::string error;
  std::optional<isa::Inst> inst = sass::parseInst(line, sm, error);
  if (!inst) {
    require(!error.empty(), "refused without a message", line, "");
    return;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  sass::PrintOptions options;
  options.control = true;
  sass::printInst(*inst, sm, os, options);
  std::optional<isa::Inst> again = sass::parseInst(text, sm, error);
  require(again && *again == *inst, "another instruction", line, text + error);
  std::string other;
  llvm::raw_string_ostream otherOS(other);
  options.style = sass::AsmStyle::NVDisasm;
  sass::printInst(*inst, sm, otherOS, options);
  if (std::optional<isa::Word> word = isa::encode(*inst, sm, &error)) {
    std::optional<isa::Inst> decoded = isa::decode(*word, sm);
    require(decoded && *decoded == *inst, "another word", line, text);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto [first, lines] =
      llvm::StringRef(reinterpret_cast<const char *>(data), size).split('\n');
  unsigned sm = smOf(first);
  while (!lines.empty()) {
    auto [line, rest] = lines.split('\n');
    check(line, sm);
    lines = rest;
  }
  return 0;
}
