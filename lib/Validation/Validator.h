//===- Validator.h - State of a validation ----------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a validation that its source files share.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_VALIDATION_VALIDATOR_H
#define PTXMLIR_LIB_VALIDATION_VALIDATOR_H

#include "Compare.h"
#include "PhaseWalker.h"
#include "mlir/IR/OperationSupport.h"
#include "ptx-mlir/Execution/Harness/Harness.h"
#include "ptx-mlir/Validation/Validation.h"

namespace ptxmlir {

struct Validator::Impl {
  /// What is known of a kernel.
  struct Kernel {
    validation::KernelLaunch launch;
    validation::KernelClass kind;
    /// Results are no longer compared, for a reason that was reported.
    bool isOver = false;
    /// The last result, and whether the PTX interpreter made it.
    std::optional<validation::RunResult> last;
    bool lastIsPTX = false;
    /// The input as it is has a race, or gives another result with other turns
    /// of its threads.
    bool dependsOnOrder = false;
    std::optional<mlir::OperationFingerPrint> fingerprint;
    unsigned stops = 0, runs = 0;
  };

  Impl(ValidationOptions options, BuildPipeline build, llvm::raw_ostream &log)
      : options(std::move(options)), build(std::move(build)), log(log) {}

  void begin(mlir::ModuleOp module);
  llvm::Error makeInputs(mlir::ModuleOp module, llvm::StringRef name,
                         validation::KernelLaunch &launch);
  /// Runs the kernel and compares with what it did before.
  void check(const validation::Stop &stop);
  /// Says what is the matter with a kernel; it is not looked at any more.
  void giveUp(Kernel &kernel, llvm::StringRef name, const llvm::Twine &reason);
  void report(Kernel &kernel, const validation::Stop &stop,
              const validation::Difference &difference);
  /// The difference, if it is not one that the kernel may have. `want` of the
  /// PTX interpreter may be replaced by `got`.
  enum class Verdict { Same, Apart, Wrong };
  Verdict judge(const Kernel &kernel, bool fromPTX, bool toPTX,
                const validation::RunResult &want,
                const validation::RunResult &got,
                std::optional<validation::Difference> &difference) const;
  void bisect(mlir::ModuleOp module);

  ValidationOptions options;
  BuildPipeline build;
  llvm::raw_ostream &log;
  std::map<std::string, Kernel, std::less<>> kernels;
  bool hasFailed = false;
  std::unique_ptr<harness::Harness> harness;
  std::optional<std::string> noHarness;
};

} // namespace ptxmlir

#endif // PTXMLIR_LIB_VALIDATION_VALIDATOR_H
