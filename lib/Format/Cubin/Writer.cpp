//===- Writer.cpp - Serialise a Module as an ELF cubin --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writer creates sections and symbols in the order ptxas does (the string
// tables record that order), sorts the sections by kind, then fills in what
// depends on symbol and section indices.
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

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cubin writer: " + message);
}

static uint8_t bindingOf(Linkage linkage) {
  switch (linkage) {
  case Linkage::Local:
    return ELF::STB_LOCAL;
  case Linkage::Global:
    return ELF::STB_GLOBAL;
  case Linkage::Weak:
    return ELF::STB_WEAK;
  }
  return ELF::STB_LOCAL;
}

llvm::Error CubinWriter::run(llvm::SmallVectorImpl<char> &out) {
  if (llvm::Error e = checkModule(module))
    return e;
  isExtensible = module.extensible;
  addFixedSections();
  if (order.empty())
    createModuleParts(nullptr);
  for (const Kernel *k : order)
    createKernelParts(*k, k == order.front());
  createTail();
  if (sections.size() >= ELF::SHN_LORESERVE)
    return fail("more sections than an ELF header can count");
  if (isExtensible)
    setSpecialTypes();
  orderAndNumber();
  if (llvm::Error e = fillSections())
    return e;
  emit(module.sm, namesGap(), out);
  return llvm::Error::success();
}

void CubinWriter::createKernelParts(const Kernel &k, bool first) {
  KernelParts p;
  p.kernel = &k;
  p.text = addSection(R_Text, ".text." + k.name, ELF::SHT_PROGBITS,
                      ELF::SHF_ALLOC | ELF::SHF_EXECINSTR, 128);
  sections[p.text].data.raw(k.text);
  sections[p.text].linkId = symtabId;

  OutSymbol symbol;
  symbol.info = bindingOf(k.linkage) << 4 | ELF::STT_FUNC;
  symbol.other = kOtherKernel;
  symbol.sectionId = p.text;
  symbol.size = k.text.size();
  addNamedSymbol(k.name, symbol);
  sections[p.text].infoId = symbolIds[k.name];
  sections[p.text].infoIsSymbol = true;
  if (has(Feature::RegistersInSectionInfo))
    sections[p.text].infoHigh = k.registers;

  auto [textName, textSymName] = addBothNames(".text." + k.name);
  sections[p.text].nameOffset = textName;
  addSectionSymbol(p.text, textSymName, innerSymbols);
  p.info = addSection(R_KernelInfo, ".nv.info." + k.name, SHT_CUDA_INFO,
                      kFlagInfoLink, 4);
  sections[p.info].nameOffset = addBothNames(".nv.info." + k.name).first;
  sections[p.info].linkId = symtabId;
  sections[p.info].infoId = p.text;

  auto [sharedName, sharedSymName] = addBothNames(".nv.shared." + k.name);
  if (k.hasShared || k.sharedBytes) {
    int id = addSection(R_NoBits, ".nv.shared." + k.name, ELF::SHT_NOBITS,
                        ELF::SHF_ALLOC | ELF::SHF_WRITE | kFlagInfoLink,
                        k.sharedAlign);
    sections[id].nameOffset = sharedName;
    // A linker that adds to the program lays it out behind what is reserved.
    unsigned base = isExtensible ? 0 : getSharedBase(module.sm);
    sections[id].noBitsSize = base + k.sharedBytes;
    sections[id].infoId = p.text;
    if (k.sharedBytes)
      addSectionSymbol(id, sharedSymName, innerSymbols);
  }

  if (first)
    createModuleParts(&k);
  else
    addExterns(k);
  addImageParams(*p.kernel, p.text);

  if (k.referencesShared && !capMade && !hasOldLayout) {
    createReservedSharedCap();
    capMade = true;
  }
  int constant2 = -1;
  if (!k.constant2.empty()) {
    constant2 =
        addNamedSection(R_Const, ".nv.constant2." + k.name, ELF::SHT_PROGBITS,
                        ELF::SHF_ALLOC | kFlagInfoLink, k.constant2Align,
                        ".nv.constant.optimizer." + k.name);
    sections[constant2].data.raw(k.constant2);
    sections[constant2].infoId = p.text;
  }
  for (const InnerFunction &f : k.functions) {
    OutSymbol s;
    s.info = bindingOf(f.linkage) << 4 | ELF::STT_FUNC;
    s.sectionId = p.text;
    s.value = f.offset;
    s.size = f.size;
    addNamedSymbol(f.name, s);
  }

  if (hasOldLayout)
    createConstant0(p, R_Const0First, innerSymbols);
  for (const Relocation &r : k.relocations)
    if (isDescriptorSize(r.symbol) && !symbolIds.count(r.symbol)) {
      symbolIds[r.symbol] = symbols.size();
      addWeakSymbol(r.symbol, ELF::STT_OBJECT, 0, -1, 0, 4);
    }
  bool keepsRela =
      k.referencesShared || !k.functions.empty() || !k.relocations.empty();
  if (hasOldLayout) {
    addSplitRelocations(".text." + k.name, p.text, getRelas(k));
  } else if (keepsRela || !k.externs.empty()) {
    addBothNames(".rel.text." + k.name);
    uint32_t name = addBothNames(".rela.text." + k.name).first;
    if (keepsRela)
      p.rela = addRela(".rela.text." + k.name, name, p.text);
  }
  if (k.constant2HasCodeOffsets && constant2 >= 0 && !hasOldLayout) {
    std::string first = ".rela.nv.constant.optimizer." + k.name;
    std::string final = ".rela.nv.constant2." + k.name;
    uint32_t name = addName(sectionNames, final, first);
    addName(symbolNames, first);
    addRela(final, name, constant2);
  }
  parts.push_back(p);
}

void CubinWriter::createReservedSharedCap() {
  const char *name = ".nv.reservedSmem.cap";
  if (has(Feature::Mercury)) {
    addWeakSymbol(name, ELF::STT_OBJECT, 0, -1,
                  target.limits->reservedSharedPerCTA, 4);
    return;
  }
  addName(symbolNames, "", name);
  OutSymbol removed;
  removed.other = kOtherRemoved;
  addSymbol(innerSymbols, removed);
}

void CubinWriter::createModuleParts(const Kernel *firstKernel) {
  if (!hasOldLayout)
    reservedId = addReservedShared(
        target, llvm::any_of(module.kernels, [](const Kernel &k) {
          return k.usesReservedShared && k.usesTensorMemory;
        }));
  if (firstKernel && !firstKernel->externs.empty())
    ensureConstant4();
  for (bool local : {false, true})
    for (const Variable &v : module.variables)
      if ((v.linkage == Linkage::Local) == local)
        createVariable(v);
  if (firstKernel)
    addExterns(*firstKernel);
}

void CubinWriter::addExterns(const Kernel &k) {
  for (const std::string &name : k.externs) {
    ensureConstant4();
    if (symbolIds.count(name))
      continue;
    OutSymbol s;
    s.info = ELF::STB_GLOBAL << 4 | ELF::STT_FUNC;
    addNamedSymbol(name, s);
  }
}

void CubinWriter::ensureConstant4() {
  // Addresses are in the code.
  if (constant4Id < 0 && !isExtensible)
    constant4Id = addNamedSection(R_Const, ".nv.constant4", ELF::SHT_PROGBITS,
                                  ELF::SHF_ALLOC, 8, ".nv.constant.pic");
}

void CubinWriter::createVariable(const Variable &v) {
  if (isImage(v.space))
    return addImage(v);
  OutSymbol s;
  s.info = bindingOf(v.linkage) << 4 |
           (isExtensible ? kVariableType : ELF::STT_OBJECT);
  s.other = v.managed ? kOtherManaged : 0;
  if (isExtensible)
    s.other |= v.space == VarSpace::Const ? kOtherConst : kOtherGlobal;
  s.size = v.size;
  if (v.isCommon) {
    s.specialIndex = ELF::SHN_COMMON;
    s.value = v.align;
  }
  if (v.isExtern || v.isCommon)
    return addNamedSymbol(v.name, s);
  int *id;
  if (v.space == VarSpace::Const) {
    id = &constant3Id;
    if (*id < 0)
      *id = addNamedSection(R_Const, ".nv.constant3", ELF::SHT_PROGBITS,
                            ELF::SHF_ALLOC, 1, ".nv.constant.user");
  } else if (v.hasInit) {
    id = &initId;
    if (*id < 0)
      *id = addNamedSection(R_GlobalInit, ".nv.global.init", ELF::SHT_PROGBITS,
                            ELF::SHF_ALLOC | ELF::SHF_WRITE, 1);
  } else {
    id = &globalId;
    if (*id < 0)
      *id = addNamedSection(R_NoBits, ".nv.global", ELF::SHT_NOBITS,
                            ELF::SHF_ALLOC | ELF::SHF_WRITE, 1);
  }
  OutSection &section = sections[*id];
  section.align = std::max(section.align, v.align);
  uint64_t offset = *v.offset;
  if (section.type == ELF::SHT_NOBITS) {
    section.noBitsSize = std::max(section.noBitsSize, offset + v.size);
  } else {
    section.data.padTo(offset + v.size);
    llvm::copy(v.init, section.data.bytes.begin() + offset);
  }
  s.sectionId = *id;
  s.value = offset;
  addNamedSymbol(v.name, s);
  if (v.space == VarSpace::Global)
    ensureConstant4();

  bool isConst = v.space == VarSpace::Const;
  std::vector<RelaEntry> &relas = isConst ? constant3Relas : initRelas;
  RelaNames *names = isConst ? &constant3Rela : &initRela;
  for (const Relocation &r : llvm::reverse(v.relocations)) {
    relas.push_back(
        {offset + r.offset, static_cast<uint32_t>(r.type), r.symbol, r.addend});
    variableTraces.push_back({names, r.addend != 0, true});
  }
  if (v.functionRefs == Variable::FunctionRefs::Resolved)
    variableTraces.push_back({names, false, true});
  if (v.functionRefs == Variable::FunctionRefs::Dead)
    variableTraces.push_back({names, true, false});
}

void CubinWriter::createTail() {
  auto [frameName, frameSymName] = addBothNames(".debug_frame");
  debugFrameId =
      addSection(R_DebugFrame, ".debug_frame", ELF::SHT_PROGBITS, 0, 1);
  sections[debugFrameId].nameOffset = frameName;
  if (!order.empty())
    addSectionSymbol(debugFrameId, frameSymName, innerSymbols);
  debug.create();
  if (hasOldLayout) {
    createSplitRelocations();
  } else {
    if (constant4Id >= 0) {
      constant4Rela.target = constant4Id;
      createRelas(RelaTrace{&constant4Rela, false, true});
    }
    initRela.target = initId;
    constant3Rela.target = constant3Id;
    createRelas(variableTraces);
  }
  if (!order.empty() && !hasOldLayout) {
    addBothNames(".rel.debug_frame");
    uint32_t name = addBothNames(".rela.debug_frame").first;
    relaFrameId = addRela(".rela.debug_frame", name, debugFrameId);
  }
  callgraphId =
      addSection(R_Callgraph, ".nv.callgraph", SHT_CUDA_CALLGRAPH, 0, 4, 8);
  auto [callName, callSymName] = addBothNames(".nv.callgraph");
  sections[callgraphId].nameOffset = callName;
  sections[callgraphId].linkId = symtabId;
  addSectionSymbol(callgraphId, callSymName, innerSymbols);
  addBothNames(".nv.prototype");
  if (hasOldLayout && !isExtensible) {
    relActionId = addNamedSection(R_RelAction, ".nv.rel.action",
                                  SHT_CUDA_REL_ACTION, 0, 8);
    sections[relActionId].entrySize = 8;
  }

  addGlobalNames();
  if (!hasOldLayout)
    for (KernelParts &p : parts)
      createConstant0(p, R_Const0, tailSymbols);
}

llvm::Error CubinWriter::fillSections() {
  fillFixedSections(module, target, order);
  sections[callgraphId].data = makeCallgraph(order, symbolIndices);
  if (relaFrameId >= 0) {
    sections[debugFrameId].data =
        makeDebugFrame(order, frameRelas, module.debugInfo.has_value());
    if (llvm::Error e = putRela(relaFrameId, frameRelas))
      return e;
  }
  if (llvm::Error e = debug.fill())
    return e;
  for (const KernelParts &p : parts) {
    sections[p.info].data =
        makeKernelInfo(module, target, *p.kernel, symbolIndices);
    if (p.rela >= 0)
      if (llvm::Error e = putRela(p.rela, getRelas(*p.kernel)))
        return e;
    if (p.constant0Rela >= 0)
      if (llvm::Error e = putRela(p.constant0Rela, getImageRelas(*p.kernel)))
        return e;
  }
  if (constant4Id >= 0) {
    std::vector<RelaEntry> relas = getSlotRelas();
    sections[constant4Id].data.padTo(8 * slots.size());
    if (constant4Rela.id >= 0)
      if (llvm::Error e = putRela(constant4Rela.id, relas))
        return e;
  }
  if (llvm::Error e = putSplitRelocations())
    return e;
  if (relActionId >= 0)
    sections[relActionId].data = makeRelAction();
  if (constant3Rela.id >= 0)
    if (llvm::Error e = putRela(constant3Rela.id, constant3Relas))
      return e;
  if (initRela.id >= 0)
    if (llvm::Error e = putRela(initRela.id, initRelas))
      return e;

  fillSymbolTable();
  return llvm::Error::success();
}

uint64_t CubinWriter::namesGap() const {
  if (!has(Feature::DescribedCubins))
    return 0;
  uint64_t gap = 14;
  for (const Kernel *k : order)
    gap += 18 + k->name.size();
  return gap;
}

llvm::Error ptxmlir::cubin::write(const Module &module,
                                  llvm::SmallVectorImpl<char> &out) {
  out.clear();
  const target::TargetInfo *target = target::lookupTarget(module.sm, "");
  if (!target)
    return fail("there is no sm_" + llvm::Twine(module.sm));
  if (module.relocatable)
    return writeRelocatable(module, *target, out);
  if (!canDescribe(module.sm) && !module.extensible && module.kernels.empty() &&
      module.variables.empty()) {
    writeEmptyModule(module, out);
    return llvm::Error::success();
  }
  for (const Variable &v : module.variables)
    if (!v.offset) {
      Module laidOut = module;
      layoutVariables(laidOut);
      return CubinWriter(laidOut, *target).run(out);
    }
  return CubinWriter(module, *target).run(out);
}
