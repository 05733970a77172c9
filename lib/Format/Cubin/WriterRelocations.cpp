//===- WriterRelocations.cpp - Relocations and tables of a whole program --===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sections of relocations have an order and leave traces in the tables of names
// that follow from how ptxas files them.
//
//===----------------------------------------------------------------------===//

#include "CubinWriter.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Format/Cubin/Parameters.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using ptxmlir::target::Feature;

std::vector<RelaEntry> CubinWriter::getRelas(const Kernel &k) const {
  std::vector<RelaEntry> relas;
  for (const Relocation &r : k.relocations)
    relas.push_back(
        {r.offset, static_cast<uint32_t>(r.type), r.symbol, r.addend});
  if (isExtensible)
    std::reverse(relas.begin(), relas.end());
  return relas;
}

void CubinWriter::createConstant0(KernelParts &p, Rank rank,
                                  std::vector<int> &list) {
  std::string name = ".nv.constant0." + p.kernel->name;
  p.constant0 = addSection(rank, name, ELF::SHT_PROGBITS,
                           ELF::SHF_ALLOC | kFlagInfoLink, 4);
  auto [sec, sym] = addBothNames(name);
  sections[p.constant0].nameOffset = sec;
  sections[p.constant0].infoId = p.text;
  uint64_t end = getParamBase(module.sm, *p.kernel) + p.kernel->paramBytes;
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
  return llvm::alignTo(getParamBase(module.sm, k) + k.paramBytes, 4);
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
