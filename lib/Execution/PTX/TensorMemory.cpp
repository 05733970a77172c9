//===- TensorMemory.cpp - tcgen05 -----------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation and commits (TensorMemory.h). An allocation that finds no columns
// waits until some are given back; one for a pair of CTAs, until a warp of each
// has come.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include "Collective.h"
#include "MBarrier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AccessKind;
using ptx::CtaGroup;
using ptx::Space;

TensorMemory &interp::tensorMemoryOf(CTA &cta) {
  if (!cta.tensorMemory)
    cta.tensorMemory = std::make_shared<TensorMemory>();
  return *cta.tensorMemory;
}

void interp::startTensorJob(CTA &cta, TensorMemory::Job job) {
  job.number = cta.cluster->tensorJobs++;
  unsigned thread = job.warp->index * kLanes + job.lane;
  TensorMemory &t = tensorMemoryOf(cta);
  if (!job.run)
    t.waiting[job.mbarrier].push_back(thread);
  TensorMemory::Started &s = t.started[thread];
  (job.run ? s.work : s.commits).push_back(std::move(job));
}

static exec::Accessor readerOf(const TensorMemory::Job &job,
                               const TensorMemory::Job &thread) {
  exec::Accessor who;
  who.inst = job.inst->number;
  who.warp = thread.warp->index;
  who.lane = thread.lane;
  return who;
}

void interp::readsShared(TensorMemory::Job &job, uint64_t offset,
                         uint32_t bytes) {
  // What lies outside is a fault when the job is done.
  if (offset + bytes > job.warp->cta->shared.size())
    return;
  job.reads.push_back({uint32_t(offset), bytes});
  job.warp->cta->check->startRead(readerOf(job, job), offset, bytes);
}

/// The job is done; who waits for the commit knows of it as soon as it knows
/// what the thread of the commit has done. (Of another CTA, the job's own.)
static void endReads(const TensorMemory::Job &job,
                     const TensorMemory::Job &commit) {
  CTA &cta = *job.warp->cta;
  for (auto [offset, bytes] : job.reads)
    cta.check->finishRead(
        readerOf(job, commit.warp->cta == &cta ? commit : job), offset, bytes);
}

bool interp::tensorFault(Warp &w, const Instr &inst, std::string what) {
  w.launch->fault(w, inst, -1, std::move(what));
  return false;
}

std::optional<unsigned> interp::issuer(Warp &w, const Instr &inst,
                                       LaneMask active) {
  if (llvm::has_single_bit(active))
    return unsigned(__builtin_ctz(active));
  tensorFault(w, inst,
              llvm::formatv("{0} threads of the warp issue what one thread "
                            "must issue alone",
                            llvm::popcount(active)));
  return std::nullopt;
}

bool interp::areAllocated(CTA &cta, Warp &w, const Instr &inst, uint32_t column,
                          unsigned count) {
  TensorMemory &t = tensorMemoryOf(cta);
  for (uint64_t c = column; c < uint64_t(column) + count; ++c)
    if (c >= kTmemColumns || !(t.allocated >> c / kTmemUnit & 1))
      return tensorFault(
          w, inst,
          llvm::formatv("column {0} of tensor memory is not allocated", c));
  return true;
}

llvm::SmallVector<CTA *, 2> interp::tensorGroup(Warp &w, const Instr &inst,
                                                CtaGroup group) {
  if (group != CtaGroup::CtaGroup2)
    return {w.cta};
  auto &ctas = w.cta->cluster->ctas;
  unsigned even = w.cta->rank & ~1u;
  if (even + 1 < ctas.size())
    return {ctas[even], ctas[even + 1]};
  tensorFault(w, inst, "the CTA has no other one for a pair in its cluster");
  return {};
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// Who waits for columns of the CTA tries again.
static void wake(CTA &cta) {
  for (auto &w : cta.warps)
    for (Group &g : w->groups)
      if (g.state == Group::WaitColumns)
        g.state = Group::Run;
}

/// The first column of so many that are free in all the CTAs; they take them.
static std::optional<uint32_t>
take(Warp &w, const Instr &inst, llvm::ArrayRef<CTA *> ctas, uint32_t columns) {
  uint32_t units = columns / kTmemUnit, mask = (1u << units) - 1, used = 0;
  for (CTA *cta : ctas)
    used |= tensorMemoryOf(*cta).allocated;
  for (uint32_t at = 0; at < kTmemColumns / kTmemUnit; at += units) {
    if (used & mask << at)
      continue;
    for (CTA *cta : ctas) {
      tensorMemoryOf(*cta).allocated |= mask << at;
      tensorMemoryOf(*cta).allocations[at * kTmemUnit] = {columns, &w, &inst};
    }
    return at * kTmemUnit;
  }
  return std::nullopt;
}

/// Of the collective allocation of a pair: nothing as long as one has to wait.
static std::optional<uint32_t> takeTogether(Warp &w, const Instr &inst,
                                            llvm::ArrayRef<CTA *> ctas,
                                            uint32_t columns) {
  CTA *peer = ctas[0] == w.cta ? ctas[1] : ctas[0];
  TensorMemory &mine = tensorMemoryOf(*w.cta), &other = tensorMemoryOf(*peer);
  // Another warp is at it.
  if (mine.asker && *mine.asker != w.index)
    return std::nullopt;
  if (mine.granted) {
    uint32_t column = *mine.granted;
    mine.granted.reset();
    mine.asker.reset();
    wake(*w.cta);
    return column;
  }
  mine.asker = w.index;
  mine.asked = columns;
  if (!other.asker || other.granted)
    return std::nullopt;
  if (other.asked != columns) {
    tensorFault(w, inst,
                "the CTAs of the pair want different numbers of "
                "columns");
    return std::nullopt;
  }
  std::optional<uint32_t> column = take(w, inst, ctas, columns);
  if (column) {
    mine.asker.reset();
    other.granted = column;
    wake(*w.cta);
    wake(*peer);
  }
  return column;
}

static void allocate(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  auto m = ptx::Tcgen05AllocModifiers::unpack(inst.mods);
  unsigned lane = c.first();
  auto columns = uint32_t(c.in(lane, 1));
  if (tensorMemoryOf(*w.cta).relinquished)
    return void(
        tensorFault(w, inst, "the CTA has given up the right to allocate"));
  if (columns < kTmemUnit || columns > kTmemColumns ||
      (columns & (columns - 1)))
    return void(tensorFault(
        w, inst, "the number of columns is no power of two from 32 to 512"));
  auto ctas = tensorGroup(w, inst, m.ctaGroup);
  if (ctas.empty())
    return;
  std::optional<uint32_t> address = ctas.size() == 1
                                        ? take(w, inst, ctas, columns)
                                        : takeTogether(w, inst, ctas, columns);
  if (!address) {
    w.launch->mustWait = !w.launch->faulted();
    return;
  }
  Space space = m.space == ptx::AsyncSpace::None ? Space::None : Space::Shared;
  if (uint8_t *p =
          access(w, inst, lane, space, c.in(lane, 0) + uint64_t(inst.offset[0]),
                 4, 4, AccessKind::Write, false, (const uint8_t *)&*address))
    memcpy(p, &*address, 4);
}

/// Each CTA of a pair gives back its own columns.
static void deallocate(Warp &w, const Collective &c) {
  const Instr &inst = c.any();
  auto m = ptx::Tcgen05DeallocModifiers::unpack(inst.mods);
  unsigned lane = c.first();
  auto column = uint32_t(c.in(lane, 0)), columns = uint32_t(c.in(lane, 1));
  auto ctas = tensorGroup(w, inst, m.ctaGroup);
  if (ctas.empty())
    return;
  auto &allocations = tensorMemoryOf(*w.cta).allocations;
  auto allocation = allocations.find(column);
  if (allocation == allocations.end() || allocation->second.columns != columns)
    return void(tensorFault(
        w, inst,
        llvm::formatv("{0} columns of tensor memory from {1:x} on are no "
                      "result of an allocation",
                      columns, column)));
  allocations.erase(allocation);
  for (uint32_t k = column / kTmemUnit; k < (column + columns) / kTmemUnit; ++k)
    tensorMemoryOf(*w.cta).allocated &= ~(1u << k);
  for (CTA *cta : ctas)
    wake(*cta);
}

static void relinquish(Warp &w, const Collective &) {
  tensorMemoryOf(*w.cta).relinquished = true;
}

void interp::checkColumnsAtEnd(CTA &cta) {
  if (!cta.tensorMemory || cta.tensorMemory->allocations.empty())
    return;
  auto &[column, a] = *cta.tensorMemory->allocations.begin();
  tensorFault(*a.warp, *a.inst,
              llvm::formatv("the block ends, and {0} columns of tensor memory "
                            "from {1:x} on have not been given back",
                            a.columns, column));
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

static void runCommit(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tcgen05CommitModifiers::unpack(inst.mods);
  std::optional<unsigned> lane = issuer(w, inst, active);
  if (!lane || tensorGroup(w, inst, m.ctaGroup).empty())
    return;
  unsigned l = *lane;
  uint64_t at = w.in(inst, 0)[l] + uint64_t(inst.offset[0]);
  Space space =
      m.space == ptx::AsyncSpace::None ? Space::None : Space::SharedCluster;
  auto commitAt = [&](Space s, uint64_t address) {
    if (uint8_t *p =
            access(w, inst, l, s, address, 8, 8, AccessKind::Atomic, true))
      startTensorJob(*w.cta, {&w, l, nullptr, p});
  };
  if (!m.multicast)
    return commitAt(space, at);
  uint64_t mask = w.in(inst, unsigned(findSource(inst, "ctaMask")))[l];
  for (unsigned rank = 0; rank < 16 && !w.launch->faulted(); ++rank)
    if (mask >> rank & 1)
      commitAt(Space::SharedCluster, (at & 0xffffff) | uint64_t(rank) << 24);
}

/// Takes what has to be done before a commit, and the commit, in their order:
/// what its thread has started, and what others have handed over by a fence
/// (the peer of a pair, too).
static std::vector<TensorMemory::Job> takeUpTo(CTA &cta, unsigned thread,
                                               uint64_t number) {
  std::vector<TensorMemory::Job> out;
  auto take = [&](std::deque<TensorMemory::Job> &from, size_t most) {
    size_t count = 0;
    for (; count < most && from.front().number <= number; ++count) {
      out.push_back(std::move(from.front()));
      from.pop_front();
    }
    return count;
  };
  auto &ctas = cta.cluster->ctas;
  for (unsigned rank : {cta.rank, cta.rank ^ 1u}) {
    if (rank >= ctas.size() || !ctas[rank]->tensorMemory)
      continue;
    auto &started = ctas[rank]->tensorMemory->started;
    for (auto it = started.begin(); it != started.end();) {
      TensorMemory::Started &s = it->second;
      bool isOwn = rank == cta.rank && it->first == thread;
      size_t count = take(s.work, isOwn ? s.work.size() : s.fenced);
      s.fenced -= std::min(s.fenced, count);
      if (isOwn)
        take(s.commits, s.commits.size());
      it = s.work.empty() && s.commits.empty() ? started.erase(it)
                                               : std::next(it);
    }
  }
  llvm::sort(out,
             [](const auto &a, const auto &b) { return a.number < b.number; });
  return out;
}

static void arrive(const TensorMemory::Job &commit) {
  Warp &w = *commit.warp;
  auto &waiting = tensorMemoryOf(*w.cta).waiting;
  auto here = waiting.find(commit.mbarrier);
  here->second.erase(llvm::find(here->second, w.index * kLanes + commit.lane));
  if (here->second.empty())
    waiting.erase(here);
  MBarrier b = MBarrier::load(commit.mbarrier);
  bool phase = b.phase;
  if (b.pending)
    --b.pending;
  b.completeIfDone();
  b.store(commit.mbarrier);
  CTA *owner = w.launch->check ? ownerOf(w, commit.mbarrier) : nullptr;
  if (!owner)
    return;
  // Of other CTAs the check does not know what their threads see.
  exec::SyncObject &object = checkedMbarrier(*owner, commit.mbarrier);
  if (owner == w.cta)
    owner->check->order.release(object, w.index, LaneMask(1) << commit.lane);
  if (b.phase != phase)
    owner->check->order.complete(object);
}

/// All that must be before the first commit of the CTA at an mbarrier is done,
/// and it arrives. False after a fault.
static bool finishCommit(CTA &cta, const uint8_t *mbarrier) {
  TensorMemory &t = tensorMemoryOf(cta);
  unsigned thread = t.waiting[mbarrier].front();
  auto commit = llvm::find_if(t.started[thread].commits, [&](const auto &job) {
    return job.mbarrier == mbarrier;
  });
  auto jobs = takeUpTo(cta, thread, commit->number);
  for (const TensorMemory::Job &job : jobs) {
    if (!job.run)
      arrive(job);
    else if (!job.run())
      return false;
    else
      endReads(job, jobs.back());
  }
  return true;
}

void interp::finishTensorJobs(CTA &tester, uint8_t *mbarrier) {
  auto openAt = [&](CTA &cta) -> size_t {
    if (!cta.tensorMemory)
      return 0;
    auto here = cta.tensorMemory->waiting.find(mbarrier);
    return here == cta.tensorMemory->waiting.end() ? 0 : here->second.size();
  };
  size_t open = 0;
  for (CTA *cta : tester.cluster->ctas)
    open += openAt(*cta);
  // The phase waits for no arrivals but those of commits.
  MBarrier before = MBarrier::load(mbarrier);
  if (!before.pending || before.pending > open)
    return;
  for (CTA *cta : tester.cluster->ctas)
    while (openAt(*cta)) {
      MBarrier b = MBarrier::load(mbarrier);
      if (b.phase != before.phase || !b.pending)
        return;
      if (!finishCommit(*cta, mbarrier))
        return;
    }
}

static void nothing(Warp &, const Collective &) {}

/// What the threads have started is ordered before what others start behind a
/// synchronization.
static void runFence(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tcgen05FenceModifiers::unpack(inst.mods);
  if (m.mode != ptx::TmemFence::BeforeThreadSync || !w.cta->tensorMemory)
    return;
  auto &started = w.cta->tensorMemory->started;
  forLanes(active, [&](unsigned l) {
    auto thread = started.find(w.index * kLanes + l);
    if (thread != started.end())
      thread->second.fenced = thread->second.work.size();
  });
}

bool interp::bindTensorMemory(Instr &inst, ptx::Opcode opcode) {
  using ptx::Opcode;
  auto collective = [&](CollectiveHandler handler) {
    setCollective(inst, handler, -1);
    return true;
  };
  switch (opcode) {
  case Opcode::Tcgen05Alloc:
    return collective(allocate);
  case Opcode::Tcgen05Dealloc:
    return collective(deallocate);
  case Opcode::Tcgen05RelinquishAllocPermit:
    return collective(relinquish);
  case Opcode::Tcgen05Ld:
  case Opcode::Tcgen05LdRed:
  case Opcode::Tcgen05St:
    return bindTensorAccess(inst, opcode);
  case Opcode::Tcgen05Wait:
    return collective(nothing);
  case Opcode::Tcgen05Fence:
    inst.run = runFence;
    return true;
  case Opcode::Tcgen05Mma:
  case Opcode::Tcgen05MmaSp:
  case Opcode::Tcgen05MmaWs:
  case Opcode::Tcgen05MmaWsSp:
    return bindTensorProduct(inst, opcode);
  case Opcode::Tcgen05Cp:
  case Opcode::Tcgen05Shift:
    return bindTensorTransfer(inst, opcode);
  case Opcode::Tcgen05Commit:
    inst.run = runCommit;
    return true;
  default:
    return false;
  }
}
