//===- DataText.h - Sections of a cubin that are no code, as text *- C++
//-*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The directives that nvdisasm prints for data: bytes with the names of symbols
// and relocations, records of attributes, call graphs and notes.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_DATATEXT_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_DATATEXT_H

#include "CodeLabels.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

class DataText {
public:
  /// Numbers the ends of variables; those of attributes follow as they are
  /// printed.
  DataText(const cubin::LoadedCubin &cubin, const CodeLabels &code);

  void print(const cubin::Section &section, llvm::raw_ostream &os);

private:
  using Place = std::pair<unsigned, uint64_t>;
  struct Value {
    std::string text;
    unsigned size = 0;
  };

  std::string makeLabel() { return ".L_" + std::to_string(numLabels++); }
  /// The name of a symbol or of the section that it stands for.
  std::string getIndexName(uint32_t index) const;
  /// Where variables of shared memory will be is not known in objects: in place
  /// of an end they have a size and an alignment.
  bool isUnplaced(const cubin::Symbol &symbol) const;

  void printAddress(uint64_t offset, llvm::raw_ostream &os) const;
  void printValue(uint64_t offset, const char *directive, uint64_t value,
                  unsigned size, llvm::raw_ostream &os) const;
  void printIndex(uint64_t offset, uint32_t index, llvm::raw_ostream &os) const;
  void printBytes(const cubin::Section &section, uint64_t begin, uint64_t end,
                  llvm::raw_ostream &os) const;
  void printSymbols(const cubin::Section &section, uint64_t offset,
                    llvm::raw_ostream &os) const;
  void printSymbol(size_t index, llvm::raw_ostream &os) const;
  void printData(const cubin::Section &section, llvm::raw_ostream &os) const;
  void printNote(const cubin::Section &section, llvm::raw_ostream &os) const;
  void printPairs(const cubin::Section &section, llvm::raw_ostream &os) const;
  void printAttributes(const cubin::Section &section, llvm::raw_ostream &os);
  void printPayload(const cubin::Section &section,
                    const cubin::Attribute &attribute, uint64_t offset,
                    const std::string &label, llvm::raw_ostream &os) const;

  const cubin::LoadedCubin &cubin;
  const CodeLabels &code;
  unsigned numLabels = 0;
  std::vector<std::string> names;              ///< of symbols, each once
  std::map<Place, std::string> ends;           ///< labels behind variables
  std::map<Place, std::vector<size_t>> places; ///< symbols by place
  std::map<Place, Value> values; ///< what relocations fill in, by place
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_DATATEXT_H
