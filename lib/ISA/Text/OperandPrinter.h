//===- OperandPrinter.h - Writes the operands of an instruction -*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes operands by the compiled syntax of the record. Apart from AsmPrinter.h
// because only the two halves of printing use it.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_ISA_TEXT_OPERANDPRINTER_H
#define PTXMLIR_LIB_ISA_TEXT_OPERANDPRINTER_H

#include "AsmSyntax.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"

namespace ptxmlir::sass {

/// Writes the operands of one instruction.
class OperandPrinter {
public:
  OperandPrinter(const isa::Inst &inst, unsigned sm, llvm::raw_ostream &os,
                 const PrintOptions &options)
      : inst(inst), desc(isa::getDesc(inst.opcode)), form(getForm(inst, sm)),
        sm(sm), features(target::getFeatures(sm)), os(os), options(options) {
    hidesDescriptor =
        !full() && features.has(target::Feature::HiddenDescriptors) &&
        flag(desc.findMod("desc")) && !flag(desc.findMod("policy"));
  }

  void run();
  /// Bits of Control::reuse that operands showed.
  unsigned shownReuse() const { return reuseShown; }

private:
  void printSequence(llvm::ArrayRef<AsmItem> items);
  void printItem(const AsmItem &item);
  void printAddress(llvm::ArrayRef<AsmItem> elements);
  void printSlot(unsigned slot, const AsmItem *item = nullptr);
  void printSuffix(const AsmItem *item);
  void printNextReg(unsigned slot);
  void printImm(unsigned slot, bool isUnsigned);
  void printLabel(int64_t distance);
  void printMod(unsigned mod, bool alone = false);
  void printLeftovers();

  /// Whether a conversion's source is unsigned.
  bool readsUnsigned() const {
    int src = desc.findMod("src");
    if (src < 0)
      return false;
    for (const isa::ModValueDesc &v : desc.mods[size_t(src)].values)
      if (v.value == modValue(unsigned(src)))
        return llvm::StringRef(v.spelling).starts_with(".U");
    return false;
  }
  uint64_t modValue(unsigned mod) const {
    return desc.mods[mod].field.get(inst.mods);
  }
  bool flag(int mod) const { return mod >= 0 && modValue(unsigned(mod)) != 0; }
  bool isPlaced(unsigned slot) const {
    return !form || !(form->unplacedSlots >> slot & 1);
  }
  /// Whether the form has no bits for a modifier.
  bool isUnplaced(int mod) const {
    return form && mod >= 0 &&
           form->unplacedMods >> desc.mods[size_t(mod)].field.lsb & 1;
  }
  bool isAbsent(unsigned slot) const;
  bool isDefault(const AsmItem &item) const;
  bool holds(const AsmItem &condition);
  /// Whether an item of an address may be left out.
  bool canOmit(const AsmItem &element) const;
  bool mustShow(llvm::ArrayRef<AsmItem> items, size_t i) const;
  void hex(int64_t value) {
    if (value < 0)
      os << "-0x" << llvm::utohexstr(-uint64_t(value), /*LowerCase=*/true);
    else
      os << "0x" << llvm::utohexstr(uint64_t(value), /*LowerCase=*/true);
  }
  bool full() const { return options.style == AsmStyle::Full; }

  const isa::Inst &inst;
  const isa::InstDesc &desc;
  const isa::FormDesc *form;
  unsigned sm;
  target::FeatureSet features;
  llvm::raw_ostream &os;
  const PrintOptions &options;
  bool hidesDescriptor = false;
  /// What the text shows; the rest goes into printLeftovers().
  uint32_t shownSlots = 0;
  uint64_t shownMods = 0;
  unsigned reuseShown = 0;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_ISA_TEXT_OPERANDPRINTER_H
