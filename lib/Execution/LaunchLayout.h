//===- LaunchLayout.h - What a launch puts into constant bank 0 -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_LAUNCHLAYOUT_H
#define PTX_MLIR_LIB_EXECUTION_LAUNCHLAYOUT_H

#include <cstddef>

namespace ptxmlir::exec {

/// Byte offsets in constant bank 0, -1 where an SM has no such entry (observed
/// on ptxas 13.0.88: what the code reads for each special register of PTX).
struct LaunchLayout {
  int ntid, nctaid;
  int stackPointer;
  int localWindow;  ///< low, high word of the generic address of local 0
  int sharedWindow; ///< the same for shared 0; from sm_90 on special registers
  int paramWindow;  ///< 64-bit generic addresses: parameter 0, last byte
  int dynamicShared;
  int clusterNctaid, clusterReciprocal, nclusterid, clusterNctarank;
  size_t minBytes;

  static LaunchLayout forSM(unsigned sm) {
    if (sm >= 100)
      return {0x360, 0x370, 0x37c, 0x2f8, -1,    0x348,
              0x2ac, 0x2a0, 0x2b0, 0x2c0, 0x2cc, 0x380};
    if (sm >= 90)
      return {0x0,  0xc,   0x28,  0x20,  -1,    0x198,
              0x2c, 0x144, 0x150, 0x15c, 0x188, 0x210};
    return {0x0, 0xc, 0x28, 0x20, 0x18, -1, 0x2c, -1, -1, -1, -1, 0x160};
  }
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_LAUNCHLAYOUT_H
