//===- Compare.cpp - Lowering of PTX comparison, selection and mov --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of setp, set, selp, slct and mov. Comparisons of floats are in
// FloatCompare.cpp.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "FloatLowering.h"
#include "Lowering.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::ICmp;
using ptxmlir::isa::Opcode;

/// The machine comparison of an integer comparison; `lo ls hi hs` are unsigned.
static ICmp getICmp(ptx::Compare compare) {
  switch (compare) {
  case ptx::Compare::Eq:
    return ICmp::EQ;
  case ptx::Compare::Ne:
    return ICmp::NE;
  case ptx::Compare::Lt:
  case ptx::Compare::Lo:
    return ICmp::LT;
  case ptx::Compare::Le:
  case ptx::Compare::Ls:
    return ICmp::LE;
  case ptx::Compare::Gt:
  case ptx::Compare::Hi:
    return ICmp::GT;
  default:
    return ICmp::GE;
  }
}

Value ptxtoori::emitIntCompare(FuncLowering &l, ptx::Compare compare,
                               ptx::DataType type, Value a, Value b) {
  bool isSigned = ptx::isSigned(type);
  unsigned bits = ptx::getBitWidth(type);
  if (bits == 64)
    return l.isetp64(getICmp(compare), a, b, isSigned);
  if (bits == 16) {
    a = l.extend(a, 16, isSigned);
    b = l.extend(b, 16, isSigned);
  }
  return l.isetp(getICmp(compare), a, b, isSigned);
}

Value ptxtoori::emitBoolOp(FuncLowering &l, ptx::BoolOp boolOp, Value p,
                           Value c) {
  switch (boolOp) {
  case ptx::BoolOp::And:
    return l.pand(p, c);
  case ptx::BoolOp::Or:
    return l.por(p, c);
  case ptx::BoolOp::Xor:
    return l.pxor(p, c);
  default:
    return p;
  }
}

static bool isFloatType(ptx::DataType type) {
  return ptx::isFloat(type) || type == ptx::DataType::F16x2 ||
         type == ptx::DataType::Bf16x2;
}

static LogicalResult lowerSetp(FuncLowering &l, ptx::SetpOp op) {
  Value result = emitIntCompare(l, op.getCompare(), op.getDataType(),
                                l.get(op.getA()), l.get(op.getB()));
  // p = result op c, q = !result op c.
  bool pair = op->getNumResults() == 2;
  Value opposite = pair ? l.pnot(result) : Value();
  if (op.getBoolOp() != ptx::BoolOp::None) {
    Value c = l.get(op.getC());
    result = emitBoolOp(l, op.getBoolOp(), result, c);
    if (pair)
      opposite = emitBoolOp(l, op.getBoolOp(), opposite, c);
  }
  if (pair)
    l.setResults(op, {result, opposite});
  else
    l.setResult(op, result);
  return success();
}

static LogicalResult lowerSet(FuncLowering &l, ptx::SetOp op) {
  if (isFloatType(op.getSrcType()))
    return lowerFloatSet(l, op);
  Value result = emitIntCompare(l, op.getCompare(), op.getSrcType(),
                                l.get(op.getA()), l.get(op.getB()));
  if (op.getBoolOp() != ptx::BoolOp::None)
    result = emitBoolOp(l, op.getBoolOp(), result, l.get(op.getC()));
  l.setResult(op, emitSetResult(l, op.getDataType(), result));
  return success();
}

Value ptxtoori::emitSetResult(FuncLowering &l, ptx::DataType type, Value p) {
  // True is 1.0 for float types and all ones for integers.
  uint32_t one = type == ptx::DataType::F32    ? 0x3f800000
                 : type == ptx::DataType::F16  ? 0x3c00
                 : type == ptx::DataType::Bf16 ? 0x3f80
                                               : ~0u;
  return l.select(p, l.imm(one), l.zero());
}

/// Selects numbers of 64 bits; the others are rows.
static LogicalResult lowerSelp(FuncLowering &l, ptx::SelpOp op) {
  l.setResult(op,
              l.select(l.get(op.getC()), l.get(op.getA()), l.get(op.getB())));
  return success();
}

/// a where c >= 0, else b; a float NaN selects b.
static LogicalResult lowerSlct(FuncLowering &l, ptx::SlctOp op) {
  Value c = l.get(op.getC());
  Value p;
  if (op.getSrcType() == ptx::DataType::F32)
    p = emitFloatCompare(l, isa::FCmp::GE, c, l.zero(), op.getFtz());
  else
    p = l.isetp(ICmp::GE, c, l.zero(), true);
  l.setResult(op, l.select(p, l.get(op.getA()), l.get(op.getB())));
  return success();
}

/// Only guarded moves are operations.
static LogicalResult lowerMov(FuncLowering &l, ptx::MovOp op) {
  l.setResult(op, l.get(op.getA()));
  return success();
}

void ptxtoori::registerCompareLowerings(HandlerTable &table) {
  table.add<ptx::SetpOp, lowerSetp>();
  table.add<ptx::SetOp, lowerSet>();
  table.add<ptx::SelpOp, lowerSelp>();
  table.add<ptx::SlctOp, lowerSlct>();
  table.add<ptx::MovOp, lowerMov>();
}
