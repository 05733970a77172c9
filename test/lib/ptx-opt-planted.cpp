//===- ptx-opt-planted.cpp - ptx-opt over an analysis that is wrong -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx-opt with one more option: --plant=NAME makes an analysis answer wrongly
// to whoever asks, passes and verifiers alike. What must notice is said in
// test/Validation/planted-analyses.test. The libraries are those of ptx-opt:
// the linker (--wrap, see CMakeLists.txt) lets calls between files end here,
// and each function here asks the real one before it falsifies the answer.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/ConvergenceEvents.h"
#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MeetingPoints.h"
#include "ptx-mlir/Dialect/Ori/Analysis/PassedOperations.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegionGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegisterPressure.h"
#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/SASS/Transforms/DependenceGraph.h"
#include "ptx-mlir/OptMain/OptMain.h"
#include "llvm/Support/CommandLine.h"

using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {
enum class Fault {
  None,
  FlowGraph,
  Dominators,
  Loops,
  TripCounts,
  Divergence,
  MeetingPoints,
  WarpBlocks,
  LiveRanges,
  Pressure,
  KnownBits,
  MemoryDependence,
  PassedOperations,
  MachineDependence,
  ConvergenceEvents,
};
} // namespace

static llvm::cl::opt<Fault> planted(
    "plant", llvm::cl::desc("Let an analysis answer wrongly"),
    llvm::cl::values(
        clEnumValN(Fault::FlowGraph, "flow-graph",
                   "edges back to an earlier block are missing"),
        clEnumValN(Fault::Dominators, "dominators",
                   "only the first block dominates others"),
        clEnumValN(Fault::Loops, "loops", "there are no loops"),
        clEnumValN(Fault::TripCounts, "trip-counts",
                   "loops make one test less"),
        clEnumValN(Fault::Divergence, "divergence",
                   "all threads go the same way"),
        clEnumValN(Fault::MeetingPoints, "meeting-points",
                   "threads meet a block too late"),
        clEnumValN(Fault::WarpBlocks, "warp-blocks",
                   "the threads of a warp are never apart"),
        clEnumValN(Fault::LiveRanges, "live-ranges",
                   "values are live up to a read before their last"),
        clEnumValN(Fault::Pressure, "pressure", "nothing takes registers"),
        clEnumValN(Fault::KnownBits, "known-bits",
                   "bit 1 is zero where bit 0 is not known"),
        clEnumValN(Fault::MemoryDependence, "memory-dependence",
                   "nothing stays behind a store"),
        clEnumValN(Fault::PassedOperations, "passed-operations",
                   "loads pass what writes their memory"),
        clEnumValN(Fault::MachineDependence, "machine-dependence",
                   "in machine code nothing stays behind a store"),
        clEnumValN(Fault::ConvergenceEvents, "convergence-events",
                   "threads that yield stay together")));

//===----------------------------------------------------------------------===//
// Private members: an explicit instantiation may name them
//===----------------------------------------------------------------------===//

namespace {
template <typename Tag, typename Tag::Member member> struct Access {
  friend typename Tag::Member getMember(Tag) { return member; }
};
struct DivergentBranch {
  using Member = std::vector<bool> DivergenceInfo::*;
  friend Member getMember(DivergentBranch);
};
template struct Access<DivergentBranch, &DivergenceInfo::divergentBranch>;
struct DivergentValues {
  using Member = llvm::DenseSet<mlir::Value> DivergenceInfo::*;
  friend Member getMember(DivergentValues);
};
template struct Access<DivergentValues, &DivergenceInfo::divergent>;
struct WarpSets {
  using Member = std::vector<unsigned> WarpBlocks::*;
  friend Member getMember(WarpSets);
};
template struct Access<WarpSets, &WarpBlocks::sets>;
} // namespace

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Declares the real function and the one that calls end in. A member function
/// is called as a function with the object in front of its arguments.
#define WRAP(name, result, arguments, symbol)                                  \
  result real##name arguments asm("__real_" symbol);                           \
  result wrapped##name arguments asm("__wrap_" symbol);                        \
  result wrapped##name arguments

template <typename Keep>
static FlowGraph filterEdges(const FlowGraph &graph, Keep keep) {
  std::vector<FlowGraph::Edge> edges;
  for (unsigned n = 0; n != graph.size(); ++n)
    for (unsigned succ : graph.succs(n))
      if (keep(n, succ))
        edges.emplace_back(n, succ);
  return FlowGraph(graph.size(), edges);
}

WRAP(MakeGraph, FlowGraph, (const BlockNumbering *self),
     "_ZNK7ptxmlir3ori14BlockNumbering9makeGraphEv") {
  FlowGraph graph = realMakeGraph(self);
  if (planted != Fault::FlowGraph)
    return graph;
  return filterEdges(graph,
                     [](unsigned from, unsigned to) { return from < to; });
}

WRAP(DomTree, void, (DomTree * self, const FlowGraph &graph, unsigned root),
     "_ZN7ptxmlir7DomTreeC1ERKNS_9FlowGraphEj") {
  if (planted != Fault::Dominators)
    return realDomTree(self, graph, root);
  std::vector<FlowGraph::Edge> star;
  for (unsigned n : reversePostOrder(graph, root))
    if (n != root)
      star.emplace_back(root, n);
  realDomTree(self, FlowGraph(graph.size(), star), root);
}

WRAP(LoopNest, void, (LoopNest * self, const FlowGraph &graph, unsigned root),
     "_ZN7ptxmlir8LoopNestC1ERKNS_9FlowGraphEj") {
  if (planted != Fault::Loops)
    return realLoopNest(self, graph, root);
  realLoopNest(self, FlowGraph(graph.size(), {}), root);
}

WRAP(FindCountedLoop, std::optional<CountedLoop>,
     (const BlockNumbering &blocks, const LoopNest &loops, unsigned header),
     "_ZN7ptxmlir3ori15findCountedLoopERKNS0_14BlockNumberingERKNS_"
     "8LoopNestEj") {
  std::optional<CountedLoop> loop = realFindCountedLoop(blocks, loops, header);
  if (planted == Fault::TripCounts && loop && loop->tests && *loop->tests > 2)
    --*loop->tests;
  return loop;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

WRAP(Divergence, void, (DivergenceInfo * self, FuncOp func),
     "_ZN7ptxmlir3ori14DivergenceInfoC1ENS0_6FuncOpE") {
  realDivergence(self, func);
  if (planted != Fault::Divergence)
    return;
  std::vector<bool> &branches = self->*getMember(DivergentBranch());
  branches.assign(branches.size(), false);
  (self->*getMember(DivergentValues())).clear();
}

WRAP(FindMeetings, std::vector<Meeting>, (const DivergenceInfo &info),
     "_ZN7ptxmlir3ori12findMeetingsERKNS0_14DivergenceInfoE") {
  std::vector<Meeting> meetings = realFindMeetings(info);
  if (planted == Fault::MeetingPoints)
    for (Meeting &meeting : meetings)
      if (llvm::ArrayRef<unsigned> next = info.graph().succs(meeting.at);
          !next.empty())
        meeting.at = next.front();
  return meetings;
}

WRAP(WarpBlocks, void, (WarpBlocks * self, mlir::Operation *func),
     "_ZN7ptxmlir3ori10WarpBlocksC1EPN4mlir9OperationE") {
  realWarpBlocks(self, func);
  if (planted != Fault::WarpBlocks)
    return;
  std::vector<unsigned> &sets = self->*getMember(WarpSets());
  sets.assign(sets.size(), kNoNode);
}

WRAP(CheckEvents, std::vector<convergence::Finding>,
     (const ConvergenceEvents *self, convergence::Flow &flow,
      llvm::function_ref<void(const ConvergenceEvent &,
                              const convergence::State &)>
          visit),
     "_ZNK7ptxmlir3ori17ConvergenceEvents5checkERNS_11convergence4FlowEN4llvm12"
     "function_refIFvRKNS0_16ConvergenceEventERKNS2_5StateEEEE") {
  ConvergenceEvents events = *self;
  if (planted == Fault::ConvergenceEvents)
    for (auto &own : events.own)
      llvm::erase_if(own, [](const ConvergenceEvent &event) {
        return event.kind == ConvergenceEvent::Yield;
      });
  return realCheckEvents(&events, flow, visit);
}

//===----------------------------------------------------------------------===//
// Values and memory
//===----------------------------------------------------------------------===//

WRAP(LiveRanges, void,
     (LiveRanges * self, FuncOp func, const BlockNumbering &blocks,
      const FlowGraph &graph, const WarpBlocks *warp),
     "_ZN7ptxmlir3ori10LiveRangesC1ENS0_6FuncOpERKNS0_14BlockNumberingERKNS_"
     "9FlowGraphEPKNS0_10WarpBlocksE") {
  realLiveRanges(self, func, blocks, graph, warp);
  if (planted != Fault::LiveRanges)
    return;
  for (unsigned lane = 0; lane != self->numLanes(); ++lane)
    for (const Segment &segment : self->lane(lane))
      if (segment.end - segment.start > 8)
        const_cast<Segment &>(segment).end -= 6;
}

WRAP(RegisterUse, void, (RegisterUse * self, FuncOp func),
     "_ZN7ptxmlir3ori11RegisterUseC1ENS0_6FuncOpE") {
  realRegisterUse(self, func);
  if (planted == Fault::Pressure)
    for (Pressure &change : self->changes)
      change = {};
}

WRAP(LookupBits, llvm::KnownBits, (const KnownBitsMap *self, mlir::Value value),
     "_ZNK7ptxmlir3ori12KnownBitsMap6lookupEN4mlir5ValueE") {
  llvm::KnownBits bits = realLookupBits(self, value);
  if (planted == Fault::KnownBits && bits.getBitWidth() >= 32 &&
      !bits.Zero[0] && !bits.One[0] && !bits.One[1])
    bits.Zero.setBit(1);
  return bits;
}

WRAP(BuildRegion, RegionGraph,
     (RegionGraphBuilder * self, llvm::ArrayRef<mlir::Operation *> ops),
     "_ZN7ptxmlir3ori18RegionGraphBuilder5buildEN4llvm8ArrayRefIPN4mlir9"
     "OperationEEE") {
  RegionGraph graph = realBuildRegion(self, ops);
  if (planted != Fault::MemoryDependence)
    return graph;
  for (RegionGraph::Node &node : graph.nodes) {
    auto inst = llvm::dyn_cast<InstOpInterface>(node.op);
    if (!inst || !inst.getDesc().writtenSpaces || node.op->getNumResults())
      continue;
    graph.forEachEdge(&node - graph.nodes.data(),
                      [&](const RegionGraph::Edge &edge) {
                        --graph.nodes[edge.to].numPreds;
                      });
    node.endEdge = node.firstEdge;
  }
  return graph;
}

WRAP(LetPass, bool, (const PassedOperations *self, uint8_t readSpaces),
     "_ZNK7ptxmlir3ori16PassedOperations7letPassEh") {
  if (planted != Fault::PassedOperations)
    return realLetPass(self, readSpaces);
  PassedOperations passed = *self;
  passed.writtenSpaces = 0;
  return realLetPass(&passed, readSpaces);
}

/// Within DependenceGraph::build.
static thread_local bool buildsGraph = false;

WRAP(Build, void, (sass::DependenceGraph * self, unsigned begin, unsigned end),
     "_ZN7ptxmlir4sass15DependenceGraph5buildEjj") {
  buildsGraph = true;
  realBuild(self, begin, end);
  buildsGraph = false;
}

WRAP(Effects, isa::OrderingEffects,
     (isa::Opcode opcode, uint64_t mods, isa::AccessOrder order),
     "_ZN7ptxmlir3isa18getOrderingEffectsENS0_6OpcodeEmNS0_11AccessOrderE") {
  isa::OrderingEffects effects = realEffects(opcode, mods, order);
  if (planted == Fault::MachineDependence && buildsGraph)
    effects.writtenSpaces = 0;
  return effects;
}

int main(int argc, char **argv) { return runPtxOpt(argc, argv); }
