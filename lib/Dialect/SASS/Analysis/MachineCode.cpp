//===- MachineCode.cpp - Instructions and register accesses ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes of every instruction in one array, computed once:
// scheduling, barriers and stall counts go over the same accesses several
// times.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Analysis/MachineCode.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using target::RegFile;

std::vector<unsigned> MachineCode::reversePostOrder() const {
  std::vector<unsigned> order;
  order.reserve(blocks.size());
  std::vector<bool> seen(blocks.size());
  std::vector<std::pair<unsigned, unsigned>> stack; // block, next successor
  // Roots from the last: the entry's part comes first once reversed.
  std::vector<unsigned> roots;
  std::vector<bool> hasPred(blocks.size());
  for (const MachineBlock &block : blocks)
    for (unsigned succ : block.succs)
      hasPred[succ] = true;
  for (unsigned b = 0; b != blocks.size(); ++b)
    if (b == 0 || !hasPred[b])
      roots.push_back(b);
  auto walk = [&](unsigned root) {
    if (seen[root])
      return;
    seen[root] = true;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      auto &[block, next] = stack.back();
      if (next == blocks[block].succs.size()) {
        order.push_back(block);
        stack.pop_back();
        continue;
      }
      // Last successor first: the branch's fall-through comes out right after
      // it.
      unsigned succ = blocks[block].succs[next++];
      if (!seen[succ]) {
        seen[succ] = true;
        stack.push_back({succ, 0});
      }
    }
  };
  // Unreachable cycles have no root; they come last in layout order.
  std::vector<unsigned> result;
  result.reserve(blocks.size());
  auto flush = [&]() {
    result.insert(result.end(), order.rbegin(), order.rend());
    order.clear();
  };
  for (unsigned root : roots) {
    walk(root);
    flush();
  }
  for (unsigned b = 0; b != blocks.size(); ++b) {
    walk(b);
    flush();
  }
  return result;
}

/// Control goes where no edge shows it.
static bool leavesCode(const isa::InstDesc &desc) {
  return desc.branch == isa::BranchKind::Call ||
         desc.branch == isa::BranchKind::Return ||
         desc.branch == isa::BranchKind::ToAddress;
}

bool sass::changesThreads(const isa::InstDesc &desc) {
  return desc.numDefs == 0 && desc.findMod("state") >= 0;
}

AccessTable::AccessTable(const MachineCode &code,
                         const target::TargetInfo &target) {
  infos.reserve(code.insts.size());
  accesses.reserve(code.insts.size() * 6);
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  for (const isa::Inst *inst : code.insts) {
    InstInfo info;
    info.desc = &isa::getDesc(inst->opcode);
    info.cls = &target.getClass(info.desc->sched);
    info.firstAccess = accesses.size();
    info.opcode = inst->opcode;
    info.isPredicated = inst->guard != isa::PT || inst->guardNot;
    info.isCall = leavesCode(*info.desc) || changesThreads(*info.desc);
    info.hasLateReads = false;
    reads.clear();
    writes.clear();
    isa::collectAllRegs(*inst, reads, writes);

    const target::ClassInfo &cls = *info.cls;
    for (const isa::RegRange &range : reads) {
      bool isGuard = range.slot == 0xff;
      bool isC = !isGuard &&
                 (cls.readC != cls.read[0] || cls.readCHigh != cls.readHigh) &&
                 llvm::StringRef(info.desc->slots[range.slot].name) == "c";
      bool isLate =
          !isGuard && ((range.file == isa::Operand::R && cls.readBarrier) ||
                       (range.file == isa::Operand::UR && cls.readBarrierUR));
      info.hasLateReads |= isLate;
      for (unsigned i = 0; i != range.count; ++i) {
        RegId reg = regId(range.file, range.first + i);
        target::Port port = 0;
        if (hasLatency(reg))
          port = target.readPort(cls, regFileOf(reg), isC, i, isGuard);
        accesses.push_back({reg, port, isLate});
      }
    }
    info.numReads = accesses.size() - info.firstAccess;
    bool hasResult = false;
    for (const isa::RegRange &range : writes)
      for (unsigned i = 0; i != range.count; ++i) {
        RegId reg = regId(range.file, range.first + i);
        target::Port port = 0;
        if (hasLatency(reg)) {
          port = target.writePort(cls, regFileOf(reg), i, range.count);
          hasResult = true;
        }
        accesses.push_back({reg, port, false});
      }
    info.numWrites = accesses.size() - info.firstAccess - info.numReads;
    info.usesWriteBarrier = cls.writeBarrier && hasResult;
    infos.push_back(info);
  }
}

void AccessTable::reorder(unsigned begin, llvm::ArrayRef<unsigned> order) {
  llvm::SmallVector<InstInfo> moved;
  moved.reserve(order.size());
  for (unsigned from : order)
    moved.push_back(infos[from]);
  llvm::copy(moved, infos.begin() + begin);
}

bool AccessTable::contains(
    llvm::function_ref<bool(const isa::InstDesc &)> isOne) const {
  return llvm::any_of(infos,
                      [&](const InstInfo &info) { return isOne(*info.desc); });
}
