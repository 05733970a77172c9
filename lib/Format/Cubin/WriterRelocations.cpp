//===- WriterRelocations.cpp - Relocations and tables of a whole program --===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sections of relocations have an order and leave traces in the tables of names
// that follow from how ptxas files them; line tables and debugging data bring
// relocations of their own.
//
//===----------------------------------------------------------------------===//

#include "CubinWriter.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using ptxmlir::target::Feature;

std::vector<RelaEntry> CubinWriter::getRelas(const Kernel &k) {
  std::vector<RelaEntry> relas;
  for (const Relocation &r : k.relocations)
    relas.push_back(
        {r.offset, static_cast<uint32_t>(r.type), r.symbol, r.addend});
  return relas;
}

void CubinWriter::createLineTables() {
  if (!module.lineInfo || order.empty())
    return;
  auto add = [&](llvm::StringRef name, ByteWriter data,
                 std::vector<RelaEntry> relas) {
    addDebugSection(name.str(), std::move(data), std::move(relas),
                    hasOldLayout);
  };
  std::vector<RelaEntry> relas;
  ByteWriter lines = makeSourceLines(order, *module.lineInfo, relas);
  bool hasSource = !relas.empty();
  if (hasSource)
    add(".debug_line", std::move(lines), std::move(relas));
  if (!module.lineInfo->strings.empty() && !module.debugInfo) {
    ByteWriter strings;
    strings.raw(module.lineInfo->strings);
    add(".debug_str", std::move(strings), {});
  }
  relas.clear();
  lines = makePtxLines(order, relas);
  add(".nv_debug_line_sass", std::move(lines), std::move(relas));
  add(".nv_debug_ptx_txt", makePtxText(module.lineInfo->ptxText), {});
  if (module.debugInfo)
    createDebugSections();
}

void CubinWriter::addDebugSection(const std::string &name, ByteWriter data,
                                  std::vector<RelaEntry> relas, bool isSplit) {
  auto [nameOffset, symbolOffset] = addBothNames(name);
  int id = addSection(R_DebugLines, name, ELF::SHT_PROGBITS, 0, 1);
  sections[id].nameOffset = nameOffset;
  sections[id].data = std::move(data);
  addSectionSymbol(id, symbolOffset, innerSymbols);
  if (relas.empty())
    return;
  if (isSplit) {
    addSplitRelocations(name, id, relas);
    return;
  }
  std::string relaName = ".rela" + name;
  int rela = addRela(relaName, addBothNames(relaName).first, id);
  lineRelas.push_back({rela, std::move(relas)});
}

void CubinWriter::createDebugSections() {
  auto add = [&](const DebugSection &section) {
    ByteWriter data;
    data.raw(section.bytes);
    bool inPlace = hasOldLayout && section.name != ".debug_info";
    std::vector<RelaEntry> relas;
    for (const Relocation &r : llvm::reverse(section.relocations))
      relas.push_back({r.offset, static_cast<uint32_t>(r.type), r.symbol,
                       inPlace ? 0 : r.addend});
    addDebugSection(section.name, std::move(data), std::move(relas), inPlace);
  };
  auto [registers, types] = makeRegisterMaps(order);
  addDebugSection(".nv_debug_info_reg_sass", std::move(registers), {}, false);
  addDebugSection(".nv_debug_info_reg_type", std::move(types), {}, false);
  auto isFirst = [](const DebugSection &section) {
    return section.name == ".debug_abbrev";
  };
  for (bool first : {true, false})
    for (const DebugSection &section : module.debugInfo->sections)
      if (isFirst(section) == first)
        add(section);
}

void CubinWriter::createConstant0(KernelParts &p, Rank rank,
                                  std::vector<int> &list) {
  std::string name = ".nv.constant0." + p.kernel->name;
  p.constant0 = addSection(rank, name, ELF::SHT_PROGBITS,
                           ELF::SHF_ALLOC | kFlagInfoLink, 4);
  auto [sec, sym] = addBothNames(name);
  sections[p.constant0].nameOffset = sec;
  sections[p.constant0].infoId = p.text;
  uint64_t end = getParamBase(module.sm) + p.kernel->paramBytes;
  if (!p.kernel->imageSlots.empty())
    end = getFirstSlot(*p.kernel) + 4 * p.kernel->imageSlots.size();
  sections[p.constant0].data.padTo(end);
  addSectionSymbol(p.constant0, sym, list);
  std::vector<RelaEntry> relas = getImageRelas(*p.kernel);
  if (relas.empty())
    return;
  if (hasOldLayout)
    return addSplitRelocations(name, p.constant0, relas);
  addBothNames(".rel" + name);
  p.constant0Rela =
      addRela(".rela" + name, addBothNames(".rela" + name).first, p.constant0);
  sections[p.constant0Rela].rank = R_RelaConst0;
}

uint64_t CubinWriter::getFirstSlot(const Kernel &k) const {
  return llvm::alignTo(getParamBase(module.sm) + k.paramBytes, 4);
}

std::vector<RelaEntry> CubinWriter::getImageRelas(const Kernel &k) const {
  std::vector<RelaEntry> relas;
  RelocType sampler =
      hasOldLayout ? RelocType::SamplerIndex : RelocType::SamplerIndexNew;
  auto add = [&](uint64_t offset, RelocType type, const std::string &name) {
    relas.push_back({offset, static_cast<uint32_t>(type), name, 0});
  };
  for (size_t i = k.imageSlots.size(); i-- > 0;) {
    const ImageSlot &slot = k.imageSlots[i];
    uint64_t offset = getFirstSlot(k) + 4 * i;
    if (!slot.sampler.empty())
      add(offset, sampler, slot.sampler);
    add(offset,
        slot.space == VarSpace::Texture   ? RelocType::TextureIndex
        : slot.space == VarSpace::Sampler ? sampler
                                          : RelocType::SurfaceIndex,
        slot.image);
  }
  return relas;
}

std::vector<RelaEntry> CubinWriter::getSlotRelas() {
  slots = getAddressSlots(module);
  std::vector<RelaEntry> relas;
  for (size_t i = slots.size(); i-- > 0;)
    relas.push_back(
        {8 * i, static_cast<uint32_t>(RelocType::Abs64), slots[i], 0});
  return relas;
}

void CubinWriter::createSplitRelocations() {
  if (constant4Id >= 0)
    addSplitRelocations(".nv.constant4", constant4Id, getSlotRelas());
  addSplitRelocations(".nv.constant3", constant3Id, constant3Relas);
  addSplitRelocations(".nv.global.init", initId, initRelas);
  if (order.empty())
    return;
  sections[debugFrameId].data =
      makeDebugFrame(order, frameRelas, module.debugInfo.has_value());
  addSplitRelocations(".debug_frame", debugFrameId, frameRelas);
}

void CubinWriter::createRelas(llvm::ArrayRef<RelaTrace> traces) {
  llvm::SmallVector<RelaNames *, 2> inOrder;
  auto addRelaName = [&](RelaNames &names) {
    if (names.hasRela)
      return;
    names.hasRela = true;
    std::string first = (".rela.nv." + names.firstName).str();
    names.at = addName(sectionNames, (".rela.nv." + names.name).str(), first);
    addName(symbolNames, first);
  };
  for (const RelaTrace &trace : llvm::reverse(traces)) {
    RelaNames &names = *trace.section;
    if (!llvm::is_contained(inOrder, &names))
      inOrder.push_back(&names);
    names.keepsSection |= trace.keepsSection;
    if (!trace.hasAddend && !names.hasRel) {
      names.hasRel = true;
      addBothNames((".rel.nv." + names.firstName).str());
    }
    addRelaName(names);
  }
  for (RelaNames *names : inOrder)
    if (names->keepsSection)
      names->id =
          addRela((".rela.nv." + names->name).str(), names->at, names->target);
}
