//===- atomics.cu - Every integer atomic, global and shared ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each operation here gives the same final memory in any order of threads.
extern "C" __global__ void atomics(const unsigned *__restrict__ in,
                                   unsigned *cells, unsigned long long *wide) {
  __shared__ unsigned s[4];
  if (threadIdx.x < 4)
    s[threadIdx.x] = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
  atomicAdd(&cells[0], x);
  atomicSub(&cells[1], x);
  atomicMin(&cells[2], x);
  atomicMax(&cells[3], x);
  atomicMin((int *)&cells[4], (int)x);
  atomicMax((int *)&cells[5], (int)x);
  atomicAnd(&cells[6], x | 0xffff0000u);
  atomicOr(&cells[7], x & 0x11111111u);
  atomicXor(&cells[8], x);
  atomicInc(&cells[9], 99u);
  atomicDec(&cells[10], 77u);
  atomicAdd(&wide[0], (unsigned long long)x * x);
  atomicMax(&wide[1], (unsigned long long)x << 17);
  atomicXor(&wide[2], (unsigned long long)x << (x & 31));
  // A maximum by compare and swap. (A plain load would race with the swaps.)
  unsigned seen = *(volatile unsigned *)&cells[11];
  while (seen < x) {
    unsigned before = atomicCAS(&cells[11], seen, x);
    if (before == seen)
      break;
    seen = before;
  }
  atomicAdd(&s[x & 1], 1u);
  atomicMax(&s[2 + (x >> 1 & 1)], x & 1023);
  __syncthreads();
  if (threadIdx.x < 4)
    atomicAdd(&cells[12 + threadIdx.x], s[threadIdx.x]);
}
