//===- AsyncStores.cpp - Lowering of st.async and red.async ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous stores and reductions. Those that an mbarrier hears of are
// instructions. For the others nobody can wait, so that an ordinary store or
// reduction is one, with a fence of its scope before it if it releases. ptxas
// 13.0.88 makes USTGR and UREDGR of them, thread by thread, of sm_100 on, and
// nothing at all in older SMs; of the reductions that the PTX ISA does not have
// (all but add) it leaves some out and adds for others. Here all are done.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// An address in shared memory with its offset added.
static Value getShared(FuncLowering &l, Value ptxAddress, int64_t offset) {
  Address address = getAddress(l, ptxAddress, offset, ptx::Space::Shared);
  return fitOffset(l, address, /*bits=*/address.offset ? 1 : 24).value;
}

//===----------------------------------------------------------------------===//
// Stores and reductions that an mbarrier hears of
//===----------------------------------------------------------------------===//

/// The address and that of the mbarrier, in the shared memory of the cluster.
template <typename OpT> static Value getTargetPair(FuncLowering &l, OpT op) {
  return l.combine({getShared(l, op.getAddress(), op.getOffset()),
                    getShared(l, op.getMbarrier(), op.getOffset1())});
}

/// The order of an access that nobody waits for, behind the fence of one that
/// releases. One that says no scope is of the whole system.
template <typename OpT>
static isa::MemOrder releaseAt(FuncLowering &l, OpT op) {
  if (op.getSemantics() == ptx::Semantics::Release)
    emitFence(l, op, op.getScope(), /*sequential=*/false);
  if (op.getMmio())
    return isa::MemOrder::MmioSYS;
  return op.getScope() == ptx::Scope::Gpu ? isa::MemOrder::StrongGPU
                                          : isa::MemOrder::StrongSYS;
}

static LogicalResult lowerPlainStore(FuncLowering &l, ptx::StAsyncOp op) {
  ptx::DataType type = op.getDataType();
  ptx::Space space = op.getSpace();
  isa::MemOrder order = releaseAt(l, op);
  Address address = getAddress(l, op.getAddress(), op.getOffset(), space);
  Opcode opcode = space == ptx::Space::Shared   ? Opcode::STS
                  : space == ptx::Space::Global ? Opcode::STG
                                                : Opcode::ST;
  Value where = space == ptx::Space::Shared ? l.urz() : l.descriptor();
  Value data = joinStored(l, type, {l.get(op.getValues().front())});
  uint64_t mods = getAccessMods(opcode, *getRawMemType(ptx::getBitWidth(type)),
                                address.offset, order);
  markOrder(l.guarded(op, opcode, {address.value, where, data}, mods), order);
  return success();
}

static LogicalResult lowerStAsync(FuncLowering &l, ptx::StAsyncOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  if (!op.getCompletion())
    return lowerPlainStore(l, op);
  SmallVector<Value> parts;
  for (Value v : op.getValues())
    parts.push_back(l.get(v));
  Value data = l.combine(parts);
  unsigned width = ori::getWidth(data.getType());
  isa::StasSize size = width == 1   ? isa::StasSize::B32
                       : width == 2 ? isa::StasSize::B64
                                    : isa::StasSize::B128;
  l.guarded(op, Opcode::STAS, {getTargetPair(l, op), l.urz(), data},
            isa::STAS::size.set(isa::STAS::kDefaultMods, uint64_t(size)));
  return success();
}

static uint64_t getReduceOp(ptx::AtomicOp op) {
  using Op = isa::RedasOp;
  switch (op) {
  case ptx::AtomicOp::Min:
    return uint64_t(Op::MIN);
  case ptx::AtomicOp::Max:
    return uint64_t(Op::MAX);
  case ptx::AtomicOp::Inc:
    return uint64_t(Op::INC);
  case ptx::AtomicOp::Dec:
    return uint64_t(Op::DEC);
  case ptx::AtomicOp::And:
    return uint64_t(Op::AND);
  case ptx::AtomicOp::Or:
    return uint64_t(Op::OR);
  case ptx::AtomicOp::Xor:
    return uint64_t(Op::XOR);
  default:
    return uint64_t(Op::ADD);
  }
}

static LogicalResult lowerRedAsync(FuncLowering &l, ptx::RedAsyncOp op) {
  if (failed(requireClusters(l, op)))
    return failure();
  if (!op.getCompletion())
    return emitReduction(l, op, op.getOp(), op.getDataType(), op.getSpace(),
                         releaseAt(l, op), op.getAddress(), op.getOffset(),
                         l.get(op.getValue()));
  ptx::DataType type = op.getDataType();
  isa::RedasType redType = ptx::getBitWidth(type) == 64 ? isa::RedasType::U64
                           : ptx::isSigned(type)        ? isa::RedasType::S32
                                                        : isa::RedasType::U32;
  uint64_t mods =
      isa::REDAS::op.set(isa::REDAS::kDefaultMods, getReduceOp(op.getOp()));
  mods = isa::REDAS::type.set(mods, uint64_t(redType));
  l.guarded(op, Opcode::REDAS,
            {getTargetPair(l, op), l.urz(), l.get(op.getValue())}, mods);
  return success();
}

void ptxtoori::registerAsyncStoreLowerings(HandlerTable &table) {
  table.add<ptx::StAsyncOp, lowerStAsync>();
  table.add<ptx::RedAsyncOp, lowerRedAsync>();
}
