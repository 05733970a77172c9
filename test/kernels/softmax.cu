//===- softmax.cu - Softmax of each row, fast math -------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One block of 128 threads a row.
extern "C" __global__ void softmax(const float *__restrict__ in,
                                   float *__restrict__ out, int columns) {
  __shared__ float part[4];
  const float *row = in + blockIdx.x * columns;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  float top = -3.402823466e+38f;
  for (int i = threadIdx.x; i < columns; i += 128)
    top = fmaxf(top, row[i]);
  for (int d = 16; d > 0; d >>= 1)
    top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, d));
  if (lane == 0)
    part[warp] = top;
  __syncthreads();
  top = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
  __syncthreads();

  float sum = 0.0f;
  for (int i = threadIdx.x; i < columns; i += 128)
    sum += __expf(row[i] - top);
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    part[warp] = sum;
  __syncthreads();
  sum = (part[0] + part[1]) + (part[2] + part[3]);
  for (int i = threadIdx.x; i < columns; i += 128)
    out[blockIdx.x * columns + i] = __expf(row[i] - top) / sum;
}
