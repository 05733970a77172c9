//===- Import.h - From a cubin to the sass dialect --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_CUBINIR_IMPORT_H
#define PTXMLIR_FORMAT_CUBINIR_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"

namespace ptxmlir {

/// Decodes any cubin to a sass.module in a builtin module. Words that no record
/// describes become sass.raw. Errors are diagnostics at `loc`; then the result
/// is null.
mlir::OwningOpRef<mlir::ModuleOp> importCubin(llvm::ArrayRef<uint8_t> bytes,
                                              mlir::Location loc);

} // namespace ptxmlir

#endif // PTXMLIR_FORMAT_CUBINIR_IMPORT_H
