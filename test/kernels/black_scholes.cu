//===- black_scholes.cu - Prices of options --------------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

__device__ __forceinline__ float normal(float d) {
  return 0.5f * erfcf(-d * 0.70710678f);
}

// European calls and puts, and the volatility that a price implies, by Newton's
// method, which ends at different steps.
extern "C" __global__ void black_scholes(const float *spots,
                                         const float *strikes,
                                         const float *years, float rate,
                                         float volatility, float *calls,
                                         float *puts, float *implied, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  float s = 10.0f + 90.0f * spots[t], k = 20.0f + 70.0f * strikes[t];
  float y = 0.25f + 4.0f * years[t], root = sqrtf(y);
  float discounted = k * expf(-rate * y);
  float d = (logf(s / k) + (rate + 0.5f * volatility * volatility) * y) /
            (volatility * root);
  float call = s * normal(d) - discounted * normal(d - volatility * root);
  calls[t] = call;
  puts[t] = call + discounted - s;
  float guess = 0.5f;
  if (call > 1.0f) {
    for (int i = 0; i < 20; ++i) {
      float e =
          (logf(s / k) + (rate + 0.5f * guess * guess) * y) / (guess * root);
      float price = s * normal(e) - discounted * normal(e - guess * root);
      float slope = s * root * 0.39894228f * expf(-0.5f * e * e);
      float step = (price - call) / slope;
      guess -= step;
      if (fabsf(step) < 1e-4f)
        break;
    }
  }
  implied[t] = guess;
}
