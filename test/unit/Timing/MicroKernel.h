//===- MicroKernel.h - Kernels whose cycles follow by hand ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A micro-kernel is assembly text with its control fields. The cycles that a
// test expects are a formula of numbers with reasons; they count from the first
// issue (cycle 0) to the cycle behind the last EXIT.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_TEST_UNIT_TIMING_MICROKERNEL_H
#define PTX_MLIR_TEST_UNIT_TIMING_MICROKERNEL_H

#include "../Execution/Assemble.h"
#include "ptx-mlir/Timing/Timing.h"

namespace ptxmlir::test {

struct Config {
  unsigned sm = 90;
  unsigned threads = 32, ctas = 1;
  unsigned sms = 1; ///< SMs of the device
  unsigned registers = 32;
  unsigned sharedBytes = 8192;
  uint64_t bufferBytes = 4096;
  /// Every 64-bit word of the buffer holds the buffer's address.
  bool pointers = false;
};

inline std::string repeat(unsigned n, const std::string &text) {
  std::string all;
  for (unsigned i = 0; i < n; ++i)
    all += text + "\n";
  return all;
}
inline exec::Program assemble(llvm::StringRef text, const Config &config) {
  exec::Program program;
  program.sm = config.sm;
  if (!appendCode(program, text))
    return program;
  const target::TargetInfo &target = *target::lookupTarget(config.sm, "");
  exec::Kernel k;
  k.name = "k";
  k.codeBytes = program.code.size() * 16;
  k.paramBase = unsigned(target.bank->paramBase);
  k.paramBytes = 8;
  k.params.push_back({0, 8});
  // From sm_90 on the system's part lies before the kernel's.
  k.sharedBase = config.sm >= 90 ? 0x400 : 0;
  k.sharedBytes = config.sharedBytes ? k.sharedBase + config.sharedBytes : 0;
  k.registers = config.registers;
  program.kernels.push_back(std::move(k));
  return program;
}

/// The profile of a micro-kernel and the program that it is of.
struct Measured {
  exec::Program program;
  timing::Profile profile;

  uint64_t cycles() const { return profile.cycles; }
  /// Warp cycles in a state, of all instructions or of one.
  uint64_t in(timing::Stall stall) const {
    uint64_t sum = 0;
    for (const timing::InstProfile &p : profile.insts)
      sum += p.cycles[unsigned(stall)];
    return sum;
  }
  uint64_t in(timing::Stall stall, size_t inst) const {
    return profile.insts[inst].cycles[unsigned(stall)];
  }
};

inline Measured measure(llvm::StringRef text, const Config &config = {}) {
  Measured m{assemble(text, config), {}};
  if (m.program.kernels.empty())
    return m;
  exec::GlobalMemory memory;
  uint64_t at = memory.allocate(config.bufferBytes, "the buffer");
  if (config.pointers)
    for (uint64_t i = 0; i + 8 <= config.bufferBytes; i += 8)
      memcpy(memory.access(at + i, 8), &at, 8);
  exec::LaunchConfig launch;
  launch.grid[0] = config.ctas;
  launch.block[0] = config.threads;
  launch.maxInstructions = 10000000;
  launch.params.resize(8);
  memcpy(launch.params.data(), &at, 8);
  exec::Machine machine(m.program, memory);
  timing::Options options;
  options.sms = config.sms;
  auto profile = timing::profile(machine, m.program, m.program.kernels[0],
                                 launch, options);
  if (!profile) {
    ADD_FAILURE() << llvm::toString(profile.takeError());
    return m;
  }
  m.profile = std::move(*profile);
  EXPECT_EQ(m.profile.forced, 0u);
  // Every cycle of a warp has a state; no bound is above what was achieved.
  uint64_t sum = 0;
  for (const timing::InstProfile &p : m.profile.insts)
    sum += p.total();
  EXPECT_EQ(sum, m.profile.warpCycles);
  EXPECT_LE(m.profile.bounds.issue, m.cycles());
  EXPECT_LE(m.profile.bounds.pipe, m.cycles());
  EXPECT_LE(m.profile.bounds.chain, m.cycles());
  return m;
}

/// Within 3 % of the hand computation.
inline void expectCycles(uint64_t actual, double byHand) {
  EXPECT_NEAR(double(actual), byHand, 0.03 * byHand);
}

} // namespace ptxmlir::test

#endif // PTX_MLIR_TEST_UNIT_TIMING_MICROKERNEL_H
