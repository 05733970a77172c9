//===- InstText.cpp - Instructions of a cubin as text ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is printed besides the record's syntax was observed on nvdisasm 13.5.
//
//===----------------------------------------------------------------------===//

#include "InstText.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
using isa::Operand;

static std::string hex(int64_t value) {
  return value < 0 ? "-0x" + llvm::utohexstr(-uint64_t(value), true)
                   : "0x" + llvm::utohexstr(uint64_t(value), true);
}

namespace {
/// Which number of an instruction a relocation fills in.
enum class FilledIn { None, Number, ConstantOffset, AddressOffset, ImageIndex };

struct Reference {
  FilledIn place = FilledIn::None;
  std::string text;
};
} // namespace

/// Relocations without names, in hexadecimal: of the word of a descriptor in
/// bank 0, of an offset in an address, of the number of a texture or surface,
/// and a pair that replaces an instruction.
constexpr uint32_t kAddressOffset = 74, kImageIndex = 65, kReplaceOpcode = 68;

std::string ptxmlir::getExpression(const LoadedReloc &r,
                                   const LoadedCubin &cubin,
                                   const CodeLabels *labels) {
  std::string name = r.symbol.str();
  if (!r.addend)
    return name;
  const Symbol &symbol = cubin.symbols[r.symbolIndex];
  std::string addend = hex(r.addend);
  if (symbol.type == llvm::ELF::STT_FUNC && labels) {
    llvm::StringRef label =
        labels->getName(symbol.section, symbol.value + uint64_t(r.addend));
    if (!label.empty())
      addend = label.str() + "@srel";
  }
  return "(" + name + " + " + addend + ")";
}

static Reference getReference(const LoadedReloc &r,
                              const InstContext &context) {
  std::string expression = getExpression(r, *context.cubin, context.labels);
  std::string plain = "`(" + expression + ")";
  switch (RelocType(r.type)) {
  case RelocType::AddrLo32:
    return {FilledIn::Number, "32@lo(" + expression + ")"};
  case RelocType::AddrHi32:
    return {FilledIn::Number, "32@hi(" + expression + ")"};
  case RelocType::FuncLo32:
    return {FilledIn::Number, "32@lo(fun@unified(" + expression + "))"};
  case RelocType::FuncHi32:
    return {FilledIn::Number, "32@hi(fun@unified(" + expression + "))"};
  case RelocType::Shared32:
  case RelocType::ConstOffset16:
  case RelocType::CallOld:
  case RelocType::Call:
  case RelocType::UftOffset:
    return {FilledIn::Number, plain};
  case RelocType::ConstOperandOld:
  case RelocType::ConstOperand:
  case RelocType::ConstOperandNew:
    return {FilledIn::ConstantOffset, plain};
  default:
    if (r.type == kAddressOffset)
      return {FilledIn::AddressOffset, plain};
    if (r.type == kImageIndex)
      return {FilledIn::ImageIndex, plain};
    return {};
  }
}

/// Puts a number that is printed in the place of a name, and then replaced by
/// it, into the instruction. False if it has no such number.
static bool putMark(isa::Inst &inst, FilledIn place, int64_t mark) {
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  for (unsigned slot = 0; slot < desc.slots.size(); ++slot) {
    Operand &operand = inst.ops[slot];
    bool fits =
        place == FilledIn::ConstantOffset
            ? operand.kind == Operand::CBank
            : place == FilledIn::Number && (operand.kind == Operand::Imm ||
                                            operand.kind == Operand::Label);
    if (!fits)
      continue;
    operand.value = mark;
    return true;
  }
  int mod = desc.findMod(place == FilledIn::ImageIndex ? "index" : "offset");
  if (place == FilledIn::Number || mod < 0)
    return false;
  inst.mods = desc.mods[size_t(mod)].field.set(inst.mods, uint64_t(mark));
  return true;
}

static void replaceMark(std::string &text, const Reference &reference,
                        int64_t mark) {
  size_t at = text.find(hex(mark));
  if (at == std::string::npos)
    return;
  text.replace(at, hex(mark).size(), reference.text);
  // What is not known yet may be no move.
  llvm::StringRef move = "IMAD.MOV";
  if (reference.place == FilledIn::Number &&
      llvm::StringRef(text).starts_with(move))
    text.replace(0, move.size(), "IMAD");
  if (reference.place != FilledIn::ConstantOffset)
    return;
  // The name stands for the bank, too.
  size_t bank = text.rfind("c[0x", at), end = text.find("][", bank);
  if (bank != std::string::npos && end < at)
    text.erase(bank + 2, end - bank);
}

/// The notes of an instruction, as its file has reasons for them.
static std::string getNote(const InstContext &context, const DecodedWord &d,
                           uint32_t offset,
                           llvm::ArrayRef<LoadedReloc> relocations) {
  std::string note;
  auto targets = context.code->branchTargets.find(offset);
  if (targets != context.code->branchTargets.end()) {
    const char *separator = "BRANCH_TARGETS ";
    for (uint32_t target : targets->second) {
      note += separator;
      note += context.labels->getName(context.code->section->index, target);
      separator = ",";
    }
  } else if (context.code->spills.count(offset)) {
    note = "SpillRefill";
  }
  for (const LoadedReloc &r : relocations)
    if (r.type == kReplaceOpcode && d.inst)
      note = (llvm::Twine("RELOCATOR OPCODE,") +
              isa::getDesc(d.inst->opcode).getMnemonic(context.sm) + "," +
              llvm::Twine(r.addend))
                 .str();
  return note.empty() ? note : "(*\"" + note + "\"*)";
}

InstText ptxmlir::getInstText(const InstContext &context,
                              llvm::ArrayRef<DecodedWord> words, size_t index) {
  const DecodedWord &d = words[index];
  uint32_t offset = uint32_t(index * kInstBytes);
  InstText result;
  if (!d.inst) {
    result.text = ".raw " + hex(int64_t(d.word.lo)) + ", " +
                  hex(int64_t(d.word.hi)) + " ";
    return result;
  }
  isa::Inst inst = *d.inst;
  llvm::ArrayRef<LoadedReloc> relocations;
  Reference reference;
  if (context.labels) {
    auto here = context.code->relocations.find(offset);
    if (here != context.code->relocations.end())
      relocations = here->second;
    for (const LoadedReloc &r : relocations)
      if (reference.place == FilledIn::None)
        reference = getReference(r, context);
    // A table's entries are distances from the start of the section.
    if (inst.opcode == isa::Opcode::BRX && context.cubin->relocatable)
      reference = {
          FilledIn::Number,
          ("`(((" + context.code->section->name + " - .) - 0x10))").str()};
  }

  sass::PrintOptions print;
  print.style = sass::AsmStyle::NVDisasm;
  print.address = context.base + offset;
  print.guard = false;
  std::string markText;
  auto labelName = [&](int64_t target) -> std::string {
    if (reference.place == FilledIn::Number)
      return markText;
    if (!context.labels || target < 0)
      return {};
    unsigned section = context.code->section->index;
    if (context.functionsOnly &&
        !context.labels->isFunction(section, uint64_t(target)))
      return {};
    llvm::StringRef name = context.labels->getName(section, uint64_t(target));
    return name.empty() ? std::string() : ("`(" + name + ")").str();
  };
  print.labelName = labelName;
  llvm::raw_string_ostream guard(result.guard), text(result.text);
  sass::printGuard(inst, guard);
  sass::printInst(inst, context.sm, text, print);
  if (reference.place != FilledIn::None) {
    // Any number that the text does not have and the narrowest field can hold.
    int64_t mark = 0x3ff8;
    while (llvm::StringRef(result.text).contains(hex(mark)))
      mark -= 8;
    markText = hex(mark);
    if (putMark(inst, reference.place, mark)) {
      result.text.clear();
      sass::printInst(inst, context.sm, text, print);
      replaceMark(result.text, reference, mark);
    } else {
      result.text += " " + reference.text;
    }
  }
  // NVIDIA's disassembler has no space behind an instruction that nothing waits
  // for and that waits for nothing, as those behind the end of the code.
  const isa::Control &c = inst.control;
  if (c.stall || c.waitMask || c.writeBarrier != 7 || c.readBarrier != 7)
    result.text += ' ';
  if (context.notes)
    result.note = getNote(context, d, offset, relocations);
  return result;
}

/// The column where a guard begins or ends, without that of the address.
constexpr size_t kGuardWidth = 19;

static std::string getAddressText(uint64_t address) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("        /*%04llx*/", (unsigned long long)address);
  return text;
}

void InstLines::measure(const InstText &text, uint64_t address) {
  textEnd = std::max(textEnd, getAddressText(address).size() + kGuardWidth +
                                  text.guard.size() + text.text.size());
  noteWidth = std::max(noteWidth, text.note.size());
}

void InstLines::print(const InstText &text, uint64_t address,
                      const isa::Word &word, llvm::raw_ostream &os) const {
  std::string line = getAddressText(address);
  llvm::raw_string_ostream s(line);
  // Guards end where the text begins, but for those of uniform instructions.
  bool isBefore = alignGuards && !llvm::StringRef(text.guard).contains('U');
  s.indent(unsigned(kGuardWidth - (isBefore ? text.guard.size() : 0)));
  s << text.guard << text.text;
  if (!text.note.empty()) {
    size_t column = alignGuards ? textEnd + 1 : line.size() + 9;
    s.indent(unsigned(column - std::min(column, line.size()))) << text.note;
  }
  s << ';';
  os << line;
  if (encoding) {
    size_t column = textEnd + noteWidth + 3;
    auto printHalf = [&](uint64_t half) {
      os << llvm::format("/* 0x%016llx */\n", (unsigned long long)half);
    };
    os.indent(unsigned(column - std::min(column, line.size())));
    printHalf(word.lo);
    os.indent(unsigned(column));
    printHalf(word.hi);
  } else {
    os << '\n';
  }
}
