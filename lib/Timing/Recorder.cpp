//===- Recorder.cpp - Traces of warps -------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Listens to the machine and writes down what timing needs of each warp:
// instructions, memory passes, cache hits, barriers. Replays with other
// latencies use the same trace.
//
//===----------------------------------------------------------------------===//

#include "InstTraits.h"
#include "ptx-mlir/Timing/Trace.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptxmlir;
using namespace ptxmlir::timing;
using exec::MemorySpace;

/// Above all addresses of global memory.
constexpr uint64_t kLocalAddress = uint64_t(1) << 62;

unsigned LRUCache::missing(uint64_t line, unsigned mask, bool allocate) {
  auto it = lines.find(line);
  if (it != lines.end()) {
    unsigned absent = mask & ~it->second->sectors;
    order.splice(order.begin(), order, it->second);
    if (allocate)
      it->second->sectors |= mask;
    return absent;
  }
  if (!allocate)
    return mask;
  if (lines.size() >= capacity) {
    lines.erase(order.back().number);
    order.pop_back();
  }
  order.push_front({line, mask});
  lines[line] = order.begin();
  return mask;
}

Recorder::Recorder(const exec::Program &program, const Options &options)
    : program(program), options(options), l1(options.l1Bytes),
      l2(options.l2Bytes) {
  kinds.reserve(program.insts.size());
  for (const isa::Inst &inst : program.insts)
    kinds.push_back(uint8_t(kindOf(inst)));
}

void Recorder::enter(const exec::CTA &cta) {
  current = cta.linear;
  l1.clear();
  auto [it, isNew] = indexOf.try_emplace(cta.linear, ~0u);
  if (isNew && cta.linear % options.sms == 0) {
    if (options.maxEntries && entries >= options.maxEntries) {
      ++leftOut;
    } else {
      it->second = unsigned(ctas.size());
      CTATrace &t = ctas.emplace_back();
      t.linear = cta.linear;
      t.warps.resize(cta.warps.size());
    }
  }
  trace = it->second == ~0u ? nullptr : &ctas[it->second];
}

void Recorder::issue(const exec::Warp &w, uint64_t index,
                     exec::LaneMask active) {
  finishEntry();
  if (w.cta->linear != current)
    enter(*w.cta);
  openInst = index;
  openWarp = w.index;
  if (!trace)
    return;
  std::vector<TraceEntry> &list = trace->warps[w.index];
  list.push_back({uint32_t(index), uint32_t(__builtin_popcount(active))});
  open = &list.back();
  ++entries;
  if (InstKind(kinds[index]) == InstKind::ClusterWait)
    if (auto it = clusterPhase.find({current, w.index});
        it != clusterPhase.end())
      open->lanes = TraceEntry::packBarrier(open->threads(), it->second, true);
}

void Recorder::access(const exec::Warp &w, MemorySpace space, unsigned lane,
                      uint64_t address, unsigned bytes) {
  accesses.push_back({space, uint8_t(lane), uint8_t(bytes), address});
}

void Recorder::arrive(const exec::Warp &w, unsigned barrier, uint64_t phase) {
  if (!trace || !open)
    return;
  auto [it, isNew] = phases.try_emplace({current, phase * 32 + barrier},
                                        unsigned(trace->arrivals.size()));
  if (isNew)
    trace->arrivals.push_back(0);
  unsigned index = it->second;
  ++trace->arrivals[index];
  InstKind kind = InstKind(kinds[openInst]);
  bool waits = kind == InstKind::BarSync;
  std::vector<TraceEntry> &list = trace->warps[w.index];
  open->lanes = TraceEntry::packBarrier(open->threads(), index, waits);
  if (kind == InstKind::ClusterArrive)
    clusterPhase[{current, w.index}] = index;
  if (!waits)
    return;
  // Of the parts of a warp that arrive one by one, the last one waits for all.
  auto &last = waiting[{current, w.index}];
  if (last.second && last.first == index && last.second - 1 < list.size() - 1) {
    TraceEntry &before = list[last.second - 1];
    before.lanes = TraceEntry::packBarrier(before.threads(), index, false);
  }
  last = {index, list.size()};
}

/// Passes of the shared accesses: 32 threads of up to 4 bytes, 16 of 8, 8 of 16
/// go together; of each bank one word is read in a pass. Atomics on one word
/// go one after another.
unsigned Recorder::sharedPasses(unsigned &ideal, bool isAtomic) {
  unsigned passes = 0;
  llvm::SmallVector<uint64_t, 128> words[4];
  for (const Access &a : accesses) {
    if (a.space != MemorySpace::Shared)
      continue;
    unsigned group = a.bytes <= 4 ? 0 : a.bytes == 8 ? a.lane / 16 : a.lane / 8;
    for (uint64_t word = a.address / 4; word * 4 < a.address + a.bytes; ++word)
      words[group].push_back(word);
  }
  for (auto &list : words) {
    if (list.empty())
      continue;
    llvm::sort(list);
    if (!isAtomic)
      list.erase(std::unique(list.begin(), list.end()), list.end());
    unsigned inBank[32] = {}, most = 0;
    for (uint64_t word : list)
      most = std::max(most, ++inBank[word % 32]);
    passes += most;
    ++ideal;
  }
  return passes;
}

void Recorder::finishEntry() {
  if (accesses.empty()) {
    open = nullptr;
    return;
  }
  // What stands for a function of the driver has no instruction.
  isa::Opcode opcode = program.insts[openInst].opcode;
  if (opcode == isa::Opcode::Count) {
    accesses.clear();
    open = nullptr;
    return;
  }
  const isa::InstDesc &desc = isa::getDesc(opcode);
  bool isAtomic = desc.sched == isa::SchedClassId::Atomic;
  bool writes = desc.is(isa::WritesMemory) && !isCopy(opcode);
  unsigned ideal = 0, passes = 0;
  bool shared = false, global = false;
  uint64_t bytes = 0;
  // Lines with their sectors. Local memory: words of the threads of a warp lie
  // side by side.
  llvm::SmallVector<std::pair<uint64_t, unsigned>, 64> lines;
  auto add = [&](uint64_t address, unsigned size) {
    for (uint64_t s = address / 32; s * 32 < address + size; ++s)
      lines.push_back({s / 4, 1u << (s % 4)});
    bytes += size;
  };
  for (const Access &a : accesses) {
    shared |= a.space == MemorySpace::Shared;
    global |= a.space != MemorySpace::Shared;
    if (a.space == MemorySpace::Global)
      add(a.address, a.bytes);
    if (a.space != MemorySpace::Local)
      continue;
    uint64_t warp = kLocalAddress | (current * 32 + openWarp) << 32;
    for (uint64_t word = a.address / 4; word * 4 < a.address + a.bytes; ++word)
      add(warp + word * 128 + a.lane * 4, 4);
  }
  if (shared)
    passes += sharedPasses(ideal, isAtomic);
  accesses.clear();
  unsigned l2Sectors = 0, dramSectors = 0;
  if (global) {
    llvm::sort(lines);
    size_t n = 0;
    for (const auto &line : lines)
      if (n && lines[n - 1].first == line.first)
        lines[n - 1].second |= line.second;
      else
        lines[n++] = line;
    lines.resize(n);
    for (const auto &[line, mask] : lines) {
      // Stores and atomics go through to L2, but L1 keeps what is local.
      unsigned miss = mask;
      if (writes && line >= kLocalAddress / 128)
        l1.missing(line, mask), miss = 0;
      else if (isAtomic || writes)
        l1.missing(line, mask, false);
      else
        miss = l1.missing(line, mask);
      if (!miss)
        continue;
      l2Sectors += unsigned(__builtin_popcount(miss));
      dramSectors += unsigned(__builtin_popcount(l2.missing(line, miss)));
    }
    passes += unsigned(n);
    ideal += std::min(unsigned(n), unsigned((bytes + 127) / 128));
  }
  if (open)
    open->lanes = TraceEntry::packAccess(open->threads(), shared, global,
                                         passes, ideal, l2Sectors, dramSectors);
  open = nullptr;
}

std::vector<CTATrace> Recorder::take() {
  finishEntry();
  llvm::sort(ctas, [](const CTATrace &a, const CTATrace &b) {
    return a.linear < b.linear;
  });
  trace = nullptr;
  return std::move(ctas);
}
