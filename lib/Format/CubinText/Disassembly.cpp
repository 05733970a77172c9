//===- Disassembly.cpp - A cubin as NVIDIA's disassembler prints it -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of what nvdisasm prints, and its ways to print all of it.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Format/CubinText/Disassembly.h"
#include "CodeText.h"
#include "DataText.h"
#include "SectionText.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

/// `text` with spaces up to the next multiple of eight for each tab.
static void printExpanded(llvm::StringRef text, llvm::raw_ostream &os) {
  size_t column = 0;
  for (char c : text) {
    if (c == '\t') {
      size_t width = 8 - column % 8;
      os.indent(unsigned(width));
      column += width;
      continue;
    }
    os << c;
    column = c == '\n' ? 0 : column + 1;
  }
}

void ptxmlir::printDisassembly(const LoadedCubin &cubin,
                               const DisassemblyOptions &options,
                               llvm::raw_ostream &out) {
  std::string text;
  llvm::raw_string_ostream os(text);
  CodeText code(cubin, options, readChosenCode(cubin, options));
  DataText data(cubin, code.getLabels());
  os << "\t.target\t" << getTargetName(cubin) << "\n\n\t.elftype\t@\"ET_";
  if (cubin.header.type == ELF::ET_EXEC)
    os << "EXEC";
  else if (cubin.header.type == ELF::ET_REL)
    os << "REL";
  else
    os << "EWP";
  os << "\"\n";
  std::vector<const Section *> sections;
  for (const Section &section : cubin.sections)
    sections.push_back(&section);
  if (options.sortSections)
    llvm::sort(sections, [](const Section *a, const Section *b) {
      return std::tie(a->name, a->index) < std::tie(b->name, b->index);
    });
  for (const Section *section : sections) {
    if (code.has(*section))
      code.print(*section, os);
    else if (!options.codeOnly && !isOfFile(*section) &&
             !(section->flags & (ELF::SHF_EXECINSTR | kFlagMercury)))
      data.print(*section, os);
  }
  printUndefinedSymbols(cubin, os);
  if (options.raw)
    printExpanded(text, out);
  else
    out << text;
}

void ptxmlir::printRawCode(llvm::ArrayRef<uint8_t> bytes, unsigned sm,
                           char suffix, uint64_t base, bool encoding,
                           llvm::raw_ostream &os) {
  for (unsigned i = 0; i < 2; ++i) {
    os << "\t.headerflags\t@\"";
    if (suffix == 'a')
      os << "EF_CUDA_ACCELERATORS ";
    os << "EF_CUDA_64BIT_ADDRESS EF_CUDA_SM" << sm
       << " EF_CUDA_VIRTUAL_SM(EF_CUDA_SM" << sm << ")\"\n";
  }
  std::vector<DecodedWord> words = decodeText(bytes, sm);
  InstContext context;
  context.sm = sm;
  context.base = base;
  InstLines lines(encoding);
  std::vector<InstText> texts;
  for (size_t i = 0; i < words.size(); ++i) {
    texts.push_back(getInstText(context, words, i));
    lines.measure(texts.back(), base + i * kInstBytes);
  }
  for (size_t i = 0; i < words.size(); ++i)
    lines.print(texts[i], base + i * kInstBytes, words[i].word, os);
}
