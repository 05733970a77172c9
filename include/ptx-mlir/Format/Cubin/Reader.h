//===- Reader.h - Read any cubin --------------------------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bounds-checked reader of cubins, whoever wrote them. It keeps every
// section's bytes and gives the parts a loader needs in convenient form.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_FORMAT_CUBIN_READER_H
#define PTX_MLIR_FORMAT_CUBIN_READER_H

#include "ptx-mlir/Format/Cubin/Cubin.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptxmlir::cubin {

/// ELF header fields, as read.
struct FileHeader {
  uint8_t osabi = 0;
  uint8_t abiVersion = 0;
  uint16_t type = 0;
  uint16_t machine = 0;
  uint32_t version = 0;
  uint64_t entry = 0;
  uint64_t phoff = 0;
  uint64_t shoff = 0;
  uint32_t flags = 0;
  uint16_t phnum = 0;
  uint16_t shnum = 0;
  uint16_t shstrndx = 0;
};

/// One section header. `data` points into LoadedCubin::image and is empty for
/// sections without file bytes (NOBITS and its CUDA kin), whose `size` is then
/// the size in memory.
struct Section {
  unsigned index = 0;
  llvm::StringRef name;
  uint32_t type = 0;
  uint64_t flags = 0;
  uint64_t addr = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint32_t link = 0;
  uint32_t info = 0;
  uint64_t align = 0;
  uint64_t entrySize = 0;
  llvm::ArrayRef<uint8_t> data;
};

/// One program header.
struct Segment {
  uint32_t type = 0;
  uint32_t flags = 0;
  uint64_t offset = 0;
  uint64_t vaddr = 0;
  uint64_t paddr = 0;
  uint64_t fileSize = 0;
  uint64_t memSize = 0;
  uint64_t align = 0;
};

/// One entry of `.symtab`; the position in LoadedCubin::symbols is its index.
struct Symbol {
  llvm::StringRef name;
  uint8_t type = 0;
  uint8_t bind = 0;
  uint8_t other = 0;
  uint16_t section = 0;
  uint64_t value = 0;
  uint64_t size = 0;
};

/// One relocation, addend 0 for REL. `symbol` is the symbol's name (a section's
/// name for section symbols); symbolIndex its index in `symbols`.
struct LoadedReloc {
  uint64_t offset = 0;
  uint32_t type = 0;
  int64_t addend = 0;
  unsigned symbolIndex = 0;
  llvm::StringRef symbol;
  /// Index of the section that is patched.
  unsigned section = 0;
};

/// One record of `.nv.info` or `.nv.info.<kernel>`.
struct Attribute {
  uint8_t format = 0;
  uint8_t code = 0;
  /// Value of formats 1 to 3.
  uint16_t value = 0;
  /// Payload of format 4.
  llvm::ArrayRef<uint8_t> payload;

  /// The payload as little-endian words (a trailing partial word is dropped).
  std::vector<uint32_t> words() const;
};

/// A device function: inside a kernel's text (whole programs) or with a text
/// section of its own (`-c`, `-g`).
struct LoadedFunction {
  llvm::StringRef name;
  unsigned section = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  Linkage linkage = Linkage::Local;
  unsigned registers = 0;
  unsigned frameBytes = 0;
};

/// One kernel, all attributes decoded.
struct LoadedKernel {
  llvm::StringRef name;
  Linkage linkage = Linkage::Global;
  /// Index of `.text.<name>`, and its bytes.
  unsigned textSection = 0;
  llvm::ArrayRef<uint8_t> text;
  /// Relocations of the text, sorted by offset. Those with a resolved value
  /// (none left by a whole-program ptxas except calls to system functions).
  std::vector<LoadedReloc> relocations;
  /// Device functions whose code is inside `text`.
  std::vector<LoadedFunction> functions;

  /// EIATTR_REGCOUNT, or bits 31..24 of the text section's info
  /// (target::Feature::RegistersInSectionInfo).
  unsigned registers = 0;
  unsigned barriers = 0;
  unsigned frameBytes = 0;
  unsigned minStackBytes = 0;

  /// `.nv.shared.<name>`: bytes to allocate before dynamic shared memory. From
  /// sm_90 on this includes the reserved first 0x400 bytes (sharedBase), and
  /// addresses in the code start at 0x400; 0 when the kernel has no section.
  uint64_t sharedSectionBytes = 0;
  unsigned sharedAlign = 1;
  /// First byte a user variable can have (0x400 or 0).
  unsigned sharedBase = 0;
  /// Static bytes the program asked for: sharedSectionBytes - sharedBase.
  uint64_t staticSharedBytes() const {
    return sharedSectionBytes > sharedBase ? sharedSectionBytes - sharedBase
                                           : 0;
  }

  /// EIATTR_PARAM_CBANK: where the parameters lie in constant bank 0.
  unsigned paramBase = 0;
  unsigned paramBytes = 0;
  /// By ordinal, ascending.
  std::vector<Param> params;

  /// Contents of constant banks 0 and 2 (`.nv.constant<n>.<name>`); empty when
  /// absent. Bank 0 is the initial image: parameters go at paramBase, the
  /// driver fills what is below.
  llvm::ArrayRef<uint8_t> constant0;
  llvm::ArrayRef<uint8_t> constant2;

  std::optional<std::array<uint32_t, 3>> maxntid;
  std::optional<std::array<uint32_t, 3>> reqntid;
  std::optional<std::array<uint32_t, 3>> ctaPerCluster;
  std::optional<uint32_t> maxClusterRank;
  bool explicitCluster = false;
  bool blocksAreClusters = false;
  unsigned maxRegCount = 0xff;

  std::vector<uint32_t> exits;
  std::vector<CoopGroupInstr> coopGroups;
  std::vector<uint32_t> intWarpWide;
  std::vector<PartialLoad> partialLoads;
  std::vector<uint32_t> spills;
  std::vector<IndirectBranch> indirectBranches;
  std::vector<MBarrierRecord> mbarriers;
  std::optional<unsigned> numMBarriers;
  std::vector<uint32_t> atom16Emulation;
  std::optional<uint32_t> crsStackBytes;
  std::vector<llvm::StringRef> externs;
  std::vector<uint32_t> syscallOffsets;
  bool usesWmma = false;
  bool usesReservedShared = false;
  /// It loads, stores or computes in tensor memory.
  bool usesTensorMemory = false;
  /// Which of what computes there is of one block, and of a pair.
  bool usesTensorBlocks = false, usesTensorPairs = false;
  bool reconfiguresRegisters = false;
  uint16_t sparseMmaMask = 0;

  /// Every record, in file order, also those not decoded above.
  std::vector<Attribute> attributes;
};

/// A variable with storage: a symbol of `.nv.global`, `.nv.global.init`,
/// `.nv.constant3` or a shared section.
struct LoadedVariable {
  llvm::StringRef name;
  /// Section index, offset in that section, size.
  unsigned section = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  Linkage linkage = Linkage::Local;
  bool managed = false;
};

/// A parsed cubin. Owns the bytes; every StringRef and ArrayRef points into
/// them, so the object can be moved but the image must not be changed.
struct LoadedCubin {
  /// The file, unchanged.
  std::unique_ptr<std::vector<uint8_t>> image;

  FileHeader header;
  /// SM number from e_flags, suffix ('a' or 0) from there or from `.nv.compat`.
  /// The file does not tell `f` from no suffix.
  unsigned sm = 0;
  char suffix = 0;
  /// SM number of the PTX `.target`, 0 where the file does not say it.
  unsigned ptxTarget = 0;
  /// ET_REL: relocatable, kernels may need linking.
  bool relocatable = false;

  std::vector<Section> sections;
  std::vector<Segment> segments;
  std::vector<Symbol> symbols;
  /// All relocations of all sections, in file order.
  std::vector<LoadedReloc> relocations;

  /// In file order (ptxas: reverse source order).
  std::vector<LoadedKernel> kernels;
  /// Device functions that have a text section of their own.
  std::vector<LoadedFunction> functions;
  /// Records of the module's `.nv.info`.
  std::vector<Attribute> attributes;

  /// Constant bank 3 (`.const` variables) and 4 (addresses), module-wide.
  /// Bank 4 holds zeros in the file; apply `relocations` to fill it.
  llvm::ArrayRef<uint8_t> constant3;
  llvm::ArrayRef<uint8_t> constant4;

  /// The device memory a loader must allocate: the initialised part and the
  /// zero part. Index 0 when absent.
  unsigned globalInitSection = 0;
  unsigned globalSection = 0;
  unsigned constant3Section = 0;
  unsigned constant4Section = 0;
  /// `.global` and `.const` variables in symbol order; look up by `section`.
  std::vector<LoadedVariable> variables;

  /// The section called `name`, or null.
  const Section *findSection(llvm::StringRef name) const;
  /// The kernel called `name`, or null.
  const LoadedKernel *findKernel(llvm::StringRef name) const;
  const LoadedVariable *findVariable(llvm::StringRef name) const;
  /// Relocations that patch `section`, in file order.
  std::vector<LoadedReloc> relocationsOf(unsigned section) const;
};

/// True if `bytes` begin like a cubin (ELF64, little endian, machine CUDA).
bool isCubin(llvm::ArrayRef<uint8_t> bytes);

/// The records of a section of attributes. An error if one exceeds the section.
llvm::Expected<std::vector<Attribute>> parseAttributes(const Section &section);

/// Parses `bytes` (copied). Every offset, index and size is checked; any
/// malformed input gives an error that names the section and the field.
llvm::Expected<LoadedCubin> read(llvm::ArrayRef<uint8_t> bytes);

/// Turns a whole-program cubin back into the writer's description. The text
/// bytes, all attributes, variables and relocations are taken over, kernels are
/// put in source order. Fails on contents that Module cannot describe, with the
/// name of the section or record, rather than dropping them.
llvm::Expected<Module> toModule(const LoadedCubin &cubin);

} // namespace ptxmlir::cubin

#endif // PTX_MLIR_FORMAT_CUBIN_READER_H
