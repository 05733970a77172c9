//===- GatheredMasks.cpp - Masks whose threads are together ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which registers hold the mask of those that were gathered: followed through
// copies (also to uniform registers, for BRA.DIV), and equal constants.
//
//===----------------------------------------------------------------------===//

#include "GatheredMasks.h"
#include "ConvergenceOperands.h"
#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;
using isa::Operation;

std::optional<RegId> sass::getMaskRegister(const Operand &op) {
  if (op.kind == Operand::R && op.reg != isa::RZ)
    return regId(Operand::R, op.reg);
  if (op.kind == Operand::UR && op.reg < 64 && op.reg != isa::URZ)
    return regId(Operand::UR, op.reg);
  return std::nullopt;
}

/// The operand whose value the instruction gives its result; null if it does
/// more.
static const Operand *getSource(const Inst &inst) {
  if (const Operand *moved = getMoved(inst))
    return moved;
  const InstDesc &desc = isa::getDesc(inst.opcode);
  // These give one thread's mask to all; threads that have one mask keep it.
  bool isSame = desc.operation == Operation::ToUniform ||
                desc.holds(isa::Fact::KeepsCommonValue, inst.mods);
  return isSame && inst.guard == isa::PT && !inst.guardNot
             ? &inst.ops[desc.findSlot("a")]
             : nullptr;
}

/// Where it gives that.
static std::optional<RegId> getResult(const Inst &inst) {
  int slot = isa::getDesc(inst.opcode).findSlot("d");
  return slot < 0 ? std::nullopt : getMaskRegister(inst.ops[slot]);
}

MaskRegisters sass::findMaskRegisters(const MachineCode &code) {
  MaskRegisters found;
  if (code.memberMasks.empty())
    return found;
  std::vector<std::pair<RegId, RegId>> copies;
  for (const Inst *inst : code.insts) {
    const InstDesc &desc = isa::getDesc(inst->opcode);
    if (auto mask = code.memberMasks.find(inst); mask != code.memberMasks.end())
      found.set(mask->second);
    if (desc.role == ConvergenceRole::WarpSync)
      if (int slot = desc.findSlot("a"); slot >= 0)
        if (std::optional<RegId> reg = getMaskRegister(inst->ops[slot]))
          found.set(*reg);
    if (desc.branch == isa::BranchKind::ToLabel)
      if (int slot = desc.findSlot("ur"); slot >= 0)
        if (auto reg = getMaskRegister(inst->ops[slot]))
          found.set(*reg);
    const Operand *source = getSource(*inst);
    std::optional<RegId> from =
                             source ? getMaskRegister(*source) : std::nullopt,
                         to = getResult(*inst);
    if (from && to)
      copies.push_back({*from, *to});
  }
  // Masks are copied once or twice.
  for (unsigned round = 0; round != 3; ++round)
    for (auto [from, to] : copies)
      if (found.test(to))
        found.set(from);
  return found;
}

template <typename Map, typename Value>
static void put(Map &map, RegId reg, Value value) {
  map.insert(llvm::lower_bound(map, std::make_pair(reg, Value(0))),
             {reg, value});
}

template <typename Map> static auto *lookup(Map &map, RegId reg) {
  auto it = llvm::find_if(map, [&](auto entry) { return entry.first == reg; });
  return it == map.end() ? nullptr : &it->second;
}

bool GatheredMasks::areSame(RegId a, RegId b) const {
  const uint32_t *ofA = lookup(constants, a), *ofB = lookup(constants, b);
  return getFirst(a) == getFirst(b) || (ofA && ofB && *ofA == *ofB);
}

void GatheredMasks::gather(RegId reg) {
  part();
  RegId first = getFirst(reg);
  here.set(first);
  for (auto [same, of] : copies)
    if (of == first)
      here.set(same);
  if (const uint32_t *value = lookup(constants, reg))
    for (auto [other, known] : constants)
      if (known == *value)
        here.set(other);
}

void GatheredMasks::arm(unsigned barrier) {
  together |= 1u << barrier;
  armed.push_back({barrier, together, here});
  llvm::sort(armed, [](const Armed &a, const Armed &b) {
    return a.barrier < b.barrier;
  });
}

void GatheredMasks::forgetBarrier(unsigned barrier) {
  llvm::erase_if(armed, [&](auto &entry) { return entry.barrier == barrier; });
  uint16_t others = ~(1u << barrier);
  together &= others;
  for (Armed &entry : armed)
    entry.together &= others;
}

void GatheredMasks::sync(unsigned barrier, bool isWhole) {
  if (isAll)
    part();
  if (isWhole)
    for (const Armed &entry : armed)
      if (entry.barrier == barrier) {
        here |= entry.here;
        together |= entry.together;
      }
  forgetBarrier(barrier);
}

RegId GatheredMasks::getFirst(RegId reg) const {
  const RegId *first = lookup(copies, reg);
  return first ? *first : reg;
}

void GatheredMasks::forget(RegId reg) {
  if (!isAll)
    here.reset(reg);
  for (Armed &entry : armed)
    entry.here.reset(reg);
  llvm::erase_if(constants, [&](auto entry) { return entry.first == reg; });
  llvm::erase_if(copies, [&](auto entry) { return entry.first == reg; });
  // The others are still equal.
  std::optional<RegId> next;
  for (auto &[same, first] : copies)
    if (first == reg) {
      next = next.value_or(same);
      first = *next;
    }
  if (next)
    llvm::erase_if(copies, [&](auto entry) { return entry.first == *next; });
}

void GatheredMasks::forget(const MaskRegisters &changed) {
  for (unsigned reg = 0; reg != changed.size(); ++reg)
    if (changed.test(reg))
      forget(RegId(reg));
}

void GatheredMasks::setSame(RegId reg, RegId other) {
  RegId first = getFirst(other);
  if (first < reg) {
    put(copies, reg, first);
  } else {
    for (auto &[same, of] : copies)
      if (of == first)
        of = reg;
    put(copies, first, reg);
  }
  if (const uint32_t *value = lookup(constants, other)) {
    uint32_t known = *value;
    put(constants, reg, known);
  }
  if (here.test(other))
    here.set(reg);
  for (Armed &entry : armed)
    if (entry.here.test(other))
      entry.here.set(reg);
}

static MaskRegisters getWrites(const Inst &inst) {
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  MaskRegisters written;
  for (const isa::RegRange &range : writes)
    if (range.file == Operand::R || range.file == Operand::UR)
      for (unsigned i = 0; i != range.count; ++i)
        if (RegId reg = regId(range.file, range.first + i);
            reg < written.size())
          written.set(reg);
  return written;
}

bool sass::collectWrites(const Inst &inst, MaskRegisters &written) {
  MaskRegisters before = written;
  written |= getWrites(inst);
  return written != before;
}

void GatheredMasks::write(const Inst &inst, const MaskRegisters &followed) {
  std::optional<RegId> to = getResult(inst);
  const Operand *source = to && followed.test(*to) ? getSource(inst) : nullptr;
  std::optional<RegId> from = source ? getMaskRegister(*source) : std::nullopt;
  if (from && *from == *to)
    return;
  forget(getWrites(inst));
  if (from)
    return setSame(*to, *from);
  if (!source || source->kind != Operand::Imm)
    return;
  uint32_t value = uint32_t(source->value);
  for (auto [other, known] : constants)
    if (known == value && here.test(other))
      here.set(*to);
  put(constants, *to, value);
}

void GatheredMasks::follow(const Inst &inst, bool isAlways, bool isTogether,
                           const MaskRegisters &followed) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  switch (desc.role) {
  case ConvergenceRole::Arm:
    forgetBarrier(getBarrier(inst));
    if (isAlways)
      arm(getBarrier(inst));
    break;
  case ConvergenceRole::Sync:
    sync(getBarrier(inst), isAlways && isTogether);
    break;
  case ConvergenceRole::Move:
    forgetBarrier(getBarrier(inst));
    break;
  case ConvergenceRole::WarpSync: {
    part();
    int slot = desc.findSlot("a");
    if (std::optional<RegId> mask = slot < 0 || !isAlways
                                        ? std::nullopt
                                        : getMaskRegister(inst.ops[slot]))
      gather(*mask);
    break;
  }
  case ConvergenceRole::EndCollective:
    part();
    break;
  default:
    break;
  }
  write(inst, followed);
  // The threads that vote or have the same value are here.
  if (isAlways && (votesOnTrue(inst) || desc.role == ConvergenceRole::Match))
    if (std::optional<RegId> mask = getResult(inst)) {
      here.set(*mask);
      // They are the threads that armed these.
      for (Armed &entry : armed)
        if (together >> entry.barrier & 1)
          entry.here.set(*mask);
    }
}

/// Keeps entries of `map` that `other` has, too; true if there are others.
template <typename Map> static bool keepCommon(Map &map, const Map &other) {
  size_t before = map.size();
  llvm::erase_if(map, [&](const auto &entry) {
    return !llvm::binary_search(other, entry);
  });
  return map.size() != before;
}

bool GatheredMasks::meetCopies(const GatheredMasks &other) {
  // Those stay equal that are in both; what is first may be another one.
  llvm::SmallVector<std::pair<std::pair<RegId, RegId>, RegId>, 8> sets;
  for (auto [same, first] : copies) {
    for (RegId reg : {first, same})
      sets.push_back({{first, other.getFirst(reg)}, reg});
  }
  llvm::sort(sets);
  sets.erase(llvm::unique(sets), sets.end());
  decltype(copies) both;
  for (size_t i = 0, first = 0; i != sets.size(); ++i)
    if (sets[i].first != sets[first].first)
      first = i;
    else if (i != first)
      both.push_back({sets[i].second, sets[first].second});
  llvm::sort(both);
  bool isNews = both != copies;
  copies = std::move(both);
  return isNews;
}

bool GatheredMasks::meetArmed(const GatheredMasks &other) {
  bool isNews = false;
  for (Armed &entry : armed) {
    auto it = llvm::find_if(other.armed, [&](const Armed &of) {
      return of.barrier == entry.barrier;
    });
    bool isThere = it != other.armed.end();
    MaskRegisters both = isThere ? entry.here & it->here : MaskRegisters();
    uint16_t kept = isThere ? entry.together & it->together : 0;
    isNews |= both != entry.here || kept != entry.together;
    entry.here = both;
    entry.together = kept;
  }
  return isNews;
}

bool GatheredMasks::meet(const GatheredMasks &other) {
  bool isNews = (isAll && !other.isAll) || (here & ~other.here).any() ||
                (together & ~other.together) != 0;
  here &= other.here;
  together &= other.together;
  isAll &= other.isAll;
  isNews |= meetArmed(other);
  isNews |= meetCopies(other);
  isNews |= keepCommon(constants, other.constants);
  return isNews;
}
