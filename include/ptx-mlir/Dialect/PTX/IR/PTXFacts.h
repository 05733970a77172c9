//===- PTXFacts.h - what instructions of PTX do ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts of an opcode that its record says, for those who would otherwise have a
// list of opcodes.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_DIALECT_PTX_IR_PTXFACTS_H
#define PTX_MLIR_DIALECT_PTX_IR_PTXFACTS_H

#include "ptx-mlir/Dialect/PTX/IR/PTXEnums.h"

namespace ptxmlir::ptx {

/// The fields of PTX_Inst and PTX_MemInst (PTXBase.td) of the same names.
struct Facts {
  bool readsMemory, writesMemory, refusesLocal, updatesResults;
};

const Facts &getFacts(Opcode opcode);

} // namespace ptxmlir::ptx

#endif // PTX_MLIR_DIALECT_PTX_IR_PTXFACTS_H
