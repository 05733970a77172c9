//===- ElfBuilder.cpp - Sections, symbols and headers of a cubin ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The container: ranks, names, section headers, symbols and relocations in
// ptxas's order. What is in the sections, its users say.
//
//===----------------------------------------------------------------------===//

#include "ElfBuilder.h"
#include "ptx-mlir/Target/ModuleLayout.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

uint32_t ElfBuilder::addName(ByteWriter &table, llvm::StringRef name,
                             llvm::StringRef firstName) {
  uint32_t at = table.size();
  table.string(name);
  table.padTo(at + firstName.size() + 1);
  return at;
}

void ElfBuilder::startTables() {
  sectionNames.u8(0);
  symbolNames.u8(0);
  addSection(R_Null, "", ELF::SHT_NULL, 0, 1);
  sections.back().align = 0;
  addSymbol(innerSymbols, OutSymbol());
}

/// Flags of the notes.
constexpr uint64_t kFlagToolNote = 0x2000000;
constexpr uint64_t kFlagDeviceNote = 0x1000000;

void ElfBuilder::addFixedSections() {
  startTables();

  auto add = [&](Rank rank, const char *name, uint32_t type, uint64_t flags,
                 uint32_t align, uint32_t entrySize = 0) {
    int id = addSection(rank, name, type, flags, align, entrySize);
    sections[id].nameOffset = addName(sectionNames, name);
    return id;
  };
  auto symName = [&](const char *name) { return addName(symbolNames, name); };

  add(R_SectionNames, ".shstrtab", ELF::SHT_STRTAB, 0, 1);
  symName(".shstrtab");
  int strtab = add(R_SymbolNames, ".strtab", ELF::SHT_STRTAB, 0, 1);
  symName(".strtab");
  symtabId = add(R_Symbols, ".symtab", ELF::SHT_SYMTAB, 0, 8, 24);
  sections[symtabId].linkId = strtab;
  symName(".symtab");
  addBothNames(".symtab_shndx");
  toolNoteId =
      add(R_ToolNote, ".note.nv.tkinfo", ELF::SHT_NOTE, kFlagToolNote, 4);
  addSectionSymbol(toolNoteId, symName(".note.nv.tkinfo"), innerSymbols);
  deviceNoteId = add(
      R_DeviceNote, ".note.nv.cuinfo", ELF::SHT_NOTE,
      kFlagDeviceNote | (hasOldLayout ? 0u : unsigned(ELF::SHF_INFO_LINK)), 4);
  addSectionSymbol(deviceNoteId, symName(".note.nv.cuinfo"), innerSymbols);
  moduleInfoId = add(R_ModuleInfo, ".nv.info", SHT_CUDA_INFO, 0, 4);
  sections[moduleInfoId].linkId = symtabId;
  symName(".nv.info");
  sections[deviceNoteId].linkId = toolNoteId;
  if (hasOldLayout)
    return;
  compatId = add(R_Compat, ".nv.compat", SHT_CUDA_COMPAT, 0, 4);
  symName(".nv.compat");
  sections[deviceNoteId].infoId = compatId;
}

void ElfBuilder::fillFixedSections(const Module &module,
                                   const target::TargetInfo &target,
                                   llvm::ArrayRef<const Kernel *> order) {
  sections[toolNoteId].data = makeToolNote(module.tool);
  sections[deviceNoteId].data = makeDeviceNote(module);
  if (compatId >= 0)
    sections[compatId].data = makeCompat(module, target);
  sections[moduleInfoId].data =
      makeModuleInfo(module, target, order, symbolIndices);
}

int ElfBuilder::addSection(Rank rank, const std::string &name, uint32_t type,
                           uint64_t flags, uint32_t align, uint32_t entrySize) {
  OutSection s;
  s.rank = rank;
  s.name = name;
  s.type = type;
  s.flags = flags;
  s.align = std::max(align, 1u);
  s.entrySize = entrySize;
  sections.push_back(std::move(s));
  return sections.size() - 1;
}

int ElfBuilder::addSymbol(std::vector<int> &list, OutSymbol symbol,
                          llvm::StringRef name) {
  symbols.push_back(symbol);
  int id = symbols.size() - 1;
  list.push_back(id);
  if (!name.empty())
    symbolIds[name] = id;
  return id;
}

void ElfBuilder::addSectionSymbol(int sectionId, uint32_t nameOffset,
                                  std::vector<int> &list) {
  OutSymbol s;
  s.nameOffset = nameOffset;
  s.info = ELF::STT_SECTION;
  s.sectionId = sectionId;
  addSymbol(list, s, sections[sectionId].name);
}

std::pair<uint32_t, uint32_t>
ElfBuilder::addBothNames(llvm::StringRef name, llvm::StringRef firstName) {
  uint32_t a = addName(sectionNames, name, firstName);
  return {a, addName(symbolNames, name, firstName)};
}

int ElfBuilder::addNamedSection(Rank rank, const std::string &name,
                                uint32_t type, uint64_t flags, uint32_t align,
                                llvm::StringRef firstName) {
  int id = addSection(rank, name, type, flags, align);
  auto [sec, sym] = addBothNames(name, firstName);
  sections[id].nameOffset = sec;
  addSectionSymbol(id, sym, innerSymbols);
  return id;
}

int ElfBuilder::addRela(const std::string &name, uint32_t nameOffset,
                        int target) {
  int id = addSection(R_Rela, name, ELF::SHT_RELA, ELF::SHF_INFO_LINK, 8, 24);
  sections[id].nameOffset = nameOffset;
  sections[id].linkId = symtabId;
  sections[id].infoId = target;
  return id;
}

void ElfBuilder::addWeakSymbol(llvm::StringRef name, uint8_t type,
                               uint8_t other, int section, uint64_t value,
                               uint64_t size) {
  OutSymbol symbol;
  symbol.nameOffset = addName(symbolNames, name);
  symbol.info = ELF::STB_WEAK << 4 | type;
  symbol.other = other;
  symbol.sectionId = section;
  symbol.value = value;
  symbol.size = size;
  addSymbol(innerSymbols, symbol);
}

int ElfBuilder::addReservedShared(const target::TargetInfo &target,
                                  bool hasTensorAllocations) {
  uint32_t bytes = target.reservedShared;
  uint32_t variable = isExtensible ? 0 : target.reservedSharedVariable;
  uint32_t partition = hasTensorAllocations ? target.reservedSharedTensor : 0;
  addWeakSymbol(".nv.reservedSmem.offset0", ELF::STT_OBJECT, 0, -1, bytes, 4);
  // A linker lays it out: the values of symbols are their alignments.
  uint32_t start = isExtensible ? 1 : bytes;
  int id = addSection(R_NoBits, ".nv.shared.reserved.0", ELF::SHT_NOBITS,
                      ELF::SHF_ALLOC | ELF::SHF_WRITE, variable ? 16 : 1);
  auto [name, symbolName] = addBothNames(".nv.shared.reserved.0");
  sections[id].nameOffset = name;
  sections[id].noBitsSize = (isExtensible ? 0 : bytes) + variable + partition;
  if (variable || partition)
    addSectionSymbol(id, symbolName, innerSymbols);
  addWeakSymbol("__nv_reservedSMEM_offset_0_alias", ELF::STT_NOTYPE,
                kOtherReservedShared, id, start, 0);
  if (variable)
    addWeakSymbol("__nv_reservedSMEM_gb10b_war_var", ELF::STT_OBJECT, 0, id,
                  bytes, variable);
  if (partition)
    addWeakSymbol("__nv_reservedSMEM_tcgen05_partition",
                  isExtensible ? kVariableType : ELF::STT_OBJECT,
                  isExtensible ? kOtherReservedShared : 0, id, start + variable,
                  partition);
  return id;
}

void ElfBuilder::addNamedSymbol(const std::string &name, OutSymbol symbol) {
  bool late = symbol.info >> 4 == ELF::STB_GLOBAL;
  if (!late)
    symbol.nameOffset = addName(symbolNames, name);
  int id = addSymbol(late ? globalSymbols : innerSymbols, symbol, name);
  if (late)
    globalNames.push_back({id, name});
}

static uint8_t getImageSymbolType(VarSpace space) {
  return space == VarSpace::Texture   ? kSymbolTexture
         : space == VarSpace::Sampler ? kSymbolSampler
                                      : kSymbolSurface;
}

void ElfBuilder::addImage(const Variable &v) {
  OutSymbol symbol;
  symbol.info = ELF::STB_GLOBAL << 4 | getImageSymbolType(v.space);
  addNamedSymbol(v.name, symbol);
}

void ElfBuilder::addImageParams(const Kernel &k, int text) {
  for (const Param &param : k.params) {
    if (!isImage(param.space))
      continue;
    OutSymbol symbol;
    symbol.info = getImageSymbolType(getImageSpace(param.space));
    symbol.sectionId = text;
    symbol.nameOffset = addName(symbolNames, param.image);
    addSymbol(innerSymbols, symbol,
              target::getImageParamSymbol(k.name, param.image));
  }
}

void ElfBuilder::addGlobalNames() {
  for (auto &[id, name] : globalNames)
    symbols[id].nameOffset = addName(symbolNames, name);
  globalNames.clear();
}

void ElfBuilder::setSpecialTypes() {
  for (OutSection &section : sections) {
    llvm::StringRef name = section.name;
    unsigned bank;
    if (name == ".nv.shared.reserved.0")
      section.type = SHT_CUDA_SHARED_RESERVED;
    else if (name.starts_with(".nv.shared."))
      section.type = SHT_CUDA_SHARED;
    else if (name == ".nv.global.init")
      section.type = SHT_CUDA_GLOBAL_INIT;
    else if (name == ".nv.global")
      section.type = SHT_CUDA_GLOBAL;
    else if (name.consume_front(".nv.constant") &&
             !name.consumeInteger(10, bank))
      section.type = getConstantType(bank);
  }
}

void ElfBuilder::orderAndNumber() {
  for (unsigned i = 0; i < sections.size(); ++i)
    fileOrder.push_back(i);
  llvm::sort(fileOrder, [&](unsigned a, unsigned b) {
    return std::make_pair(sections[a].rank, a) <
           std::make_pair(sections[b].rank, b);
  });
  for (unsigned i = 0; i < fileOrder.size(); ++i)
    sections[fileOrder[i]].index = i;
  uint32_t index = 0;
  for (auto *list : {&innerSymbols, &globalSymbols, &tailSymbols})
    for (int id : *list)
      symbols[id].index = index++;
  for (auto &entry : symbolIds)
    symbolIndices[entry.getKey()] = symbols[entry.getValue()].index;
}

llvm::Error ElfBuilder::putRela(int id, llvm::ArrayRef<RelaEntry> entries) {
  for (const RelaEntry &r : entries) {
    auto it = symbolIndices.find(r.symbol);
    if (it == symbolIndices.end())
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "cubin writer: " + llvm::Twine(sections[id].name) +
              ": relocation against unknown symbol '" + r.symbol + "'");
    ByteWriter &out = sections[id].data;
    out.u64(r.offset);
    out.u64(uint64_t(it->second) << 32 | r.type);
    if (sections[id].type == ELF::SHT_RELA)
      out.u64(r.addend);
  }
  return llvm::Error::success();
}

void ElfBuilder::addSplitRelocations(const std::string &base, int target,
                                     llvm::ArrayRef<RelaEntry> entries) {
  auto wantsAddend = [](const RelaEntry &entry) {
    return entry.addend != 0 || entry.type == uint32_t(RelocType::FdeRange) ||
           entry.type == uint32_t(RelocType::Abs32);
  };
  for (bool hasAddend : {true, false}) {
    std::vector<RelaEntry> part;
    for (const RelaEntry &entry : entries)
      if (wantsAddend(entry) == hasAddend)
        part.push_back(entry);
    if (part.empty())
      continue;
    std::string name = (hasAddend ? ".rela" : ".rel") + base;
    int id = addRela(name, addBothNames(name).first, target);
    if (!hasAddend) {
      sections[id].type = ELF::SHT_REL;
      sections[id].entrySize = 16;
    }
    splitRelocations.push_back({id, std::move(part)});
  }
}

llvm::Error ElfBuilder::putSplitRelocations() {
  for (auto &[id, entries] : splitRelocations)
    if (llvm::Error error = putRela(id, entries))
      return error;
  return llvm::Error::success();
}

void ElfBuilder::fillSymbolTable() {
  // sh_info is one past the last local symbol.
  ByteWriter &table = sections[symtabId].data;
  for (auto *list : {&innerSymbols, &globalSymbols, &tailSymbols})
    for (int id : *list) {
      const OutSymbol &s = symbols[id];
      if (s.info >> 4 == ELF::STB_LOCAL)
        sections[symtabId].info = s.index + 1;
      table.u32(s.nameOffset);
      table.u8(s.info);
      table.u8(s.other);
      table.u16(s.sectionId < 0 ? s.specialIndex
                                : uint16_t(sections[s.sectionId].index));
      table.u64(s.value);
      table.u64(s.size);
    }
  sections[1].data = sectionNames;
  sections[2].data = symbolNames;
}

/// The lowest byte of e_flags where all code is that of the SM itself.
constexpr unsigned kPlainCodeFlags = 4;

constexpr unsigned kHeader = 64, kSectionHeader = 64, kProgramHeader = 56;

uint64_t ElfBuilder::emitSections(ByteWriter &file, uint64_t namesGap) {
  file.padTo(kHeader);
  for (unsigned id : fileOrder) {
    OutSection &s = sections[id];
    if (s.rank == R_Null)
      continue;
    if (s.rank == R_SymbolNames)
      file.padTo(file.size() + namesGap);
    file.alignTo(s.align);
    s.offset = s.placedAtId < 0 ? file.size() : sections[s.placedAtId].offset;
    if (!s.isNoBits())
      file.raw(s.data.bytes);
  }
  file.alignTo(8);
  return file.size();
}

void ElfBuilder::emitSectionHeaders(ByteWriter &file) const {
  for (unsigned id : fileOrder) {
    const OutSection &s = sections[id];
    uint32_t info = s.info;
    if (s.infoId >= 0)
      info = s.infoIsSymbol ? symbols[s.infoId].index | s.infoHigh << 24
                            : sections[s.infoId].index;
    file.u32(s.nameOffset);
    file.u32(s.type);
    file.u64(s.flags);
    file.u64(0);
    file.u64(s.offset);
    file.u64(s.size());
    file.u32(s.linkId < 0 ? 0 : sections[s.linkId].index);
    file.u32(info);
    file.u64(s.align);
    file.u64(s.entrySize);
  }
}

unsigned ElfBuilder::emitProgramHeaders(ByteWriter &file) const {
  uint64_t phoff = file.size();

  // One segment per run of sections, behind the two for the table itself.
  struct Run {
    uint32_t flags;
    Rank first, last;
  };
  const Run newRuns[] = {{ELF::PF_R, R_Const, R_Const},
                         {ELF::PF_R | ELF::PF_X, R_Text, R_Text},
                         {ELF::PF_R | ELF::PF_W, R_GlobalInit, R_NoBits},
                         {ELF::PF_R, R_Const0, R_Const0}};
  const Run oldRuns[] = {{ELF::PF_R | ELF::PF_X, R_Const, R_Text},
                         {ELF::PF_R | ELF::PF_W, R_GlobalInit, R_NoBits}};
  llvm::ArrayRef<Run> runs = newRuns;
  if (hasOldLayout)
    runs = oldRuns;
  struct Segment {
    uint32_t type, flags;
    uint64_t offset, fileSize, memSize;
  };
  std::vector<Segment> segments(hasOldLayout ? 1 : 2);
  for (const Run &run : runs) {
    Segment segment{ELF::PT_LOAD, run.flags, 0, 0, 0};
    bool any = false;
    uint64_t noBits = 0;
    for (unsigned id : fileOrder) {
      const OutSection &s = sections[id];
      if (s.rank < run.first || s.rank > run.last)
        continue;
      if (!any)
        segment.offset = s.offset;
      any = true;
      segment.fileSize = s.offset + s.fileSize() - segment.offset;
      if (s.isNoBits())
        noBits += s.noBitsSize;
    }
    segment.memSize = segment.fileSize + noBits;
    if (any)
      segments.push_back(segment);
  }
  uint64_t tableSize = kProgramHeader * (segments.size() + hasOldLayout);
  uint32_t flags = hasOldLayout ? ELF::PF_R | ELF::PF_X : ELF::PF_R;
  segments[0] = {ELF::PT_PHDR, flags, phoff, tableSize, tableSize};
  const Segment table = {ELF::PT_LOAD, flags, phoff, tableSize, tableSize};
  if (hasOldLayout)
    segments.push_back(table);
  else
    segments[1] = table;
  for (const Segment &s : segments) {
    file.u32(s.type);
    file.u32(s.flags);
    file.u64(s.offset);
    file.u64(0);
    file.u64(0);
    file.u64(s.fileSize);
    file.u64(s.memSize);
    file.u64(8);
  }
  return segments.size();
}

void ElfBuilder::emit(unsigned sm, uint64_t namesGap,
                      llvm::SmallVectorImpl<char> &out) {
  const target::TargetInfo *target = target::lookupTarget(sm, "");
  assert(target && "of which a layout is known");
  ByteWriter file;
  uint64_t shoff = emitSections(file, namesGap);
  emitSectionHeaders(file);
  bool hasSegments = !isRelocatable && !isExtensible;
  uint64_t phoff = hasSegments ? file.size() : 0;
  unsigned segments = hasSegments ? emitProgramHeaders(file) : 0;
  // nvlink takes a file whose flags are those of an SM with a second
  // description of its code for one that has it. Of objects without it, which
  // have the older flags, it makes programs that have these, too (observed
  // on 13.0.88).
  bool hasSecondCode = llvm::any_of(
      sections, [](const OutSection &s) { return s.rank == R_Merc; });
  unsigned flags = hasSecondCode ? target->elfFlags : kPlainCodeFlags;

  ByteWriter header;
  header.raw({0x7f, 'E', 'L', 'F', ELF::ELFCLASS64, ELF::ELFDATA2LSB,
              ELF::EV_CURRENT, kOSABI, kABIVersion});
  header.padTo(ELF::EI_NIDENT);
  header.u16(isRelocatable  ? unsigned(ELF::ET_REL)
             : isExtensible ? unsigned(kTypeExtensible)
                            : unsigned(ELF::ET_EXEC));
  header.u16(kMachine);
  header.u32(ELF::EV_CURRENT);
  header.u64(0);
  header.u64(phoff);
  header.u64(shoff);
  header.u32(sections[deviceNoteId].index << 24 | sm << 8 | flags);
  header.u16(kHeader);
  header.u16(hasSegments ? kProgramHeader : 0);
  header.u16(segments);
  header.u16(kSectionHeader);
  header.u16(sections.size());
  header.u16(1);
  llvm::copy(header.bytes, file.bytes.begin());
  out.assign(file.bytes.begin(), file.bytes.end());
}
