//===- CallLowering.cpp - Calls, frames and saved registers ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the ABI (docs/abi.md) asks of a caller and of a function: arguments and
// results in their registers, the place to return to in a pair, registers saved
// in the frame.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/Analysis/Registers.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;
using Kind = Operand::Kind;

/// The name of the first instruction of a kernel with functions, from which
/// their code addresses count.
static constexpr StringLiteral kStartLabel = "start";

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

void FunctionLowering::addToStack(int32_t bytes) {
  if (bytes == 0)
    return;
  Inst inst = makeDefaultInst(Opcode::IADD3);
  inst.ops[isa::IADD3::kD] = inst.ops[isa::IADD3::kA] =
      Operand::r(ori::kStackPointer);
  inst.ops[isa::IADD3::kB] = Operand::imm(uint32_t(bytes));
  emit(inst);
}

/// Variables may want more alignment than the stack has.
void FunctionLowering::alignStack() {
  if (!frameAlign)
    return;
  Inst inst = makeDefaultInst(Opcode::LOP3);
  inst.ops[isa::LOP3::kD] = inst.ops[isa::LOP3::kA] =
      Operand::r(ori::kStackPointer);
  inst.ops[isa::LOP3::kB] = Operand::imm(-frameAlign);
  inst.mods = isa::LOP3::lut.set(inst.mods, isa::kTableAnd);
  emit(inst);
}

/// At the begin of a kernel with functions.
void FunctionLowering::labelStart() {
  if (source.getCalls() && !isRelocatable())
    sass::LabelOp::create(builder, loc, builder.getStringAttr(kStartLabel));
}

/// Kernels with a frame or with calls load the stack pointer and make room.
void FunctionLowering::setUpStack() {
  if (!resetsBarriers())
    labelStart();
  if (!source.usesStack())
    return;
  const target::TargetInfo *info = target::lookupTarget(sm, "");
  emit(makeCopy(Operand::r(ori::kStackPointer),
                Operand::cbank(0, info->bank->stackPointer), sm));
  addToStack(-int32_t(frameBytes));
  alignStack();
  keepFrame();
}

/// Where the stack pointer is going to move, another register keeps the begin
/// of the frame.
void FunctionLowering::keepFrame() {
  if (source.getDynamicStack())
    emit(makeCopy(Operand::r(ori::getFrameRegister(source)),
                  Operand::r(ori::kStackPointer), sm));
}

/// The registers of the function that its callers want back as they were, and
/// the size of its frame with them.
void FunctionLowering::findSaved() {
  frameBytes = source.getLocalBytes();
  auto align = source->getAttrOfType<IntegerAttr>(kFrameAlignmentAttr);
  if (align && source.usesStack()) {
    frameAlign = uint32_t(align.getInt());
    frameSlack = frameAlign - ori::getStackAlignment(source);
  }
  if (source.getKernel()) {
    if (source.getCalls() || frameAlign)
      frameBytes =
          llvm::alignTo(frameBytes, std::max(target::kStackAlign, frameAlign));
    return;
  }
  const target::CallABI &abi = target::getCallABI();
  target::RegisterBits used;
  auto use = [&](Value value) {
    if (!ori::isRegisterType(value.getType()) ||
        ori::getRegFile(value.getType()) != Kind::R)
      return;
    if (int reg = registers.lookup(value); reg >= 0)
      for (unsigned k = 0; k != ori::getWidth(value.getType()); ++k)
        used.set(reg + k);
  };
  for (Block &block : source.getBody()) {
    for (BlockArgument arg : block.getArguments())
      use(arg);
    for (Operation &op : block) {
      for (Value result : op.getResults())
        use(result);
      if (llvm::isa<ori::CallOp>(op))
        for (unsigned k = 0; k != 2; ++k)
          used.set(abi.returnAddress + k).set(abi.callTarget + k);
    }
  }
  if (source.getDynamicStack())
    used.set(ori::getFrameRegister(source));
  used &= abi.preserved;
  used.reset(ori::kStackPointer);
  for (unsigned reg = 0; reg != used.size(); ++reg)
    if (used[reg])
      saved.push_back(reg);
  frameBytes = llvm::alignTo(frameBytes, 4) + 4 * saved.size();
  if (frameAlign) {
    callerStackPlace = frameBytes;
    frameBytes += 4;
  }
  frameBytes =
      llvm::alignTo(frameBytes, std::max(target::kStackAlign, frameAlign));
}

/// Loads a word of local memory.
void FunctionLowering::loadWord(Operand to, Operand base, uint32_t offset) {
  Inst inst = makeDefaultInst(Opcode::LDL);
  inst.ops[isa::LDL::kD] = to;
  inst.ops[isa::LDL::kAddr] = base;
  inst.mods = isa::LDL::offset.set(
      isa::LDL::type.set(inst.mods, uint64_t(MemType::B32)), offset);
  emit(inst);
}

/// Stores a register into the frame.
void FunctionLowering::storeWord(unsigned reg, uint32_t offset) {
  Inst inst = makeDefaultInst(Opcode::STL);
  inst.ops[isa::STL::kData] = Operand::r(reg);
  inst.ops[isa::STL::kAddr] = Operand::r(ori::kStackPointer);
  inst.mods = isa::STL::offset.set(
      isa::STL::type.set(inst.mods, uint64_t(MemType::B32)), offset);
  emit(inst);
}

/// Stores the saved registers above the function's own frame, or loads them.
void FunctionLowering::saveRegisters(bool restore) {
  uint32_t offset = llvm::alignTo(uint32_t(source.getLocalBytes()), 4);
  for (unsigned reg : saved) {
    if (restore)
      loadWord(Operand::r(reg), Operand::r(ori::kStackPointer), offset);
    else
      storeWord(reg, offset);
    offset += 4;
  }
}

/// Loads what the caller has put above the frame.
LogicalResult FunctionLowering::lowerStackArgument(ori::StackArgumentOp op) {
  Operand to = getLane(op.getResult(), 0);
  if (to.kind == Kind::None)
    return success(); // nobody reads it
  Operand frame = Operand::r(ori::getFrameRegister(source));
  if (!frameAlign) {
    loadWord(to, frame, frameBytes + op.getOffset());
    return success();
  }
  // The alignment has left a gap between the frame and the caller's.
  loadWord(to, frame, callerStackPlace);
  loadWord(to, to, op.getOffset());
  return success();
}

/// A move of zero, into which the relocation puts the word.
LogicalResult FunctionLowering::lowerSymbolWord(ori::SymbolWordOp op) {
  constexpr unsigned kWordRelocation = 55; // 32 bits of a move
  Operand to = getLane(op.getResult(), 0);
  if (to.kind == Kind::None)
    return success(); // nobody reads it
  Inst inst = makeDefaultInst(Opcode::MOV);
  inst.ops[isa::MOV::kD] = to;
  inst.ops[isa::MOV::kB] = Operand::imm(0);
  emit(inst,
       sass::RelocAttr::get(builder.getContext(), kWordRelocation,
                            FlatSymbolRefAttr::get(op.getSymbolAttr()), 0));
  return success();
}

/// Makes room, saves registers, and takes the arguments where they arrive.
void FunctionLowering::enterFunction(Block &entry) {
  if (!isRelocatable())
    sass::LabelOp::create(builder, loc, source.getSymNameAttr());
  // Nobody wants R0 as it was, and no argument arrives in it.
  constexpr unsigned kScratch = 0;
  if (frameAlign)
    emit(makeCopy(Operand::r(kScratch), Operand::r(ori::kStackPointer), sm));
  addToStack(-int32_t(frameBytes));
  alignStack();
  if (frameAlign)
    storeWord(kScratch, callerStackPlace);
  saveRegisters(/*restore=*/false);
  keepFrame();
  Copies copies;
  for (BlockArgument arg : entry.getArguments())
    for (unsigned k = 0; k != ori::getWidth(arg.getType()); ++k) {
      Operand to = getLane(arg, k);
      unsigned from = source.getArgumentRegs()[arg.getArgNumber()] + k;
      if (to.kind != Kind::None)
        copies.push_back({to, Operand::r(from)});
    }
  emitCopies(copies);
}

LogicalResult FunctionLowering::lowerReturn(ori::RetOp op) {
  Copies copies;
  for (auto [i, value] : llvm::enumerate(op.getValues()))
    for (unsigned k = 0; k != ori::getWidth(value.getType()); ++k) {
      Operand from = getLane(value, k);
      if (from.kind != Kind::None)
        copies.push_back({Operand::r(source.getResultRegs()[i] + k), from});
      else if (!ori::getConstantOperand(value))
        return op.emitError("returns a value that has no register; run "
                            "ori-allocate-registers first");
    }
  emitCopies(copies);
  if (source.getDynamicStack())
    emit(makeCopy(Operand::r(ori::kStackPointer),
                  Operand::r(ori::getFrameRegister(source)), sm));
  saveRegisters(/*restore=*/true);
  Operand stack = Operand::r(ori::kStackPointer);
  if (frameAlign)
    loadWord(stack, stack, callerStackPlace);
  else
    addToStack(int32_t(frameBytes));
  if (isRelocatable()) {
    emitAbsoluteReturn();
    sass::EndOp::create(builder, loc);
    return success();
  }
  Inst inst = makeDefaultInst(Opcode::RET_REL);
  inst.ops[isa::RET_REL::kA] = Operand::r(target::getCallABI().returnAddress);
  inst.ops[isa::RET_REL::kTarget] = Operand::label(0);
  inst.mods = isa::RET_REL::nodec.set(inst.mods, 1);
  emit(inst, sass::LabelAttr::get(builder.getContext(),
                                  builder.getStringAttr(kStartLabel)));
  sass::EndOp::create(builder, loc);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The pair with the address that is called: where it is, if nothing that the
/// call itself writes is there, else `callTarget`, with a copy.
Operand FunctionLowering::getCallTarget(ori::CallOp op, Copies &copies) {
  const target::CallABI &abi = target::getCallABI();
  Operand low = getLane(op.getTarget(), 0);
  if (low.kind == Kind::CBank)
    return low; // loaded when the arguments are where they belong
  auto isWritten = [&](unsigned reg) {
    bool isArgument = false;
    for (auto [value, first] :
         llvm::zip_equal(op.getArguments(), op.getArgumentRegs()))
      isArgument |= reg >= unsigned(first) &&
                    reg < first + ori::getWidth(value.getType());
    return isArgument ||
           (reg >= abi.returnAddress && reg < abi.returnAddress + 2);
  };
  if (low.kind == Kind::R && !isWritten(low.reg) && !isWritten(low.reg + 1))
    return low;
  for (unsigned k = 0; k != 2; ++k)
    copies.push_back(
        {Operand::r(abi.callTarget + k), getLane(op.getTarget(), k)});
  return Operand::r(abi.callTarget);
}

/// Puts the address of a label, which is not far, into a register pair. What a
/// call of the driver's may overwrite is free: R0 and the predicates.
void FunctionLowering::loadAddress(unsigned pair, sass::LabelAttr label) {
  const Operand low = Operand::r(pair), high = Operand::r(pair + 1),
                distance = Operand::r(0), carry = Operand::p(0);
  if (isa::hasOpcode(Opcode::LEPC_REL, sm)) {
    Inst address = makeDefaultInst(Opcode::LEPC_REL);
    address.ops[isa::LEPC_REL::kD] = low;
    address.ops[isa::LEPC_REL::kTarget] = Operand::label(0);
    emit(address, label);
    return;
  }
  // The address of LEPC itself and the distance to the label. LEPC begins a
  // block of instructions that depend on it, so that nothing comes in front of
  // it.
  sass::LabelAttr here = getLabel("here" + Twine(numCalls));
  Inst move = makeDefaultInst(Opcode::MOV);
  move.ops[isa::MOV::kD] = distance;
  move.ops[isa::MOV::kB] = Operand::imm(0);
  emit(move, here);
  Inst subtract = makeDefaultInst(Opcode::IADD3);
  subtract.ops[isa::IADD3::kD] = subtract.ops[isa::IADD3::kA] = distance;
  subtract.ops[isa::IADD3::kB] = Operand::imm(0);
  subtract.mods = isa::IADD3::aNeg.set(subtract.mods, 1);
  emit(subtract, label);
  startLabelledBlock(here);
  Inst address = makeDefaultInst(Opcode::LEPC);
  address.ops[isa::LEPC::kD] = low;
  emit(address);
  Inst add = makeDefaultInst(Opcode::IADD3);
  add.ops[isa::IADD3::kD] = add.ops[isa::IADD3::kA] = low;
  add.ops[isa::IADD3::kB] = distance;
  add.ops[isa::IADD3::kPu] = carry;
  emit(add);
  Inst addHigh = makeDefaultInst(Opcode::IADD3);
  addHigh.ops[isa::IADD3::kD] = addHigh.ops[isa::IADD3::kA] = high;
  addHigh.ops[isa::IADD3::kPp] = carry;
  addHigh.mods = isa::IADD3::x.set(addHigh.mods, 1);
  addHigh.mods = isa::IADD3::ppNot.set(addHigh.mods, 0);
  emit(addHigh);
}

LogicalResult FunctionLowering::lowerCall(ori::CallOp op) {
  const target::CallABI &abi = target::getCallABI();
  auto missing = [&]() {
    return op.emitError("reads a value that has no register; run "
                        "ori-allocate-registers first");
  };
  Copies copies;
  for (auto [i, value] : llvm::enumerate(op.getArguments()))
    for (unsigned k = 0; k != ori::getWidth(value.getType()); ++k) {
      Operand from = getLane(value, k);
      if (from.kind != Kind::None)
        copies.push_back({Operand::r(op.getArgumentRegs()[i] + k), from});
      else if (!ori::getConstantOperand(value))
        return missing();
    }
  // A linker finds what is elsewhere by its name.
  bool isLinked = isRelocatable() || (hasLinkedAddresses() && op.getSystem());
  Operand target;
  if (op.getTarget() && !(isLinked && op.getCallee())) {
    target = getCallTarget(op, copies);
    if (target.kind != Kind::R && target.kind != Kind::CBank)
      return missing();
  }
  emitCopies(copies);
  if (isAddress(target)) {
    for (unsigned k = 0; k != 2; ++k)
      if (failed(emitAddress(Operand::r(abi.callTarget + k),
                             target.value + 4 * int64_t(k))))
        return op.emitError("names no function");
    target = Operand::r(abi.callTarget);
  }
  if (target.kind == Kind::CBank) {
    Inst load = makeDefaultInst(Opcode::LDC);
    load.ops[isa::LDC::kD] = Operand::r(abi.callTarget);
    load.mods = isa::LDC::bank.set(load.mods, target.reg);
    load.mods = isa::LDC::offset.set(load.mods, uint64_t(target.value));
    load.mods = isa::LDC::type.set(load.mods, uint64_t(MemType::B64));
    emit(load);
    target = Operand::r(abi.callTarget);
  }

  sass::LabelAttr behind = getLabel("return" + Twine(numCalls++));
  sass::LabelAttr start = sass::LabelAttr::get(
      builder.getContext(), builder.getStringAttr(kStartLabel));
  Operand low = Operand::r(abi.returnAddress),
          high = Operand::r(abi.returnAddress + 1);
  if (isLinked) {
    loadReturnAddress(behind);
    emitRelocatableCall(op, target);
  } else if (op.getSystem()) {
    loadAddress(abi.returnAddress, behind);
    Inst call = makeDefaultInst(Opcode::CALL_ABS_R);
    call.ops[isa::CALL_ABS_R::kA] = target;
    call.mods = isa::CALL_ABS_R::noinc.set(call.mods, 1);
    emit(call)->setAttr(sass::kCalleeAttr, op.getCalleeAttr());
  } else {
    Inst here = makeDefaultInst(Opcode::MOV);
    here.ops[isa::MOV::kD] = low;
    here.ops[isa::MOV::kB] = Operand::imm(0);
    emit(here, behind);
    emit(makeCopy(high, Operand::imm(0), sm));
    bool isIndirect = target.kind == Kind::R;
    Inst call =
        makeDefaultInst(isIndirect ? Opcode::CALL_REL_R : Opcode::CALL_REL);
    if (isIndirect) {
      call.ops[isa::CALL_REL_R::kA] = target;
      call.ops[isa::CALL_REL_R::kTarget] = Operand::label(0);
      call.mods = isa::CALL_REL_R::noinc.set(call.mods, 1);
    } else {
      call.ops[isa::CALL_REL::kTarget] = Operand::label(0);
      call.mods = isa::CALL_REL::noinc.set(call.mods, 1);
    }
    emit(call,
         isIndirect ? start : getFunctionLabel(op.getCalleeAttr().getAttr()));
  }
  startLabelledBlock(behind);

  Copies results;
  for (auto [i, value] : llvm::enumerate(op.getValues()))
    for (unsigned k = 0; k != ori::getWidth(value.getType()); ++k) {
      Operand to = getLane(value, k);
      if (to.kind != Kind::None)
        results.push_back({to, Operand::r(op.getResultRegs()[i] + k)});
    }
  emitCopies(results);
  return success();
}
