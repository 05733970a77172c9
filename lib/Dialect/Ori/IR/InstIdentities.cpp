//===- InstIdentities.cpp - Identities of instruction ops -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer, logic and move instructions only: no identity of floats holds for
// NaNs, subnormal numbers and negative zero alike. A fold must give all
// results; a carry that nobody reads may be anything.
//
//===----------------------------------------------------------------------===//

#include "InstIdentities.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::InstDesc;
using ptxmlir::isa::Opcode;

namespace {

/// What is known of a bit (or a predicate) of an operand.
struct Term {
  enum Kind { Unknown, Zero, One, Variable } kind = Unknown;
  Value value;
};

/// One instruction by slot and modifier names.
class Identities {
public:
  Identities(InstOpInterface op, ArrayRef<Attribute> operands)
      : op(op), desc(op.getDesc()), mods(op.getModBits()), operands(operands),
        values(desc.numDefs) {}

  LogicalResult fold(SmallVectorImpl<OpFoldResult> &results);

private:
  bool foldAdd3();
  bool foldMultiplyAdd(bool wide);
  bool foldLea();
  bool foldSelect();
  bool foldLop3();
  bool foldPlop3();
  bool foldShift();
  bool foldPermute();
  bool foldExtend();
  bool foldCompare();
  bool foldMinMax();

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
  bool isZero(StringRef name) const { return constant(name) == uint64_t(0); }
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
  bool isUnused(StringRef name) const {
    int slot = desc.findSlot(name);
    return slot < 0 || op->getResult(slot).use_empty();
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
  SmallVector<OpFoldResult, 3> values;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

bool Identities::foldAdd3() {
  // The carry of a negated zero is one; `.X` complements instead.
  if (hasSourceFlags())
    return false;
  if (mod("x") && (predicate("pp") != false || predicate("pq") != false))
    return false;
  bool hasC = desc.findSlot("c") >= 0;
  bool a = isZero("a"), b = isZero("b"), c = !hasC || isZero("c");
  if (!setNoCarry())
    return false;
  if (b && c)
    return set("d", source("a"));
  if (a && c)
    return set("d", source("b"));
  return a && b && set("d", source("c"));
}

bool Identities::foldMultiplyAdd(bool wide) {
  if (hasSourceFlags() || mod("x") || !setNoCarry())
    return false;
  if (isZero("a") || isZero("b"))
    return set("d", source("c"));
  // The wide product of x and 1 is an extension.
  if (wide || !isZero("c"))
    return false;
  if (constant("b") == uint64_t(1))
    return set("d", source("a"));
  return constant("a") == uint64_t(1) && set("d", source("b"));
}

bool Identities::foldLea() {
  if (hasSourceFlags() || mod("x") || !setNoCarry())
    return false;
  bool hi = mod("hi");
  // The shifted pair is zero if its high word is, too.
  if (isZero("a") && (!hi || mod("sx32") || isZero("c")))
    return set("d", source("b"));
  return !hi && mod("shift") == 0 && isZero("b") && set("d", source("a"));
}

//===----------------------------------------------------------------------===//
// Logic
//===----------------------------------------------------------------------===//

Term Identities::bitsOf(StringRef name) const {
  std::optional<uint64_t> bits = constant(name);
  if (!bits)
    return {Term::Variable, source(name)};
  if (*bits == 0)
    return {Term::Zero, {}};
  return {uint32_t(*bits) == ~0u ? Term::One : Term::Variable, source(name)};
}

Term Identities::predicateTerm(StringRef name) const {
  if (std::optional<bool> bit = predicate(name))
    return {*bit ? Term::One : Term::Zero, {}};
  // A complemented predicate equals no value there is.
  return {complemented(name) ? Term::Unknown : Term::Variable, source(name)};
}

/// Sets a result to the constant or the source that the function with this
/// truth table (index 4a + 2b + c) is for all values the terms can have.
bool Identities::setByTable(StringRef result, unsigned lut,
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

bool Identities::foldLop3() {
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

bool Identities::foldPlop3() {
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

bool Identities::foldSelect() {
  if (hasSourceFlags())
    return false;
  if (sameSource("a", "b"))
    return set("d", source("a"));
  std::optional<bool> pp = predicate("pp");
  return pp && set("d", source(*pp ? "a" : "b"));
}

bool Identities::foldShift() {
  std::optional<uint64_t> amount = constant("b");
  if (!amount)
    return false;
  // ShfType: the first two are of 64 bits.
  uint64_t wrap = mod("type") < 2 ? 63 : 31;
  if ((mod("w") ? *amount & wrap : *amount) != 0)
    return false;
  return set("d", source(mod("hi") ? "c" : "a"));
}

bool Identities::foldPermute() {
  std::optional<uint64_t> selector = constant("b");
  if (!selector || mod("mode") != 0)
    return false;
  if ((*selector & 0xffff) == 0x3210)
    return set("d", source("a"));
  return (*selector & 0xffff) == 0x7654 && set("d", source("c"));
}

bool Identities::foldExtend() {
  std::optional<uint64_t> width = constant("b");
  return width && *width >= 32 && !mod("w") && set("d", source("a"));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

bool Identities::foldCompare() {
  if (hasSourceFlags() || mod("bNeg") || mod("ex"))
    return false;
  // Bits of ICmp: less, equal, greater.
  unsigned cmp = unsigned(mod("cmp"));
  bool truth;
  if (sameSource("a", "b"))
    truth = cmp & 2;
  else if (mod("u32") && isZero("b") && (cmp == 1 || cmp == 6))
    truth = cmp == 6; // nothing is below zero
  else
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

bool Identities::foldMinMax() {
  if (hasSourceFlags() || mod("relu") || !sameSource("a", "b") ||
      !isUnused("pu") || !isUnused("pv"))
    return false;
  return set("pu", false) && set("pv", false) && set("d", source("a"));
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

LogicalResult Identities::fold(SmallVectorImpl<OpFoldResult> &results) {
  bool done = false;
  switch (desc.opcode) {
  case Opcode::IADD3:
  case Opcode::UIADD3:
  case Opcode::VIADD:
    done = foldAdd3();
    break;
  case Opcode::IMAD:
  case Opcode::UIMAD:
    done = foldMultiplyAdd(/*wide=*/false);
    break;
  case Opcode::IMAD_WIDE:
  case Opcode::UIMAD_WIDE:
    done = foldMultiplyAdd(/*wide=*/true);
    break;
  case Opcode::LEA:
  case Opcode::ULEA:
    done = foldLea();
    break;
  case Opcode::MOV:
  case Opcode::UMOV:
    done = set("d", source("b"));
    break;
  case Opcode::SEL:
  case Opcode::USEL:
    done = foldSelect();
    break;
  case Opcode::LOP3:
  case Opcode::ULOP3:
    done = foldLop3();
    break;
  case Opcode::PLOP3:
    done = foldPlop3();
    break;
  case Opcode::SHF:
  case Opcode::USHF:
    done = foldShift();
    break;
  case Opcode::PRMT:
  case Opcode::UPRMT:
    done = foldPermute();
    break;
  case Opcode::SGXT:
  case Opcode::USGXT:
    done = foldExtend();
    break;
  case Opcode::ISETP:
  case Opcode::UISETP:
    done = foldCompare();
    break;
  case Opcode::IMNMX:
  case Opcode::VIMNMX:
    done = foldMinMax();
    break;
  default:
    break;
  }
  if (!done)
    return failure();
  results.append(values.begin(), values.end());
  return success();
}

LogicalResult ori::foldIdentity(InstOpInterface op,
                                ArrayRef<Attribute> operands,
                                SmallVectorImpl<OpFoldResult> &results) {
  return Identities(op, operands).fold(results);
}
