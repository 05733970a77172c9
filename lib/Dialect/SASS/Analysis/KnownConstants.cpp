//===- KnownConstants.cpp - Registers that hold constants -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A short list, sorted by register: code holds few constants at a time that
// threads which are apart have in common.
//
//===----------------------------------------------------------------------===//

#include "KnownConstants.h"
#include "ConvergenceOperands.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Inst;
using isa::Operand;

template <typename Values> static auto findEntry(Values &values, unsigned reg) {
  return llvm::lower_bound(values, std::make_pair(reg, 0u));
}

void KnownConstants::forget(unsigned reg) {
  auto it = findEntry(values, reg);
  if (it != values.end() && it->first == reg)
    values.erase(it);
}

void KnownConstants::follow(const Inst &inst) {
  std::optional<uint32_t> value;
  const Operand *moved = getMoved(inst);
  if (moved && moved->kind == Operand::Imm)
    value = uint32_t(moved->value);
  else if (moved && moved->kind == Operand::R && moved->reg == isa::RZ)
    value = 0;
  else if (moved && moved->kind == Operand::R)
    if (auto it = findEntry(values, moved->reg);
        it != values.end() && it->first == moved->reg)
      value = it->second;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes) {
    if (range.file != Operand::R)
      continue;
    for (unsigned i = 0; i != range.count; ++i)
      forget(range.first + i);
    if (value && range.count == 1)
      values.insert(findEntry(values, range.first), {range.first, *value});
  }
}

bool KnownConstants::meet(const KnownConstants &other) {
  size_t before = values.size();
  llvm::erase_if(values, [&](const auto &entry) {
    return !llvm::binary_search(other.values, entry);
  });
  return values.size() != before;
}

std::array<uint64_t, 4> KnownConstants::registers() const {
  std::array<uint64_t, 4> result = {};
  for (auto [reg, value] : values)
    if (reg < 256)
      result[reg / 64] |= uint64_t(1) << (reg % 64);
  return result;
}
