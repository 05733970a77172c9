//===- ClusterLaunch.cpp - Cluster launch control, st.bulk ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.13.18 (clusterlaunchcontrol) and 9.7.9.13 (st.bulk). The
// response is opaque to programs; here its words are the coordinates of the
// first CTA of the cluster that is not launched any more, and 1; all zeros if
// there was none left.
//
//===----------------------------------------------------------------------===//

#include "Transfer.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using ptx::Space;

/// Takes the next cluster from the launch, if there is one.
static std::array<uint32_t, 4> cancelCluster(Launch &launch) {
  if (launch.nextCTA >= launch.numCTAs)
    return {0, 0, 0, 0};
  unsigned rank;
  const auto &grid = launch.config.grid;
  uint64_t first = launch.clusterShape.linearOf(launch.nextCTA, grid, rank);
  launch.nextCTA += launch.clusterShape.size();
  return {uint32_t(first % grid[0]), uint32_t(first / grid[0] % grid[1]),
          uint32_t(first / grid[0] / grid[1]), 1};
}

static void runTryCancel(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::ClusterlaunchcontrolTryCancelModifiers::unpack(inst.mods);
  // Without a space the addresses are generic ones of the own shared memory.
  auto addressOf = [&](unsigned l, unsigned k) {
    uint64_t at = w.in(inst, k)[l] + uint64_t(inst.offset[k]);
    return m.shared ? at : fromGeneric(w, Space::Shared, at);
  };
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint64_t to = addressOf(l, 0), barrier = addressOf(l, 1);
    std::array<uint32_t, 4> response = cancelCluster(*w.launch);
    auto send = [&](Space space, uint64_t at, uint64_t barrierAt) {
      uint8_t *p = access(w, inst, l, space, at, 16, 16, AccessKind::Write);
      if (!p)
        return;
      auto t = std::make_shared<Transfer>();
      t->bytes = 16;
      t->hasRead = true;
      t->data.resize(16);
      memcpy(t->data.data(), response.data(), 16);
      t->pieces.push_back({p, nullptr, 16});
      startForBarrier(w, inst, l, std::move(t), space, barrierAt);
    };
    if (!m.multicast)
      return send(Space::Shared, to, barrier);
    // To the same places of all CTAs.
    for (uint64_t rank = 0; rank < w.cta->cluster->ctas.size(); ++rank)
      if (!w.launch->faulted())
        send(Space::SharedCluster, (to & 0xffffff) | rank << 24,
             (barrier & 0xffffff) | rank << 24);
  });
}

static void runQueryCancel(Warp &w, const Instr &inst, LaneMask active) {
  using Query = ptx::ClusterQuery;
  auto m = ptx::ClusterlaunchcontrolQueryCancelModifiers::unpack(inst.mods);
  const Row &low = w.rows[inst.in[0]], &high = w.rows[inst.in[0] + 1];
  forLanes(active, [&](unsigned l) {
    uint64_t words[4] = {uint32_t(low[l]), low[l] >> 32, uint32_t(high[l]),
                         high[l] >> 32};
    switch (m.query) {
    case Query::IsCanceled:
      w.out(inst, 0)[l] = words[3] & 1;
      break;
    case Query::GetFirstCtaid:
      for (unsigned k = 0; k < inst.out.size(); ++k)
        w.out(inst, k)[l] = k < 3 ? words[k] : 0;
      break;
    default:
      w.out(inst, 0)[l] =
          words[unsigned(m.query) - unsigned(Query::GetFirstCtaidX)];
      break;
    }
  });
}

static void runStoreBulk(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::StBulkModifiers::unpack(inst.mods);
  Space space = m.shared ? Space::Shared : Space::None;
  unsigned size = unsigned(findSource(inst, "size"));
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint64_t bytes = w.in(inst, size)[l];
    uint64_t at = w.in(inst, 0)[l] + uint64_t(inst.offset[0]);
    if (bytes % 8 || bytes > 16777216)
      return w.launch->fault(w, inst, int(l),
                             "the size is no multiple of 8 up to 16777216");
    if (space == Space::None && spaceOf(w, at) != Space::Shared)
      return w.launch->fault(w, inst, int(l),
                             "the address is not in shared memory");
    if (!bytes)
      return;
    if (uint8_t *p = access(w, inst, l, space, at, unsigned(bytes), 8,
                            AccessKind::Write))
      memset(p, 0, bytes);
  });
}

bool interp::bindClusterLaunch(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::ClusterlaunchcontrolTryCancel:
    inst.run = runTryCancel;
    return true;
  case Opcode::ClusterlaunchcontrolQueryCancel:
    inst.run = runQueryCancel;
    return true;
  case Opcode::StBulk:
    inst.run = runStoreBulk;
    return true;
  default:
    return false;
  }
}
