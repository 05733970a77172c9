//===- Compiler.h - PTX text to cubin in one call ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole compile as one function of text and options. No command line, no
// files and no process are known at this level.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DRIVER_COMPILER_H
#define PTXMLIR_DRIVER_COMPILER_H

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Pipelines/Pipelines.h"
#include "ptx-mlir/Validation/Validation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir {

enum class DiagnosticFormat {
  Caret, ///< `file:line:column: error: what`, the line and a caret
  Ptxas  ///< `ptxas file, line n; error   : what`
};

/// Cache operators ("ca", "cg" ...) of loads from and stores to global and
/// generic memory; empty: what the PTX says.
struct CacheOptions {
  /// Of those that name none.
  std::string defaultLoad, defaultStore;
  /// Of all that may have one.
  std::string forcedLoad, forcedStore;
};

class CompileStatistics;

/// What a diagnostic says, for callers that do not read text.
struct CompilerDiagnostic {
  enum Severity : uint8_t { Error, Warning, Note } severity = Error;
  std::string file; ///< empty: about the whole program or the options
  /// From 1; 0: not known. The length is in characters.
  unsigned line = 0, column = 0, length = 0;
  std::string message;
};

/// What a compiled function uses, in bytes where nothing else is said.
struct FunctionResources {
  std::string name;
  bool isKernel = false;
  unsigned registers = 0, barriers = 0; ///< of a thread, of a block
  uint64_t sharedBytes = 0, localBytes = 0;
  uint64_t spillStoreBytes = 0, spillLoadBytes = 0;
  uint64_t paramBytes = 0;
};

struct CompilerOptions {
  /// Target name, e.g. "sm_90"; empty: the PTX module's own.
  std::string arch;
  /// What messages call it: "sm_90", "compute_90".
  std::string archName;
  /// Only parse and verify; there is no cubin.
  bool checkOnly = false;
  /// Code that tools put into other code is asked for: ptxas's message about
  /// kernels in it, and that there is none.
  bool toolsPatch = false;
  /// Make an object for the linker (`-c`).
  bool relocatable = false;
  /// Mark the program as one that may be extended (`-ewp`).
  bool extensible = false;
  /// Further PTX that is part of the program: text and name.
  std::vector<std::pair<llvm::StringRef, std::string>> moreInputs;
  unsigned optLevel = 3;
  /// The level was asked for by name: code for a debugger has none but 0.
  bool hasOptLevel = false;
  bool fmad = true;
  /// Worker threads; 1 starts none. 0: one per core.
  unsigned threads = 1;
  /// Registers of a thread at most, if set.
  std::optional<unsigned> maxRegisters;
  /// The same of functions of a relocatable object, instead of `maxRegisters`.
  std::optional<unsigned> functionRegisters;
  /// Threads of a block at most, blocks that an SM is to hold, of kernels that
  /// do not say; empty or 0: none.
  llvm::SmallVector<int32_t, 3> maxThreads;
  unsigned minCTAs = 0;
  /// The three limits count also for kernels that say something else.
  bool overrideDirectives = false;
  CacheOptions caches;
  /// Write the tables of lines (also where the PTX has lines of a source);
  /// code for a debugger; leave out all such sections.
  bool lineInfo = false, debug = false, suppressDebugInfo = false;
  /// Verify the IR after every pass.
  bool verifyEach = false;
  DiagnosticFormat diagnosticFormat = DiagnosticFormat::Caret;
  bool noWarnings = false, warningsAsErrors = false;
  /// Warn of every instruction on double-precision numbers.
  bool warnDoubles = false;
  /// Warn of kernels that spill registers, that use local memory.
  bool warnSpills = false, warnLocal = false;
  /// Say nothing of kernels whose stack has no known size.
  bool suppressStackWarning = false;
  /// Where to add what the compile costs, if anywhere.
  CompileStatistics *statistics = nullptr;
  /// Where to add diagnostics and what functions use, if anywhere.
  std::vector<CompilerDiagnostic> *diagnostics = nullptr;
  std::vector<FunctionResources> *resources = nullptr;
  /// The kernels to compile; empty: all.
  std::vector<std::string> entries;
  /// Leave the IR to the end of the process instead of freeing it.
  bool disableFree = false;
  /// What looks on: at the module as it is parsed and as it is when all passes
  /// have run, and as PipelineOptions::afterPhase.
  std::function<void(mlir::ModuleOp)> onParsed, onFinished;
  PipelineOptions::AfterPhaseFn afterPhase;
  /// Execute the kernels between passes.
  std::optional<ValidationOptions> validation;
};

enum class CompileResult {
  Success,
  Errors,         ///< in the PTX, or of the compiler (also a validation's)
  TargetMismatch, ///< the PTX is not for the target of the command line
};

/// Compiles one PTX module, with `moreInputs` to one program. Diagnostics go to
/// `log`; resource use of each function to `info`, in ptxas's -v wording, if
/// not null. On failure `cubin` is empty.
CompileResult compilePTX(llvm::StringRef ptx, llvm::StringRef fileName,
                         const CompilerOptions &options,
                         llvm::SmallVectorImpl<char> &cubin,
                         llvm::raw_ostream &log,
                         llvm::raw_ostream *info = nullptr);

} // namespace ptxmlir

#endif // PTXMLIR_DRIVER_COMPILER_H
