//===- monte_carlo.cu - Paths of random numbers, sums in f64 ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each thread walks `paths` random paths of steps up and down and adds what it
// finds: how many left the band, and a weight in f64 whose sums are exact.
extern "C" __global__ void monte_carlo(unsigned seed, int paths, int steps,
                                       double *sum, unsigned *left,
                                       double *perThread) {
  __shared__ double partial[64];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long state = seed + 0x9e3779b97f4a7c15ull * (t + 1);
  double own = 0.0;
  unsigned out = 0;
  for (int p = 0; p < paths; ++p) {
    int level = 0, highest = 0;
    for (int s = 0; s < steps; ++s) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      level += (int)(state >> 40 & 1) * 2 - 1;
      highest = max(highest, level);
      if (abs(level) > 5) {
        ++out;
        break;
      }
    }
    own += highest * 0.125 + (level < 0 ? -0.5 : 0.0);
  }
  partial[threadIdx.x] = own;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if ((int)threadIdx.x < step)
      partial[threadIdx.x] += partial[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(sum, partial[0]);
  atomicAdd(left, out);
  perThread[t] = own;
}
