//===- image_convert.cu - Pixels by 16 bytes and permutes ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// 16 pixels of RGB a thread, as three loads of 128 bits: to brightness (16
// bytes, one store), to planes, and upside down.
extern "C" __global__ void image_convert(const uint4 *rgb, uint4 *brightness,
                                         uint4 *planes, uint4 *reversed,
                                         int groups) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= groups)
    return;
  unsigned words[12], plane[3][4], light[4];
  uint4 a = rgb[3 * t], b = rgb[3 * t + 1], c = rgb[3 * t + 2];
  words[0] = a.x, words[1] = a.y, words[2] = a.z, words[3] = a.w;
  words[4] = b.x, words[5] = b.y, words[6] = b.z, words[7] = b.w;
  words[8] = c.x, words[9] = c.y, words[10] = c.z, words[11] = c.w;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    unsigned u = words[3 * i], v = words[3 * i + 1], w = words[3 * i + 2];
    // Bytes: u = r0 g0 b0 r1, v = g1 b1 r2 g2, w = b2 r3 g3 b3.
    plane[0][i] = __byte_perm(__byte_perm(u, v, 0x0630), w, 0x5210);
    plane[1][i] = __byte_perm(__byte_perm(u, v, 0x0741), w, 0x6210);
    plane[2][i] = __byte_perm(__byte_perm(u, v, 0x0052), w, 0x7410);
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      unsigned r = plane[0][i] >> 8 * k & 0xff, g = plane[1][i] >> 8 * k & 0xff;
      unsigned m = plane[2][i] >> 8 * k & 0xff;
      sum |= (77 * r + 150 * g + 29 * m + 128) >> 8 << 8 * k;
    }
    light[i] = sum;
  }
  brightness[t] = make_uint4(light[0], light[1], light[2], light[3]);
#pragma unroll
  for (int p = 0; p < 3; ++p)
    planes[p * groups + t] =
        make_uint4(plane[p][0], plane[p][1], plane[p][2], plane[p][3]);
  reversed[groups - 1 - t] = make_uint4(
      __byte_perm(light[3], 0, 0x0123), __byte_perm(light[2], 0, 0x0123),
      __byte_perm(light[1], 0, 0x0123), __byte_perm(light[0], 0, 0x0123));
}
