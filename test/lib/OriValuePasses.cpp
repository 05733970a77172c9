//===- OriValuePasses.cpp - What is known of values and memory ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Liveness and pressure by 32-bit lane, known bits, and dependences of memory,
// as remarks at operations. Positions are those of LiveRanges.h: operation i
// reads at 2i and writes at 2i + 1; a block has a number before its first one.
//
//===----------------------------------------------------------------------===//

#include "OriAnalysisPasses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/PassedOperations.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegionGraph.h"
#include "ptx-mlir/Dialect/Ori/Analysis/RegisterPressure.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::test;

namespace {

class TestLiveRanges : public AnalysisPass<TestLiveRanges> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestLiveRanges)
  StringRef getArgument() const final { return "test-ori-live-ranges"; }
  StringRef getDescription() const final {
    return "says where each lane of the value of an operation is live";
  }
  void collect() {
    const ori::LiveRanges &ranges = getAnalysis<ori::RegisterUse>().ranges;
    for (unsigned id = 0; id != ranges.numValues(); ++id) {
      const ori::LiveRanges::ValueInfo &info = ranges[id];
      std::string text;
      llvm::raw_string_ostream os(text);
      auto arg = dyn_cast<BlockArgument>(info.value);
      if (arg)
        os << "argument " << arg.getArgNumber();
      else
        os << "result " << cast<OpResult>(info.value).getResultNumber();
      for (unsigned lane = 0; lane != info.width; ++lane) {
        os << (lane ? " |" : ":");
        for (ori::Segment s : ranges.lane(info.firstLane + lane))
          os << " " << s.start << "-" << s.end;
      }
      say(arg ? &arg.getOwner()->front() : info.value.getDefiningOp(), text);
    }
  }
};

class TestPressure : public AnalysisPass<TestPressure> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPressure)
  StringRef getArgument() const final { return "test-ori-register-pressure"; }
  StringRef getDescription() const final {
    return "says how many registers of each file are in use behind operations";
  }
  void collect() {
    constexpr StringLiteral kFiles[] = {"R", "UR", "P", "UP"};
    const auto &use = getAnalysis<ori::RegisterUse>();
    ori::Pressure now = {};
    for (unsigned i = 0; i != use.ranges.operations().size(); ++i) {
      for (unsigned at : {2 * i, 2 * i + 1})
        for (unsigned file = 0; file != now.size(); ++file)
          now[file] += use.changes[at][file];
      Operation *op = use.ranges.operations()[i];
      if (!op || llvm::all_of(now, [](int count) { return count == 0; }))
        continue;
      std::string text = "in use:";
      for (unsigned file = 0; file != now.size(); ++file)
        if (now[file])
          text += " " + std::to_string(now[file]) + " " + kFiles[file].str();
      say(op, text);
    }
  }
};

class TestKnownBits : public AnalysisPass<TestKnownBits> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestKnownBits)
  StringRef getArgument() const final { return "test-ori-known-bits"; }
  StringRef getDescription() const final {
    return "says which bits of results are known, highest first";
  }
  void collect() {
    ori::KnownBitsMap map;
    getOperation().walk([&](Operation *op) {
      map.visit(op);
      if (op->getNumResults() == 0 || op->hasTrait<OpTrait::ConstantLike>())
        return;
      llvm::KnownBits known = map.lookup(op->getResult(0));
      if (known.isUnknown())
        return;
      std::string text = "known:";
      for (unsigned bit = known.getBitWidth(); bit-- != 0;) {
        if (bit % 8 == 7)
          text += ' ';
        text += known.Zero[bit] ? '0' : known.One[bit] ? '1' : '.';
      }
      say(op, text);
    });
  }
};

class TestMemoryDependence : public AnalysisPass<TestMemoryDependence> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestMemoryDependence)
  StringRef getArgument() const final { return "test-ori-memory-dependence"; }
  StringRef getDescription() const final {
    return "says the spaces of each access and which earlier ones it stays "
           "behind";
  }
  void collect() {
    const auto *target = target::lookupTarget(ori::getSM(getOperation()), "");
    if (!target)
      return signalPassFailure();
    ori::SuccessorMap none;
    ori::RegionGraphBuilder builder(*target, none);
    for (Block &block : getOperation().getBody()) {
      SmallVector<Operation *> run;
      auto close = [&] {
        printRun(builder.build(run));
        run.clear();
      };
      for (Operation &op : block)
        if (ori::isFence(&op))
          close();
        else
          run.push_back(&op);
      close();
    }
  }

private:
  static isa::OrderingEffects getEffects(Operation *op) {
    auto inst = dyn_cast<ori::InstOpInterface>(op);
    return inst ? ori::getOrderingEffects(inst) : isa::OrderingEffects();
  }
  static std::string describe(uint8_t spaces) {
    static constexpr std::pair<uint8_t, StringLiteral> kSpaces[] = {
        {isa::GlobalMemory, "global"},
        {isa::SharedMemory, "shared"},
        {isa::LocalMemory, "local"},
        {isa::TensorMemory, "tensor"},
        {isa::kInvariantMemory, "invariant"}};
    std::string text;
    for (auto [space, name] : kSpaces)
      if (spaces & space)
        text += " " + name.str();
    return text;
  }
  /// Accesses are numbered in their run, from 0.
  void printRun(const ori::RegionGraph &graph) {
    std::vector<int> number(graph.nodes.size(), -1);
    std::vector<SmallVector<unsigned>> before(graph.nodes.size());
    unsigned count = 0;
    for (unsigned n = 0; n != graph.nodes.size(); ++n) {
      isa::OrderingEffects effects = getEffects(graph.nodes[n].op);
      if (effects.readSpaces | effects.writtenSpaces)
        number[n] = int(count++);
    }
    for (unsigned n = 0; n != graph.nodes.size(); ++n)
      graph.forEachEdge(n, [&](const ori::RegionGraph::Edge &edge) {
        if (number[n] >= 0)
          before[edge.to].push_back(unsigned(number[n]));
      });
    for (unsigned n = 0; n != graph.nodes.size(); ++n) {
      if (number[n] < 0)
        continue;
      Operation *op = graph.nodes[n].op;
      isa::OrderingEffects effects = getEffects(op);
      std::string text = "access " + std::to_string(number[n]) + ":";
      if (effects.readSpaces)
        text += " reads" + describe(effects.readSpaces);
      if (effects.writtenSpaces)
        text += " writes" + describe(effects.writtenSpaces);
      llvm::sort(before[n]);
      before[n].erase(llvm::unique(before[n]), before[n].end());
      for (size_t k = 0; k != before[n].size(); ++k)
        text += (k ? " " : ", behind ") + std::to_string(before[n][k]);
      say(op, text);
    }
  }
};

class TestPassedOperations : public AnalysisPass<TestPassedOperations> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPassedOperations)
  StringRef getArgument() const final { return "test-ori-passed-operations"; }
  StringRef getDescription() const final {
    return "says where fewer loads get from behind to the begin of the block";
  }
  void collect() {
    static constexpr std::pair<uint8_t, StringLiteral> kSpaces[] = {
        {isa::GlobalMemory, " global"},
        {isa::SharedMemory, " shared"},
        {isa::LocalMemory, " local"},
        {isa::kInvariantMemory, " invariant"}};
    for (Block &block : getOperation().getBody()) {
      ori::PassedOperations passed;
      std::string last = " global shared local invariant";
      for (Operation &op : block.without_terminator()) {
        passed.add(&op);
        std::string spaces;
        for (auto [space, name] : kSpaces)
          if (passed.letPass(space))
            spaces += name;
        if (spaces != last)
          say(&op,
              "passed by loads of:" + (spaces.empty() ? " nothing" : spaces));
        last = spaces;
      }
    }
  }
};
} // namespace

void test::registerOriValuePasses() {
  PassRegistration<TestLiveRanges>();
  PassRegistration<TestPressure>();
  PassRegistration<TestKnownBits>();
  PassRegistration<TestMemoryDependence>();
  PassRegistration<TestPassedOperations>();
}
