//===- AsmSyntax.h - The operand syntax of records, compiled ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Asm strings of the records (docs/isa-records.md), compiled once into
// lists of items that the printer and the parser walk.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_ISA_TEXT_ASMSYNTAX_H
#define PTXMLIR_LIB_ISA_TEXT_ASMSYNTAX_H

#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/Target/Target.h"
#include <string>
#include <vector>

namespace ptxmlir::sass {

struct AsmItem {
  enum Kind : uint8_t {
    Text,      ///< literal text
    Slot,      ///< operand `index`
    Bank,      ///< bank of the constant bank operand `index`
    Offset,    ///< offset of the constant bank operand `index`
    NextReg,   ///< the register after the first one of operand `index`
    Relative,  ///< distance of the label operand `index`, without the address
    Mod,       ///< modifier `index` with InOperands
    CondMod,   ///< children if modifier `index` has one of `values`
    CondSlot,  ///< children if the form has a place for slot `index`
    CondSM,    ///< children from SM `sm` on
    AddrOpen,  ///< "["
    Element,   ///< one "+"-separated item of an address, in children
    AddrClose, ///< "]"
  };
  Kind kind;
  uint8_t index = 0;
  /// Slots: the modifiers that follow as suffixes, -1 for none.
  int8_t suffix = -1, suffix2 = -1;
  /// The suffix is a half: its value 1 is written ".H1".
  bool halves = false;
  /// The suffix of a vector register is written behind the bars.
  bool outside = false;
  /// A number is written in decimal.
  bool decimal = false;
  /// An immediate is written without a sign whatever its format.
  bool isUnsigned = false;
  /// A number alone in an address has a sign.
  bool isSigned = false;
  /// A number in an address has a sign only after a vector register.
  bool signedAfterVector = false;
  /// A byte is written as the signs of the lanes of a quad: "PPPNNPZP".
  bool asQuad = false;
  /// A mask is written as the numbers of its bits, {2,1,0}.
  bool asSet = false;
  /// Left out when it has its default, with the comma on this side.
  /// Written in an address although it is RZ.
  bool always = false;
  bool optional = false, commaBefore = false, commaAfter = false;
  /// The immediate that NVIDIA's disassembler leaves out, -1 for none.
  int64_t leftOut = -1;
  /// CondSM: the first SM.
  unsigned sm = 0;
  /// Conditions: the sense is reversed.
  bool negated = false;
  /// The parser can tell the condition without trying: the modifier has a
  /// spelling in the mnemonic.
  bool decided = false;
  std::string text;
  std::vector<uint64_t> values;
  std::vector<AsmItem> children;
};

struct AsmSyntax {
  std::vector<AsmItem> items;
  /// What is wrong with the Asm string; empty if nothing is.
  std::string error;
};

/// The syntax of an opcode; compiled on first use, thread-safe.
const AsmSyntax &getAsmSyntax(isa::Opcode opcode);

/// The default of a modifier if it is printed with the mnemonic; in particular
/// whether it has any spelling there.
inline bool isMnemonicMod(const isa::ModDesc &mod) {
  return !mod.inOperands && !mod.isSlotFlag &&
         (!mod.values.empty() || mod.flagSpelling[0] != 0);
}

/// Register number that an absent operand of this kind has, -1 for none.
inline int absentReg(isa::Operand::Kind kind) {
  switch (kind) {
  case isa::Operand::R:
    return isa::RZ;
  case isa::Operand::UR:
    return isa::URZ;
  case isa::Operand::P:
  case isa::Operand::UP:
    return isa::PT;
  default:
    return -1;
  }
}

/// The uniform register after `reg`: URZ behind the last one of the SM.
inline unsigned nextUniformReg(unsigned reg, unsigned sm) {
  constexpr unsigned kLastOfSixBits = 62;
  bool last = reg == isa::URZ ||
              (reg == kLastOfSixBits && !isa::hasWideUniformRegisters(sm));
  return last ? unsigned(isa::URZ) : reg + 1;
}

/// The form of the instruction, null if the SM has none for its operands.
const isa::FormDesc *getForm(const isa::Inst &inst, unsigned sm);

} // namespace ptxmlir::sass

#endif // PTXMLIR_LIB_ISA_TEXT_ASMSYNTAX_H
