//===- PassTarget.h - The options of a pass as a target ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two passes take a target as options; what they mean is said once.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_GPU_PASSTARGET_H
#define PTXMLIR_LIB_GPU_PASSTARGET_H

#include "mlir/IR/Builders.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXTarget.h"

namespace ptxmlir {

/// The attribute of these; null and an error at `op` if there is none.
inline ptx::TargetAttr makeTarget(mlir::Operation *op, llvm::StringRef chip,
                                  unsigned opt, llvm::StringRef features,
                                  llvm::ArrayRef<std::string> link,
                                  llvm::StringRef options = "") {
  mlir::Builder builder(op->getContext());
  mlir::ArrayAttr files;
  if (!link.empty())
    files = builder.getStrArrayAttr(
        llvm::SmallVector<llvm::StringRef>(link.begin(), link.end()));
  return ptx::TargetAttr::getChecked([op] { return op->emitError(); },
                                     op->getContext(), chip, opt, features,
                                     files, options);
}

} // namespace ptxmlir

#endif // PTXMLIR_LIB_GPU_PASSTARGET_H
