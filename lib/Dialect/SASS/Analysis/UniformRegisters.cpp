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
#include "ptx-mlir/ISA/SpecialRegisters.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;
using Ranges = llvm::SmallVector<isa::RegRange, 8>;

/// Results may differ between threads that execute the instruction together
/// with the same sources.
static bool isSource(const Inst &inst, const InstDesc &desc) {
  switch (inst.opcode) {
  case Opcode::VOTE:
  case Opcode::VOTEU:
  case Opcode::REDUX:
  case Opcode::CREDUX:
  case Opcode::R2UR:
  case Opcode::B2R_RESULT:
  // Only the predicates of their mask are among their registers.
  case Opcode::P2R:
  case Opcode::R2P:
  // One phase of one barrier is over or not.
  case Opcode::SYNCS_PHASECHK:
    return false;
  case Opcode::SHFL:
    return isa::SHFL::mode.get(inst.mods) != uint64_t(isa::ShflMode::IDX);
  default:
    break;
  }
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
static bool isOfSources(const Inst &inst, const InstDesc &desc) {
  switch (inst.opcode) {
  case Opcode::SHFL:
  case Opcode::VOTE:
  case Opcode::VOTEU:
  case Opcode::REDUX:
  case Opcode::CREDUX:
  case Opcode::B2R_RESULT:
  case Opcode::SYNCS_PHASECHK:
    return false;
  default:
    break;
  }
  return !desc.is(isa::ReadsMemory) || desc.isOnlyIn(isa::ConstantMemory);
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
  if (inst.opcode != Opcode::LOP3 || !isRegister(inst.ops[isa::LOP3::kA]) ||
      isa::LOP3::lut.get(inst.mods) != table)
    return std::nullopt;
  const Operand &b = inst.ops[isa::LOP3::kB], &c = inst.ops[isa::LOP3::kC],
                &pp = inst.ops[isa::LOP3::kPp];
  if (b.kind != Operand::Imm || !(c == Operand::r(isa::RZ)) ||
      pp.reg != isa::PT)
    return std::nullopt;
  return uint32_t(b.value);
}
constexpr unsigned kAndTable = 0xc0, kOrTable = 0xfc;

/// The bits that PRMT takes from bits that are alike.
static uint32_t getAlikeBytes(const Inst &inst, const RegisterSet &divergent) {
  const Operand &selector = inst.ops[isa::PRMT::kB];
  uint32_t bits = 0;
  if (selector.kind != Operand::Imm || isa::PRMT::mode.get(inst.mods) != 0)
    return bits;
  for (unsigned byte = 0; byte != 4; ++byte) {
    unsigned from = selector.value >> (4 * byte) & 7;
    const Operand &source = inst.ops[from < 4 ? isa::PRMT::kA : isa::PRMT::kC];
    uint32_t alike = isRegister(source) ? divergent.alikeBits(source.reg) : ~0u;
    if ((alike >> (8 * (from & 3)) & 0xff) == 0xff)
      bits |= 0xffu << (8 * byte);
  }
  return bits;
}

/// The bits of the result that are alike, though others may not be.
static uint32_t getAlikeBits(const Inst &inst, const RegisterSet &divergent) {
  bool isGuarded = inst.guard != isa::PT || inst.guardNot;
  if (std::optional<uint32_t> set = getConstantOf(inst, kOrTable)) {
    const Operand &a = inst.ops[isa::LOP3::kA];
    uint32_t alike = divergent.alikeBits(a.reg);
    if (!isGuarded)
      return alike | *set;
    // Where the guard does not hold, they stay as they are.
    if (!(inst.ops[isa::LOP3::kD] == a))
      return 0;
    return divergent.contains(Operand::P, inst.guard) ? alike & ~*set : alike;
  }
  if (isGuarded)
    return 0;
  if (std::optional<uint32_t> kept = getConstantOf(inst, kAndTable))
    return divergent.alikeBits(inst.ops[isa::LOP3::kA].reg) | ~*kept;
  if (std::optional<unsigned> from = getCopiedRegister(inst))
    return divergent.alikeBits(*from);
  return inst.opcode == Opcode::PRMT ? getAlikeBytes(inst, divergent) : 0;
}

/// Whether the instruction reads only bits that are alike.
static bool readsAlikeBits(const Inst &inst, const RegisterSet &divergent) {
  std::optional<uint32_t> read = getConstantOf(inst, kAndTable);
  return read && inst.guard == isa::PT && !inst.guardNot &&
         !(*read & ~divergent.alikeBits(inst.ops[isa::LOP3::kA].reg));
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
  if (inst.opcode == Opcode::IADD3)
    return !(inst.ops[isa::IADD3::kA] == stack &&
             inst.ops[isa::IADD3::kB].kind == Operand::Imm &&
             inst.ops[isa::IADD3::kC] == Operand::r(isa::RZ));
  return !(inst.opcode == Opcode::VIADD && inst.ops[isa::VIADD::kA] == stack &&
           inst.ops[isa::VIADD::kB].kind == Operand::Imm);
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

void sass::followInst(const Inst &inst, bool ofWarp, uint32_t variableBytes,
                      RegisterSet &divergent,
                      llvm::function_ref<void(unsigned)> changes) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  Ranges reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  if (followStack(inst, ofWarp, variableBytes, divergent) || writes.empty())
    return;
  // SHFL of a lane that all name gives all the same, whatever its source.
  bool isBroadcast = inst.opcode == Opcode::SHFL && !isSource(inst, desc);
  bool isVote = inst.opcode == Opcode::VOTE;
  bool differs = isSource(inst, desc) || (!ofWarp && !isOfSources(inst, desc));
  bool isGuarded = inst.guard != isa::PT || inst.guardNot;
  unsigned guard =
      isGuarded && !desc.is(isa::UniformGuard) ? guardOf(inst) : ~0u;
  if (!differs && isVote)
    differs = readsAny(reads, divergent, /*guardOnly=*/true);
  else if (!differs && isBroadcast)
    for (const isa::RegRange &range : reads)
      differs |= range.slot != isa::SHFL::kA &&
                 divergent.contains(range.file, range.first);
  else if (!differs && !readsAlikeBits(inst, divergent))
    differs = readsAny(reads, divergent, /*guardOnly=*/false, guard);
  uint32_t alikeBits = ofWarp ? getAlikeBits(inst, divergent) : 0;
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
        divergent.setLocal(range.file, number, !differs && !ofWarp);
        if (differs && hasGuard)
          divergent.setAlikeUnder(range.file, number, guard, false);
        else
          divergent.forgetGuards(range.file, number);
      } else if (!wasDifferent) {
        if (!ofWarp)
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
