//===- nested_loops.cu - Divergent loops, break and continue ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __global__ void nested_loops(const int *__restrict__ in,
                                        int *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = in[i], acc = 0, rounds = 0;
  unsigned outer = 3 + (x & 7);
  for (unsigned a = 0; a < outer; ++a) {
    if ((a ^ x) % 5 == 3)
      continue;
    unsigned inner = (x >> 3 & 15) + a;
    for (unsigned b = 0; b < inner; ++b) {
      ++rounds;
      if ((b * 7 + (x >> 8)) % 11 == 4)
        continue;
      acc = acc * 31 + (a ^ b);
      if ((acc & 63) == 17)
        break;
      unsigned c = acc & 7;
      do {
        acc += c;
        if (c == 5 && (acc & 1))
          goto next;
      } while (c-- > 0);
    }
    acc ^= a << 8;
    if (rounds > 60)
      break;
  next:
    acc += a;
    if ((acc & 63) == 40) {
      out[i] = -(int)acc;
      return;
    }
  }
  out[i] = acc ^ rounds << 20;
}
