//===- Variables.cpp - Addresses and values of module variables -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Module variables get memory and initial values before a launch; shared ones
// get places per kernel.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::GlobalMemory;

/// Writes initial values and the addresses in them.
static llvm::Error initialize(Program &program, ptx::GlobalOp var,
                              uint8_t *bytes) {
  if (auto init = var.getInit())
    memcpy(bytes, init->data(), std::min<size_t>(init->size(), var.getSize()));
  auto relocations = var.getRelocations();
  if (!relocations)
    return llvm::Error::success();
  for (Attribute a : *relocations) {
    auto reloc = cast<ptx::RelocAttr>(a);
    auto found = program.symbols.find(reloc.getSymbol().getValue());
    // (Shared variables have one address in each kernel.)
    if (found == program.symbols.end())
      return llvm::createStringError(
          "variable '" + var.getSymName() + "' has the address of '" +
          reloc.getSymbol().getValue() +
          "', which is none that is known before the launch");
    uint64_t address =
        reloc.getGeneric() ? found->second.generic : found->second.address;
    address = (address + uint64_t(reloc.getAddend())) >> reloc.getShift();
    memcpy(bytes + reloc.getOffset(), &address,
           std::min<uint32_t>(8, reloc.getSize()));
  }
  return llvm::Error::success();
}

bool interp::isOpaque(ptx::DataType type) {
  return type == ptx::DataType::Texref || type == ptx::DataType::Samplerref ||
         type == ptx::DataType::Surfref;
}

unsigned Program::addOpaque(StringRef name) {
  auto [it, added] = opaqueIndex.try_emplace(name, unsigned(opaqueVars.size()));
  if (added)
    opaqueVars.push_back(name.str());
  return it->second;
}

llvm::Error interp::placeVariables(Program &program) {
  struct Placed {
    ptx::GlobalOp var;
    uint64_t address;
  };
  llvm::SmallVector<Placed> placed;
  uint64_t constAlign = 1;
  for (auto var : program.module.getBody().getOps<ptx::GlobalOp>()) {
    if (isOpaque(var.getDataType())) {
      program.addOpaque(var.getSymName());
      continue;
    }
    uint64_t align = std::max<uint64_t>(1, var.getAlign());
    Program::Symbol symbol;
    switch (var.getSpace()) {
    case ptx::Space::Shared:
      program.sharedIndex[var.getSymName()] =
          unsigned(program.sharedVars.size());
      // Dynamic shared memory begins at a multiple of 16 whatever it says.
      if (var.isDynamicShared())
        align = std::max<uint64_t>(align, 16);
      program.sharedVars.push_back(
          {uint64_t(var.getSize()), align, var.isDynamicShared()});
      continue;
    case ptx::Space::Const:
      program.constBytes = llvm::alignTo(program.constBytes, align);
      constAlign = std::max(constAlign, align);
      symbol.address = program.constBytes;
      program.constBytes += var.getSize();
      placed.push_back({var, symbol.address});
      break;
    default:
      symbol.address = symbol.generic =
          program.memory.allocate(var.getSize(), var.getSymName(), align);
      placed.push_back({var, symbol.address});
      break;
    }
    program.symbols[var.getSymName()] = symbol;
  }
  if (program.constBytes)
    program.constBase = program.memory.allocate(
        program.constBytes, "the constant variables", constAlign);
  for (Placed &p : placed)
    if (p.var.getSpace() == ptx::Space::Const)
      program.symbols[p.var.getSymName()].generic =
          program.constBase + p.address;

  for (Placed &p : placed) {
    if (!p.var.getSize())
      continue;
    uint64_t at = program.symbols[p.var.getSymName()].generic;
    if (llvm::Error e = initialize(program, p.var,
                                   program.memory.access(at, p.var.getSize())))
      return e;
  }
  return llvm::Error::success();
}

SharedLayout interp::layOutShared(const Program &program,
                                  const Function &kernel) {
  std::vector<bool> used(program.sharedVars.size());
  llvm::SmallPtrSet<const Function *, 16> seen;
  llvm::SmallVector<const Function *> work = {&kernel};
  seen.insert(&kernel);
  auto add = [&](const Function *f) {
    if (seen.insert(f).second)
      work.push_back(f);
  };
  while (!work.empty()) {
    const Function *f = work.pop_back_val();
    for (unsigned k : f->sharedVars)
      used[k] = true;
    for (const Function *callee : f->named)
      add(callee);
    if (f->callsByAddress)
      for (const auto &other : program.functions)
        if (!other->isEntry)
          add(other.get());
  }
  SharedLayout layout;
  layout.address.resize(used.size());
  // Dynamic shared memory comes behind all variables.
  uint64_t dynamicAlign = 16;
  for (size_t k = 0; k < used.size(); ++k) {
    const Program::SharedVar &var = program.sharedVars[k];
    if (var.isDynamic)
      dynamicAlign = std::max(dynamicAlign, var.align);
    if (!used[k] || var.isDynamic)
      continue;
    layout.bytes = llvm::alignTo(layout.bytes, var.align);
    layout.address[k] = layout.bytes;
    layout.bytes += var.size;
  }
  layout.bytes = llvm::alignTo(layout.bytes, dynamicAlign);
  for (size_t k = 0; k < used.size(); ++k)
    if (program.sharedVars[k].isDynamic)
      layout.address[k] = layout.bytes;
  return layout;
}
