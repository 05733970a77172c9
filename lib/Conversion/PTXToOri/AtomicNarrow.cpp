//===- AtomicNarrow.cpp - Atomics of 16 bits ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine has none: the word around is compared and swapped until no other
// thread came in between (ptxas 13.0.88 does the same).
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "HalfEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

namespace {
/// The word around an atomic of 16 bits.
struct Word {
  FuncLowering &l;
  ptx::Space space;
  isa::MemOrder order;
  Value address; ///< of the word
  Value isHigh;  ///< predicate: the upper half
  Value insert;  ///< selector of PRMT: the half of the second source
  Value shift;   ///< 0 or 16

  Word(FuncLowering &l, ptx::Space space, Address at, isa::MemOrder order);

  bool isGeneric() const { return space == ptx::Space::None; }
  Value load();
  /// Results in what was there.
  Value compareAndSwap(Value expected, Value desired);
  /// `word` with the half taken from `halves`.
  Value replace(Value word, Value halves) {
    return l.prmt(word, insert, halves);
  }
};
} // namespace

Word::Word(FuncLowering &l, ptx::Space space, Address at, isa::MemOrder order)
    : l(l), space(space), order(order) {
  at = fitOffset(l, at, /*bits=*/at.offset ? 1 : 24);
  Value low = l.lo(at.value);
  address = l.band(low, l.imm(~2u));
  if (ori::getWidth(at.value.getType()) == 2)
    address = l.combine({address, l.hi(at.value)});
  Value half = l.band(low, l.imm(2));
  isHigh = l.isetp(isa::ICmp::NE, half, l.zero(), /*isSigned=*/false);
  insert = l.select(isHigh, l.imm(0x7610), l.imm(0x3254));
  shift = l.shl(half, l.imm(3));
}

Value Word::load() {
  Opcode opcode = space == ptx::Space::Shared   ? Opcode::LDS
                  : space == ptx::Space::Global ? Opcode::LDG
                                                : Opcode::LD;
  SmallVector<Value, 3> sources = {address};
  if (space == ptx::Space::Shared)
    sources.push_back(l.urz());
  else
    sources.append({l.descriptor(), l.pt()});
  return l.value(opcode, sources,
                 getAccessMods(opcode, MemType::B32, 0, isa::MemOrder::Weak));
}

Value Word::compareAndSwap(Value expected, Value desired) {
  Opcode opcode = space == ptx::Space::Shared   ? Opcode::ATOMS_CAS
                  : space == ptx::Space::Global ? Opcode::ATOMG_CAS
                                                : Opcode::ATOM_CAS;
  uint64_t mods = getAccessMods(opcode, MemType(0), 0, order);
  Operation *cas = l.inst(opcode, {address, expected, desired}, mods);
  // In each round some thread succeeds: nobody waits for what others do later.
  cas->setAttr("lock_free", l.builder.getUnitAttr());
  if (space == ptx::Space::Shared)
    return cas->getResult(isa::ATOMS_CAS::kD);
  return cas->getResult(isa::ATOM_CAS::kD);
}

Value ptxtoori::emitNarrowAtomic(FuncLowering &l, Operation *op,
                                 ptx::AtomicOp kind, ptx::DataType type,
                                 ptx::Space space, Address address,
                                 isa::MemOrder order, Value b, Value c) {
  HalfMode mode;
  mode.bf16 = isBf16Type(type);
  bool compares = kind == ptx::AtomicOp::Cas;
  auto results = emitGuardedValues(l, op, [&]() -> SmallVector<Value> {
    Word word(l, space, address, order);
    // Both halves of a register have the operand.
    Value twice = l.prmt(b, l.imm(0x1010), l.zero());
    Value swap = compares ? l.prmt(c, l.imm(0x1010), l.zero()) : Value();
    auto update = [&](Value old) {
      return compares ? swap : hadd2(l, old, twice, mode);
    };
    auto emitRounds = [&](Value first) {
      return emitLoop(l, first, [&](Value old) -> std::pair<Value, Value> {
        // What compare and swap wants to find in its half.
        Value expected = compares ? word.replace(old, twice) : old;
        Value seen =
            word.compareAndSwap(expected, word.replace(expected, update(old)));
        if (!compares)
          return {seen, l.isetp(isa::ICmp::EQ, seen, old, false)};
        // Done where the other half is what it was, whatever this one is.
        Value nothing = l.zero();
        return {seen, l.isetp(isa::ICmp::EQ, word.replace(seen, nothing),
                              word.replace(old, nothing), false)};
      });
    };
    auto extract = [&](Value found) { return l.shr(found, word.shift, false); };
    if (!word.isGeneric())
      return {extract(emitRounds(word.load()))};
    // Local memory has no atomics, but is of one thread.
    uint64_t query = isa::QSPC::space.set(
        getAccessMods(Opcode::QSPC, MemType::B32, 0, isa::MemOrder::Weak),
        uint64_t(isa::QspcSpace::L));
    Value isLocal = l.inst(Opcode::QSPC, {word.address, l.urz(2)}, query)
                        ->getResult(isa::QSPC::kPu);
    return emitIfElse(
        l, isLocal, /*negated=*/false,
        [&]() -> SmallVector<Value> {
          Value found = word.load();
          Value stored = word.replace(found, update(found));
          if (compares) {
            Value isSame = l.isetp(isa::ICmp::EQ, word.replace(found, twice),
                                   found, false);
            stored = l.select(isSame, stored, found);
          }
          l.inst(
              Opcode::ST, {word.address, l.descriptor(), stored},
              getAccessMods(Opcode::ST, MemType::B32, 0, isa::MemOrder::Weak));
          return {extract(found)};
        },
        [&]() -> SmallVector<Value> {
          return {extract(emitRounds(word.load()))};
        });
  });
  return results.front();
}
