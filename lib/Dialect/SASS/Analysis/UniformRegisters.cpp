//===- UniformRegisters.cpp - Registers that are alike --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which registers are the same in all threads of a warp, and which bits of
// others are. Machine code has lost what the compiler knew, so it is derived
// from instructions again.
//
//===----------------------------------------------------------------------===//

#include "UniformRegisters.h"
#include "ptx-mlir/ISA/OrderingEffects.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;
using Ranges = llvm::SmallVector<isa::RegRange, 8>;

/// Results may differ between threads that execute the instruction together
/// with the same sources.
static bool isSource(const Inst &inst, const InstDesc &desc) {
  if (desc.scope != isa::ResultScope::ByEffects ||
      desc.holds(isa::Fact::AsksOneThread, inst.mods))
    return false;
  if (int sr = desc.findMod("sr"); sr >= 0)
    return !isa::isUniformSpecialRegister(desc.mods[sr].field.get(inst.mods));
  if (desc.is(isa::WritesMemory) || desc.is(isa::Convergent) ||
      desc.is(isa::SideEffects))
    return true;
  // Threads with one address load one value, but for their own memory.
  return desc.is(isa::ReadsMemory) && desc.isOnlyIn(isa::LocalMemory);
}

void RegisterSet::setAlikeUnder(Operand::Kind file, unsigned number,
                                unsigned literal, bool value) {
  constexpr unsigned kMaxGuarded = 64;
  auto entry = std::make_pair(index(file, number), literal);
  auto it = llvm::lower_bound(guarded, entry);
  bool isThere = it != guarded.end() && *it == entry;
  if (isThere && !value)
    guarded.erase(it);
  else if (!isThere && value && guarded.size() < kMaxGuarded)
    guarded.insert(it, entry);
}

/// The guard of an instruction as a literal.
static unsigned guardOf(const Inst &inst) {
  return 2 * inst.guard + inst.guardNot;
}

/// Threads that execute it at different times get the same from the same
/// sources.
static bool isOfSources(const InstDesc &desc) {
  if (desc.scope == isa::ResultScope::OfExecution ||
      desc.role == isa::ConvergenceRole::Shuffle)
    return false;
  return !desc.is(isa::ReadsMemory) || desc.isOnlyIn(isa::ConstantMemory);
}

/// A load of global memory that no other thread may change meanwhile without
/// being ordered with it.
static bool isPlainLoad(const Inst &inst, const InstDesc &desc) {
  isa::OrderingEffects effects =
      isa::getOrderingEffects(inst.opcode, inst.mods);
  return effects.isPlainAccess && !desc.is(isa::WritesMemory) &&
         desc.isOnlyIn(isa::GlobalMemory);
}

static bool readsAny(const Ranges &reads, const RegisterSet &divergent,
                     bool guardOnly, unsigned guard = ~0u) {
  for (const isa::RegRange &range : reads) {
    if (range.file != Operand::R && range.file != Operand::P)
      continue;
    if (guardOnly && range.slot != 0xff)
      continue;
    for (unsigned i = 0; i != range.count; ++i)
      if (divergent.contains(range.file, range.first + i) &&
          !divergent.isAlikeUnder(range.file, range.first + i, guard))
        return true;
  }
  return false;
}

/// The constant of LOP3 of a register and a constant by `table`, if it is one.
static std::optional<uint32_t> getConstantOf(const Inst &inst, unsigned table) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (desc.operation != isa::Operation::Logic ||
      !isRegister(inst.ops[desc.findSlot("a")]) ||
      desc.getMod("lut", inst.mods) != table)
    return std::nullopt;
  const Operand &b = inst.ops[desc.findSlot("b")],
                &c = inst.ops[desc.findSlot("c")],
                &pp = inst.ops[desc.findSlot("pp")];
  if (b.kind != Operand::Imm || !(c == Operand::r(isa::RZ)) ||
      pp.reg != isa::PT)
    return std::nullopt;
  return uint32_t(b.value);
}

/// The bits that PRMT takes from bits that are alike.
static uint32_t getAlikeBytes(const Inst &inst, const InstDesc &desc,
                              const RegisterSet &divergent) {
  const Operand &selector = inst.ops[desc.findSlot("b")];
  uint32_t bits = 0;
  if (selector.kind != Operand::Imm || desc.getMod("mode", inst.mods) != 0)
    return bits;
  for (unsigned byte = 0; byte != 4; ++byte) {
    unsigned from = selector.value >> (4 * byte) & 7;
    const Operand &source = inst.ops[desc.findSlot(from < 4 ? "a" : "c")];
    uint32_t alike = isRegister(source) ? divergent.alikeBits(source.reg) : ~0u;
    if ((alike >> (8 * (from & 3)) & 0xff) == 0xff)
      bits |= 0xffu << (8 * byte);
  }
  return bits;
}

/// The distance of a shift of one word to the right by a constant.
static std::optional<unsigned> getRightShift(const Inst &inst,
                                             const InstDesc &desc) {
  if (inst.opcode != isa::Opcode::SHF || inst.guard != isa::PT ||
      inst.guardNot ||
      isa::ShfDir(isa::SHF::dir.get(inst.mods)) != isa::ShfDir::R ||
      !isa::SHF::hi.get(inst.mods) || isa::SHF::w.get(inst.mods))
    return std::nullopt;
  const Operand &distance = inst.ops[isa::SHF::kB];
  if (!(inst.ops[isa::SHF::kA] == Operand::r(isa::RZ)) ||
      !isRegister(inst.ops[isa::SHF::kC]) || distance.kind != Operand::Imm ||
      uint64_t(distance.value) >= 32)
    return std::nullopt;
  return distance.value;
}

/// Whether it is a comparison with a constant that bits of `a` decide which are
/// alike.
static bool comparesAlikeBits(const Inst &inst, const RegisterSet &divergent) {
  if (inst.opcode != isa::Opcode::ISETP || isa::ISETP::ex.get(inst.mods))
    return false;
  const Operand &a = inst.ops[isa::ISETP::kA], &b = inst.ops[isa::ISETP::kB];
  if (!isRegister(a) || b.kind != Operand::Imm)
    return false;
  uint32_t first = b.value; // of those for which the result is another one
  switch (isa::ICmp(isa::ISETP::cmp.get(inst.mods))) {
  case isa::ICmp::LT:
  case isa::ICmp::GE:
    break;
  case isa::ICmp::GT:
  case isa::ICmp::LE:
    ++first;
    break;
  default:
    return false;
  }
  uint32_t below = first ? (first & -first) - 1 : 0x7fffffff;
  return !(~below & ~divergent.alikeBits(a.reg));
}

/// The bits of the result that are alike, though others may not be.
static uint32_t getAlikeBits(const Inst &inst, const InstDesc &desc,
                             const BlockShape &shape,
                             const RegisterSet &divergent) {
  bool isGuarded = inst.guard != isa::PT || inst.guardNot;
  if (std::optional<uint32_t> set = getConstantOf(inst, isa::kTableOr)) {
    const Operand &a = inst.ops[desc.findSlot("a")];
    uint32_t alike = divergent.alikeBits(a.reg);
    if (!isGuarded)
      return alike | *set;
    // Where the guard does not hold, they stay as they are.
    if (!(inst.ops[desc.findSlot("d")] == a))
      return 0;
    return divergent.contains(Operand::P, inst.guard) ? alike & ~*set : alike;
  }
  if (isGuarded)
    return 0;
  if (std::optional<uint32_t> kept = getConstantOf(inst, isa::kTableAnd))
    return divergent.alikeBits(inst.ops[desc.findSlot("a")].reg) | ~*kept;
  if (std::optional<unsigned> from = getCopiedRegister(inst))
    return divergent.alikeBits(*from);
  if (std::optional<unsigned> shift = getRightShift(inst, desc)) {
    uint32_t alike = divergent.alikeBits(inst.ops[isa::SHF::kC].reg);
    return alike >> *shift | (alike >> 31 ? ~(~0u >> *shift) : 0);
  }
  if (readsThreadNumber(inst) && !shape.splitsWarps)
    return ~(kWarpThreads - 1);
  return desc.operation == isa::Operation::Permute
             ? getAlikeBytes(inst, desc, divergent)
             : 0;
}

/// The bits that are alike and stay as they are, whoever executes it.
static uint32_t getKeptBits(const Inst &inst, const InstDesc &desc,
                            const RegisterSet &divergent) {
  std::optional<uint32_t> kept = getConstantOf(inst, isa::kTableAnd);
  if (std::optional<uint32_t> set = getConstantOf(inst, isa::kTableOr))
    kept = ~*set;
  if (!kept || !(inst.ops[desc.findSlot("d")] == inst.ops[desc.findSlot("a")]))
    return 0;
  return divergent.alikeBits(inst.ops[desc.findSlot("a")].reg) & *kept;
}

/// Whether the instruction reads only bits that are alike.
static bool readsAlikeBits(const Inst &inst, const InstDesc &desc,
                           const RegisterSet &divergent) {
  if (std::optional<unsigned> shift = getRightShift(inst, desc))
    return !(~divergent.alikeBits(inst.ops[isa::SHF::kC].reg) >> *shift);
  std::optional<uint32_t> read = getConstantOf(inst, isa::kTableAnd);
  return read && inst.guard == isa::PT && !inst.guardNot &&
         !(*read & ~divergent.alikeBits(inst.ops[desc.findSlot("a")].reg));
}

bool sass::readsDivergent(const Inst &inst, const RegisterSet &divergent) {
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  return readsAny(reads, divergent, /*guardOnly=*/false);
}

std::optional<StackAccess> sass::getLocalAccess(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  bool isStore = desc.is(isa::WritesMemory);
  if (!desc.isOnlyIn(isa::LocalMemory) || desc.is(isa::ReadsMemory) == isStore)
    return std::nullopt;
  int address = desc.findSlot("addr"),
      data = desc.findSlot(isStore ? "data" : "d"),
      offset = desc.findMod("offset"), uniform = desc.findSlot("ur");
  if (address < 0 || data < 0 || offset < 0 ||
      inst.ops[address].kind != Operand::R)
    return std::nullopt;
  if (uniform >= 0 && inst.ops[uniform].kind == Operand::UR &&
      inst.ops[uniform].reg != isa::URZ)
    return std::nullopt;
  unsigned reg = inst.ops[data].reg;
  unsigned count = isa::slotWidth(desc, data, inst.mods);
  // Words may name a tuple that runs over the end of the file.
  if (reg != isa::RZ)
    count = std::min(count, isa::RZ - reg);
  return StackAccess{isStore, reg, count,
                     uint32_t(desc.mods[offset].field.getSigned(inst.mods)),
                     inst.ops[address].reg};
}

std::optional<StackAccess> sass::getStackAccess(const Inst &inst) {
  std::optional<StackAccess> access = getLocalAccess(inst);
  return access && access->base == kStackPointer ? access : std::nullopt;
}

bool sass::movesStack(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  bool isWritten = false;
  for (unsigned s = 0; s != desc.slots.size(); ++s)
    isWritten |=
        desc.slots[s].isDef && inst.ops[s].kind == Operand::R &&
        inst.ops[s].reg <= kStackPointer &&
        inst.ops[s].reg + isa::slotWidth(desc, s, inst.mods) > kStackPointer;
  if (!isWritten)
    return false;
  // Frames are made and given back so.
  const Operand stack = Operand::r(kStackPointer);
  if (desc.operation != isa::Operation::Sum)
    return true;
  int c = desc.findSlot("c");
  return !(inst.ops[desc.findSlot("a")] == stack &&
           inst.ops[desc.findSlot("b")].kind == Operand::Imm &&
           (c < 0 || inst.ops[c] == Operand::r(isa::RZ)));
}

/// Words of the stack hold the same for all threads as registers do.
static bool followStack(const Inst &inst, bool ofWarp, uint32_t variableBytes,
                        RegisterSet &divergent) {
  std::optional<StackAccess> access = getStackAccess(inst);
  if (!access) {
    if (movesStack(inst))
      divergent.setAllWords();
    const InstDesc &desc = isa::getDesc(inst.opcode);
    if (desc.is(isa::WritesMemory) && desc.isOnlyIn(isa::LocalMemory))
      divergent.setWordsBelow(variableBytes);
    return false;
  }
  bool isGuarded = inst.guard != isa::PT || inst.guardNot;
  for (unsigned i = 0; i != access->count; ++i) {
    unsigned reg = access->reg + i;
    if (!access->isStore && access->reg != isa::RZ) {
      divergent.setLocal(Operand::R, reg, false);
      divergent.forgetGuards(Operand::R, reg);
    }
    uint32_t word = access->offset + 4 * i;
    bool isRegister = access->reg != isa::RZ;
    if (access->isStore)
      divergent.setWord(
          word, !ofWarp || isGuarded ||
                    (isRegister && divergent.contains(Operand::R, reg)));
    else if (isRegister) {
      // Apart, too: no other thread changes its words.
      bool differs = isGuarded || divergent.containsWord(word);
      divergent.set(Operand::R, reg, differs);
      divergent.setLocal(Operand::R, reg, !differs && !ofWarp);
    }
  }
  return !access->isStore;
}

/// Whether `holds` for an R register or predicate that it reads.
template <typename Holds> static bool readsSome(const Inst &inst, Holds holds) {
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  return llvm::any_of(reads, [&](const isa::RegRange &range) {
    if (range.file != Operand::R && range.file != Operand::P)
      return false;
    for (unsigned i = 0; i != range.count; ++i)
      if (holds(range.file, range.first + i))
        return true;
    return false;
  });
}

bool sass::readsLocal(const Inst &inst, const RegisterSet &divergent) {
  return readsSome(inst, [&](Operand::Kind file, unsigned number) {
    return divergent.isLocal(file, number);
  });
}

bool sass::readsOfRound(const Inst &inst, const RegisterSet &divergent) {
  return readsSome(inst, [&](Operand::Kind file, unsigned number) {
    return divergent.isOfRound(file, number);
  });
}

bool sass::givesAlike(const Inst &inst, const RegisterSet &divergent) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  return !isSource(inst, desc) && isOfSources(desc) &&
         !readsDivergent(inst, divergent) && !readsLocal(inst, divergent);
}

void sass::followInst(const Inst &inst, bool ofWarp, bool inStep,
                      uint32_t variableBytes, const BlockShape &shape,
                      RegisterSet &divergent,
                      llvm::function_ref<void(unsigned)> changes) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  inStep = inStep && !ofWarp && !readsLocal(inst, divergent);
  bool isOfRound =
      !ofWarp && (divergent.step.inRounds() || readsOfRound(inst, divergent));
  for (const isa::RegRange &range : writes)
    if (range.file == Operand::R || range.file == Operand::P)
      for (unsigned i = 0; i != range.count; ++i)
        // Where a guard does not hold, the old value stays.
        if (isOfRound || (inst.guard == isa::PT && !inst.guardNot))
          divergent.setOfRound(range.file, range.first + i, isOfRound);
  if (followStack(inst, ofWarp || inStep, variableBytes, divergent) ||
      writes.empty())
    return;
  bool isForAll = ofWarp || inStep;
  // SHFL of a lane that all name gives all the same, whatever its source.
  bool isWhateverA = desc.holds(isa::Fact::AsksOneThread, inst.mods) ||
                     divergent.numbers.compareAlike(inst, shape) ||
                     comparesAlikeBits(inst, divergent);
  int whatever = isWhateverA ? desc.findSlot("a") : -1;
  bool isVote = desc.role == isa::ConvergenceRole::Vote;
  bool differs =
      isSource(inst, desc) ||
      (!ofWarp && !isOfSources(desc) &&
       !(inStep && divergent.step.loadsAlike() && isPlainLoad(inst, desc)));
  bool isGuarded = inst.guard != isa::PT || inst.guardNot;
  unsigned guard =
      isGuarded && !desc.is(isa::UniformGuard) ? guardOf(inst) : ~0u;
  if (!differs && isVote)
    differs = readsAny(reads, divergent, /*guardOnly=*/true);
  else if (!differs && isWhateverA)
    for (const isa::RegRange &range : reads)
      differs |=
          range.slot != whatever && divergent.contains(range.file, range.first);
  else if (!differs && !readsAlikeBits(inst, desc, divergent))
    differs = readsAny(reads, divergent, /*guardOnly=*/false, guard);
  uint32_t alikeBits = getKeptBits(inst, desc, divergent);
  if (ofWarp)
    alikeBits |= getAlikeBits(inst, desc, shape, divergent);
  for (const isa::RegRange &range : writes) {
    for (unsigned i = 0; i != range.count; ++i) {
      unsigned number = range.first + i;
      if (range.file == Operand::P) {
        changes(number);
        divergent.forgetPredicate(number);
      } else if (range.file == Operand::UP) {
        changes(8 + number);
      }
      if (range.file != Operand::R && range.file != Operand::P)
        continue;
      // Where the guard does not hold, the old value stays.
      bool wasDifferent = divergent.contains(range.file, number);
      bool hasGuard = guard != ~0u;
      bool isHealed = hasGuard && !differs && wasDifferent &&
                      divergent.isAlikeUnder(range.file, number, guard ^ 1);
      if (differs || !isGuarded || isHealed) {
        divergent.set(range.file, number, differs);
        divergent.setLocal(range.file, number, !differs && !isForAll);
        if (differs && hasGuard)
          divergent.setAlikeUnder(range.file, number, guard, false);
        else
          divergent.forgetGuards(range.file, number);
      } else if (!wasDifferent) {
        if (!isForAll)
          divergent.setLocal(range.file, number, true);
      } else if (hasGuard && ofWarp &&
                 !(range.file == Operand::P && number == guard / 2)) {
        divergent.setAlikeUnder(range.file, number, guard, true);
      }
      if (range.file == Operand::R && divergent.contains(range.file, number))
        divergent.setAlikeBits(number, alikeBits);
    }
  }
}

bool sass::collectWrites(const Inst &inst, RegisterSet &written) {
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  RegisterSet set;
  for (const isa::RegRange &range : writes)
    if (range.file == Operand::R || range.file == Operand::P)
      for (unsigned i = 0; i != range.count; ++i)
        set.set(range.file, range.first + i, true);
  return written.add(set);
}
