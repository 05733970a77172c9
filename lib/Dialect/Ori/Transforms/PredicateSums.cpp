//===- PredicateSums.cpp - Sums that count predicates ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IADD3.X is a + b + c + p + q: a lower sum of three words carries twice.
//
//===----------------------------------------------------------------------===//

#include "PredicateSums.h"
#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

static RewriteCounter predicateSums("linear-predicate-sum");

namespace {
/// A predicate, or its negation, that is counted.
struct Counted {
  Value predicate;
  bool isNegated;
};
} // namespace

/// The predicate that `term` is the number of, which `sum` alone reads, in its
/// block.
static std::optional<Counted> getCounted(Value term, InstOpInterface sum) {
  InstOpInterface select = getInst(term, Opcode::SEL);
  if (!select || select->getBlock() != sum->getBlock() || !hasOneReader(term))
    return std::nullopt;
  std::optional<uint32_t> a = getImm(select->getOperand(0)),
                          b = getImm(select->getOperand(1));
  if (!a || !b || (*a ^ *b) != 1 || *a > 1)
    return std::nullopt;
  bool isNot = isa::SEL::ppNot.get(select.getModBits());
  return Counted{select->getOperand(2), isNot != (*b == 1)};
}

bool ori::addPredicates(InstOpInterface sum, OpBuilder &builder) {
  namespace Record = ptxmlir::isa::IADD3;
  if (sum.getOpcode() != Opcode::IADD3 || sum.isGuarded() ||
      sum.getModBits() != Record::kDefaultMods || !hasOnlyFirstResult(sum) ||
      !isTrue(sum->getOperand(3)) || !isTrue(sum->getOperand(4)))
    return false;
  SmallVector<Value> operands(sum->getOperands());
  SmallVector<Counted, 2> counted;
  builder.setInsertionPoint(sum);
  Location loc = sum->getLoc();
  for (Value &term : MutableArrayRef(operands).take_front(3)) {
    std::optional<Counted> one = getCounted(term, sum);
    if (!one || counted.size() == 2)
      continue;
    counted.push_back(*one);
    term = ImmOp::create(builder, loc, term.getType(), 0);
  }
  if (counted.empty())
    return false;
  uint64_t mods = Record::x.set(Record::kDefaultMods, 1);
  mods = Record::ppNot.set(mods, counted[0].isNegated);
  operands[3] = counted[0].predicate;
  if (counted.size() == 2) {
    mods = Record::pqNot.set(mods, counted[1].isNegated);
    operands[4] = counted[1].predicate;
  }
  Operation *merged = createInst(builder, loc, Opcode::IADD3, operands, mods);
  sum->getResult(0).replaceAllUsesWith(merged->getResult(0));
  ++predicateSums;
  return true;
}
