//===- Bulk.cpp - Bulk and tensor copies ----------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.25 (cp.async.bulk, cp.reduce.async.bulk and their tensor
// forms). A copy is checked when it is issued and done as late as the program
// allows: one that an mbarrier hears of when a thread asks for the phase and
// nothing else is missing; one of a bulk group when that is waited for. After a
// wait with `.read` it has read, and writes when it is waited for without, or
// when its CTA ends.
//
//===----------------------------------------------------------------------===//

#include "FloatTypes.h"
#include "MBarrier.h"
#include "State.h"
#include "ptx-mlir/Execution/TensorMap.h"
#include "llvm/Support/FormatVariadic.h"
#include <optional>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using exec::TensorElement;
using exec::TensorMapBytes;
using exec::TensorSwizzle;
using ptx::AsyncSpace;
using ptx::BulkReduction;
using ptx::DataType;
using ptx::Space;

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

namespace {
/// Bytes that lie side by side at both ends. Without a source they are filled;
/// without a destination there is nothing to do.
struct Piece {
  uint8_t *to;
  const uint8_t *from;
  uint32_t bytes;
};
} // namespace

struct interp::Transfer {
  std::vector<Piece> pieces;
  /// The source after a wait with `.read`, piece after piece.
  std::vector<uint8_t> data;
  bool hasRead = false;
  BulkReduction reduction = BulkReduction::None;
  DataType type = DataType::U8;
  /// What fills a piece without source: elements of so many bytes.
  uint64_t fill = 0;
  unsigned fillBytes = 1;
  uint8_t *mbarrier = nullptr;
  uint32_t bytes = 0;
  /// Who has started it.
  Warp *warp = nullptr;
  unsigned lane = 0;

  void read();
  void write();
};

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

static const Format *formatOf(DataType type) {
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
  if (const Format *f = formatOf(type)) {
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
  // Of mbarriers of other CTAs the check does not know who waits.
  std::vector<uint8_t> &shared = warp->cta->shared;
  if (!warp->launch->check || mbarrier < shared.data() ||
      mbarrier >= shared.data() + shared.size())
    return;
  auto &order = warp->cta->check->order;
  order.release(checkedMbarrier(*warp, mbarrier), warp->index,
                LaneMask(1) << lane);
  if (b.phase != phase)
    order.complete(checkedMbarrier(*warp, mbarrier));
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

namespace {
/// What an instruction asks for; which of it there is depends on its form.
struct Request {
  AsyncSpace dst, src;
  bool completeTx, multicast;
  int barrierSource, maskSource;
  unsigned barrierOffset;
};
} // namespace

static Space spaceOfAsync(AsyncSpace space) {
  return space == AsyncSpace::Global          ? Space::Global
         : space == AsyncSpace::SharedCluster ? Space::SharedCluster
                                              : Space::Shared;
}

/// Hands a transfer to the mbarriers or to the open group of the thread.
/// `makeTransfer(move)` makes one whose destination is the CTA of `rank`.
template <typename Make>
static void start(Warp &w, const Instr &inst, unsigned lane, const Request &r,
                  Make make) {
  if (!r.completeTx) {
    TransferRef t = make(w.cta->rank, false);
    if (!t)
      return;
    t->warp = &w;
    t->lane = lane;
    auto &groups = w.bulkGroups[lane];
    if (groups.empty())
      groups.emplace_back();
    groups.back().push_back(std::move(t));
    return;
  }
  auto &ctas = w.cta->cluster->ctas;
  Space space = spaceOfAsync(r.dst);
  uint64_t barrier = w.in(inst, unsigned(r.barrierSource))[lane] +
                     uint64_t(inst.offset[r.barrierOffset]);
  auto toRank = [&](unsigned rank, bool isMoved) {
    uint64_t at = barrier;
    if (isMoved)
      at = (at & 0xffffff) | uint64_t(rank) << 24;
    uint8_t *p = access(w, inst, lane, isMoved ? Space::SharedCluster : space,
                        at, 8, 8, AccessKind::Atomic, true);
    TransferRef t = p ? make(rank, isMoved) : nullptr;
    if (!t)
      return;
    t->mbarrier = p;
    t->warp = &w;
    t->lane = lane;
    unsigned owner =
        space == Space::Shared ? w.cta->rank : unsigned(at >> 24 & 255);
    if (owner < ctas.size())
      ctas[owner]->arriving.push_back(std::move(t));
  };
  if (!r.multicast)
    return toRank(0, false);
  uint64_t mask = w.in(inst, unsigned(r.maskSource))[lane] & 0xffff;
  for (unsigned rank = 0; rank < 16 && !w.launch->faulted(); ++rank)
    if (mask >> rank & 1)
      toRank(rank, true);
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
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint32_t bytes = uint32_t(w.in(inst, size)[l]);
    if (bytes % 16)
      return w.launch->fault(w, inst, int(l),
                             "the size is no multiple of 16 bytes");
    start(w, inst, l, r, [&](unsigned rank, bool isMoved) -> TransferRef {
      uint64_t to = w.in(inst, dst)[l] + uint64_t(inst.offset[0]);
      Space space = spaceOfAsync(r.dst);
      if (isMoved) {
        to = (to & 0xffffff) | uint64_t(rank) << 24;
        space = Space::SharedCluster;
      }
      auto t = std::make_shared<Transfer>();
      t->reduction = reduction;
      t->type = type;
      t->bytes = bytes;
      if (!bytes)
        return t;
      uint8_t *p = access(w, inst, l, space, to, bytes, 16, AccessKind::Write);
      const uint8_t *q = access(w, inst, l, spaceOfAsync(r.src),
                                w.in(inst, src)[l] + uint64_t(inst.offset[1]),
                                bytes, 16, AccessKind::Read);
      if (!p || !q)
        return nullptr;
      t->pieces.push_back({p, q, bytes});
      return t;
    });
  });
}

static void runBulk(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpAsyncBulkModifiers::unpack(inst.mods);
  copyBlock(w, inst, active, BulkReduction::None, DataType::U8,
            {m.dstSpace, m.srcSpace, m.completeTx, m.multicast, -1, -1, 0});
}
static void runReduceBulk(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpReduceAsyncBulkModifiers::unpack(inst.mods);
  copyBlock(w, inst, active, m.op, m.dataType,
            {m.dstSpace, m.srcSpace, m.completeTx, false, -1, -1, 0});
}

//===----------------------------------------------------------------------===//
// Boxes of tensors
//===----------------------------------------------------------------------===//

/// What reductions take the elements for.
static DataType typeOf(TensorElement element) {
  static constexpr DataType types[] = {
      DataType::U8,  DataType::U16, DataType::U32,  DataType::S32,
      DataType::U64, DataType::S64, DataType::F16,  DataType::F32,
      DataType::F32, DataType::F64, DataType::Bf16, DataType::F32,
      DataType::F32};
  return types[unsigned(element)];
}
/// The NaN for elements outside. The ISA does not say which one; on sm_100 and
/// sm_120 others have measured that each 16 bits are 0x7ff7.
static uint64_t outsideNaN(DataType type) {
  const Format *f = formatOf(type);
  return f ? 0x7ff77ff77ff77ff7 & maskBits(f->bits) : 0;
}

/// The tensor map at the address of source `tensorMap`; nothing after a fault.
static std::optional<TensorMapBytes> loadMap(Warp &w, const Instr &inst,
                                             unsigned lane, unsigned offset) {
  uint64_t at = w.in(inst, unsigned(findSource(inst, "tensorMap")))[lane] +
                uint64_t(inst.offset[offset]);
  const uint8_t *p =
      access(w, inst, lane, Space::None, at, 128, 64, AccessKind::Read);
  if (!p)
    return std::nullopt;
  TensorMapBytes map = TensorMapBytes::load(p);
  if (map.isValid())
    return map;
  w.launch->fault(w, inst, int(lane), "there is no tensor map at the address");
  return std::nullopt;
}

/// The 16 bytes that come to lie at a shared address with a swizzle: the
/// address of the first byte of a pattern row decides.
static uint64_t swizzled(uint64_t at, TensorSwizzle swizzle) {
  switch (swizzle) {
  case TensorSwizzle::None:
    return at;
  case TensorSwizzle::B32:
    return at ^ (at >> 3 & 0x10);
  case TensorSwizzle::B64:
    return at ^ (at >> 3 & 0x30);
  case TensorSwizzle::B128:
    return at ^ (at >> 3 & 0x70);
  }
  return at;
}

/// Makes the pieces of a box: between global memory and shared memory from
/// `sharedAt` on. False after a fault.
static bool addBox(Warp &w, const Instr &inst, unsigned lane,
                   const TensorMapBytes &map, const int32_t *start, Space space,
                   uint64_t sharedAt, bool isLoad, Transfer &t) {
  unsigned width = map.elementBytes();
  uint64_t count[5] = {1, 1, 1, 1, 1}, total = 1;
  for (unsigned k = 0; k < map.rank; ++k) {
    unsigned step = std::max<unsigned>(1, map.step[k]);
    count[k] = (map.box[k] + step - 1) / step;
    total *= count[k];
  }
  uint64_t bytes = total * width;
  t.bytes = uint32_t(bytes);
  uint64_t rowBytes = count[0] * width;
  static constexpr unsigned limits[] = {~0u, 32, 64, 128};
  if (rowBytes % 16 || rowBytes > limits[unsigned(map.swizzle)]) {
    w.launch->fault(w, inst, int(lane),
                    llvm::formatv("a row of the box has {0} bytes, which the "
                                  "swizzle does not allow",
                                  rowBytes));
    return false;
  }
  // Swizzled bytes do not leave the pattern, which may be larger than the box.
  AccessKind shared = isLoad ? AccessKind::Write : AccessKind::Read;
  AccessKind global = isLoad ? AccessKind::Read : AccessKind::Write;
  if (!access(w, inst, lane, space, sharedAt, unsigned(bytes), 128, shared))
    return false;
  t.type = typeOf(map.element);
  t.fillBytes = width;
  t.fill = map.fillNaN ? outsideNaN(t.type) : 0;
  for (uint64_t i = 0; i < total; ++i) {
    uint64_t rest = i, address = map.address;
    bool isInside = true;
    for (unsigned k = 0; k < map.rank; ++k) {
      int64_t x = int64_t(start[k]) +
                  int64_t(rest % count[k]) * std::max<int64_t>(1, map.step[k]);
      rest /= count[k];
      isInside &= x >= 0 && uint64_t(x) < map.dim[k];
      address += uint64_t(x) * (k ? map.stride[k - 1] : width);
    }
    uint64_t at = swizzled(sharedAt + i * width, map.swizzle);
    uint8_t *here = access(w, inst, lane, space, at, width, width, shared);
    uint8_t *there = nullptr;
    if (here && isInside)
      there =
          access(w, inst, lane, Space::Global, address, width, width, global);
    if (w.launch->faulted())
      return false;
    if (isLoad)
      t.pieces.push_back({here, there, width});
    else
      t.pieces.push_back({there, here, width});
    // Neighbours in both memories are one piece.
    if (t.pieces.size() < 2)
      continue;
    Piece &last = t.pieces[t.pieces.size() - 2], &now = t.pieces.back();
    auto follows = [&](const uint8_t *a, const uint8_t *b) {
      return a ? b == a + last.bytes : !b;
    };
    if (follows(last.to, now.to) && follows(last.from, now.from)) {
      last.bytes += now.bytes;
      t.pieces.pop_back();
    }
  }
  return true;
}

/// The coordinates of a lane, the innermost first.
static std::array<int32_t, 5> coordinates(Warp &w, const Instr &inst,
                                          unsigned lane, unsigned rank) {
  std::array<int32_t, 5> at = {};
  unsigned first = unsigned(findSource(inst, "coordinates"));
  for (unsigned k = 0; k < rank; ++k)
    at[k] = int32_t(w.in(inst, first + k)[lane]);
  return at;
}

static bool fitsRank(Warp &w, const Instr &inst, unsigned lane,
                     const TensorMapBytes &map, unsigned rank) {
  if (map.rank == rank)
    return true;
  w.launch->fault(w, inst, int(lane),
                  llvm::formatv("the tensor map has {0} dimensions", map.rank));
  return false;
}

static void runTensor(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpAsyncBulkTensorModifiers::unpack(inst.mods);
  unsigned rank = unsigned(m.dim);
  Request r = {m.dstSpace,
               m.srcSpace,
               m.completeTx,
               m.multicast,
               findSource(inst, "barrier"),
               findSource(inst, "ctaMask"),
               2};
  bool isLoad = m.completeTx;
  unsigned end = unsigned(findSource(inst, isLoad ? "dst" : "src"));
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    auto map = loadMap(w, inst, l, 1);
    if (!map || !fitsRank(w, inst, l, *map, rank))
      return;
    auto at = coordinates(w, inst, l, rank);
    start(w, inst, l, r, [&](unsigned to, bool isMoved) -> TransferRef {
      uint64_t shared =
          w.in(inst, end)[l] + uint64_t(inst.offset[isLoad ? 0 : 3]);
      Space space = spaceOfAsync(isLoad ? r.dst : r.src);
      if (isMoved) {
        shared = (shared & 0xffffff) | uint64_t(to) << 24;
        space = Space::SharedCluster;
      }
      auto t = std::make_shared<Transfer>();
      if (!addBox(w, inst, l, *map, at.data(), space, shared, isLoad, *t))
        return nullptr;
      return t;
    });
  });
}

static void runReduceTensor(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::CpReduceAsyncBulkTensorModifiers::unpack(inst.mods);
  Request r = {m.dstSpace, m.srcSpace, false, false, -1, -1, 0};
  unsigned src = unsigned(findSource(inst, "src"));
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    auto map = loadMap(w, inst, l, 0);
    if (!map || !fitsRank(w, inst, l, *map, unsigned(m.dim)))
      return;
    auto at = coordinates(w, inst, l, map->rank);
    start(w, inst, l, r, [&](unsigned, bool) -> TransferRef {
      auto t = std::make_shared<Transfer>();
      t->reduction = m.op;
      if (!addBox(w, inst, l, *map, at.data(), Space::Shared,
                  w.in(inst, src)[l] + uint64_t(inst.offset[1]), false, *t))
        return nullptr;
      return t;
    });
  });
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
    // Byte masks came with sm_100.
    if (ptx::CpAsyncBulkModifiers::unpack(inst.mods).byteMask)
      return false;
    inst.run = runBulk;
    return true;
  case Opcode::CpReduceAsyncBulk:
    inst.run = runReduceBulk;
    return true;
  case Opcode::CpAsyncBulkTensor:
    if (ptx::CpAsyncBulkTensorModifiers::unpack(inst.mods).mode !=
        ptx::TensorMode::None)
      return false;
    inst.run = runTensor;
    return true;
  case Opcode::CpReduceAsyncBulkTensor:
    if (ptx::CpReduceAsyncBulkTensorModifiers::unpack(inst.mods).mode !=
        ptx::TensorMode::None)
      return false;
    inst.run = runReduceTensor;
    return true;
  case Opcode::CpAsyncBulkCommitGroup:
    inst.run = runCommit;
    return true;
  case Opcode::CpAsyncBulkWaitGroup:
    inst.run = runWait;
    return true;
  case Opcode::CpAsyncBulkPrefetch:
  case Opcode::CpAsyncBulkPrefetchTensor:
    inst.run = runHint;
    return true;
  default:
    return false;
  }
}
