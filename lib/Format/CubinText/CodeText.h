//===- CodeText.h - The code sections of a cubin as text --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with their symbols, labels and source lines. The whole code is laid
// out at once: its columns are as wide as the longest instruction needs.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_CODETEXT_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_CODETEXT_H

#include "InstText.h"
#include "LifeRanges.h"
#include "ptx-mlir/Format/Cubin/LineTable.h"
#include "ptx-mlir/Format/CubinText/Disassembly.h"

namespace ptxmlir {

/// The code of a file, in the order of its sections: of all, or of those that
/// `isWanted` says.
std::vector<CodeSection>
readCode(const cubin::LoadedCubin &cubin,
         llvm::function_ref<bool(const cubin::Section &)> isWanted);

/// That of the symbols that were asked for.
std::vector<CodeSection> readChosenCode(const cubin::LoadedCubin &cubin,
                                        const DisassemblyOptions &options);

class CodeText {
public:
  CodeText(const cubin::LoadedCubin &cubin, const DisassemblyOptions &options,
           std::vector<CodeSection> code);

  /// The labels of all code.
  const CodeLabels &getLabels() const { return labels; }
  llvm::ArrayRef<CodeSection> getCode() const { return code; }
  /// The instructions of a section of the code.
  llvm::ArrayRef<InstText> getTexts(size_t index) const { return texts[index]; }
  /// The symbols at a place, the last of the table first.
  llvm::ArrayRef<const cubin::Symbol *> getSymbols(unsigned section,
                                                   uint64_t offset) const;
  /// Writes what lies in a section; nothing if it has no code.
  void print(const cubin::Section &section, llvm::raw_ostream &os);
  bool has(const cubin::Section &section) const {
    return indexOf.count(section.index) != 0;
  }

private:
  using Rows = std::map<std::pair<unsigned, uint64_t>, std::vector<size_t>>;
  struct Lines {
    std::vector<cubin::LineRow> rows;
    Rows at;
    std::string last;
  };

  void readLines(Lines &lines, llvm::StringRef table);
  void printSymbols(unsigned section, uint64_t offset, llvm::raw_ostream &os);
  void printLines(Lines &lines, unsigned section, uint64_t offset,
                  llvm::raw_ostream &os);
  std::string getPlaceText(const cubin::LineRow &row) const;
  void measureLifeColumn();
  void printWithLifeRanges(size_t index, llvm::raw_ostream &os);

  const cubin::LoadedCubin &cubin;
  const DisassemblyOptions &options;
  std::vector<CodeSection> code;
  std::map<unsigned, size_t> indexOf; ///< in `code`, by number of the section
  CodeLabels labels;
  std::vector<std::vector<InstText>> texts; ///< by section of `code`
  InstLines layout;
  Lines source, ptx;
  std::optional<LifeTable> life;
  size_t lifeColumn = 0; ///< where its rows begin
  /// By place, the last of the table first.
  std::map<std::pair<unsigned, uint64_t>, std::vector<const cubin::Symbol *>>
      symbols;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_CODETEXT_H
