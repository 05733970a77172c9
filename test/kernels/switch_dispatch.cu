//===- switch_dispatch.cu - A byte-code interpreter ------------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each thread runs its own program of `length` byte-codes on an accumulator.
extern "C" __global__ void
switch_dispatch(const unsigned char *__restrict__ code, int length,
                const unsigned *__restrict__ seed, unsigned *__restrict__ out,
                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned acc = seed[i], other = i;
  const unsigned char *p = code + i * length;
  for (int pc = 0; pc < length; ++pc) {
    switch (p[pc] % 13) {
    case 0:
      acc += other;
      break;
    case 1:
      acc -= 0x9e3779b9u;
      break;
    case 2:
      acc *= other | 1u;
      break;
    case 3:
      acc ^= acc << 13;
      break;
    case 4:
      acc ^= acc >> 17;
      break;
    case 5: {
      unsigned t = acc;
      acc = other;
      other = t;
      break;
    }
    case 6:
      other = __brev(acc);
      break;
    case 7:
      if (acc & 1u)
        ++pc;
      break;
    case 8:
      other += __popc(acc);
      // Runs on into the next case.
    case 9:
      acc = (acc << 5) | (acc >> 27);
      break;
    case 10:
      acc = max(acc, other);
      break;
    case 11:
      pc = length;
      break;
    default:
      acc = ~acc;
    }
  }
  out[i] = acc + 3u * other;
}
