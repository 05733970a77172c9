//===- Reuse.cpp - Operand reuse cache positions --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule, and a table of what it says that is filled as opcodes are asked
// for.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Reuse.h"
#include <atomic>

using namespace ptxmlir;
using namespace ptxmlir::isa;

int ptxmlir::isa::getReuseBit(const InstDesc &desc, unsigned slot) {
  // Memory instructions do not read through this cache, wherever their opcode
  // lies; matrix products read factors through it, but no accumulators.
  if (desc.slots[slot].isDef || desc.is(ReadsMemory) || desc.is(WritesMemory))
    return -1;
  bool isProduct =
      llvm::StringRef(desc.mnemonic).split('.').first.ends_with("MMA");
  int byPlace = -1;
  for (const FormDesc &form : desc.forms) {
    // The units behind the opcodes with bit 8 do not read through this cache,
    // but for RPCMOV. (ptxas sets bits 122 and 124 for TEX.SCR on sm_75: they
    // have another meaning there.)
    if (form.opcode & 0x100 && (form.opcode & 0xff) != 0x52)
      continue;
    unsigned number = form.opcode >> 9 & 7;
    Operand::Kind kind = form.kinds[slot];
    // SEL.64 and its like use the numbers 2, 3 and 7 for forms of their own.
    bool isALU = !(form.opcode & 0x100);
    if (isALU && number != 1 && kind == Operand::R)
      for (const PlaceDesc &p : form.places)
        if (p.kind == PlaceKind::Reg && p.index == slot &&
            (p.lo == 24 || p.lo == 32))
          return p.lo == 24 ? 0 : 1;
    bool wide =
        kind == Operand::Imm || kind == Operand::CBank || kind == Operand::UR;
    // MOV.64 has the number 2 for an immediate of 64 bits.
    if (wide && isALU && kind == Operand::Imm)
      for (const PlaceDesc &p : form.places)
        if (p.kind == PlaceKind::Value && p.index == slot)
          wide &= p.lo == 32;
    // Forms 2, 3 and 7 have C in the wide place, forms 4, 5 and 6 have B there.
    if (wide && (number == 2 || number == 3 || number == 7))
      return 2;
    if (wide && (number == 4 || number == 5 || number == 6))
      return 1;
    if (number != 1 || byPlace >= 0)
      continue;
    for (const PlaceDesc &p : form.places)
      if (p.kind == PlaceKind::Reg && p.index == slot && kind == Operand::R)
        byPlace = p.lo == 24                 ? 0
                  : p.lo == 32               ? 1
                  : p.lo == 64 && !isProduct ? 2
                                             : -1;
  }
  return byPlace;
}

ReuseSlots ptxmlir::isa::getReuseSlots(Opcode opcode) {
  // A byte for each bit, one more than the slot; the fourth tells that it is
  // known. Whoever comes first fills it, all with the same.
  constexpr uint32_t kKnown = 1u << 31;
  static std::atomic<uint32_t> table[size_t(Opcode::Count)];
  uint32_t entry = table[size_t(opcode)].load(std::memory_order_relaxed);
  if (!entry) {
    entry = kKnown;
    const InstDesc &desc = getDesc(opcode);
    for (unsigned slot = 0; slot != desc.slots.size(); ++slot)
      if (int bit = getReuseBit(desc, slot); bit >= 0)
        entry |= (slot + 1) << 8 * bit;
    table[size_t(opcode)].store(entry, std::memory_order_relaxed);
  }
  ReuseSlots found;
  for (unsigned bit : {0u, 1u, 2u})
    found.slots[bit] = int8_t(int(entry >> 8 * bit & 0x7f) - 1);
  return found;
}
