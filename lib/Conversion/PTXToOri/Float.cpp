//===- Float.cpp - Lowering of floating-point arithmetic ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add, sub, mul, fma, min, max and copysign of floats, as far as they are not
// rows.
//
// A mul whose result only goes into additions is contracted with them to fused
// multiply-adds where neither has a rounding modifier (PTX ISA, mul and add).
// Which ones: observed on ptxas 13.0.88, so that results agree bit for bit.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "FloatLowering.h"
#include "HalfEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;
using ptxmlir::ptx::DataType;

//===----------------------------------------------------------------------===//
// Operations by format
//===----------------------------------------------------------------------===//

namespace {
/// Format and modifiers of an operation.
struct Arith {
  DataType type;
  ptx::Rounding rounding = ptx::Rounding::None;
  bool ftz = false, sat = false;

  isa::Round rnd() const { return getRound(rounding); }
  FloatMode mode() const { return {rnd(), ftz, sat}; }
  HalfMode halfMode() const { return {isBf16Type(type), ftz, sat}; }
};
} // namespace

static bool isSupported(DataType type) {
  return type == DataType::F32 || type == DataType::F64 ||
         type == DataType::F32x2 || isHalfType(type);
}

static Value emitAdd(FuncLowering &l, const Arith &op, FloatSource a,
                     FloatSource b) {
  if (op.type == DataType::F32)
    return fadd(l, a, b, op.mode());
  if (op.type == DataType::F64)
    return dadd(l, a, b, op.rnd());
  if (op.type == DataType::F32x2)
    return fadd2(l, a, b, op.mode());
  return hadd2(l, a, b, op.halfMode());
}

static Value emitMul(FuncLowering &l, const Arith &op, FloatSource a,
                     FloatSource b) {
  if (op.type == DataType::F32)
    return fmul(l, a, b, op.mode());
  if (op.type == DataType::F64)
    return dmul(l, a, b, op.rnd());
  if (op.type == DataType::F32x2)
    return fmul2(l, a, b, op.mode());
  return hmul2(l, a, b, op.halfMode());
}

static Value emitFma(FuncLowering &l, const Arith &op, FloatSource a,
                     FloatSource b, FloatSource c) {
  if (op.type == DataType::F32)
    return ffma(l, a, b, c, op.mode());
  if (op.type == DataType::F64)
    return dfma(l, a, b, c, op.rnd());
  if (op.type == DataType::F32x2)
    return ffma2(l, a, b, c, op.mode());
  return hfma2(l, a, b, c, op.halfMode());
}

FloatSource ptxtoori::getFloatSource(FuncLowering &l, Value v, DataType type,
                                     bool ftz) {
  FloatSource source(v);
  // A chain of them is as long as someone writes it; two are worth looking at.
  for (unsigned depth = 0; depth != 2; ++depth) {
    Operation *def = source.value.getDefiningOp();
    auto fold = [&](auto op) {
      if (!op || op.isGuarded() || op.getDataType() != type ||
          (op.getFtz() && !ftz))
        return false;
      source.value = op.getA();
      return true;
    };
    if (fold(dyn_cast_or_null<ptx::NegOp>(def)))
      source.neg ^= !source.abs;
    else if (fold(dyn_cast_or_null<ptx::AbsOp>(def)))
      source.abs = true;
    else
      break;
  }
  source.value = l.get(source.value);
  return source;
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

namespace {
/// An add or sub that may be contracted with a mul.
struct Addition {
  Operation *op = nullptr;
  Value a, b;
  DataType type;
  bool ftz;
};
} // namespace

template <typename OpT> static Addition viewAddition(OpT op) {
  if (op.getRounding() != ptx::Rounding::None ||
      op.getSrcType() != DataType::None || op.getA() == op.getB())
    return {};
  return {op, op.getA(), op.getB(), op.getDataType(), op.getFtz()};
}
static Addition getAddition(Operation *op) {
  if (auto add = dyn_cast<ptx::AddOp>(op))
    return viewAddition(add);
  if (auto sub = dyn_cast<ptx::SubOp>(op))
    return viewAddition(sub);
  return {};
}

/// May the addition take in the mul, as far as the two are concerned?
static bool isCompatible(const Addition &add, ptx::MulOp mul) {
  return add.op && mul && mul.getRounding() == ptx::Rounding::None &&
         mul.getSat() == ptx::Saturate::None && !mul.isGuarded() &&
         mul.getDataType() == add.type && mul.getFtz() == add.ftz &&
         mul->getBlock() == add.op->getBlock();
}

/// Does every use of the mul allow contraction? Looks at a bounded number.
static bool areUsesCompatible(ptx::MulOp mul) {
  constexpr unsigned kMaxUses = 8;
  unsigned count = 0;
  for (OpOperand &use : mul->getUses()) {
    Operation *user = use.getOwner();
    auto inst = dyn_cast<ptx::InstructionOpInterface>(user);
    // The result may also be a pass-through value of a guarded addition.
    if (++count > kMaxUses || !inst || use.getOperandNumber() >= 2 ||
        !isCompatible(getAddition(user), mul))
      return false;
  }
  return count != 0;
}

/// The mul that the addition takes in, if any: that of the first operand unless
/// only the second has no other use.
static ptx::MulOp getContractedMul(const Addition &add) {
  if (!add.op)
    return nullptr;
  auto candidate = [&](Value v) -> ptx::MulOp {
    auto mul = v.getDefiningOp<ptx::MulOp>();
    return isCompatible(add, mul) && areUsesCompatible(mul) ? mul : nullptr;
  };
  ptx::MulOp first = candidate(add.a), second = candidate(add.b);
  if (first && second && !first->hasOneUse() && second->hasOneUse())
    return second;
  return first ? first : second;
}

/// Do all uses of the mul take it in, so that it needs no instruction?
static bool isContracted(FuncLowering &l, ptx::MulOp mul) {
  return l.module.options.fmad && areUsesCompatible(mul) &&
         llvm::all_of(mul->getUsers(), [&](Operation *user) {
           return getContractedMul(getAddition(user)) == mul;
         });
}

//===----------------------------------------------------------------------===//
// add, sub, mul, fma
//===----------------------------------------------------------------------===//

/// A half as f32, which holds all of them.
static FloatSource widen(FuncLowering &l, Value v, DataType from) {
  return halfToF32(l, l.get(v), isBf16Type(from));
}

template <typename OpT>
static LogicalResult lowerAddSub(FuncLowering &l, OpT op, bool subtract) {
  Arith arith{op.getDataType(), op.getRounding(), op.getFtz(),
              op.getSat() != ptx::Saturate::None};
  if (!isSupported(arith.type))
    return l.unsupported(op, "addition of this type");
  if (op.getSrcType() != DataType::None) {
    FloatSource a = widen(l, op.getA(), op.getSrcType()), c = l.get(op.getB());
    l.setResult(op, emitAdd(l, arith, a, subtract ? -c : c));
    return success();
  }
  auto source = [&](Value v) {
    return getFloatSource(l, v, arith.type, arith.ftz);
  };
  ptx::MulOp mul = getContractedMul(getAddition(op));
  if (mul && isContracted(l, mul)) {
    FloatSource a = source(mul.getA()), b = source(mul.getB());
    bool isFirst = op.getA() == mul.getD();
    FloatSource c = source(isFirst ? op.getB() : op.getA());
    if (subtract)
      (isFirst ? c : a).neg ^= true;
    l.setResult(op, emitFma(l, arith, a, b, c));
    return success();
  }
  FloatSource b = source(op.getB());
  b.neg ^= subtract;
  l.setResult(op, emitAdd(l, arith, source(op.getA()), b));
  return success();
}
LogicalResult ptxtoori::lowerFloatAdd(FuncLowering &l, ptx::AddOp op,
                                      bool subtract) {
  return lowerAddSub(l, op, subtract);
}
LogicalResult ptxtoori::lowerFloatAdd(FuncLowering &l, ptx::SubOp op,
                                      bool subtract) {
  return lowerAddSub(l, op, subtract);
}

LogicalResult ptxtoori::lowerFloatMul(FuncLowering &l, ptx::MulOp op) {
  Arith arith{op.getDataType(), op.getRounding(), op.getFtz(),
              op.getSat() != ptx::Saturate::None};
  if (!isSupported(arith.type))
    return l.unsupported(op, "multiplication of this type");
  if (isContracted(l, op)) {
    // No instruction: the additions read the factors.
    l.set(op.getD(), l.undef(l.convertType(op.getD().getType())));
    return success();
  }
  l.setResult(op, emitMul(l, arith,
                          getFloatSource(l, op.getA(), arith.type, arith.ftz),
                          getFloatSource(l, op.getB(), arith.type, arith.ftz)));
  return success();
}

/// Of two types, or of pairs that the machine has no instruction for.
static LogicalResult lowerFma(FuncLowering &l, ptx::FmaOp op) {
  Arith arith{op.getDataType(), op.getRounding(), op.getFtz(),
              op.getSat() != ptx::Saturate::None};
  if (DataType half = op.getSrcType(); half != DataType::None) {
    l.setResult(op, emitFma(l, arith, widen(l, op.getA(), half),
                            widen(l, op.getB(), half), l.get(op.getC())));
    return success();
  }
  if (arith.type != DataType::F32x2)
    return op.emitError("bf16 is rounded with .rn only: the PTX ISA has no "
                        "other rounding, and ptxas computes it with f16");
  l.setResult(op, emitFma(l, arith, l.get(op.getA()), l.get(op.getB()),
                          l.get(op.getC())));
  return success();
}

//===----------------------------------------------------------------------===//
// min, max, copysign
//===----------------------------------------------------------------------===//

/// Of f64, or of three operands where the machine takes two.
template <typename OpT>
static LogicalResult lowerMinMax(FuncLowering &l, OpT op, bool isMax) {
  if (op.getDataType() == DataType::F64) {
    l.setResult(op, dminmax(l, l.get(op.getA()), l.get(op.getB()), isMax));
    return success();
  }
  if (!op.getC())
    return l.unsupported(op, "minimum or maximum of this form");
  bool ftz = op.getFtz();
  auto source = [&](Value v) {
    return op.getAbs() ? FloatSource(l.get(v)).magnitude()
                       : getFloatSource(l, v, DataType::F32, ftz);
  };
  uint64_t mods = isa::FMNMX::ftz.set(isa::FMNMX::kDefaultMods, ftz);
  mods = isa::FMNMX::nan.set(mods, op.getNan());
  mods = isa::FMNMX::ppNot.set(mods, isMax);
  auto choose = [&](FloatSource a, FloatSource b) {
    return emitFloatOp(l, Opcode::FMNMX, {a, b, l.pt()}, mods)->getResult(0);
  };
  FloatSource a = source(op.getA()), b = source(op.getB());
  FloatSource c(l.get(op.getC()));
  l.setResult(op, choose(choose(a, b), op.getAbs() ? c.magnitude() : c));
  return success();
}
LogicalResult ptxtoori::lowerFloatMinMax(FuncLowering &l, ptx::MinOp op,
                                         bool isMax) {
  return lowerMinMax(l, op, isMax);
}
LogicalResult ptxtoori::lowerFloatMinMax(FuncLowering &l, ptx::MaxOp op,
                                         bool isMax) {
  return lowerMinMax(l, op, isMax);
}

/// The magnitude of b with the sign of a: f64.
static LogicalResult lowerCopysign(FuncLowering &l, ptx::CopysignOp op) {
  Value a = l.get(op.getA()), b = l.get(op.getB());
  Value high = l.lop3(l.hi(a), l.hi(b), l.imm(0x80000000), 0xe4);
  l.setResult(op, l.combine({l.lo(b), high}));
  return success();
}

void ptxtoori::registerFloatLowerings(HandlerTable &table) {
  table.add<ptx::FmaOp, lowerFma>();
  table.add<ptx::CopysignOp, lowerCopysign>();
  registerFloatFunctionLowerings(table);
  registerFloatCompareLowerings(table);
}
