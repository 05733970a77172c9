//===- DiagnosticPrinter.h - diagnostics of the driver ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callers of ptxas parse its messages, people read them: both formats come from
// one diagnostic. The C interface prints with it, too.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DRIVER_DIAGNOSTICPRINTER_H
#define PTXMLIR_DRIVER_DIAGNOSTICPRINTER_H

#include "mlir/IR/Diagnostics.h"
#include "ptx-mlir/Driver/Compiler.h"

namespace ptxmlir {

/// Writes diagnostics in the format that the options ask for.
class DiagnosticPrinter {
public:
  DiagnosticPrinter(llvm::StringRef buffer, llvm::StringRef fileName,
                    const CompilerOptions &options, llvm::raw_ostream &os)
      : text(buffer), buffer(buffer), fileName(fileName), options(options),
        os(os) {}

  void print(mlir::Diagnostic &diag);
  /// A warning about the whole program, in ptxas's words.
  void warn(const llvm::Twine &message);
  /// An error about the whole program, in ptxas's words.
  void error(const llvm::Twine &message) { report("error", message); }
  /// One that ends the compile.
  void fail(const llvm::Twine &message) { report("fatal", message); }
  /// A warning was made an error.
  bool hasFailed() const { return failed; }

private:
  void report(llvm::StringRef kind, const llvm::Twine &message);
  void printForPtxas(mlir::Diagnostic &diag, llvm::StringRef severity);
  void printWithCaret(mlir::Diagnostic &diag, llvm::StringRef severity);
  /// Makes `buffer` the text of an input; false if it is none.
  bool selectFile(llvm::StringRef name);
  llvm::StringRef findLine(unsigned number);

  llvm::StringRef text;   ///< of the first input
  llvm::StringRef buffer; ///< of the one that was looked at last
  llvm::StringRef fileName;
  const CompilerOptions &options;
  llvm::raw_ostream &os;
  bool failed = false;
  /// Where a line begins that was looked for: the next one is mostly behind it.
  unsigned lastLine = 1;
  size_t lastStart = 0;
};

} // namespace ptxmlir

#endif // PTXMLIR_DRIVER_DIAGNOSTICPRINTER_H
