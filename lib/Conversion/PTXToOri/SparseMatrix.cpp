//===- SparseMatrix.cpp - Lowering of sparse matrix products --------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sp by the sparse instructions of its type. 4-bit integers are brought to
// bytes, half of them at a time.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MatrixEmit.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptx::MmaShape;
using ptxmlir::isa::Opcode;

static std::optional<Opcode> getSparseOpcode(MmaShape shape, DataType type) {
  switch (type) {
  case DataType::F16:
  case DataType::Bf16:
    return shape == MmaShape::M16n8k16   ? std::optional(Opcode::HMMA_SP_16816)
           : shape == MmaShape::M16n8k32 ? std::optional(Opcode::HMMA_SP_16832)
                                         : std::nullopt;
  case DataType::Tf32:
    return shape == MmaShape::M16n8k8 ? std::optional(Opcode::HMMA_SP_1688_TF32)
           : shape == MmaShape::M16n8k16
               ? std::optional(Opcode::HMMA_SP_16816_TF32)
               : std::nullopt;
  case DataType::S8:
  case DataType::U8:
    return shape == MmaShape::M16n8k32   ? std::optional(Opcode::IMMA_SP_16832)
           : shape == MmaShape::M16n8k64 ? std::optional(Opcode::IMMA_SP_16864)
                                         : std::nullopt;
  case DataType::S4:
  case DataType::U4:
    // Half of the elements at a time, as bytes: pairs are there or not, so that
    // the metadata is that of either half.
    return shape == MmaShape::M16n8k64    ? std::optional(Opcode::IMMA_SP_16832)
           : shape == MmaShape::M16n8k128 ? std::optional(Opcode::IMMA_SP_16864)
                                          : std::nullopt;
  default:
    return std::nullopt;
  }
}

static LogicalResult lowerMmaSp(FuncLowering &l, ptx::MmaSpOp op) {
  DataType type = op.getAType();
  if (Value e = l.get(op.getMetadata()); !llvm::isa<ori::PType>(e.getType()))
    if (succeeded(lowerNarrowProduct(l, op, e)))
      return success();
  std::optional<Opcode> opcode = getSparseOpcode(op.getShape(), type);
  if (!opcode || !hasInstruction(l, *opcode) ||
      op.getKind() != ptx::MmaKind::None || op.getDataType() != op.getCType())
    return l.unsupported(op, "'mma.sp' of this shape and type");
  Value metadata = l.get(op.getMetadata());
  if (llvm::isa<ori::PType>(metadata.getType()))
    return l.unsupported(op, "a predicate as metadata");
  uint64_t mods = isa::getDesc(*opcode).defaultMods;
  // The records of all shapes of a kind have the same modifiers.
  if (type == DataType::F16 || type == DataType::Bf16) {
    bool isHalf = op.getDataType() == DataType::F16;
    mods = isa::HMMA_SP_16816::acc.set(
        mods, uint64_t(isHalf ? isa::HMMAAcc::F16 : isa::HMMAAcc::F32));
    mods = isa::HMMA_SP_16816::type.set(
        mods, uint64_t(type == DataType::Bf16 ? isa::HMMAType::BF16
                                              : isa::HMMAType::F16));
    mods = isa::HMMA_SP_16816::sel.set(mods, op.getSelector());
  } else if (type == DataType::Tf32) {
    mods = isa::HMMA_SP_1688_TF32::sel.set(mods, op.getSelector());
  } else {
    auto typeOf = [](DataType type) {
      return uint64_t(ptx::isSigned(type) ? isa::IMMAType::S8
                                          : isa::IMMAType::U8);
    };
    mods = isa::IMMA_SP_16832::typeA.set(mods, typeOf(type));
    mods = isa::IMMA_SP_16832::typeB.set(mods, typeOf(op.getBType()));
    mods = isa::IMMA_SP_16832::sat.set(mods,
                                       op.getSatfinite() && !isFourBit(type));
    mods = isa::IMMA_SP_16832::sel.set(mods, op.getSelector());
  }
  l.warpSync(op);
  if (isFourBit(type)) {
    Value a = combineAll(l, op.getA()), b = combineAll(l, op.getB()),
          c = combineAll(l, op.getC());
    unsigned width = ori::getWidth(c.getType());
    // The sum of the products alone cannot overflow, so that only the addition
    // of c saturates.
    Value sum =
        op.getSatfinite() ? l.combine(SmallVector<Value>(width, l.zero())) : c;
    for (bool odd : {false, true})
      sum = l.guarded(op, *opcode,
                      {widenFourBit(l, a, odd, ptx::isSigned(type)),
                       widenFourBit(l, b, odd, ptx::isSigned(op.getBType())),
                       sum, metadata, l.upt()},
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
  Operation *product =
      l.guarded(op, *opcode,
                {combineAll(l, op.getA()), combineAll(l, op.getB()),
                 combineAll(l, op.getC()), metadata, l.upt()},
                mods);
  setPieces(l, op, product->getResult(0));
  return success();
}

void ptxtoori::registerSparseMatrixLowerings(HandlerTable &table) {
  table.add<ptx::MmaSpOp, lowerMmaSp>();
}
