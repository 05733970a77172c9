//===- Options.h - The command line of ptx-run ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line as values that have been checked.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_PTX_RUN_OPTIONS_H
#define PTX_MLIR_TOOLS_PTX_RUN_OPTIONS_H

#include "ptx-mlir/Execution/Launch.h"
#include "ptx-mlir/Timing/Timing.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace ptxmlir {

struct RunOptions {
  std::string file, kernel;
  exec::LaunchConfig launch;
  std::vector<std::string> args, buffers;
  /// Variables and what they stand for.
  std::vector<std::pair<std::string, std::string>> bindings;
  bool stats = false, trace = false, interpret = false, checkMemory = false,
       checkHazards = false, listUnsupported = false, severalThreads = false;
  std::string profile; ///< form, empty: none
  timing::Options timing;
  /// --generate-inputs: not empty.
  std::vector<uint64_t> seeds;
  std::vector<std::string> compared;
  /// --cycles: numbers of blocks on an SM; empty: not asked for.
  std::vector<unsigned> cycles;
};

/// What --help prints.
extern const char kRunUsage[];

/// The arguments behind the program's name. The error says which one is wrong.
llvm::Expected<RunOptions> parseOptions(llvm::ArrayRef<const char *> argv);

/// What --compare without --generate-inputs excludes and is asked for, or null.
const char *excludedByCompare(const RunOptions &o);

inline llvm::Error bad(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace ptxmlir

#endif // PTX_MLIR_TOOLS_PTX_RUN_OPTIONS_H
