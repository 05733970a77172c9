//===- Cluster.cpp - Lowering of what blocks of a cluster share -----------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rank of a block in its cluster is the highest byte of the addresses of
// its shared memory.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::MemType;
using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Of 64 bits.
static LogicalResult lowerMapa(FuncLowering &l, ptx::MapaOp op) {
  Value a = l.get(op.getA());
  // The low three bytes of the address, the lowest one of the rank.
  Value mapped = l.prmt(l.get(op.getRank()), l.imm(0x654), l.lo(a));
  l.setResult(op, l.combine({mapped, l.hi(a)}));
  return success();
}

//===----------------------------------------------------------------------===//
// The barrier of the cluster
//===----------------------------------------------------------------------===//

static void arriveAtCluster(FuncLowering &l, ptx::BarrierClusterOp op) {
  if (op.getSemantics() != ptx::Semantics::Relaxed) {
    uint64_t mods = isa::MEMBAR::kDefaultMods;
    mods = isa::MEMBAR::scope.set(mods, uint64_t(isa::MembarScope::GPU));
    mods = isa::MEMBAR::sem.set(mods, uint64_t(isa::MembarSem::ALL));
    l.inst(Opcode::MEMBAR, {}, mods);
  }
  l.inst(Opcode::UCGABAR_ARV, {});
}

static void waitForCluster(FuncLowering &l) {
  l.inst(Opcode::UCGABAR_WAIT, {});
  l.inst(Opcode::CCTL_IVALL, {});
}

/// Where the launch has no clusters, the barrier is that of the block. Only
/// `.explicitcluster` says that it has some: `.reqnctapercluster` alone does
/// not (observed on ptxas 13.0.88).
static LogicalResult lowerBarrierCluster(FuncLowering &l,
                                         ptx::BarrierClusterOp op) {
  const target::ConstantBank &bank = *l.module.target->bank;
  if (!l.module.target->hasClusters())
    return l.unsupported(op, "'barrier.cluster'");
  bool arrives = op.getMode() == ptx::ClusterBarMode::Arrive;
  ptx::EntryOp entry = l.kernel.entry;
  bool hasClusters = entry && entry.getExplicitcluster();
  emitUnderGuard(l, op, [&] {
    l.inst(Opcode::WARPSYNC_ALL, {l.pt()});
    if (hasClusters)
      return arrives ? arriveAtCluster(l, op) : waitForCluster(l);
    Value isCluster =
        l.isetp(isa::ICmp::EQ, l.cbank(0, bank.isExplicitCluster), l.imm(1),
                /*isSigned=*/false);
    if (arrives)
      return emitIf(l, isCluster, /*negated=*/false,
                    [&] { arriveAtCluster(l, op); });
    emitIfElse(
        l, isCluster, /*negated=*/false,
        [&]() -> SmallVector<Value> {
          waitForCluster(l);
          return {};
        },
        [&]() -> SmallVector<Value> {
          l.inst(Opcode::BAR, {l.zero(), l.zero(), l.pt()});
          return {};
        });
  });
  return success();
}

void ptxtoori::registerClusterLowerings(HandlerTable &table) {
  table.add<ptx::MapaOp, lowerMapa>();
  table.add<ptx::BarrierClusterOp, lowerBarrierCluster>();
}
