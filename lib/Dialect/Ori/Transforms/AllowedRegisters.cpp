//===- AllowedRegisters.cpp - Which registers values may have -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which registers the values of a function may have, and which they should.
//
//===----------------------------------------------------------------------===//

#include "AllowedRegisters.h"
#include "ptx-mlir/Target/CallABI.h"
#include "ptx-mlir/Target/Target.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

using Kind = ptxmlir::isa::Operand::Kind;

RegisterSet ori::getAllowedRegisters(FuncOp func, Kind file, unsigned limit) {
  RegisterSet allowed;
  for (unsigned r = 0; r < limit; ++r)
    allowed.set(r);
  if (file == Kind::R && func.usesStack())
    allowed.reset(kStackPointer).reset(getFrameRegister(func));
  if (file == Kind::R && func.getFewRegisters())
    allowed &= ~target::getCallABI().preservedByFew;
  // What the prologue of kernels keeps in it is to stay (BarrierReset.cpp).
  if (file == Kind::UR &&
      target::getFeatures(getSM(func)).has(target::Feature::SetsUR2))
    allowed.reset(2);
  return allowed;
}

RegisterWishes ori::getWishesOfABI(FuncOp func, Kind file,
                                   const LiveRanges &ranges,
                                   const RegisterFrames &frames) {
  RegisterWishes wishes;
  if (file != Kind::R || (func.getKernel() && !func.getCalls()))
    return wishes;
  if (!func.getKernel())
    wishes.avoided = target::getCallABI().preserved;
  auto prefer = [&](ValueRange values, ArrayRef<int32_t> regs) {
    if (values.size() != regs.size())
      return;
    for (auto [value, reg] : llvm::zip_equal(values, regs))
      if (unsigned id = ranges.lookup(value); id != LiveRanges::kNone) {
        auto [top, offset] = frames.find(id);
        wishes.preferred.try_emplace(top, reg - offset);
      }
  };
  prefer(func.getBody().front().getArguments(), func.getArgumentRegs());
  for (Operation *op : ranges.operations()) {
    if (auto call = dyn_cast_or_null<CallOp>(op)) {
      prefer(call.getValues(), call.getResultRegs());
      prefer(call.getArguments(), call.getArgumentRegs());
    } else if (auto ret = dyn_cast_or_null<RetOp>(op)) {
      prefer(ret.getValues(), func.getResultRegs());
    }
  }
  return wishes;
}
