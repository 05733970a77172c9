//===- CodeCalls.cpp - Functions within machine code ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function within a kernel's code is known by nothing but relative calls to
// it and returns behind them; from these the blocks of each are found.
//
//===----------------------------------------------------------------------===//

#include "CodeCalls.h"
#include "ConvergenceOperands.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;

/// Adds what `next` gives for each member to `seen`, to the fixed point.
static void close(std::vector<bool> &seen, std::vector<unsigned> stack,
                  llvm::function_ref<llvm::ArrayRef<unsigned>(unsigned)> next) {
  for (unsigned block : stack)
    seen[block] = true;
  while (!stack.empty()) {
    unsigned block = stack.back();
    stack.pop_back();
    for (unsigned other : next(block))
      if (!seen[other]) {
        seen[other] = true;
        stack.push_back(other);
      }
  }
}

/// What is reached from the entry without a call.
std::vector<bool> CodeCalls::findOwnBlocks() const {
  std::vector<bool> seen(code.blocks.size());
  if (!code.blocks.empty())
    close(seen, {0}, [&](unsigned block) -> llvm::ArrayRef<unsigned> {
      return code.blocks[block].succs;
    });
  return seen;
}

/// From where a return is reached without a call: nothing else is a function.
std::vector<bool> CodeCalls::findReturning() const {
  std::vector<llvm::SmallVector<unsigned, 2>> preds(code.blocks.size());
  for (auto [i, block] : llvm::enumerate(code.blocks))
    for (unsigned succ : block.succs)
      preds[succ].push_back(i);
  std::vector<bool> seen(code.blocks.size());
  close(seen, code.returns, [&](unsigned block) -> llvm::ArrayRef<unsigned> {
    return preds[block];
  });
  return seen;
}

CodeCalls::CodeCalls(const MachineCode &code)
    : code(code), callees(code.blocks.size(), kNone), jumps(code.blocks.size()),
      outside(code.blocks.size()), returns(code.blocks.size()),
      visited(code.blocks.size()), ways(code.blocks.size()) {
  std::vector<bool> isOwn = findOwnBlocks(), mayReturn = findReturning();
  auto isGuarded = [&](const MachineCall &call) {
    convergence::Condition when;
    return !getCondition(*code.insts[code.blocks[call.block].end - 1], when) ||
           !when.isAlways();
  };
  std::vector<bool> isCalled(code.blocks.size());
  for (const MachineCall &call : code.calls)
    if (!isGuarded(call))
      isCalled[call.callee] = true;
  auto addWay = [&](unsigned block) { ways[block] = ways[block] ? 2 : 1; };
  for (const MachineCall &call : code.calls) {
    callees[call.block] = call.callee;
    jumps[call.block] =
        isOwn[call.callee] || !mayReturn[call.callee] || !isCalled[call.callee];
    addWay(call.callee);
  }
  for (const MachineBlock &block : code.blocks)
    for (unsigned succ : block.succs)
      addWay(succ);
  for (unsigned block : code.outsideCalls)
    outside[block] = true;
  for (unsigned block : code.returns)
    returns[block] = true;
}

bool CodeCalls::isFunction(unsigned begin,
                           llvm::function_ref<bool(unsigned)> isReached) {
  bool comesBack = false, isOwn = true;
  std::vector<unsigned> stack = {begin};
  visited[begin] = true;
  while (!stack.empty()) {
    unsigned block = stack.back();
    stack.pop_back();
    comesBack = comesBack || returns[block];
    for (unsigned succ : code.blocks[block].succs) {
      isOwn = isOwn && !isReached(succ);
      if (!visited[succ]) {
        visited[succ] = true;
        stack.push_back(succ);
      }
    }
  }
  return comesBack && isOwn;
}
