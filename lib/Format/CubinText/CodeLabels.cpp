//===- CodeLabels.cpp - Names of places in the code of a cubin ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of reference takes its numbers in a pass of its own over the file;
// some take a number that no label then has.
//
//===----------------------------------------------------------------------===//

#include "CodeLabels.h"
#include "ptx-mlir/Format/Cubin/Constants.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace ptxmlir;
using namespace ptxmlir::cubin;
namespace ELF = llvm::ELF;

void ptxmlir::forEachCodeOffset(
    const Attribute &attribute,
    llvm::function_ref<void(uint32_t, size_t)> use) {
  std::vector<uint32_t> words = attribute.words();
  auto useEach = [&](size_t first, size_t step) {
    for (size_t i = first; i < words.size(); i += step)
      use(words[i], i);
  };
  switch (Attr(attribute.code)) {
  case Attr::EXIT_INSTR_OFFSETS:
  case Attr::SYSCALL_OFFSETS:
  case Attr::COOP_GROUP_INSTR_OFFSETS:
  case Attr::INT_WARP_WIDE_INSTR_OFFSETS:
    return useEach(0, 1);
  case Attr::UNUSED_LOAD_BYTE_OFFSET:
    return useEach(0, 2);
  case Attr::ANNOTATIONS:
    return useEach(1, 2);
  case Attr::MBARRIER_INSTR_OFFSETS:
    return useEach(0, 4);
  case Attr::INDIRECT_BRANCH_TARGETS:
    // The branch, a word, the number of targets, the targets.
    for (size_t i = 0; i + 3 <= words.size();) {
      use(words[i], i);
      size_t end = i + 3 + std::min<size_t>(words[i + 2], words.size());
      for (i += 3; i < end && i < words.size(); ++i)
        use(words[i], i);
    }
    return;
  default:
    return;
  }
}

llvm::StringRef CodeLabels::getLabel(unsigned section, uint64_t offset) const {
  auto label = labels.find({section, offset});
  return label == labels.end() ? llvm::StringRef() : label->second;
}

llvm::StringRef CodeLabels::getName(unsigned section, uint64_t offset) const {
  auto function = functions.find({section, offset});
  return function == functions.end() ? getLabel(section, offset)
                                     : function->second;
}

void CodeLabels::addReference(Place place) {
  if (!functions.count(place) && !labels.count(place))
    labels[place] = makeName();
}

void CodeLabels::addListed(Place place) {
  std::string name = makeName();
  if (!functions.count(place))
    labels.try_emplace(place, std::move(name));
}

CodeLabels::CodeLabels(const LoadedCubin &cubin,
                       llvm::ArrayRef<CodeSection> code) {
  std::map<unsigned, const CodeSection *> codeOf;
  for (const CodeSection &c : code)
    codeOf[c.section->index] = &c;
  auto isCode = [&](unsigned section) { return codeOf.count(section) != 0; };
  for (const Symbol &symbol : cubin.symbols)
    if (symbol.type == ELF::STT_FUNC && isCode(symbol.section))
      functions.try_emplace({symbol.section, symbol.value}, symbol.name);

  auto addRelocation = [&](const LoadedReloc &r) {
    const Symbol &symbol = cubin.symbols[r.symbolIndex];
    if (symbol.type == ELF::STT_FUNC && r.addend > 0 && isCode(symbol.section))
      addReference({symbol.section, symbol.value + uint64_t(r.addend)});
  };
  for (const CodeSection &c : code)
    for (const auto &[offset, relocations] : c.relocations)
      llvm::for_each(relocations, addRelocation);

  for (const CodeSection &c : code)
    for (size_t i = 0; i < c.words.size(); ++i) {
      const DecodedWord &d = c.words[i];
      if (d.target)
        addReference({c.section->index, *d.target});
      // The start of the section, which has a name already.
      if (cubin.relocatable && d.inst && d.inst->opcode == isa::Opcode::BRX)
        ++numLabels;
    }

  // Debugging sections, in the order of their tables of relocations.
  llvm::MapVector<unsigned, std::vector<LoadedReloc>> others;
  for (const LoadedReloc &r : cubin.relocations)
    if (!isCode(r.section))
      others[r.section].push_back(r);
  for (auto &[section, relocations] : others) {
    llvm::sort(relocations, [](const LoadedReloc &a, const LoadedReloc &b) {
      return a.offset < b.offset;
    });
    llvm::ArrayRef<uint8_t> data = cubin.sections[section].data;
    for (LoadedReloc &r : relocations) {
      // Of REL the section has what is added.
      bool isInData = !r.addend && RelocType(r.type) == RelocType::Abs64 &&
                      r.offset + 8 <= data.size();
      if (isInData)
        r.addend = llvm::support::endian::read64le(&data[r.offset]);
      addRelocation(r);
    }
  }

  for (const Section &section : cubin.sections) {
    auto target = codeOf.find(section.info);
    if (target == codeOf.end())
      continue;
    // Tables of branches have addresses of code.
    if (cubin.relocatable && section.name.starts_with(".nv.constant2."))
      for (const auto &[offset, targets] : target->second->branchTargets)
        numLabels += targets.size();
    if (section.type != SHT_CUDA_INFO)
      continue;
    auto attributes = parseAttributes(section);
    if (!attributes) {
      llvm::consumeError(attributes.takeError());
      continue;
    }
    for (const Attribute &attribute : *attributes)
      forEachCodeOffset(attribute, [&](uint32_t offset, size_t) {
        addListed({section.info, offset});
      });
  }

  for (const Symbol &symbol : cubin.symbols)
    if (symbol.type == ELF::STT_FUNC && isCode(symbol.section))
      addListed({symbol.section, symbol.value + symbol.size});
}
