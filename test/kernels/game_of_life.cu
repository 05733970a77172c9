//===- game_of_life.cu - Generations between barriers ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One 32 x 8 torus a block, at most `generations` steps.  A step that changes
// nothing ends the block's run; `ran` gets the number of steps done.
extern "C" __global__ void game_of_life(unsigned char *cells, int generations,
                                        int *ran, int *alive) {
  __shared__ unsigned char board[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  unsigned char *mine = cells + (blockIdx.x * 8 + y) * 32 + x;
  int live = *mine & 1, g = 0;
  for (; g < generations; ++g) {
    board[y][x] = live;
    __syncthreads();
    int around = 0;
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
      for (int dx = -1; dx <= 1; ++dx)
        if (dx || dy)
          around += board[(y + dy) & 7][(x + dx) & 31];
    int next = around == 3 || (live && around == 2);
    int changed = __syncthreads_or(next != live);
    live = next;
    if (!changed)
      break;
  }
  *mine = live;
  int total = __syncthreads_count(live);
  if (x == 0 && y == 0) {
    ran[blockIdx.x] = g;
    alive[blockIdx.x] = total;
  }
}
