//===- RegisterBanks.h - Sources that one bank would have to give -*- C++ -*-=//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The register file has two banks, that of the even and that of the odd
// registers. An instruction that reads three registers of one bank waits for
// it (R. Huerta et al., Analyzing Modern NVIDIA GPU Cores, MICRO 2025); ptxas
// 13.0.88 leaves 0 to 4 of 100 such instructions in one bank where chance
// would leave 25. This lists the instructions that read three.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERBANKS_H
#define PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERBANKS_H

#include "RegisterFrames.h"
#include <array>

namespace ptxmlir::ori {

class RegisterBanks {
public:
  RegisterBanks(const LiveRanges &ranges, const RegisterFrames &frames,
                const LoopNest &loops);
  bool empty() const { return triples.empty(); }

  /// How much of the code has its sources in one bank if offset 0 of a frame is
  /// in an even register, and in an odd one; of its instructions those whose
  /// other sources have registers.
  std::array<double, 2> getCosts(const RegisterFrames &frames,
                                 unsigned id) const;

private:
  struct Source {
    unsigned frame; ///< representative
    bool isOdd;     ///< relative to offset 0
  };
  struct Triple {
    Source sources[3];
    double rounds;
  };
  std::vector<Triple> triples;
  /// By frame, where its triples begin in `ofFrames`.
  std::vector<unsigned> first, ofFrames;
};

} // namespace ptxmlir::ori

#endif // PTXMLIR_LIB_DIALECT_ORI_TRANSFORMS_REGISTERBANKS_H
