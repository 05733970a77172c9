//===- DebugWriter.cpp - Line tables and debugging data -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files the contents that LineWriter.cpp and RegisterMapWriter.cpp make, and
// the DWARF of the PTX, as sections with their relocations.
//
//===----------------------------------------------------------------------===//

#include "DebugWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CRC.h"

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

static constexpr const char *kTextName = ".nv_debug_ptx_txt";

void DebugWriter::addSection(const std::string &name, ByteWriter data,
                             std::vector<RelaEntry> relas, bool isSplit) {
  auto [nameOffset, symbolOffset] = elf.addBothNames(name);
  int id = elf.addSection(R_DebugLines, name, ELF::SHT_PROGBITS, 0, 1);
  elf.sections[id].nameOffset = nameOffset;
  elf.sections[id].data = std::move(data);
  elf.addSectionSymbol(id, symbolOffset, elf.innerSymbols);
  if (relas.empty())
    return;
  if (isSplit) {
    elf.addSplitRelocations(name, id, relas);
    return;
  }
  std::string relaName = ".rela" + name;
  int rela = elf.addRela(relaName, elf.addBothNames(relaName).first, id);
  relocations.push_back({rela, std::move(relas)});
}

void DebugWriter::create() {
  if (!module.lineInfo || order.empty())
    return;
  const LineInfo &info = *module.lineInfo;
  bool hasOwnStrings = !info.strings.empty() && !module.debugInfo;
  auto add = [&](llvm::StringRef name, ByteWriter data,
                 std::vector<RelaEntry> relas) {
    addSection(name.str(), std::move(data), std::move(relas), elf.hasOldLayout);
  };
  if (hasSourceLines(module)) {
    std::vector<RelaEntry> relas;
    ByteWriter lines = makeSourceLines(order, info, elf.isRelocatable, relas);
    add(".debug_line", std::move(lines), std::move(relas));
  }
  if (hasOwnStrings) {
    ByteWriter strings;
    strings.raw(info.strings);
    add(".debug_str", std::move(strings), {});
  }
  // The linker keeps the texts of several objects apart, each under a name of
  // its own, by which the lines refer to it; so do several inputs.
  bool areNamed = elf.isRelocatable || info.ptxTexts.size() > 1;
  std::vector<ByteWriter> texts;
  std::vector<std::string> names;
  for (const std::string &ptx : info.ptxTexts) {
    ByteWriter &text = texts.emplace_back(makePtxText(ptx));
    if (areNamed)
      names.push_back(std::string(kTextName) + "." +
                      std::to_string(llvm::crc32(text.bytes)));
  }
  std::vector<RelaEntry> relas;
  ByteWriter lines = makePtxLines(order, names, relas);
  add(".nv_debug_line_sass", std::move(lines), std::move(relas));
  for (size_t i = 0; i != texts.size(); ++i)
    if (!areNamed ||
        !llvm::is_contained(llvm::ArrayRef(names).take_front(i), names[i]))
      add(areNamed ? names[i] : kTextName, std::move(texts[i]), {});
  if (module.debugInfo)
    createDwarf();
}

void DebugWriter::createDwarf() {
  auto add = [&](const DebugSection &section) {
    ByteWriter data;
    data.raw(section.bytes);
    bool inPlace = elf.hasOldLayout && section.name != ".debug_info";
    std::vector<RelaEntry> relas;
    for (const Relocation &r : llvm::reverse(section.relocations))
      relas.push_back({r.offset, static_cast<uint32_t>(r.type), r.symbol,
                       inPlace && r.type == RelocType::Abs64 ? 0 : r.addend});
    addSection(section.name, std::move(data), std::move(relas), inPlace);
  };
  auto [registers, types] = makeRegisterMaps(order);
  addSection(".nv_debug_info_reg_sass", std::move(registers), {}, false);
  addSection(".nv_debug_info_reg_type", std::move(types), {}, false);
  auto isFirst = [](const DebugSection &section) {
    return section.name == ".debug_abbrev";
  };
  for (bool first : {true, false})
    for (const DebugSection &section : module.debugInfo->sections)
      if (isFirst(section) == first)
        add(section);
}

llvm::Error DebugWriter::fill() {
  for (auto &[id, relas] : relocations)
    if (llvm::Error e = elf.putRela(id, relas))
      return e;
  return llvm::Error::success();
}
