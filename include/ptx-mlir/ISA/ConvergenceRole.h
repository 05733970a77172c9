//===- ConvergenceRole.h - Instructions and sets of threads -----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_CONVERGENCEROLE_H
#define PTXMLIR_ISA_CONVERGENCEROLE_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::isa {

/// What an instruction does to the threads of a warp, or asks of them.
enum class ConvergenceRole : uint8_t {
  None,
  Arm,          ///< BSSY
  Sync,         ///< BSYNC
  Break,        ///< BREAK
  Move,         ///< BMOV of a convergence barrier
  Yield,        ///< YIELD
  WarpSync,     ///< waits for threads of the warp
  Collective,   ///< the threads of its mask execute it together
  Vote,         ///< as Collective, unless it votes on true
  BlockBarrier, ///< waits for threads of other warps, too
};

/// Textures are none: they are convergent because of the differences between
/// neighbours, which PTX defines only for whole quads.
ConvergenceRole getConvergenceRole(Opcode opcode);

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_CONVERGENCEROLE_H
