//===- RelocatableWriter.cpp - Objects for the linker ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `ptxas -c` writes and nvlink reads: a section for each function, with
// its relocations; variables as symbols of a type of their own, in sections
// that have types of their own; who calls whom and with which types; what a
// debugger reads.
//
//===----------------------------------------------------------------------===//

#include "DebugWriter.h"
#include "ElfBuilder.h"
#include "ptx-mlir/Format/Cubin/Parameters.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;
using ptxmlir::target::Feature;

namespace {

uint8_t bindingOf(Linkage linkage) {
  return linkage == Linkage::Local  ? ELF::STB_LOCAL
         : linkage == Linkage::Weak ? ELF::STB_WEAK
                                    : ELF::STB_GLOBAL;
}

class RelocatableWriter : ElfBuilder {
public:
  RelocatableWriter(const Module &module,
                    const ptxmlir::target::TargetInfo &target)
      : module(module), target(target), order(getOrder(module)),
        debug(*this, module, order) {
    hasOldLayout = !target.has(Feature::CompatSection);
    isRelocatable = true;
  }

  llvm::Error run(llvm::SmallVectorImpl<char> &out) {
    if (llvm::Error e = checkModule(module))
      return e;
    addFixedSections();
    createPrototypes();
    createLinkerSymbols();
    for (const Variable &v : module.variables)
      if (!v.owner.empty())
        ownedBy[v.owner].push_back(&v);
    for (bool local : {false, true})
      for (const Variable &v : module.variables)
        if ((v.linkage == Linkage::Local) == local && v.owner.empty())
          createVariable(v, nullptr);
    for (const Kernel *k : order)
      createFunction(*k);
    createUndefined();
    createTail();
    if (sections.size() >= ELF::SHN_LORESERVE)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "cubin writer: more sections than an ELF header can count");
    orderAndNumber();
    if (llvm::Error e = fillSections())
      return e;
    emit(module.sm, /*namesGap=*/0, out);
    return llvm::Error::success();
  }

private:
  const Module &module;
  const ptxmlir::target::TargetInfo &target;
  std::vector<const Kernel *> order; ///< file order
  DebugWriter debug;

  /// Functions by linkage, then kernels from the last to the first.
  static std::vector<const Kernel *> getOrder(const Module &module) {
    std::vector<const Kernel *> order;
    for (Linkage linkage : {Linkage::Local, Linkage::Weak, Linkage::Global})
      for (const Kernel &k : module.kernels)
        if (k.isFunction && k.linkage == linkage)
          order.push_back(&k);
    for (const Kernel &k : llvm::reverse(module.kernels))
      if (!k.isFunction)
        order.push_back(&k);
    return order;
  }

  struct Parts {
    const Kernel *kernel;
    int text, info, rela;
  };
  std::vector<Parts> parts;
  llvm::StringMap<int> textOf; ///< sections of code by function
  /// A section that holds variables, and its end so far.
  struct Place {
    int id = -1;
    uint64_t end = 0;
  };
  Place globals, initialised, constants, shared;
  llvm::StringMap<Place> kernelShared;
  /// Shared variables by the kernel in which they are declared.
  llvm::StringMap<std::vector<const Variable *>> ownedBy;
  std::vector<RelaEntry> initRelas, constRelas, frameRelas;
  int initRelaId = -1, constRelaId = -1, frameRelaId = -1;
  int frameId = -1, callgraphId = -1, prototypeId = -1;
  /// Prototypes as offsets in `.strtab`, by text and by function.
  llvm::StringMap<uint32_t> prototypeNames, typeOf;

  /// nvlink compares types by the names of prototypes, which are in `.strtab`.
  void createPrototypes() {
    auto add = [&](llvm::StringRef prototype) {
      if (prototype.empty() || prototypeNames.count(prototype))
        return;
      uint32_t at = addName(symbolNames, prototype);
      prototypeNames[prototype] = at;
    };
    for (const Kernel &k : module.kernels) {
      add(k.prototype);
      for (const std::string &call : k.indirectCalls)
        add(call);
    }
    for (const ExternFunction &f : module.externFunctions)
      add(f.prototype);
  }

  /// What the linker provides, whether it is used or not.
  void createLinkerSymbols() {
    if (hasOldLayout)
      return;
    for (const char *name :
         {"__UDT_OFFSET", "__UFT_OFFSET", "__UFT_CANONICAL", "__UDT_CANONICAL",
          "__UFT", "__UDT", "__UFT_END", "__UDT_END"}) {
      OutSymbol symbol;
      symbol.info = ELF::STB_WEAK << 4 | ELF::STT_OBJECT;
      symbol.size = 8;
      addNamedSymbol(name, symbol);
    }
    addWeakSymbol(".nv.reservedSmem.offset0", ELF::STT_OBJECT, 0, -1,
                  target.reservedShared, 4);
  }

  // --- variables -------------------------------------------------------------

  Place &getPlace(const Variable &v, const Kernel *owner) {
    constexpr uint64_t data = ELF::SHF_ALLOC | ELF::SHF_WRITE;
    auto make = [&](Place &place, Rank rank, const std::string &name,
                    uint32_t type, uint64_t flags) -> Place & {
      if (place.id < 0)
        place.id = addNamedSection(rank, name, type, flags, 1);
      return place;
    };
    switch (v.space) {
    case VarSpace::Const:
      return make(constants, R_Const, ".nv.constant3", getConstantType(3),
                  ELF::SHF_ALLOC);
    case VarSpace::Global:
      if (v.hasInit)
        return make(initialised, R_GlobalInit, ".nv.global.init",
                    SHT_CUDA_GLOBAL_INIT, data);
      return make(globals, R_NoBits, ".nv.global", SHT_CUDA_GLOBAL, data);
    default:
      break;
    }
    if (!owner)
      return make(shared, R_NoBits, ".nv_debug.shared", SHT_CUDA_SHARED, data);
    Place &place = kernelShared[owner->name];
    bool isNew = place.id < 0;
    make(place, R_NoBits, ".nv.shared." + owner->name, SHT_CUDA_SHARED,
         data | ELF::SHF_INFO_LINK);
    if (isNew)
      sections[place.id].infoId = textOf.lookup(owner->name);
    return place;
  }

  void createVariable(const Variable &v, const Kernel *owner) {
    if (isImage(v.space))
      return addImage(v);
    OutSymbol symbol;
    symbol.info = bindingOf(v.linkage) << 4 | kVariableType;
    symbol.other = v.space == VarSpace::Global  ? kOtherGlobal
                   : v.space == VarSpace::Const ? kOtherConst
                                                : kOtherShared;
    if (v.managed)
      symbol.other |= kOtherManaged;
    symbol.size = v.size;
    if (v.isCommon) {
      symbol.specialIndex = ELF::SHN_COMMON;
      symbol.value = v.align;
    } else if (!v.isExtern) {
      Place &place = getPlace(v, owner);
      OutSection &section = sections[place.id];
      section.align = std::max(section.align, v.align);
      uint64_t offset =
          llvm::alignTo(place.end, std::max<uint64_t>(v.align, 1));
      place.end = offset + v.size;
      if (section.isNoBits()) {
        section.noBitsSize = place.end;
      } else {
        section.data.padTo(place.end);
        llvm::copy(v.init, section.data.bytes.begin() + offset);
      }
      symbol.sectionId = place.id;
      // The linker gives shared variables their places and wants to know how
      // they are aligned.
      symbol.value =
          v.space == VarSpace::Shared ? std::max<uint64_t>(v.align, 1) : offset;
      std::vector<RelaEntry> &relas =
          v.space == VarSpace::Const ? constRelas : initRelas;
      for (const Relocation &r : v.relocations)
        relas.push_back(
            {offset + r.offset, uint32_t(r.type), r.symbol, r.addend});
    }
    addNamedSymbol(v.name, symbol);
  }

  // --- functions -------------------------------------------------------------

  static std::vector<RelaEntry> getRelas(const Kernel &k) {
    std::vector<RelaEntry> relas;
    for (const Relocation &r : llvm::reverse(k.relocations))
      relas.push_back({r.offset, uint32_t(r.type), r.symbol, r.addend});
    return relas;
  }

  void createFunction(const Kernel &k) {
    int text = addSection(R_Text, ".text." + k.name, ELF::SHT_PROGBITS,
                          ELF::SHF_ALLOC | ELF::SHF_EXECINSTR, 128);
    textOf[k.name] = text;
    sections[text].data.raw(k.text);
    sections[text].linkId = symtabId;

    OutSymbol symbol;
    symbol.info = bindingOf(k.linkage) << 4 | ELF::STT_FUNC;
    symbol.other = k.isFunction ? 0 : kOtherKernel;
    symbol.sectionId = text;
    symbol.size = k.text.size();
    addNamedSymbol(k.name, symbol);
    sections[text].infoId = symbolIds[k.name];
    sections[text].infoIsSymbol = true;
    if (target.has(Feature::RegistersInSectionInfo))
      sections[text].infoHigh = k.registers;
    auto [textName, textSymbolName] = addBothNames(".text." + k.name);
    sections[text].nameOffset = textName;
    addSectionSymbol(text, textSymbolName, innerSymbols);

    int info = addSection(R_KernelInfo, ".nv.info." + k.name, SHT_CUDA_INFO,
                          ELF::SHF_INFO_LINK, 4);
    sections[info].nameOffset = addBothNames(".nv.info." + k.name).first;
    sections[info].linkId = symtabId;
    sections[info].infoId = text;
    for (const Variable *v : ownedBy.lookup(k.name))
      createVariable(*v, &k);

    int rela = -1;
    if (hasOldLayout)
      addSplitRelocations(".text." + k.name, text, getRelas(k));
    else if (!k.relocations.empty())
      rela = addRela(".rela.text." + k.name,
                     addBothNames(".rela.text." + k.name).first, text);
    if (!k.isFunction)
      createParameters(k, text);
    addImageParams(k, text);
    parts.push_back({&k, text, info, rela});
  }

  void createParameters(const Kernel &k, int text) {
    std::string name = ".nv.constant0." + k.name;
    int id =
        addSection(hasOldLayout ? R_Const0First : R_Const0, name,
                   getConstantType(0), ELF::SHF_ALLOC | ELF::SHF_INFO_LINK, 4);
    auto [sectionName, symbolName] = addBothNames(name);
    sections[id].nameOffset = sectionName;
    sections[id].infoId = text;
    unsigned base = getParamBase(module.sm, k);
    sections[id].data.padTo(base + k.paramBytes);
    addSectionSymbol(id, symbolName, innerSymbols);
    if (!hasOldLayout || !k.paramBytes)
      return;
    OutSymbol params;
    params.nameOffset = addName(symbolNames, "_param");
    params.info = ELF::STB_LOCAL << 4 | kVariableType;
    params.other = kOtherParams;
    params.sectionId = id;
    params.value = base;
    params.size = k.paramBytes;
    addSymbol(innerSymbols, params);
  }

  /// Functions that are elsewhere, and other names of those that are here.
  void createUndefined() {
    for (const ExternFunction &f : module.externFunctions) {
      OutSymbol symbol;
      symbol.info = bindingOf(f.linkage) << 4 | ELF::STT_FUNC;
      if (auto found = textOf.find(f.aliasee); found != textOf.end()) {
        symbol.sectionId = found->second;
        symbol.size = sections[found->second].data.size();
      }
      addNamedSymbol(f.name, symbol);
    }
  }

  // --- the rest --------------------------------------------------------------

  void createTail() {
    auto [frameName, frameSymbolName] = addBothNames(".debug_frame");
    frameId = addSection(R_DebugFrame, ".debug_frame", ELF::SHT_PROGBITS, 0, 1);
    sections[frameId].nameOffset = frameName;
    if (!order.empty())
      addSectionSymbol(frameId, frameSymbolName, innerSymbols);
    sections[frameId].data = makeRelocatableDebugFrame(
        order, frameRelas, module.debugInfo.has_value());
    debug.create();
    auto relocate = [&](const std::string &base, int section, int &id,
                        const std::vector<RelaEntry> &entries) {
      if (hasOldLayout)
        addSplitRelocations(base, section, entries);
      else if (!entries.empty())
        id = addRela(".rela" + base, addBothNames(".rela" + base).first,
                     section);
    };
    relocate(".nv.constant3", constants.id, constRelaId, constRelas);
    relocate(".nv.global.init", initialised.id, initRelaId, initRelas);
    relocate(".debug_frame", frameId, frameRelaId, frameRelas);
    auto addTable = [&](Rank rank, const char *name, uint32_t type) {
      int id = addNamedSection(rank, name, type, 0, 4);
      sections[id].entrySize = 8;
      sections[id].linkId = symtabId;
      return id;
    };
    callgraphId = addTable(R_Callgraph, ".nv.callgraph", SHT_CUDA_CALLGRAPH);
    prototypeId = addTable(R_Prototype, ".nv.prototype", SHT_CUDA_PROTOTYPE);
    addGlobalNames();
  }

  void putPair(ByteWriter &out, uint32_t a, uint32_t b) {
    out.u32(a);
    out.u32(b);
  }

  /// Direct calls; functions whose addresses are taken, and calls through
  /// registers, with their types; who takes which address.
  ByteWriter makeRelocatableCallgraph() {
    ByteWriter out;
    putPair(out, 0, uint32_t(-1));
    for (const Kernel *k : order)
      for (const std::string &callee : k->callees)
        putPair(out, symbolIndices.lookup(k->name),
                symbolIndices.lookup(callee));
    putPair(out, 0, uint32_t(-2));
    for (const std::string &name : module.addressTaken)
      putPair(out, symbolIndices.lookup(name), typeOf.lookup(name));
    putPair(out, 0, uint32_t(-3));
    for (const Kernel *k : order)
      for (const std::string &call : k->indirectCalls)
        putPair(out, symbolIndices.lookup(k->name),
                prototypeNames.lookup(call));
    putPair(out, 0, uint32_t(-4));
    for (const Kernel *k : order)
      for (const std::string &name : k->addressTaken)
        putPair(out, symbolIndices.lookup(k->name), symbolIndices.lookup(name));
    return out;
  }

  /// The types of functions that the linker may find elsewhere; those whose
  /// address is taken have theirs in the graph.
  ByteWriter makePrototypes() {
    ByteWriter out;
    llvm::StringSet<> isTaken;
    for (const std::string &name : module.addressTaken)
      isTaken.insert(name);
    auto put = [&](const std::string &name, const std::string &prototype) {
      if (!prototype.empty() && !isTaken.contains(name))
        putPair(out, symbolIndices.lookup(name),
                prototypeNames.lookup(prototype));
    };
    for (const ExternFunction &f : module.externFunctions)
      put(f.name, f.prototype);
    for (const Kernel *k : order)
      if (k->linkage != Linkage::Local)
        put(k->name, k->prototype);
    return out;
  }
  llvm::Error fillSections() {
    for (const Kernel &k : module.kernels)
      typeOf[k.name] = prototypeNames.lookup(k.prototype);
    for (const ExternFunction &f : module.externFunctions)
      typeOf[f.name] = prototypeNames.lookup(f.prototype);
    fillFixedSections(module, target, order);
    sections[callgraphId].data = makeRelocatableCallgraph();
    sections[prototypeId].data = makePrototypes();
    for (const Parts &p : parts) {
      sections[p.info].data =
          makeKernelInfo(module, target, *p.kernel, symbolIndices);
      if (p.rela >= 0)
        if (llvm::Error e = putRela(p.rela, getRelas(*p.kernel)))
          return e;
    }
    for (auto [id, entries] : {std::pair(constRelaId, &constRelas),
                               std::pair(initRelaId, &initRelas),
                               std::pair(frameRelaId, &frameRelas)})
      if (id >= 0)
        if (llvm::Error e = putRela(id, *entries))
          return e;
    if (llvm::Error e = debug.fill())
      return e;
    if (llvm::Error e = putSplitRelocations())
      return e;
    fillSymbolTable();
    return llvm::Error::success();
  }
};

} // namespace

llvm::Error ptxmlir::cubin::writeRelocatable(const Module &module,
                                             const target::TargetInfo &target,
                                             llvm::SmallVectorImpl<char> &out) {
  return RelocatableWriter(module, target).run(out);
}
