//===- ElfBuilder.h - Sections and symbols of a cubin -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ELF side of the writer: sections and symbols are created in ptxas's order
// (the string tables record that order), then sorted by kind, numbered and
// written out with section and program headers.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FORMAT_CUBIN_ELFBUILDER_H
#define LIB_FORMAT_CUBIN_ELFBUILDER_H

#include "WriterParts.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Error.h"

namespace ptxmlir::cubin {

/// Place of a section in the file, by kind; creation order within a kind.
enum Rank : unsigned {
  R_Null,
  R_SectionNames,
  R_SymbolNames,
  R_Symbols,
  R_DebugFrame,
  R_DebugLines,
  R_ToolNote,
  R_DeviceNote,
  R_ModuleInfo,
  R_Compat,
  R_KernelInfo,
  R_Callgraph,
  R_Prototype, // of relocatable objects
  R_RelAction,
  R_RelaConst0, // from sm_90 on
  R_Rela,
  R_Const,       // banks 2, 3, 4
  R_Const0First, // bank 0 up to sm_89
  R_Text,
  R_GlobalInit,
  R_NoBits,
  R_Const0, // bank 0 from sm_90 on
  R_Merc,   // the second set of sections, from sm_100 on
};

/// One section under construction. `link` and `info` hold ids of sections (or
/// of a symbol, see infoIsSymbol) until the order is known.
struct OutSection {
  Rank rank;
  std::string name;
  uint32_t nameOffset = 0;
  uint32_t type = 0;
  uint64_t flags = 0;
  uint32_t align = 1;
  uint32_t entrySize = 0;
  int linkId = -1;
  int infoId = -1;
  bool infoIsSymbol = false;
  uint32_t infoHigh = 0; ///< bits 31..24 of sh_info beside a symbol
  ByteWriter data;
  uint64_t noBitsSize = 0;
  /// An empty section that stands where this one does.
  int placedAtId = -1;
  // Known after ordering and layout.
  uint32_t index = 0;
  uint32_t info = 0;
  uint64_t offset = 0;

  /// The types of relocatable objects have no bytes either, but for the second
  /// description of what the system has in shared memory.
  bool isNoBits() const {
    return type == llvm::ELF::SHT_NOBITS || type == SHT_CUDA_GLOBAL ||
           type == SHT_CUDA_SHARED ||
           (type == SHT_CUDA_SHARED_RESERVED && rank != R_Merc);
  }
  uint64_t fileSize() const { return isNoBits() ? 0 : data.size(); }
  uint64_t size() const { return isNoBits() ? noBitsSize : data.size(); }
};

struct OutSymbol {
  uint32_t nameOffset = 0;
  uint8_t info = 0;
  uint8_t other = 0;
  int sectionId = -1;
  uint16_t specialIndex = 0; ///< in place of a section: SHN_COMMON
  uint64_t value = 0;
  uint64_t size = 0;
  uint32_t index = 0;
};

class ElfBuilder {
public:
  std::vector<OutSection> sections; ///< by id (creation order)
  std::vector<OutSymbol> symbols;   ///< by id

  /// The symbol table is the concatenation of these lists of ids.
  std::vector<int> innerSymbols, globalSymbols, tailSymbols;
  llvm::StringMap<int> symbolIds; ///< named symbols, sections by section name
  SymbolIndices symbolIndices;    ///< final indices, after orderAndNumber

  /// Contents of `.shstrtab` and `.strtab`.
  ByteWriter sectionNames, symbolNames;
  /// Section that relocation sections link to.
  int symtabId = -1;
  /// Up to sm_89: constants and code are one segment, to which the table of
  /// segments belongs, and relocations without addend have sections of their
  /// own.
  bool hasOldLayout = false;
  /// Neither a relocatable object nor an extensible program has segments.
  bool isRelocatable = false, isExtensible = false;
  /// The sections that every file begins with.
  int toolNoteId = -1, deviceNoteId = -1, moduleInfoId = -1, compatId = -1;

  /// Adds a name to a table. With `firstName` the entry was made under that
  /// (longer) name and renamed: ptxas overwrites the old name in place and
  /// leaves its tail as zeros.
  static uint32_t addName(ByteWriter &table, llvm::StringRef name,
                          llvm::StringRef firstName = {});

  /// Registers `name` in both string tables; the section may come later or not
  /// at all. Returns {offset in section names, offset in symbol names}.
  std::pair<uint32_t, uint32_t> addBothNames(llvm::StringRef name,
                                             llvm::StringRef firstName = {});

  /// The empty entries that each table begins with.
  void startTables();

  /// Names, symbols, notes and attributes of the module.
  void addFixedSections();
  /// Fills these; `order` are the kernels in the order of their symbols.
  void fillFixedSections(const Module &module, const target::TargetInfo &target,
                         llvm::ArrayRef<const Kernel *> order);

  int addSection(Rank rank, const std::string &name, uint32_t type,
                 uint64_t flags, uint32_t align, uint32_t entrySize = 0);

  /// A named data section with its section symbol among the inner symbols.
  int addNamedSection(Rank rank, const std::string &name, uint32_t type,
                      uint64_t flags, uint32_t align,
                      llvm::StringRef firstName = {});

  /// An empty `.rela` section for the section `target`.
  int addRela(const std::string &name, uint32_t nameOffset, int target);

  int addSymbol(std::vector<int> &list, OutSymbol symbol,
                llvm::StringRef name = {});
  void addSectionSymbol(int sectionId, uint32_t nameOffset,
                        std::vector<int> &list);

  void addWeakSymbol(llvm::StringRef name, uint8_t type, uint8_t other,
                     int section, uint64_t value, uint64_t size);

  /// The section and symbols of the shared memory that belongs to the system,
  /// from sm_90 on; the section's id.
  int addReservedShared(const target::TargetInfo &target,
                        bool hasTensorAllocations = false);

  /// A function or variable, filed by its binding. Global symbols get their
  /// name only at addGlobalNames, so the table lists them behind the others.
  void addNamedSymbol(const std::string &name, OutSymbol symbol);
  void addGlobalNames();

  /// The symbol of what the driver binds to an image: a name alone.
  void addImage(const Variable &v);
  /// Those of parameters are local and said to be in the code of the kernel.
  void addImageParams(const Kernel &k, int text);

  /// Gives sections of constants and variables the types that they have where
  /// there are no segments.
  void setSpecialTypes();

  /// Fixes the order of sections and the indices of symbols.
  void orderAndNumber();

  /// Appends entries to a RELA (or REL) section; fails on an unknown symbol.
  llvm::Error putRela(int id, llvm::ArrayRef<RelaEntry> entries);

  /// In the old layout: sections `.rel<base>` and `.rela<base>` of what has no
  /// addend and what has one (also of 32 bits, against a section), filled by
  /// putSplitRelocations.
  void addSplitRelocations(const std::string &base, int target,
                           llvm::ArrayRef<RelaEntry> entries);
  llvm::Error putSplitRelocations();

  /// Fills the symbol table's section and its sh_info.
  void fillSymbolTable();

  /// Lays out and writes the file. `namesGap` zero bytes go between the two
  /// string tables; e_flags repeats the index of the device note.
  void emit(unsigned sm, uint64_t namesGap, llvm::SmallVectorImpl<char> &out);

private:
  std::vector<unsigned> fileOrder; ///< section ids in file order
  std::vector<std::pair<int, std::string>> globalNames;
  std::vector<std::pair<int, std::vector<RelaEntry>>> splitRelocations;

  uint64_t emitSections(ByteWriter &file, uint64_t namesGap);
  void emitSectionHeaders(ByteWriter &file) const;
  unsigned emitProgramHeaders(ByteWriter &file) const;
};

} // namespace ptxmlir::cubin

#endif // LIB_FORMAT_CUBIN_ELFBUILDER_H
