//===- Matrix.cpp - Lowering of matrix loads, stores and products ---------===//
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

#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::MmaShape;
using ptxmlir::isa::Opcode;

static Value combineAll(FuncLowering &l, ValueRange ptxValues) {
  SmallVector<Value> parts;
  for (Value v : ptxValues)
    parts.push_back(l.get(v));
  return l.combine(parts);
}

/// Sets the results, which have one width, to the pieces of a tuple.
static void setPieces(FuncLowering &l, Operation *op, Value tuple) {
  SmallVector<Value> pieces;
  unsigned width = ori::getWidth(tuple.getType()) / op->getNumResults();
  for (unsigned i = 0; i != op->getNumResults(); ++i)
    pieces.push_back(l.part(tuple, i * width, width));
  l.setResults(op, pieces);
}

//===----------------------------------------------------------------------===//
// Loads, stores, transposition
//===----------------------------------------------------------------------===//

static isa::MatrixCount getCount(ptx::MatrixCount num) {
  return num == ptx::MatrixCount::X1   ? isa::MatrixCount::One
         : num == ptx::MatrixCount::X2 ? isa::MatrixCount::Two
                                       : isa::MatrixCount::Four;
}

static isa::MatrixShape getShape(bool isTransposed) {
  return isTransposed ? isa::MatrixShape::MT88 : isa::MatrixShape::M88;
}

/// A generic address of shared memory has the shared address in its low half.
static Address getMatrixAddress(FuncLowering &l, Value ptxAddress,
                                int64_t offset) {
  return getAddress(l, ptxAddress, offset, ptx::Space::Shared);
}

static LogicalResult lowerLdmatrix(FuncLowering &l, ptx::LdmatrixOp op) {
  if (op.getShape() != ptx::MatrixShape::M8n8)
    return l.unsupported(op, "'ldmatrix' of this shape");
  l.warpSync(op);
  Address address = getMatrixAddress(l, op.getAddress(), op.getOffset());
  uint64_t mods = isa::LDSM::kDefaultMods;
  mods = isa::LDSM::shape.set(mods, uint64_t(getShape(op.getTrans())));
  mods = isa::LDSM::num.set(mods, uint64_t(getCount(op.getNum())));
  mods = isa::LDSM::offset.set(mods, uint64_t(address.offset));
  Operation *load = l.guarded(op, Opcode::LDSM, {address.value, l.urz()}, mods);
  setPieces(l, op, load->getResult(0));
  return success();
}

static LogicalResult lowerStmatrix(FuncLowering &l, ptx::StmatrixOp op) {
  if (op.getShape() != ptx::MatrixShape::M8n8)
    return l.unsupported(op, "'stmatrix' of this shape");
  l.warpSync(op);
  Address address = getMatrixAddress(l, op.getAddress(), op.getOffset());
  uint64_t mods = isa::STSM::kDefaultMods;
  mods = isa::STSM::shape.set(mods, uint64_t(getShape(op.getTrans())));
  mods = isa::STSM::num.set(mods, uint64_t(getCount(op.getNum())));
  mods = isa::STSM::offset.set(mods, uint64_t(address.offset));
  l.guarded(op, Opcode::STSM,
            {address.value, l.urz(), combineAll(l, op.getValues())}, mods);
  return success();
}

static LogicalResult lowerMovmatrix(FuncLowering &l, ptx::MovmatrixOp op) {
  if (op.getA().getType().isInteger(1) ||
      op->getResult(0).getType().isInteger(1))
    return l.unsupported(op, "a predicate as matrix");
  l.warpSync(op);
  uint64_t mods = isa::MOVM::shape.set(isa::MOVM::kDefaultMods,
                                       uint64_t(isa::MovmShape::MT88));
  Operation *move = l.guarded(op, Opcode::MOVM, {l.get(op.getA())}, mods);
  l.setResult(op, move->getResult(0));
  return success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static bool isFourBit(DataType type) {
  return type == DataType::S4 || type == DataType::U4;
}

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

/// The even or odd 4-bit elements of all registers, as bytes. Which k an
/// element belongs to changes in the same way in a and in b.
static Value widenFourBit(FuncLowering &l, Value tuple, bool odd,
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

static uint64_t getIMMAMods(ptx::MmaOp op, bool saturates) {
  auto typeOf = [](DataType type) {
    return uint64_t(ptx::isSigned(type) ? isa::IMMAType::S8
                                        : isa::IMMAType::U8);
  };
  // The records of all shapes have the same modifiers.
  uint64_t mods = isa::IMMA_8816::kDefaultMods;
  mods = isa::IMMA_8816::typeA.set(mods, typeOf(op.getAType()));
  mods = isa::IMMA_8816::typeB.set(mods, typeOf(op.getBType()));
  return isa::IMMA_8816::sat.set(mods, saturates);
}

static LogicalResult lowerMma(FuncLowering &l, ptx::MmaOp op) {
  DataType type = op.getAType();
  std::optional<Opcode> opcode = getOpcode(op.getShape(), type);
  if (!opcode || op.getKind() != ptx::MmaKind::None)
    return l.unsupported(op, "'mma' of this shape and type");
  bool isFloat = type == DataType::F16 || type == DataType::Bf16;
  bool isInteger = ptx::isSigned(op.getDataType());
  l.warpSync(op);
  Value a = combineAll(l, op.getA()), b = combineAll(l, op.getB()),
        c = combineAll(l, op.getC());
  auto product = [&](Value a, Value b, Value c, uint64_t mods) {
    return l.guarded(op, *opcode, {a, b, c, l.upt()}, mods)->getResult(0);
  };

  uint64_t mods = isa::getDesc(*opcode).defaultMods;
  if (isFloat) {
    // The records of both shapes have the same modifiers.
    bool isHalf = op.getDataType() == DataType::F16;
    if ((op.getCType() == DataType::F16) != isHalf)
      return l.unsupported(op, "'mma' with two accumulator types");
    mods = isa::HMMA_16816::acc.set(
        mods, uint64_t(isHalf ? isa::HMMAAcc::F16 : isa::HMMAAcc::F32));
    mods = isa::HMMA_16816::type.set(mods, uint64_t(type == DataType::Bf16
                                                        ? isa::HMMAType::BF16
                                                        : isa::HMMAType::F16));
  }
  if (!isFourBit(type)) {
    if (isInteger)
      mods = getIMMAMods(op, op.getSatfinite());
    setPieces(l, op, product(a, b, c, mods));
    return success();
  }

  // The sum of the products alone cannot overflow, so that only the addition
  // of c saturates.
  bool saturates = op.getSatfinite();
  bool isSignedA = ptx::isSigned(type),
       isSignedB = ptx::isSigned(op.getBType());
  Value sum = c;
  if (saturates)
    sum = l.combine(SmallVector<Value>(ori::getWidth(c.getType()), l.zero()));
  for (bool odd : {false, true})
    sum = product(widenFourBit(l, a, odd, isSignedA),
                  widenFourBit(l, b, odd, isSignedB), sum,
                  getIMMAMods(op, /*saturates=*/false));
  if (saturates) {
    SmallVector<Value> parts;
    for (unsigned i = 0; i != ori::getWidth(c.getType()); ++i)
      parts.push_back(l.iaddSaturating(l.part(sum, i), l.part(c, i)));
    sum = l.combine(parts);
  }
  setPieces(l, op, sum);
  return success();
}

void ptxtoori::registerMatrixLowerings(HandlerTable &table) {
  table.add<ptx::LdmatrixOp, lowerLdmatrix>();
  table.add<ptx::StmatrixOp, lowerStmatrix>();
  table.add<ptx::MovmatrixOp, lowerMovmatrix>();
  table.add<ptx::MmaOp, lowerMma>();
}
