//===- hash_table.cu - Open addressing with compare-and-swap ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define EMPTY 0xffffffffffffffffull

__device__ unsigned slotOf(unsigned key, unsigned slots) {
  key ^= key >> 16;
  key *= 0x7feb352du;
  key ^= key >> 15;
  return key & (slots - 1);
}

// Counts the keys: a slot is the key above and its count below, changed as one.
// Then each thread looks its own keys up, and removes nothing.
extern "C" __global__ void hash_table(const unsigned *keys, int perThread,
                                      unsigned long long *table, unsigned slots,
                                      unsigned *counts, unsigned *different) {
  int t = threadIdx.x;
  for (unsigned i = t; i < slots; i += blockDim.x)
    table[i] = EMPTY;
  __syncthreads();
  for (int i = 0; i < perThread; ++i) {
    unsigned key = keys[t * perThread + i];
    unsigned slot = slotOf(key, slots);
    for (;;) {
      unsigned long long seen =
          atomicCAS(&table[slot], EMPTY, (unsigned long long)key << 32 | 1);
      if (seen == EMPTY) {
        atomicAdd(different, 1u);
        break;
      }
      if ((unsigned)(seen >> 32) == key) {
        atomicAdd(&table[slot], 1ull);
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  __syncthreads();
  for (int i = 0; i < perThread; ++i) {
    unsigned key = keys[t * perThread + i];
    unsigned slot = slotOf(key, slots);
    while ((unsigned)(table[slot] >> 32) != key)
      slot = (slot + 1) & (slots - 1);
    counts[t * perThread + i] = (unsigned)table[slot];
  }
}
