//===- Suggestion.h - what was meant by a mistyped word ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages say what was probably meant. Candidates come from the records, so
// that new instructions are suggested, too.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_FORMAT_PTX_SUGGESTION_H
#define PTX_MLIR_LIB_FORMAT_PTX_SUGGESTION_H

#include "ptx-mlir/Dialect/PTX/IR/PTXInstInfo.h"
#include "llvm/ADT/StringRef.h"

namespace ptxmlir::ptx {

/// The candidate nearest to a word, if near enough to be what was meant: a
/// third of the letters may differ, and one that stands next to its place is
/// one difference.
class Suggestion {
public:
  explicit Suggestion(llvm::StringRef word)
      : word(word), distance(unsigned(word.size() + 2) / 3 + 1) {}
  void consider(llvm::StringRef candidate);
  /// Empty if none is near.
  llvm::StringRef best() const { return found; }

private:
  llvm::StringRef word, found;
  unsigned distance;
};

/// The opcode that the first parts of `text` were meant to be, and how many
/// characters they have; empty if none is near.
llvm::StringRef suggestMnemonic(llvm::StringRef text, size_t &length);
/// The modifier of the instruction that `word` was meant to be.
llvm::StringRef suggestModifier(const InstInfo &info, llvm::StringRef word);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_LIB_FORMAT_PTX_SUGGESTION_H
