//===- NarrowMatrix.cpp - Products of floats with scales ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// QMMA multiplies floats of 8, 6 and 4 bits, each in a byte, OMMA those of 4
// bits. What has no scales is a row. With scales of blocks both have the places
// of the scales in a uniform register (observed on ptxas 13.0.88): byte and
// thread of a in bits 1-0 and 2, of b in bits 4-3 and 6-5. With a sparse a the
// metadata is in front of the scales of a.
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

static std::optional<isa::QMMAType> getType(DataType type) {
  switch (type) {
  case DataType::E4m3:
    return isa::QMMAType::E4M3;
  case DataType::E5m2:
    return isa::QMMAType::E5M2;
  case DataType::E3m2:
    return isa::QMMAType::E3M2;
  case DataType::E2m3:
    return isa::QMMAType::E2M3;
  case DataType::E2m1:
    return isa::QMMAType::E2M1;
  default:
    return std::nullopt;
  }
}

static std::optional<Opcode> getOpcode(MmaShape shape, bool sparse) {
  switch (shape) {
  case MmaShape::M16n8k32:
    return sparse ? std::nullopt : std::optional(Opcode::QMMA_SF_16832);
  case MmaShape::M16n8k64:
    return sparse ? Opcode::QMMA_SF_SP_16864 : Opcode::OMMA_SF_16864;
  case MmaShape::M16n8k128:
    return sparse ? std::optional(Opcode::OMMA_SF_SP_168128) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Two fields of a selector, `byteBits` and `threadBits` wide.
static Value packSelector(FuncLowering &l, ValueRange selector,
                          unsigned threadBits) {
  constexpr unsigned kByteBits = 2;
  Value byte = l.band(l.get(selector[0]), l.imm((1u << kByteBits) - 1));
  Value thread = l.band(l.get(selector[1]), l.imm((1u << threadBits) - 1));
  return l.bor(byte, l.shl(thread, l.imm(kByteBits)));
}

template <typename OpT>
static LogicalResult lower(FuncLowering &l, OpT op, Value metadata,
                           unsigned selector) {
  if (!op.getBlockScale())
    return failure();
  bool isSparse = bool(metadata);
  std::optional<isa::QMMAType> a = getType(op.getAType()),
                               b = getType(op.getBType());
  std::optional<Opcode> opcode = getOpcode(op.getShape(), isSparse);
  if (!a || !b || !opcode || !hasInstruction(l, *opcode) ||
      op.getDataType() != op.getCType())
    return failure();
  const isa::InstDesc &desc = isa::getDesc(*opcode);
  uint64_t mods = desc.defaultMods;
  auto set = [&](StringRef name, uint64_t value) {
    if (int index = desc.findMod(name); index >= 0)
      mods = desc.mods[index].field.set(mods, value);
  };
  bool isNibble =
      *opcode == Opcode::OMMA_SF_16864 || *opcode == Opcode::OMMA_SF_SP_168128;
  if (!isNibble) {
    set("typeA", uint64_t(*a));
    set("typeB", uint64_t(*b));
  } else {
    set("scale",
        uint64_t(op.getScaleType() == DataType::Ue4m3 ? isa::OMMAScale::UE4M3
                                                      : isa::OMMAScale::E8));
    set("blocks", uint64_t(op.getScaleVector() == ptx::ScaleVector::ScaleVec4X
                               ? isa::OMMABlocks::X4
                               : isa::OMMABlocks::X2));
  }
  bool isHalf = op.getDataType() == DataType::F16;
  set("acc", uint64_t(isHalf ? isa::HMMAAcc::F16 : isa::HMMAAcc::F32));
  if (isSparse)
    set("sel", selector);
  l.warpSync(op);
  auto join = [&](ValueRange ptxValues) {
    SmallVector<Value> values;
    for (Value v : ptxValues)
      values.push_back(l.get(v));
    return l.combine(values);
  };
  SmallVector<Value> sources = {join(op.getA()), join(op.getB()),
                                join(op.getC())};
  Value scales = l.get(op.getScaleA());
  sources.push_back(isSparse ? l.combine({metadata, scales}) : scales);
  sources.push_back(l.get(op.getScaleB()));
  Value ids = l.bor(packSelector(l, op.getSelectorA(), 1),
                    l.shl(packSelector(l, op.getSelectorB(), 2), l.imm(3)));
  sources.push_back(toUniform(l, ids));
  sources.push_back(l.upt());
  Value d = l.guarded(op, *opcode, sources, mods)->getResult(0);
  SmallVector<Value> pieces;
  unsigned width = ori::getWidth(d.getType()) / op->getNumResults();
  for (unsigned i = 0; i != op->getNumResults(); ++i)
    pieces.push_back(l.part(d, i * width, width));
  l.setResults(op, pieces);
  return success();
}

LogicalResult ptxtoori::lowerNarrowProduct(FuncLowering &l, ptx::MmaOp op) {
  return lower(l, op, Value(), 0);
}

LogicalResult ptxtoori::lowerNarrowProduct(FuncLowering &l, ptx::MmaSpOp op,
                                           Value metadata) {
  return lower(l, op, metadata, op.getSelector());
}
