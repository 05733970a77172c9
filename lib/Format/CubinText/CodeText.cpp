//===- CodeText.cpp - The code sections of a cubin as text ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form is that of nvdisasm 13.5, as observed.
//
//===----------------------------------------------------------------------===//

#include "CodeText.h"
#include "SectionText.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

std::vector<CodeSection>
ptxmlir::readCode(const LoadedCubin &cubin,
                  llvm::function_ref<bool(const Section &)> isWanted) {
  std::vector<CodeSection> result;
  std::map<unsigned, size_t> indexOf;
  for (const Section &section : cubin.sections) {
    if (section.type != ELF::SHT_PROGBITS ||
        !(section.flags & ELF::SHF_EXECINSTR) || !isWanted(section))
      continue;
    indexOf[section.index] = result.size();
    result.push_back(
        {&section, decodeText(section.data, cubin.sm), {}, {}, {}});
  }
  for (const LoadedReloc &r : cubin.relocations)
    if (auto it = indexOf.find(r.section); it != indexOf.end())
      result[it->second]
          .relocations[r.offset / kInstBytes * kInstBytes]
          .push_back(r);
  for (const LoadedKernel &kernel : cubin.kernels) {
    auto it = indexOf.find(kernel.textSection);
    if (it == indexOf.end())
      continue;
    for (const IndirectBranch &branch : kernel.indirectBranches)
      result[it->second].branchTargets[branch.offset] = branch.targets;
  }
  // Functions have spills, too.
  for (const Section &section : cubin.sections) {
    auto it = indexOf.find(section.info);
    if (section.type != SHT_CUDA_INFO || it == indexOf.end())
      continue;
    auto attributes = parseAttributes(section);
    if (!attributes) {
      llvm::consumeError(attributes.takeError());
      continue;
    }
    for (const Attribute &attribute : *attributes) {
      std::vector<uint32_t> words = attribute.words();
      if (Attr(attribute.code) == Attr::ANNOTATIONS)
        for (size_t i = 0; i + 2 <= words.size(); i += 2)
          if (words[i] == kSpillAnnotation)
            result[it->second].spills.insert(words[i + 1]);
    }
  }
  return result;
}

std::vector<CodeSection>
ptxmlir::readChosenCode(const LoadedCubin &cubin,
                        const DisassemblyOptions &options) {
  return readCode(cubin, [&](const Section &section) {
    return options.functions.empty() ||
           llvm::any_of(options.functions, [&](unsigned index) {
             return index < cubin.symbols.size() &&
                    cubin.symbols[index].section == section.index;
           });
  });
}

CodeText::CodeText(const LoadedCubin &cubin, const DisassemblyOptions &options,
                   std::vector<CodeSection> sections)
    : cubin(cubin), options(options), code(std::move(sections)),
      labels(cubin, code),
      layout(options.encoding && !options.raw, !options.raw) {
  for (const CodeSection &c : code) {
    indexOf[c.section->index] = texts.size();
    InstContext context(cubin, c, &labels);
    context.notes = true;
    texts.emplace_back();
    for (size_t i = 0; i < c.words.size(); ++i) {
      texts.back().push_back(getInstText(context, c.words, i));
      if (options.noDataflow && c.branchTargets.count(uint32_t(i * kInstBytes)))
        texts.back().back().note.clear();
      layout.measure(texts.back().back(), i * kInstBytes);
    }
  }
  for (const Symbol &symbol : llvm::reverse(cubin.symbols))
    symbols[{symbol.section, symbol.value}].push_back(&symbol);
  if (options.lifeRanges != LifeRanges::None) {
    // Lines of the source have no place beside it.
    life.emplace(cubin, code, labels, options.lifeRanges);
    measureLifeColumn();
    return;
  }
  if (options.sourceLines || options.inlinedCalls)
    readLines(source, ".debug_line");
  if (options.ptxLines)
    readLines(ptx, ".nv_debug_line_sass");
}

void CodeText::measureLifeColumn() {
  lifeColumn = layout.getEnd();
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const CodeSection &c : code)
    for (size_t i = 0; i <= c.words.size(); ++i)
      printSymbols(c.section->index, i * kInstBytes, os);
  for (llvm::StringRef line : llvm::split(text, '\n'))
    lifeColumn = std::max(lifeColumn, line.size() + 6);
}

void CodeText::readLines(Lines &lines, llvm::StringRef table) {
  lines.rows = readLineTable(cubin, table);
  for (size_t i = 0; i < lines.rows.size(); ++i)
    if (lines.rows[i].line)
      lines.at[{lines.rows[i].section, lines.rows[i].offset}].push_back(i);
}

std::string CodeText::getPlaceText(const LineRow &row) const {
  llvm::StringRef file = row.file.empty() ? ".nv_debug_ptx_txt" : row.file;
  std::string text = "\"";
  if (!row.folder.empty())
    text += row.folder.str() + "/";
  return text + file.str() + "\", line " + std::to_string(row.line);
}

void CodeText::printLines(Lines &lines, unsigned section, uint64_t offset,
                          llvm::raw_ostream &os) {
  auto here = lines.at.find({section, offset});
  if (here == lines.at.end())
    return;
  // What is known last counts.
  const LineRow *row = &lines.rows[here->second.back()];
  std::string text;
  while (true) {
    text += "\t//## File " + getPlaceText(*row);
    // Callers come before what they call; a broken table may say otherwise.
    size_t caller = row->sequence + row->caller - 1;
    bool isInlined = options.inlinedCalls && row->caller &&
                     caller < size_t(row - lines.rows.data());
    if (!isInlined) {
      text += '\n';
      break;
    }
    row = &lines.rows[caller];
    text += " inlined at " + getPlaceText(*row) + '\n';
  }
  if (text != lines.last)
    os << text;
  lines.last = text;
}

llvm::ArrayRef<const Symbol *> CodeText::getSymbols(unsigned section,
                                                    uint64_t offset) const {
  auto here = symbols.find({section, offset});
  if (here == symbols.end())
    return {};
  return here->second;
}

void CodeText::printSymbols(unsigned section, uint64_t offset,
                            llvm::raw_ostream &os) {
  llvm::ArrayRef<const Symbol *> here = getSymbols(section, offset);
  bool hasName = llvm::any_of(
      here, [](const Symbol *s) { return s->type == ELF::STT_FUNC; });
  if (hasName && options.separateFunctions)
    os << "\n\n\n\n";
  for (const Symbol *symbol : here) {
    if (symbol->type == ELF::STT_FUNC) {
      llvm::StringRef name = symbol->name;
      auto directive = [&](llvm::StringRef what) -> llvm::raw_ostream & {
        return os << "        " << llvm::left_justify(what, 15) << ' ' << name;
      };
      if (symbol->bind != ELF::STB_LOCAL)
        directive(symbol->bind == ELF::STB_WEAK ? ".weak" : ".global") << '\n';
      directive(".type") << ',' << getTypeText(*symbol) << '\n';
      directive(".size") << ",("
                         << labels.getName(section,
                                           symbol->value + symbol->size)
                         << " - " << name << ")\n";
      if (std::string other = getOtherText(*symbol); !other.empty())
        directive(".other") << ",@\"" << other << "\"\n";
      os << name << ":\n";
    } else if (symbol->type == ELF::STT_SECTION) {
      os << symbol->name << ":\n";
    }
  }
  llvm::StringRef label = labels.getLabel(section, offset);
  if (!hasName && !label.empty())
    os << label << ":\n";
}

void CodeText::print(const Section &section, llvm::raw_ostream &os) {
  auto known = indexOf.find(section.index);
  if (known == indexOf.end())
    return;
  const CodeSection &c = code[known->second];
  printSectionHeader(cubin, section, os);
  if (life)
    return printWithLifeRanges(known->second, os);
  for (size_t i = 0; i < c.words.size(); ++i) {
    uint64_t offset = i * kInstBytes;
    printSymbols(section.index, offset, os);
    printLines(source, section.index, offset, os);
    printLines(ptx, section.index, offset, os);
    layout.print(texts[known->second][i], offset, c.words[i].word, os);
  }
  printSymbols(section.index, c.words.size() * kInstBytes, os);
}

void CodeText::printWithLifeRanges(size_t index, llvm::raw_ostream &os) {
  const CodeSection &c = code[index];
  auto print = [&](llvm::StringRef line, llvm::StringRef row) {
    os << line;
    os.indent(unsigned(lifeColumn - std::min(lifeColumn, line.size())))
        << "// " << row << '\n';
  };
  // Of several lines the last one has the row, or of a symbol's the first one.
  auto printAll = [&](llvm::StringRef text, llvm::StringRef row, bool atFirst) {
    llvm::SmallVector<llvm::StringRef> lines;
    text.split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (size_t i = 0; i < lines.size(); ++i)
      print(lines[i], i == (atFirst ? 0 : lines.size() - 1)
                          ? row
                          : llvm::StringRef(life->getEmptyRow()));
  };
  for (const std::string &line : life->getHeader())
    print("", line);
  std::string text;
  llvm::raw_string_ostream part(text);
  for (size_t i = 0; i < c.words.size(); ++i) {
    const RegisterUse &use = life->getUse(index, i);
    uint64_t offset = i * kInstBytes;
    bool isFunction = labels.isFunction(c.section->index, offset);
    printSymbols(c.section->index, offset, part);
    printAll(text,
             isFunction && i == 0               ? life->getEmptyRow()
             : isFunction || use.hasBreakBefore ? life->getRule('.')
                                                : life->getRow(use, true),
             isFunction);
    text.clear();
    if (!use.isListed)
      continue;
    layout.print(texts[index][i], offset, c.words[i].word, part);
    printAll(text, life->getRow(use, false), false);
    text.clear();
  }
  printSymbols(c.section->index, c.words.size() * kInstBytes, part);
  printAll(text, life->getRule('-'), false);
  os << '\n';
  for (const char *line : LifeTable::getLegend())
    print("", line);
  os << '\n';
}
