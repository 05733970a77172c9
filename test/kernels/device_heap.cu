//===- device_heap.cu - malloc, free, printf and assert ---------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifdef __CUDACC__
#include <cassert>
#include <cstdio>
#else
#include <cassert>
#include <cstdio>
#include <cstdlib>
#endif

// A list on the heap: memory from malloc, pointers to it, free in a loop.
struct Node {
  long long value;
  Node *next;
};

extern "C" __global__ void device_heap(const int *values, long long *out,
                                       int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  Node *list = nullptr;
  for (int i = 0; i < n; ++i) {
    Node *node = (Node *)malloc(sizeof(Node));
    assert(node != nullptr);
    node->value = (long long)values[t] * (i + 1);
    node->next = list;
    list = node;
  }
  if (list && (t == 3 || t == 40))
    printf("thread %d: %lld, %5.2f, %s\n", t, list->value, t * 0.25, "text");
  long long sum = 0;
  while (list) {
    Node *next = list->next;
    sum = sum * 5 + list->value;
    free(list);
    list = next;
  }
  assert(n > 0 || sum == 0);
  out[t] = sum;
}
