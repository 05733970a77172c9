//===- KnownConstants.cpp - What is computed from constants ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where lowering chooses by a constant, it must know it before the optimizer
// folds anything.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

/// What `value` is, if at most `budget` instructions compute it from constants.
static Attribute fold(Value value, unsigned &budget) {
  Operation *op = value.getDefiningOp();
  if (!op || budget == 0)
    return {};
  --budget;
  if (auto immediate = dyn_cast<ori::ImmOp>(op))
    return immediate.getValue();
  if (!llvm::isa<ori::InstOpInterface, ori::CombineOp, ori::ExtractOp>(op) ||
      !isPure(op))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(fold(operand, budget));
    if (!operands.back())
      return {};
  }
  SmallVector<OpFoldResult> results;
  unsigned index = cast<OpResult>(value).getResultNumber();
  if (failed(op->fold(operands, results)) || index >= results.size())
    return {};
  return dyn_cast_if_present<Attribute>(results[index]);
}

std::optional<uint64_t> FuncLowering::foldConstant(Value value) {
  unsigned budget = 32;
  auto attr = dyn_cast_or_null<IntegerAttr>(fold(value, budget));
  if (!attr)
    return std::nullopt;
  return attr.getValue().extractBitsAsZExtValue(
      std::min(64u, attr.getValue().getBitWidth()), 0);
}
