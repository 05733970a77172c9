//===- MbarrierWords.cpp - mbarriers before sm_90 -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object is two words in shared memory. In bit 31 of the upper one is the
// phase, below it 2^31 less the arrivals that are missing; the lower one is the
// same for the next phase, with bit 30 in the place of bit 31. ATOMS.ARRIVE
// counts one arrival and begins the next phase where it was the last; all else
// is atomic additions (observed on ptxas 13.0.88, sm_80 to sm_89).
//
//===----------------------------------------------------------------------===//

#include "MbarrierWords.h"
#include "ControlFlow.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;
using Use = MBarrierUse;

constexpr uint32_t kPhase = 0x80000000, kNextPhase = 0x40000000;
constexpr unsigned kUpperWord = 4; // bytes

/// Adds to a word of the object; the result is what was there.
static Value emitAdd(FuncLowering &l, Operation *op, Address address,
                     unsigned word, Value number) {
  uint64_t mods =
      isa::ATOMS::op.set(isa::ATOMS::kDefaultMods, uint64_t(isa::AtomOp::ADD));
  mods = isa::ATOMS::offset.set(mods, uint64_t(address.offset + word));
  return l.guarded(op, Opcode::ATOMS, {address.value, l.urz(), number}, mods)
      ->getResult(0);
}

void ptxtoori::emitWordsInit(FuncLowering &l, Operation *op, Address address,
                             Value count) {
  Value words = l.combine(
      {l.isub(l.imm(kNextPhase), count), l.isub(l.imm(kPhase), count)});
  markUse(l.guarded(op, Opcode::STS, {address.value, l.urz(), words},
                    getAccessMods(Opcode::STS, MemType::B64, address.offset,
                                  isa::MemOrder::Weak)),
          Use::Init);
}

Value ptxtoori::emitWordsArrive(FuncLowering &l, Operation *op, Address address,
                                bool leaves, Value count) {
  // What the thread wrote is seen by who waits.
  emitFence(l, op, ptx::Scope::Cta, /*sequential=*/false);
  if (leaves)
    emitAdd(l, op, address, 0, count ? count : l.imm(1));
  if (count) {
    Value upper = emitAdd(l, op, address, kUpperWord, count);
    markUse(upper.getDefiningOp(),
            leaves ? Use::ArriveDropNoComplete : Use::ArriveNoComplete);
    return l.combine({upper, upper});
  }
  Operation *arrive =
      l.guarded(op, Opcode::ATOMS_ARRIVE, {address.value, l.urz()},
                isa::ATOMS_ARRIVE::offset.set(isa::ATOMS_ARRIVE::kDefaultMods,
                                              uint64_t(address.offset)));
  return markUse(arrive, leaves ? Use::ArriveDrop : Use::Arrive)
      ->getResult(isa::ATOMS_ARRIVE::kD);
}

void ptxtoori::emitWordsCopiesArrive(FuncLowering &l, Operation *op,
                                     Address address, bool counts) {
  // The arrival of the copies is wanted beside the others.
  if (counts)
    emitAdd(l, op, address, kUpperWord, l.imm(~0u));
  markUse(l.guarded(op, Opcode::ARRIVES, {address.value, l.urz()},
                    isa::ARRIVES::offset.set(isa::ARRIVES::kDefaultMods,
                                             uint64_t(address.offset))),
          Use::CopiesArrive);
}

Value ptxtoori::emitWordsTest(FuncLowering &l, Operation *op, Address address,
                              Value phase, Use use) {
  Operation *load = l.guarded(op, Opcode::LDS, {address.value, l.urz()},
                              getAccessMods(Opcode::LDS, MemType::B32,
                                            address.offset + kUpperWord,
                                            isa::MemOrder::Weak));
  Value upper = markUse(load, use)->getResult(0);
  // Bit 31 of both differs.
  Value over = l.lop3(upper, l.imm(kPhase), phase, 0x48);
  return l.isetp(isa::ICmp::NE, over, l.zero(), /*isSigned=*/false);
}

Value ptxtoori::emitWordsPending(FuncLowering &l, Value state) {
  return l.isub(l.imm(kPhase), l.band(l.hi(state), l.imm(kPhase - 1)));
}
