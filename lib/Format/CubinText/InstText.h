//===- InstText.h - Instructions of a cubin as text -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction with what the file says of it: the names of what it refers to,
// instead of numbers that a linker fills in, and notes behind it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_INSTTEXT_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_INSTTEXT_H

#include "CodeLabels.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

/// The parts of a line.
struct InstText {
  std::string guard; ///< with the space behind it
  std::string text;  ///< with the space before the semicolon, if there is one
  std::string note;
};

/// What an instruction's text depends on besides its word.
struct InstContext {
  const cubin::LoadedCubin *cubin = nullptr; ///< null: words without a file
  const CodeSection *code = nullptr;
  const CodeLabels *labels = nullptr; ///< null: addresses instead of names
  bool functionsOnly = false;         ///< names of functions, addresses else
  bool notes = false;
  unsigned sm = 0;
  uint64_t base = 0; ///< address of the first word

  InstContext() = default;
  InstContext(const cubin::LoadedCubin &cubin, const CodeSection &code,
              const CodeLabels *labels = nullptr)
      : cubin(&cubin), code(&code), labels(labels), sm(cubin.sm) {}
};

/// The symbol that a relocation refers to, with what is added.
std::string getExpression(const cubin::LoadedReloc &r,
                          const cubin::LoadedCubin &cubin,
                          const CodeLabels *labels);

InstText getInstText(const InstContext &context,
                     llvm::ArrayRef<DecodedWord> words, size_t index);

/// Lines of instructions, laid out for the longest of all code: first every
/// instruction is measured, then written.
class InstLines {
public:
  explicit InstLines(bool encoding, bool alignGuards = true)
      : encoding(encoding), alignGuards(alignGuards) {}

  void measure(const InstText &text, uint64_t address);
  void print(const InstText &text, uint64_t address, const isa::Word &word,
             llvm::raw_ostream &os) const;

  /// Where a column behind all of it may begin.
  size_t getEnd() const {
    return textEnd + noteWidth + 7 + (encoding ? 2 * kEncodingWidth : 0);
  }

private:
  static constexpr size_t kEncodingWidth = 24;
  bool encoding, alignGuards;
  size_t textEnd = 0, noteWidth = 0;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_INSTTEXT_H
