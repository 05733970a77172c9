//===- ControlFlow.cpp - Branches and loops within an instruction ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some instructions of PTX need branches or loops of their own. The functions
// here split the block that is being lowered and carry the values on.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/ISA/SpecialRegisters.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// A new block behind `block`.
static Block *createBlockBehind(FuncLowering &l, Block *block) {
  OpBuilder::InsertionGuard guard(l.builder);
  return l.builder.createBlock(block->getParent(),
                               std::next(block->getIterator()));
}

static SmallVector<Value> addArguments(FuncLowering &l, Block *block,
                                       ValueRange values) {
  SmallVector<Value> result;
  for (Value v : values)
    result.push_back(block->addArgument(v.getType(), l.loc));
  return result;
}

SmallVector<Value> ptxtoori::emitIfElse(FuncLowering &l, Value condition,
                                        bool negated, Emitter whereTrue,
                                        Emitter whereFalse) {
  OpBuilder &b = l.builder;
  Block *current = b.getInsertionBlock();
  Block *yes = createBlockBehind(l, current);
  b.setInsertionPointToEnd(yes);
  SmallVector<Value> values = whereTrue();
  Block *yesEnd = b.getInsertionBlock();
  Block *no = createBlockBehind(l, yesEnd);
  b.setInsertionPointToEnd(no);
  SmallVector<Value> others = whereFalse();
  Block *noEnd = b.getInsertionBlock();
  Block *done = createBlockBehind(l, noEnd);
  SmallVector<Value> results = addArguments(l, done, values);
  b.setInsertionPointToEnd(yesEnd);
  ori::BraOp::create(b, l.loc, values, done);
  b.setInsertionPointToEnd(noEnd);
  ori::BraOp::create(b, l.loc, others, done);
  b.setInsertionPointToEnd(current);
  ori::CondBraOp::create(b, l.loc, condition, ValueRange(), ValueRange(),
                         negated, /*uniform=*/false, yes, no);
  b.setInsertionPointToEnd(done);
  return results;
}

void ptxtoori::emitIf(FuncLowering &l, Value condition, bool negated,
                      llvm::function_ref<void()> whereTrue) {
  OpBuilder &b = l.builder;
  Block *current = b.getInsertionBlock();
  Block *yes = createBlockBehind(l, current);
  b.setInsertionPointToEnd(yes);
  whereTrue();
  Block *yesEnd = b.getInsertionBlock();
  Block *done = createBlockBehind(l, yesEnd);
  b.setInsertionPointToEnd(yesEnd);
  ori::BraOp::create(b, l.loc, ValueRange(), done);
  b.setInsertionPointToEnd(current);
  ori::CondBraOp::create(b, l.loc, condition, ValueRange(), ValueRange(),
                         negated, /*uniform=*/false, yes, done);
  b.setInsertionPointToEnd(done);
}

/// The values of `body` where `condition` holds, elsewhere undefined ones.
static SmallVector<Value> emitOrUndef(FuncLowering &l, Value condition,
                                      bool negated, Emitter body) {
  SmallVector<Type> types;
  return emitIfElse(
      l, condition, negated,
      [&] {
        SmallVector<Value> values = body();
        for (Value v : values)
          types.push_back(v.getType());
        return values;
      },
      [&] {
        SmallVector<Value> values;
        for (Type type : types)
          values.push_back(l.undef(type));
        return values;
      });
}

SmallVector<Value> ptxtoori::emitGuardedValues(FuncLowering &l, Operation *op,
                                               Emitter body) {
  auto inst = cast<ptx::InstructionOpInterface>(op);
  if (!inst.isGuarded())
    return body();
  return emitOrUndef(l, l.get(inst.getGuard()), inst.isGuardNegated(), body);
}

void ptxtoori::emitUnderGuard(FuncLowering &l, Operation *op,
                              llvm::function_ref<void()> body) {
  auto inst = cast<ptx::InstructionOpInterface>(op);
  if (!inst.isGuarded())
    return body();
  emitIf(l, l.get(inst.getGuard()), inst.isGuardNegated(), body);
}

Value ptxtoori::emitLoop(
    FuncLowering &l, Value first,
    llvm::function_ref<std::pair<Value, Value>(Value)> round) {
  OpBuilder &b = l.builder;
  Block *current = b.getInsertionBlock();
  Block *loop = createBlockBehind(l, current);
  Value value = loop->addArgument(first.getType(), l.loc);
  b.setInsertionPointToEnd(current);
  ori::BraOp::create(b, l.loc, first, loop);
  b.setInsertionPointToEnd(loop);
  auto [next, isLast] = round(value);
  Block *loopEnd = b.getInsertionBlock();
  Block *done = createBlockBehind(l, loopEnd);
  Value result = done->addArgument(first.getType(), l.loc);
  b.setInsertionPointToEnd(loopEnd);
  ori::CondBraOp::create(b, l.loc, isLast, ValueRange(next), ValueRange(next),
                         /*negated=*/false, /*uniform=*/false, done, loop);
  b.setInsertionPointToEnd(done);
  return result;
}

// In each round one thread of those that are left has its turn. The others wait
// for it behind the turn, not before it: they meet where the branches join.
SmallVector<Value> ptxtoori::emitThreadByThreadValues(FuncLowering &l,
                                                      Operation *op,
                                                      Emitter body) {
  if (l.runsAlone(op))
    return emitGuardedValues(l, op, body);
  return emitGuardedValues(l, op, [&] {
    OpBuilder &b = l.builder;
    Block *current = b.getInsertionBlock();
    Block *loop = createBlockBehind(l, current);
    b.setInsertionPointToEnd(current);
    ori::BraOp::create(b, l.loc, ValueRange(), loop);
    b.setInsertionPointToEnd(loop);
    Value mine = l.inst(Opcode::ELECT, {l.pt()})->getResult(isa::ELECT::kPu);
    SmallVector<Value> values = emitOrUndef(l, mine, /*negated=*/false, body);
    Block *loopEnd = b.getInsertionBlock();
    Block *done = createBlockBehind(l, loopEnd);
    b.setInsertionPointToEnd(loopEnd);
    ori::CondBraOp::create(b, l.loc, mine, ValueRange(), ValueRange(),
                           /*negated=*/false, /*uniform=*/false, done, loop);
    b.setInsertionPointToEnd(done);
    return values;
  });
}

void ptxtoori::emitThreadByThread(FuncLowering &l, Operation *op,
                                  llvm::function_ref<void()> body) {
  emitThreadByThreadValues(l, op, [&]() -> SmallVector<Value> {
    body();
    return {};
  });
}

bool ptxtoori::hasInstruction(FuncLowering &l, Opcode opcode) {
  return isa::hasOpcode(opcode, l.module.target->sm);
}

bool ptxtoori::hasInstruction(FuncLowering &l, Opcode opcode, uint64_t mods) {
  unsigned sm = l.module.target->sm;
  isa::Inst inst;
  inst.opcode = opcode;
  inst.mods = mods;
  return llvm::any_of(isa::getDesc(opcode).forms, [&](const auto &form) {
    return form.holdsFor(sm) && !isa::findBrokenRule(inst, form, sm);
  });
}

/// `depth`: of operations that are looked through.
static bool isAlike(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (llvm::isa<ori::ImmOp, ori::CBankOp>(op))
    return true;
  if (auto inst = dyn_cast<ori::InstOpInterface>(op)) {
    const isa::InstDesc &desc = inst.getDesc();
    if (int sr = desc.findMod("sr"); sr >= 0)
      return isa::isUniformSpecialRegister(
                 desc.mods[sr].field.get(inst.getModBits())) &&
             isa::isConstantSpecialRegister(
                 desc.mods[sr].field.get(inst.getModBits()));
    if (desc.is(isa::SideEffects) || desc.is(isa::Convergent) ||
        desc.is(isa::ReadsMemory) || desc.is(isa::WritesMemory))
      return false;
  } else if (!llvm::isa<ori::CombineOp, ori::ExtractOp>(op)) {
    return false;
  }
  return llvm::all_of(op->getOperands(),
                      [&](Value v) { return isAlike(v, depth - 1); });
}

bool ptxtoori::isAlike(Value value) {
  constexpr unsigned kDepth = 8;
  return ::isAlike(value, kDepth);
}

Value ptxtoori::combineUniform(FuncLowering &l, ValueRange parts) {
  if (parts.size() == 1)
    return parts[0];
  unsigned width = 0;
  for (Value v : parts)
    width += ori::getWidth(v.getType());
  return ori::CombineOp::create(
      l.builder, l.loc, ori::URType::get(l.builder.getContext(), width), parts);
}

Value ptxtoori::toUniform(FuncLowering &l, Value value) {
  if (llvm::isa<ori::URType>(value.getType()))
    return value;
  unsigned width = ori::getWidth(value.getType());
  auto type = [&](unsigned width) {
    return ori::URType::get(l.builder.getContext(), width);
  };
  // Constants need no instruction of the other file.
  if (auto immediate = value.getDefiningOp<ori::ImmOp>())
    return l.constant(type(width),
                      cast<IntegerAttr>(immediate.getValue()).getValue());
  if (auto bank = value.getDefiningOp<ori::CBankOp>())
    return ori::CBankOp::create(l.builder, l.loc, type(width), bank.getBank(),
                                bank.getOffset());
  if (width == 1)
    return l.inst(Opcode::R2UR, {value})->getResult(isa::R2UR::kD);
  SmallVector<Value> parts;
  for (unsigned i = 0; i != width; ++i)
    parts.push_back(toUniform(l, l.part(value, i)));
  return combineUniform(l, parts);
}

Value ptxtoori::toUniformPredicate(FuncLowering &l, Value p) {
  if (std::optional<uint64_t> known = l.foldConstant(p))
    return l.constant(ori::UPType::get(l.builder.getContext()),
                      llvm::APInt(1, *known & 1));
  uint64_t mods = isa::VOTEU::mode.set(isa::VOTEU::kDefaultMods,
                                       uint64_t(isa::VoteMode::ANY));
  return l.inst(Opcode::VOTEU, {p}, mods)->getResult(isa::VOTEU::kPu);
}
