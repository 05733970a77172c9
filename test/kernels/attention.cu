//===- attention.cu - Softmax of scores and values, online -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define DIM 16
#define TILE 8

// Attention of one head: each thread has a query; keys and values come by tiles
// through shared memory, and the sum is scaled anew when the maximum grows.
// Causal: a query sees only the keys up to its own place.
extern "C" __global__ void __launch_bounds__(64)
    attention(const float *queries, const float *keys, const float *values,
              float *out, float *logSums, int n) {
  __shared__ __align__(16) float k[TILE][DIM];
  __shared__ __align__(16) float v[TILE][DIM];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float q[DIM], sum[DIM];
#pragma unroll
  for (int i = 0; i < DIM; ++i) {
    q[i] = row < n ? queries[row * DIM + i] * 0.25f : 0.0f;
    sum[i] = 0.0f;
  }
  float top = -INFINITY, total = 0.0f;
  int last = min(n, (int)((blockIdx.x + 1) * blockDim.x));
  for (int start = 0; start < last; start += TILE) {
    __syncthreads();
    for (int i = threadIdx.x; i < TILE * DIM / 4; i += blockDim.x) {
      bool inside = start + i / (DIM / 4) < n;
      float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      ((float4 *)k)[i] =
          inside ? ((const float4 *)keys)[start * (DIM / 4) + i] : zero;
      ((float4 *)v)[i] =
          inside ? ((const float4 *)values)[start * (DIM / 4) + i] : zero;
    }
    __syncthreads();
    float score[TILE], high = top;
#pragma unroll
    for (int j = 0; j < TILE; ++j) {
      score[j] = 0.0f;
#pragma unroll
      for (int i = 0; i < DIM; ++i)
        score[j] = fmaf(q[i], k[j][i], score[j]);
      if (start + j > row)
        score[j] = -INFINITY;
      high = fmaxf(high, score[j]);
    }
    float scale = __expf(top - high);
    top = high;
    total *= scale;
#pragma unroll
    for (int i = 0; i < DIM; ++i)
      sum[i] *= scale;
#pragma unroll
    for (int j = 0; j < TILE; ++j) {
      float p = __expf(score[j] - top);
      total += p;
#pragma unroll
      for (int i = 0; i < DIM; ++i)
        sum[i] = fmaf(p, v[j][i], sum[i]);
    }
  }
  if (row >= n)
    return;
#pragma unroll
  for (int i = 0; i < DIM; ++i)
    out[row * DIM + i] = sum[i] / total;
  logSums[row] = top + __logf(total);
}
