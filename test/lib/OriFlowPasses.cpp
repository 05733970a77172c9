//===- OriFlowPasses.cpp - What is known of blocks ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flow graph, dominators, loops, trip counts, divergence and meeting points, as
// remarks at terminators. Blocks are called by their number in layout order.
//
//===----------------------------------------------------------------------===//

#include "OriAnalysisPasses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FunctionFlow.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MeetingPoints.h"
#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::test;

static std::string list(ArrayRef<unsigned> numbers) {
  std::string text;
  for (unsigned n : numbers)
    text += " " + std::to_string(n);
  return text.empty() ? " none" : text;
}

namespace {

/// What FunctionFlow has; as a mistake, of the graph without its last edge.
template <typename PassT> class FlowPass : public AnalysisPass<PassT> {
public:
  FlowPass() { this->answersCanBeWrong = false; }

protected:
  ori::FunctionFlow getFlow() {
    ori::FunctionFlow flow = this->template getAnalysis<ori::FunctionFlow>();
    if (!this->wrong)
      return flow;
    std::vector<ori::FlowGraph::Edge> edges;
    for (unsigned n = 0; n != flow.graph.size(); ++n)
      for (unsigned succ : flow.graph.succs(n))
        edges.emplace_back(n, succ);
    if (!edges.empty())
      edges.pop_back();
    flow.graph = ori::FlowGraph(flow.graph.size(), edges);
    flow.dominators = ori::DomTree(flow.graph, 0);
    flow.frontiers = ori::DominanceFrontiers(flow.graph, flow.dominators);
    flow.loops = ori::LoopNest(flow.graph, 0);
    return flow;
  }
};

class TestFlowGraph : public FlowPass<TestFlowGraph> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestFlowGraph)
  StringRef getArgument() const final { return "test-ori-flow-graph"; }
  StringRef getDescription() const final {
    return "says the edges of each block and its place in reverse post-order";
  }
  void collect() {
    ori::FunctionFlow flow = getFlow();
    std::vector<unsigned> order = ori::reversePostOrder(flow.graph, 0);
    for (unsigned n = 0; n != flow.blocks.size(); ++n) {
      auto place = llvm::find(order, n);
      say(flow.blocks[n]->getTerminator(),
          "block " + std::to_string(n) + ": from" + list(flow.graph.preds(n)) +
              ", to" + list(flow.graph.succs(n)) + ", " +
              (place == order.end()
                   ? "not reached"
                   : "place " + std::to_string(place - order.begin())));
    }
  }
};

class TestDominators : public FlowPass<TestDominators> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDominators)
  StringRef getArgument() const final { return "test-ori-dominators"; }
  StringRef getDescription() const final {
    return "says the immediate dominator, level and frontier of each block";
  }
  void collect() {
    ori::FunctionFlow flow = getFlow();
    for (unsigned n = 0; n != flow.blocks.size(); ++n) {
      unsigned idom = flow.dominators.idom(n);
      std::string text = "block " + std::to_string(n) + ": ";
      if (!flow.dominators.isReachable(n))
        text += "not reached";
      else if (idom == ori::kNoNode)
        text += "root";
      else
        text += "behind " + std::to_string(idom) + ", level " +
                std::to_string(flow.dominators.level(n));
      text += ", frontier" + list(flow.frontiers[n]);
      say(flow.blocks[n]->getTerminator(), std::move(text));
    }
  }
};

class TestLoops : public FlowPass<TestLoops> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLoops)
  StringRef getArgument() const final { return "test-ori-loops"; }
  StringRef getDescription() const final {
    return "says in which loops each block is";
  }
  void collect() {
    ori::FunctionFlow flow = getFlow();
    for (unsigned n = 0; n != flow.blocks.size(); ++n) {
      unsigned loop = flow.loops.loopOf(n);
      if (loop == ori::kNoNode)
        continue;
      std::string text = "block " + std::to_string(n) + ": ";
      if (loop == n)
        text +=
            flow.loops.isIrreducible(n) ? "irreducible header, " : "header, ";
      text += "loop";
      for (; loop != ori::kNoNode; loop = flow.loops.parent(loop))
        text += " " + std::to_string(loop);
      say(flow.blocks[n]->getTerminator(),
          text + ", depth " + std::to_string(flow.loops.depth(n)));
    }
  }
};

class TestTripCounts : public AnalysisPass<TestTripCounts> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestTripCounts)
  StringRef getArgument() const final { return "test-ori-trip-counts"; }
  StringRef getDescription() const final {
    return "says what is known of counted loops, at the branch that tests";
  }
  void collect() {
    constexpr StringLiteral kNames[] = {"F",  "LT", "EQ", "LE",
                                        "GT", "NE", "GE", "T"};
    for (const ori::CountedLoop &loop :
         getAnalysis<ori::TripCounts>().loops()) {
      std::string text;
      llvm::raw_string_ostream os(text);
      os << "argument " << loop.counter.getArgNumber() << ", step "
         << int32_t(loop.step) << ", while argument + " << int32_t(loop.offset)
         << " " << kNames[unsigned(loop.cmp)]
         << (loop.isUnsigned ? " unsigned" : "") << ": ";
      if (loop.tests)
        os << *loop.tests << " tests";
      else
        os << "unknown";
      if (loop.test != loop.latch)
        os << ", tested first";
      say(loop.test->getTerminator(), text);
    }
  }
};

class TestDivergence : public AnalysisPass<TestDivergence> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDivergence)
  StringRef getArgument() const final { return "test-ori-divergence"; }
  StringRef getDescription() const final {
    return "says which values and branches differ between threads of a warp";
  }
  void collect() {
    const auto &info = getAnalysis<ori::DivergenceInfo>();
    for (unsigned n = 0; n != info.blocks().size(); ++n) {
      Block *block = info.blocks()[n];
      for (BlockArgument arg : block->getArguments())
        if (info.isDivergent(arg))
          say(&block->front(),
              "divergent argument " + std::to_string(arg.getArgNumber()));
      for (Operation &op : *block)
        if (llvm::any_of(op.getResults(),
                         [&](Value v) { return info.isDivergent(v); }))
          say(&op, "divergent");
      if (!info.isDivergentBranch(n))
        continue;
      unsigned meeting = info.meetingPoint(n);
      say(block->getTerminator(),
          "threads part, " + (meeting == ori::kNoNode
                                  ? std::string("for good")
                                  : "until " + std::to_string(meeting)));
    }
  }
};

class TestMeetingPoints : public AnalysisPass<TestMeetingPoints> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestMeetingPoints)
  StringRef getArgument() const final { return "test-ori-meeting-points"; }
  StringRef getDescription() const final {
    return "says where threads meet that part at a block or leave a loop";
  }
  void collect() {
    const auto &info = getAnalysis<ori::DivergenceInfo>();
    for (ori::Meeting meeting : ori::findMeetings(info))
      say(info.blocks()[meeting.from]->getTerminator(),
          "threads of " + std::to_string(meeting.from) + " meet at " +
              std::to_string(meeting.at));
  }
};

class TestWarpBlocks : public AnalysisPass<TestWarpBlocks> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestWarpBlocks)
  StringRef getArgument() const final { return "test-ori-warp-blocks"; }
  StringRef getDescription() const final {
    return "says which blocks the threads of a warp are in at one time";
  }
  void collect() {
    const auto &warp = getAnalysis<ori::WarpBlocks>();
    const ori::BlockNumbering &blocks = warp.divergence().blocks();
    for (unsigned n = 0; n != blocks.size(); ++n)
      if (!warp.isOfWarp(n))
        say(blocks[n]->getTerminator(), "block " + std::to_string(n) +
                                            " while others are in" +
                                            list(warp.blocksOf(warp.setOf(n))));
  }
};

} // namespace

void test::registerOriFlowPasses() {
  PassRegistration<TestFlowGraph>();
  PassRegistration<TestDominators>();
  PassRegistration<TestLoops>();
  PassRegistration<TestTripCounts>();
  PassRegistration<TestDivergence>();
  PassRegistration<TestMeetingPoints>();
  PassRegistration<TestWarpBlocks>();
}
