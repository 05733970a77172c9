//===- SparseMatrix.cpp - Lowering of sparse matrix products --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sp of types that have no instruction: 4-bit integers are brought to bytes
// and 8-bit floats to f16, half of them at a time.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "FloatEmit.h"
#include "MatrixEmit.h"
#include "ptx-mlir/Dialect/CodeMarks.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::MmaShape;
using ptxmlir::isa::Opcode;

static bool isByteFloat(DataType type) {
  return type == DataType::E4m3 || type == DataType::E5m2;
}

namespace {

/// A sparse product of 8-bit floats, 16x8x64, by two of f16, 16x8x32. A chunk
/// is four columns, of which two are stored. Of the chunks in the two halves of
/// a register one product has the first, the other the second: of a that is so
/// where they are. Of b a thread has the four columns of a chunk, which two
/// neighbours are to have, and of the metadata the chunks lie side by side.
class ByteFloatProduct {
public:
  ByteFloatProduct(FuncLowering &l, ptx::MmaSpOp op)
      : l(l), op(op), lane(l.specialRegister(isa::SpecialReg::LANEID)) {}

  Value emit();

private:
  Value exchange(isa::ShflMode mode, Value value, Value other) {
    return exchangeWords(l, op, mode, value, other);
  }
  Value isSet(unsigned bit) { return isLaneBitSet(l, lane, bit); }
  std::pair<Value, Value> splitB(Value b);
  Value splitMetadata(Value metadata);

  FuncLowering &l;
  ptx::MmaSpOp op;
  Value lane;
};

} // namespace

/// The b of both products: of the first they are the chunks of even threads, of
/// the second those of odd ones. The even thread of a pair gets the first two
/// columns of a chunk, the odd thread the others.
std::pair<Value, Value> ByteFloatProduct::splitB(Value b) {
  Value isOdd = isSet(1);
  unsigned width = ori::getWidth(b.getType());
  SmallVector<Value> lower, upper;
  Value low = widenBytes(l, b, /*upper=*/false, op.getBType()),
        high = widenBytes(l, b, /*upper=*/true, op.getBType());
  for (unsigned i = 0; i != width; ++i) {
    Value first = l.part(low, i), second = l.part(high, i);
    Value other =
        exchange(isa::ShflMode::BFLY, l.select(isOdd, first, second), l.imm(1));
    lower.push_back(l.select(isOdd, other, first));
    upper.push_back(l.select(isOdd, second, other));
  }
  return {l.combine(lower), l.combine(upper)};
}

/// The metadata of both products in one register: that of the first in the
/// threads that selector 0 takes, of the second in those of selector 1. A
/// thread of the 8-bit product has eight chunks of one row, four bits each; one
/// of f16 has four chunks of each of two rows.
Value ByteFloatProduct::splitMetadata(Value metadata) {
  auto joinAlternate = [&](Value v) { // two chunks in every second byte
    v = l.band(v, l.imm(0x0f0f0f0f));
    return l.bor(v, l.shr(v, l.imm(4), /*isSigned=*/false));
  };
  constexpr uint32_t kEvenBytes = 0x6420, kLowHalves = 0x5410,
                     kHighHalves = 0x7632;
  Value chunks =
      l.prmt(joinAlternate(metadata), l.imm(kEvenBytes),
             joinAlternate(l.shr(metadata, l.imm(4), /*isSigned=*/false)));
  // The rows are those of two neighbours.
  Value quad = l.band(lane, l.imm(0x1c));
  Value from = l.iadd(quad, l.shl(l.band(lane, l.imm(1)), l.imm(1)));
  Value row = exchange(isa::ShflMode::IDX, chunks, from),
        next = exchange(isa::ShflMode::IDX, chunks, l.iadd(from, l.imm(1)));
  return l.prmt(row, l.select(isSet(2), l.imm(kHighHalves), l.imm(kLowHalves)),
                next);
}

Value ByteFloatProduct::emit() {
  Value a = combineAll(l, op.getA()), c = combineAll(l, op.getC());
  auto [lower, upper] = splitB(combineAll(l, op.getB()));
  Value metadata = splitMetadata(l.get(op.getMetadata()));
  uint64_t mods = isa::HMMA_SP_16832::acc.set(isa::HMMA_SP_16832::kDefaultMods,
                                              uint64_t(isa::HMMAAcc::F32));
  mods = isa::HMMA_SP_16832::type.set(mods, uint64_t(isa::HMMAType::F16));
  unsigned width = ori::getWidth(c.getType());
  Value sum = l.constant(l.r(width), APInt(32 * width, 0));
  for (bool isUpper : {false, true}) {
    Operation *product =
        l.guarded(op, Opcode::HMMA_SP_16832,
                  {widenBytes(l, a, isUpper, op.getAType()),
                   isUpper ? upper : lower, sum, metadata, l.upt()},
                  isa::HMMA_SP_16832::sel.set(mods, isUpper));
    product->setAttr(kByteFloatsAttr, l.builder.getUnitAttr());
    sum = product->getResult(0);
  }
  // c comes last, as in the code of ptxas 13.0.88.
  SmallVector<Value> words;
  for (unsigned i = 0; i != width; ++i)
    words.push_back(fadd(l, l.part(c, i), l.part(sum, i)));
  return l.combine(words);
}

/// Fails, without a diagnostic, for what is no such product.
static LogicalResult lowerByteFloats(FuncLowering &l, ptx::MmaSpOp op) {
  bool isPlain = op.getKind() == ptx::MmaKind::None ||
                 op.getKind() == ptx::MmaKind::KindF8f6f4;
  if (op.getShape() != MmaShape::M16n8k64 || !isByteFloat(op.getBType()) ||
      op.getDataType() != DataType::F32 || op.getCType() != DataType::F32 ||
      !isPlain || op.getBlockScale() ||
      !hasInstruction(l, Opcode::HMMA_SP_16832) ||
      llvm::isa<ori::PType>(l.get(op.getMetadata()).getType()))
    return failure();
  l.warpSync(op);
  setPieces(l, op, ByteFloatProduct(l, op).emit());
  return success();
}

/// 4-bit integers, half of them at a time as bytes: pairs are there or not, so
/// that the metadata is that of either half.
static LogicalResult lowerFourBit(FuncLowering &l, ptx::MmaSpOp op,
                                  Value metadata) {
  bool isWide = op.getShape() == MmaShape::M16n8k128;
  Opcode opcode = isWide ? Opcode::IMMA_SP_16864 : Opcode::IMMA_SP_16832;
  if (!hasInstruction(l, opcode))
    return l.unsupported(op, "'mma.sp' of this shape and type");
  auto typeOf = [](DataType type) {
    return uint64_t(ptx::isSigned(type) ? isa::IMMAType::S8
                                        : isa::IMMAType::U8);
  };
  // The records of both shapes have the same modifiers.
  uint64_t mods = isa::getDesc(opcode).defaultMods;
  mods = isa::IMMA_SP_16832::typeA.set(mods, typeOf(op.getAType()));
  mods = isa::IMMA_SP_16832::typeB.set(mods, typeOf(op.getBType()));
  mods = isa::IMMA_SP_16832::sel.set(mods, op.getSelector());
  l.warpSync(op);
  Value a = combineAll(l, op.getA()), b = combineAll(l, op.getB()),
        c = combineAll(l, op.getC());
  unsigned width = ori::getWidth(c.getType());
  // The sum of the products alone cannot overflow, so that only the addition
  // of c saturates.
  Value sum =
      op.getSatfinite() ? l.combine(SmallVector<Value>(width, l.zero())) : c;
  for (bool odd : {false, true})
    sum = l.guarded(op, opcode,
                    {widenFourBit(l, a, odd, ptx::isSigned(op.getAType())),
                     widenFourBit(l, b, odd, ptx::isSigned(op.getBType())), sum,
                     metadata, l.upt()},
                    mods)
              ->getResult(0);
  if (op.getSatfinite()) {
    SmallVector<Value> parts;
    for (unsigned i = 0; i != width; ++i)
      parts.push_back(l.iaddSaturating(l.part(sum, i), l.part(c, i)));
    sum = l.combine(parts);
  }
  setPieces(l, op, sum);
  return success();
}

LogicalResult ptxtoori::checkMetadata(Operation *op, Value metadata) {
  if (!llvm::isa<ori::PType>(metadata.getType()))
    return success();
  return op->emitError("metadata is in a register of 32 bits: the PTX ISA has "
                       "no predicates there, and ptxas reads none");
}

static LogicalResult lowerMmaSp(FuncLowering &l, ptx::MmaSpOp op) {
  Value metadata = l.get(op.getMetadata());
  if (failed(checkMetadata(op, metadata)))
    return failure();
  if (succeeded(lowerNarrowProduct(l, op, metadata)))
    return success();
  if (isByteFloat(op.getAType()) && succeeded(lowerByteFloats(l, op)))
    return success();
  if (isFourBit(op.getAType()))
    return lowerFourBit(l, op, metadata);
  return l.unsupported(op, "'mma.sp' of this shape and type");
}

void ptxtoori::registerSparseMatrixLowerings(HandlerTable &table) {
  table.add<ptx::MmaSpOp, lowerMmaSp>();
}
