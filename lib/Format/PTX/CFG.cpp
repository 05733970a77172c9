//===- CFG.cpp - control flow of a parsed PTX function --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks from labels and branches of the statements, then dominators. The whole
// graph is known before any operation is made, so that pruned SSA needs no
// repair.
//
//===----------------------------------------------------------------------===//

#include "CFG.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir::ptx;

using Edge = std::pair<uint32_t, uint32_t>;

void Lists::build(llvm::ArrayRef<Edge> pairs, uint32_t numItems) {
  starts.assign(numItems + 1, 0);
  for (const Edge &pair : pairs)
    ++starts[pair.first + 1];
  for (uint32_t i = 0; i < numItems; ++i)
    starts[i + 1] += starts[i];
  values.resize(pairs.size());
  std::vector<uint32_t> next(starts.begin(), starts.end() - 1);
  for (const Edge &pair : pairs)
    values[next[pair.first]++] = pair.second;
}

CFG::CFG(const FunctionBody &body) {
  buildBlocks(body);
  buildDominators();
  buildTree();
}

void CFG::buildBlocks(const FunctionBody &body) {
  // Labels that nothing branches to do not split a block.
  isTarget.assign(body.numLabels, false);
  for (const Statement &statement : body.statements)
    if (statement.kind == Statement::Branch)
      isTarget[statement.index] = true;
    else if (statement.kind == Statement::IndexedBranch)
      for (uint32_t label : body.branchTables[statement.index])
        isTarget[label] = true;

  std::vector<uint32_t> labelBlocks(body.numLabels, kNone);
  // Edges to labels are known when all blocks are.
  std::vector<Edge> edges;
  constexpr uint32_t kLabel = 1u << 31;
  uint32_t numStatements = body.statements.size();
  blocks.emplace_back();
  auto current = [&] { return uint32_t(blocks.size() - 1); };
  auto finish = [&](CFGBlock::End end, uint32_t last, uint32_t terminator) {
    blocks.back().end = end;
    blocks.back().last = last;
    blocks.back().terminator = terminator;
  };
  auto start = [&](uint32_t first) {
    blocks.emplace_back();
    blocks.back().first = blocks.back().last = first;
  };
  auto addCondition = [&](const Statement &statement, uint32_t taken,
                          uint32_t next) {
    blocks.back().condition = statement.guard;
    blocks.back().uniform = statement.uniform;
    edges.push_back({current(), statement.guardNegated ? next : taken});
    edges.push_back({current(), statement.guardNegated ? taken : next});
  };
  /// Edges and end of an unguarded terminator in the current block.
  auto terminate = [&](const Statement &statement, uint32_t i, uint32_t last) {
    switch (statement.kind) {
    case Statement::Branch:
      finish(CFGBlock::Jump, last, i);
      edges.push_back({current(), statement.index | kLabel});
      return;
    case Statement::IndexedBranch:
      finish(CFGBlock::Indexed, last, i);
      blocks.back().uniform = statement.uniform;
      for (uint32_t label : body.branchTables[statement.index])
        edges.push_back({current(), label | kLabel});
      return;
    case Statement::Exit:
      return finish(CFGBlock::Exit, last, i);
    case Statement::Trap:
      return finish(CFGBlock::Trap, last, i);
    default:
      return finish(CFGBlock::Return, last, i);
    }
  };
  for (uint32_t i = 0; i < numStatements; ++i) {
    const Statement &statement = body.statements[i];
    bool isGuarded = statement.guard != kNone;
    if (statement.kind == Statement::Label) {
      if (!isTarget[statement.index])
        continue;
      finish(CFGBlock::Fall, i, kNone);
      edges.push_back({current(), current() + 1});
      start(i + 1);
      labelBlocks[statement.index] = current();
    } else if (statement.isTerminator() && !isGuarded) {
      terminate(statement, i, i);
      start(i + 1);
    } else if (statement.kind == Statement::Branch) {
      finish(CFGBlock::Condition, i, i);
      addCondition(statement, statement.index | kLabel, current() + 1);
      start(i + 1);
    } else if (statement.isTerminator()) {
      // A guarded end: into a block of its own, or around it.
      finish(CFGBlock::Condition, i, i);
      addCondition(statement, current() + 1, current() + 2);
      start(i);
      terminate(statement, i, i);
      start(i + 1);
    } else if (statement.kind == Statement::Call && isGuarded) {
      finish(CFGBlock::Condition, i, i);
      addCondition(statement, current() + 1, current() + 2);
      start(i);
      finish(CFGBlock::Fall, i + 1, kNone);
      edges.push_back({current(), current() + 1});
      start(i + 1);
    }
  }
  // The body ends in a return, so this block is never entered by running on.
  finish(CFGBlock::Return, numStatements, kNone);
  for (Edge &edge : edges)
    if (edge.second & kLabel)
      edge.second = labelBlocks[edge.second & ~kLabel];
  successors.build(edges, blocks.size());
  for (Edge &edge : edges)
    std::swap(edge.first, edge.second);
  predecessors.build(edges, blocks.size());
}

/// Lengauer and Tarjan, simple version: n log n, no recursion.
void CFG::buildDominators() {
  uint32_t n = blocks.size();
  // Depth-first numbers; everything below is in terms of them.
  std::vector<uint32_t> number(n, kNone), vertex, parent;
  std::vector<Edge> stack = {{0, 0}};
  number[0] = 0;
  vertex.push_back(0);
  parent.push_back(0);
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    llvm::ArrayRef<uint32_t> targets = successors[block];
    if (next == targets.size()) {
      stack.pop_back();
      continue;
    }
    uint32_t target = targets[next++];
    if (number[target] != kNone)
      continue;
    parent.push_back(number[block]);
    number[target] = vertex.size();
    vertex.push_back(target);
    stack.push_back({target, 0});
  }
  uint32_t m = vertex.size();
  std::vector<uint32_t> semi(m), label(m), ancestor(m, kNone), idom(m, 0);
  for (uint32_t i = 0; i < m; ++i)
    semi[i] = label[i] = i;
  // Buckets as linked lists.
  std::vector<uint32_t> bucket(m, kNone), nextInBucket(m, kNone);
  std::vector<uint32_t> path;
  auto evaluate = [&](uint32_t v) {
    if (ancestor[v] == kNone)
      return v;
    path.clear();
    for (uint32_t u = v; ancestor[ancestor[u]] != kNone; u = ancestor[u])
      path.push_back(u);
    for (uint32_t u : llvm::reverse(path)) {
      uint32_t a = ancestor[u];
      if (semi[label[a]] < semi[label[u]])
        label[u] = label[a];
      ancestor[u] = ancestor[a];
    }
    return label[v];
  };
  for (uint32_t w = m; w-- > 1;) {
    for (uint32_t pred : predecessors[vertex[w]])
      if (number[pred] != kNone)
        semi[w] = std::min(semi[w], semi[evaluate(number[pred])]);
    nextInBucket[w] = bucket[semi[w]];
    bucket[semi[w]] = w;
    uint32_t p = parent[w];
    ancestor[w] = p;
    for (uint32_t v = bucket[p]; v != kNone; v = nextInBucket[v]) {
      uint32_t u = evaluate(v);
      idom[v] = semi[u] < semi[v] ? u : p;
    }
    bucket[p] = kNone;
  }
  idoms.assign(n, kNone);
  levels.assign(n, kNone);
  levels[0] = 0;
  for (uint32_t w = 1; w < m; ++w) {
    if (idom[w] != semi[w])
      idom[w] = idom[idom[w]];
    idoms[vertex[w]] = vertex[idom[w]];
    levels[vertex[w]] = levels[vertex[idom[w]]] + 1;
  }
}

void CFG::buildTree() {
  uint32_t n = blocks.size();
  std::vector<Edge> edges;
  for (uint32_t block = 1; block < n; ++block)
    if (isReachable(block))
      edges.push_back({idoms[block], block});
  children.build(edges, n);
  in.assign(n, 0);
  out.assign(n, 0);
  uint32_t time = 0;
  std::vector<Edge> stack = {{0, 0}};
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    if (next == 0) {
      in[block] = time++;
      preorder.push_back(block);
    }
    llvm::ArrayRef<uint32_t> list = children[block];
    if (next == list.size()) {
      out[block] = time++;
      stack.pop_back();
      continue;
    }
    uint32_t child = list[next++];
    stack.push_back({child, 0});
  }
}
