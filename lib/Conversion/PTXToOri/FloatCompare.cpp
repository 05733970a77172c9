//===- FloatCompare.cpp - Lowering of floating-point comparisons ----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons whose operands are floats of any width, and testp; those of
// integers are in Compare.cpp.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "FloatLowering.h"
#include "HalfEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::BoolOp;
using ptxmlir::isa::FCmp;
using ptxmlir::isa::Opcode;
using ptxmlir::ptx::DataType;

Value ptxtoori::emitFloatCompare(FuncLowering &l, FCmp compare, Value a,
                                 Value b, bool ftz) {
  return fsetp(l, compare, a, b, ftz);
}

static BoolOp getBoolOp(ptx::BoolOp boolOp) {
  switch (boolOp) {
  case ptx::BoolOp::Or:
    return BoolOp::OR;
  case ptx::BoolOp::Xor:
    return BoolOp::XOR;
  default:
    return BoolOp::AND;
  }
}

/// The comparison instruction of any float type. Result 0 is (a cmp b) bop c.
static Operation *emitCompare(FuncLowering &l, ptx::SetOp op, DataType type) {
  FCmp cmp = getFCmp(op.getCompare());
  BoolOp bop = getBoolOp(op.getBoolOp());
  Value a = l.get(op.getA()), b = l.get(op.getB());
  Value with = op.getBoolOp() == ptx::BoolOp::None ? l.pt() : l.get(op.getC());
  if (type == DataType::F32) {
    uint64_t mods =
        isa::FSETP::cmp.set(isa::FSETP::kDefaultMods, uint64_t(cmp));
    mods = isa::FSETP::bop.set(mods, uint64_t(bop));
    mods = isa::FSETP::ftz.set(mods, op.getFtz());
    return l.inst(Opcode::FSETP, {a, b, with}, mods);
  }
  if (type == DataType::F64) {
    // The numbers of the comparisons are those of FSETP.
    uint64_t mods =
        isa::DSETP::cmp.set(isa::DSETP::kDefaultMods, uint64_t(cmp));
    mods = isa::DSETP::bop.set(mods, uint64_t(bop));
    return l.inst(Opcode::DSETP, {a, b, with}, mods);
  }
  if (isHalfType(type))
    return hsetp2(l, cmp, a, b, {isBf16Type(type), op.getFtz()}, bop, with);
  return nullptr;
}

LogicalResult ptxtoori::lowerFloatSet(FuncLowering &l, ptx::SetOp op) {
  DataType type = op.getSrcType();
  Operation *compare = emitCompare(l, op, type);
  if (!compare)
    return l.unsupported(op, "comparison of this type");
  l.setResult(op, emitSetResult(l, op.getDataType(), compare->getResult(0)));
  return success();
}

/// Whether a number is normal or subnormal. `compare` makes a (chained)
/// comparison, `smallest` is the smallest normal number.
template <typename CompareFn>
static Value emitTest(FuncLowering &l, ptx::TestProperty property,
                      FloatSource x, Value zero, Value smallest, Value infinity,
                      CompareFn compare) {
  FloatSource abs = x.magnitude();
  if (property == ptx::TestProperty::Normal) {
    // Zero counts as normal (observed on ptxas 13.0.88).
    Value p = compare(FCmp::LT, abs, infinity, BoolOp::AND, l.pt());
    p = compare(FCmp::GE, abs, smallest, BoolOp::AND, p);
    return compare(FCmp::EQ, x, zero, BoolOp::OR, p);
  }
  Value p = compare(FCmp::LT, abs, smallest, BoolOp::AND, l.pt());
  return compare(FCmp::GT, abs, zero, BoolOp::AND, p);
}

static LogicalResult lowerTestp(FuncLowering &l, ptx::TestpOp op) {
  // ptxas 13.0.88 takes one without a property and writes nothing.
  if (op.getProperty() == ptx::TestProperty::None) {
    l.setResult(op, l.undef(l.convertType(op->getResult(0).getType())));
    return success();
  }
  Value x = l.get(op.getA());
  Value p;
  if (op.getDataType() == DataType::F64)
    p = emitTest(l, op.getProperty(), x, l.imm64(0),
                 l.imm64(0x0010000000000000), l.imm64(0x7ff0000000000000),
                 [&](FCmp cmp, FloatSource a, FloatSource b, BoolOp bop,
                     Value with) { return dsetp(l, cmp, a, b, bop, with); });
  else
    p = emitTest(l, op.getProperty(), x, l.zero(), l.imm(0x00800000),
                 l.imm(0x7f800000),
                 [&](FCmp cmp, FloatSource a, FloatSource b, BoolOp bop,
                     Value with) { return fsetp(l, cmp, a, b, bop, with); });
  l.setResult(op, p);
  return success();
}

void ptxtoori::registerFloatCompareLowerings(HandlerTable &table) {
  table.add<ptx::TestpOp, lowerTestp>();
}
