//===- radix_sort.cu - Sorting by digits in a block ------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define THREADS 64
#define ITEMS 4
#define DIGITS 16

// Sorts pairs of signed keys and values, stably, by eight digits of four bits:
// each thread counts the digits of its own items in order, the counts are
// summed digit by digit, and every item goes to its place.
extern "C" __global__ void __launch_bounds__(THREADS)
    radix_sort(int *keys, unsigned short *values) {
  __shared__ unsigned sortedKeys[THREADS * ITEMS];
  __shared__ unsigned short sortedValues[THREADS * ITEMS];
  __shared__ unsigned short counts[DIGITS * THREADS + 1];
  __shared__ unsigned sums[THREADS];
  int t = threadIdx.x;
  keys += blockIdx.x * THREADS * ITEMS;
  values += blockIdx.x * THREADS * ITEMS;
  unsigned key[ITEMS];
  unsigned short value[ITEMS];
  for (int i = 0; i < ITEMS; ++i) {
    key[i] = (unsigned)keys[ITEMS * t + i] ^ 0x80000000u;
    value[i] = values[ITEMS * t + i];
  }
  for (int shift = 0; shift < 32; shift += 4) {
    for (int d = 0; d < DIGITS; ++d)
      counts[d * THREADS + t] = 0;
    unsigned short rank[ITEMS];
    for (int i = 0; i < ITEMS; ++i)
      rank[i] = counts[(key[i] >> shift & 15) * THREADS + t]++;
    __syncthreads();
    // An exclusive scan of all counts, 16 neighbours a thread.
    unsigned sum = 0;
    for (int d = 0; d < DIGITS; ++d)
      sum += counts[DIGITS * t + d];
    sums[t] = sum;
    __syncthreads();
    for (int step = 1; step < THREADS; step *= 2) {
      unsigned other = t >= step ? sums[t - step] : 0;
      __syncthreads();
      sums[t] += other;
      __syncthreads();
    }
    unsigned before = sums[t] - sum;
    for (int d = 0; d < DIGITS; ++d) {
      unsigned count = counts[DIGITS * t + d];
      counts[DIGITS * t + d] = (unsigned short)before;
      before += count;
    }
    __syncthreads();
    for (int i = 0; i < ITEMS; ++i) {
      int place = counts[(key[i] >> shift & 15) * THREADS + t] + rank[i];
      sortedKeys[place] = key[i];
      sortedValues[place] = value[i];
    }
    __syncthreads();
    for (int i = 0; i < ITEMS; ++i) {
      key[i] = sortedKeys[ITEMS * t + i];
      value[i] = sortedValues[ITEMS * t + i];
    }
  }
  for (int i = 0; i < ITEMS; ++i) {
    keys[ITEMS * t + i] = (int)(key[i] ^ 0x80000000u);
    values[ITEMS * t + i] = value[i];
  }
}
