//===- Program.cpp - Code in the form that the machine runs ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is decoded once and bound to handlers. Words that no record
// describes fault when they are reached, not when they are loaded.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Program.h"
#include "Bind.h"
#include "ptx-mlir/Dialect/SASS/Analysis/HazardInfo.h"
#include "ptx-mlir/ISA/Text/AsmPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

std::string Program::describeSource(uint64_t pc) const {
  std::string text;
  for (auto *lines : {&sourceLines, &ptxLines}) {
    auto it = llvm::upper_bound(
        *lines, pc, [](uint64_t at, auto &line) { return at < line.first; });
    if (it == lines->begin() || (it - 1)->second.empty())
      continue;
    text += (text.empty() ? "" : ", ") + (it - 1)->second;
  }
  return text;
}

const Kernel *Program::findKernel(llvm::StringRef name) const {
  for (const Kernel &k : kernels)
    if (k.name == name)
      return &k;
  return nullptr;
}

const Kernel *Program::kernelAt(uint64_t pc) const {
  for (const Kernel &k : kernels)
    if (pc - k.entry < k.codeBytes)
      return &k;
  return nullptr;
}

uint64_t Program::append(llvm::ArrayRef<isa::Inst> list) {
  uint64_t start = code.size() * 16;
  for (const isa::Inst &inst : list) {
    DInst bound;
    std::string error = bindInst(inst, bound);
    if (!error.empty()) {
      unsupported[code.size()] = error;
      bound.run = nullptr;
    }
    code.push_back(bound);
    insts.push_back(inst);
    words.push_back({});
  }
  return start;
}

uint64_t Program::appendWords(llvm::ArrayRef<isa::Word> list) {
  uint64_t start = code.size() * 16;
  const target::TargetInfo *target = target::lookupTarget(sm, "");
  for (isa::Word word : list) {
    std::optional<isa::Inst> inst = isa::decode(word, sm);
    if (inst) {
      std::optional<sass::RegId> missing;
      if (target)
        missing = sass::findMissingRegister(*inst, *target);
      if (missing)
        unsupported[code.size()] = (llvm::Twine("sm_") + llvm::Twine(sm) +
                                    " has no " + sass::getRegName(*missing))
                                       .str();
      append(*inst);
      if (missing)
        code.back().run = nullptr;
    } else {
      unsupported[code.size()] = "unknown instruction";
      code.push_back({});
      insts.push_back({});
    }
    words.resize(code.size());
    words.back() = word;
  }
  return start;
}

void Program::appendMissing(llvm::StringRef function) {
  DInst inst;
  if (auto known = lookupRuntimeFunction(function))
    bindRuntimeCall(*known, inst);
  else if (!bindFetchCallByName(function, inst))
    unsupported[code.size()] =
        "function '" + function.str() + "' is not in the cubin";
  code.push_back(inst);
  insts.push_back({});
  words.push_back({});
}

std::string Program::describe(uint64_t pc) const {
  uint64_t i = pc / 16;
  if (i >= insts.size())
    return "outside the code";
  if (describer)
    return describer(i);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (insts[i].opcode == isa::Opcode::Count) {
    os << llvm::formatv("{0:x-16}'{1:x-16}", words[i].hi, words[i].lo);
    return text;
  }
  sass::PrintOptions options;
  const Kernel *k = kernelAt(pc);
  options.address = pc - (k ? k->entry : 0);
  sass::printInst(insts[i], sm, os, options);
  return text;
}
