//===- fft_radix4.cu - A transform of 256 complex numbers ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define N 256

__device__ __forceinline__ float2 times(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// Stockham's form with radix 4: four passes from one half of shared memory to
// the other, a butterfly a thread; the factors come from a table of N.
extern "C" __global__ void __launch_bounds__(64)
    fft_radix4(const float2 *in, float2 *out, const float2 *roots,
               int inverse) {
  __shared__ float2 work[2][N];
  int t = threadIdx.x;
  in += blockIdx.x * N;
  out += blockIdx.x * N;
  for (int i = t; i < N; i += 64) {
    float2 x = in[i];
    work[0][i] = inverse ? make_float2(x.x, -x.y) : x;
  }
  __syncthreads();
  int now = 0;
  for (int span = 1; span < N; span *= 4) {
    int k = t % span;
    float2 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      v[i] = work[now][t + i * (N / 4)];
      if (i > 0)
        v[i] = times(v[i], roots[k * i * (N / (4 * span))]);
    }
    float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y);
    float2 b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y);
    // -i (v1 - v3)
    float2 d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    float2 *to = &work[1 - now][(t / span) * 4 * span + k];
    to[0] = make_float2(a.x + c.x, a.y + c.y);
    to[span] = make_float2(b.x + d.x, b.y + d.y);
    to[2 * span] = make_float2(a.x - c.x, a.y - c.y);
    to[3 * span] = make_float2(b.x - d.x, b.y - d.y);
    now = 1 - now;
    __syncthreads();
  }
  for (int i = t; i < N; i += 64) {
    float2 x = work[now][i];
    out[i] = inverse ? make_float2(x.x / N, -x.y / N) : x;
  }
}
