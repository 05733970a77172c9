//===- jump_table.cu - A dense switch, brx.idx in the PTX ------*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The PTX of this kernel is written by hand: nvcc makes a tree of comparisons
// from the switch, the PTX a jump table (brx.idx), with guarded instructions
// around it.
extern "C" __global__ void jump_table(const unsigned *__restrict__ codes,
                                      const unsigned *__restrict__ values,
                                      unsigned *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = values[i], acc = x;
  // The codes of a thread are the hexadecimal digits of its word.
  for (unsigned code = codes[i]; code; code >>= 4) {
    switch (code & 15) {
    case 0:
      acc += 17;
      break;
    case 1:
      acc ^= x;
      break;
    case 2:
      acc = acc * 2654435761u;
      break;
    case 3:
      acc = acc >> 7 | acc << 25;
      break;
    case 4:
      acc = acc < x ? acc : x + 1;
      break;
    case 5:
      x = acc - x;
      break;
    case 6:
      if (acc & 8)
        acc -= 3;
      else
        acc |= 1;
      break;
    case 7:
      code >>= 4;
      break;
    default:
      acc = ~acc;
    }
  }
  out[i] = acc;
}
