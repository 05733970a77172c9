//===- string_search.cu - Finds a short pattern in bytes -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each thread looks at 16 starting places, read by one 16-byte vector load
// (and one more for what runs over).  `text` has `blocks16` * 16 bytes; a
// match may not cross its end.  `pattern` holds up to 8 bytes.
extern "C" __global__ void string_search(const uint4 *__restrict__ text,
                                         int blocks16,
                                         unsigned long long pattern, int length,
                                         unsigned *count,
                                         unsigned short *masks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= blocks16)
    return;
  uint4 a = text[i];
  uint4 b = i + 1 < blocks16 ? text[i + 1] : make_uint4(0, 0, 0, 0);
  unsigned words[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
  unsigned long long keep = length >= 8 ? ~0ull : (1ull << (8 * length)) - 1ull;
  unsigned end = blocks16 * 16 - length;
  unsigned found = 0;
#pragma unroll
  for (int j = 0; j < 16; ++j) {
    int w = j >> 2, s = (j & 3) * 8;
    unsigned lo = __funnelshift_r(words[w], words[w + 1], s);
    unsigned hi = __funnelshift_r(words[w + 1], words[w + 2], s);
    unsigned long long window = (unsigned long long)hi << 32 | lo;
    if (((window ^ pattern) & keep) == 0 && i * 16u + j <= end)
      found |= 1u << j;
  }
  masks[i] = (unsigned short)found;
  if (found)
    atomicAdd(count, (unsigned)__popc(found));
}
