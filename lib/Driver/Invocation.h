//===- Invocation.h - The command line of optxas ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line as values, after all that ptxas refuses has been refused in
// its words. Compiling knows only CompilerOptions.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_INVOCATION_H
#define PTXMLIR_LIB_DRIVER_INVOCATION_H

#include "ptx-mlir/Driver/Compiler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir {

/// The command line of an invocation.
struct Invocation {
  CompilerOptions compiler;
  /// Files to compile, and PTX that the command line itself has (-ias).
  std::vector<std::string> inputs, inputStrings;
  std::string output = "elf.o";
  bool verbose = false;
  /// -c and -ewp.
  bool relocatable = false, extensible = false;
  /// --compiler-stats.
  bool statTime = false, statMemory = false, statPhases = false,
       statKernels = false;
  /// --fdevice-time-trace; empty: none.
  std::string timeTrace;
  /// The command line is a list of options for the library, which has the
  /// inputs from elsewhere; without -arch the target is that of the PTX.
  bool isOfLibrary = false;
  /// Where help and the like, and where messages go.
  llvm::raw_ostream *out = &llvm::outs(), *err = &llvm::errs();
  /// Something was wrong that does not end the run at once: a warning that is
  /// an error, a value. Nothing is compiled then.
  bool hasFailed = false;
};

/// Prints ptxas's message of an error that ends the run; 255.
int fatalError(const llvm::Twine &message,
               llvm::raw_ostream &os = llvm::errs());
/// The last line of most failed runs; 255.
int reportAborted(llvm::raw_ostream &os = llvm::errs());

/// Parses the arguments (without the program's name), with ptxas's messages; an
/// exit code if the run ends here. Also answers --help, --version and their
/// kin.
std::optional<int> parseCommandLine(llvm::ArrayRef<const char *> args,
                                    Invocation &invocation);

/// What --help, --version, --list-version and --list-arch print.
void printHelp(llvm::raw_ostream &os);
void printVersion(llvm::raw_ostream &os);
void printPTXVersions(llvm::raw_ostream &os);
void printArchs(llvm::raw_ostream &os);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_INVOCATION_H
