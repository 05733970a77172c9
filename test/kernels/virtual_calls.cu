//===- virtual_calls.cu - Objects with virtual functions -------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef __CUDACC__
#define __noinline__ __attribute__((noinline))
#endif

struct Shape {
  int weight;
  __device__ Shape(int weight) : weight(weight) {}
  __device__ virtual long long area(int scale) const = 0;
  __device__ virtual int corners() const { return weight; }
};
struct Square : Shape {
  int side;
  __device__ Square(int side) : Shape(1), side(side) {}
  __device__ long long area(int scale) const override {
    return (long long)side * side * scale;
  }
  __device__ int corners() const override { return 4; }
};
struct Box : Shape {
  int a, b, c;
  __device__ Box(int a, int b, int c) : Shape(7), a(a), b(b), c(c) {}
  __device__ long long area(int scale) const override {
    return 2ll * (a * b + b * c + a * c) * scale;
  }
};
// One that has others, and calls them.
struct Group : Shape {
  const Shape *first, *second;
  __device__ Group(const Shape *first, const Shape *second)
      : Shape(0), first(first), second(second) {}
  __device__ long long area(int scale) const override {
    return first->area(scale) - second->area(scale + 1);
  }
  __device__ int corners() const override {
    return first->corners() * second->corners();
  }
};

__device__ __noinline__ long long measure(const Shape *shape, int scale) {
  return shape->area(scale) * 100 + shape->corners();
}

extern "C" __global__ void virtual_calls(const int *values, long long *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int x = values[t] % 1000;
  Square square(x);
  Box box(x, t, 3);
  Group group(&square, &box), nested(&group, &square);
  const Shape *shape = t % 4 == 0   ? (const Shape *)&square
                       : t % 4 == 1 ? (const Shape *)&box
                       : t % 4 == 2 ? (const Shape *)&group
                                    : (const Shape *)&nested;
  long long result = measure(shape, t % 9);
  if (x & 1)
    result = result * 3 + shape->area(2);
  out[t] = result;
}
