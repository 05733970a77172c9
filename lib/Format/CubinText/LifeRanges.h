//===- LifeRanges.h - Registers in use in code of cubins -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Liveness over the words of a section, and the table of it (-plr).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_LIFERANGES_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_LIFERANGES_H

#include "FlowBlocks.h"
#include "ptx-mlir/Format/CubinText/Disassembly.h"
#include <bitset>

namespace ptxmlir {

/// The registers of all files, one file behind the other.
constexpr unsigned kGPR = 0, kPredicate = kGPR + 256, kUniform = kPredicate + 8,
                   kUniformPredicate = kUniform + 256,
                   kNumRegisters = kUniformPredicate + 8;
using RegisterSet = std::bitset<kNumRegisters>;

/// What one word does with registers. In use are those that hold a value
/// before it which it or a later word reads, and those that it writes.
struct RegisterUse {
  RegisterSet reads, writes, inUse;
  RegisterSet changed;         ///< of `writes`, those that a call may change
  bool isListed = false;       ///< not where nothing comes, as in padding
  bool hasBreakBefore = false; ///< a label that nothing goes on through
};

/// A row for each word. A call changes all that a function need not give back,
/// and where a function returns, what it gives back is in use; of general
/// registers the code has `numRegisters`.
std::vector<RegisterUse> getRegisterUse(const CodeSection &code,
                                        const CodeLabels &labels,
                                        unsigned numRegisters);

/// Columns for the registers that any code of a file uses, but for what calls
/// only may change.
class LifeTable {
public:
  LifeTable(const cubin::LoadedCubin &cubin, llvm::ArrayRef<CodeSection> code,
            const CodeLabels &labels, LifeRanges mode);

  const RegisterUse &getUse(size_t section, size_t word) const {
    return uses[section][word];
  }
  /// The lines above the code.
  std::vector<std::string> getHeader() const;
  /// A row of one character between corners: "+---+".
  std::string getRule(char fill) const;
  std::string getEmptyRow() const;
  /// What a word does, or that registers are in use at a label before it.
  std::string getRow(const RegisterUse &use, bool isLabel) const;
  static llvm::ArrayRef<const char *> getLegend();

private:
  struct File {
    llvm::StringRef name;
    unsigned first, size;    ///< of the registers of RegisterSet
    unsigned numColumns = 0; ///< registers up to the last that is used
    unsigned countWidth = 1; ///< digits of the number of columns
    size_t width = 0;        ///< of the column, between two lines
  };

  std::string getCell(const File &file, llvm::StringRef count,
                      llvm::function_ref<std::string(unsigned)> mark) const;
  std::string
  joinCells(llvm::function_ref<std::string(const File &)> getText) const;

  LifeRanges mode;
  std::vector<std::vector<RegisterUse>> uses;
  std::vector<File> files;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_LIFERANGES_H
