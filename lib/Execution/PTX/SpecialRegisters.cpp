//===- SpecialRegisters.cpp - What special registers read -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 10.
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;

uint64_t interp::specialRegister(const Warp &w, ptx::SpecialRegister reg,
                                 unsigned lane) {
  using ptx::SpecialRegister;
  const Launch &launch = *w.launch;
  const uint32_t *block = launch.config.block, *grid = launch.config.grid,
                 *cluster = launch.clusterShape.dims, *id = w.cta->id;
  uint64_t t = uint64_t(w.index) * kLanes + lane;
  uint32_t bit = uint32_t(1) << lane;
  unsigned rank = w.cta->rank;
  uint64_t clock = launch.counters.warpInstructions;
  switch (reg) {
  case SpecialRegister::TidX:
    return t % block[0];
  case SpecialRegister::TidY:
    return t / block[0] % block[1];
  case SpecialRegister::TidZ:
    return t / block[0] / block[1];
  case SpecialRegister::NtidX:
    return block[0];
  case SpecialRegister::NtidY:
    return block[1];
  case SpecialRegister::NtidZ:
    return block[2];
  case SpecialRegister::CtaidX:
    return id[0];
  case SpecialRegister::CtaidY:
    return id[1];
  case SpecialRegister::CtaidZ:
    return id[2];
  case SpecialRegister::NctaidX:
    return grid[0];
  case SpecialRegister::NctaidY:
    return grid[1];
  case SpecialRegister::NctaidZ:
    return grid[2];
  case SpecialRegister::Laneid:
    return lane;
  case SpecialRegister::Warpid:
    return w.index;
  case SpecialRegister::Nwarpid:
    return 64;
  case SpecialRegister::Smid:
    return 0;
  case SpecialRegister::Nsmid:
    return 1;
  case SpecialRegister::Gridid:
    return 1;
  case SpecialRegister::IsExplicitCluster:
    return launch.clusterShape.isExplicit;
  case SpecialRegister::ClusteridX:
    return id[0] / cluster[0];
  case SpecialRegister::ClusteridY:
    return id[1] / cluster[1];
  case SpecialRegister::ClusteridZ:
    return id[2] / cluster[2];
  case SpecialRegister::NclusteridX:
    return grid[0] / cluster[0];
  case SpecialRegister::NclusteridY:
    return grid[1] / cluster[1];
  case SpecialRegister::NclusteridZ:
    return grid[2] / cluster[2];
  case SpecialRegister::ClusterCtaidX:
    return id[0] % cluster[0];
  case SpecialRegister::ClusterCtaidY:
    return id[1] % cluster[1];
  case SpecialRegister::ClusterCtaidZ:
    return id[2] % cluster[2];
  case SpecialRegister::ClusterNctaidX:
    return cluster[0];
  case SpecialRegister::ClusterNctaidY:
    return cluster[1];
  case SpecialRegister::ClusterNctaidZ:
    return cluster[2];
  case SpecialRegister::ClusterCtarank:
    return rank;
  case SpecialRegister::ClusterNctarank:
    return uint64_t(cluster[0]) * cluster[1] * cluster[2];
  case SpecialRegister::LanemaskEq:
    return bit;
  case SpecialRegister::LanemaskLt:
    return bit - 1;
  case SpecialRegister::LanemaskLe:
    return bit | (bit - 1);
  case SpecialRegister::LanemaskGt:
    return ~(bit | (bit - 1));
  case SpecialRegister::LanemaskGe:
    return ~(bit - 1);
  // Time is the number of instructions that were executed.
  case SpecialRegister::Clock:
  case SpecialRegister::Clock64:
  case SpecialRegister::Globaltimer:
  case SpecialRegister::GlobaltimerLo:
    return clock;
  case SpecialRegister::ClockHi:
  case SpecialRegister::GlobaltimerHi:
    return clock >> 32;
  case SpecialRegister::DynamicSmemSize:
    return launch.config.dynamicShared;
  case SpecialRegister::TotalSmemSize:
  case SpecialRegister::AggrSmemSize:
    return launch.shared.bytes + launch.config.dynamicShared;
  default:
    // Performance counters, environment registers: nothing has set them.
    return 0;
  }
}
