//===- wavefront_align.cu - Local alignment along antidiagonals *- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Smith and Waterman's score of a pair a warp: lane i has row i of the table
// and goes along it one step behind the lane above, whose results it gets by
// shuffles.  Affine gaps.
extern "C" __global__ void wavefront_align(const char *queries,
                                           const char *texts, int length,
                                           int *best, int *ends) {
  int lane = threadIdx.x & 31;
  int pair = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  char own = queries[pair * 32 + lane];
  const char *text = texts + pair * length;
  int h = 0, e = 0, f = 0, diagonal = 0, top = 0, at = -1;
  for (int step = 0; step < length + 31; ++step) {
    int above = __shfl_up_sync(~0u, h, 1), aboveF = __shfl_up_sync(~0u, f, 1);
    if (lane == 0)
      above = aboveF = 0;
    int column = step - lane;
    if (column >= 0 && column < length) {
      e = max(max(e - 1, h - 4), 0);
      f = max(max(aboveF - 1, above - 4), 0);
      int match = diagonal + (own == text[column] ? 5 : -3);
      h = max(max(match, 0), max(e, f));
      diagonal = above;
      if (h > top) {
        top = h;
        at = column;
      }
    }
  }
  // The best of all rows; of equal ones the lowest lane.
  for (int step = 16; step > 0; step /= 2) {
    int other = __shfl_down_sync(~0u, top, step);
    int otherAt = __shfl_down_sync(~0u, at, step);
    if (other > top) {
      top = other;
      at = otherAt;
    }
  }
  if (lane == 0) {
    best[pair] = top;
    ends[pair] = at;
  }
}
