//===- RandomGraph.cpp - Random control flow of kernels -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of blocks with properties that can be asked for (irreducible, nested,
// many exits), small enough for sets of nodes to be words.
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"
#include <algorithm>
#include <cassert>
#include <utility>

using namespace ptxmlir;
using namespace ptxmlir::test;

void Graph::compact() {
  std::vector<unsigned> number(nodes.size(), ~0u), order, work = {0};
  number[0] = 0;
  while (!work.empty()) {
    unsigned n = work.back();
    work.pop_back();
    for (unsigned i = 0; i < unsigned(nodes[n].end); ++i)
      if (unsigned t = nodes[n].to[i]; number[t] == ~0u) {
        number[t] = 0;
        work.push_back(t);
      }
  }
  // In the order that they were in.
  for (unsigned n = 0; n < nodes.size(); ++n)
    if (number[n] != ~0u) {
      number[n] = unsigned(order.size());
      order.push_back(n);
    }
  std::vector<GraphNode> kept;
  for (unsigned n : order) {
    kept.push_back(nodes[n]);
    for (unsigned i = 0; i < unsigned(kept.back().end); ++i)
      kept.back().to[i] = number[kept.back().to[i]];
  }
  nodes = std::move(kept);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

using Set = uint64_t;

/// For each node the set of those that dominate it, from `root`; 0 where it
/// cannot be reached.
static std::vector<Set> findDominators(const std::vector<Set> &preds,
                                       unsigned root) {
  size_t n = preds.size();
  std::vector<Set> above(n, 0);
  above[root] = Set(1) << root;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b = 0; b < n; ++b) {
      if (b == root)
        continue;
      Set common = 0;
      bool any = false;
      for (Set rest = preds[b]; rest; rest &= rest - 1) {
        unsigned p = unsigned(__builtin_ctzll(rest));
        if (!above[p])
          continue;
        common = any ? common & above[p] : above[p];
        any = true;
      }
      Set now = any ? common | Set(1) << b : 0;
      if (now != above[b]) {
        above[b] = now;
        changed = true;
      }
    }
  }
  return above;
}

static std::vector<Set> turnRound(const std::vector<Set> &succs) {
  std::vector<Set> preds(succs.size(), 0);
  for (unsigned b = 0; b < succs.size(); ++b)
    for (Set rest = succs[b]; rest; rest &= rest - 1)
      preds[size_t(__builtin_ctzll(rest))] |= Set(1) << b;
  return preds;
}

/// Edges that a depth-first search finds to go back.
static std::vector<std::pair<unsigned, unsigned>>
findBackEdges(const std::vector<Set> &succs) {
  std::vector<std::pair<unsigned, unsigned>> found;
  std::vector<std::pair<unsigned, Set>> stack = {{0, succs[0]}};
  Set seen = 1, open = 1;
  while (!stack.empty()) {
    auto &[b, rest] = stack.back();
    if (!rest) {
      open &= ~(Set(1) << b);
      stack.pop_back();
      continue;
    }
    unsigned s = unsigned(__builtin_ctzll(rest));
    rest &= rest - 1;
    if (open >> s & 1)
      found.push_back({b, s});
    if (seen >> s & 1)
      continue;
    seen |= Set(1) << s;
    open |= Set(1) << s;
    stack.push_back({s, succs[s]});
  }
  return found;
}

static unsigned countCrossing(const Graph &graph,
                              const std::vector<Set> &succs) {
  size_t n = graph.nodes.size();
  // Edges to what only ends the thread do not count beside others.
  std::vector<Set> kept(n + 1, 0);
  for (unsigned b = 0; b < n; ++b) {
    Set alive = 0;
    for (Set rest = succs[b]; rest; rest &= rest - 1) {
      unsigned s = unsigned(__builtin_ctzll(rest));
      const GraphNode &node = graph.nodes[s];
      if (node.end != GraphNode::Exit || node.work || node.sync || node.part)
        alive |= Set(1) << s;
    }
    kept[b] = alive ? alive : succs[b];
    if (!kept[b])
      kept[b] = Set(1) << n;
  }
  std::vector<Set> below = findDominators(kept, unsigned(n));
  std::vector<Set> regions;
  for (unsigned b = 0; b < n; ++b) {
    if (!(kept[b] & (kept[b] - 1)) || !below[b])
      continue;
    unsigned meet = unsigned(n), most = 0;
    for (Set rest = below[b] & ~(Set(1) << b); rest; rest &= rest - 1) {
      unsigned d = unsigned(__builtin_ctzll(rest));
      if (unsigned count = unsigned(__builtin_popcountll(below[d]));
          count > most) {
        most = count;
        meet = d;
      }
    }
    Set stop = Set(1) << meet, region = Set(1) << b;
    for (Set work = kept[b] & ~stop; work;) {
      unsigned x = unsigned(__builtin_ctzll(work));
      work &= work - 1;
      if (region >> x & 1)
        continue;
      region |= Set(1) << x;
      work |= kept[x] & ~stop & ~region;
    }
    if (std::find(regions.begin(), regions.end(), region) == regions.end())
      regions.push_back(region);
  }
  unsigned count = 0;
  for (size_t i = 0; i < regions.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      Set a = regions[i], b = regions[j];
      count += (a & b) && (a & ~b) && (b & ~a);
    }
  return count;
}

GraphShapes test::findShapes(const Graph &graph) {
  assert(graph.nodes.size() < 64 && "a set of nodes is a word");
  std::vector<Set> succs;
  for (const GraphNode &node : graph.nodes) {
    Set out = 0;
    for (unsigned i = 0; i < unsigned(node.end); ++i)
      out |= Set(1) << node.to[i];
    succs.push_back(out);
  }
  GraphShapes shapes;
  shapes.nodes = unsigned(graph.nodes.size());
  std::vector<Set> above = findDominators(turnRound(succs), 0);
  Set heads = 0;
  for (auto [b, h] : findBackEdges(succs)) {
    heads |= Set(1) << h;
    shapes.irreducible |= !(above[b] >> h & 1);
  }
  shapes.loops = unsigned(__builtin_popcountll(heads));
  shapes.crossing = countCrossing(graph, succs);
  return shapes;
}

//===----------------------------------------------------------------------===//
// Random graphs
//===----------------------------------------------------------------------===//

namespace {
class Maker {
public:
  Maker(uint64_t seed, unsigned most, GraphCounts &counts)
      : rand(seed * 0x9e3779b97f4a7c15 + 1), most(most), counts(counts) {}

  Graph make();

private:
  unsigned below(unsigned n) { return unsigned(rand() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }

  unsigned add();
  void fill(GraphNode &node);
  void decide(unsigned node, unsigned yes, unsigned no);
  void jump(unsigned node, unsigned to) {
    graph.nodes[node].end = GraphNode::Jump;
    graph.nodes[node].to[0] = to;
  }
  /// Whether anything goes there already.
  bool isReached(unsigned target) const {
    for (const GraphNode &node : graph.nodes)
      for (unsigned i = 0; i < unsigned(node.end); ++i)
        if (node.to[i] == target)
          return true;
    return false;
  }
  bool hasRoom() const { return graph.nodes.size() + 4 < most; }

  void makeRandom(unsigned count);
  unsigned addSequence(unsigned from, unsigned depth);
  unsigned addStatement(unsigned from, unsigned depth);
  unsigned addChoice(unsigned from, unsigned depth);
  unsigned addLoop(unsigned from, unsigned depth);
  unsigned addSwitch(unsigned from, unsigned depth);
  unsigned addWait(unsigned from);
  unsigned addLeave(unsigned from);
  unsigned addGoto(unsigned from);
  unsigned addEnd(unsigned from);
  void addTree(unsigned from, const std::vector<unsigned> &targets, size_t low,
               size_t high);

  std::mt19937_64 rand;
  unsigned most;
  GraphCounts &counts;
  Graph graph;
  /// Of the loops around: where `continue` and `break` go.
  std::vector<std::pair<unsigned, unsigned>> loops;
  /// Labels that jumps go to: placed, and still to come.
  std::vector<unsigned> placed, coming;
  unsigned divergent = 0, syncs = 0, exits = 0;
};
} // namespace

unsigned Maker::add() {
  graph.nodes.emplace_back();
  fill(graph.nodes.back());
  return unsigned(graph.nodes.size() - 1);
}

void Maker::fill(GraphNode &node) {
  node.work = chance(70);
  node.sync = chance(syncs);
  node.part = chance(syncs / 3);
  node.bit = below(5);
  unsigned x = below(100);
  node.source = x < divergent        ? GraphNode::Thread
                : x < divergent + 8  ? GraphNode::Block
                : x < divergent + 25 ? GraphNode::Loaded
                : x < divergent + 32 ? GraphNode::Observed
                                     : GraphNode::Atomic;
}

void Maker::decide(unsigned node, unsigned yes, unsigned no) {
  GraphNode &n = graph.nodes[node];
  n.end = GraphNode::Branch;
  bool turn = chance(50);
  n.to[turn] = yes;
  n.to[!turn] = no;
}

Graph Maker::make() {
  divergent = 50 + 10 * below(3);
  syncs = chance(30) ? 0 : 5 + below(30);
  exits = chance(50) ? 0 : 2 + below(10);
  if (chance(40)) {
    makeRandom(most / 2 + below(most / 2 + 1));
  } else {
    unsigned last = addSequence(add(), 0);
    while (!coming.empty()) {
      jump(last, coming.back());
      last = coming.back();
      coming.pop_back();
    }
    graph.nodes[last].end = GraphNode::Exit;
  }
  graph.compact();
  return std::move(graph);
}

/// Each block with random successors, most of them near.
void Maker::makeRandom(unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    add();
  unsigned way = below(3), back = 5 + below(30);
  for (unsigned i = 0; i < count; ++i) {
    auto pick = [&] {
      if (way == 0)
        return below(count);
      if (chance(back))
        return below(i + 1);
      return std::min(count - 1, i + 1 + below(way == 1 ? 3 : 6));
    };
    unsigned x = below(100);
    if (i + 1 == count || x < exits)
      continue;
    unsigned next = std::min(count - 1, i + 1);
    if (x < exits + 15)
      jump(i, pick());
    else
      decide(i, pick(), chance(60) ? next : pick());
  }
}

//===----------------------------------------------------------------------===//
// Statements: each begins at the end of a block and gives the one behind it
//===----------------------------------------------------------------------===//

unsigned Maker::addSequence(unsigned from, unsigned depth) {
  for (unsigned k = 0, n = depth ? 1 + below(3) : 40; k < n && hasRoom(); ++k) {
    if (chance(15)) {
      // A label: one that something has jumped to, or one for later.
      unsigned label;
      if (!coming.empty() && chance(60)) {
        size_t at = below(unsigned(coming.size()));
        label = coming[at];
        coming.erase(coming.begin() + long(at));
      } else {
        label = add();
      }
      placed.push_back(label);
      jump(from, label);
      from = label;
    }
    from = addStatement(from, depth);
  }
  return from;
}

unsigned Maker::addStatement(unsigned from, unsigned depth) {
  unsigned x = below(100);
  if (x < 20 && depth < 6)
    return addChoice(from, depth);
  if (x < 40 && depth < 6)
    return addLoop(from, depth);
  if (x < 55 && depth < 6)
    return addSwitch(from, depth);
  if (x < 62)
    return addWait(from);
  if (x < 75 && !loops.empty())
    return addLeave(from);
  if (x < 85)
    return addGoto(from);
  if (x < 85 + exits)
    return addEnd(from);
  unsigned next = add();
  jump(from, next);
  return next;
}

unsigned Maker::addChoice(unsigned from, unsigned depth) {
  unsigned out = add(), then = add(), other = chance(60) ? add() : out;
  decide(from, then, other);
  jump(addSequence(then, depth + 1), out);
  if (other != out)
    jump(addSequence(other, depth + 1), out);
  return out;
}

unsigned Maker::addLoop(unsigned from, unsigned depth) {
  unsigned head = add(), out = add(), body = head;
  jump(from, head);
  if (chance(30)) {
    body = add();
    decide(head, body, out);
  }
  loops.push_back({head, out});
  unsigned last = addSequence(body, depth + 1);
  loops.pop_back();
  if (chance(25)) {
    // Two latches.
    unsigned more = add();
    decide(last, head, more);
    decide(more, head, out);
  } else if (chance(50) || !isReached(out)) {
    decide(last, head, out);
  } else {
    // It ends by what is within.
    jump(last, head);
  }
  return out;
}

void Maker::addTree(unsigned from, const std::vector<unsigned> &targets,
                    size_t low, size_t high) {
  if (high - low == 1) {
    jump(from, targets[low]);
    return;
  }
  size_t middle = (low + high) / 2;
  unsigned left = middle - low == 1 ? targets[low] : add();
  unsigned right = high - middle == 1 ? targets[middle] : add();
  graph.nodes[from].end = GraphNode::Branch;
  graph.nodes[from].to[0] = left;
  graph.nodes[from].to[1] = right;
  if (middle - low > 1)
    addTree(left, targets, low, middle);
  if (high - middle > 1)
    addTree(right, targets, middle, high);
}

unsigned Maker::addSwitch(unsigned from, unsigned depth) {
  ++counts.switches;
  unsigned out = add();
  std::vector<unsigned> cases;
  for (unsigned k = 0, n = 2 + below(4); k < n; ++k)
    cases.push_back(add());
  // Cases with several values, values without a case, the default between.
  std::vector<unsigned> targets = cases;
  for (unsigned k = below(4); k; --k)
    targets.push_back(chance(30) ? out : cases[below(unsigned(cases.size()))]);
  counts.duplicates += targets.size() > cases.size();
  std::shuffle(targets.begin(), targets.end(), rand);
  if (chance(50)) {
    addTree(from, targets, 0, targets.size());
  } else {
    unsigned at = from;
    for (size_t k = 0; k + 1 < targets.size(); ++k) {
      unsigned next = k + 2 == targets.size() ? targets[k + 1] : add();
      graph.nodes[at].end = GraphNode::Branch;
      graph.nodes[at].to[0] = targets[k];
      graph.nodes[at].to[1] = next;
      at = next;
    }
  }
  bool falls = false, shares = false;
  for (size_t k = 0; k < cases.size(); ++k) {
    unsigned last =
        chance(40) && hasRoom() ? addSequence(cases[k], depth + 1) : cases[k];
    unsigned x = below(100);
    if (x < 35 && k + 1 < cases.size()) {
      falls = true;
      jump(last, cases[k + 1]);
    } else if (x < 50 && k + 1 < cases.size()) {
      shares = true;
      jump(last, cases[k + 1 + below(unsigned(cases.size() - k - 1))]);
    } else if (x < 62 && !loops.empty()) {
      auto [head, after] = loops[below(unsigned(loops.size()))];
      jump(last, chance(50) ? head : after);
    } else {
      jump(last, out);
    }
  }
  counts.fallThrough += falls;
  counts.sharedTargets += shares;
  return out;
}

/// A loop of one block that waits for what another thread does.
unsigned Maker::addWait(unsigned from) {
  ++counts.waits;
  unsigned loop = add(), out = add();
  jump(from, loop);
  graph.nodes[loop].source =
      chance(50) ? GraphNode::Observed : GraphNode::Atomic;
  decide(loop, loop, out);
  return out;
}

unsigned Maker::addLeave(unsigned from) {
  auto [head, out] = loops[below(unsigned(loops.size()))];
  unsigned next = add();
  decide(from, chance(50) ? head : out, next);
  return next;
}

unsigned Maker::addGoto(unsigned from) {
  ++counts.jumps;
  unsigned target;
  if (!placed.empty() && chance(40)) {
    target = placed[below(unsigned(placed.size()))];
  } else {
    if (coming.empty() || chance(40))
      coming.push_back(add());
    target = coming[below(unsigned(coming.size()))];
  }
  unsigned next = add();
  decide(from, target, next);
  return next;
}

unsigned Maker::addEnd(unsigned from) {
  unsigned gone = add(), next = add();
  decide(from, gone, next);
  return next;
}

Graph test::makeGraph(uint64_t seed, unsigned most, GraphCounts &counts) {
  return Maker(seed, most, counts).make();
}
