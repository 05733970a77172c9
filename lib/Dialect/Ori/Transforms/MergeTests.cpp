//===- MergeTests.cpp - Predicates that others have already ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LOP3 also gives a predicate: the result is not zero. A comparison of it with
// zero is no operation of its own. It may give the opposite, which those who
// read a predicate can do as well: so a negation is no operation, either. Nor
// is a test of a predicate that was made a number.
//
//===----------------------------------------------------------------------===//

#include "InstShapes.h"
#include "mlir/IR/Matchers.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIMERGETESTSPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::Opcode;

static RewriteCounter testsOfSame("test-of-same"),
    testsOfOpposite("test-of-opposite"), negations("negation"),
    negatedComparisons("negated-comparison"),
    comparedChoices("compared-choice");

namespace {

class MergeTests : public ori::impl::OriMergeTestsPassBase<MergeTests> {
public:
  using OriMergeTestsPassBase::OriMergeTestsPassBase;
  void runOnOperation() override;
};

} // namespace

/// The modifier by which a use of a predicate takes its opposite, -1 if none.
static int getNotMod(OpOperand &use) {
  auto inst = dyn_cast<InstOpInterface>(use.getOwner());
  if (!inst || use.getOperandNumber() >= inst.getNumSources())
    return -1;
  const isa::InstDesc &desc = inst.getDesc();
  return desc.slots[desc.numDefs + use.getOperandNumber()].notMod;
}

static bool isGuard(OpOperand &use) {
  auto inst = dyn_cast<InstOpInterface>(use.getOwner());
  return inst && use.getOperandNumber() == inst.getNumSources();
}

static bool canOppose(OpOperand &use) {
  return getNotMod(use) >= 0 || isGuard(use) ||
         (llvm::isa<CondBraOp>(use.getOwner()) && use.getOperandNumber() == 0);
}

/// Makes a use take the opposite of its predicate.
static void oppose(OpOperand &use) {
  if (auto branch = dyn_cast<CondBraOp>(use.getOwner())) {
    branch.setNegated(!branch.getNegated());
    return;
  }
  auto inst = cast<InstOpInterface>(use.getOwner());
  if (isGuard(use)) {
    inst.setGuardNegated(!inst.isGuardNegated());
    return;
  }
  const isa::ModField &field = inst.getDesc().mods[getNotMod(use)].field;
  uint64_t mods = inst.getModBits();
  inst.setModBits(field.set(mods, !field.get(mods)));
}

/// The logic operation whose result a comparison compares with zero and nothing
/// else, in the same block; null if there is none.
static InstOpInterface findTested(InstOpInterface compare) {
  namespace Compare = ptxmlir::isa::ISETP;
  namespace Logic = ptxmlir::isa::LOP3;
  uint64_t mods = compare.getModBits();
  auto relation = ptxmlir::isa::ICmp(Compare::cmp.get(mods));
  if (compare.isGuarded() || Compare::ex.get(mods) || Compare::bop.get(mods) ||
      Compare::ppNot.get(mods) || !isTrue(compare->getOperand(2)) ||
      (relation != isa::ICmp::EQ && relation != isa::ICmp::NE))
    return nullptr;
  for (unsigned k : {0u, 1u}) {
    Value tested = compare->getOperand(k);
    auto logic = tested.getDefiningOp<InstOpInterface>();
    if (!isZero(compare->getOperand(1 - k)) || !logic ||
        logic.getOpcode() != Opcode::LOP3 || logic.isGuarded() ||
        !tested.hasOneUse() || !logic->getResult(1).use_empty() ||
        logic->getBlock() != compare->getBlock() ||
        logic.getModBits() !=
            Logic::lut.set(Logic::kDefaultMods,
                           Logic::lut.get(logic.getModBits())) ||
        !isTrue(logic->getOperand(3)))
      continue;
    return logic;
  }
  return nullptr;
}

/// Makes those who read a predicate read `by`, and those who read its opposite
/// take that of `by`.
static void replaceBoth(Value same, Value opposite, Value by) {
  for (OpOperand &use : llvm::make_early_inc_range(opposite.getUses())) {
    oppose(use);
    use.set(by);
  }
  same.replaceAllUsesWith(by);
}

static bool mergeTest(InstOpInterface compare) {
  InstOpInterface logic = findTested(compare);
  if (!logic)
    return false;
  bool isSame =
      isa::ICmp(isa::ISETP::cmp.get(compare.getModBits())) == isa::ICmp::NE;
  Value same = compare->getResult(isSame ? 0 : 1),
        opposite = compare->getResult(isSame ? 1 : 0);
  if (!llvm::all_of(opposite.getUses(), canOppose))
    return false;
  ++(opposite.use_empty() ? testsOfSame : testsOfOpposite);
  // Its predicate need not live longer than that of the comparison. What is in
  // a uniform register may not be there any more where other threads have run.
  if (llvm::none_of(logic->getOperands(), [](Value source) {
        return getRegFile(source.getType()) == isa::Operand::UR;
      }))
    logic->moveBefore(compare);
  Value isSet = logic->getResult(1);
  replaceBoth(same, opposite, isSet);
  compare->erase();
  return true;
}

/// The predicate that an operation reads besides constants, null if that is not
/// all it reads.
static Value findOnlyPredicate(InstOpInterface inst) {
  Value found;
  for (Value source : inst->getOperands()) {
    if (matchPattern(source, m_Constant()))
      continue;
    if (found || !llvm::isa<PType>(source.getType()))
      return Value();
    found = source;
  }
  return found;
}

/// The results of an operation for a value of its only unknown operand; empty
/// if they are not known.
static SmallVector<OpFoldResult, 3> evaluate(InstOpInterface inst,
                                             Attribute unknown) {
  SmallVector<Attribute> operands;
  for (Value source : inst->getOperands())
    if (!matchPattern(source, m_Constant(&operands.emplace_back())))
      operands.back() = unknown;
  SmallVector<OpFoldResult, 3> results;
  if (failed(foldInst(inst, operands, results)))
    results.clear();
  return results;
}

/// A comparison of a constant with one of two constants, between which a
/// predicate chooses, such as a carry as a number: it is that predicate, or the
/// opposite.
static bool mergeChoice(InstOpInterface compare) {
  if (!isPlainComparison(compare))
    return false;
  for (unsigned k : {0u, 1u}) {
    Value chosen = compare->getOperand(k);
    auto choice = chosen.getDefiningOp<InstOpInterface>();
    if (!choice || choice.isGuarded() ||
        !matchPattern(compare->getOperand(1 - k), m_Constant()))
      continue;
    Value predicate = findOnlyPredicate(choice);
    if (!predicate)
      continue;
    bool is[2]; // what the comparison gives if the predicate is false, or true
    bool isKnown = true;
    for (bool value : {false, true}) {
      SmallVector<OpFoldResult, 3> results =
          evaluate(choice, BoolAttr::get(compare->getContext(), value));
      auto number =
          results.empty()
              ? Attribute()
              : dyn_cast<Attribute>(
                    results[cast<OpResult>(chosen).getResultNumber()]);
      results =
          number ? evaluate(compare, number) : SmallVector<OpFoldResult, 3>();
      auto bit =
          results.empty()
              ? IntegerAttr()
              : dyn_cast_or_null<IntegerAttr>(dyn_cast<Attribute>(results[0]));
      isKnown &= bit != nullptr;
      is[value] = bit && !bit.getValue().isZero();
    }
    if (!isKnown || is[false] == is[true])
      continue;
    Value same = compare->getResult(is[true] ? 0 : 1),
          opposite = compare->getResult(is[true] ? 1 : 0);
    if (!llvm::all_of(opposite.getUses(), canOppose))
      return false;
    ++comparedChoices;
    replaceBoth(same, opposite, predicate);
    compare->erase();
    if (isOpTriviallyDead(choice))
      choice->erase();
    return true;
  }
  return false;
}

/// The predicate that logic of predicates gives as it is, or as its opposite.
static std::optional<std::pair<Value, bool>>
findOnlyTerm(InstOpInterface logic) {
  namespace Logic = ptxmlir::isa::PLOP3;
  uint64_t mods = logic.getModBits();
  if (logic.isGuarded() || !logic->getResult(1).use_empty())
    return std::nullopt;
  const bool isNegated[] = {Logic::ppNot.get(mods) != 0,
                            Logic::pqNot.get(mods) != 0,
                            Logic::prNot.get(mods) != 0};
  Value term;
  // The bits of the row of the table that are set if the term is false, and
  // those that change with it. The first source has the highest bit.
  unsigned fixed = 0, ofTerm = 0;
  for (unsigned k : {0u, 1u, 2u}) {
    Value source = logic->getOperand(k);
    ConstantOperand c = getConstantOperand(source);
    unsigned bit = 4 >> k;
    if (c.kind == ConstantOperand::Imm) {
      fixed |= bool(c.bits & 1) != isNegated[k] ? bit : 0;
      continue;
    }
    if (term && term != source)
      return std::nullopt;
    term = source;
    ofTerm |= bit;
    fixed |= isNegated[k] ? bit : 0;
  }
  if (!term || !llvm::isa<PType>(term.getType()))
    return std::nullopt;
  auto find = [&](bool value) {
    return Logic::lut.get(mods) >> (value ? fixed ^ ofTerm : fixed) & 1;
  };
  if (find(false) == find(true))
    return std::nullopt;
  return std::pair(term, find(false) == 1);
}

/// The other predicate of a comparison, if it is the opposite of this one.
static Value findOpposite(Value predicate) {
  auto compare = predicate.getDefiningOp<InstOpInterface>();
  if (!compare || !isPlainComparison(compare))
    return Value();
  return compare->getResult(predicate == compare->getResult(0) ? 1 : 0);
}

/// Makes those who read a negation read what it negates.
static bool mergeNegation(InstOpInterface logic) {
  auto term = findOnlyTerm(logic);
  if (!term)
    return false;
  auto [source, isOpposite] = *term;
  Value result = logic->getResult(0);
  if (isOpposite && llvm::all_of(result.getUses(), canOppose)) {
    ++negations;
    for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
      oppose(use);
      use.set(source);
    }
  } else {
    Value same = isOpposite ? findOpposite(source) : source;
    if (!same)
      return false;
    if (isOpposite)
      ++negatedComparisons;
    result.replaceAllUsesWith(same);
  }
  logic->erase();
  return true;
}

void MergeTests::runOnOperation() {
  unsigned merged = 0;
  for (Block &block : getOperation().getBody())
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto inst = dyn_cast<InstOpInterface>(op);
      if (inst && inst.getOpcode() == Opcode::ISETP)
        merged += mergeTest(inst) || mergeChoice(inst);
      else if (inst && inst.getOpcode() == Opcode::PLOP3)
        merged += mergeNegation(inst);
    }
  numMerged += merged;
  markAnalysesPreserved<WarpBlocks>();
  if (!merged)
    markAllAnalysesPreserved();
}
