#include "debug.h"
__device__ int total = 3;
static __device__ int inside(int x) {
  int y = x * 3;
  if (y > 10)
    y -= total;
  return y;
}
template <typename T> __device__ T scale(T x) {
  T r = x * 2;
  return r;
}
__device__ int viaPointer(int x) { return x + 100; }
extern "C" __global__ void k(int *out, int n) {
  __shared__ int s[8];
  int i = threadIdx.x;
  s[i] = n + i;
  __syncthreads();
  int v = addTo(&s[7 - i], i);
  Pair p = makePair(v, 1.5f);
  int (*f)(int) = n > 100 ? inside : viaPointer;
  out[i] = inside(p.a) + (int)p.b + scale(i) + f(i);
}
extern "C" __global__ void virtualCall(int *out, int n) {
  Base b(n);
  int r = recurse(n, out + 1);
  out[0] = r + b.get(2) + factors[n & 3];
}
