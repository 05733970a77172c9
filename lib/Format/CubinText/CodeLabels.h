//===- CodeLabels.h - Names of places in the code of a cubin ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols and numbered labels: what instructions, tables of branches and
// attributes refer to. Numbers are those of NVIDIA's disassembler.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_CODELABELS_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_CODELABELS_H

#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/CubinText/DecodedWord.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>

namespace ptxmlir {

/// Code of one section.
struct CodeSection {
  const cubin::Section *section;
  std::vector<DecodedWord> words;
  /// Relocations by offset of the instruction that they fill in.
  std::map<uint32_t, std::vector<cubin::LoadedReloc>> relocations;
  /// Targets of indexed branches, by offset of the branch.
  std::map<uint32_t, std::vector<uint32_t>> branchTargets;
  /// Instructions that spill or refill.
  std::set<uint32_t> spills;
};

/// Calls `use` with each code offset that an attribute lists, in order, and
/// which of its words that is.
void forEachCodeOffset(const cubin::Attribute &attribute,
                       llvm::function_ref<void(uint32_t, size_t)> use);

class CodeLabels {
public:
  /// Numbers the labels of the code, in the order that NVIDIA's disassembler
  /// has (observed on 13.5): what relocations refer to, what instructions refer
  /// to, what attributes list and where functions end.
  CodeLabels(const cubin::LoadedCubin &cubin, llvm::ArrayRef<CodeSection> code);

  /// The function that begins at an offset, or the label there; empty if there
  /// is none.
  llvm::StringRef getName(unsigned section, uint64_t offset) const;
  bool isFunction(unsigned section, uint64_t offset) const {
    return functions.count({section, offset}) != 0;
  }
  /// The label alone.
  llvm::StringRef getLabel(unsigned section, uint64_t offset) const;

private:
  using Place = std::pair<unsigned, uint64_t>;
  std::string makeName() { return ".L_x_" + std::to_string(numLabels++); }
  /// Of a place that has a name no new one is made.
  void addReference(Place place);
  /// Such a reference has a number even where the place has a name.
  void addListed(Place place);

  unsigned numLabels = 0;
  std::map<Place, std::string> labels;
  std::map<Place, llvm::StringRef> functions;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_CODELABELS_H
