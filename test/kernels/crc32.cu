//===- crc32.cu - CRC-32 of rows, table in constant memory -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The table for four bits at a time, polynomial 0xedb88320.
__constant__ unsigned table[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
    0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
    0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

extern "C" __global__ void crc32(const unsigned char *__restrict__ data,
                                 int length, unsigned *__restrict__ out,
                                 int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  unsigned crc = ~0u;
  const unsigned char *p = data + i * length;
  for (int k = 0; k < length; ++k) {
    crc ^= p[k];
    crc = table[crc & 15] ^ (crc >> 4);
    crc = table[crc & 15] ^ (crc >> 4);
  }
  out[i] = ~crc;
}
