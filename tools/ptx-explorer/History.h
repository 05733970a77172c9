//===- History.h - What each phase leaves of a function ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of a function's IR after each phase that changed it. The printer
// numbers values anew each time, so values and blocks are given the names that
// they had before; what then differs is what the phase did.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_PTX_EXPLORER_HISTORY_H
#define PTXMLIR_TOOLS_PTX_EXPLORER_HISTORY_H

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace ptxmlir::explorer {

/// The line of the PTX that a location is of; 0: of none.
unsigned getPTXLine(mlir::Location loc);

struct Line {
  std::string text;
  unsigned ptxLine = 0;
  bool operator==(const Line &o) const {
    return text == o.text && ptxLine == o.ptxLine;
  }
};

/// One function from the ptx dialect to machine code.
class History {
public:
  /// The function after a phase (null: as it was read).
  void add(const Phase *phase, mlir::Operation *func);
  void print(llvm::json::OStream &json) const;

private:
  void rename(std::vector<Line> &lines);

  struct Snapshot {
    const Phase *phase;
    /// Where a line is in the snapshot before; -1: nowhere.
    std::vector<int> from;
    std::vector<Line> lines;
  };
  std::vector<Snapshot> snapshots;
  llvm::StringSet<> usedNames;
  unsigned counter = 0;
  unsigned numPhases = 0;
};

/// The functions of a module, by name.
class Histories {
public:
  /// Every function in `op`, or `op` itself.
  void add(const Phase *phase, mlir::Operation *op);
  /// A pass that does so after a phase.
  void addPass(const Phase &phase, mlir::OpPassManager &pm);
  const History *lookup(llvm::StringRef name) const {
    auto it = functions.find(name);
    return it == functions.end() ? nullptr : &it->second;
  }

private:
  std::map<std::string, History, std::less<>> functions;
};

} // namespace ptxmlir::explorer

#endif // PTXMLIR_TOOLS_PTX_EXPLORER_HISTORY_H
