//===- CubinWriter.h - The writer of whole programs -------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of writing one file. Writer.cpp makes sections and symbols of
// kernels and variables, WriterRelocations.cpp the sections of relocations.
// Relocatable objects have a writer of their own.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FORMAT_CUBIN_CUBINWRITER_H
#define LIB_FORMAT_CUBIN_CUBINWRITER_H

#include "DebugWriter.h"
#include "ElfBuilder.h"
#include "WriterParts.h"
#include "llvm/BinaryFormat/ELF.h"

namespace ptxmlir::cubin {

constexpr uint32_t kFlagInfoLink = llvm::ELF::SHF_INFO_LINK;

class CubinWriter : ElfBuilder {
public:
  CubinWriter(const Module &module, const target::TargetInfo &target)
      : module(module), target(target), order(getOrder(module)),
        debug(*this, module, order) {
    hasOldLayout = !has(target::Feature::CompatSection);
  }

  llvm::Error run(llvm::SmallVectorImpl<char> &out);

private:
  const Module &module;
  const target::TargetInfo &target;
  std::vector<const Kernel *> order; ///< file order

  static std::vector<const Kernel *> getOrder(const Module &module) {
    std::vector<const Kernel *> order;
    for (const Kernel &k : llvm::reverse(module.kernels))
      order.push_back(&k);
    return order;
  }
  bool has(target::Feature feature) const { return target.has(feature); }

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
  DebugWriter debug;
  bool capMade = false;

  struct KernelParts {
    const Kernel *kernel;
    int text = -1, info = -1, rela = -1, constant0 = -1, constant0Rela = -1;
  };
  std::vector<KernelParts> parts;

  void createKernelParts(const Kernel &k, bool first);

  std::vector<RelaEntry> getRelas(const Kernel &k) const;

  /// Where the shared memory of kernels begins. On sm_90 a symbol that ptxas
  /// makes and removes again; its name leaves a hole.
  void createReservedSharedCap();

  /// What is made once, with the first kernel: the reserved shared window and
  /// all variables.
  void createModuleParts(const Kernel *firstKernel);

  void addExterns(const Kernel &k);

  void ensureConstant4();

  void createVariable(const Variable &v);

  void createTail();

  void createConstant0(KernelParts &p, Rank rank, std::vector<int> &list);

  /// The offset of the first word of an image in constant bank 0.
  uint64_t getFirstSlot(const Kernel &k) const;

  /// The relocations of the words of images, in falling order.
  std::vector<RelaEntry> getImageRelas(const Kernel &k) const;

  /// The relocations of bank 4, in falling order of the slots.
  std::vector<RelaEntry> getSlotRelas();

  /// All sections of relocations but those of code, in the old layout.
  void createSplitRelocations();

  /// The sections of the relocations, `.rela.nv.<name>`, created under
  /// `.rela.nv.<firstName>`; the section name table is corrected, the symbol
  /// name table is not. Relocations are filed last to first, also those of
  /// different sections, the ones without addend under `.rel` first, whose
  /// entries then move to `.rela`.
  void createRelas(llvm::ArrayRef<RelaTrace> traces);

  llvm::Error fillSections();

  /// Bytes ptxas leaves between the two string tables (observed; they are
  /// zero): a constant plus the length of a name per kernel.
  uint64_t namesGap() const;
};

} // namespace ptxmlir::cubin

#endif // LIB_FORMAT_CUBIN_CUBINWRITER_H
