//===- layer_norm.cu - Layer and root-mean-square norms --------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__device__ float sumOfBlock(float x, float *shared) {
  for (int step = 16; step > 0; step /= 2)
    x += __shfl_xor_sync(~0u, x, step);
  if ((threadIdx.x & 31) == 0)
    shared[threadIdx.x >> 5] = x;
  __syncthreads();
  float sum = 0.0f;
  for (int w = 0; w < (int)(blockDim.x >> 5); ++w)
    sum += shared[w];
  __syncthreads();
  return sum;
}

// A row a block, in vectors of four: (x - mean) / deviation * gamma + beta, and
// x / root of mean squares * gamma.
extern "C" __global__ void layer_norm(const float4 *in, const float4 *gamma,
                                      const float4 *beta, float4 *norm,
                                      float4 *rms, int vectors, float epsilon) {
  __shared__ float shared[32];
  const float4 *row = in + blockIdx.x * vectors;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    float4 x = row[i];
    sum += x.x + x.y + x.z + x.w;
  }
  float n = (float)(4 * vectors), mean = sumOfBlock(sum, shared) / n;
  float variance = 0.0f, squares = 0.0f;
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    float4 x = row[i];
    float a = x.x - mean, b = x.y - mean, c = x.z - mean, d = x.w - mean;
    variance += a * a + b * b + c * c + d * d;
    squares += x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w;
  }
  float scale = rsqrtf(sumOfBlock(variance, shared) / n + epsilon);
  float other = rsqrtf(sumOfBlock(squares, shared) / n + epsilon);
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    float4 x = row[i], g = gamma[i], b = beta[i];
    norm[blockIdx.x * vectors + i] = make_float4(
        (x.x - mean) * scale * g.x + b.x, (x.y - mean) * scale * g.y + b.y,
        (x.z - mean) * scale * g.z + b.z, (x.w - mean) * scale * g.w + b.w);
    rms[blockIdx.x * vectors + i] =
        make_float4(x.x * other * g.x, x.y * other * g.y, x.z * other * g.z,
                    x.w * other * g.w);
  }
}
