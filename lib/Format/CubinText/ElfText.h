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

/// What is in the sections, but for the names, the symbols and the DWARF of
/// debuggers.
void printSectionContents(const cubin::LoadedCubin &cubin,
                          llvm::raw_ostream &os);

/// How frames of the code are found (.debug_frame).
void printFrames(const cubin::LoadedCubin &cubin, const cubin::Section &section,
                 llvm::raw_ostream &os);

/// ", toolkit=13.0", or nothing where the file does not say it.
std::string getToolkitText(const cubin::LoadedCubin &cubin);

/// What is in a note, without its head; nothing where it is damaged.
llvm::ArrayRef<uint8_t> getNoteContent(const cubin::Section &section);
/// The null-terminated text at an offset; empty where there is none.
llvm::StringRef getText(llvm::ArrayRef<uint8_t> bytes, uint64_t offset);
/// NVIDIA's name of a relocation type, "R_CUDA_64".
std::string getElfRelocName(uint32_t type);
/// "EIATTR_REGCOUNT"; empty for the codes that NVIDIA's tools have no name for.
std::string getElfAttributeName(uint8_t code);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_ELFTEXT_H
