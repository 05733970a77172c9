//===- stream_compact.cu - Keeping what a predicate takes ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Writes the elements that divide by `by` and are not negative, in order, and
// the others from the end on backwards: ranks by votes in a warp, by shared
// memory in the block; the block goes over the input in steps.
extern "C" __global__ void stream_compact(const int *in, int *out, int n,
                                          int by, int *kept) {
  __shared__ int warpCounts[32];
  __shared__ int base;
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, warps = blockDim.x >> 5;
  if (t < 32)
    warpCounts[t] = 0;
  if (t == 0)
    base = 0;
  __syncthreads();
  for (int start = 0; start < n; start += blockDim.x) {
    int i = start + t;
    int x = i < n ? in[i] : -1;
    bool keep = i < n && x >= 0 && x % by == 0;
    unsigned vote = __ballot_sync(~0u, keep);
    if (lane == 0)
      warpCounts[warp] = __popc(vote);
    __syncthreads();
    int before = base, total = 0;
    for (int w = 0; w < warps; ++w) {
      int count = warpCounts[w];
      before += w < warp ? count : 0;
      total += count;
    }
    int rank = before + __popc(vote & ((1u << lane) - 1));
    if (keep)
      out[rank] = x;
    else if (i < n)
      out[n - 1 - (i - rank)] = x;
    __syncthreads();
    if (t == 0)
      base += total;
  }
  if (t == 0)
    *kept = base;
}
