//===- SavedBarriers.cpp - Barriers in registers and on the stack ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slots are numbered: R registers first, then words of the frame, by the
// register that the frame begins at. When that register changes, its words are
// elsewhere and forgotten.
//
//===----------------------------------------------------------------------===//

#include "SavedBarriers.h"
#include "ConvergenceOperands.h"
#include "UniformRegisters.h"
#include "ptx-mlir/Target/CallABI.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using convergence::Flow;
using convergence::State;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;

/// Slots of saved barriers: R registers, then words of the stack.
static constexpr uint32_t kFirstStackSlot = 256, kFrameSlots = 1u << 24;
static constexpr unsigned kNone = ~0u;

void sass::moveBarrier(const Inst &inst, State &s, Flow &flow) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  unsigned barrier = getBarrier(inst);
  int from = desc.findSlot("a"), to = desc.findSlot("d");
  if (from >= 0)
    return flow.restore(s, barrier,
                        inst.ops[from].kind == Operand::R ? inst.ops[from].reg
                                                          : kNone);
  if (desc.slots[to].kind == Operand::R)
    return flow.save(s, barrier, inst.ops[to].reg,
                     desc.getMod("clear", inst.mods));
  // Between barriers: the destination comes first.
  flow.save(s, inst.ops[desc.findSlot("bar")].reg, kNone - 1, /*clear=*/true);
  flow.restore(s, inst.ops[to].reg, kNone - 1);
}

/// The number of a word of the frame, by the register that the frame begins at;
/// none for any other.
static std::optional<uint32_t> getFirstSlot(unsigned base) {
  const target::CallABI &abi = target::getCallABI();
  if (base == kStackPointer)
    return kFirstStackSlot;
  if (base == abi.framePointer)
    return kFirstStackSlot + kFrameSlots;
  if (base == abi.framePointerWithoutCalls)
    return kFirstStackSlot + 2 * kFrameSlots;
  return std::nullopt;
}

/// Words that were known by their distance from a register are elsewhere when
/// that changes.
static void forgetFrames(const Inst &inst, State &s) {
  if (s.saved.empty() || s.saved.back().first < kFirstStackSlot)
    return;
  auto forget = [&](unsigned base) {
    if (std::optional<uint32_t> first = getFirstSlot(base))
      llvm::erase_if(s.saved, [&](const auto &slot) {
        return slot.first >= *first && slot.first - *first < kFrameSlots;
      });
  };
  if (movesStack(inst))
    forget(kStackPointer);
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes)
    for (unsigned i = 0; i != range.count; ++i)
      if (range.file == Operand::R && range.first + i != kStackPointer)
        forget(range.first + i);
}

void sass::moveSlots(const Inst &inst, State &s, Flow &flow) {
  forgetFrames(inst, s);
  const InstDesc &desc = isa::getDesc(inst.opcode);
  std::optional<StackAccess> access = getLocalAccess(inst);
  std::optional<uint32_t> firstSlot =
      access ? getFirstSlot(access->base) : std::nullopt;
  if (firstSlot && access->offset < kFrameSlots) {
    for (unsigned i = 0; i != access->count; ++i) {
      uint32_t stack = *firstSlot + access->offset + 4 * i,
               reg = access->reg + i;
      if (access->isStore)
        flow.copySlot(s, reg, stack);
      else
        flow.copySlot(s, stack, reg);
    }
    return;
  }
  if (std::optional<unsigned> from = getCopiedRegister(inst))
    return flow.copySlot(s, *from, inst.ops[desc.findSlot("d")].reg);
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes)
    if (range.file == Operand::R)
      for (unsigned i = 0; i != range.count; ++i)
        flow.forgetSlot(s, range.first + i);
}
