//===- MutableTables.cpp - Instruction tables that can be changed ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the place of lib/ISA/Tables.cpp: the generated tables in memory that
// can be written, with what is derived from them.
//
//===----------------------------------------------------------------------===//

#include "MutableTables.h"
#include "llvm/ADT/StringMap.h"

using namespace ptxmlir::isa;

namespace {
#include "ptx-mlir/ISA/ISATables.inc"

constexpr unsigned kNumKeys = 1 << 13;

struct Tables {
  std::vector<MutableInst> insts;
  std::vector<InstDesc> descs;
  std::vector<std::vector<const FormDesc *>> byKey;

  Tables();
  void update();
};
} // namespace

Tables::Tables() {
  for (const InstDesc &desc : kInsts) {
    MutableInst inst = {desc,
                        desc.slots.vec(),
                        desc.mods.vec(),
                        {},
                        desc.forms.vec(),
                        {},
                        desc.rules.vec(),
                        {}};
    for (const ModDesc &mod : desc.mods)
      inst.values.push_back(mod.values.vec());
    for (const FormDesc &form : desc.forms)
      inst.places.push_back(form.places.vec());
    for (const RuleDesc &rule : desc.rules)
      inst.conds.push_back(rule.conds.vec());
    insts.push_back(std::move(inst));
  }
  update();
}

/// Bits lo .. lo+width-1.
static Word bitsOf(unsigned lo, unsigned width) {
  Word w;
  for (unsigned i = lo; i < lo + width && i < 128; ++i)
    (i < 64 ? w.lo : w.hi) |= uint64_t(1) << (i % 64);
  return w;
}

/// The sizes of split fields and the bits that the form names.
static void updateForm(FormDesc &form, std::vector<PlaceDesc> &places) {
  auto sameField = [](const PlaceDesc &a, const PlaceDesc &b) {
    auto part = [](PlaceKind kind) {
      return kind == PlaceKind::Mod ? 0 : kind == PlaceKind::Bank ? 1 : 2;
    };
    return part(a.kind) == part(b.kind) && a.index == b.index;
  };
  for (PlaceDesc &p : places) {
    bool isSigned = false;
    unsigned total = 0;
    for (const PlaceDesc &o : places) {
      if (!sameField(p, o))
        continue;
      isSigned |= o.isSigned;
      total = std::max(total, unsigned(o.fromBit + o.shift + o.width));
    }
    bool isTop = p.fromBit + p.shift + p.width == total;
    p.totalBits = uint8_t(isTop ? total : 0);
    // The flag stays with the part that now has the sign.
    p.isSigned = isSigned && isTop;
  }
  form.fixedValue.lo = (form.fixedValue.lo & ~uint64_t(0xfff)) | form.opcode;
  uint64_t bit91 = uint64_t(1) << (91 - 64);
  form.fixedValue.hi = (form.fixedValue.hi & ~bit91) | (form.bit91 ? bit91 : 0);
  form.knownMask = form.fixedMask;
  // Guard and control fields.
  for (Word w : {bitsOf(12, 4), bitsOf(105, 20)}) {
    form.knownMask.lo |= w.lo;
    form.knownMask.hi |= w.hi;
  }
  for (const PlaceDesc &p : places) {
    Word w = bitsOf(p.lo, p.width);
    form.knownMask.lo |= w.lo;
    form.knownMask.hi |= w.hi;
  }
  form.places = places;
}

static void setRules(MutableInst &inst) {
  for (size_t i = 0; i < inst.rules.size(); ++i)
    inst.rules[i].conds = inst.conds[i];
  inst.desc.rules = inst.rules;
}

void Tables::update() {
  descs.clear();
  byKey.assign(kNumKeys, {});
  for (MutableInst &inst : insts) {
    for (size_t i = 0; i < inst.mods.size(); ++i)
      inst.mods[i].values = inst.values[i];
    for (size_t i = 0; i < inst.forms.size(); ++i)
      updateForm(inst.forms[i], inst.places[i]);
    setRules(inst);
    inst.desc.slots = inst.slots;
    inst.desc.mods = inst.mods;
    inst.desc.forms = inst.forms;
    for (const FormDesc &form : inst.forms)
      byKey[form.opcode | unsigned(form.bit91) << 12].push_back(&form);
    descs.push_back(inst.desc);
  }
}

static Tables &getTables() {
  static Tables tables;
  return tables;
}

std::vector<MutableInst> &ptxmlir::isa::getMutableInsts() {
  return getTables().insts;
}

void ptxmlir::isa::updateTables() { getTables().update(); }

void ptxmlir::isa::updateRules(MutableInst &inst) {
  setRules(inst);
  getTables().descs[unsigned(inst.desc.opcode)].rules = inst.rules;
}

//===----------------------------------------------------------------------===//
// What lib/ISA/Tables.cpp defines
//===----------------------------------------------------------------------===//

const InstDesc &ptxmlir::isa::getDesc(Opcode opcode) {
  return getTables().descs[unsigned(opcode)];
}

llvm::ArrayRef<InstDesc> ptxmlir::isa::getAllInsts() {
  return getTables().descs;
}

llvm::ArrayRef<const FormDesc *> ptxmlir::isa::getFormsOfKey(unsigned key) {
  return getTables().byKey[key % kNumKeys];
}

llvm::ArrayRef<OriOpcodeDesc> ptxmlir::isa::getOriOpcodes() {
  return {kOriOpcodes, kNumOriOpcodes};
}

bool ptxmlir::isa::hasOpcode(Opcode opcode, unsigned sm) {
  return llvm::any_of(getDesc(opcode).forms, [&](const FormDesc &form) {
    return form.minSM <= sm && sm <= form.maxSM;
  });
}

bool ptxmlir::isa::hasWideUniformRegisters(unsigned sm) {
  return kFirstWideUniformSM <= sm && sm <= kLastWideUniformSM;
}

llvm::ArrayRef<OriRangeDesc> ptxmlir::isa::getOriRanges() {
  return {kOriRanges, kNumOriRanges};
}

Opcode ptxmlir::isa::findOpcode(llvm::StringRef recordName) {
  for (const InstDesc &desc : getAllInsts())
    if (recordName == desc.name)
      return desc.opcode;
  return Opcode::Count;
}
