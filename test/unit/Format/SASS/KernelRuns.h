//===- KernelRuns.h - Kernels with known results ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches of cubins, with the results that PTX's semantics demand. A JSON file
// lists them (utils/isa/mutate.py writes it):
//   [{"cubin": path, "kernel": name, "grid": [1,1,1], "block": [32,1,1],
//     "shared": 0, "args": ["buf:rand,f32,512,1", ...],
//     "outputs": [{"arg": 0, "file": path}]}]
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_FORMAT_SASS_KERNELRUNS_H
#define PTXMLIR_TEST_UNIT_FORMAT_SASS_KERNELRUNS_H

#include "ptx-mlir/Execution/Arguments.h"
#include <string>
#include <utility>
#include <vector>

namespace ptxmlir::exec {

struct KernelRun {
  std::string name, kernel;
  std::vector<uint8_t> cubin;
  uint32_t grid[3], block[3];
  uint64_t shared;
  std::vector<Argument> args;
  /// Argument and the bytes that its buffer must have in the end.
  std::vector<std::pair<size_t, std::vector<uint8_t>>> outputs;
};

/// Reads the list.
llvm::Expected<std::vector<KernelRun>> readKernelRuns(llvm::StringRef path);

/// Executes the cubin; the error says what is wrong with the results. A run of
/// more than two million warp instructions is wrong too.
llvm::Error checkKernelRun(const KernelRun &run);

} // namespace ptxmlir::exec

#endif // PTXMLIR_TEST_UNIT_FORMAT_SASS_KERNELRUNS_H
