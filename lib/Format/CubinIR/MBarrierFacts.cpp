//===- MBarrierFacts.cpp - What is said of mbarriers ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MBARRIER_INSTR_OFFSETS, NUM_MBARRIERS and INSTR_REG_MAP as observed on ptxas
// 13.0.88: a record has the offset of the instruction, the register and the
// number that make up its address, and a word with the uniform register and
// what is done.
//
//===----------------------------------------------------------------------===//

#include "CodeFacts.h"
#include "ptx-mlir/Target/Target.h"

using namespace ptxmlir;
using isa::Inst;
using isa::Operand;

constexpr unsigned kInstBytes = 16;
/// What stands for no register.
constexpr uint32_t kNoRegister = 0xff, kNoUniform = 0xff,
                   kNoNarrowUniform = 0x3f;
/// The place of the uniform register; a bit that all records have.
constexpr unsigned kUniformShift = 16;
constexpr uint32_t kAlways = 0x100;
/// In INSTR_REG_MAP: the register behind is a count of arrivals; where an entry
/// ends.
constexpr uint32_t kCountRegister = 0x0201, kEndOfEntry = 0xffffffff;
constexpr unsigned kRegisterShift = 16;

/// The register of an operand, null where there is none.
static const Operand *findRegister(const Inst &inst, llvm::StringRef name) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  for (auto [i, slot] : llvm::enumerate(desc.slots))
    if (llvm::StringRef(slot.name) == name && inst.ops[i].isReg() &&
        inst.ops[i].reg != isa::RZ)
      return &inst.ops[i];
  return nullptr;
}

void ptxmlir::describeMBarriers(CodeView code, const CodeMarks &marks,
                                unsigned sm, cubin::Kernel &kernel) {
  bool isWide = isa::hasWideUniformRegisters(sm);
  unsigned count = 0;
  for (auto [index, use] : marks.mbarriers) {
    if (!code[index])
      continue;
    const Inst &inst = *code[index];
    const isa::InstDesc &desc = isa::getDesc(inst.opcode);
    uint32_t offset = index * kInstBytes, reg = kNoRegister,
             uniform = isWide ? kNoUniform : kNoNarrowUniform, distance = 0;
    for (llvm::StringRef name : {"addr", "ur"})
      if (const Operand *op = findRegister(inst, name); op)
        (op->kind == Operand::UR ? uniform : reg) = op->reg;
    if (int mod = desc.findMod("offset"); mod >= 0)
      distance = uint32_t(desc.mods[mod].field.getSigned(inst.mods));
    kernel.mbarriers.push_back(
        {offset, reg, distance,
         uniform << kUniformShift | kAlways | uint32_t(use)});
    count += use == MBarrierUse::Init;
    bool isCounted = use == MBarrierUse::ArriveNoComplete ||
                     use == MBarrierUse::ArriveDropNoComplete;
    const Operand *data = findRegister(inst, "data");
    if (isCounted && desc.sched == isa::SchedClassId::Syncs && data)
      kernel.registerMap.insert(
          kernel.registerMap.end(),
          {offset, kCountRegister | uint32_t(data->reg) << kRegisterShift,
           kEndOfEntry});
  }
  if (!kernel.mbarriers.empty())
    kernel.numMBarriers = count;
}
