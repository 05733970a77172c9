//===- Bulk.cpp - Bulk copies, asynchronous stores ------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.25 (cp.async.bulk, cp.reduce.async.bulk) and 9.7.9.12,
// 9.7.13.7 (st.async, red.async). A copy is checked when it is issued and done
// as late as the program allows: one that an mbarrier hears of when a thread
// asks for the phase and nothing else is missing; one of a bulk group when that
// is waited for. After a wait with `.read` it has read, and writes when it is
// waited for without, or when its CTA ends.
//
//===----------------------------------------------------------------------===//

#include "FloatTypes.h"
#include "MBarrier.h"
#include "Transfer.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using ptx::AsyncSpace;
using ptx::BulkReduction;
using ptx::DataType;
using ptx::Space;

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

void Transfer::read() {
  if (hasRead)
    return;
  hasRead = true;
  for (const Piece &p : pieces) {
    size_t at = data.size();
    data.resize(at + p.bytes);
    if (p.from)
      memcpy(&data[at], p.from, p.bytes);
    else
      for (unsigned k = 0; k < p.bytes; k += fillBytes)
        memcpy(&data[at + k], &fill, fillBytes);
  }
}

const Format *interp::formatOfElement(DataType type) {
  switch (type) {
  case DataType::F16:
    return &kF16;
  case DataType::Bf16:
    return &kBF16;
  case DataType::F32:
    return &kF32;
  case DataType::F64:
    return &kF64;
  default:
    return nullptr;
  }
}

/// An element of memory and one of the source; subnormal numbers are kept.
static uint64_t combine(BulkReduction op, DataType type, uint64_t a,
                        uint64_t b) {
  unsigned bits = ptx::getBitWidth(type);
  if (const Format *f = formatOfElement(type)) {
    if (op == BulkReduction::Add)
      return compute(*f, Arith::Add, Round::Even, false, a, b);
    return minMax(*f, a, b, op == BulkReduction::Min, false);
  }
  bool isSigned = ptx::isSigned(type);
  auto less = [&](uint64_t x, uint64_t y) {
    unsigned shift = 64 - bits;
    return isSigned ? int64_t(x << shift) < int64_t(y << shift) : x < y;
  };
  switch (op) {
  case BulkReduction::Add:
    return (a + b) & maskBits(bits);
  case BulkReduction::Min:
    return less(b, a) ? b : a;
  case BulkReduction::Max:
    return less(a, b) ? b : a;
  case BulkReduction::Inc:
    return a >= b ? 0 : a + 1;
  case BulkReduction::Dec:
    return a == 0 || a > b ? b : a - 1;
  case BulkReduction::And:
    return a & b;
  case BulkReduction::Or:
    return a | b;
  default:
    return a ^ b;
  }
}

void Transfer::write() {
  read();
  size_t at = 0;
  unsigned step = ptx::getBitWidth(type) / 8;
  for (const Piece &p : pieces) {
    const uint8_t *from = data.data() + at;
    at += p.bytes;
    if (!p.to)
      continue;
    if (reduction == BulkReduction::None) {
      memcpy(p.to, from, p.bytes);
      continue;
    }
    for (unsigned k = 0; k + step <= p.bytes; k += step) {
      uint64_t a = 0, b = 0;
      memcpy(&a, p.to + k, step);
      memcpy(&b, from + k, step);
      a = combine(reduction, type, a, b);
      memcpy(p.to + k, &a, step);
    }
  }
  if (!mbarrier)
    return;
  MBarrier b = MBarrier::load(mbarrier);
  bool phase = b.phase;
  b.bytes -= int32_t(bytes);
  b.completeIfDone();
  b.store(mbarrier);
  if (!owner->check)
    return;
  // Of other CTAs the check does not know what their threads see.
  auto &order = owner->check->order;
  exec::SyncObject &object = checkedMbarrier(*owner, mbarrier);
  if (owner == warp->cta)
    order.release(object, warp->index, LaneMask(1) << lane);
  if (b.phase != phase)
    order.complete(object);
}

void interp::finishArriving(CTA &cta, uint8_t *mbarrier) {
  auto &arriving = cta.arriving;
  for (size_t k = 0; k < arriving.size();) {
    MBarrier b = MBarrier::load(mbarrier);
    // All that the phase waits for are bytes.
    if (b.pending || b.bytes <= 0)
      return;
    if (arriving[k]->mbarrier != mbarrier) {
      ++k;
      continue;
    }
    TransferRef transfer = arriving[k];
    arriving.erase(arriving.begin() + ptrdiff_t(k));
    transfer->write();
  }
}

void interp::finishBulkGroups(CTA &cta) {
  for (auto &w : cta.warps)
    for (auto &groups : w->bulkGroups) {
      for (auto &group : groups)
        for (TransferRef &transfer : group)
          if (transfer->hasRead)
            transfer->write();
      groups.clear();
    }
}

//===----------------------------------------------------------------------===//
// Ends of copies
//===----------------------------------------------------------------------===//

Space interp::spaceOfAsync(AsyncSpace space) {
  return space == AsyncSpace::Global          ? Space::Global
         : space == AsyncSpace::SharedCluster ? Space::SharedCluster
                                              : Space::Shared;
}

void interp::startInGroup(Warp &w, unsigned lane, TransferRef t) {
  t->warp = &w;
  t->lane = lane;
  auto &groups = w.bulkGroups[lane];
  if (groups.empty())
    groups.emplace_back();
  groups.back().push_back(std::move(t));
}

void interp::startForBarrier(Warp &w, const Instr &inst, unsigned lane,
                             TransferRef t, Space space, uint64_t barrier) {
  t->mbarrier =
      access(w, inst, lane, space, barrier, 8, 8, AccessKind::Atomic, true);
  if (!t->mbarrier)
    return;
  t->warp = &w;
  t->lane = lane;
  auto &ctas = w.cta->cluster->ctas;
  t->owner =
      space == Space::Shared ? w.cta : ctas[unsigned(barrier >> 24 & 255)];
  CTA *owner = t->owner;
  owner->arriving.push_back(std::move(t));
}

/// A shared address in another CTA of the cluster.
static uint64_t inRank(uint64_t address, unsigned rank) {
  return (address & 0xffffff) | uint64_t(rank) << 24;
}

void interp::start(Warp &w, const Instr &inst, unsigned lane, const Request &r,
                   uint64_t to, llvm::function_ref<MakeTransfer> make) {
  Space space = spaceOfAsync(r.dst);
  if (!r.completeTx) {
    if (TransferRef t = make(space, to))
      startInGroup(w, lane, std::move(t));
    return;
  }
  uint64_t barrier = w.in(inst, unsigned(r.barrierSource))[lane] +
                     uint64_t(inst.offset[r.barrierOffset]);
  if (!r.multicast) {
    if (TransferRef t = make(space, to))
      startForBarrier(w, inst, lane, std::move(t), space, barrier);
    return;
  }
  uint64_t mask = w.in(inst, unsigned(r.maskSource))[lane] & 0xffff;
  for (unsigned rank = 0; rank < 16 && !w.launch->faulted(); ++rank) {
    if (!(mask >> rank & 1))
      continue;
    // Of a pair of CTAs the one hears of it whose rank has the parity of the
    // mbarrier's.
    unsigned owner = r.pair ? (rank & ~1u) | (barrier >> 24 & 1) : rank;
    if (TransferRef t = make(Space::SharedCluster, inRank(to, rank)))
      startForBarrier(w, inst, lane, std::move(t), Space::SharedCluster,
                      inRank(barrier, owner));
  }
}

//===----------------------------------------------------------------------===//
// Blocks of bytes
//===----------------------------------------------------------------------===//

static void copyBlock(Warp &w, const Instr &inst, LaneMask active,
                      BulkReduction reduction, DataType type, Request r) {
  unsigned dst = unsigned(findSource(inst, "dst")),
           src = unsigned(findSource(inst, "src")),
           size = unsigned(findSource(inst, "size"));
  r.barrierSource = findSource(inst, "barrier");
  r.maskSource = findSource(inst, "ctaMask");
  r.barrierOffset = 2;
  int byteMask = findSource(inst, "mask");
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint32_t bytes = uint32_t(w.in(inst, size)[l]);
    if (bytes % 16)
      return w.launch->fault(w, inst, int(l),
                             "the size is no multiple of 16 bytes");
    uint64_t to = w.in(inst, dst)[l] + uint64_t(inst.offset[0]);
    start(w, inst, l, r, to, [&](Space space, uint64_t at) -> TransferRef {
      auto t = std::make_shared<Transfer>();
      t->reduction = reduction;
      t->type = type;
      t->bytes = bytes;
      if (!bytes)
        return t;
      uint8_t *p = access(w, inst, l, space, at, bytes, 16, AccessKind::Write);
      const uint8_t *q = access(w, inst, l, spaceOfAsync(r.src),
                                w.in(inst, src)[l] + uint64_t(inst.offset[1]),
                                bytes, 16, AccessKind::Read);
      if (!p || !q)
        return nullptr;
      if (byteMask < 0) {
        t->pieces.push_back({p, q, bytes});
        return t;
      }
      // A bit for each byte of every 16.
      uint64_t mask = w.in(inst, unsigned(byteMask))[l];
      for (uint32_t k = 0; k < bytes; ++k)
        if (mask >> k % 16 & 1)
          t->pieces.push_back({p + k, q + k, 1});
      return t;
    });
  });
}

static void runBulk(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpAsyncBulkModifiers::unpack(inst.mods);
  copyBlock(w, inst, active, BulkReduction::None, DataType::U8,
            {m.dstSpace, m.srcSpace, m.completeTx, m.multicast});
}
static void runReduceBulk(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpReduceAsyncBulkModifiers::unpack(inst.mods);
  copyBlock(w, inst, active, m.op, m.dataType,
            {m.dstSpace, m.srcSpace, m.completeTx});
}

//===----------------------------------------------------------------------===//
// Stores that an mbarrier hears of
//===----------------------------------------------------------------------===//

static void storeAsync(Warp &w, const Instr &inst, LaneMask active,
                       BulkReduction reduction, DataType type) {
  unsigned width = ptx::getBitWidth(type) / 8;
  int values =
      findSource(inst, reduction == BulkReduction::None ? "values" : "value");
  unsigned barrier = unsigned(findSource(inst, "mbarrier"));
  unsigned count = barrier - unsigned(values);
  bool isReduction = reduction != BulkReduction::None;
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    auto t = std::make_shared<Transfer>();
    t->reduction = reduction;
    t->type = type;
    t->bytes = width * count;
    uint8_t *p = access(
        w, inst, l, Space::SharedCluster,
        (w.in(inst, 0)[l] + uint64_t(inst.offset[0])) & 0xffffffff, t->bytes,
        t->bytes, isReduction ? AccessKind::Atomic : AccessKind::Write,
        isReduction);
    if (!p)
      return;
    // The values are read now.
    t->hasRead = true;
    t->data.resize(t->bytes);
    for (unsigned k = 0; k < count; ++k)
      memcpy(&t->data[k * width], &w.in(inst, unsigned(values) + k)[l], width);
    t->pieces.push_back({p, nullptr, t->bytes});
    startForBarrier(w, inst, l, std::move(t), Space::SharedCluster,
                    (w.in(inst, barrier)[l] + uint64_t(inst.offset[1])) &
                        0xffffffff);
  });
}

static void runStoreAsync(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::StAsyncModifiers::unpack(inst.mods);
  storeAsync(w, inst, active, BulkReduction::None, m.dataType);
}

/// Without an mbarrier nobody can wait for it: it may be done at once. Visits
/// the lanes; `fn(lane, address, width)`.
template <typename Modifiers, typename Fn>
static void atOnce(Warp &w, const Instr &inst, LaneMask active,
                   const Modifiers &m, Fn fn) {
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    if (w.launch->check && m.semantics == ptx::Semantics::Release)
      w.cta->check->order.fence(w.index * kLanes + l);
    fn(l, w.in(inst, 0)[l] + uint64_t(inst.offset[0]),
       ptx::getBitWidth(m.dataType) / 8);
  });
}

static void runStoreAtOnce(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::StAsyncModifiers::unpack(inst.mods);
  atOnce(w, inst, active, m, [&](unsigned l, uint64_t at, unsigned width) {
    const auto *value = reinterpret_cast<const uint8_t *>(&w.in(inst, 1)[l]);
    if (uint8_t *p = access(w, inst, l, m.space, at, width, width,
                            AccessKind::Write, true, value))
      memcpy(p, value, width);
  });
}

static BulkReduction reductionOf(ptx::AtomicOp op) {
  using ptx::AtomicOp;
  switch (op) {
  case AtomicOp::Add:
    return BulkReduction::Add;
  case AtomicOp::Min:
    return BulkReduction::Min;
  case AtomicOp::Max:
    return BulkReduction::Max;
  case AtomicOp::Inc:
    return BulkReduction::Inc;
  case AtomicOp::Dec:
    return BulkReduction::Dec;
  case AtomicOp::And:
    return BulkReduction::And;
  case AtomicOp::Or:
    return BulkReduction::Or;
  case AtomicOp::Xor:
    return BulkReduction::Xor;
  default:
    return BulkReduction::None;
  }
}

static void runReduceAtOnce(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::RedAsyncModifiers::unpack(inst.mods);
  atOnce(w, inst, active, m, [&](unsigned l, uint64_t at, unsigned width) {
    uint8_t *p =
        access(w, inst, l, m.space, at, width, width, AccessKind::Atomic, true);
    if (!p)
      return;
    uint64_t old = 0, v = w.in(inst, 1)[l] & maskBits(8 * width);
    memcpy(&old, p, width);
    v = combine(reductionOf(m.op), m.dataType, old, v);
    memcpy(p, &v, width);
  });
}

static void runReduceAsync(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::RedAsyncModifiers::unpack(inst.mods);
  storeAsync(w, inst, active, reductionOf(m.op), m.dataType);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static void runCommit(Warp &w, const Instr &, LaneMask active) {
  forLanes(active, [&](unsigned l) {
    auto &groups = w.bulkGroups[l];
    if (groups.empty())
      groups.emplace_back();
    groups.emplace_back();
  });
}

static void runWait(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpAsyncBulkWaitGroupModifiers::unpack(inst.mods);
  forLanes(active, [&](unsigned l) {
    auto &groups = w.bulkGroups[l];
    // The last one is open.
    size_t committed = groups.empty() ? 0 : groups.size() - 1;
    size_t done = committed > m.pending ? committed - m.pending : 0;
    for (size_t k = 0; k < done; ++k)
      for (TransferRef &t : groups[k]) {
        if (m.read)
          t->read();
        else
          t->write();
      }
    if (!m.read)
      groups.erase(groups.begin(), groups.begin() + ptrdiff_t(done));
  });
}

static void runHint(Warp &, const Instr &, LaneMask) {}

bool interp::bindBulk(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  switch (opcode) {
  case Opcode::CpAsyncBulk:
    inst.run = runBulk;
    return true;
  case Opcode::CpReduceAsyncBulk:
    inst.run = runReduceBulk;
    return true;
  case Opcode::StAsync: {
    auto m = ptx::StAsyncModifiers::unpack(inst.mods);
    inst.run = m.completion ? runStoreAsync : runStoreAtOnce;
    return true;
  }
  case Opcode::RedAsync: {
    auto m = ptx::RedAsyncModifiers::unpack(inst.mods);
    if (reductionOf(m.op) == BulkReduction::None)
      return false;
    inst.run = m.completion ? runReduceAsync : runReduceAtOnce;
    return true;
  }
  case Opcode::CpAsyncBulkCommitGroup:
    inst.run = runCommit;
    return true;
  case Opcode::CpAsyncBulkWaitGroup:
    inst.run = runWait;
    return true;
  case Opcode::CpAsyncBulkPrefetch:
    inst.run = runHint;
    return true;
  default:
    return false;
  }
}
