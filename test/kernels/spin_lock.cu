//===- spin_lock.cu - One lock for all threads, diverged -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every thread of every block takes the same lock, also threads of one warp
// against each other: this ends only if diverged threads of a warp take turns.
// The sums under the lock are plain loads and stores, so that a lost update
// shows.
extern "C" __global__ void spin_lock(int *lock, volatile unsigned *count,
                                     volatile unsigned *hash) {
  unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *count = *count + 1;
  *hash = *hash + me * me;
  __threadfence();
  atomicExch(lock, 0);
}
