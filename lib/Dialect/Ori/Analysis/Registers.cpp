//===- Registers.cpp - Which values own registers, and which --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, undefined values and parts of tuples own no register. Everything
// that counts, allocates or checks registers asks here, so that they agree on
// that.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Dialect/ModuleAttrs.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"
#include "ptx-mlir/Target/CallABI.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

unsigned ori::getFrameRegister(FuncOp func) {
  return func.getDynamicStack()
             ? target::getCallABI().getFramePointer(func.getCalls())
             : kStackPointer;
}

/// The linker may give functions of objects and of extensible programs callers
/// that we have not compiled.
unsigned ori::getStackAlignment(FuncOp func) {
  Operation *module = func->getParentOp();
  bool isLinked = module && (module->hasAttr(kRelocatableAttr) ||
                             module->hasAttr(kExtensibleAttr));
  return isLinked && !func.getKernel() ? target::kABIStackAlign
                                       : target::kStackAlign;
}

static unsigned widthOf(Type type) {
  Kind file = getRegFile(type);
  return file == Kind::P || file == Kind::UP ? 0 : getWidth(type);
}

ConstantOperand ori::getConstantOperand(Value value) {
  ConstantOperand c;
  Operation *def = value.getDefiningOp();
  if (!def)
    return c;
  // Registers to skip, for extracts of constants.
  unsigned lane = 0;
  while (auto extract = dyn_cast<ExtractOp>(def)) {
    lane += extract.getIndex();
    def = extract.getTuple().getDefiningOp();
    if (!def)
      return c;
  }
  if (auto imm = dyn_cast<ImmOp>(def)) {
    c.kind = ConstantOperand::Imm;
    c.width = widthOf(value.getType());
    APInt bits = cast<IntegerAttr>(imm.getValue()).getValue();
    if (c.width) {
      bits = bits.lshr(32 * lane);
      bits = bits.zextOrTrunc(32 * c.width);
    }
    c.isFree = bits.isZero() || c.width == 0;
    c.bits = bits.extractBitsAsZExtValue(std::min(64u, bits.getBitWidth()), 0);
  } else if (auto bank = dyn_cast<CBankOp>(def)) {
    c.kind = ConstantOperand::CBank;
    c.width = widthOf(value.getType());
    c.bank = bank.getBank();
    c.offset = bank.getOffset() + 4 * lane;
  } else if (llvm::isa<UndefOp>(def)) {
    c.kind = ConstantOperand::Undef;
    c.width = widthOf(value.getType());
    c.isFree = true;
  } else if (auto frame = dyn_cast<FrameAddressOp>(def)) {
    if (frame.getOffset() != 0)
      return c;
    c.kind = ConstantOperand::Frame;
    auto func = frame->getParentOfType<FuncOp>();
    c.bank = func ? getFrameRegister(func) : kStackPointer;
    c.width = 1;
    c.isFree = true;
  }
  return c;
}

int ori::getResultReg(OpResult result) {
  Operation *op = result.getOwner();
  if (auto inst = dyn_cast<InstOpInterface>(op))
    return inst.getReg(result.getResultNumber());
  if (auto call = dyn_cast<CallOp>(op))
    return call.getRegs() ? (*call.getRegs())[result.getResultNumber()] - 1
                          : -1;
  return llvm::TypeSwitch<Operation *, int>(op)
      .Case<CopyOp, CombineOp, ExtractOp, FrameAddressOp, HoldOp, QuadFetchOp,
            SaveBarrierOp, StackArgumentOp, StackPointerOp, SymbolWordOp>(
          [](auto op) { return int(op.getRegs()) - 1; })
      .Default([](Operation *) { return -1; });
}

void ori::setResultReg(OpResult result, int reg) {
  Operation *op = result.getOwner();
  if (auto inst = dyn_cast<InstOpInterface>(op))
    return inst.setReg(result.getResultNumber(), reg);
  if (auto call = dyn_cast<CallOp>(op)) {
    SmallVector<int32_t> regs(op->getNumResults());
    if (call.getRegs())
      regs.assign(call.getRegs()->begin(), call.getRegs()->end());
    regs[result.getResultNumber()] = reg + 1;
    return call.setRegs(regs);
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case<CopyOp, CombineOp, ExtractOp, FrameAddressOp, HoldOp, QuadFetchOp,
            SaveBarrierOp, StackArgumentOp, StackPointerOp, SymbolWordOp>(
          [&](auto op) { op.setRegs(reg + 1); });
}

RegisterMap::RegisterMap(FuncOp func) {
  unsigned next = 0;
  for (Block &block : func.getBody()) {
    if (block.getNumArguments())
      firstArg[&block] = next;
    next += block.getNumArguments();
  }
  if (auto regs = func.getBlockRegs())
    argRegs = *regs;
}

int RegisterMap::lookup(Value value) const {
  if (auto result = dyn_cast<OpResult>(value))
    return getResultReg(result);
  auto arg = cast<BlockArgument>(value);
  unsigned index = firstArg.lookup(arg.getOwner()) + arg.getArgNumber();
  return index < argRegs.size() ? argRegs[index] - 1 : -1;
}

unsigned ori::getSM(Operation *op) {
  auto module = op->getParentOfType<ori::ModuleOp>();
  return module ? module.getSm() : 0;
}

bool ori::isGroupProduct(Operation *op) {
  auto inst = dyn_cast<InstOpInterface>(op);
  return inst && isGroupProduct(inst);
}

bool ori::isGroupProduct(InstOpInterface inst) {
  isa::SchedClassId sched = inst.getDesc().sched;
  return sched == isa::SchedClassId::GroupMMA ||
         sched == isa::SchedClassId::GroupMMAReg;
}

OpOperand &ori::getAccumulator(Operation *product) {
  const isa::InstDesc &desc = cast<InstOpInterface>(product).getDesc();
  return product->getOpOperand(desc.findSlot("c") - desc.numDefs);
}

llvm::DenseSet<Value> ori::findInFlight(ArrayRef<Operation *> products) {
  llvm::DenseSet<Value> values;
  SmallVector<Value> work;
  for (Operation *product : products) {
    values.insert(product->getResult(0));
    work.push_back(product->getResult(0));
  }
  while (!work.empty()) {
    Value value = work.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      auto branch = dyn_cast<BranchOpInterface>(use.getOwner());
      if (!branch)
        continue;
      std::optional<BlockArgument> arg =
          branch.getSuccessorBlockArgument(use.getOperandNumber());
      if (arg && values.insert(*arg).second)
        work.push_back(*arg);
    }
  }
  return values;
}

OpOperand *ori::getTiedOpOperand(OpResult result) {
  Operation *op = result.getOwner();
  if (llvm::isa<HoldOp, QuadFetchOp>(op))
    return &op->getOpOperand(0);
  auto inst = dyn_cast<InstOpInterface>(op);
  if (!inst)
    return nullptr;
  if (isGroupProduct(op))
    return &getAccumulator(op);
  if (!inst.isGuarded())
    return nullptr;
  return &op->getOpOperand(inst.getNumSources() + 1 + result.getResultNumber());
}

Value ori::getTiedOperand(OpResult result) {
  OpOperand *operand = getTiedOpOperand(result);
  if (!operand)
    return Value();
  Value old = operand->get();
  if (old.getDefiningOp<UndefOp>())
    return Value();
  // Of what is no register nothing is kept.
  bool isGuarded = !llvm::isa<HoldOp, QuadFetchOp>(result.getOwner()) &&
                   !isGroupProduct(result.getOwner());
  return isGuarded || ownsRegister(old) ? old : Value();
}
