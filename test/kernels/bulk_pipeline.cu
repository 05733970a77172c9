//===- bulk_pipeline.cu - Bulk copies that mbarriers wait for --*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define CHUNK 128

__device__ __forceinline__ unsigned toShared(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

__device__ __forceinline__ void fetch(int *shared, const int *global,
                                      unsigned long long *barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   toShared(barrier)),
               "r"(CHUNK * 4)
               : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
               "bytes [%0], [%1], %2, [%3];" ::"r"(toShared(shared)),
               "l"(global), "r"(CHUNK * 4), "r"(toShared(barrier))
               : "memory");
}

__device__ __forceinline__ void waitFor(unsigned long long *barrier,
                                        unsigned parity) {
  unsigned done;
  do {
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(toShared(barrier)), "r"(parity)
                 : "memory");
  } while (!done);
}

// Sorts neighbours, chunk by chunk: one thread fetches two chunks ahead and
// writes results back, both by bulk copies; all threads work in between.
extern "C" __global__ void bulk_pipeline(const int *in, int *out, int chunks) {
  __shared__ __align__(128) int from[2][CHUNK];
  __shared__ __align__(128) int to[2][CHUNK];
  __shared__ unsigned long long full[2];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s)
      asm volatile(
          "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(toShared(&full[s]))
          : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    for (int s = 0; s < 2 && s < chunks; ++s)
      fetch(from[s], in + s * CHUNK, &full[s]);
  }
  __syncthreads();
  for (int chunk = 0; chunk < chunks; ++chunk) {
    int slot = chunk & 1;
    waitFor(&full[slot], chunk >> 1 & 1);
    // The result that was in this slot must have left it.
    if (t == 0)
      asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    __syncthreads();
    int a = from[slot][2 * t], b = from[slot][2 * t + 1];
    to[slot][2 * t] = min(a, b) + chunk;
    to[slot][2 * t + 1] = max(a, b) - chunk;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], "
                   "%2;" ::"l"(out + chunk * CHUNK),
                   "r"(toShared(to[slot])), "r"(CHUNK * 4)
                   : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      if (chunk + 2 < chunks)
        fetch(from[slot], in + (chunk + 2) * CHUNK, &full[slot]);
    }
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
