//===- work_queue.cu - Tasks that make other tasks -------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Threads take numbers from a queue and put others there until none is under
// way: n gives n / 2 and n / 3 while those are above 1.  Results are sums.
__device__ bool takeTask(int *head, int *tail, int *ready, int *slot) {
  int at = atomicAdd(head, 0);
  if (at >= atomicAdd(tail, 0))
    return false;
  if (atomicAdd(&ready[at], 0) == 0)
    return false;
  if (atomicCAS(head, at, at + 1) != at)
    return false;
  *slot = at;
  return true;
}

// state: head, tail, tasks that are not finished.
extern "C" __global__ void work_queue(int *state, int *ready, unsigned *tasks,
                                      unsigned long long *sum,
                                      unsigned *perSize) {
  int *head = state, *tail = state + 1, *open = state + 2;
  while (atomicAdd(open, 0) > 0) {
    int slot;
    if (!takeTask(head, tail, ready, &slot)) {
      __threadfence();
      continue;
    }
    __threadfence();
    unsigned n = atomicAdd(&tasks[slot], 0u);
    atomicAdd(sum, (unsigned long long)n * n);
    atomicAdd(&perSize[31 - __clz((int)n)], 1u);
    for (unsigned by = 2; by <= 3; ++by) {
      unsigned child = n / by;
      if (child <= 1)
        continue;
      atomicAdd(open, 1);
      int place = atomicAdd(tail, 1);
      atomicExch(&tasks[place], child);
      __threadfence();
      atomicExch(&ready[place], 1);
    }
    atomicSub(open, 1);
  }
}
