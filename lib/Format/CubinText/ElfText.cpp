//===- ElfText.cpp - The contents of a cubin's sections as text -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `cuobjdump -elf` prints behind the table of sections (13.5, observed):
// data and code as words, notes, records of attributes, relocations.
//
//===----------------------------------------------------------------------===//

#include "ElfText.h"
#include "SectionText.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include <utility>

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using Bytes = llvm::ArrayRef<uint8_t>;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;

/// A number as C prints it with `%#x`.
static std::string getHex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

llvm::StringRef ptxmlir::getText(Bytes bytes, uint64_t offset) {
  llvm::StringRef text = llvm::toStringRef(bytes);
  return offset < text.size() ? text.substr(offset).split('\0').first
                              : llvm::StringRef();
}

/// What precedes the name of a note's owner, and the fields of its contents.
constexpr size_t kNoteHead = 12, kToolFields = 24, kInfoFields = 6;

Bytes ptxmlir::getNoteContent(const Section &section) {
  Bytes data = section.data;
  if (data.size() < kNoteHead)
    return {};
  uint64_t begin = kNoteHead + llvm::alignTo(read32le(&data[0]), 4);
  uint64_t size = read32le(&data[4]);
  return begin + size <= data.size() ? data.slice(begin, size) : Bytes();
}

static std::string getVersion(unsigned toolkit) {
  return std::to_string(toolkit / 10) + "." + std::to_string(toolkit % 10);
}

std::string ptxmlir::getToolkitText(const LoadedCubin &cubin) {
  const Section *section = cubin.findSection(".note.nv.cuinfo");
  Bytes content = section ? getNoteContent(*section) : Bytes();
  if (content.size() < kInfoFields)
    return {};
  return ", toolkit=" + getVersion(read16le(&content[4]));
}

namespace {
class ElfText {
public:
  ElfText(const LoadedCubin &cubin, llvm::raw_ostream &os)
      : cubin(cubin), os(os) {}
  void print();

private:
  void printWords(Bytes data);
  void printData(const Section &section);
  void printCode(const Section &section);
  void printNote(const Section &section);
  void printAttributes(const Section &section);
  void printAttribute(const Attribute &attribute, bool isCompat);
  void printParameter(Bytes payload);
  void printBranches(llvm::ArrayRef<uint32_t> words);
  void printAction(const Section &section);
  void printPairs(const Section &section, bool hasNames);
  void printRelocations(const Section &section);
  void printContents(const Section &section);
  std::string getSymbol(uint32_t index) const;

  const LoadedCubin &cubin;
  llvm::raw_ostream &os;
};
} // namespace

std::string ElfText::getSymbol(uint32_t index) const {
  llvm::StringRef name =
      index < cubin.symbols.size() ? cubin.symbols[index].name : "";
  return name.str() + "(" + getHex(index) + ")";
}

/// Four words a line; bytes that are no word follow one by one.
void ElfText::printWords(Bytes data) {
  size_t i = 0;
  for (; i + 4 <= data.size(); i += 4)
    os << llvm::format("0x%08x", read32le(&data[i]))
       << (i % 16 == 12 ? '\n' : ' ');
  for (; i < data.size(); ++i)
    os << llvm::format("0x%02x ", data[i]);
  os << "\n\n";
}

void ElfText::printData(const Section &section) {
  os << '\n' << section.name << '\n';
  if (section.data.empty())
    os << "   No data to be dumped. \n\n";
  else
    printWords(section.data);
}

void ElfText::printCode(const Section &section) {
  const Section *shared =
      cubin.findSection((".nv.shared." + getFunctionName(section)).str());
  os << '\n'
     << section.name << "\nlmem=0\tsmem=" << (shared ? shared->size : 0)
     << '\n';
  printWords(section.data);
}

void ElfText::printNote(const Section &section) {
  os << "\n.section " << section.name << '\n';
  Bytes content = getNoteContent(section);
  if (content.empty())
    return;
  bool isTool = section.name.ends_with("tkinfo");
  size_t size = content.size();
  os << "Entry: 1\n  Owner                  Data size        Description\n  "
     << llvm::left_justify(getText(section.data, kNoteHead), 23)
     << llvm::left_justify(std::to_string(size), 17) << "NVIDIA CUDA "
     << (isTool ? "Toolkit " : "") << "Information\n";
  // Offsets into the strings behind them: of the tool, its version, its branch
  // and its options.
  if (isTool && size >= kToolFields) {
    os << "\tNote Version: " << read32le(&content[0]) << '\n';
    llvm::StringRef object =
        getText(content.drop_front(kToolFields), read32le(&content[4]));
    if (!object.empty())
      os << "\tObject File: " << object << '\n';
    const char *const names[] = {"Name", "Version", "Branch",
                                 "Command Line Arguments"};
    for (size_t i = 0; i < 4; ++i)
      os << "\tTool " << names[i] << ": "
         << getText(content.drop_front(kToolFields),
                    read32le(&content[8 + 4 * i]))
         << '\n';
  } else if (!isTool && size >= kInfoFields) {
    os << "\tNote Version: " << read16le(&content[0])
       << "\n\tCUDA Virtual SM: sm_" << read16le(&content[2])
       << "\n\tCUDA Tool Kit Version: " << getVersion(read16le(&content[4]))
       << '\n';
  }
  os << '\n';
}

static const char *getCompatName(uint8_t code) {
  switch (code) {
  case 0x02:
    return "EICOMPAT_ATTR_ISA_CLASS";
  case 0x03:
    return "EICOMPAT_ATTR_INST_TENSORMAP_V1";
  case 0x05:
    return "EICOMPAT_ATTR_INST_TCGEN05_MMA";
  case 0x06:
    return "EICOMPAT_ATTR_ENABLE_OPPORTUNISTIC_FINALIZATION";
  case 0x09:
    return "EICOMPAT_ATTR_CUDA_ACCELERATOR_TARGET";
  case 0x0b:
    return "EICOMPAT_ATTR_CAN_FASTPATH_FINALIZE";
  default:
    return "unknown Attribute";
  }
}

std::string ptxmlir::getElfAttributeName(uint8_t code) {
  llvm::StringRef name = getAttrName(code);
  if (name.empty() || Attr(code) == Attr::MERCURY_ISA_VERSION ||
      Attr(code) == Attr::SW2861232_WAR)
    return {};
  return ("EIATTR_" + name).str();
}

static std::string getAttributeName(uint8_t code) {
  std::string name = getElfAttributeName(code);
  return name.empty() ? "unknown Attribute" : name;
}

void ElfText::printParameter(Bytes payload) {
  uint32_t flags = read32le(&payload[8]);
  os << "Index : " << getHex(read32le(&payload[0]))
     << "\tOrdinal : " << getHex(read16le(&payload[4]))
     << "\tOffset  : " << getHex(read16le(&payload[6]))
     << "\tSize    : " << getHex(flags >> 18)
     << "\n\t\tPointee's logAlignment : " << getHex(flags & 0xff)
     << "\tSpace : " << getHex(flags >> 8 & 0xf)
     << "\tcbank : " << getHex(flags >> 12 & 0x1f)
     << "\tParameter Space : " << (flags >> 17 & 1 ? "SMEM" : "CBANK")
     << "\t\n";
}

/// Of each branch its offset, zero, the number of its targets and these.
void ElfText::printBranches(llvm::ArrayRef<uint32_t> words) {
  os << '\n';
  while (words.size() >= 3) {
    size_t count = std::min<size_t>(words[2], words.size() - 3);
    os << "\t\tOffset of Indirect Branch: " << getHex(words[0])
       << "\t Number of targets: " << words[2] << "\n\t\tTargets: ";
    for (uint32_t target : words.slice(3, count))
      os << getHex(target) << ' ';
    os << "\n\n";
    words = words.drop_front(3 + count);
  }
}

/// Whether pairs of a kind and an offset are all of spills.
static bool isAllSpills(llvm::ArrayRef<uint32_t> words) {
  for (size_t i = 0; i < words.size(); i += 2)
    if (words[i] != kSpillAnnotation)
      return false;
  return true;
}

void ElfText::printAttribute(const Attribute &attribute, bool isCompat) {
  os << "\tAttribute:\t"
     << (isCompat ? getCompatName(attribute.code)
                  : getAttributeName(attribute.code));
  static const char *const formats[] = {"NVAL", "BVAL", "HVAL", "SVAL"};
  auto format = AttrFormat(attribute.format);
  os << "\n\tFormat:\tEIFMT_"
     << formats[std::clamp<unsigned>(attribute.format, 1, 4) - 1] << '\n';
  if (format == AttrFormat::Flag)
    return;
  os << "\tValue:\t";
  if (format != AttrFormat::Sized) {
    os << getHex(attribute.value) << '\n';
    return;
  }
  std::vector<uint32_t> words = attribute.words();
  if (!isCompat && words.size() >= 2) {
    const char *what = nullptr;
    switch (Attr(attribute.code)) {
    case Attr::REGCOUNT:
      os << "function: " << getSymbol(words[0])
         << "\tregister count: " << words[1] << '\n';
      return;
    case Attr::FRAME_SIZE:
      what = "frame size";
      break;
    case Attr::MIN_STACK_SIZE:
      what = "min stack size";
      break;
    case Attr::SAM_REGION_STACK_SIZE:
      what = "Sam region stack size";
      break;
    case Attr::KPARAM_INFO:
      if (attribute.payload.size() < 12)
        break;
      printParameter(attribute.payload);
      return;
    default:
      break;
    }
    if (what) {
      os << "function: " << getSymbol(words[0]) << '\t' << what << ": "
         << getHex(words[1]) << '\n';
      return;
    }
  }
  if (!isCompat && Attr(attribute.code) == Attr::ANNOTATIONS &&
      words.size() % 2 == 0 && isAllSpills(words)) {
    for (size_t i = 0; i < words.size(); i += 2)
      os << (i ? "\t\t" : "")
         << "SpillRefill : \tOffset : " << getHex(words[i + 1]) << '\n';
    return;
  }
  if (!isCompat && Attr(attribute.code) == Attr::INDIRECT_BRANCH_TARGETS) {
    printBranches(words);
    return;
  }
  bool isExterns = !isCompat && Attr(attribute.code) == Attr::EXTERNS;
  if (isExterns)
    os << "externs:\t";
  for (uint32_t word : words) {
    if (isExterns)
      os << getSymbol(word) << '\t';
    else
      os << getHex(word) << ' ';
  }
  os << '\n';
}

void ElfText::printAttributes(const Section &section) {
  os << '\n' << section.name << '\n';
  llvm::Expected<std::vector<Attribute>> attributes = parseAttributes(section);
  if (!attributes) {
    llvm::consumeError(attributes.takeError());
    return;
  }
  for (size_t i = 0; i < attributes->size(); ++i) {
    os << "\t<0x" << i + 1 << ">\n";
    printAttribute((*attributes)[i], section.type == SHT_CUDA_COMPAT);
  }
  os << '\n';
}

/// Edges between functions, or functions with their prototypes.
void ElfText::printPairs(const Section &section, bool hasNames) {
  os << '\n' << section.name << '\n';
  const Section *strings = cubin.findSection(".strtab");
  for (size_t i = 0; i + 8 <= section.data.size(); i += 8) {
    uint32_t second = read32le(&section.data[i + 4]);
    os << " <" << int32_t(read32le(&section.data[i])) << ',' << int32_t(second);
    if (hasNames)
      os << '(' << (strings ? getText(strings->data, second) : "") << ')';
    os << ">\n";
  }
  os << '\n';
}

// Where that is not ours it says which bits are filled in.
std::string ptxmlir::getElfRelocName(uint32_t type) {
  // Of instructions that only linkers change.
  switch (type) {
  case 68:
    return "R_CUDA_YIELD_OPCODE9_0";
  case 65:
    return "R_CUDA_BINDLESSOFF14_40";
  case 69:
    return "R_CUDA_YIELD_CLEAR_PRED4_87";
  case 74:
    return "R_CUDA_ABS24_40";
  default:
    break;
  }
  switch (RelocType(type)) {
  case RelocType::Abs32:
    return "R_CUDA_32";
  case RelocType::Abs64:
    return "R_CUDA_64";
  case RelocType::Generic64:
    return "R_CUDA_G64";
  case RelocType::Shared32:
    return "R_CUDA_ABS32_32";
  case RelocType::AddrLo32:
    return "R_CUDA_ABS32_LO_32";
  case RelocType::AddrHi32:
    return "R_CUDA_ABS32_HI_32";
  case RelocType::CallOld:
    return "R_CUDA_ABS47_34";
  case RelocType::Call:
    return "R_CUDA_ABS55_16_34";
  case RelocType::UftOffset:
    return "R_CUDA_ABS56_16_34";
  case RelocType::ConstOffset16:
    return "R_CUDA_ABS16_32";
  case RelocType::ConstOperandOld:
    return "R_CUDA_CONST_FIELD19_40";
  case RelocType::ConstOperand:
    return "R_CUDA_CONST_FIELD21_38";
  case RelocType::ConstOperandNew:
    return "R_CUDA_CONST_FIELD22_37";
  case RelocType::FuncPtr64:
    return "R_CUDA_UNIFIED";
  case RelocType::FuncLo32:
    return "R_CUDA_UNIFIED32_LO_32";
  case RelocType::FuncHi32:
    return "R_CUDA_UNIFIED32_HI_32";
  case RelocType::FdeRange:
    return "R_CUDA_UNUSED_CLEAR64";
  default:
    break;
  }
  // A byte of an address, by where it begins.
  auto firstByte = uint32_t(RelocType::GenericByte0);
  if (type >= firstByte && type <= uint32_t(RelocType::GenericByte7))
    return "R_CUDA_G8_" + std::to_string(8 * (type - firstByte));
  llvm::StringRef name = getRelocTypeName(type);
  return "R_CUDA_" + (name.empty() ? std::to_string(type) : name.str());
}

void ElfText::printRelocations(const Section &section) {
  bool hasAddend = section.type == ELF::SHT_RELA;
  os << ".section " << section.name << '\t' << (hasAddend ? "RELA" : "REL")
     << '\n';
  size_t size = hasAddend ? 24 : 16;
  for (size_t i = 0; i + size <= section.data.size(); i += size) {
    const uint8_t *at = &section.data[i];
    uint32_t type = read32le(at + 8), index = read32le(at + 12);
    llvm::StringRef name;
    if (index < cubin.symbols.size()) {
      const Symbol &symbol = cubin.symbols[index];
      name = symbol.name;
      if (name.empty() && symbol.section < cubin.sections.size())
        name = cubin.sections[symbol.section].name;
    }
    os << getHex(llvm::support::endian::read64le(at)) << "    " << name
       << "    " << getElfRelocName(type);
    if (hasAddend)
      os << "    " << getHex(llvm::support::endian::read64le(at + 16));
    os << '\n';
  }
}

/// How a relocation is made of a simpler one: a type, and from the eighth byte
/// on the fields that the heading names.
void ElfText::printAction(const Section &section) {
  constexpr size_t kFields = 8, kSize = 16;
  os << '\n' << section.name << '\n';
  if (section.data.size() != kSize || section.data[kFields])
    return;
  std::string name = getElfRelocName(read32le(&section.data[0]));
  os << "Header : Base Relocation : " << name
     << "\nReloc type : Symbol Kind,Addend Shift,Source Position1,length1,"
        "Destination Position1,Source Position2,length2,Destination Position2\n"
     << name << " : EIVALUE_SYM_KIND_ADDR";
  for (size_t i = kFields + 1; i < kSize; ++i)
    os << ',' << unsigned(section.data[i]);
  os << "\n\n";
}

void ElfText::printContents(const Section &section) {
  if (section.flags & ELF::SHF_EXECINSTR)
    return printCode(section);
  switch (section.type) {
  case ELF::SHT_NOTE:
    return printNote(section);
  case SHT_CUDA_INFO:
  case SHT_CUDA_COMPAT:
    return printAttributes(section);
  case SHT_CUDA_CALLGRAPH:
    return printPairs(section, /*hasNames=*/false);
  case SHT_CUDA_REL_ACTION:
    return printAction(section);
  case SHT_CUDA_PROTOTYPE:
    return printPairs(section, /*hasNames=*/true);
  default:
    return printData(section);
  }
}

/// In which of four rounds a section's contents are printed: memory, what the
/// file says of itself, code, what is for debuggers; 4: in none.
static unsigned getRound(const Section &section) {
  if ((section.flags & kFlagMercury) || isOfFile(section))
    return 4;
  if (section.flags & ELF::SHF_EXECINSTR)
    return 2;
  switch (section.type) {
  case ELF::SHT_NOTE:
  case SHT_CUDA_INFO:
  case SHT_CUDA_COMPAT:
  case SHT_CUDA_CALLGRAPH:
  case SHT_CUDA_PROTOTYPE:
  case SHT_CUDA_REL_ACTION:
    return 1;
  default:
    // The DWARF of debuggers is left out.
    if (!section.name.starts_with(".nv."))
      return 3;
    return section.name == ".nv.global" ? 4 : 0;
  }
}

void ElfText::print() {
  bool isNext = false; // of the relocations at the end
  for (unsigned round = 0; round < 4; ++round)
    for (const Section &section : cubin.sections) {
      if (getRound(section) != round)
        continue;
      if (round != 3)
        printContents(section);
      else if (section.name == ".debug_frame")
        printFrames(cubin, section, os);
      for (uint32_t type : {ELF::SHT_REL, ELF::SHT_RELA})
        for (const Section &other : cubin.sections)
          if (other.type == type && other.info == section.index) {
            if (round == 3 && std::exchange(isNext, true))
              os << '\n';
            printRelocations(other);
            if (round != 3)
              os << '\n';
          }
    }
}

void ptxmlir::printSectionContents(const LoadedCubin &cubin,
                                   llvm::raw_ostream &os) {
  ElfText(cubin, os).print();
}
