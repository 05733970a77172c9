//===- dynamic_shared.cu - Reversal in dynamic shared memory ---*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern __shared__ int buffer[];

// Two arrays share the buffer: blockDim.x values and as many bytes.
extern "C" __global__ void dynamic_shared(const int *__restrict__ in,
                                          int *__restrict__ out) {
  int tid = threadIdx.x, n = blockDim.x;
  int base = blockIdx.x * n;
  unsigned char *odd = (unsigned char *)(buffer + n);
  int v = in[base + tid];
  buffer[tid] = v;
  odd[tid] = v & 1;
  __syncthreads();
  int r = n - 1 - tid;
  out[base + tid] = odd[r] ? -buffer[r] : buffer[r];
}
