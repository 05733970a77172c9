//===- pointer_table.cu - Addresses in packed initial values ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Packed structures with pointers, in global and constant memory: nvcc writes
// the addresses byte by byte, `0xff00(name)`.

#pragma pack(push, 1)
struct Row {
  unsigned char tag;
  const unsigned *data;
  unsigned count;
};
#pragma pack(pop)

__device__ const unsigned primes[] = {2, 3, 5, 7, 11, 13};
__constant__ unsigned squares[] = {1, 4, 9, 16};
__device__ unsigned bytes[4] = {250, 251, 252, 253};

__device__ Row rows[] = {
    {1, primes, 6}, {2, primes + 2, 4}, {3, bytes, 4}, {4, bytes + 3, 1}};
__constant__ Row constant_rows[] = {{5, primes + 1, 3}, {6, bytes + 1, 2}};
// A pointer into constant memory is a generic address.
__device__ Row square_row = {7, squares + 1, 3};

extern "C" __global__ void pointer_table(unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = i % 7;
  const Row &row = k < 4 ? rows[k] : k < 6 ? constant_rows[k - 4] : square_row;
  unsigned sum = row.tag;
  for (unsigned j = 0; j < row.count; ++j)
    sum = sum * 31 + row.data[j];
  out[i] = sum + i;
}
