//===- Validation.h - Runs kernels before and after each phase --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translation validation by execution: a kernel gets the same inputs at each
// level of the road (`ptx` in the PTX interpreter; `ori`, `sass` and the cubin
// in the machine), and what it leaves in memory must stay the same. The first
// phase after which it does not is the one at fault.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_VALIDATION_VALIDATION_H
#define PTXMLIR_VALIDATION_VALIDATION_H

#include "mlir/Pass/PassManager.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ptxmlir {

struct ValidationOptions {
  /// Launches, in the options of ptx-run: "--kernel=k --grid=4 --block=128
  /// --arg=buf:rand,f32,512,1". Without --kernel: for every kernel. Kernels of
  /// PTX without a launch get inputs of the harness.
  std::vector<std::string> launches;
  /// Find the first wrong phase by binary search instead of looking at all.
  bool bisect = false;
  /// The compiler may contract multiply and add.
  bool fmad = true;
  /// The optimization level of the pipeline.
  int level = 3;
  /// Warp instructions of one run at most.
  uint64_t maxInstructions = 20000000;
  /// A line for each phase, too.
  bool verbose = false;
};

/// The state of one validation: attached to a pass manager before it runs,
/// asked afterwards. Switches the context's threads off.
class Validator {
public:
  /// Fills a pass manager with the passes that are validated.
  using BuildPipeline = std::function<llvm::LogicalResult(mlir::PassManager &)>;

  /// Findings go to `log`. `build` is needed to bisect.
  Validator(ValidationOptions options, BuildPipeline build,
            llvm::raw_ostream &log);
  ~Validator();

  void attach(mlir::PassManager &pm);

  /// Whether all kernels that could be run had one result throughout.
  bool succeeded() const;

  struct Impl;

private:
  std::unique_ptr<Impl> impl;
};

} // namespace ptxmlir

#endif // PTXMLIR_VALIDATION_VALIDATION_H
