//===- Budget.cpp - How many registers a function may use -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limit of registers that allocation and the passes before it keep to.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Transforms/Budget.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// The machine takes registers of each thread for itself from sm_70 on
/// (observed on ptxas 13.0.88: REG is the highest register number plus three).
static constexpr unsigned kHiddenRegisters = 2;

/// The threads of a CTA, at most; 0 if the function does not say.
static unsigned getThreads(FuncOp func) {
  auto shape = func.getRequiredThreads() ? func.getRequiredThreads()
                                         : func.getMaxThreads();
  uint64_t threads = shape ? 1 : 0;
  if (shape)
    for (int32_t n : *shape)
      threads *= std::max(n, 1);
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  uint64_t most = target ? target->limits->maxThreadsPerCTA : threads;
  return unsigned(std::min(threads, most));
}

static unsigned getTotalBudget(FuncOp func, unsigned limit) {
  unsigned own = target::computeRegisterLimit(
      getSM(func), func.getMaxRegisters().value_or(0), getThreads(func),
      func.getMinCtasPerSm().value_or(0));
  return std::min({255u, limit, own});
}

unsigned ori::getRegisterBudget(FuncOp func, unsigned limit) {
  unsigned total = getTotalBudget(func, limit);
  return total > kHiddenRegisters ? total - kHiddenRegisters : 0;
}

unsigned ori::getUniformBudget(FuncOp func, unsigned limit) {
  if (const target::TargetInfo *target = target::lookupTarget(getSM(func), ""))
    limit = std::min(limit, target->limits->uniformRegisters);
  if (!func.getKernel())
    limit = std::min(limit, target::getCallABI().firstPreservedUniform);
  return limit;
}

unsigned ori::getUniformGoal(FuncOp func, unsigned limit) {
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return limit;
  unsigned all = target->limits->uniformRegisters;
  return std::min(limit, all - std::min(all, kUniformScratch));
}

unsigned ori::getNewRegisterBudget(Operation *op) {
  auto inst = cast<InstOpInterface>(op);
  unsigned total = unsigned(inst.getDesc().getMod("count", inst.getModBits()));
  return std::min(std::max(total, kHiddenRegisters) - kHiddenRegisters, 253u);
}

namespace {
/// How an SM holds warps of a function.
struct Holding {
  unsigned unit;      ///< registers of a thread are allocated by so many
  unsigned ofThread;  ///< registers of a thread, if one warp has all
  unsigned allocated; ///< registers of a thread
  unsigned warps;     ///< warps that an SM holds
};
} // namespace

static Holding getHolding(const target::SMLimits &limits, unsigned registers) {
  Holding h;
  // Registers are allocated by warp.
  h.unit = limits.registerAllocUnit / 32;
  h.ofThread = limits.registersPerSM / 32;
  h.allocated = llvm::alignTo(registers + kHiddenRegisters, h.unit);
  // Each partition of an SM has its own registers and warps.
  h.warps =
      std::min(h.ofThread / limits.partitions / h.allocated * limits.partitions,
               limits.maxWarps);
  return h;
}

/// `.maxntid` says how many threads a CTA has at most; it may have fewer.
bool ori::hasCtaSize(FuncOp func) {
  return func.getRequiredThreads().has_value();
}

/// The warps of a CTA, 1 if the function does not say.
static unsigned getCtaWarps(FuncOp func) {
  unsigned threads = hasCtaSize(func) ? getThreads(func) : 0;
  return std::max(llvm::divideCeil(threads, 32u), 1u);
}

unsigned ori::getFreeRegisters(FuncOp func, unsigned registers) {
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return registers;
  Holding h = getHolding(*target->limits, registers);
  // Warps are a multiple of the partitions, and of whole CTAs.
  constexpr unsigned kManyWarps = 24;
  unsigned partitions = target->limits->partitions;
  unsigned cta = getCtaWarps(func);
  unsigned step =
      llvm::alignTo(h.warps >= kManyWarps ? 2 * partitions : partitions, cta);
  if (h.warps < step)
    step = cta;
  unsigned warps = std::max(h.warps / step * step, cta);
  unsigned most = h.ofThread / warps / h.unit * h.unit;
  return std::max(most, h.allocated) - kHiddenRegisters;
}

unsigned ori::getNextFewerRegisters(FuncOp func, unsigned registers) {
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return 0;
  Holding h = getHolding(*target->limits, registers);
  unsigned cta = getCtaWarps(func);
  unsigned warps = (h.warps / cta + 1) * cta;
  if (warps > target->limits->maxWarps)
    return 0;
  unsigned ofPartitions = llvm::alignTo(warps, target->limits->partitions);
  unsigned most = h.ofThread / ofPartitions / h.unit * h.unit;
  return most > kHiddenRegisters ? most - kHiddenRegisters : 0;
}

unsigned ori::getWarps(FuncOp func, unsigned registers) {
  const target::TargetInfo *target = target::lookupTarget(getSM(func), "");
  if (!target)
    return 0;
  unsigned warps = getHolding(*target->limits, registers).warps;
  unsigned cta = getCtaWarps(func);
  return warps / cta * cta;
}
