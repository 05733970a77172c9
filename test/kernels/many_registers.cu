//===- many_registers.cu - More live values than registers -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define N 288

// N values are loaded and mixed in rounds, each of which reads all values of
// the one before: no order of the instructions needs fewer than about N
// registers, so an allocator with 255 has to spill.
extern "C" __global__ void many_registers(const unsigned *__restrict__ in,
                                          unsigned *__restrict__ out) {
  unsigned v[N];
  unsigned me = threadIdx.x, width = blockDim.x;
#pragma unroll
  for (int i = 0; i < N; ++i)
    v[i] = in[i * width + me];
  __syncthreads();
#pragma unroll
  for (int round = 0; round < 3; ++round) {
    int step = round == 0 ? 1 : round == 1 ? 97 : 143;
#pragma unroll
    for (int i = 0; i < N; ++i)
      v[i] = v[i] * 5u + (v[(i + step) % N] ^ (unsigned)i);
  }
#pragma unroll
  for (int i = 0; i < N; ++i)
    out[i * width + me] = v[i];
}
