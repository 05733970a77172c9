//===- CompileText.h - A compile as a function of texts ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For programs that compile without files: the C interface, tests, fuzzers.
// What optxas does with files is built on the layer below (Compiler.h).
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DRIVER_COMPILETEXT_H
#define PTXMLIR_DRIVER_COMPILETEXT_H

#include "ptx-mlir/Driver/Compiler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptxmlir {

/// PTX, and what messages call it.
struct NamedText {
  llvm::StringRef text;
  std::string name;
};

/// All that a compile has to say.
struct CompileReport {
  enum Status : uint8_t {
    Success,
    BadOptions,
    Errors,        ///< in the PTX
    TargetMismatch ///< the PTX is not for the target of the options
  } status = Success;
  /// Nothing but a check was asked for (-arch=compute_90): there is no cubin.
  bool isCheckOnly = false;
  llvm::SmallVector<char, 0> cubin;
  /// Messages, and resources (-v), as optxas prints them.
  std::string log, info;
  std::vector<CompilerDiagnostic> diagnostics;
  std::vector<FunctionResources> resources;
};

/// Compiles one program as optxas does. `options` are words of its command
/// line, from the same table (Options.td) without those that only a program can
/// have; without -arch the target is that of the PTX. Touches no state of the
/// process, writes no file and ends no process: any number of threads may be
/// here at once. `name` in the report's diagnostics is an input's. `prepare`
/// may add to the options what words do not say, such as who looks on.
CompileReport
compileText(llvm::ArrayRef<NamedText> inputs,
            llvm::ArrayRef<const char *> options,
            llvm::function_ref<void(CompilerOptions &)> prepare = nullptr);

/// Parses and verifies one PTX module and adds it to `ir` as text of the `ptx`
/// dialect. Diagnostics as those of compileText().
CompileReport importText(const NamedText &input,
                         llvm::ArrayRef<const char *> options,
                         llvm::raw_ostream &ir);

} // namespace ptxmlir

#endif // PTXMLIR_DRIVER_COMPILETEXT_H
