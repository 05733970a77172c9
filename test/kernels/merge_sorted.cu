//===- merge_sorted.cu - Two sorted sequences by merge paths ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each thread finds by binary search on its diagonal how much of its part comes
// from each sequence, and merges PART elements.
#define PART 5

struct Item {
  long long key;
  int origin;
};

extern "C" __global__ void merge_sorted(const Item *a, int na, const Item *b,
                                        int nb, Item *out) {
  int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * PART;
  int total = na + nb;
  if (diagonal >= total)
    return;
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    int middle = (low + high) / 2;
    if (b[diagonal - 1 - middle].key < a[middle].key)
      high = middle;
    else
      low = middle + 1;
  }
  int i = low, j = diagonal - low;
  for (int k = diagonal; k < min(diagonal + PART, total); ++k) {
    bool first = j >= nb || (i < na && a[i].key <= b[j].key);
    out[k] = first ? a[i++] : b[j++];
  }
}
