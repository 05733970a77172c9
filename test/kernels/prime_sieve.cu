//===- prime_sieve.cu - Primes as bits in shared memory --------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern __shared__ unsigned bits[];

// The sieve of Eratosthenes for odd numbers: threads strike multiples out by
// atomics; then the primes are counted and the gaps between them summed up.
extern "C" __global__ void prime_sieve(int limit, unsigned *count,
                                       unsigned *gaps, unsigned *words) {
  int t = threadIdx.x, n = limit / 2, size = (n + 31) / 32;
  for (int i = t; i < size; i += blockDim.x)
    bits[i] = i == 0 ? 1 : 0;
  __syncthreads();
  for (int p = 3; p * p < limit; p += 2) {
    bool struck = bits[p / 64] >> (p / 2 & 31) & 1;
    __syncthreads();
    if (struck)
      continue;
    for (int m = p * p / 2 + t * p; m < n; m += blockDim.x * p)
      atomicOr(&bits[m / 32], 1u << (m & 31));
    __syncthreads();
  }
  unsigned found = 0, own = 0;
  for (int i = t; i < size; i += blockDim.x) {
    unsigned primes = ~bits[i];
    if (i == size - 1 && n % 32)
      primes &= (1u << n % 32) - 1;
    words[i] = primes;
    found += __popc(primes);
    // Gaps within the word.
    for (int last = -1; primes; primes &= primes - 1) {
      int bit = __ffs((int)primes) - 1;
      own += last < 0 ? 0 : (bit - last) * (bit - last);
      last = bit;
    }
  }
  atomicAdd(count, found);
  atomicMax(gaps, own);
}
