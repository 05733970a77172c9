//===- QuadLowering.cpp - Fetches by whole quads --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ori.quad_fetch is one operation up to here, so that nothing comes between its
// instructions; behind them, the first and the last are fences for scheduling.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "ptx-mlir/Dialect/Ori/Analysis/QuadCode.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Operand;
using Kind = Operand::Kind;

LogicalResult FunctionLowering::lowerQuadFetch(ori::QuadFetchOp op) {
  int base = registers.lookup(op.getResult());
  if (base < 0)
    return success(); // nobody reads it
  if (registers.lookup(op.getWork()) != base)
    return op.emitError("needs its tuple in the registers of the result; run "
                        "ori-allocate-registers first");
  bool isMissing = false;
  ori::QuadCode code;
  code.base = unsigned(base);
  if (!op.getTogether()) {
    code.stackPointer = ori::kStackPointer;
    if (auto area = int32_t(op.getArea()); area < 0)
      helperBytes = std::max(helperBytes, uint32_t(-area));
  }
  auto operandOf = [&](Value value) {
    Operand operand = getLane(value, 0);
    if (operand.kind != Kind::None)
      return operand;
    isMissing |= !ori::getConstantOperand(value);
    return Operand::r(isa::RZ);
  };
  auto emitInst = [&](const Inst &inst) { emit(inst); };
  code.operandOf = operandOf;
  code.emit = emitInst;
  ori::emitQuadFetch(op, code);
  if (isMissing)
    return op.emitError("reads a value that has no register; run "
                        "ori-allocate-registers first");
  return success();
}
