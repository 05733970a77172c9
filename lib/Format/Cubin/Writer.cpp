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

#include "ElfBuilder.h"
#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using ptxmlir::target::Feature;

namespace {

llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cubin writer: " + message);
}

constexpr uint32_t kFlagInfoLink = ELF::SHF_INFO_LINK;

uint8_t bindingOf(Linkage linkage) {
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

class CubinWriter : ElfBuilder {
public:
  CubinWriter(const Module &module, const ptxmlir::target::TargetInfo &target)
      : module(module), target(target) {
    hasOldLayout = !has(Feature::CompatSection);
    for (const Kernel &k : llvm::reverse(module.kernels))
      order.push_back(&k);
  }

  llvm::Error run(llvm::SmallVectorImpl<char> &out) {
    if (llvm::Error e = checkModule(module))
      return e;
    addFixedSections();
    if (order.empty())
      createModuleParts(nullptr);
    for (const Kernel *k : order)
      createKernelParts(*k, k == order.front());
    createTail();
    if (sections.size() >= ELF::SHN_LORESERVE)
      return fail("more sections than an ELF header can count");
    if (module.extensible) {
      isExtensible = true;
      setSpecialTypes();
    }
    orderAndNumber();
    if (llvm::Error e = fillSections())
      return e;
    emit(module.sm, namesGap(), out);
    return llvm::Error::success();
  }

private:
  const Module &module;
  const ptxmlir::target::TargetInfo &target;
  std::vector<const Kernel *> order; ///< file order

  bool has(ptxmlir::target::Feature feature) const {
    return target.has(feature);
  }

  std::vector<std::string> slots; ///< of bank 4
  std::vector<RelaEntry> constant3Relas, initRelas, frameRelas;

  /// A section of relocations and its names, see createRelas().
  struct RelaNames {
    llvm::StringRef name, firstName;
    int target = -1, id = -1; ///< sections
    bool hasRel = false, hasRela = false, keepsSection = false;
    uint32_t at = 0;
  };
  RelaNames constant4Rela{"constant4", "constant.pic"},
      constant3Rela{"constant3", "constant.user"},
      initRela{"global.init", "global.init"};
  /// What a relocation of an initialiser leaves in the tables of names: ptxas
  /// first files it under `.rel` or, with an addend, under `.rela`.
  struct RelaTrace {
    RelaNames *section;
    bool hasAddend;
    bool keepsSection;
  };
  std::vector<RelaTrace> variableTraces;

  int debugFrameId = -1, callgraphId = -1, reservedId = -1, relActionId = -1;
  int globalId = -1, initId = -1, constant3Id = -1, constant4Id = -1;
  int relaFrameId = -1;
  /// The sections of relocations of line tables, and what goes there.
  std::vector<std::pair<int, std::vector<RelaEntry>>> lineRelas;
  bool capMade = false;

  struct KernelParts {
    const Kernel *kernel;
    int text = -1, info = -1, rela = -1, constant0 = -1, constant0Rela = -1;
  };
  std::vector<KernelParts> parts;

  // --- names, sections, symbols ----------------------------------------------

  // --- creation, in ptxas's order --------------------------------------------

  void createKernelParts(const Kernel &k, bool first) {
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
      sections[id].noBitsSize = getSharedBase(module.sm) + k.sharedBytes;
      sections[id].infoId = p.text;
      if (k.sharedBytes)
        addSectionSymbol(id, sharedSymName, innerSymbols);
    }

    if (first)
      createModuleParts(&k);
    else
      addExterns(k);
    createImageParams(p);

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

  static std::vector<RelaEntry> getRelas(const Kernel &k) {
    std::vector<RelaEntry> relas;
    for (const Relocation &r : k.relocations)
      relas.push_back(
          {r.offset, static_cast<uint32_t>(r.type), r.symbol, r.addend});
    return relas;
  }

  /// Where the shared memory of kernels begins. On sm_90 a symbol that ptxas
  /// makes and removes again; its name leaves a hole.
  void createReservedSharedCap() {
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

  /// What is made once, with the first kernel: the reserved shared window and
  /// all variables.
  void createModuleParts(const Kernel *firstKernel) {
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

  void addExterns(const Kernel &k) {
    for (const std::string &name : k.externs) {
      ensureConstant4();
      if (symbolIds.count(name))
        continue;
      OutSymbol s;
      s.info = ELF::STB_GLOBAL << 4 | ELF::STT_FUNC;
      addNamedSymbol(name, s);
    }
  }

  void ensureConstant4() {
    if (constant4Id < 0)
      constant4Id = addNamedSection(R_Const, ".nv.constant4", ELF::SHT_PROGBITS,
                                    ELF::SHF_ALLOC, 8, ".nv.constant.pic");
  }

  /// The symbol of what the driver binds to an image: a name alone.
  void createImage(const Variable &v) {
    OutSymbol s;
    s.info = ELF::STB_GLOBAL << 4 |
             (v.space == VarSpace::Texture   ? kSymbolTexture
              : v.space == VarSpace::Sampler ? kSymbolSampler
                                             : kSymbolSurface);
    addNamedSymbol(v.name, s);
  }

  /// Those of parameters are local and said to be in the code of the kernel.
  void createImageParams(const KernelParts &p) {
    for (const Param &param : p.kernel->params) {
      if (!isImage(param.space))
        continue;
      OutSymbol s;
      s.info = param.space == ParamSpace::Texture   ? kSymbolTexture
               : param.space == ParamSpace::Sampler ? kSymbolSampler
                                                    : kSymbolSurface;
      s.sectionId = p.text;
      s.nameOffset = addName(symbolNames, param.image);
      addSymbol(innerSymbols, s, getParamSymbol(p.kernel->name, param.image));
    }
  }

  void createVariable(const Variable &v) {
    if (isImage(v.space))
      return createImage(v);
    int *id;
    if (v.space == VarSpace::Const) {
      id = &constant3Id;
      if (*id < 0)
        *id = addNamedSection(R_Const, ".nv.constant3", ELF::SHT_PROGBITS,
                              ELF::SHF_ALLOC, 1, ".nv.constant.user");
    } else if (v.hasInit) {
      id = &initId;
      if (*id < 0)
        *id =
            addNamedSection(R_GlobalInit, ".nv.global.init", ELF::SHT_PROGBITS,
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
    OutSymbol s;
    s.info = bindingOf(v.linkage) << 4 | ELF::STT_OBJECT;
    s.other = v.managed ? kOtherManaged : 0;
    s.sectionId = *id;
    s.value = offset;
    s.size = v.size;
    addNamedSymbol(v.name, s);
    if (v.space == VarSpace::Global)
      ensureConstant4();

    bool isConst = v.space == VarSpace::Const;
    std::vector<RelaEntry> &relas = isConst ? constant3Relas : initRelas;
    RelaNames *names = isConst ? &constant3Rela : &initRela;
    for (const Relocation &r : llvm::reverse(v.relocations)) {
      relas.push_back({offset + r.offset, static_cast<uint32_t>(r.type),
                       r.symbol, r.addend});
      variableTraces.push_back({names, r.addend != 0, true});
    }
    if (v.functionRefs == Variable::FunctionRefs::Resolved)
      variableTraces.push_back({names, false, true});
    if (v.functionRefs == Variable::FunctionRefs::Dead)
      variableTraces.push_back({names, true, false});
  }

  void createTail() {
    auto [frameName, frameSymName] = addBothNames(".debug_frame");
    debugFrameId =
        addSection(R_DebugFrame, ".debug_frame", ELF::SHT_PROGBITS, 0, 1);
    sections[debugFrameId].nameOffset = frameName;
    if (!order.empty())
      addSectionSymbol(debugFrameId, frameSymName, innerSymbols);
    createLineTables();
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
    if (hasOldLayout) {
      relActionId = addNamedSection(R_RelAction, ".nv.rel.action",
                                    SHT_CUDA_REL_ACTION, 0, 8);
      sections[relActionId].entrySize = 8;
    }

    addGlobalNames();
    if (!hasOldLayout)
      for (KernelParts &p : parts)
        createConstant0(p, R_Const0, tailSymbols);
  }

  /// The line tables. Their contents need no index of a symbol.
  void createLineTables() {
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

  void addDebugSection(const std::string &name, ByteWriter data,
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

  /// The DWARF of the PTX. `.debug_abbrev` comes first, and relocations are in
  /// falling order; up to sm_89 all sections but `.debug_info` have their
  /// addends in their bytes (observed on ptxas 13.0.88).
  void createDebugSections() {
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

  void createConstant0(KernelParts &p, Rank rank, std::vector<int> &list) {
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
    p.constant0Rela = addRela(".rela" + name,
                              addBothNames(".rela" + name).first, p.constant0);
    sections[p.constant0Rela].rank = R_RelaConst0;
  }

  /// The offset of the first word of an image in constant bank 0.
  uint64_t getFirstSlot(const Kernel &k) const {
    return llvm::alignTo(getParamBase(module.sm) + k.paramBytes, 4);
  }

  /// The relocations of the words of images, in falling order.
  std::vector<RelaEntry> getImageRelas(const Kernel &k) const {
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

  /// The relocations of bank 4, in falling order of the slots.
  std::vector<RelaEntry> getSlotRelas() {
    slots = getAddressSlots(module);
    std::vector<RelaEntry> relas;
    for (size_t i = slots.size(); i-- > 0;)
      relas.push_back(
          {8 * i, static_cast<uint32_t>(RelocType::Abs64), slots[i], 0});
    return relas;
  }

  /// All sections of relocations but those of code, in the old layout.
  void createSplitRelocations() {
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

  /// The sections of the relocations, `.rela.nv.<name>`, created under
  /// `.rela.nv.<firstName>`; the section name table is corrected, the symbol
  /// name table is not. Relocations are filed last to first, also those of
  /// different sections, the ones without addend under `.rel` first, whose
  /// entries then move to `.rela`.
  void createRelas(llvm::ArrayRef<RelaTrace> traces) {
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
        names->id = addRela((".rela.nv." + names->name).str(), names->at,
                            names->target);
  }

  // --- numbering and contents
  // --------------------------------------------------

  llvm::Error fillSections() {
    fillFixedSections(module, target, order);
    sections[callgraphId].data = makeCallgraph(order, symbolIndices);
    if (relaFrameId >= 0) {
      sections[debugFrameId].data =
          makeDebugFrame(order, frameRelas, module.debugInfo.has_value());
      if (llvm::Error e = putRela(relaFrameId, frameRelas))
        return e;
    }
    for (auto &[id, relas] : lineRelas)
      if (llvm::Error e = putRela(id, relas))
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

  // --- output
  // --------------------------------------------------------------------

  /// Bytes ptxas leaves between the two string tables (observed; they are
  /// zero): a constant plus the length of a name per kernel.
  uint64_t namesGap() const {
    if (!has(Feature::DescribedCubins))
      return 0;
    uint64_t gap = 14;
    for (const Kernel *k : order)
      gap += 18 + k->name.size();
    return gap;
  }
};

} // namespace

llvm::Error ptxmlir::cubin::write(const Module &module,
                                  llvm::SmallVectorImpl<char> &out) {
  out.clear();
  const target::TargetInfo *target = target::lookupTarget(module.sm, "");
  if (!target)
    return fail("there is no sm_" + llvm::Twine(module.sm));
  if (module.relocatable)
    return writeRelocatable(module, *target, out);
  if (!canDescribe(module.sm) && module.kernels.empty() &&
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
