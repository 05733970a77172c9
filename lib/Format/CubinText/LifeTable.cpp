//===- LifeTable.cpp - Live registers as columns --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form is that of nvdisasm 13.5, as observed: a column for each file with
// the number of registers in use, and a character for each register.
//
//===----------------------------------------------------------------------===//

#include "LifeRanges.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptxmlir;

/// Puts text in the middle of a column; what is odd goes to the left.
static std::string center(llvm::StringRef text, size_t width) {
  size_t rest = width - std::min(width, text.size());
  return std::string((rest + 1) / 2, ' ') + text.str() +
         std::string(rest / 2, ' ');
}

/// How many general registers the file says that the code of a section has.
static std::map<unsigned, unsigned>
readRegisterCounts(const cubin::LoadedCubin &cubin) {
  std::map<unsigned, unsigned> counts;
  for (const cubin::Attribute &attribute : cubin.attributes) {
    std::vector<uint32_t> words = attribute.words();
    if (cubin::Attr(attribute.code) == cubin::Attr::REGCOUNT &&
        words.size() >= 2 && words[0] < cubin.symbols.size())
      counts[cubin.symbols[words[0]].section] = words[1];
  }
  return counts;
}

LifeTable::LifeTable(const cubin::LoadedCubin &cubin,
                     llvm::ArrayRef<CodeSection> code, const CodeLabels &labels,
                     LifeRanges mode)
    : mode(mode) {
  std::map<unsigned, unsigned> counts = readRegisterCounts(cubin);
  RegisterSet used;
  for (const CodeSection &c : code) {
    auto count = counts.find(c.section->index);
    uses.push_back(getRegisterUse(
        c, labels, count == counts.end() ? isa::RZ : count->second));
    for (const RegisterUse &use : uses.back())
      used |= use.inUse & ~(use.changed & ~use.reads);
  }
  for (File file :
       {File{"GPR", kGPR, 256}, File{"PRED", kPredicate, 8},
        File{"UGPR", kUniform, 256}, File{"UPRED", kUniformPredicate, 8}}) {
    for (unsigned i = 0; i < file.size; ++i)
      if (used[file.first + i])
        file.numColumns = i + 1;
    if (!file.numColumns && file.first != kGPR)
      continue;
    file.countWidth = unsigned(std::to_string(file.numColumns).size());
    file.width =
        std::max(getCell(file, "", [](unsigned) { return " "; }).size(),
                 file.name.size() + 4);
    files.push_back(file);
  }
}

/// The text of a column: a count, and one mark for each register.
std::string
LifeTable::getCell(const File &file, llvm::StringRef count,
                   llvm::function_ref<std::string(unsigned)> mark) const {
  size_t padding =
      file.countWidth - std::min<size_t>(file.countWidth, count.size());
  std::string cell = " " + std::string(padding, ' ') + count.str();
  if (mode != LifeRanges::Count)
    cell += ' ';
  for (unsigned i = 0; mode != LifeRanges::Count && i < file.numColumns; ++i) {
    std::string text = mark(i);
    if (mode == LifeRanges::Wide) {
      text.insert(0, std::to_string(i).size() - text.size(), ' ');
      text += i + 1 < file.numColumns ? " " : "";
    }
    cell += text;
  }
  return cell + "  ";
}

std::string LifeTable::joinCells(
    llvm::function_ref<std::string(const File &)> getText) const {
  std::string row = "|";
  for (const File &file : files)
    row += center(getText(file), file.width) + "|";
  return row;
}

std::string LifeTable::getRule(char fill) const {
  std::string rule = "+";
  for (const File &file : files)
    rule += std::string(file.width, fill) + "+";
  return rule;
}

std::string LifeTable::getEmptyRow() const {
  return joinCells([](const File &) { return std::string(); });
}

std::vector<std::string> LifeTable::getHeader() const {
  std::vector<std::string> lines = {getRule('-')};
  lines.push_back(joinCells(
      [](const File &file) { return " " + file.name.str() + "   "; }));
  auto addNumbers = [&](llvm::StringRef count, unsigned divisor) {
    lines.push_back(joinCells([&](const File &file) {
      bool hasDigit = divisor == 1 || file.numColumns > divisor;
      return getCell(file, count, [&](unsigned i) -> std::string {
        if (mode == LifeRanges::Wide)
          return std::to_string(i);
        return hasDigit ? std::to_string(i / divisor % 10) : " ";
      });
    }));
  };
  if (mode == LifeRanges::Narrow) {
    addNumbers("", 100);
    addNumbers("", 10);
  }
  addNumbers("#", 1);
  lines.push_back(getRule('-'));
  return lines;
}

std::string LifeTable::getRow(const RegisterUse &use, bool isLabel) const {
  return joinCells([&](const File &file) {
    size_t count = 0;
    for (unsigned i = 0; i < file.numColumns; ++i)
      count += use.inUse[file.first + i];
    std::string number = count ? std::to_string(count) : "";
    return getCell(file, number, [&](unsigned i) -> std::string {
      unsigned r = file.first + i;
      if (!use.inUse[r])
        return " ";
      if (isLabel || (!use.reads[r] && !use.writes[r]))
        return ":";
      return !use.writes[r] ? "v" : use.reads[r] ? "x" : "^";
    });
  });
}

llvm::ArrayRef<const char *> LifeTable::getLegend() {
  static const char *const lines[] = {
      "Legend:",
      "    ^       : Register assignment",
      "    v       : Register usage",
      "    x       : Register usage and reassignment",
      "    :       : Register in use",
      "    <space> : Register not in use",
      "    #       : Number of occupied registers",
  };
  return lines;
}
