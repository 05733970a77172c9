//===- DebugWriter.h - Line tables and debugging data -----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs and objects for the linker have the same sections for a debugger;
// in an object they name the sections that they point into, because a linker
// joins those of several.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FORMAT_CUBIN_DEBUGWRITER_H
#define LIB_FORMAT_CUBIN_DEBUGWRITER_H

#include "ElfBuilder.h"

namespace ptxmlir::cubin {

class DebugWriter {
public:
  DebugWriter(ElfBuilder &elf, const Module &module,
              llvm::ArrayRef<const Kernel *> order)
      : elf(elf), module(module), order(order) {}

  /// Makes the sections. Their contents need no index of a symbol.
  void create();
  /// Fills the sections of relocations that are not split, when symbols have
  /// got their numbers.
  llvm::Error fill();

private:
  ElfBuilder &elf;
  const Module &module;
  llvm::ArrayRef<const Kernel *> order;
  std::vector<std::pair<int, std::vector<RelaEntry>>> relocations;

  void addSection(const std::string &name, ByteWriter data,
                  std::vector<RelaEntry> relas, bool isSplit);

  /// The DWARF of the PTX. `.debug_abbrev` comes first, and relocations are in
  /// falling order; up to sm_89 all sections but `.debug_info` have their
  /// addends in their bytes (observed on ptxas 13.0.88).
  void createDwarf();
};

} // namespace ptxmlir::cubin

#endif // LIB_FORMAT_CUBIN_DEBUGWRITER_H
