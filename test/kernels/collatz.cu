//===- collatz.cu - Collatz steps and peak, 64-bit -------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void collatz(unsigned long long first, unsigned *steps,
                                   unsigned long long *peak, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long v = first + i, top = v;
  unsigned count = 0;
  while (v > 1) {
    v = v & 1 ? 3 * v + 1 : v >> 1;
    top = v > top ? v : top;
    ++count;
  }
  steps[i] = count;
  peak[i] = top;
}
