//===- TableChecks.h - Whether instruction tables are sound -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sass-tblgen refuses in records, asked of tables: for tables that a test
// has changed.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_UNIT_ISA_TABLECHECKS_H
#define PTXMLIR_TEST_UNIT_ISA_TABLECHECKS_H

#include "ptx-mlir/ISA/Encoding.h"
#include <string>

namespace ptxmlir::isa {

/// What sass-tblgen refuses in a record, found in the tables: fields that
/// overlap each other, fixed bits, guard or control fields, or lie outside the
/// word; places that do not cover their field exactly once; rules that another
/// rule of the record implies. Returns the first mistake, "" if there is none.
std::string checkTables(llvm::ArrayRef<InstDesc> insts);

} // namespace ptxmlir::isa

#endif // PTXMLIR_TEST_UNIT_ISA_TABLECHECKS_H
