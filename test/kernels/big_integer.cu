//===- big_integer.cu - Numbers of 256 bits by carry chains ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// a + b, and whether a carry is left.
__device__ __forceinline__ unsigned addWide(unsigned *r, const unsigned *a,
                                            const unsigned *b) {
#ifdef __CUDACC__
  unsigned carry;
  asm("add.cc.u32 %0, %9, %17;\n\t"
      "addc.cc.u32 %1, %10, %18;\n\t"
      "addc.cc.u32 %2, %11, %19;\n\t"
      "addc.cc.u32 %3, %12, %20;\n\t"
      "addc.cc.u32 %4, %13, %21;\n\t"
      "addc.cc.u32 %5, %14, %22;\n\t"
      "addc.cc.u32 %6, %15, %23;\n\t"
      "addc.cc.u32 %7, %16, %24;\n\t"
      "addc.u32 %8, 0, 0;"
      : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=&r"(r[4]),
        "=&r"(r[5]), "=&r"(r[6]), "=&r"(r[7]), "=&r"(carry)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]),
        "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
        "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]));
  return carry;
#else
  unsigned long long sum = 0;
  for (int i = 0; i < 8; ++i) {
    sum += (unsigned long long)a[i] + b[i];
    r[i] = (unsigned)sum;
    sum >>= 32;
  }
  return (unsigned)sum;
#endif
}

// a - b, and whether a borrow is left (all ones) or not (zero).
__device__ __forceinline__ unsigned subtractWide(unsigned *r, const unsigned *a,
                                                 const unsigned *b) {
#ifdef __CUDACC__
  unsigned borrow;
  asm("sub.cc.u32 %0, %9, %17;\n\t"
      "subc.cc.u32 %1, %10, %18;\n\t"
      "subc.cc.u32 %2, %11, %19;\n\t"
      "subc.cc.u32 %3, %12, %20;\n\t"
      "subc.cc.u32 %4, %13, %21;\n\t"
      "subc.cc.u32 %5, %14, %22;\n\t"
      "subc.cc.u32 %6, %15, %23;\n\t"
      "subc.cc.u32 %7, %16, %24;\n\t"
      "subc.u32 %8, 0, 0;"
      : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=&r"(r[4]),
        "=&r"(r[5]), "=&r"(r[6]), "=&r"(r[7]), "=&r"(borrow)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]), "r"(a[5]),
        "r"(a[6]), "r"(a[7]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
        "r"(b[4]), "r"(b[5]), "r"(b[6]), "r"(b[7]));
  return borrow;
#else
  long long rest = 0;
  for (int i = 0; i < 8; ++i) {
    rest += (long long)a[i] - b[i];
    r[i] = (unsigned)rest;
    rest >>= 32;
  }
  return (unsigned)rest;
#endif
}

// Adds a * b to four words from r on, and returns what goes to the fifth: a row
// of a product of 128 bits.
__device__ __forceinline__ unsigned addRow(unsigned *r, const unsigned *a,
                                           unsigned b) {
#ifdef __CUDACC__
  unsigned high;
  asm("mad.lo.cc.u32 %0, %5, %9, %0;\n\t"
      "madc.lo.cc.u32 %1, %6, %9, %1;\n\t"
      "madc.lo.cc.u32 %2, %7, %9, %2;\n\t"
      "madc.lo.cc.u32 %3, %8, %9, %3;\n\t"
      "addc.u32 %4, 0, 0;\n\t"
      "mad.hi.cc.u32 %1, %5, %9, %1;\n\t"
      "madc.hi.cc.u32 %2, %6, %9, %2;\n\t"
      "madc.hi.cc.u32 %3, %7, %9, %3;\n\t"
      "madc.hi.u32 %4, %8, %9, %4;"
      : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3]), "=&r"(high)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b));
  return high;
#else
  unsigned long long sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += (unsigned long long)a[i] * b + r[i];
    r[i] = (unsigned)sum;
    sum >>= 32;
  }
  return (unsigned)sum;
#endif
}

// For numbers a, b of 256 bits: a + b, a - b, and the product of their lower
// halves; with 64-bit carries a + b once more, as 4 words of 64.
extern "C" __global__ void big_integer(const unsigned *as, const unsigned *bs,
                                       unsigned *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  unsigned a[8], b[8], r[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    a[i] = as[8 * t + i];
    b[i] = bs[8 * t + i];
  }
  out += 34 * t;
  out[8] = addWide(r, a, b);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[i] = r[i];
  out[17] = subtractWide(r, a, b);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[9 + i] = r[i];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    r[i] = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    r[i + 4] = addRow(r + i, a, b[i]);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[18 + i] = r[i];
  unsigned long long carry = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    unsigned long long x = (unsigned long long)a[2 * i + 1] << 32 | a[2 * i];
    unsigned long long y = (unsigned long long)b[2 * i + 1] << 32 | b[2 * i];
    unsigned long long sum = x + y, full = sum + carry;
    carry = (sum < x) + (full < sum);
    out[26 + 2 * i] = (unsigned)full;
    out[27 + 2 * i] = (unsigned)(full >> 32);
  }
}
