//===- tensor_emul.h - cp.async, ldmatrix and mma on the CPU ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The helper functions of tensor_matmul.cu, after the fragment layouts of the
// PTX ISA (ldmatrix; mma.m16n8k16 with .f16).  Sums are exact for the inputs
// used, so their order does not matter.
//
//===----------------------------------------------------------------------===//

inline void copyAsync(void *shared, const void *global) {
  std::memcpy(shared, global, 16);
}
inline void waitForCopies() {}

// Register m of a lane is the pair of columns 2 (lane % 4) of row lane / 4 of
// matrix m, whose rows lanes 8 m to 8 m + 7 point to.
template <int N> void loadMatrix(unsigned (&r)[N], const void *row) {
  const uint64_t *rows = cuda_emul::warpGather(~0u, cuda_emul::toBits(row));
  unsigned lane = cuda_emul::lane();
  for (int m = 0; m < N; ++m) {
    const char *p = cuda_emul::fromBits<const char *>(rows[8 * m + lane / 4]);
    std::memcpy(&r[m], p + lane % 4 * 4, 4);
  }
}
inline void loadMatrix4(unsigned (&r)[4], const void *row) {
  loadMatrix(r, row);
}
inline void loadMatrix2(unsigned (&r)[2], const void *row) {
  loadMatrix(r, row);
}

inline void multiplyAdd(float (&c)[4], const unsigned (&a)[4],
                        const unsigned (&b)[2]) {
  float wholeA[16][16], wholeB[16][8];
  for (int m = 0; m < 6; ++m) {
    const uint64_t *all = cuda_emul::warpGather(~0u, m < 4 ? a[m] : b[m - 4]);
    for (int lane = 0; lane < 32; ++lane)
      for (int half = 0; half < 2; ++half) {
        int major = lane / 4, minor = lane % 4 * 2 + half;
        float v = __half2float(
            __ushort_as_half((unsigned short)(all[lane] >> 16 * half)));
        if (m < 4)
          wholeA[major + m % 2 * 8][minor + m / 2 * 8] = v;
        else
          wholeB[minor + (m - 4) * 8][major] = v;
      }
  }
  int lane = cuda_emul::lane();
  for (int m = 0; m < 4; ++m)
    for (int k = 0; k < 16; ++k)
      c[m] += wholeA[lane / 4 + m / 2 * 8][k] * wholeB[k][lane % 4 * 2 + m % 2];
}
