//===- TargetBackend.h - Tables from the target records ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of the generators for targets and throughput, and what the
// two share.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TOOLS_SASSTBLGEN_TARGETBACKEND_H
#define PTXMLIR_TOOLS_SASSTBLGEN_TARGETBACKEND_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace llvm {
class Record;
class raw_ostream;
class RecordKeeper;
} // namespace llvm

namespace ptxmlir::tblgen {

/// Records of a class in the order of the source.
std::vector<const llvm::Record *>
inSourceOrder(const llvm::RecordKeeper &records, llvm::StringRef className);

/// `-gen-target-tables`: the tables that lib/Target/Target.cpp includes. A
/// class without traits and a pair of ports without a number are errors. The
/// backend registers itself.
void emitTargetTables(const llvm::RecordKeeper &records, llvm::raw_ostream &os);

} // namespace ptxmlir::tblgen

#endif // PTXMLIR_TOOLS_SASSTBLGEN_TARGETBACKEND_H
