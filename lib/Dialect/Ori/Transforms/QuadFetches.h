//===- QuadFetches.h - Room for fetches by whole quads ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ori.quad_fetch asks of others: a convergence barrier of its own, which
// it writes wherever it is, and that its tuple stays in its registers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_QUADFETCHES_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_QUADFETCHES_H

#include "Spilling.h"

namespace ptxmlir::ori {

/// How many of `most` convergence barriers a function of the SM may use.
unsigned countBarriers(FuncOp func, unsigned most);

/// Where a fetch, the registers that it reads and some for what lies around it
/// are more than `registers`, its operands come to it in its own tuple. They
/// are copied for each fetch anew, then, but need no registers beside it.
void bringOperandsInTuple(FuncOp func, unsigned registers);

/// Does not let go of the registers of a fetch.
void keepForQuads(FuncOp func, Spiller &spiller);

/// Says of each fetch whether all threads of the warp execute it together;
/// where all do, nothing needs to be saved. Of a function with convergence
/// barriers and registers.
void markTogether(FuncOp func);

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_QUADFETCHES_H
