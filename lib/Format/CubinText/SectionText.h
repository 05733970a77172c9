//===- SectionText.h - Sections and symbols of a cubin as text --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the listings have around code and data: the lines that begin a section,
// and the names of ELF's and CUDA's numbers.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_FORMAT_CUBINTEXT_SECTIONTEXT_H
#define PTXMLIR_LIB_FORMAT_CUBINTEXT_SECTIONTEXT_H

#include "ptx-mlir/Format/Cubin/Reader.h"
#include "llvm/Support/raw_ostream.h"

namespace ptxmlir {

/// Flag of sections of another representation of the code, which NVIDIA's tools
/// leave out.
constexpr uint64_t kFlagMercury = 0x10000000;

/// "sm_90a".
std::string getTargetName(const cubin::LoadedCubin &cubin);

/// The function whose code a section is.
llvm::StringRef getFunctionName(const cubin::Section &section);

/// Whether a section is a table of the file, which an assembler makes of what
/// the others say.
bool isOfFile(const cubin::Section &section);

/// The comment that a section begins with.
void printTitle(llvm::StringRef name, llvm::raw_ostream &os);
/// Title, name, flags and type, alignment.
void printSectionHeader(const cubin::LoadedCubin &cubin,
                        const cubin::Section &section, llvm::raw_ostream &os);

/// Whether the header of a code section has the number of registers.
bool hasSectionRegisters(unsigned sm);

/// "@function"
std::string getTypeText(const cubin::Symbol &symbol);
/// "STO_CUDA_ENTRY STV_DEFAULT"; empty where there is nothing to say.
std::string getOtherText(const cubin::Symbol &symbol);
/// "FUNC", "GLOBAL", "DEFAULT" and "ENTRY".
std::string getTypeName(const cubin::Symbol &symbol);
llvm::StringRef getBindName(const cubin::Symbol &symbol);
llvm::StringRef getVisibilityName(const cubin::Symbol &symbol);
llvm::StringRef getOtherName(const cubin::Symbol &symbol);
/// "CUDA_INFO"
std::string getSectionTypeName(uint32_t type);

/// The symbols that other files define, those that any of them may first.
void printUndefinedSymbols(const cubin::LoadedCubin &cubin,
                           llvm::raw_ostream &os);

} // namespace ptxmlir

#endif // PTXMLIR_LIB_FORMAT_CUBINTEXT_SECTIONTEXT_H
