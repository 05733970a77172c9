//===- LoadCubin.cpp - Loads a cubin as a CUDA driver would ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant banks, global variables and relocations, as the CUDA driver would
// place them; addresses are the same in every run.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Descriptors.h"
#include "ptx-mlir/Execution/Program.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/Format/Cubin/LineTable.h"
#include "ptx-mlir/Format/Cubin/Reader.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"
#include <cstring>
#include <map>
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using cubin::LoadedCubin;
using cubin::LoadedReloc;
using cubin::RelocType;
using llvm::Twine;

namespace {
/// The state of one load: where each section lies, and its patched bytes.
class Loader {
public:
  Loader(const LoadedCubin &cubin, GlobalMemory &memory)
      : cubin(cubin), memory(memory) {}

  llvm::Expected<Program> load();

private:
  static llvm::Error error(const Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  }
  llvm::Error placeGlobals();
  void placeCode();
  void placeLines(llvm::StringRef section,
                  std::vector<std::pair<uint64_t, std::string>> &lines);
  llvm::Error relocate();
  llvm::Error apply(const LoadedReloc &r);
  /// The address of a symbol in the program's address spaces.
  llvm::Expected<uint64_t> addressOf(const LoadedReloc &r);
  std::vector<uint8_t> bytesOf(unsigned section) {
    auto it = patched.find(section);
    return it == patched.end() ? std::vector<uint8_t>() : it->second;
  }

  const LoadedCubin &cubin;
  GlobalMemory &memory;
  Program program;
  /// Section index to the address of its first byte: global memory, code
  /// offset, shared or constant offset.
  llvm::DenseMap<unsigned, uint64_t> base;
  /// Code and constants, by section, while relocations are applied.
  llvm::DenseMap<unsigned, std::vector<uint8_t>> patched;
  std::vector<unsigned> codeSections;
  /// Functions that are not in the cubin, by symbol: where calls of them
  /// arrive, behind all code. Reaching one is an error, having one is not.
  llvm::MapVector<unsigned, uint64_t> missing;
  /// Handles in constant banks, by section: the launch has them.
  llvm::DenseMap<unsigned, std::vector<TextureSlot>> textureSlots;
  uint64_t codeEnd = 0;
};
} // namespace

llvm::Error Loader::placeGlobals() {
  for (const cubin::Section &s : cubin.sections) {
    bool init = s.name == ".nv.global.init";
    if (!init && s.name != ".nv.global")
      continue;
    // Relocations of code reach no further.
    if (s.size > uint64_t(4) << 30)
      return error("section '" + s.name + "' has " + Twine(s.size) + " bytes");
    uint64_t at = memory.allocate(s.size, s.name, s.align);
    base[s.index] = at;
    if (uint8_t *p = s.data.empty() ? nullptr : memory.access(at, s.size))
      memcpy(p, s.data.data(), std::min<size_t>(s.size, s.data.size()));
  }
  // Its addresses in code and in bank 3 count from 0, generic ones from here.
  if (!cubin.constant3.empty())
    program.constantWindow =
        memory.allocate(cubin.constant3.size(), ".nv.constant3", 256);
  return llvm::Error::success();
}

void Loader::placeCode() {
  uint64_t offset = 0;
  for (const cubin::Section &s : cubin.sections) {
    if (s.name.starts_with(".text.")) {
      base[s.index] = offset;
      // Code addresses count from 0; instructions are 16 bytes.
      offset += s.size & ~uint64_t(15);
      codeSections.push_back(s.index);
    } else if (!s.name.starts_with(".nv.constant")) {
      continue;
    }
    patched[s.index].assign(s.data.begin(), s.data.end());
  }
  codeEnd = offset;
}

void Loader::placeLines(llvm::StringRef section,
                        std::vector<std::pair<uint64_t, std::string>> &lines) {
  std::map<uint64_t, std::string> sorted;
  for (const cubin::LineRow &row : cubin::readLineTable(cubin, section)) {
    auto it = base.find(row.section);
    if (it == base.end())
      continue;
    // The last row of an address counts; the end of one function may be the
    // beginning of another.
    std::string &text = sorted[it->second + row.offset];
    std::string number = std::to_string(row.line);
    if (row.line)
      text = row.file.empty() ? "line " + number + " of the PTX"
                              : row.file.str() + ":" + number;
  }
  lines.assign(sorted.begin(), sorted.end());
}

/// Whether a relocation is for a generic address or a byte of one.
static bool isGeneric(uint32_t type) {
  return RelocType(type) == RelocType::Generic64 ||
         (type >= uint32_t(RelocType::GenericByte0) &&
          type <= uint32_t(RelocType::GenericByte7));
}

llvm::Expected<uint64_t> Loader::addressOf(const LoadedReloc &r) {
  if (r.symbolIndex >= cubin.symbols.size())
    return error("relocation against symbol " + Twine(r.symbolIndex) +
                 ", which does not exist");
  const cubin::Symbol &s = cubin.symbols[r.symbolIndex];
  if (s.section == 0 && s.type == llvm::ELF::STT_FUNC) {
    auto [it, added] =
        missing.try_emplace(r.symbolIndex, codeEnd + 16 * missing.size());
    return it->second;
  }
  if (s.section == 0)
    if (auto table = findDescriptorTable(s.name)) {
      program.descriptorTables |= 1u << unsigned(*table);
      return entryBytes(*table);
    }
  if (s.section == 0)
    return error("undefined symbol '" + r.symbol + "'");
  auto it = base.find(s.section);
  uint64_t start = it == base.end() ? 0 : it->second;
  if (s.section == cubin.constant3Section && isGeneric(r.type))
    start = program.constantWindow;
  return start + s.value + uint64_t(r.addend);
}

/// Which bits of its word a relocation gives the handle of a texture, sampler
/// or surface: from where on. Up to sm_89 a word may name both of a fetch.
static std::optional<unsigned> handleShift(uint32_t type) {
  switch (RelocType(type)) {
  case RelocType::TextureIndex:
  case RelocType::SurfaceIndex:
  case RelocType::SamplerIndexNew:
    return 0;
  case RelocType::SamplerIndex:
    return kTextureIndexBits;
  default:
    return std::nullopt;
  }
}

llvm::Error Loader::apply(const LoadedReloc &r) {
  if (auto shift = handleShift(r.type)) {
    // The symbols of parameters are local ones.
    bool isParam = r.symbolIndex < cubin.symbols.size() &&
                   cubin.symbols[r.symbolIndex].bind == llvm::ELF::STB_LOCAL;
    textureSlots[r.section].push_back(
        {r.offset, *shift,
         isParam ? getParamImageName(r.symbol) : r.symbol.str()});
    return llvm::Error::success();
  }
  llvm::Expected<uint64_t> value = addressOf(r);
  if (!value)
    return value.takeError();
  const cubin::Section &target = cubin.sections[r.section];
  uint8_t *bytes = nullptr;
  size_t size = 0;
  auto it = patched.find(r.section);
  if (it != patched.end()) {
    bytes = it->second.data();
    size = it->second.size();
  } else if (auto at = base.find(r.section); at != base.end()) {
    bytes = memory.access(at->second, target.size);
    size = target.size;
  } else {
    return llvm::Error::success(); // debug information and the like
  }
  auto put = [&](uint64_t offset, uint64_t v, unsigned n) -> llvm::Error {
    if (!bytes || offset > size || size - offset < n)
      return error("a relocation of section '" + target.name +
                   "' lies outside it");
    memcpy(bytes + offset, &v, n);
    return llvm::Error::success();
  };
  switch (RelocType(r.type)) {
  case RelocType::Abs64:
  case RelocType::Generic64:
  case RelocType::FuncPtr64:
    return put(r.offset, *value, 8);
  // A field of an instruction starts at bit 32 of its word.
  case RelocType::AddrLo32:
  case RelocType::FuncLo32:
  case RelocType::Shared32:
    return put(r.offset + 4, *value, 4);
  case RelocType::AddrHi32:
  case RelocType::FuncHi32:
    return put(r.offset + 4, *value >> 32, 4);
  case RelocType::CallOld: {
    // The absolute target in units of 4 bytes: bits 80:34.
    uint64_t words[2];
    if (!bytes || r.offset > size || size - r.offset < 16)
      return put(r.offset, 0, 16);
    memcpy(words, bytes + r.offset, 16);
    uint64_t t = *value >> 2;
    words[0] = (words[0] & ((uint64_t(1) << 34) - 1)) | t << 34;
    words[1] = (words[1] & ~uint64_t(0x1ffff)) | ((t >> 30) & 0x1ffff);
    memcpy(bytes + r.offset, words, 16);
    return llvm::Error::success();
  }
  case RelocType::Call: {
    // The absolute target in units of 4 bytes: bits 23:16, then 81:34.
    uint64_t words[2];
    if (!bytes || r.offset > size || size - r.offset < 16)
      return put(r.offset, 0, 16);
    memcpy(words, bytes + r.offset, 16);
    uint64_t t = *value >> 2;
    words[0] &= ~(uint64_t(0xff) << 16) & ((uint64_t(1) << 34) - 1);
    words[0] |= (t & 0xff) << 16 | (t >> 8) << 34;
    words[1] = (words[1] & ~uint64_t(0x3ffff)) | ((t >> 38) & 0x3ffff);
    memcpy(bytes + r.offset, words, 16);
    return llvm::Error::success();
  }
  default:
    if (r.type >= uint32_t(RelocType::GenericByte0) &&
        r.type <= uint32_t(RelocType::GenericByte7))
      return put(r.offset,
                 *value >> 8 * (r.type - uint32_t(RelocType::GenericByte0)), 1);
    return error("relocation type " + Twine(cubin::getRelocTypeName(r.type)) +
                 " of section '" + target.name + "' is not supported");
  }
}

llvm::Error Loader::relocate() {
  for (const LoadedReloc &r : cubin.relocations)
    if (r.section < cubin.sections.size())
      if (llvm::Error e = apply(r))
        return e;
  return llvm::Error::success();
}

llvm::Expected<Program> Loader::load() {
  if (!target::lookupTarget(cubin.sm, ""))
    return error("sm_" + Twine(cubin.sm) + " is not supported");
  program.sm = cubin.sm;
  if (llvm::Error e = placeGlobals())
    return std::move(e);
  placeCode();
  if (llvm::Error e = relocate())
    return std::move(e);
  for (const cubin::Symbol &s : cubin.symbols)
    if ((s.type == llvm::ELF::STT_OBJECT || s.type == cubin::kVariableType) &&
        s.section < cubin.sections.size() &&
        cubin.sections[s.section].name.starts_with(".nv.global"))
      program.variables.push_back(
          {std::string(s.name), base.lookup(s.section) + s.value, s.size});
  for (unsigned section : codeSections) {
    const std::vector<uint8_t> &bytes = patched[section];
    std::vector<isa::Word> words(bytes.size() / 16);
    for (size_t i = 0; i < words.size(); ++i) {
      memcpy(&words[i].lo, bytes.data() + 16 * i, 8);
      memcpy(&words[i].hi, bytes.data() + 16 * i + 8, 8);
    }
    program.appendWords(words);
  }
  for (const auto &entry : missing)
    program.appendMissing(cubin.symbols[entry.first].name);
  placeLines(".debug_line", program.sourceLines);
  placeLines(".nv_debug_line_sass", program.ptxLines);
  program.constant3 = bytesOf(cubin.constant3Section);
  if (uint8_t *window =
          program.constant3.empty()
              ? nullptr
              : memory.access(program.constantWindow, program.constant3.size()))
    memcpy(window, program.constant3.data(), program.constant3.size());
  program.constant4 = bytesOf(cubin.constant4Section);
  for (const cubin::LoadedKernel &k : cubin.kernels) {
    Kernel out;
    out.name = k.name.str();
    out.entry = base.lookup(k.textSection);
    out.codeBytes = k.text.size();
    out.paramBase = k.paramBase ? k.paramBase : cubin::getParamBase(cubin.sm);
    out.paramBytes = k.paramBytes;
    for (const cubin::Param &p : k.params)
      if (cubin::isImage(p.space))
        out.params.push_back({0, 0, getParamImageName(p.image)});
      else
        out.params.push_back({unsigned(p.offset), unsigned(p.size)});
    auto constants = [&](const Twine &name) {
      const cubin::Section *s = cubin.findSection(name.str());
      if (!s)
        return std::vector<uint8_t>();
      llvm::append_range(out.textureSlots, textureSlots.lookup(s->index));
      return bytesOf(s->index);
    };
    out.constant0 = constants(".nv.constant0." + k.name);
    out.constant2 = constants(".nv.constant2." + k.name);
    out.sharedBytes = k.sharedSectionBytes;
    out.sharedBase = k.sharedBase;
    out.registers = k.registers;
    if (k.ctaPerCluster)
      out.cluster.assign(k.ctaPerCluster->begin(), k.ctaPerCluster->end());
    out.stackBytes = k.frameBytes;
    // What nvlink writes of recursion and of unknown callees.
    constexpr unsigned kUnknownStack = ~0u;
    if (k.minStackBytes != kUnknownStack)
      out.stackBytes = std::max(out.stackBytes, k.minStackBytes);
    program.kernels.push_back(std::move(out));
  }
  return std::move(program);
}

llvm::Expected<Program> exec::loadCubin(const LoadedCubin &cubin,
                                        GlobalMemory &memory) {
  return Loader(cubin, memory).load();
}
