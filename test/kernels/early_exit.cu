//===- early_exit.cu - Threads that leave before barriers ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Barriers that parts of a warp may reach, and an exit where it stands.
#ifdef __CUDACC__
#define REDUCTION(NAME, OP)                                                    \
  __device__ __forceinline__ int NAME(int p) {                                 \
    int result;                                                                \
    asm volatile("{\n\t.reg .pred p, q;\n\t"                                   \
                 "setp.ne.s32 p, %1, 0;\n\t"                                   \
                 "barrier.red." OP ".pred q, 0, p;\n\t"                        \
                 "selp.s32 %0, 1, 0, q;\n\t}"                                  \
                 : "=r"(result)                                                \
                 : "r"(p)                                                      \
                 : "memory");                                                  \
    return result;                                                             \
  }
REDUCTION(isAny, "or")
REDUCTION(areAll, "and")

__device__ __forceinline__ int countOf(int p) {
  int result;
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.ne.s32 p, %1, 0;\n\t"
               "barrier.red.popc.u32 %0, 0, p;\n\t}"
               : "=r"(result)
               : "r"(p)
               : "memory");
  return result;
}

__device__ __forceinline__ void waitForRest() {
  asm volatile("barrier.sync 0;" ::: "memory");
}
#define LEAVE asm volatile("exit;")
#else
#define LEAVE return
#define isAny __syncthreads_or
#define areAll __syncthreads_and
#define countOf __syncthreads_count
#define waitForRest __syncthreads
#endif

// Threads leave at different steps, whole warps and parts of warps; those that
// stay meet at barriers, which count only them.
extern "C" __global__ void early_exit(const unsigned *lives, unsigned *out,
                                      unsigned *alive, int steps) {
  __shared__ unsigned shared[128];
  int t = threadIdx.x;
  unsigned life = lives[blockIdx.x * blockDim.x + t], value = t + 1;
  out += blockIdx.x * blockDim.x;
  alive += blockIdx.x * steps;
  for (int step = 0; step < steps; ++step) {
    if (life == (unsigned)step) {
      out[t] = value;
      LEAVE;
    }
    shared[t] = value;
    int left = countOf(life > 50);
    if (life > 90)
      alive[step] = left;
    value = value * 5 + left;
    if (isAny(life == (unsigned)step + 2))
      value ^= 0x55;
    if (areAll(life > (unsigned)step + 1)) {
      // All that are left read what the one that is always left has written.
      value += shared[127] + step;
      waitForRest();
    }
  }
  out[t] = value * 2;
}
