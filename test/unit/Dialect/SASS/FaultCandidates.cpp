//===- FaultCandidates.cpp - Where a fault can be planted -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places of correct code where a control field is just large enough: making one
// smaller must be found by the checkers.
//
//===----------------------------------------------------------------------===//

#include "FaultCandidates.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/Reuse.h"
#include <map>

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;
using namespace ptxmlir::sass::test;

void test::applyFault(const Fault &fault, isa::Inst &inst) {
  isa::Control &control = inst.control;
  uint8_t &barrier = fault.ofReads ? control.readBarrier : control.writeBarrier;
  switch (fault.kind) {
  case FaultKind::Stall:
    --control.stall;
    break;
  case FaultKind::Drop:
    barrier = 7;
    break;
  case FaultKind::Swap:
    barrier = fault.value;
    break;
  case FaultKind::Wait:
    control.waitMask &= ~(1u << fault.value);
    break;
  case FaultKind::Reuse:
    control.reuse |= 1u << fault.value;
    break;
  case FaultKind::Tuple:
    ++inst.ops[fault.value].reg;
    break;
  }
}

namespace {

constexpr uint8_t kGuardSlot = 0xff;

/// How an instruction accesses a register.
struct Access {
  uint16_t reg; ///< file << 8 | number
  uint8_t slot, part;
};

struct Fact {
  unsigned inst;
  int cycle;
  Access access;
  bool isWrite, guardChanged = false, overwritten = false;
};

class Finder {
public:
  Finder(const FunctionCode &function, const LeastDistances &least,
         FaultKeys &keys)
      : code(function.code.code), target(*function.target), least(least),
        keys(keys) {}
  std::vector<Fault> run();

private:
  static void collect(const isa::Inst &inst, SmallVectorImpl<Access> &reads,
                      SmallVectorImpl<Access> &writes);
  void findStalls(const MachineBlock &block);
  void addStall(const char *kind, const Fact &fact, unsigned i, Access access,
                int distance);
  void findBarriers(const MachineBlock &block, unsigned i, bool ofReads);
  void findReuse(const MachineBlock &block, unsigned i);
  void findTuples(unsigned i);
  const isa::Inst &inst(unsigned i) const { return *code.insts[i]; }
  bool excludeEachOther(unsigned a, unsigned b) const;
  unsigned nameOf(unsigned a, unsigned b) {
    return keys.get((Twine(isa::getDesc(inst(a).opcode).name) + " " +
                     isa::getDesc(inst(b).opcode).name)
                        .str());
  }

  const MachineCode &code;
  const target::TargetInfo &target;
  const LeastDistances &least;
  FaultKeys &keys;
  std::vector<Fault> faults;
};

void Finder::collect(const isa::Inst &inst, SmallVectorImpl<Access> &reads,
                     SmallVectorImpl<Access> &writes) {
  SmallVector<isa::RegRange, 8> readRanges, writeRanges;
  isa::collectAllRegs(inst, readRanges, writeRanges);
  for (auto [ranges, accesses] :
       {std::pair(&readRanges, &reads), std::pair(&writeRanges, &writes)})
    for (const isa::RegRange &range : *ranges)
      if (target::hasLatency(range.file))
        for (unsigned n = 0; n != range.count; ++n)
          accesses->push_back(
              {uint16_t(unsigned(target::regFile(range.file)) << 8 |
                        (range.first + n)),
               range.slot,
               uint8_t(range.count == 1 ? 0
                       : n              ? 2
                                        : 1)});
}

bool Finder::excludeEachOther(unsigned a, unsigned b) const {
  const isa::Inst &first = inst(a), &second = inst(b);
  return first.guard != isa::PT && first.guard == second.guard &&
         first.guardNot != second.guardNot;
}

//===----------------------------------------------------------------------===//
// Stall counts
//===----------------------------------------------------------------------===//

void Finder::addStall(const char *kind, const Fact &fact, unsigned i,
                      Access access, int distance) {
  const isa::Inst &first = inst(fact.inst), &second = inst(i);
  if (excludeEachOther(fact.inst, i) && !fact.guardChanged)
    return;
  static const char *const regFiles[] = {"R", "UR", "P", "UP"};
  auto slotName = [](const isa::Inst &inst, uint8_t slot) {
    return slot == kGuardSlot ? "@"
                              : isa::getDesc(inst.opcode).slots[slot].name;
  };
  bool isPredicated = first.guard != isa::PT || first.guardNot;
  // As isa-distances writes it.
  std::string key =
      (Twine(kind) + " " + regFiles[access.reg >> 8] + " " +
       isa::getDesc(first.opcode).name + " " +
       slotName(first, fact.access.slot) + " " +
       Twine(unsigned(fact.access.part)) + " " + Twine(unsigned(isPredicated)) +
       " " + isa::getDesc(second.opcode).name + " " +
       slotName(second, access.slot) + " " + Twine(unsigned(access.part)))
          .str();
  if (unsigned(distance) != least.lookup(key) || distance < 2)
    return;
  std::string classKey = LeastDistances::getClassKey(
      kind, regFiles[access.reg >> 8], isa::getDesc(first.opcode).name,
      slotName(first, fact.access.slot),
      std::to_string(unsigned(fact.access.part)),
      isa::getDesc(second.opcode).name, slotName(second, access.slot),
      std::to_string(unsigned(access.part)));
  if (unsigned(distance) != least.lookupClass(classKey))
    return;
  Fault fault{FaultKind::Stall};
  fault.producer = fact.inst;
  fault.consumer = i;
  fault.key = keys.get(key);
  for (unsigned k = fact.inst; k != i; ++k) {
    const isa::Control &control = inst(k).control;
    // 11 cycles can do without the yield that 12 need.
    if (control.stall > 1) {
      fault.changed = k;
      faults.push_back(fault);
      return;
    }
  }
}

void Finder::findStalls(const MachineBlock &block) {
  std::map<uint16_t, SmallVector<Fact, 4>> state;
  int now = 0;
  constexpr int kWindow = 48;
  SmallVector<Access, 16> reads, writes;
  for (unsigned i = block.begin; i != block.end; ++i) {
    const isa::Inst &current = inst(i);
    const isa::InstDesc &desc = isa::getDesc(current.opcode);
    const target::ClassInfo &cls = target.getClass(desc.sched);
    reads.clear();
    writes.clear();
    collect(current, reads, writes);
    auto forFacts = [&](Access access, bool isWrite, const char *kind) {
      for (const Fact &fact : state[access.reg])
        if (fact.isWrite == isWrite && !fact.overwritten &&
            now - fact.cycle <= kWindow)
          addStall(kind, fact, i, access, now - fact.cycle);
    };
    for (Access read : reads)
      forFacts(read, true, "True");
    for (Access write : writes) {
      forFacts(write, true, "Output");
      forFacts(write, false, "Anti");
    }
    bool isPredicated = current.guard != isa::PT || current.guardNot;
    // What completes through a barrier has no distance.
    bool isLateWrite = cls.writeBarrier || current.control.writeBarrier != 7;
    bool isLateRead = cls.readBarrier || cls.readBarrierUR ||
                      current.control.readBarrier != 7;
    for (Access read : reads)
      if (!isLateRead || read.slot == kGuardSlot)
        state[read.reg].push_back({i, now, read, false});
    for (Access write : writes) {
      auto &facts = state[write.reg];
      if (!isPredicated)
        facts.clear();
      for (Fact &fact : facts)
        fact.overwritten = true;
      if (!isLateWrite)
        facts.push_back({i, now, write, true});
      unsigned file = write.reg >> 8;
      if (file < 2)
        continue;
      for (auto &[reg, others] : state)
        for (Fact &fact : others)
          fact.guardChanged |= inst(fact.inst).guard == (write.reg & 0xff);
    }
    now += current.control.cycles();
  }
}

//===----------------------------------------------------------------------===//
// Dependency barriers
//===----------------------------------------------------------------------===//

void Finder::findBarriers(const MachineBlock &block, unsigned i, bool ofReads) {
  const isa::Inst &first = inst(i);
  const isa::InstDesc &desc = isa::getDesc(first.opcode);
  const target::ClassInfo &cls = target.getClass(desc.sched);
  uint8_t barrier =
      ofReads ? first.control.readBarrier : first.control.writeBarrier;
  uint8_t other =
      ofReads ? first.control.writeBarrier : first.control.readBarrier;
  uint8_t group = ofReads ? cls.readOrderGroup : cls.inOrderGroup;
  if (barrier == 7 || barrier == other)
    return;
  SmallVector<Access, 16> reads, writes;
  collect(first, reads, writes);
  auto has = [](ArrayRef<Access> list, uint16_t reg) {
    for (const Access &access : list)
      if (access.reg == reg && access.slot != kGuardSlot)
        return true;
    return false;
  };
  uint8_t waits = 0;
  for (unsigned k = i + 1; k != block.end; ++k) {
    const isa::Inst &second = inst(k);
    if (second.opcode == isa::Opcode::DEPBAR)
      return;
    waits |= second.control.waitMask;
    SmallVector<Access, 16> laterReads, laterWrites;
    collect(second, laterReads, laterWrites);
    bool depends = false;
    for (const Access &write : laterWrites)
      depends |= has(ofReads ? ArrayRef(reads) : ArrayRef(writes), write.reg);
    if (!ofReads)
      for (const Access &read : laterReads)
        depends |= has(writes, read.reg);
    const target::ClassInfo &later =
        target.getClass(isa::getDesc(second.opcode).sched);
    uint8_t laterGroup = ofReads ? later.readOrderGroup : later.inOrderGroup;
    if (depends) {
      // The wait is at the first instruction that depends on it: there is no
      // other reason for it.
      bool waitsHere = second.control.waitMask >> barrier & 1;
      bool waitedBefore = (waits & ~second.control.waitMask) >> barrier & 1;
      if (!waitsHere || waitedBefore || (other != 7 && waits >> other & 1) ||
          excludeEachOther(i, k) || (group && group == laterGroup))
        return;
      Fault fault{FaultKind::Drop, ofReads};
      fault.producer = fault.changed = i;
      fault.consumer = k;
      fault.key = nameOf(i, k);
      faults.push_back(fault);
      for (uint8_t next = 0; next != target.latencies->numBarriers; ++next)
        if (next != barrier && next != other && !(waits >> next & 1)) {
          fault.kind = FaultKind::Swap;
          fault.value = next;
          faults.push_back(fault);
          break;
        }
      fault.kind = FaultKind::Wait;
      fault.value = barrier;
      fault.changed = k;
      faults.push_back(fault);
      return;
    }
    // Another one that tells of it.
    for (uint8_t set :
         {second.control.writeBarrier, second.control.readBarrier})
      if (set == barrier || (set != 7 && group && group == laterGroup))
        return;
    if (waits >> barrier & 1)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Reuse and tuples
//===----------------------------------------------------------------------===//

void Finder::findReuse(const MachineBlock &block, unsigned i) {
  const isa::Inst &first = inst(i);
  const isa::InstDesc &desc = isa::getDesc(first.opcode);
  if (first.control.yield ||
      !isa::getDesc(inst(block.end - 1).opcode).is(isa::Branch))
    return;
  SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(first, reads, writes);
  for (const isa::RegRange &source : reads) {
    if (source.file != isa::Operand::R || source.slot == kGuardSlot)
      continue;
    int bit = isa::getReuseBit(desc, source.slot);
    if (bit < 0 || first.control.reuse >> bit & 1)
      continue;
    bool isRead = false, isDisplaced = false;
    for (unsigned k = i + 1; k != block.end && !isRead; ++k) {
      const isa::InstDesc &later = isa::getDesc(inst(k).opcode);
      SmallVector<isa::RegRange, 8> laterReads, laterWrites;
      isa::collectRegs(inst(k), laterReads, laterWrites);
      for (const isa::RegRange &read : laterReads) {
        if (read.file != isa::Operand::R || read.slot == kGuardSlot ||
            isa::getReuseBit(later, read.slot) != bit)
          continue;
        isRead |= source.first >= read.first &&
                  source.first < unsigned(read.first) + read.count;
        isDisplaced |= k == i + 1 && inst(k).opcode == first.opcode &&
                       source.count == 1 && read.count == 1 &&
                       read.first != source.first &&
                       (read.first ^ source.first) % 2 == 0;
      }
      if (isDisplaced)
        break;
    }
    if (isRead)
      continue;
    Fault fault{FaultKind::Reuse};
    fault.value = uint8_t(bit);
    fault.producer = fault.consumer = fault.changed = i;
    fault.key =
        keys.get((Twine(desc.name) + " " + desc.slots[source.slot].name +
                  (isDisplaced ? " displaced" : " not read"))
                     .str());
    faults.push_back(fault);
  }
}

void Finder::findTuples(unsigned i) {
  const isa::Inst &first = inst(i);
  const isa::InstDesc &desc = isa::getDesc(first.opcode);
  SmallVector<isa::RegRange, 8> ranges, writes;
  isa::collectRegs(first, ranges, writes);
  ranges.append(writes);
  for (const isa::RegRange &range : ranges) {
    if (range.file != isa::Operand::R || range.count < 2 ||
        range.first + range.count >= 254)
      continue;
    Fault fault{FaultKind::Tuple};
    fault.value = range.slot;
    fault.producer = fault.consumer = fault.changed = i;
    fault.key =
        keys.get((Twine(desc.name) + " " + desc.slots[range.slot].name).str());
    isa::Inst changed = first;
    applyFault(fault, changed);
    // Not where the field has no odd numbers.
    if (isa::encode(changed, target.sm))
      faults.push_back(fault);
  }
}

std::vector<Fault> Finder::run() {
  for (const MachineBlock &block : code.blocks) {
    findStalls(block);
    for (unsigned i = block.begin; i != block.end; ++i) {
      findBarriers(block, i, false);
      findBarriers(block, i, true);
      findReuse(block, i);
      findTuples(i);
    }
  }
  return std::move(faults);
}

} // namespace

std::vector<Fault> test::findFaults(const FunctionCode &function,
                                    const LeastDistances &least,
                                    FaultKeys &keys) {
  return Finder(function, least, keys).run();
}
