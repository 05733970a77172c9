//===- ObjectDump.cpp - A cubin as NVIDIA's object dumper prints it -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of cuobjdump: code with addresses, symbols, resources, headers.
//
//===----------------------------------------------------------------------===//

#include "CodeText.h"
#include "ElfText.h"
#include "InstText.h"
#include "SectionText.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/Format/CubinText/Disassembly.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

std::vector<std::string> ptxmlir::printSassDump(const LoadedCubin &cubin,
                                                const SassDumpOptions &options,
                                                llvm::raw_ostream &os) {
  bool isChosen = !options.functions.empty();
  std::vector<CodeSection> code = readCode(cubin, [&](const Section &section) {
    return !isChosen || llvm::is_contained(options.functions,
                                           getFunctionName(section).str());
  });
  if (options.sortFunctions)
    llvm::sort(code, [](const CodeSection &a, const CodeSection &b) {
      return std::tie(a.section->name, a.section->index) <
             std::tie(b.section->name, b.section->index);
    });
  std::vector<std::string> missing;
  for (const std::string &name : options.functions)
    if (llvm::none_of(code, [&](const CodeSection &c) {
          return getFunctionName(*c.section) == name;
        }))
      missing.push_back(name);

  // Chosen functions are laid out one by one, as cuobjdump does.
  std::vector<InstLines> lines;
  std::vector<std::vector<InstText>> texts;
  for (const CodeSection &c : code) {
    if (isChosen || lines.empty())
      lines.emplace_back(/*encoding=*/true);
    InstContext context(cubin, c);
    texts.emplace_back();
    for (size_t i = 0; i < c.words.size(); ++i) {
      texts.back().push_back(getInstText(context, c.words, i));
      lines.back().measure(texts.back().back(), i * kInstBytes);
    }
  }
  os << "\n\tcode for " << getTargetName(cubin) << '\n';
  if (!isChosen)
    os << "\t.target\t" << getTargetName(cubin) << "\n\n";
  for (size_t k = 0; k < code.size(); ++k) {
    os << "\t\tFunction : " << getFunctionName(*code[k].section) << '\n';
    for (unsigned i = 0; i < (isChosen ? 2u : 1u); ++i) {
      os << "\t.headerflags\t@\"";
      if (isChosen)
        os << "EF_CUDA_64BIT_ADDRESS ";
      else if (cubin.suffix == 'a')
        os << "EF_CUDA_ACCELERATORS ";
      os << "EF_CUDA_SM" << cubin.sm << " EF_CUDA_VIRTUAL_SM(EF_CUDA_SM"
         << cubin.sm << ")\"\n";
    }
    for (size_t i = 0; i < texts[k].size(); ++i)
      lines[isChosen ? k : 0].print(texts[k][i], i * kInstBytes,
                                    code[k].words[i].word, os);
    os << "\t\t..........\n\n\n";
  }
  return missing;
}

void ptxmlir::printSymbols(const LoadedCubin &cubin, llvm::raw_ostream &os) {
  os << "\nsymbols:\n";
  for (const Symbol &symbol : cubin.symbols) {
    // The first one is ELF's.
    if (symbol.type == ELF::STT_SECTION || &symbol == cubin.symbols.data())
      continue;
    os << llvm::left_justify(getTypeName(symbol), 13) << ' '
       << llvm::left_justify(getBindName(symbol), 7) << ' '
       << llvm::left_justify(getVisibilityName(symbol), 10) << ' '
       << llvm::left_justify(getOtherName(symbol), 33) << ' '
       << (symbol.section == ELF::SHN_UNDEF ? 'U' : ' ') << "  " << symbol.name
       << '\n';
  }
}

void ptxmlir::printResourceUsage(const LoadedCubin &cubin,
                                 llvm::raw_ostream &os) {
  os << "\nResource usage:\n Common:\n  GLOBAL:";
  uint64_t global = 0;
  for (unsigned index : {cubin.globalInitSection, cubin.globalSection})
    if (index)
      global += cubin.sections[index].size;
  os << global;
  // In the order of the file.
  for (const Section &section : cubin.sections)
    if (section.index && (section.index == cubin.constant3Section ||
                          section.index == cubin.constant4Section))
      os << " CONSTANT[" << section.name.back() << "]:" << section.size;
  os << '\n';
  llvm::StringMap<const Section *> sections;
  for (const Section &section : cubin.sections)
    sections.try_emplace(section.name, &section);
  llvm::StringMap<const LoadedKernel *> kernels;
  for (const LoadedKernel &kernel : cubin.kernels)
    kernels.try_emplace(kernel.name, &kernel);
  for (const CodeSection &c :
       readCode(cubin, [](const Section &) { return true; })) {
    llvm::StringRef name = getFunctionName(*c.section);
    LoadedKernel none;
    const LoadedKernel *kernel = kernels.lookup(name);
    const LoadedKernel &k = kernel ? *kernel : none;
    // Of functions only the sections of older SMs say it.
    unsigned registers = kernel                          ? k.registers
                         : hasSectionRegisters(cubin.sm) ? c.section->info >> 24
                                                         : 0;
    os << " Function " << name << ":\n  REG:" << registers << " STACK:"
       << (k.minStackBytes == UINT32_MAX ? "UNKNOWN"
                                         : std::to_string(k.minStackBytes))
       << " SHARED:" << k.sharedSectionBytes << " LOCAL:0";
    for (char bank : {'2', '0'})
      if (const Section *constants = sections.lookup(
              (llvm::Twine(".nv.constant") + llvm::Twine(bank) + "." + name)
                  .str()))
        os << " CONSTANT[" << bank << "]:" << constants->size;
    os << " TEXTURE:0 SURFACE:0 SAMPLER:0\n";
  }
}

/// What cuobjdump calls a type in the table of sections.
static std::string getTableTypeName(uint32_t type) {
  if (type == SHT_CUDA_SHARED_RESERVED)
    return "CUDA_RESERVED_SHARED";
  std::string name = getSectionTypeName(type);
  if (!llvm::StringRef(name).starts_with("0x"))
    return name;
  std::string number = std::to_string(type - SHT_CUDA_INFO);
  return "UNKNOWN: " +
         std::string(3 - std::min<size_t>(3, number.size()), ' ') + number;
}

void ptxmlir::printElf(const LoadedCubin &cubin, llvm::raw_ostream &os) {
  const FileHeader &h = cubin.header;
  os << "\n64-bit ELF: type="
     << (h.type == ELF::ET_EXEC  ? "ET_EXEC"
         : h.type == ELF::ET_REL ? "ET_REL"
                                 : "ET_EWP")
     << ", ABI=" << unsigned(h.abiVersion)
     << ", sm=" << llvm::StringRef(getTargetName(cubin)).drop_front(3)
     << getToolkitText(cubin) << llvm::format(", flags=0x%x\n", h.flags)
     << "Sections:\nIndex Offset   Size ES Align                      Type    "
        "Flags Link     Info Name\n";
  for (const Section &s : cubin.sections)
    if (s.index)
      os << llvm::format(
                "%5x %6llx %6llx %2llx %2llx ", s.index,
                (unsigned long long)s.offset, (unsigned long long)s.size,
                (unsigned long long)s.entrySize, (unsigned long long)s.align)
         << llvm::right_justify(getTableTypeName(s.type), 28)
         << llvm::format(" %8llx %4x %8x ", (unsigned long long)s.flags, s.link,
                         s.info)
         << s.name << '\n';
  os << "\n.section .strtab\n\n.section .shstrtab\n\n.section .symtab\n"
        "   Num            Value             Size  Type          Bind    Vis   "
        " "
        "    Other                                Ndx  Name\n";
  auto getNumber = [](uint64_t value, unsigned width) {
    std::string text = llvm::utohexstr(value, /*LowerCase=*/true);
    if (value)
      text.insert(0, "0x");
    return std::string(width - std::min<size_t>(width, text.size()), ' ') +
           text;
  };
  for (size_t i = 0; i < cubin.symbols.size(); ++i) {
    const Symbol &s = cubin.symbols[i];
    llvm::StringRef name = s.name;
    if (name.empty())
      name = s.type == ELF::STT_SECTION && s.section < cubin.sections.size()
                 ? cubin.sections[s.section].name
                 : "(null)";
    os << getNumber(i, 6) << ' ' << getNumber(s.value, 16) << ' '
       << getNumber(s.size, 16) << "  "
       << llvm::left_justify(getTypeName(s), 13) << ' '
       << llvm::left_justify(getBindName(s), 7) << ' '
       << llvm::left_justify(getVisibilityName(s), 10) << ' '
       << llvm::left_justify(getOtherName(s), 33) << ' '
       << getNumber(s.section, 6) << "  " << name << '\n';
  }
  os << '\n';
  printSectionContents(cubin, os);
}
