// One object of the pair: the kernels.
#include "pair.h"

__device__ int scale = 3;

__device__ __noinline__ int backInMain(int x) { return x * scale + 1; }
__device__ int Square::corners() const { return 4; }

extern __shared__ int dynamic[];

struct Circle : Shape {
  int radius;
  __device__ Circle(int radius) : radius(radius) {}
  __device__ int area() const override { return 3 * radius * radius; }
};

static __device__ __noinline__ int local(int x) { return twice(x) - scale; }

__global__ void everything(int *out, int n) {
  int i = threadIdx.x;
  int *to = out + 16 * i;
  to[0] = viaOther(i);
  to[1] = fibonacci(i % 8);
  to[2] = deep(i % 5, n);
  to[3] = (int)mixed(1.5 * i, 0.25f, n, (short)i);
  Unary f = choose(i);
  to[4] = f(n + i);
  to[5] = table[i & 3](i);
  to[6] = apply(i & 1 ? local : backInMain, n);
  Big big;
  for (int k = 0; k < 24; ++k)
    big.word[k] = k + i;
  Big result = makeBig(n, big);
  to[7] = result.word[i % 24];
  to[8] = twice(n + i);
  Square square(i);
  Circle circle(n);
  const Shape &shape = i & 1 ? (const Shape &)square : circle;
  to[9] = measure(shape);
  to[10] = shape.area() + shape.corners();
  to[11] = offsets[i & 3] + (int)weights[i & 1];
  to[12] = atomicAdd(&counter, 0);
  dynamic[i] = i * n;
  __syncthreads();
  to[13] = dynamic[(i + 1) % blockDim.x];
  to[14] = local(i);
}

__global__ void says(int n) {
  int sum = backInMain(n) + viaOther(n);
  printf("thread %d says %d\n", threadIdx.x, sum);
}
