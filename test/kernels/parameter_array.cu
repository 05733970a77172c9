//===- parameter_array.cu - A large structure by value ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// 280 bytes of parameters: arrays that are indexed by numbers of the thread,
// and one of them changed, which makes a copy in local memory.
struct Node {
  short kind;
  unsigned char left, right;
  float weight;
};
struct Tables {
  Node nodes[24];
  long long offsets[8];
  signed char codes[16];
  int count;
};

extern "C" __global__ void parameter_array(Tables tables, const int *in,
                                           float *sums, long long *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t];
  // A walk through the tree of nodes, left or right by the bits of x.
  float sum = 0.0f;
  int at = 0, steps = 0;
  while (tables.nodes[at].kind != 0 && steps < 20) {
    sum += tables.nodes[at].weight;
    at = x >> steps & 1 ? tables.nodes[at].right : tables.nodes[at].left;
    ++steps;
  }
  sums[t] = sum;
  // The copy that changes.
  for (int i = 0; i < tables.count; ++i) {
    int slot = (x >> 3 * i) & 7;
    tables.offsets[slot] += tables.codes[(slot + t) & 15] * (i + 1);
    tables.codes[slot] ^= (signed char)i;
  }
  long long total = at;
  for (int i = 0; i < 8; ++i)
    total = total * 3 + tables.offsets[i] + tables.codes[2 * i];
  out[t] = total;
}
