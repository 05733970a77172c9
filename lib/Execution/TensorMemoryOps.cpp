//===- TensorMemoryOps.cpp - Tensor memory --------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UTCCP, UTCSHIFT, UTCBAR and the allocation (TensorMemoryOps.h). Code waits
// for columns in a loop of its own; the blocks of a pair agree through bytes of
// the reserved part of shared memory, which startTensorPair prepares.
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryOps.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

TensorMemory &exec::tensorMemory(CTA &cta) {
  if (!cta.tensorMemory)
    cta.tensorMemory = std::make_shared<TensorMemory>();
  return *cta.tensorMemory;
}

uint32_t *exec::tensorCell(Machine &m, CTA &cta, Warp &w, const DInst &inst,
                           uint32_t row, uint32_t column) {
  TensorMemory &t = tensorMemory(cta);
  if (column < kMemoryColumns && row < kMemoryRows &&
      (t.units >> column / kColumnsPerUnit & 1))
    return &t.word[row][column];
  m.fault(w, inst, -1,
          llvm::formatv("access to row {0}, column {1} of tensor memory, which "
                        "is not allocated",
                        row, column));
  return nullptr;
}

TensorBlocks exec::tensorBlocks(Machine &m, Warp &w, const DInst &inst,
                                bool isPair) {
  TensorBlocks out;
  if (!isPair) {
    out.block[0] = w.cta;
    out.count = 1;
    return out;
  }
  auto &ctas = w.cta->cluster->ctas;
  size_t first = w.cta->rank / 2 * 2;
  if (first + 2 > ctas.size()) {
    m.fault(w, inst, -1, "the cluster has no second block for a pair");
    return out;
  }
  out.block[0] = ctas[first];
  out.block[1] = ctas[first + 1];
  out.count = 2;
  return out;
}

void exec::startTensorJob(CTA &cta, TensorJob job) {
  job.number = cta.cluster->tensorJobs++;
  TensorMemory &t = tensorMemory(cta);
  if (job.run)
    return t.work.push_back(job);
  t.at[job.barrier].push_back(job.warp->index);
  t.arrivals[job.warp->index].push_back(job);
}

uint64_t exec::uniformPair(const Warp &w, const Source &s) {
  return s.reg == kZeroRow ? 0 : w.UR[s.reg] | uint64_t(w.UR[s.reg + 1]) << 32;
}

/// Whether an instruction is for a pair of blocks.
static bool isPair(Binder &b) { return b.mods.optional("pair"); }

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// What the code of ptxas 13.0.88 finds there at the start of a block, as far
/// as it can be told from its use: 8 bytes behind the begin of what it keeps
/// there a barrier for one arrival, behind that the parity that a wait for it
/// begins with. The block with the even rank allocates for both and waits first
/// for what is done already; the other one waits for the columns that are sent
/// to it.
void exec::startTensorPair(CTA &cta, const target::TargetInfo &target) {
  uint64_t begin = target.reservedTensorOffset();
  if (cta.shared.size() < begin + target.reservedSharedTensor)
    return;
  BarrierWord b(0);
  b.expected = b.missing = BarrierWord::kCountMask; // 2^20 - 1: one arrival
  uint64_t word = b.pack();
  memcpy(&cta.shared[begin + 8], &word, 8);
  uint32_t parity = cta.rank % 2 == 0;
  memcpy(&cta.shared[begin + 16], &parity, 4);
}

enum AllocationMod { kForPair, kAligned };

std::string exec::describeAllocated(const CTA &cta) {
  if (!cta.tensorMemory || !cta.tensorMemory->units)
    return "";
  return llvm::formatv("block ({0},{1},{2}) ends, and {3} columns of tensor "
                       "memory have not been given back",
                       cta.id[0], cta.id[1], cta.id[2],
                       llvm::popcount(cta.tensorMemory->units) *
                           kColumnsPerUnit);
}

/// Finds so many free units, at a multiple of their number.
static void runFind(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorBlocks blocks = tensorBlocks(m, w, inst, inst.mods[kForPair]);
  if (!blocks.count)
    return;
  uint64_t count = uniformValue(m, w, inst, inst.a), used = 0;
  for (unsigned k = 0; k < blocks.count; ++k)
    used |= tensorMemory(*blocks.block[k]).units;
  constexpr uint64_t all = kMemoryColumns / kColumnsPerUnit;
  bool found = false;
  if (count > all)
    count = 0;
  for (uint64_t at = 0; count && at + count <= all && !found;) {
    uint64_t mask = ((uint64_t(1) << count) - 1) << at;
    if (!(used & mask)) {
      for (unsigned k = 0; k < blocks.count; ++k)
        tensorMemory(*blocks.block[k]).units |= uint32_t(mask);
      w.UR[inst.d] = uint32_t(at);
      found = true;
    }
    at += inst.mods[kAligned] ? count : 1;
  }
  w.UP[inst.pu] = found;
  if (!found)
    m.endTurn();
}
static void bindFind(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  b.out.a = b.source("a");
  b.out.mods[kAligned] =
      isa::UTCFind(b.mods.value("op")) == isa::UTCFind::FindAligned;
  b.out.mods[kForPair] = isPair(b);
  b.out.run = runFind;
}

static void runUnits(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorBlocks blocks = tensorBlocks(m, w, inst, inst.mods[kForPair]);
  uint32_t v = uint32_t(uniformValue(m, w, inst, inst.a));
  for (unsigned k = 0; k < blocks.count; ++k) {
    TensorMemory &t = tensorMemory(*blocks.block[k]);
    uint32_t old = t.units;
    t.units = inst.imm ? old | v : old & v;
    if (blocks.block[k] == w.cta)
      w.UR[inst.d] = old;
  }
}
static void bindUnits(Binder &b) {
  b.dest("d");
  b.out.a = b.source("a");
  b.out.imm = isa::UTCAtomicOp(b.mods.value("op")) == isa::UTCAtomicOp::OR;
  b.out.mods[kForPair] = isPair(b);
  b.out.run = runUnits;
}

//===----------------------------------------------------------------------===//
// Matrices in shared memory
//===----------------------------------------------------------------------===//

/// The shared address of unit `unit` (16 bytes) of line `line` of a matrix; a
/// line runs along the dimension whose elements lie side by side. Nothing for a
/// descriptor whose form is not modelled.
static std::optional<uint32_t> locateUnit(uint64_t desc, unsigned line,
                                          unsigned unit, bool mnMajor) {
  static constexpr int8_t logUnitsOf[8] = {0, 3, 3, -1, 2, -1, 1, -1};
  int logUnits = logUnitsOf[desc >> 61];
  uint32_t base = uint32_t(desc & 0x3fff) * 16,
           lbo = uint32_t(desc >> 16 & 0x3fff) * 16,
           sbo = uint32_t(desc >> 32 & 0x3fff) * 16,
           phase = uint32_t(desc >> 49 & 7);
  // Kind 1 keeps 32 bytes together, in patterns of four lines.
  bool isWide = desc >> 61 == 1;
  if (logUnits < 0 || (desc >> 52 & 1) || (isWide && phase))
    return std::nullopt;
  uint32_t along = unit >> logUnits, across = line >> (isWide ? 2 : 3);
  if (mnMajor && logUnits == 0)
    std::swap(along, across);
  uint32_t at = base + along * lbo + across * sbo +
                ((line & (isWide ? 3 : 7)) << (4 + logUnits)) +
                ((unit & ((1u << logUnits) - 1)) << 4);
  if (isWide)
    return (at ^ (at >> 7 & 3) << 5) & 0x3ffff;
  uint32_t turn = ((at >> 7) - phase) & ((1u << logUnits) - 1);
  return (at ^ turn << 4) & 0x3ffff;
}

const uint8_t *exec::matrixUnit(Machine &m, CTA &cta, const TensorJob &job,
                                uint64_t descriptor, unsigned line,
                                unsigned unit, bool mnMajor) {
  std::optional<uint32_t> at = locateUnit(descriptor, line, unit, mnMajor);
  if (at && *at + 16 <= cta.shared.size())
    return cta.shared.data() + *at;
  m.fault(*job.warp, *job.inst, -1,
          at ? llvm::formatv("a matrix at shared address {0:x}, outside the "
                             "block's memory",
                             *at)
                   .str()
             : "a matrix descriptor that the machine does not model");
  return nullptr;
}

static Accessor readerOf(Machine &m, const TensorJob &job, unsigned warp,
                         LaneMask lanes) {
  Accessor who;
  who.inst = uint32_t(m.pcOf(*job.inst) / 16);
  who.warp = warp;
  who.lane = unsigned(__builtin_ctz(lanes));
  who.together = lanes;
  return who;
}

void exec::noteReads(Machine &m, TensorJob &job, LaneMask active,
                     uint64_t descriptor, unsigned lines, unsigned units,
                     bool mnMajor, uint32_t bytes) {
  CTA &cta = *job.warp->cta;
  Accessor who = readerOf(m, job, job.warp->index, active);
  cta.check->begin();
  job.lanes = active;
  for (unsigned line = 0; line < lines; ++line)
    for (unsigned unit = 0; unit < units; ++unit) {
      auto at = locateUnit(descriptor, line, unit, mnMajor);
      // Other places are faults when it is done.
      if (!at || *at + bytes > cta.shared.size())
        continue;
      job.reads.push_back({*at, bytes});
      cta.check->startRead(who, *at, bytes);
    }
}

/// It has read; who waits for the arrival hears of it.
static void endReads(Machine &m, const TensorJob &job,
                     const TensorJob &arrival) {
  const TensorJob &by = arrival.warp->cta == job.warp->cta ? arrival : job;
  for (auto [at, bytes] : job.reads)
    job.warp->cta->check->finishRead(readerOf(m, job, by.warp->index, by.lanes),
                                     at, bytes);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Use of DInst::mods by copies.
enum CopyMod { kCopyShape, kCopyPair, kCopyBits };

/// Four elements of a row of them, the first one a multiple of four, in the
/// middle of a byte each: 00xxxx00, 0xxxxxx0.
static uint32_t widenElements(const uint8_t *row, unsigned first,
                              unsigned bits) {
  // They begin with a byte: 16 or 24 bits.
  uint32_t packed = 0, word = 0;
  memcpy(&packed, row + first * bits / 8, bits / 2);
  for (unsigned k = 0; k < 4; ++k)
    word |= (packed >> k * bits & ((1u << bits) - 1)) << (8 * k + 4 - bits / 2);
  return word;
}

static bool runCopyJob(Machine &m, const TensorJob &job) {
  using Shape = isa::UTCCPShape;
  auto shape = Shape(job.inst->mods[kCopyShape]);
  bool isFour = shape == Shape::S4x256;
  unsigned units = shape == Shape::S128x256 || isFour ? 2 : 1;
  TensorBlocks blocks =
      tensorBlocks(m, *job.warp, *job.inst, job.inst->mods[kCopyPair]);
  // Of four lines each goes to one row of a quarter.
  if (job.d >> 16 > (isFour ? 31 : 0) || job.b >> 61 == 1) {
    m.fault(*job.warp, *job.inst, -1,
            llvm::formatv("a copy to row {0}, or with a swizzle that copies "
                          "do not have",
                          job.d >> 16));
    return false;
  }
  for (unsigned i = 0; i < blocks.count * kMemoryRows; ++i) {
    CTA &cta = *blocks.block[i / kMemoryRows];
    unsigned row = i % kMemoryRows, line = row, quarter = row >> 5;
    if (isFour && (row & 31) != job.d >> 16)
      continue;
    if (isFour)
      line = quarter;
    else if (shape == Shape::S32x128)
      line = row & 31;
    else if (shape == Shape::S64x128_02_13)
      line = (row & 31) | (quarter & 1) << 5;
    else if (shape == Shape::S64x128_01_23)
      line = (row & 31) | (quarter >> 1) << 5;
    for (unsigned unit = 0; unit < units; ++unit) {
      const uint8_t *from = matrixUnit(m, cta, job, job.b, line, unit, false);
      for (unsigned k = 0; k < 4; ++k) {
        uint32_t *to = from ? tensorCell(m, cta, *job.warp, *job.inst, row,
                                         (job.d & 0xffff) + unit * 4 + k)
                            : nullptr;
        if (!to)
          return false;
        if (unsigned bits = job.inst->mods[kCopyBits]; bits < 8)
          *to = widenElements(from, 4 * k, bits);
        else
          memcpy(to, from + 4 * k, 4);
      }
    }
  }
  return blocks.count != 0;
}

static void runCopy(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  TensorJob job = {&inst, &w, runCopyJob};
  job.d = uint32_t(uniformValue(m, w, inst, inst.a)) + uint32_t(inst.imm);
  job.b = uniformPair(w, inst.b);
  if (m.check) {
    using Shape = isa::UTCCPShape;
    auto shape = Shape(inst.mods[kCopyShape]);
    unsigned lines =
        shape == Shape::S4x256                                           ? 4
        : shape == Shape::S32x128                                        ? 32
        : shape == Shape::S64x128_02_13 || shape == Shape::S64x128_01_23 ? 64
                                                                         : 128;
    noteReads(m, job, active, job.b, lines,
              lines == 4 || shape == Shape::S128x256 ? 2 : 1, false,
              2 * inst.mods[kCopyBits]);
  }
  startTensorJob(*w.cta, job);
}
static void bindCopy(Binder &b) {
  b.out.a = b.source("d");
  b.out.b = b.source("b");
  b.out.imm = b.mods.signedValue("offset");
  b.out.mods[kCopyShape] = uint32_t(b.mods.value("shape"));
  b.out.mods[kCopyPair] = isPair(b);
  auto format = isa::UTCCPFormat(b.mods.value("format"));
  b.out.mods[kCopyBits] = format == isa::UTCCPFormat::U4x16P64   ? 4
                          : format == isa::UTCCPFormat::U6x16P32 ? 6
                                                                 : 8;
  b.out.run = runCopy;
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

bool exec::shiftTensorRows(Machine &m, const TensorJob &job,
                           const TensorBlocks &blocks, uint32_t column) {
  for (unsigned k = 0; k < blocks.count; ++k)
    for (uint32_t c = column; c < column + 8; ++c) {
      CTA &cta = *blocks.block[k];
      if (!tensorCell(m, cta, *job.warp, *job.inst, 0, c))
        return false;
      auto &word = tensorMemory(cta).word;
      for (uint32_t row = 0; row < kMemoryRows; ++row)
        if (row % 32 < 31)
          word[row][c] = word[row + 1][c];
    }
  return blocks.count != 0;
}

static bool runShiftJob(Machine &m, const TensorJob &job) {
  if (job.d >> 16) {
    m.fault(*job.warp, *job.inst, -1,
            llvm::formatv("a shift of rows from {0} on, which the machine does "
                          "not model",
                          job.d >> 16));
    return false;
  }
  TensorBlocks blocks =
      tensorBlocks(m, *job.warp, *job.inst, job.inst->mods[kCopyPair]);
  return shiftTensorRows(m, job, blocks, job.d);
}

static void runShift(Machine &m, Warp &w, const DInst &inst, LaneMask) {
  TensorJob job = {&inst, &w, runShiftJob};
  job.d = uint32_t(uniformValue(m, w, inst, inst.a)) + uint32_t(inst.imm);
  startTensorJob(*w.cta, job);
}
static void bindShift(Binder &b) {
  b.out.a = b.source("d");
  b.out.imm = b.mods.signedValue("offset");
  b.out.mods[kCopyPair] = isPair(b);
  b.out.run = runShift;
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

static void runArrival(Machine &m, Warp &w, const DInst &inst,
                       LaneMask active) {
  unsigned lane = unsigned(__builtin_ctz(active));
  uint32_t at = uint32_t(uniformValue(m, w, inst, inst.a));
  auto arriveAt = [&](uint32_t address) {
    TensorJob job = {&inst, &w};
    job.barrier = m.clusterShared(w, inst, lane, address, 8);
    if (!job.barrier)
      return;
    if (m.check) {
      CheckedAccess check(m, w, inst, Space::Cluster, AccessKind::Atomic, true);
      check(lane, address, 8);
    }
    job.owner = Machine::ownerOf(w, address);
    job.barrierAt = address & kSharedOffset;
    job.lanes = active;
    startTensorJob(*w.cta, job);
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
  b.out.run = runArrival;
}

static BarrierWord loadBarrier(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return BarrierWord(v);
}
static uint32_t arrivalsMissing(const BarrierWord &b) {
  return uint32_t((0 - b.missing) & BarrierWord::kCountMask);
}

static void arrive(const TensorJob &job) {
  BarrierWord b = loadBarrier(job.barrier);
  uint64_t phase = b.phase;
  b.arrive(1);
  b.finish();
  uint64_t word = b.pack();
  memcpy(job.barrier, &word, 8);
  if (!job.owner->check)
    return;
  SyncObject &object = job.owner->check->mbarrier(job.barrierAt);
  // Of other blocks the check does not know what their threads see.
  if (job.owner == job.warp->cta)
    job.owner->check->order.release(object, job.warp->index, job.lanes);
  if (b.phase != phase)
    job.owner->check->order.complete(object);
}

/// Does the products and copies of a block and its peer that were started
/// before an arrival. ptxas's code does not show fences, so that those of all
/// warps count. False after a fault.
static bool workUpTo(Machine &m, CTA &cta, const TensorJob &arrival) {
  auto &ctas = cta.cluster->ctas;
  auto queueOf = [&](unsigned rank) -> std::deque<TensorJob> * {
    if (rank >= ctas.size() || !ctas[rank]->tensorMemory)
      return nullptr;
    std::deque<TensorJob> &work = ctas[rank]->tensorMemory->work;
    return work.empty() || work.front().number > arrival.number ? nullptr
                                                                : &work;
  };
  while (true) {
    std::deque<TensorJob> *from = queueOf(cta.rank),
                          *other = queueOf(cta.rank ^ 1);
    if (!from || (other && other->front().number < from->front().number))
      from = other;
    if (!from)
      return true;
    TensorJob job = from->front();
    from->pop_front();
    if (!job.run(m, job))
      return false;
    endReads(m, job, arrival);
  }
}

/// Does what comes before the first arrival of a block at the barrier, and the
/// arrival; earlier ones of the warp come first. False after a fault.
static bool finishOne(Machine &m, CTA &cta, const uint8_t *barrier) {
  TensorMemory &t = tensorMemory(cta);
  unsigned warp = t.at[barrier].front();
  while (true) {
    TensorJob arrival = t.arrivals[warp].front();
    if (!workUpTo(m, cta, arrival))
      return false;
    t.arrivals[warp].pop_front();
    std::deque<unsigned> &here = t.at[arrival.barrier];
    here.erase(llvm::find(here, warp));
    arrive(arrival);
    if (arrival.barrier == barrier)
      return true;
  }
}

void exec::finishTensorJobs(Machine &m, CTA &tester, uint8_t *barrier) {
  auto arrivalsOf = [&](CTA &cta) -> size_t {
    if (!cta.tensorMemory)
      return 0;
    auto here = cta.tensorMemory->at.find(barrier);
    return here == cta.tensorMemory->at.end() ? 0 : here->second.size();
  };
  size_t arrivals = 0;
  for (CTA *cta : tester.cluster->ctas)
    arrivals += arrivalsOf(*cta);
  BarrierWord before = loadBarrier(barrier);
  uint32_t missing = arrivalsMissing(before);
  if (!missing || missing > arrivals)
    return;
  for (CTA *cta : tester.cluster->ctas)
    while (arrivalsOf(*cta)) {
      BarrierWord now = loadBarrier(barrier);
      if (now.phase != before.phase || !arrivalsMissing(now) ||
          !finishOne(m, *cta, barrier))
        return;
    }
}

static void runNothing(Machine &, Warp &, const DInst &, LaneMask) {}
static void bindNothing(Binder &b) { b.out.run = runNothing; }

llvm::ArrayRef<BindEntry> ptxmlir::exec::tensorMemoryHandlers() {
  static const BindEntry entries[] = {
      {"UTCATOMSWS_FIND", bindFind}, {"UTCATOMSWS", bindUnits},
      {"UVIRTCOUNT", bindNothing},   {"LDTM", bindLdtm},
      {"LDTM_STAT", bindLdtmStat},   {"STTM", bindSttm},
      {"UTCCP", bindCopy},           {"UTCSHIFT", bindShift},
      {"UTCBAR", bindArrival},
  };
  return entries;
}
