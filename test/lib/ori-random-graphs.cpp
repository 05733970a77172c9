//===- ori-random-graphs.cpp - Passes on random control flow --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds random graphs as kernels of ori in memory and runs passes on each, for
// one that places convergence barriers and one that proves that they are right.
// A graph that a pass reports an error for is made smaller as long as it does,
// and printed. For tests only; not installed.
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>
#include <map>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::test;

static llvm::cl::opt<uint64_t> first("first", llvm::cl::desc("First seed"),
                                     llvm::cl::init(0));
static llvm::cl::opt<uint64_t>
    count("count", llvm::cl::desc("Graphs, one for each seed"),
          llvm::cl::init(10000));
static llvm::cl::opt<unsigned>
    most("most", llvm::cl::desc("Largest number of blocks, 4 to 40"),
         llvm::cl::init(30));
static llvm::cl::opt<std::string>
    passes("passes", llvm::cl::desc("Passes on each function"),
           llvm::cl::init("ori-insert-convergence"));
static llvm::cl::opt<unsigned>
    shown("show",
          llvm::cl::desc("Print so many graphs that fail, of each kind"),
          llvm::cl::init(1));
static llvm::cl::opt<bool>
    reduceFailures("reduce", llvm::cl::desc("Make graphs that fail smaller"),
                   llvm::cl::init(true));
static llvm::cl::opt<std::string>
    ignored("ignore", llvm::cl::desc("Errors with this text are counted only"));
static llvm::cl::opt<bool>
    printAll("print", llvm::cl::desc("Print what the passes leave of each "
                                     "graph that does not fail"));

// One of each operation that blocks have, by the names of its results. What has
// none stands behind a copy of its operand.
static const char kParts[] = R"(
ori.module attributes {sm = 90 : i32} {
  ori.func @parts attributes {kernel} {
    %true = ori.imm true : !ori.p
    %zero = ori.imm 0 : !ori.r
    %one = ori.imm 1 : !ori.r
    %clamp = ori.imm 31 : !ori.r
    %mask = ori.imm 21845 : !ori.r
    %uzero = ori.imm 0 : !ori.ur
    %desc = ori.uldc<type = "64", offset = 520> %uzero
    %ubits = ori.ldc<type = "64", offset = 528> %zero
    %thread = ori.s2r<sr = "SR_TID.X">
    %block = ori.s2r<sr = "SR_CTAID.X">
    %address, %carry = ori.imad.wide<u32> %thread, %clamp, %ubits, %true
    %bits, %b1 = ori.lop3<lut = 192> %thread, %one, %zero, %true
    %p, %p1 = ori.isetp<cmp = "NE"> %bits, %zero, %true, %true
    %v, %v1 = ori.ldg<desc> %ubits, %desc, %true
    %s, %s1 = ori.ldg<order = "STRONG.GPU", desc> %address, %desc, %true
    %a, %a1 = ori.atomg<order = "STRONG.GPU", desc> %address, %desc, %one
    ori.warpsync.all %true
    %h1, %h = ori.shfl<mode = "BFLY"> %thread, %one, %clamp
    ori.warpsync %true, %mask
    %vote, %vote1 = ori.vote %p
    ori.stg<desc> %address, %desc, %thread
    ori.exit
  }
}
)";

namespace {
/// Operations of kParts, in their order.
enum Part : unsigned {
  True,
  Zero,
  One,
  Clamp,
  Mask,
  UZero,
  Desc,
  UBits,
  Thread,
  Block,
  Address,
  Bits,
  Compare,
  Load,
  Strong,
  Atomic,
  SyncAll,
  Shuffle,
  SyncPart,
  Vote,
  Store,
  End
};

/// Makes functions of graphs and runs the passes on them.
class Tester {
public:
  Tester();
  bool good() const { return bool(module); }
  /// The first error of the passes, empty if there is none. The module is what
  /// they have left.
  std::string test(const Graph &graph);
  /// Makes the module that graph's.
  void build(const Graph &graph);
  void print(llvm::raw_ostream &os) {
    os << *module->getBody()->begin() << "\n";
  }

private:
  Operation *add(OpBuilder &builder, Part part,
                 llvm::ArrayRef<std::pair<Part, Value>> operands = {});
  Value compare(OpBuilder &builder, Value value, unsigned bit);

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> parts, module;
  std::vector<Operation *> ops;
  PassManager manager{&context};
  std::string error;
  IRMapping mapping;
};
} // namespace

Tester::Tester() {
  context.disableMultithreading();
  context.loadDialect<ori::OriDialect>();
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && error.empty())
      error = diagnostic.str();
    return success();
  });
  parts = parseSourceString<ModuleOp>(kParts, ParserConfig(&context));
  llvm::raw_string_ostream stream(error);
  if (!parts || failed(parsePassPipeline("ori.module(ori.func(" + passes + "))",
                                         manager, stream))) {
    llvm::errs() << "ori-random-graphs: error: " << error << "\n";
    return;
  }
  parts->walk([&](ori::FuncOp func) {
    for (Operation &op : func.getBody().front())
      ops.push_back(&op);
  });
  // An empty module of the same SM.
  module = parts->clone();
  build(Graph());
}

Operation *Tester::add(OpBuilder &builder, Part part,
                       llvm::ArrayRef<std::pair<Part, Value>> operands) {
  Operation *op = builder.clone(*ops[part], mapping);
  for (auto [of, value] : operands)
    op->replaceUsesOfWith(mapping.lookup(ops[of]->getResult(0)), value);
  return op;
}

/// Whether a bit of the value is set.
Value Tester::compare(OpBuilder &builder, Value value, unsigned bit) {
  Value one = ori::ImmOp::create(builder, value.getLoc(), value.getType(),
                                 uint64_t(1) << bit);
  Operation *bits = add(builder, Bits, {{Part::Thread, value}, {One, one}});
  return add(builder, Compare, {{Bits, bits->getResult(0)}})->getResult(0);
}

void Tester::build(const Graph &graph) {
  ori::FuncOp func;
  module->walk([&](ori::FuncOp f) { func = f; });
  Region &body = func.getBody();
  for (mlir::Block &block : body)
    block.dropAllDefinedValueUses();
  body.dropAllReferences();
  body.getBlocks().clear();
  for (StringRef name : {"diverges"})
    func->removeAttr(name);
  mapping.clear();
  Location loc = func.getLoc();
  OpBuilder builder(&context);
  std::vector<mlir::Block *> blocks;
  mlir::Block *entry = &body.emplaceBlock();
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    blocks.push_back(&body.emplaceBlock());
  builder.setInsertionPointToEnd(entry);
  for (unsigned part = True; part <= Address; ++part)
    add(builder, Part(part));
  Value byThread[5], byBlock[5];
  Value thread = mapping.lookup(ops[Part::Thread]->getResult(0));
  Value block = mapping.lookup(ops[Part::Block]->getResult(0));
  for (const GraphNode &node : graph.nodes) {
    Value *known = node.source == GraphNode::Thread  ? byThread
                   : node.source == GraphNode::Block ? byBlock
                                                     : nullptr;
    if (node.end == GraphNode::Branch && known && !known[node.bit])
      known[node.bit] =
          compare(builder, known == byThread ? thread : block, node.bit);
  }
  if (blocks.empty()) {
    add(builder, End);
    return;
  }
  // What votes count.
  Value vote = compare(builder, thread, 0);
  ori::BraOp::create(builder, loc, ValueRange(), blocks[0]);
  for (auto [node, at] : llvm::zip(graph.nodes, blocks)) {
    builder.setInsertionPointToEnd(at);
    if (node.work)
      add(builder, Store);
    if (node.sync) {
      add(builder, SyncAll);
      add(builder, Shuffle);
    }
    if (node.part) {
      add(builder, SyncPart);
      mapping.map(ops[Compare]->getResult(0), vote);
      add(builder, Vote);
    }
    if (node.end == GraphNode::Exit) {
      add(builder, End);
    } else if (node.end == GraphNode::Jump) {
      ori::BraOp::create(builder, loc, ValueRange(), blocks[node.to[0]]);
    } else {
      Value condition;
      switch (node.source) {
      case GraphNode::Thread:
        condition = byThread[node.bit];
        break;
      case GraphNode::Block:
        condition = byBlock[node.bit];
        break;
      case GraphNode::Loaded:
      case GraphNode::Observed:
      case GraphNode::Atomic:
        condition = compare(builder,
                            add(builder, node.source == GraphNode::Loaded ? Load
                                         : node.source == GraphNode::Observed
                                             ? Strong
                                             : Part::Atomic)
                                ->getResult(0),
                            node.bit);
        mapping.map(ops[Compare]->getResult(0), byThread[0]);
        break;
      }
      ori::CondBraOp::create(builder, loc, condition, ValueRange(),
                             ValueRange(), /*negated=*/false, /*uniform=*/false,
                             blocks[node.to[0]], blocks[node.to[1]]);
    }
  }
}

std::string Tester::test(const Graph &graph) {
  build(graph);
  error.clear();
  if (succeeded(manager.run(*module)))
    return "";
  return error.empty() ? "a pass fails without an error" : error;
}

/// An error without what differs between graphs: its numbers.
static std::string kindOf(llvm::StringRef error) {
  std::string kind;
  for (char c : error)
    if (!llvm::isDigit(c))
      kind += c;
    else if (kind.empty() || kind.back() != '#')
      kind += '#';
  return kind;
}

/// Smaller graphs with the same kind of error, as long as there are any.
static Graph reduce(Tester &tester, Graph graph, const std::string &kind) {
  auto fails = [&](Graph &candidate) {
    candidate.compact();
    return kindOf(tester.test(candidate)) == kind;
  };
  auto tryTo = [&](auto change) {
    Graph candidate = graph;
    if (!change(candidate) || candidate.nodes == graph.nodes ||
        !fails(candidate))
      return false;
    graph = std::move(candidate);
    return true;
  };
  for (bool again = true; again;) {
    again = false;
    for (unsigned n = 0; n < graph.nodes.size(); ++n) {
      // Who came to the block goes to where it went.
      again |= tryTo([&](Graph &g) {
        if (n == 0 || g.nodes[n].end == GraphNode::Exit)
          return false;
        for (GraphNode &node : g.nodes)
          for (unsigned &to : node.to)
            if (to == n)
              to = g.nodes[n].to[0];
        return true;
      });
      if (n >= graph.nodes.size())
        break;
      for (unsigned side : {0, 1})
        again |= tryTo([&](Graph &g) {
          if (g.nodes[n].end != GraphNode::Branch)
            return false;
          g.nodes[n].to[0] = g.nodes[n].to[side];
          g.nodes[n].end = GraphNode::Jump;
          return true;
        });
      if (n >= graph.nodes.size())
        break;
      again |= tryTo([&](Graph &g) {
        g.nodes[n].end = GraphNode::Exit;
        return true;
      });
      if (n >= graph.nodes.size())
        break;
      for (bool GraphNode::*flag :
           {&GraphNode::work, &GraphNode::sync, &GraphNode::part})
        again |= tryTo([&](Graph &g) {
          g.nodes[n].*flag = false;
          return true;
        });
      for (auto source : {GraphNode::Thread, GraphNode::Loaded})
        again |= tryTo([&](Graph &g) {
          if (g.nodes[n].source <= source)
            return false;
          g.nodes[n].source = source;
          return true;
        });
      again |= tryTo([&](Graph &g) {
        g.nodes[n].bit = 0;
        return true;
      });
    }
  }
  return graph;
}

int main(int argc, char **argv) {
  ori::registerOriPasses();
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "passes on random graphs of blocks\n");
  if (most < 4 || most > 40) {
    llvm::errs() << "ori-random-graphs: error: option '--most': 4 to 40\n";
    return 1;
  }
  Tester tester;
  if (!tester.good())
    return 1;
  GraphCounts counts;
  uint64_t nodes = 0, irreducible = 0, crossing = 0, pairs = 0, loops = 0,
           failed = 0, large = 0;
  std::map<std::string, std::pair<uint64_t, uint64_t>> kinds;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    llvm::PrettyStackTraceFormat trace("graph of seed %llu",
                                       (unsigned long long)seed);
    // Half of them as large as may be.
    Graph graph =
        makeGraph(seed, seed % 2 ? most : 4 + seed / 2 % (most - 3), counts);
    if (graph.nodes.size() >= 64) {
      ++large;
      continue;
    }
    GraphShapes shapes = findShapes(graph);
    nodes += shapes.nodes;
    loops += shapes.loops;
    irreducible += shapes.irreducible;
    crossing += shapes.crossing > 0;
    pairs += shapes.crossing;
    std::string error = tester.test(graph);
    if (error.empty() && printAll) {
      llvm::outs() << "// seed " << seed << "\n";
      tester.print(llvm::outs());
    }
    if (error.empty())
      continue;
    std::string kind = kindOf(error);
    auto &[times, seedOf] = kinds[kind];
    if (!times++)
      seedOf = seed;
    if (!ignored.empty() && llvm::StringRef(error).contains(ignored))
      continue;
    ++failed;
    if (times > shown)
      continue;
    llvm::outs() << "// seed " << seed << ": " << error << "\n";
    if (reduceFailures) {
      graph = reduce(tester, graph, kind);
      llvm::outs() << "// reduced: " << tester.test(graph) << "\n";
    }
    tester.build(graph);
    tester.print(llvm::outs());
    llvm::outs().flush();
  }
  llvm::outs() << count << " graphs, " << nodes << " blocks, " << loops
               << " loops, " << irreducible << " graphs irreducible, "
               << crossing << " with crossing regions (" << pairs << " pairs)\n"
               << counts.switches << " switches, " << counts.fallThrough
               << " fall through, " << counts.sharedTargets << " share a case, "
               << counts.duplicates << " with duplicate targets; "
               << counts.jumps << " jumps, " << counts.waits
               << " loops that wait, " << large << " too large\n";
  for (const auto &[kind, of] : kinds)
    llvm::outs() << of.first << " times, first seed " << of.second << ": "
                 << kind << "\n";
  llvm::outs() << failed << " failed, "
               << llvm::format("%.1f", double(std::clock()) / CLOCKS_PER_SEC)
               << " seconds of CPU\n";
  return failed != 0;
}
