//===- tile_groups.cu - Cooperative groups of 8, 16 and fewer --*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// Reductions and scans of tiles of 8 and 16 lanes, of the lanes that took a
// branch, and of lanes with one label.
extern "C" __global__ void tile_groups(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  int t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t];
  cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
  cg::thread_block_tile<16> sixteen = cg::tiled_partition<16>(block);
  out += 8 * t;
  out[0] = cg::reduce(eight, x, cg::plus<int>());
  out[1] = cg::reduce(sixteen, x, cg::greater<int>());
  out[2] = cg::inclusive_scan(eight, x, cg::plus<int>());
  out[3] = sixteen.shfl_xor(x, 5) + (int)sixteen.meta_group_rank();
  out[4] = eight.any(x % 5 == 0) * 2 + eight.all(x % 3 != 0);
  out[5] = sixteen.ballot(x & 1);
  out[6] = -1;
  if (x % 3 == 0) {
    // By a label, so that the groups do not depend on who runs together.
    cg::coalesced_group active = cg::coalesced_threads();
    cg::coalesced_group same = cg::labeled_partition(active, (x >> 4) & 3);
    out[6] = cg::reduce(same, x & 0xff, cg::plus<int>()) - (int)same.size();
  }
  block.sync();
  cg::thread_block_tile<4> four = cg::tiled_partition<4>(eight);
  out[7] = cg::exclusive_scan(four, x, cg::bit_xor<int>()) ^
           four.shfl(x, (x >> 3) & 3);
}
