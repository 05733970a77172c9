//===- DataText.cpp - Sections of a cubin that are no code, as text -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form is that of nvdisasm 13.5 without -c, as observed.
//
//===----------------------------------------------------------------------===//

#include "DataText.h"
#include "ElfText.h"
#include "InstText.h"
#include "SectionText.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

/// Whether a symbol lies in data of the file and has a name there.
static bool isVariable(const LoadedCubin &cubin, const Symbol &symbol) {
  return (symbol.type == ELF::STT_OBJECT || symbol.type == ELF::STT_NOTYPE ||
          symbol.type == kVariableType) &&
         symbol.section != ELF::SHN_UNDEF &&
         symbol.section < cubin.sections.size() && !symbol.name.empty();
}

/// How many bytes a relocation of data fills in.
static unsigned getRelocSize(uint32_t type) {
  if (RelocType(type) == RelocType::Abs32)
    return 4;
  bool isByte = type >= uint32_t(RelocType::GenericByte0) &&
                type <= uint32_t(RelocType::GenericByte7);
  return isByte ? 1 : 8;
}

/// One byte of an address.
static std::string getByteText(uint32_t type, llvm::StringRef text) {
  auto first = uint32_t(RelocType::GenericByte0);
  auto last = uint32_t(RelocType::GenericByte7);
  std::string which =
      type == first  ? "8@lo"
      : type == last ? "8@hi"
                     : "0xff" + std::string(2 * (type - first), '0') + "@field";
  return which + "(fun@" + getElfRelocName(type) + "(" + text.str() + "))";
}

DataText::DataText(const LoadedCubin &cubin, const CodeLabels &code)
    : cubin(cubin), code(code) {
  llvm::StringMap<unsigned> numbers;
  std::map<Place, size_t> starts;
  for (size_t i = 0; i < cubin.symbols.size(); ++i) {
    const Symbol &symbol = cubin.symbols[i];
    names.push_back(symbol.name.str());
    bool isNamed = isVariable(cubin, symbol);
    // Variables of several functions may have one name: all but the first get
    // another one.
    if (isNamed && numbers[symbol.name]++)
      names.back() += "__" + std::to_string(numbers[symbol.name] - 2);
    if (isNamed || symbol.type == ELF::STT_SECTION)
      places[{symbol.section, isUnplaced(symbol) ? 0 : symbol.value}].push_back(
          i);
    if (isNamed && !isUnplaced(symbol))
      starts.try_emplace({symbol.section, symbol.value}, i);
  }
  for (const Symbol &symbol : cubin.symbols) {
    if (!isVariable(cubin, symbol) || isUnplaced(symbol))
      continue;
    // A number is taken even where another variable begins.
    Place end = {symbol.section, symbol.value + symbol.size};
    std::string label = makeLabel();
    auto next = starts.find(end);
    ends.try_emplace(end, next == starts.end() ? label : names[next->second]);
  }
  for (LoadedReloc r : cubin.relocations) {
    const Section &section = cubin.sections[r.section];
    unsigned size = getRelocSize(r.type);
    if ((section.flags & ELF::SHF_EXECINSTR) ||
        r.offset + size > section.data.size())
      continue;
    // Of REL the section has what is added.
    bool isPlain = RelocType(r.type) == RelocType::Abs32 ||
                   RelocType(r.type) == RelocType::Abs64;
    bool isInData =
        !r.addend && (isPlain || RelocType(r.type) == RelocType::Generic64);
    if (isInData && size == 4)
      r.addend = read32le(&section.data[r.offset]);
    else if (isInData)
      r.addend = int64_t(read64le(&section.data[r.offset]));
    std::string text = getExpression(r, cubin, &code);
    if (RelocType(r.type) == RelocType::FuncPtr64)
      text = "fun@unified(" + text + ")";
    else if (size == 1)
      text = getByteText(r.type, text);
    else if (!isPlain)
      text = "fun@" + getElfRelocName(r.type) + "(" + text + ")";
    values[{r.section, r.offset}] = {text, size};
  }
}

bool DataText::isUnplaced(const Symbol &symbol) const {
  return symbol.type != ELF::STT_SECTION && symbol.type != ELF::STT_OBJECT &&
         symbol.section < cubin.sections.size() &&
         cubin.sections[symbol.section].name.starts_with(".nv.shared.");
}

std::string DataText::getIndexName(uint32_t index) const {
  if (!names[index].empty())
    return names[index];
  unsigned section = cubin.symbols[index].section;
  return section < cubin.sections.size() ? cubin.sections[section].name.str()
                                         : std::string();
}

void DataText::printAddress(uint64_t offset, llvm::raw_ostream &os) const {
  os << llvm::format("        /*%04llx*/ ", (unsigned long long)offset);
}

/// A number with two digits for each byte.
void DataText::printValue(uint64_t offset, const char *directive,
                          uint64_t value, unsigned size,
                          llvm::raw_ostream &os) const {
  printAddress(offset, os);
  os << '\t' << directive << '\t' << llvm::format_hex(value, 2 + 2 * size)
     << '\n';
}

void DataText::printIndex(uint64_t offset, uint32_t index,
                          llvm::raw_ostream &os) const {
  // The first symbol is no symbol; others stand for edges of another kind.
  if (!index || index >= cubin.symbols.size())
    return printValue(offset, ".word", index, 4, os);
  printAddress(offset, os);
  os << "\t.word\tindex@(" << getIndexName(index) << ")\n";
}

/// Sixteen a line; zeros alone only as how many they are.
void DataText::printBytes(const Section &section, uint64_t begin, uint64_t end,
                          llvm::raw_ostream &os) const {
  if (begin >= end)
    return;
  llvm::ArrayRef<uint8_t> data = section.data;
  if (data.empty() || llvm::all_of(data.slice(begin, end - begin),
                                   [](uint8_t byte) { return !byte; })) {
    os << "\t.zero\t\t" << end - begin << '\n';
    return;
  }
  for (; begin < end; begin += 16) {
    printAddress(begin, os);
    const char *separator = "\t.byte\t";
    for (uint8_t byte :
         data.slice(begin, std::min<uint64_t>(16, end - begin))) {
      os << separator << llvm::format("0x%02x", byte);
      separator = ", ";
    }
    os << '\n';
  }
}

void DataText::printSymbol(size_t index, llvm::raw_ostream &os) const {
  const Symbol &symbol = cubin.symbols[index];
  const std::string &name = names[index];
  if (symbol.type == ELF::STT_SECTION) {
    os << getIndexName(uint32_t(index)) << ":\n";
    return;
  }
  if (symbol.bind != ELF::STB_LOCAL)
    os << (symbol.bind == ELF::STB_WEAK ? "\t.weak" : "\t.global") << "\t\t"
       << name << '\n';
  bool isSized = isUnplaced(symbol);
  if (symbol.type != ELF::STT_NOTYPE)
    os << "\t.type\t\t" << name << ',' << getTypeText(symbol) << '\n';
  os << "\t.size\t\t" << name << ',';
  if (isSized) {
    os << ' ' << symbol.size << ", " << symbol.value << '\n';
  } else {
    auto end = ends.find({symbol.section, symbol.value + symbol.size});
    os << '(' << (end == ends.end() ? name : end->second) << " - " << name
       << ")\n";
  }
  if (std::string other = getOtherText(symbol); !other.empty())
    os << "\t.other\t\t" << name << ",@\"" << other << "\"\n";
  if (name != symbol.name)
    os << "\t.map_symbolname " << name << ' ' << symbol.name << '\n';
  os << name << ":\n";
  if (isSized)
    os << "\t.zero\t\t" << symbol.size << '\n';
}

void DataText::printSymbols(const Section &section, uint64_t offset,
                            llvm::raw_ostream &os) const {
  auto end = ends.find({section.index, offset});
  if (end != ends.end() && llvm::StringRef(end->second).starts_with(".L_"))
    os << end->second << ":\n";
  auto here = places.find({section.index, offset});
  if (here == places.end())
    return;
  // The section's own symbol is the first one, or the last behind variables
  // that have no place yet.
  auto printAll = [&](auto isWanted) {
    for (size_t index : llvm::reverse(here->second))
      if (isWanted(cubin.symbols[index]))
        printSymbol(index, os);
  };
  auto isSection = [](const Symbol &symbol) {
    return symbol.type == ELF::STT_SECTION;
  };
  printAll([&](const Symbol &symbol) { return isUnplaced(symbol); });
  printAll(isSection);
  printAll([&](const Symbol &symbol) {
    return !isUnplaced(symbol) && !isSection(symbol);
  });
}

void DataText::printData(const Section &section, llvm::raw_ostream &os) const {
  std::set<uint64_t> marks = {0, section.size};
  for (auto it = places.lower_bound({section.index, 0});
       it != places.end() && it->first.first == section.index; ++it)
    marks.insert(std::min(it->first.second, section.size));
  for (auto it = ends.lower_bound({section.index, 0});
       it != ends.end() && it->first.first == section.index; ++it)
    marks.insert(std::min(it->first.second, section.size));
  for (auto it = values.lower_bound({section.index, 0});
       it != values.end() && it->first.first == section.index; ++it) {
    marks.insert(it->first.second);
    marks.insert(it->first.second + it->second.size);
  }
  // What has a place only once it is linked is written with its symbol.
  bool hasUnplaced = llvm::any_of(cubin.symbols, [&](const Symbol &symbol) {
    return symbol.section == section.index && isUnplaced(symbol) &&
           symbol.type == kVariableType;
  });
  for (auto it = marks.begin(); it != marks.end(); ++it) {
    auto value = values.find({section.index, *it});
    if (value != values.end() && section.align >= value->second.size &&
        value->second.size > 1)
      os << "\t.align\t\t" << value->second.size << '\n';
    printSymbols(section, *it, os);
    auto next = std::next(it);
    if (next == marks.end())
      break;
    if (value != values.end()) {
      printAddress(*it, os);
      unsigned size = value->second.size;
      os << '\t'
         << (size == 8   ? ".dword"
             : size == 4 ? ".word"
                         : ".byte")
         << '\t' << value->second.text << '\n';
    } else if (!hasUnplaced) {
      printBytes(section, *it, *next, os);
    }
  }
}

void DataText::printNote(const Section &section, llvm::raw_ostream &os) const {
  llvm::ArrayRef<uint8_t> content = getNoteContent(section);
  if (content.empty())
    return printBytes(section, 0, section.size, os);
  uint64_t begin = uint64_t(content.data() - section.data.data());
  if (section.name.ends_with("tkinfo")) {
    // A version and five offsets of texts behind them.
    constexpr size_t kNumTexts = 5;
    uint64_t texts = 4 * (kNumTexts + 1);
    os << "\t.tkinfo\n";
    if (content.size() < texts)
      return;
    printValue(begin, ".word", read32le(&content[0]), 4, os);
    for (size_t i = 1; i <= kNumTexts; ++i) {
      printAddress(begin + texts, os);
      os << "\t.string\t\""
         << getText(content.drop_front(texts), read32le(&content[4 * i]))
         << "\"\n";
    }
    os << '\n';
    return;
  }
  for (size_t i = 0; i + 2 <= content.size(); i += 2) {
    if (i + 2 == content.size() && !read16le(&content[i]))
      os << "\t.zero\t\t2\n";
    else
      printValue(begin + i, ".short", read16le(&content[i]), 2, os);
  }
}

void DataText::printPairs(const Section &section, llvm::raw_ostream &os) const {
  const Section *strings = cubin.findSection(".strtab");
  // In a call graph edges of no function begin lists: these have prototypes,
  // the others calls and what may be called.
  constexpr uint32_t kAddressTaken = 0xfffffffe, kIndirectCalls = 0xfffffffd;
  bool hasTexts = section.type == SHT_CUDA_PROTOTYPE;
  for (size_t i = 0; i + 4 <= section.data.size(); i += 4) {
    uint32_t word = read32le(&section.data[i]);
    bool isSecond = i % 8 == 4;
    bool isEdge = isSecond && read32le(&section.data[i - 4]);
    os << "\t.align\t\t4\n";
    if (isSecond && !isEdge && section.type == SHT_CUDA_CALLGRAPH)
      hasTexts = word == kAddressTaken || word == kIndirectCalls;
    if (hasTexts && isEdge && strings) {
      printAddress(i, os);
      os << "\t.word\tstr_index@(\"" << getText(strings->data, word) << "\")\n";
    } else {
      printIndex(i, word, os);
    }
  }
}

/// How many words an entry of a list has that an attribute is; 0: it is none.
static size_t getEntryWords(const Attribute &attribute) {
  switch (Attr(attribute.code)) {
  case Attr::EXIT_INSTR_OFFSETS:
  case Attr::SYSCALL_OFFSETS:
  case Attr::COOP_GROUP_INSTR_OFFSETS:
  case Attr::COOP_GROUP_MASK_REGIDS:
  case Attr::INT_WARP_WIDE_INSTR_OFFSETS:
  case Attr::EXTERNS:
    return 1;
  case Attr::UNUSED_LOAD_BYTE_OFFSET:
    return 2;
  case Attr::MBARRIER_INSTR_OFFSETS:
    return 4;
  case Attr::ANNOTATIONS:
    return SIZE_MAX;
  default:
    return 0;
  }
}

/// Whether the first word of an attribute, or each of a list, is the index of a
/// symbol.
static bool hasIndex(const Attribute &attribute) {
  switch (Attr(attribute.code)) {
  case Attr::REGCOUNT:
  case Attr::FRAME_SIZE:
  case Attr::MIN_STACK_SIZE:
  case Attr::MAX_STACK_SIZE:
  case Attr::SAM_REGION_STACK_SIZE:
  case Attr::PARAM_CBANK:
  case Attr::EXTERNS:
    return true;
  default:
    return false;
  }
}

void DataText::printPayload(const Section &section, const Attribute &attribute,
                            uint64_t offset, const std::string &label,
                            llvm::raw_ostream &os) const {
  llvm::ArrayRef<uint8_t> payload = attribute.payload;
  std::vector<uint32_t> words = attribute.words();
  size_t entry = getEntryWords(attribute), number = 0, next = 0;
  std::set<size_t> offsets;
  forEachCodeOffset(attribute,
                    [&](uint32_t, size_t index) { offsets.insert(index); });
  for (size_t i = 0; i < words.size(); ++i) {
    uint64_t at = offset + 4 * i;
    if (entry && i == next) {
      os << "\n\n\t//   ....[" << number++ << "]....\n";
      next = entry == SIZE_MAX ? entry : next + entry;
    }
    bool isIndex = hasIndex(attribute) && (i == 0 || entry);
    if (isIndex)
      os << "\t.align\t\t4\n";
    if (i == 0)
      os << label << ":\n";
    llvm::StringRef name;
    if (offsets.count(i))
      name = words[i] || section.info >= cubin.sections.size()
                 ? code.getName(section.info, words[i])
                 : cubin.sections[section.info].name;
    auto printHalves = [&] {
      printValue(at, ".short", words[i] & 0xffff, 2, os);
      printValue(at + 2, ".short", words[i] >> 16, 2, os);
    };
    if (isIndex) {
      printIndex(at, words[i], os);
    } else if (!name.empty()) {
      printAddress(at, os);
      os << "\t.word\t" << name << "@srel\n";
    } else if (Attr(attribute.code) == Attr::PARAM_CBANK ||
               (Attr(attribute.code) == Attr::KPARAM_INFO && i == 1)) {
      printHalves();
    } else if (Attr(attribute.code) == Attr::KPARAM_INFO && i == 2) {
      printBytes(section, at, at + 4, os);
    } else if (Attr(attribute.code) == Attr::MBARRIER_INSTR_OFFSETS &&
               i % 4 == 3) {
      printValue(at, ".short", words[i] & 0xffff, 2, os);
      printBytes(section, at + 2, at + 3, os);
      printBytes(section, at + 3, at + 4, os);
    } else {
      printValue(at, ".word", words[i], 4, os);
    }
  }
  if (words.empty())
    os << label << ":\n";
  printBytes(section, offset + 4 * words.size(), offset + payload.size(), os);
}

void DataText::printAttributes(const Section &section, llvm::raw_ostream &os) {
  llvm::Expected<std::vector<Attribute>> attributes = parseAttributes(section);
  if (!attributes) {
    llvm::consumeError(attributes.takeError());
    return printBytes(section, 0, section.size, os);
  }
  std::string end; // the label behind the last record
  auto printEnd = [&] {
    if (!end.empty())
      os << end << ":\n";
    end.clear();
  };
  uint64_t offset = 0;
  for (const Attribute &attribute : *attributes) {
    // Of what works around errors of hardware there are names for some only.
    std::string name;
    if (Attr(attribute.code) != Attr::SW_WAR)
      name = getElfAttributeName(attribute.code);
    os << "\n\n\t//----- nvinfo : " << (name.empty() ? "EIATTR_UNKNOWN" : name)
       << "\n\t.align\t\t4\n";
    printEnd();
    printAddress(offset, os);
    os << llvm::format("\t.byte\t0x%02x, 0x%02x\n", attribute.format,
                       attribute.code);
    offset += 2;
    switch (AttrFormat(attribute.format)) {
    case AttrFormat::Sized: {
      std::string begin = makeLabel();
      end = makeLabel();
      printAddress(offset, os);
      os << "\t.short\t(" << end << " - " << begin << ")\n";
      printPayload(section, attribute, offset + 2, begin, os);
      offset += llvm::alignTo(attribute.payload.size(), 4);
      break;
    }
    case AttrFormat::Half:
      printValue(offset, ".short", attribute.value, 2, os);
      break;
    case AttrFormat::Byte:
      printBytes(section, offset, offset + 1, os);
      printBytes(section, offset + 1, offset + 2, os);
      break;
    default:
      printBytes(section, offset, offset + 2, os);
      break;
    }
    offset += 2;
  }
  printEnd();
}

void DataText::print(const Section &section, llvm::raw_ostream &os) {
  printSectionHeader(cubin, section, os);
  switch (section.type) {
  case ELF::SHT_NOTE:
    return printNote(section, os);
  case SHT_CUDA_INFO:
    return printAttributes(section, os);
  case SHT_CUDA_CALLGRAPH:
  case SHT_CUDA_PROTOTYPE:
    os << "\t.sectionentsize\t" << section.entrySize << '\n';
    return printPairs(section, os);
  case SHT_CUDA_REL_ACTION:
    os << "\t.sectionentsize\t" << section.entrySize << '\n';
    return printBytes(section, 0, section.size, os);
  default:
    return printData(section, os);
  }
}
