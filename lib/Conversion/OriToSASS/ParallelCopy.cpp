//===- ParallelCopy.cpp - Copies that happen at once ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycles are broken by exchanges with XOR, because no register is known to be
// free: allocation has spent them by now.
//
//===----------------------------------------------------------------------===//

#include "ParallelCopy.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;
using Kind = Operand::Kind;

Inst ptxmlir::makeDefaultInst(Opcode opcode) {
  const InstDesc &desc = isa::getDesc(opcode);
  Inst inst;
  inst.opcode = opcode;
  inst.mods = desc.defaultMods;
  for (unsigned i = 0; i != desc.slots.size(); ++i) {
    switch (desc.slots[i].kind) {
    case Kind::R:
      inst.ops[i] = Operand::r(isa::RZ);
      break;
    case Kind::UR:
      inst.ops[i] = Operand::ur(isa::URZ);
      break;
    case Kind::P:
      inst.ops[i] = Operand::p(isa::PT);
      break;
    case Kind::UP:
      inst.ops[i] = Operand::up(isa::UPT);
      break;
    default:
      break;
    }
  }
  return inst;
}

static void setOperand(Inst &inst, const char *slot, const Operand &operand) {
  inst.ops[isa::getDesc(inst.opcode).findSlot(slot)] = operand;
}
static void setMod(Inst &inst, const char *name, uint64_t value) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  inst.mods = desc.mods[desc.findMod(name)].field.set(inst.mods, value);
}

// Truth tables of (a, b, c) by bit 4a + 2b + c.
static constexpr uint64_t kTableA = 0xf0;

static Inst makePredicateCopy(const Operand &to, const Operand &from) {
  Inst inst = makeDefaultInst(Opcode::PLOP3);
  setOperand(inst, "pu", to);
  uint64_t table = kTableA;
  if (from.kind == Kind::Imm)
    table = from.value ? 0xff : 0x00;
  else
    setOperand(inst, "pp", from);
  setMod(inst, "lut", table);
  return inst;
}

Inst ptxmlir::makeCopy(const Operand &to, const Operand &from, unsigned sm) {
  if (to.kind == Kind::P)
    return makePredicateCopy(to, from);
  bool isUniform = to.kind == Kind::UR;
  if (from.kind == Kind::CBank && (isUniform || !ori::takesConstantBank(sm))) {
    Inst inst = makeDefaultInst(isUniform ? ori::getUniformConstantLoad(sm)
                                          : Opcode::LDC);
    setOperand(inst, "d", to);
    setMod(inst, "bank", from.reg);
    setMod(inst, "offset", uint64_t(from.value));
    return inst;
  }
  Inst inst = makeDefaultInst(isUniform ? Opcode::UMOV : Opcode::MOV);
  setOperand(inst, "d", to);
  bool isZero = from.kind == Kind::Imm && from.value == 0;
  if (isZero)
    setOperand(inst, "b",
               isUniform ? Operand::ur(isa::URZ) : Operand::r(isa::RZ));
  else
    setOperand(inst, "b", from);
  return inst;
}

/// a := a xor b.
static Inst makeXor(const Operand &a, const Operand &b) {
  bool isPredicate = a.kind == Kind::P;
  Inst inst = makeDefaultInst(isPredicate          ? Opcode::PLOP3
                              : a.kind == Kind::UR ? Opcode::ULOP3
                                                   : Opcode::LOP3);
  setOperand(inst, isPredicate ? "pu" : "d", a);
  setOperand(inst, isPredicate ? "pp" : "a", a);
  setOperand(inst, isPredicate ? "pq" : "b", b);
  setMod(inst, "lut", isa::kTableXor);
  return inst;
}

llvm::SmallVector<Inst>
ptxmlir::sequentializeCopies(llvm::ArrayRef<RegisterCopy> copies, unsigned sm) {
  llvm::SmallVector<Inst> result;
  auto key = [](const Operand &op) { return unsigned(op.kind) << 16 | op.reg; };
  // What each register has to receive, and how often each is still to be read.
  llvm::SmallDenseMap<unsigned, unsigned, 16> writer, readers;
  llvm::SmallVector<RegisterCopy> pending, constants;
  for (const RegisterCopy &copy : copies) {
    if (copy.from == copy.to)
      continue;
    if (!copy.from.isReg()) {
      constants.push_back(copy);
      continue;
    }
    writer[key(copy.to)] = pending.size();
    ++readers[key(copy.from)];
    pending.push_back(copy);
  }
  std::vector<bool> done(pending.size());
  // Copies to registers that nobody reads any more, and what they set free.
  llvm::SmallVector<unsigned> ready;
  for (unsigned i = 0; i != pending.size(); ++i)
    if (!readers.lookup(key(pending[i].to)))
      ready.push_back(i);
  while (!ready.empty()) {
    unsigned i = ready.pop_back_val();
    done[i] = true;
    result.push_back(makeCopy(pending[i].to, pending[i].from, sm));
    unsigned from = key(pending[i].from);
    if (--readers[from] == 0)
      if (auto it = writer.find(from); it != writer.end())
        ready.push_back(it->second);
  }
  // Cycles remain: each register has one reader.
  for (unsigned i = 0; i != pending.size(); ++i) {
    if (done[i])
      continue;
    // r0 <- r1 <- ... <- rk <- r0: exchange r0 with r1, r1 with r2, ...
    unsigned at = i;
    while (true) {
      done[at] = true;
      const Operand &to = pending[at].to, &from = pending[at].from;
      unsigned next = writer[key(from)];
      if (done[next])
        break;
      result.push_back(makeXor(to, from));
      result.push_back(makeXor(from, to));
      result.push_back(makeXor(to, from));
      at = next;
    }
  }
  for (const RegisterCopy &copy : constants)
    result.push_back(makeCopy(copy.to, copy.from, sm));
  return result;
}
