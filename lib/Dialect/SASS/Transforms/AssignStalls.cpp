//===- AssignStalls.cpp - Stall counts and yield flags --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward data flow over recent accesses: which register was read or written
// by which port, and how many cycles ago at least. Stall counts only grow. The
// first instruction of a block is delayed by the last one of each predecessor,
// the others by the one before them.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/ControlFields.h"
#include "ptx-mlir/Target/Timing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <queue>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using target::LatencyModel;
using target::RegFile;

namespace {

/// A write (or late enough read) whose latency may not have passed yet.
struct Recent {
  RegId reg;
  target::Port port;
  bool isWrite;
  bool isPredicated;
  int issue; ///< cycle; in a block's entry state: minus the age

  uint64_t key() const {
    return uint64_t(reg) << 16 | uint64_t(port) << 8 | isWrite << 1 |
           isPredicated;
  }
};

class StallAssigner {
public:
  StallAssigner(const MachineCode &code, const AccessTable &table,
                const target::TargetInfo &target,
                llvm::MutableArrayRef<isa::Control> controls,
                ControlStats &stats)
      : code(code), table(table), target(target), model(*target.latencies),
        controls(controls), stats(stats), lastWrite(kNumRegIds, -1),
        lastRead(kNumRegIds, -1), isTouched(kNumRegIds) {}
  std::vector<PaddingRequest> run(unsigned leastStall);

private:
  struct Node {
    Recent recent;
    int next;
  };

  void computeHorizons();
  void waitForPipes();
  int horizon(RegId reg, target::Port port, bool isWrite) const {
    if (reg >= kFirstDepBarrier)
      return model.barrierSetToWait;
    unsigned f = unsigned(regFileOf(reg));
    return isWrite ? writeHorizon[f][port] : readHorizon[f][port];
  }
  void push(const Recent &recent, int now);
  void forgetAll();
  template <typename Fn> void forEachConstraint(unsigned inst, Fn fn) const;
  int earliest(unsigned inst) const;
  void record(unsigned inst, int now);
  void visit(unsigned block);
  int delayOf(unsigned inst, llvm::ArrayRef<Recent> state);
  bool mergeInto(unsigned block, llvm::ArrayRef<Recent> state);
  void gather(int end, std::vector<Recent> &state);

  const MachineCode &code;
  const AccessTable &table;
  const target::TargetInfo &target;
  const LatencyModel &model;
  llvm::MutableArrayRef<isa::Control> controls;
  ControlStats &stats;

  /// Cycles after which no pair of this port can be violated any more.
  std::vector<int> writeHorizon[target::kNumRegFiles],
      readHorizon[target::kNumRegFiles];

  std::vector<std::vector<Recent>> entry; ///< sorted by key
  std::vector<unsigned> padding;          ///< by instruction, cycles before it
  // The block being visited.
  std::vector<Node> nodes;
  std::vector<int> lastWrite, lastRead; ///< by register: newest node, -1: none
  std::vector<RegId> touched;
  std::vector<bool> isTouched;
  int endOfBlock = 0;
};

void StallAssigner::computeHorizons() {
  for (unsigned f = 0; f != target::kNumRegFiles; ++f) {
    unsigned numReads = model.numReadPorts[f],
             numWrites = model.numWritePorts[f];
    writeHorizon[f].assign(numWrites, 1);
    readHorizon[f].assign(numReads, 1);
    for (unsigned w = 0; w != numWrites; ++w) {
      for (unsigned r = 0; r != numReads; ++r) {
        writeHorizon[f][w] = std::max<int>(
            writeHorizon[f][w], model.trueTable[f][w * numReads + r]);
        readHorizon[f][r] = std::max<int>(
            readHorizon[f][r], model.antiTable[f][r * numWrites + w]);
      }
      for (unsigned v = 0; v != numWrites; ++v)
        writeHorizon[f][w] =
            std::max<int>(writeHorizon[f][w],
                          model.outputPredicatedTable[f][w * numWrites + v]);
    }
  }
}

/// Remembers an access unless nothing can come too early after it.
void StallAssigner::push(const Recent &recent, int now) {
  if (now - recent.issue >= horizon(recent.reg, recent.port, recent.isWrite) ||
      horizon(recent.reg, recent.port, recent.isWrite) <= 1)
    return;
  std::vector<int> &newest = recent.isWrite ? lastWrite : lastRead;
  int first = newest[recent.reg];
  if (!isTouched[recent.reg]) {
    isTouched[recent.reg] = true;
    touched.push_back(recent.reg);
  }
  nodes.push_back({recent, first});
  newest[recent.reg] = nodes.size() - 1;
  // Forget what no pair can concern any more, so that the lists stay short.
  for (int n = newest[recent.reg]; nodes[n].next >= 0; n = nodes[n].next) {
    if (now - nodes[nodes[n].next].recent.issue >= int(model.longest)) {
      nodes[n].next = -1;
      break;
    }
  }
}

void StallAssigner::forgetAll() {
  for (RegId reg : touched) {
    lastWrite[reg] = lastRead[reg] = -1;
    isTouched[reg] = false;
  }
  touched.clear();
}

/// Calls fn(recent, latency) for every recent access that constrains `inst`.
template <typename Fn>
void StallAssigner::forEachConstraint(unsigned i, Fn fn) const {
  for (const Access &read : table.reads(i)) {
    if (!hasLatency(read.reg))
      continue;
    for (int n = lastWrite[read.reg]; n >= 0; n = nodes[n].next) {
      const Recent &r = nodes[n].recent;
      fn(r, target.trueLatency(regFileOf(read.reg), r.port, read.port));
    }
  }
  for (const Access &write : table.writes(i)) {
    if (!hasLatency(write.reg))
      continue;
    RegFile file = regFileOf(write.reg);
    for (int n = lastWrite[write.reg]; n >= 0; n = nodes[n].next) {
      const Recent &r = nodes[n].recent;
      fn(r, target.outputLatency(file, r.port, write.port, r.isPredicated));
    }
    for (int n = lastRead[write.reg]; n >= 0; n = nodes[n].next) {
      const Recent &r = nodes[n].recent;
      fn(r, target.antiLatency(file, r.port, write.port));
    }
  }
  // A wait comes some cycles after the instruction that sets the barrier.
  uint8_t mask = controls[i].waitMask;
  if (const isa::InstDesc &desc = *table[i].desc;
      desc.sync == isa::SyncKind::Scoreboard)
    mask |= 1u << desc.getMod("sb", code.insts[i]->mods);
  if (mask)
    for (unsigned k = 0; k != model.numBarriers; ++k)
      if (mask >> k & 1)
        for (int n = lastWrite[kFirstDepBarrier + k]; n >= 0; n = nodes[n].next)
          fn(nodes[n].recent, model.barrierSetToWait);
}

/// The earliest cycle at which the accesses of an instruction are legal.
int StallAssigner::earliest(unsigned i) const {
  int result = -(1 << 20); // long before any entry state
  forEachConstraint(i, [&](const Recent &r, unsigned latency) {
    result = std::max(result, r.issue + int(latency));
  });
  const InstInfo &info = table[i];
  if (info.isCall) {
    // The other side may access everything.
    for (RegId reg : touched)
      for (int first : {lastWrite[reg], lastRead[reg]})
        for (int n = first; n >= 0; n = nodes[n].next) {
          const Recent &r = nodes[n].recent;
          result = std::max(result, r.issue + horizon(reg, r.port, r.isWrite) -
                                        int(info.cls->minStall));
        }
  }
  return result;
}

void StallAssigner::record(unsigned i, int now) {
  const InstInfo &info = table[i];
  const isa::Control &control = controls[i];
  if (info.isCall)
    forgetAll();
  for (const Access &read : table.reads(i))
    if (hasLatency(read.reg))
      push({read.reg, read.port, false, false, now}, now);
  for (const Access &write : table.writes(i)) {
    if (!hasLatency(write.reg))
      continue;
    // An earlier value can only be seen after a predicated write.
    if (!info.isPredicated)
      lastWrite[write.reg] = lastRead[write.reg] = -1;
    push({write.reg, write.port, true, info.isPredicated, now}, now);
  }
  for (uint8_t barrier : {control.writeBarrier, control.readBarrier})
    if (barrier < model.numBarriers) {
      RegId reg = kFirstDepBarrier + barrier;
      lastWrite[reg] = -1;
      push({reg, 0, true, false, now}, now);
    }
}

/// Sets the stall counts inside a block; the first instruction issues at cycle
/// 0.
void StallAssigner::visit(unsigned blockIndex) {
  ++stats.blockVisits;
  const MachineBlock &block = code.blocks[blockIndex];
  forgetAll();
  nodes.clear();
  for (const Recent &recent : entry[blockIndex])
    push(recent, 0);

  int issue = 0;
  for (unsigned i = block.begin; i != block.end; ++i) {
    if (i != block.begin)
      issue += controls[i - 1].stall;
    issue += padding[i];
    int late = earliest(i) - issue;
    if (late > 0) {
      issue += late;
      if (i != block.begin) {
        uint8_t &stall = controls[i - 1].stall;
        int grow = std::min<int>(late, model.maxStall - stall);
        stall += grow;
        late -= grow;
      }
      padding[i] += late;
    }
    record(i, issue);
  }
  endOfBlock = issue + controls[block.end - 1].stall;
}

/// What is recent at the end of the visited block, as an entry state.
void StallAssigner::gather(int end, std::vector<Recent> &state) {
  state.clear();
  for (RegId reg : touched)
    for (int first : {lastWrite[reg], lastRead[reg]})
      for (int n = first; n >= 0; n = nodes[n].next) {
        Recent r = nodes[n].recent;
        r.issue -= end;
        if (-r.issue < horizon(reg, r.port, r.isWrite))
          state.push_back(r);
      }
  // One entry per key: the latest.
  llvm::sort(state, [](const Recent &a, const Recent &b) {
    return a.key() != b.key() ? a.key() < b.key() : a.issue > b.issue;
  });
  state.erase(std::unique(state.begin(), state.end(),
                          [](const Recent &a, const Recent &b) {
                            return a.key() == b.key();
                          }),
              state.end());
}

/// Cycles by which an instruction comes too early when it is the next one after
/// this state.
int StallAssigner::delayOf(unsigned inst, llvm::ArrayRef<Recent> state) {
  forgetAll();
  nodes.clear();
  for (const Recent &recent : state)
    push(recent, 0);
  return earliest(inst) - int(padding[inst]);
}

bool StallAssigner::mergeInto(unsigned block, llvm::ArrayRef<Recent> state) {
  std::vector<Recent> &to = entry[block];
  std::vector<Recent> merged;
  merged.reserve(to.size() + state.size());
  bool changed = false;
  auto old = to.begin();
  for (const Recent &r : state) {
    while (old != to.end() && old->key() < r.key())
      merged.push_back(*old++);
    if (old == to.end() || old->key() != r.key()) {
      merged.push_back(r);
      changed = true;
      continue;
    }
    Recent both = *old++;
    if (r.issue > both.issue) {
      both.issue = r.issue;
      changed = true;
    }
    merged.push_back(both);
  }
  if (!changed)
    return false;
  merged.insert(merged.end(), old, to.end());
  to = std::move(merged);
  return true;
}

/// B registers are interlocked but for BMOV, which keeps a distance to what
/// uses the same one (observed on ptxas 13.0.88: 4 cycles behind BSSY, 5 behind
/// BMOV). Whatever comes behind a change of threads does so after 2 cycles.
static unsigned getBarrierMoveStall(const AccessTable &table, unsigned i) {
  auto isMove = [&](unsigned k) {
    return table[k].desc->role == isa::ConvergenceRole::Move;
  };
  if (isMove(i))
    return 5;
  if (changesThreads(*table[i].desc))
    return 2;
  return table[i].desc->role == isa::ConvergenceRole::Arm &&
                 i + 1 != table.size() && isMove(i + 1)
             ? 4
             : 0;
}

/// Sets the stall counts that the pipes ask of instructions in a row. The next
/// one of the pipe would wait for it in any case; with that in the stall count,
/// as ptxas 13.0.88 has it, later distances count from where it really is.
void StallAssigner::waitForPipes() {
  const target::TimingModel *timing = target::lookupTimingModel(target.sm);
  if (!timing)
    return;
  // What keeps a pipe longer has not been seen with such stall counts.
  constexpr unsigned kMostCycles = 4;
  for (const MachineBlock &block : code.blocks) {
    const target::PipeUse *before = nullptr;
    for (unsigned i = block.begin; i != block.end; ++i) {
      const target::PipeUse *use = &timing->getUse(table[i].opcode);
      if (use->numPipes != 1 || !isIssuedToPipe(*use, *table[i].cls))
        use = nullptr;
      if (use && before && use->pipes[0] == before->pipes[0] &&
          before->interval <= kMostCycles) {
        uint8_t &stall = controls[i - 1].stall;
        stall = std::max(stall, before->interval);
      }
      before = use;
    }
  }
}

std::vector<PaddingRequest> StallAssigner::run(unsigned leastStall) {
  std::vector<PaddingRequest> requests;
  if (code.blocks.empty())
    return requests;
  computeHorizons();
  for (unsigned i = 0; i != table.size(); ++i)
    controls[i].stall = std::max<unsigned>(
        {leastStall, table[i].cls->minStall, getBarrierMoveStall(table, i)});
  waitForPipes();
  padding.assign(code.insts.size(), 0);
  entry.resize(code.blocks.size());

  std::vector<unsigned> order = code.reversePostOrder();
  std::vector<unsigned> position(order.size());
  for (auto [i, block] : llvm::enumerate(order))
    position[block] = i;
  std::vector<bool> isQueued(order.size(), true);
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> queue;
  for (unsigned i = 0; i != order.size(); ++i)
    queue.push(i);
  std::vector<Recent> state;
  while (!queue.empty()) {
    unsigned b = order[queue.top()];
    queue.pop();
    isQueued[b] = false;
    visit(b);
    const MachineBlock &block = code.blocks[b];
    gather(endOfBlock, state);
    if (block.succs.empty() || state.empty())
      continue;
    // Delay the first instructions of the successors here.
    uint8_t &stall = controls[block.end - 1].stall;
    int delay = 0;
    for (unsigned succ : block.succs)
      delay = std::max(delay, delayOf(code.blocks[succ].begin, state));
    delay = std::min<int>(delay, model.maxStall - stall);
    stall += delay;
    for (Recent &r : state)
      r.issue -= delay;
    llvm::erase_if(state, [&](const Recent &r) {
      return -r.issue >= horizon(r.reg, r.port, r.isWrite);
    });
    for (unsigned succ : block.succs)
      if (mergeInto(succ, state) && !isQueued[succ]) {
        isQueued[succ] = true;
        queue.push(position[succ]);
      }
  }

  for (unsigned i = 0; i != table.size(); ++i) {
    isa::Control &control = controls[i];
    const target::ClassInfo &cls = *table[i].cls;
    // Waiting for an own result is a good moment to switch; a pipe's or a
    // barrier's own stall is not (observed on ptxas 13.0.88).
    bool isOwnStall = cls.minStall > 1 || cls.writeBarrier || cls.readBarrier;
    control.yield = control.stall >= model.yieldStall ||
                    (control.stall >= 3 && !isOwnStall);
    control.reuse = 0;
    stats.stallCycles += control.stall + padding[i];
    if (padding[i])
      requests.push_back({i, padding[i]});
  }
  return requests;
}

} // namespace

std::vector<PaddingRequest>
ptxmlir::sass::assignStalls(const MachineCode &code, const AccessTable &table,
                            const target::TargetInfo &target,
                            llvm::MutableArrayRef<isa::Control> controls,
                            ControlStats &stats, unsigned leastStall) {
  return StallAssigner(code, table, target, controls, stats).run(leastStall);
}
