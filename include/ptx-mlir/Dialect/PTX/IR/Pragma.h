//===- Pragma.h - Where pragmas of instructions are ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of discardable attributes for what the text has between instructions.
// Importer, exporter and lowering agree on them here.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_PTX_IR_PRAGMA_H
#define PTXMLIR_DIALECT_PTX_IR_PRAGMA_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

namespace ptxmlir::ptx {

/// The discardable attribute of an instruction that has the `.pragma`
/// directives before it: some are about the next instruction only.
constexpr llvm::StringLiteral kPragmaAttr = "ptx.pragma";

/// The discardable attribute of an operation that has the labels before it that
/// only debugging sections name; of a function, those behind its last
/// operation.
constexpr llvm::StringLiteral kLabelsAttr = "ptx.labels";

/// The directive against unrolling (PTX ISA, "Pragma Strings"): of the loop
/// whose header the block is that it stands in, of a function or of a module.
constexpr llvm::StringLiteral kNoUnrollPragma = "nounroll";

/// Whether that is among the pragmas of an attribute, which may be null.
inline bool isNoUnroll(mlir::Attribute pragmas) {
  auto array = llvm::dyn_cast_or_null<mlir::ArrayAttr>(pragmas);
  return array && llvm::any_of(array, [](mlir::Attribute pragma) {
           auto text = llvm::dyn_cast<mlir::StringAttr>(pragma);
           return text && text.getValue() == kNoUnrollPragma;
         });
}

} // namespace ptxmlir::ptx

#endif // PTXMLIR_DIALECT_PTX_IR_PRAGMA_H
