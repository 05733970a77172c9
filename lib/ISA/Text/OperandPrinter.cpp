//===- OperandPrinter.cpp - Writes the operands of an instruction ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes operands by the compiled syntax of the record: what is left out where
// it is at its default, and how registers, constants and addresses look.
//
//===----------------------------------------------------------------------===//

#include "OperandPrinter.h"
#include "AsmAliases.h"
#include "ptx-mlir/ISA/Reuse.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

/// Bits of Control::reuse that are set and that operand `slot` stands for.
static unsigned reuseOfSlot(const isa::Inst &inst, unsigned slot) {
  if (!inst.control.reuse || inst.ops[slot].kind != isa::Operand::R)
    return 0;
  int bit = isa::getReuseBit(isa::getDesc(inst.opcode), slot);
  return bit < 0 ? 0 : inst.control.reuse & (1u << bit);
}

bool OperandPrinter::isAbsent(unsigned slot) const {
  const isa::Operand &op = inst.ops[slot];
  if (op.kind == isa::Operand::None)
    return true;
  if (op.kind == isa::Operand::Imm || op.kind == isa::Operand::Label)
    return op.value == 0;
  // A register where a number may stand is not left out for it.
  if (desc.slots[slot].kind == isa::Operand::Imm &&
      (full() || features.has(target::Feature::ShownZeroRegisters)))
    return false;
  if (int(op.reg) != absentReg(op.kind))
    return false;
  const isa::SlotDesc &s = desc.slots[slot];
  for (int mod : {s.negMod, s.absMod, s.notMod})
    if (mod >= 0 && modValue(unsigned(mod)) != desc.mods[size_t(mod)].dflt)
      return false;
  return true;
}

bool OperandPrinter::isDefault(const AsmItem &item) const {
  if (item.leftOut >= 0)
    return inst.ops[item.index].kind == isa::Operand::Imm &&
           inst.ops[item.index].value == item.leftOut;
  if (item.kind == AsmItem::Mod)
    return modValue(item.index) == desc.mods[item.index].dflt;
  return isAbsent(item.index);
}

bool OperandPrinter::holds(const AsmItem &item) {
  if (item.kind == AsmItem::CondSM)
    return (sm >= item.sm) != item.negated;
  if (item.kind == AsmItem::CondSlot)
    return isPlaced(item.index) != item.negated;
  uint64_t value = modValue(item.index);
  if (hidesDescriptor && item.index == desc.findMod("desc"))
    value = 0;
  bool in = item.values.empty() ? value != 0 : is_contained(item.values, value);
  // The parser finds the value again if only one is possible.
  bool zeroOrOne = desc.mods[item.index].field.width == 1;
  if (item.values.empty() ? (!in || zeroOrOne)
                          : (in && item.values.size() == 1))
    shownMods |= uint64_t(1) << item.index;
  return in != item.negated;
}

void OperandPrinter::printLabel(int64_t distance) {
  constexpr int64_t kInstBytes = 16;
  int64_t target = int64_t(options.address.value_or(0)) + kInstBytes + distance;
  if (options.labelName) {
    std::string name = options.labelName(target);
    if (!name.empty()) {
      os << name;
      return;
    }
  }
  if (options.address)
    return hex(target);
  os << (target < 0 ? ".-0x" : ".+0x")
     << utohexstr(uint64_t(target < 0 ? -target : target), true);
}

void OperandPrinter::printImm(unsigned slot, bool isUnsigned) {
  int64_t value = inst.ops[slot].value;
  uint32_t bits = uint32_t(value);
  isa::ImmFormat format = isa::ImmFormat(desc.slots[slot].immFormat);
  if (std::optional<FloatKind> kind = getFloatKind(inst, slot)) {
    // The machine does not read the upper half of a single f16.
    bool single = format == isa::ImmFormat::F32 && !hasHalves(inst, slot) &&
                  (*kind == FloatKind::F16 || *kind == FloatKind::BF16);
    if (single && full() && bits >> 16)
      return hex(bits);
    bool one = !full() && showsLowHalf(inst, sm);
    bool halves = hasHalves(inst, slot);
    if (!one && halves) {
      printFloat(bits >> 16, *kind, full(), os);
      os << ", ";
    }
    return printFloat(halves ? bits & 0xffff : bits, *kind, full(), os);
  }
  if (format == isa::ImmFormat::U64)
    os << "0x" << utohexstr(uint64_t(value), /*LowerCase=*/true);
  else
    hex(format == isa::ImmFormat::S32 && !readsUnsigned() && !isUnsigned
            ? int32_t(bits)
            : value);
}

void OperandPrinter::printSuffix(const AsmItem *item) {
  if (!item || item->suffix < 0)
    return;
  unsigned mod = unsigned(item->suffix);
  if (!item->halves || modValue(mod) != 1) {
    printMod(mod);
    if (item->suffix2 >= 0)
      printMod(unsigned(item->suffix2));
    return;
  }
  shownMods |= uint64_t(1) << mod;
  os << ".H1";
}

void OperandPrinter::printSlot(unsigned slot, const AsmItem *item) {
  const isa::SlotDesc &s = desc.slots[slot];
  const isa::Operand &op = inst.ops[slot];
  shownSlots |= 1u << slot;
  isa::Operand::Kind kind = op.kind == isa::Operand::None ? s.kind : op.kind;
  auto reg = [&](const char *file, unsigned none, const char *noneName) {
    unsigned n = op.kind == isa::Operand::None ? none : op.reg;
    if (n == none)
      os << noneName;
    else
      os << file << n;
  };
  switch (kind) {
  case isa::Operand::Imm:
    printImm(slot, item && item->isUnsigned);
    // What says how many registers there are says nothing of a number, and
    // neither does what a form with a number has no bits for.
    if (!item || (item->suffix != s.widthMod && !isUnplaced(item->suffix)))
      return printSuffix(item);
    if (item->suffix2 >= 0)
      printMod(unsigned(item->suffix2));
    return;
  case isa::Operand::Label:
    return printLabel(op.value);
  default:
    break;
  }
  bool predicate = kind == isa::Operand::P || kind == isa::Operand::UP;
  if (flag(s.notMod))
    os << (predicate ? "!" : "~");
  // Where a carry comes in, negation is the complement.
  if (flag(s.negMod))
    os << (flag(desc.findMod("x")) ? "~" : "-");
  bool abs = flag(s.absMod);
  if (abs)
    os << "|";
  switch (kind) {
  case isa::Operand::R:
    reg("R", isa::RZ, "RZ");
    break;
  case isa::Operand::UR:
    reg("UR", isa::URZ, "URZ");
    break;
  case isa::Operand::P:
    reg("P", isa::PT, "PT");
    break;
  case isa::Operand::UP:
    reg("UP", isa::UPT, "UPT");
    break;
  case isa::Operand::B:
    os << "B" << op.reg;
    break;
  case isa::Operand::CBank:
    os << "c[";
    hex(op.reg);
    os << "][";
    hex(op.value);
    os << "]";
    break;
  default:
    break;
  }
  // NVIDIA's disassembler writes |UR4.H0_H0|, but |R4|.H0_H0.
  bool inside = kind != isa::Operand::R ||
                (isa::ImmFormat(s.immFormat) != isa::ImmFormat::F16x2 &&
                 s.absMod >= 0 && !(item && item->outside));
  if (inside)
    printSuffix(item);
  if (abs)
    os << "|";
  if (unsigned reuse = reuseOfSlot(inst, slot)) {
    os << ".reuse";
    reuseShown |= reuse;
  }
  if (!inside)
    printSuffix(item);
}

/// The register after that of a uniform register operand.
void OperandPrinter::printNextReg(unsigned slot) {
  unsigned n = inst.ops[slot].kind == isa::Operand::UR
                   ? nextUniformReg(inst.ops[slot].reg, sm)
                   : unsigned(isa::URZ);
  if (n == isa::URZ)
    os << "URZ";
  else
    os << "UR" << n;
}

/// `alone`: the only item of an address, which is then unsigned.
void OperandPrinter::printMod(unsigned index, bool alone) {
  const isa::ModDesc &mod = desc.mods[index];
  shownMods |= uint64_t(1) << index;
  uint64_t value = modValue(index);
  if (!mod.values.empty()) {
    for (const isa::ModValueDesc &v : mod.values)
      if (v.value == value) {
        os << mod.spelling(v, sm);
        return;
      }
    os << ".INVALID" << value;
    return;
  }
  if (mod.flagSpelling[0]) {
    if (value)
      os << mod.flagSpelling;
    return;
  }
  hex(mod.field.isSigned && !alone ? mod.field.getSigned(inst.mods)
                                   : int64_t(value));
}

bool OperandPrinter::canOmit(const AsmItem &element) const {
  const AsmItem &first = element.children.front();
  if (first.always)
    return false;
  // Where NVIDIA's disassembler does not tell RZ.U32 from RZ.64 it shows both
  // if it hides a descriptor.
  int a64 = desc.findMod("a64");
  if (!full() && features.has(target::Feature::MergedAddressWidths) &&
      first.kind == AsmItem::Slot && a64 >= 0 && element.children.size() > 1 &&
      element.children[1].index == a64 && isAbsent(first.index))
    return !hidesDescriptor;
  for (const AsmItem &item : ArrayRef<AsmItem>(element.children).drop_front())
    if (item.kind != AsmItem::Mod || !isDefault(item))
      return false;
  switch (first.kind) {
  case AsmItem::Slot:
    if (inst.ops[first.index].kind == isa::Operand::UR)
      // Two registers are the descriptor; before a third one is the address.
      return (hidesDescriptor &&
              isa::slotWidth(desc, first.index, inst.mods) <= 2) ||
             !isPlaced(first.index) ||
             ((first.optional || !form) && isAbsent(first.index));
    return isAbsent(first.index);
  case AsmItem::Mod:
    return modValue(first.index) == 0;
  case AsmItem::Offset:
    return inst.ops[first.index].value == 0;
  default:
    return false;
  }
}

void OperandPrinter::printAddress(ArrayRef<AsmItem> elements) {
  SmallVector<bool, 4> shown;
  unsigned count = 0;
  for (const AsmItem &e : elements) {
    shown.push_back(!canOmit(e));
    count += shown.back();
  }
  if (count == 0) {
    // Something has to stand there: a register before a number.
    size_t pick = elements.size() - 1;
    for (size_t i = elements.size(); i-- > 0;)
      if (elements[i].children.front().kind == AsmItem::Slot &&
          isPlaced(elements[i].children.front().index))
        pick = i;
    shown[pick] = true;
    count = 1;
  }
  os << "[";
  bool first = true, afterVector = false;
  for (size_t i = 0; i < elements.size(); ++i) {
    const AsmItem &head = elements[i].children.front();
    if (!shown[i]) {
      // The parser gives these back.
      if (head.kind == AsmItem::Mod)
        shownMods |= uint64_t(1) << head.index;
      else
        shownSlots |= 1u << head.index;
      for (const AsmItem &item : elements[i].children)
        if (item.kind == AsmItem::Mod)
          shownMods |= uint64_t(1) << item.index;
      continue;
    }
    if (!first)
      os << "+";
    first = false;
    if (head.kind == AsmItem::Slot)
      afterVector |= inst.ops[head.index].kind == isa::Operand::R;
    if (head.kind == AsmItem::Mod)
      // Offsets in a constant bank always have a sign.
      printMod(head.index,
               head.signedAfterVector
                   ? !afterVector
                   : count == 1 && !head.isSigned && desc.findMod("bank") < 0);
    else
      printItem(head);
    for (const AsmItem &item :
         ArrayRef<AsmItem>(elements[i].children).drop_front())
      printItem(item);
  }
  os << "]";
}

/// Whether an optional item is written although it has its default: in the full
/// style, when a later one of the same kind follows, which could be taken for
/// it.
bool OperandPrinter::mustShow(ArrayRef<AsmItem> items, size_t i) const {
  // NVIDIA's disassembler leaves out distances of zero.
  bool isDistance = items[i].kind == AsmItem::Relative ||
                    (items[i].kind == AsmItem::Slot &&
                     isa::ImmFormat(desc.slots[items[i].index].immFormat) ==
                         isa::ImmFormat::S64);
  if (!isDefault(items[i]) || (full() && (isDistance || items[i].leftOut >= 0)))
    return true;
  int pu = desc.findSlot("pu"), pv = desc.findSlot("pv");
  if (!full() && features.has(target::Feature::ShownCarries) &&
      items[i].kind == AsmItem::Slot && pu >= 0 &&
      (items[i].index == pu || items[i].index == pv) && pv == pu + 1 &&
      isPlaced(items[i].index))
    return true;
  if (!full() || items[i].kind != AsmItem::Slot)
    return false;
  for (size_t k = i + 1; k < items.size(); ++k) {
    const AsmItem &item = items[k];
    if (item.kind == AsmItem::Text && item.text.empty())
      continue;
    if (item.kind != AsmItem::Slot || !item.optional ||
        desc.slots[item.index].kind != desc.slots[items[i].index].kind)
      return false;
    if (!isDefault(item))
      return true;
  }
  return false;
}

void OperandPrinter::printItem(const AsmItem &item) {
  switch (item.kind) {
  case AsmItem::Text:
    os << item.text;
    break;
  case AsmItem::Slot:
    printSlot(item.index, &item);
    break;
  case AsmItem::Bank:
    hex(inst.ops[item.index].reg);
    shownSlots |= 1u << item.index;
    break;
  case AsmItem::Offset:
    hex(inst.ops[item.index].value);
    shownSlots |= 1u << item.index;
    break;
  case AsmItem::Relative:
    hex(inst.ops[item.index].value);
    shownSlots |= 1u << item.index;
    break;
  case AsmItem::NextReg:
    printNextReg(item.index);
    break;
  case AsmItem::Mod:
    if (item.asSet) {
      os << "{";
      const char *separator = "";
      for (unsigned bit = desc.mods[item.index].field.width; bit-- > 0;) {
        if (!(modValue(item.index) >> bit & 1))
          continue;
        os << separator << bit;
        separator = ",";
      }
      os << "}";
      shownMods |= uint64_t(1) << item.index;
    } else if (item.asQuad) {
      // Two bits for each lane, the last one first.
      static const char *const signs[] = {"PP", "PN", "NP", "ZP"};
      for (unsigned lane = 4; lane-- > 0;)
        os << signs[modValue(item.index) >> 2 * lane & 3];
      shownMods |= uint64_t(1) << item.index;
    } else if (item.decimal) {
      os << modValue(item.index);
      shownMods |= uint64_t(1) << item.index;
    } else {
      printMod(item.index);
    }
    break;
  case AsmItem::CondMod:
  case AsmItem::CondSlot:
  case AsmItem::CondSM:
    if (holds(item))
      printSequence(item.children);
    break;
  default:
    break;
  }
}

void OperandPrinter::printSequence(ArrayRef<AsmItem> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    const AsmItem &item = items[i];
    if (item.kind == AsmItem::AddrOpen) {
      size_t end = i + 1;
      while (items[end].kind == AsmItem::Element)
        ++end;
      printAddress(items.slice(i + 1, end - i - 1));
      i = end;
      continue;
    }
    if (item.optional) {
      if (!mustShow(items, i))
        continue;
      if (item.commaBefore)
        os << ", ";
    }
    printItem(item);
    if (item.optional && item.commaAfter)
      os << ", ";
  }
}

/// What the syntax of the record hides, "<name=value, ...>".
void OperandPrinter::printLeftovers() {
  const char *separator = " <";
  for (unsigned i = 0; i < desc.slots.size(); ++i) {
    const isa::Operand &op = inst.ops[i];
    if (shownSlots >> i & 1 || !isPlaced(i) || isAbsent(i))
      continue;
    if (absentReg(op.kind) < 0 && op.reg == 0 && op.value == 0)
      continue;
    os << separator << desc.slots[i].name << "=";
    printSlot(i);
    separator = ", ";
  }
  for (unsigned i = 0; i < desc.mods.size(); ++i) {
    const isa::ModDesc &mod = desc.mods[i];
    if (shownMods >> i & 1 || mod.isSlotFlag || isMnemonicMod(mod) ||
        modValue(i) == mod.dflt)
      continue;
    os << separator << mod.name << "=0x" << utohexstr(modValue(i), true);
    separator = ", ";
  }
  if (separator[0] == ',')
    os << ">";
}

void OperandPrinter::run() {
  printSequence(getAsmSyntax(inst.opcode).items);
  if (full())
    printLeftovers();
}
