//===- match_groups.cu - Lanes with equal values ---------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums by key in a warp: lanes with the same key find each other, the lowest
// adds up for all; keys of 64 bits, and whether all of a half have one key.
extern "C" __global__ void match_groups(const int *keys,
                                        const unsigned long long *longKeys,
                                        const int *values, int *sums,
                                        unsigned *groups, int *same) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  unsigned group = __match_any_sync(~0u, keys[t]);
  int leader = __ffs((int)group) - 1, sum = 0;
  // All lanes go through the loop; who it is about differs from group to group.
  for (unsigned rest = group; __any_sync(~0u, rest != 0); rest &= rest - 1) {
    int from = rest ? __ffs((int)rest) - 1 : lane;
    int value = __shfl_sync(~0u, values[t], from);
    if (rest)
      sum += value;
  }
  sums[t] = lane == leader ? sum : -1;

  unsigned longGroup = __match_any_sync(~0u, longKeys[t]);
  // Within a group of its own, each takes what the next lane of it has.
  unsigned above = longGroup & ~((2u << lane) - 1);
  int next = __ffs((int)(above ? above : longGroup)) - 1;
  groups[t] = longGroup ^ (unsigned)__shfl_sync(longGroup, values[t], next);

  int all = 0;
  unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
  if (__match_any_sync(half, keys[t] >> 4) == half)
    all = 1;
#ifdef __CUDACC__
  int predicate;
  unsigned found = __match_all_sync(half, keys[t] >> 4, &predicate);
  if (predicate != all || found != (all ? half : 0))
    all = -1;
#endif
  same[t] = all;
}
