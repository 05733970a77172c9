//===- CubinText.h - The code sections of a cubin ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Just enough of an ELF reader for tests of the codec, which must not depend on
// the library that reads cubins.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_UNITTESTS_ISA_CUBINTEXT_H
#define PTXMLIR_UNITTESTS_ISA_CUBINTEXT_H

#include "ptx-mlir/ISA/Inst.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <vector>

namespace ptxmlir {

/// The contents of a section, empty if it lies outside the file.
inline llvm::StringRef contents(llvm::StringRef data,
                                const llvm::ELF::Elf64_Shdr &section) {
  if (section.sh_type == llvm::ELF::SHT_NOBITS ||
      section.sh_offset > data.size())
    return {};
  return data.substr(section.sh_offset, section.sh_size);
}

/// Calls fn(section name, SM number, instruction words) for every .text section
/// of a cubin; false, with a message, if the file is none. `sm` 0: the file's.
inline bool
forEachTextSection(llvm::StringRef path, unsigned sm,
                   llvm::function_ref<void(llvm::StringRef, unsigned,
                                           llvm::ArrayRef<isa::Word>)>
                       fn) {
  using namespace llvm;
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer) {
    errs() << path << ": " << buffer.getError().message() << "\n";
    return false;
  }
  StringRef data = (*buffer)->getBuffer();
  ELF::Elf64_Ehdr header;
  if (data.size() < sizeof(header) || !data.starts_with("\177ELF")) {
    errs() << path << ": not an ELF file\n";
    return false;
  }
  memcpy(&header, data.data(), sizeof(header));
  if (!sm)
    sm = header.e_flags >> 8 & 0xff;
  std::vector<ELF::Elf64_Shdr> sections(header.e_shnum);
  if (header.e_shoff + sections.size() * sizeof(ELF::Elf64_Shdr) >
          data.size() ||
      header.e_shstrndx >= sections.size()) {
    errs() << path << ": bad section table\n";
    return false;
  }
  memcpy(sections.data(), data.data() + header.e_shoff,
         sections.size() * sizeof(ELF::Elf64_Shdr));
  StringRef names = contents(data, sections[header.e_shstrndx]);
  for (const ELF::Elf64_Shdr &section : sections) {
    if (!names.substr(section.sh_name).starts_with(".text"))
      continue;
    StringRef text = contents(data, section);
    std::vector<isa::Word> words(text.size() / 16);
    for (size_t i = 0; i != words.size(); ++i) {
      memcpy(&words[i].lo, text.data() + 16 * i, 8);
      memcpy(&words[i].hi, text.data() + 16 * i + 8, 8);
    }
    fn(names.data() + section.sh_name, sm, words);
  }
  return true;
}

} // namespace ptxmlir

#endif // PTXMLIR_UNITTESTS_ISA_CUBINTEXT_H
