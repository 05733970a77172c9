//===- cuda_emul.h - CUDA on the CPU for the test kernels -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of CUDA C++ that the kernels beside this folder use, so that a host
// compiler builds them.  It proves their references without a GPU and without
// any compiler of this project.
//
// Every CUDA thread is a fibre; fibres change only at barriers, warp-wide
// operations, failed compare-and-swaps and fences, in a fixed order, so that
// runs repeat exactly.  Blocks run one after the other.  __activemask() is the
// calling thread alone, which the programming model allows.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_KERNELS_NATIVE_CUDA_EMUL_H
#define PTXMLIR_TEST_KERNELS_NATIVE_CUDA_EMUL_H

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#define CUDA_EMUL 1

#define __global__
#define __device__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
// All fibres live on one OS thread: thread_local is static storage, but unlike
// `static` it may follow `extern`.
#define __shared__ thread_local

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;

//===----------------------------------------------------------------------===//
// Vector types
//===----------------------------------------------------------------------===//

#define CUDA_EMUL_VECTORS(T, N)                                                \
  struct alignas(2 * sizeof(T)) N##2 { T x, y; };                              \
  struct N##3 { T x, y, z; };                                                  \
  struct alignas(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) N##4 {               \
    T x, y, z, w;                                                              \
  };                                                                           \
  inline N##2 make_##N##2(T x, T y) { return {x, y}; }                         \
  inline N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; }                 \
  inline N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
CUDA_EMUL_VECTORS(float, float)
CUDA_EMUL_VECTORS(double, double)
CUDA_EMUL_VECTORS(int, int)
CUDA_EMUL_VECTORS(short, short)
CUDA_EMUL_VECTORS(unsigned long long, ulonglong)
CUDA_EMUL_VECTORS(unsigned char, uchar)
#undef CUDA_EMUL_VECTORS

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) {
  return {x, y, z, w};
}

//===----------------------------------------------------------------------===//
// Synchronization
//===----------------------------------------------------------------------===//

namespace cuda_emul {
/// Lets the other fibres run.
void yield();
/// Waits for all living threads of the block; returns the sum of `value`.
unsigned blockBarrier(unsigned value);
/// Waits for the lanes of `mask`; returns the 32 values that they gave, valid
/// until the caller's next operation on the same mask.
const uint64_t *warpGather(unsigned mask, uint64_t value);
/// The calling thread's lane, 0 to 31.
unsigned lane();

template <class T> uint64_t toBits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T> T fromBits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}
} // namespace cuda_emul

inline void __syncthreads() { cuda_emul::blockBarrier(0); }
inline int __syncthreads_or(int p) { return cuda_emul::blockBarrier(!!p) != 0; }
inline int __syncthreads_count(int p) { return cuda_emul::blockBarrier(!!p); }
inline int __syncthreads_and(int p) { return cuda_emul::blockBarrier(!p) == 0; }
inline void __syncwarp(unsigned mask = ~0u) { cuda_emul::warpGather(mask, 0); }
inline void __threadfence() { cuda_emul::yield(); }
inline void __threadfence_block() { cuda_emul::yield(); }

//===----------------------------------------------------------------------===//
// Warp-wide operations
//===----------------------------------------------------------------------===//

template <class T>
T __shfl_sync(unsigned mask, T v, int source, int width = 32) {
  const uint64_t *all = cuda_emul::warpGather(mask, cuda_emul::toBits(v));
  int base = cuda_emul::lane() & ~(width - 1);
  return cuda_emul::fromBits<T>(all[base + (source & (width - 1))]);
}
template <class T>
T __shfl_up_sync(unsigned mask, T v, unsigned delta, int width = 32) {
  const uint64_t *all = cuda_emul::warpGather(mask, cuda_emul::toBits(v));
  unsigned lane = cuda_emul::lane();
  return (lane & (width - 1)) < delta
             ? v
             : cuda_emul::fromBits<T>(all[lane - delta]);
}
template <class T>
T __shfl_down_sync(unsigned mask, T v, unsigned delta, int width = 32) {
  const uint64_t *all = cuda_emul::warpGather(mask, cuda_emul::toBits(v));
  unsigned lane = cuda_emul::lane();
  return (lane & (width - 1)) + delta >= (unsigned)width
             ? v
             : cuda_emul::fromBits<T>(all[lane + delta]);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T v, int laneMask, int width = 32) {
  const uint64_t *all = cuda_emul::warpGather(mask, cuda_emul::toBits(v));
  return cuda_emul::fromBits<T>(all[cuda_emul::lane() ^ laneMask]);
}

inline unsigned __ballot_sync(unsigned mask, int p) {
  const uint64_t *all = cuda_emul::warpGather(mask, !!p);
  unsigned result = 0;
  for (int i = 0; i < 32; ++i)
    if (mask >> i & 1)
      result |= (unsigned)all[i] << i;
  return result;
}
inline int __any_sync(unsigned mask, int p) {
  return __ballot_sync(mask, p) != 0;
}
inline int __all_sync(unsigned mask, int p) {
  return __ballot_sync(mask, p) == mask;
}
template <class T> unsigned __match_any_sync(unsigned mask, T v) {
  const uint64_t *all = cuda_emul::warpGather(mask, cuda_emul::toBits(v));
  unsigned result = 0;
  for (int i = 0; i < 32; ++i)
    if ((mask >> i & 1) && all[i] == cuda_emul::toBits(v))
      result |= 1u << i;
  return result;
}
#define CUDA_EMUL_REDUCE(NAME, INIT, EXPR)                                     \
  inline unsigned __reduce_##NAME##_sync(unsigned mask, unsigned v) {          \
    const uint64_t *all = cuda_emul::warpGather(mask, v);                      \
    unsigned a = INIT;                                                         \
    for (int i = 0; i < 32; ++i)                                               \
      if (mask >> i & 1) {                                                     \
        unsigned b = (unsigned)all[i];                                         \
        a = EXPR;                                                              \
      }                                                                        \
    return a;                                                                  \
  }
CUDA_EMUL_REDUCE(add, 0, a + b)
CUDA_EMUL_REDUCE(max, 0, a > b ? a : b)
CUDA_EMUL_REDUCE(and, ~0u, a &b)
#undef CUDA_EMUL_REDUCE
inline unsigned __activemask() { return 1u << cuda_emul::lane(); }

//===----------------------------------------------------------------------===//
// Atomics: fibres change only at calls, so plain memory operations do.
//===----------------------------------------------------------------------===//

#define CUDA_EMUL_ATOMIC(NAME, EXPR)                                           \
  template <class T, class U> T atomic##NAME(T *p, U value) {                  \
    T old = *p, v = (T)value;                                                  \
    *p = EXPR;                                                                 \
    return old;                                                                \
  }
CUDA_EMUL_ATOMIC(Add, old + v)
CUDA_EMUL_ATOMIC(Sub, old - v)
CUDA_EMUL_ATOMIC(Min, v < old ? v : old)
CUDA_EMUL_ATOMIC(Max, v > old ? v : old)
CUDA_EMUL_ATOMIC(And, old &v)
CUDA_EMUL_ATOMIC(Or, old | v)
CUDA_EMUL_ATOMIC(Xor, old ^ v)
CUDA_EMUL_ATOMIC(Exch, v)
CUDA_EMUL_ATOMIC(Inc, old >= v ? 0 : old + 1)
CUDA_EMUL_ATOMIC(Dec, old == 0 || old > v ? v : old - 1)
#undef CUDA_EMUL_ATOMIC
template <class T, class U, class V> T atomicCAS(T *p, U expected, V value) {
  T old = *p;
  if (old == (T)expected)
    *p = (T)value;
  else
    cuda_emul::yield();
  return old;
}

//===----------------------------------------------------------------------===//
// Integer and bit functions
//===----------------------------------------------------------------------===//

inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(x) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline unsigned long long __brevll(unsigned long long x) {
  unsigned long long r = 0;
  for (int i = 0; i < 64; ++i)
    r |= (x >> i & 1) << (63 - i);
  return r;
}
inline unsigned __brev(unsigned x) { return (unsigned)(__brevll(x) >> 32); }
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long pool = (unsigned long long)y << 32 | x;
  unsigned r = 0;
  for (int i = 0; i < 4; ++i)
    r |= (unsigned)(pool >> (s >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return r;
}
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) {
  s &= 31;
  return s ? hi << s | lo >> (32 - s) : hi;
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) {
  s &= 31;
  return s ? lo >> s | hi << (32 - s) : lo;
}
inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned s) {
  return s >= 32 ? lo : __funnelshift_l(lo, hi, s);
}
inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned s) {
  return s >= 32 ? hi : __funnelshift_r(lo, hi, s);
}
inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a,
                                     unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
inline long long __mul64hi(long long a, long long b) {
  return (long long)((__int128)a * b >> 64);
}
inline unsigned __sad(int a, int b, unsigned c) {
  long long d = (long long)a - b;
  return (unsigned)(d < 0 ? -d : d) + c;
}
inline int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8)
    c += (signed char)(a >> i) * (signed char)(b >> i);
  return c;
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

inline unsigned __float_as_uint(float x) {
  return (unsigned)cuda_emul::toBits(x);
}
inline float __uint_as_float(unsigned x) {
  return cuda_emul::fromBits<float>(x);
}
inline int __float_as_int(float x) { return (int)cuda_emul::toBits(x); }
inline long long __double_as_longlong(double x) {
  return (long long)cuda_emul::toBits(x);
}
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __fsqrt_rn(float a) { return std::sqrt(a); }
inline double __drcp_rn(double a) { return 1.0 / a; }
inline float __logf(float x) { return (float)std::log((double)x); }
inline float __expf(float x) { return std::exp(x); }
inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float __saturatef(float x) { return !(x > 0) ? 0.0f : x < 1 ? x : 1.0f; }

namespace cuda_emul {
// `x` is integral or not finite.
template <class T> T saturate(double x, T low, T high, T nan) {
  if (x != x)
    return nan;
  // 2^31, 2^32 and 2^63 are exact, `high` may not be.
  if (x >= (double)high + (sizeof(T) == 8 ? 0 : 1))
    return high;
  return x <= (double)low ? low : (T)x;
}
inline int toInt(double x, int nan = 0) {
  return saturate<int>(x, INT32_MIN, INT32_MAX, nan);
}
// The neighbour of the nearest f32 that lies on the wanted side of `x`.
inline float towards(double x, float nearest, float side) {
  return nearest == x ? nearest : std::nextafterf(nearest, side);
}
} // namespace cuda_emul

inline int __float2int_rz(float x) { return cuda_emul::toInt(std::trunc(x)); }
inline int __float2int_rn(float x) {
  return cuda_emul::toInt(std::nearbyint(x));
}
inline int __float2int_rd(float x) { return cuda_emul::toInt(std::floor(x)); }
inline int __float2int_ru(float x) { return cuda_emul::toInt(std::ceil(x)); }
inline unsigned __float2uint_rz(float x) {
  return cuda_emul::saturate<unsigned>(std::trunc(x), 0, UINT32_MAX, 0);
}
inline long long __float2ll_rz(float x) {
  return cuda_emul::saturate<long long>(std::trunc(x), INT64_MIN, INT64_MAX,
                                        INT64_MIN);
}
inline int __double2int_rz(double x) {
  return cuda_emul::toInt(std::trunc(x), INT32_MIN);
}
inline float __int2float_rn(int x) { return (float)x; }
inline float __int2float_rz(int x) {
  float f = (float)x;
  return std::fabs((double)f) > std::fabs((double)x)
             ? cuda_emul::towards(x, f, 0.0f)
             : f;
}
inline float __uint2float_rn(unsigned x) { return (float)x; }
inline float __ll2float_rn(long long x) { return (float)x; }
inline float __double2float_rn(double x) {
  return x != x ? cuda_emul::fromBits<float>(0x7fffffff) : (float)x;
}
inline float __double2float_rd(double x) {
  float f = __double2float_rn(x);
  return f > x ? cuda_emul::towards(x, f, -INFINITY) : f;
}

#endif // PTXMLIR_TEST_KERNELS_NATIVE_CUDA_EMUL_H
