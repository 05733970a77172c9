//===- LiveRegisters.cpp - R registers that something reads ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Liveness of physical registers over blocks and calls, computed when first
// asked: only code with masks in registers needs it.
//
//===----------------------------------------------------------------------===//

#include "LiveRegisters.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Inst;
using isa::Operand;

void LiveRegisters::step(unsigned index, Set &live) const {
  const Inst &inst = *code.insts[index];
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  auto set = [&](const isa::RegRange &range, bool value) {
    if (range.file == Operand::R)
      for (unsigned i = range.first; i < unsigned(range.first + range.count);
           ++i)
        live.set(i % 256, value);
  };
  if (inst.guard == isa::PT && !inst.guardNot)
    for (const isa::RegRange &range : writes)
      set(range, false);
  for (const isa::RegRange &range : reads)
    set(range, true);
  if (llvm::binary_search(readers, index))
    live.set();
}

LiveRegisters::LiveRegisters(const MachineCode &code, const CodeCalls &calls,
                             llvm::ArrayRef<unsigned> readers)
    : code(code), readers(readers), out(code.blocks.size()) {
  iterate(calls);
}

void LiveRegisters::iterate(const CodeCalls &calls) {
  unsigned numBlocks = code.blocks.size();
  // What a block reads and what it writes first; then what is live before it.
  std::vector<Set> reads(numBlocks), kept(numBlocks), in(numBlocks);
  std::vector<llvm::SmallVector<unsigned, 2>> preds(numBlocks);
  std::vector<bool> isReturnedTo(numBlocks);
  for (unsigned b = 0; b != numBlocks; ++b) {
    const MachineBlock &block = code.blocks[b];
    kept[b].set();
    for (unsigned i = block.end; i-- != block.begin;) {
      step(i, reads[b]);
      step(i, kept[b]);
    }
    for (unsigned succ : block.succs)
      preds[succ].push_back(b);
    if (calls.calleeOf(b) != CodeCalls::kNone)
      preds[calls.calleeOf(b)].push_back(b);
  }
  for (const MachineCall &call : code.calls)
    for (unsigned succ : code.blocks[call.block].succs)
      isReturnedTo[succ] = true;
  Set behindCalls;
  if (!code.startsEmpty || !code.outsideCalls.empty())
    behindCalls.set();
  std::vector<unsigned> work = code.reversePostOrder();
  std::vector<bool> isQueued(numBlocks, true);
  auto push = [&](llvm::ArrayRef<unsigned> blocks) {
    for (unsigned b : blocks)
      if (!isQueued[b]) {
        isQueued[b] = true;
        work.push_back(b);
      }
  };
  while (!work.empty()) {
    unsigned b = work.back();
    work.pop_back();
    isQueued[b] = false;
    Set &live = out[b];
    for (unsigned succ : code.blocks[b].succs)
      live |= in[succ];
    if (calls.calleeOf(b) != CodeCalls::kNone)
      live |= in[calls.calleeOf(b)];
    if (calls.isOutside(b))
      live.set();
    if (calls.isReturn(b))
      live |= behindCalls;
    Set before = reads[b] | (live & kept[b]);
    if (before == in[b])
      continue;
    in[b] = before;
    push(preds[b]);
    if (isReturnedTo[b] && (before & ~behindCalls).any()) {
      behindCalls |= before;
      push(code.returns);
    }
  }
}

bool LiveRegisters::isLiveBehind(unsigned block, unsigned index, unsigned reg) {
  const MachineBlock &b = code.blocks[block];
  if (current != block) {
    current = block;
    behind.assign(b.end - b.begin, Set());
    Set live = out[block];
    for (unsigned i = b.end; i-- != b.begin;) {
      behind[i - b.begin] = live;
      step(i, live);
    }
  }
  return behind[index - b.begin][reg % 256];
}
