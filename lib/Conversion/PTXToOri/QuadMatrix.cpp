//===- QuadMatrix.cpp - Products 8x8x4 of f16, four in a warp -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.m8n8k4 of f16: the quad of threads 4 q to 4 q + 3 and the one 16 threads
// behind it multiply two matrices. One target has an instruction for steps of
// that product. The others exchange what the threads have and multiply in f32.
// The order of the sums is that of ptxas 13.0.88, as its results show: those of
// f32 are c + (((0 + a0 b0) + a1 b1) + a2 b2) + a3 b3, those of f16 are
// (c + (a0 b0 + a1 b1)) + (a2 b2 + a3 b3), rounded to f16 at the end.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "HalfEmit.h"
#include "MatrixEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::MatrixLayout;
using ptxmlir::isa::Opcode;

static constexpr unsigned kColumns = 8, kDepth = 4;

/// The two f16 of a register, exact.
static std::pair<Value, Value> widenPair(FuncLowering &l, Value pair) {
  auto widen = [&](isa::Swizzle half) {
    uint64_t mods = isa::HADD2::f32.set(isa::HADD2::kDefaultMods, 1);
    mods = isa::HADD2::bSwz.set(mods, uint64_t(half));
    return emitFloatOp(l, Opcode::HADD2, {-FloatSource(l.zero()), pair}, mods)
        ->getResult(0);
  };
  return {widen(isa::Swizzle::H0_H0), widen(isa::Swizzle::H1_H1)};
}

namespace {

/// The numbers of a row of a or of a column of b.
using Vector = std::array<Value, kDepth>;

/// What the threads exchange for one product.
class QuadProduct {
public:
  QuadProduct(FuncLowering &l, ptx::MmaOp op) : l(l), op(op) {}

  SmallVector<Value> emit();

private:
  SmallVector<Value> getAll(ValueRange ptxValues) {
    SmallVector<Value> values;
    for (Value v : ptxValues)
      values.push_back(l.get(v));
    return values;
  }
  Value exchange(isa::ShflMode mode, Value value, Value other) {
    return exchangeWords(l, op, mode, value, other);
  }
  Value isSet(unsigned bit) { return isLaneBitSet(l, lane, bit); }
  SmallVector<Value> transpose(ArrayRef<Value> regs);
  SmallVector<Value> spreadAccumulators(ArrayRef<Value> regs);
  Vector fetch(ArrayRef<Value> regs, Value from);
  Value multiplyF16(const Vector &a, const Vector &b, Value c);
  Value multiplyF32(const Vector &a, const Vector &b, Value c);
  SmallVector<Value> emitSteps(ArrayRef<Value> a, ArrayRef<Value> b,
                               ArrayRef<Value> c);

  FuncLowering &l;
  ptx::MmaOp op;
  Value lane;
};

} // namespace

/// A matrix of four rows in a quad, each thread with one, so that each has a
/// column: first of blocks of two by two, then of these blocks.
SmallVector<Value> QuadProduct::transpose(ArrayRef<Value> regs) {
  // Which bytes an even and an odd thread take of its own register and of its
  // neighbour's, which PRMT has behind it.
  constexpr uint32_t kLowHalves = 0x5410, kHighHalves = 0x3276;
  Value selector = l.select(isSet(1), l.imm(kHighHalves), l.imm(kLowHalves));
  Value first, second;
  for (auto [reg, block] : {std::pair(regs[0], &first), {regs[1], &second}}) {
    Value other = exchange(isa::ShflMode::BFLY, reg, l.imm(1));
    *block = l.prmt(reg, selector, other);
  }
  Value isLast = isSet(2);
  Value other =
      exchange(isa::ShflMode::BFLY, l.select(isLast, first, second), l.imm(2));
  return {l.select(isLast, other, first), l.select(isLast, second, other)};
}

/// c of f16, of which each thread has a row, as that of f32, of which it has
/// pairs of columns: (row, column) of the pairs are (0, 0), (2, 0), (0, 4) and
/// (2, 4), counted from where the thread's own begin.
SmallVector<Value> QuadProduct::spreadAccumulators(ArrayRef<Value> regs) {
  Value isLast = isSet(2);
  SmallVector<Value> pairs;
  for (unsigned i : {0, 2}) {
    Value other = exchange(isa::ShflMode::BFLY,
                           l.select(isLast, regs[i], regs[i + 1]), l.imm(2));
    pairs.push_back(l.select(isLast, other, regs[i]));
    pairs.push_back(l.select(isLast, regs[i + 1], other));
  }
  SmallVector<Value> numbers;
  for (Value pair : pairs) {
    auto [low, high] = widenPair(l, pair);
    numbers.append({low, high});
  }
  return numbers;
}

/// What thread `from` has; without it, what the own thread has.
Vector QuadProduct::fetch(ArrayRef<Value> regs, Value from) {
  Vector numbers;
  for (unsigned i : {0, 1}) {
    Value reg = from ? exchange(isa::ShflMode::IDX, regs[i], from) : regs[i];
    std::tie(numbers[2 * i], numbers[2 * i + 1]) = widenPair(l, reg);
  }
  return numbers;
}

Value QuadProduct::multiplyF16(const Vector &a, const Vector &b, Value c) {
  for (unsigned i = 0; i != kDepth; i += 2)
    c = fadd(l, c, ffma(l, a[i + 1], b[i + 1], fmul(l, a[i], b[i])));
  return c;
}

Value QuadProduct::multiplyF32(const Vector &a, const Vector &b, Value c) {
  Value sum = l.zero();
  for (unsigned i = 0; i != kDepth; ++i)
    sum = ffma(l, a[i], b[i], sum);
  return fadd(l, c, sum);
}

/// Each step makes two registers of d.
SmallVector<Value> QuadProduct::emitSteps(ArrayRef<Value> a, ArrayRef<Value> b,
                                          ArrayRef<Value> c) {
  bool isWide = op.getDataType() == DataType::F32,
       isWideC = op.getCType() == DataType::F32;
  uint64_t mods = isa::HMMA_884::kDefaultMods;
  auto type = [](bool wide) {
    return uint64_t(wide ? isa::HMMA884Type::F32 : isa::HMMA884Type::F16);
  };
  auto layout = [](MatrixLayout layout) {
    return uint64_t(layout == MatrixLayout::Col ? isa::MatrixLayout::COL
                                                : isa::MatrixLayout::ROW);
  };
  mods = isa::HMMA_884::acc.set(mods, type(isWide));
  mods = isa::HMMA_884::typeC.set(mods, type(isWideC));
  mods = isa::HMMA_884::layoutA.set(mods, layout(op.getALayout()));
  mods = isa::HMMA_884::layoutB.set(mods, layout(op.getBLayout()));
  SmallVector<Value> d;
  for (unsigned step = 0; step != (isWide ? 4 : 2); ++step) {
    // The four numbers of f16 beside the two of f32.
    unsigned pair = isWide && !isWideC ? step / 2 : step;
    Value part =
        l.guarded(op, Opcode::HMMA_884,
                  {l.combine(a), l.combine(b), l.combine(c.slice(2 * pair, 2))},
                  isa::HMMA_884::step.set(mods, step))
            ->getResult(0);
    d.append({l.part(part, 0), l.part(part, 1)});
  }
  return d;
}

SmallVector<Value> QuadProduct::emit() {
  SmallVector<Value> a = getAll(op.getA()), b = getAll(op.getB()),
                     c = getAll(op.getC());
  l.warpSync(op);
  if (hasInstruction(l, Opcode::HMMA_884))
    return emitSteps(a, b, c);
  lane = l.specialRegister(isa::SpecialReg::LANEID);
  if (op.getALayout() == MatrixLayout::Col)
    a = transpose(a);
  if (op.getBLayout() == MatrixLayout::Row)
    b = transpose(b);
  // The first thread of both quads, of which the columns of b are.
  constexpr uint32_t kFirstOfBoth = 0xc, kUpper = 16;
  Value both = l.band(lane, l.imm(kFirstOfBoth));
  auto at = [&](Value first, unsigned distance) {
    return l.iadd(first, l.imm(distance));
  };
  SmallVector<Value> d;
  if (op.getDataType() == DataType::F16) {
    Vector row = fetch(a, Value());
    for (unsigned column = 0; column != kColumns; column += 2) {
      auto [low, high] = widenPair(l, c[column / 2]);
      Value first = at(both, column % 4 + column / 4 * kUpper);
      Value even = multiplyF16(row, fetch(b, first), low),
            odd = multiplyF16(row, fetch(b, at(first, 1)), high);
      uint64_t mods = isa::F2FP::kind.set(isa::F2FP::kDefaultMods,
                                          uint64_t(isa::F2FPKind::F16_F32));
      d.push_back(l.value(Opcode::F2FP, {odd, even, l.zero()}, mods));
    }
    return d;
  }
  if (op.getCType() == DataType::F16)
    c = spreadAccumulators(c);
  Value firstRow = l.band(lane, l.bnot(l.imm(2))),
        firstColumn = l.bor(both, l.band(lane, l.imm(2)));
  Vector rows[2] = {fetch(a, firstRow), fetch(a, at(firstRow, 2))}, columns[2];
  for (unsigned i = 0; i != kColumns; i += 2) {
    // Element i of c and d: see PTX ISA, "Matrix Fragments for mma.m8n8k4".
    Value column = at(firstColumn, i / 4 * kUpper);
    if (i % 4 == 0) {
      columns[0] = fetch(b, column);
      columns[1] = fetch(b, at(column, 1));
    }
    for (unsigned odd : {0, 1})
      d.push_back(multiplyF32(rows[i / 2 % 2], columns[odd], c[i + odd]));
  }
  return d;
}

bool ptxtoori::isQuadProduct(ptx::MmaOp op) {
  return op.getShape() == ptx::MmaShape::M8n8k4 &&
         op.getAType() == DataType::F16;
}

void ptxtoori::lowerQuadProduct(FuncLowering &l, ptx::MmaOp op) {
  l.setResults(op, QuadProduct(l, op).emit());
}
