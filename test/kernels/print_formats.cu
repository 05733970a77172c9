//===- print_formats.cu - printf and assert in many forms ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cassert>
#include <cstdio>

// Prints of all kinds of arguments: none, promoted ones, many, strings and
// pointers in branches and loops; what they return goes to the results.
extern "C" __global__ void print_formats(const int *in, double scale,
                                         int *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t];
  int printed = 0;
  if (t == 0)
    printed += printf("no arguments, 100%%\n");
  if (t % 16 == 5) {
    char letter = (char)('a' + t);
    short small = (short)-x;
    float f = x * 0.5f;
    printed += printf("%c %hd %6.2f %e\n", letter, small, f, x * scale);
  }
  for (int i = 0; i < x % 3; ++i)
    if (t > 60)
      printed += printf("%d: %llx %s %u %#o\n", i, (long long)x << 33,
                        i ? "second" : "first", (unsigned)t, i + 8);
  assert(x >= 0 && "not negative");
  assert(scale > 0.0);
  out[t] = printed * 1000 + x;
}
