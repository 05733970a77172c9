//===- DiagnosticPlace.h - what a diagnostic of PTX is about ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of PTX underline what is wrong and offer what is right. MLIR's
// locations have a line and a column only.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_PTX_DIAGNOSTICPLACE_H
#define PTXMLIR_FORMAT_PTX_DIAGNOSTICPLACE_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"

namespace ptxmlir::ptx {

/// The part of the text that a diagnostic of the importer is about. It travels
/// in the diagnostic's location, which other readers take for the plain one.
struct DiagnosticPlace {
  mlir::FileLineColLoc start;
  /// Characters; 0 if only the start is known.
  unsigned length = 0;
  /// What would be right in their place, if that is known.
  llvm::StringRef fixit;
  /// The line that ptxas names where that is another: it reports some errors
  /// when it has read one word more, or the whole function.
  unsigned ptxasLine = 0;
};

mlir::Location getDiagnosticLoc(const DiagnosticPlace &place);
/// Without a place in a file `start` is null.
DiagnosticPlace getDiagnosticPlace(mlir::Location loc);

} // namespace ptxmlir::ptx

#endif // PTXMLIR_FORMAT_PTX_DIAGNOSTICPLACE_H
