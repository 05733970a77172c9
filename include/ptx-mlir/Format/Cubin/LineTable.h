//===- LineTable.h - Source lines of the code in a cubin --------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin made with -lineinfo or -g has two line tables in the form of DWARF 2:
// `.debug_line` has the lines of the program that the PTX came from (its .loc
// directives), `.nv_debug_line_sass` those of the PTX text, without a file.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_LINETABLE_H
#define PTX_MLIR_FORMAT_CUBIN_LINETABLE_H

#include "ptx-mlir/Format/Cubin/Reader.h"

namespace ptxmlir::cubin {

/// From `offset` of a section on, code comes from this line.
struct LineRow {
  unsigned section = 0;
  uint64_t offset = 0;
  llvm::StringRef file;   ///< empty: of the PTX text
  unsigned line = 0;      ///< 0: from none
  llvm::StringRef folder; ///< of the file; empty: that of the compilation
  /// Of code that was inlined: the row of the call, as the number of a row of
  /// the same sequence, from 1; 0 of other code.
  unsigned caller = 0;
  /// The first row of the sequence, as an index of the table.
  size_t sequence = 0;
};

/// The rows of a table, in its order; those before the first mistake in it if
/// it is damaged.
std::vector<LineRow> readLineTable(const LoadedCubin &cubin,
                                   llvm::StringRef section);

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_LINETABLE_H
