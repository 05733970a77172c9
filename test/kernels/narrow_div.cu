//===- narrow_div.cu - Quotients of all widths -----------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Quotients and remainders of 8, 16, 32 and 64 bits, by variables and
// constants; what they are is added up to one number a kind, so that none is
// left out.
template <class T> __device__ long long both(T a, T b) {
  return (long long)(T)(a / b) * 1000003 + (long long)(T)(a % b);
}

template <class T> __device__ long long constants(T a) {
  return (long long)(T)(a / (T)7) + (long long)(T)(a % (T)10) * 31 +
         (long long)(T)(a / (T)16) * 1009 + (long long)(T)(a % (T)64) * 65537 +
         (long long)(T)(a / (T)100) * 3;
}

template <class T> __device__ long long negative(T a) {
  return (long long)(T)(a / (T)-5) + (long long)(T)(a % (T)-8) * 127;
}

extern "C" __global__ void narrow_div(const unsigned long long *as,
                                      const unsigned long long *bs,
                                      long long *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long a = as[t], b = bs[t];
  out += 12 * t;
  out[0] = both<unsigned char>(a, b | 1);
  out[1] = both<signed char>(a, (b & 0x7f) | 1);
  out[2] = both<unsigned short>(a, b | 1);
  out[3] = both<short>(a, (b & 0x7fff) | 1);
  out[4] = both<unsigned>(a, (unsigned)b | 1);
  out[5] = both<int>(a, (int)((b & 0x7fffffff) | 1));
  out[6] = both<unsigned long long>(a, b | 1);
  out[7] = both<long long>(a, (long long)(b >> 1) | 1);
  out[8] = constants<unsigned char>(a) + constants<short>(a >> 3);
  out[9] = constants<unsigned>(a) + constants<int>(a >> 5);
  out[10] = constants<unsigned long long>(a) + constants<long long>(a);
  out[11] =
      negative<signed char>(a) + negative<int>(a) + negative<long long>(b);
}
