//===- cuda_fp16.h - f16 of the CUDA emulation on the CPU -------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of CUDA's f16 interface that the test kernels use, on the host
// compiler's _Float16 and binary128.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_TEST_KERNELS_NATIVE_CUDA_FP16_H
#define PTXMLIR_TEST_KERNELS_NATIVE_CUDA_FP16_H

#include <cmath>
#include <cstring>

struct __half {
  _Float16 v;
};

struct __half2 {
  __half x, y;
};

inline unsigned short __half_as_ushort(__half h) {
  unsigned short bits;
  std::memcpy(&bits, &h.v, 2);
  return bits;
}

inline __half __ushort_as_half(unsigned short bits) {
  __half h;
  std::memcpy(&h.v, &bits, 2);
  return h;
}

inline float __half2float(__half h) { return (float)h.v; }
inline __half __float2half_rn(float x) { return {(_Float16)x}; }

namespace cuda_emul {
// The next f16 above or below, by the order of sign and magnitude.
inline __half nextHalf(__half h, bool up) {
  unsigned short b = __half_as_ushort(h);
  if ((b & 0x7fff) == 0)
    return __ushort_as_half(up ? 0x0001 : 0x8001);
  return __ushort_as_half((b >> 15 != 0) == up ? b - 1 : b + 1);
}
} // namespace cuda_emul

inline __half __float2half_ru(float x) {
  __half h = __float2half_rn(x);
  if (!(__half2float(h) < x))
    return h;
  h = cuda_emul::nextHalf(h, true);
  // A negative number that rounds up to zero is -0.
  return x < 0 && h.v == 0 ? __ushort_as_half(0x8000) : h;
}

inline __half __float2half_rd(float x) {
  __half h = __float2half_rn(x);
  if (!(__half2float(h) > x))
    return h;
  h = cuda_emul::nextHalf(h, false);
  return x > 0 && h.v == 0 ? __ushort_as_half(0) : h;
}

inline __half __float2half_rz(float x) {
  return x < 0 ? __float2half_ru(x) : __float2half_rd(x);
}

// A sum or product of two f16 in f32 is exact or rounds harmlessly twice.
inline __half __hadd_rn(__half a, __half b) {
  return {(_Float16)((float)a.v + (float)b.v)};
}
inline __half __hmul_rn(__half a, __half b) {
  return {(_Float16)((float)a.v * (float)b.v)};
}
// Exact in binary128, so rounded once.
inline __half __hfma(__half a, __half b, __half c) {
  return {(_Float16)((__float128)(float)a.v * (float)b.v + (float)c.v)};
}
inline __half __int2half_rn(int x) { return {(_Float16)(double)x}; }
inline int __half2int_rz(__half h) { return (int)(float)h.v; }
inline bool __hlt(__half a, __half b) { return a.v < b.v; }

inline __half2 __floats2half2_rn(float a, float b) {
  return {__float2half_rn(a), __float2half_rn(b)};
}
inline __half2 __halves2half2(__half a, __half b) { return {a, b}; }
inline __half2 __hadd2_rn(__half2 a, __half2 b) {
  return {__hadd_rn(a.x, b.x), __hadd_rn(a.y, b.y)};
}
inline __half __low2half(__half2 a) { return a.x; }
inline __half __high2half(__half2 a) { return a.y; }

#endif // PTXMLIR_TEST_KERNELS_NATIVE_CUDA_FP16_H
