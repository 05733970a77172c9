//===- ConvergenceRole.cpp - Instructions and sets of threads -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/ConvergenceRole.h"

using namespace ptxmlir::isa;

ConvergenceRole ptxmlir::isa::getConvergenceRole(Opcode opcode) {
  switch (opcode) {
  case Opcode::BSSY:
    return ConvergenceRole::Arm;
  case Opcode::BSYNC:
    return ConvergenceRole::Sync;
  case Opcode::BREAK:
    return ConvergenceRole::Break;
  case Opcode::BMOV_R:
  case Opcode::BMOV_B:
  case Opcode::BMOV_BB:
    return ConvergenceRole::Move;
  case Opcode::YIELD:
    return ConvergenceRole::Yield;
  case Opcode::WARPSYNC:
  case Opcode::WARPSYNC_ALL:
  case Opcode::WARPSYNC_COLLECTIVE:
  case Opcode::WARPSYNC_COLLECTIVE_ALL:
    return ConvergenceRole::WarpSync;
  case Opcode::VOTE:
  case Opcode::VOTEU:
    return ConvergenceRole::Vote;
  case Opcode::SHFL:
  case Opcode::MATCH:
  case Opcode::REDUX:
  case Opcode::CREDUX:
    return ConvergenceRole::Collective;
  case Opcode::BAR:
  case Opcode::BAR_R:
    return ConvergenceRole::BlockBarrier;
  default:
    break;
  }
  // Products of matrices and their loads and stores: the warp is one operand.
  const InstDesc &desc = getDesc(opcode);
  if (!desc.is(Convergent))
    return ConvergenceRole::None;
  llvm::StringRef name = desc.name;
  bool isOfMatrices = name.starts_with("HMMA") || name.starts_with("IMMA") ||
                      name.starts_with("DMMA") || name.starts_with("BMMA") ||
                      name.starts_with("QMMA") || name.starts_with("OMMA") ||
                      name.starts_with("LDSM") || name.starts_with("STSM") ||
                      name.starts_with("MOVM");
  return isOfMatrices ? ConvergenceRole::Collective : ConvergenceRole::None;
}
