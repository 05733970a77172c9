//===- bit_tricks.cu - popc, clz, brev, bfe, bfi, prmt, shf ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifdef __CUDACC__
__device__ __forceinline__ unsigned bfe(unsigned x, unsigned pos,
                                        unsigned len) {
  unsigned r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(pos), "r"(len));
  return r;
}

__device__ __forceinline__ int bfeSigned(int x, unsigned pos, unsigned len) {
  int r;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(pos), "r"(len));
  return r;
}

__device__ __forceinline__ unsigned bfi(unsigned x, unsigned y, unsigned pos,
                                        unsigned len) {
  unsigned r;
  asm("bfi.b32 %0, %1, %2, %3, %4;"
      : "=r"(r)
      : "r"(x), "r"(y), "r"(pos), "r"(len));
  return r;
}

__device__ __forceinline__ unsigned lop3Majority(unsigned a, unsigned b,
                                                 unsigned c) {
  unsigned r;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
#else
// The same by the text of the PTX ISA, for a run on the CPU.
static unsigned bitAt(unsigned x, unsigned pos) {
  return pos < 32 ? x >> pos & 1 : 0;
}
static unsigned bfe(unsigned x, unsigned pos, unsigned len) {
  unsigned r = 0;
  for (unsigned i = 0; i < len && i < 32; ++i)
    r |= bitAt(x, pos + i) << i;
  return r;
}
static int bfeSigned(int x, unsigned pos, unsigned len) {
  unsigned last = pos + len - 1 < 31 ? pos + len - 1 : 31;
  unsigned sign = len == 0 ? 0 : bitAt(x, last), r = 0;
  for (unsigned i = 0; i < 32; ++i)
    r |= (i < len && pos + i < 32 ? bitAt(x, pos + i) : sign) << i;
  return (int)r;
}
static unsigned bfi(unsigned x, unsigned y, unsigned pos, unsigned len) {
  for (unsigned i = 0; i < len && pos + i < 32; ++i)
    y = (y & ~(1u << (pos + i))) | bitAt(x, i) << (pos + i);
  return y;
}
static unsigned lop3Majority(unsigned a, unsigned b, unsigned c) {
  return (a & b) | (a & c) | (b & c);
}
#endif

// Row k of `out` has n elements, the result of trick number k.
extern "C" __global__ void bit_tricks(const unsigned *__restrict__ in,
                                      unsigned *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = in[i], y = in[(i + 1) % n], z = in[(i + 7) % n];
  unsigned long long w = (unsigned long long)y << 32 | x;
  unsigned *o = out + i;
  o[0 * n] = __popc(x);
  o[1 * n] = __clz(x >> (y & 31));
  o[2 * n] = __brev(x);
  o[3 * n] = __ffs(x & y & z);
  o[4 * n] = bfe(x, y & 31, z & 31);
  o[5 * n] = (unsigned)bfeSigned((int)x, y & 31, z & 31);
  o[6 * n] = bfi(x, y, z & 31, (z >> 5) & 31);
  o[7 * n] = __byte_perm(x, y, z & 0x7777);
  o[8 * n] = __funnelshift_l(x, y, z);
  o[9 * n] = __funnelshift_r(x, y, z);
  o[10 * n] = __funnelshift_lc(x, y, z & 63);
  o[11 * n] = __funnelshift_rc(x, y, z & 63);
  o[12 * n] = lop3Majority(x, y, z);
  o[13 * n] = __popcll(w);
  o[14 * n] = __clzll(w >> (z & 63));
  o[15 * n] = (unsigned)(__brevll(w) >> 16);
  o[16 * n] = __mulhi((int)x, (int)y);
  o[17 * n] = __umulhi(x, y);
  o[18 * n] = __sad((int)x, (int)y, z);
  o[19 * n] = (x & ~y) ^ (z | ~x);
  o[20 * n] = (unsigned)((int)x >> (y & 31)) + (x << (z & 31));
  o[21 * n] = abs((int)x) - min((int)y, (int)z);
}
