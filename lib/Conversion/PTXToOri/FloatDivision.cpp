//===- FloatDivision.cpp - Correctly rounded division and roots -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sequences are in ISA/Derived, the reasons in docs/math.md. The fast one
// is emitted here; what it is not good for is left to ori.slow_path, of which
// ori-late-expansion makes a branch.
//
//===----------------------------------------------------------------------===//

#include "FloatLowering.h"
#include "ptx-mlir/Dialect/Ori/Utils/DerivedBuilder.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Round;
using ptxmlir::ori::DerivedFunction;
using ptxmlir::ptx::DataType;

/// The function of the operands, in the result of `op`.
static void lowerDerived(FuncLowering &l, Operation *op,
                         DerivedFunction function, Round rnd, bool ftz, Value a,
                         Value b) {
  auto constant = [&](Type type, const APInt &bits) {
    return l.constant(type, bits);
  };
  ori::DerivedBuilder derived(l.builder, l.loc, constant);
  ori::Checked fast = ori::emitFast(derived, function, rnd, a, b);
  // No thread takes the slow path for a result that it does not want.
  auto inst = cast<ptx::InstructionOpInterface>(op);
  Value unsafe = fast.unsafe;
  if (inst.isGuarded())
    unsafe = l.plop3(unsafe, l.get(inst.getGuard()), l.pt(),
                     inst.isGuardNegated() ? 0x30 : isa::kTableAnd);
  l.setResult(op, ori::SlowPathOp::create(
                      l.builder, l.loc, l.r(ori::getWidth(function)), function,
                      ori::Rounding(rnd), ftz, unsafe, fast.value.value, a, b));
}

/// The reciprocal of a constant divisor of which it is exact: a power of two.
/// A quotient by it is a product, in whatever way it is rounded.
static std::optional<uint64_t>
getExactInverse(FuncLowering &l, Value b, unsigned fraction, unsigned bias) {
  std::optional<uint64_t> bits = l.getConstant(b);
  if (!bits || *bits & ((uint64_t(1) << fraction) - 1))
    return std::nullopt;
  uint64_t exponent = *bits >> fraction & (2 * bias + 1);
  uint64_t sign = *bits & uint64_t(bias + 1) << (fraction + 1);
  // Neither of the two may be subnormal or infinite.
  if (exponent == 0 || exponent >= 2 * bias)
    return std::nullopt;
  return sign | (2 * bias - exponent) << fraction;
}

LogicalResult ptxtoori::lowerFloatDiv(FuncLowering &l, ptx::DivOp op) {
  if (op.getPrecision() != ptx::Precision::None)
    return lowerDivApprox(l, op);
  Value a = l.get(op.getA()), b = l.get(op.getB());
  Round rnd = getRound(op.getRounding());
  if (op.getDataType() == DataType::F64) {
    if (std::optional<uint64_t> inverse = getExactInverse(l, b, 52, 1023))
      l.setResult(op, dmul(l, a, l.imm64(*inverse), rnd));
    else
      lowerDerived(l, op, DerivedFunction::DivF64, rnd, false, a, b);
    return success();
  }
  // A product is flushed only if it is still below the smallest normal number
  // when it has been rounded, a quotient in any case: keep to factors above 1.
  std::optional<uint64_t> inverse = getExactInverse(l, b, 23, 127);
  if (inverse && (!op.getFtz() || (*inverse & 0x7fffffff) >= 0x3f800000))
    l.setResult(
        op, fmul(l, a, l.imm(uint32_t(*inverse)), {rnd, op.getFtz(), false}));
  else
    lowerDerived(l, op, DerivedFunction::DivF32, rnd, op.getFtz(), a, b);
  return success();
}

static LogicalResult lowerRcp(FuncLowering &l, ptx::RcpOp op) {
  if (op.getPrecision() != ptx::Precision::None)
    return lowerRcpApprox(l, op);
  Value a = l.get(op.getA());
  Round rnd = getRound(op.getRounding());
  if (op.getDataType() == DataType::F64)
    lowerDerived(l, op, DerivedFunction::RcpF64, rnd, false, a, a);
  else
    lowerDerived(l, op, DerivedFunction::RcpF32, rnd, op.getFtz(), a, a);
  return success();
}

static LogicalResult lowerSqrt(FuncLowering &l, ptx::SqrtOp op) {
  if (op.getPrecision() != ptx::Precision::None)
    return lowerSqrtApprox(l, op);
  Value a = l.get(op.getA());
  Round rnd = getRound(op.getRounding());
  if (op.getDataType() == DataType::F64)
    lowerDerived(l, op, DerivedFunction::SqrtF64, rnd, false, a, a);
  else
    lowerDerived(l, op, DerivedFunction::SqrtF32, rnd, op.getFtz(), a, a);
  return success();
}

void ptxtoori::registerFloatDivisionLowerings(HandlerTable &table) {
  table.add<ptx::RcpOp, lowerRcp>();
  table.add<ptx::SqrtOp, lowerSqrt>();
}
