//===- ModuleOptions.h - What the command line changes in PTX ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the command line says of kernels becomes what the PTX could have said
// itself. Later stages see one source for it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DRIVER_MODULEOPTIONS_H
#define PTXMLIR_LIB_DRIVER_MODULEOPTIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "ptx-mlir/Driver/DiagnosticPrinter.h"

namespace ptxmlir {

/// Gives kernels the limits of the command line, where they have none of their
/// own or the command line counts more, and loads and stores their cache
/// operators. `info` is told of limits that take the place of others, if not
/// null.
void applyOptions(mlir::ModuleOp module, const CompilerOptions &options,
                  DiagnosticPrinter &printer, llvm::raw_ostream *info);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_DRIVER_MODULEOPTIONS_H
