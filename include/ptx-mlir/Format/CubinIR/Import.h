//===- Import.h - From a cubin to the sass dialect --------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the file and the dialect: any compiler's cubin can be read, changed
// and written back, with what we do not understand kept as bytes.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_FORMAT_CUBINIR_IMPORT_H
#define PTXMLIR_FORMAT_CUBINIR_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

struct ImportOptions {
  /// Keep the file in the module, so that an export changes only the code. Off:
  /// the module describes everything itself and the export writes a new file,
  /// in which code may have another size; fails on what the sass dialect has no
  /// attribute for, with the name of it.
  bool keepImage = true;
};

/// Decodes any cubin to a sass.module in a builtin module. Words that no record
/// describes become sass.raw. Errors are diagnostics at `loc`; then the result
/// is null.
mlir::OwningOpRef<mlir::ModuleOp>
importCubin(llvm::ArrayRef<uint8_t> bytes, mlir::Location loc,
            const ImportOptions &options = {});

struct ListingOptions {
  /// NVIDIA's disassembler's spelling instead of ours (which has the control
  /// fields).
  bool nvdisasm = false;
};

/// Writes the code of all functions of a cubin as an assembly listing with
/// labels. Returns false with a message in `error` if it is no cubin.
bool printCubinListing(llvm::ArrayRef<uint8_t> bytes,
                       const ListingOptions &options, llvm::raw_ostream &os,
                       std::string &error);

} // namespace ptxmlir

#endif // PTXMLIR_FORMAT_CUBINIR_IMPORT_H
