//===- warp_votes.cu - Votes, ballots and shuffles -------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row k of `out` has one element a thread.
extern "C" __global__ void warp_votes(const unsigned *__restrict__ in,
                                      unsigned *__restrict__ out) {
  const unsigned all = 0xffffffffu;
  unsigned n = gridDim.x * blockDim.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x & 31, x = in[i];
  unsigned *o = out + i;
  o[0 * n] = __ballot_sync(all, x & 1);
  o[1 * n] = __any_sync(all, (x & 31) == 7);
  o[2 * n] = __all_sync(all, x > 0x04000000u);
  o[3 * n] = __shfl_sync(all, x, x & 31);
  o[4 * n] = __shfl_up_sync(all, x, 3);
  o[5 * n] = __shfl_down_sync(all, x, 5, 16);
  o[6 * n] = __shfl_xor_sync(all, x, 9);
  o[7 * n] = __match_any_sync(all, x & 3);
  o[8 * n] = __reduce_add_sync(all, x);
  o[9 * n] = __reduce_max_sync(all, x) ^ __reduce_and_sync(all, x | 0xff00u);
  o[10 * n] = __activemask() >> lane & 1;
  // Only some lanes take part.
  const unsigned some = 0x0ff0f00fu;
  unsigned r = 0;
  if (some >> lane & 1) {
    r = __ballot_sync(some, x & 2);
    r ^= __shfl_sync(some, x, 0);
  }
  __syncwarp();
  o[11 * n] = r;
}
