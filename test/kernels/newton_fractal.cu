//===- newton_fractal.cu - Complex numbers of f64 --------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

struct Complex {
  double re, im;
  __device__ Complex operator+(Complex o) const {
    return {re + o.re, im + o.im};
  }
  __device__ Complex operator-(Complex o) const {
    return {re - o.re, im - o.im};
  }
  __device__ Complex operator*(Complex o) const {
    return {re * o.re - im * o.im, re * o.im + im * o.re};
  }
  // Smith's way, which does not overflow early.
  __device__ Complex operator/(Complex o) const {
    if (fabs(o.re) >= fabs(o.im)) {
      double r = o.im / o.re, d = o.re + o.im * r;
      return {(re + im * r) / d, (im - re * r) / d};
    }
    double r = o.re / o.im, d = o.re * r + o.im;
    return {(re * r + im) / d, (im * r - re) / d};
  }
};

// Newton's method for a polynomial of degree `degree` by Horner's rule: where
// it ends, and after how many steps.
extern "C" __global__ void newton_fractal(const double2 *coefficients,
                                          int degree, double2 *roots,
                                          int *steps, double tolerance) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = y * gridDim.x * blockDim.x + x;
  Complex z = {(x - 7.3) * 0.25, (y - 3.7) * 0.5};
  int step = 0;
  for (; step < 40; ++step) {
    double2 first = coefficients[degree];
    Complex value = {first.x, first.y}, slope = {0.0, 0.0};
    for (int i = degree - 1; i >= 0; --i) {
      slope = slope * z + value;
      value = value * z + Complex{coefficients[i].x, coefficients[i].y};
    }
    Complex change = value / slope;
    z = z - change;
    if (change.re * change.re + change.im * change.im < tolerance)
      break;
  }
  roots[at] = make_double2(z.re, z.im);
  steps[at] = step;
}
