//===- Reducer.h - Delta debugging of PTX modules ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy delta debugging (Zeller and Hildebrandt, IEEE TSE 2002) over kinds of
// edits: of each kind first all places together, then halves, and so on down to
// single ones; what keeps the property stays. All kinds are gone through until
// none finds anything. Of n places of which few are needed this takes n log n
// tests at most; a limit of tests and of time bounds the rest.
//
// A candidate is a clone of the module with edits, cleaned up, exported and
// imported again: what the test sees is what the parser has taken.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_PTX_REDUCE_REDUCER_H
#define PTX_MLIR_TOOLS_PTX_REDUCE_REDUCER_H

#include "Edits.h"
#include "Tests.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseSet.h"
#include <chrono>
#include <string>

namespace ptxmlir::reduce {

struct ReducerOptions {
  unsigned maxTests = 20000;
  std::chrono::seconds maxTime{600};
  /// Tell of each kind of edit.
  bool verbose = false;
};

/// Instructions of PTX text: statements that are no directives.
unsigned countInstructions(llvm::StringRef text);

class Reducer {
public:
  Reducer(Test &test, const ReducerOptions &options)
      : test(test), options(options) {}

  /// Takes the module as it is; false, with the reason in the test's note, if
  /// it does not have the property.
  bool start(mlir::OwningOpRef<mlir::ModuleOp> module, std::string text);
  void run();

  const std::string &result() const { return text; }
  unsigned tests() const { return numTests; }
  /// Whether a limit ended the search.
  bool hitLimit() const { return limited; }

private:
  bool isOver();
  /// Makes the candidate the module if it is smaller and has the property.
  /// `mayGrow`: it need not be smaller.
  bool accept(mlir::OwningOpRef<mlir::ModuleOp> candidate,
              bool mayGrow = false);
  bool tryEdits(const EditKind &kind, size_t first, size_t last);
  size_t countEdits(const EditKind &kind);
  bool runKind(const EditKind &kind);

  Test &test;
  const ReducerOptions &options;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string text;
  bool undefinedAllowed = false;
  unsigned numTests = 0;
  bool limited = false;
  std::chrono::steady_clock::time_point startTime;
  /// Hashes of texts that were tested.
  llvm::DenseSet<uint64_t> seen;
};

} // namespace ptxmlir::reduce

#endif // PTX_MLIR_TOOLS_PTX_REDUCE_REDUCER_H
