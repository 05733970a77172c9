//===- BulkOps.cpp - Copies of the tensor memory unit ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UBLKCP, UBLKRED, UTMALDG, UTMASTG, UTMAREDG. Sizes of blocks are in units of
// 16 bytes. A copy into shared memory is done when SYNCS.PHASECHK finds that
// its barrier waits for bytes only; one out of it when DEPBAR wants the group
// that UTMACMDFLUSH has closed. Addresses are checked when the copy is issued.
//
//===----------------------------------------------------------------------===//

#include "BulkOps.h"
#include "CheckedAccess.h"
#include "ptx-mlir/Execution/TensorMap.h"
#include "ptx-mlir/ISA/Semantics/Float.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;
using HD = isa::sem::HostDomain;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
/// What a reduction does to an element.
struct Reduction {
  bool isOn = false, isSigned = false, isFloat = false, ftz = false;
  isa::BulkRedOp op = isa::BulkRedOp::ADD;
  uint8_t bytes = 4;
  Fmt format = Fmt::F32;

  uint64_t apply(uint64_t old, uint64_t v) const;
};
} // namespace

struct exec::BulkTransfer {
  struct Run {
    uint8_t *to;         ///< null: outside the tensor
    const uint8_t *from; ///< null: outside the tensor
    uint32_t bytes;
  };
  std::vector<Run> runs;
  Reduction reduction;
  uint64_t outside = 0; ///< an element that lies outside
  uint8_t *barrier = nullptr;
  uint32_t bytes = 0;
  /// For the check: the address of the barrier, and who has started the copy.
  uint32_t barrierAt = 0;
  CTA *cta = nullptr;
  unsigned warp = 0;
  LaneMask lanes = 0;

  void finish() const;
};

uint64_t Reduction::apply(uint64_t old, uint64_t v) const {
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

void BulkTransfer::finish() const {
  for (const Run &r : runs) {
    if (!r.to)
      continue;
    if (!reduction.isOn && r.from) {
      memcpy(r.to, r.from, r.bytes);
      continue;
    }
    for (uint32_t k = 0; k < r.bytes; k += reduction.bytes) {
      uint64_t old = 0, v = outside;
      if (r.from)
        memcpy(&v, r.from + k, reduction.bytes);
      if (reduction.isOn) {
        memcpy(&old, r.to + k, reduction.bytes);
        v = reduction.apply(old, v);
      }
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
  if (!cta->check)
    return;
  auto &object = cta->check->mbarrier(barrierAt);
  cta->check->order.release(object, warp, lanes);
  if (b.phase != phase)
    cta->check->order.complete(object);
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

/// The copy is under way: its barrier hears of it, or a group.
static void startCopy(Machine &m, Warp &w, const DInst &inst, unsigned lane,
                      std::shared_ptr<BulkTransfer> copy, bool hasBarrier,
                      uint32_t barrier) {
  if (m.faulted())
    return;
  if (!hasBarrier) {
    w.bulkCopies.push_back(std::move(copy));
    return;
  }
  copy->barrier = m.shared(w, inst, lane, barrier, 8);
  copy->barrierAt = barrier;
  copy->cta = w.cta;
  copy->warp = w.index;
  copy->lanes = LaneMask(1) << lane;
  if (copy->barrier)
    w.cta->arriving.push_back(std::move(copy));
}

namespace {
/// What the check hears of a copy.
class CheckedEnds {
public:
  CheckedEnds(Machine &m, Warp &w, const DInst &inst, Space to, Space from) {
    if (!m.check)
      return;
    write.emplace(m, w, inst, to, AccessKind::Write, false);
    read.emplace(m, w, inst, from, AccessKind::Read, false);
  }
  void operator()(unsigned lane, uint64_t to, uint64_t from, unsigned bytes) {
    if (!write)
      return;
    (*read)(lane, from, bytes);
    (*write)(lane, to, bytes);
  }
  /// Zeros from nowhere.
  void fill(unsigned lane, uint64_t to, unsigned bytes) {
    if (write)
      (*write)(lane, to, bytes);
  }

private:
  std::optional<CheckedAccess> write, read;
};
} // namespace

static uint32_t wordOf(const Warp &w, const Source &s, unsigned i = 0) {
  return s.reg == kZeroRow ? 0 : w.UR[s.reg + i];
}
static uint64_t pairOf(const Warp &w, const Source &s) {
  return wordOf(w, s) | uint64_t(wordOf(w, s, 1)) << 32;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Use of DInst::mods.
enum BulkMod { kDirection, kRedOp, kRedType, kDims, kIsLoad, kIsReduction };
/// isa::BulkDirection and BulkRedDirection.
enum : uint32_t { SharedFromGlobal = 1, GlobalFromShared = 2 };

static Reduction reductionOf(uint32_t op, uint32_t type) {
  using T = isa::BulkRedType;
  Reduction r;
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

static void runBlock(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  uint32_t direction = inst.mods[kDirection];
  uint32_t bytes = wordOf(w, inst.c) * 16;
  auto copy = std::make_shared<BulkTransfer>();
  copy->bytes = bytes;
  if (inst.mods[kIsReduction])
    copy->reduction = reductionOf(inst.mods[kRedOp], inst.mods[kRedType]);
  bool toGlobal = direction == GlobalFromShared;
  uint64_t to = toGlobal ? pairOf(w, inst.a) : wordOf(w, inst.a);
  uint64_t from =
      direction == SharedFromGlobal ? pairOf(w, inst.b) : wordOf(w, inst.b);
  CheckedEnds check(m, w, inst, toGlobal ? Space::Global : Space::Shared,
                    direction == SharedFromGlobal ? Space::Global
                                                  : Space::Shared);
  for (uint32_t k = 0; k < bytes; k += 16) {
    uint8_t *p = toGlobal ? m.global(w, inst, lane, to + k, 16)
                          : m.shared(w, inst, lane, to + k, 16);
    uint8_t *q = direction == SharedFromGlobal
                     ? m.global(w, inst, lane, from + k, 16)
                     : m.shared(w, inst, lane, from + k, 16);
    if (!p || !q)
      return;
    check(lane, to + k, from + k, 16);
    copy->runs.push_back({p, q, 16});
  }
  startCopy(m, w, inst, lane, std::move(copy), !toGlobal,
            toGlobal ? 0 : wordOf(w, inst.a, 1));
}

static void bindBlock(Binder &b) {
  DInst &out = b.out;
  out.a = b.source("dst");
  out.b = b.source("src");
  out.c = b.source("size");
  out.mods[kDirection] = uint32_t(b.mods.value("direction"));
  if (b.mods.optional("byteMask"))
    return b.unsupported("a byte mask");
  out.run = runBlock;
}
static void bindBlockReduction(Binder &b) {
  bindBlock(b);
  b.out.mods[kRedOp] = uint32_t(b.mods.value("op"));
  b.out.mods[kRedType] = uint32_t(b.mods.value("type"));
  b.out.mods[kIsReduction] = true;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// The type that a tensor has for reductions, in the numbers of blocks.
static isa::BulkRedType reductionType(TensorElement e) {
  using T = isa::BulkRedType;
  switch (e) {
  case TensorElement::S32:
    return T::S32;
  case TensorElement::U64:
    return T::U64;
  case TensorElement::S64:
    return T::S64;
  case TensorElement::F16:
    return T::F16;
  case TensorElement::F64:
    return T::F64;
  case TensorElement::BF16:
    return T::BF16;
  case TensorElement::F32Ftz:
  case TensorElement::TF32Ftz:
    return T::F32FTZ;
  case TensorElement::F32:
  case TensorElement::TF32:
    return T::F32;
  default:
    return T::U32;
  }
}

/// `coord` is the shared address, for loads the barrier's, and the coordinates.
static void runBox(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  bool isLoad = inst.mods[kIsLoad];
  auto bad = [&](const llvm::Twine &what) {
    m.fault(w, inst, int(lane), what.str());
  };
  // A generic address, 16 bytes at a time.
  TensorMapBytes map;
  uint64_t mapAt = pairOf(w, inst.b);
  // The parameters of a kernel begin at an odd place of their bank.
  if (mapAt >> 32 != GlobalMemory::kParamWindowHigh && mapAt % 64)
    return bad("the address of the tensor map is no multiple of 64");
  for (unsigned k = 0; k < sizeof(map); k += 16) {
    const uint8_t *p = m.generic(w, inst, lane, mapAt + k, 16);
    if (!p)
      return;
    memcpy(reinterpret_cast<uint8_t *>(&map) + k, p, 16);
  }
  if (!map.isValid() || map.rank != inst.mods[kDims])
    return bad("there is no tensor map of so many dimensions");

  unsigned size = map.elementBytes(), first = isLoad ? 2 : 1;
  unsigned counts[5];
  for (unsigned k = 0; k < map.rank; ++k) {
    unsigned step = map.step[k] ? map.step[k] : 1;
    counts[k] = (map.box[k] + step - 1) / step;
  }
  uint32_t rowBytes = counts[0] * size;
  unsigned swizzle = unsigned(map.swizzle); // 32, 64, 128 bytes
  if (rowBytes % 16 || (swizzle && rowBytes > 16u << swizzle))
    return bad("the rows of the box do not fit the swizzle");
  uint32_t shared = wordOf(w, inst.a);
  if (shared % 128)
    return bad("the shared address is no multiple of 128");

  auto copy = std::make_shared<BulkTransfer>();
  auto type = reductionType(map.element);
  copy->reduction = reductionOf(inst.mods[kRedOp], uint32_t(type));
  copy->reduction.isOn = inst.mods[kIsReduction];
  copy->reduction.bytes = uint8_t(size);
  // As others have measured on sm_100 and sm_120: 0x7ff7, as often as it fits.
  if (map.fillNaN && copy->reduction.isFloat)
    copy->outside = 0x7ff77ff77ff77ff7;
  CheckedEnds check(m, w, inst, isLoad ? Space::Shared : Space::Global,
                    isLoad ? Space::Global : Space::Shared);
  // Row after row of the box; in a row 16 bytes keep together.
  unsigned index[5] = {};
  uint32_t offset = 0;
  while (true) {
    int64_t row = 0;
    bool rowInside = true;
    for (unsigned k = 1; k < map.rank; ++k) {
      int64_t x = int32_t(wordOf(w, inst.a, first + k)) +
                  int64_t(index[k]) * (map.step[k] ? map.step[k] : 1);
      rowInside &= x >= 0 && x < int64_t(map.dim[k]);
      row += x * int64_t(map.stride[k - 1]);
    }
    for (unsigned i = 0; i < counts[0]; ++i, offset += size) {
      int64_t x = int32_t(wordOf(w, inst.a, first)) +
                  int64_t(i) * (map.step[0] ? map.step[0] : 1);
      bool inside = rowInside && x >= 0 && x < int64_t(map.dim[0]);
      uint32_t at = shared + offset;
      // The 16-byte columns of a row change places by bits 7 and up.
      at ^= (at >> 7 & ((1u << swizzle) - 1)) << 4;
      uint64_t far = map.address + uint64_t(row) + uint64_t(x) * size;
      uint8_t *s = m.shared(w, inst, lane, at, size), *g = nullptr;
      if (s && inside)
        g = m.global(w, inst, lane, far, size);
      if (m.faulted())
        return;
      if (inside)
        check(lane, isLoad ? at : far, isLoad ? far : at, size);
      else if (isLoad)
        check.fill(lane, at, size);
      if (isLoad)
        copy->runs.push_back({s, g, size});
      else
        copy->runs.push_back({g, s, size});
    }
    unsigned k = 1;
    while (k < map.rank && ++index[k] == counts[k])
      index[k++] = 0;
    if (k >= map.rank)
      break;
  }
  copy->bytes = offset;
  startCopy(m, w, inst, lane, std::move(copy), isLoad, wordOf(w, inst.a, 1));
}

static void bindBox(Binder &b) {
  DInst &out = b.out;
  out.a = b.source("coord");
  out.b = b.source("tensor");
  // TensorDim counts from one dimension.
  out.mods[kDims] = uint32_t(b.mods.value("dim")) + 1;
  if (out.a.reg == kZeroRow || out.b.reg == kZeroRow)
    return b.unsupported("a tensor copy without operands");
  if (b.mods.optional("mode") || b.mods.optional("im2col") ||
      b.mods.optional("pair"))
    return b.unsupported("a box that is no tile");
  out.run = runBox;
}
static void bindBoxLoad(Binder &b) {
  bindBox(b);
  b.out.mods[kIsLoad] = true;
}
static void bindBoxReduction(Binder &b) {
  bindBox(b);
  b.out.mods[kRedOp] = uint32_t(b.mods.value("op"));
  b.out.mods[kIsReduction] = true;
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
      {"UBLKCP", bindBlock},       {"UBLKRED", bindBlockReduction},
      {"UBLKPF", bindHint},        {"UTMALDG", bindBoxLoad},
      {"UTMASTG", bindBox},        {"UTMAREDG", bindBoxReduction},
      {"UTMAPF", bindHint},        {"UTMACCTL", bindHint},
      {"UTMACMDFLUSH", bindFlush},
  };
  return entries;
}
