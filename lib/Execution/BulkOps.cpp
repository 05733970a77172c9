//===- BulkOps.cpp - Copies of the tensor memory unit ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UBLKCP, UBLKRED, STAS, REDAS. Sizes of blocks are in units of 16 bytes. A
// copy into shared memory is done when SYNCS.PHASECHK finds that its barrier
// waits for bytes only; one out of it when DEPBAR wants the group that
// UTMACMDFLUSH has closed. Addresses are checked when the copy is issued.
//
//===----------------------------------------------------------------------===//

#include "BulkTransfer.h"
#include "ptx-mlir/ISA/Semantics/Float.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;
using HD = isa::sem::HostDomain;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

uint64_t BulkReduction::apply(uint64_t old, uint64_t v) const {
  using Op = isa::BulkRedOp;
  if (isFloat) {
    if (ftz) {
      old = isa::sem::flush(format, old);
      v = isa::sem::flush(format, v);
    }
    if (op == Op::ADD)
      return HD::fadd({format, isa::sem::Rnd::RN, ftz}, old, v);
    return isa::sem::fminmax<HD>(format, old, v, op == Op::MIN, false);
  }
  // Sign and size at the top of 64 bits.
  unsigned shift = 64 - 8 * bytes;
  uint64_t a = old << shift, b = v << shift;
  bool oldIsLess = isSigned ? int64_t(a) < int64_t(b) : a < b;
  switch (op) {
  case Op::ADD:
    return old + v;
  case Op::MIN:
    return oldIsLess ? old : v;
  case Op::MAX:
    return oldIsLess ? v : old;
  case Op::INC:
    return a >= b ? 0 : old + 1;
  case Op::DEC:
    return a == 0 || a > b ? v : old - 1;
  case Op::AND:
    return old & v;
  case Op::OR:
    return old | v;
  case Op::XOR:
    return old ^ v;
  }
  return v;
}

void BulkReduction::applyTo(uint8_t *p, uint64_t v, bool isShared) const {
  uint8_t before[16];
  modify(p, bytes, before, isShared,
         [&](const uint8_t *oldBytes, uint8_t *fresh) {
           uint64_t old = 0;
           memcpy(&old, oldBytes, bytes);
           uint64_t r = apply(old, v);
           memcpy(fresh, &r, bytes);
           return true;
         });
}

void BulkTransfer::finish() const {
  for (const Run &r : runs) {
    if (!r.to)
      continue;
    if (!reduction.isOn && r.from) {
      memcpy(r.to, r.from, r.bytes);
      continue;
    }
    for (uint32_t k = 0; k < r.bytes; k += reduction.bytes) {
      uint64_t v = outside;
      if (r.from)
        memcpy(&v, r.from + k, reduction.bytes);
      if (reduction.isOn)
        reduction.applyTo(r.to + k, v, isShared);
      else
        memcpy(r.to + k, &v, reduction.bytes);
    }
  }
  if (!barrier)
    return;
  uint64_t word;
  memcpy(&word, barrier, 8);
  BarrierWord b(word);
  uint64_t phase = b.phase;
  b.expectBytes(0 - bytes);
  b.finish();
  word = b.pack();
  memcpy(barrier, &word, 8);
  if (!owner->check)
    return;
  SyncObject &object = owner->check->mbarrier(barrierAt & kSharedOffset);
  // Of other CTAs the check does not know what their threads see.
  if (owner == cta)
    cta->check->order.release(object, warp, lanes);
  if (b.phase != phase)
    owner->check->order.complete(object);
}

void exec::finishArriving(CTA &cta, uint8_t *barrier) {
  std::vector<std::shared_ptr<BulkTransfer>> later;
  for (auto &copy : cta.arriving) {
    uint64_t word;
    memcpy(&word, barrier, 8);
    BarrierWord b(word);
    // As a signed number: copies may be done before their bytes are expected.
    bool wantsBytes = b.missing == 0 && b.bytes != 0 &&
                      b.bytes <= BarrierWord::kBytesMask / 2;
    if (copy->barrier == barrier && wantsBytes)
      copy->finish();
    else
      later.push_back(std::move(copy));
  }
  cta.arriving = std::move(later);
}

void exec::finishBulkGroups(Warp &w, size_t pending) {
  if (w.bulkGroups.size() <= pending)
    return;
  size_t groups = w.bulkGroups.size() - pending;
  size_t count = w.bulkGroups[groups - 1];
  for (size_t k = 0; k < count; ++k)
    w.bulkCopies[k]->finish();
  w.bulkCopies.erase(w.bulkCopies.begin(),
                     w.bulkCopies.begin() + ptrdiff_t(count));
  w.bulkGroups.erase(w.bulkGroups.begin(),
                     w.bulkGroups.begin() + ptrdiff_t(groups));
  for (size_t &end : w.bulkGroups)
    end -= count;
}

void exec::startInGroup(Machine &m, Warp &w,
                        std::shared_ptr<BulkTransfer> copy) {
  if (m.faulted())
    return;
  copy->isShared = m.isParallel();
  w.bulkCopies.push_back(std::move(copy));
}

void exec::startForBarrier(Machine &m, Warp &w, const DInst &inst,
                           unsigned lane, std::shared_ptr<BulkTransfer> copy,
                           uint32_t barrier) {
  if (m.faulted())
    return;
  copy->barrier = m.clusterShared(w, inst, lane, barrier, 8);
  copy->barrierAt = barrier;
  copy->owner = Machine::ownerOf(w, barrier);
  copy->cta = w.cta;
  copy->warp = w.index;
  copy->lanes = LaneMask(1) << lane;
  if (!copy->barrier)
    return;
  CTA *owner = copy->owner;
  owner->arriving.push_back(std::move(copy));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Use of DInst::mods.
enum BlockMod {
  kDirection,
  kRedOp,
  kRedType,
  kIsReduction,
  kMulticast,
  kByteMask
};
/// isa::BulkDirection and BulkRedDirection.
enum : uint32_t { SharedFromGlobal = 1, GlobalFromShared = 2 };

BulkReduction exec::bulkReduction(uint32_t op, uint32_t type) {
  using T = isa::BulkRedType;
  BulkReduction r;
  r.isOn = true;
  r.op = isa::BulkRedOp(op);
  switch (T(type)) {
  case T::U32:
    break;
  case T::S32:
    r.isSigned = true;
    break;
  case T::S64:
    r.isSigned = true;
    [[fallthrough]];
  case T::U64:
    r.bytes = 8;
    break;
  case T::F16:
  case T::BF16:
    r.isFloat = true;
    r.bytes = 2;
    r.format = T(type) == T::F16 ? Fmt::F16 : Fmt::BF16;
    break;
  case T::F32FTZ:
    r.ftz = true;
    [[fallthrough]];
  case T::F32:
    r.isFloat = true;
    break;
  case T::F64:
    r.isFloat = true;
    r.bytes = 8;
    r.format = Fmt::F64;
    break;
  }
  return r;
}

/// One copy of a block to an address and, in shared memory, a barrier.
static void startBlock(Machine &m, Warp &w, const DInst &inst, unsigned lane,
                       uint32_t bytes, uint64_t to, uint32_t barrier,
                       uint32_t byteMask = 0xffff) {
  bool toGlobal = inst.mods[kDirection] == GlobalFromShared;
  bool fromGlobal = inst.mods[kDirection] == SharedFromGlobal;
  auto copy = std::make_shared<BulkTransfer>();
  copy->bytes = bytes;
  if (inst.mods[kIsReduction])
    copy->reduction = bulkReduction(inst.mods[kRedOp], inst.mods[kRedType]);
  uint64_t from = fromGlobal ? uniformPair(w, inst.b) : uniformWord(w, inst.b);
  CheckedEnds check(m, w, inst, toGlobal ? Space::Global : Space::Cluster,
                    fromGlobal ? Space::Global : Space::Shared);
  for (uint32_t k = 0; k < bytes; k += 16) {
    uint8_t *p = toGlobal ? m.global(w, inst, lane, to + k, 16)
                          : m.clusterShared(w, inst, lane, to + k, 16);
    uint8_t *q = fromGlobal ? m.global(w, inst, lane, from + k, 16)
                            : m.shared(w, inst, lane, from + k, 16);
    if (!p || !q)
      return;
    // Runs of bytes of the mask.
    for (unsigned i = 0; i < 16;) {
      unsigned n = 0;
      while (i + n < 16 && byteMask >> (i + n) & 1)
        ++n;
      if (n) {
        check(lane, to + k + i, from + k + i, n);
        copy->runs.push_back({p + i, q + i, n});
      }
      i += std::max(n, 1u);
    }
  }
  if (toGlobal)
    startInGroup(m, w, std::move(copy));
  else
    startForBarrier(m, w, inst, lane, std::move(copy), barrier);
}

static void runBlock(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  uint32_t size = uniformWord(w, inst.c);
  // The byte mask stands above the size.
  if (inst.mods[kByteMask])
    return startBlock(m, w, inst, lane, (size & 0xffff) * 16,
                      uniformPair(w, inst.a), 0, size >> 16);
  if (inst.mods[kDirection] == GlobalFromShared)
    return startBlock(m, w, inst, lane, size * 16, uniformPair(w, inst.a), 0);
  uint32_t to = uniformWord(w, inst.a), barrier = uniformWord(w, inst.a, 1);
  if (!inst.mods[kMulticast])
    return startBlock(m, w, inst, lane, size * 16, to, barrier);
  // The ranks stand above the size.
  forLanes(size >> 16, [&](unsigned rank) {
    if (!m.faulted())
      startBlock(m, w, inst, lane, (size & 0xffff) * 16, atRank(to, rank),
                 atRank(barrier, rank));
  });
}

static void bindBlock(Binder &b) {
  DInst &out = b.out;
  out.a = b.source("dst");
  out.b = b.source("src");
  out.c = b.source("size");
  out.mods[kDirection] = uint32_t(b.mods.value("direction"));
  out.mods[kMulticast] = b.mods.optional("multicast");
  out.mods[kByteMask] = b.mods.optional("byteMask");
  if (out.mods[kByteMask] && out.mods[kDirection] != GlobalFromShared)
    return b.unsupported("a byte mask of a copy to shared memory");
  out.run = runBlock;
}
static void bindBlockReduction(Binder &b) {
  bindBlock(b);
  b.out.mods[kRedOp] = uint32_t(b.mods.value("op"));
  b.out.mods[kRedType] = uint32_t(b.mods.value("type"));
  b.out.mods[kIsReduction] = true;
}

//===----------------------------------------------------------------------===//
// Stores that a barrier hears of
//===----------------------------------------------------------------------===//

/// The address is a pair: of the data, of the barrier, both in shared memory of
/// the cluster.
static void runStore(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t scratch[2];
  auto pair = lanesOf(m, w, inst, inst.a, scratch);
  uint32_t addend =
      uint32_t(uint64_t(inst.imm) + uniformValue(m, w, inst, inst.b));
  unsigned bytes = 4 * inst.c.width;
  forLanes(active, [&](unsigned lane) {
    if (m.faulted())
      return;
    auto copy = std::make_shared<BulkTransfer>();
    copy->bytes = bytes;
    if (inst.mods[kIsReduction])
      copy->reduction = bulkReduction(inst.mods[kRedOp], inst.mods[kRedType]);
    for (unsigned i = 0; i < inst.c.width; ++i)
      copy->words[i] =
          w.R[inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + i][lane];
    uint32_t to = pair.lo[lane * pair.stride] + addend;
    uint8_t *p = m.clusterShared(w, inst, lane, to, bytes);
    if (!p)
      return;
    if (m.check) {
      CheckedAccess check(m, w, inst, Space::Cluster,
                          inst.mods[kIsReduction] ? AccessKind::Atomic
                                                  : AccessKind::Write,
                          inst.mods[kIsReduction]);
      check(lane, to, bytes);
    }
    copy->runs.push_back(
        {p, reinterpret_cast<const uint8_t *>(copy->words), bytes});
    startForBarrier(m, w, inst, lane, std::move(copy),
                    pair.hi[lane * pair.stride]);
  });
}
static void bindStore(Binder &b) {
  b.out.a = b.source("addr");
  b.out.a.width = 2;
  b.out.b = b.source("ur");
  b.out.b.width = 1;
  b.out.c = b.source("data");
  b.out.imm = b.mods.signedValue("offset");
  b.out.run = runStore;
}
static void bindStoreReduction(Binder &b) {
  bindStore(b);
  b.out.mods[kIsReduction] = true;
  b.out.mods[kRedOp] = uint32_t(b.mods.value("op"));
  // isa::RedasType counts as BulkRedType does.
  b.out.mods[kRedType] = uint32_t(b.mods.value("type"));
}

/// USTGR, UREDGR: to global memory; nobody can wait for them, so that they may
/// be done at once.
static void runUniformStore(Machine &m, Warp &w, const DInst &inst,
                            LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active)), bytes = inst.mods[kByteMask];
  uint64_t to = uniformPair(w, inst.a) + uint64_t(inst.imm);
  uint8_t *p = m.global(w, inst, lane, to, bytes);
  if (!p)
    return;
  uint64_t v = uniformPair(w, inst.b);
  if (m.check) {
    CheckedAccess check(
        m, w, inst, Space::Global,
        inst.mods[kIsReduction] ? AccessKind::Atomic : AccessKind::Write, true);
    check(lane, to, bytes);
  }
  if (inst.mods[kIsReduction])
    bulkReduction(inst.mods[kRedOp], inst.mods[kRedType])
        .applyTo(p, v, m.isParallel());
  else
    storeBytes(p, &v, bytes, /*ordered=*/m.isParallel());
}
static void bindUniformStore(Binder &b) {
  b.out.a = b.source("addr");
  b.out.b = b.source("data");
  b.out.imm = b.mods.signedValue("offset");
  // isa::UstgrType: as MemType; signs do not matter.
  static constexpr uint8_t bytes[] = {1, 1, 2, 2, 4, 8};
  uint32_t type = b.mods.value("type");
  if (type >= sizeof(bytes))
    return b.unsupported(b.mods.spelling("type"));
  b.out.mods[kByteMask] = bytes[type];
  b.out.run = runUniformStore;
}
static void bindUniformReduction(Binder &b) {
  b.out.a = b.source("addr");
  b.out.b = b.source("data");
  b.out.imm = b.mods.signedValue("offset");
  b.out.mods[kIsReduction] = true;
  b.out.mods[kRedOp] = uint32_t(isa::BulkRedOp::ADD);
  // isa::RedasType counts as BulkRedType does.
  b.out.mods[kRedType] = uint32_t(b.mods.value("type"));
  b.out.mods[kByteMask] =
      bulkReduction(b.out.mods[kRedOp], b.out.mods[kRedType]).bytes;
  b.out.run = runUniformStore;
}

//===----------------------------------------------------------------------===//
// Groups, hints
//===----------------------------------------------------------------------===//

static void runFlush(Machine &, Warp &w, const DInst &, LaneMask) {
  w.bulkGroups.push_back(w.bulkCopies.size());
}
static void bindFlush(Binder &b) { b.out.run = runFlush; }
static void runHint(Machine &, Warp &, const DInst &, LaneMask) {}
static void bindHint(Binder &b) { b.out.run = runHint; }

llvm::ArrayRef<BindEntry> ptxmlir::exec::bulkHandlers() {
  static const BindEntry entries[] = {
      {"UBLKCP", bindBlock},
      {"UBLKRED", bindBlockReduction},
      {"STAS", bindStore},
      {"REDAS", bindStoreReduction},
      {"UBLKPF", bindHint},
      {"UTMAPF", bindHint},
      {"UTMACCTL", bindHint},
      {"UTMACMDFLUSH", bindFlush},
      {"UTMAPF_GATHER4", bindHint},
      {"USTGR", bindUniformStore},
      {"UREDGR", bindUniformReduction},
  };
  return entries;
}
