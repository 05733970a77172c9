//===- Reader.cpp - The ELF side of the cubin reader ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Headers, sections, symbols and relocations. Nothing is trusted: each offset
// is compared with the size of what it points into before use.
//
//===----------------------------------------------------------------------===//

#include "ReaderParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using Bytes = llvm::ArrayRef<uint8_t>;

bool ptxmlir::cubin::isCubin(Bytes bytes) {
  return bytes.size() >= 64 && bytes[0] == 0x7f && bytes[1] == 'E' &&
         bytes[2] == 'L' && bytes[3] == 'F' &&
         bytes[ELF::EI_CLASS] == ELF::ELFCLASS64 &&
         bytes[ELF::EI_DATA] == ELF::ELFDATA2LSB &&
         loadLE<uint16_t>(bytes, 18) == kMachine;
}

/// True if [offset, offset + size) lies within `total` bytes.
static bool inside(uint64_t offset, uint64_t size, uint64_t total) {
  return offset <= total && size <= total - offset;
}

/// The NUL-terminated string at `offset` of a string table.
static llvm::Expected<llvm::StringRef>
getString(const Section &table, uint64_t offset, const llvm::Twine &what) {
  if (offset >= table.data.size()) {
    if (offset == 0)
      return llvm::StringRef();
    return readError(what + ": name offset " + llvm::Twine(offset) +
                     " is outside the string table");
  }
  llvm::StringRef rest(reinterpret_cast<const char *>(table.data.data()) +
                           offset,
                       table.data.size() - offset);
  size_t end = rest.find('\0');
  if (end == llvm::StringRef::npos)
    return readError(what + ": name is not terminated");
  return rest.take_front(end);
}

/// Sections that have a size in memory but no bytes in the file. The CUDA types
/// do so in relocatable output.
static bool hasNoBytes(uint32_t type) {
  return type == ELF::SHT_NOBITS || type == SHT_CUDA_GLOBAL ||
         type == SHT_CUDA_SHARED || type == ELF::SHT_NULL;
}

static llvm::Error readHeader(Bytes image, FileHeader &h) {
  if (image.size() < 64)
    return readError("file of " + llvm::Twine(image.size()) +
                     " bytes is too short for an ELF header");
  if (!isCubin(image))
    return readError("not an ELF64 little-endian file for CUDA (machine 190)");
  h.osabi = image[ELF::EI_OSABI];
  h.abiVersion = image[ELF::EI_ABIVERSION];
  h.type = loadLE<uint16_t>(image, 16);
  h.machine = loadLE<uint16_t>(image, 18);
  h.version = loadLE<uint32_t>(image, 20);
  h.entry = loadLE<uint64_t>(image, 24);
  h.phoff = loadLE<uint64_t>(image, 32);
  h.shoff = loadLE<uint64_t>(image, 40);
  h.flags = loadLE<uint32_t>(image, 48);
  h.phnum = loadLE<uint16_t>(image, 56);
  h.shnum = loadLE<uint16_t>(image, 60);
  h.shstrndx = loadLE<uint16_t>(image, 62);
  if (h.shnum && loadLE<uint16_t>(image, 58) != 64)
    return readError("section header entries are not 64 bytes");
  if (h.phnum && loadLE<uint16_t>(image, 54) != 56)
    return readError("program header entries are not 56 bytes");
  if (!inside(h.shoff, uint64_t(h.shnum) * 64, image.size()))
    return readError("section headers lie outside the file");
  if (!inside(h.phoff, uint64_t(h.phnum) * 56, image.size()))
    return readError("program headers lie outside the file");
  return llvm::Error::success();
}

static llvm::Error readSections(Bytes image, LoadedCubin &cubin) {
  const FileHeader &h = cubin.header;
  cubin.sections.resize(h.shnum);
  for (unsigned i = 0; i < h.shnum; ++i) {
    Bytes raw = image.slice(h.shoff + 64 * uint64_t(i), 64);
    Section &s = cubin.sections[i];
    s.index = i;
    s.type = loadLE<uint32_t>(raw, 4);
    s.flags = loadLE<uint64_t>(raw, 8);
    s.addr = loadLE<uint64_t>(raw, 16);
    s.offset = loadLE<uint64_t>(raw, 24);
    s.size = loadLE<uint64_t>(raw, 32);
    s.link = loadLE<uint32_t>(raw, 40);
    s.info = loadLE<uint32_t>(raw, 44);
    s.align = loadLE<uint64_t>(raw, 48);
    s.entrySize = loadLE<uint64_t>(raw, 56);
    if (hasNoBytes(s.type))
      continue;
    if (!inside(s.offset, s.size, image.size()))
      return readError("section " + llvm::Twine(i) + " lies outside the file");
    s.data = image.slice(s.offset, s.size);
  }
  if (!h.shnum)
    return llvm::Error::success();
  if (h.shstrndx >= h.shnum)
    return readError("e_shstrndx " + llvm::Twine(h.shstrndx) +
                     " names no section");
  const Section &names = cubin.sections[h.shstrndx];
  for (Section &s : cubin.sections) {
    uint32_t at = loadLE<uint32_t>(image, h.shoff + 64 * uint64_t(s.index));
    auto name = getString(names, at, "section " + llvm::Twine(s.index));
    if (!name)
      return name.takeError();
    s.name = *name;
  }
  return llvm::Error::success();
}

static void readSegments(Bytes image, LoadedCubin &cubin) {
  for (unsigned i = 0; i < cubin.header.phnum; ++i) {
    Bytes raw = image.slice(cubin.header.phoff + 56 * uint64_t(i), 56);
    Segment s;
    s.type = loadLE<uint32_t>(raw, 0);
    s.flags = loadLE<uint32_t>(raw, 4);
    s.offset = loadLE<uint64_t>(raw, 8);
    s.vaddr = loadLE<uint64_t>(raw, 16);
    s.paddr = loadLE<uint64_t>(raw, 24);
    s.fileSize = loadLE<uint64_t>(raw, 32);
    s.memSize = loadLE<uint64_t>(raw, 40);
    s.align = loadLE<uint64_t>(raw, 48);
    cubin.segments.push_back(s);
  }
}

static llvm::Error readSymbols(LoadedCubin &cubin) {
  const Section *table = cubin.findSection(".symtab");
  if (!table)
    return llvm::Error::success();
  if (table->link >= cubin.sections.size())
    return readError(".symtab: link names no section");
  const Section &names = cubin.sections[table->link];
  if (table->data.size() % 24)
    return readError(".symtab: size is not a multiple of 24");
  for (size_t i = 0; i < table->data.size() / 24; ++i) {
    Bytes raw = table->data.slice(24 * i, 24);
    Symbol s;
    auto name =
        getString(names, loadLE<uint32_t>(raw), "symbol " + llvm::Twine(i));
    if (!name)
      return name.takeError();
    s.name = *name;
    s.type = raw[4] & 0xf;
    s.bind = raw[4] >> 4;
    s.other = raw[5];
    s.section = loadLE<uint16_t>(raw, 6);
    s.value = loadLE<uint64_t>(raw, 8);
    s.size = loadLE<uint64_t>(raw, 16);
    if (s.section >= cubin.sections.size() && s.section < ELF::SHN_LORESERVE)
      return readError("symbol '" + s.name + "' is in section " +
                       llvm::Twine(s.section) + ", which does not exist");
    if (s.type == ELF::STT_SECTION && s.name.empty() &&
        s.section < cubin.sections.size())
      s.name = cubin.sections[s.section].name;
    cubin.symbols.push_back(s);
  }
  return llvm::Error::success();
}

static llvm::Error readRelocations(LoadedCubin &cubin) {
  const Section *symtab = cubin.findSection(".symtab");
  for (const Section &s : cubin.sections) {
    bool rela = s.type == ELF::SHT_RELA;
    // Debug line tables and the capsule's own relocations use other symbol
    // tables; only those against .symtab are listed.
    if ((!rela && s.type != ELF::SHT_REL) || !symtab || s.link != symtab->index)
      continue;
    unsigned entry = rela ? 24 : 16;
    if (s.data.size() % entry)
      return readError(s.name + ": size is not a multiple of " +
                       llvm::Twine(entry));
    if (s.info >= cubin.sections.size())
      return readError(s.name + ": info names no section");
    for (size_t i = 0; i < s.data.size() / entry; ++i) {
      Bytes raw = s.data.slice(i * entry, entry);
      LoadedReloc r;
      r.offset = loadLE<uint64_t>(raw, 0);
      r.type = loadLE<uint32_t>(raw, 8);
      r.symbolIndex = loadLE<uint32_t>(raw, 12);
      r.addend = rela ? loadLE<int64_t>(raw, 16) : 0;
      r.section = s.info;
      if (r.symbolIndex >= cubin.symbols.size())
        return readError(s.name + ": entry " + llvm::Twine(i) +
                         " refers to a symbol that does not exist");
      if (r.offset >= cubin.sections[s.info].size)
        return readError(s.name + ": entry " + llvm::Twine(i) +
                         " lies outside '" + cubin.sections[s.info].name + "'");
      r.symbol = cubin.symbols[r.symbolIndex].name;
      cubin.relocations.push_back(r);
    }
  }
  return llvm::Error::success();
}

std::vector<uint32_t> Attribute::words() const {
  std::vector<uint32_t> result;
  for (size_t i = 0; i + 4 <= payload.size(); i += 4)
    result.push_back(loadLE<uint32_t>(payload, i));
  return result;
}

llvm::Expected<std::vector<Attribute>>
ptxmlir::cubin::parseAttributes(const Section &section) {
  std::vector<Attribute> result;
  Bytes data = section.data;
  size_t at = 0;
  while (at < data.size()) {
    if (data.size() - at < 4)
      return readError(section.name + ": truncated record at offset " +
                       llvm::Twine(at));
    Attribute a;
    a.format = data[at];
    a.code = data[at + 1];
    a.value = loadLE<uint16_t>(data, at + 2);
    if (a.format < 1 || a.format > 4)
      return readError(section.name + ": unknown record format " +
                       llvm::Twine(unsigned(a.format)) + " at offset " +
                       llvm::Twine(at));
    at += 4;
    if (a.format == static_cast<uint8_t>(AttrFormat::Sized)) {
      if (data.size() - at < a.value)
        return readError(section.name + ": record 0x" +
                         llvm::utohexstr(a.code) + " exceeds the section");
      a.payload = data.slice(at, a.value);
      at = std::min<size_t>(data.size(), at + (size_t(a.value) + 3) / 4 * 4);
    }
    result.push_back(a);
  }
  return result;
}

/// Observed on ptxas 12.9 and 13: SM, bit of an `a` target, and, in the old
/// layout, SM of the PTX. 13 has no bit for `a`, but a record in `.nv.compat`.
static llvm::Error readFlags(LoadedCubin &cubin) {
  const FileHeader &h = cubin.header;
  if (h.osabi == kOldOSABI && h.abiVersion == kOldABIVersion) {
    cubin.sm = h.flags & 0xff;
    cubin.suffix = h.flags >> 11 & 1 ? 'a' : 0;
    cubin.ptxTarget = h.flags >> 16 & 0xff;
  } else if (h.osabi == kOSABI && h.abiVersion == kABIVersion) {
    cubin.sm = h.flags >> 8 & 0xff;
    cubin.suffix = h.flags >> 3 & 1 ? 'a' : 0;
  } else {
    return readError("unknown ABI: ELF OS ABI 0x" +
                     llvm::utohexstr(h.osabi, /*LowerCase=*/true) +
                     ", version " + llvm::Twine(unsigned(h.abiVersion)));
  }
  return llvm::Error::success();
}

static void readTarget(LoadedCubin &cubin) {
  cubin.relocatable = cubin.header.type != ELF::ET_EXEC;
  if (const Section *compat = cubin.findSection(".nv.compat")) {
    Bytes d = compat->data;
    for (size_t at = 0; d.size() - at >= 4;) {
      if (d[at] == 2 && d[at + 1] == 9 && d[at + 2] == 1)
        cubin.suffix = 'a';
      size_t size = d[at] == 4 ? (loadLE<uint16_t>(d, at + 2) + 3u) / 4 * 4 : 0;
      at += 4;
      if (d.size() - at < size)
        break;
      at += size;
    }
  }
  if (const Section *note = cubin.findSection(".note.nv.cuinfo")) {
    Bytes d = note->data;
    // namesz, descsz, type, name padded to 4, desc = four halves.
    if (d.size() < 12)
      return;
    uint64_t desc = 12 + (uint64_t(loadLE<uint32_t>(d)) + 3) / 4 * 4;
    if (inside(desc, 4, d.size()))
      cubin.ptxTarget = loadLE<uint16_t>(d, desc + 2);
  }
}

llvm::Expected<LoadedCubin> ptxmlir::cubin::read(Bytes bytes) {
  LoadedCubin cubin;
  cubin.image =
      std::make_unique<std::vector<uint8_t>>(bytes.begin(), bytes.end());
  Bytes image(*cubin.image);
  if (llvm::Error e = readHeader(image, cubin.header))
    return std::move(e);
  if (llvm::Error e = readSections(image, cubin))
    return std::move(e);
  readSegments(image, cubin);
  if (llvm::Error e = readSymbols(cubin))
    return std::move(e);
  if (llvm::Error e = readRelocations(cubin))
    return std::move(e);
  if (llvm::Error e = readFlags(cubin))
    return std::move(e);
  readTarget(cubin);
  if (llvm::Error e = readKernels(cubin))
    return std::move(e);
  return std::move(cubin);
}

const Section *LoadedCubin::findSection(llvm::StringRef name) const {
  for (const Section &s : sections)
    if (s.name == name)
      return &s;
  return nullptr;
}

const LoadedKernel *LoadedCubin::findKernel(llvm::StringRef name) const {
  for (const LoadedKernel &k : kernels)
    if (k.name == name)
      return &k;
  return nullptr;
}

const LoadedVariable *LoadedCubin::findVariable(llvm::StringRef name) const {
  for (const LoadedVariable &v : variables)
    if (v.name == name)
      return &v;
  return nullptr;
}

std::vector<LoadedReloc> LoadedCubin::relocationsOf(unsigned section) const {
  std::vector<LoadedReloc> result;
  for (const LoadedReloc &r : relocations)
    if (r.section == section)
      result.push_back(r);
  return result;
}
