//===- InstShapes.cpp - What instructions and values look like ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matching without patterns of MLIR: a rewrite asks whether a value is a plain
// sum or a constant, and the answer respects guards and modifiers, which are
// easy to forget.
//
//===----------------------------------------------------------------------===//

#include "InstShapes.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using ptxmlir::isa::Opcode;

bool ori::hasOneReader(Value value) {
  constexpr unsigned kMostUses = 4;
  unsigned readers = 0, uses = 0;
  for (OpOperand &use : value.getUses())
    if (++uses > kMostUses ||
        (!isOpTriviallyDead(use.getOwner()) && ++readers > 1))
      return false;
  return readers == 1;
}

bool ori::isReadBefore(Value value, Operation *op) {
  constexpr unsigned kMostUsers = 32;
  unsigned left = kMostUsers;
  for (Operation *user : value.getUsers())
    if (!left-- || (user != op && user->getBlock() == op->getBlock() &&
                    user->isBeforeInBlock(op)))
      return true;
  return false;
}

InstOpInterface ori::getInst(Value value, Opcode opcode,
                             std::optional<uint64_t> mods) {
  auto inst = value.getDefiningOp<InstOpInterface>();
  if (!inst || inst.getOpcode() != opcode || inst.isGuarded() ||
      (mods && inst.getModBits() != *mods) || inst->getResult(0) != value)
    return nullptr;
  return inst;
}

bool ori::isPlainComparison(InstOpInterface inst) {
  namespace isa = ptxmlir::isa;
  if (inst.isGuarded())
    return false;
  uint64_t mods = inst.getModBits();
  auto isAlone = [&](auto bop, auto ppNot) {
    return !bop.get(mods) && !ppNot.get(mods) && isTrue(inst->getOperand(2));
  };
  switch (inst.getOpcode()) {
  case Opcode::ISETP:
    return !isa::ISETP::ex.get(mods) &&
           isAlone(isa::ISETP::bop, isa::ISETP::ppNot);
  case Opcode::FSETP:
    return isAlone(isa::FSETP::bop, isa::FSETP::ppNot);
  case Opcode::DSETP: {
    auto relation = isa::DCmp(isa::DSETP::cmp.get(mods));
    return relation != isa::DCmp::MIN && relation != isa::DCmp::MAX &&
           isAlone(isa::DSETP::bop, isa::DSETP::ppNot);
  }
  default:
    return false;
  }
}

std::optional<uint32_t> ori::getImm(Value value) {
  ConstantOperand c = getConstantOperand(value);
  if (c.kind != ConstantOperand::Imm || c.width != 1)
    return std::nullopt;
  return uint32_t(c.bits);
}

InstOpInterface ori::getPlainSum(Value value) {
  return getInst(value, Opcode::IADD3, isa::IADD3::kDefaultMods);
}

Value ori::getTuple(const Pair &pair) {
  auto lo = pair.lo.getDefiningOp<ExtractOp>(),
       hi = pair.hi.getDefiningOp<ExtractOp>();
  bool isWhole = lo && hi && lo.getTuple() == hi.getTuple() &&
                 lo.getIndex() == 0 && hi.getIndex() == 1 &&
                 getWidth(lo.getTuple().getType()) == 2;
  return isWhole ? lo.getTuple() : Value();
}

bool ori::isOneConstant(const ConstantOperand &lo, const ConstantOperand &hi) {
  if (lo.kind == ConstantOperand::CBank && hi.kind == ConstantOperand::CBank)
    return lo.bank == hi.bank && lo.offset + 4 == hi.offset;
  return lo.kind == ConstantOperand::Imm && hi.kind == ConstantOperand::Imm;
}

Value ori::joinWords(OpBuilder &builder, Location loc, const Pair &pair) {
  Type pairType = RType::get(builder.getContext(), 2);
  if (Value tuple = getTuple(pair))
    return tuple;
  ConstantOperand lo = getConstantOperand(pair.lo),
                  hi = getConstantOperand(pair.hi);
  if (!isOneConstant(lo, hi))
    return CombineOp::create(builder, loc, pairType,
                             ValueRange{pair.lo, pair.hi});
  if (lo.kind == ConstantOperand::CBank)
    return CBankOp::create(builder, loc, pairType, lo.bank, lo.offset);
  return ImmOp::create(builder, loc, pairType,
                       uint64_t(uint32_t(hi.bits)) << 32 | uint32_t(lo.bits));
}
