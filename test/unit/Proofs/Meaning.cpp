//===- Meaning.cpp - Instructions over terms ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of ISA/Semantics over terms of Z3: the same templates that the
// interpreter and the folders use.
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "ptx-mlir/ISA/Semantics/Bits.h"
#include "ptx-mlir/ISA/Semantics/Evaluate.h"
#include "ptx-mlir/ISA/Semantics/Integer.h"
#include <array>

using namespace ptxmlir;
using namespace ptxmlir::test;
namespace sem = ptxmlir::isa::sem;
using isa::Opcode;

template <typename Op>
static bool runTemplate(sem::ModReader &mods, const In<TermDomain> &in,
                        Out<TermDomain> &out) {
  Op op(mods);
  op(in, out);
  return mods.missing.empty();
}

namespace {
struct TermEntry {
  const char *record;
  bool (*run)(sem::ModReader &, const In<TermDomain> &, Out<TermDomain> &);
};
} // namespace

static const TermEntry kTermOps[] = {
#define INTEGER_OP(RECORD, CLASS)                                              \
  {#RECORD, runTemplate<sem::CLASS<TermDomain>>},
#include "ptx-mlir/ISA/Semantics/IntegerOps.def"
};

bool ptxmlir::test::runInst(Opcode opcode, uint64_t mods,
                            const In<TermDomain> &in, Out<TermDomain> &out) {
  static const auto table = [] {
    std::array<const TermEntry *, size_t(Opcode::Count)> entries{};
    for (const TermEntry &entry : kTermOps)
      if (Opcode o = isa::findOpcode(entry.record); o != Opcode::Count)
        entries[size_t(o)] = &entry;
    return entries;
  }();
  const TermEntry *entry = table[size_t(opcode)];
  sem::ModReader reader(isa::getDesc(opcode), mods);
  return entry && entry->run(reader, in, out);
}

bool ptxmlir::test::runInst(Opcode opcode, uint64_t mods,
                            const In<HostDomain> &in, Out<HostDomain> &out) {
  sem::BoundOp op;
  if (!sem::bindPure(opcode, mods, op))
    return false;
  out = sem::evaluate(op, in);
  return true;
}

Meaning<TermDomain> ptxmlir::test::makeSymbolic() {
  Meaning<TermDomain> meaning;
  meaning.word = [](const std::string &name) {
    return TermDomain::symbol<32>(name);
  };
  meaning.truth = [](const std::string &name) {
    return TermDomain::truthSymbol(name);
  };
  return meaning;
}

Truth ptxmlir::test::allEqual(llvm::ArrayRef<RegValue<TermDomain>> a,
                              llvm::ArrayRef<RegValue<TermDomain>> b) {
  Truth all = TermDomain::cb(true);
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    if (x.isTruth())
      all = all && x.truth == y.truth;
    for (auto [p, q] : llvm::zip_equal(x.words, y.words))
      all = all && p == q;
  }
  return all;
}

Proof ptxmlir::test::proveEqual(const std::vector<RegValue<TermDomain>> &a,
                                const std::vector<RegValue<TermDomain>> &b,
                                Truth given) {
  if (a.size() != b.size() || a.empty())
    return {Proof::Unknown, "numbers of outputs differ, or none"};
  for (auto [x, y] : llvm::zip(a, b))
    if (x.words.size() != y.words.size())
      return {Proof::Unknown, "widths of outputs differ"};
  return prove(allEqual(a, b), given);
}
