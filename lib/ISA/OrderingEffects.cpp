//===- OrderingEffects.cpp - What instructions may not pass ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the records' effects to what a scheduler may exchange: memory by space,
// barriers, other state.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/OrderingEffects.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"
#include "llvm/ADT/StringRef.h"

using namespace ptxmlir::isa;

namespace {
/// What else orders a load.
enum class LoadOrder {
  Weak,
  Strong,    ///< accesses of other threads
  Invariant, ///< nothing: what it reads does not change
};
} // namespace

static LoadOrder getLoadOrder(const InstDesc &desc, uint64_t mods) {
  int index = desc.findMod("order");
  if (index < 0)
    return LoadOrder::Weak;
  const ModDesc &mod = desc.mods[index];
  uint64_t value = mod.field.get(mods);
  if (value == mod.dflt)
    return LoadOrder::Weak;
  for (const ModValueDesc &v : mod.values)
    if (v.value == value && llvm::StringRef(v.spelling).contains("CONSTANT"))
      return LoadOrder::Invariant;
  return LoadOrder::Strong;
}

bool ptxmlir::isa::isConvergent(Opcode opcode, uint64_t mods) {
  const InstDesc &desc = getDesc(opcode);
  if (!desc.is(Convergent))
    return false;
  int index = desc.findMod("lod");
  if (index < 0)
    return true;
  auto lod = TexLod(desc.mods[index].field.get(mods));
  return lod != TexLod::LL && lod != TexLod::LZ;
}

OrderingEffects ptxmlir::isa::getOrderingEffects(Opcode opcode, uint64_t mods,
                                                 AccessOrder access) {
  OrderingEffects effects;
  const InstDesc &desc = getDesc(opcode);
  if (desc.is(Branch) || desc.is(Terminator)) {
    // Threads that leave must not have loaded what only the others may, nor
    // have stored less; everything else may pass an EXIT.
    if (desc.branch == BranchKind::End) {
      effects.writtenSpaces = kOrderedSpaces;
      effects.ordersThreads = true;
    } else {
      effects.isFence = true;
    }
    return effects;
  }
  if (desc.sched == SchedClassId::Control ||
      desc.sched == SchedClassId::Branch ||
      desc.sched == SchedClassId::Convergence ||
      desc.sched == SchedClassId::Collective) {
    effects.isFence = true;
    return effects;
  }
  // Between these, registers are read and written by products under way.
  // With these, there are other registers than before.
  if (desc.sync == SyncKind::Products || changesRegisters(desc.sync)) {
    effects.isFence = true;
    return effects;
  }
  // A register that never changes may be read anywhere, a clock stays in place.
  if (int sr = desc.findMod("sr");
      sr >= 0 && isConstantSpecialRegister(desc.mods[sr].field.get(mods)))
    return effects;
  uint8_t reads = desc.readSpaces & kOrderedSpaces,
          writes = desc.writtenSpaces & kOrderedSpaces;
  if (desc.is(SideEffects)) {
    bool isPlain =
        desc.spaces() && !desc.is(Convergent) && !desc.is(OrdersMemory);
    effects.ordersThreads = true;
    effects.writtenSpaces = isPlain ? reads | writes : kOrderedSpaces;
    return effects;
  }
  effects.readsThreads = isConvergent(opcode, mods);
  bool isLoad = desc.readSpaces && !desc.writtenSpaces;
  bool isStrong = access == AccessOrder::Strong;
  LoadOrder order = isLoad && access != AccessOrder::Weak
                        ? getLoadOrder(desc, mods)
                        : LoadOrder::Weak;
  bool ordersAll = desc.is(OrdersMemory) || order == LoadOrder::Strong;
  if ((order == LoadOrder::Invariant || desc.is(ReadsInvariant)) &&
      reads == GlobalMemory)
    reads = kInvariantMemory;
  effects.writtenSpaces = ordersAll ? kOrderedSpaces : writes;
  effects.readSpaces = reads & ~effects.writtenSpaces;
  bool isStore = desc.writtenSpaces && !desc.readSpaces;
  effects.isPlainAccess = (isLoad || isStore) && !ordersAll && !isStrong;
  if (isStrong) {
    effects.writtenSpaces |= effects.readSpaces;
    effects.readSpaces = 0;
  }
  return effects;
}
