//===- function_pointers.cu - Calls through addresses ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDACC__
#define __noinline__ __attribute__((noinline))
#endif

typedef int (*Operation)(int, int);

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ __noinline__ int remainder(int a, int b) {
  return b == 0 ? 0 : a % b;
}
// It calls others itself, one of them by its address.
__device__ __noinline__ int twice(int a, int b) {
  Operation op = b & 1 ? add : multiply;
  return op(a, b) + remainder(a, 7);
}

__device__ Operation table[4] = {add, multiply, remainder, twice};

// A function that is given one.
__device__ __noinline__ int fold(Operation op, const int *v, int n) {
  int result = v[0];
  for (int i = 1; i < n; ++i)
    result = op(result, v[i]);
  return result;
}

extern "C" __global__ void function_pointers(const int *values, int *out,
                                             int shift) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int *own = values + 4 * t;
  // Different functions in the threads of a warp.
  int result = table[(t + shift) & 3](own[0], own[1]);
  Operation op = t % 5 == 0 ? twice : table[(t >> 2) & 3];
  result = result * 31 + fold(op, own, 4);
  if (t % 3 == 0)
    result = result * 31 + table[own[2] & 3](own[3], t);
  out[t] = result;
}
