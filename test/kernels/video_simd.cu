//===- video_simd.cu - Two and four parts of words at once -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sums, differences, means, comparisons on two halves or four bytes of a word.
extern "C" __global__ void video_simd(const unsigned *as, const unsigned *bs,
                                      const unsigned *cs, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = as[t], b = bs[t], c = cs[t];
  out += 8 * t;
  out[0] = __vaddus4(a, b);
  out[1] = __vsubss4(a, b);
  out[2] = __vavgu4(a, b);
  out[3] = __vabsdiffs2(a, b);
  out[4] = __vmaxs2(a, __vminu2(b, c));
  out[5] = __vcmpgtu4(a, b) ^ __vcmples2(a, c);
  out[6] = __vsadu4(a, b) + __vnegss4(c);
  out[7] = __vaddss2(a, __vsubus4(b, c));
}
