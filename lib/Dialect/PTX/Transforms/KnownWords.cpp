//===- KnownWords.cpp - Words that are computed from constants ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates sums, logic, shifts, comparisons and selections of words, with the
// predicates between them.
//
//===----------------------------------------------------------------------===//

#include "KnownWords.h"
#include "mlir/IR/Matchers.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXCompare.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptx;

/// The sum of two words; nothing if the operation saturates or has halves.
static std::optional<uint32_t> addWords(AddOp op, uint32_t a, uint32_t b) {
  bool isPlain =
      llvm::is_contained({DataType::U32, DataType::S32}, op.getDataType()) &&
      op.getSat() == Saturate();
  return isPlain ? std::optional(a + b) : std::nullopt;
}

/// 1 if a comparison of two words holds, else 0; nothing if it compares other
/// numbers or combines the result with a predicate.
static std::optional<uint32_t> compareWords(SetpOp op, uint32_t a, uint32_t b) {
  Compare compare = op.getCompare();
  if (op.getBoolOp() != BoolOp() || !isIntegerOrder(compare))
    return std::nullopt;
  if (op.getDataType() == DataType::S32)
    return holds(compare, int32_t(a), int32_t(b));
  if (op.getDataType() == DataType::U32)
    return holds(compare, a, b);
  return std::nullopt;
}

std::optional<uint32_t> ptx::findKnownWord(Value value, unsigned depth) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return known.zextOrTrunc(32).getZExtValue();
  auto op = value.getDefiningOp<InstructionOpInterface>();
  if (!op || !depth || op.isGuarded() || value != op->getResult(0) ||
      !isa<AndOp, OrOp, XorOp, AddOp, ShlOp, SelpOp, SetpOp>(op) ||
      !op->getOperand(0).getType().isInteger(32))
    return std::nullopt;
  auto find = [&](unsigned operand) {
    return findKnownWord(op->getOperand(operand), depth - 1);
  };
  if (isa<SelpOp>(op)) {
    std::optional<uint32_t> first = find(2);
    return first ? find(*first ? 0 : 1) : std::nullopt;
  }
  std::optional<uint32_t> a = find(0);
  if (isa<AndOp>(op) && (a == 0u || (!a && find(1) == 0u)))
    return 0;
  std::optional<uint32_t> b = a ? find(1) : std::nullopt;
  if (!b)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<uint32_t>>(op)
      .Case([&](AndOp) { return *a & *b; })
      .Case([&](OrOp) { return *a | *b; })
      .Case([&](XorOp) { return *a ^ *b; })
      .Case([&](ShlOp) { return *b < 32 ? *a << *b : 0; })
      .Case([&](AddOp add) { return addWords(add, *a, *b); })
      .Case([&](SetpOp setp) { return compareWords(setp, *a, *b); });
}
