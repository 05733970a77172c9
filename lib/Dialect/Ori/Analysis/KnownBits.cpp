//===- KnownBits.cpp - Bits that are always zero or one -------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of an instruction is the one template of ISA/Semantics, here
// instantiated over bits of which some are unknown; so this analysis has no
// rules of its own to be wrong in.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/KnownBits.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/ISA/Semantics/Bits.h"
#include "ptx-mlir/ISA/Semantics/Integer.h"
#include "llvm/ADT/StringSwitch.h"
#include <array>

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
namespace sem = ptxmlir::isa::sem;
using llvm::KnownBits;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// The domain
//===----------------------------------------------------------------------===//

namespace {

/// A number of N bits, or a truth value, of which some bits are known.
template <unsigned N> struct Partly {
  KnownBits bits{N};
  Partly() = default;
  Partly(KnownBits bits) : bits(std::move(bits)) {}
  static Partly constant(uint64_t v) {
    return KnownBits::makeConstant(APInt(N, v));
  }

  friend Partly operator+(const Partly &a, const Partly &b) {
    return KnownBits::add(a.bits, b.bits);
  }
  friend Partly operator-(const Partly &a, const Partly &b) {
    return KnownBits::sub(a.bits, b.bits);
  }
  friend Partly operator*(const Partly &a, const Partly &b) {
    return KnownBits::mul(a.bits, b.bits);
  }
  friend Partly operator&(const Partly &a, const Partly &b) {
    return a.bits & b.bits;
  }
  friend Partly operator|(const Partly &a, const Partly &b) {
    return a.bits | b.bits;
  }
  friend Partly operator^(const Partly &a, const Partly &b) {
    return a.bits ^ b.bits;
  }
  friend Partly operator~(const Partly &a) {
    return a.bits ^ KnownBits::makeConstant(APInt::getAllOnes(N));
  }
};
using Truth = Partly<1>;

Truth truth(std::optional<bool> known) {
  return known ? Truth::constant(*known) : Truth();
}
Truth operator!(const Truth &a) { return ~a; }
Truth operator&&(const Truth &a, const Truth &b) { return a & b; }
Truth operator||(const Truth &a, const Truth &b) { return a | b; }
template <unsigned N> Truth operator==(const Partly<N> &a, const Partly<N> &b) {
  return truth(KnownBits::eq(a.bits, b.bits));
}

struct KnownDomain {
  using U32 = Partly<32>;
  using U64 = Partly<64>;
  using Bool = Truth;

  static U32 c32(uint32_t v) { return U32::constant(v); }
  static U64 c64(uint64_t v) { return U64::constant(v); }
  static Bool cb(bool v) { return Bool::constant(v); }
  static U32 lo(const U64 &v) { return v.bits.trunc(32); }
  static U32 hi(const U64 &v) { return v.bits.extractBits(32, 32); }
  static U64 pair(const U32 &low, const U32 &high) {
    return high.bits.concat(low.bits);
  }
  static U64 zext(const U32 &v) { return v.bits.zext(64); }
  static U64 sext(const U32 &v) { return v.bits.sext(64); }

  /// LLVM's shifts do not take amounts of the width or more; `beyond` is what
  /// such an amount gives.
  template <unsigned N, typename Fn>
  static Partly<N> shift(const Partly<N> &v, const U32 &amount,
                         const KnownBits &beyond, Fn function) {
    if (amount.bits.getMinValue().uge(N))
      return beyond;
    KnownBits within =
        function(v.bits, N == 32 ? amount.bits : amount.bits.zextOrTrunc(N));
    if (amount.bits.getMaxValue().ult(N))
      return within;
    return within.intersectWith(beyond);
  }
  template <unsigned N>
  static Partly<N> shl(const Partly<N> &v, const U32 &amount) {
    return shift(v, amount, Partly<N>::constant(0).bits,
                 [](const KnownBits &a, const KnownBits &b) {
                   return KnownBits::shl(a, b);
                 });
  }
  template <unsigned N>
  static Partly<N> lshr(const Partly<N> &v, const U32 &amount) {
    return shift(v, amount, Partly<N>::constant(0).bits,
                 [](const KnownBits &a, const KnownBits &b) {
                   return KnownBits::lshr(a, b);
                 });
  }
  template <unsigned N>
  static Partly<N> ashr(const Partly<N> &v, const U32 &amount) {
    return shift(v, amount, v.bits.extractBits(1, N - 1).sext(N),
                 [](const KnownBits &a, const KnownBits &b) {
                   return KnownBits::ashr(a, b);
                 });
  }

  template <unsigned N>
  static Bool ult(const Partly<N> &a, const Partly<N> &b) {
    return truth(KnownBits::ult(a.bits, b.bits));
  }
  template <unsigned N>
  static Bool slt(const Partly<N> &a, const Partly<N> &b) {
    return truth(KnownBits::slt(a.bits, b.bits));
  }
  template <typename T> static T select(const Bool &c, const T &a, const T &b) {
    if (c.bits.isConstant())
      return c.bits.isAllOnes() ? a : b;
    return a.bits.intersectWith(b.bits);
  }
  static U32 fromBool(const Bool &b) { return b.bits.zext(32); }
  /// A number from `least` to `most`.
  static U32 between(unsigned least, unsigned most) {
    if (least == most)
      return c32(least);
    U32 result;
    result.bits.Zero.setBitsFrom(llvm::Log2_32(most) + 1);
    return result;
  }
  static U32 popcount(const U32 &v) {
    return between(v.bits.countMinPopulation(), v.bits.countMaxPopulation());
  }
  static U32 countLeadingZeros(const U32 &v) {
    return between(v.bits.countMinLeadingZeros(),
                   v.bits.countMaxLeadingZeros());
  }
  static U32 reverse(const U32 &v) { return v.bits.reverseBits(); }
};

using In = sem::In<KnownDomain>;
using Out = sem::Out<KnownDomain>;

template <typename Op>
bool runTemplate(sem::ModReader &mods, const In &in, Out &out) {
  Op op(mods);
  op(in, out);
  return mods.missing.empty();
}

using RunFn = bool (*)(sem::ModReader &, const In &, Out &);

struct Meaning {
  const char *record;
  RunFn run;
};

} // namespace

static const Meaning kMeanings[] = {
#define INTEGER_OP(RECORD, CLASS)                                              \
  {#RECORD, runTemplate<sem::CLASS<KnownDomain>>},
#include "ptx-mlir/ISA/Semantics/IntegerOps.def"
};

static RunFn getRun(Opcode opcode) {
  static const auto table = [] {
    std::array<RunFn, size_t(Opcode::Count)> functions{};
    for (const Meaning &meaning : kMeanings)
      if (Opcode o = ptxmlir::isa::findOpcode(meaning.record);
          o != Opcode::Count)
        functions[size_t(o)] = meaning.run;
    return functions;
  }();
  return table[size_t(opcode)];
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Bits of a value by its type: 0 if it has more than two registers.
static unsigned getBitWidth(Value value) {
  if (llvm::isa<PType, UPType>(value.getType()))
    return 1;
  unsigned width =
      isRegisterType(value.getType()) ? getWidth(value.getType()) : 0;
  return width <= 2 ? 32 * width : 0;
}

KnownBits KnownBitsMap::lookup(Value value) const {
  unsigned width = getBitWidth(value);
  ConstantOperand c = getConstantOperand(value);
  if (c.kind == ConstantOperand::Imm && width)
    return KnownBits::makeConstant(
        APInt(width, c.bits, false, /*implicitTrunc=*/true));
  auto it = known.find(value);
  return it == known.end() ? KnownBits(std::max(1u, width)) : it->second;
}

void KnownBitsMap::assume(Value value, KnownBits bits) {
  if (!bits.isUnknown() && bits.getBitWidth() == getBitWidth(value))
    known.try_emplace(value, std::move(bits));
}

/// How many of the lower bits of its first result a load or a read of a special
/// register may set; 32 if that is not known.
static unsigned getReadBits(InstOpInterface inst) {
  const ptxmlir::isa::InstDesc &desc = inst.getDesc();
  auto spelled = [&](StringRef name) -> StringRef {
    int i = desc.findMod(name);
    return i < 0 ? StringRef()
                 : sem::ModReader(desc, inst.getModBits()).spelling(name);
  };
  if (desc.spaces())
    return llvm::StringSwitch<unsigned>(spelled("type"))
        .Case("U8", 8)
        .Case("U16", 16)
        .Default(32);
  // The most that a block or a warp may have.
  return llvm::StringSwitch<unsigned>(spelled("sr"))
      .Cases({"SR_TID.X", "SR_TID.Y"}, 10)
      .Case("SR_TID.Z", 6)
      .Case("SR_LANEID", 5)
      .Default(32);
}

/// Whether no bit of some term of a sum is known. Then no bit of the sum is,
/// and it need not be computed.
static bool isSumOfUnknown(InstOpInterface inst, const KnownBitsMap &known) {
  auto isUnknown = [&](unsigned i) {
    Value value = inst->getOperand(i);
    return !getConstantOperand(value) && known.lookup(value).isUnknown();
  };
  switch (inst.getOpcode()) {
  case Opcode::IADD3:
    return isUnknown(0) || isUnknown(1) || isUnknown(2);
  case Opcode::IMAD:
  case Opcode::IMAD_WIDE:
    return isUnknown(2);
  default:
    return false;
  }
}

void KnownBitsMap::visitInst(InstOpInterface inst) {
  const ptxmlir::isa::InstDesc &desc = inst.getDesc();
  RunFn run = getRun(inst.getOpcode());
  if (run && isSumOfUnknown(inst, *this))
    return;
  SmallVector<std::pair<Value, KnownBits>, 3> results;
  if (!run) {
    unsigned bits = getReadBits(inst);
    if (bits == 32 || desc.numDefs == 0 ||
        getBitWidth(inst->getResult(0)) != 32)
      return;
    KnownBits read(32);
    read.Zero.setBitsFrom(bits);
    results.push_back({inst->getResult(0), read});
  } else {
    In in;
    for (unsigned i = 0; i != desc.numUses; ++i) {
      const ptxmlir::isa::SlotDesc &slot = desc.slots[desc.numDefs + i];
      StringRef name = slot.name;
      KnownBits bits = lookup(inst->getOperand(i));
      KnownDomain::U64 *number = name == "a"   ? &in.a
                                 : name == "b" ? &in.b
                                 : name == "c" ? &in.c
                                               : nullptr;
      Truth *predicate = name == "pp"   ? &in.pp
                         : name == "pq" ? &in.pq
                         : name == "pr" ? &in.pr
                                        : nullptr;
      bool isOneBit = bits.getBitWidth() == 1;
      if (number ? isOneBit : !predicate || !isOneBit)
        return;
      if (number)
        *number = bits.zext(64);
      else if (slot.notMod >= 0 &&
               desc.mods[slot.notMod].field.get(inst.getModBits()))
        *predicate = ~Truth(bits);
      else
        *predicate = bits;
    }
    Out out;
    sem::ModReader reader(desc, inst.getModBits());
    if (!run(reader, in, out))
      return;
    for (unsigned i = 0; i != desc.numDefs; ++i) {
      StringRef name = desc.slots[i].name;
      Value value = inst->getResult(i);
      unsigned width = getBitWidth(value);
      if (name == "d" && width >= 32)
        results.push_back({value, out.d.bits.trunc(width)});
      else if (name == "pu" && width == 1)
        results.push_back({value, out.pu.bits});
      else if (name == "pv" && width == 1)
        results.push_back({value, out.pv.bits});
    }
  }
  for (auto &[value, bits] : results) {
    // Where the guard does not hold a value keeps that of the tied operand.
    if (inst.isGuarded()) {
      Value tied = getTiedOperand(cast<OpResult>(value));
      if (!tied || getBitWidth(tied) != bits.getBitWidth())
        continue;
      bits = bits.intersectWith(lookup(tied));
    }
    assume(value, bits);
  }
}

void KnownBitsMap::visit(Operation *op) {
  if (auto inst = dyn_cast<InstOpInterface>(op)) {
    visitInst(inst);
  } else if (auto extract = dyn_cast<ExtractOp>(op)) {
    KnownBits tuple = lookup(extract.getTuple());
    unsigned width = getBitWidth(extract), at = 32 * extract.getIndex();
    if (width >= 32 && at + width <= tuple.getBitWidth())
      assume(extract, tuple.extractBits(width, at));
  } else if (auto combine = dyn_cast<CombineOp>(op)) {
    if (getBitWidth(combine) == 64 && combine->getNumOperands() == 2)
      assume(combine, lookup(combine->getOperand(1))
                          .concat(lookup(combine->getOperand(0))));
  }
}
