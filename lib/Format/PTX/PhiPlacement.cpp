//===- PhiPlacement.cpp - where registers need block arguments ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterated dominance frontiers after Sreedhar and Gao, one register at a time,
// restricted to the blocks where it is live-in: the cost of a register is the
// size of its live range in blocks. Most registers of real PTX are written
// once, above all reads, and cost nothing.
//
// The restriction is sound: if a register is not live-in at a block y between a
// write x and a join j of its frontier, all paths from y to j write it again,
// and the last of these writes has j in its iterated frontier as well.
//
//===----------------------------------------------------------------------===//

#include "PhiPlacement.h"
#include <queue>

using namespace ptxmlir::ptx;

using Pair = std::pair<uint32_t, uint32_t>;

void ptxmlir::ptx::forEachUse(const FunctionBody &body,
                              const Statement &statement,
                              llvm::function_ref<void(uint32_t)> use) {
  for (const Source &source : body.sourcesOf(statement))
    if (source.kind == Source::Register)
      use(source.id);
  // The guard of a call ends the block before it.
  bool isGuarded =
      statement.guard != kNone && statement.kind != Statement::Call;
  if (!isGuarded && !statement.updatesDests())
    return;
  if (isGuarded)
    use(statement.guard);
  for (const Dest &dest : body.destsOf(statement))
    if (dest.reg != kNone)
      use(dest.reg);
}

void ptxmlir::ptx::forEachUse(const FunctionBody &body, const CFGBlock &block,
                              llvm::function_ref<void(uint32_t)> use) {
  switch (block.end) {
  case CFGBlock::Condition:
    return use(block.condition);
  case CFGBlock::Indexed:
    for (const Source &source :
         body.sourcesOf(body.statements[block.terminator]))
      if (source.kind == Source::Register)
        use(source.id);
    return;
  case CFGBlock::Return:
    for (uint32_t reg : body.returnRegisters)
      use(reg);
    return;
  default:
    return;
  }
}

namespace {

class Placement {
public:
  Placement(const FunctionBody &body, const CFG &cfg);
  Lists run();

private:
  void collect();
  bool isSingleDominatingWrite(uint32_t reg);
  void markLive(uint32_t reg);
  void place(uint32_t reg);

  const FunctionBody &body;
  const CFG &cfg;
  uint32_t numRegisters, numBlocks;
  /// Blocks that write a register, and that read it before writing it.
  Lists writes, reads;
  /// Stamps of the register at hand, per block.
  std::vector<uint32_t> written, live, visited, placed;
  std::vector<uint32_t> worklist;
  std::vector<Pair> phis;
};

} // namespace

Placement::Placement(const FunctionBody &body, const CFG &cfg)
    : body(body), cfg(cfg), numRegisters(body.registers.size()),
      numBlocks(cfg.blocks.size()), written(numBlocks, kNone),
      live(numBlocks, kNone), visited(numBlocks, kNone),
      placed(numBlocks, kNone) {}

void Placement::collect() {
  std::vector<Pair> writePairs, readPairs;
  std::vector<uint32_t> lastWrite(numRegisters, kNone),
      lastRead(numRegisters, kNone);
  for (uint32_t b = 0; b < numBlocks; ++b) {
    if (!cfg.isReachable(b))
      continue;
    auto read = [&](uint32_t reg) {
      if (lastWrite[reg] == b || lastRead[reg] == b)
        return;
      lastRead[reg] = b;
      readPairs.push_back({reg, b});
    };
    auto write = [&](uint32_t reg) {
      if (lastWrite[reg] == b)
        return;
      lastWrite[reg] = b;
      writePairs.push_back({reg, b});
    };
    if (b == 0)
      for (uint32_t reg : body.inputRegisters)
        write(reg);
    const CFGBlock &block = cfg.blocks[b];
    for (uint32_t i = block.first; i < block.last; ++i) {
      const Statement &statement = body.statements[i];
      forEachUse(body, statement, read);
      for (const Dest &dest : body.destsOf(statement))
        if (dest.reg != kNone)
          write(dest.reg);
    }
    forEachUse(body, block, read);
  }
  writes.build(writePairs, numRegisters);
  reads.build(readPairs, numRegisters);
}

bool Placement::isSingleDominatingWrite(uint32_t reg) {
  if (writes[reg].size() != 1)
    return false;
  uint32_t writer = writes[reg][0];
  for (uint32_t reader : reads[reg])
    if (reader == writer || !cfg.dominates(writer, reader))
      return false;
  return true;
}

/// Marks the blocks where the register is live-in.
void Placement::markLive(uint32_t reg) {
  for (uint32_t block : writes[reg])
    written[block] = reg;
  for (uint32_t block : reads[reg]) {
    live[block] = reg;
    worklist.push_back(block);
  }
  while (!worklist.empty()) {
    uint32_t block = worklist.back();
    worklist.pop_back();
    for (uint32_t pred : cfg.predecessors[block]) {
      if (!cfg.isReachable(pred) || written[pred] == reg || live[pred] == reg)
        continue;
      live[pred] = reg;
      worklist.push_back(pred);
    }
  }
}

void Placement::place(uint32_t reg) {
  markLive(reg);
  // Deepest first; a new argument is never deeper than the block at hand.
  std::priority_queue<Pair> queue;
  for (uint32_t block : writes[reg])
    queue.push({cfg.levels[block], block});
  while (!queue.empty()) {
    auto [level, root] = queue.top();
    queue.pop();
    if (visited[root] == reg)
      continue;
    visited[root] = reg;
    worklist.push_back(root);
    while (!worklist.empty()) {
      uint32_t block = worklist.back();
      worklist.pop_back();
      for (uint32_t succ : cfg.successors[block]) {
        if (cfg.levels[succ] > level || live[succ] != reg ||
            placed[succ] == reg)
          continue;
        placed[succ] = reg;
        phis.push_back({succ, reg});
        if (written[succ] != reg)
          queue.push({cfg.levels[succ], succ});
      }
      for (uint32_t child : cfg.children[block]) {
        if (live[child] != reg || visited[child] == reg)
          continue;
        visited[child] = reg;
        worklist.push_back(child);
      }
    }
  }
}

Lists Placement::run() {
  collect();
  for (uint32_t reg = 0; reg < numRegisters; ++reg)
    if (!reads[reg].empty() && !writes[reg].empty() &&
        !isSingleDominatingWrite(reg))
      place(reg);
  Lists result;
  result.build(phis, numBlocks);
  return result;
}

Lists ptxmlir::ptx::placePhis(const FunctionBody &body, const CFG &cfg) {
  return Placement(body, cfg).run();
}
