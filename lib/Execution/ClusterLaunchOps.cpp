//===- ClusterLaunchOps.cpp - Requests for clusters, UMEMSETS -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The response of UGETNEXTWORKID, from the code that ptxas 13.0.88 makes of
// clusterlaunchcontrol.query_cancel: words 0 and 1 are the coordinates of the
// first CTA (x in 32, y and z in 16 bits each), bit 64 says that there is one.
//
//===----------------------------------------------------------------------===//

#include "BulkTransfer.h"
#include "LaunchState.h"
#include "MemoryOps.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

static void runNextWork(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  uint32_t response[4] = {};
  if (std::optional<uint64_t> next = m.launch->takeCluster()) {
    unsigned rank;
    const auto &grid = m.config->grid;
    uint64_t first = m.cluster.linearOf(*next * m.cluster.size(), grid, rank);
    response[0] = uint32_t(first % grid[0]);
    response[1] = uint32_t(first / grid[0] % grid[1]) |
                  uint32_t(first / grid[0] / grid[1]) << 16;
    response[2] = 1;
  }
  auto send = [&](uint32_t to, uint32_t barrier) {
    uint8_t *p = m.clusterShared(w, inst, lane, to, 16);
    if (!p)
      return;
    if (m.check) {
      CheckedAccess check(m, w, inst, Space::Cluster, AccessKind::Write, false);
      check(lane, to, 16);
    }
    auto copy = std::make_shared<BulkTransfer>();
    copy->bytes = 16;
    memcpy(copy->words, response, sizeof(response));
    copy->runs.push_back(
        {p, reinterpret_cast<const uint8_t *>(copy->words), 16});
    startForBarrier(m, w, inst, lane, std::move(copy), barrier);
  };
  uint32_t to = uniformWord(w, inst.a), barrier = uniformWord(w, inst.a, 1);
  if (isa::WorkIdCast(inst.mods[0]) == isa::WorkIdCast::SELFCAST)
    return send(to, barrier);
  for (unsigned rank = 0; rank < m.cluster.size() && !m.faulted(); ++rank)
    send(atRank(to, rank), atRank(barrier, rank));
}
static void bindNextWork(Binder &b) {
  b.out.a = b.source("addr");
  b.out.mods[0] = b.mods.value("cast");
  b.out.run = runNextWork;
}

/// UMEMSETS.64: so many units of 8 bytes become zeros. (No other value was seen
/// to be taken.)
static void runFill(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  uint32_t count = uniformWord(w, inst.c);
  uint32_t to = uniformWord(w, inst.a) + uint32_t(inst.imm);
  for (uint32_t k = 0; k < count; ++k) {
    uint8_t *p = m.shared(w, inst, lane, to + 8 * k, 8);
    if (!p)
      return;
    if (m.check) {
      CheckedAccess check(m, w, inst, Space::Shared, AccessKind::Write, false);
      check(lane, to + 8 * k, 8);
    }
    memset(p, 0, 8);
  }
}
static void bindFill(Binder &b) {
  b.out.a = b.source("addr");
  b.out.c = b.source("size");
  if (b.source("value").reg != kZeroRow)
    return b.unsupported("a value but zero");
  if (b.mods.has("offset"))
    b.out.imm = b.mods.signedValue("offset");
  b.out.run = runFill;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::clusterLaunchHandlers() {
  static const BindEntry entries[] = {
      {"UGETNEXTWORKID", bindNextWork},
      {"UMEMSETS", bindFill},
  };
  return entries;
}
