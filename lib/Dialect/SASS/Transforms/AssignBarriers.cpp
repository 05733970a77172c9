//===- AssignBarriers.cpp - Dependency barriers and wait masks ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward data flow over the registers that are pending on a barrier. A block
// gets its barrier numbers at its first visit, with the state of the
// predecessors visited so far; later visits, when a back edge brings more
// pending registers, only add waits. The state at a block's begin never
// shrinks, so the number of visits is bounded; two per block in a loop are
// usual.
//
//===----------------------------------------------------------------------===//

#include "PendingRegisters.h"
#include "ptx-mlir/Dialect/SASS/Transforms/ControlFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <array>
#include <bitset>
#include <queue>

using namespace ptxmlir;
using namespace ptxmlir::sass;

using isa::SyncKind;

namespace {

constexpr unsigned kMaxBarriers = 8;
constexpr unsigned kNever = ~0u;

/// Stands for the loads of tensor memory that are under way, whatever their
/// registers: there is no dependency barrier of this number.
constexpr RegId kTensorLoads = kNumRegIds - 1;

/// Instructions and blocks behind a block that are looked at for what happens
/// first to the registers of an instruction that is under way at its end.
constexpr unsigned kReachOfLoad = 128, kBlocksOfLoad = 8;
/// Estimates, in cycles: of one instruction, until sources have been read, and
/// until what is pending at a block's begin is done.
constexpr unsigned kCyclesPerInstruction = 2, kLateReadEstimate = 20,
                   kEnteredEstimate = 100;
/// Costs are in sixteenths of a cycle. A free barrier will be missed later, the
/// more so the fewer are left: each one taken doubles this.
constexpr unsigned kCostOfFirst = 6, kCostOfCycle = 16,
                   kMostCostOfDistance = 255;
/// Of each cycle by which one is done before the other, where both are waited
/// for behind the block: who waits for that one may wait for the other as well.
constexpr unsigned kCostOfCycleBehind = 4;
/// Of a barrier on which threads wait behind the block for what is started
/// there or on another way there: they would wait for both.
constexpr unsigned kCostOfMeeting = 256;

uint64_t getCycle(uint64_t position) {
  return position * kCyclesPerInstruction;
}

using RegSet = std::bitset<kNumRegIds>;

class BarrierAssigner {
public:
  BarrierAssigner(const MachineCode &code, const AccessTable &table,
                  const target::TargetInfo &target,
                  llvm::MutableArrayRef<isa::Control> controls,
                  ControlStats &stats)
      : code(code), table(table), controls(controls), stats(stats),
        usable((1u << target.latencies->numBarriers) - 1) {}
  void run();

private:
  void reserveCounters();
  void waitForFences();
  void computeOverwritten();
  void scanBackward(unsigned block);
  void visit(unsigned block, bool isFirst);
  bool isOutOfLine(unsigned block) const;
  bool isOverwrittenFirst(unsigned inst, unsigned block) const;
  void chooseBarriers(unsigned inst, unsigned block);
  unsigned chooseBarrier(unsigned inst, unsigned latency, unsigned needed,
                         uint8_t exclude, uint8_t busyBehind);
  uint8_t findBusyBehind(unsigned inst, unsigned block, bool ofReads) const;
  bool mergeInto(unsigned block, llvm::ArrayRef<Pending> state);

  const MachineCode &code;
  const AccessTable &table;
  llvm::MutableArrayRef<isa::Control> controls;
  ControlStats &stats;
  uint8_t usable;

  unsigned groupCounter = kNoBarrier; ///< the barrier of groups of copies

  /// By block: registers that may be overwritten after the block's end.
  std::vector<RegSet> overwritten;
  std::vector<std::vector<Pending>> entry; ///< sorted by register
  std::vector<bool> isVisited;

  // The block being visited.
  PendingSet pending;
  std::vector<unsigned> nextAccess = std::vector<unsigned>(kNumRegIds, kNever);
  std::vector<unsigned> nextWrite = std::vector<unsigned>(kNumRegIds, kNever);
  std::vector<RegId> touched;
  /// By instruction of the block: first access to a result, first overwrite of
  /// a source that is read late. kNever: not in this block.
  std::vector<unsigned> resultNeeded, sourceOverwritten;
  /// By barrier: the instruction of this block that waits for it first.
  std::array<unsigned, kMaxBarriers> waitedAt;
  /// By barrier: the cycle in which all that is pending on it will be done.
  std::array<uint64_t, kMaxBarriers> doneAt;
};

/// Closes a group of asynchronous copies: LDGDEPBAR, which sets its write
/// barrier, or UTMACMDFLUSH, which sets its read barrier (observed on ptxas
/// 13.0.88).
static bool closesGroup(SyncKind sync) {
  return sync == SyncKind::CopyGroup || sync == SyncKind::BulkGroup;
}

/// MEMBAR of the block before a fence of asynchronous accesses is done when its
/// read barrier says so (observed on ptxas 13.0.88).
static bool isBlockFence(const isa::InstDesc &desc, uint64_t mods) {
  return desc.sync == SyncKind::Fence &&
         desc.getMod("scope", mods) == uint64_t(isa::MembarScope::CTA);
}

static bool isTensorLoad(const InstInfo &info) {
  return info.desc->sched == isa::SchedClassId::TMemLoad;
}
/// Whether others could see that the instruction comes before loads of tensor
/// memory that it stands behind: they may then write what the loads read.
/// (ptxas 13.0.88 waits where the program does, which no instruction shows;
/// this is there or before.)
static bool waitsForTensorLoads(const InstInfo &info) {
  const isa::InstDesc &desc = *info.desc;
  return !isTensorLoad(info) &&
         (desc.writtenSpaces || desc.is(isa::SideEffects) ||
          desc.is(isa::OrdersMemory));
}

/// What comes next waits for fences of asynchronous accesses.
void BarrierAssigner::waitForFences() {
  auto waitAt = [&](const MachineBlock &block, unsigned i, uint8_t mask) {
    if (i != block.end) {
      controls[i].waitMask |= mask;
      return;
    }
    for (unsigned succ : block.succs)
      if (code.blocks[succ].begin != code.blocks[succ].end)
        controls[code.blocks[succ].begin].waitMask |= mask;
  };
  unsigned barrier = llvm::countr_zero(usable);
  for (const MachineBlock &block : code.blocks)
    for (unsigned i = block.begin; i != block.end; ++i) {
      if (!isAsyncFence(table[i].desc->sync))
        continue;
      controls[i].writeBarrier = barrier;
      waitAt(block, i + 1, 1u << barrier);
      if (i == block.begin ||
          !isBlockFence(*table[i - 1].desc, code.insts[i - 1]->mods))
        continue;
      controls[i - 1].readBarrier = barrier;
      waitAt(block, i, 1u << barrier);
    }
}

/// DEPBAR waits until a barrier counts at most n groups of asynchronous
/// copies; nothing else may count on that barrier.
void BarrierAssigner::reserveCounters() {
  uint8_t reserved = 0;
  unsigned counter = 0;
  bool hasGroups = false;
  for (unsigned i = 0; i != table.size(); ++i) {
    const isa::InstDesc &desc = *table[i].desc;
    hasGroups |= closesGroup(desc.sync);
    if (desc.sync != SyncKind::Scoreboard)
      continue;
    uint64_t mods = code.insts[i]->mods;
    if (desc.getMod("le", mods)) {
      counter = desc.getMod("sb", mods);
      reserved |= 1u << counter;
    }
  }
  if (!hasGroups)
    return;
  usable &= ~(reserved | 1u << counter);
  groupCounter = counter;
}

/// Backward closure of "is written in a block"; needed only where instructions
/// read late and have no result to wait for. Calls may write everything.
void BarrierAssigner::computeOverwritten() {
  bool isNeeded = false;
  for (unsigned i = 0; i != table.size(); ++i)
    isNeeded |= table[i].hasLateReads && !table[i].usesWriteBarrier;
  if (!isNeeded)
    return;
  std::vector<RegSet> written(code.blocks.size());
  for (auto [b, block] : llvm::enumerate(code.blocks))
    for (unsigned i = block.begin; i != block.end; ++i) {
      if (table[i].isCall)
        written[b].set();
      for (const Access &write : table.writes(i))
        written[b].set(write.reg);
    }
  overwritten.assign(code.blocks.size(), RegSet());
  std::vector<unsigned> order = code.reversePostOrder();
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b : llvm::reverse(order)) {
      RegSet set = overwritten[b];
      for (unsigned succ : code.blocks[b].succs)
        set |= overwritten[succ] | written[succ];
      if (set != overwritten[b]) {
        overwritten[b] = set;
        changed = true;
      }
    }
  }
}

/// Positions of the next accesses for every instruction that may need a
/// barrier; leaves nextAccess of the block's begin.
void BarrierAssigner::scanBackward(unsigned blockIndex) {
  const MachineBlock &block = code.blocks[blockIndex];
  for (RegId reg : touched)
    nextAccess[reg] = nextWrite[reg] = kNever;
  touched.clear();
  unsigned nextCall = kNever;
  resultNeeded.resize(block.end - block.begin);
  sourceOverwritten.resize(block.end - block.begin);
  for (unsigned i = block.end; i-- != block.begin;) {
    const InstInfo &info = table[i];
    unsigned needed = nextCall, overwrittenAt = nextCall;
    if (info.usesWriteBarrier)
      for (const Access &write : table.writes(i))
        needed = std::min(needed, nextAccess[write.reg]);
    if (info.hasLateReads)
      for (const Access &read : table.reads(i))
        if (read.isLate)
          overwrittenAt = std::min(overwrittenAt, nextWrite[read.reg]);
    resultNeeded[i - block.begin] = needed;
    sourceOverwritten[i - block.begin] = overwrittenAt;
    if (info.isCall)
      nextCall = i;
    for (const Access &write : table.writes(i)) {
      nextAccess[write.reg] = nextWrite[write.reg] = i;
      touched.push_back(write.reg);
    }
    for (const Access &read : table.reads(i)) {
      nextAccess[read.reg] = i;
      touched.push_back(read.reg);
    }
  }
}

/// The barrier that adds the fewest cycles of waiting, for something that is
/// done after `latency` cycles and that instruction `needed` waits for. A
/// barrier is waited for until all that is pending on it is done. `busyBehind`:
/// see findBusyBehind.
unsigned BarrierAssigner::chooseBarrier(unsigned inst, unsigned latency,
                                        unsigned needed, uint8_t exclude,
                                        uint8_t busyBehind) {
  uint8_t busy = pending.busy();
  uint64_t done = getCycle(inst) + latency;
  // Positions after this block count as far behind it.
  auto getWait = [&](unsigned at) {
    return getCycle(std::min<uint64_t>(at, inst + (1u << 20)));
  };
  auto getExcess = [](uint64_t x, uint64_t y) { return x > y ? x - y : 0; };
  uint64_t want = getWait(needed);
  unsigned best = kNoBarrier;
  uint64_t bestCost = ~uint64_t(0);
  for (unsigned k = 0; k != kMaxBarriers; ++k) {
    if (!((usable & ~exclude) >> k & 1))
      continue;
    uint64_t cost;
    if (!(busy >> k & 1)) {
      cost = kCostOfFirst << llvm::popcount(busy);
    } else if (waitedAt[k] == needed && needed != kNever) {
      cost = 0; // the same instruction waits for both
    } else {
      uint64_t at = getWait(waitedAt[k]), all = std::max(done, doneAt[k]);
      uint64_t more = getExcess(all, at) - getExcess(doneAt[k], at) +
                      getExcess(all, want) - getExcess(done, want);
      // Waits that are far from each other are likelier to be in each other's
      // way than the estimate says.
      uint64_t distance = at > want ? at - want : want - at;
      cost = kCostOfCycle * more +
             std::min<uint64_t>(distance, kMostCostOfDistance);
      if (needed == kNever && waitedAt[k] == kNever)
        cost += kCostOfCycleBehind *
                (getExcess(done, doneAt[k]) + getExcess(doneAt[k], done));
    }
    if (needed == kNever && (busyBehind >> k & 1))
      cost += kCostOfMeeting;
    if (cost < bestCost) {
      bestCost = cost;
      best = k;
    }
  }
  if ((busy >> best & 1) && bestCost)
    ++stats.sharedBarriers;
  if (!(busy >> best & 1)) {
    waitedAt[best] = needed;
    doneAt[best] = done;
  } else {
    waitedAt[best] = std::min(waitedAt[best], needed);
    doneAt[best] = std::max(doneAt[best], done);
  }
  return best;
}

/// Whether a block stands apart and only jumps back, as those of operands that
/// are rare do.
bool BarrierAssigner::isOutOfLine(unsigned blockIndex) const {
  const MachineBlock &block = code.blocks[blockIndex];
  if (block.succs.size() != 1 || blockIndex == 0 || block.begin == block.end)
    return false;
  return code.blocks[block.succs[0]].begin < block.begin &&
         !llvm::is_contained(code.blocks[blockIndex - 1].succs, blockIndex);
}

/// Whether behind the block a source that the instruction reads late is
/// overwritten near by, and nothing has waited for its result before.
bool BarrierAssigner::isOverwrittenFirst(unsigned inst,
                                         unsigned blockIndex) const {
  llvm::SmallVector<RegId, 8> sources, results;
  for (const Access &read : table.reads(inst))
    if (read.isLate)
      sources.push_back(read.reg);
  for (const Access &write : table.writes(inst))
    results.push_back(write.reg);
  auto isIn = [](llvm::ArrayRef<RegId> regs) {
    return [regs](const Access &access) {
      return llvm::is_contained(regs, access.reg);
    };
  };
  unsigned budget = kReachOfLoad;
  llvm::SmallVector<unsigned, kBlocksOfLoad> blocks;
  auto addSuccessors = [&](unsigned block) {
    for (unsigned succ : code.blocks[block].succs)
      if (blocks.size() != kBlocksOfLoad && !llvm::is_contained(blocks, succ))
        blocks.push_back(succ);
  };
  addSuccessors(blockIndex);
  for (unsigned k = 0; k != blocks.size(); ++k) {
    const MachineBlock &block = code.blocks[blocks[k]];
    unsigned i = block.begin;
    for (; i != block.end && budget; ++i, --budget) {
      if (table[i].isCall || llvm::any_of(table.reads(i), isIn(results)) ||
          llvm::any_of(table.writes(i), isIn(results)))
        break;
      if (llvm::any_of(table.writes(i), isIn(sources)))
        return true;
    }
    if (i == block.end)
      addSuccessors(blocks[k]);
  }
  return false;
}

/// Barriers on which values will be pending, from another way there or from
/// what is done there, where behind the block, along each way until it parts,
/// something first waits for what the instruction makes, or `ofReads` for its
/// sources. (Sources are soon read.)
uint8_t BarrierAssigner::findBusyBehind(unsigned inst, unsigned blockIndex,
                                        bool ofReads) const {
  auto isWaitedFor = [&](const Access &access) {
    if (ofReads)
      return llvm::any_of(table.reads(inst), [&](const Access &read) {
        return read.isLate && read.reg == access.reg;
      });
    return llvm::any_of(table.writes(inst), [&](const Access &write) {
      return write.reg == access.reg;
    });
  };
  unsigned budget = 0;
  /// Goes through a block; whether to its end.
  auto pass = [&](unsigned at, uint8_t &busy) {
    for (const Pending &p : entry[at])
      busy |= p.value;
    const MachineBlock &block = code.blocks[at];
    for (unsigned i = block.begin; i != block.end; ++i) {
      if (!budget || llvm::any_of(table.writes(i), isWaitedFor) ||
          (!ofReads && llvm::any_of(table.reads(i), isWaitedFor)))
        return false;
      --budget;
      // What has not been visited has no barriers yet.
      if (!isVisited[at] && (at != blockIndex || i >= inst))
        continue;
      busy &= ~controls[i].waitMask;
      if (controls[i].writeBarrier != kNoBarrier)
        busy |= 1u << controls[i].writeBarrier;
    }
    return true;
  };
  uint8_t all = 0;
  for (unsigned succ : code.blocks[blockIndex].succs) {
    budget = kReachOfLoad;
    uint8_t busy = 0;
    unsigned at = succ;
    for (unsigned k = 0; pass(at, busy) && k != kBlocksOfLoad; ++k) {
      llvm::ArrayRef<unsigned> next = code.blocks[at].succs;
      if (next.size() != 1 || at == blockIndex)
        break;
      at = next.front();
    }
    all |= busy;
  }
  return all;
}

void BarrierAssigner::chooseBarriers(unsigned i, unsigned blockIndex) {
  const MachineBlock &block = code.blocks[blockIndex];
  const InstInfo &info = table[i];
  isa::Control &control = controls[i];
  control.writeBarrier = control.readBarrier = kNoBarrier;
  if (info.desc->sync == SyncKind::CopyGroup)
    control.writeBarrier = groupCounter;
  else if (info.desc->sync == SyncKind::BulkGroup)
    control.readBarrier = groupCounter;
  unsigned needed = resultNeeded[i - block.begin];
  unsigned overwrittenAt = sourceOverwritten[i - block.begin];
  if (info.usesWriteBarrier) {
    uint8_t behind =
        needed == kNever ? findBusyBehind(i, blockIndex, false) : 0;
    control.writeBarrier =
        chooseBarrier(i, info.cls->estimate, needed, 0, behind);
    ++stats.writeBarriers;
  }
  if (!info.hasLateReads)
    return;
  // Having the result implies having read the sources.
  bool needsRead;
  if (overwrittenAt != kNever) {
    needsRead = !info.usesWriteBarrier || overwrittenAt < needed;
  } else {
    needsRead = false;
    if (!info.usesWriteBarrier)
      for (const Access &read : table.reads(i))
        needsRead |= read.isLate && overwritten[blockIndex][read.reg];
    else if (needed == kNever && info.cls->estimate > 2 * kLateReadEstimate)
      needsRead = isOverwrittenFirst(i, blockIndex);
  }
  if (needsRead) {
    uint8_t own = info.usesWriteBarrier ? 1u << control.writeBarrier : 0;
    uint8_t behind =
        overwrittenAt == kNever ? findBusyBehind(i, blockIndex, true) : 0;
    control.readBarrier =
        chooseBarrier(i, kLateReadEstimate, overwrittenAt, own, behind);
    ++stats.readBarriers;
  }
}

void BarrierAssigner::visit(unsigned blockIndex, bool isFirst) {
  ++stats.blockVisits;
  const MachineBlock &block = code.blocks[blockIndex];
  pending.load(entry[blockIndex]);
  if (isFirst) {
    scanBackward(blockIndex);
    waitedAt.fill(kNever);
    for (const Pending &p : pending.all())
      for (unsigned k = 0; k != kMaxBarriers; ++k) {
        if ((p.value | p.reads) >> k & 1)
          doneAt[k] = getCycle(block.begin) + kEnteredEstimate;
        if (p.value >> k & 1)
          waitedAt[k] = std::min(waitedAt[k], nextAccess[p.reg]);
        if (p.reads >> k & 1)
          waitedAt[k] = std::min(waitedAt[k], nextWrite[p.reg]);
      }
  }
  // Results of a block that is rare are not left to the others: who goes on
  // would wait for what else is on their barriers.
  uint8_t issued = 0;
  bool isApart = isOutOfLine(blockIndex);
  for (unsigned i = block.begin; i != block.end; ++i) {
    const InstInfo &info = table[i];
    isa::Control &control = controls[i];
    uint8_t mask = isFirst ? 0 : control.waitMask;
    if (isApart && i + 1 == block.end)
      mask |= issued & pending.busy();
    if (uint8_t busy = pending.busy()) {
      if (info.isCall)
        mask |= busy;
      for (const Access &read : table.reads(i))
        mask |= pending.value(read.reg);
      for (const Access &write : table.writes(i))
        mask |= pending.valueOrReads(write.reg);
      if (uint8_t loads = pending.value(kTensorLoads);
          loads && waitsForTensorLoads(info))
        mask |= loads;
      pending.complete(mask);
    }
    control.waitMask = mask;
    if (isFirst)
      chooseBarriers(i, blockIndex);
    uint8_t write = control.writeBarrier == kNoBarrier
                        ? 0
                        : uint8_t(1) << control.writeBarrier;
    uint8_t read = control.readBarrier == kNoBarrier
                       ? write
                       : uint8_t(1) << control.readBarrier;
    issued |= write;
    if (write)
      for (const Access &access : table.writes(i))
        pending.add(access.reg, write, 0);
    if (write && isTensorLoad(info))
      pending.add(kTensorLoads, write, 0);
    if (read && info.hasLateReads)
      for (const Access &access : table.reads(i))
        if (access.isLate)
          pending.add(access.reg, 0, read);
  }
}

/// Adds a state to the one at a block's begin; whether that changed it.
bool BarrierAssigner::mergeInto(unsigned block, llvm::ArrayRef<Pending> state) {
  std::vector<Pending> &to = entry[block];
  std::vector<Pending> merged;
  merged.reserve(to.size() + state.size());
  bool changed = false;
  auto old = to.begin();
  for (const Pending &p : state) {
    while (old != to.end() && old->reg < p.reg)
      merged.push_back(*old++);
    if (old == to.end() || old->reg != p.reg) {
      merged.push_back(p);
      changed = true;
      continue;
    }
    Pending both = *old++;
    changed |= (p.value & ~both.value) || (p.reads & ~both.reads);
    both.value |= p.value;
    both.reads |= p.reads;
    merged.push_back(both);
  }
  if (!changed)
    return false;
  merged.insert(merged.end(), old, to.end());
  to = std::move(merged);
  return true;
}

void BarrierAssigner::run() {
  if (code.blocks.empty())
    return;
  reserveCounters();
  computeOverwritten();
  entry.resize(code.blocks.size());
  std::vector<unsigned> order = code.reversePostOrder();
  std::vector<unsigned> position(order.size());
  for (auto [i, block] : llvm::enumerate(order))
    position[block] = i;

  isVisited.assign(order.size(), false);
  std::vector<bool> isQueued(order.size(), true);
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> queue;
  for (unsigned i = 0; i != order.size(); ++i)
    queue.push(i);
  std::vector<Pending> state;
  while (!queue.empty()) {
    unsigned b = order[queue.top()];
    queue.pop();
    isQueued[b] = false;
    visit(b, !isVisited[b]);
    isVisited[b] = true;
    if (code.blocks[b].succs.empty() || pending.all().empty())
      continue;
    state.assign(pending.all().begin(), pending.all().end());
    llvm::sort(state, [](const Pending &x, const Pending &y) {
      return x.reg < y.reg;
    });
    for (unsigned succ : code.blocks[b].succs)
      if (mergeInto(succ, state) && !isQueued[succ]) {
        isQueued[succ] = true;
        queue.push(position[succ]);
      }
  }
  waitForFences();
  for (const isa::Control &control : controls)
    stats.waits += control.waitMask != 0;
}

} // namespace

void ptxmlir::sass::assignBarriers(const MachineCode &code,
                                   const AccessTable &table,
                                   const target::TargetInfo &target,
                                   llvm::MutableArrayRef<isa::Control> controls,
                                   ControlStats &stats) {
  BarrierAssigner(code, table, target, controls, stats).run();
}
