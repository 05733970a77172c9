//===- AsmPrinter.cpp - SASS assembly text of an instruction --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The outer shape of a line: guard, mnemonic, modifiers, operands, control
// fields. Operands are OperandPrinter's.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "AsmAliases.h"
#include "OperandPrinter.h"

using namespace llvm;
using namespace ptxmlir;
using namespace ptxmlir::sass;

void ptxmlir::sass::printGuard(const isa::Inst &inst, raw_ostream &os) {
  if (inst.guard == isa::PT && !inst.guardNot)
    return;
  os << "@" << (inst.guardNot ? "!" : "")
     << (isa::getDesc(inst.opcode).is(isa::UniformGuard) ? "UP" : "P");
  if (inst.guard == isa::PT)
    os << "T ";
  else
    os << unsigned(inst.guard) << " ";
}

void ptxmlir::sass::printModifiers(const isa::Inst &inst, unsigned sm,
                                   raw_ostream &os) {
  for (const isa::ModDesc &mod : isa::getDesc(inst.opcode).mods) {
    if (!isMnemonicMod(mod))
      continue;
    uint64_t value = mod.field.get(inst.mods);
    if (mod.values.empty()) {
      if (value)
        os << mod.flagSpelling;
      continue;
    }
    const isa::ModValueDesc *found = nullptr;
    for (const isa::ModValueDesc &v : mod.values)
      if (v.value == value)
        found = &v;
    if (found)
      os << mod.spelling(*found, sm);
    else
      os << ".INVALID" << value;
  }
}

void ptxmlir::sass::printMnemonic(const isa::Inst &inst, unsigned sm,
                                  raw_ostream &os,
                                  const PrintOptions &options) {
  os << isa::getDesc(inst.opcode).getMnemonic(sm);
  if (options.style == AsmStyle::NVDisasm)
    os << getAliasPart(inst);
  printModifiers(inst, sm, os);
}

void ptxmlir::sass::printOperands(const isa::Inst &inst, unsigned sm,
                                  raw_ostream &os,
                                  const PrintOptions &options) {
  OperandPrinter(inst, sm, os, options).run();
}

void ptxmlir::sass::printControl(const isa::Inst &inst, unsigned sm,
                                 raw_ostream &os) {
  const isa::Control &c = inst.control;
  // Not nulls(), which all threads share and each use changes.
  raw_null_ostream nowhere;
  unsigned shown = 0;
  if (c.reuse) {
    // An operand may be left out of the text, and its bit with it.
    PrintOptions options;
    OperandPrinter operands(inst, sm, nowhere, options);
    operands.run();
    shown = operands.shownReuse();
  }
  const char *separator = "{";
  auto field = [&](bool show) -> raw_ostream & {
    if (!show)
      return nowhere;
    os << separator;
    separator = ", ";
    return os;
  };
  auto bits = [](unsigned value, unsigned width) {
    std::string s = "0b";
    while (width-- > 0)
      s += value >> width & 1 ? '1' : '0';
    return s;
  };
  field(c.stall) << "stall:" << unsigned(c.stall);
  field(c.yield) << "yield";
  field(c.writeBarrier != 7) << "wr:" << unsigned(c.writeBarrier);
  field(c.readBarrier != 7) << "rd:" << unsigned(c.readBarrier);
  field(c.waitMask) << "wait:" << bits(c.waitMask, 6);
  field(c.reuse & ~shown) << "reuse:" << bits(c.reuse & ~shown, 3);
  if (separator[0] == ',')
    os << "}";
}

void ptxmlir::sass::printInst(const isa::Inst &inst, unsigned sm,
                              raw_ostream &os, const PrintOptions &options) {
  if (options.guard)
    printGuard(inst, os);
  printMnemonic(inst, sm, os, options);
  std::string operands;
  raw_string_ostream operandStream(operands);
  printOperands(inst, sm, operandStream, options);
  // NVIDIA's disassembler leaves the space behind "+INF" at the end, too.
  StringRef shown = options.style == AsmStyle::NVDisasm
                        ? StringRef(operands)
                        : StringRef(operands).rtrim();
  if (!operands.empty())
    os << (operands[0] == ' ' ? "" : " ") << shown;
  if (options.control) {
    std::string control;
    raw_string_ostream controlStream(control);
    printControl(inst, sm, controlStream);
    // Without control fields the parser looks for the descriptors that NVIDIA's
    // disassembler hides.
    if (control.empty() && options.style == AsmStyle::Full &&
        target::getFeatures(sm).has(target::Feature::HiddenDescriptors) &&
        isa::getDesc(inst.opcode).findMod("desc") >= 0)
      control = "{}";
    if (!control.empty())
      os << " " << control;
  }
}
