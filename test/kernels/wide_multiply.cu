//===- wide_multiply.cu - 128-bit sums and products ------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__device__ __forceinline__ ulonglong2 add128(ulonglong2 x, ulonglong2 y) {
  ulonglong2 r;
#ifdef __CUDACC__
  asm("add.cc.u64 %0, %2, %4;\n\t"
      "addc.u64 %1, %3, %5;"
      : "=l"(r.x), "=l"(r.y)
      : "l"(x.x), "l"(x.y), "l"(y.x), "l"(y.y));
#else
  r.x = x.x + y.x;
  r.y = x.y + y.y + (r.x < x.x);
#endif
  return r;
}

__device__ __forceinline__ ulonglong2 sub128(ulonglong2 x, ulonglong2 y) {
  ulonglong2 r;
#ifdef __CUDACC__
  asm("sub.cc.u64 %0, %2, %4;\n\t"
      "subc.u64 %1, %3, %5;"
      : "=l"(r.x), "=l"(r.y)
      : "l"(x.x), "l"(x.y), "l"(y.x), "l"(y.y));
#else
  r.x = x.x - y.x;
  r.y = x.y - y.y - (x.x < y.x);
#endif
  return r;
}

// Two 128-bit numbers a thread: their sum, difference and low product (128
// bits each), and the high 64 bits of a signed product.
extern "C" __global__ void wide_multiply(const ulonglong2 *__restrict__ a,
                                         const ulonglong2 *__restrict__ b,
                                         ulonglong2 *__restrict__ out,
                                         long long *__restrict__ high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  ulonglong2 x = a[i], y = b[i], r;
  out[i] = add128(x, y);
  out[n + i] = sub128(x, y);
  r.x = x.x * y.x;
  r.y = __umul64hi(x.x, y.x) + x.x * y.y + x.y * y.x;
  out[2 * n + i] = r;
  high[i] = (long long)((unsigned long long)__mul64hi((long long)x.y,
                                                      (long long)y.y) +
                        (unsigned long long)((long long)(int)x.x * (int)y.x) +
                        (unsigned)x.x * 13ull);
}
