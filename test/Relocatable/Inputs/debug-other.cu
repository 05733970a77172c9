#include "debug.h"
__constant__ int factors[4] = {1, 2, 3, 4};
__device__ int addTo(int *p, int n) {
  int t = *p;
  t += n * factors[n & 3];
  return t;
}
__device__ Pair makePair(int a, float b) {
  Pair p;
  p.a = a + total;
  p.b = b * 2.f;
  return p;
}
__device__ int recurse(int n, int *out) {
  int tmp[4];
  for (int i = 0; i < 4; ++i)
    tmp[i] = n + i;
  if (n <= 0)
    return tmp[1];
  *out = n;
  return n * recurse(n - 1, out + 1) + tmp[n & 3];
}
__device__ int Base::get(int x) const { return v * x; }
