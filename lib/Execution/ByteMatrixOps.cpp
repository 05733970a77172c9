//===- ByteMatrixOps.cpp - Matrices of bytes in shared memory -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LDSM and STSM of 8-bit elements (sm_100 on). Each lane that has an address
// gives a row of 16 bytes. In registers lane l = 4g + t has four elements each:
//
//   M816    row g, columns 4t to 4t + 3
//   MT1616  column g (second register: g + 8), rows 4t to 4t + 3
//   MT168   rows 2t and 2t + 1 of columns g (low half) and g + 8 (high half)
//
// where rows are those in memory. Six and four bits (U6x16P32TO8, U4x16P64TO8)
// lie there without gaps, the padding behind them, and become bytes.
//
//===----------------------------------------------------------------------===//

#include "CheckedAccess.h"
#include "MemoryOps.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

/// Use of DInst::mods.
enum ByteMod { kSquare = kType, kBits = kOffset2 };

/// `bits` times 16 bits to 16 bytes.
static void widenRow(const uint8_t *from, unsigned bits, uint8_t *to) {
  uint64_t window = 0;
  unsigned have = 0;
  for (unsigned i = 0; i < 16; ++i) {
    while (have < bits) {
      window |= uint64_t(*from++) << have;
      have += 8;
    }
    to[i] = uint8_t(window & ((1u << bits) - 1));
    window >>= bits;
    have -= bits;
  }
}

template <bool Checked>
static void runLoad(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != w.threads || active != ~0u)
    return m.fault(w, inst, -1, "matrix load by a part of a warp");
  Addresses addr(m, w, inst);
  bool square = inst.mods[kSquare];
  unsigned addresses = inst.dWidth * 8;
  MaybeChecked<Checked> check(m, w, inst, Space::Shared, AccessKind::Read,
                              false);
  // The destination may hold the addresses: read everything first.
  uint8_t rows[kLanes][16];
  for (unsigned lane = 0; lane < addresses; ++lane) {
    const uint8_t *p = m.shared(w, inst, lane, addr[lane], 16);
    if (!p)
      return;
    check(lane, addr[lane], 16);
    widenRow(p, inst.mods[kBits], rows[lane]);
  }
  for (unsigned r = 0; r < inst.dWidth; ++r) {
    uint32_t *d = destRow(w, inst, r);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned g = lane / 4, t = lane % 4;
      if (!square) {
        memcpy(&d[lane], &rows[8 * r + g][4 * t], 4);
        continue;
      }
      uint32_t word = 0;
      for (unsigned e = 0; e < 4; ++e)
        word |= uint32_t(rows[r / 2 * 16 + 4 * t + e][r % 2 * 8 + g]) << 8 * e;
      d[lane] = word;
    }
  }
}

static void bindLoad(Binder &b) {
  bindAddress(b, Space::Shared);
  b.dest("d");
  auto format = isa::LdsmFormat(b.mods.value("format"));
  b.out.mods[kBits] = format == isa::LdsmFormat::U4x16P64TO8   ? 4
                      : format == isa::LdsmFormat::U6x16P32TO8 ? 6
                                                               : 8;
  auto shape = isa::LdsmShape(b.mods.value("shape"));
  b.out.mods[kSquare] =
      shape == isa::LdsmShape::MT1616 || shape == isa::LdsmShape::MT1616_2;
  b.out.run = runLoad<false>;
  b.out.checked = runLoad<true>;
}

template <bool Checked>
static void runStore(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "matrix store by a part of a warp");
  Addresses addr(m, w, inst);
  MaybeChecked<Checked> check(m, w, inst, Space::Shared, AccessKind::Write,
                              false);
  for (unsigned i = 0; i < inst.c.width; ++i) {
    const uint32_t *data =
        w.R[inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + i];
    uint8_t rows[8][16];
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned e = 0; e < 4; ++e)
        rows[2 * (lane % 4) + (e & 1)][lane / 4 + (e & 2) * 4] =
            uint8_t(data[lane] >> 8 * e);
    for (unsigned r = 0; r < 8; ++r) {
      unsigned lane = 8 * i + r;
      uint8_t *p = m.shared(w, inst, lane, addr[lane], 16);
      if (!p)
        return;
      check(lane, addr[lane], 16, p, rows[r]);
      memcpy(p, rows[r], 16);
    }
  }
}

static void bindStore(Binder &b) {
  bindAddress(b, Space::Shared);
  b.out.c = b.source("data");
  b.out.run = runStore<false>;
  b.out.checked = runStore<true>;
}

llvm::ArrayRef<BindEntry> ptxmlir::exec::byteMatrixHandlers() {
  static const BindEntry entries[] = {
      {"LDSM_8", bindLoad},
      {"STSM_8", bindStore},
  };
  return entries;
}
