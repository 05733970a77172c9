//===- int_div.cu - Integer division, 32 and 64 bits -----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row k of `out` has n elements: quotient or remainder number k, widened to
// 64 bits.  No divisor is 0, and none is -1.
extern "C" __global__ void int_div(const unsigned long long *__restrict__ num,
                                   const unsigned long long *__restrict__ den,
                                   unsigned long long *__restrict__ out,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long x = num[i], y = den[i];
  long long sx = (long long)x, sy = (long long)y;
  unsigned x32 = (unsigned)x, y32 = (unsigned)y;
  int sx32 = (int)x32, sy32 = (int)y32;
  unsigned long long *o = out + i;
  o[0 * n] = x / y;
  o[1 * n] = x % y;
  o[2 * n] = (unsigned long long)(sx / sy);
  o[3 * n] = (unsigned long long)(sx % sy);
  o[4 * n] = x32 / y32;
  o[5 * n] = x32 % y32;
  o[6 * n] = (unsigned long long)(long long)(sx32 / sy32);
  o[7 * n] = (unsigned long long)(long long)(sx32 % sy32);
  o[8 * n] = x32 / 7u + x32 % 10u;
  o[9 * n] = (unsigned long long)(long long)(sx32 / -3 + sx32 % 1000);
  o[10 * n] = x / 10ull + x % 1000000007ull;
  o[11 * n] = (unsigned long long)(sx / 7ll - sx % 625ll);
  o[12 * n] = (unsigned long long)(sx / 16ll + sx32 / 8);
  o[13 * n] = (unsigned short)x / (unsigned short)(y | 1) +
              (unsigned char)x % (unsigned char)(y | 1);
}
