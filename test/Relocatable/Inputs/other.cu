// The other object of the pair.
#include "pair.h"

__device__ int counter = 1000;
__constant__ int offsets[4] = {10, 20, 30, 40};
static __constant__ float constants[2] = {2.0f, 4.0f};
__device__ const float *weights = constants;

__device__ __noinline__ int viaOther(int x) {
  return backInMain(twice(x)) - offsets[x & 3];
}
__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ __noinline__ int deep(int n, int seed) {
  int array[40];
  for (int k = 0; k < 40; ++k)
    array[k] = seed * k + backInMain(k);
  return n == 0 ? array[seed % 40] : deep(n - 1, array[n]) + array[n + 1];
}
__device__ __noinline__ double mixed(double a, float b, long long c, short d) {
  return a * b + (double)c * d;
}
static __device__ __noinline__ int minus(int x) { return -x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ Unary table[4] = {minus, backInMain, square, viaOther};
__device__ __noinline__ Unary choose(int which) {
  return which & 2 ? backInMain : which & 1 ? minus : square;
}
__device__ __noinline__ int apply(Unary f, int x) { return f(x) + f(x + 1); }

__device__ __noinline__ Big makeBig(int x, Big in) {
  for (int k = 0; k < 24; ++k)
    in.word[k] = in.word[k] * x + in.word[(k + 5) % 24];
  return in;
}
__device__ int Square::area() const { return twice(side) * side; }
__device__ __noinline__ int measure(const Shape &shape) {
  return 100 * shape.area() + shape.corners();
}
