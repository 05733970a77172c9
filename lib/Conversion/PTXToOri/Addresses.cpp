//===- Addresses.cpp - Addresses of variables and parameters --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the address of a variable, a function or a parameter is as a value.
//
//===----------------------------------------------------------------------===//

#include "ImageHandles.h"
#include "Lowering.h"
#include "ptx-mlir/Dialect/PTX/IR/ParamSpace.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// Loads of kernel parameters look at the address op itself. As a value the
/// address of a kernel parameter is its byte offset among the parameters, as
/// ptxas has it, also where that is taken for an address in another space.
LogicalResult FuncLowering::lowerParamAddress(ptx::ParamAddressOp op) {
  bool isValue = llvm::any_of(op->getUses(), [](OpOperand &use) {
    auto load = llvm::dyn_cast<ptx::LdOp>(use.getOwner());
    return !load || use.getOperandNumber() != 0 ||
           ptx::resolveParamSpace(load, load.getSpace(), load.getAddress()) !=
               ptx::Space::ParamEntry;
  });
  int64_t at = 0;
  if (ParamVariable *variable = findParam(op.getResult(), at)) {
    // One whose address is looked at is in local memory.
    if (!variable->frameOffset)
      return success();
    Value address = ori::FrameAddressOp::create(
        builder, loc, r(),
        builder.getI32IntegerAttr(*variable->frameOffset + at), 0);
    set(op, op.getType().isInteger(64) ? combine({address, zero()}) : address);
    return success();
  }
  if (!isValue)
    return success();
  if (getImage(module, op.getResult())) {
    Value handle = getImageAddress(*this, op.getResult());
    set(op, op.getType().isInteger(64) ? handle : lo(handle));
    return success();
  }
  Type type = convertType(op.getType());
  int64_t offset = kernel.getParamOffset(op.getIndex()) + op.getOffset();
  set(op, constant(type, llvm::APInt(32 * ori::getWidth(type), offset)));
  return success();
}

LogicalResult FuncLowering::lowerAddress(ptx::AddressOfOp op) {
  StringAttr name = op.getSymbolAttr().getAttr();
  ptx::GlobalOp global = module.globals.lookup(name);
  uint64_t offset = op.getOffset();
  Value address;
  bool wide = op.getType().isInteger(64);
  bool isConst = global && global.getSpace() == ptx::Space::Const;
  if (module.relocatable ||
      (isConst && module.extensible && !module.constOffsets.contains(name))) {
    Value base = lowerRelocatableAddress(op, global);
    set(op, wide ? base : lo(base));
    return success();
  }
  if (ptx::FuncOp function = module.functions.lookup(name)) {
    uint64_t number =
        module.functionNumbers.lookup(function.getSymNameAttr()) + offset;
    set(op, wide ? imm64(number) : imm(uint32_t(number)));
    return success();
  }
  if (global && isImage(global)) {
    Value handle = getImageAddress(*this, op.getResult());
    set(op, wide ? handle : lo(handle));
    return success();
  }
  if (!global || global.getSpace() == ptx::Space::Global) {
    // A variable in global memory or a function: its address is in bank 4.
    Value base = cbank(4, module.addressOffsets.lookup(name), 2);
    address = offset ? add64(base, imm64(offset)) : base;
    set(op, wide ? address : lo(address));
    return success();
  }
  switch (global.getSpace()) {
  case ptx::Space::Shared:
    address = iadd(sharedBase(), imm(sharedOffset(global) + offset));
    break;
  case ptx::Space::Const:
    address = imm(module.constOffsets.lookup(name) + offset);
    break;
  default:
    return unsupported(op, "the address of a variable in this space");
  }
  set(op, wide ? combine({address, zero()}) : address);
  return success();
}
