//===- TripCounts.cpp - How often loops run -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts are computed modulo 2^32, as the machine adds: a loop that wraps
// around runs as often as the hardware would let it, which source-level
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

/// Sums that are looked through.
static constexpr unsigned kMaxSums = 8;

/// The numbers that a comparison is of.
static int64_t getNumber(uint32_t bits, bool isUnsigned) {
  return isUnsigned ? int64_t(bits) : int64_t(int32_t(bits));
}

// A comparison is a set of bits: less, equal, greater.

static bool holds(ICmp cmp, int64_t a, int64_t b) {
  ICmp relation = a < b ? ICmp::LT : a == b ? ICmp::EQ : ICmp::GT;
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

/// The least k with k * step == distance, modulo 2^32.
static std::optional<uint64_t> countSteps(uint32_t distance, uint32_t step) {
  unsigned zeros = llvm::countr_zero(step);
  if (distance & ((1u << zeros) - 1))
    return std::nullopt;
  llvm::APInt odd(32, step >> zeros);
  uint32_t inverse = uint32_t(odd.multiplicativeInverse().getZExtValue());
  return ((distance >> zeros) * inverse) & (0xffffffffu >> zeros);
}

std::optional<uint64_t> ori::countTests(uint32_t first, uint32_t step, ICmp cmp,
                                        bool isUnsigned, uint32_t bound) {
  int64_t y = getNumber(first, isUnsigned), b = getNumber(bound, isUnsigned);
  if (!holds(cmp, y, b))
    return 1;
  if (step == 0)
    return std::nullopt;
  if (cmp == ICmp::EQ)
    return 2;
  if (cmp == ICmp::NE) {
    std::optional<uint64_t> steps = countSteps(bound - first, step);
    return steps ? std::optional(*steps + 1) : std::nullopt;
  }
  int64_t s = int32_t(step);
  bool isUpward = cmp == ICmp::LT || cmp == ICmp::LE;
  bool isDownward = cmp == ICmp::GT || cmp == ICmp::GE;
  if (!(isUpward && s > 0) && !(isDownward && s < 0))
    return std::nullopt;
  int64_t distance = isUpward ? b - y : y - b, by = isUpward ? s : -s;
  bool isStrict = cmp == ICmp::LT || cmp == ICmp::GT;
  int64_t steps = isStrict ? (distance + by - 1) / by : distance / by + 1;
  int64_t last = y + steps * s;
  int64_t least = isUnsigned ? 0 : INT32_MIN;
  int64_t greatest = isUnsigned ? int64_t(UINT32_MAX) : INT32_MAX;
  if (last < least || last > greatest)
    return std::nullopt;
  return uint64_t(steps) + 1;
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
  bool isInvariant(Value value) const;

  const BlockNumbering &blocks;
  const LoopNest &loops;
  unsigned header;
  CountedLoop loop;
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

bool Finder::findCounter(Value tested, Value bound) {
  if (!isInvariant(bound))
    return false;
  Operation *back = loop.latch->getTerminator();
  unsigned toHeader = 0;
  while (back->getSuccessor(toHeader) != loop.header)
    ++toHeader;
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
  if (Record::ex.get(mods) || Record::bop.get(mods) ||
      Record::ppNot.get(mods) || getConstant(compare->getOperand(2)) != 1)
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
      return loop;
    }
    loop.init = passed;
  }
  if (!loop.init)
    return std::nullopt;
  ConstantOperand first = getConstantOperand(loop.init),
                  bound = getConstantOperand(loop.bound);
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
