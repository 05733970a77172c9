//===- video_scalar.cu - Bytes and halves as operands ----------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Video instructions: bytes and halves as operands, saturation, a second
// operation, and results that are put into a part of a word.
extern "C" __global__ void video_scalar(const unsigned *as, const unsigned *bs,
                                        const unsigned *cs, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = as[t], b = bs[t], c = cs[t], r;
  out += 10 * t;
  asm("vadd.s32.s32.s32.sat %0, %1.b1, %2.h0;" : "=r"(r) : "r"(a), "r"(b));
  out[0] = r;
  asm("vsub.u32.u32.u32.sat %0, %1.b3, %2.b0;" : "=r"(r) : "r"(a), "r"(b));
  out[1] = r;
  asm("vabsdiff.u32.s32.s32.add %0, %1.h1, %2.b2, %3;"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  out[2] = r;
  asm("vmin.s32.s32.u32 %0, %1, %2.h1;" : "=r"(r) : "r"(a), "r"(b));
  out[3] = r;
  asm("vmax.s32.s32.s32.max %0, %1.b0, %2.b1, %3;"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  out[4] = r;
  asm("vshl.u32.u32.u32.clamp %0, %1, %2.b0;" : "=r"(r) : "r"(a), "r"(b));
  out[5] = r;
  asm("vshr.s32.s32.u32.wrap %0, %1, %2.b1;" : "=r"(r) : "r"(a), "r"(b));
  out[6] = r;
  asm("vmad.s32.s32.u32.shr7 %0, %1.b2, %2.b3, %3;"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  out[7] = r;
  asm("vset.s32.u32.lt.add %0, %1.b1, %2.b1, %3;"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  out[8] = r;
  asm("vadd.u32.u32.s32 %0.b2, %1, %2.b3, %3;"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  out[9] = r;
}
