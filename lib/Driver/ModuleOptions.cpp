//===- ModuleOptions.cpp - What the command line changes in PTX -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the command line says of kernels becomes what the PTX could have said
// itself. Later stages see one source for it.
//
//===----------------------------------------------------------------------===//

#include "ModuleOptions.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMemory.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "ptx-mlir/Target/Target.h"

using namespace mlir;
using namespace ptxmlir;

/// What ptxas calls the limit of a kernel that has none.
static constexpr unsigned kNoRegisterLimit = 256;

static uint64_t countThreads(ArrayRef<int32_t> shape) {
  uint64_t threads = 1;
  for (int32_t n : shape)
    threads *= uint64_t(std::max(n, 1));
  return threads;
}

/// Gives kernels the register limit of the command line. What a kernel says
/// itself counts more, also where it says how many threads there are (observed
/// on ptxas 13.0.88), unless that is overridden.
static void limitRegisters(ModuleOp module, const CompilerOptions &options,
                           DiagnosticPrinter &printer,
                           llvm::raw_ostream *info) {
  unsigned limit = *options.maxRegisters;
  if (limit < target::kLeastRegisterLimit) {
    printer.warn("For profile " + options.arch +
                 " adjusting per thread register count of " + Twine(limit) +
                 " to lower bound of " + Twine(target::kLeastRegisterLimit));
    limit = target::kLeastRegisterLimit;
  }
  const target::PTXTarget *target = target::lookupTarget(options.arch);
  for (auto ptxModule : module.getOps<ptx::ModuleOp>())
    if (!target)
      target = target::lookupPTXTarget(ptxModule.getTarget());
  unsigned sm = target ? target->sm : 0;
  module.walk([&](ptx::EntryOp entry) {
    std::optional<uint32_t> own = entry.getMaxnreg();
    if (own && !options.overrideDirectives) {
      if (info)
        *info << "ptxas info    : Overriding global maxrregcount " << limit
              << " with entry-specific value " << *own << " of .maxnreg\n";
      return;
    }
    auto shape = entry.getReqntid() ? entry.getReqntid() : entry.getMaxntid();
    if (shape) {
      unsigned threads = std::min<uint64_t>(countThreads(*shape), UINT16_MAX),
               ctas = entry.getMinnctapersm().value_or(0);
      unsigned ofThreads = target::computeRegisterLimit(sm, 0, threads, ctas);
      if (info && ctas && target::canHold(sm, threads, ctas) &&
          ofThreads != limit)
        *info << "ptxas info    : Overriding global maxrregcount " << limit
              << " with entry-specific value " << ofThreads
              << " computed using thread count\n";
      if (!options.overrideDirectives)
        return;
    }
    if (info)
      *info << "ptxas info    : Overriding maximum register limit "
            << own.value_or(kNoRegisterLimit) << " for '" << entry.getSymName()
            << "' with  " << limit << " of maxrregcount option\n";
    entry.setMaxnreg(limit);
  });
}

/// Functions of an object for the linker belong to no kernel that has a limit.
static void limitFunctionRegisters(ModuleOp module,
                                   const CompilerOptions &options) {
  std::optional<unsigned> limit = options.functionRegisters
                                      ? options.functionRegisters
                                      : options.maxRegisters;
  if (!options.relocatable || !limit)
    return;
  unsigned least = std::max(*limit, unsigned(target::kLeastRegisterLimit));
  module.walk([&](ptx::FuncOp function) {
    function->setAttr(kRegisterLimitAttr,
                      Builder(function).getI32IntegerAttr(int32_t(least)));
  });
}

/// Gives kernels that say nothing of their threads what the command line says.
static void limitThreads(ModuleOp module, const CompilerOptions &options) {
  SmallVector<int32_t, 3> sizes(options.maxThreads);
  sizes.resize(3, 1);
  bool overrides = options.overrideDirectives;
  module.walk([&](ptx::EntryOp entry) {
    if (!options.maxThreads.empty() && (overrides || !entry.getMaxntid()) &&
        !entry.getReqntid())
      entry.setMaxntid(sizes);
    if (options.minCTAs && (overrides || !entry.getMinnctapersm()) &&
        (entry.getMaxntid() || entry.getReqntid()))
      entry.setMinnctapersm(options.minCTAs);
  });
}

/// Whether an access may have a cache operator: it is weak, has no priority of
/// eviction and goes to global or generic memory.
template <typename Access> static bool takesCacheOp(Access op) {
  return op.getSemantics() == ptx::Semantics::None &&
         op.getL1Eviction() == ptx::L1Eviction::None &&
         (op.getSpace() == ptx::Space::None ||
          op.getSpace() == ptx::Space::Global);
}

template <typename Access>
static void setCacheOp(Access op, const std::string &defaultOp,
                       const std::string &forcedOp) {
  const std::string &name =
      !forcedOp.empty()
          ? forcedOp
          : (op.getCacheOp() == ptx::CacheOp::None ? defaultOp : forcedOp);
  if (std::optional<ptx::CacheOp> value = ptx::symbolizeCacheOp(name))
    op.setCacheOp(*value);
}

static void setCacheOps(ModuleOp module, const CacheOptions &caches) {
  if (caches.defaultLoad.empty() && caches.defaultStore.empty() &&
      caches.forcedLoad.empty() && caches.forcedStore.empty())
    return;
  module.walk([&](Operation *op) {
    if (auto load = dyn_cast<ptx::LdOp>(op)) {
      // What nothing writes to is cached otherwise: of operators .nc takes .cs
      // only (observed on ptxas 13.0.88).
      auto allowed = [&](const std::string &name) {
        return load.getNonCoherent() && name != "cs" ? "" : name;
      };
      if (takesCacheOp(load))
        setCacheOp(load, allowed(caches.defaultLoad),
                   allowed(caches.forcedLoad));
    } else if (auto store = dyn_cast<ptx::StOp>(op)) {
      if (takesCacheOp(store))
        setCacheOp(store, caches.defaultStore, caches.forcedStore);
    }
  });
}

void ptxmlir::applyOptions(ModuleOp module, const CompilerOptions &options,
                           DiagnosticPrinter &printer,
                           llvm::raw_ostream *info) {
  // What the command line says of threads has no say in its registers.
  if (options.maxRegisters)
    limitRegisters(module, options, printer, info);
  limitThreads(module, options);
  limitFunctionRegisters(module, options);
  setCacheOps(module, options.caches);
}
