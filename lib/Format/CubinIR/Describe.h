//===- Describe.h - A decoded cubin as attributes ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For cubins that are to be written anew: everything that the file says becomes
// attributes, or the conversion refuses the file.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINIR_DESCRIBE_H
#define PTXMLIR_LIB_FORMAT_CUBINIR_DESCRIBE_H

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Format/Cubin/Reader.h"

namespace ptxmlir {

/// Fills an empty sass.module with functions and variables that say all that
/// the file says, code lists excepted: the export derives them from the
/// instructions. A diagnostic names what has no attribute.
llvm::LogicalResult describeCubin(sass::ModuleOp module,
                                  const cubin::LoadedCubin &loaded,
                                  mlir::OpBuilder &builder);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINIR_DESCRIBE_H
