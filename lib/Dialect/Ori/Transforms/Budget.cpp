//===- Budget.cpp - How many registers a function may use -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// The machine takes registers of each thread for itself from sm_70 on
/// (observed on ptxas 13.0.88: REG is the highest register number plus three).
static constexpr unsigned kHiddenRegisters = 2;

static unsigned getTotalBudget(FuncOp func, unsigned limit) {
  auto shape = func.getRequiredThreads() ? func.getRequiredThreads()
                                         : func.getMaxThreads();
  uint64_t threads = shape ? 1 : 0;
  if (shape)
    for (int32_t n : *shape)
      threads *= std::max(n, 1);
  unsigned own = target::computeRegisterLimit(
      getSM(func), func.getMaxRegisters().value_or(0),
      unsigned(std::min<uint64_t>(threads, 1024)),
      func.getMinCtasPerSm().value_or(0));
  return std::min({255u, limit, own});
}

unsigned ori::getRegisterBudget(FuncOp func, unsigned limit) {
  unsigned total = getTotalBudget(func, limit);
  return total > kHiddenRegisters ? total - kHiddenRegisters : 0;
}

unsigned ori::getFreeRegisters(FuncOp func, unsigned registers) {
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return registers;
  const target::SMLimits &limits = *target->limits;
  // Registers are allocated by warp; warps are a multiple of the partitions.
  constexpr unsigned kPartitions = 4, kManyWarps = 24;
  unsigned unit = limits.registerAllocUnit / 32;
  unsigned allocated = llvm::alignTo(registers + kHiddenRegisters, unit);
  unsigned ofThread = limits.registersPerSM / 32;
  unsigned warps = std::min(ofThread / allocated, limits.maxWarps);
  unsigned step = warps >= kManyWarps ? 2 * kPartitions : kPartitions;
  warps = std::max(warps / step * step, 1u);
  unsigned most = ofThread / warps / unit * unit;
  return std::max(most, allocated) - kHiddenRegisters;
}

unsigned ori::getNextFewerRegisters(FuncOp func, unsigned registers) {
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return 0;
  const target::SMLimits &limits = *target->limits;
  unsigned unit = limits.registerAllocUnit / 32;
  unsigned ofThread = limits.registersPerSM / 32;
  unsigned allocated = llvm::alignTo(registers + kHiddenRegisters, unit);
  unsigned warps = std::min(ofThread / allocated, limits.maxWarps);
  if (warps == limits.maxWarps)
    return 0;
  unsigned most = ofThread / (warps + 1) / unit * unit;
  return most > kHiddenRegisters ? most - kHiddenRegisters : 0;
}
