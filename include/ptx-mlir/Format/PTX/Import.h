//===- Import.h - PTX text to the ptx dialect ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only way into the compiler. Malformed text is refused here with ptxas's
// words and a place, so that no pass sees any.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_PTX_IMPORT_H
#define PTX_MLIR_FORMAT_PTX_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>

namespace ptxmlir::ptx {

/// Where the CPU time of an import goes, added up over the functions of a
/// module.
struct ImportTimes {
  /// Text to statements: tokens, names, forms of instructions.
  std::chrono::nanoseconds statements{0};
  /// Blocks, dominators and block arguments.
  std::chrono::nanoseconds flow{0};
  /// Operations, the values of their registers, locations.
  std::chrono::nanoseconds operations{0};
};

/// What importPTX() may be asked.
struct ImportOptions {
  /// Errors after which the parser gives up.
  unsigned maxErrors = 20;
  /// Warn of every instruction on double-precision numbers.
  bool warnDoubles = false;
  /// Give operations a `LineLoc` instead of a `FileLineColLoc`. For programs
  /// that print their diagnostics by `getDiagnosticPlace`: MLIR's own handlers
  /// do not know it.
  bool lineLocations = false;
  /// Whether `ptx.debug_value` operations say which values registers hold:
  /// never (no engine executes them), if `.target` has the word `debug`,
  /// always.
  enum class DebugValues : uint8_t { None, OfTarget, All };
  DebugValues debugValues = DebugValues::None;
  /// Where to add the times, if anywhere.
  ImportTimes *times = nullptr;
};

/// Parses one PTX module and builds it as a `ptx.module` in a builtin module.
/// Errors go to the context's diagnostics, with the line and column of
/// `buffer` under the name `fileName`; then the result is null. Time is linear
/// in the size of the text and of the result; no recursion depends on the input
/// beyond a fixed limit. The context must allow the ptx dialect to be loaded.
mlir::OwningOpRef<mlir::ModuleOp> importPTX(llvm::StringRef buffer,
                                            llvm::StringRef fileName,
                                            mlir::MLIRContext *context,
                                            const ImportOptions &options = {});

/// Whether `buffer` looks like PTX text: its first directive is `.version`.
bool isPTX(llvm::StringRef buffer);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_FORMAT_PTX_IMPORT_H
