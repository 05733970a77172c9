//===- HazardRules.cpp - Checks that need no clock ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that hold at each instruction whatever runs before: control fields,
// alignment of tuples, reuse bits, registers that nothing has written. Apart
// from the search over paths.
//
//===----------------------------------------------------------------------===//

#include "HazardRules.h"
#include "ptx-mlir/Dialect/SASS/Analysis/HazardInfo.h"
#include "ptx-mlir/ISA/Reuse.h"
#include "llvm/ADT/STLExtras.h"
#include <bitset>
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Operation;
using isa::SyncKind;

//===----------------------------------------------------------------------===//
// Control fields and tuples
//===----------------------------------------------------------------------===//

/// Before sm_90 textures have something else in these bits.
static bool hasReuseBits(const isa::InstDesc &desc) {
  for (unsigned slot = 0; slot != desc.slots.size(); ++slot)
    if (isa::getReuseBit(desc, slot) >= 0)
      return true;
  return false;
}

/// What is wrong with the control fields, null if nothing is.
static const char *findBadField(const isa::Inst &inst,
                                const isa::InstDesc &desc,
                                const target::ClassInfo &cls,
                                const target::LatencyModel &model) {
  const isa::Control &control = inst.control;
  if (control.stall > model.maxStall)
    return "the stall count is too large";
  // The value 0 and those above leave no bit to keep the warp.
  if (!control.yield &&
      (control.stall >= model.yieldStall || control.stall == 0))
    return "the stall count needs a yield";
  if (control.reuse && control.yield && hasReuseBits(desc))
    return "a source is kept for reuse although the warp may be switched";
  for (uint8_t barrier : {control.writeBarrier, control.readBarrier})
    if (barrier != 7 && barrier >= model.numBarriers)
      return "a dependency barrier is set that does not exist";
  if (control.waitMask >> model.numBarriers)
    return "a dependency barrier is waited for that does not exist";
  // A group of copies that nobody can wait for.
  if ((desc.sync == SyncKind::CopyGroup && control.writeBarrier == 7) ||
      (desc.sync == SyncKind::BulkGroup && control.readBarrier == 7))
    return "a group of copies sets no dependency barrier";
  bool isFixed = !cls.writeBarrier && !cls.readBarrier && !cls.readBarrierUR;
  switch (desc.sync) {
  // These tell that they are done.
  case SyncKind::CopyGroup:
  case SyncKind::TakeRegisters:
  case SyncKind::Fence:
  case SyncKind::AsyncFence:
    break;
  default:
    if (isFixed && (control.writeBarrier != 7 || control.readBarrier != 7))
      return "an instruction of fixed latency sets a dependency barrier";
  }
  return nullptr;
}

static unsigned getAlignment(unsigned count) {
  return count <= 1 ? 1 : count == 2 ? 2 : 4;
}

void sass::checkInstructions(const MachineCode &code,
                             const target::TargetInfo &target,
                             std::vector<Hazard> &hazards) {
  llvm::SmallVector<isa::RegRange, 8> ranges, writes;
  for (unsigned i = 0; i != code.insts.size(); ++i) {
    const isa::Inst &inst = *code.insts[i];
    const isa::InstDesc &desc = isa::getDesc(inst.opcode);
    Hazard found{Hazard::BadField, i, i};
    found.detail = findBadField(inst, desc, target.getClass(desc.sched),
                                *target.latencies);
    if (found.detail)
      hazards.push_back(found);
    if (std::optional<RegId> reg = findMissingRegister(inst, target))
      hazards.push_back({Hazard::NoRegister, i, i, *reg, 0,
                         int(target.limits->numRegisters(regFileOf(*reg)))});
    ranges.clear();
    writes.clear();
    isa::collectRegs(inst, ranges, writes);
    ranges.append(writes);
    for (const isa::RegRange &range : ranges) {
      if (range.slot == 0xff ||
          (range.file != isa::Operand::R && range.file != isa::Operand::UR))
        continue;
      // The whole tuple, also what is not accessed or beyond the file.
      unsigned first = inst.ops[range.slot].reg;
      unsigned count = isa::slotWidth(desc, range.slot, inst.mods);
      unsigned alignment = getAlignment(count);
      if (first % alignment == 0)
        continue;
      hazards.push_back({Hazard::Misaligned, i, i, regId(range.file, first),
                         int(count), int(alignment)});
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Reuse cache
//===----------------------------------------------------------------------===//
//
// Observed: a source with a reuse bit is kept, one for each bit of the field,
// bank of the register file (register number modulo 2) and unit, until an
// instruction of the unit reads another register of the bank there. ptxas sets
// the bit only where a later instruction reads the register as the same source
// before that, in the same run of code and without a write between. It turns
// some of these (IADD3.X) into IMAD afterwards, where the source is another
// one, and drops a copy of the upper half of a pair to itself, but not of the
// lower half.

static bool covers(const isa::RegRange &range, unsigned reg) {
  return range.file == isa::Operand::R && reg >= range.first &&
         reg < unsigned(range.first) + range.count;
}

namespace {
class ReuseChecker {
public:
  ReuseChecker(const MachineCode &code, const target::TargetInfo &target,
               std::vector<Hazard> &hazards)
      : code(code), target(target), hazards(hazards) {}
  void run();

private:
  void check(unsigned inst, unsigned end, unsigned bit,
             const isa::RegRange &source);

  const MachineCode &code;
  const target::TargetInfo &target;
  std::vector<Hazard> &hazards;
};
} // namespace

void ReuseChecker::check(unsigned i, unsigned end, unsigned bit,
                         const isa::RegRange &source) {
  unsigned reg = source.first;
  const isa::InstDesc &desc = isa::getDesc(code.insts[i]->opcode);
  uint8_t unit = target.getClass(desc.sched).reuseUnit;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  // What of several units displaces what is known of these only.
  auto isSameUnit = [&](const isa::InstDesc &other) {
    constexpr uint8_t kLastKnown = 2;
    return other.sched == desc.sched ||
           (unit <= kLastKnown &&
            target.getClass(other.sched).reuseUnit == unit);
  };
  Hazard found{Hazard::BadReuse, i, i, regId(isa::Operand::R, reg)};
  found.detail = "nothing reads it there again";
  bool isEvicted = false;
  for (unsigned k = i; k != end; ++k) {
    reads.clear();
    writes.clear();
    const isa::Inst &inst = *code.insts[k];
    isa::collectRegs(inst, reads, writes);
    if (k != i) {
      const isa::InstDesc &other = isa::getDesc(inst.opcode);
      bool evicts = false;
      for (const isa::RegRange &read : reads) {
        if (read.file != isa::Operand::R || read.slot == 0xff)
          continue;
        if (inst.opcode == isa::Opcode::IMAD &&
            code.insts[i]->opcode == isa::Opcode::IADD3 && covers(read, reg))
          return;
        if (inst.opcode == isa::Opcode::MOV && reg % 2 &&
            covers(read, reg - 1) && !isEvicted &&
            isa::getReuseBit(other, read.slot) == int(bit))
          return;
        if (isa::getReuseBit(other, read.slot) != int(bit))
          continue;
        if (covers(read, reg) && !isEvicted)
          return;
        // Of pairs it is not known what they displace.
        evicts |= read.count == 1 && source.count == 1 &&
                  (read.first ^ reg) % 2 == 0 && isSameUnit(other);
      }
      if (evicts && !isEvicted) {
        isEvicted = true;
        found.consumer = k;
        found.detail = "the next source there is another register";
      }
    }
    if (llvm::none_of(writes, [&](const isa::RegRange &write) {
          return covers(write, reg);
        }))
      continue;
    if (!isEvicted) {
      found.consumer = k;
      found.detail = "it is overwritten before";
    }
    break;
  }
  hazards.push_back(found);
}

void ReuseChecker::run() {
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  for (size_t b = 0; b != code.blocks.size(); ++b) {
    const MachineBlock &block = code.blocks[b];
    // A label inside straight code does not matter.
    unsigned end = block.end;
    for (size_t next = b + 1;
         next != code.blocks.size() && end != block.begin &&
         code.blocks[next].begin == end &&
         llvm::is_contained(code.blocks[next - 1].succs, next) &&
         !isa::getDesc(code.insts[end - 1]->opcode).is(isa::Branch);
         ++next)
      end = code.blocks[next].end;
    for (unsigned i = block.begin; i != block.end; ++i) {
      const isa::Inst &inst = *code.insts[i];
      const isa::InstDesc &desc = isa::getDesc(inst.opcode);
      if (!inst.control.reuse || !hasReuseBits(desc))
        continue;
      reads.clear();
      writes.clear();
      isa::collectRegs(inst, reads, writes);
      for (unsigned bit = 0; bit != 3; ++bit) {
        if (!(inst.control.reuse >> bit & 1))
          continue;
        const isa::RegRange *source = nullptr;
        for (const isa::RegRange &read : reads)
          if (read.file == isa::Operand::R && read.slot != 0xff &&
              isa::getReuseBit(desc, read.slot) == int(bit))
            source = &read;
        if (source) {
          check(i, end, bit, *source);
        } else {
          hazards.push_back({Hazard::BadField, i, i});
          hazards.back().detail =
              "a source is kept for reuse that is no register";
        }
      }
    }
  }
}

void sass::checkReuse(const MachineCode &code, const target::TargetInfo &target,
                      std::vector<Hazard> &hazards) {
  ReuseChecker(code, target, hazards).run();
}

//===----------------------------------------------------------------------===//
// Registers that nothing writes
//===----------------------------------------------------------------------===//

/// One of the two sources counts, and ptxas takes any register as the other
/// one.
static bool isSelection(Operation operation) {
  return operation == Operation::Select || operation == Operation::FloatSelect;
}

/// Instructions that may keep a part of their destination.
static bool isInsertion(Operation operation) {
  return operation == Operation::Permute || operation == Operation::Logic;
}

namespace {
using RegSet = std::bitset<kNumRegIds>;

/// Which registers may have been written, forward over all paths.
class WrittenRegs {
public:
  WrittenRegs(const MachineCode &code, const target::TargetInfo &target)
      : code(code), target(target), entry(code.blocks.size()),
        reached(code.blocks.size()) {}
  void run(std::vector<Hazard> &hazards);

private:
  RegSet writesOf(const MachineBlock &block) const;

  const MachineCode &code;
  const target::TargetInfo &target;
  std::vector<RegSet> entry;
  std::vector<bool> reached;
};
} // namespace

RegSet WrittenRegs::writesOf(const MachineBlock &block) const {
  RegSet set;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  for (unsigned i = block.begin; i != block.end; ++i) {
    reads.clear();
    writes.clear();
    isa::collectAllRegs(*code.insts[i], reads, writes);
    for (const isa::RegRange &range : writes)
      for (unsigned n = 0; n != range.count; ++n)
        set.set(regId(range.file, range.first + n));
  }
  return set;
}

void WrittenRegs::run(std::vector<Hazard> &hazards) {
  size_t count = code.blocks.size();
  std::vector<llvm::SmallVector<unsigned, 2>> succs(count);
  std::vector<RegSet> writes(count);
  std::vector<bool> hasPred(count);
  for (size_t b = 0; b != count; ++b) {
    succs[b].assign(code.blocks[b].succs.begin(), code.blocks[b].succs.end());
    writes[b] = writesOf(code.blocks[b]);
  }
  // Behind a call may be written what the callee writes; it is not worth to
  // know more than that of it.
  for (unsigned block : code.outsideCalls)
    writes[block].set();
  for (const MachineCall &call : code.calls) {
    writes[call.block].set();
    succs[call.block].push_back(call.callee);
  }
  for (const auto &list : succs)
    for (unsigned succ : list)
      hasPred[succ] = true;
  std::vector<unsigned> order = code.reversePostOrder();
  std::vector<unsigned> position(count);
  for (auto [i, block] : llvm::enumerate(order))
    position[block] = i;
  std::set<unsigned> queue;
  for (unsigned b = 0; b != count; ++b)
    if (b == 0 || !hasPred[b]) {
      // Other entries are reached by ways that are not known.
      if (b != 0 || !code.startsEmpty)
        entry[b].set();
      if (target.has(target::Feature::SetsUR2))
        entry[b].set(regId(isa::Operand::UR, 2));
      reached[b] = true;
      queue.insert(position[b]);
    }
  while (!queue.empty()) {
    unsigned b = order[*queue.begin()];
    queue.erase(queue.begin());
    RegSet out = entry[b] | writes[b];
    for (unsigned succ : succs[b]) {
      RegSet merged = entry[succ] | out;
      if (reached[succ] && merged == entry[succ])
        continue;
      reached[succ] = true;
      entry[succ] = merged;
      queue.insert(position[succ]);
    }
  }
  llvm::SmallVector<isa::RegRange, 8> reads, defs;
  for (size_t b = 0; b != count; ++b) {
    if (!reached[b] || entry[b].all())
      continue;
    RegSet set = entry[b];
    for (unsigned i = code.blocks[b].begin; i != code.blocks[b].end; ++i) {
      reads.clear();
      defs.clear();
      isa::collectAllRegs(*code.insts[i], reads, defs);
      Operation operation = isa::getDesc(code.insts[i]->opcode).operation;
      for (const isa::RegRange &range : reads) {
        // The convergence barriers are saved whether they are in use or not.
        if (range.file == isa::Operand::B)
          continue;
        if (isSelection(operation) &&
            (range.file == isa::Operand::R || range.file == isa::Operand::UR))
          continue;
        // ptxas puts halves and bits into registers that hold nothing yet.
        if (isInsertion(operation) && llvm::any_of(defs, [&](auto &def) {
              return def.file == range.file && def.first == range.first;
            }))
          continue;
        unsigned n = 0;
        while (n != range.count && set[regId(range.file, range.first + n)])
          ++n;
        if (n == range.count)
          continue;
        hazards.push_back(
            {Hazard::NeverWritten, i, i, regId(range.file, range.first + n)});
        break;
      }
      for (const isa::RegRange &range : defs)
        for (unsigned n = 0; n != range.count; ++n)
          set.set(regId(range.file, range.first + n));
    }
  }
}

void sass::checkWritten(const MachineCode &code,
                        const target::TargetInfo &target,
                        std::vector<Hazard> &hazards) {
  WrittenRegs(code, target).run(hazards);
}
