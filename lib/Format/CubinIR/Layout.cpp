//===- Layout.cpp - Addresses and bytes of a function's code --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions get addresses, labels are resolved and words encoded, in one
// walk, because the operations of a large function are far from the caches.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;

static constexpr unsigned kInstBytes = 16;

static void write(uint8_t *text, isa::Word word) {
  llvm::support::endian::write64le(text, word.lo);
  llvm::support::endian::write64le(text + 8, word.hi);
}

static void append(std::vector<uint8_t> &text, isa::Word word) {
  text.resize(text.size() + kInstBytes);
  write(text.data() + text.size() - kInstBytes, word);
}

/// The slot of an instruction for a code address, or -1. A move takes the
/// address itself, others its distance.
static int getLabelSlot(const Inst &inst) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    if (desc.slots[i].kind == Operand::Label ||
        (desc.role == isa::ConvergenceRole::None && !desc.is(isa::Branch) &&
         inst.ops[i].kind == Operand::Imm))
      return int(i);
  return -1;
}

/// A branch whose target is an operation further down or unknown.
namespace {
struct Fixup {
  uint32_t index; ///< of the instruction
  Operation *op;
  Block *block; ///< the target, or null
  StringAttr label;
};
} // namespace

/// Where an instruction goes: a successor or a label; nothing for others.
static std::optional<Fixup> findTarget(sass::InstOpInterface op,
                                       uint32_t index) {
  if (op.getInst().opcode == Opcode::BRA && op->getNumSuccessors() != 0)
    return Fixup{index, op, op->getSuccessor(0), {}};
  if (auto label = dyn_cast_or_null<sass::LabelAttr>(op.getReference()))
    return Fixup{index, op, nullptr, label.getName()};
  return std::nullopt;
}

// One walk: the operations of a large function are far from the caches.
LogicalResult ptxmlir::layoutCode(sass::FuncOp func, unsigned sm, bool pad,
                                  CodeLayout &out) {
  llvm::DenseMap<Block *, uint32_t> blockOffsets;
  llvm::DenseMap<StringAttr, uint32_t> &labelOffsets = out.labels;
  std::vector<Fixup> fixups;
  struct Labelled {
    Operation *op;
    StringAttr label;
    size_t reloc; ///< index
  };
  std::vector<Labelled> labelled;
  std::vector<unsigned> warpWide, coopGroup, unlistedSync;
  std::vector<std::pair<unsigned, MBarrierUse>> mbarriers;
  bool hasByteFloats = false;
  std::string error;
  for (Block &block : func.getBody()) {
    blockOffsets[&block] = out.text.size();
    for (Operation &op : block) {
      uint32_t index = out.code.size(), offset = out.text.size();
      if (auto inst = dyn_cast<sass::InstOpInterface>(op)) {
        out.code.push_back(inst.getInst());
        if (out.wantsLocations)
          out.locations.push_back(op.getLoc());
        if (std::optional<Fixup> fixup = findTarget(inst, index)) {
          fixups.push_back(*fixup);
          append(out.text, {});
        } else if (std::optional<isa::Word> word =
                       isa::encode(inst.getInst(), sm, &error)) {
          append(out.text, *word);
        } else {
          return op.emitOpError("cannot be encoded: ") << error;
        }
        if (auto reloc =
                dyn_cast_or_null<sass::RelocAttr>(inst.getReference())) {
          if (auto label = op.getAttrOfType<StringAttr>(kRelocLabelAttr))
            labelled.push_back({&op, label, out.relocations.size()});
          out.relocations.push_back({offset, reloc, 0});
        }
        if (auto callee =
                op.getAttrOfType<FlatSymbolRefAttr>(sass::kCalleeAttr))
          out.systemCalls.push_back({offset, callee.getValue()});
        if (op.hasAttr("warp_wide"))
          warpWide.push_back(index);
        if (op.hasAttr(kCoopGroupAttr))
          coopGroup.push_back(index);
        if (op.hasAttr(kUnlistedSyncAttr))
          unlistedSync.push_back(index);
        hasByteFloats |= op.hasAttr(kByteFloatsAttr);
        if (auto use = op.getAttrOfType<IntegerAttr>(kMBarrierAttr))
          mbarriers.push_back({index, MBarrierUse(use.getInt())});
      } else if (auto raw = dyn_cast<sass::RawOp>(op)) {
        isa::Word word = {uint64_t(raw.getLow()), uint64_t(raw.getHigh())};
        out.code.push_back(isa::decode(word, sm));
        if (out.wantsLocations)
          out.locations.push_back(op.getLoc());
        append(out.text, word);
      } else if (auto label = dyn_cast<sass::LabelOp>(op)) {
        if (!labelOffsets.try_emplace(label.getNameAttr(), offset).second)
          return label.emitOpError("is defined twice");
      }
    }
  }
  out.marks = CodeMarks(out.code.size());
  for (unsigned i : warpWide)
    out.marks.warpWide.set(i);
  for (unsigned i : coopGroup)
    out.marks.coopGroup.set(i);
  for (unsigned i : unlistedSync)
    out.marks.unlistedSync.set(i);
  out.marks.mbarriers = std::move(mbarriers);
  out.marks.hasByteFloats = hasByteFloats;

  for (const Fixup &fixup : fixups) {
    uint32_t target;
    if (fixup.block) {
      target = blockOffsets.lookup(fixup.block);
    } else {
      auto found = labelOffsets.find(fixup.label);
      if (found == labelOffsets.end())
        return fixup.op->emitOpError("refers to unknown label ") << fixup.label;
      target = found->second;
    }
    Inst &inst = *out.code[fixup.index];
    int slot = getLabelSlot(inst);
    if (slot < 0)
      return fixup.op->emitOpError("has a target but no code-address operand");
    // Targets are distances from the next instruction.
    uint32_t offset = fixup.index * kInstBytes;
    inst.ops[slot] =
        inst.ops[slot].kind == Operand::Imm
            ? Operand::imm(target)
            : Operand::label(int64_t(target) - int64_t(offset + kInstBytes));
    std::optional<isa::Word> word = isa::encode(inst, sm, &error);
    if (!word)
      return fixup.op->emitOpError("cannot be encoded: ") << error;
    write(&out.text[offset], *word);
  }

  for (const Labelled &use : labelled) {
    auto found = labelOffsets.find(use.label);
    if (found == labelOffsets.end())
      return use.op->emitOpError("refers to unknown label ") << use.label;
    out.relocations[use.reloc].labelOffset = found->second;
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
  const target::TargetInfo *target = target::lookupTarget(sm, "");
  if (!target)
    return func.emitOpError("is for sm_") << sm << ", which is no target";
  for (unsigned nops = 0;
       nops < target->paddingNops || out.text.size() % target->codePadding != 0;
       ++nops)
    append(out.text, *nopWord);
  return success();
}
