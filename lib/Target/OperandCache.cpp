//===- OperandCache.cpp - Sources that are read again ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries come with the sources of an instruction, which displace others, and
// go when something writes their registers.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Target/OperandCache.h"
#include "ptx-mlir/ISA/Reuse.h"

using namespace ptxmlir;
using namespace ptxmlir::target;

/// Removes what a source displaces; the instruction that has kept it.
int OperandCache::take(const Entry &now) {
  // Of units above this one it is not known which classes share entries: these
  // find what their own class has kept.
  constexpr uint8_t kLastKnownUnit = 2;
  int keptBy = -1;
  llvm::erase_if(entries, [&](const Entry &old) {
    if (old.bit != now.bit || old.unit != now.unit || old.inst == now.inst)
      return false;
    bool isSame = old.first == now.first && old.count == now.count;
    if (isSame && (old.sched == now.sched ||
                   (now.unit <= kLastKnownUnit && now.count == 1)))
      keptBy = old.inst;
    // Of tuples it is not known what they displace.
    bool isOtherBank =
        old.count == 1 && now.count == 1 && (old.first ^ now.first) % 2 != 0;
    return !isOtherBank;
  });
  return keptBy;
}

void OperandCache::visit(int index, const isa::Inst &inst,
                         llvm::function_ref<bool(const Source &)> keeps) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  uint8_t unit = target.getClass(desc.sched).reuseUnit;
  const isa::ReuseSlots slots = isa::getReuseSlots(inst.opcode);
  reads.clear();
  writes.clear();
  isa::collectRegs(inst, reads, writes);
  for (const isa::RegRange &read : reads) {
    if (read.file != isa::Operand::R || read.slot == 0xff)
      continue;
    int bit = slots.findBit(read.slot);
    if (bit < 0)
      continue;
    Entry now{index, read.first, read.count, uint8_t(bit), unit, desc.sched};
    int keptBy = take(now);
    if (keeps({read.first, read.count, uint8_t(bit), keptBy}))
      entries.push_back(now);
  }
  for (const isa::RegRange &write : writes)
    if (write.file == isa::Operand::R)
      llvm::erase_if(entries, [&](const Entry &e) {
        return e.first < write.first + write.count &&
               write.first < e.first + e.count;
      });
}
