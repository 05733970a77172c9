//===- Export.h - the ptx dialect to PTX text ------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way back to text, for tools that change PTX: reducers, translators, tests
// of the importer.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_PTX_EXPORT_H
#define PTX_MLIR_FORMAT_PTX_EXPORT_H

#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include <string>

namespace ptxmlir::ptx {

/// Prints a module as PTX text that means the same: importPTX() of the text
/// gives the module again, up to the places in the PTX text, constants that
/// nothing uses and the order of the others. A value is a register of its own,
/// shared where block arguments and guarded instructions ask for it; copies
/// stand at the ends and starts of blocks, no edge is split (but for one that
/// goes twice to the same block with different values).
///
/// What PTX cannot say is an error on the operation; then `text` is left as it
/// was. Time is n log n in operations and in the blocks that values live
/// through.
llvm::LogicalResult exportPTX(ModuleOp module, std::string &text);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_FORMAT_PTX_EXPORT_H
