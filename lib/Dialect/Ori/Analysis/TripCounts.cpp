//===- TripCounts.cpp - How often loops run -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts are computed modulo 2^32 or 2^64, as the machine adds: a loop that
// wraps around runs as often as the hardware would let it, which source-level
// reasoning gets wrong.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/TripCounts.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::ICmp;
using ptxmlir::isa::Opcode;

/// Nobody waits for more rounds, and products with sizes of code must not
/// overflow.
static constexpr unsigned kMaxCountBits = 33;

/// Sums that are looked through.
static constexpr unsigned kMaxSums = 8;

// A comparison is a set of bits: less, equal, greater.

static bool holds(ICmp cmp, const APInt &a, const APInt &b) {
  ICmp relation = a.slt(b) ? ICmp::LT : a == b ? ICmp::EQ : ICmp::GT;
  return unsigned(cmp) & unsigned(relation);
}

/// The comparison with exchanged operands.
static ICmp getExchanged(ICmp cmp) {
  switch (cmp) {
  case ICmp::LT:
    return ICmp::GT;
  case ICmp::LE:
    return ICmp::GE;
  case ICmp::GT:
    return ICmp::LT;
  case ICmp::GE:
    return ICmp::LE;
  default:
    return cmp;
  }
}

static ICmp getNegated(ICmp cmp) {
  return ICmp(unsigned(cmp) ^ unsigned(ICmp::T));
}

/// The least k with k * step == distance, modulo two to the bits of both.
static std::optional<APInt> countSteps(const APInt &distance,
                                       const APInt &step) {
  unsigned zeros = step.countr_zero(), bits = step.getBitWidth();
  if (distance.countr_zero() < zeros)
    return std::nullopt;
  APInt steps = distance.lshr(zeros) * step.lshr(zeros).multiplicativeInverse();
  return steps & APInt::getLowBitsSet(bits, bits - zeros);
}

std::optional<uint64_t> ori::countTests(uint64_t first, uint64_t step, ICmp cmp,
                                        bool isUnsigned, uint64_t bound,
                                        unsigned bits) {
  APInt firstBits(bits, first, /*isSigned=*/false, /*implicitTrunc=*/true),
      stepBits(bits, step, false, true), boundBits(bits, bound, false, true);
  // As numbers with a sign, sums of two of which do not overflow.
  auto getNumber = [&](const APInt &value) {
    return isUnsigned ? value.zext(bits + 2) : value.sext(bits + 2);
  };
  APInt y = getNumber(firstBits), b = getNumber(boundBits);
  if (!holds(cmp, y, b))
    return 1;
  if (stepBits.isZero())
    return std::nullopt;
  if (cmp == ICmp::EQ)
    return 2;
  std::optional<APInt> steps;
  if (cmp == ICmp::NE) {
    steps = countSteps(boundBits - firstBits, stepBits);
  } else {
    bool isUpward = cmp == ICmp::LT || cmp == ICmp::LE;
    bool isDownward = cmp == ICmp::GT || cmp == ICmp::GE;
    APInt s = stepBits.sext(bits + 2);
    if (!(isUpward && s.isStrictlyPositive()) &&
        !(isDownward && s.isNegative()))
      return std::nullopt;
    APInt distance = isUpward ? b - y : y - b, by = s.abs();
    bool isStrict = cmp == ICmp::LT || cmp == ICmp::GT;
    steps = isStrict ? (distance + by - 1).udiv(by) : distance.udiv(by) + 1;
    APInt last = y + *steps * s;
    APInt least =
        isUnsigned ? APInt::getZero(bits) : APInt::getSignedMinValue(bits);
    APInt greatest =
        isUnsigned ? APInt::getMaxValue(bits) : APInt::getSignedMaxValue(bits);
    if (last.slt(getNumber(least)) || last.sgt(getNumber(greatest)))
      return std::nullopt;
  }
  if (!steps || steps->getActiveBits() > kMaxCountBits)
    return std::nullopt;
  return steps->getZExtValue() + 1;
}

bool ori::isSumWith(Value value, Value base, uint32_t &sum) {
  uint32_t total = sum;
  for (unsigned i = 0; i != kMaxSums; ++i) {
    if (value == base) {
      sum = total;
      return true;
    }
    auto inst = value.getDefiningOp<InstOpInterface>();
    if (!inst || inst.getOpcode() != Opcode::IADD3 || inst.isGuarded() ||
        inst.getModBits() != isa::IADD3::kDefaultMods ||
        inst->getResult(0) != value)
      return false;
    Value term;
    for (Value operand : inst->getOperands().take_front(3)) {
      ConstantOperand constant = getConstantOperand(operand);
      if (constant.kind == ConstantOperand::Imm)
        total += uint32_t(constant.bits);
      else if (!term)
        term = operand;
      else
        return false;
    }
    if (!term)
      return false;
    value = term;
  }
  return false;
}

/// The IADD3 that `value` is the sum of, if it is one, unguarded and with these
/// modifiers.
static InstOpInterface getSum(Value value, uint64_t mods) {
  auto inst = value.getDefiningOp<InstOpInterface>();
  if (!inst || inst.getOpcode() != Opcode::IADD3 || inst.isGuarded() ||
      inst.getModBits() != mods || inst->getResult(0) != value)
    return nullptr;
  return inst;
}

/// Whether the value is this word of a pair of registers.
static bool isWord(Value value, Value pair, unsigned index) {
  auto extract = value.getDefiningOp<ExtractOp>();
  return extract && extract.getTuple() == pair && extract.getIndex() == index;
}

/// What a sum adds to a word of `base`, if that is all that it adds.
static std::optional<uint32_t> getAdded(InstOpInterface sum, Value base,
                                        unsigned index) {
  bool hasBase = false;
  std::optional<uint32_t> added;
  for (Value operand : sum->getOperands().take_front(3)) {
    if (!hasBase && isWord(operand, base, index)) {
      hasBase = true;
      continue;
    }
    ConstantOperand constant = getConstantOperand(operand);
    // A sum of two numbers might carry twice.
    if (constant.kind != ConstantOperand::Imm || constant.width != 1 ||
        (uint32_t(constant.bits) && added))
      return std::nullopt;
    if (uint32_t(constant.bits))
      added = uint32_t(constant.bits);
  }
  return hasBase ? std::optional(added.value_or(0)) : std::nullopt;
}

std::optional<uint64_t> ori::getWideSum(Value lo, Value hi, Value base) {
  if ((!lo || isWord(lo, base, 0)) && isWord(hi, base, 1))
    return 0;
  namespace Record = isa::IADD3;
  InstOpInterface upper =
      getSum(hi, Record::ppNot.set(Record::x.set(Record::kDefaultMods, 1), 0));
  if (!upper || getConstant(upper->getOperand(4)) != 1)
    return std::nullopt;
  Value carry = upper->getOperand(3);
  auto carrying = carry.getDefiningOp<InstOpInterface>();
  if (!carrying || (lo && carrying->getResult(0) != lo))
    return std::nullopt;
  InstOpInterface lower = getSum(carrying->getResult(0), Record::kDefaultMods);
  if (!lower || lower->getResult(Record::kPu) != carry)
    return std::nullopt;
  std::optional<uint32_t> low = getAdded(lower, base, 0),
                          high = getAdded(upper, base, 1);
  if (!low || !high)
    return std::nullopt;
  return uint64_t(*high) << 32 | *low;
}

namespace {

/// Finds the counted loop of one header.
class Finder {
public:
  Finder(const BlockNumbering &blocks, const LoopNest &loops, unsigned header)
      : blocks(blocks), loops(loops), header(header) {}
  std::optional<CountedLoop> find();

private:
  bool findLatch();
  bool findTest(unsigned block);
  bool findCounter(Value tested, Value bound);
  bool findWideCounter(InstOpInterface upper);
  unsigned getBackSuccessor() const;
  bool isInvariant(Value value) const;

  const BlockNumbering &blocks;
  const LoopNest &loops;
  unsigned header;
  CountedLoop loop;
  std::optional<uint64_t> wideBound; ///< of a counter of 64 bits
};

} // namespace

// The blocks of other loops may have changed since they were numbered: what has
// no number is not in this one.

/// The one block that goes back to the header, by one edge.
bool Finder::findLatch() {
  loop.header = blocks[header];
  for (Block *pred : loop.header->getPredecessors())
    if (loops.contains(header, blocks[pred])) {
      if (loop.latch)
        return false;
      loop.latch = pred;
    }
  return loop.latch;
}

bool Finder::isInvariant(Value value) const {
  ConstantOperand constant = getConstantOperand(value);
  return constant.kind == ConstantOperand::Imm ||
         constant.kind == ConstantOperand::CBank ||
         !loops.contains(header, blocks[value.getParentBlock()]);
}

/// What a branch passes to an argument of its successor.
static Value getPassed(Block *block, unsigned successor, unsigned argument) {
  return cast<BranchOpInterface>(block->getTerminator())
      .getSuccessorOperands(successor)[argument];
}

/// Which successor of the latch is the header.
unsigned Finder::getBackSuccessor() const {
  Operation *back = loop.latch->getTerminator();
  unsigned successor = 0;
  while (back->getSuccessor(successor) != loop.header)
    ++successor;
  return successor;
}

bool Finder::findCounter(Value tested, Value bound) {
  if (!isInvariant(bound))
    return false;
  unsigned toHeader = getBackSuccessor();
  for (BlockArgument argument : loop.header->getArguments()) {
    if (argument.getType() != tested.getType())
      continue;
    uint32_t offset = 0, step = 0;
    if (!isSumWith(tested, argument, offset) ||
        !isSumWith(getPassed(loop.latch, toHeader, argument.getArgNumber()),
                   argument, step) ||
        step == 0)
      continue;
    loop.counter = argument;
    loop.step = step;
    loop.offset = offset;
    loop.bound = bound;
    return true;
  }
  return false;
}

namespace {

/// The lower half of a comparison of 64 bits with a number.
struct LowerComparison {
  Value word; ///< null if the number makes the result known
  uint32_t bound;
};

} // namespace

/// The comparison of the lower words, unsigned, whose result one of the upper
/// words goes on with; null if it is not the same comparison.
static std::optional<LowerComparison>
getLowerComparison(InstOpInterface upper) {
  namespace Record = isa::ISETP;
  Value carried = upper->getOperand(3);
  auto cmp = ICmp(Record::cmp.get(upper.getModBits()));
  if (std::optional<uint64_t> known = getConstant(carried)) {
    // Every lower word is at least 0 and at most 2^32 - 1.
    if (cmp == (*known ? ICmp::GE : ICmp::LT))
      return LowerComparison{Value(), 0};
    if (cmp == (*known ? ICmp::LE : ICmp::GT))
      return LowerComparison{Value(), ~uint32_t(0)};
    return std::nullopt;
  }
  auto lower = carried.getDefiningOp<InstOpInterface>();
  if (!lower || lower.getOpcode() != Opcode::ISETP || lower.isGuarded() ||
      lower->getResult(Record::kPu) != carried ||
      getConstant(lower->getOperand(2)) != 1 ||
      getRegFile(lower->getOperand(0).getType()) != isa::Operand::Kind::R)
    return std::nullopt;
  uint64_t mods = lower.getModBits();
  std::optional<uint64_t> bound = getConstant(lower->getOperand(1));
  if (!bound || Record::ex.get(mods) || Record::bop.get(mods) ||
      Record::ppNot.get(mods) || !Record::u32.get(mods) ||
      ICmp(Record::cmp.get(mods)) != cmp)
    return std::nullopt;
  return LowerComparison{lower->getOperand(0), uint32_t(*bound)};
}

/// The counter of a comparison of 64 bits with a number.
bool Finder::findWideCounter(InstOpInterface upper) {
  std::optional<LowerComparison> lower = getLowerComparison(upper);
  std::optional<uint64_t> bound = getConstant(upper->getOperand(1));
  if (!lower || !bound)
    return false;
  unsigned toHeader = getBackSuccessor();
  for (BlockArgument argument : loop.header->getArguments()) {
    if (getRegFile(argument.getType()) != isa::Operand::Kind::R ||
        getWidth(argument.getType()) != 2)
      continue;
    auto next = getPassed(loop.latch, toHeader, argument.getArgNumber())
                    .getDefiningOp<CombineOp>();
    if (!next || next.getParts().size() != 2)
      continue;
    std::optional<uint64_t> offset =
        getWideSum(lower->word, upper->getOperand(0), argument);
    std::optional<uint64_t> step =
        getWideSum(next.getParts()[0], next.getParts()[1], argument);
    if (!offset || !step || !*step)
      continue;
    loop.counter = argument;
    loop.step = *step;
    loop.offset = *offset;
    wideBound = *bound << 32 | lower->bound;
    return true;
  }
  return false;
}

/// Whether the block ends in a test that leaves the loop.
bool Finder::findTest(unsigned block) {
  auto branch = dyn_cast<CondBraOp>(blocks[block]->getTerminator());
  if (!branch)
    return false;
  bool stays[2];
  for (unsigned k : {0, 1})
    stays[k] = loops.contains(header, blocks[branch->getSuccessor(k)]);
  if (stays[0] == stays[1])
    return false;
  auto compare = branch.getCondition().getDefiningOp<InstOpInterface>();
  namespace Record = isa::ISETP;
  if (!compare || compare.getOpcode() != Opcode::ISETP || compare.isGuarded() ||
      getRegFile(compare->getOperand(0).getType()) != isa::Operand::Kind::R)
    return false;
  uint64_t mods = compare.getModBits();
  if (Record::bop.get(mods) || Record::ppNot.get(mods) ||
      getConstant(compare->getOperand(2)) != 1)
    return false;
  auto cmp = ICmp(Record::cmp.get(mods));
  bool isNegated = bool(branch.getNegated()) !=
                   (branch.getCondition() != compare->getResult(Record::kPu));
  // The first successor is that of a true condition.
  if (isNegated == stays[0])
    cmp = getNegated(cmp);
  Value a = compare->getOperand(0), b = compare->getOperand(1);
  loop.isUnsigned = Record::u32.get(mods);
  loop.test = blocks[block];
  loop.stays = stays[0] ? 0 : 1;
  loop.cmp = cmp;
  if (Record::ex.get(mods))
    return findWideCounter(compare);
  if (findCounter(a, b))
    return true;
  loop.cmp = getExchanged(cmp);
  return findCounter(b, a);
}

std::optional<CountedLoop> Finder::find() {
  if (loops.isIrreducible(header) || !findLatch())
    return std::nullopt;
  // Each round comes to the latch and to the header.
  unsigned latch = blocks[loop.latch];
  if (!findTest(latch) && (latch == header || !findTest(header)))
    return std::nullopt;
  for (auto it = loop.header->pred_begin(), end = loop.header->pred_end();
       it != end; ++it) {
    if (*it == loop.latch)
      continue;
    Value passed =
        getPassed(*it, it.getSuccessorIndex(), loop.counter.getArgNumber());
    if (loop.init && loop.init != passed) {
      loop.init = Value();
      return wideBound ? std::nullopt : std::optional(loop);
    }
    loop.init = passed;
  }
  if (!loop.init)
    return std::nullopt;
  ConstantOperand first = getConstantOperand(loop.init);
  if (wideBound) {
    if (first.kind != ConstantOperand::Imm)
      return std::nullopt;
    loop.tests = countTests(first.bits + loop.offset, loop.step, loop.cmp,
                            loop.isUnsigned, *wideBound, /*bits=*/64);
    return loop.tests ? std::optional(loop) : std::nullopt;
  }
  ConstantOperand bound = getConstantOperand(loop.bound);
  if (first.kind == ConstantOperand::Imm && bound.kind == ConstantOperand::Imm)
    loop.tests = countTests(uint32_t(first.bits) + loop.offset, loop.step,
                            loop.cmp, loop.isUnsigned, uint32_t(bound.bits));
  return loop;
}

std::optional<CountedLoop> ori::findCountedLoop(const BlockNumbering &blocks,
                                                const LoopNest &loops,
                                                unsigned header) {
  return Finder(blocks, loops, header).find();
}

TripCounts::TripCounts(Operation *func) {
  Region &body = cast<FuncOp>(func).getBody();
  if (body.empty() || body.hasOneBlock())
    return;
  BlockNumbering blocks(body);
  FlowGraph graph = blocks.makeGraph();
  LoopNest loops(graph, 0);
  for (unsigned n = 0; n != blocks.size(); ++n)
    if (loops.isHeader(n))
      if (std::optional<CountedLoop> loop = findCountedLoop(blocks, loops, n))
        counted.push_back(*loop);
}
