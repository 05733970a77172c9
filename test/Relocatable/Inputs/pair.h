// What both objects of the pair know.
#pragma once
#include <cstdio>

extern __device__ int counter;          // other.cu
extern __device__ const float *weights; // other.cu, points to a constant
extern __constant__ int offsets[4];     // other.cu
extern __device__ int scale;            // main.cu

__device__ int viaOther(int x);       // other.cu, calls back
__device__ int backInMain(int x);     // main.cu
__device__ int fibonacci(int n);      // other.cu, recursive
__device__ int deep(int n, int seed); // other.cu, has an array on the stack
__device__ double mixed(double a, float b, long long c, short d); // other.cu

typedef int (*Unary)(int);
extern __device__ Unary table[4];      // other.cu, functions of both
__device__ Unary choose(int which);    // other.cu
__device__ int apply(Unary f, int x);  // other.cu

struct Big {
  int word[24];
};
__device__ Big makeBig(int x, Big in); // other.cu, memory in and out

// Both objects have the code: weak.
template <typename T> __device__ __noinline__ T twice(T x) { return x + x; }

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
  int side;
  __device__ Square(int side) : side(side) {}
  __device__ int area() const override;    // other.cu
  __device__ int corners() const override; // main.cu
};
__device__ int measure(const Shape &shape); // other.cu
