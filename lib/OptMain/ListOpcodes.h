//===- ListOpcodes.h - The opcodes of ptxas and the records -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --list-opcodes: ptxas's opcode table beside our records, so that gaps show.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_PTXOPT_LISTOPCODES_H
#define PTXMLIR_TOOLS_PTXOPT_LISTOPCODES_H

#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

/// Writes ptxas's opcode table: index, name, run of indices, SMs, number of
/// forms, records; then the records that no known name of the table stands for.
void listOpcodes(llvm::raw_ostream &os);

} // namespace ptxmlir

#endif // PTXMLIR_TOOLS_PTXOPT_LISTOPCODES_H
