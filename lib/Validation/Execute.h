//===- Execute.h - One run of one kernel at any level -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One interface to run a kernel, whatever level its module has reached. Inputs
// are written as ptx-run takes them.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_VALIDATION_EXECUTE_H
#define PTXMLIR_LIB_VALIDATION_EXECUTE_H

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Execution/Arguments.h"
#include "ptx-mlir/Execution/Harness/Harness.h"
#include "llvm/ADT/StringMap.h"

namespace ptxmlir::validation {

/// The inputs of a kernel.
struct KernelLaunch {
  std::string kernel; ///< empty: any
  exec::LaunchConfig config;
  std::vector<exec::Argument> args;
  /// Made up by the harness, instead of arguments.
  std::shared_ptr<const harness::Inputs> made;
};
/// From the options of ptx-run, separated by spaces.
llvm::Expected<KernelLaunch> parseLaunch(llvm::StringRef text);

/// A stretch of memory after a run.
struct MemoryImage {
  std::string name;
  uint64_t address;
  std::vector<uint8_t> before, after;
};

struct RunResult {
  /// What went wrong; memory is as it was then.
  std::string error;
  /// The kernel has something that this engine does not model.
  bool isUnsupported = false;
  std::vector<MemoryImage> memory;
  /// What the static check says of the control fields, if there are any.
  std::vector<std::string> hazards;
};

/// The op of a kernel in the lowest level of `module` that has it: a sass.func,
/// an ori.func or a ptx.entry; null if none.
mlir::Operation *findKernel(mlir::ModuleOp module, llvm::StringRef name);
/// All kernels with a body, in order.
std::vector<std::string> listKernels(mlir::ModuleOp module);

struct RunOptions {
  /// Whether threads of ori code meet without barriers, see exec::LoadOptions.
  std::optional<bool> meet;
  /// Names the thread that wrote this byte last.
  std::optional<uint64_t> watch;
};
/// Runs a kernel at the level that it has reached. `writer` gets the thread and
/// the instruction that wrote the watched byte last, "" if unknown.
RunResult runKernel(mlir::ModuleOp module, const KernelLaunch &launch,
                    llvm::StringRef kernel, const RunOptions &options = {},
                    std::string *writer = nullptr);
/// Runs the kernel of the cubin that the module's sass code makes.
RunResult runCubin(mlir::ModuleOp module, const KernelLaunch &launch,
                   llvm::StringRef kernel);

} // namespace ptxmlir::validation

#endif // PTXMLIR_LIB_VALIDATION_EXECUTE_H
