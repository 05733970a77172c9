//===- Evaluate.cpp - Finds and runs pure instructions --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an instruction to the function that computes it: opcodes are found by
// the name of their record, modifiers are read once. It also chooses the code
// for the host's vector unit.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "LaneLoop.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

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

#if defined(__x86_64__)
/// What the processor has and the system saves. (The compiler's own table of
/// it, behind __builtin_cpu_supports, is filled before main() in every process.
/// In a virtual machine each question costs a microsecond or more, and most
/// compilations have none.)
static VectorUnit findVectorUnit() {
  unsigned a, b, c, d;
  auto all = [](unsigned word, std::initializer_list<unsigned> bits) {
    return llvm::all_of(bits, [&](unsigned bit) { return word >> bit & 1; });
  };
  constexpr unsigned kFma = 12, kPopcnt = 23, kOsXsave = 27, kAvx = 28;
  if (!__get_cpuid(1, &a, &b, &c, &d) ||
      !all(c, {kFma, kPopcnt, kOsXsave, kAvx}))
    return VectorUnit::Any;
  unsigned saved, savedHigh;
  __asm__("xgetbv" : "=a"(saved), "=d"(savedHigh) : "c"(0));
  constexpr unsigned kXmm = 1, kYmm = 2, kMasks = 5, kZmmHalves = 6, kZmms = 7;
  constexpr unsigned kLzcnt = 5;
  if (!all(saved, {kXmm, kYmm}) || !__get_cpuid(0x80000001, &a, &b, &c, &d) ||
      !all(c, {kLzcnt}))
    return VectorUnit::Any;
  constexpr unsigned kBmi = 3, kAvx2 = 5, kBmi2 = 8, kAvx512F = 16,
                     kAvx512DQ = 17, kAvx512CD = 28, kAvx512BW = 30,
                     kAvx512VL = 31;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !all(b, {kBmi, kAvx2, kBmi2}))
    return VectorUnit::Any;
  return all(saved, {kMasks, kZmmHalves, kZmms}) &&
                 all(b, {kAvx512F, kAvx512DQ, kAvx512CD, kAvx512BW, kAvx512VL})
             ? VectorUnit::AVX512
             : VectorUnit::AVX2;
}
#endif

VectorUnit ptxmlir::isa::sem::vectorUnit() {
#if defined(__x86_64__)
  static const VectorUnit unit = findVectorUnit();
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
