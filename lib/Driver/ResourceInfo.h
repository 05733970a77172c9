//===- ResourceInfo.h - What compiled functions use -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, stack and memory of what was compiled, in the words that callers
// of ptxas -v parse, and as numbers for the C interface.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_RESOURCEINFO_H
#define PTXMLIR_LIB_DRIVER_RESOURCEINFO_H

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Driver/DiagnosticPrinter.h"

namespace ptxmlir {

/// Warns of what the options ask to warn of: spilled registers, local memory,
/// stacks without a known size.
void warnOfResources(sass::ModuleOp module, const CompilerOptions &options,
                     DiagnosticPrinter &printer);

/// Prints the resources of a module and of its kernels in ptxas's -v wording.
void printResources(sass::ModuleOp module, const CompilerOptions &options,
                    llvm::raw_ostream &os);

/// Adds the same as numbers, kernels behind other functions.
void collectResources(sass::ModuleOp module,
                      std::vector<FunctionResources> &resources);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_RESOURCEINFO_H
