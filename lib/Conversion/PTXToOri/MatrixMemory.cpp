//===- MatrixMemory.cpp - Lowering of ldmatrix, stmatrix, movmatrix -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices of eight rows between shared memory and the registers of a warp.
// Products are in Matrix.cpp, which takes fragments as they are.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MatrixEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

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

/// Matrices of bytes, or of fewer bits that become bytes.
static LogicalResult lowerByteLdmatrix(FuncLowering &l, ptx::LdmatrixOp op) {
  if (!hasInstruction(l, Opcode::LDSM_8))
    return l.unsupported(op, "'ldmatrix' of this shape");
  using Format = isa::LdsmFormat;
  using Shape = isa::LdsmShape;
  Format format = Format::B8;
  if (op.getSourceFormat() == ptx::SourceFormat::B6x16P32)
    format = Format::U6x16P32TO8;
  else if (op.getSourceFormat() == ptx::SourceFormat::B4x16P64)
    format = Format::U4x16P64TO8;
  bool isWide = op.getShape() == ptx::MatrixShape::M16n16;
  Shape shape = isWide ? Shape::MT1616 : Shape::M816;
  if (op.getNum() == ptx::MatrixCount::X2)
    shape = isWide ? Shape::MT1616_2 : Shape::M816_2;
  else if (op.getNum() == ptx::MatrixCount::X4)
    shape = Shape::M816_4;
  l.warpSync(op);
  Address address = getMatrixAddress(l, op.getAddress(), op.getOffset());
  uint64_t mods =
      isa::LDSM_8::format.set(isa::LDSM_8::kDefaultMods, uint64_t(format));
  mods = isa::LDSM_8::shape.set(mods, uint64_t(shape));
  mods = isa::LDSM_8::offset.set(mods, uint64_t(address.offset));
  Operation *load =
      l.guarded(op, Opcode::LDSM_8, {address.value, l.urz()}, mods);
  setPieces(l, op, load->getResult(0));
  return success();
}

static LogicalResult lowerLdmatrix(FuncLowering &l, ptx::LdmatrixOp op) {
  if (op.getShape() != ptx::MatrixShape::M8n8)
    return lowerByteLdmatrix(l, op);
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
  bool ofBytes = op.getShape() != ptx::MatrixShape::M8n8;
  if (ofBytes && !hasInstruction(l, Opcode::STSM_8))
    return l.unsupported(op, "'stmatrix' of this shape");
  l.warpSync(op);
  Address address = getMatrixAddress(l, op.getAddress(), op.getOffset());
  if (ofBytes) {
    uint64_t mods = isa::STSM_8::num.set(isa::STSM_8::kDefaultMods,
                                         uint64_t(getCount(op.getNum())));
    mods = isa::STSM_8::offset.set(mods, uint64_t(address.offset));
    l.guarded(op, Opcode::STSM_8,
              {address.value, l.urz(), combineAll(l, op.getValues())}, mods);
    return success();
  }
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

void ptxtoori::registerMatrixMemoryLowerings(HandlerTable &table) {
  table.add<ptx::LdmatrixOp, lowerLdmatrix>();
  table.add<ptx::StmatrixOp, lowerStmatrix>();
  table.add<ptx::MovmatrixOp, lowerMovmatrix>();
}
