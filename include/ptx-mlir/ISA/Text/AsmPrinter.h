//===- AsmPrinter.h - SASS assembly text of an instruction ------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions as text, driven by the records of ISA/*.td (docs/sass-text.md,
// docs/isa-records.md). Nothing here depends on MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_TEXT_ASMPRINTER_H
#define PTXMLIR_ISA_TEXT_ASMPRINTER_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace ptxmlir::sass {

/// How instructions are written.
enum class AsmStyle : uint8_t {
  /// Everything that the instruction holds, no aliases: parsing the text gives
  /// the same isa::Inst.
  Full,
  /// As NVIDIA's disassembler writes it, with its aliases (IMAD.MOV.U32 ...).
  NVDisasm,
};

struct PrintOptions {
  AsmStyle style = AsmStyle::Full;
  /// Address of the instruction in bytes. Without it code addresses are written
  /// relative to the instruction: ".+0x40".
  std::optional<uint64_t> address;
  /// Name of the label at a code address (relative to the instruction if there
  /// is no `address`); an empty string if it has none.
  llvm::function_ref<std::string(int64_t)> labelName = nullptr;
  /// Write the guard "@P0 ".
  bool guard = true;
  /// Write the control fields after the operands: "{stall:4, wr:0}".
  bool control = false;
};

/// Writes guard, mnemonic with modifiers, operands and control fields, on one
/// line without an end of line. `sm` is the SM number (90).
void printInst(const isa::Inst &inst, unsigned sm, llvm::raw_ostream &os,
               const PrintOptions &options = {});

/// Writes "@P0 " or "@!UP1 "; nothing for an unguarded instruction.
void printGuard(const isa::Inst &inst, llvm::raw_ostream &os);

/// Writes the mnemonic and its modifiers ("IADD3.X").
void printMnemonic(const isa::Inst &inst, unsigned sm, llvm::raw_ostream &os,
                   const PrintOptions &options = {});

/// Writes only the modifiers (".X"), in the order of the record.
void printModifiers(const isa::Inst &inst, unsigned sm, llvm::raw_ostream &os);

/// Writes the operands ("R4, R2, -R3, RZ").
void printOperands(const isa::Inst &inst, unsigned sm, llvm::raw_ostream &os,
                   const PrintOptions &options = {});

/// Writes the control fields that are not at their defaults:
/// "{stall:4, yield, wr:0, rd:1, wait:0b000011, reuse:0b001}", or nothing if
/// all are. `reuse` lists only bits that no operand shows as ".reuse".
void printControl(const isa::Inst &inst, unsigned sm, llvm::raw_ostream &os);

} // namespace ptxmlir::sass

#endif // PTXMLIR_ISA_TEXT_ASMPRINTER_H
