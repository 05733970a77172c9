//===- stack_memory.cu - Memory that functions allocate --------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDACC__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __attribute__((always_inline)) inline
#endif

// Each call has a copy of the half that it sorts, as long as the calls below.
__device__ __noinline__ void mergeSort(int *v, int n) {
  if (n < 2)
    return;
  int half = n / 2;
  int *low = (int *)__builtin_alloca(half * sizeof(int));
  for (int i = 0; i < half; ++i)
    low[i] = v[i];
  mergeSort(low, half);
  mergeSort(v + half, n - half);
  for (int i = 0, j = half, k = 0; i < half; ++k)
    v[k] = j < n && v[j] < low[i] ? v[j++] : low[i++];
}

// Becomes a part of a loop, which must not take more in each round.
__device__ __forceinline__ unsigned hashDigits(unsigned value) {
  int count = 1;
  for (unsigned rest = value; rest >= 10; rest /= 10)
    ++count;
  char *digits = (char *)__builtin_alloca(count);
  for (int i = count; i-- > 0; value /= 10)
    digits[i] = char('0' + value % 10);
  unsigned hash = 5381;
  for (int i = 0; i < count; ++i)
    hash = hash * 33 + digits[(i * 7) % count];
  return hash;
}

extern "C" __global__ void stack_memory(int *values, unsigned *out, int rounds) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int *own = values + 32 * t;
  // Of a size that differs between threads.
  int n = 1 + t % 29;
  int *copy = (int *)__builtin_alloca(n * sizeof(int));
  for (int i = 0; i < n; ++i)
    copy[i] = own[(i * 5) % 32] % 1000;
  mergeSort(copy, n);
  unsigned hash = 0;
  for (int i = 0; i < rounds; ++i)
    if ((i + t) % 3)
      hash = hash * 31 + hashDigits((unsigned)own[(i + t) % 32] >> (t + i) % 25);
  // What was allocated before the loop is as it was.
  for (int i = 0; i < n; ++i)
    own[i] = copy[i];
  out[t] = hash;
}
