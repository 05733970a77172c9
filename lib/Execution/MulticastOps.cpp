//===- MulticastOps.cpp - Reductions at multicast addresses ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multicast objects of a launch have one device: an address stands for one
// place, so that LDGMC is a load. (Stores and REDG at such addresses are the
// plain ones.)
//
//===----------------------------------------------------------------------===//

#include "CheckedAccess.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

static void runReducingLoad(Machine &m, Warp &w, const DInst &inst,
                            LaneMask active) {
  Addresses addr(m, w, inst);
  unsigned bytes = 4 * inst.dWidth;
  std::optional<CheckedAccess> check;
  if (m.check)
    check.emplace(m, w, inst, Space::Global, AccessKind::Read, true);
  // The destination may hold the addresses.
  uint32_t words[4][kLanes];
  forLanes(active, [&](unsigned lane) {
    uint64_t address = addr[lane];
    const uint8_t *p = m.global(w, inst, lane, address, bytes);
    if (!p)
      return;
    if (check)
      (*check)(lane, address, bytes);
    uint32_t v[4];
    loadBytes(v, p, bytes, m.isParallel());
    for (unsigned k = 0; k < inst.dWidth; ++k)
      words[k][lane] = v[k];
  });
  if (m.faulted())
    return;
  for (unsigned k = 0; k < inst.dWidth; ++k)
    forLanes(active, [&](unsigned lane) {
      destRow(w, inst, k)[lane] = words[k][lane];
    });
}
static void bindReducingLoad(Binder &b) {
  bindAddress(b, Space::Global);
  b.dest("d");
  b.out.run = runReducingLoad;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::multicastHandlers() {
  static const BindEntry entries[] = {
      {"LDGMC", bindReducingLoad},
      {"LDGMC_F", bindReducingLoad},
  };
  return entries;
}
