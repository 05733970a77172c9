//===- Each.h - A dialect of one kernel per loop ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EACH_H
#define EACH_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

#include "EachDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "EachTypes.h.inc"
#define GET_OP_CLASSES
#include "EachOps.h.inc"

namespace each {

/// A pass on builtin.module: makes one ptx.module of its each.kernels.
std::unique_ptr<mlir::Pass> createConvertEachToPTXPass(llvm::StringRef target);

} // namespace each

#endif // EACH_H
