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

/// The machine takes registers of each thread for itself from sm_70 on (observed
/// on ptxas 13.0.88: REG is the highest register number plus three).
static constexpr unsigned kHiddenRegisters = 2;

static unsigned getTotalBudget(FuncOp func, unsigned limit) {
  unsigned budget = std::min(255u, limit);
  if (auto maxRegisters = func.getMaxRegisters())
    budget = std::min<unsigned>(budget, *maxRegisters);
  auto shape = func.getRequiredThreads() ? func.getRequiredThreads()
                                         : func.getMaxThreads();
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!shape || !target)
    return budget;
  uint64_t threads = 1;
  for (int32_t n : *shape)
    threads *= std::max(n, 1);
  uint64_t warps = std::max<uint64_t>(llvm::divideCeil(threads, 32), 1);
  if (auto ctas = func.getMinCtasPerSm())
    warps *= std::max<uint64_t>(*ctas, 1);
  // Registers go to warps in units; a thread's share is a multiple of 8.
  const target::SMLimits &limits = *target->limits;
  uint64_t perThread = limits.registersPerSM / (warps * 32) / 8 * 8;
  return std::min<uint64_t>(budget, std::max<uint64_t>(perThread, 8));
}

unsigned ori::getRegisterBudget(FuncOp func, unsigned limit) {
  unsigned total = getTotalBudget(func, limit);
  return total > kHiddenRegisters ? total - kHiddenRegisters : 0;
}
