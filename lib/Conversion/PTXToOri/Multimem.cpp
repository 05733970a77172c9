//===- Multimem.cpp - Lowering of multimem --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multicast addresses: loads reduce what all devices have, LDGMC; stores and
// reductions go to all of them and are ordinary instructions (observed on
// ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "HalfEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptx::DataType;
using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

static bool isSingleHalf(DataType type) {
  return type == DataType::F16 || type == DataType::Bf16;
}
static bool isFloatType(DataType type) {
  return ptx::isFloat(type) || isHalfPair(type) ||
         ptx::getTypeKind(type) == 'x';
}

/// The elements of a vector side by side: two halves in a register.
static Value join(FuncLowering &l, DataType type, ValueRange ptxValues) {
  SmallVector<Value> parts;
  for (Value v : ptxValues)
    parts.push_back(
        l.part(l.get(v), 0, std::max(1u, ptx::getBitWidth(type) / 32)));
  if (isSingleHalf(type) && parts.size() > 1) {
    for (unsigned i = 0; i != parts.size() / 2; ++i)
      parts[i] = packHalves(l, parts[2 * i], parts[2 * i + 1]);
    parts.resize(parts.size() / 2);
  }
  return l.combine(parts);
}

static void setElements(FuncLowering &l, Operation *op, DataType type,
                        Value tuple) {
  SmallVector<Value> parts;
  unsigned count = op->getNumResults();
  unsigned width = std::max(1u, ptx::getBitWidth(type) / 32);
  for (unsigned i = 0; i != count; ++i) {
    if (isSingleHalf(type)) {
      Value pair = l.part(tuple, i / 2);
      parts.push_back(i % 2 ? l.shr(pair, l.imm(16), false) : pair);
    } else {
      parts.push_back(l.part(tuple, i * width, width));
    }
  }
  l.setResults(op, parts);
}

/// The type of a float reduction of `bits` bits, which does not flush.
template <typename Type>
static std::optional<Type> getFloatType(DataType type, unsigned bits) {
  auto bySize = [&](Type one, Type two, Type four) {
    return bits == 32 ? one : bits == 64 ? two : four;
  };
  if (type == DataType::F32)
    return bySize(Type::F32, Type::F32x2, Type::F32x4);
  if (type == DataType::F64)
    return Type::F64;
  if (type == DataType::F16 || type == DataType::F16x2)
    return bySize(Type::F16x2, Type::F16x4, Type::F16x8);
  if (isBf16Type(type))
    return bySize(Type::BF16x2, Type::BF16x4, Type::BF16x8);
  return std::nullopt;
}

/// The type of numbers of 8 bits, of which a register holds four.
static isa::McFType getNarrowType(DataType type, unsigned bits) {
  using isa::McFType;
  if (type == DataType::E4m3x4)
    return bits == 32   ? McFType::E4M3x4
           : bits == 64 ? McFType::E4M3x8
                        : McFType::E4M3x16;
  return bits == 32   ? McFType::E5M2x4
         : bits == 64 ? McFType::E5M2x8
                      : McFType::E5M2x16;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static LogicalResult lowerLdReduce(FuncLowering &l,
                                   ptx::MultimemLdReduceOp op) {
  DataType type = op.getDataType();
  unsigned bits = ptx::getBitWidth(type) * op->getNumResults();
  Address address =
      getAddress(l, op.getAddress(), op.getOffset(), ptx::Space::Global);
  uint64_t mods;
  Opcode opcode;
  if (isFloatType(type)) {
    opcode = Opcode::LDGMC_F;
    auto floatType = type == DataType::E4m3x4 || type == DataType::E5m2x4
                         ? getNarrowType(type, bits)
                         : getFloatType<isa::McFType>(type, bits);
    if (!floatType || !hasInstruction(l, opcode))
      return l.unsupported(op, "'multimem.ld_reduce' of this type");
    isa::McFOp kind = op.getOp() == ptx::AtomicOp::Min   ? isa::McFOp::MIN
                      : op.getOp() == ptx::AtomicOp::Max ? isa::McFOp::MAX
                      : op.getAccumulator() != ptx::MultimemAcc::None
                          ? isa::McFOp::HPADD
                          : isa::McFOp::ADD;
    mods = getAccessMods(opcode, MemType(0), address.offset,
                         isa::MemOrder::StrongSYS);
    mods = isa::LDGMC_F::type.set(mods, uint64_t(*floatType));
    mods = isa::LDGMC_F::op.set(mods, uint64_t(kind));
  } else {
    opcode = Opcode::LDGMC;
    if (!hasInstruction(l, opcode))
      return l.unsupported(op, "'multimem.ld_reduce'");
    bool isSigned = ptx::isSigned(type);
    // The sign does not matter to sums.
    bool isSum = op.getOp() == ptx::AtomicOp::Add;
    isa::McType mcType =
        bits == 64 ? (isSigned ? isa::McType::S64 : isa::McType::U64)
                   : (isSigned && !isSum ? isa::McType::S32 : isa::McType::U32);
    isa::McOp kind = op.getOp() == ptx::AtomicOp::Add   ? isa::McOp::ADD
                     : op.getOp() == ptx::AtomicOp::Min ? isa::McOp::MIN
                     : op.getOp() == ptx::AtomicOp::Max ? isa::McOp::MAX
                     : op.getOp() == ptx::AtomicOp::And ? isa::McOp::AND
                     : op.getOp() == ptx::AtomicOp::Or  ? isa::McOp::OR
                                                        : isa::McOp::XOR;
    mods = getAccessMods(opcode, MemType(0), address.offset,
                         isa::MemOrder::StrongSYS);
    mods = isa::LDGMC::type.set(mods, uint64_t(mcType));
    mods = isa::LDGMC::op.set(mods, uint64_t(kind));
  }
  // No descriptor: the uniform register would be added to the address.
  const isa::InstDesc &desc = isa::getDesc(opcode);
  mods = desc.mods[desc.findMod("desc")].field.set(mods, 0);
  Operation *load = l.guarded(op, opcode, {address.value, l.urz(2)}, mods);
  if (op.getSemantics() == ptx::Semantics::Acquire)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  setElements(l, op, type, load->getResult(0));
  return success();
}

static LogicalResult lowerSt(FuncLowering &l, ptx::MultimemStOp op) {
  DataType type = op.getDataType();
  Value data = join(l, type, op.getValues());
  if (op.getSemantics() == ptx::Semantics::Release)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  Address address =
      getAddress(l, op.getAddress(), op.getOffset(), ptx::Space::Global);
  unsigned width = ori::getWidth(data.getType());
  MemType memType = width == 1   ? MemType::B32
                    : width == 2 ? MemType::B64
                                 : MemType::B128;
  l.guarded(op, Opcode::STG, {address.value, l.descriptor(), data},
            getAccessMods(Opcode::STG, memType, address.offset,
                          getOrder(op.getSemantics(), op.getScope(), false)));
  return success();
}

static LogicalResult lowerRed(FuncLowering &l, ptx::MultimemRedOp op) {
  DataType type = op.getDataType();
  Value data = join(l, type, op.getValues());
  unsigned bits = 32 * ori::getWidth(data.getType());
  if (op.getSemantics() == ptx::Semantics::Release)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  Address address =
      getAddress(l, op.getAddress(), op.getOffset(), ptx::Space::Global);
  auto common = [&](Opcode opcode) {
    return getAccessMods(opcode, MemType(0), address.offset,
                         isa::MemOrder::StrongSYS);
  };
  if (isFloatType(type)) {
    auto floatType = getFloatType<isa::AtomFType>(type, bits);
    if (!floatType || !hasInstruction(l, Opcode::RED_F))
      return l.unsupported(op, "'multimem.red' of this type");
    isa::AtomFOp kind = op.getOp() == ptx::AtomicOp::Min   ? isa::AtomFOp::MIN
                        : op.getOp() == ptx::AtomicOp::Max ? isa::AtomFOp::MAX
                                                           : isa::AtomFOp::ADD;
    uint64_t mods =
        isa::RED_F::type.set(common(Opcode::RED_F), uint64_t(*floatType));
    l.guarded(op, Opcode::RED_F, {address.value, l.descriptor(), data},
              isa::RED_F::op.set(mods, uint64_t(kind)));
    return success();
  }
  bool isSigned = ptx::isSigned(type);
  isa::AtomType intType =
      bits == 64 ? (isSigned ? isa::AtomType::S64 : isa::AtomType::U64)
                 : (isSigned ? isa::AtomType::S32 : isa::AtomType::U32);
  isa::RedOp kind = op.getOp() == ptx::AtomicOp::Add   ? isa::RedOp::ADD
                    : op.getOp() == ptx::AtomicOp::Min ? isa::RedOp::MIN
                    : op.getOp() == ptx::AtomicOp::Max ? isa::RedOp::MAX
                    : op.getOp() == ptx::AtomicOp::And ? isa::RedOp::AND
                    : op.getOp() == ptx::AtomicOp::Or  ? isa::RedOp::OR
                                                       : isa::RedOp::XOR;
  uint64_t mods = isa::RED::type.set(common(Opcode::RED), uint64_t(intType));
  l.guarded(op, Opcode::RED, {address.value, l.descriptor(), data},
            isa::RED::op.set(mods, uint64_t(kind)));
  return success();
}

void ptxtoori::registerMultimemLowerings(HandlerTable &table) {
  table.add<ptx::MultimemLdReduceOp, lowerLdReduce>();
  table.add<ptx::MultimemStOp, lowerSt>();
  table.add<ptx::MultimemRedOp, lowerRed>();
}
