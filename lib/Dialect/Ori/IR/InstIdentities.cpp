//===- InstIdentities.cpp - Identities of instruction ops -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer, logic and move instructions only: no identity of floats holds for
// NaNs, subnormal numbers and negative zero alike. A fold must give all
// results; a carry that nobody reads may be anything. What is asked of
// constants goes through `holds`, so that a proof can stand for all that answer
// alike.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/IR/Identities.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;
using Computes = ptxmlir::isa::Operation;

namespace {

/// What is known of a bit (or a predicate) of an operand.
struct Term {
  enum Kind { Unknown, Zero, One, Variable } kind = Unknown;
  Value value;
};

} // namespace

/// One instruction by slot and modifier names.
class ori::IdentityMatch {
public:
  IdentityMatch(InstOpInterface op, ArrayRef<Attribute> operands,
                IdentityTrace *trace)
      : op(op), desc(op.getDesc()), mods(op.getModBits()), operands(operands),
        trace(trace), values(desc.numDefs) {}

  ArrayRef<OpFoldResult> getResults() const { return values; }

  // One function for each entry of the table.
  bool sumOfA();
  bool sumOfB();
  bool sumOfC();
  bool productWithZero();
  bool productWithOne();
  bool shiftedZeroPlusB();
  bool unshiftedPlusZero();
  bool move() { return set("d", source("b")); }
  bool selectEqual();
  bool selectKnown();
  bool tableOfBits();
  bool tableOfPredicates();
  bool shiftByZero();
  bool shiftByWord();
  bool permuteToA() { return permutesTo(0x3210) && set("d", source("a")); }
  bool permuteToC() { return permutesTo(0x7654) && set("d", source("c")); }
  bool extendAll();
  bool compareEqual();
  bool compareBelowZero();
  bool minMaxOfEqual();

private:
  bool isPlainSum();
  bool permutesTo(uint64_t selector);
  bool setComparison(bool truth);

  uint64_t mod(StringRef name) const {
    int i = desc.findMod(name);
    return i < 0 ? 0 : desc.mods[i].field.get(mods);
  }
  /// True if any source has a negation, complement or absolute value.
  bool hasSourceFlags() const {
    for (const ptxmlir::isa::SlotDesc &slot : desc.slots)
      for (int i : {slot.negMod, slot.absMod})
        if (i >= 0 && desc.mods[i].field.get(mods))
          return true;
    return mod("bNot");
  }
  Value source(StringRef name) const {
    int slot = desc.findSlot(name);
    return slot < 0 ? Value() : op->getOperand(slot - desc.numDefs);
  }
  std::optional<uint64_t> constant(StringRef name) const {
    int slot = desc.findSlot(name);
    if (slot < 0)
      return std::nullopt;
    auto integer = dyn_cast_or_null<IntegerAttr>(operands[slot - desc.numDefs]);
    if (!integer || integer.getValue().getBitWidth() > 64)
      return std::nullopt;
    return integer.getValue().getZExtValue();
  }
  bool isConstant(StringRef name) const { return constant(name).has_value(); }
  /// Whether a constant has the bits `value` under `mask`; false for others.
  bool holds(StringRef name, uint64_t mask, uint64_t value) const {
    std::optional<uint64_t> bits = constant(name);
    if (!bits)
      return false;
    bool result = (*bits & mask) == value;
    if (trace)
      trace->facts.push_back(
          {unsigned(desc.findSlot(name)) - desc.numDefs, mask, value, result});
    return result;
  }
  bool isEqual(StringRef name, uint64_t value) const {
    return holds(name, ~uint64_t(0), value);
  }
  bool isZero(StringRef name) const { return isEqual(name, 0); }
  bool sameSource(StringRef a, StringRef b) const {
    return source(a) && source(a) == source(b);
  }
  /// The value of a predicate source with its complement applied.
  std::optional<bool> predicate(StringRef name) const {
    std::optional<uint64_t> bits = constant(name);
    if (!bits)
      return std::nullopt;
    return bool(*bits & 1) != complemented(name);
  }
  bool complemented(StringRef name) const {
    int slot = desc.findSlot(name);
    int notMod = slot < 0 ? -1 : desc.slots[slot].notMod;
    return notMod >= 0 && desc.mods[notMod].field.get(mods);
  }

  /// Sets a result; false if it has another type than the value.
  bool set(StringRef name, Value value) {
    int slot = desc.findSlot(name);
    if (slot < 0 || !value || op->getResult(slot).getType() != value.getType())
      return false;
    values[slot] = value;
    return true;
  }
  /// Sets every bit of a result, if it has that result.
  bool set(StringRef name, bool bit) {
    int slot = desc.findSlot(name);
    if (slot < 0)
      return true;
    Type type = op->getResult(slot).getType();
    unsigned width = llvm::isa<PType, UPType>(type) ? 1 : 32 * getWidth(type);
    values[slot] = IntegerAttr::get(IntegerType::get(op->getContext(), width),
                                    bit ? APInt::getAllOnes(width)
                                        : APInt::getZero(width));
    return true;
  }
  /// Whether nobody reads a result. An operation without any uses may be a new
  /// one, whose users are made after it.
  bool isUnused(StringRef name) const {
    int slot = desc.findSlot(name);
    return slot < 0 || (op->getResult(slot).use_empty() && !op->use_empty());
  }
  /// Sets a result to the predicate source `name`.
  bool setToPredicate(StringRef result, StringRef name) {
    if (std::optional<bool> bit = predicate(name))
      return set(result, *bit);
    return !complemented(name) && set(result, source(name));
  }
  /// No carry goes out: of a sum that has one term.
  bool setNoCarry() { return set("pu", false) && set("pv", false); }

  Term bitsOf(StringRef name) const;
  Term predicateTerm(StringRef name) const;
  bool setByTable(StringRef result, unsigned lut, const Term (&terms)[3]);

  InstOpInterface op;
  const InstDesc &desc;
  uint64_t mods;
  ArrayRef<Attribute> operands;
  IdentityTrace *trace;
  SmallVector<OpFoldResult, 3> values;
};

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// No term is negated and nothing is carried in: a sum of one term has no
/// carry. The carry of a negated zero is one; `.X` complements instead.
bool IdentityMatch::isPlainSum() {
  if (hasSourceFlags())
    return false;
  if (mod("x"))
    for (StringRef carry : {"pp", "pq"})
      if (desc.findSlot(carry) >= 0 && predicate(carry) != false)
        return false;
  return setNoCarry();
}

bool IdentityMatch::sumOfA() {
  return isZero("b") && (desc.findSlot("c") < 0 || isZero("c")) &&
         isPlainSum() && set("d", source("a"));
}
bool IdentityMatch::sumOfB() {
  return isZero("a") && (desc.findSlot("c") < 0 || isZero("c")) &&
         isPlainSum() && set("d", source("b"));
}
bool IdentityMatch::sumOfC() {
  return isZero("a") && isZero("b") && isPlainSum() && set("d", source("c"));
}

bool IdentityMatch::productWithZero() {
  return (isZero("a") || isZero("b")) && !mod("x") && isPlainSum() &&
         set("d", source("c"));
}

/// Not of the wide product, which is an extension.
bool IdentityMatch::productWithOne() {
  if (!isZero("c") || mod("x") || !isPlainSum())
    return false;
  if (isEqual("b", 1))
    return set("d", source("a"));
  return isEqual("a", 1) && set("d", source("b"));
}

bool IdentityMatch::shiftedZeroPlusB() {
  // The shifted pair is zero if its high word is, too.
  return isZero("a") && (!mod("hi") || mod("sx32") || isZero("c")) &&
         !mod("x") && isPlainSum() && set("d", source("b"));
}
bool IdentityMatch::unshiftedPlusZero() {
  return !mod("hi") && mod("shift") == 0 && isZero("b") && !mod("x") &&
         isPlainSum() && set("d", source("a"));
}

//===----------------------------------------------------------------------===//
// Logic
//===----------------------------------------------------------------------===//

Term IdentityMatch::bitsOf(StringRef name) const {
  if (isZero(name))
    return {Term::Zero, {}};
  return {holds(name, 0xffffffff, 0xffffffff) ? Term::One : Term::Variable,
          source(name)};
}

Term IdentityMatch::predicateTerm(StringRef name) const {
  if (std::optional<bool> bit = predicate(name))
    return {*bit ? Term::One : Term::Zero, {}};
  // A complemented predicate equals no value there is.
  return {complemented(name) ? Term::Unknown : Term::Variable, source(name)};
}

/// Sets a result to the constant or the source that the function with this
/// truth table (index 4a + 2b + c) is for all values the terms can have.
bool IdentityMatch::setByTable(StringRef result, unsigned lut,
                               const Term (&terms)[3]) {
  unsigned possible = 0; // rows of the table that can occur
  unsigned column[3] = {0xf0, 0xcc, 0xaa};
  for (unsigned row = 0; row != 8; ++row) {
    bool bit[3] = {bool(row & 4), bool(row & 2), bool(row & 1)};
    bool occurs = true;
    for (unsigned i = 0; i != 3; ++i) {
      if (terms[i].kind == Term::Zero || terms[i].kind == Term::One)
        occurs &= bit[i] == (terms[i].kind == Term::One);
      for (unsigned j = 0; j != i; ++j)
        if (terms[i].kind == Term::Variable &&
            terms[j].kind == Term::Variable && terms[i].value == terms[j].value)
          occurs &= bit[i] == bit[j];
    }
    possible |= unsigned(occurs) << row;
  }
  if ((lut & possible) == 0)
    return set(result, false);
  if ((lut & possible) == possible)
    return set(result, true);
  for (unsigned i = 0; i != 3; ++i)
    if (terms[i].kind == Term::Variable &&
        (lut & possible) == (column[i] & possible))
      return set(result, terms[i].value);
  return false;
}

bool IdentityMatch::tableOfBits() {
  Term terms[3] = {bitsOf("a"), bitsOf("b"), bitsOf("c")};
  if (!setByTable("d", unsigned(mod("lut")), terms))
    return false;
  if (isUnused("pu"))
    return set("pu", false);
  // pu joins (d != 0) and pp.
  bool isAnd = mod("pand");
  std::optional<bool> pp = predicate("pp");
  if (pp && *pp != isAnd)
    return set("pu", *pp);
  auto bits = dyn_cast<Attribute>(values[desc.findSlot("d")]);
  if (!bits)
    return false;
  bool nonzero = !cast<IntegerAttr>(bits).getValue().isZero();
  return nonzero == isAnd ? setToPredicate("pu", "pp") : set("pu", nonzero);
}

bool IdentityMatch::tableOfPredicates() {
  Term terms[3] = {predicateTerm("pp"), predicateTerm("pq"),
                   predicateTerm("pr")};
  for (auto [result, lut] : {std::pair("pu", "lut"), std::pair("pv", "lut2")})
    if (!(isUnused(result) ? set(result, false)
                           : setByTable(result, unsigned(mod(lut)), terms)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Selection, shifts, bit fields
//===----------------------------------------------------------------------===//

bool IdentityMatch::selectEqual() {
  return !hasSourceFlags() && sameSource("a", "b") && set("d", source("a"));
}
bool IdentityMatch::selectKnown() {
  std::optional<bool> pp = predicate("pp");
  return pp && !hasSourceFlags() && set("d", source(*pp ? "a" : "b"));
}

bool IdentityMatch::shiftByZero() {
  // ShfType: the first two are of 64 bits.
  uint64_t wrap = mod("type") < 2 ? 63 : 31;
  return holds("b", mod("w") ? wrap : ~uint64_t(0), 0) &&
         set("d", source(mod("hi") ? "c" : "a"));
}

/// The words of {c, a} are exchanged.
bool IdentityMatch::shiftByWord() {
  bool is64 = mod("type") < 2;
  if ((mod("w") && !is64) || bool(mod("dir")) == bool(mod("hi")))
    return false;
  return holds("b", mod("w") ? 63 : ~uint64_t(0), 32) &&
         set("d", source(mod("hi") ? "a" : "c"));
}

bool IdentityMatch::permutesTo(uint64_t selector) {
  return mod("mode") == 0 && holds("b", 0xffff, selector);
}

bool IdentityMatch::extendAll() {
  // A width of 32 or more.
  return !mod("w") && isConstant("b") && !holds("b", ~uint64_t(31), 0) &&
         set("d", source("a"));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Sets the results of a comparison that is known.
bool IdentityMatch::setComparison(bool truth) {
  if (hasSourceFlags() || mod("bNeg") || mod("ex"))
    return false;
  // BoolOp: and, or, exclusive or; pv has the opposite comparison.
  unsigned bop = unsigned(mod("bop"));
  for (auto [result, bit] : {std::pair("pu", truth), std::pair("pv", !truth)}) {
    bool done;
    if (isUnused(result))
      done = set(result, false);
    else if (bop > 1)
      done = !bit && setToPredicate(result, "pp");
    else
      done =
          bit == (bop == 0) ? setToPredicate(result, "pp") : set(result, bit);
    if (!done)
      return false;
  }
  return true;
}

// Bits of ICmp: less, equal, greater.
bool IdentityMatch::compareEqual() {
  return sameSource("a", "b") && setComparison(mod("cmp") & 2);
}
/// Nothing is below zero.
bool IdentityMatch::compareBelowZero() {
  bool isGE = mod("cmp") == 6;
  return mod("u32") && (isGE || mod("cmp") == 1) && isZero("b") &&
         setComparison(isGE);
}

bool IdentityMatch::minMaxOfEqual() {
  if (hasSourceFlags() || mod("relu") || !sameSource("a", "b") ||
      !isUnused("pu") || !isUnused("pv"))
    return false;
  return set("pu", false) && set("pv", false) && set("d", source("a"));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// An identity of all instructions of the operations, as far as they have the
/// slot `needs`.
struct Entry {
  llvm::StringLiteral name;
  llvm::ArrayRef<Computes> operations;
  bool (IdentityMatch::*apply)();
  const char *needs = nullptr;
};
} // namespace

static constexpr Computes kSum[] = {Computes::Sum},
                          kProduct[] = {Computes::Product},
                          kAllProducts[] = {Computes::Product,
                                            Computes::WideProduct},
                          kLea[] = {Computes::ShiftedSum},
                          kMove[] = {Computes::Move},
                          kSelect[] = {Computes::Select},
                          kLogic[] = {Computes::Logic},
                          kPredicateLogic[] = {Computes::PredicateLogic},
                          kShift[] = {Computes::Shift},
                          kPermute[] = {Computes::Permute},
                          kExtend[] = {Computes::Extend},
                          kCompare[] = {Computes::Compare},
                          kMinMax[] = {Computes::MinMax};

static constexpr Entry kEntries[] = {
    {"sum-of-a", kSum, &IdentityMatch::sumOfA},
    {"sum-of-b", kSum, &IdentityMatch::sumOfB},
    {"sum-of-c", kSum, &IdentityMatch::sumOfC, "c"},
    {"product-with-zero", kAllProducts, &IdentityMatch::productWithZero},
    {"product-with-one", kProduct, &IdentityMatch::productWithOne},
    {"shifted-zero-plus-b", kLea, &IdentityMatch::shiftedZeroPlusB},
    {"unshifted-plus-zero", kLea, &IdentityMatch::unshiftedPlusZero},
    {"move", kMove, &IdentityMatch::move},
    {"select-equal", kSelect, &IdentityMatch::selectEqual},
    {"select-known", kSelect, &IdentityMatch::selectKnown},
    {"table-of-bits", kLogic, &IdentityMatch::tableOfBits},
    {"table-of-predicates", kPredicateLogic, &IdentityMatch::tableOfPredicates},
    {"shift-by-zero", kShift, &IdentityMatch::shiftByZero},
    {"shift-by-word", kShift, &IdentityMatch::shiftByWord},
    {"permute-to-a", kPermute, &IdentityMatch::permuteToA},
    {"permute-to-c", kPermute, &IdentityMatch::permuteToC},
    {"extend-all", kExtend, &IdentityMatch::extendAll},
    {"compare-equal", kCompare, &IdentityMatch::compareEqual},
    {"compare-below-zero", kCompare, &IdentityMatch::compareBelowZero},
    {"min-max-of-equal", kMinMax, &IdentityMatch::minMaxOfEqual},
};

ArrayRef<Identity> ori::getIdentities() {
  // Made once, of what the records say.
  static const auto table = [] {
    struct {
      std::array<std::vector<Opcode>, std::size(kEntries)> opcodes;
      std::vector<Identity> identities;
    } all;
    for (unsigned o = 0; o != unsigned(Opcode::Count); ++o) {
      const InstDesc &desc = ptxmlir::isa::getDesc(Opcode(o));
      if (desc.operation == Computes::None)
        continue;
      for (auto [entry, opcodes] : llvm::zip(kEntries, all.opcodes))
        if (llvm::is_contained(entry.operations, desc.operation) &&
            (!entry.needs || desc.findSlot(entry.needs) >= 0))
          opcodes.push_back(Opcode(o));
    }
    for (auto [entry, opcodes] : llvm::zip(kEntries, all.opcodes))
      all.identities.push_back({entry.name, opcodes, entry.apply});
    return all;
  }();
  return table.identities;
}

/// The entries for one opcode, by their numbers.
static ArrayRef<uint8_t> getEntries(Opcode opcode) {
  static const auto table = [] {
    std::array<SmallVector<uint8_t, 3>, size_t(Opcode::Count)> entries;
    for (auto [i, identity] : llvm::enumerate(getIdentities()))
      for (Opcode o : identity.opcodes)
        entries[size_t(o)].push_back(uint8_t(i));
    return entries;
  }();
  return table[size_t(opcode)];
}

LogicalResult ori::foldIdentity(InstOpInterface op,
                                ArrayRef<Attribute> operands,
                                SmallVectorImpl<OpFoldResult> &results,
                                IdentityTrace *trace) {
  for (uint8_t i : getEntries(op.getOpcode())) {
    IdentityMatch match(op, operands, trace);
    if (!(match.*kEntries[i].apply)())
      continue;
    if (trace)
      trace->applied = &getIdentities()[i];
    results.append(match.getResults().begin(), match.getResults().end());
    return success();
  }
  return failure();
}
