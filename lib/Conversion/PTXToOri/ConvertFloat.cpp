//===- ConvertFloat.cpp - Conversions from and to floats ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of cvt that reads or writes floats and is more than one instruction.
// Conversions between integers are in Convert.cpp.
//
//===----------------------------------------------------------------------===//

#include "ConvertLowering.h"
#include "HalfEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::FCmp;
using ptxmlir::isa::Opcode;
using ptxmlir::ptx::DataType;

//===----------------------------------------------------------------------===//
// Several instructions
//===----------------------------------------------------------------------===//

namespace {
/// A conversion made of others, each of which is a row. Their operations are
/// there as long as they are lowered, and in no function: that of `op` may be
/// lowered for other kernels at the same time.
class Steps {
public:
  Steps(FuncLowering &l, ptx::CvtOp op)
      : l(l), loc(op.getLoc()), builder(op.getContext()),
        source(ptx::UndefOp::create(builder, loc, op.getA().getType())) {
    l.set(source, l.get(op.getA()));
  }
  ~Steps() {
    for (ptx::CvtOp step : llvm::reverse(steps))
      step.erase();
    source.erase();
  }
  /// The next one, without guard, of what the last one made.
  LogicalResult add(DataType to, DataType from, ptx::Rounding rounding,
                    bool ftz = false, bool sat = false) {
    Value x = steps.empty() ? Value(source) : steps.back().getD();
    auto step = ptx::CvtOp::create(
        builder, loc, builder.getIntegerType(ptx::getBitWidth(to)), x);
    step.setDataType(to);
    step.setSrcType(from);
    step.setRounding(rounding);
    step.setFtz(ftz);
    step.setSat(sat ? ptx::Saturate::Sat : ptx::Saturate::None);
    steps.push_back(step);
    return l.lowerOp(step);
  }
  LogicalResult flush() {
    return add(DataType::F32, DataType::F32, ptx::Rounding::None, true);
  }
  Value get() { return l.get(steps.back().getD()); }

private:
  FuncLowering &l;
  Location loc;
  OpBuilder builder;
  ptx::UndefOp source;
  SmallVector<ptx::CvtOp, 3> steps;
};
} // namespace

Value ptxtoori::emitFloatSteps(FuncLowering &l, ptx::CvtOp op) {
  DataType dst = op.getDataType(), src = op.getSrcType();
  ptx::Rounding rounding = op.getRounding();
  bool ftz = op.getFtz(), sat = op.getSat() == ptx::Saturate::Sat;
  if (dst == src && rounding == ptx::Rounding::None) {
    Value x = getLow(l, op.getA(), src);
    return sat ? dsaturate(l, x) : x;
  }
  if (!ftz && !sat)
    return Value();
  Steps steps(l, op);
  // A number that is flushed does not round away from zero, and .ftz is of the
  // side that is f32. To another f16 it rounds to zero anyway.
  bool isDirected =
      rounding == ptx::Rounding::Rm || rounding == ptx::Rounding::Rp;
  bool flushesFirst =
      ftz && src == DataType::F32 && (dst == DataType::F64 || isDirected);
  if (flushesFirst && failed(steps.flush()))
    return Value();
  if (failed(steps.add(dst, src, rounding, ftz && dst == src)))
    return Value();
  if (sat && dst == DataType::F64)
    return dsaturate(l, steps.get());
  if (sat) {
    bool mayBeSubnormal = dst == DataType::F32 && ptx::isFloat(src);
    if (failed(steps.add(dst, dst, ptx::Rounding::None, ftz && mayBeSubnormal,
                         true)))
      return Value();
  } else if (ftz && !flushesFirst && failed(steps.flush())) {
    return Value();
  }
  return steps.get();
}

Value ptxtoori::emitToTF32(FuncLowering &l, ptx::CvtOp op) {
  Value x = getLow(l, op.getA(), op.getSrcType());
  Value infinity = l.imm(0x7f800000);
  Value finite = fsetp(l, FCmp::LT, FloatSource(x).magnitude(), infinity);
  x = emitIf(l, finite, Opcode::IADD3,
             {x, l.imm(0x1000), l.zero(), l.pt(), l.pt()},
             isa::IADD3::kDefaultMods, x);
  x = l.band(x, l.imm(0xffffe000));
  if (op.getSat() != ptx::Saturate::Satfinite)
    return x;
  Value beyond = fsetp(l, FCmp::GEU, FloatSource(x).magnitude(), infinity);
  return emitIf(l, beyond, Opcode::IADD3,
                {x, l.imm(uint32_t(-0x2000)), l.zero(), l.pt(), l.pt()},
                isa::IADD3::kDefaultMods, x);
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

Value ptxtoori::emitNarrowPair(FuncLowering &l, ptx::CvtOp op) {
  DataType dst = op.getDataType();
  if (op.getSrcType() != DataType::F16x2 ||
      (dst != DataType::E4m3x2 && dst != DataType::E5m2x2))
    return Value();
  Value pair = getLow(l, op.getA(), op.getSrcType());
  isa::F2FPKind kind = dst == DataType::E4m3x2 ? isa::F2FPKind::E4M3_F32
                                               : isa::F2FPKind::E5M2_F32;
  // f16 is exact as f32, and there is one rounding.
  Value lower = halfToF32(l, pair, false);
  Value upper = halfToF32(l, l.shr(pair, l.imm(16), false), false);
  uint64_t mods = isa::F2FP::kind.set(isa::F2FP::kDefaultMods, uint64_t(kind));
  mods = isa::F2FP::rnd.set(mods, uint64_t(getRound(op.getRounding())));
  mods = isa::F2FP::relu.set(mods, op.getRelu());
  mods =
      isa::F2FP::satfinite.set(mods, op.getSat() == ptx::Saturate::Satfinite);
  return l.value(Opcode::F2FP, {upper, lower, l.zero()}, mods);
}
