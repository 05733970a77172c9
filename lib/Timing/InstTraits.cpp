//===- InstTraits.cpp - What timing asks of an instruction ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instructions the model treats specially, and how much they move.
// Computed once per instruction of the program, not once per execution.
//
//===----------------------------------------------------------------------===//

#include "InstTraits.h"
#include "ptx-mlir/ISA/Semantics/Mods.h"
#include "ptx-mlir/Target/OperandCache.h"

using namespace ptxmlir;
using namespace ptxmlir::timing;
using isa::Opcode;
using isa::SchedClassId;
using isa::SyncKind;

bool timing::isCopy(Opcode opcode) {
  SchedClassId sched = isa::getDesc(opcode).sched;
  return sched == SchedClassId::Async || sched == SchedClassId::Copy;
}

InstKind timing::kindOf(const isa::Inst &inst) {
  if (inst.opcode == Opcode::Count)
    return InstKind::Other;
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  isa::sem::ModReader mods(desc, inst.mods);
  switch (desc.sync) {
  case SyncKind::BlockBarrier:
    return mods.spelling("mode").ends_with("ARV") ? InstKind::BarArrive
                                                  : InstKind::BarSync;
  case SyncKind::ClusterArrive:
    return InstKind::ClusterArrive;
  case SyncKind::ClusterWait:
    return InstKind::ClusterWait;
  case SyncKind::Fence:
    return mods.spelling("scope").ends_with("CTA") ? InstKind::CTAFence
                                                   : InstKind::Fence;
  case SyncKind::Sleep:
    return InstKind::Sleep;
  case SyncKind::CopyGroup:
    return InstKind::CopyGroup;
  case SyncKind::Scoreboard:
    return mods.flag("le") ? InstKind::WaitCount : InstKind::Other;
  default:
    if (desc.branch == isa::BranchKind::End)
      return InstKind::Exit;
    return desc.is(isa::Branch) ? InstKind::Branch : InstKind::Other;
  }
}

/// Registers that a thread loads or stores: the widest result of a load, the
/// widest source besides the address of a store.
static unsigned dataRegisters(const isa::Inst &inst,
                              const isa::InstDesc &desc) {
  unsigned most = 1;
  for (unsigned i = 0; i < desc.slots.size(); ++i) {
    llvm::StringRef name = desc.slots[i].name;
    if (inst.ops[i].kind == isa::Operand::R &&
        (desc.slots[i].isDef || name == "data"))
      most = std::max(most, isa::slotWidth(desc, i, inst.mods));
  }
  return most;
}

InstTraits timing::traitsOf(const isa::Inst &inst,
                            const target::TargetInfo &target,
                            const target::TimingModel &model) {
  InstTraits t;
  if (inst.opcode == Opcode::Count)
    return t;
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  isa::sem::ModReader mods(desc, inst.mods);
  const target::ClassInfo &cls = target.getClass(inst.opcode);
  t.kind = kindOf(inst);
  t.use = model.getUse(inst.opcode);
  t.usesLSU = t.use.numPipes && t.use.pipes[0] == target::getLSUPipe();
  t.isStore = desc.sched == SchedClassId::Store ||
              desc.sched == SchedClassId::TMemStore;
  t.isConstant =
      desc.sched == SchedClassId::ConstLoad || desc.sched == SchedClassId::LDCU;
  t.isVariable = cls.writeBarrier || cls.readBarrier;
  t.inOrderGroup = cls.inOrderGroup;
  unsigned factor = desc.sched == SchedClassId::S2R ? model.specialFactor
                    : desc.sched == SchedClassId::MUFU
                        ? model.transcendentalFactor
                        : 256;
  t.estimate = uint16_t(cls.estimate * factor / 256);
  unsigned registers = dataRegisters(inst, desc);
  t.width = registers <= 1 ? 0 : registers == 2 ? 1 : 2;
  if (t.kind == InstKind::Sleep)
    if (int slot = desc.findSlot("a"); inst.ops[slot].kind == isa::Operand::Imm)
      t.sleep = uint32_t(inst.ops[slot].value);
  if (t.kind == InstKind::WaitCount) {
    t.countBarrier = uint8_t(mods.value("sb"));
    t.count = uint8_t(mods.value("count"));
  }
  // A product of a warp group takes as long as it has columns.
  if (desc.sched == SchedClassId::GroupMMA ||
      desc.sched == SchedClassId::GroupMMAReg) {
    llvm::StringRef shape = mods.has("shape") ? mods.spelling("shape") : "";
    unsigned columns = 0;
    if (!shape.split('x').second.split('x').first.getAsInteger(10, columns))
      t.use.interval = uint8_t(std::max(columns / model.groupColumns, 1u));
  }
  return t;
}

void timing::setBankReads(llvm::ArrayRef<isa::Inst> insts,
                          const target::TargetInfo &target,
                          const target::TimingModel &model,
                          llvm::MutableArrayRef<InstTraits> traits) {
  target::OperandCache cache(target);
  for (auto [i, inst] : llvm::enumerate(insts)) {
    if (inst.opcode == Opcode::Count) {
      cache.clear();
      continue;
    }
    InstTraits &t = traits[i];
    cache.visit(int(i), inst, [&](const target::OperandCache::Source &source) {
      if (source.keptBy < 0)
        for (unsigned r = 0; r != source.count; ++r)
          if (uint8_t &reads = t.bankReads[(source.first + r) % 2];
              reads < model.readCycles)
            ++reads;
      return inst.control.reuse >> source.bit & 1;
    });
    if (inst.control.yield || isa::getDesc(inst.opcode).is(isa::Branch))
      cache.clear();
  }
}
