//===- Fence.cpp - Lowering of fences and hints to caches -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of fence, membar and prefetch, and of what tells the caches how
// data will be used.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MemoryAccess.h"
#include "ptx-mlir/Dialect/CodeMarks.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

static LogicalResult lowerMembar(FuncLowering &l, ptx::MembarOp op) {
  ptx::Scope scope = op.getLevel() == ptx::MembarLevel::Cta  ? ptx::Scope::Cta
                     : op.getLevel() == ptx::MembarLevel::Gl ? ptx::Scope::Gpu
                                                             : ptx::Scope::Sys;
  emitFence(l, op, scope, /*sequential=*/true);
  return success();
}

static void emitMembar(FuncLowering &l, Operation *op, isa::MembarSem sem,
                       isa::MembarScope scope) {
  uint64_t mods = isa::MEMBAR::kDefaultMods;
  mods = isa::MEMBAR::scope.set(mods, uint64_t(scope));
  mods = isa::MEMBAR::sem.set(mods, uint64_t(sem));
  l.guarded(op, Opcode::MEMBAR, {}, mods);
}

static void emitAsyncFence(FuncLowering &l, Operation *op,
                           isa::FenceSpace space) {
  l.guarded(op, Opcode::FENCE_VIEW_ASYNC, {},
            isa::FENCE_VIEW_ASYNC::space.set(
                isa::FENCE_VIEW_ASYNC::kDefaultMods, uint64_t(space)));
}

static void emitInvalidate(FuncLowering &l, Operation *op) {
  l.guarded(op, Opcode::CCTL_IVALL, {},
            isa::getDesc(Opcode::CCTL_IVALL).defaultMods);
}

/// Shared memory of the block is in order for other proxies.
static void emitSharedRelease(FuncLowering &l, Operation *op) {
  emitMembar(l, op, isa::MembarSem::ALL, isa::MembarScope::CTA);
  emitAsyncFence(l, op, isa::FenceSpace::S);
}

/// Fences between the generic proxy and another one, as ptxas 13.0.88 has them.
static LogicalResult lowerProxyFence(FuncLowering &l, ptx::FenceOp op) {
  switch (op.getProxyKind()) {
  case ptx::ProxyKind::Alias:
    emitMembar(l, op, isa::MembarSem::SC, isa::MembarScope::SYS);
    emitInvalidate(l, op);
    return success();
  case ptx::ProxyKind::Async:
    if (!l.module.target->hasClusters())
      break;
    switch (op.getSpace()) {
    case ptx::FenceSpace::SharedCta:
      emitSharedRelease(l, op);
      return success();
    default:
      emitMembar(l, op, isa::MembarSem::ALL, isa::MembarScope::GPU);
      emitAsyncFence(l, op, isa::FenceSpace::S);
      return success();
    }
  case ptx::ProxyKind::AsyncGeneric:
    if (!l.module.target->hasClusters())
      break;
    if (op.getSemantics() == ptx::Semantics::Release)
      emitSharedRelease(l, op);
    return success();
  case ptx::ProxyKind::TensormapGeneric: {
    if (!l.module.target->hasClusters())
      break;
    if (op.getSemantics() == ptx::Semantics::Release) {
      emitMembar(l, op, isa::MembarSem::ALL, isa::MembarScope::GPU);
      return success();
    }
    Value map = fitOffset(l,
                          getAddress(l, op.getAddress(), op.getOffset(),
                                     ptx::Space::Global),
                          /*bits=*/op.getOffset() ? 1 : 24)
                    .value;
    emitThreadByThread(l, op, [&] {
      // All that is under way is done before the copy of the map goes.
      unsigned allBarriers =
          (1u << l.module.target->latencies->numBarriers) - 1;
      l.inst(Opcode::DEPBAR, {},
             isa::DEPBAR::mask.set(isa::DEPBAR::kDefaultMods, allBarriers));
      l.inst(Opcode::UTMACCTL, {toUniform(l, map)},
             isa::UTMACCTL::op.set(isa::UTMACCTL::kDefaultMods,
                                   uint64_t(isa::TensorCctlOp::IV)));
    });
    return success();
  }
  default:
    break;
  }
  return l.unsupported(op, "'fence.proxy' of this kind");
}

static LogicalResult lowerFence(FuncLowering &l, ptx::FenceOp op) {
  if (op.getProxy())
    return lowerProxyFence(l, op);
  // The operations that initialise mbarriers are in order by themselves.
  if (op.getMbarrierInit())
    return success();
  switch (op.getSyncRestrict()) {
  case ptx::SyncRestrict::SyncRestrictSharedCta:
    emitSharedRelease(l, op);
    return success();
  case ptx::SyncRestrict::SyncRestrictSharedCluster:
    return success();
  case ptx::SyncRestrict::None:
    break;
  }
  emitFence(l, op, op.getScope(), op.getSemantics() == ptx::Semantics::Sc);
  return success();
}

/// Each lane of the warp moves a word of the map.
static LogicalResult lowerCpFenceproxy(FuncLowering &l,
                                       ptx::TensormapCpFenceproxyOp op) {
  l.markKernel(kCopiesTensorMapAttr);
  l.warpSync(op);
  Value lane = l.shl(l.specialRegister(isa::SpecialReg::LANEID), l.imm(2));
  Address source =
      getAddress(l, op.getSrc(), op.getOffset1(), ptx::Space::Shared);
  Address target =
      getAddress(l, op.getDst(), op.getOffset(), ptx::Space::Global);
  Value word = l.guarded(op, Opcode::LDS, {l.iadd(source.value, lane), l.urz()},
                         getAccessMods(Opcode::LDS, isa::MemType::B32,
                                       source.offset, isa::MemOrder::Weak))
                   ->getResult(0);
  uint64_t mods = getAccessMods(Opcode::ATOMG, isa::MemType(0), target.offset,
                                isa::MemOrder::StrongGPU);
  mods = isa::ATOMG::op.set(mods, uint64_t(isa::AtomOp::EXCH));
  Value to = l.add64(target.value, l.combine({lane, l.zero()}));
  l.guarded(op, Opcode::ATOMG, {to, l.descriptor(), word}, mods);
  emitMembar(l, op, isa::MembarSem::ALL, isa::MembarScope::GPU);
  return success();
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

static LogicalResult lowerPrefetch(FuncLowering &l, ptx::PrefetchOp op) {
  // Not acting on a hint is correct, also where the machine has none for it.
  if (op.getTensormap()) {
    if (!l.module.target->hasClusters() || op.getSpace() != ptx::Space::None)
      return success();
    Value map = fitOffset(l,
                          getAddress(l, op.getAddress(), op.getOffset(),
                                     ptx::Space::Global),
                          /*bits=*/op.getOffset() ? 1 : 24)
                    .value;
    emitUnderGuard(l, op, [&] {
      l.inst(Opcode::UTMACCTL, {toUniform(l, map)},
             isa::UTMACCTL::op.set(isa::UTMACCTL::kDefaultMods,
                                   uint64_t(isa::TensorCctlOp::PF)));
    });
    return success();
  }
  return success();
}

void ptxtoori::registerFenceLowerings(HandlerTable &table) {
  table.add<ptx::MembarOp, lowerMembar>();
  table.add<ptx::FenceOp, lowerFence>();
  table.add<ptx::TensormapCpFenceproxyOp, lowerCpFenceproxy>();
  table.add<ptx::PrefetchOp, lowerPrefetch>();
}
