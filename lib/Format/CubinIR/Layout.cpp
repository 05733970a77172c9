//===- Layout.cpp - Addresses and bytes of a function's code --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinIR/Export.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;

/// Every instruction has 16 bytes; code is padded to 128 bytes, with at least
/// eight NOPs (observed on ptxas 13.0.88, sm_90).
static constexpr unsigned kInstBytes = 16;
static constexpr unsigned kPadBytes = 128;
static constexpr unsigned kMinNops = 8;

static void append(std::vector<uint8_t> &text, isa::Word word) {
  size_t at = text.size();
  text.resize(at + kInstBytes);
  llvm::support::endian::write64le(&text[at], word.lo);
  llvm::support::endian::write64le(&text[at + 8], word.hi);
}

/// The code-address slot of an instruction, or -1.
static int getLabelSlot(const Inst &inst) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (desc.slots[i].kind == Operand::Label)
      return int(i);
  return -1;
}

LogicalResult ptxmlir::layoutCode(sass::FuncOp func, unsigned sm, bool pad,
                                  CodeLayout &out) {
  llvm::DenseMap<Block *, uint32_t> blockOffsets;
  llvm::DenseMap<StringAttr, uint32_t> labelOffsets;
  uint32_t offset = 0;
  for (Block &block : func.getBody()) {
    blockOffsets[&block] = offset;
    for (Operation &op : block) {
      if (auto label = dyn_cast<sass::LabelOp>(op)) {
        if (!labelOffsets.try_emplace(label.getNameAttr(), offset).second)
          return label.emitOpError("is defined twice");
      } else if (llvm::isa<sass::InstOpInterface, sass::RawOp>(op)) {
        out.instructions.push_back({&op, offset});
        offset += kInstBytes;
      }
    }
  }
  out.codeBytes = offset;
  out.text.reserve(offset + 2 * kPadBytes);
  out.code.reserve(out.instructions.size());

  std::string error;
  for (CodeLayout::Placed &placed : out.instructions) {
    if (auto raw = dyn_cast<sass::RawOp>(placed.op)) {
      isa::Word word = {uint64_t(raw.getLow()), uint64_t(raw.getHigh())};
      append(out.text, word);
      out.code.push_back(isa::decode(word, sm));
      continue;
    }
    auto op = cast<sass::InstOpInterface>(placed.op);
    Inst inst = op.getInst();
    // Targets are distances from the next instruction.
    std::optional<uint32_t> target;
    if (inst.opcode == Opcode::BRA && placed.op->getNumSuccessors() != 0)
      target = blockOffsets.lookup(placed.op->getSuccessor(0));
    else if (auto label = dyn_cast_or_null<sass::LabelAttr>(op.getReference())) {
      auto found = labelOffsets.find(label.getName());
      if (found == labelOffsets.end())
        return placed.op->emitOpError("refers to unknown label ") << label.getName();
      target = found->second;
    }
    if (target) {
      int slot = getLabelSlot(inst);
      if (slot < 0)
        return placed.op->emitOpError("has a target but no code-address operand");
      inst.ops[slot] =
          Operand::label(int64_t(*target) - int64_t(placed.offset + kInstBytes));
    }
    std::optional<isa::Word> word = isa::encode(inst, sm, &error);
    if (!word)
      return placed.op->emitOpError("cannot be encoded: ") << error;
    append(out.text, *word);
    out.code.push_back(std::move(inst));
  }

  if (!pad)
    return success();

  // A branch to itself closes the code, NOPs pad it.
  Inst self;
  self.opcode = Opcode::BRA;
  self.control.yield = true;
  self.mods = isa::BRA::kDefaultMods;
  self.ops[isa::BRA::kPp] = Operand::p(isa::PT);
  self.ops[isa::BRA::kTarget] = Operand::label(-int64_t(kInstBytes));
  Inst nop;
  nop.opcode = Opcode::NOP;
  nop.control.yield = true;
  nop.mods = isa::NOP::kDefaultMods;
  std::optional<isa::Word> selfWord = isa::encode(self, sm, &error);
  std::optional<isa::Word> nopWord = isa::encode(nop, sm, &error);
  if (!selfWord || !nopWord)
    return func.emitOpError("cannot encode padding: ") << error;
  append(out.text, *selfWord);
  for (unsigned nops = 0;
       nops < kMinNops || out.text.size() % kPadBytes != 0; ++nops)
    append(out.text, *nopWord);
  return success();
}
