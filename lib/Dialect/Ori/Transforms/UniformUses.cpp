//===- UniformUses.cpp - Values that uniform registers can hold -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divergence is that of the whole function: what a load gives may change
// between threads that are apart. Where the warp is together, one instruction
// loads for all of them, and all get the same.
//
//===----------------------------------------------------------------------===//

#include "UniformUses.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "ptx-mlir/ISA/OrderingEffects.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

UniformUses::UniformUses(FuncOp func, unsigned sm, const WarpBlocks &warp)
    : warp(warp), info(func), sm(sm) {
  findMeetings();
  findLoaded();
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  Value zero = ImmOp::create(builder, func.getLoc(),
                             URType::get(func.getContext(), 1), 0);
  sample = createInst(builder, func.getLoc(), isa::Opcode::UMOV, zero,
                      isa::UMOV::kDefaultMods)
               ->getResult(0);
}

UniformUses::~UniformUses() {
  Operation *move = sample.getDefiningOp(),
            *zero = move->getOperand(0).getDefiningOp();
  move->erase();
  zero->erase();
}

/// Whether the results of the operation are the same for all threads that
/// execute it together, if its operands are.
static bool keepsUniform(Operation &op) {
  if (llvm::isa<CombineOp, ExtractOp, CopyOp>(op))
    return true;
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst)
    return false;
  const isa::InstDesc &desc = inst.getDesc();
  if (desc.is(isa::WritesMemory) || desc.is(isa::Convergent) ||
      desc.is(isa::SideEffects) || desc.findMod("sr") >= 0)
    return false;
  if (!(desc.readSpaces & ~isa::ConstantMemory))
    return true;
  isa::OrderingEffects effects = getOrderingEffects(inst);
  return effects.isPlainAccess && !effects.writtenSpaces &&
         !effects.readsThreads && !effects.ordersThreads &&
         !(desc.readSpaces & isa::LocalMemory);
}

Operation *ori::findLastMeeting(Block &block) {
  Operation *last = nullptr;
  for (Operation &op : block)
    if (auto inst = dyn_cast<InstOpInterface>(op);
        llvm::isa<BSyncOp, RestoreBarrierOp>(op) ||
        (inst && inst.getDesc().role == isa::ConvergenceRole::WarpSync))
      last = &op;
  return last;
}

void UniformUses::findMeetings() {
  const BlockNumbering &blocks = info.blocks();
  meetings.resize(blocks.size());
  for (unsigned n = 0; n != blocks.size(); ++n)
    meetings[n] = findLastMeeting(*blocks[n]);
}

bool UniformUses::isUniform(Value value) const {
  if (getConstantOperand(value) || loaded.contains(value))
    return true;
  if (info.isDivergent(value))
    return false;
  // Threads that are apart may be in different rounds of a loop.
  unsigned block = info.blocks()[value.getParentBlock()];
  Operation *def = value.getDefiningOp();
  return def ? isTogether(block, def) : isOfWarp(block);
}

void UniformUses::findLoaded() {
  for (unsigned n : reversePostOrder(info.graph(), 0)) {
    if (!warp.isOfWarp(n))
      continue;
    for (Operation &op : *info.blocks()[n])
      if (op.getNumResults() && info.isDivergent(op.getResult(0)) &&
          isTogether(n, &op) && keepsUniform(op) &&
          llvm::all_of(op.getOperands(), [&](Value v) { return isUniform(v); }))
        loaded.insert(op.getResults().begin(), op.getResults().end());
  }
}

bool ori::putUniform(OpOperand &use, Value uniform, unsigned sm) {
  auto op = dyn_cast<InstOpInterface>(use.getOwner());
  unsigned operand = use.getOperandNumber();
  if (!op || operand >= op.getNumSources() ||
      op.getDesc().slots[op.getDesc().numDefs + operand].kind !=
          isa::Operand::R)
    return false;
  Value value = use.get();
  op->setOperand(operand, uniform);
  if (isLegal(op, sm))
    return true;
  if (exchangeWithB(op, operand, sm)) {
    if (isLegal(op, sm))
      return true;
    exchangeWithB(op, operand, sm);
  }
  op->setOperand(operand, value);
  return false;
}

bool ori::takesUniform(OpOperand &use, Value sample, unsigned sm) {
  // Tried out, and taken back.
  auto op = dyn_cast<InstOpInterface>(use.getOwner());
  unsigned operand = use.getOperandNumber();
  Value value = use.get();
  if (!op || !putUniform(use, sample, sm))
    return false;
  if (op->getOperand(operand) != sample)
    exchangeWithB(op, operand, sm);
  op->setOperand(operand, value);
  return true;
}

bool UniformUses::takesUniform(OpOperand &use) const {
  return ori::takesUniform(use, sample, sm);
}
