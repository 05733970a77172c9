//===- Units.cpp - Queues, pipes and memory of an SM ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which unit an instruction needs and when it is free. Replay.cpp asks, cycle
// by cycle, and knows nothing of pipes.
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::timing;
using target::Queue;

unsigned timing::resultLatency(const InstTraits &t, const TraceEntry &e,
                               const target::TimingModel &model) {
  if (t.isConstant)
    return model.latency.constant;
  if (!t.usesLSU || !(e.isShared() || e.isGlobal()))
    return t.estimate;
  unsigned conflicts = e.passes() - std::min(e.passes(), e.idealPasses());
  const target::MemoryLatency &l = model.latency;
  if (!e.isGlobal())
    return l.shared + (t.width ? l.moreShared[t.width - 1] : 0) + conflicts;
  unsigned level = e.dramSectors() ? l.dram : e.l2Sectors() ? l.l2 : l.l1;
  return level + (t.width ? l.moreGlobal[t.width - 1] : 0) + conflicts;
}

Units::Units(const target::TimingModel &model, unsigned activeSMs)
    : model(model), perSub(model.subPartitions) {
  size_t pipes = target::getPipes().size();
  pipeFree.assign(pipes * model.subPartitions, 0);
  work = workOfPair = pipeFree;
  partner.assign(pipes, -1);
  longest.assign(pipes, 0);
  const target::Device &d = model.device;
  l2Sector = 32 * 256 / d.l2BytesPerCycle;
  // Every active SM gets the same share of the memory's bandwidth.
  dramSector = std::max<uint64_t>(uint64_t(32) * 256 * d.clockMHz * activeSMs /
                                      (uint64_t(d.dramGBs) * 1000),
                                  1);
}

Queue Units::queueOf(const InstTraits &t, const TraceEntry &e) const {
  if (t.usesLSU)
    return e.isGlobal() ? Queue::LG : Queue::MIO;
  return t.use.queue;
}

unsigned Units::choosePipe(unsigned sub, const InstTraits &t) const {
  unsigned best = t.use.pipes[0];
  if (t.use.numPipes > 1 && pipe(t.use.pipes[1], sub) < pipe(best, sub))
    best = t.use.pipes[1];
  return best;
}

uint64_t Units::bankWait(unsigned sub, const InstTraits &t,
                         uint64_t now) const {
  uint64_t free = now;
  for (unsigned bank : {0, 1})
    if (unsigned reads = t.bankReads[bank])
      free = std::max(free + model.readCycles,
                      perSub[sub].bankFree[bank] + reads) -
             model.readCycles;
  return free - now;
}

uint64_t Units::freeAt(unsigned sub, const InstTraits &t, const TraceEntry &e,
                       uint64_t now) const {
  now += bankWait(sub, t, now);
  // What no thread executes takes its issue slot only.
  if (!t.use.numPipes || !e.threads())
    return now;
  Queue q = queueOf(t, e);
  if (q == Queue::None)
    return std::max(now, pipe(choosePipe(sub, t), sub));
  if (perSub[sub].queues[unsigned(q)].size() < model.path.queueEntries)
    return now;
  QueueState busy(perSub[sub].queues[unsigned(q)]);
  llvm::erase_if(busy, [&](uint64_t until) { return until <= now; });
  if (busy.size() < model.path.queueEntries)
    return now;
  llvm::sort(busy);
  return busy[busy.size() - model.path.queueEntries];
}

Stall Units::throttleReason(const InstTraits &t, const TraceEntry &e) const {
  switch (queueOf(t, e)) {
  case Queue::None:
    return Stall::MathPipeThrottle;
  case Queue::MIO:
    return Stall::MIOThrottle;
  case Queue::LG:
    return Stall::LGThrottle;
  case Queue::TEX:
    return Stall::TexThrottle;
  }
  return Stall::MathPipeThrottle;
}

Units::Times Units::start(unsigned sub, const InstTraits &t,
                          const TraceEntry &e, uint64_t now) {
  for (unsigned bank : {0, 1})
    if (unsigned reads = t.bankReads[bank]) {
      uint64_t &free = perSub[sub].bankFree[bank];
      free = std::max(free, now) + reads;
    }
  if (!e.threads())
    return {now + 1, now + 1, 0, 0};
  const unsigned address = model.path.addressCycles;
  if (!t.use.numPipes)
    return {now + t.estimate, now + address, 0, 0};
  if (t.usesLSU)
    return startMemory(sub, t, e, now);
  Queue q = queueOf(t, e);
  unsigned index = choosePipe(sub, t);
  uint64_t begin = std::max(now, pipe(index, sub));
  if (q != Queue::None) {
    // Entries leave in the order in which they came.
    PerSub &s = perSub[sub];
    begin = std::max(begin, s.dispatched[unsigned(q)]);
    s.dispatched[unsigned(q)] = begin;
    QueueState &list = s.queues[unsigned(q)];
    llvm::erase_if(list, [&](uint64_t until) { return until <= now; });
    list.push_back(std::max(begin, now + 1));
  }
  pipe(index, sub) = begin + t.use.interval;
  for (unsigned i = 0; i < t.use.numPipes; ++i)
    longest[t.use.pipes[i]] = std::max(longest[t.use.pipes[i]], t.use.interval);
  size_t at = t.use.pipes[0] * model.subPartitions +
              (target::getPipes()[t.use.pipes[0]].perSM ? 0 : sub);
  if (t.use.numPipes > 1) {
    workOfPair[at] += t.use.interval;
    partner[t.use.pipes[0]] = t.use.pipes[1];
  } else {
    work[at] += t.use.interval;
  }
  uint64_t sources = begin + (t.isConstant ? model.path.constantRead : address);
  uint64_t result = begin + resultLatency(t, e, model);
  return {result, sources, q == Queue::None ? 0 : result, 0};
}

/// The first `cycles` from `earliest` on in which the SM's unit is free. What
/// comes late leaves room before it, which another sub-partition may use; no
/// more instructions are ahead than the queues have entries.
uint64_t Units::takeLSU(uint64_t earliest, unsigned cycles, uint64_t now) {
  llvm::erase_if(lsuTaken, [&](const auto &t) { return t.second <= now; });
  size_t i = 0;
  for (; i < lsuTaken.size(); ++i) {
    if (earliest + cycles <= lsuTaken[i].first)
      break;
    earliest = std::max(earliest, lsuTaken[i].second);
  }
  lsuTaken.insert(lsuTaken.begin() + i, {earliest, earliest + cycles});
  return earliest;
}

/// A sub-partition and the SM take one instruction at a time; in the SM it
/// stays as long as it has passes.
Units::Times Units::startMemory(unsigned sub, const InstTraits &t,
                                const TraceEntry &e, uint64_t now) {
  const target::MemoryPath &path = model.path;
  PerSub &s = perSub[sub];
  unsigned q = unsigned(queueOf(t, e));
  unsigned inSM = std::max<unsigned>(path.smInterval, e.passes());
  uint64_t leaves = takeLSU(std::max({now + path.addressCycles, s.lsuFree,
                                      s.dispatched[q] + path.addressCycles}),
                            inSM, now);
  s.lsuFree = leaves + path.subPartitionInterval;
  s.lsuWork += path.subPartitionInterval;
  lsuWork += inSM;
  s.dispatched[q] = leaves - path.addressCycles;
  QueueState &list = s.queues[q];
  llvm::erase_if(list, [&](uint64_t until) { return until <= now; });
  list.push_back(leaves);

  // A transfer waits for those before it.
  uint64_t delay = 0, transferred = 0;
  bool accesses = e.isShared() || e.isGlobal();
  if (accesses && e.l2Sectors()) {
    uint64_t at = leaves << 8;
    uint64_t l2At = std::max(l2Free, at);
    l2Free = l2At + e.l2Sectors() * l2Sector;
    l2Sectors += e.l2Sectors();
    uint64_t dramAt = at;
    if (e.dramSectors()) {
      dramAt = std::max(dramFree, at);
      dramFree = dramAt + e.dramSectors() * dramSector;
      dramSectors += e.dramSectors();
    }
    delay = (std::max(l2At, dramAt) - at) >> 8;
    transferred = std::max(l2Free, e.dramSectors() ? dramFree : 0) >> 8;
  }
  uint64_t begin = leaves - path.addressCycles;
  Times times;
  times.result = begin + resultLatency(t, e, model) + delay;
  unsigned width = t.width;
  times.sources =
      begin + (e.isGlobal() ? (t.isStore ? path.storeReadGlobal[width]
                                         : path.loadReadGlobal[width])
                            : (t.isStore ? path.storeReadShared[width]
                                         : path.loadReadShared[width]));
  times.drained =
      t.isStore ? std::max(leaves + inSM, transferred) : times.result;
  times.visible = !e.isGlobal() ? 0
                  : t.isStore   ? begin + model.latency.l2 + delay
                                : times.result;
  return times;
}

uint64_t Units::busiest(std::string &name) const {
  uint64_t most = 0;
  auto consider = [&](uint64_t cycles, const char *what) {
    if (cycles > most) {
      most = cycles;
      name = what;
    }
  };
  // The last instruction of a pipe may end when it has been issued.
  auto untilIssue = [&](uint64_t cycles, unsigned i) {
    return cycles ? cycles - std::min<uint64_t>(cycles, longest[i]) + 1 : 0;
  };
  auto pipes = target::getPipes();
  for (unsigned i = 0; i < pipes.size(); ++i)
    for (unsigned sub = 0; sub < model.subPartitions; ++sub) {
      size_t at = i * model.subPartitions + sub;
      consider(untilIssue(work[at], i), pipes[i].name);
      if (partner[i] < 0)
        continue;
      size_t other = size_t(partner[i]) * model.subPartitions + sub;
      uint64_t both = work[at] + work[other] + workOfPair[at];
      consider(untilIssue((both + 1) / 2, i), pipes[i].name);
    }
  for (const PerSub &s : perSub)
    consider(s.lsuWork, "lsu");
  consider(lsuWork, "lsu");
  consider((l2Sectors * l2Sector) >> 8, "l2");
  consider((dramSectors * dramSector) >> 8, "dram");
  return most;
}
