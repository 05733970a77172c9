//===- Video.cpp - Lowering of video instructions -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.17. The machine has few of them. Results are numbers of more
// than 32 bits before they are clamped or cut, so that the emitters below carry
// the range of a number along: what fits is computed in one register, the rest
// in two.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::VideoPart;
using ptxmlir::isa::Opcode;
using ptxmlir::ptx::isSigned;

//===----------------------------------------------------------------------===//
// Numbers with a range
//===----------------------------------------------------------------------===//

namespace {

/// A whole number from `least` to `most`: one register if these are signed
/// numbers of 32 bits, else two.
struct Number {
  Value value;
  int64_t least, most;

  static bool fits(int64_t least, int64_t most) {
    return least >= INT32_MIN && most <= INT32_MAX;
  }
  bool isWide() const { return !fits(least, most); }
};

/// Arithmetic of numbers.
class Arithmetic {
public:
  explicit Arithmetic(FuncLowering &l) : l(l) {}

  Number constant(int64_t n) {
    if (Number::fits(n, n))
      return {l.imm(uint32_t(n)), n, n};
    return {l.imm64(uint64_t(n)), n, n};
  }
  /// A whole register.
  Number word(Value v, bool isSigned) {
    if (isSigned)
      return {v, INT32_MIN, INT32_MAX};
    return {l.combine({v, l.zero()}), 0, UINT32_MAX};
  }
  /// `bits` bits, 8 or 16, from bit `at` on.
  Number extract(Value v, unsigned at, unsigned bits, bool isSigned) {
    if (bits == 32)
      return word(v, isSigned);
    int64_t span = int64_t(1) << bits;
    Value field = at ? l.shr(v, l.imm(at), /*isSigned=*/false) : v;
    if (!(at + bits == 32 && !isSigned))
      field = l.extend(field, bits, isSigned);
    return isSigned ? Number{field, -span / 2, span / 2 - 1}
                    : Number{field, 0, span - 1};
  }
  Value low(Number n) { return l.lo(n.value); }

  Number add(Number a, Number b) {
    return make(
        a.least + b.least, a.most + b.most, a, b,
        [&](Value x, Value y) { return l.iadd(x, y); },
        [&](Value x, Value y) { return l.add64(x, y); });
  }
  Number subtract(Number a, Number b) {
    return make(
        a.least - b.most, a.most - b.least, a, b,
        [&](Value x, Value y) { return l.isub(x, y); },
        [&](Value x, Value y) { return l.sub64(x, y); });
  }
  Value compare(isa::ICmp cmp, Number a, Number b) {
    if (a.isWide() || b.isWide())
      return l.isetp64(cmp, widen(a), widen(b), /*isSigned=*/true);
    return l.isetp(cmp, a.value, b.value, /*isSigned=*/true);
  }
  Number select(Value p, Number a, Number b) {
    return make(
        std::min(a.least, b.least), std::max(a.most, b.most), a, b,
        [&](Value x, Value y) { return l.select(p, x, y); },
        [&](Value x, Value y) { return l.select(p, x, y); });
  }
  Number minimum(Number a, Number b) {
    Number r = select(compare(isa::ICmp::LT, a, b), a, b);
    return narrow(r, r.least, std::min(a.most, b.most));
  }
  Number maximum(Number a, Number b) {
    Number r = select(compare(isa::ICmp::GT, a, b), a, b);
    return narrow(r, std::max(a.least, b.least), r.most);
  }
  Number absoluteDifference(Number a, Number b) {
    Number d = subtract(a, b), other = subtract(b, a);
    Number r = select(compare(isa::ICmp::LT, a, b), other, d);
    return narrow(r, 0, r.most);
  }
  /// Half of the sum, a half rounded away from zero.
  Number average(Number a, Number b) {
    Number sum = add(a, b);
    Value notNegative = compare(isa::ICmp::GE, sum, constant(0));
    Number more = select(notNegative, add(sum, constant(1)), sum);
    // Sums of bytes and halves are not wide.
    return {l.shr(more.value, l.imm(1), /*isSigned=*/true), more.least >> 1,
            more.most >> 1};
  }
  /// Clamped to the numbers of a field of `bits` bits.
  Number clamp(Number n, unsigned bits, bool isSigned) {
    int64_t span = int64_t(1) << bits;
    int64_t least = isSigned ? -span / 2 : 0;
    int64_t most = least + span - 1;
    if (n.least < least)
      n = maximum(n, constant(least));
    if (n.most > most)
      n = minimum(n, constant(most));
    return n;
  }
  /// What is known to be in a smaller range.
  Number narrow(Number n, int64_t least, int64_t most) {
    bool wasWide = n.isWide();
    Number r = {n.value, least, most};
    if (wasWide && !r.isWide())
      r.value = l.lo(n.value);
    return r;
  }
  Value widen(Number n) {
    if (n.isWide())
      return n.value;
    Value high =
        n.least >= 0 ? l.zero() : l.shr(n.value, l.imm(31), /*isSigned=*/true);
    return l.combine({n.value, high});
  }

  FuncLowering &l;

private:
  using Binary = llvm::function_ref<Value(Value, Value)>;
  Number make(int64_t least, int64_t most, Number a, Number b, Binary narrow,
              Binary wide) {
    Number r = {Value(), least, most};
    if (r.isWide())
      r.value = wide(widen(a), widen(b));
    else if (a.isWide() || b.isWide())
      // The low words are enough.
      r.value = narrow(low(a), low(b));
    else
      r.value = narrow(a.value, b.value);
    return r;
  }
};

/// The position and width of a part of a register.
struct Part {
  unsigned at = 0, bits = 32;
  explicit Part(VideoPart part) {
    switch (part) {
    case VideoPart::None:
      return;
    case VideoPart::H0:
    case VideoPart::H1:
      bits = 16;
      at = part == VideoPart::H1 ? 16 : 0;
      return;
    default:
      bits = 8;
      at = 8 * (unsigned(part) - unsigned(VideoPart::B0));
    }
  }
};

enum class VideoOp {
  Add,
  Subtract,
  AbsoluteDifference,
  Minimum,
  Maximum,
  Average
};

} // namespace

static Number emitVideoOp(Arithmetic &m, VideoOp op, Number a, Number b) {
  switch (op) {
  case VideoOp::Add:
    return m.add(a, b);
  case VideoOp::Subtract:
    return m.subtract(a, b);
  case VideoOp::AbsoluteDifference:
    return m.absoluteDifference(a, b);
  case VideoOp::Minimum:
    return m.minimum(a, b);
  case VideoOp::Maximum:
    return m.maximum(a, b);
  case VideoOp::Average:
    return m.average(a, b);
  }
  llvm_unreachable("unknown operation");
}

static isa::ICmp getICmp(ptx::Compare compare) {
  switch (compare) {
  case ptx::Compare::Eq:
    return isa::ICmp::EQ;
  case ptx::Compare::Ne:
    return isa::ICmp::NE;
  case ptx::Compare::Lt:
    return isa::ICmp::LT;
  case ptx::Compare::Le:
    return isa::ICmp::LE;
  case ptx::Compare::Gt:
    return isa::ICmp::GT;
  default:
    return isa::ICmp::GE;
  }
}

static Number emitComparison(Arithmetic &m, ptx::Compare compare, Number a,
                             Number b) {
  Value holds = m.compare(getICmp(compare), a, b);
  return m.select(holds, m.constant(1), m.constant(0));
}

/// `into` with the low `bits` bits of `value` from bit `at` on.
static Value insertField(FuncLowering &l, Value into, Value value, unsigned at,
                         unsigned bits) {
  // Bytes of the second source are those of `value`.
  uint32_t selector = 0x3210;
  for (unsigned k = 0; k != bits / 8; ++k) {
    unsigned byte = at / 8 + k;
    selector = (selector & ~(0xfu << 4 * byte)) | (4 + k) << 4 * byte;
  }
  return l.prmt(into, l.imm(selector), value);
}

//===----------------------------------------------------------------------===//
// Scalar
//===----------------------------------------------------------------------===//

/// The second operation, or the merge into c; sees all bits of the result.
template <typename OpT>
static Value finish(Arithmetic &m, OpT op, Number t, DataType type, bool sat) {
  FuncLowering &l = m.l;
  Part d(op.getDstPart());
  if (sat)
    t = m.clamp(t, d.bits, isSigned(type));
  if (op.getDstPart() != VideoPart::None)
    return insertField(l, l.get(op.getMerged()), m.low(t), d.at, d.bits);
  if (op.getSecond() == ptx::VideoSecondOp::None)
    return m.low(t);
  if (op.getSecond() == ptx::VideoSecondOp::Add)
    return l.iadd(m.low(t), l.get(op.getC()));
  Number c = m.word(l.get(op.getC()), isSigned(type));
  return m.low(op.getSecond() == ptx::VideoSecondOp::Min ? m.minimum(t, c)
                                                         : m.maximum(t, c));
}

template <typename OpT>
static std::pair<Number, Number> getParts(Arithmetic &m, OpT op, DataType aType,
                                          DataType bType) {
  Part a(op.getAPart()), b(op.getBPart());
  FuncLowering &l = m.l;
  return {m.extract(l.get(op.getA()), a.at, a.bits, isSigned(aType)),
          m.extract(l.get(op.getB()), b.at, b.bits, isSigned(bType))};
}

template <typename OpT, VideoOp kind>
static LogicalResult lowerScalar(FuncLowering &l, OpT op) {
  Arithmetic m(l);
  auto [a, b] = getParts(m, op, op.getSrcType(), op.getThirdType());
  l.setResult(op, finish(m, op, emitVideoOp(m, kind, a, b), op.getDataType(),
                         op.getSat() == ptx::Saturate::Sat));
  return success();
}

/// The types are those of the sources; c has the sign of a.
static LogicalResult lowerVset(FuncLowering &l, ptx::VsetOp op) {
  Arithmetic m(l);
  auto [a, b] = getParts(m, op, op.getDataType(), op.getSrcType());
  l.setResult(op, finish(m, op, emitComparison(m, op.getCompare(), a, b),
                         op.getDataType(), /*sat=*/false));
  return success();
}

template <typename OpT>
static LogicalResult lowerShift(FuncLowering &l, OpT op, bool isLeft) {
  Arithmetic m(l);
  auto [a, b] = getParts(m, op, op.getSrcType(), DataType::U32);
  Value amount = m.low(b);
  if (op.getShiftMode() == ptx::ShiftMode::Wrap)
    amount = l.band(amount, l.imm(31));
  else
    amount = l.select(l.isetp(isa::ICmp::LT, amount, l.imm(32), false), amount,
                      l.imm(32));
  Number t = a;
  if (!isLeft) {
    Value shifted = l.shr(m.low(a), amount, /*isSigned=*/a.least < 0);
    t.value = a.isWide() ? l.combine({shifted, l.zero()}) : shifted;
  } else {
    // An unsigned word shifted by 32 does not fit; any number above all ranges
    // whose low word is zero does as well.
    Value wide = m.widen(a);
    if (a.isWide()) {
      Value all = l.isetp(isa::ICmp::EQ, amount, l.imm(32), false);
      Value least = m.low(m.minimum(a, m.constant(INT32_MAX)));
      wide = l.combine({l.select(all, least, l.lo(wide)), l.zero()});
    }
    auto shift = [&](bool highPart) {
      return l.shf(l.lo(wide), amount, l.hi(wide), /*right=*/false,
                   /*wrap=*/false, highPart, isa::ShfType::U64);
    };
    t = {l.combine({shift(false), shift(true)}), a.least < 0 ? INT64_MIN : 0,
         INT64_MAX};
  }
  l.setResult(op, finish(m, op, t, op.getDataType(),
                         op.getSat() == ptx::Saturate::Sat));
  return success();
}
static LogicalResult lowerVshl(FuncLowering &l, ptx::VshlOp op) {
  return lowerShift(l, op, /*isLeft=*/true);
}
static LogicalResult lowerVshr(FuncLowering &l, ptx::VshrOp op) {
  return lowerShift(l, op, /*isLeft=*/false);
}

/// a * b + c of three words, shifted and clamped. The product has the sign of
/// its factors, c that of the product.
static LogicalResult lowerVmad(FuncLowering &l, ptx::VmadOp op) {
  Arithmetic m(l);
  auto [a, b] = getParts(m, op, op.getSrcType(), op.getThirdType());
  bool isNegated = op.getANegated() != op.getBNegated();
  bool isProductSigned =
      isSigned(op.getSrcType()) || isSigned(op.getThirdType()) || isNegated;
  bool isResultSigned = isProductSigned || op.getCNegated();
  auto signOf = [&](Value v) { return l.shr(v, l.imm(31), true); };

  // Both factors fit 33 bits: their product is that of the low words less what
  // a sign bit has counted too much.
  Value aLow = m.low(a), bLow = m.low(b);
  Value product = l.imulWide(aLow, bLow, /*isSigned=*/false);
  Value high = l.hi(product);
  if (a.least < 0)
    high = l.isub(high, l.band(signOf(aLow), bLow));
  if (b.least < 0)
    high = l.isub(high, l.band(signOf(bLow), aLow));
  Value top = a.least < 0 || b.least < 0 ? signOf(high) : l.zero();
  SmallVector<Value, 3> t = {l.lo(product), high, top};

  auto addWords = [&](ArrayRef<Value> x, bool subtract, ArrayRef<Value> y) {
    SmallVector<Value, 3> sum(3);
    Value carry;
    sum[0] = l.addCarryOut(x[0], y[0], subtract, carry);
    sum[1] = l.addCarryIn(x[1], y[1], subtract, carry, &carry);
    sum[2] = l.addCarryIn(x[2], y[2], subtract, carry);
    return sum;
  };
  SmallVector<Value, 3> zeros(3, l.zero());
  if (isNegated)
    t = addWords(zeros, /*subtract=*/true, t);
  Value c = l.get(op.getC());
  Value cHigh = isProductSigned ? signOf(c) : l.zero();
  t = addWords(t, op.getCNegated(), {c, cHigh, cHigh});
  if (op.getPlusOne())
    t = addWords(t, /*subtract=*/false, {l.imm(1), l.zero(), l.zero()});

  unsigned shift = op.getScale() == ptx::VideoScale::Shr7    ? 7
                   : op.getScale() == ptx::VideoScale::Shr15 ? 15
                                                             : 0;
  if (shift) {
    auto shiftRight = [&](Value low, Value high) {
      return l.shf(low, l.imm(shift), high, /*right=*/true, /*wrap=*/true,
                   /*highPart=*/false, isa::ShfType::U32);
    };
    t = {shiftRight(t[0], t[1]), shiftRight(t[1], t[2]),
         l.shr(t[2], l.imm(shift), true)};
  }
  if (op.getSat() != ptx::Saturate::Sat) {
    l.setResult(op, t[0]);
    return success();
  }
  Value fill = isResultSigned ? signOf(t[0]) : l.zero();
  // Bits that differ from those of a number that fits.
  Value rest = l.lop3(l.bxor(t[1], fill), t[2], fill, 0xf6);
  Value fits = l.isetp(isa::ICmp::EQ, rest, l.zero(), false);
  Value isNegative = l.isetp(isa::ICmp::LT, t[2], l.zero(), true);
  Value limit =
      isResultSigned
          ? l.select(isNegative, l.imm(uint32_t(INT32_MIN)), l.imm(INT32_MAX))
          : l.select(isNegative, l.zero(), l.imm(UINT32_MAX));
  l.setResult(op, l.select(fits, t[0], limit));
  return success();
}

//===----------------------------------------------------------------------===//
// Two halves, four bytes
//===----------------------------------------------------------------------===//

/// What is picked from a and b for each element, by number: those of a first.
/// `pick` is 0 where the text has none.
static unsigned getPicked(unsigned pick, unsigned k, unsigned count,
                          unsigned first) {
  unsigned bits = count == 2 ? 2 : 3;
  return pick ? (pick - 1) >> bits * k & (2 * count - 1) : first + k;
}

namespace {
/// An instruction on elements: how many, which of them, and their types.
struct Elements {
  unsigned count, aPick, bPick, mask;
  bool isASigned, isBSigned, isResultSigned, sat, accumulates;
};
} // namespace

static Value emitElements(
    FuncLowering &l, const Elements &e, Value a, Value b, Value c,
    llvm::function_ref<Number(Arithmetic &, Number, Number)> operation) {
  Arithmetic m(l);
  unsigned bits = 32 / e.count;
  unsigned written = e.mask ? e.mask : (1u << e.count) - 1;
  Value result = c;
  auto pick = [&](unsigned pick, unsigned k, unsigned first, bool isSigned) {
    unsigned from = getPicked(pick, k, e.count, first);
    Value source = from < e.count ? a : b;
    return m.extract(source, from % e.count * bits, bits, isSigned);
  };
  for (unsigned k = 0; k != e.count; ++k) {
    if (!(written >> k & 1))
      continue;
    Number t = operation(m, pick(e.aPick, k, 0, e.isASigned),
                         pick(e.bPick, k, e.count, e.isBSigned));
    if (e.sat)
      t = m.clamp(t, bits, e.isResultSigned);
    result = e.accumulates ? l.iadd(result, m.low(t))
                           : insertField(l, result, m.low(t), k * bits, bits);
  }
  return result;
}

template <typename OpT> static Elements getHalves(OpT op) {
  return {2,
          unsigned(op.getAHalves()),
          unsigned(op.getBHalves()),
          unsigned(op.getMask()),
          false,
          false,
          false,
          false,
          op.getAccumulate()};
}
template <typename OpT> static Elements getBytes(OpT op) {
  return {4,     op.getABytes(), op.getBBytes(), unsigned(op.getMask()), false,
          false, false,          false,          op.getAccumulate()};
}

template <typename OpT, VideoOp kind, unsigned count>
static LogicalResult lowerElements(FuncLowering &l, OpT op) {
  Elements e;
  if constexpr (count == 2)
    e = getHalves(op);
  else
    e = getBytes(op);
  e.isASigned = isSigned(op.getSrcType());
  e.isBSigned = isSigned(op.getThirdType());
  e.isResultSigned = isSigned(op.getDataType());
  e.sat = op.getSat() == ptx::Saturate::Sat;
  Value a = l.get(op.getA()), b = l.get(op.getB()), c = l.get(op.getC());
  bool isPlain =
      !e.aPick && !e.bPick && !e.mask && !e.isASigned && !e.isBSigned;
  if (count == 4 && kind == VideoOp::AbsoluteDifference && isPlain &&
      (!e.sat || !e.isResultSigned) && hasInstruction(l, Opcode::VABSDIFF4)) {
    // The machine has this one, for sums of absolute differences.
    l.setResult(op,
                l.value(Opcode::VABSDIFF4, {a, b, e.accumulates ? c : l.zero()},
                        isa::VABSDIFF4::acc.set(isa::VABSDIFF4::kDefaultMods,
                                                e.accumulates)));
    return success();
  }
  l.setResult(
      op, emitElements(l, e, a, b, c, [](Arithmetic &m, Number x, Number y) {
        return emitVideoOp(m, kind, x, y);
      }));
  return success();
}

template <typename OpT>
static LogicalResult lowerSet(FuncLowering &l, OpT op, Elements e) {
  e.isASigned = isSigned(op.getDataType());
  e.isBSigned = isSigned(op.getSrcType());
  l.setResult(op, emitElements(
                      l, e, l.get(op.getA()), l.get(op.getB()),
                      l.get(op.getC()), [&](Arithmetic &m, Number x, Number y) {
                        return emitComparison(m, op.getCompare(), x, y);
                      }));
  return success();
}
static LogicalResult lowerVset2(FuncLowering &l, ptx::Vset2Op op) {
  return lowerSet(l, op, getHalves(op));
}
static LogicalResult lowerVset4(FuncLowering &l, ptx::Vset4Op op) {
  return lowerSet(l, op, getBytes(op));
}

void ptxtoori::registerVideoLowerings(HandlerTable &table) {
  table.add<ptx::VaddOp, lowerScalar<ptx::VaddOp, VideoOp::Add>>();
  table.add<ptx::VsubOp, lowerScalar<ptx::VsubOp, VideoOp::Subtract>>();
  table.add<ptx::VabsdiffOp,
            lowerScalar<ptx::VabsdiffOp, VideoOp::AbsoluteDifference>>();
  table.add<ptx::VminOp, lowerScalar<ptx::VminOp, VideoOp::Minimum>>();
  table.add<ptx::VmaxOp, lowerScalar<ptx::VmaxOp, VideoOp::Maximum>>();
  table.add<ptx::VsetOp, lowerVset>();
  table.add<ptx::VshlOp, lowerVshl>();
  table.add<ptx::VshrOp, lowerVshr>();
  table.add<ptx::VmadOp, lowerVmad>();
  table.add<ptx::Vadd2Op, lowerElements<ptx::Vadd2Op, VideoOp::Add, 2>>();
  table.add<ptx::Vsub2Op, lowerElements<ptx::Vsub2Op, VideoOp::Subtract, 2>>();
  table.add<ptx::Vavrg2Op, lowerElements<ptx::Vavrg2Op, VideoOp::Average, 2>>();
  table.add<ptx::Vabsdiff2Op,
            lowerElements<ptx::Vabsdiff2Op, VideoOp::AbsoluteDifference, 2>>();
  table.add<ptx::Vmin2Op, lowerElements<ptx::Vmin2Op, VideoOp::Minimum, 2>>();
  table.add<ptx::Vmax2Op, lowerElements<ptx::Vmax2Op, VideoOp::Maximum, 2>>();
  table.add<ptx::Vset2Op, lowerVset2>();
  table.add<ptx::Vadd4Op, lowerElements<ptx::Vadd4Op, VideoOp::Add, 4>>();
  table.add<ptx::Vsub4Op, lowerElements<ptx::Vsub4Op, VideoOp::Subtract, 4>>();
  table.add<ptx::Vavrg4Op, lowerElements<ptx::Vavrg4Op, VideoOp::Average, 4>>();
  table.add<ptx::Vabsdiff4Op,
            lowerElements<ptx::Vabsdiff4Op, VideoOp::AbsoluteDifference, 4>>();
  table.add<ptx::Vmin4Op, lowerElements<ptx::Vmin4Op, VideoOp::Minimum, 4>>();
  table.add<ptx::Vmax4Op, lowerElements<ptx::Vmax4Op, VideoOp::Maximum, 4>>();
  table.add<ptx::Vset4Op, lowerVset4>();
}
