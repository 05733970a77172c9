//===- random_numbers.cu - Philox, XORWOW and PCG --------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ten rounds of Philox 4x32: a counter of 128 bits, a key of 64.
__device__ uint4 philox(uint4 counter, unsigned key0, unsigned key1) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    unsigned high0 = __umulhi(0xd2511f53u, counter.x);
    unsigned low0 = 0xd2511f53u * counter.x;
    unsigned high1 = __umulhi(0xcd9e8d57u, counter.z);
    unsigned low1 = 0xcd9e8d57u * counter.z;
    counter = make_uint4(high1 ^ counter.y ^ key0, low1,
                         high0 ^ counter.w ^ key1, low0);
    key0 += 0x9e3779b9u;
    key1 += 0xbb67ae85u;
  }
  return counter;
}

struct Xorwow {
  unsigned x[5], weyl;

  __device__ unsigned next() {
    unsigned t = x[0] ^ x[0] >> 2;
    x[0] = x[1];
    x[1] = x[2];
    x[2] = x[3];
    x[3] = x[4];
    x[4] ^= x[4] << 4 ^ t ^ t << 1;
    weyl += 362437;
    return x[4] + weyl;
  }
};

// PCG-XSH-RR: a state of 64 bits, a rotation by its highest ones.
__device__ unsigned pcg(unsigned long long &state) {
  unsigned long long old = state;
  state = old * 6364136223846793005ull + 1442695040888963407ull;
  unsigned word = (unsigned)((old >> 18 ^ old) >> 27);
  return __funnelshift_r(word, word, (unsigned)(old >> 59));
}

// Philox fills four floats in (0, 1] a thread; the others fill `words`.
extern "C" __global__ void random_numbers(unsigned seed, float4 *uniform,
                                          unsigned *words, int steps) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 r = philox(make_uint4(t, 0, seed, 0), seed, ~seed);
  const float scale = 2.3283064365386963e-10f; // 2^-32
  uniform[t] = make_float4(__uint2float_rn(r.x) * scale + 0.5f * scale,
                           __uint2float_rn(r.y) * scale + 0.5f * scale,
                           __uint2float_rn(r.z) * scale + 0.5f * scale,
                           __uint2float_rn(r.w) * scale + 0.5f * scale);
  Xorwow wow = {{r.x, r.y, r.z, r.w, t * 2654435761u}, seed};
  unsigned long long state = (unsigned long long)r.x << 32 | r.w;
  for (int i = 0; i < steps; ++i) {
    unsigned a = wow.next();
    // Some numbers are thrown away, so that lanes part.
    while ((a & 7) == 0)
      a = wow.next();
    words[(t * steps + i) * 2] = a;
    words[(t * steps + i) * 2 + 1] = pcg(state);
  }
}
