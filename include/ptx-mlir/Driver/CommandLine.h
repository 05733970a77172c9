//===- CommandLine.h - optxas: the drop-in for ptxas ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of optxas but its main function, so that the tool is a line and tests can
// link it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DRIVER_COMMANDLINE_H
#define PTXMLIR_DRIVER_COMMANDLINE_H

namespace ptxmlir {

/// Runs optxas: parses ptxas's command line, compiles and writes the cubin.
/// Returns the exit code: 0, or 255 for any error, as ptxas.
int runOptxas(int argc, char **argv);

} // namespace ptxmlir

#endif // PTXMLIR_DRIVER_COMMANDLINE_H
