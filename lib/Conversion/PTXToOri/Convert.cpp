//===- Convert.cpp - Lowering of cvt: dispatch and integers ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source and destination registers may be wider than the types of a cvt: the
// low bits of a source count, a result is extended by the sign of its type. An
// 8-bit result is always in a wider register.
//
//===----------------------------------------------------------------------===//

#include "ConvertLowering.h"
#include "FloatLowering.h"
#include "HalfEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::ICmp;
using ptxmlir::isa::Opcode;
using ptxmlir::ptx::DataType;

static unsigned getBits(DataType type) { return ptx::getBitWidth(type); }

static bool isInteger(DataType type) {
  return ptx::isSigned(type) || ptx::getTypeKind(type) == 'u';
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Minimum or maximum with a bound.
static Value emitBound(FuncLowering &l, Value x, uint64_t bound, bool isSigned,
                       bool max) {
  if (ori::getWidth(x.getType()) == 2) {
    Value limit = l.imm64(bound);
    Value beyond = l.isetp64(max ? ICmp::LT : ICmp::GT, x, limit, isSigned);
    return l.select(beyond, limit, x);
  }
  return l.minmax(x, l.imm(uint32_t(bound)), max, isSigned);
}

Value ptxtoori::emitClamp(FuncLowering &l, Value x, DataType from,
                          DataType to) {
  unsigned fromBits = getBits(from), toBits = getBits(to);
  bool fromSigned = ptx::isSigned(from), toSigned = ptx::isSigned(to);
  if (fromSigned && (!toSigned || toBits < fromBits)) {
    uint64_t least = toSigned ? ~uint64_t(0) << (toBits - 1) : 0;
    x = emitBound(l, x, least, true, /*max=*/true);
  }
  // Bits of the largest numbers, without sign.
  unsigned fromTop = fromBits - fromSigned, toTop = toBits - toSigned;
  if (toTop < fromTop)
    x = emitBound(l, x, (uint64_t(1) << toTop) - 1, fromSigned, /*max=*/false);
  return x;
}

/// Integer to integer: truncation, extension or saturation.
static Converted emitIntToInt(FuncLowering &l, ptx::CvtOp op) {
  DataType src = op.getSrcType(), dst = op.getDataType();
  bool sat = op.getSat() == ptx::Saturate::Sat;
  Value x = getLow(l, op.getA(), src);
  unsigned srcBits = getBits(src), dstBits = getBits(dst);
  bool srcSigned = ptx::isSigned(src);
  bool widen = srcBits < 32 && (sat || dstBits > srcBits);
  if (widen)
    x = l.extend(x, srcBits, srcSigned);
  if (sat) {
    x = emitClamp(l, x, src, dst);
    // The clamped value is in the range of both types.
    srcSigned &= ptx::isSigned(dst);
  }
  if (dstBits == 64) {
    if (srcBits < 64)
      x = l.combine({x, srcSigned ? l.shr(x, l.imm(31), true) : l.zero()});
    return {x, true};
  }
  // A number of 16 bits made from 8 signed ones is no extension of itself
  // unless both types agree on the sign.
  bool fits = dstBits > srcBits && (!srcSigned || ptx::isSigned(dst));
  return {l.lo(x), (widen && fits) || sat};
}

//===----------------------------------------------------------------------===//
// cvt
//===----------------------------------------------------------------------===//

Value ptxtoori::fitRegister(FuncLowering &l, Converted converted, DataType type,
                            Type resultType) {
  unsigned have = getBits(type), want = resultType.getIntOrFloatBitWidth();
  bool isSigned = ptx::isSigned(type);
  Value value = converted.value;
  if (have < 32 && want > have && !converted.extended)
    value = l.extend(value, have, isSigned);
  if (have <= 32 && want == 64)
    value =
        l.combine({value, isSigned ? l.shr(value, l.imm(31), true) : l.zero()});
  return value;
}

/// Stochastic rounding: the random bits come in c. Four elements are two pairs,
/// the upper one first; its instruction hands on the bits for the other (as in
/// ptxas's code).
static LogicalResult lowerStochastic(FuncLowering &l, ptx::CvtOp op) {
  using Kind = isa::F2FPKind;
  std::optional<Kind> kind;
  switch (op.getDataType()) {
  case DataType::F16x2:
    kind = Kind::F16_F32;
    break;
  case DataType::Bf16x2:
    kind = Kind::BF16_F32;
    break;
  case DataType::E4m3x4:
    kind = Kind::E4M3_F32;
    break;
  case DataType::E5m2x4:
    kind = Kind::E5M2_F32;
    break;
  case DataType::E2m3x4:
    kind = Kind::E2M3_F32;
    break;
  case DataType::E3m2x4:
    kind = Kind::E3M2_F32;
    break;
  case DataType::E2m1x4:
    kind = Kind::E2M1_F32;
    break;
  default:
    return l.unsupported(op, "stochastic rounding");
  }
  uint64_t mods = isa::F2FP::kind.set(isa::F2FP::kDefaultMods, uint64_t(*kind));
  mods = isa::F2FP::rnd.set(mods, uint64_t(isa::F2FPRound::RS));
  mods = isa::F2FP::relu.set(mods, op.getRelu());
  mods =
      isa::F2FP::satfinite.set(mods, op.getSat() == ptx::Saturate::Satfinite);
  SmallVector<Value> elements;
  for (Value v : op.getElements())
    elements.push_back(l.lo(l.get(v)));
  if (elements.empty())
    elements = {l.lo(l.get(op.getA())), l.lo(l.get(op.getB()))};
  Value d = l.lo(l.get(op.getRandom()));
  for (unsigned i = 0; i != elements.size(); i += 2)
    d = l.value(Opcode::F2FP, {elements[i], elements[i + 1], d}, mods);
  l.setResult(op, fitRegister(l, {d}, op.getDataType(), op.getD().getType()));
  return success();
}

static LogicalResult lowerCvt(FuncLowering &l, ptx::CvtOp op) {
  // What takes four elements is rounded so, too.
  if (op.getRounding() == ptx::Rounding::Rs)
    return lowerStochastic(l, op);
  DataType src = op.getSrcType(), dst = op.getDataType();
  Converted result;
  if (isInteger(src) && isInteger(dst))
    result = emitIntToInt(l, op);
  else if (ptx::getTypeKind(dst) == 'x')
    result.value = emitNarrowPair(l, op);
  else if (dst == DataType::Tf32)
    result.value = emitToTF32(l, op);
  else if (!isInteger(dst)) // all that are from a float to an integer are rows
    result.value = emitFloatSteps(l, op);
  if (!result.value)
    return l.unsupported(op, "this conversion");
  l.setResult(op, fitRegister(l, result, dst, op.getD().getType()));
  return success();
}

/// Two s32 clamped to 16 or 8 bits and packed, a above b; with 8 bits the low
/// half of c goes above them.
static LogicalResult lowerCvtPack(FuncLowering &l, ptx::CvtPackOp op) {
  DataType type = op.getDataType();
  // Of wider registers the low words count; a wider result has zeros above.
  auto source = [&](Value v) { return l.lo(l.get(v)); };
  auto finish = [&](Value d) {
    bool isWide = op->getResult(0).getType().getIntOrFloatBitWidth() == 64;
    l.setResult(op, isWide ? l.combine({d, l.zero()}) : d);
    return success();
  };
  Value a = emitClamp(l, source(op.getA()), DataType::S32, type);
  Value b = emitClamp(l, source(op.getB()), DataType::S32, type);
  switch (getBits(type)) {
  case 16:
    return finish(packHalves(l, b, a));
  case 8:
    // Bytes b0, a0, c0, c1.
    return finish(
        l.prmt(l.prmt(b, l.imm(0x0040), a), l.imm(0x5410), source(op.getC())));
  default: {
    // Four or two bits each, and what of c has room above them.
    unsigned bits = getBits(type);
    Value mask = l.imm((1u << bits) - 1);
    Value low = l.band(b, mask);
    return finish(l.lop3(l.shl(l.band(a, mask), l.imm(bits)), low,
                         l.shl(source(op.getC()), l.imm(2 * bits)), 0xfe));
  }
  }
}

void ptxtoori::registerConvertLowerings(HandlerTable &table) {
  table.add<ptx::CvtOp, lowerCvt>();
  table.add<ptx::CvtPackOp, lowerCvtPack>();
}
