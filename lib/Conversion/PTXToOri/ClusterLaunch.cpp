//===- ClusterLaunch.cpp - Cluster launch control and st.bulk -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The response to try_cancel has the block's x, then y in the low and z in the
// high half of a word, and whether there is one in bit 0 of the third word
// (observed on ptxas 13.0.88).
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// An address of the block's own shared memory with its offset.
static Value getSharedAddress(FuncLowering &l, Value ptxAddress,
                              int64_t offset) {
  Address address = getAddress(l, ptxAddress, offset, ptx::Space::Shared);
  return address.offset ? l.iadd(address.value, l.imm(uint32_t(address.offset)))
                        : address.value;
}

static LogicalResult lowerTryCancel(FuncLowering &l,
                                    ptx::ClusterlaunchcontrolTryCancelOp op) {
  Value addresses =
      l.combine({getSharedAddress(l, op.getAddress(), op.getOffset()),
                 getSharedAddress(l, op.getMbarrier(), op.getOffset1())});
  uint64_t mods = isa::UGETNEXTWORKID::cast.set(
      isa::UGETNEXTWORKID::kDefaultMods,
      uint64_t(op.getMulticast() ? isa::WorkIdCast::BROADCAST
                                 : isa::WorkIdCast::SELFCAST));
  // Each thread asks for a cluster of its own.
  emitThreadByThread(l, op, [&] {
    l.inst(Opcode::UGETNEXTWORKID, {toUniform(l, addresses)}, mods);
  });
  return success();
}

static LogicalResult
lowerQueryCancel(FuncLowering &l, ptx::ClusterlaunchcontrolQueryCancelOp op) {
  using Query = ptx::ClusterQuery;
  Value response = l.get(op.getResponse());
  Value x = l.part(response, 0), yz = l.part(response, 1);
  Value y = l.band(yz, l.imm(0xffff)),
        z = l.shr(yz, l.imm(16), /*isSigned=*/false);
  switch (op.getQuery()) {
  case Query::IsCanceled:
    l.setResult(op, l.isetp(isa::ICmp::NE,
                            l.band(l.part(response, 2), l.imm(1)), l.zero(),
                            /*isSigned=*/false));
    return success();
  case Query::GetFirstCtaid: {
    Value all[] = {x, y, z, l.zero()};
    l.setResults(op, ArrayRef(all).take_front(op->getNumResults()));
    return success();
  }
  case Query::GetFirstCtaidX:
    l.setResult(op, x);
    return success();
  case Query::GetFirstCtaidY:
    l.setResult(op, y);
    return success();
  default:
    l.setResult(op, z);
    return success();
  }
}

/// Zeros, eight bytes each.
static LogicalResult lowerStBulk(FuncLowering &l, ptx::StBulkOp op) {
  Value address = getSharedAddress(l, op.getAddress(), op.getOffset());
  Value count = l.shr(l.lo(l.get(op.getSize())), l.imm(3), /*isSigned=*/false);
  auto emit = [&] {
    l.inst(Opcode::UMEMSETS,
           {toUniform(l, address), l.urz(), toUniform(l, count)});
  };
  if (isAlike(address) && isAlike(count))
    emitUnderGuard(l, op, emit);
  else
    emitThreadByThread(l, op, emit);
  return success();
}

void ptxtoori::registerClusterLaunchLowerings(HandlerTable &table) {
  table.add<ptx::ClusterlaunchcontrolTryCancelOp, lowerTryCancel>();
  table.add<ptx::ClusterlaunchcontrolQueryCancelOp, lowerQueryCancel>();
  table.add<ptx::StBulkOp, lowerStBulk>();
}
