//===- ShiftedSums.cpp - Sums with a shifted term -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LEA adds a << k, LEA.HI the upper word of {c, a} << k: a shift to the right
// if c is zero, a rotation if c is a.
//
//===----------------------------------------------------------------------===//

#include "ShiftedSums.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

static RewriteCounter scaled("linear-scaled"), upperBits("linear-upper-bits"),
    rotated("linear-rotated"), disjointBits("bits-disjoint");

uint64_t ori::getShiftMods(bool upper) {
  uint64_t mods =
      isa::SHF::type.set(isa::SHF::kDefaultMods, uint64_t(isa::ShfType::U64));
  return isa::SHF::hi.set(mods, upper);
}

std::optional<unsigned> ori::getShift(Value value, Value &shifted) {
  uint64_t plain =
      isa::SHF::type.set(isa::SHF::kDefaultMods, uint64_t(isa::ShfType::U32));
  InstOpInterface shift = getInst(value, Opcode::SHF, plain);
  if (!shift)
    shift = getInst(value, Opcode::SHF, getShiftMods(false));
  if (!shift)
    return std::nullopt;
  std::optional<uint32_t> amount = getImm(shift->getOperand(1));
  if (!amount || *amount > 31)
    return std::nullopt;
  shifted = shift->getOperand(0);
  return *amount;
}

namespace {
/// The upper word of {upper, lower} << amount.
struct UpperWord {
  Value lower, upper; ///< upper: null if it is zero
  unsigned amount;
};
} // namespace

static std::optional<UpperWord> getUpperWord(Value value) {
  namespace Record = isa::SHF;
  auto shift = value.getDefiningOp<InstOpInterface>();
  if (!shift || shift.getOpcode() != Opcode::SHF || shift.isGuarded())
    return std::nullopt;
  std::optional<uint32_t> amount = getImm(shift->getOperand(1));
  if (!amount || *amount == 0 || *amount > 31)
    return std::nullopt;
  uint64_t mods = Record::hi.set(Record::kDefaultMods, 1);
  Value low = shift->getOperand(0), high = shift->getOperand(2);
  // To the right by k, with zeros: to the left by 32 - k.
  if (shift.getModBits() == Record::dir.set(mods, 1))
    return UpperWord{high, Value(), 32 - *amount};
  if (shift.getModBits() == mods ||
      shift.getModBits() == Record::w.set(mods, 1))
    return UpperWord{low, high, *amount};
  return std::nullopt;
}

Value ori::makeShiftedSum(Value term, Value other, OpBuilder &builder,
                          Location loc) {
  namespace Record = isa::LEA;
  Type word = term.getType();
  auto makeLEA = [&](Value low, Value high, uint64_t mods) {
    Value yes =
        ImmOp::create(builder, loc, PType::get(builder.getContext()), 1);
    if (!high)
      high = ImmOp::create(builder, loc, word, 0);
    return createInst(builder, loc, Opcode::LEA, {low, other, high, yes}, mods)
        ->getResult(0);
  };
  Value shifted;
  if (std::optional<unsigned> amount = getShift(term, shifted);
      amount && !getConstantOperand(shifted)) {
    ++scaled;
    return makeLEA(shifted, Value(),
                   Record::shift.set(Record::kDefaultMods, *amount));
  }
  // Divisions by powers of two add the sign like this, hashes rotations.
  std::optional<UpperWord> upper = getUpperWord(term);
  if (!upper || getConstantOperand(upper->lower) ||
      (upper->upper && getConstantOperand(upper->upper)))
    return Value();
  ++(upper->upper ? rotated : upperBits);
  uint64_t mods = Record::hi.set(Record::kDefaultMods, 1);
  return makeLEA(upper->lower, upper->upper,
                 Record::shift.set(mods, upper->amount));
}

/// Whether a value is logic, which a LOP3 that alone reads it may take in, as
/// it has three inputs.
static bool isLogic(Value value) {
  auto inst = value.getDefiningOp<InstOpInterface>();
  return inst && inst.getOpcode() == Opcode::LOP3;
}

bool ori::addShiftedBits(InstOpInterface lop3, KnownBitsMap &known,
                         OpBuilder &builder) {
  namespace Record = isa::LOP3;
  constexpr uint8_t kOr = 0xfc, kXor = 0x3c;
  uint64_t mods = lop3.getModBits();
  uint8_t lut = Record::lut.get(mods);
  if (lop3.isGuarded() || (lut != kOr && lut != kXor) ||
      mods != Record::lut.set(Record::kDefaultMods, lut) ||
      !hasOnlyFirstResult(lop3) || !isTrue(lop3->getOperand(3)))
    return false;
  Value a = lop3->getOperand(0), b = lop3->getOperand(1);
  if (!(known.lookup(a).Zero | known.lookup(b).Zero).isAllOnes())
    return false;
  for (auto [term, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (!term.hasOneUse() || term.getParentBlock() != lop3->getBlock() ||
        (isLogic(other) && other.hasOneUse()) || getConstantOperand(other))
      continue;
    Value sum = makeShiftedSum(term, other, builder, lop3->getLoc());
    if (!sum)
      continue;
    known.assume(sum, known.lookup(lop3->getResult(0)));
    lop3->getResult(0).replaceAllUsesWith(sum);
    ++disjointBits;
    return true;
  }
  return false;
}
