//===- GenerateInputs.h - Kernels with made-up inputs -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --generate-inputs and --compare, apart from runs with given arguments,
// because they take whole modules and report differences.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_PTX_RUN_GENERATEINPUTS_H
#define PTX_MLIR_TOOLS_PTX_RUN_GENERATEINPUTS_H

#include "Cycles.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Launch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace ptxmlir {

struct GenerateOptions {
  std::vector<uint64_t> seeds;
  /// Empty: all kernels.
  std::string kernel;
  /// Warp instructions of a run; 0: the harness's own limit.
  uint64_t maxInstructions = 0;
  /// Print the launch and the parameters.
  bool verbose = true;
  /// Blocks on an SM: not compare, but estimate cycles.
  std::vector<unsigned> cycles;
  /// With these: what is written instead of a line of JSON.
  ProfilePrinter profile = nullptr;
};

/// A cubin that must do what the PTX means.
struct ComparedCubin {
  std::string name;
  std::vector<uint8_t> bytes;
};

/// Runs kernels of PTX text with inputs of the harness in the PTX interpreter,
/// and each cubin on the same inputs. The result is false if a kernel does not
/// run or a cubin differs.
llvm::Expected<bool> runGenerated(llvm::StringRef text, llvm::StringRef path,
                                  const GenerateOptions &options,
                                  llvm::ArrayRef<ComparedCubin> cubins);

/// Runs all kernels of PTX text (or the one that is named) with one launch and
/// the same arguments in the PTX interpreter, and each cubin likewise. The
/// result is false if a kernel does not run or a cubin differs.
llvm::Expected<bool> runDescribed(llvm::StringRef text, llvm::StringRef path,
                                  const std::string &kernel,
                                  const exec::LaunchConfig &launch,
                                  llvm::ArrayRef<exec::Argument> arguments,
                                  llvm::ArrayRef<ComparedCubin> cubins);

} // namespace ptxmlir

#endif // PTX_MLIR_TOOLS_PTX_RUN_GENERATEINPUTS_H
