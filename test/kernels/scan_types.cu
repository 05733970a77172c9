//===- scan_types.cu - Scans of a block in several types -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Inclusive sums of a block in dynamic shared memory that holds another type
// each time; small integers wrap.
extern __shared__ __align__(16) unsigned char memory[];

template <class T> __device__ T inclusiveSum(T value) {
  T *from = (T *)memory, *to = from + blockDim.x;
  int t = threadIdx.x;
  from[t] = value;
  __syncthreads();
  for (int step = 1; step < (int)blockDim.x; step *= 2) {
    to[t] = t >= step ? (T)(from[t] + from[t - step]) : from[t];
    __syncthreads();
    T *other = from;
    from = to;
    to = other;
  }
  value = from[t];
  __syncthreads();
  return value;
}

// A scan that does not commute: maps x -> a x + b, composed from left to right.
struct Map {
  unsigned a;
  long long b;
  __device__ Map operator+(const Map &first) const {
    // `first` stands to the left.
    return {a * first.a, (long long)a * first.b + b};
  }
};

extern "C" __global__ void scan_types(const unsigned long long *in,
                                      unsigned char *bytes, short *shorts,
                                      long long *longs, double *doubles,
                                      unsigned *factors, long long *offsets) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long x = in[t];
  bytes[t] = inclusiveSum((unsigned char)x);
  shorts[t] = inclusiveSum((short)x);
  longs[t] = inclusiveSum((long long)x);
  // Eighths below 2^12: all sums are exact.
  doubles[t] = inclusiveSum((double)(int)(x >> 50) * 0.125 - 512.0);
  Map map = inclusiveSum(Map{(unsigned)x | 1, (long long)(x >> 40)});
  factors[t] = map.a;
  offsets[t] = map.b;
}
