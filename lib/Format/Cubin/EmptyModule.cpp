//===- EmptyModule.cpp - Cubins without kernels and variables -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Build systems assemble an empty module to see whether a compiler works. All
// bytes but those of the tool note are as ptxas 13.0.88 writes them for sm_75
// to sm_121. sm_90 goes the way of other modules (Writer.cpp).
//
//===----------------------------------------------------------------------===//

#include "ElfBuilder.h"
#include "WriterParts.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "ptx-mlir/Target/Target.h"

using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

namespace {

/// Of the second set of sections, which the driver may translate.
constexpr uint64_t kFlagMerc = 0x10000000;
constexpr uint64_t kData = ELF::SHF_ALLOC | ELF::SHF_WRITE;

class EmptyModuleWriter : ElfBuilder {
public:
  explicit EmptyModuleWriter(const Module &module)
      : module(module), target(*ptxmlir::target::lookupTarget(module.sm, "")),
        hasMerc(target.has(ptxmlir::target::Feature::Mercury)),
        variable(target.reservedSharedVariable),
        reservedAlign(variable ? 16 : 1) {
    hasOldLayout = !target.has(ptxmlir::target::Feature::CompatSection);
  }

  void run(llvm::SmallVectorImpl<char> &out) {
    addFixedSections();
    if (hasMerc)
      reservedId = addReservedShared(target);
    createTail();
    if (hasMerc)
      createMerc();
    orderAndNumber();
    fillSections();
    emit(module.sm, hasMerc ? 36 : 0, out);
  }

private:
  const Module &module;
  const ptxmlir::target::TargetInfo &target;
  bool hasMerc;
  /// Of the system in shared memory; nothing more is known about it.
  uint32_t variable;
  uint32_t reservedAlign;
  int frameId = -1, callgraphId = -1, relActionId = -1, reservedId = -1;
  int mercInfoId = -1, mercReservedId = -1, mercSymtabId = -1;

  /// A section with its name in both tables, without a symbol.
  int add(Rank rank, const char *name, uint32_t type, uint64_t flags,
          uint32_t align, uint32_t entrySize = 0) {
    int id = addSection(rank, name, type, flags, align, entrySize);
    auto [sectionName, symbolName] = addBothNames(name);
    sections[id].nameOffset = sectionName;
    symbolNameOf = symbolName;
    return id;
  }
  uint32_t symbolNameOf = 0; ///< of the last section
  int addWithSymbol(Rank rank, const char *name, uint32_t type, uint64_t flags,
                    uint32_t align, uint32_t entrySize = 0) {
    int id = add(rank, name, type, flags, align, entrySize);
    addSectionSymbol(id, symbolNameOf, innerSymbols);
    return id;
  }

  void createTail() {
    frameId = add(R_DebugFrame, ".debug_frame", ELF::SHT_PROGBITS, 0, 1);
    callgraphId = addWithSymbol(R_Callgraph, ".nv.callgraph",
                                SHT_CUDA_CALLGRAPH, 0, 4, 8);
    sections[callgraphId].linkId = symtabId;
    addBothNames(".nv.prototype");
    if (!hasMerc)
      relActionId = addWithSymbol(R_RelAction, ".nv.rel.action",
                                  SHT_CUDA_REL_ACTION, 0, 8, 8);
  }

  void createMerc() {
    auto addMerc = [&](const char *name, uint32_t type, uint64_t flags,
                       uint32_t align, uint32_t entrySize = 0) {
      int id =
          addSection(R_Merc, name, type, kFlagMerc | flags, align, entrySize);
      sections[id].nameOffset = addName(sectionNames, name);
      return id;
    };
    int frame = addMerc(".nv.merc.debug_frame", ELF::SHT_PROGBITS, 0, 1);
    sections[frame].placedAtId = frameId;
    mercInfoId = addMerc(".nv.merc.nv.info", SHT_CUDA_MERC_INFO, 0, 4);
    mercReservedId = addMerc(".nv.merc.nv.shared.reserved.0",
                             SHT_CUDA_SHARED_RESERVED, kData, reservedAlign);
    mercSymtabId = addMerc(".nv.merc.symtab", SHT_CUDA_MERC_SYMTAB, 0, 8, 24);
    sections[mercInfoId].linkId = mercSymtabId;
    sections[mercSymtabId].linkId = sections[symtabId].linkId;
  }

  void fillSections() {
    sections[toolNoteId].data = makeToolNote(module.tool);
    sections[deviceNoteId].data = makeDeviceNote(module);
    sections[moduleInfoId].data.raw(
        {3, 0x5f, uint8_t(hasMerc), uint8_t(hasMerc)});
    sections[callgraphId].data = makeCallgraph({}, symbolIndices);
    fillSymbolTable();
    if (relActionId >= 0)
      sections[relActionId].data = makeRelAction();
    if (hasMerc)
      fillMerc();
  }

  void fillMerc() {
    sections[compatId].data = makeCompat(module, target);
    sections[mercInfoId].data = sections[moduleInfoId].data;
    // What the system's variable holds (observed).
    if (variable) {
      ByteWriter &data = sections[mercReservedId].data;
      data.padTo(target.reservedShared);
      for (uint32_t word : {1u, 3u, 0u, 0u, 0u, 0u, target.reservedShared, 0u,
                            0x9cu, 0u, 0u, 0u, 1u})
        data.u32(word);
      data.padTo(variable);
    }
    // The same symbols, of the second set of sections.
    std::vector<OutSymbol> firstSymbols = symbols;
    for (OutSymbol &symbol : symbols) {
      symbol.value = 0;
      if (symbol.sectionId == reservedId && symbol.size) {
        symbol.info = ELF::STB_WEAK << 4 | ELF::STT_LOPROC;
        symbol.other = kOtherReservedShared;
      }
      if (symbol.sectionId == reservedId)
        symbol.sectionId = mercReservedId;
    }
    ByteWriter first = sections[symtabId].data;
    sections[symtabId].data = ByteWriter();
    fillSymbolTable();
    sections[mercSymtabId].data = sections[symtabId].data;
    sections[mercSymtabId].info = sections[symtabId].info;
    sections[symtabId].data = first;
    symbols = firstSymbols;
  }
};

} // namespace

void ptxmlir::cubin::writeEmptyModule(const Module &module,
                                      llvm::SmallVectorImpl<char> &out) {
  EmptyModuleWriter(module).run(out);
}
