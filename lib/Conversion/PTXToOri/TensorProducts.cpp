//===- TensorProducts.cpp - Lowering of products in tensor memory ---------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05: products, copies, shifts and commits. Their operands are in uniform
// registers, and one instruction starts one of them for the warp: the program
// has one thread do so (as ptxas 13.0.88 has it, threads that come together
// count as one).
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::MmaKind;
using ptxmlir::isa::Opcode;

static bool isPair(ptx::CtaGroup group) {
  return group == ptx::CtaGroup::CtaGroup2;
}

/// The address of an operand whose instruction has no field for its offset.
static Value getTensorAddress(FuncLowering &l, Value ptxAddress,
                              int64_t offset) {
  Value address = l.get(ptxAddress);
  return offset ? l.iadd(address, l.imm(uint32_t(offset))) : address;
}

//===----------------------------------------------------------------------===//
// Copies, shifts, commits
//===----------------------------------------------------------------------===//

static isa::UTCCPShape getShape(ptx::Tcgen05CpOp op) {
  using Shape = isa::UTCCPShape;
  switch (op.getShape()) {
  case ptx::TmemCopyShape::N4x256b:
    return Shape::S4x256;
  case ptx::TmemCopyShape::N128x128b:
    return Shape::S128x128;
  case ptx::TmemCopyShape::N64x128b:
    return op.getMulticast() == ptx::TmemMulticast::Warpx20213
               ? Shape::S64x128_02_13
               : Shape::S64x128_01_23;
  case ptx::TmemCopyShape::N32x128b:
    return Shape::S32x128;
  default:
    return Shape::S128x256;
  }
}

static LogicalResult lowerCp(FuncLowering &l, ptx::Tcgen05CpOp op) {
  using Format = isa::UTCCPFormat;
  Format format = Format::None;
  if (op.getSourceFormat() == ptx::SourceFormat::B6x16P32)
    format = Format::U6x16P32;
  else if (op.getSourceFormat() == ptx::SourceFormat::B4x16P64)
    format = Format::U4x16P64;
  uint64_t mods =
      isa::UTCCP::pair.set(isa::UTCCP::kDefaultMods, isPair(op.getCtaGroup()));
  mods = isa::UTCCP::shape.set(mods, uint64_t(getShape(op)));
  mods = isa::UTCCP::format.set(mods, uint64_t(format));
  mods = isa::UTCCP::offset.set(mods, uint32_t(op.getOffset()));
  emitUnderGuard(l, op, [&] {
    l.inst(Opcode::UTCCP,
           {toUniform(l, l.get(op.getAddress())),
            toUniform(l, l.get(op.getSource()))},
           mods);
  });
  return success();
}

static LogicalResult lowerShift(FuncLowering &l, ptx::Tcgen05ShiftOp op) {
  uint64_t mods = isa::UTCSHIFT::pair.set(isa::UTCSHIFT::kDefaultMods,
                                          isPair(op.getCtaGroup()));
  mods = isa::UTCSHIFT::offset.set(mods, uint32_t(op.getOffset()));
  emitUnderGuard(l, op, [&] {
    l.inst(Opcode::UTCSHIFT, {toUniform(l, l.get(op.getAddress()))}, mods);
  });
  return success();
}

static LogicalResult lowerCommit(FuncLowering &l, ptx::Tcgen05CommitOp op) {
  Address barrier =
      getAddress(l, op.getBarrier(), op.getOffset(), ptx::Space::Shared);
  Value address = barrier.offset
                      ? l.iadd(barrier.value, l.imm(uint32_t(barrier.offset)))
                      : barrier.value;
  uint64_t mods = isa::UTCBAR::pair.set(isa::UTCBAR::kDefaultMods,
                                        isPair(op.getCtaGroup()));
  mods = isa::UTCBAR::multicast.set(mods, op.getMulticast());
  emitUnderGuard(l, op, [&] {
    Value mask = l.urz();
    if (op.getMulticast())
      mask = toUniform(l, l.extend(l.get(op.getCtaMask()), 16,
                                   /*isSigned=*/false));
    l.inst(Opcode::UTCBAR, {toUniform(l, address), l.urz(), mask}, mods);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// The records of one kind of product, of a in shared or tensor memory.
struct ProductOpcodes {
  Opcode shared, tensor;
};
} // namespace

static std::optional<ProductOpcodes> getOpcodes(MmaKind kind) {
  switch (kind) {
  case MmaKind::KindF16:
  case MmaKind::KindTf32:
    return ProductOpcodes{Opcode::UTCHMMA, Opcode::UTCHMMA_T};
  case MmaKind::KindI8:
    return ProductOpcodes{Opcode::UTCIMMA, Opcode::UTCIMMA_T};
  case MmaKind::KindF8f6f4:
    return ProductOpcodes{Opcode::UTCQMMA, Opcode::UTCQMMA_T};
  case MmaKind::KindMxf8f6f4:
    return ProductOpcodes{Opcode::UTCQMMA_SF, Opcode::UTCQMMA_SF_T};
  case MmaKind::KindMxf4:
  case MmaKind::KindMxf4nvf4:
    return ProductOpcodes{Opcode::UTCOMMA, Opcode::UTCOMMA_T};
  default:
    return std::nullopt;
  }
}

static std::optional<ProductOpcodes> getStationaryOpcodes(MmaKind kind) {
  switch (kind) {
  case MmaKind::KindF16:
  case MmaKind::KindTf32:
    return ProductOpcodes{Opcode::UTCHMMA_WS, Opcode::UTCHMMA_WS_T};
  case MmaKind::KindI8:
    return ProductOpcodes{Opcode::UTCIMMA_WS, Opcode::UTCIMMA_WS_T};
  case MmaKind::KindF8f6f4:
    return ProductOpcodes{Opcode::UTCQMMA_WS, Opcode::UTCQMMA_WS_T};
  default:
    return std::nullopt;
  }
}

/// Whether each scale is of 16 elements.
static bool hasSmallBlocks(ptx::ScaleVector vector) {
  return vector == ptx::ScaleVector::ScaleVec4X ||
         vector == ptx::ScaleVector::Block16;
}

namespace {
/// What a matrix does with its buffer.
struct BufferUse {
  bool reuse = false, keep = false;
  unsigned buffer = 0;
};
} // namespace

static BufferUse getUse(ptx::CollectorA collector) {
  switch (collector) {
  case ptx::CollectorA::CollectorAFill:
    return {false, true};
  case ptx::CollectorA::CollectorAUse:
    return {true, true};
  case ptx::CollectorA::CollectorALastuse:
    return {true, false};
  default:
    return {};
  }
}

static BufferUse getUse(ptx::CollectorB collector) {
  if (collector == ptx::CollectorB::None)
    return {};
  // Four uses of each of four buffers.
  unsigned index =
      unsigned(collector) - unsigned(ptx::CollectorB::CollectorB0Fill);
  constexpr unsigned kUses = 4;
  auto use = ptx::CollectorA(unsigned(ptx::CollectorA::CollectorAFill) +
                             index % kUses);
  BufferUse result = getUse(use);
  result.buffer = index / kUses;
  return result;
}

template <typename OpT>
constexpr bool kIsSparse = std::is_same_v<OpT, ptx::Tcgen05MmaSpOp> ||
                           std::is_same_v<OpT, ptx::Tcgen05MmaWsSpOp>;
template <typename OpT>
constexpr bool kIsStationary = std::is_same_v<OpT, ptx::Tcgen05MmaWsOp> ||
                               std::is_same_v<OpT, ptx::Tcgen05MmaWsSpOp>;

/// The lanes of d that are not written; none if that is none.
template <typename OpT> static Value getLanes(FuncLowering &l, OpT op) {
  unsigned width = isPair(op.getCtaGroup()) ? 8 : 4;
  if (!op.getMasked())
    return l.urz(width);
  SmallVector<Value> words;
  for (Value v : op.getLanes())
    words.push_back(l.get(v));
  return toUniform(l, l.combine(words));
}

/// The offsets of scales are behind those of d, of a and of the metadata.
static int64_t getScaleOffset(ptx::Tcgen05MmaOp op, bool ofA) {
  return ofA ? op.getOffset2() : op.getOffset3();
}
static int64_t getScaleOffset(ptx::Tcgen05MmaSpOp op, bool ofA) {
  return ofA ? op.getOffset3() : op.getOffset4();
}

/// Whether to add. What a vote would say is only known of threads that are
/// together, which those of the guard need not be.
static Value getAccumulate(FuncLowering &l, Value accumulate) {
  if (l.getConstant(accumulate))
    return toUniformPredicate(l, accumulate);
  Value bit = toUniform(l, l.select(accumulate, l.imm(1), l.zero()));
  return l
      .inst(Opcode::UISETP, {bit, l.urz(), l.upt(), l.upt()},
            isa::UISETP::cmp.set(isa::UISETP::kDefaultMods,
                                 uint64_t(isa::ICmp::NE)))
      ->getResult(isa::UISETP::kPu);
}

template <typename OpT>
static LogicalResult lowerProduct(FuncLowering &l, OpT op) {
  std::optional<ProductOpcodes> opcodes;
  if constexpr (kIsStationary<OpT>)
    opcodes = getStationaryOpcodes(op.getKind());
  else
    opcodes = getOpcodes(op.getKind());
  bool inTensor = op.getAInTmem();
  Opcode opcode = !opcodes   ? Opcode::UTCHMMA
                  : inTensor ? opcodes->tensor
                             : opcodes->shared;
  if (!opcodes || !hasInstruction(l, opcode))
    return l.unsupported(op, "'tcgen05.mma' of this kind");

  uint64_t mods = isa::getDesc(opcode).defaultMods;
  auto set = [&](StringRef name, uint64_t value) {
    mods = setMod(opcode, mods, name, value);
  };
  BufferUse use = getUse(op.getCollector());
  set(kIsStationary<OpT> ? "reuseB" : "reuseA", use.reuse);
  set(kIsStationary<OpT> ? "keepB" : "keepA", use.keep);
  set("buffer", use.buffer);
  if constexpr (!kIsStationary<OpT>) {
    set("pair", isPair(op.getCtaGroup()));
    set("ashift", op.getAShift());
    if (op.getInputScale())
      set("scaleD", op.getScale());
    set("blocks",
        uint64_t(hasSmallBlocks(op.getScaleVector()) ? isa::UTCBlocks::X4
                                                     : isa::UTCBlocks::X2));
    // They have no field for it.
    if (op.getInputScale() && op.getScale() &&
        isa::getDesc(opcode).findMod("scaleD") < 0)
      return op.emitError("products of integers have no scale of d: the PTX "
                          "ISA does not have it, and ptxas leaves it out");
  }

  Value a = inTensor ? getTensorAddress(l, op.getAAddress(), op.getOffset1())
                     : l.get(op.getA());
  Value d = getTensorAddress(l, op.getD(), op.getOffset());
  Value metadata = l.zero();
  if constexpr (kIsSparse<OpT>)
    metadata = getTensorAddress(l, op.getMetadata(), op.getOffset2());
  emitUnderGuard(l, op, [&] {
    auto pairOf = [&](Value low, Value high) {
      return combineUniform(l, {toUniform(l, low), toUniform(l, high)});
    };
    SmallVector<Value> sources = {
        toUniform(l, a), toUniform(l, l.get(op.getB())), toUniform(l, d),
        pairOf(metadata, l.get(op.getDescriptor()))};
    if constexpr (kIsStationary<OpT>) {
      sources.push_back(op.getZeroColumns()
                            ? toUniform(l, l.get(op.getZeroColumns()))
                            : l.urz(2));
    } else if (op.getBlockScale()) {
      Value ofA = getTensorAddress(l, op.getScaleA(), getScaleOffset(op, true));
      Value ofB =
          getTensorAddress(l, op.getScaleB(), getScaleOffset(op, false));
      sources.push_back(pairOf(ofA, ofB));
    } else {
      sources.push_back(getLanes(l, op));
    }
    sources.push_back(getAccumulate(l, l.get(op.getAccumulate())));
    l.inst(opcode, sources, mods);
  });
  return success();
}

void ptxtoori::registerTensorProductLowerings(HandlerTable &table) {
  table.add<ptx::Tcgen05CpOp, lowerCp>();
  table.add<ptx::Tcgen05ShiftOp, lowerShift>();
  table.add<ptx::Tcgen05CommitOp, lowerCommit>();
  table.add<ptx::Tcgen05MmaOp, lowerProduct<ptx::Tcgen05MmaOp>>();
  table.add<ptx::Tcgen05MmaSpOp, lowerProduct<ptx::Tcgen05MmaSpOp>>();
  table.add<ptx::Tcgen05MmaWsOp, lowerProduct<ptx::Tcgen05MmaWsOp>>();
  table.add<ptx::Tcgen05MmaWsSpOp, lowerProduct<ptx::Tcgen05MmaWsSpOp>>();
}
