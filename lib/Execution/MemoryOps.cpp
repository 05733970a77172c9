//===- MemoryOps.cpp - Loads and stores -----------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address is the register (32 bits, or a pair) plus the uniform register
// unless that is a memory descriptor, plus the offset. Shared and local
// addresses are 32-bit sums. Lanes access memory in ascending order.
//
//===----------------------------------------------------------------------===//

#include "BulkOps.h"
#include "CheckedAccess.h"
#include "ptx-mlir/ISA/MemoryTypes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::MemType;
using isa::Operand;

Addresses::Addresses(Machine &m, Warp &w, const DInst &inst)
    : reg(lanesOf(m, w, inst, inst.a, scratch)), wide(inst.a.width > 1),
      scale(inst.mods[kAddrScale]) {
  addend = uint64_t(inst.imm);
  if (!inst.mods[kIsDescriptor])
    addend += uniformValue(m, w, inst, inst.b);
  auto space = Space(inst.mods[kSpace]);
  narrow = space == Space::Shared || space == Space::Local ||
           space == Space::Cluster;
}

void ptxmlir::exec::bindAddress(Binder &b, Space space) {
  DInst &out = b.out;
  out.mods[kSpace] = uint32_t(space);
  out.a.kind = out.b.kind = Operand::Imm;
  if (b.hasSlot("addr"))
    out.a = b.source("addr");
  if (b.hasSlot("ur")) {
    out.b = b.source("ur");
    // Before it is known to be a descriptor, a uniform addend is a pair only
    // where addresses are.
    if (space == Space::Shared || space == Space::Local ||
        space == Space::Cluster)
      out.b.width = 1;
  }
  out.mods[kIsDescriptor] = b.mods.optional("desc");
  if (b.mods.has("offset"))
    out.imm = b.mods.signedValue("offset");
  // Shared addresses may be index * 4, 8, 16.
  unsigned scale = b.mods.optional("scale");
  out.mods[kAddrScale] = scale ? scale + 1 : 0;
}

uint8_t *ptxmlir::exec::accessSpace(Machine &m, Warp &w, const DInst &inst,
                                    unsigned lane, uint64_t address,
                                    unsigned bytes) {
  switch (Space(inst.mods[kSpace])) {
  case Space::Global:
    return m.global(w, inst, lane, address, bytes);
  case Space::Shared:
    return m.shared(w, inst, lane, address, bytes);
  case Space::Local:
    return m.local(w, inst, lane, address, bytes);
  case Space::Generic:
    return m.generic(w, inst, lane, address, bytes);
  case Space::Cluster:
    return m.clusterShared(w, inst, lane, address, bytes);
  }
  return nullptr;
}

/// Puts what was loaded into registers, extended as the type says.
static void loadInto(Warp &w, const DInst &inst, unsigned lane,
                     uint32_t (&v)[4]) {
  unsigned bytes = getBytes(MemType(inst.mods[kType]));
  if (MemType(inst.mods[kType]) == MemType::S8)
    v[0] = uint32_t(int32_t(int8_t(v[0])));
  if (MemType(inst.mods[kType]) == MemType::S16)
    v[0] = uint32_t(int32_t(int16_t(v[0])));
  for (unsigned i = 0; i < (bytes + 3) / 4; ++i)
    destRow(w, inst, i)[lane] = v[i];
}

template <bool Checked>
static void runLoad(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  Addresses addr(m, w, inst);
  MaybeChecked<Checked> check(m, w, inst, Space(inst.mods[kSpace]),
                              AccessKind::Read, inst.mods[kStrong]);
  unsigned bytes = getBytes(MemType(inst.mods[kType]));
  LaneMask enabled = lanesOf(w, inst.pp);
  bool ordered = isOrdered(m, inst);
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    // A load that its predicate forbids gives zero.
    uint32_t v[4] = {0, 0, 0, 0};
    if (enabled >> lane & 1) {
      const uint8_t *p = accessSpace(m, w, inst, lane, addr[lane], bytes);
      if (!p)
        return;
      check(lane, addr[lane], bytes);
      loadBytes(v, p, bytes, ordered);
    }
    loadInto(w, inst, lane, v);
  }
}

template <bool Checked>
static void runStore(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  Addresses addr(m, w, inst);
  MaybeChecked<Checked> check(m, w, inst, Space(inst.mods[kSpace]),
                              AccessKind::Write, inst.mods[kStrong]);
  unsigned bytes = getBytes(MemType(inst.mods[kType]));
  bool ordered = isOrdered(m, inst);
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    uint8_t *p = accessSpace(m, w, inst, lane, addr[lane], bytes);
    if (!p)
      return;
    uint32_t v[4];
    for (unsigned i = 0; i < (bytes + 3) / 4; ++i)
      v[i] = w.R[inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + i][lane];
    check(lane, addr[lane], bytes, p, reinterpret_cast<uint8_t *>(v));
    storeBytes(p, v, bytes, ordered);
  }
}

/// Whether the memory order makes the access one of the strong operations.
static bool isStrong(Binder &b) {
  if (!b.mods.has("order"))
    return false;
  auto order = isa::MemOrder(b.mods.value("order"));
  return order != isa::MemOrder::Weak && order != isa::MemOrder::Constant;
}

static void bindLoad(Binder &b, Space space) {
  bindAddress(b, space);
  b.dest("d");
  b.out.mods[kType] = b.mods.value("type");
  b.out.pp = b.predicate("pp");
  b.out.mods[kStrong] = isStrong(b);
  b.out.run = runLoad<false>;
  b.out.checked = runLoad<true>;
}
static void bindStore(Binder &b, Space space) {
  bindAddress(b, space);
  b.out.c = b.source("data");
  b.out.mods[kType] = b.mods.value("type");
  b.out.mods[kStrong] = isStrong(b);
  b.out.run = runStore<false>;
  b.out.checked = runStore<true>;
}

//===----------------------------------------------------------------------===//
// Accesses of 32 bytes
//===----------------------------------------------------------------------===//

/// Eight words in two operands. The mask says which are accessed; of a load,
/// those of each operand go into consecutive registers.
constexpr unsigned kWideWords = 8;
/// Use of DInst::mods besides kSpace and kStrong.
enum WideMod { kMask = kType, kSecond = kOffset2 };

/// Row of word `k` of a wide access, whose operands start at two rows.
static unsigned wideRow(unsigned first, unsigned second, unsigned none,
                        unsigned k) {
  unsigned row = k < kWideWords / 2 ? first : second;
  return row == none ? none : row + k % (kWideWords / 2);
}

template <bool Checked>
static void runWideLoad(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  Addresses addr(m, w, inst);
  MaybeChecked<Checked> check(m, w, inst, Space::Global, AccessKind::Read,
                              inst.mods[kStrong]);
  LaneMask enabled = lanesOf(w, inst.pp);
  bool ordered = isOrdered(m, inst);
  forLanes(active, [&](unsigned lane) {
    uint32_t words[kWideWords] = {};
    // A load that its predicate forbids gives zero.
    if (enabled >> lane & 1) {
      uint64_t address = addr[lane];
      const uint8_t *p = m.global(w, inst, lane, address, sizeof(words));
      if (!p)
        return;
      loadBytes(words, p, 16, ordered);
      loadBytes(words + 4, p + 16, 16, ordered);
      for (unsigned k = 0; k < kWideWords; ++k)
        if (inst.mods[kMask] >> k & 1)
          check(lane, address + 4 * k, 4);
    }
    unsigned used[2] = {0, 0};
    for (unsigned k = 0; k < kWideWords; ++k)
      if (inst.mods[kMask] >> k & 1) {
        unsigned half = k / (kWideWords / 2);
        unsigned slot = half * (kWideWords / 2) + used[half]++;
        w.R[wideRow(inst.d, inst.mods[kSecond], kSinkRow, slot)][lane] =
            words[k];
      }
  });
}

template <bool Checked>
static void runWideStore(Machine &m, Warp &w, const DInst &inst,
                         LaneMask active) {
  Addresses addr(m, w, inst);
  MaybeChecked<Checked> check(m, w, inst, Space::Global, AccessKind::Write,
                              inst.mods[kStrong]);
  bool ordered = isOrdered(m, inst);
  forLanes(active, [&](unsigned lane) {
    uint64_t address = addr[lane];
    uint8_t *p = m.global(w, inst, lane, address, 4 * kWideWords);
    if (!p)
      return;
    // Two words may be one element.
    for (unsigned k = 0; k < kWideWords; k += 2) {
      unsigned enabled = inst.mods[kMask] >> k & 3;
      uint32_t v[2];
      for (unsigned i = 0; i < 2; ++i) {
        v[i] =
            w.R[wideRow(inst.c.reg, inst.mods[kSecond], kZeroRow, k + i)][lane];
        if (enabled >> i & 1)
          check(lane, address + 4 * (k + i), 4, p + 4 * (k + i),
                reinterpret_cast<uint8_t *>(&v[i]));
      }
      if (enabled == 3)
        storeBytes(p + 4 * k, v, 8, ordered);
      else if (enabled)
        storeBytes(p + 4 * (k + enabled - 1), &v[enabled - 1], 4, ordered);
    }
  });
}

static void bindWideLoad(Binder &b) {
  bindAddress(b, Space::Global);
  b.dest("d2");
  b.out.mods[kSecond] = b.out.d;
  b.dest("d");
  b.out.mods[kMask] = b.mods.value("mask");
  b.out.mods[kStrong] = isStrong(b);
  b.out.pp = b.predicate("pp");
  b.out.run = runWideLoad<false>;
  b.out.checked = runWideLoad<true>;
}
static void bindWideStore(Binder &b) {
  bindAddress(b, Space::Global);
  b.out.c = b.source("data");
  b.out.mods[kSecond] = b.source("data2").reg;
  b.out.mods[kMask] = b.mods.value("mask");
  b.out.mods[kStrong] = isStrong(b);
  b.out.run = runWideStore<false>;
  b.out.checked = runWideStore<true>;
}

//===----------------------------------------------------------------------===//
// Constant banks
//===----------------------------------------------------------------------===//

/// The offset of an instruction has a sign; a bank has 64 KB.
static uint32_t bankOffset(const DInst &inst, uint32_t index) {
  uint32_t offset = uint32_t(int32_t(int16_t(inst.c.value))) + index;
  return int32_t(offset) < 0 ? offset + 0x10000 : offset;
}

/// Constants may lie anywhere; sizes that are known make plain moves.
static void copyConstant(void *to, const uint8_t *p, unsigned bytes) {
  switch (bytes) {
  case 1:
    memcpy(to, p, 1);
    break;
  case 2:
    memcpy(to, p, 2);
    break;
  case 4:
    memcpy(to, p, 4);
    break;
  case 8:
    memcpy(to, p, 8);
    break;
  default:
    memcpy(to, p, 16);
    break;
  }
}

static void runLdc(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t scratch[2];
  auto index = lanesOf(m, w, inst, inst.a, scratch);
  unsigned bytes = getBytes(MemType(inst.mods[kType]));
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    uint32_t offset = bankOffset(inst, index.lo[lane * index.stride]);
    const uint8_t *p = m.constant(w, inst, inst.c.reg, offset, bytes);
    if (!p)
      return;
    uint32_t v[4] = {0, 0, 0, 0};
    copyConstant(v, p, bytes);
    loadInto(w, inst, lane, v);
  }
}

static void runUldc(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  uint32_t v[4] = {0, 0, 0, 0};
  unsigned bytes = getBytes(MemType(inst.mods[kType]));
  uint32_t offset =
      bankOffset(inst, uint32_t(uniformValue(m, w, inst, inst.a)));
  const uint8_t *p = m.constant(w, inst, inst.c.reg, offset, bytes);
  if (!p)
    return;
  memcpy(v, p, bytes);
  if (MemType(inst.mods[kType]) == MemType::S8)
    v[0] = uint32_t(int32_t(int8_t(v[0])));
  if (MemType(inst.mods[kType]) == MemType::S16)
    v[0] = uint32_t(int32_t(int16_t(v[0])));
  for (unsigned i = 0; i < (bytes + 3) / 4; ++i)
    w.UR[inst.d == kSinkRow ? kSinkRow : inst.d + i] = v[i];
}

static void bindLdc(Binder &b) {
  DInst &out = b.out;
  b.dest("d");
  out.a = b.source("addr");
  if (b.mods.optional("mode"))
    return b.unsupported("an indexing mode");
  out.c.reg = uint16_t(b.mods.value("bank"));
  // The field is signed in assembly text only.
  out.c.value = uint64_t(b.mods.signedValue("offset")) & 0x1ffff;
  if (b.desc.name == llvm::StringRef("LDC"))
    out.c.value &= 0xffff;
  out.mods[kType] = b.mods.value("type");
  out.run = out.uniform ? runUldc : runLdc;
}

//===----------------------------------------------------------------------===//
// Copies from global to shared memory (cp.async), matrix loads
//===----------------------------------------------------------------------===//

void Warp::completeCopies(size_t count) {
  for (size_t i = 0; i < count; ++i)
    memcpy(copies[i].to, copies[i].data, copies[i].size);
  copies.erase(copies.begin(), copies.begin() + count);
  size_t groups = 0;
  for (size_t &end : copyGroups)
    if (end > count)
      copyGroups[groups++] = end - count;
  copyGroups.resize(groups);
}

void Warp::completeGroups(size_t pending) {
  if (copyGroups.size() > pending)
    completeCopies(copyGroups[copyGroups.size() - pending - 1]);
}

/// Reads at once; the write waits for DEPBAR or ARRIVES. `c` is the shared
/// address, to which a uniform register may be added (`b`).
template <bool Checked, bool HasUniform>
static void runLdgsts(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  Addresses addr(m, w, inst);
  MaybeChecked<Checked> checkRead(m, w, inst, Space::Global, AccessKind::Read,
                                  false);
  MaybeChecked<Checked> checkWrite(m, w, inst, Space::Shared,
                                   AccessKind::AsyncWrite, false);
  uint32_t scratch[2];
  auto to = lanesOf(m, w, inst, inst.c, scratch);
  unsigned bytes = getBytes(MemType(inst.mods[kType]));
  LaneMask enabled = lanesOf(w, inst.pp);
  uint32_t addend = inst.mods[kOffset2];
  if (HasUniform)
    addend += uint32_t(uniformValue(m, w, inst, inst.b));
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    unsigned lane = unsigned(__builtin_ctz(rest));
    uint32_t target = to.lo[lane * to.stride] + addend;
    AsyncCopy copy = {};
    copy.to = m.shared(w, inst, lane, target, bytes);
    copy.size = uint8_t(bytes);
    copy.lane = uint8_t(lane);
    if (!copy.to)
      return;
    checkWrite(lane, target, bytes);
    // A copy that its predicate forbids writes zeros.
    if (!(enabled >> lane & 1)) {
      w.copies.push_back(copy);
      continue;
    }
    // `.ZFILL`: the low bits of the address are the number of bytes at the end
    // that are zeros instead (observed on ptxas 13.0.88, cp.async with a size).
    uint64_t from = addr[lane];
    unsigned zeros = inst.mods[kOp] ? unsigned(from & (bytes - 1)) : 0;
    const uint8_t *p = m.global(w, inst, lane, from - zeros, bytes);
    if (!p)
      return;
    if (bytes > zeros)
      checkRead(lane, from - zeros, bytes - zeros);
    loadBytes(copy.data, p, bytes, /*ordered=*/false);
    memset(copy.data + bytes - zeros, 0, zeros);
    w.copies.push_back(copy);
  }
}

/// Closes a group of copies, which may be empty.
static void runCloseGroup(Machine &, Warp &w, const DInst &, LaneMask) {
  w.copyGroups.push_back(w.copies.size());
}
static void bindCloseGroup(Binder &b) { b.out.run = runCloseGroup; }

static void runWaitGroups(Machine &, Warp &w, const DInst &inst, LaneMask) {
  w.completeGroups(size_t(inst.imm));
  finishBulkGroups(w, size_t(inst.imm));
}
static void runWaitGroupsChecked(Machine &m, Warp &w, const DInst &inst,
                                 LaneMask active) {
  size_t pending = size_t(inst.imm);
  if (w.copyGroups.size() > pending)
    finishCopies(w, w.copyGroups[w.copyGroups.size() - pending - 1]);
  runWaitGroups(m, w, inst, active);
}
/// Without `.LE` it waits for barriers that nothing here is late for.
static void runWaitNothing(Machine &, Warp &, const DInst &, LaneMask) {}
static void bindWaitGroups(Binder &b) {
  b.out.imm = int64_t(b.mods.value("count"));
  b.out.run = b.mods.flag("le") ? runWaitGroups : runWaitNothing;
  if (b.mods.flag("le"))
    b.out.checked = runWaitGroupsChecked;
}

static void bindLdgsts(Binder &b) {
  bindAddress(b, Space::Global);
  DInst &out = b.out;
  out.c = b.source("dst");
  out.mods[kOffset2] = uint32_t(b.mods.signedValue("dstOffset"));
  out.mods[kOp] = b.mods.flag("zfill");
  // CopySize counts from 32 bits.
  out.mods[kType] = uint32_t(isa::MemType::B32) + b.mods.value("type");
  out.pp = b.predicate("pp");
  out.run = runLdgsts<false, false>;
  out.checked = runLdgsts<true, false>;
}
/// The uniform register is a part of the shared address; what follows it may be
/// a descriptor of the global one.
static void bindLdgstsUniform(Binder &b) {
  bindLdgsts(b);
  b.out.b.width = 1;
  b.out.mods[kIsDescriptor] = true;
  b.out.run = runLdgsts<false, true>;
  b.out.checked = runLdgsts<true, true>;
}

/// Eight rows of 16 bytes from the addresses of eight lanes make one 8x8 matrix
/// of 16-bit elements: lane l gets elements 2*(l%4), +1 of row l/4; transposed,
/// of column l/4 (PTX ISA, ldmatrix).
template <bool Checked>
static void runLdsm(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != w.threads || active != ~0u)
    return m.fault(w, inst, -1, "matrix load by a part of a warp");
  Addresses addr(m, w, inst);
  unsigned count = inst.mods[kType];
  bool transposed = inst.mods[kOffset2];
  MaybeChecked<Checked> check(m, w, inst, Space::Shared, AccessKind::Read,
                              false);
  // The destination may hold the addresses: read everything first.
  uint16_t matrices[4][8][8];
  for (unsigned k = 0; k < count * 8; ++k) {
    const uint8_t *p = m.shared(w, inst, k, addr[k], 16);
    if (!p)
      return;
    check(k, addr[k], 16);
    memcpy(matrices[k / 8][k % 8], p, 16);
  }
  for (unsigned i = 0; i < count; ++i) {
    auto &rows = matrices[i];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned major = lane / 4, minor = lane % 4 * 2;
      uint32_t low = transposed ? rows[minor][major] : rows[major][minor];
      uint32_t high =
          transposed ? rows[minor + 1][major] : rows[major][minor + 1];
      destRow(w, inst, i)[lane] = low | high << 16;
    }
  }
}

static void bindLdsm(Binder &b) {
  bindAddress(b, Space::Shared);
  b.dest("d");
  llvm::StringRef shape = b.mods.spelling("shape");
  if (shape != "M88" && shape != "MT88")
    return b.unsupported(shape);
  b.out.mods[kOffset2] = shape == "MT88";
  b.out.mods[kType] = b.out.dWidth;
  b.out.run = runLdsm<false>;
  b.out.checked = runLdsm<true>;
}

/// The way back (PTX ISA, stmatrix).
template <bool Checked>
static void runStsm(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "matrix store by a part of a warp");
  Addresses addr(m, w, inst);
  bool transposed = inst.mods[kOffset2];
  MaybeChecked<Checked> check(m, w, inst, Space::Shared, AccessKind::Write,
                              false);
  for (unsigned i = 0; i < inst.c.width; ++i) {
    const uint32_t *data =
        w.R[inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + i];
    uint16_t rows[8][8];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned major = lane / 4, minor = lane % 4 * 2;
      for (unsigned half = 0; half < 2; ++half) {
        uint16_t v = uint16_t(data[lane] >> (16 * half));
        (transposed ? rows[minor + half][major] : rows[major][minor + half]) =
            v;
      }
    }
    for (unsigned r = 0; r < 8; ++r) {
      uint8_t *p = m.shared(w, inst, i * 8 + r, addr[i * 8 + r], 16);
      if (!p)
        return;
      check(i * 8 + r, addr[i * 8 + r], 16, p,
            reinterpret_cast<uint8_t *>(rows[r]));
      memcpy(p, rows[r], 16);
    }
  }
}

static void bindStsm(Binder &b) {
  bindAddress(b, Space::Shared);
  b.out.c = b.source("data");
  llvm::StringRef shape = b.mods.spelling("shape");
  if (shape != "M88" && shape != "MT88")
    return b.unsupported(shape);
  b.out.mods[kOffset2] = shape == "MT88";
  b.out.run = runStsm<false>;
  b.out.checked = runStsm<true>;
}

template <Space S> static void bindLoadOf(Binder &b) { bindLoad(b, S); }
template <Space S> static void bindStoreOf(Binder &b) { bindStore(b, S); }

llvm::ArrayRef<BindEntry> ptxmlir::exec::memoryHandlers() {
  static const BindEntry entries[] = {
      {"LDG", bindLoadOf<Space::Global>},
      {"STG", bindStoreOf<Space::Global>},
      {"LDS", bindLoadOf<Space::Shared>},
      {"STS", bindStoreOf<Space::Shared>},
      {"LDL", bindLoadOf<Space::Local>},
      {"STL", bindStoreOf<Space::Local>},
      {"LD", bindLoadOf<Space::Generic>},
      {"ST", bindStoreOf<Space::Generic>},
      {"LDC", bindLdc},
      {"ULDC", bindLdc},
      {"LDCU", bindLdc},
      {"ULDC_X", bindLdc},
      {"LDGSTS", bindLdgsts},
      {"LDGSTS_UR", bindLdgstsUniform},
      {"LDGDEPBAR", bindCloseGroup},
      {"DEPBAR", bindWaitGroups},
      {"LDG_256", bindWideLoad},
      {"STG_256", bindWideStore},
      {"LDSM", bindLdsm},
      {"STSM", bindStsm},
  };
  return entries;
}
