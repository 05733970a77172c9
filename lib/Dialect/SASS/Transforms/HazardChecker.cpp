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

#include "ptx-mlir/Dialect/SASS/Transforms/HazardChecker.h"
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
  uint8_t barriers = 0; ///< a wait for one of them ends a ValueOut or ReadOut
  uint8_t group = 0;    ///< in-order unit of the producer
  Port port = 0;
  bool isPredicated = false;
  bool isCallers = false; ///< from before the call; does not leave by a return
  unsigned producer = 0;
  int cycle = 0; ///< of issue; at block ends: minus the age

  bool isTimed() const {
    return kind == FixedWrite || kind == FixedRead || kind == BarrierSet;
  }
  auto key() const {
    return std::make_tuple(kind, barriers, group, port, isPredicated,
                           isCallers);
  }
};

/// Facts by register, sorted; few registers and few facts each.
using State = std::map<RegId, llvm::SmallVector<Fact, 2>>;

bool addFact(llvm::SmallVectorImpl<Fact> &facts, const Fact &fact) {
  for (Fact &old : facts) {
    if (old.key() != fact.key())
      continue;
    if (!fact.isTimed() || old.cycle >= fact.cycle)
      return false;
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
  void checkFields(unsigned inst);
  void issue(unsigned inst);
  void report(Hazard::Kind kind, unsigned producer, unsigned consumer,
              RegId reg, int distance = 0, int needed = 0);
  void requireCycles(Hazard::Kind kind, const Fact &fact, unsigned inst,
                     RegId reg, int needed);

  const MachineCode &code;
  const target::TargetInfo &target;
  const target::LatencyModel &model;
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

void Checker::checkFields(unsigned i) {
  const isa::Control &control = code.insts[i]->control;
  bool isBad =
      control.stall > model.maxStall ||
      (!control.yield && control.stall >= model.yieldStall) ||
      (control.reuse && control.yield) ||
      (control.writeBarrier != 7 &&
       control.writeBarrier >= model.numBarriers) ||
      (control.readBarrier != 7 && control.readBarrier >= model.numBarriers) ||
      control.waitMask >> model.numBarriers ||
      (code.insts[i]->opcode == isa::Opcode::LDGDEPBAR &&
       control.writeBarrier == 7); // a group that nobody can wait for
  if (isBad)
    report(Hazard::BadField, i, i, 0);
}

/// Checks the accesses of an instruction at cycle `now`, then records them.
void Checker::issue(unsigned i) {
  const isa::Inst &inst = *code.insts[i];
  const isa::InstDesc &desc = isa::getDesc(inst.opcode);
  const target::ClassInfo &cls = target.getClass(desc.sched);
  const isa::Control &control = inst.control;

  if (control.waitMask) {
    for (unsigned k = 0; k != model.numBarriers; ++k) {
      if (!(control.waitMask >> k & 1))
        continue;
      auto set = state.find(kFirstDepBarrier + k);
      if (set != state.end())
        for (const Fact &fact : set->second)
          requireCycles(Hazard::WaitTooEarly, fact, i, set->first,
                        model.barrierSetToWait);
    }
    for (auto it = state.begin(); it != state.end();) {
      llvm::erase_if(it->second, [&](const Fact &fact) {
        return fact.barriers & control.waitMask;
      });
      it = it->second.empty() ? state.erase(it) : std::next(it);
    }
  }

  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectRegs(inst, reads, writes);
  auto readPort = [&](const isa::RegRange &range, unsigned n) {
    bool isGuard = range.slot == 0xff;
    bool isC = !isGuard && llvm::StringRef(desc.slots[range.slot].name) == "c";
    return target.readPort(cls, target::regFile(range.file), isC, n, isGuard);
  };

  for (const isa::RegRange &range : reads) {
    if (!target::hasLatency(range.file))
      continue;
    RegFile file = target::regFile(range.file);
    for (unsigned n = 0; n != range.count; ++n) {
      RegId reg = regId(range.file, range.first + n);
      auto it = state.find(reg);
      if (it == state.end())
        continue;
      for (const Fact &fact : it->second) {
        if (fact.kind == Fact::FixedWrite)
          requireCycles(
              Hazard::ReadTooEarly, fact, i, reg,
              target.trueLatency(file, fact.port, readPort(range, n)));
        else if (fact.kind == Fact::ValueOut)
          report(Hazard::ReadNotWaited, fact.producer, i, reg);
      }
    }
  }
  for (const isa::RegRange &range : writes) {
    if (!target::hasLatency(range.file))
      continue;
    RegFile file = target::regFile(range.file);
    for (unsigned n = 0; n != range.count; ++n) {
      RegId reg = regId(range.file, range.first + n);
      auto it = state.find(reg);
      if (it == state.end())
        continue;
      Port port = target.writePort(cls, file, n, range.count);
      for (const Fact &fact : it->second) {
        // A unit that works in order needs no barrier between its own accesses.
        uint8_t group =
            fact.kind == Fact::ReadOut ? cls.readOrderGroup : cls.inOrderGroup;
        bool isSameUnit = fact.group && fact.group == group;
        if (fact.kind == Fact::FixedWrite)
          requireCycles(
              Hazard::WriteTooEarly, fact, i, reg,
              target.outputLatency(file, fact.port, port, fact.isPredicated));
        else if (fact.kind == Fact::FixedRead)
          requireCycles(Hazard::OverwriteTooEarly, fact, i, reg,
                        target.antiLatency(file, fact.port, port));
        else if (fact.kind == Fact::ValueOut && !isSameUnit)
          report(Hazard::WriteNotWaited, fact.producer, i, reg);
        else if (fact.kind == Fact::ReadOut && !isSameUnit)
          report(Hazard::OverwriteNotWaited, fact.producer, i, reg);
      }
    }
  }

  // A barrier set by a unit that works in order also tells of what it had
  // before.
  uint8_t setMask = 0;
  for (uint8_t barrier : {control.writeBarrier, control.readBarrier})
    if (barrier < model.numBarriers) {
      setMask |= 1u << barrier;
      auto &facts = state[kFirstDepBarrier + barrier];
      facts.clear();
      Fact fact{Fact::BarrierSet};
      fact.producer = i;
      fact.cycle = now;
      facts.push_back(fact);
    }
  if (setMask && (cls.inOrderGroup || cls.readOrderGroup)) {
    for (auto &[reg, facts] : state) {
      llvm::SmallVector<Fact, 2> old;
      std::swap(old, facts);
      for (Fact &fact : old) {
        if (fact.kind == Fact::ValueOut && fact.group &&
            fact.group == cls.inOrderGroup &&
            control.writeBarrier < model.numBarriers)
          fact.barriers |= 1u << control.writeBarrier;
        if (fact.kind == Fact::ReadOut && fact.group &&
            fact.group == cls.readOrderGroup)
          fact.barriers |= setMask;
        addFact(facts, fact);
      }
    }
  }

  bool isPredicated = inst.guard != isa::PT || inst.guardNot;
  uint8_t writeMask =
      control.writeBarrier < model.numBarriers ? 1u << control.writeBarrier : 0;
  uint8_t readMask =
      control.readBarrier < model.numBarriers ? 1u << control.readBarrier : 0;
  for (const isa::RegRange &range : reads) {
    if (!target::hasLatency(range.file))
      continue;
    bool isLate = range.slot != 0xff &&
                  ((range.file == isa::Operand::R && cls.readBarrier) ||
                   (range.file == isa::Operand::UR && cls.readBarrierUR));
    for (unsigned n = 0; n != range.count; ++n) {
      Fact fact{isLate ? Fact::ReadOut : Fact::FixedRead};
      fact.producer = i;
      fact.cycle = now;
      fact.port = readPort(range, n);
      if (isLate) {
        fact.barriers = readMask | writeMask;
        fact.group = cls.readOrderGroup;
      }
      addFact(state[regId(range.file, range.first + n)], fact);
    }
  }
  for (const isa::RegRange &range : writes) {
    if (!target::hasLatency(range.file))
      continue;
    for (unsigned n = 0; n != range.count; ++n) {
      auto &facts = state[regId(range.file, range.first + n)];
      // Reads of the old value by this instruction itself are no hazard later:
      // its own result is waited for first.
      if (!isPredicated)
        facts.clear();
      Fact fact{cls.writeBarrier ? Fact::ValueOut : Fact::FixedWrite};
      fact.producer = i;
      fact.cycle = now;
      fact.isPredicated = isPredicated;
      fact.port =
          target.writePort(cls, target::regFile(range.file), n, range.count);
      if (cls.writeBarrier) {
        fact.barriers = writeMask;
        if (cls.predicateByRead && range.file == isa::Operand::P)
          fact.barriers |= readMask;
        fact.group = cls.inOrderGroup;
      }
      addFact(facts, fact);
    }
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
  collectReturns();
  for (unsigned i = 0; i != code.insts.size(); ++i)
    checkFields(i);
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
    bool isCall = !callees[b].empty();
    for (unsigned succ : code.blocks[b].succs)
      if (flow(succ, [&](Fact &fact) { return !isCall || !fact.isTimed(); }))
        queue.insert(position[succ]);
    for (unsigned callee : callees[b])
      if (flow(callee, [](Fact &fact) { return fact.isCallers = true; }))
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

std::string regName(RegId reg) {
  if (reg >= kFirstDepBarrier)
    return ("SB" + llvm::Twine(reg - kFirstDepBarrier)).str();
  if (reg >= kFirstUP)
    return ("UP" + llvm::Twine(reg - kFirstUP)).str();
  if (reg >= kFirstP)
    return ("P" + llvm::Twine(reg - kFirstP)).str();
  if (reg >= kFirstUR)
    return ("UR" + llvm::Twine(reg - kFirstUR)).str();
  return ("R" + llvm::Twine(reg)).str();
}

} // namespace

std::string Hazard::message() const {
  std::string name = regName(reg);
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
    return "a control field is out of range";
  }
  return "";
}

std::vector<Hazard>
ptxmlir::sass::checkHazards(const MachineCode &code,
                            const target::TargetInfo &target) {
  return Checker(code, target).run();
}
