//===- huffman_decode.cu - Streams of bits by a canonical code -*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Decodes one stream a thread.  The code is canonical: counts[l] codes have l
// bits, symbols are in the order of their codes.  A symbol of value 255 repeats
// the one before as often as the next three bits say, plus one.
struct BitReader {
  const unsigned *words;
  unsigned long long window;
  int have;

  __device__ unsigned take(int bits) {
    if (have < bits) {
      window |= (unsigned long long)*words++ << have;
      have += 32;
    }
    unsigned result = (unsigned)window & ((1u << bits) - 1);
    window >>= bits;
    have -= bits;
    return result;
  }
};

extern "C" __global__ void huffman_decode(const unsigned *streams, int words,
                                          const unsigned char *counts,
                                          const unsigned char *symbols,
                                          unsigned char *out, int length) {
  __shared__ unsigned char count[16];
  if (threadIdx.x < 16)
    count[threadIdx.x] = counts[threadIdx.x];
  __syncthreads();
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  BitReader in = {streams + t * words, 0, 0};
  unsigned char *p = out + t * length, *end = p + length;
  unsigned char last = 0;
  while (p < end) {
    int code = 0, first = 0, index = 0, symbol = -1;
    for (int bits = 1; bits < 16; ++bits) {
      code |= in.take(1);
      int here = count[bits];
      if (code - here < first) {
        symbol = symbols[index + (code - first)];
        break;
      }
      index += here;
      first = (first + here) << 1;
      code <<= 1;
    }
    if (symbol < 0)
      break;
    if (symbol == 255) {
      for (int repeat = in.take(3) + 1; repeat > 0 && p < end; --repeat)
        *p++ = last;
      continue;
    }
    *p++ = last = (unsigned char)symbol;
  }
}
