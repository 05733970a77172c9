//===- Stack.cpp - Memory that is allocated on the stack ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stack grows down: what `alloca` gives lies between the new end of the
// stack and the old one. The arguments of calls stay at the end, below it.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// The alignment of what is allocated where none is given (PTX ISA).
static constexpr uint64_t kDefaultAlign = 8;

bool ptxtoori::movesStack(Operation *function) {
  return function
      ->walk([](Operation *op) {
        return llvm::isa<ptx::AllocaOp, ptx::StacksaveOp, ptx::StackrestoreOp>(
                   op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static Value getStackPointer(FuncLowering &l) {
  return ori::StackPointerOp::create(l.builder, l.loc, l.r(), 0);
}

Value ptxtoori::getStackEnd(FuncLowering &l) {
  if (l.oriFunc.getDynamicStack())
    return getStackPointer(l);
  return ori::FrameAddressOp::create(l.builder, l.loc, l.r(),
                                     l.builder.getI32IntegerAttr(0), 0);
}

/// Under a guard that does not hold the stack stays as it is.
static void setStackPointer(FuncLowering &l, Operation *op, Value address,
                            Value old) {
  auto inst = cast<ptx::InstructionOpInterface>(op);
  if (inst.isGuarded()) {
    Value guard = l.get(inst.getGuard());
    address = inst.isGuardNegated() ? l.select(guard, old, address)
                                    : l.select(guard, address, old);
  }
  ori::SetStackPointerOp::create(l.builder, l.loc, address);
}

/// A local address as a value of the type of `op`'s result.
static void setAddress(FuncLowering &l, Operation *op, Value address) {
  bool isWide = op->getResult(0).getType().isInteger(64);
  l.setResult(op, isWide ? l.combine({address, l.zero()}) : address);
}

static LogicalResult lowerAlloca(FuncLowering &l, ptx::AllocaOp op) {
  uint64_t align = op.getHasAlignment() ? op.getAlignment() : kDefaultAlign;
  align = std::max(align,
                   l.oriFunc.getCalls() ? target::kStackAlign : kDefaultAlign);
  // What is allocated lies so far above the end of the stack.
  uint64_t above = llvm::alignTo(l.outgoingBytes, align);
  Value old = getStackPointer(l);
  Value size = l.lo(l.get(op.getSize()));
  Value end = l.isub(old, size);
  if (above != l.outgoingBytes)
    end = l.iadd(end, l.imm(uint32_t(l.outgoingBytes - above)));
  end = l.band(end, l.imm(uint32_t(-align)));
  setStackPointer(l, op, end, old);
  setAddress(l, op, above ? l.iadd(end, l.imm(uint32_t(above))) : end);
  return success();
}

static LogicalResult lowerStacksave(FuncLowering &l, ptx::StacksaveOp op) {
  setAddress(l, op, getStackPointer(l));
  return success();
}

static LogicalResult lowerStackrestore(FuncLowering &l,
                                       ptx::StackrestoreOp op) {
  Value old = op.isGuarded() ? getStackPointer(l) : Value();
  setStackPointer(l, op, l.lo(l.get(op.getTop())), old);
  return success();
}

void ptxtoori::registerStackLowerings(HandlerTable &table) {
  table.add<ptx::AllocaOp, lowerAlloca>();
  table.add<ptx::StacksaveOp, lowerStacksave>();
  table.add<ptx::StackrestoreOp, lowerStackrestore>();
}
