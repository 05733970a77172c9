//===- Bind.cpp - Binds decoded instructions to handlers ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Done once when a program is loaded: slots and modifiers are looked up by name
// and a handler is chosen, so that nothing is looked up while the machine runs.
//
//===----------------------------------------------------------------------===//

#include "Bind.h"
#include "TextureOps.h"
#include "llvm/ADT/Twine.h"
#include <array>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::Operand;

int Binder::slotOfKind(Operand::Kind kind, bool isDef) const {
  for (size_t i = 0; i < desc.slots.size(); ++i)
    if (desc.slots[i].kind == kind && desc.slots[i].isDef == isDef)
      return int(i);
  return -1;
}

/// Whether an immediate in a slot of two registers is the upper one of them. It
/// is in what reads doubles, and in conversions of 64 bits, which say in a
/// modifier what they read.
static bool holdsHighWord(const isa::InstDesc &desc, unsigned index) {
  const isa::SlotDesc &slot = desc.slots[index];
  if (isa::ImmFormat(slot.immFormat) == isa::ImmFormat::F64Hi)
    return true;
  if (slot.widthMod < 0)
    return false;
  llvm::StringRef mod = desc.mods[size_t(slot.widthMod)].name;
  return mod == "src" || mod == "fmt";
}

Source Binder::sourceAt(int index) {
  Source s;
  const Operand &op = inst.ops[size_t(index)];
  s.kind = op.kind;
  s.width = uint8_t(width(index));
  switch (op.kind) {
  case Operand::R:
  case Operand::UR:
    s.reg = op.reg;
    if (op.reg < kZeroRow && op.reg + s.width > kZeroRow)
      fail(llvm::Twine("operand ") + desc.slots[index].name +
           " runs over the end of the register file");
    break;
  case Operand::CBank:
    s.reg = op.reg;
    // A bank has 64 KB; above half of that the text shows negative offsets.
    s.value = uint16_t(op.value);
    break;
  case Operand::Imm:
    s.value = uint64_t(op.value) & 0xffffffff;
    if (s.width == 1)
      break;
    if (holdsHighWord(desc, unsigned(index))) {
      s.value <<= 32;
      break;
    }
    switch (isa::ImmFormat(desc.slots[index].immFormat)) {
    case isa::ImmFormat::S32:
      s.value = uint64_t(int64_t(int32_t(op.value)));
      break;
    case isa::ImmFormat::S64:
    case isa::ImmFormat::U64:
      s.value = uint64_t(op.value);
      break;
    default:
      break;
    }
    break;
  case Operand::None:
    s.kind = Operand::R;
    s.reg = kZeroRow;
    break;
  default:
    fail(llvm::Twine("operand ") + desc.slots[index].name + " is not a value");
  }
  return s;
}

Source Binder::source(llvm::StringRef name) {
  int i = slot(name);
  if (i >= 0)
    return sourceAt(i);
  fail(llvm::Twine("record ") + desc.name + " has no slot '" + name + "'");
  return {};
}

PredSource Binder::predicateAt(int i) {
  PredSource p;
  if (i < 0)
    return p;
  const Operand &op = inst.ops[size_t(i)];
  if (op.kind == Operand::P || op.kind == Operand::UP) {
    p.uniform = op.kind == Operand::UP;
    p.reg = op.reg;
  }
  int notMod = desc.slots[size_t(i)].notMod;
  if (notMod >= 0)
    p.inverted = desc.mods[size_t(notMod)].field.get(inst.mods);
  return p;
}

PredSource Binder::predicate(llvm::StringRef name) {
  return predicateAt(slot(name));
}

void Binder::destAt(int i) {
  if (i < 0)
    return;
  const Operand &op = inst.ops[size_t(i)];
  out.uniform = op.kind == Operand::UR || op.kind == Operand::UP;
  out.dWidth = uint8_t(width(i));
  if ((op.kind != Operand::R && op.kind != Operand::UR) || op.reg == kZeroRow)
    return;
  out.d = op.reg;
  if (op.reg < kZeroRow && op.reg + out.dWidth > kZeroRow)
    fail("the destination runs over the end of the register file");
}

void Binder::dest(llvm::StringRef name) { destAt(slot(name)); }

uint16_t Binder::destPredicate(llvm::StringRef name) {
  int i = slot(name);
  if (i < 0)
    return kSinkPredicate;
  const Operand &op = inst.ops[size_t(i)];
  if (op.kind == Operand::UP)
    out.uniform = true;
  return op.kind == Operand::None || op.reg == kTruePredicate ? kSinkPredicate
                                                              : op.reg;
}

int64_t Binder::label() {
  for (size_t i = 0; i < desc.slots.size(); ++i)
    if (inst.ops[i].kind == Operand::Label)
      return inst.ops[i].value;
  fail("no code label");
  return 0;
}

//===----------------------------------------------------------------------===//
// Pure instructions
//===----------------------------------------------------------------------===//

static isa::sem::LaneArgs argsOf(Machine &m, Warp &w, const DInst &inst,
                                 uint32_t (&scratch)[6], LaneMask active) {
  isa::sem::LaneArgs args;
  args.a = lanesOf(m, w, inst, inst.a, scratch);
  args.b = lanesOf(m, w, inst, inst.b, scratch + 2);
  args.c = lanesOf(m, w, inst, inst.c, scratch + 4);
  args.pp = lanesOf(w, inst.pp);
  args.pq = lanesOf(w, inst.pq);
  args.pr = lanesOf(w, inst.pr);
  args.mask = active;
  return args;
}

void ptxmlir::exec::runPureInst(Machine &m, Warp &w, const DInst &inst,
                                LaneMask active) {
  uint32_t scratch[6];
  isa::sem::LaneArgs args = argsOf(m, w, inst, scratch, active);
  args.dLo = w.R[inst.d];
  args.dHi = inst.dWidth > 1 ? destRow(w, inst, 1) : w.R[kSinkRow];
  (active == ~0u ? inst.op.runWarp : inst.op.run)(inst.op.state, args);
  setPredicate(w, inst.pu, active, args.pu);
  setPredicate(w, inst.pv, active, args.pv);
}

/// The uniform datapath: one value for the warp.
static void runUniform(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  uint32_t scratch[6], low = 0, high = 0;
  isa::sem::LaneArgs args = argsOf(m, w, inst, scratch, 1);
  args.dLo = &low;
  args.dHi = &high;
  inst.op.run(inst.op.state, args);
  w.UR[inst.d] = low;
  if (inst.dWidth > 1 && inst.d != kSinkRow)
    w.UR[inst.d + 1] = high;
  w.UP[inst.pu] = args.pu & 1;
  w.UP[inst.pv] = args.pv & 1;
}

void ptxmlir::exec::bindPureInst(Binder &b) {
  DInst &out = b.out;
  b.dest("d");
  out.pu = b.destPredicate("pu");
  out.pv = b.destPredicate("pv");
  Source zero;
  zero.kind = Operand::R;
  zero.reg = kZeroRow;
  auto read = [&](llvm::StringRef name) {
    return b.hasSlot(name) ? b.source(name) : zero;
  };
  out.a = read("a");
  out.b = read("b");
  out.c = read("c");
  out.pp = b.predicate("pp");
  out.pq = b.predicate("pq");
  out.pr = b.predicate("pr");
  out.run = out.uniform ? runUniform : runPureInst;
}

//===----------------------------------------------------------------------===//
// Any instruction
//===----------------------------------------------------------------------===//

namespace {
struct HandlerTable {
  std::array<BindFn, size_t(isa::Opcode::Count)> bind{};
  HandlerTable() {
    for (llvm::ArrayRef<BindEntry> entries :
         {approximationHandlers(), controlHandlers(),
          memoryHandlers(),        atomicHandlers(),
          warpHandlers(),          warpsyncHandlers(),
          registerHandlers(),      matrixHandlers(),
          asyncHandlers(),         bulkHandlers(),
          tensorCopyHandlers(),    tensorMemoryHandlers(),
          tensorProductHandlers(), groupMatrixHandlers(),
          sparseMatrixHandlers(),  blockScaledMatrixHandlers(),
          byteMatrixHandlers(),    textureHandlers(),
          surfaceHandlers(),       clusterLaunchHandlers(),
          multicastHandlers()})
      for (const BindEntry &e : entries) {
        isa::Opcode op = isa::findOpcode(e.record);
        if (op != isa::Opcode::Count)
          bind[size_t(op)] = e.bind;
      }
  }
};
} // namespace

std::string ptxmlir::exec::bindInst(const isa::Inst &inst, DInst &out) {
  static const HandlerTable table;
  out = DInst();
  out.opcode = inst.opcode;
  out.guard = inst.guard;
  out.guardNot = inst.guardNot;
  Binder b(inst, out);
  out.guardUniform = b.desc.is(isa::UniformGuard);
  std::string missing;
  if (BindFn bind = table.bind[size_t(inst.opcode)])
    bind(b);
  else if (isa::sem::bindPure(inst.opcode, inst.mods, out.op, &missing))
    bindPureInst(b);
  else
    b.fail(missing.empty() ? "the machine has no meaning for " +
                                 std::string(b.desc.mnemonic)
                           : missing);
  if (b.error.empty() && !b.mods.missing.empty())
    b.fail(llvm::Twine("record ") + b.desc.name + " has no modifier '" +
           b.mods.missing + "'");
  return b.error;
}
