//===- MeetingPoints.cpp - Where threads that part meet -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Meeting points are post-dominators, but a loop must be left together or not
// at all: each loop is searched as a round of its own, where the back edge ends
// it, and then the rest of the function around the loops.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/MeetingPoints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

namespace {

class Search {
public:
  explicit Search(const DivergenceInfo &info)
      : info(info), loops(info.loops()), n(info.blocks().size()) {}
  std::vector<Meeting> run();

private:
  void collectLoops();
  void sortEdges();
  void visitRound(unsigned loop);
  void visitOutside();
  unsigned depth(unsigned loop) const {
    return loop == kNoNode ? 0 : loops.depth(loop);
  }
  /// The node that stands for `block` in the loop at hand.
  unsigned nodeOf(unsigned block);

  const DivergenceInfo &info;
  const LoopNest &loops;
  unsigned n;
  std::vector<unsigned> headers; ///< outer ones first
  /// Of a header: own blocks and headers of the loops directly inside.
  std::vector<SmallVector<unsigned, 0>> members;
  /// Of a header: edges between different members.
  std::vector<SmallVector<FlowGraph::Edge, 0>> edges;
  /// Of a block or header, once its loop has been visited: the least depth that
  /// edges out of it lead to.
  std::vector<unsigned> leadsTo;
  /// Of a header: its threads part for the loop around it.
  std::vector<bool> parts;
  std::vector<unsigned> merged; ///< finished loops, as a union-find forest
  std::vector<unsigned> index;  ///< of a node in the graph of the round at hand
  std::vector<Meeting> meetings;
};

} // namespace

unsigned Search::nodeOf(unsigned block) {
  unsigned top = block;
  while (merged[top] != top)
    top = merged[top];
  while (merged[block] != top)
    block = std::exchange(merged[block], top);
  return top;
}

void Search::collectLoops() {
  members.resize(n);
  for (unsigned b = 0; b != n; ++b) {
    if (!info.dominators().isReachable(b))
      continue;
    unsigned around = loops.isHeader(b) ? loops.parent(b) : loops.loopOf(b);
    if (around != kNoNode)
      members[around].push_back(b);
    if (loops.isHeader(b)) {
      members[b].push_back(b);
      headers.push_back(b);
    }
  }
  llvm::stable_sort(headers, [&](unsigned a, unsigned b) {
    return loops.depth(a) < loops.depth(b);
  });
}

/// Gives each edge to the innermost loop that has both of its ends.
void Search::sortEdges() {
  edges.resize(n);
  leadsTo.assign(n, ~0u);
  for (unsigned b = 0; b != n; ++b) {
    if (loops.loopOf(b) == kNoNode || !info.dominators().isReachable(b))
      continue;
    for (unsigned s : info.graph().succs(b)) {
      // One step, except into the middle of irreducible loops.
      unsigned loop = loops.loopOf(s);
      while (loop != kNoNode && !loops.contains(loop, b))
        loop = loops.parent(loop);
      if (loop != kNoNode)
        edges[loop].push_back({b, s});
      if (!info.isEarlyExit(b, s))
        leadsTo[b] = std::min(leadsTo[b], depth(loop));
    }
  }
}

void Search::visitRound(unsigned loop) {
  ArrayRef<unsigned> nodes = members[loop];
  auto isParting = [&](unsigned node) {
    bool isLoop = node != loop && loops.isHeader(node);
    return isLoop ? bool(parts[node]) : info.isDivergentBranch(node);
  };
  unsigned least = ~0u;
  for (unsigned node : nodes)
    least = std::min(least, leadsTo[node]);
  bool anyLeave = least < depth(loop);
  if (llvm::none_of(nodes, isParting))
    return;
  if (loops.isIrreducible(loop)) {
    parts[loop] = anyLeave;
    return;
  }

  // Both graphs turned round: of those that stay, and with ways out.
  unsigned count = nodes.size(), end = count, out = count + 1;
  for (auto [i, node] : llvm::enumerate(nodes))
    index[node] = i;
  std::vector<FlowGraph::Edge> stay;
  for (auto [from, to] : edges[loop]) {
    unsigned a = nodeOf(from), b = nodeOf(to);
    if (to == loop)
      stay.push_back({end, index[a]});
    else if (a != b)
      stay.push_back({index[b], index[a]});
  }
  FlowGraph round(count + 1, stay);
  DomTree meets(round, end), meetsOrLeaves;
  if (anyLeave) {
    stay.push_back({out, end});
    for (unsigned i = 0; i != count; ++i)
      if (leadsTo[nodes[i]] < depth(loop))
        stay.push_back({out, i});
    meetsOrLeaves = DomTree(FlowGraph(count + 2, stay), out);
  }

  for (unsigned i = 0; i != count; ++i) {
    unsigned node = nodes[i];
    if (!isParting(node))
      continue;
    unsigned at = i;
    do {
      if (anyLeave && meetsOrLeaves.idom(at) == out)
        parts[loop] = true;
      at = meets.idom(at);
    } while (at != end && loops.isHeader(nodes[at]) && nodes[at] != loop &&
             loops.isIrreducible(nodes[at]));
    // With one way left there is nothing to wait for; but a loop is left in
    // different rounds.
    bool isBlock = node == loop || !loops.isHeader(node);
    if (isBlock && llvm::all_equal(llvm::make_filter_range(
                       info.graph().succs(node),
                       [&](unsigned s) { return loops.contains(loop, s); })))
      continue;
    meetings.push_back({node, at == end ? loop : nodes[at]});
  }
}

void Search::visitOutside() {
  for (unsigned b = 0; b != n; ++b) {
    if (!info.dominators().isReachable(b))
      continue;
    bool isBlock = loops.loopOf(b) == kNoNode;
    if (isBlock) {
      llvm::SmallSet<unsigned, 2> ways;
      for (unsigned s : info.graph().succs(b))
        if (!info.isEarlyExit(b, s))
          ways.insert(s);
      if (!info.isDivergentBranch(b) || ways.size() < 2)
        continue;
    } else if (!loops.isHeader(b) || loops.parent(b) != kNoNode || !parts[b]) {
      continue;
    }
    unsigned at = info.meetingPoint(b);
    while (!isBlock && at != kNoNode && loops.contains(b, at))
      at = info.meetingPoint(at);
    // Nobody needs company in order to end.
    if (at != kNoNode && !info.isExitOnly(at))
      meetings.push_back({b, at});
  }
}

std::vector<Meeting> Search::run() {
  collectLoops();
  sortEdges();
  parts.assign(n, false);
  index.resize(n);
  merged.resize(n);
  for (unsigned b = 0; b != n; ++b)
    merged[b] = b;
  for (unsigned loop : llvm::reverse(headers)) {
    visitRound(loop);
    unsigned least = ~0u;
    for (unsigned node : members[loop]) {
      least = std::min(least, leadsTo[node]);
      merged[node] = loop;
    }
    leadsTo[loop] = least;
  }
  visitOutside();
  return std::move(meetings);
}

std::vector<Meeting> ori::findMeetings(const DivergenceInfo &info) {
  return Search(info).run();
}
