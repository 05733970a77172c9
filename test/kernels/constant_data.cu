//===- constant_data.cu - Initialised constant and device data -*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__constant__ unsigned primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__constant__ short steps[5] = {-4, 9, -16, 25, -36};
__device__ unsigned char order[16] = {3, 1, 4, 1, 5, 9, 2, 6,
                                      5, 3, 5, 8, 9, 7, 9, 3};
__device__ unsigned long long offset = 0x0123456789abcdefull;
__device__ unsigned tally[4];
__device__ unsigned *tallyAddress = tally;

// One block: the tallies are complete after the barrier.
extern "C" __global__ void constant_data(const unsigned *__restrict__ in,
                                         unsigned long long *__restrict__ out,
                                         unsigned *__restrict__ tallies,
                                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned x = in[i];
    unsigned long long v = offset + primes[order[x & 15] & 7];
    v *= primes[3];
    v += (long long)steps[x % 5];
    atomicAdd(&tallyAddress[x & 3], 1u);
    out[i] = v;
  }
  __syncthreads();
  if (threadIdx.x < 4)
    tallies[threadIdx.x] = atomicAdd(&tally[threadIdx.x], 0u);
}
