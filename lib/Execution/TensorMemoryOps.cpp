//===- TensorMemoryOps.cpp - Tensor memory and its products ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LDTM, STTM, UTCHMMA, UTCIMMA, UTCQMMA, UTCCP, UTCBAR and the allocation, of
// one CTA. What the UTC instructions start waits in a queue of the CTA until
// SYNCS.PHASECHK finds that its barrier waits only for the UTCBARs there.
//
//===----------------------------------------------------------------------===//

#include "BulkOps.h"
#include "CheckedAccess.h"
#include "MatrixElements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <deque>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;

namespace {
constexpr uint32_t kMemoryRows = 128, kMemoryColumns = 512,
                   kColumnsPerUnit = 32;

/// What is waiting: a product, a copy, an arrival.
struct TensorJob {
  enum Kind { Product, Copy, Arrival } kind;
  const DInst *inst;
  Warp *warp;
  uint64_t a = 0, b = 0; ///< descriptors; a may be an address
  uint32_t d = 0, description = 0;
  bool accumulates = false;
  uint8_t *barrier = nullptr;
};
} // namespace

struct exec::TensorMemory {
  uint32_t word[kMemoryRows][kMemoryColumns];
  uint32_t units = 0; ///< allocated ones
  std::deque<TensorJob> jobs;

  TensorMemory() {
    std::fill(&word[0][0], &word[0][0] + kMemoryRows * kMemoryColumns,
              0xbadc0de5);
  }
};

static TensorMemory &tensorMemory(CTA &cta) {
  if (!cta.tensorMemory)
    cta.tensorMemory = std::make_shared<TensorMemory>();
  return *cta.tensorMemory;
}

/// Null after a fault.
static uint32_t *cell(Machine &m, Warp &w, const DInst &inst, uint32_t row,
                      uint32_t column) {
  TensorMemory &t = tensorMemory(*w.cta);
  if (column < kMemoryColumns && row < kMemoryRows &&
      (t.units >> column / kColumnsPerUnit & 1))
    return &t.word[row][column];
  m.fault(w, inst, -1,
          llvm::formatv("access to row {0}, column {1} of tensor memory, which "
                        "is not allocated",
                        row, column));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// Finds so many free units, at a multiple of their number.
static void runFind(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorMemory &t = tensorMemory(*w.cta);
  uint64_t count = uniformValue(m, w, inst, inst.a);
  constexpr uint64_t all = kMemoryColumns / kColumnsPerUnit;
  bool found = false;
  for (uint64_t at = 0; count && at + count <= all && !found;) {
    uint64_t mask = ((uint64_t(1) << count) - 1) << at;
    if (!(t.units & mask)) {
      t.units |= uint32_t(mask);
      w.UR[inst.d] = uint32_t(at);
      found = true;
    }
    at += inst.imm ? count : 1;
  }
  w.UP[inst.pu] = found;
  if (!found)
    m.endTurn();
}
static void bindFind(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.a = b.source("a");
  b.out.imm = isa::UTCFind(b.mods.value("op")) == isa::UTCFind::FindAligned;
  if (b.mods.optional("pair"))
    return b.unsupported("a pair of CTAs");
  b.out.run = runFind;
}

static void runUnits(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorMemory &t = tensorMemory(*w.cta);
  uint32_t v = uint32_t(uniformValue(m, w, inst, inst.a)), old = t.units;
  t.units = inst.imm ? old | v : old & v;
  w.UR[inst.d] = old;
}
static void bindUnits(Binder &b) {
  b.dest("d");
  b.out.a = b.source("a");
  b.out.imm = isa::UTCAtomicOp(b.mods.value("op")) == isa::UTCAtomicOp::OR;
  if (b.mods.optional("pair"))
    return b.unsupported("a pair of CTAs");
  b.out.run = runUnits;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Use of DInst::mods by LDTM and STTM.
enum TransferMod { kShape, kPacked };

/// Visits (lane, register, part of it, cell).
template <typename Fn>
static void forCells(Machine &m, Warp &w, const DInst &inst, unsigned registers,
                     Fn fn) {
  uint32_t address =
      uint32_t(uniformValue(m, w, inst, inst.a)) + uint32_t(inst.imm);
  uint32_t row = address >> 16, column = address & 0xffff;
  // The quarter of the rows belongs to the warp.
  uint32_t quarter = w.index & 3;
  if (row >> 5 && row >> 5 != quarter)
    return m.fault(w, inst, -1, "rows of tensor memory of another warp");
  auto shape = isa::TMemShape(inst.mods[kShape]);
  uint32_t parts = inst.mods[kPacked] ? 2 : 1;
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    for (uint32_t reg = 0; reg < registers; ++reg)
      for (uint32_t part = 0; part < parts; ++part) {
        uint32_t i = reg * parts + part, down = lane, right = i;
        switch (shape) {
        case isa::TMemShape::S32x32:
          break;
        case isa::TMemShape::S16x64:
          down = (lane >> 2) + ((lane & 1) << 3);
          right = 2 * i + (lane >> 1 & 1);
          break;
        case isa::TMemShape::S16x128:
          down = (lane >> 2) + ((i & 1) << 3);
          right = (i >> 1) * 4 + (lane & 3);
          break;
        case isa::TMemShape::S16x256:
          down = (lane >> 2) + ((i & 2) << 2);
          right = (i >> 2) * 8 + (lane & 3) * 2 + (i & 1);
          break;
        case isa::TMemShape::S16x32Low:
        case isa::TMemShape::S16x32High:
          if ((lane >= 16) != (shape == isa::TMemShape::S16x32High))
            continue;
          down = lane & 15;
          break;
        }
        uint32_t at = quarter * 32 + ((row + down) & 31);
        uint32_t *p = cell(m, w, inst, at, column + right);
        if (!p)
          return;
        fn(lane, reg, part, *p);
      }
}

static void runLdtm(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "tensor memory load by a part of a warp");
  forCells(m, w, inst, inst.dWidth,
           [&](uint32_t lane, uint32_t reg, uint32_t part, uint32_t &v) {
             uint32_t &to = destRow(w, inst, reg)[lane];
             to = !inst.mods[kPacked] ? v
                  : part              ? (to & 0xffff) | v << 16
                                      : v & 0xffff;
           });
}
static void runSttm(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  if (active != ~0u)
    return m.fault(w, inst, -1, "tensor memory store by a part of a warp");
  forCells(m, w, inst, inst.c.width,
           [&](uint32_t lane, uint32_t reg, uint32_t part, uint32_t &to) {
             uint32_t row =
                 inst.c.reg == kZeroRow ? kZeroRow : inst.c.reg + reg;
             uint32_t v = w.R[row][lane];
             to = inst.mods[kPacked] ? (part ? v >> 16 : v & 0xffff) : v;
           });
}
static void bindTransfer(Binder &b) {
  b.out.a = b.source("addr");
  b.out.imm = b.mods.signedValue("offset");
  b.out.mods[kShape] = uint32_t(b.mods.value("shape"));
}
static void bindLdtm(Binder &b) {
  bindTransfer(b);
  b.dest("d");
  b.out.mods[kPacked] = b.mods.optional("pack");
  b.out.run = runLdtm;
}
static void bindSttm(Binder &b) {
  bindTransfer(b);
  b.out.c = b.source("data");
  b.out.mods[kPacked] = b.mods.optional("expand");
  b.out.run = runSttm;
}

//===----------------------------------------------------------------------===//
// Matrices in shared memory
//===----------------------------------------------------------------------===//

/// The shared address of unit `unit` (16 bytes) of line `line` of a matrix; a
/// line runs along the dimension whose elements lie side by side. Nothing for a
/// descriptor whose form is not modelled.
static std::optional<uint32_t> locateUnit(uint64_t desc, unsigned line,
                                          unsigned unit, bool mnMajor) {
  static constexpr int8_t logUnitsOf[8] = {0, -1, 3, -1, 2, -1, 1, -1};
  int logUnits = logUnitsOf[desc >> 61];
  if (logUnits < 0 || (desc >> 52 & 1))
    return std::nullopt;
  uint32_t base = uint32_t(desc & 0x3fff) * 16,
           lbo = uint32_t(desc >> 16 & 0x3fff) * 16,
           sbo = uint32_t(desc >> 32 & 0x3fff) * 16,
           phase = uint32_t(desc >> 49 & 7);
  uint32_t along = unit >> logUnits, across = line >> 3;
  if (mnMajor && logUnits == 0)
    std::swap(along, across);
  uint32_t at = base + along * lbo + across * sbo +
                ((line & 7) << (4 + logUnits)) +
                ((unit & ((1u << logUnits) - 1)) << 4);
  uint32_t turn = ((at >> 7) - phase) & ((1u << logUnits) - 1);
  return (at ^ turn << 4) & 0x3ffff;
}

static const uint8_t *sharedBytes(Machine &m, Warp &w, const DInst &inst,
                                  std::optional<uint32_t> at, unsigned bytes) {
  if (!at)
    m.fault(w, inst, -1, "a matrix descriptor that the machine does not model");
  else if (*at + bytes > w.cta->shared.size())
    m.fault(w, inst, -1,
            llvm::formatv("a matrix at shared address {0:x}, outside the "
                          "block's memory",
                          *at));
  else
    return w.cta->shared.data() + *at;
  return nullptr;
}

/// `count` rows of a, or columns of b.
static bool readMatrix(Machine &m, const TensorJob &job, uint64_t desc,
                       bool mnMajor, unsigned bytes, unsigned count,
                       unsigned depth, uint32_t *to) {
  for (unsigned i = 0; i < count; ++i)
    for (unsigned k = 0; k < depth; ++k) {
      unsigned fast = (mnMajor ? i : k) * bytes, slow = mnMajor ? k : i;
      const uint8_t *p =
          sharedBytes(m, *job.warp, *job.inst,
                      locateUnit(desc, slow, fast >> 4, mnMajor), 16);
      if (!p)
        return false;
      uint32_t v = 0;
      memcpy(&v, p + (fast & 15), bytes);
      *to++ = v;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Use of DInst::mods by products and copies.
enum ProductMod { kKind, kAInTensorMemory, kCopyShape = 0 };
enum : uint32_t { HalfKind, IntegerKind, ByteKind };

/// An element type of an instruction descriptor; nothing: not modelled.
static std::optional<MatrixElement> elementOf(uint32_t kind, uint32_t code) {
  switch (kind << 4 | code) {
  case HalfKind << 4 | 0:
    return F16;
  case HalfKind << 4 | 1:
    return BF16;
  case HalfKind << 4 | 2:
    return TF32;
  case IntegerKind << 4 | 0:
    return U8;
  case IntegerKind << 4 | 1:
    return S8;
  case ByteKind << 4 | 0:
    return E4M3;
  case ByteKind << 4 | 1:
    return E5M2;
  default:
    return std::nullopt;
  }
}

static bool runProductJob(Machine &m, const TensorJob &job) {
  Warp &w = *job.warp;
  const DInst &inst = *job.inst;
  uint32_t desc = job.description, kind = inst.mods[kKind];
  auto ea = elementOf(kind, desc >> 7 & 7),
       eb = elementOf(kind, desc >> 10 & 7);
  unsigned n = (desc >> 17 & 63) * 8, rows = (desc >> 24 & 31) * 16;
  bool isInteger = kind == IntegerKind;
  unsigned sumType = desc >> 4 & 3;
  if (!ea || !eb || bitsOf(*ea) != bitsOf(*eb) || (desc >> 2 & 1) ||
      (rows != 64 && rows != 128) || n < 8 || n > 256 ||
      (isInteger ? sumType != 2 : sumType > 1)) {
    m.fault(w, inst, -1,
            llvm::formatv("a product that the machine does not model (its "
                          "descriptor is {0:x})",
                          desc));
    return false;
  }
  unsigned bytes = bitsOf(*ea) / 8, depth = 32 / bytes;
  std::vector<uint32_t> a(rows * depth), b(n * depth);
  // Of 64 rows each quarter has the first 16 of its 32.
  auto rowOf = [&](unsigned r) {
    return rows == 128 ? r : (r & ~15u) * 2 + r % 16;
  };
  if (!inst.mods[kAInTensorMemory]) {
    if (!readMatrix(m, job, job.a, desc >> 15 & 1, bytes, rows, depth,
                    a.data()))
      return false;
  } else {
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned k = 0; k < depth; ++k) {
        unsigned byte = k * bytes;
        uint32_t *p = cell(m, w, inst, rowOf(r), (job.a & 0xffff) + byte / 4);
        if (!p)
          return false;
        memcpy(&a[r * depth + k], reinterpret_cast<uint8_t *>(p) + byte % 4,
               bytes);
      }
  }
  if (!readMatrix(m, job, job.b, desc >> 16 & 1, bytes, n, depth, b.data()))
    return false;
  bool negate = ((desc >> 13) ^ (desc >> 14)) & 1, isHalf = sumType == 0;
  std::vector<double> an, bn;
  if (!isInteger) {
    for (uint32_t v : a)
      an.push_back(numberOf(*ea, v));
    for (uint32_t v : b)
      bn.push_back(numberOf(*eb, v));
  }
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned c = 0; c < n; ++c) {
      uint32_t *d =
          cell(m, w, inst, (job.d >> 16) + rowOf(r), (job.d & 0xffff) + c);
      if (!d)
        return false;
      uint32_t before = job.accumulates ? *d : 0;
      if (isInteger) {
        int64_t sum = int32_t(before);
        for (unsigned k = 0; k < depth; ++k) {
          uint32_t x = a[r * depth + k], y = b[c * depth + k];
          sum += (*ea == S8 ? int64_t(int8_t(x)) : int64_t(x)) *
                 (*eb == S8 ? int64_t(int8_t(y)) : int64_t(y));
        }
        if (desc >> 3 & 1)
          sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
        *d = uint32_t(sum);
        continue;
      }
      double sum = 0, first;
      for (unsigned k = 0; k < depth; ++k)
        sum += an[r * depth + k] * bn[c * depth + k];
      Fmt format = isHalf ? Fmt::F16 : Fmt::F32;
      uint64_t wide = isa::sem::convert(
          format, isHalf ? before & 0xffff : before, {Fmt::F64});
      memcpy(&first, &wide, 8);
      sum = (negate ? -sum : sum) + first;
      memcpy(&wide, &sum, 8);
      *d = uint32_t(isa::sem::convert(Fmt::F64, wide, {format}));
    }
  return true;
}

static uint64_t pairOf(Machine &m, Warp &w, const DInst &inst,
                       const Source &s) {
  return s.reg == kZeroRow ? 0 : w.UR[s.reg] | uint64_t(w.UR[s.reg + 1]) << 32;
}

static void runProduct(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorJob job = {TensorJob::Product, &inst, &w};
  job.a = inst.mods[kAInTensorMemory] ? uniformValue(m, w, inst, inst.a)
                                      : pairOf(m, w, inst, inst.a);
  job.b = pairOf(m, w, inst, inst.b);
  job.d = uint32_t(uniformValue(m, w, inst, inst.c));
  job.description = w.UR[inst.imm + 1];
  job.accumulates = lanesOf(w, inst.pp) & 1;
  tensorMemory(*w.cta).jobs.push_back(job);
}

template <uint32_t Kind, bool AInTensorMemory>
static void bindProduct(Binder &b) {
  DInst &out = b.out;
  out.a = b.source("a");
  out.b = b.source("b");
  out.c = b.source("d");
  out.imm = b.source("meta").reg;
  out.pp = b.predicate("up");
  out.mods[kKind] = Kind;
  out.mods[kAInTensorMemory] = AInTensorMemory;
  if (b.source("lanes").reg != kZeroRow)
    return b.unsupported("a mask of lanes");
  if (b.mods.value("pair"))
    return b.unsupported("a pair of CTAs");
  if (b.mods.optional("ashift") || b.mods.optional("scaleD"))
    return b.unsupported("a shifted or scaled product");
  if (out.imm == kZeroRow)
    return b.unsupported("a product without descriptor");
  out.run = runProduct;
}

//===----------------------------------------------------------------------===//
// Copies, arrivals
//===----------------------------------------------------------------------===//

static bool runCopyJob(Machine &m, const TensorJob &job) {
  using Shape = isa::UTCCPShape;
  auto shape = Shape(job.inst->mods[kCopyShape]);
  unsigned units = shape == Shape::S128x256 ? 2 : 1;
  for (unsigned row = 0; row < kMemoryRows; ++row) {
    unsigned line = row, quarter = row >> 5;
    if (shape == Shape::S32x128)
      line = row & 31;
    else if (shape == Shape::S64x128_02_13)
      line = (row & 31) | (quarter & 1) << 5;
    else if (shape == Shape::S64x128_01_23)
      line = (row & 31) | (quarter >> 1) << 5;
    for (unsigned unit = 0; unit < units; ++unit) {
      const uint8_t *from = sharedBytes(
          m, *job.warp, *job.inst, locateUnit(job.b, line, unit, false), 16);
      for (unsigned k = 0; k < 4; ++k) {
        uint32_t *to = from ? cell(m, *job.warp, *job.inst, row,
                                   (job.d & 0xffff) + unit * 4 + k)
                            : nullptr;
        if (!to)
          return false;
        memcpy(to, from + 4 * k, 4);
      }
    }
  }
  return true;
}

static void runCopy(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorJob job = {TensorJob::Copy, &inst, &w};
  job.d = uint32_t(uniformValue(m, w, inst, inst.a)) + uint32_t(inst.imm);
  job.b = pairOf(m, w, inst, inst.b);
  tensorMemory(*w.cta).jobs.push_back(job);
}
static void bindCopy(Binder &b) {
  b.out.a = b.source("d");
  b.out.b = b.source("b");
  b.out.imm = b.mods.signedValue("offset");
  b.out.mods[kCopyShape] = uint32_t(b.mods.value("shape"));
  if (isa::UTCCPShape(b.out.mods[kCopyShape]) == isa::UTCCPShape::S4x256 ||
      b.mods.optional("format") || b.mods.optional("pair"))
    return b.unsupported("a copy of this kind");
  b.out.run = runCopy;
}

static void runArrival(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  uint32_t at = uint32_t(uniformValue(m, w, inst, inst.a));
  auto arriveAt = [&](uint32_t address) {
    TensorJob job = {TensorJob::Arrival, &inst, &w};
    job.barrier = m.clusterShared(w, inst, lane, address, 8);
    if (job.barrier)
      tensorMemory(*w.cta).jobs.push_back(job);
  };
  if (!inst.imm)
    return arriveAt(at);
  forLanes(uint32_t(uniformValue(m, w, inst, inst.c)) & 0xffff,
           [&](unsigned rank) {
             if (!m.faulted())
               arriveAt(uint32_t((at & kSharedOffset) | rank << kRankShift));
           });
}
static void bindArrival(Binder &b) {
  b.out.a = b.source("addr");
  b.out.c = b.source("mask");
  b.out.imm = b.mods.optional("multicast");
  if (b.mods.optional("pair"))
    return b.unsupported("a pair of CTAs");
  b.out.run = runArrival;
}

void exec::finishTensorJobs(Machine &m, CTA &tester, uint8_t *barrier) {
  auto load = [](const uint8_t *p) {
    uint64_t v;
    memcpy(&v, p, 8);
    return BarrierWord(v);
  };
  for (CTA *cta : tester.cluster->ctas) {
    if (!cta->tensorMemory)
      continue;
    auto &jobs = cta->tensorMemory->jobs;
    uint64_t arrivals = uint64_t(llvm::count_if(
        jobs, [&](const TensorJob &j) { return j.barrier == barrier; }));
    BarrierWord before = load(barrier);
    uint64_t missing = (0 - before.missing) & BarrierWord::kCountMask;
    if (!arrivals || missing > arrivals || before.bytes)
      continue;
    while (!jobs.empty() && load(barrier).phase == before.phase) {
      TensorJob job = jobs.front();
      jobs.pop_front();
      if (job.kind == TensorJob::Product
              ? !runProductJob(m, job)
              : job.kind == TensorJob::Copy && !runCopyJob(m, job))
        return;
      if (job.kind != TensorJob::Arrival)
        continue;
      BarrierWord b = load(job.barrier);
      b.arrive(1);
      b.finish();
      uint64_t word = b.pack();
      memcpy(job.barrier, &word, 8);
    }
  }
}

static void runNothing(Machine &, Warp &, const DInst &, LaneMask) {}
static void bindNothing(Binder &b) { b.out.run = runNothing; }

llvm::ArrayRef<BindEntry> ptxmlir::exec::tensorMemoryHandlers() {
  static const BindEntry entries[] = {
      {"UTCATOMSWS_FIND", bindFind},
      {"UTCATOMSWS", bindUnits},
      {"UVIRTCOUNT", bindNothing},
      {"LDTM", bindLdtm},
      {"STTM", bindSttm},
      {"UTCHMMA", bindProduct<HalfKind, false>},
      {"UTCHMMA_T", bindProduct<HalfKind, true>},
      {"UTCIMMA", bindProduct<IntegerKind, false>},
      {"UTCIMMA_T", bindProduct<IntegerKind, true>},
      {"UTCQMMA", bindProduct<ByteKind, false>},
      {"UTCQMMA_T", bindProduct<ByteKind, true>},
      {"UTCCP", bindCopy},
      {"UTCBAR", bindArrival},
  };
  return entries;
}
