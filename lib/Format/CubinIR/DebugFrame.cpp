//===- DebugFrame.cpp - Where a function has saved registers --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call-frame instructions of a device function in code for a debugger, as
// ptxas 13.0.88 has them: the frame from the instruction behind `R1 -= frame`
// on, each preserved register from its store on at an offset from the frame's
// end, and back in its place from its load on. Other code may follow a return,
// with the frame as it was before the first of these loads.
//
//===----------------------------------------------------------------------===//

#include "CodeFacts.h"
#include "Layout.h"
#include "ptx-mlir/Target/CallABI.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/LEB128.h"
#include <map>

using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;
namespace dwarf = llvm::dwarf;

static constexpr unsigned kInstBytes = 16;
static constexpr uint32_t kStackPointer = 1;
/// The DWARF number of R0, and the unit of places (observed on ptxas 13.0.88).
static constexpr uint32_t kRegBase = 0x5000000;
static constexpr uint32_t kCodeAlign = 4;
static constexpr uint32_t kDataAlign = 4;

namespace {
class FrameEncoder {
public:
  explicit FrameEncoder(CodeView code) : code(code) {}
  std::vector<uint8_t> run(uint32_t frame, size_t setUp);

private:
  void op(uint8_t opcode, llvm::ArrayRef<uint64_t> operands = {}) {
    out.push_back(opcode);
    for (uint64_t operand : operands) {
      uint8_t bytes[16];
      out.insert(out.end(), bytes, bytes + llvm::encodeULEB128(operand, bytes));
    }
  }
  /// What follows is true behind instruction `index`.
  void advanceBehind(size_t index) {
    uint32_t to = uint32_t(index + 1) * kInstBytes;
    if (to == at)
      return;
    out.push_back(dwarf::DW_CFA_advance_loc4);
    for (unsigned i = 0; i != 4; ++i)
      out.push_back(uint8_t((to - at) / kCodeAlign >> 8 * i));
    at = to;
  }

  CodeView code;
  std::vector<uint8_t> out;
  uint32_t at = 0;
};
} // namespace

static bool isRegister(const Operand &op, uint32_t reg) {
  return op.kind == Operand::R && op.reg == reg;
}
static bool isOnStack(const Operand &address) {
  return isRegister(address, kStackPointer);
}

/// Whether the instruction moves one register to another.
static bool isMove(const std::optional<Inst> &inst, uint32_t to,
                   uint32_t from) {
  return inst && inst->opcode == Opcode::MOV &&
         isRegister(inst->ops[isa::MOV::kD], to) &&
         isRegister(inst->ops[isa::MOV::kB], from);
}

std::vector<uint8_t> FrameEncoder::run(uint32_t frame, size_t setUp) {
  advanceBehind(setUp);
  op(dwarf::DW_CFA_def_cfa, {kRegBase + kStackPointer, frame});
  const target::RegisterBits &preserved = target::getCallABI().preserved;
  std::map<unsigned, int64_t> saved; // where in the frame
  size_t i = setUp + 1;
  for (; i != code.size(); ++i) {
    const std::optional<Inst> &inst = code[i];
    if (!inst || inst->opcode != Opcode::STL ||
        !isOnStack(inst->ops[isa::STL::kAddr]))
      break;
    const Operand &value = inst->ops[isa::STL::kData];
    int64_t offset = isa::STL::offset.getSigned(inst->mods);
    if (value.kind != Operand::R || !preserved.test(value.reg) ||
        value.reg == kStackPointer || offset < 0 || offset >= frame ||
        !saved.try_emplace(value.reg, offset).second)
      break;
    advanceBehind(i);
    op(dwarf::DW_CFA_offset_extended,
       {kRegBase + value.reg, (frame - uint64_t(offset)) / kDataAlign});
  }
  // A function that moves the stack pointer has its frame in another register.
  uint32_t pointer = target::getCallABI().framePointer;
  bool movesStack =
      i != code.size() && isMove(code[i], pointer, kStackPointer) &&
      llvm::any_of(code.drop_front(i), [&](const std::optional<Inst> &inst) {
        return isMove(inst, kStackPointer, pointer);
      });
  if (movesStack) {
    advanceBehind(i++);
    op(dwarf::DW_CFA_def_cfa, {kRegBase + pointer, frame});
  }
  bool isLeaving = false;
  for (; i != code.size(); ++i) {
    const std::optional<Inst> &inst = code[i];
    if (!inst)
      continue;
    if (movesStack && isMove(inst, kStackPointer, pointer)) {
      op(dwarf::DW_CFA_remember_state);
      isLeaving = true;
      advanceBehind(i);
      op(dwarf::DW_CFA_def_cfa, {kRegBase + kStackPointer, frame});
      continue;
    }
    // The end of the stack moves while another register has the frame.
    if (movesStack && !isLeaving)
      continue;
    // Loads of these places are the end of the function: nothing else reads
    // them.
    if (inst->opcode == Opcode::LDL && isOnStack(inst->ops[isa::LDL::kAddr])) {
      const Operand &to = inst->ops[isa::LDL::kD];
      auto place = saved.find(to.reg);
      if (to.kind != Operand::R || place == saved.end() ||
          place->second != isa::LDL::offset.getSigned(inst->mods))
        continue;
      if (!isLeaving)
        op(dwarf::DW_CFA_remember_state);
      isLeaving = true;
      advanceBehind(i);
      op(dwarf::DW_CFA_restore_extended, {kRegBase + to.reg});
      continue;
    }
    const isa::InstDesc &desc = isa::getDesc(inst->opcode);
    for (unsigned s = 0; s != desc.slots.size(); ++s)
      if (desc.slots[s].isDef && isOnStack(inst->ops[s])) {
        if (!isLeaving)
          op(dwarf::DW_CFA_remember_state);
        isLeaving = true;
        advanceBehind(i);
        op(dwarf::DW_CFA_def_cfa, {kRegBase + kStackPointer, 0});
      }
    if (desc.branch == isa::BranchKind::Return && isLeaving) {
      isLeaving = false;
      if (i + 1 == code.size())
        break;
      advanceBehind(i);
      op(dwarf::DW_CFA_restore_state);
    }
  }
  return std::move(out);
}

std::vector<uint8_t> ptxmlir::encodeDebugFrame(CodeView code) {
  auto frame = findFrame(code);
  if (!frame)
    return {};
  return FrameEncoder(code).run(frame->first, frame->second / kInstBytes);
}
