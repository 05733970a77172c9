//===- GraphText.cpp - The control flow of a cubin for graphviz -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form is that of nvdisasm 13.5, as observed: a cluster for each function,
// a node for what is reached of it. A node's record has a field for the text
// at its entry, one for each instruction that may leave (exitN), and one for
// the text behind that (exitpostN).
//
//===----------------------------------------------------------------------===//

#include "CodeText.h"
#include "FlowBlocks.h"
#include "SectionText.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Format.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

/// Text within a record, where some characters have a meaning.
static std::string escape(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    if (llvm::StringRef(" []<>{}|\"\\").contains(c))
      result += '\\';
    result += c;
  }
  return result;
}

/// Text between quotation marks.
static std::string quote(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

namespace {
/// The nodes of one function, one after the other.
class Graph {
public:
  Graph(const CodeText &text, const DisassemblyOptions &options,
        llvm::raw_ostream &os)
      : text(text), options(options), os(os) {}

  void printSection(size_t index);

private:
  void printFunction(const FlowFunction &function);
  void printNode(llvm::ArrayRef<FlowBlock> blocks, bool isFunction,
                 llvm::StringRef next);
  void printSymbols(uint64_t offset);
  void printLine(size_t word);
  void nameBlocks(const FlowFunction &function);
  std::string getName(uint64_t offset) const;

  const CodeText &text;
  const DisassemblyOptions &options;
  llvm::raw_ostream &os;
  const CodeSection *code = nullptr;
  llvm::ArrayRef<InstText> texts;
  std::map<uint64_t, std::string> names; ///< of blocks without a label
  unsigned numNamed = 0;                 ///< in the whole file
};
} // namespace

std::string Graph::getName(uint64_t offset) const {
  auto known = names.find(offset);
  if (known != names.end())
    return known->second;
  // Of a function and its section the one that is written first.
  unsigned section = code->section->index;
  for (const Symbol *symbol : text.getSymbols(section, offset))
    if (symbol->type == ELF::STT_FUNC || symbol->type == ELF::STT_SECTION)
      return symbol->name.str();
  return text.getLabels().getName(section, offset).str();
}

void Graph::nameBlocks(const FlowFunction &function) {
  for (const FlowBlock &block : function.blocks)
    if (!block.hasLabel && block.isReached)
      names[block.first * kInstBytes] = "BB" + std::to_string(numNamed++);
}

/// The directives of a function and its name.
void Graph::printSymbols(uint64_t offset) {
  unsigned section = code->section->index;
  for (const Symbol *symbol : text.getSymbols(section, offset)) {
    std::string name = escape(symbol->name);
    if (symbol->type == ELF::STT_SECTION)
      os << name << ":\\l";
    if (symbol->type != ELF::STT_FUNC)
      continue;
    if (symbol->bind != ELF::STB_LOCAL)
      os << (symbol->bind == ELF::STB_WEAK ? "\t.weak" : "\t.global") << "\t\t"
         << name << "\\l";
    llvm::StringRef end =
        text.getLabels().getName(section, symbol->value + symbol->size);
    os << "\t.type\t\t" << name << ',' << getTypeText(*symbol)
       << "\\l\t.size\t\t" << name << ",(" << escape(end) << "\\ -\\ " << name
       << ")\\l";
    if (symbol->other)
      os << "\t.other\t\t" << name << ",\\<no\\ object\\>\\l";
    os << name << ":\\l";
  }
}

void Graph::printLine(size_t word) {
  const InstText &t = texts[word];
  std::string line = "  " + t.guard + t.text;
  if (!t.note.empty())
    line += ' ' + t.note;
  if (options.graphOffsets)
    os << llvm::format("%04llx:\\ ", (unsigned long long)word * kInstBytes);
  os << escape(line + ';') << "\\l";
}

/// Blocks that are entered at the top of the first one only.
void Graph::printNode(llvm::ArrayRef<FlowBlock> blocks, bool isFunction,
                      llvm::StringRef next) {
  uint64_t offset = blocks.front().first * kInstBytes;
  std::string name = quote(getName(offset));
  os << "node [fontname=\"Courier\",fontsize=10,shape=Mrecord];\n"
     << name << "\n[label=\"{<entry>";
  if (isFunction)
    printSymbols(offset);
  else if (blocks.front().hasLabel)
    os << escape(getName(offset)) << ":\\l";
  std::string field = "entry", edges;
  auto addEdge = [&](llvm::StringRef side, llvm::StringRef target) {
    if (!target.empty())
      edges += (name + ":" + field + ":" + side + " -> " + quote(target) +
                ":entry:n [style=solid];\n")
                   .str();
  };
  unsigned numExits = 0;
  for (const FlowBlock &block : blocks) {
    // Between two such instructions there may be nothing.
    if (&block != &blocks.front() && block.first + block.hasExit < block.end) {
      field = "exitpost" + std::to_string(numExits - 1);
      os << "|<" << field << '>';
    }
    for (size_t word = block.first; word + block.hasExit < block.end; ++word)
      printLine(word);
    if (!block.hasExit)
      continue;
    field = "exit" + std::to_string(numExits++);
    os << "|<" << field << '>';
    printLine(block.end - 1);
    for (uint32_t target : block.targets)
      addEdge("e", getName(target));
  }
  if (blocks.back().goesOn)
    addEdge("s", next);
  os << "}\"]\n" << edges;
}

void Graph::printFunction(const FlowFunction &function) {
  os << "subgraph " << quote("cluster_" + function.name.str()) << " {\n";
  llvm::ArrayRef<FlowBlock> blocks = function.blocks;
  for (size_t first = 0; first < blocks.size();) {
    size_t end = first + 1;
    if (options.graph == GraphNodes::Hyperblocks)
      while (end < blocks.size() && !blocks[end].hasLabel &&
             blocks[end - 1].goesOn)
        ++end;
    if (blocks[first].isReached)
      printNode(blocks.slice(first, end - first), first == 0,
                getName(blocks[end - 1].end * kInstBytes));
    first = end;
  }
  os << "}\n";
}

void Graph::printSection(size_t index) {
  code = &text.getCode()[index];
  texts = text.getTexts(index);
  names.clear();
  std::vector<FlowFunction> functions = getFlow(*code, text.getLabels());
  if (options.graph == GraphNodes::BasicBlocks)
    llvm::for_each(functions,
                   [&](const FlowFunction &f) { return nameBlocks(f); });
  llvm::for_each(functions,
                 [&](const FlowFunction &f) { return printFunction(f); });
}

void ptxmlir::printFlowGraph(const LoadedCubin &cubin,
                             const DisassemblyOptions &options,
                             llvm::raw_ostream &os) {
  CodeText text(cubin, options, readChosenCode(cubin, options));
  os << "digraph f {\n";
  Graph graph(text, options, os);
  for (size_t i = 0; i < text.getCode().size(); ++i)
    graph.printSection(i);
  os << "}\n";
}
