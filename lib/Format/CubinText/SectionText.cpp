//===- SectionText.cpp - Sections and symbols of a cubin as text ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names are those that readelf's users know, with CUDA's own among them.
//
//===----------------------------------------------------------------------===//

#include "SectionText.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

bool ptxmlir::isOfFile(const Section &section) {
  switch (section.type) {
  case ELF::SHT_NULL:
  case ELF::SHT_STRTAB:
  case ELF::SHT_SYMTAB:
  case ELF::SHT_REL:
  case ELF::SHT_RELA:
  case SHT_CUDA_RESOLVED_RELA:
    return true;
  default:
    return false;
  }
}

std::string ptxmlir::getTargetName(const LoadedCubin &cubin) {
  std::string name = "sm_" + std::to_string(cubin.sm);
  if (cubin.suffix)
    name += cubin.suffix;
  return name;
}

llvm::StringRef ptxmlir::getFunctionName(const Section &section) {
  llvm::StringRef name = section.name;
  name.consume_front(".text.");
  return name;
}

bool ptxmlir::hasSectionRegisters(unsigned sm) {
  const target::TargetInfo *info = target::lookupTarget(sm, "");
  return info && info->has(target::Feature::RegistersInSectionInfo);
}

void ptxmlir::printTitle(llvm::StringRef name, llvm::raw_ostream &os) {
  os << "\n\n//--------------------- " << llvm::left_justify(name, 25)
     << " --------------------------\n";
}

std::string ptxmlir::getSectionTypeName(uint32_t type) {
  switch (type) {
  case ELF::SHT_PROGBITS:
    return "PROGBITS";
  case ELF::SHT_SYMTAB:
    return "SYMTAB";
  case ELF::SHT_STRTAB:
    return "STRTAB";
  case ELF::SHT_RELA:
    return "RELA";
  case ELF::SHT_REL:
    return "REL";
  case ELF::SHT_NOTE:
    return "NOTE";
  case ELF::SHT_NOBITS:
    return "NOBITS";
  case SHT_CUDA_INFO:
    return "CUDA_INFO";
  case SHT_CUDA_CALLGRAPH:
    return "CUDA_CALLGRAPH";
  case SHT_CUDA_PROTOTYPE:
    return "CUDA_PROTOTYPE";
  case SHT_CUDA_RESOLVED_RELA:
    return "CUDA_RESOLVED_RELA";
  case SHT_CUDA_GLOBAL:
    return "CUDA_GLOBAL";
  case SHT_CUDA_GLOBAL_INIT:
    return "CUDA_GLOBAL_INIT";
  case SHT_CUDA_SHARED:
    return "CUDA_SHARED";
  case SHT_CUDA_REL_ACTION:
    return "CUDA_RELOCINFO";
  case SHT_CUDA_SHARED_RESERVED:
    return "CUDA_SHARED_RESERVED";
  case SHT_CUDA_COMPAT:
    return "CUDA_COMPAT_INFO";
  default:
    if (type >= getConstantType(0) && type <= getConstantType(17))
      return "CUDA_CONSTANT_B" + std::to_string(type - getConstantType(0));
    return "0x" + llvm::utohexstr(type, /*LowerCase=*/true);
  }
}

/// How a section's type is written in its header.
static std::string getSectionType(uint32_t type) {
  if (type == ELF::SHT_PROGBITS)
    return "@progbits";
  if (type == ELF::SHT_NOBITS)
    return "@nobits";
  return "@\"SHT_" + getSectionTypeName(type) + "\"";
}

void ptxmlir::printSectionHeader(const LoadedCubin &cubin,
                                 const Section &section,
                                 llvm::raw_ostream &os) {
  printTitle(section.name, os);
  os << "\t.section\t" << section.name << ",\"";
  for (auto [flag, letter] : {std::pair(uint64_t(ELF::SHF_ALLOC), 'a'),
                              std::pair(uint64_t(ELF::SHF_WRITE), 'w'),
                              std::pair(uint64_t(ELF::SHF_EXECINSTR), 'x')})
    if (section.flags & flag)
      os << letter;
  os << "\"," << getSectionType(section.type) << '\n';
  // The flags of notes are NVIDIA's, one for each kind.
  bool isNote = section.type == ELF::SHT_NOTE;
  if (isNote)
    os << "\t.sectionflags\t@\"SHF_NOTE_NV_"
       << section.name.rsplit('.').second.upper() << "\"\n";
  else if (section.flags & ELF::SHF_INFO_LINK)
    os << "\t.sectionflags\t@\"\"\n";
  if ((section.flags & ELF::SHF_EXECINSTR) && hasSectionRegisters(cubin.sm))
    os << "\t.sectioninfo\t@\"SHI_REGISTERS=" << (section.info >> 24) << "\"\n";
  if (section.align > 1 && !isNote)
    os << "\t.align\t" << section.align << '\n';
}

llvm::StringRef ptxmlir::getOtherName(const Symbol &symbol) {
  if (symbol.other & kOtherKernel)
    return "ENTRY";
  switch (symbol.other & 0xe0) {
  case kOtherReservedShared:
    return "RESERVED_SHARED";
  case kOtherConst:
    return "CONSTANT";
  case kOtherShared:
    return "SHARED";
  case kOtherGlobal:
    return "GLOBAL";
  default:
    return symbol.other & kOtherManaged ? "MANAGED" : "-";
  }
}

llvm::StringRef ptxmlir::getVisibilityName(const Symbol &symbol) {
  static const char *const names[] = {"DEFAULT", "INTERNAL", "HIDDEN",
                                      "PROTECTED"};
  return names[symbol.other & 3];
}

llvm::StringRef ptxmlir::getBindName(const Symbol &symbol) {
  switch (symbol.bind) {
  case ELF::STB_LOCAL:
    return "LOCAL";
  case ELF::STB_GLOBAL:
    return "GLOBAL";
  case ELF::STB_WEAK:
    return "WEAK";
  default:
    return "UNKNOWN";
  }
}

std::string ptxmlir::getTypeName(const Symbol &symbol) {
  switch (symbol.type) {
  case ELF::STT_NOTYPE:
    return "NOTYPE";
  case ELF::STT_OBJECT:
    return "OBJECT";
  case ELF::STT_FUNC:
    return "FUNC";
  case ELF::STT_SECTION:
    return "SECTION";
  case kVariableType:
    return "CUDA_OBJECT";
  case kSymbolTexture:
    return "CUDA_TEXTURE";
  case kSymbolSampler:
    return "CUDA_SAMPLER";
  case kSymbolSurface:
    return "CUDA_SURFACE";
  default:
    return std::to_string(symbol.type);
  }
}

std::string ptxmlir::getTypeText(const Symbol &symbol) {
  switch (symbol.type) {
  case ELF::STT_OBJECT:
    return "@object";
  case ELF::STT_FUNC:
    return "@function";
  default:
    return "@\"STT_" + getTypeName(symbol) + "\"";
  }
}

std::string ptxmlir::getOtherText(const Symbol &symbol) {
  if (!symbol.other)
    return {};
  std::string kind = getOtherName(symbol).str();
  std::string visibility = ("STV_" + getVisibilityName(symbol)).str();
  return kind == "-" ? visibility : "STO_CUDA_" + kind + " " + visibility;
}

/// The lines of a symbol that is defined elsewhere, or by whoever links first.
static void printForeignSymbol(const Symbol &symbol, llvm::raw_ostream &os) {
  bool isCommon = symbol.section == ELF::SHN_COMMON;
  // The value of such a symbol is its alignment.
  if (isCommon)
    os << "\t.comm\t\t" << symbol.name << ", " << symbol.size << ", "
       << symbol.value << '\n';
  os << "\t.type\t\t" << symbol.name << ',' << getTypeText(symbol) << '\n';
  std::string other = getOtherText(symbol), size;
  if (!other.empty())
    other = ("\t.other\t\t" + symbol.name + ",@\"" + other + "\"\n").str();
  if (symbol.size && !isCommon)
    size = ("\t.size\t\t" + symbol.name + ",0x" +
            llvm::utohexstr(symbol.size, /*LowerCase=*/true) + "\n")
               .str();
  if (symbol.type == kVariableType)
    os << other << size;
  else
    os << size << other;
}

void ptxmlir::printUndefinedSymbols(const LoadedCubin &cubin,
                                    llvm::raw_ostream &os) {
  bool isFirst = true;
  for (uint16_t section : {ELF::SHN_COMMON, ELF::SHN_UNDEF})
    for (const Symbol &symbol : cubin.symbols) {
      if (symbol.section != section || symbol.name.empty())
        continue;
      if (isFirst)
        os << "\n\n//--------------------- SYMBOLS "
              "--------------------------\n\n";
      isFirst = false;
      printForeignSymbol(symbol, os);
    }
}
