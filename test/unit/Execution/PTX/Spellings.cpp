//===- Spellings.cpp - All spellings of an instruction --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the records of an opcode through all combinations that are legal and
// makes kernels of them.
//
//===----------------------------------------------------------------------===//

#include "Spellings.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <random>
#include <set>

using namespace ptxmlir;
using namespace ptxmlir::test;
using llvm::ArrayRef;
using llvm::StringRef;

/// `b3210` of a number slot.
static std::string digits(unsigned value) {
  std::string text = ".b";
  for (int k = 3; k >= 0; --k)
    text += char('0' + ((value - 1) >> 3 * k & 7));
  return text;
}

static bool canBeWider(const ptx::OperandInfo &info, ptx::DataType type) {
  return info.relaxed && !ptx::isExact(type) && ptx::getTypeKind(type) != 'x';
}

static Operand makeOperand(const ptx::OperandInfo &info,
                           const ptx::InstInfo &inst, int64_t mods, bool wide) {
  Operand operand{info.kind, ptx::getOperandType(info, inst, mods), 1, "", ""};
  bool isBit = info.kind == ptx::OperandKind::Pred ||
               info.kind == ptx::OperandKind::Pair ||
               info.kind == ptx::OperandKind::Carry ||
               operand.type == ptx::DataType::Pred;
  if (!isBit)
    operand.width = ptx::takesByte(info, operand.type)
                        ? 8
                        : ptx::getContainerWidth(operand.type);
  if (wide && canBeWider(info, operand.type))
    operand.width = 64;
  auto field = [&](int slot) {
    return ptx::getField(inst.slots()[slot], mods);
  };
  if (info.negation >= 0 && field(info.negation))
    operand.prefix = "-";
  if (info.selector >= 0)
    if (unsigned value = field(info.selector)) {
      int16_t enumIndex = inst.slots()[info.selector].enumIndex;
      operand.suffix = enumIndex < 0
                           ? digits(value)
                           : "." + ptx::enumSpelling(enumIndex, value).str();
    }
  return operand;
}

static void describe(Spelling &s, const ptx::InstInfo &inst, bool wide) {
  for (const ptx::OperandInfo &info : inst.dsts())
    if (ptx::isPresent(info, inst, s.mods, true))
      s.results.push_back(makeOperand(info, inst, s.mods, wide));
  for (const ptx::OperandInfo &info : inst.srcs()) {
    // Third operands of min and max have a slot that tells of them.
    bool written = !info.optional || s.field("hasC");
    if (!ptx::isPresent(info, inst, s.mods, written))
      continue;
    if (info.kind == ptx::OperandKind::Imm) {
      const ptx::SlotInfo *slot = ptx::getImmediateSlot(info, inst);
      s.immediate =
          ptx::decodeImmediate(info, slot, ptx::getField(*slot, s.mods));
      continue;
    }
    unsigned count = info.kind == ptx::OperandKind::Vector
                         ? ptx::getCount(info, inst, s.mods)
                         : 1;
    for (unsigned k = 0; k < count; ++k)
      s.sources.push_back(makeOperand(info, inst, s.mods, wide));
    if (count > 1) {
      s.sources[s.sources.size() - count].prefix = "{";
      s.sources.back().suffix = "}";
    }
  }
}

static bool isRelaxed(const ptx::InstInfo &inst, int64_t mods) {
  auto relaxed = [&](const ptx::OperandInfo &info) {
    return ptx::isPresent(info, inst, mods, true) &&
           canBeWider(info, ptx::getOperandType(info, inst, mods));
  };
  // An exact type on one side allows no wider register on the other.
  auto exact = [&](const ptx::OperandInfo &info) {
    ptx::DataType type = ptx::getOperandType(info, inst, mods);
    return type != ptx::DataType::None && ptx::isExact(type);
  };
  if (llvm::any_of(inst.dsts(), exact) || llvm::any_of(inst.srcs(), exact))
    return false;
  return llvm::any_of(inst.dsts(), relaxed) ||
         llvm::any_of(inst.srcs(), relaxed);
}

namespace {
class Enumerator {
public:
  explicit Enumerator(ptx::Opcode opcode)
      : opcode(opcode), inst(ptx::getInstInfo(opcode)) {}

  std::vector<Spelling> run() {
    for (const ptx::FormInfo &form : inst.forms()) {
      masks = inst.masks(form);
      choose(0, 0);
    }
    return std::move(found);
  }

private:
  static bool isCrossed(const ptx::SlotInfo &slot) {
    return !slot.onOperand || ptx::tableString(slot.name) == "hasC";
  }
  std::vector<unsigned> values(unsigned index) {
    const ptx::SlotInfo &slot = inst.slots()[index];
    std::vector<unsigned> list;
    if (slot.enumIndex >= 0) {
      for (unsigned v = 0; v < 64; ++v)
        if (masks[index] >> v & 1)
          list.push_back(v);
    } else if (slot.onOperand) {
      // Without, and some of the numbers: the sign of an operand, or four
      // digits.
      list = {0, 1};
      if (slot.width > 1)
        for (unsigned k = 0; k < 15; ++k)
          list.push_back(1 + random() % 4096);
    } else {
      for (unsigned v = 0; v < 1u << slot.width; ++v)
        list.push_back(v);
    }
    return list;
  }
  void choose(unsigned index, int64_t mods) {
    if (index == inst.numSlots) {
      chooseOnOperands(mods);
      return;
    }
    const ptx::SlotInfo &slot = inst.slots()[index];
    if (!isCrossed(slot)) {
      choose(index + 1, mods);
      return;
    }
    bool isImmediate = slot.enumIndex < 0;
    if (isImmediate && !hasImmediate()) {
      choose(index + 1, mods);
      return;
    }
    for (unsigned v : values(index))
      choose(index + 1, mods | int64_t(v) << slot.offset);
  }
  bool hasImmediate() const {
    return llvm::any_of(inst.srcs(), [](const ptx::OperandInfo &info) {
      return info.kind == ptx::OperandKind::Imm;
    });
  }
  void chooseOnOperands(int64_t mods) {
    std::vector<std::pair<unsigned, std::vector<unsigned>>> slots;
    size_t most = 1;
    for (unsigned k = 0; k < inst.numSlots; ++k)
      if (!isCrossed(inst.slots()[k])) {
        slots.push_back({k, values(k)});
        most = std::max(most, slots.back().second.size());
        std::shuffle(slots.back().second.begin(), slots.back().second.end(),
                     random);
      }
    for (size_t i = 0; i < most; ++i) {
      int64_t all = mods;
      for (auto &[k, list] : slots)
        all |= int64_t(list[i % list.size()]) << inst.slots()[k].offset;
      add(all);
    }
  }
  void add(int64_t mods) {
    if (!seen.insert(mods).second || !ptx::matchForm(inst, mods))
      return;
    for (bool wide : {false, true}) {
      if (wide && !isRelaxed(inst, mods))
        continue;
      Spelling s;
      s.opcode = opcode;
      s.mods = mods;
      s.text = ptx::getOpcodeText(inst, mods);
      for (const ptx::SlotInfo &slot : inst.slots())
        if (unsigned value = ptx::getField(slot, mods))
          s.fields.push_back({ptx::tableString(slot.name), value});
      // One of product and addend may be negative, and neither with `.po`.
      bool product = s.field("aNegated") != s.field("bNegated");
      bool any = s.field("aNegated") || s.field("bNegated");
      if ((product && s.field("cNegated")) ||
          (s.field("plusOne") && (any || s.field("cNegated"))))
        continue;
      describe(s, inst, wide);
      found.push_back(std::move(s));
    }
  }

  ptx::Opcode opcode;
  const ptx::InstInfo &inst;
  ArrayRef<uint64_t> masks;
  std::set<int64_t> seen;
  std::mt19937 random{7};
  std::vector<Spelling> found;
};
} // namespace

std::vector<Spelling> test::enumerateSpellings(ptx::Opcode opcode) {
  return Enumerator(opcode).run();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::string test::makeKernel(StringRef name,
                             ArrayRef<const Spelling *> spellings) {
  std::string text = ".visible .entry " + name.str() +
                     "(.param .u64 in, .param .u64 out, .param .u64 count)\n{\n"
                     ".reg .u64 %in, %out, %step, %at;\n"
                     ".reg .u32 %i, %n, %c, %full;\n";
  auto line = [&](const std::string &s) { text += s + ";\n"; };
  line("ld.param.u64 %in, [in]");
  line("ld.param.u64 %out, [out]");
  line("ld.param.u64 %step, [count]");
  line("shl.b64 %step, %step, 3");
  line("mov.u32 %i, %ctaid.x");
  line("mov.u32 %n, %ntid.x");
  line("mov.u32 %c, %tid.x");
  line("mad.lo.u32 %i, %i, %n, %c");
  line("mov.u32 %full, -1");
  line("mul.wide.u32 %at, %i, 8");
  line("add.u64 %in, %in, %at");
  line("add.u64 %out, %out, %at");

  auto declare = [&](unsigned width, const std::string &reg) {
    line(".reg ." + (width == 1 ? "pred" : "b" + std::to_string(width)) + " " +
         reg);
  };
  for (auto [k, source] : llvm::enumerate(spellings.front()->sources)) {
    std::string reg = "%s" + std::to_string(k);
    declare(source.width, reg);
    if (source.isPredicate()) {
      line(".reg .u32 %w" + std::to_string(k));
      line("ld.global.u32 %w" + std::to_string(k) + ", [%in]");
      line("and.b32 %w" + std::to_string(k) + ", %w" + std::to_string(k) +
           ", 1");
      line("setp.ne.u32 " + reg + ", %w" + std::to_string(k) + ", 0");
    } else {
      line("ld.global.b" + std::to_string(source.width) + " " + reg +
           ", [%in]");
    }
    line("add.u64 %in, %in, %step");
  }

  for (auto [index, s] : llvm::enumerate(spellings)) {
    std::string number = std::to_string(index) + "_";
    std::string operands;
    std::string before, after;
    std::vector<std::string> registers;
    for (auto [k, result] : llvm::enumerate(s->results)) {
      std::string reg = "%d" + number + std::to_string(k);
      registers.push_back(reg);
      if (result.kind == ptx::OperandKind::Carry) {
        line(".reg .u32 " + reg);
        after += "addc.u32 " + reg + ", 0, 0;\n";
        continue;
      }
      declare(result.width, reg);
      operands += result.kind == ptx::OperandKind::Pair ? "|"
                  : operands.empty()                    ? " "
                                                        : ", ";
      operands += reg + result.suffix;
    }
    for (auto [k, source] : llvm::enumerate(s->sources)) {
      std::string reg = "%s" + std::to_string(k);
      if (source.kind == ptx::OperandKind::Carry) {
        before += "add.cc.u32 %n, %w" + std::to_string(k) + ", %full;\n";
        continue;
      }
      // The immediate is in front of a predicate.
      if (source.kind == ptx::OperandKind::Pred && s->immediate >= 0)
        operands += ", " + std::to_string(s->immediate);
      operands += ", " + source.prefix + reg + source.suffix;
    }
    if (s->immediate >= 0 && (s->sources.back().kind != ptx::OperandKind::Pred))
      operands += ", " + std::to_string(s->immediate);
    text += before + s->text + operands + ";\n" + after;

    for (unsigned k = 0; k < kMaxResults; ++k) {
      if (k < registers.size()) {
        const Operand &result = s->results[k];
        if (result.kind == ptx::OperandKind::Carry) {
          line("st.global.u32 [%out], " + registers[k]);
        } else if (result.isPredicate()) {
          line("selp.u32 %n, 1, 0, " + registers[k]);
          line("st.global.u32 [%out], %n");
        } else {
          line("st.global.b" + std::to_string(result.width) + " [%out], " +
               registers[k]);
        }
      }
      line("add.u64 %out, %out, %step");
    }
  }
  return text + "ret;\n}\n";
}
