//===- FlowBlocks.h - Basic blocks of the code in a cubin -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where threads go within a function, as the words and the tables of the file
// say it. Labels begin blocks, as do the places behind what may leave.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_FLOWBLOCKS_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_FLOWBLOCKS_H

#include "CodeLabels.h"

namespace ptxmlir {

/// A run of words that is entered at its first and left behind its last one.
struct FlowBlock {
  size_t first = 0, end = 0;     ///< of the section's words
  bool hasLabel = false;         ///< or is where a function begins
  bool hasExit = false;          ///< its last word may send threads elsewhere
  bool goesOn = false;           ///< threads may come to the next block
  std::vector<uint32_t> targets; ///< offsets that it may branch to
  bool isReached = false;        ///< from where the function begins
};

/// One function of a section.
struct FlowFunction {
  llvm::StringRef name;
  std::vector<FlowBlock> blocks; ///< in the order of addresses
};

/// The functions of a section, in the order of addresses, each up to where the
/// next one begins.
std::vector<FlowFunction> getFlow(const CodeSection &code,
                                  const CodeLabels &labels);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_FLOWBLOCKS_H
