//===- quantize_bytes.cu - Eight and four bits with scales -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Blocks of 32 numbers, one a warp: the scale is the largest magnitude over 127
// (over 7 for four bits); numbers are rounded to nearest even.  Then the
// numbers are made again, and the largest error of the block is kept.
extern "C" __global__ void quantize_bytes(const float *in, unsigned *bytes,
                                          unsigned *nibbles, float *scales,
                                          float *restored, float *errors) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  float x = in[t];
  // Magnitudes compare like integers.
  unsigned largest = __float_as_uint(fabsf(x));
  for (int step = 16; step > 0; step /= 2)
    largest = max(largest, __shfl_xor_sync(~0u, largest, step));
  float top = __uint_as_float(largest);
  float scale = top / 127.0f, coarse = top / 7.0f;
  int q = top == 0.0f ? 0 : __float2int_rn(x / scale);
  int q4 = top == 0.0f ? 0 : __float2int_rn(x / coarse);
  q = max(-127, min(127, q));
  q4 = max(-8, min(7, q4));

  // Four lanes make a word of bytes, eight a word of nibbles.
  unsigned word = (unsigned)(q & 0xff) << 8 * (lane & 3);
  word |= __shfl_xor_sync(~0u, word, 1);
  word |= __shfl_xor_sync(~0u, word, 2);
  if ((lane & 3) == 0)
    bytes[t / 4] = word;
  unsigned small = (unsigned)(q4 & 15) << 4 * (lane & 7);
  small |= __shfl_xor_sync(~0u, small, 1);
  small |= __shfl_xor_sync(~0u, small, 2);
  small |= __shfl_xor_sync(~0u, small, 4);
  if ((lane & 7) == 0)
    nibbles[t / 8] = small;

  float again = (float)(signed char)(word >> 8 * (lane & 3)) * scale;
  int four = (int)(small << (28 - 4 * (lane & 7))) >> 28;
  restored[t] = (float)four * coarse;
  unsigned error = __float_as_uint(fabsf(again - x));
  for (int step = 16; step > 0; step /= 2)
    error = max(error, __shfl_xor_sync(~0u, error, step));
  if (lane == 0) {
    scales[t / 32] = scale;
    errors[t / 32] = __uint_as_float(error);
  }
}
