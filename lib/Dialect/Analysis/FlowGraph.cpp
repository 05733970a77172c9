//===- FlowGraph.cpp - Dominators and loops over numbered blocks ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it works on numbers with explicit stacks and no recursion: functions
// have up to tens of thousands of blocks, and what calls this may have a small
// stack.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Analysis/FlowGraph.h"
#include <algorithm>

using namespace ptxmlir;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static void fillRows(unsigned numNodes, ArrayRef<FlowGraph::Edge> edges,
                     bool reverse, std::vector<unsigned> &start,
                     std::vector<unsigned> &list) {
  start.assign(numNodes + 1, 0);
  for (auto [from, to] : edges)
    ++start[(reverse ? to : from) + 1];
  for (unsigned n = 0; n != numNodes; ++n)
    start[n + 1] += start[n];
  std::vector<unsigned> next(start.begin(), start.end() - 1);
  list.resize(edges.size());
  for (auto [from, to] : edges)
    list[next[reverse ? to : from]++] = reverse ? from : to;
}

FlowGraph::FlowGraph(unsigned numNodes, ArrayRef<Edge> edges) {
  fillRows(numNodes, edges, false, succStart, succList);
  fillRows(numNodes, edges, true, predStart, predList);
}

FlowGraph FlowGraph::reversed() const {
  FlowGraph result;
  result.succStart = predStart;
  result.succList = predList;
  result.predStart = succStart;
  result.predList = succList;
  return result;
}

std::vector<unsigned> ptxmlir::reversePostOrder(const FlowGraph &graph,
                                                unsigned root) {
  std::vector<unsigned> order;
  std::vector<bool> seen(graph.size());
  std::vector<std::pair<unsigned, unsigned>> stack = {{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    ArrayRef<unsigned> succs = graph.succs(node);
    // Last successor first, so that the first one follows its block directly.
    if (next < succs.size()) {
      unsigned succ = succs[succs.size() - 1 - next++];
      if (!seen[succ]) {
        seen[succ] = true;
        stack.push_back({succ, 0});
      }
      continue;
    }
    order.push_back(node);
    stack.pop_back();
  }
  std::reverse(order.begin(), order.end());
  return order;
}

//===----------------------------------------------------------------------===//
// Depth-first numbering
//===----------------------------------------------------------------------===//

namespace {
/// Preorder numbers of a depth-first search, and the tree.
struct DepthFirst {
  std::vector<unsigned> vertex; ///< by preorder number
  std::vector<unsigned> number; ///< by node, kNoNode if unreachable
  std::vector<unsigned> parent; ///< by preorder number, as preorder number
  std::vector<unsigned> last;   ///< largest number in the subtree

  DepthFirst(const FlowGraph &graph, unsigned root)
      : number(graph.size(), kNoNode) {
    std::vector<std::pair<unsigned, unsigned>> stack = {{root, 0}};
    visit(root, kNoNode);
    while (!stack.empty()) {
      auto &[node, next] = stack.back();
      ArrayRef<unsigned> succs = graph.succs(node);
      if (next < succs.size()) {
        unsigned succ = succs[next++];
        if (number[succ] == kNoNode) {
          visit(succ, number[node]);
          stack.push_back({succ, 0});
        }
        continue;
      }
      last[number[node]] = vertex.size() - 1;
      stack.pop_back();
    }
  }
  bool isAncestor(unsigned a, unsigned b) const {
    return a <= b && b <= last[a];
  }

private:
  void visit(unsigned node, unsigned from) {
    number[node] = vertex.size();
    vertex.push_back(node);
    parent.push_back(from);
    last.push_back(0);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Dominators
//===----------------------------------------------------------------------===//

DomTree::DomTree(const FlowGraph &graph, unsigned root) {
  DepthFirst dfs(graph, root);
  unsigned count = dfs.vertex.size();
  // Semi-dominators, with path compression over the processed part of the tree.
  std::vector<unsigned> semi(count), label(count), link(count);
  for (unsigned i = 0; i != count; ++i) {
    semi[i] = label[i] = i;
    link[i] = dfs.parent[i];
  }
  std::vector<unsigned> path;
  auto eval = [&](unsigned v, unsigned processedFrom) {
    if (v < processedFrom)
      return label[v];
    path.clear();
    unsigned top = v;
    while (link[top] >= processedFrom && link[top] != kNoNode) {
      path.push_back(top);
      top = link[top];
    }
    // `top` is the root of its processed tree; compress the path onto it.
    unsigned above = top;
    while (!path.empty()) {
      unsigned node = path.back();
      path.pop_back();
      if (semi[label[above]] < semi[label[node]])
        label[node] = label[above];
      link[node] = link[top];
      above = node;
    }
    return label[v];
  };
  for (unsigned i = count; i-- > 1;) {
    unsigned best = dfs.parent[i];
    for (unsigned pred : graph.preds(dfs.vertex[i])) {
      unsigned p = dfs.number[pred];
      if (p == kNoNode)
        continue;
      best = std::min(best, semi[eval(p, i + 1)]);
    }
    semi[i] = best;
    label[i] = i;
  }
  std::vector<unsigned> dom(count, 0);
  for (unsigned i = 1; i < count; ++i) {
    unsigned d = dfs.parent[i];
    while (d > semi[i])
      d = dom[d];
    dom[i] = d;
  }

  idoms.assign(graph.size(), kNoNode);
  enter.assign(graph.size(), kNoNode);
  leave.assign(graph.size(), 0);
  levels.assign(graph.size(), 0);
  // Sizes of the subtrees give the intervals; children of a node are laid out
  // in preorder of the search.
  std::vector<unsigned> subtree(count, 1), next(count, 0), at(count, 0);
  for (unsigned i = count; i-- > 1;)
    subtree[dom[i]] += subtree[i];
  for (unsigned i = 0; i != count; ++i) {
    if (i) {
      at[i] = next[dom[i]];
      next[dom[i]] += subtree[i];
      idoms[dfs.vertex[i]] = dfs.vertex[dom[i]];
      levels[dfs.vertex[i]] = levels[dfs.vertex[dom[i]]] + 1;
    }
    next[i] = at[i] + 1;
    enter[dfs.vertex[i]] = at[i];
    leave[dfs.vertex[i]] = at[i] + subtree[i] - 1;
  }
}

unsigned DomTree::nearestCommon(unsigned a, unsigned b) const {
  if (dominates(a, b))
    return a;
  while (!dominates(b, a))
    b = idoms[b];
  return b;
}

DominanceFrontiers::DominanceFrontiers(const FlowGraph &graph,
                                       const DomTree &tree)
    : rows(graph.size()) {
  for (unsigned n = 0; n != graph.size(); ++n) {
    if (!tree.isReachable(n))
      continue;
    for (unsigned runner : graph.preds(n)) {
      if (!tree.isReachable(runner))
        continue;
      // Once a node has `n`, all above it up to the dominator of `n` have it.
      while (runner != tree.idom(n) && runner != kNoNode &&
             (rows[runner].empty() || rows[runner].back() != n)) {
        rows[runner].push_back(n);
        runner = tree.idom(runner);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LoopNest::LoopNest(const FlowGraph &graph, unsigned root)
    : outer(graph.size(), kNoNode), depths(graph.size(), 0),
      headers(graph.size()), irreducible(graph.size()) {
  DepthFirst dfs(graph, root);
  unsigned count = dfs.vertex.size();
  // All in preorder numbers. `inner` merges the bodies of finished loops.
  std::vector<unsigned> inner(count);
  for (unsigned i = 0; i != count; ++i)
    inner[i] = i;
  auto find = [&](unsigned v) {
    unsigned top = v;
    while (inner[top] != top)
      top = inner[top];
    while (inner[v] != top) {
      unsigned up = inner[v];
      inner[v] = top;
      v = up;
    }
    return top;
  };
  std::vector<SmallVector<unsigned, 0>> extra(count);
  std::vector<unsigned> mark(count, kNoNode), body, work;
  for (unsigned w = count; w-- > 0;) {
    body.clear();
    auto add = [&](unsigned v) {
      if (v == w || mark[v] == w)
        return;
      mark[v] = w;
      body.push_back(v);
    };
    bool isLoop = false;
    for (unsigned pred : graph.preds(dfs.vertex[w])) {
      unsigned v = dfs.number[pred];
      if (v == kNoNode || !dfs.isAncestor(w, v))
        continue;
      isLoop = true;
      add(find(v));
    }
    if (!isLoop)
      continue;
    headers[dfs.vertex[w]] = true;
    auto visit = [&](unsigned y) {
      y = find(y);
      if (!dfs.isAncestor(w, y)) {
        // An entry past the header.
        irreducible[dfs.vertex[w]] = true;
        extra[w].push_back(y);
      } else {
        add(y);
      }
    };
    for (unsigned i = 0; i != body.size(); ++i) {
      unsigned x = body[i];
      for (unsigned pred : graph.preds(dfs.vertex[x])) {
        unsigned y = dfs.number[pred];
        // Back edges of inner loops were merged with their header.
        if (y != kNoNode && !dfs.isAncestor(x, y))
          visit(y);
      }
      for (unsigned y : extra[x])
        visit(y);
    }
    for (unsigned x : body) {
      inner[x] = w;
      outer[dfs.vertex[x]] = dfs.vertex[w];
    }
  }
  for (unsigned v : dfs.vertex) {
    unsigned around = outer[v];
    depths[v] = (around == kNoNode ? 0 : depths[around]) + headers[v];
  }
  numberLoops(dfs.vertex);
}

/// `order`: parents in front of their children, as in a preorder of the graph.
void LoopNest::numberLoops(ArrayRef<unsigned> order) {
  first.assign(outer.size(), 0);
  last.assign(outer.size(), 0);
  std::vector<unsigned> size(outer.size(), 1), next(outer.size(), 0);
  for (unsigned loop : llvm::reverse(order))
    if (headers[loop] && outer[loop] != kNoNode)
      size[outer[loop]] += size[loop];
  unsigned nextOutside = 0;
  for (unsigned loop : order) {
    if (!headers[loop])
      continue;
    unsigned &place = outer[loop] == kNoNode ? nextOutside : next[outer[loop]];
    first[loop] = place;
    last[loop] = place + size[loop] - 1;
    place += size[loop];
    next[loop] = first[loop] + 1;
  }
}
