//===- DerivedBuilder.cpp - Sequences of instructions as ori ops ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ISA/Derived writes division, roots and their like once, over a domain of
// operations. This is the domain whose operations are ori instructions; others
// compute numbers, to test the same text.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Utils/DerivedBuilder.h"
#include "ptx-mlir/ISA/Derived/Float64.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;
using ptxmlir::isa::Round;
namespace derived = ptxmlir::isa::derived;

using W = DerivedBuilder::W;
using X = DerivedBuilder::X;
using P = DerivedBuilder::P;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Operation *DerivedBuilder::inst(Opcode opcode, ArrayRef<W> sources,
                                uint64_t mods) {
  const isa::InstDesc &desc = isa::getDesc(opcode);
  SmallVector<Value, 4> values;
  for (auto [index, source] : llvm::enumerate(sources)) {
    const isa::SlotDesc &slot = desc.slots[desc.numDefs + index];
    if (source.neg)
      mods = desc.mods[slot.negMod].field.set(mods, 1);
    if (source.abs)
      mods = desc.mods[slot.absMod].field.set(mods, 1);
    values.push_back(source.value);
  }
  return createInst(builder, loc, opcode, values, mods);
}

W DerivedBuilder::mufu(isa::MufuOp op, W x) {
  namespace Record = isa::MUFU;
  return value(Opcode::MUFU, {x},
               Record::op.set(Record::kDefaultMods, uint64_t(op)));
}

W DerivedBuilder::ffma(W a, W b, W c, Round rnd) {
  namespace Record = isa::FFMA;
  return value(Opcode::FFMA, {a, b, c},
               Record::rnd.set(Record::kDefaultMods, uint64_t(rnd)));
}

W DerivedBuilder::fmul(W a, W b, Round rnd) {
  namespace Record = isa::FMUL;
  return value(Opcode::FMUL, {a, b},
               Record::rnd.set(Record::kDefaultMods, uint64_t(rnd)));
}

P DerivedBuilder::fchk(W a, W b) {
  return value(Opcode::FCHK, {a, b}, isa::FCHK::kDefaultMods);
}

P DerivedBuilder::fsetp(isa::FCmp cmp, W a, W b, isa::BoolOp bop, P with) {
  namespace Record = isa::FSETP;
  uint64_t mods = Record::cmp.set(Record::kDefaultMods, uint64_t(cmp));
  return value(Opcode::FSETP, {a, b, with},
               Record::bop.set(mods, uint64_t(bop)));
}

W DerivedBuilder::flush(W x) {
  namespace Record = isa::FADD;
  return value(Opcode::FADD, {x, -c32(0)},
               Record::ftz.set(Record::kDefaultMods, 1));
}

X DerivedBuilder::dfma(X a, X b, X c, Round rnd) {
  namespace Record = isa::DFMA;
  return value(Opcode::DFMA, {a, b, c},
               Record::rnd.set(Record::kDefaultMods, uint64_t(rnd)));
}

X DerivedBuilder::dmul(X a, X b, Round rnd) {
  namespace Record = isa::DMUL;
  return value(Opcode::DMUL, {a, b},
               Record::rnd.set(Record::kDefaultMods, uint64_t(rnd)));
}

X DerivedBuilder::dadd(X a, X b) {
  return value(Opcode::DADD, {a, b}, isa::DADD::kDefaultMods);
}

// DSETP numbers its comparisons as FSETP does.
P DerivedBuilder::dsetp(isa::FCmp cmp, X a, X b, isa::BoolOp bop, P with) {
  namespace Record = isa::DSETP;
  uint64_t mods = Record::cmp.set(Record::kDefaultMods, uint64_t(cmp));
  return value(Opcode::DSETP, {a, b, with},
               Record::bop.set(mods, uint64_t(bop)));
}

X DerivedBuilder::widen(W x) {
  namespace Record = isa::F2F_64;
  uint64_t mods =
      Record::dst.set(Record::kDefaultMods, uint64_t(isa::FloatFmt::F64));
  return value(Opcode::F2F_64, {x},
               Record::src.set(mods, uint64_t(isa::FloatFmt::F32)));
}

W DerivedBuilder::narrow(X x, Round rnd) {
  namespace Record = isa::F2F_64;
  uint64_t mods =
      Record::dst.set(Record::kDefaultMods, uint64_t(isa::FloatFmt::F32));
  mods = Record::src.set(mods, uint64_t(isa::FloatFmt::F64));
  return value(Opcode::F2F_64, {x}, Record::rnd.set(mods, uint64_t(rnd)));
}

// The carry inputs of the plain form are !PT, which the record's default
// modifiers say.
W DerivedBuilder::iadd3(W a, W b, W c) {
  return value(Opcode::IADD3, {a, b, c, pt(), pt()}, isa::IADD3::kDefaultMods);
}

W DerivedBuilder::isubadd(W a, W b, W c) {
  namespace Record = isa::IADD3;
  return value(Opcode::IADD3, {a, b, c, pt(), pt()},
               Record::bNeg.set(Record::kDefaultMods, 1));
}

W DerivedBuilder::lop3(W a, W b, W c, uint8_t lut) {
  namespace Record = isa::LOP3;
  return inst(Opcode::LOP3, {a, b, c, pt()},
              Record::lut.set(Record::kDefaultMods, lut))
      ->getResult(Record::kD);
}

// A right shift of one register is the high part of {a, 0} shifted.
W DerivedBuilder::shr(W a, unsigned amount, bool isSigned) {
  namespace Record = isa::SHF;
  uint64_t mods = Record::dir.set(Record::kDefaultMods, 1);
  mods = Record::w.set(mods, 0);
  mods = Record::hi.set(mods, 1);
  mods = Record::type.set(
      mods, uint64_t(isSigned ? isa::ShfType::S32 : isa::ShfType::U32));
  return value(Opcode::SHF, {c32(0), c32(amount), a}, mods);
}

W DerivedBuilder::lea(W a, unsigned shift, W b) {
  namespace Record = isa::LEA;
  return value(Opcode::LEA, {a, b, c32(0), pt()},
               Record::shift.set(Record::kDefaultMods, shift));
}

P DerivedBuilder::isetp(isa::ICmp cmp, W a, W b, bool isSigned, isa::BoolOp bop,
                        P with) {
  namespace Record = isa::ISETP;
  uint64_t mods = Record::cmp.set(Record::kDefaultMods, uint64_t(cmp));
  mods = Record::u32.set(mods, !isSigned);
  mods = Record::bop.set(mods, uint64_t(bop));
  return value(Opcode::ISETP, {a, b, with, pt()}, mods);
}

DerivedBuilder::Sum DerivedBuilder::sum(W a, W b, W c,
                                        std::optional<Carry> carry) {
  namespace Record = isa::IADD3;
  uint64_t mods = Record::kDefaultMods;
  if (carry) {
    mods = Record::x.set(mods, 1);
    mods = Record::ppNot.set(mods, 0);
    mods = Record::pqNot.set(mods, 0);
  }
  // A sum of two, and so what it carries on, has one carry at most.
  Value one = carry ? carry->one : pt(), two = pt();
  if (carry && carry->two)
    two = carry->two;
  else
    mods = Record::pqNot.set(mods, 1);
  Operation *op = inst(Opcode::IADD3, {a, b, c, one, two}, mods);
  bool isOfTwo = getConstant(c.value) == 0 && !(carry && carry->two);
  return {op->getResult(0),
          {op->getResult(Record::kPu),
           isOfTwo ? Value() : Value(op->getResult(Record::kPv))}};
}

X DerivedBuilder::add64(X a, X b) {
  Sum low = sum(lo(a), lo(b), c32(0));
  return pair(low.value, sum(hi(a), hi(b), c32(0), low.carry).value);
}

X DerivedBuilder::sub64(X a, X b) {
  namespace Record = isa::IADD3;
  Operation *low = inst(Opcode::IADD3, {lo(a), lo(b), c32(0), pt(), pt()},
                        Record::bNeg.set(Record::kDefaultMods, 1));
  uint64_t mods = Record::x.set(Record::kDefaultMods, 1);
  mods = Record::bNeg.set(Record::ppNot.set(mods, 0), 1);
  Value high =
      value(Opcode::IADD3,
            {hi(a), hi(b), c32(0), low->getResult(Record::kPu), pt()}, mods);
  return pair(low->getResult(0), high);
}

W DerivedBuilder::imad(W a, W b, W c) {
  return value(Opcode::IMAD, {a, b, c, pt()}, isa::IMAD::kDefaultMods);
}

X DerivedBuilder::imadWide(W a, W b, X c) {
  namespace Record = isa::IMAD_WIDE;
  return value(Opcode::IMAD_WIDE, {a, b, c, pt()},
               Record::u32.set(Record::kDefaultMods, 1));
}

W DerivedBuilder::imadHi(W a, W b, X c, bool isSigned) {
  namespace Record = isa::IMAD_HI;
  return value(Opcode::IMAD_HI, {a, b, c, pt()},
               Record::u32.set(Record::kDefaultMods, !isSigned));
}

X DerivedBuilder::shr64(X x, unsigned amount) {
  if (amount == 0)
    return x;
  if (amount >= 32)
    return pair(shr(hi(x), amount - 32, false), c32(0));
  namespace Record = isa::SHF;
  uint64_t mods = Record::dir.set(Record::kDefaultMods, 1);
  mods = Record::w.set(mods, 0);
  mods = Record::hi.set(mods, 0);
  mods = Record::type.set(mods, uint64_t(isa::ShfType::U64));
  Value low = value(Opcode::SHF, {lo(x), c32(amount), hi(x)}, mods);
  return pair(low, shr(hi(x), amount, false));
}

W DerivedBuilder::u64ToF32Up(X x) {
  namespace Record = isa::I2F_64;
  uint64_t mods =
      Record::dst.set(Record::kDefaultMods, uint64_t(isa::FloatFmt::F32));
  mods = Record::src.set(mods, uint64_t(isa::IntFmt::U64));
  return value(Opcode::I2F_64, {x}, Record::rnd.set(mods, uint64_t(Round::RP)));
}

X DerivedBuilder::f32ToU64(W x) {
  namespace Record = isa::F2I_64;
  uint64_t mods =
      Record::src.set(Record::kDefaultMods, uint64_t(isa::FloatFmt::F32));
  mods = Record::dst.set(mods, uint64_t(isa::IntFmt::U64));
  mods = Record::rnd.set(mods, uint64_t(isa::RoundInt::TRUNC));
  return value(Opcode::F2I_64, {x}, mods);
}

W DerivedBuilder::part(X x, unsigned index) {
  if (auto combine = x.value.getDefiningOp<CombineOp>();
      combine && combine.getParts().size() == 2)
    return combine.getParts()[index];
  if (std::optional<uint64_t> bits = getConstant(x.value))
    return c32(uint32_t(*bits >> 32 * index));
  if (auto bank = x.value.getDefiningOp<CBankOp>())
    return CBankOp::create(builder, loc, r(1), bank.getBank(),
                           bank.getOffset() + 4 * int(index))
        .getResult();
  return ExtractOp::create(builder, loc, r(1), x.value, index).getResult();
}

X DerivedBuilder::pair(W low, W high) {
  std::optional<uint64_t> a = getConstant(low.value),
                          b = getConstant(high.value);
  if (a && b)
    return c64(uint64_t(uint32_t(*b)) << 32 | uint32_t(*a));
  return CombineOp::create(builder, loc, r(2),
                           ValueRange{low.value, high.value})
      .getResult();
}

W DerivedBuilder::select(P p, W a, W b) {
  if (ori::getWidth(a.value.getType()) == 2)
    return pair(select(p, lo(a), lo(b)), select(p, hi(a), hi(b)));
  if (a.value == b.value)
    return a;
  return value(Opcode::SEL, {a, b, p}, isa::SEL::kDefaultMods);
}

P DerivedBuilder::por(P a, P b) {
  namespace Record = isa::PLOP3;
  return value(Opcode::PLOP3, {a, b, pt()},
               Record::lut.set(Record::kDefaultMods, isa::kTableOr));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Checked ori::emitFast(DerivedBuilder &d, DerivedFunction function, Round rnd,
                      Value a, Value b) {
  switch (function) {
  case DerivedFunction::DivF32:
    return derived::emitFastDiv32<DerivedBuilder>(d, a, b, rnd);
  case DerivedFunction::RcpF32:
    return derived::emitFastRcp32<DerivedBuilder>(d, a, rnd);
  case DerivedFunction::SqrtF32:
    return derived::emitFastSqrt32<DerivedBuilder>(d, a, rnd);
  case DerivedFunction::DivF64:
    return derived::emitFastDiv64<DerivedBuilder>(d, a, b, rnd);
  case DerivedFunction::RcpF64:
    return derived::emitFastRcp64<DerivedBuilder>(d, a, rnd);
  case DerivedFunction::SqrtF64:
    return derived::emitFastSqrt64<DerivedBuilder>(d, a, rnd);
  }
  llvm_unreachable("unknown function");
}

Value ori::emitSlow(DerivedBuilder &d, DerivedFunction function, Round rnd,
                    bool ftz, Value a, Value b) {
  switch (function) {
  case DerivedFunction::DivF32:
    return derived::emitSlowDiv32<DerivedBuilder>(d, a, b, rnd, ftz).value;
  case DerivedFunction::RcpF32:
    return derived::emitSlowRcp32<DerivedBuilder>(d, a, rnd, ftz).value;
  case DerivedFunction::SqrtF32:
    return derived::emitSlowSqrt32<DerivedBuilder>(d, a, rnd, ftz).value;
  case DerivedFunction::DivF64:
    return derived::emitSlowDiv64<DerivedBuilder>(d, a, b, rnd).value;
  case DerivedFunction::RcpF64:
    return derived::emitSlowRcp64<DerivedBuilder>(d, a, rnd).value;
  case DerivedFunction::SqrtF64:
    return derived::emitSlowSqrt64<DerivedBuilder>(d, a, rnd).value;
  }
  llvm_unreachable("unknown function");
}

Value ori::emitSlow(DerivedBuilder &d, SlowPathOp op) {
  return emitSlow(d, op.getFunction(), Round(op.getRounding()), op.getFtz(),
                  op.getA(), op.getB());
}

Value ori::emitInline(DerivedBuilder &d, SlowPathOp op) {
  return d.select(op.getUnsafe(), emitSlow(d, op), op.getFast()).value;
}

Value ConstantPool::operator()(Type type, const APInt &bits) {
  TypedAttr attr =
      builder.getIntegerAttr(builder.getIntegerType(bits.getBitWidth()), bits);
  Value &value = values[{type, attr}];
  if (!value)
    value = ImmOp::create(builder, builder.getUnknownLoc(), type, attr);
  return value;
}
