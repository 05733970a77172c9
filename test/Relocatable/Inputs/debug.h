// What debug-main.cu and debug-other.cu share. Their PTX is made by
//   cd /tmp/src && nvcc -ptx -G -rdc=true -arch=sm_75 debug-main.cu
#pragma once
struct Pair {
  int a;
  float b;
};
struct Base {
  int v;
  __device__ Base(int v) : v(v) {}
  __device__ virtual int get(int x) const;
};
extern __device__ int total;
extern __constant__ int factors[4];
__device__ int addTo(int *p, int n);
__device__ Pair makePair(int a, float b);
__device__ int recurse(int n, int *out);
