//===- StepState.h - Threads that go the same way ---------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a warp are in step if each of them executes the same blocks in the
// same order, be it at different times. A branch on what differs ends that
// until all its ways have joined (see WayJoins). In a loop where they do not
// meet each round, some that are in different rounds may execute its code
// together: they go the same ways in the end, but not at the moment.
//
// What follows for convergence barriers: if nobody parted in the region of B
// before that branch, and no way between the branch and the join touches B, no
// thread of B is at its BSYNC behind the join.
//
// And for loads: an address that is alike holds the same for threads in step,
// unless a store comes between them. For that, whoever stores must be ordered
// behind the thread that loads first and before the one that loads last
// (else it is a race, which has no result in PTX), so the latter executes
// something that orders memory after they were last together.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_SASS_ANALYSIS_STEPSTATE_H
#define PTXMLIR_DIALECT_SASS_ANALYSIS_STEPSTATE_H

#include "CodeWays.h"
#include "ptx-mlir/Dialect/Analysis/ConvergenceFlow.h"
#include "ptx-mlir/ISA/Inst.h"
#include <algorithm>
#include <bitset>
#include <cstdint>

namespace ptxmlir::sass {

/// What holds on all paths to a point.
class StepState {
public:
  bool inStep() const { return until == WayJoins::kNone; }
  /// Threads that are here together may be in different rounds of a loop.
  bool inRounds() const { return roundsUntil != WayJoins::kNone; }
  bool loadsAlike() const { return !mayBeOrdered; }
  /// Nothing is known of the threads.
  void forget() {
    until = roundsUntil = calmUntil = WayJoins::kNowhere;
    calm = 0;
    mayBeOrdered = true;
  }
  void enterFunction() { forget(); }
  /// All of the warp is here. (Of barriers that says nothing: a thread may have
  /// left the loop in which the others have come here.)
  void meet() {
    until = roundsUntil = WayJoins::kNone;
    mayBeOrdered = false;
  }
  /// A branch that differs; its ways join at `join`. `atMoment`: only between
  /// threads of different rounds.
  void part(unsigned join, const convergence::State &s, bool atMoment) {
    if (until == WayJoins::kNone && !atMoment)
      until = join;
    if (calmUntil != WayJoins::kNone)
      return;
    calmUntil = join;
    calm = calmBarriers(s);
  }
  /// The next round of a loop, while threads are apart: some may come there
  /// while others are in an earlier round.
  void startRound(unsigned joinBehindLoop) {
    roundsUntil = std::min(roundsUntil, joinBehindLoop);
  }
  /// On the way to another block: where nobody has parted, all barriers are as
  /// they are.
  void prepare(const convergence::State &s) {
    if (calmUntil == WayJoins::kNone)
      calm = calmBarriers(s);
  }
  /// At the begin of a block; true if threads are in one round again.
  bool enter(unsigned place, convergence::State &s) {
    bool endsRounds = inRounds() && roundsUntil >= place;
    if (endsRounds)
      roundsUntil = WayJoins::kNone;
    enterBarriers(place, s);
    if (until != WayJoins::kNone && until >= place)
      until = WayJoins::kNone;
    return endsRounds;
  }
  void enterBarriers(unsigned place, convergence::State &s) {
    if (calmUntil == WayJoins::kNone || calmUntil < place)
      return;
    for (unsigned b = 0; b != convergence::kNumBarriers; ++b)
      if (calm >> b & 1 &&
          s.barriers[b].kind == convergence::BarrierState::Armed)
        s.barriers[b].mayBeSynced = false;
    calmUntil = WayJoins::kNone;
  }
  /// An instruction changes barriers (one bit each), or waits at them.
  void touch(uint16_t barriers) { calm &= ~barriers; }
  /// A function is called.
  void call(uint16_t barriers) {
    touch(barriers);
    mayBeOrdered = true;
  }
  void follow(const isa::Inst &inst);
  bool join(const StepState &other) {
    StepState before = *this;
    until = std::min(until, other.until);
    roundsUntil = std::min(roundsUntil, other.roundsUntil);
    calmUntil = std::min(calmUntil, other.calmUntil);
    calm &= other.calm;
    mayBeOrdered |= other.mayBeOrdered;
    return until != before.until || roundsUntil != before.roundsUntil ||
           calmUntil != before.calmUntil || calm != before.calm ||
           mayBeOrdered != before.mayBeOrdered;
  }

private:
  static uint16_t calmBarriers(const convergence::State &s) {
    uint16_t result = 0;
    for (unsigned b = 0; b != convergence::kNumBarriers; ++b)
      result |= unsigned(!convergence::Flow::mayMissOthers(s.barriers[b])) << b;
    return result;
  }
  unsigned until = WayJoins::kNone; ///< the ways join there; none: in step
  unsigned roundsUntil = WayJoins::kNone; ///< the same of rounds of a loop
  /// The same of the barriers, also where the warp has met in between.
  unsigned calmUntil = WayJoins::kNone;
  /// Barriers that nobody was parted in before, and that no way has touched.
  uint16_t calm = ~uint16_t(0);
  /// A thread may have been ordered behind what others do meanwhile.
  bool mayBeOrdered = false;
};

/// Uniform registers and predicates that threads apart write share them with
/// those that are elsewhere: what they read is their own only in the block that
/// wrote it.
class UniformSteps {
public:
  void startBlock() {
    own.reset();
    written.reset();
    stale.reset();
  }
  /// Whether it reads what threads apart have written in this block, before
  /// they let others run by a BREAK.
  bool readsStale(const isa::Inst &inst) const;
  /// Whether all threads in step read the same.
  bool readsAlike(const isa::Inst &inst) const;
  /// `ofWarp`: all of the warp is here; `isAlike`: threads in step write the
  /// same.
  void follow(const isa::Inst &inst, bool ofWarp, bool isAlike);
  /// Whether more of them are written by threads apart than when this was last
  /// asked.
  bool takeNews() {
    bool result = isNews;
    isNews = false;
    return result;
  }

private:
  std::bitset<72> writtenApart, own;
  std::bitset<72> written, stale; ///< in this block, by threads apart
  bool isNews = false;
};

} // namespace ptxmlir::sass

#endif // PTXMLIR_DIALECT_SASS_ANALYSIS_STEPSTATE_H
