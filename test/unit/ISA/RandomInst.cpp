//===- RandomInst.cpp - Random instructions of the tables -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws instructions that the tables allow, and nothing else: fields,
// modifiers, guards and control fields.
//
//===----------------------------------------------------------------------===//

#include "RandomInst.h"
#include "ptx-mlir/ISA/Reuse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace ptxmlir::isa;

static uint64_t lowBits(unsigned width) {
  return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
}

uint64_t Random::bits(unsigned width) {
  if (width == 0)
    return 0;
  uint64_t mask = lowBits(width);
  switch (below(8)) {
  case 0:
    return 0;
  case 1:
    return mask;
  case 2:
    return uint64_t(1) << below(width);
  case 3:
    return next() & lowBits(unsigned(1 + below(width)));
  default:
    return next() & mask;
  }
}

RandomInsts::RandomInsts(unsigned sm, uint64_t seed, RandomOptions options)
    : sm(sm), options(options), rng(seed) {
  for (const InstDesc &desc : getAllInsts())
    for (const FormDesc &form : desc.forms)
      if (form.holdsFor(sm) &&
          (options.only.empty() || llvm::is_contained(options.only, desc.name)))
        all.push_back(&form);
}

Operand RandomInsts::makeOperand(const FormDesc &form, unsigned slot) {
  Operand op = {form.kinds[slot], 0, 0};
  switch (op.kind) {
  case Operand::R:
  case Operand::UR:
    op.reg = RZ;
    break;
  case Operand::P:
  case Operand::UP:
    op.reg = PT;
    break;
  default:
    break;
  }
  // What the places of the operand hold together.
  unsigned bits = 0, shift = 0;
  bool isSigned = false;
  for (const PlaceDesc &p : form.places) {
    if (p.kind == PlaceKind::Mod || p.index != slot)
      continue;
    if (p.kind == PlaceKind::Bank) {
      op.reg = uint16_t(rng.bits(p.width));
    } else if (p.kind == PlaceKind::Value) {
      bits = std::max<unsigned>(bits, p.totalBits);
      shift = p.shift;
      isSigned |= p.isSigned;
    } else {
      bits = std::max<unsigned>(bits, p.fromBit + p.width);
    }
  }
  if (bits == 0)
    return op;
  if (!op.isReg()) {
    uint64_t v = rng.bits(bits - shift) << shift;
    if (isSigned && bits < 64 && v >> (bits - 1) & 1)
      v |= ~lowBits(bits);
    op.value = int64_t(v);
    return op;
  }
  if (rng.oneIn(4))
    return op;
  // Before sm_100 uniform registers have six bits; the highest number is URZ.
  if (op.kind == Operand::UR && sm < 100)
    bits = std::min(bits, 6u);
  uint64_t reg = rng.below(lowBits(bits) + (op.kind == Operand::B ? 1 : 0));
  op.reg = uint16_t(reg);
  return op;
}

uint64_t RandomInsts::makeMods(const FormDesc &form) {
  const InstDesc &desc = getDesc(form.inst);
  uint64_t mods = desc.defaultMods;
  for (unsigned i = 0; i < desc.mods.size(); ++i) {
    const ModDesc &mod = desc.mods[i];
    if (form.unplacedMods >> mod.field.lsb & 1)
      continue;
    if (!mod.values.empty()) {
      llvm::SmallVector<uint64_t, 32> values;
      for (const ModValueDesc &v : mod.values)
        if (mod.has(v, sm))
          values.push_back(v.value);
      if (!values.empty())
        mods = mod.field.set(mods, values[rng.below(values.size())]);
      continue;
    }
    unsigned bits = mod.field.width, shift = 0;
    for (const PlaceDesc &p : form.places)
      if (p.kind == PlaceKind::Mod && p.index == i) {
        shift = p.shift;
        if (p.totalBits)
          bits = p.totalBits;
      }
    uint64_t v = rng.bits(bits - shift) << shift;
    if (mod.field.isSigned && v >> (bits - 1) & 1)
      v |= ~lowBits(bits);
    mods = mod.field.set(mods, v);
  }
  return mods;
}

/// Moves registers that span several to a multiple of the span.
static void alignRegisters(Inst &inst) {
  const InstDesc &desc = getDesc(inst.opcode);
  for (unsigned i = 0; i < desc.slots.size(); ++i) {
    Operand &op = inst.ops[i];
    if ((op.kind != Operand::R && op.kind != Operand::UR) || op.reg == RZ)
      continue;
    unsigned width = slotWidth(desc, i, inst.mods);
    unsigned unit = width > 2 ? 4 : width == 2 ? 2 : 1;
    op.reg = uint16_t(op.reg & ~(unit - 1));
    unsigned most = op.kind == Operand::UR ? 62 : 254;
    if (op.reg + width > most)
      op.reg = 0;
  }
}

void RandomInsts::makeControl(Inst &inst) {
  Control &c = inst.control;
  c.stall = 4;
  if (!options.control)
    return;
  if (!rng.oneIn(2)) {
    inst.guard = uint8_t(rng.below(8));
    inst.guardNot = rng.oneIn(2);
  }
  c.stall = uint8_t(rng.below(16));
  c.yield = rng.oneIn(2);
  c.writeBarrier = uint8_t(rng.below(8));
  c.readBarrier = uint8_t(rng.below(8));
  c.waitMask = uint8_t(rng.bits(6));
  c.reuse = uint8_t(rng.bits(3));
  if (options.fitting)
    fitControl(inst);
}

/// Reuse bits that the instruction has on other SMs, or with other modifiers
/// (observed on nvdisasm 13).
unsigned RandomInsts::unreusable(const Inst &inst) const {
  llvm::StringRef name = getDesc(inst.opcode).mnemonic;
  name = name.split('.').first;
  bool isDouble = name == "DADD" || name == "DMUL" || name == "DFMA" ||
                  name == "DSETP" || name == "DMMA";
  if (name == "MOVM" || (name == "R2UR" && sm < 90) || (isDouble && sm >= 120))
    return 7;
  // HADD2.F32 does not look at its first source.
  if (inst.opcode == Opcode::HADD2)
    return sm >= 80 && HADD2::f32.get(inst.mods) ? 1 : 0;
  bool isProduct = name.ends_with("MMA") && name != "DMMA";
  return isProduct && (sm >= 120 || (sm == 75 && name == "HMMA")) ? 1 : 0;
}

void RandomInsts::fitControl(Inst &inst) {
  Control &c = inst.control;
  // The stall counts 0 and 12 to 15 exist only with a yield.
  if (!c.yield)
    c.stall = uint8_t(1 + c.stall % 11);
  auto fit = [&](const std::function<bool(Opcode)> &uses, uint8_t &barrier) {
    if (barrier > 5 || !uses || !uses(inst.opcode))
      barrier = 7;
  };
  const InstDesc &desc = getDesc(inst.opcode);
  // It says when the results are there.
  bool hasResult =
      llvm::any_of(desc.slots.take_front(desc.numDefs),
                   [](const SlotDesc &s) { return s.kind != Operand::B; });
  if (!hasResult)
    c.writeBarrier = 7;
  fit(options.usesWriteBarrier, c.writeBarrier);
  // It says when the sources have been read.
  bool hasSource = false;
  for (unsigned i = desc.numDefs; i < desc.slots.size(); ++i)
    hasSource |= desc.forms[inst.form].kinds[i] == Operand::R ||
                 desc.forms[inst.form].kinds[i] == Operand::UR;
  if (!hasSource)
    c.readBarrier = 7;
  // No barrier is waited for together with groups of products.
  if (llvm::StringRef(desc.name) == "WARPGROUP_DEPBAR")
    c.waitMask = 0;
  fit(options.usesReadBarrier, c.readBarrier);
  unsigned reusable = 0;
  for (unsigned i = 0; i < desc.slots.size(); ++i) {
    int bit = getReuseBit(desc, i);
    if (bit >= 0 && inst.ops[i].kind == Operand::R && inst.ops[i].reg != RZ)
      reusable |= 1u << bit;
  }
  reusable &= ~unreusable(inst);
  // A warp that yields loses what it would reuse.
  c.reuse &= uint8_t(c.yield ? 0 : reusable);
}

std::optional<Inst> RandomInsts::make(const FormDesc &form) {
  const InstDesc &desc = getDesc(form.inst);
  // What the SM's rules forbid is drawn again.
  for (unsigned tries = 0; tries < 5000; ++tries) {
    Inst inst;
    inst.opcode = form.inst;
    inst.form = form.index;
    inst.mods = makeMods(form);
    for (unsigned i = 0; i < desc.slots.size(); ++i)
      inst.ops[i] = makeOperand(form, i);
    if (options.aligned)
      alignRegisters(inst);
    makeControl(inst);
    if (!findBrokenRule(inst, form, sm))
      return inst;
  }
  return std::nullopt;
}

Inst RandomInsts::next() {
  for (size_t skipped = 0; skipped < all.size(); ++skipped) {
    const FormDesc *form = all[turn++ % all.size()];
    if (llvm::is_contained(notMade, form))
      continue;
    if (std::optional<Inst> inst = make(*form))
      return *inst;
    notMade.push_back(form);
  }
  return Inst();
}
