//===- FuncCode.cpp - sass.func as machine code ---------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuncCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

const target::TargetInfo *sass::getTargetOrError(FuncOp func) {
  auto module = func->getParentOfType<ModuleOp>();
  unsigned sm = module ? module.getSm() : getSM(func);
  StringRef suffix = module ? module.getSmSuffix() : StringRef();
  const target::TargetInfo *target = target::lookupTarget(sm, suffix);
  if (!target)
    func.emitError("unknown target 'sm_") << sm << suffix << "'";
  return target;
}

namespace {
constexpr unsigned kNone = ~0u;

/// A block of the function and the machine blocks made of it. Calls split blocks
/// when they are followed.
struct Source {
  Block *block;
  unsigned first = kNone, last = kNone;
};
} // namespace

static bool isCall(const isa::InstDesc &desc) {
  return desc.is(isa::Branch) && StringRef(desc.name).starts_with("CALL");
}
static bool isReturn(const isa::InstDesc &desc) {
  return desc.is(isa::Branch) && StringRef(desc.name).starts_with("RET");
}

FuncCode sass::buildFuncCode(FuncOp func, bool followCalls) {
  FuncCode result;
  MachineCode &code = result.code;
  std::vector<Source> sources;
  DenseMap<Block *, unsigned> indexOf;
  llvm::StringMap<unsigned> labels;
  // Calls: machine block that ends in one, and its label.
  std::vector<std::pair<unsigned, StringRef>> calls;
  std::vector<unsigned> returns;

  auto open = [&](Source &source) {
    if (source.last == kNone ||
        code.blocks[source.last].end != kNone) { // none open
      unsigned index = code.blocks.size();
      code.blocks.emplace_back();
      code.blocks.back().begin = code.insts.size();
      code.blocks.back().end = kNone;
      if (source.last != kNone)
        code.blocks[source.last].succs.push_back(index);
      else
        source.first = index;
      source.last = index;
    }
  };
  for (Block &block : func.getBody()) {
    indexOf[&block] = sources.size();
    sources.push_back({&block});
    Source &source = sources.back();
    for (Operation &op : block) {
      if (auto label = dyn_cast<LabelOp>(op))
        labels[label.getName()] = indexOf[&block];
      auto instOp = dyn_cast<InstOpInterface>(op);
      if (!instOp)
        continue;
      open(source);
      isa::Inst &inst = instOp.getInst();
      code.insts.push_back(&inst);
      result.ops.push_back(&op);
      if (!followCalls)
        continue;
      const isa::InstDesc &desc = isa::getDesc(inst.opcode);
      if (isCall(desc) || isReturn(desc)) {
        code.blocks[source.last].end = code.insts.size();
        if (isReturn(desc))
          returns.push_back(source.last);
        else if (auto ref = dyn_cast_or_null<LabelAttr>(instOp.getReference()))
          calls.push_back({source.last, ref.getName().getValue()});
      }
    }
    if (source.last != kNone && code.blocks[source.last].end == kNone)
      code.blocks[source.last].end = code.insts.size();
  }

  // Where an edge to a block really goes: past blocks without instructions.
  auto resolve = [&](unsigned index) -> unsigned {
    for (unsigned steps = 0; steps <= sources.size(); ++steps) {
      if (sources[index].first != kNone)
        return sources[index].first;
      Operation *last =
          sources[index].block->empty() ? nullptr : &sources[index].block->back();
      if (!last || last->getNumSuccessors() != 1)
        return kNone;
      index = indexOf.lookup(last->getSuccessor(0));
    }
    return kNone;
  };
  // Long chains of empty blocks: resolved once each, from the end.
  std::vector<unsigned> start(sources.size());
  for (unsigned i = sources.size(); i-- != 0;) {
    Operation *last =
        sources[i].block->empty() ? nullptr : &sources[i].block->back();
    unsigned next = last && last->getNumSuccessors() == 1
                        ? indexOf.lookup(last->getSuccessor(0))
                        : kNone;
    if (sources[i].first != kNone)
      start[i] = sources[i].first;
    else
      start[i] = next != kNone && next > i ? start[next] : resolve(i);
  }
  for (Source &source : sources) {
    if (source.last == kNone || source.block->empty())
      continue;
    auto &succs = code.blocks[source.last].succs;
    for (Block *succ : source.block->back().getSuccessors()) {
      unsigned to = start[indexOf.lookup(succ)];
      if (to != kNone && !llvm::is_contained(succs, to))
        succs.push_back(to);
    }
  }
  for (auto &[block, label] : calls) {
    // The instruction after the call is reached through the returns.
    llvm::SmallVector<unsigned, 2> after = code.blocks[block].succs;
    auto found = labels.find(label);
    if (found == labels.end() || start[found->second] == kNone)
      continue;
    if (!llvm::is_contained(after, start[found->second]))
      code.blocks[block].succs.push_back(start[found->second]);
    for (unsigned ret : returns)
      for (unsigned succ : after)
        if (!llvm::is_contained(code.blocks[ret].succs, succ))
          code.blocks[ret].succs.push_back(succ);
  }
  return result;
}
