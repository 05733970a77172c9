//===- CodeWays.cpp - Where threads may go in machine code ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges and reachable blocks at once: what only an edge that is not taken
// would bring does not count. A block is visited again only when its ranges
// grow, and from the ninth time on they grow to one of few.
//
//===----------------------------------------------------------------------===//

#include "CodeWays.h"
#include "ConvergenceOperands.h"
#include "ValueRanges.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <optional>
#include <queue>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using convergence::Condition;
using isa::Inst;
using isa::InstDesc;

namespace {

class RangeFlow {
public:
  RangeFlow(const MachineCode &code, const CodeCalls &calls)
      : code(code), calls(calls), states(code.blocks.size()),
        visits(code.blocks.size()), isQueued(code.blocks.size()),
        isTaken(code.blocks.size()), order(code.reversePostOrder()),
        numbers(code.blocks.size()) {
    for (auto [i, block] : llvm::enumerate(order))
      numbers[block] = i;
  }
  void run();
  bool isReached(unsigned block) const { return states[block].has_value(); }
  /// Bit i: of the i-th successor.
  uint64_t taken(unsigned block) const { return isTaken[block]; }

  /// What a function writes, and those that it calls.
  struct Effects {
    WrittenRegisters written;
    uint16_t barriers = 0;

    void add(const Inst &inst) {
      written.add(inst);
      if (changesBarrier(inst))
        barriers |= 1u << getBarrier(inst);
    }
    void addAll() {
      written.registers.set();
      written.predicates.set();
      barriers = ~uint16_t(0);
    }
    /// True if that makes a difference.
    bool add(const Effects &other) {
      Effects before = *this;
      written.registers |= other.written.registers;
      written.predicates |= other.written.predicates;
      barriers |= other.barriers;
      return written.registers != before.written.registers ||
             written.predicates != before.written.predicates ||
             barriers != before.barriers;
    }
  };
  Effects effectsOf(unsigned callee) const { return effects.lookup(callee); }

private:
  void computeEffects();
  void flowTo(unsigned block, const ValueRanges &ranges);
  void drain();
  void walk(unsigned block);
  bool isChoice(unsigned block, Condition &when) const;

  const MachineCode &code;
  const CodeCalls &calls;
  std::vector<std::optional<ValueRanges>> states;
  std::vector<uint8_t> visits;
  std::vector<bool> isQueued;
  std::vector<uint64_t> isTaken;
  /// Blocks in the order in which they are visited, and where they are there.
  std::vector<unsigned> order, numbers;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> work;
  llvm::DenseMap<unsigned, Effects> effects; ///< by callee
};

} // namespace

void RangeFlow::computeEffects() {
  // What each function does itself, and who calls it.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> callers;
  std::vector<unsigned> callees, stack;
  auto add = [&](unsigned callee) {
    if (effects.try_emplace(callee).second)
      callees.push_back(callee);
  };
  for (const MachineCall &call : code.calls)
    add(call.callee);
  for (size_t n = 0; n != callees.size(); ++n) {
    Effects own;
    llvm::DenseSet<unsigned> seen = {callees[n]};
    stack = {callees[n]};
    while (!stack.empty()) {
      unsigned number = stack.back();
      stack.pop_back();
      const MachineBlock &block = code.blocks[number];
      for (unsigned i = block.begin; i != block.end; ++i)
        own.add(*code.insts[i]);
      if (calls.isOutside(number))
        own.addAll();
      for (unsigned succ : block.succs)
        if (seen.insert(succ).second)
          stack.push_back(succ);
      if (unsigned inner = calls.calleeOf(number); inner != CodeCalls::kNone) {
        add(inner);
        callers[inner].push_back(callees[n]);
      }
    }
    effects[callees[n]] = own;
  }
  // What functions do that it calls it does, too.
  stack = callees;
  while (!stack.empty()) {
    unsigned callee = stack.back();
    stack.pop_back();
    Effects own = effects[callee];
    for (unsigned caller : callers.lookup(callee))
      if (effects[caller].add(own))
        stack.push_back(caller);
  }
}

void RangeFlow::flowTo(unsigned block, const ValueRanges &ranges) {
  constexpr unsigned kVisits = 8;
  if (!states[block])
    states[block] = ranges;
  else if (!states[block]->join(ranges, visits[block] > kVisits))
    return;
  visits[block] = std::min<unsigned>(visits[block] + 1, kVisits + 1);
  if (isQueued[block])
    return;
  isQueued[block] = true;
  work.push(numbers[block]);
}

/// Whether the block ends in a branch that threads take, to its first
/// successor, if they see `when`.
bool RangeFlow::isChoice(unsigned block, Condition &when) const {
  const Inst &inst = *code.insts[code.blocks[block].end - 1];
  std::optional<isa::BranchMode> mode = getBranchMode(inst);
  return mode && mode != isa::BranchMode::DIV &&
         mode != isa::BranchMode::CONV &&
         code.blocks[block].succs.size() == 2 &&
         calls.calleeOf(block) == CodeCalls::kNone && getCondition(inst, when);
}

/// Whether all threads see the condition, or none.
static std::optional<bool> evaluate(const Condition &when,
                                    const ValueRanges &ranges) {
  bool isTrue = true;
  for (uint32_t literal : {when.first, when.second}) {
    if (literal == Condition::kAlways)
      continue;
    std::optional<bool> holds = ranges.valueOf(literal);
    if (holds && !*holds)
      return false;
    isTrue &= holds.has_value();
  }
  return isTrue ? std::optional<bool>(true) : std::nullopt;
}

void RangeFlow::walk(unsigned block) {
  ValueRanges ranges = *states[block];
  const MachineBlock &b = code.blocks[block];
  for (unsigned i = b.begin; i != b.end; ++i)
    ranges.follow(*code.insts[i]);
  Condition when;
  bool isChoice = this->isChoice(block, when);
  // Threads for which its condition holds may go on with those for which it
  // does not, or the other way round.
  bool isUniform = getBranchMode(*code.insts[b.end - 1]) == isa::BranchMode::U;
  std::optional<bool> isBranchTaken;
  if (isChoice)
    isBranchTaken = evaluate(when, ranges);
  unsigned callee = calls.calleeOf(block);
  if (callee != CodeCalls::kNone && calls.isJump(block))
    flowTo(callee, ranges);
  else if (callee != CodeCalls::kNone)
    ranges.forget(effectsOf(callee).written);
  else if (calls.isOutside(block))
    ranges.clear();
  for (auto [i, succ] : llvm::enumerate(b.succs)) {
    if (isBranchTaken && *isBranchTaken != (i == 0))
      continue;
    isTaken[block] |= uint64_t(1) << std::min<size_t>(i, 63);
    ValueRanges along = ranges;
    if (isChoice && i == 0 && !isUniform)
      for (uint32_t literal : {when.first, when.second})
        along.assume(literal);
    else if (isChoice && i != 0 && !isUniform && when.isSingle() &&
             !when.isAlways())
      along.assume(when.first ^ 1);
    flowTo(succ, along);
  }
}

void RangeFlow::drain() {
  while (!work.empty()) {
    unsigned block = order[work.top()];
    work.pop();
    isQueued[block] = false;
    walk(block);
  }
}

void RangeFlow::run() {
  if (code.blocks.empty())
    return;
  computeEffects();
  // What functions are called with is not followed.
  for (const MachineCall &call : code.calls)
    if (!calls.isJump(call.block))
      flowTo(call.callee, {});
  flowTo(0, {});
  drain();
  // Functions that are called through a register begin where nothing leads to
  // even with all edges.
  std::vector<bool> isBehind(code.blocks.size());
  std::vector<unsigned> stack;
  auto add = [&](unsigned block) {
    if (!isBehind[block]) {
      isBehind[block] = true;
      stack.push_back(block);
    }
  };
  auto close = [&]() {
    while (!stack.empty()) {
      unsigned block = stack.back();
      stack.pop_back();
      for (unsigned succ : code.blocks[block].succs)
        add(succ);
      if (calls.calleeOf(block) != CodeCalls::kNone)
        add(calls.calleeOf(block));
    }
  };
  add(0);
  close();
  for (unsigned block = 0; block != code.blocks.size(); ++block)
    if (!isBehind[block]) {
      add(block);
      close();
      flowTo(block, {});
      drain();
    }
}

CodeWays::CodeWays(const MachineCode &code, const CodeCalls &calls)
    : succLists(code.blocks.size()), possible(code.blocks.size()) {
  RangeFlow flow(code, calls);
  flow.run();
  for (const MachineCall &call : code.calls)
    barriers[call.callee] = flow.effectsOf(call.callee).barriers;
  for (auto [b, block] : llvm::enumerate(code.blocks)) {
    possible[b] = flow.isReached(b);
    for (auto [i, succ] : llvm::enumerate(block.succs))
      if (flow.taken(b) >> std::min<size_t>(i, 63) & 1)
        succLists[b].push_back(succ);
  }
}

WayJoins::WayJoins(const CodeWays &ways, const CodeCalls &calls,
                   unsigned numBlocks, const std::vector<bool> &onlyEnds)
    : places(numBlocks), joins(numBlocks), loopJoins(numBlocks, kNowhere) {
  // The tree of the reversed graph, from the end of all threads on.
  std::vector<FlowGraph::Edge> edges, forward;
  for (unsigned b = 0; b != numBlocks; ++b) {
    llvm::SmallVector<unsigned, 4> succs(ways.succs(b).begin(),
                                         ways.succs(b).end());
    if (calls.calleeOf(b) != CodeCalls::kNone && calls.isJump(b))
      succs.push_back(calls.calleeOf(b));
    bool endsOnly =
        llvm::all_of(succs, [&](unsigned s) { return onlyEnds[s]; });
    for (unsigned succ : succs) {
      forward.push_back({b, succ});
      if (endsOnly || !onlyEnds[succ])
        edges.push_back({succ, b});
    }
    if (succs.empty())
      edges.push_back({numBlocks, b});
  }
  DomTree tree(FlowGraph(numBlocks + 1, edges), numBlocks);
  // Nothing is behind a loop without an end, but threads may stay in it.
  size_t numEdges = edges.size();
  for (unsigned b = 0; b != numBlocks; ++b)
    if (!tree.isReachable(b))
      edges.push_back({numBlocks, b});
  if (edges.size() != numEdges)
    tree = DomTree(FlowGraph(numBlocks + 1, edges), numBlocks);
  for (unsigned b = 0; b != numBlocks; ++b) {
    places[b] = tree.level(b);
    joins[b] = tree.level(tree.idom(b));
  }
  if (!numBlocks)
    return;
  loops = LoopNest(FlowGraph(numBlocks, forward), 0);
  for (unsigned b = 0; b != numBlocks; ++b) {
    if (!loops.isHeader(b))
      continue;
    // As many steps as the loop has blocks, at most.
    unsigned place = tree.idom(b);
    while (place != numBlocks && loops.contains(b, place))
      place = tree.idom(place);
    loopJoins[b] = tree.level(place);
  }
}
