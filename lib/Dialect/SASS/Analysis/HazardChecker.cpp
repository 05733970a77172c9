//===- HazardChecker.cpp - Static check of control fields -----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state at a point is a set of facts: "register r was written c cycles ago
// by port p", "the value of r arrives through one of these barriers". Facts are
// united at joins, with the smallest age; equal facts of different producers
// are one fact with the first producer, so that states stay small.
//
//===----------------------------------------------------------------------===//

#include "HazardRules.h"
#include "ptx-mlir/Dialect/SASS/Analysis/HazardInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace ptxmlir;
using namespace ptxmlir::sass;
using target::Port;
using target::RegFile;

namespace {

struct Fact {
  enum Kind : uint8_t {
    FixedWrite, ///< written, `cycle`
    FixedRead,  ///< read, `cycle`
    ValueOut,   ///< its value is on the way
    ReadOut,    ///< its old value is still to be read
    BarrierSet, ///< `reg` is a dependency barrier
  };
  Kind kind;
  /// A wait for one of them ends the fact: also a FixedRead, because a barrier
  /// that tells of sources tells of all of them.
  uint8_t barriers = 0;
  uint8_t group = 0; ///< in-order unit of the producer; of a BarrierSet whether
                     ///< it drains the pipes
  Port port = 0;
  bool isPredicated = false;
  /// A later write comes after it, for whatever lanes, so that what comes after
  /// that one comes after this access, too.
  bool isOrdered = false;
  bool isCallers = false; ///< from before the call; does not leave by a return
  bool guardNot = false;
  RegId guard = kNoGuard; ///< of the producer, as long as it has that value
  /// Later settings of its barriers, at least.
  uint8_t younger = 0;
  unsigned producer = 0;
  int cycle = 0; ///< of issue; at block ends: minus the age

  bool isTimed() const {
    return kind == FixedWrite || kind == FixedRead || kind == BarrierSet;
  }
  auto key() const {
    return std::make_tuple(kind, barriers, group, port, isPredicated, isOrdered,
                           isCallers, guard, guardNot);
  }
};

/// Facts by register, sorted; few registers and few facts each.
using State = std::map<RegId, llvm::SmallVector<Fact, 2>>;

bool addFact(llvm::SmallVectorImpl<Fact> &facts, const Fact &fact) {
  for (Fact &old : facts) {
    if (old.key() != fact.key())
      continue;
    bool isYounger = fact.younger < old.younger;
    old.younger = std::min(old.younger, fact.younger);
    if (!fact.isTimed() || old.cycle >= fact.cycle)
      return isYounger;
    old.cycle = fact.cycle;
    old.producer = fact.producer;
    return true;
  }
  facts.push_back(fact);
  return true;
}

class Checker {
public:
  Checker(const MachineCode &code, const target::TargetInfo &target)
      : code(code), target(target), model(*target.latencies) {}
  std::vector<Hazard> run();

private:
  void visit(unsigned block);
  void collectReturns();
  bool flow(unsigned succ, llvm::function_ref<bool(Fact &)> change);
  void wait(unsigned inst, const HazardInfo &info);
  void checkReads(unsigned inst, const HazardInfo &info);
  void checkWrites(unsigned inst, const HazardInfo &info);
  void setBarriers(unsigned inst, const HazardInfo &info);
  void issue(unsigned inst);
  void report(Hazard::Kind kind, unsigned producer, unsigned consumer,
              RegId reg, int distance = 0, int needed = 0);
  void requireCycles(Hazard::Kind kind, const Fact &fact, unsigned inst,
                     RegId reg, int needed);

  const MachineCode &code;
  const target::TargetInfo &target;
  const target::LatencyModel &model;
  std::vector<HazardInfo> infos; ///< by instruction
  std::vector<State> entry;
  /// By block: callees, and where a return in it goes to.
  std::vector<llvm::SmallVector<unsigned, 1>> callees;
  std::vector<std::vector<unsigned>> returnsTo;
  State state;
  int now = 0;
  std::map<std::tuple<unsigned, unsigned, int>, Hazard> findings;
};

void Checker::report(Hazard::Kind kind, unsigned producer, unsigned consumer,
                     RegId reg, int distance, int needed) {
  findings.try_emplace({consumer, producer, int(kind)},
                       Hazard{kind, producer, consumer, reg, distance, needed});
}

void Checker::requireCycles(Hazard::Kind kind, const Fact &fact, unsigned inst,
                            RegId reg, int needed) {
  if (now - fact.cycle < needed)
    report(kind, fact.producer, inst, reg, now - fact.cycle, needed);
}

/// Each is for lanes that the other one is not for.
static bool excludeEachOther(const Fact &fact, const HazardInfo &info) {
  return fact.guard != kNoGuard && fact.guard == info.guard &&
         fact.guardNot != info.guardNot;
}

/// Whether a later write orders the earlier ones for what comes now, too.
/// Observed: ptxas then keeps the distance to the later write only (sm_120,
/// where the lower half of IMAD.WIDE comes sooner than what is before it), but
/// both where the later one is for other lanes.
static bool isWrittenLater(llvm::ArrayRef<Fact> facts, const HazardInfo &info) {
  return llvm::any_of(facts, [&](const Fact &fact) {
    return (fact.kind == Fact::FixedWrite || fact.kind == Fact::ValueOut) &&
           !fact.isOrdered && !excludeEachOther(fact, info);
  });
}

/// Removes the facts of which the barriers waited for tell.
void Checker::wait(unsigned i, const HazardInfo &info) {
  uint8_t waitMask = info.waitMask;
  constexpr int kNone = -(1 << 20);
  int drained = kNone; // what was issued until then is done
  for (unsigned k = 0; k != model.numBarriers; ++k) {
    if (!((waitMask | info.countedMask) >> k & 1))
      continue;
    auto set = state.find(kFirstDepBarrier + k);
    if (set == state.end() || !(info.waitField >> k & 1))
      continue;
    int since = now;
    for (const Fact &fact : set->second) {
      requireCycles(Hazard::WaitTooEarly, fact, i, set->first,
                    model.barrierSetToWait);
      since = std::min(since, fact.cycle);
    }
    // Such an instruction has set it, whatever the path.
    if (!set->second.empty() &&
        llvm::all_of(set->second, [](const Fact &fact) { return fact.group; }))
      drained = std::max(drained, since);
  }
  for (auto it = state.begin(); it != state.end();) {
    llvm::erase_if(it->second, [&](const Fact &fact) {
      bool isFixed =
          fact.kind == Fact::FixedWrite || fact.kind == Fact::FixedRead;
      return fact.barriers & waitMask || (isFixed && fact.cycle < drained) ||
             (fact.barriers & info.countedMask && fact.younger >= info.leaves);
    });
    it = it->second.empty() ? state.erase(it) : std::next(it);
  }
}

void Checker::checkReads(unsigned i, const HazardInfo &info) {
  for (const Access &read : info.reads) {
    auto it = state.find(read.reg);
    if (it == state.end())
      continue;
    for (const Fact &fact : it->second) {
      if (excludeEachOther(fact, info) ||
          (fact.isOrdered && isWrittenLater(it->second, info)))
        continue;
      if (fact.kind == Fact::FixedWrite)
        requireCycles(
            Hazard::ReadTooEarly, fact, i, read.reg,
            target.trueLatency(regFileOf(read.reg), fact.port, read.port));
      else if (fact.kind == Fact::ValueOut)
        report(Hazard::ReadNotWaited, fact.producer, i, read.reg);
    }
  }
}

void Checker::checkWrites(unsigned i, const HazardInfo &info) {
  for (const Access &write : info.writes) {
    auto it = state.find(write.reg);
    if (it == state.end())
      continue;
    RegFile file = regFileOf(write.reg);
    for (const Fact &fact : it->second) {
      if (fact.isOrdered || excludeEachOther(fact, info))
        continue;
      // A unit that works in order needs no barrier between its own accesses.
      uint8_t group = fact.kind == Fact::ReadOut ? info.cls->readOrderGroup
                                                 : info.inOrderGroup;
      bool isSameUnit = fact.group && fact.group == group;
      if (fact.kind == Fact::FixedWrite)
        requireCycles(Hazard::WriteTooEarly, fact, i, write.reg,
                      target.outputLatency(file, fact.port, write.port,
                                           fact.isPredicated));
      else if (fact.kind == Fact::FixedRead)
        requireCycles(Hazard::OverwriteTooEarly, fact, i, write.reg,
                      target.antiLatency(file, fact.port, write.port));
      else if (fact.kind == Fact::ValueOut && !isSameUnit)
        report(Hazard::WriteNotWaited, fact.producer, i, write.reg);
      else if (fact.kind == Fact::ReadOut && !isSameUnit)
        report(Hazard::OverwriteNotWaited, fact.producer, i, write.reg);
    }
  }
}

/// A barrier set by a unit that works in order also tells of what it had
/// before.
void Checker::setBarriers(unsigned i, const HazardInfo &info) {
  uint8_t setMask = info.setMask();
  if (!setMask)
    return;
  for (unsigned barrier = 0; barrier != model.numBarriers; ++barrier)
    if (setMask >> barrier & 1) {
      auto &facts = state[kFirstDepBarrier + barrier];
      facts.clear();
      Fact fact{Fact::BarrierSet};
      fact.producer = i;
      fact.cycle = now;
      fact.group = info.drainsPipes;
      facts.push_back(fact);
    }
  for (auto &[reg, facts] : state) {
    llvm::SmallVector<Fact, 2> old;
    std::swap(old, facts);
    for (Fact &fact : old) {
      followBarriers(fact, info);
      addFact(facts, fact);
    }
  }
}

/// Checks the accesses of an instruction at cycle `now`, then records them.
void Checker::issue(unsigned i) {
  const HazardInfo &info = infos[i];
  if (info.waitMask || info.countedMask)
    wait(i, info);
  checkReads(i, info);
  checkWrites(i, info);
  setBarriers(i, info);
  if (info.drainsQueue)
    for (auto &[reg, facts] : state)
      llvm::erase_if(facts, [](const Fact &fact) {
        return fact.kind == Fact::ReadOut && fact.group == kMemoryQueue;
      });

  Fact base{Fact::FixedRead};
  base.producer = i;
  base.cycle = now;
  base.guard = info.guard;
  base.guardNot = info.guardNot;
  for (const Access &read : info.reads) {
    Fact fact = base;
    fact.port = read.port;
    if (info.readsAtOnce)
      continue;
    // A guard is read at issue.
    if (read.reg != info.guard)
      fact.barriers = info.setMask();
    if (read.isLate) {
      fact.kind = Fact::ReadOut;
      fact.barriers = info.setMask();
      fact.group = info.cls->readOrderGroup;
    }
    addFact(state[read.reg], fact);
  }
  for (const Access &write : info.writes) {
    auto &facts = state[write.reg];
    // Reads of the old value by this instruction itself are no hazard later:
    // its own result is waited for first.
    if (!info.isPredicated)
      facts.clear();
    for (Fact &fact : facts)
      fact.isOrdered |=
          (fact.kind == Fact::FixedWrite || fact.kind == Fact::FixedRead) &&
          !excludeEachOther(fact, info);
    if (info.writesAtOnce)
      continue;
    Fact fact = base;
    fact.kind = info.writesLate ? Fact::ValueOut : Fact::FixedWrite;
    fact.isPredicated = info.isPredicated;
    fact.port = write.port;
    if (info.writesLate) {
      fact.barriers = info.barriersOf(write.reg);
      fact.group = info.inOrderGroup;
    }
    addFact(facts, fact);
  }
  // What comes later under these predicates is for other lanes.
  for (const Access &write : info.writes)
    if (regFileOf(write.reg) >= RegFile::P)
      for (auto &[reg, facts] : state)
        for (Fact &fact : facts)
          if (fact.guard == write.reg) {
            fact.guard = kNoGuard;
            fact.guardNot = false;
          }
}

void Checker::visit(unsigned blockIndex) {
  state = entry[blockIndex];
  now = 0;
  const MachineBlock &block = code.blocks[blockIndex];
  for (unsigned i = block.begin; i != block.end; ++i) {
    issue(i);
    now += code.insts[i]->control.cycles();
  }
  // Ages instead of cycles; what is old enough is forgotten.
  for (auto it = state.begin(); it != state.end();) {
    for (Fact &fact : it->second)
      fact.cycle = fact.isTimed() ? fact.cycle - now : 0;
    llvm::erase_if(it->second, [&](const Fact &fact) {
      return fact.isTimed() && -fact.cycle >= int(model.longest);
    });
    it = it->second.empty() ? state.erase(it) : std::next(it);
  }
}

/// A return goes back behind the calls of the function that it is in.
void Checker::collectReturns() {
  callees.resize(code.blocks.size());
  returnsTo.resize(code.blocks.size());
  std::map<unsigned, std::vector<unsigned>> callersOf;
  for (const MachineCall &call : code.calls) {
    callees[call.block].push_back(call.callee);
    auto &to = callersOf[call.callee];
    const auto &succs = code.blocks[call.block].succs;
    to.insert(to.end(), succs.begin(), succs.end());
  }
  std::vector<bool> isReturn(code.blocks.size());
  for (unsigned block : code.returns)
    isReturn[block] = true;
  for (const auto &[callee, to] : callersOf) {
    std::vector<bool> seen(code.blocks.size());
    std::vector<unsigned> stack = {callee};
    seen[callee] = true;
    while (!stack.empty()) {
      unsigned block = stack.back();
      stack.pop_back();
      if (isReturn[block])
        returnsTo[block].insert(returnsTo[block].end(), to.begin(), to.end());
      for (unsigned succ : code.blocks[block].succs)
        if (!seen[succ]) {
          seen[succ] = true;
          stack.push_back(succ);
        }
    }
  }
}

/// Adds the facts at the end of a block to a successor, as `change` alters them
/// or, returning false, drops them; whether that changed the successor's state.
bool Checker::flow(unsigned succ, llvm::function_ref<bool(Fact &)> change) {
  bool changed = false;
  for (const auto &[reg, facts] : state)
    for (Fact fact : facts)
      if (change(fact))
        changed |= addFact(entry[succ][reg], fact);
  return changed;
}

std::vector<Hazard> Checker::run() {
  entry.resize(code.blocks.size());
  infos.reserve(code.insts.size());
  for (const isa::Inst *inst : code.insts)
    infos.push_back(getHazardInfo(*inst, target));
  collectReturns();
  std::vector<unsigned> order = code.reversePostOrder();
  std::vector<unsigned> position(order.size());
  for (auto [i, block] : llvm::enumerate(order))
    position[block] = i;
  std::set<unsigned> queue;
  for (unsigned i = 0; i != order.size(); ++i)
    queue.insert(i);
  while (!queue.empty()) {
    unsigned b = order[*queue.begin()];
    queue.erase(queue.begin());
    visit(b);
    // The callee takes longer than any fixed latency; what it waits for is not
    // looked at behind the call.
    const HazardInfo *call =
        callees[b].empty() ? nullptr : &infos[code.blocks[b].end - 1];
    bool isCall = call && !call->isPredicated;
    for (unsigned succ : code.blocks[b].succs)
      if (flow(succ, [&](Fact &fact) { return !isCall || !fact.isTimed(); }))
        queue.insert(position[succ]);
    for (unsigned callee : callees[b])
      if (flow(callee, [&](Fact &fact) {
            if (fact.isTimed())
              fact.cycle -= int(call->takenCycles - call->cycles);
            return fact.isCallers = true;
          }))
        queue.insert(position[callee]);
    for (unsigned succ : returnsTo[b])
      if (flow(succ, [](Fact &fact) { return !fact.isCallers; }))
        queue.insert(position[succ]);
  }
  std::vector<Hazard> result;
  for (auto &[key, hazard] : findings)
    result.push_back(hazard);
  return result;
}

} // namespace

std::string Hazard::message() const {
  std::string name = getRegName(reg);
  auto cycles = [&](const char *what, const char *since) {
    return (llvm::Twine(name) + " is " + what + " " + llvm::Twine(distance) +
            " cycles after it was " + since + ", " + llvm::Twine(needed) +
            " are needed")
        .str();
  };
  switch (kind) {
  case ReadTooEarly:
    return cycles("read", "written");
  case WriteTooEarly:
    return cycles("overwritten", "written");
  case OverwriteTooEarly:
    return cycles("overwritten", "read");
  case WaitTooEarly:
    return cycles("waited for", "set");
  case ReadNotWaited:
    return name + " is read before its value has been waited for";
  case WriteNotWaited:
    return name + " is overwritten while its value is still on the way";
  case OverwriteNotWaited:
    return name + " is overwritten while it is still to be read";
  case BadField:
    return detail;
  case BadReuse:
    return name + " is kept for reuse, but " + detail;
  case Misaligned:
    return ("a tuple of " + llvm::Twine(distance) + " registers starts at " +
            name + ", which is no multiple of " + llvm::Twine(needed))
        .str();
  case NoRegister:
    return (llvm::Twine(name) + " is beyond the " + llvm::Twine(needed) +
            " registers of the SM")
        .str();
  case NeverWritten:
    return name + " is read, but nothing before writes it";
  }
  return "";
}

std::vector<Hazard>
ptxmlir::sass::checkHazards(const MachineCode &code,
                            const target::TargetInfo &target) {
  std::vector<Hazard> result = Checker(code, target).run();
  checkInstructions(code, target, result);
  checkReuse(code, target, result);
  checkWritten(code, target, result);
  llvm::stable_sort(result, [](const Hazard &a, const Hazard &b) {
    return std::tie(a.consumer, a.producer) < std::tie(b.consumer, b.producer);
  });
  return result;
}
