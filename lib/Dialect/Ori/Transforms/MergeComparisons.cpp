//===- MergeComparisons.cpp - Comparisons that take a predicate -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comparison gives (a cmp b) bop pp and !(a cmp b) bop pp, so that it can do
// the work of any "and", "or" and "exclusive or" of its result, as it is or
// negated, with another predicate.
//
//===----------------------------------------------------------------------===//

#include "MergeComparisons.h"
#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

static RewriteCounter comparisons("merge-comparison");

/// How the result of a comparison and another predicate are joined.
struct Join {
  unsigned bop;      ///< isa::BoolOp
  bool isOfNegation; ///< of !(a cmp b)
  bool isOtherNegated;
};

/// `table` bit 2 * comparison + other.
static std::optional<Join> findJoin(unsigned table) {
  for (unsigned bop : {0u, 1u, 2u})
    for (bool first : {false, true})
      for (bool second : {false, true}) {
        unsigned same = 0;
        for (unsigned row = 0; row != 4; ++row) {
          bool r = bool(row & 2) != first, p = bool(row & 1) != second;
          bool value = bop == 0 ? r && p : bop == 1 ? r || p : r != p;
          same |= unsigned(value) << row;
        }
        if (same == table)
          return Join{bop, first, second};
      }
  return std::nullopt;
}

bool ori::mergeComparison(InstOpInterface op, OpBuilder &builder) {
  namespace R = ptxmlir::isa::PLOP3;
  uint64_t mods = op.getModBits();
  if (op.isGuarded() || !op->getResult(1).use_empty() ||
      !isTrue(op->getOperand(2)) || R::prNot.get(mods))
    return false;
  for (unsigned k : {1u, 0u}) {
    Value term = op->getOperand(k), other = op->getOperand(1 - k);
    auto compare = term.getDefiningOp<InstOpInterface>();
    if (!compare || compare->getResult(0) != term || !term.hasOneUse() ||
        term == other || compare->getBlock() != op->getBlock() ||
        !isPlainComparison(compare) || compare.getOpcode() == Opcode::DSETP ||
        !compare->getResult(1).use_empty())
      continue;
    unsigned table = 0;
    for (unsigned row = 0; row != 4; ++row) {
      bool values[2];
      values[k] = row & 2;
      values[1 - k] = row & 1;
      bool first = values[0] != bool(R::ppNot.get(mods)),
           second = values[1] != bool(R::pqNot.get(mods));
      unsigned index = unsigned(first) << 2 | unsigned(second) << 1 | 1;
      table |= unsigned(R::lut.get(mods) >> index & 1) << row;
    }
    std::optional<Join> join = findJoin(table);
    if (!join)
      continue;
    builder.setInsertionPoint(op);
    auto merged = cast<InstOpInterface>(builder.clone(*compare.getOperation()));
    merged->setOperand(2, other);
    uint64_t bits = merged.getModBits();
    auto set = [&](auto bop, auto ppNot) {
      return ppNot.set(bop.set(bits, join->bop), join->isOtherNegated);
    };
    merged.setModBits(
        compare.getOpcode() == Opcode::ISETP
            ? set(ptxmlir::isa::ISETP::bop, ptxmlir::isa::ISETP::ppNot)
            : set(ptxmlir::isa::FSETP::bop, ptxmlir::isa::FSETP::ppNot));
    op->getResult(0).replaceAllUsesWith(
        merged->getResult(join->isOfNegation ? 1 : 0));
    ++comparisons;
    return true;
  }
  return false;
}
