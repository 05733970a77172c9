//===- prime_test.cu - Miller-Rabin for 64-bit numbers ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// a * b modulo n, both below n: by a product of 128 bits and long division.
__device__ unsigned long long
multiply(unsigned long long a, unsigned long long b, unsigned long long n) {
  if ((a | b) >> 32 == 0)
    return a * b % n;
  unsigned long long high = __umul64hi(a, b) % n, low = a * b;
  for (int bit = 63; bit >= 0; --bit) {
    unsigned long long over = high >> 63;
    high = high << 1 | (low >> bit & 1);
    if (over || high >= n)
      high -= n;
  }
  return high;
}

__device__ unsigned long long power(unsigned long long base,
                                    unsigned long long exponent,
                                    unsigned long long n) {
  unsigned long long result = 1;
  base %= n;
  while (exponent) {
    if (exponent & 1)
      result = multiply(result, base, n);
    base = multiply(base, base, n);
    exponent >>= 1;
  }
  return result;
}

__constant__ unsigned char bases[12] = {2,  3,  5,  7,  11, 13,
                                        17, 19, 23, 29, 31, 37};

// 1 for a prime, 0 for another; with the bases above that is proved for all
// numbers of 64 bits.
extern "C" __global__ void prime_test(const unsigned long long *numbers,
                                      int *prime, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  unsigned long long x = numbers[t];
  prime[t] = 0;
  if (x < 2)
    return;
  for (int i = 0; i < 12; ++i) {
    if (x == bases[i]) {
      prime[t] = 1;
      return;
    }
    if (x % bases[i] == 0)
      return;
  }
  int twos = __clzll(__brevll(x - 1));
  unsigned long long odd = (x - 1) >> twos;
  // Fewer bases for small numbers.
  int count = x < 3215031751ull ? 4 : 12;
  for (int i = 0; i < count; ++i) {
    unsigned long long y = power(bases[i], odd, x);
    if (y == 1 || y == x - 1)
      continue;
    int k = 1;
    for (; k < twos; ++k) {
      y = multiply(y, y, x);
      if (y == x - 1)
        break;
    }
    if (k == twos)
      return;
  }
  prime[t] = 1;
}
