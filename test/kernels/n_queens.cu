//===- n_queens.cu - Backtracking with a stack of masks --------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define LARGEST 8

// The solutions that have the first two queens at the thread's place; the
// stacks are local arrays.
extern "C" __global__ void n_queens(int n, unsigned *perThread,
                                    unsigned long long *total) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned all = (1u << n) - 1, solutions = 0;
  unsigned columns[LARGEST], left[LARGEST], right[LARGEST], open[LARGEST];
  if (t < n * n) {
    unsigned a = 1u << t / n, b = 1u << t % n;
    unsigned taken = a, l = a << 1, r = a >> 1;
    if (!(b & (taken | l | r))) {
      int depth = 2;
      columns[2] = taken | b;
      left[2] = (l | b) << 1;
      right[2] = (r | b) >> 1;
      open[2] = all & ~(columns[2] | left[2] | right[2]);
      while (depth >= 2) {
        unsigned place = open[depth] & (0u - open[depth]);
        if (!place) {
          --depth;
          continue;
        }
        open[depth] ^= place;
        if (depth == n - 1) {
          ++solutions;
          continue;
        }
        columns[depth + 1] = columns[depth] | place;
        left[depth + 1] = (left[depth] | place) << 1;
        right[depth + 1] = (right[depth] | place) >> 1;
        ++depth;
        open[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
      }
    }
  }
  perThread[t] = solutions;
  atomicAdd(total, (unsigned long long)solutions);
}
