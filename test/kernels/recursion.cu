//===- recursion.cu - Functions that call themselves -----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDACC__
#define __noinline__ __attribute__((noinline))
#endif

// Two calls in one expression: values live across each.
__device__ __noinline__ int fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

// Two functions that call each other, to a depth that differs between threads.
__device__ int isOdd(unsigned n);
__device__ __noinline__ int isEven(unsigned n) {
  return n == 0 ? 1 : isOdd(n - 1);
}
__device__ __noinline__ int isOdd(unsigned n) {
  return n == 0 ? 0 : isEven(n - 1);
}

// An array in each frame, whose address goes to the next call.
__device__ __noinline__ long long sums(const int *above, int depth) {
  int own[4];
  for (int i = 0; i < 4; ++i)
    own[i] = above[i] + above[(i + 1) % 4] * (depth + 1);
  long long rest = depth > 0 ? sums(own, depth - 1) : 0;
  for (int i = 0; i < 4; ++i)
    rest = rest * 7 + own[i];
  return rest;
}

// Sorts a part of memory; loops before and between the calls.
__device__ __noinline__ void quicksort(int *v, int low, int high) {
  if (low >= high)
    return;
  int pivot = v[(low + high) / 2], i = low - 1, j = high + 1;
  while (true) {
    do
      ++i;
    while (v[i] < pivot);
    do
      --j;
    while (v[j] > pivot);
    if (i >= j)
      break;
    int t = v[i];
    v[i] = v[j];
    v[j] = t;
  }
  quicksort(v, low, j);
  quicksort(v, j + 1, high);
}

// Structures that no registers hold, as argument and as result.
struct Wide {
  long long a[7];
  int n;
};
__device__ __noinline__ Wide grow(Wide w, int depth) {
  if (depth == 0)
    return w;
  w.a[depth % 7] += w.n;
  w.n = w.n % 1000 * 3 + depth;
  Wide result = grow(w, depth - 1);
  result.a[0] ^= w.a[3];
  return result;
}

extern "C" __global__ void recursion(int *values, long long *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int *own = values + 16 * t;
  int first[4] = {own[0] % 100, own[1] % 100, own[2] % 100, own[3] % 100};
  long long result = 0;
  if (t % 3 != 1)
    result = fib(t % 12);
  result = result * 2 + isEven(t % 17);
  result = result * 1000003 + sums(first, t % 5);
  Wide wide = {{1, 2, 3, 4, own[5], 6, 7}, t};
  wide = grow(wide, t % 9);
  for (int i = 0; i < 7; ++i)
    result = result * 3 + wide.a[i];
  result += wide.n;
  if (t % 4 != 2)
    quicksort(own, 0, n - 1);
  out[t] = result;
}
