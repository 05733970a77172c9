//===- Matrix.cpp - Lowering of matrix products ---------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments of PTX are those of the machine: the registers of an operand,
// joined in their order, are the tuple that the instruction takes. Where a type
// has no instruction of its own, its elements are brought to the next wider
// one.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "HalfEmit.h"
#include "MatrixEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::MmaShape;
using ptxmlir::isa::Opcode;

Value ptxtoori::combineAll(FuncLowering &l, ValueRange ptxValues) {
  SmallVector<Value> parts;
  for (Value v : ptxValues)
    parts.push_back(l.get(v));
  return l.combine(parts);
}

Value ptxtoori::exchangeWords(FuncLowering &l, Operation *op,
                              isa::ShflMode mode, Value value, Value other) {
  constexpr uint32_t kWholeWarp = 0x1f;
  return l
      .guarded(op, Opcode::SHFL, {value, other, l.imm(kWholeWarp)},
               isa::SHFL::mode.set(isa::SHFL::kDefaultMods, uint64_t(mode)))
      ->getResult(isa::SHFL::kD);
}

Value ptxtoori::isLaneBitSet(FuncLowering &l, Value lane, unsigned bit) {
  return l.isetp(isa::ICmp::NE, l.band(lane, l.imm(bit)), l.zero(),
                 /*isSigned=*/false);
}

void ptxtoori::setPieces(FuncLowering &l, Operation *op, Value tuple) {
  SmallVector<Value> pieces;
  unsigned width = ori::getWidth(tuple.getType()) / op->getNumResults();
  for (unsigned i = 0; i != op->getNumResults(); ++i)
    pieces.push_back(l.part(tuple, i * width, width));
  l.setResults(op, pieces);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The instruction for a shape and the type of a.
static std::optional<Opcode> getOpcode(MmaShape shape, DataType type) {
  switch (type) {
  case DataType::F16:
  case DataType::Bf16:
    if (shape == MmaShape::M16n8k8)
      return Opcode::HMMA_1688;
    if (shape == MmaShape::M16n8k16)
      return Opcode::HMMA_16816;
    return std::nullopt;
  case DataType::Tf32:
    if (shape == MmaShape::M16n8k4)
      return Opcode::HMMA_1684_TF32;
    if (shape == MmaShape::M16n8k8)
      return Opcode::HMMA_1688_TF32;
    return std::nullopt;
  case DataType::F64:
    if (shape == MmaShape::M8n8k4)
      return Opcode::DMMA_8x8x4;
    if (shape == MmaShape::M16n8k4)
      return Opcode::DMMA_16x8x4;
    if (shape == MmaShape::M16n8k8)
      return Opcode::DMMA_16x8x8;
    if (shape == MmaShape::M16n8k16)
      return Opcode::DMMA_16x8x16;
    return std::nullopt;
  case DataType::S8:
  case DataType::U8:
    if (shape == MmaShape::M8n8k16)
      return Opcode::IMMA_8816;
    if (shape == MmaShape::M16n8k16)
      return Opcode::IMMA_16816;
    if (shape == MmaShape::M16n8k32)
      return Opcode::IMMA_16832;
    return std::nullopt;
  case DataType::S4:
  case DataType::U4:
    // Half of the elements at a time, as bytes.
    if (shape == MmaShape::M8n8k32)
      return Opcode::IMMA_8816;
    if (shape == MmaShape::M16n8k32)
      return Opcode::IMMA_16816;
    if (shape == MmaShape::M16n8k64)
      return Opcode::IMMA_16832;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

Value ptxtoori::widenFourBit(FuncLowering &l, Value tuple, bool odd,
                             bool isSigned) {
  SmallVector<Value> parts;
  for (unsigned i = 0; i != ori::getWidth(tuple.getType()); ++i) {
    Value v = l.part(tuple, i);
    if (odd)
      v = l.shr(v, l.imm(4), /*isSigned=*/false);
    v = l.band(v, l.imm(0x0f0f0f0f));
    if (isSigned) // bit 3 times 0x1e is bits 4 to 7 of its byte
      v = l.bor(v, l.imul(l.band(v, l.imm(0x08080808)), l.imm(0x1e)));
    parts.push_back(v);
  }
  return l.combine(parts);
}

static uint64_t getIMMAMods(const MatrixProduct &product, bool saturates) {
  auto typeOf = [](DataType type) {
    return uint64_t(ptx::isSigned(type) ? isa::IMMAType::S8
                                        : isa::IMMAType::U8);
  };
  // The records of all shapes have the same modifiers.
  uint64_t mods = isa::IMMA_8816::kDefaultMods;
  mods = isa::IMMA_8816::typeA.set(mods, typeOf(product.aType));
  mods = isa::IMMA_8816::typeB.set(mods, typeOf(product.bType));
  return isa::IMMA_8816::sat.set(mods, saturates);
}

Value ptxtoori::mapWords(FuncLowering &l, Value tuple,
                         llvm::function_ref<Value(Value)> fn) {
  SmallVector<Value> parts;
  for (unsigned i = 0; i != ori::getWidth(tuple.getType()); ++i)
    parts.push_back(fn(l.part(tuple, i)));
  return l.combine(parts);
}

/// Accumulators of f16, pairs in a register, as f32, and back.
static Value widenAccumulators(FuncLowering &l, Value tuple) {
  SmallVector<Value> parts;
  for (unsigned i = 0; i != ori::getWidth(tuple.getType()); ++i) {
    Value pair = l.part(tuple, i);
    parts.push_back(halfToF32(l, pair, /*bf16=*/false));
    parts.push_back(halfToF32(l, l.shr(pair, l.imm(16), false), false));
  }
  return l.combine(parts);
}
static Value narrowAccumulators(FuncLowering &l, Value tuple) {
  SmallVector<Value> parts;
  for (unsigned i = 0; i != ori::getWidth(tuple.getType()); i += 2) {
    uint64_t mods = isa::F2FP::kind.set(isa::F2FP::kDefaultMods,
                                        uint64_t(isa::F2FPKind::F16_F32));
    parts.push_back(l.value(Opcode::F2FP,
                            {l.part(tuple, i + 1), l.part(tuple, i), l.zero()},
                            mods));
  }
  return l.combine(parts);
}

Value ptxtoori::widenBytes(FuncLowering &l, Value tuple, bool upper,
                           DataType type) {
  isa::F2FPKind kind = type == DataType::E4m3 ? isa::F2FPKind::F16_E4M3
                                              : isa::F2FPKind::F16_E5M2;
  return mapWords(l, tuple, [&](Value v) {
    if (upper)
      v = l.shr(v, l.imm(16), /*isSigned=*/false);
    return l.value(
        Opcode::F2FP, {l.zero(), v, l.zero()},
        isa::F2FP::kind.set(isa::F2FP::kDefaultMods, uint64_t(kind)));
  });
}

static std::optional<Opcode> getBitOpcode(MmaShape shape) {
  switch (shape) {
  case MmaShape::M8n8k128:
    return Opcode::BMMA_88128;
  case MmaShape::M16n8k128:
    return Opcode::BMMA_168128;
  case MmaShape::M16n8k256:
    return Opcode::BMMA_168256;
  default:
    return std::nullopt;
  }
}

namespace {

/// How an instruction that a machine lacks is made of two others.
struct Halves {
  Opcode opcode;
  bool alongDepth; ///< of the depth k; otherwise of the rows of a and c
};

} // namespace

/// The halves have the same modifiers as the whole.
static std::optional<Halves> getHalves(Opcode opcode) {
  switch (opcode) {
  case Opcode::HMMA_16816:
    return Halves{Opcode::HMMA_1688, /*alongDepth=*/true};
  case Opcode::IMMA_16816:
    return Halves{Opcode::IMMA_8816, /*alongDepth=*/false};
  case Opcode::DMMA_16x8x16:
    return Halves{Opcode::DMMA_16x8x8, /*alongDepth=*/true};
  case Opcode::DMMA_16x8x8:
    return Halves{Opcode::DMMA_16x8x4, /*alongDepth=*/true};
  case Opcode::DMMA_16x8x4:
    return Halves{Opcode::DMMA_8x8x4, /*alongDepth=*/false};
  default:
    return std::nullopt;
  }
}

/// Whether an instruction has twice the rows of the one for eight rows, which
/// a machine may lack.
static bool isOfTwiceTheRows(FuncLowering &l, Opcode opcode) {
  return opcode == Opcode::IMMA_8816 && hasInstruction(l, Opcode::IMMA_16816);
}

/// Whether the machine has an instruction or what it can be made of.
static bool hasProduct(FuncLowering &l, Opcode opcode) {
  if (hasInstruction(l, opcode) || isOfTwiceTheRows(l, opcode))
    return true;
  std::optional<Halves> halves = getHalves(opcode);
  return halves && hasProduct(l, halves->opcode);
}

namespace {

/// Emits instructions of products or what the machine has for them, under the
/// guard of `op`.
struct ProductEmitter {
  FuncLowering &l;
  Operation *op;

  Value emitOne(Opcode opcode, Value a, Value b, Value c, uint64_t mods) {
    return l.guarded(op, opcode, {a, b, c, l.upt()}, mods)->getResult(0);
  }
  Value zeros(unsigned width) {
    return l.constant(l.r(width), APInt(32 * width, 0));
  }
  Value half(Value tuple, unsigned i) {
    unsigned width = ori::getWidth(tuple.getType()) / 2;
    return l.part(tuple, i * width, width);
  }
  Value emit(Opcode opcode, Value a, Value b, Value c, uint64_t mods);
  Value emitBits(MmaShape shape, ptx::MmaBitOp bitOp, Value a, Value b,
                 Value c);
};

} // namespace

Value ProductEmitter::emit(Opcode opcode, Value a, Value b, Value c,
                           uint64_t mods) {
  if (hasInstruction(l, opcode))
    return emitOne(opcode, a, b, c, mods);
  if (isOfTwiceTheRows(l, opcode)) {
    // The records of both shapes have the same modifiers.
    Value d = emitOne(Opcode::IMMA_16816, l.combine({a, l.zero()}), b,
                      combineWords(l, {c, zeros(2)}), mods);
    return half(d, 0);
  }
  Halves halves = *getHalves(opcode);
  if (halves.alongDepth) {
    for (unsigned i : {0, 1}) {
      Value left = half(a, i), right = half(b, i);
      c = emit(halves.opcode, left, right, c, mods);
    }
    return c;
  }
  SmallVector<Value> rows;
  for (unsigned i : {0, 1}) {
    Value left = half(a, i), sum = half(c, i);
    rows.push_back(emit(halves.opcode, left, b, sum, mods));
  }
  return combineWords(l, rows);
}

/// Products of bits by those of bytes: a bit of each byte at a time. Which k an
/// element belongs to changes in the same way in a and in b.
Value ProductEmitter::emitBits(MmaShape shape, ptx::MmaBitOp bitOp, Value a,
                               Value b, Value c) {
  bool isXor = bitOp == ptx::MmaBitOp::Xor;
  bool isLong = shape == MmaShape::M16n8k256;
  unsigned rows = shape == MmaShape::M8n8k128 ? 1 : 2;
  // The bits as 0 and 1, for the exclusive or as 1 and -1: the sum of the
  // products is then how many bits are alike less how many differ.
  auto bytes = [&](Value tuple, unsigned bit) {
    return mapWords(l, tuple, [&](Value v) {
      v = l.band(l.shr(v, l.imm(bit), /*isSigned=*/false), l.imm(0x01010101));
      return isXor ? l.imad(v, l.imm(0xfe), l.imm(0x01010101)) : v;
    });
  };
  uint64_t type = uint64_t(isXor ? isa::IMMAType::S8 : isa::IMMAType::U8);
  uint64_t mods =
      isa::IMMA_16832::typeA.set(isa::IMMA_16832::kDefaultMods, type);
  mods = isa::IMMA_16832::typeB.set(mods, type);
  unsigned width = ori::getWidth(c.getType());
  auto sixteenRows = [&](Value tuple) {
    return rows == 2 ? tuple : combineWords(l, {tuple, zeros(1)});
  };
  Value sum = isXor ? zeros(4) : rows == 2 ? c : combineWords(l, {c, zeros(2)});
  for (unsigned bit = 0; bit != 8; bit += isLong ? 1 : 2) {
    Value left = sixteenRows(bytes(a, bit)), right = bytes(b, bit);
    if (!isLong) { // two bits side by side in the depth
      left = combineWords(l, {left, sixteenRows(bytes(a, bit + 1))});
      right = combineWords(l, {right, bytes(b, bit + 1)});
    }
    sum = emitOne(Opcode::IMMA_16832, left, right, sum, mods);
  }
  sum = l.part(sum, 0, width);
  if (!isXor)
    return sum;
  Value depth = l.imm(isLong ? 256 : 128);
  SmallVector<Value> words;
  for (unsigned i = 0; i != width; ++i) {
    Value twice = l.isub(depth, l.part(sum, i)), old = l.part(c, i);
    words.push_back(l.iadd(l.shr(twice, l.imm(1), /*isSigned=*/false), old));
  }
  return l.combine(words);
}

Value ptxtoori::emitProduct(FuncLowering &l, Operation *op,
                            const MatrixProduct &product, Value a, Value b,
                            Value c) {
  ProductEmitter emitter = {l, op};
  auto emit = [&](Opcode opcode, Value a, Value b, Value c, uint64_t mods) {
    return emitter.emit(opcode, a, b, c, mods);
  };
  DataType type = product.aType;
  if (type == DataType::B1) {
    std::optional<Opcode> opcode = getBitOpcode(product.shape);
    if (!opcode)
      return Value();
    if (!hasInstruction(l, *opcode))
      return hasInstruction(l, Opcode::IMMA_16832)
                 ? emitter.emitBits(product.shape, product.bitOp, a, b, c)
                 : Value();
    // The records of all shapes have the same modifiers.
    auto getMods = [](isa::BMMAOp op) {
      return isa::BMMA_88128::op.set(isa::BMMA_88128::kDefaultMods,
                                     uint64_t(op));
    };
    auto count = [&](Value a, Value b, Value c) {
      return emit(*opcode, a, b, c, getMods(isa::BMMAOp::AND));
    };
    if (product.bitOp == ptx::MmaBitOp::And)
      return count(a, b, c);
    if (uint64_t mods = getMods(isa::BMMAOp::XOR);
        hasInstruction(l, *opcode, mods))
      return emit(*opcode, a, b, c, mods);
    // Bits that are in one factor only.
    auto invert = [&](Value v) { return l.bnot(v); };
    return count(mapWords(l, a, invert), b,
                 count(a, mapWords(l, b, invert), c));
  }
  bool isByteFloat = type == DataType::E4m3 || type == DataType::E5m2;
  std::optional<Opcode> opcode = isByteFloat
                                     ? (product.shape == MmaShape::M16n8k32
                                            ? std::optional(Opcode::HMMA_16816)
                                        : product.shape == MmaShape::M16n8k16
                                            ? std::optional(Opcode::HMMA_1688)
                                            : std::nullopt)
                                     : getOpcode(product.shape, type);
  if (!opcode || !hasProduct(l, *opcode))
    return Value();
  bool isFloat = type == DataType::F16 || type == DataType::Bf16 || isByteFloat;
  bool isHalf =
      product.dType == DataType::F16 && product.cType == DataType::F16;
  uint64_t mods = isa::getDesc(*opcode).defaultMods;
  if (type == DataType::F64) {
    // The records of all shapes have the same modifiers.
    mods = isa::DMMA_8x8x4::rnd.set(mods, uint64_t(product.rounding));
  } else if (isFloat) {
    mods = isa::HMMA_16816::acc.set(
        mods, uint64_t(isHalf ? isa::HMMAAcc::F16 : isa::HMMAAcc::F32));
    mods = isa::HMMA_16816::type.set(mods, uint64_t(type == DataType::Bf16
                                                        ? isa::HMMAType::BF16
                                                        : isa::HMMAType::F16));
    if (product.cType == DataType::F16 && !isHalf)
      c = widenAccumulators(l, c);
    Value d;
    if (isByteFloat) {
      d = c;
      for (bool upper : {false, true})
        d = emit(*opcode, widenBytes(l, a, upper, type),
                 widenBytes(l, b, upper, product.bType), d, mods);
    } else {
      d = emit(*opcode, a, b, c, mods);
    }
    return product.dType == DataType::F16 && !isHalf ? narrowAccumulators(l, d)
                                                     : d;
  }
  if (!isFourBit(type)) {
    if (ptx::isSigned(product.dType))
      mods = getIMMAMods(product, product.saturates);
    return emit(*opcode, a, b, c, mods);
  }

  // The sum of the products alone cannot overflow, so that only the addition
  // of c saturates.
  bool isSignedA = ptx::isSigned(type),
       isSignedB = ptx::isSigned(product.bType);
  Value sum = c;
  if (product.saturates)
    sum = l.combine(SmallVector<Value>(ori::getWidth(c.getType()), l.zero()));
  for (bool odd : {false, true})
    sum = emit(*opcode, widenFourBit(l, a, odd, isSignedA),
               widenFourBit(l, b, odd, isSignedB), sum,
               getIMMAMods(product, /*saturates=*/false));
  if (product.saturates) {
    SmallVector<Value> parts;
    for (unsigned i = 0; i != ori::getWidth(c.getType()); ++i)
      parts.push_back(l.iaddSaturating(l.part(sum, i), l.part(c, i)));
    sum = l.combine(parts);
  }
  return sum;
}

static LogicalResult lowerMma(FuncLowering &l, ptx::MmaOp op) {
  if (isQuadProduct(op)) {
    lowerQuadProduct(l, op);
    return success();
  }
  MatrixProduct product;
  product.shape = op.getShape();
  product.aType = op.getAType();
  product.bType = op.getBType();
  product.cType = op.getCType();
  product.dType = op.getDataType();
  product.bitOp = op.getBitOp();
  product.saturates = op.getSatfinite();
  if (succeeded(lowerNarrowProduct(l, op)))
    return success();
  // Bytes of that kind are bytes of none where they have no instruction.
  bool isPlain = op.getKind() == ptx::MmaKind::None ||
                 (op.getKind() == ptx::MmaKind::KindF8f6f4 &&
                  ptx::getBitWidth(product.aType) == 8 &&
                  ptx::getBitWidth(product.bType) == 8);
  if (!isPlain || op.getBlockScale())
    return l.unsupported(op, "'mma' of this kind");
  l.warpSync(op);
  Value d = emitProduct(l, op, product, combineAll(l, op.getA()),
                        combineAll(l, op.getB()), combineAll(l, op.getC()));
  if (!d)
    return l.unsupported(op, "'mma' of this shape and type");
  setPieces(l, op, d);
  return success();
}

void ptxtoori::registerMatrixLowerings(HandlerTable &table) {
  table.add<ptx::MmaOp, lowerMma>();
}
