//===- HazardInfo.cpp - What an instruction waits for and tells -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers and barriers of one instruction in the terms of the checkers.
// Static and dynamic checks use the same, so that they cannot disagree on what
// an instruction reads.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Analysis/HazardInfo.h"
#include "llvm/ADT/Twine.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using target::RegFile;

std::string sass::getRegName(RegId reg) {
  if (reg >= kFirstDepBarrier)
    return ("SB" + llvm::Twine(reg - kFirstDepBarrier)).str();
  if (reg >= kFirstB)
    return ("B" + llvm::Twine(reg - kFirstB)).str();
  if (reg >= kFirstUP)
    return ("UP" + llvm::Twine(reg - kFirstUP)).str();
  if (reg >= kFirstP)
    return ("P" + llvm::Twine(reg - kFirstP)).str();
  if (reg >= kFirstUR)
    return ("UR" + llvm::Twine(reg - kFirstUR)).str();
  return ("R" + llvm::Twine(reg)).str();
}

std::optional<RegId>
sass::findMissingRegister(const isa::Inst &inst,
                          const target::TargetInfo &target) {
  llvm::SmallVector<isa::RegRange, 8> ranges, writes;
  isa::collectRegs(inst, ranges, writes);
  ranges.append(writes);
  for (const isa::RegRange &range : ranges) {
    if (!target::hasLatency(range.file))
      continue;
    unsigned all = target.limits->numRegisters(target::regFile(range.file));
    if (range.first + range.count > all)
      return regId(range.file, std::max<unsigned>(range.first, all));
  }
  return std::nullopt;
}

HazardInfo sass::getHazardInfo(const isa::Inst &inst,
                               const target::TargetInfo &target) {
  HazardInfo info;
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  const target::ClassInfo &cls = target.getClass(desc.sched);
  const isa::Control &control = inst.control;
  unsigned numBarriers = target.latencies->numBarriers;
  info.cls = &cls;
  info.isPredicated = inst.guard != isa::PT || inst.guardNot;
  if (inst.guard != isa::PT) {
    info.guard = desc.is(isa::UniformGuard) ? kFirstUP + inst.guard
                                            : kFirstP + inst.guard;
    info.guardNot = inst.guardNot;
  }
  info.waitMask = info.waitField = control.waitMask;
  // Observed: they come in order with the loads of shared memory, although
  // their latencies are those of other classes.
  info.inOrderGroup =
      desc.is(isa::InSharedOrder)
          ? target.getClass(isa::SchedClassId::SharedLoad).inOrderGroup
          : cls.inOrderGroup;
  if (control.writeBarrier < numBarriers)
    info.writeMask = 1u << control.writeBarrier;
  if (control.readBarrier < numBarriers)
    info.readMask = 1u << control.readBarrier;
  info.cycles = info.takenCycles = control.cycles();
  // Observed: calls stall for one cycle, but what is two calls away from a
  // result takes it as if they were branches, which stall for five.
  constexpr unsigned kBranchCycles = 5;
  if (desc.branch == isa::BranchKind::Call)
    info.takenCycles = std::max(info.cycles, kBranchCycles);
  // USETMAXREG and the like have a fixed latency otherwise, and so have FP64
  // and IMMA of sm_100 in code of ptxas before 13.4.
  bool relies = cls.optionalBarrier && !info.setMask();
  info.writesLate = info.writeMask || (cls.writeBarrier && !relies);
  bool isCTABarrier = desc.sync == isa::SyncKind::BlockBarrier;
  // Observed: at -O0 matrix instructions have a stall count of 0, and what
  // comes next reads their result.
  info.writesAtOnce = !info.writesLate && control.stall == 0;
  // Observed of branches; and what has its results has read its sources.
  bool readsLate = (cls.readBarrier || cls.readBarrierUR) && !relies;
  info.readsAtOnce = desc.is(isa::Branch) || (info.writesAtOnce && !readsLate);
  info.drainsQueue = isCTABarrier && !info.isPredicated;
  // Observed: ptxas counts no cycles over a wait for USETMAXREG, which moves
  // the registers of the warp to others: nothing may be under way to them.
  info.drainsPipes = changesRegisters(desc.sync);
  if (desc.sync == isa::SyncKind::Scoreboard) {
    info.waitMask |= desc.getMod("mask", inst.mods);
    if (desc.getMod("le", inst.mods)) {
      info.countedMask = 1u << desc.getMod("sb", inst.mods);
      info.leaves = desc.getMod("count", inst.mods);
    }
  }

  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  for (const isa::RegRange &range : reads) {
    if (!target::hasLatency(range.file))
      continue;
    bool isGuard = range.slot == 0xff;
    bool isC = !isGuard && llvm::StringRef(desc.slots[range.slot].name) == "c";
    bool isLate = !isGuard && !relies &&
                  ((range.file == isa::Operand::R && cls.readBarrier) ||
                   (range.file == isa::Operand::UR && cls.readBarrierUR));
    for (unsigned n = 0; n != range.count; ++n)
      info.reads.push_back(
          {regId(range.file, range.first + n),
           target.readPort(cls, target::regFile(range.file), isC, n, isGuard),
           isLate});
  }
  for (const isa::RegRange &range : writes) {
    if (!target::hasLatency(range.file))
      continue;
    for (unsigned n = 0; n != range.count; ++n)
      info.writes.push_back(
          {regId(range.file, range.first + n),
           target.writePort(cls, target::regFile(range.file), n, range.count),
           false});
  }
  return info;
}
