//===- Evaluate.cpp - Finds and runs pure instructions --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "LaneLoop.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace ptxmlir::isa;
using namespace ptxmlir::isa::sem;

llvm::StringRef ModReader::spelling(llvm::StringRef name) {
  int i = find(name);
  if (i < 0) {
    if (missing.empty())
      missing = name.str();
    return "";
  }
  uint64_t value = desc.mods[i].field.get(mods);
  for (const ModValueDesc &v : desc.mods[i].values)
    if (v.value == value)
      return llvm::StringRef(v.spelling).ltrim('.');
  return "";
}

VectorUnit ptxmlir::isa::sem::vectorUnit() {
#if defined(__x86_64__)
  static const VectorUnit unit = [] {
    __builtin_cpu_init();
    auto all = [](auto... has) { return (has && ...); };
    if (!all(__builtin_cpu_supports("avx2"), __builtin_cpu_supports("fma"),
             __builtin_cpu_supports("bmi"), __builtin_cpu_supports("bmi2"),
             __builtin_cpu_supports("popcnt"), __builtin_cpu_supports("lzcnt")))
      return VectorUnit::Any;
    return all(__builtin_cpu_supports("avx512f"),
               __builtin_cpu_supports("avx512vl"),
               __builtin_cpu_supports("avx512dq"),
               __builtin_cpu_supports("avx512bw"),
               __builtin_cpu_supports("avx512cd"))
               ? VectorUnit::AVX512
               : VectorUnit::AVX2;
  }();
  return unit;
#else
  return VectorUnit::Any;
#endif
}

namespace {
/// Opcode to binder, filled once from the tables by record name.
struct BinderTable {
  std::array<BindFn, size_t(Opcode::Count)> bind{};
  BinderTable() {
    add(kIntegerOps, kNumIntegerOps);
    add(kFloatOps, kNumFloatOps);
    add(kConvertOps, kNumConvertOps);
  }
  void add(const PureEntry *entries, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      Opcode op = findOpcode(entries[i].record);
      // A table may name records that no SM of this build has.
      if (op != Opcode::Count)
        bind[size_t(op)] = entries[i].bind;
    }
  }
};
} // namespace

/// Whether it is the negation of a predicate, which whoever reads it applies.
static bool isPredicateFlag(const InstDesc &desc, const ModDesc &mod) {
  llvm::StringRef name = mod.name;
  return mod.isSlotFlag && name.consume_back("Not") &&
         llvm::any_of(desc.slots, [&](const SlotDesc &slot) {
           return slot.name == name &&
                  (slot.kind == Operand::P || slot.kind == Operand::UP);
         });
}

/// A modifier that is not at its default, and that the meaning never asked for.
static const char *findIgnored(const InstDesc &desc, const ModReader &reader) {
  for (size_t i = 0; i < desc.mods.size(); ++i) {
    const ModDesc &mod = desc.mods[i];
    if (!isPredicateFlag(desc, mod) && !(reader.seen >> i & 1) &&
        mod.field.get(reader.mods) != mod.field.get(desc.defaultMods))
      return mod.name;
  }
  return nullptr;
}

bool ptxmlir::isa::sem::bindPure(Opcode opcode, uint64_t mods, BoundOp &op,
                                 std::string *error, VectorUnit unit) {
  static const BinderTable table;
  if (error)
    error->clear();
  if (opcode >= Opcode::Count || !table.bind[size_t(opcode)])
    return false;
  const InstDesc &desc = getDesc(opcode);
  ModReader reader(desc, mods);
  table.bind[size_t(opcode)](reader, op, unit);
  if (reader.missing.empty()) {
    const char *ignored = findIgnored(desc, reader);
    if (!ignored)
      return true;
    if (error)
      *error = std::string("record ") + desc.name +
               " has no meaning for modifier '" + ignored + "'";
    return false;
  }
  if (error)
    *error = std::string("record ") + desc.name + " has no modifier '" +
             reader.missing + "'";
  return false;
}

Out<HostDomain> ptxmlir::isa::sem::evaluate(const BoundOp &op,
                                            const In<HostDomain> &in) {
  uint32_t words[6] = {uint32_t(in.a), uint32_t(in.a >> 32),
                       uint32_t(in.b), uint32_t(in.b >> 32),
                       uint32_t(in.c), uint32_t(in.c >> 32)};
  uint32_t low = 0, high = 0;
  LaneArgs args{{words, words + 1, 0},
                {words + 2, words + 3, 0},
                {words + 4, words + 5, 0},
                in.pp,
                in.pq,
                in.pr,
                &low,
                &high,
                0,
                0,
                1};
  op.run(op.state, args);
  Out<HostDomain> out;
  out.d = HostDomain::pair(low, high);
  out.pu = args.pu & 1;
  out.pv = args.pv & 1;
  return out;
}
