//===- device_functions.cu - Calls that nvcc does not inline ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDACC__
#define __noinline__ __attribute__((noinline))
#endif

// Parameters and results of several sizes: registers, structures by value, a
// structure with members smaller than a register, pointers to local arrays.

struct Range {
  int low, high;
  long long sum;
};

struct Tag {
  signed char kind;
  unsigned char weight;
  short offset;
};

// A loop with an exit in the middle.
__device__ __noinline__ unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned r = a % b;
    if (r == 1)
      return 1;
    a = b;
    b = r;
  }
  return a;
}

__device__ __noinline__ Range widen(Range range, int value) {
  if (value < range.low)
    range.low = value;
  if (value > range.high)
    range.high = value;
  range.sum += value;
  return range;
}

// Calls that depend on the thread, and the result of one in a loop.
__device__ __noinline__ Range rangeOf(const int *values, int count) {
  Range range = {0x7fffffff, -0x7fffffff - 1, 0};
  for (int i = 0; i < count; ++i)
    range = widen(range, values[i]);
  return range;
}

__device__ __noinline__ void sortFour(int *v) {
  for (int i = 1; i < 4; ++i)
    for (int j = i; j > 0 && v[j - 1] > v[j]; --j) {
      int t = v[j];
      v[j] = v[j - 1];
      v[j - 1] = t;
    }
}

__device__ __noinline__ short apply(Tag tag, short x) {
  if (tag.kind < 0)
    return (short)(tag.offset - x);
  return (short)(tag.weight * x + tag.offset);
}

extern "C" __global__ void device_functions(const int *values, long long *out,
                                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int four[4] = {values[i], values[(i + 1) % n], values[(i + 7) % n],
                 values[(i + 13) % n]};
  sortFour(four);
  Range range = rangeOf(values, i % 5 + 1);
  Tag tag = {(signed char)(i - 20), (unsigned char)(i * 9), (short)(-3 * i)};
  long long result = gcd((unsigned)four[3], (unsigned)four[0] | 1u);
  if (i % 3 == 0)
    result = result * 31 + gcd((unsigned)i + 6u, 21u);
  result = result * 31 + four[1];
  result = result * 31 + range.low;
  result = result * 31 + range.high;
  result = result * 31 + range.sum;
  result = result * 31 + apply(tag, (short)four[2]);
  out[i] = result;
}
