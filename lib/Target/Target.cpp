//===- Target.cpp - Target tables and look-up -----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated tables of targets and the look-ups in them: by name, by number,
// by what a kernel asks for.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/Target.h"
#include "ptx-mlir/Target/Parameters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::target;

#include "ptx-mlir/Target/TargetTables.cpp.inc"

llvm::ArrayRef<TargetInfo> target::getTargets() { return kTargets; }

llvm::StringRef target::getReadPortName(RegFile file, Port port) {
  return kReadPortNames[unsigned(file)][port];
}
llvm::StringRef target::getWritePortName(RegFile file, Port port) {
  return kWritePortNames[unsigned(file)][port];
}
llvm::StringRef target::getClassName(isa::SchedClassId cls) {
  return kSchedClassNames[unsigned(cls)];
}

/// The target of an SM, for what all targets with its number share. Files may
/// have numbers that no target has: those are taken for the next lower one, or
/// for the first.
static const TargetInfo &getTarget(unsigned sm) {
  const TargetInfo *best = kTargets;
  for (const TargetInfo &target : kTargets)
    if (target.sm <= sm && target.sm > best->sm)
      best = &target;
  return *best;
}

static const SMLimits &getLimits(unsigned sm) { return *getTarget(sm).limits; }

static const LargeParams &getLargeParams(const ConstantBank &bank) {
  return *llvm::find_if(kLargeParams, [&](const LargeParams &params) {
    return params.bank == &bank;
  });
}

unsigned target::getParamBase(unsigned sm, uint64_t bytes) {
  const ConstantBank &bank = *getTarget(sm).bank;
  const LargeParams &large = getLargeParams(bank);
  return bytes > large.mostBytes ? large.base : unsigned(bank.paramBase);
}

unsigned target::getParamBase(unsigned sm, llvm::ArrayRef<int32_t> offsets,
                              llvm::ArrayRef<int32_t> sizes) {
  constexpr int32_t kAlign = 64;
  const ConstantBank &bank = *getTarget(sm).bank;
  int32_t end = 0;
  for (auto [offset, size] : llvm::zip_equal(offsets, sizes)) {
    // Images take no place.
    if (size == 0)
      continue;
    // The bases differ modulo 64 and not modulo 32. Only what is aligned to 64
    // bytes has a hole of 32 or more before it, and says which base it is
    // aligned for; the hole may also be what makes the whole so large.
    if (offset - end >= kAlign / 2 &&
        (bank.paramBase - bank.paramOrigin + offset) % kAlign == 0)
      return unsigned(bank.paramBase);
    end = std::max(end, offset + size);
  }
  return getParamBase(sm, uint64_t(end));
}

unsigned target::computeRegisterLimit(unsigned sm, unsigned maxnreg,
                                      unsigned threads, unsigned minCtas) {
  const SMLimits &limits = getLimits(sm);
  unsigned most = limits.registersPerThread;
  if (maxnreg)
    return std::min(std::max(maxnreg, kLeastRegisterLimit), most);
  if (!threads)
    return most;
  // Warps are dealt to four sub-partitions, registers in units of eight a
  // thread.
  unsigned unit = limits.registerAllocUnit / 32;
  uint64_t warps = llvm::divideCeil(threads, 32);
  if (minCtas && canHold(sm, threads, minCtas))
    warps *= minCtas;
  warps = llvm::alignTo(warps, 4);
  return std::min(unsigned(limits.registersPerSM / (warps * 32)) / unit * unit,
                  most);
}

bool target::canHold(unsigned sm, unsigned threads, unsigned ctas) {
  const SMLimits &limits = getLimits(sm);
  return ctas <= limits.maxCTAs &&
         uint64_t(llvm::divideCeil(threads, 32)) * ctas <= limits.maxWarps;
}

const TargetInfo *target::lookupTarget(llvm::StringRef name) {
  for (const TargetInfo &target : kTargets)
    if (name == target.name)
      return &target;
  return nullptr;
}

const TargetInfo *target::lookupTarget(unsigned sm, llvm::StringRef suffix) {
  for (const TargetInfo &target : kTargets)
    if (sm == target.sm && suffix == target.suffix)
      return &target;
  return nullptr;
}

unsigned target::getFamily(unsigned sm) {
  const TargetInfo *target = lookupTarget(sm, "");
  return target ? target->family : sm;
}

FeatureSet target::getFeatures(unsigned sm) {
  const PTXTarget *best = nullptr;
  auto consider = [&](const PTXTarget &target) {
    if (target.sm <= sm && (!best || target.sm > best->sm))
      best = &target;
  };
  llvm::for_each(kTargets, consider);
  llvm::for_each(kPTXOnlyTargets, consider);
  return best ? best->features : FeatureSet();
}

const PTXTarget *target::lookupPTXTarget(llvm::StringRef name) {
  if (const TargetInfo *target = lookupTarget(name))
    return target;
  for (const PTXTarget &target : kPTXOnlyTargets)
    if (name == target.name)
      return &target;
  return nullptr;
}

llvm::ArrayRef<unsigned> target::getPTXVersions() { return kPTXVersions; }

TargetMatch target::matchTarget(const PTXTarget &ptxTarget,
                                const TargetInfo &arch) {
  if (arch.sm < ptxTarget.sm)
    return TargetMatch::NewerThanArch;
  llvm::StringRef suffix = ptxTarget.suffix;
  if (suffix == "a") {
    if (arch.sm != ptxTarget.sm)
      return TargetMatch::OtherSM;
    if (arch.suffix != suffix)
      return TargetMatch::MissingSuffix;
  }
  if (suffix == "f" && arch.family != ptxTarget.family)
    return TargetMatch::OtherFamily;
  return TargetMatch::Compatible;
}

std::string target::describeMismatch(const PTXTarget &ptxTarget,
                                     const TargetInfo &arch,
                                     llvm::StringRef archName) {
  switch (matchTarget(ptxTarget, arch)) {
  case TargetMatch::Compatible:
    return "";
  case TargetMatch::NewerThanArch:
    return "SM version specified by .target is higher than default SM version "
           "assumed";
  case TargetMatch::OtherSM:
    return llvm::formatv("Program with .target '{0}' cannot be compiled to "
                         "future architecture",
                         ptxTarget.name);
  case TargetMatch::MissingSuffix:
    return llvm::formatv(
        "PTX with .target '{0}' cannot be compiled for architecture '{1}'",
        ptxTarget.name, archName);
  case TargetMatch::OtherFamily:
    return llvm::formatv("Program with .target '{0}' cannot be compiled to "
                         "different SM-family architecture",
                         ptxTarget.name);
  }
  llvm_unreachable("all values are handled");
}
