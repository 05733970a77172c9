//===- ImportCode.h - Decoded code as a sass.func body ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, labels and operations of one function from its words; apart from what
// a file says around the code.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINIR_IMPORTCODE_H
#define PTXMLIR_LIB_FORMAT_CUBINIR_IMPORTCODE_H

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Format/CubinText/DecodedWord.h"

namespace ptxmlir {

/// Code of one sass.func.
struct CodeToImport {
  llvm::ArrayRef<DecodedWord> words;
  /// Targets of each indexed branch.
  llvm::ArrayRef<cubin::IndirectBranch> indirectBranches;
  /// Names of offsets: device functions inside the text.
  llvm::ArrayRef<cubin::LoadedFunction> functions;
};

/// Builds blocks and ops. Blocks begin at the entry, at branch targets, behind
/// branches and at labels.
void importCode(sass::FuncOp func, const CodeToImport &code);

/// Number of words without the closing branch to itself and the NOPs behind it;
/// all words if the code does not end so or branches behind that branch.
size_t getUnpaddedSize(llvm::ArrayRef<DecodedWord> words);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINIR_IMPORTCODE_H
