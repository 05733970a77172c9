//===- ElfText.h - The contents of a cubin's sections as text ---*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of `cuobjdump -elf` behind the tables.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_ELFTEXT_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_ELFTEXT_H

#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

/// What is in the sections, but for the names, the symbols and what is for
/// debuggers only.
void printSectionContents(const cubin::LoadedCubin &cubin,
                          llvm::raw_ostream &os);

/// ", toolkit=13.0", or nothing where the file does not say it.
std::string getToolkitText(const cubin::LoadedCubin &cubin);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_ELFTEXT_H
