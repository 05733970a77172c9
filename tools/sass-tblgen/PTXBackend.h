//===- PTXBackend.h - tables from the PTX instruction records --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry point of the PTX generator, for the driver of the tool.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_SASS_TBLGEN_PTXBACKEND_H
#define PTX_MLIR_TOOLS_SASS_TBLGEN_PTXBACKEND_H

namespace llvm {
class raw_ostream;
class RecordKeeper;
} // namespace llvm

namespace ptxmlir::tblgen {

/// `-gen-ptx-tables`: enums, modifier structs and the tables that the parser,
/// printer and verifier of PTX instructions read, as sections of one file
/// (GET_PTX_ENUM_DECLS, GET_PTX_MODIFIERS, GET_PTX_TABLES).
void emitPTXTables(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

} // namespace ptxmlir::tblgen

#endif // PTX_MLIR_TOOLS_SASS_TBLGEN_PTXBACKEND_H
