//===- segmented_scan.cu - Sums that begin anew at flags -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Inclusive scans of segments: integers, 64-bit unsigned numbers, and the
// maximum of floats.  `heads` is 1 where a segment begins.
template <class T> struct Add {
  __device__ static T apply(T a, T b) { return a + b; }
};
template <class T> struct Larger {
  __device__ static T apply(T a, T b) { return a > b ? a : b; }
};

template <class T, class Op>
__device__ T scanSegments(T value, int head, T *warpValues, int *warpHeads) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    T other = __shfl_up_sync(~0u, value, step);
    int otherHead = __shfl_up_sync(~0u, head, step);
    if (lane >= step) {
      if (!head)
        value = Op::apply(other, value);
      head |= otherHead;
    }
  }
  if (lane == 31) {
    warpValues[warp] = value;
    warpHeads[warp] = head;
  }
  __syncthreads();
  // What comes from the warps before, unless a segment has begun in this one.
  if (!head && warp > 0) {
    T before = warpValues[warp - 1];
    for (int w = warp - 1; w > 0 && !warpHeads[w]; --w)
      before = Op::apply(warpValues[w - 1], before);
    value = Op::apply(before, value);
  }
  __syncthreads();
  return value;
}

extern "C" __global__ void
segmented_scan(const int *ints, const unsigned long long *longs,
               const float *floats, const unsigned char *heads, int *intSums,
               unsigned long long *longSums, float *floatMaxima) {
  __shared__ unsigned long long values[8];
  __shared__ int flags[8];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int head = heads[t] || threadIdx.x == 0;
  intSums[t] = scanSegments<int, Add<int>>(ints[t], head, (int *)values, flags);
  longSums[t] = scanSegments<unsigned long long, Add<unsigned long long>>(
      longs[t], head, values, flags);
  floatMaxima[t] = scanSegments<float, Larger<float>>(floats[t], head,
                                                      (float *)values, flags);
}
