//===- Scheduler.cpp - Other schedulers in place of the project's ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plug-in whose pass takes the place of the phase PostSchedule. Each policy
// is a number for each instruction that may be next; the greatest goes first:
//
//   source         the order that the instructions have
//   critical-path  the longest way to the end of the block, waiting or not
//   greedy         what can be issued soonest, then the longest way
//
// The dependence graph says what must stay in order, so that no policy can be
// wrong: it can only be slow. Stall counts and barriers are set by a later
// phase.
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "ptx-mlir/Dialect/Reorder.h"
#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Dialect/SASS/Transforms/DependenceGraph.h"
#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"

using namespace mlir;
using namespace ptxmlir;

namespace {

enum class Policy { Source, CriticalPath, Greedy };

class Scheduler : public PassWrapper<Scheduler, OperationPass<sass::FuncOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Scheduler)
  Scheduler() = default;
  Scheduler(const Scheduler &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "example-schedule"; }
  StringRef getDescription() const override {
    return "orders the instructions of each block by a policy";
  }
  void runOnOperation() override;

private:
  Option<Policy> policy{
      *this, "policy", llvm::cl::desc("Which instruction goes first"),
      llvm::cl::init(Policy::Greedy),
      llvm::cl::values(
          clEnumValN(Policy::Source, "source", "as they stand"),
          clEnumValN(Policy::CriticalPath, "critical-path",
                     "the longest way to the end"),
          clEnumValN(Policy::Greedy, "greedy", "what waits least"))};
};

} // namespace

/// The order of a region whose graph has been built, as instructions of the
/// function. Quadratic, to be short; a scheduler for large blocks keeps the
/// instructions that are ready in heaps.
static std::vector<unsigned> schedule(const sass::DependenceGraph &graph,
                                      const sass::AccessTable &table,
                                      unsigned begin, Policy policy) {
  std::vector<unsigned> numPreds, earliest(graph.size(), 0), order;
  std::vector<bool> done(graph.size(), false);
  for (unsigned n = 0; n != graph.size(); ++n)
    numPreds.push_back(graph.getNumPredecessors(n));
  unsigned cycle = 0;
  auto rank = [&](unsigned n) -> std::pair<int64_t, int64_t> {
    switch (policy) {
    case Policy::Source:
      return {0, -int64_t(n)};
    case Policy::CriticalPath:
      return {graph.getHeight(n), -int64_t(n)};
    case Policy::Greedy:
      return {-int64_t(std::max(earliest[n], cycle)), graph.getHeight(n)};
    }
    llvm_unreachable("unknown policy");
  };
  while (order.size() != graph.size()) {
    bool isLast = order.size() + 1 == graph.size();
    int best = -1;
    for (unsigned n = 0; n != graph.size(); ++n) {
      // A branch at the end stays there.
      bool mayGo = isLast || !graph.keepsLast() || n + 1 != graph.size();
      if (!done[n] && !numPreds[n] && mayGo &&
          (best < 0 || rank(n) > rank(unsigned(best))))
        best = int(n);
    }
    done[best] = true;
    order.push_back(begin + unsigned(best));
    cycle = std::max(cycle, earliest[best]);
    graph.forEachSuccessor(unsigned(best), [&](unsigned to, unsigned cycles) {
      earliest[to] = std::max(earliest[to], cycle + cycles);
      --numPreds[to];
    });
    cycle += table[begin + unsigned(best)].cls->minStall;
  }
  return order;
}

void Scheduler::runOnOperation() {
  constexpr unsigned kWindow = 512;
  if (getOperation().isDeclaration())
    return;
  // The function as machine code. The phases that follow share it.
  auto &analysis = getAnalysis<sass::FuncCodeAnalysis>();
  if (!analysis.target)
    return signalPassFailure();
  sass::DependenceGraph graph(analysis.func.code, *analysis.table,
                              *analysis.target);
  sass::forEachRun(analysis.func, [&](unsigned begin, unsigned end) {
    while (begin != end) {
      unsigned regionEnd = graph.findRegionEnd(begin, end, kWindow);
      graph.build(begin, regionEnd);
      std::vector<unsigned> order =
          schedule(graph, *analysis.table, begin, policy);
      reorderOps(analysis.func.ops, order, begin);
      analysis.reorder(begin, order);
      begin = regionEnd;
    }
  });
  markAnalysesPreserved<sass::FuncCodeAnalysis>();
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "example-schedule", "1.0",
          [] { PassRegistration<Scheduler>(); }};
}
