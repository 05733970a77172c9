//===- Listing.cpp - The code of a cubin as text --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels are numbered through the file in the order of their first mention, as
// NVIDIA's disassembler does.
//
//===----------------------------------------------------------------------===//

#include "ImportCode.h"
#include "ptx-mlir/Format/CubinIR/Import.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace ptxmlir;

namespace {
/// One stretch of code: a kernel with the device functions inside, or a device
/// function with a section of its own.
struct Text {
  llvm::StringRef name;
  llvm::ArrayRef<uint8_t> bytes;
  llvm::ArrayRef<cubin::IndirectBranch> indirectBranches;
  llvm::ArrayRef<cubin::LoadedFunction> functions;
};

class ListingPrinter {
public:
  ListingPrinter(unsigned sm, const ListingOptions &options,
                 llvm::raw_ostream &os)
      : sm(sm), options(options), os(os) {}
  void print(const Text &text);

private:
  void printWord(const DecodedWord &d, uint32_t offset);

  unsigned sm;
  const ListingOptions &options;
  llvm::raw_ostream &os;
  unsigned numLabels = 0;
  std::map<uint32_t, std::string> labels; ///< of the current text
};
} // namespace

void ListingPrinter::printWord(const DecodedWord &d, uint32_t offset) {
  os << llvm::format("  /*%04x*/  ", offset);
  if (!d.inst) {
    os << llvm::format(".raw 0x%016llx, 0x%016llx ;\n",
                       (unsigned long long)d.word.lo,
                       (unsigned long long)d.word.hi);
    return;
  }
  sass::PrintOptions print;
  print.style =
      options.nvdisasm ? sass::AsmStyle::NVDisasm : sass::AsmStyle::Full;
  print.address = offset;
  print.control = !options.nvdisasm;
  auto labelName = [&](int64_t target) -> std::string {
    auto label = labels.find(uint32_t(target));
    if (target < 0 || label == labels.end())
      return {};
    return options.nvdisasm ? "`(" + label->second + ")" : label->second;
  };
  print.labelName = labelName;
  sass::printInst(*d.inst, sm, os, print);
  os << " ;\n";
}

void ListingPrinter::print(const Text &text) {
  std::vector<DecodedWord> words = decodeText(text.bytes, sm);
  labels.clear();
  for (const cubin::LoadedFunction &function : text.functions)
    labels.try_emplace(uint32_t(function.offset), function.name.str());
  auto addLabel = [&](uint32_t target) {
    auto [label, isNew] = labels.try_emplace(target);
    if (isNew)
      label->second = ".L_x_" + std::to_string(numLabels++);
  };
  std::map<uint32_t, llvm::ArrayRef<uint32_t>> tables;
  for (const cubin::IndirectBranch &branch : text.indirectBranches)
    tables[branch.offset] = branch.targets;
  for (size_t i = 0; i != words.size(); ++i) {
    if (words[i].target)
      addLabel(*words[i].target);
    if (auto table = tables.find(i * kInstBytes); table != tables.end())
      for (uint32_t target : table->second)
        addLabel(target);
  }

  os << text.name << ":\n";
  for (size_t i = 0; i != words.size(); ++i) {
    uint32_t offset = i * kInstBytes;
    if (auto label = labels.find(offset); label != labels.end())
      os << label->second << ":\n";
    if (auto table = tables.find(offset); table != tables.end()) {
      os << "  // targets:";
      for (uint32_t target : table->second)
        os << ' ' << labels[target];
      os << '\n';
    }
    printWord(words[i], offset);
  }
}

bool ptxmlir::printCubinListing(llvm::ArrayRef<uint8_t> bytes,
                                const ListingOptions &options,
                                llvm::raw_ostream &os, std::string &error) {
  llvm::Expected<cubin::LoadedCubin> loaded = cubin::read(bytes);
  if (!loaded) {
    error = llvm::toString(loaded.takeError());
    return false;
  }
  ListingPrinter printer(loaded->sm, options, os);
  for (const cubin::LoadedKernel &kernel : loaded->kernels)
    printer.print(
        {kernel.name, kernel.text, kernel.indirectBranches, kernel.functions});
  for (const cubin::LoadedFunction &function : loaded->functions) {
    llvm::ArrayRef<uint8_t> data = loaded->sections[function.section].data;
    data = data.drop_front(std::min<size_t>(function.offset, data.size()));
    printer.print({function.name, data.take_front(function.size), {}, {}});
  }
  return true;
}
