//===- Emitters.cpp - Short instruction sequences of the lowering ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The members of FuncLowering that emit one instruction or a few with a plain
// meaning: sums, products, shifts, comparisons. Handlers are written in terms
// of them.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Integer arithmetic
//===----------------------------------------------------------------------===//

// The carry inputs of the plain form are !PT, which the record's default
// modifiers say.
Value FuncLowering::iadd3(Value a, Value b, Value c) {
  return value(Opcode::IADD3, {a, b, c, pt(), pt()});
}

Value FuncLowering::isub(Value a, Value b) {
  return value(Opcode::IADD3, {a, b, zero(), pt(), pt()},
               isa::IADD3::bNeg.set(isa::IADD3::kDefaultMods, 1));
}

Value FuncLowering::saturateSum(Value a, Value b, Value sum) {
  // Overflow: the operands' signs agree and the sum's differs.
  Value flips = lop3(a, b, sum, 0x42);
  Value overflow = isetp(isa::ICmp::LT, flips, zero(), true);
  // The limit with the sign of a.
  Value limit = bxor(shr(a, imm(31), true), imm(0x7fffffff));
  return select(overflow, limit, sum);
}

Value FuncLowering::iaddSaturating(Value a, Value b, bool subtract) {
  if (!subtract)
    return saturateSum(a, b, iadd(a, b));
  Value difference = isub(a, b);
  // Overflow: the operands' signs differ, and the difference's from a's.
  Value flips = lop3(a, b, difference, 0x18);
  Value overflow = isetp(isa::ICmp::LT, flips, zero(), true);
  Value limit = bxor(shr(a, imm(31), true), imm(0x7fffffff));
  return select(overflow, limit, difference);
}

Value FuncLowering::addCarryOut(Value a, Value b, bool negateB, Value &carry) {
  uint64_t mods = isa::IADD3::kDefaultMods;
  if (negateB)
    mods = isa::IADD3::bNeg.set(mods, 1);
  Operation *op = inst(Opcode::IADD3, {a, b, zero(), pt(), pt()}, mods);
  carry = op->getResult(isa::IADD3::kPu);
  return op->getResult(0);
}

Value FuncLowering::addCarryIn(Value a, Value b, bool complementB,
                               Value carryIn, Value *carryOut) {
  uint64_t mods = isa::IADD3::x.set(isa::IADD3::kDefaultMods, 1);
  mods = isa::IADD3::ppNot.set(mods, 0);
  if (complementB)
    mods = isa::IADD3::bNeg.set(mods, 1);
  Operation *op = inst(Opcode::IADD3, {a, b, zero(), carryIn, pt()}, mods);
  if (carryOut)
    *carryOut = op->getResult(isa::IADD3::kPu);
  return op->getResult(0);
}

Value FuncLowering::imad(Value a, Value b, Value c) {
  return value(Opcode::IMAD, {a, b, c, pt()});
}

Value FuncLowering::imadWide(Value a, Value b, Value c64, bool isSigned) {
  uint64_t mods =
      isa::IMAD_WIDE::u32.set(isa::IMAD_WIDE::kDefaultMods, !isSigned);
  return value(Opcode::IMAD_WIDE, {a, b, c64, pt()}, mods);
}

Value FuncLowering::imulHi(Value a, Value b, bool isSigned) {
  uint64_t mods = isa::IMAD_HI::u32.set(isa::IMAD_HI::kDefaultMods, !isSigned);
  return value(Opcode::IMAD_HI, {a, b, imm64(0), pt()}, mods);
}

Value FuncLowering::add64(Value a, Value b) {
  Value carry;
  Value low = addCarryOut(lo(a), lo(b), /*negateB=*/false, carry);
  Value high = addCarryIn(hi(a), hi(b), /*complementB=*/false, carry);
  return combine({low, high});
}

Value FuncLowering::sub64(Value a, Value b) {
  Value carry;
  Value low = addCarryOut(lo(a), lo(b), /*negateB=*/true, carry);
  Value high = addCarryIn(hi(a), hi(b), /*complementB=*/true, carry);
  return combine({low, high});
}

Value FuncLowering::mul64(Value a, Value b) {
  Value low = imulWide(lo(a), lo(b), /*isSigned=*/false);
  Value high = imad(lo(a), hi(b), hi(low));
  high = imad(hi(a), lo(b), high);
  return combine({lo(low), high});
}

//===----------------------------------------------------------------------===//
// Logic and shifts
//===----------------------------------------------------------------------===//

Value FuncLowering::lop3(Value a, Value b, Value c, uint8_t lut) {
  Operation *op = inst(Opcode::LOP3, {a, b, c, pt()},
                       isa::LOP3::lut.set(isa::LOP3::kDefaultMods, lut));
  return op->getResult(isa::LOP3::kD);
}

Value FuncLowering::shf(Value low, Value amount, Value high, bool right,
                        bool wrap, bool highPart, isa::ShfType type) {
  uint64_t mods = isa::SHF::kDefaultMods;
  mods = isa::SHF::dir.set(mods, right);
  mods = isa::SHF::w.set(mods, wrap);
  mods = isa::SHF::hi.set(mods, highPart);
  mods = isa::SHF::type.set(mods, uint64_t(type));
  return value(Opcode::SHF, {low, amount, high}, mods);
}

Value FuncLowering::shl(Value a, Value amount) {
  return shf(a, amount, zero(), /*right=*/false, /*wrap=*/false,
             /*highPart=*/false, isa::ShfType::U32);
}

// A right shift of one register is the high part of {a, 0} shifted.
Value FuncLowering::shr(Value a, Value amount, bool isSigned) {
  return shf(zero(), amount, a, /*right=*/true, /*wrap=*/false,
             /*highPart=*/true,
             isSigned ? isa::ShfType::S32 : isa::ShfType::U32);
}

Value FuncLowering::prmt(Value a, Value selector, Value b) {
  return value(Opcode::PRMT, {a, selector, b});
}

Value FuncLowering::extend(Value a, unsigned bits, bool isSigned) {
  if (!isSigned)
    return band(a, imm(bits == 8 ? 0xff : 0xffff));
  // Selector nibbles with bit 3 set replicate the sign of the byte.
  return prmt(a, imm(bits == 8 ? 0x8880 : 0x9910), zero());
}

//===----------------------------------------------------------------------===//
// Predicates and selection
//===----------------------------------------------------------------------===//

static uint64_t getIsetpMods(isa::ICmp cmp, bool isSigned) {
  uint64_t mods = isa::ISETP::cmp.set(isa::ISETP::kDefaultMods, uint64_t(cmp));
  return isa::ISETP::u32.set(mods, !isSigned);
}

Value FuncLowering::isetp(isa::ICmp cmp, Value a, Value b, bool isSigned) {
  return value(Opcode::ISETP, {a, b, pt(), pt()}, getIsetpMods(cmp, isSigned));
}

// The low halves are compared first, unsigned; the high comparison with .EX
// takes that result where the high halves are equal.
Value FuncLowering::isetp64(isa::ICmp cmp, Value a, Value b, bool isSigned) {
  Value low = isetp(cmp, lo(a), lo(b), /*isSigned=*/false);
  uint64_t mods = isa::ISETP::ex.set(getIsetpMods(cmp, isSigned), 1);
  mods = isa::ISETP::prNot.set(mods, 0);
  return value(Opcode::ISETP, {hi(a), hi(b), pt(), low}, mods);
}

Value FuncLowering::select(Value p, Value a, Value b) {
  if (a == b)
    return a;
  if (llvm::isa<ori::PType>(a.getType()))
    return plop3(p, a, b, 0xca);
  unsigned width = ori::getWidth(a.getType());
  SmallVector<Value> parts;
  for (unsigned i = 0; i != width; ++i)
    parts.push_back(value(Opcode::SEL, {part(a, i), part(b, i), p}));
  return combine(parts);
}

Value FuncLowering::minmax(Value a, Value b, bool max, bool isSigned) {
  return ori::createMinMax(builder, loc, module.target->sm, a, b, pt(), max,
                           isSigned);
}

Value FuncLowering::plop3(Value a, Value b, Value c, uint8_t lut) {
  return value(Opcode::PLOP3, {a, b, c},
               isa::PLOP3::lut.set(isa::PLOP3::kDefaultMods, lut));
}
