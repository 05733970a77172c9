//===- ValueRanges.cpp - Between what registers are -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products, masks, shifts to the right and choices of ranges. What may
// overflow is any value.
//
//===----------------------------------------------------------------------===//

#include "ValueRanges.h"
#include "ConvergenceOperands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ICmp;
using isa::Inst;
using isa::InstDesc;
using isa::Operand;
using isa::Operation;

/// What an instruction leaves in the predicates that it writes.
struct ValueRanges::Results {
  std::optional<bool> values[kNumPredicates];
};

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static std::optional<ValueRange> fit(ValueRange range) {
  if (range.low < INT32_MIN || range.high > INT32_MAX)
    return std::nullopt;
  return range;
}

static ValueRange negate(ValueRange range, bool isNegative) {
  return isNegative ? ValueRange{-range.high, -range.low} : range;
}

static ValueRange unite(ValueRange a, ValueRange b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

static ValueRange multiply(ValueRange a, ValueRange b) {
  auto [low, high] = std::minmax(
      {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

/// Bounds that have grown go on to one of few.
static ValueRange widen(ValueRange from, ValueRange to) {
  for (int64_t bound : {int64_t(1) << 6, int64_t(1) << 16, int64_t(1) << 31}) {
    ValueRange wider = {to.low < from.low ? -bound : to.low,
                        to.high > from.high ? bound - 1 : to.high};
    if (wider.low <= to.low && wider.high >= to.high)
      return wider;
  }
  return {};
}

/// The same values as unsigned numbers.
static ValueRange asUnsigned(ValueRange range) {
  if (range.low >= 0)
    return range;
  constexpr int64_t kAll = int64_t(1) << 32;
  return range.high < 0 ? ValueRange{range.low + kAll, range.high + kAll}
                        : ValueRange{0, kAll - 1};
}

static std::optional<bool> isLess(ValueRange a, ValueRange b, bool orEqual) {
  if (orEqual ? a.high <= b.low : a.high < b.low)
    return true;
  if (orEqual ? a.low > b.high : a.low >= b.high)
    return false;
  return std::nullopt;
}

static std::optional<bool> invert(std::optional<bool> value, bool isNot) {
  return value ? std::optional<bool>(*value != isNot) : value;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

template <typename Ranges> static auto findEntry(Ranges &ranges, unsigned reg) {
  return llvm::lower_bound(ranges, reg, [](const auto &entry, unsigned number) {
    return entry.first < number;
  });
}

ValueRange ValueRanges::get(const Operand &op) const {
  if (op.kind == Operand::Imm)
    return ValueRange::of(int32_t(uint32_t(op.value)));
  if (op.kind != Operand::R)
    return {};
  if (op.reg == isa::RZ)
    return ValueRange::of(0);
  auto it = findEntry(ranges, op.reg);
  return it != ranges.end() && it->first == op.reg ? it->second : ValueRange();
}

void ValueRanges::set(unsigned reg, ValueRange range) {
  auto it = findEntry(ranges, reg);
  bool isThere = it != ranges.end() && it->first == reg;
  if (range.isFull()) {
    if (isThere)
      ranges.erase(it);
  } else if (isThere) {
    it->second = range;
  } else {
    ranges.insert(it, {reg, range});
  }
}

std::optional<bool> ValueRanges::getPredicate(const Operand &op,
                                              bool isNot) const {
  if (op.kind == Operand::None || op.reg == isa::PT)
    return !isNot;
  if (op.kind != Operand::P)
    return std::nullopt;
  return valueOf(2 * op.reg + isNot);
}

void ValueRanges::setPredicate(unsigned predicate, std::optional<bool> value) {
  uint8_t bit = 1u << predicate;
  trues &= ~bit;
  falses &= ~bit;
  if (value)
    (*value ? trues : falses) |= bit;
}

std::optional<bool> ValueRanges::valueOf(uint32_t literal) const {
  uint32_t predicate = literal / 2;
  if (predicate < kNumPredicates && ((trues | falses) >> predicate & 1))
    return bool(trues >> predicate & 1) != bool(literal & 1);
  return std::nullopt;
}

void WrittenRegisters::add(const Inst &inst) {
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  for (const isa::RegRange &range : writes)
    for (unsigned i = 0; i != range.count; ++i) {
      if (range.file == Operand::R && range.first + i < registers.size())
        registers.set(range.first + i);
      else if (range.file == Operand::P)
        predicates.set(range.first + i);
    }
}

void ValueRanges::forget(const WrittenRegisters &written) {
  llvm::erase_if(ranges, [&](const auto &entry) {
    return written.registers.test(entry.first);
  });
  for (unsigned i = 0; i != kNumPredicates; ++i) {
    if (written.predicates.test(i))
      setPredicate(i, std::nullopt);
    if (written.predicates.test(i) ||
        (relations[i].reg != isa::RZ &&
         written.registers.test(relations[i].reg)))
      relations[i] = {};
  }
}

void ValueRanges::assume(uint32_t literal) {
  uint32_t predicate = literal / 2;
  if (predicate >= kNumPredicates)
    return;
  bool isTrue = !(literal & 1);
  setPredicate(predicate, isTrue);
  const Relation &relation = relations[predicate];
  if (relation.reg == isa::RZ)
    return;
  ValueRange range = get(Operand::r(relation.reg)),
             known = isTrue ? relation.ifTrue : relation.ifFalse;
  ValueRange both = {std::max(range.low, known.low),
                     std::min(range.high, known.high)};
  // Nobody goes there, but that is for the branch to say.
  if (both.low <= both.high)
    set(relation.reg, both);
}

/// What the first predicate of a comparison with a constant says.
ValueRanges::Relation ValueRanges::relate(const Inst &inst) {
  const Operand &a = inst.ops[isa::ISETP::kA], &b = inst.ops[isa::ISETP::kB],
                &pp = inst.ops[isa::ISETP::kPp];
  bool isZero = b == Operand::r(isa::RZ);
  auto op = isa::BoolOp(isa::ISETP::bop.get(inst.mods));
  if (inst.opcode != isa::Opcode::ISETP || isa::ISETP::ex.get(inst.mods) ||
      a.kind != Operand::R || a.reg == isa::RZ ||
      (b.kind != Operand::Imm && !isZero) || op == isa::BoolOp::XOR)
    return {};
  int64_t number = isZero ? 0 : int32_t(uint32_t(b.value));
  constexpr int64_t kMin = INT32_MIN, kMax = INT32_MAX;
  bool isUnsigned = isa::ISETP::u32.get(inst.mods);
  // Below a number that is not negative, unsigned ones are not either.
  if (isUnsigned && number < 0)
    return {};
  int64_t least = isUnsigned ? 0 : kMin;
  ValueRange below = {least, number - 1}, upTo = {least, number},
             from = {number, kMax}, above = {number + 1, kMax};
  if (isUnsigned)
    from = above = ValueRange();
  Relation relation = {a.reg, {}, {}};
  switch (ICmp(isa::ISETP::cmp.get(inst.mods))) {
  case ICmp::LT:
    relation.ifTrue = below;
    relation.ifFalse = from;
    break;
  case ICmp::LE:
    relation.ifTrue = upTo;
    relation.ifFalse = above;
    break;
  case ICmp::GT:
    relation.ifTrue = above;
    relation.ifFalse = upTo;
    break;
  case ICmp::GE:
    relation.ifTrue = from;
    relation.ifFalse = below;
    break;
  case ICmp::EQ:
    relation.ifTrue = ValueRange::of(number);
    break;
  case ICmp::NE:
    relation.ifFalse = ValueRange::of(number);
    break;
  default:
    return {};
  }
  // Of two that are combined, only one value tells of both.
  bool isAlone = pp.kind == Operand::None || pp.reg == isa::PT;
  bool isNot = isa::ISETP::ppNot.get(inst.mods);
  if (!isAlone || isNot != (op == isa::BoolOp::OR))
    (op == isa::BoolOp::AND ? relation.ifFalse : relation.ifTrue) = {};
  return relation;
}

bool ValueRanges::join(const ValueRanges &other, bool widens) {
  bool isNews = (trues & ~other.trues) || (falses & ~other.falses);
  trues &= other.trues;
  falses &= other.falses;
  for (auto [relation, otherRelation] : llvm::zip(relations, other.relations)) {
    if (relation == otherRelation || relation.reg == isa::RZ)
      continue;
    isNews = true;
    relation = {};
  }
  for (auto &[reg, range] : ranges) {
    ValueRange both = unite(range, other.get(Operand::r(reg)));
    if (both == range)
      continue;
    isNews = true;
    range = widens ? widen(range, both) : both;
  }
  llvm::erase_if(ranges,
                 [](const auto &entry) { return entry.second.isFull(); });
  return isNews;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static bool hasMod(const InstDesc &desc, const Inst &inst,
                   llvm::StringRef name) {
  int index = desc.findMod(name);
  return index >= 0 && desc.mods[index].field.get(inst.mods);
}

/// What the instruction writes to its first register, if it is one of 32 bits
/// and anything is known of it.
std::optional<ValueRange> ValueRanges::evaluate(const Inst &inst) const {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  auto source = [&](llvm::StringRef name, llvm::StringRef neg = {}) {
    int slot = desc.findSlot(name);
    if (slot < 0)
      return ValueRange::of(0);
    return negate(get(inst.ops[slot]), !neg.empty() && hasMod(desc, inst, neg));
  };
  switch (desc.operation) {
  case Operation::Move:
    if (inst.opcode == isa::Opcode::MOV && isa::MOV::mask.get(inst.mods) != 0xf)
      return std::nullopt;
    return source("b");
  case Operation::HalfProduct: {
    // ptxas writes constants so: zero times zero, plus two halves. Numbers that
    // are none may get other bits.
    const Operand *moved = getMoved(inst);
    uint32_t bits = moved ? uint32_t(moved->value) : 0;
    constexpr uint32_t kExponent = 0x7c00;
    bool isExact = llvm::none_of(
        llvm::ArrayRef<llvm::StringRef>{"ftz", "fmz", "sat", "relu", "f32",
                                        "cNeg", "cAbs"},
        [&](llvm::StringRef name) { return hasMod(desc, inst, name); });
    if (!moved || moved->kind != Operand::Imm || !isExact ||
        (bits & kExponent) == kExponent ||
        (bits >> 16 & kExponent) == kExponent)
      return std::nullopt;
    return source("c");
  }
  case Operation::Sum: {
    if (hasMod(desc, inst, "x") || hasMod(desc, inst, "v16x2"))
      return std::nullopt;
    ValueRange a = source("a", "aNeg"), b = source("b", "bNeg"),
               c = source("c", "cNeg");
    return fit({a.low + b.low + c.low, a.high + b.high + c.high});
  }
  case Operation::Product: {
    if (hasMod(desc, inst, "x"))
      return std::nullopt;
    std::optional<ValueRange> product = fit(multiply(source("a"), source("b")));
    if (!product)
      return std::nullopt;
    ValueRange c = source("c", "cNeg");
    return fit({product->low + c.low, product->high + c.high});
  }
  case Operation::Logic: {
    if (desc.getMod("lut", inst.mods) != isa::kTableAnd)
      return std::nullopt;
    // Bits of a number that is not negative.
    ValueRange a = source("a"), b = source("b");
    int64_t high = INT64_MAX;
    if (a.low >= 0)
      high = a.high;
    if (b.low >= 0)
      high = std::min(high, b.high);
    return high == INT64_MAX ? std::nullopt
                             : std::optional<ValueRange>({0, high});
  }
  case Operation::Shift: {
    const Operand &distance = inst.ops[isa::SHF::kB];
    if (inst.opcode != isa::Opcode::SHF ||
        isa::ShfDir(isa::SHF::dir.get(inst.mods)) != isa::ShfDir::R ||
        isa::ShfType(isa::SHF::type.get(inst.mods)) != isa::ShfType::U32 ||
        !isa::SHF::hi.get(inst.mods) ||
        !(inst.ops[isa::SHF::kA] == Operand::r(isa::RZ)) ||
        distance.kind != Operand::Imm || uint64_t(distance.value) >= 32 ||
        !distance.value)
      return std::nullopt;
    ValueRange c = asUnsigned(get(inst.ops[isa::SHF::kC]));
    return ValueRange{c.low >> distance.value, c.high >> distance.value};
  }
  case Operation::Select: {
    const Operand &pp = inst.ops[desc.findSlot("pp")];
    std::optional<bool> isFirst = getPredicate(pp, hasMod(desc, inst, "ppNot"));
    ValueRange a = source("a"), b = source("b");
    return !isFirst ? unite(a, b) : *isFirst ? a : b;
  }
  default:
    return std::nullopt;
  }
}

std::optional<bool> ValueRanges::compare(const Inst &inst) const {
  ValueRange a = get(inst.ops[isa::ISETP::kA]),
             b = get(inst.ops[isa::ISETP::kB]);
  if (isa::ISETP::u32.get(inst.mods)) {
    a = asUnsigned(a);
    b = asUnsigned(b);
  }
  switch (ICmp(isa::ISETP::cmp.get(inst.mods))) {
  case ICmp::F:
    return false;
  case ICmp::T:
    return true;
  case ICmp::LT:
    return isLess(a, b, /*orEqual=*/false);
  case ICmp::LE:
    return isLess(a, b, /*orEqual=*/true);
  case ICmp::GT:
    return isLess(b, a, /*orEqual=*/false);
  case ICmp::GE:
    return isLess(b, a, /*orEqual=*/true);
  case ICmp::EQ:
  case ICmp::NE: {
    bool isNot = ICmp(isa::ISETP::cmp.get(inst.mods)) == ICmp::NE;
    if (a.isSingle() && a == b)
      return !isNot;
    if (a.high < b.low || b.high < a.low)
      return isNot;
    return std::nullopt;
  }
  }
  return std::nullopt;
}

/// `op`: of BoolOp.
static std::optional<bool> combine(isa::BoolOp op, std::optional<bool> a,
                                   std::optional<bool> b) {
  switch (op) {
  case isa::BoolOp::AND:
    if ((a && !*a) || (b && !*b))
      return false;
    return a && b ? a : std::nullopt;
  case isa::BoolOp::OR:
    if ((a && *a) || (b && *b))
      return true;
    return a && b ? a : std::nullopt;
  case isa::BoolOp::XOR:
    return a && b ? std::optional<bool>(*a != *b) : std::nullopt;
  }
  return std::nullopt;
}

void ValueRanges::followPredicates(const Inst &inst, Results &results) const {
  auto write = [&](unsigned slot, std::optional<bool> value) {
    if (inst.ops[slot].kind == Operand::P &&
        inst.ops[slot].reg < kNumPredicates)
      results.values[inst.ops[slot].reg] = value;
  };
  if (inst.opcode == isa::Opcode::ISETP && !isa::ISETP::ex.get(inst.mods)) {
    std::optional<bool> holds = compare(inst),
                        with = getPredicate(inst.ops[isa::ISETP::kPp],
                                            isa::ISETP::ppNot.get(inst.mods));
    auto op = isa::BoolOp(isa::ISETP::bop.get(inst.mods));
    write(isa::ISETP::kPv, combine(op, invert(holds, true), with));
    write(isa::ISETP::kPu, combine(op, holds, with));
    return;
  }
  if (inst.opcode != isa::Opcode::PLOP3)
    return;
  std::optional<bool> sources[] = {
      getPredicate(inst.ops[isa::PLOP3::kPp], isa::PLOP3::ppNot.get(inst.mods)),
      getPredicate(inst.ops[isa::PLOP3::kPq], isa::PLOP3::pqNot.get(inst.mods)),
      getPredicate(inst.ops[isa::PLOP3::kPr],
                   isa::PLOP3::prNot.get(inst.mods))};
  auto lookUp = [&](unsigned table) -> std::optional<bool> {
    bool mayBe[2] = {false, false};
    for (unsigned row = 0; row != 8; ++row) {
      bool isPossible = true;
      for (unsigned i = 0; i != 3; ++i)
        isPossible &= !sources[i] || *sources[i] == bool(row >> (2 - i) & 1);
      if (isPossible)
        mayBe[table >> row & 1] = true;
    }
    return mayBe[0] != mayBe[1] ? std::optional<bool>(mayBe[1]) : std::nullopt;
  };
  write(isa::PLOP3::kPv, lookUp(isa::PLOP3::lut2.get(inst.mods)));
  write(isa::PLOP3::kPu, lookUp(isa::PLOP3::lut.get(inst.mods)));
}

void ValueRanges::follow(const Inst &inst) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  std::optional<bool> executes =
      inst.guard == isa::PT        ? std::optional<bool>(!inst.guardNot)
      : desc.is(isa::UniformGuard) ? std::nullopt
                                   : valueOf(2 * inst.guard + inst.guardNot);
  if (executes && !*executes)
    return;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  Results results;
  followPredicates(inst, results);
  int d = desc.findSlot("d");
  std::optional<ValueRange> result;
  if (d >= 0 && isa::slotWidth(desc, d, inst.mods) == 1)
    result = evaluate(inst);
  const Operand *moved = getMoved(inst);
  if (moved && moved->kind == Operand::R && d >= 0 && inst.ops[d] == *moved &&
      result && *result == get(*moved))
    return; // A register stays as it is.
  Relation relation = executes ? relate(inst) : Relation();
  for (const isa::RegRange &range : writes)
    for (unsigned i = 0; i != range.count; ++i) {
      unsigned number = range.first + i;
      if (range.file == Operand::R)
        for (Relation &old : relations)
          if (old.reg == number)
            old = {};
      if (range.file == Operand::P && number < kNumPredicates) {
        relations[number] =
            range.slot == isa::ISETP::kPu ? relation : Relation();
        std::optional<bool> value = results.values[number];
        // Where the guard does not hold, the old value stays.
        if (!executes && valueOf(2 * number) != value)
          value = std::nullopt;
        setPredicate(number, value);
      } else if (range.file == Operand::R) {
        ValueRange value = result && range.slot == d ? *result : ValueRange();
        set(number, executes ? value : unite(value, get(Operand::r(number))));
      }
    }
}
