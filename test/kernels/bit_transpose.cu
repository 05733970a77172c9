//===- bit_transpose.cu - Matrices of 32 x 32 bits -------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Transposes a matrix of bits a warp, by five exchanges of halves; and by 32
// votes, which has to give the same.
extern "C" __global__ void bit_transpose(const unsigned *in, unsigned *out,
                                         unsigned *checks) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  unsigned row = in[t], mask = 0x0000ffff;
#pragma unroll
  for (int step = 16; step > 0; step >>= 1) {
    unsigned other = __shfl_xor_sync(~0u, row, step);
    if (lane & step)
      row = (row & ~mask) | (other >> step & mask);
    else
      row = (row & mask) | (other << step & ~mask);
    mask ^= mask << step / 2;
  }
  out[t] = row;
  unsigned voted = 0;
#pragma unroll 4
  for (int i = 0; i < 32; ++i) {
    unsigned column = __ballot_sync(~0u, in[t] >> i & 1);
    if (lane == i)
      voted = column;
  }
  checks[t] = voted ^ row;
}
