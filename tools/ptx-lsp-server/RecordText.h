//===- RecordText.h - What the records say of an op ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an editor shows for an operation under the cursor. Texts come from the
// records, none is written for the server.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TOOLS_PTX_LSP_SERVER_RECORDTEXT_H
#define PTX_MLIR_TOOLS_PTX_LSP_SERVER_RECORDTEXT_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace ptxmlir::lsp {

/// Markdown for an op of our dialects ("ptx.add", "sass.imad"): summary and
/// description, then the forms of an instruction. Empty for other ops.
std::string describeOp(llvm::StringRef opName);

/// Forms, operands, PTX versions and targets of a PTX instruction; nothing if
/// `mnemonic` is none.
void describePTX(llvm::StringRef mnemonic, llvm::raw_ostream &os);

/// Operands, modifiers, encodings and latency class of a machine instruction,
/// by the name of its record; nothing if there is none.
void describeSASS(llvm::StringRef recordName, llvm::raw_ostream &os);

} // namespace ptxmlir::lsp

#endif // PTX_MLIR_TOOLS_PTX_LSP_SERVER_RECORDTEXT_H
