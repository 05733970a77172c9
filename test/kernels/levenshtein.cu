//===- levenshtein.cu - Edit distances of pairs of words -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define LONGEST 24

// The distance of words[a] and words[b], by rows of the table in local memory;
// a word is LONGEST bytes, the rest zeros.
__device__ int distance(const char *a, const char *b) {
  unsigned char row[LONGEST + 1];
  int width = 0;
  while (width < LONGEST && b[width])
    ++width;
  for (int j = 0; j <= LONGEST; ++j)
    row[j] = (unsigned char)j;
  for (int i = 0; i < LONGEST && a[i]; ++i) {
    unsigned char diagonal = row[0];
    row[0] = (unsigned char)(i + 1);
    for (int j = 1; j <= width; ++j) {
      int best = diagonal + (a[i] != b[j - 1]);
      best = min(best, min(row[j], row[j - 1]) + 1);
      diagonal = row[j];
      row[j] = (unsigned char)best;
    }
  }
  return row[width];
}

// The nearest other word of each: the least distance, then the least number.
extern "C" __global__ void
levenshtein(const char *words, int n, unsigned short *distances, int *nearest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = 1 << 20;
  for (int j = 0; j < n; ++j) {
    if (j == i)
      continue;
    int d = distance(words + LONGEST * i, words + LONGEST * j);
    distances[i * n + j] = (unsigned short)d;
    if (d * 256 + j < best)
      best = d * 256 + j;
  }
  nearest[i] = best & 255;
}
