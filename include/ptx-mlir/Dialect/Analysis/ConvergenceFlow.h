//===- ConvergenceFlow.h - Sets of convergence barriers ---------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof that threads of a warp meet: an abstract machine that follows, over
// all paths, in which convergence barriers a thread takes part and how many
// threads are with it. Clients (ori functions, machine code) tell it what their
// instructions do; it knows nothing of either.
//
// What is proved of a thread: each barrier that it takes part in sees it at a
// BSYNC, a BREAK or the end of the thread; it is armed only where it is free;
// and no set of threads waits in a circle. For the last one, barriers are
// grouped to webs: the BSSYs that reach a common BSYNC. A thread that waits at
// the BSYNC of web V while it takes part in W may keep others waiting at W. If
// the relation "V is waited for within W" has no cycle, somebody always goes
// on: of threads that wait for each other in a circle, each takes part in the
// web of the one before, which would be such a cycle. Since no web is armed
// while it is live, a thread is in one set of a web at a time, so webs stand
// for sets.
//
// Time is linear in the instructions, times the number of changes of one
// block's state, which is at most a small constant for each barrier.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_DIALECT_ANALYSIS_CONVERGENCEFLOW_H
#define PTXMLIR_DIALECT_ANALYSIS_CONVERGENCEFLOW_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ptxmlir::convergence {

constexpr unsigned kNumBarriers = 16;
constexpr unsigned kNoSite = ~0u;
constexpr uint16_t kNoRegister = 0xffff;

/// Which threads execute a point at the same time. Threads that only go on to
/// their end do not count.
enum class Together : uint8_t {
  Apart, ///< any
  Entry, ///< those that entered the function together
  Mask,  ///< those of the mask of the last WARPSYNC
  Warp,  ///< all of the warp
};
Together meet(Together a, Together b);

/// One or two predicates that must hold, by numbers of the client's choice.
struct Condition {
  static constexpr uint32_t kAlways = ~0u;
  /// Predicate * 2 + 1 if it is complemented; kAlways if there is none.
  uint32_t first = kAlways, second = kAlways;

  bool isAlways() const { return first == kAlways && second == kAlways; }
  bool isSingle() const { return second == kAlways; }
  bool reads(uint32_t predicate) const {
    return first / 2 == predicate || second / 2 == predicate;
  }
  bool operator==(const Condition &other) const {
    return first == other.first && second == other.second;
  }
};

/// What a thread knows of one barrier.
struct BarrierState {
  enum Kind : uint8_t {
    Idle,     ///< it takes no part
    Armed,    ///< it takes part
    ArmedIf,  ///< it takes part if the condition holds
    BrokenIf, ///< it takes part unless the condition holds
    Mixed,    ///< it takes part after some paths
    Outside,  ///< the barrier is the caller's
  };
  Kind kind = Idle;
  /// Since the BSSY no threads have parted: all of the set are still together.
  bool isWhole = false;
  /// Threads that have parted since then may come to the BSYNC.
  bool mayBeSynced = true;
  /// They have voted which of them are active.
  bool hadVoted = false;
  uint32_t site = kNoSite; ///< a BSSY of its web
  Condition condition;

  bool mayTakePart() const { return kind != Idle && kind != Outside; }
  bool operator==(const BarrierState &other) const {
    return kind == other.kind && isWhole == other.isWhole &&
           mayBeSynced == other.mayBeSynced && hadVoted == other.hadVoted &&
           site == other.site && condition == other.condition;
  }
};

/// The state at a point: what holds on all paths to it.
struct State {
  bool isReached = false;
  Together together = Together::Apart;
  /// Since they last parted, the threads have voted which of them are active.
  bool haveVoted = false;
  /// The register with their vote on true, and a literal (see Condition) that
  /// says whether this was the whole warp.
  uint16_t vote = kNoRegister;
  uint32_t allHere = Condition::kAlways;
  uint32_t entry = 0; ///< the function that the thread is in
  /// No threads have parted since they entered it together.
  bool isEntryWhole = false;
  /// Where they parted, if they are apart and the client knows: a hint to the
  /// reader of a finding, of one of the paths.
  uint32_t partedAt = kNoSite;
  std::array<BarrierState, kNumBarriers> barriers;
  /// Barriers that BMOV has put elsewhere, by the client's numbers; sorted.
  llvm::SmallVector<std::pair<uint32_t, BarrierState>, 0> saved;
};

/// What is wrong, and where. Sites and places are the client's numbers.
struct Finding {
  enum Kind : uint8_t {
    ArmedTwice,        ///< BSSY of a barrier that the thread takes part in
    NotArmed,          ///< BSYNC that no BSSY leads to
    SometimesArmed,    ///< BSYNC that a BSSY leads to on some paths only
    WaitCycle,         ///< two BSYNCs whose threads may wait for each other
    ReturnsArmed,      ///< return of a thread that takes part in a barrier
    CollectiveApart,   ///< threads need not execute a collective together
    CollectiveInside,  ///< wait for threads that may wait at a BSYNC
    BadMask,           ///< WARPSYNC of a register that is no member mask
    NotSynced,         ///< the end of a region, without its BSYNC
    PartsForNothing,   ///< WARPSYNC of each mask, of which nothing is executed
    GathersForNothing, ///< BSYNC of threads that nothing has parted
    UnusedMask,        ///< mask that nothing reads
    NotGathered,       ///< collective of a mask whose threads were not gathered
    EndsNothing,       ///< ENDCOLLECTIVE of no collective
    UngatheredArgument, ///< collective of a function, without its WARPSYNC
    OthersMissing,      ///< collective of more than those that were let on
    SharedUniform,      ///< uniform register that other masks have overwritten
    BreaksNothing,      ///< BREAK that no BSSY leads to
  };
  Kind kind;
  uint8_t barrier = 0;
  uint32_t place;           ///< of the instruction
  uint32_t other = kNoSite; ///< of the BSSY or BSYNC it collides with
  /// What is wrong, in words.
  std::string message() const;
};

/// The abstract machine. Methods change a thread's state as an instruction
/// does; those with a `place` report what is wrong once `startReporting` was
/// called.
class Flow {
public:
  /// `numBlocks`: of the client's graph.
  explicit Flow(unsigned numBlocks) : states(numBlocks), isQueued(numBlocks) {}

  //===--- Instructions ---------------------------------------------------===//
  /// BSSY. `isHarmless`: even if the thread takes part already.
  void arm(State &s, unsigned barrier, uint32_t place, Condition when = {},
           bool isHarmless = false);
  /// BSYNC.
  void sync(State &s, unsigned barrier, uint32_t place, unsigned block,
            Condition when = {});
  /// The place behind the BSYNC that the BSSY at `armedAt` names.
  void endRegion(const State &s, unsigned barrier, uint32_t armedAt,
                 uint32_t place);
  /// BREAK.
  void breakOut(State &s, unsigned barrier, Condition when = {},
                uint32_t place = kNoSite);
  void yield(State &s);
  /// WARPSYNC. `all`: of the whole warp. `isSafe`: threads of the mask all come
  /// here, wherever they wait otherwise. `isExclusive`: threads of different
  /// masks go on apart.
  void warpSync(State &s, bool all, uint32_t place, bool isSafe,
                bool isExclusive = false);
  /// A wait that is not of the warp alone, like a barrier of the block.
  void waitForOthers(State &s, uint32_t place);
  /// Whether threads of this barrier may be at its BSYNC, while those that are
  /// here wait for others.
  static bool mayMissOthers(const BarrierState &b) {
    return b.mayTakePart() && b.mayBeSynced;
  }
  /// An instruction that the threads must execute together.
  void collective(State &s, uint32_t place);
  /// BMOV: the barrier goes to `slot`; `clear`: and is free.
  void save(State &s, unsigned barrier, uint32_t slot, bool clear);
  void restore(State &s, unsigned barrier, uint32_t slot);
  void copySlot(State &s, uint32_t from, uint32_t to);
  void forgetSlot(State &s, uint32_t slot);
  /// A predicate gets another value.
  void forgetPredicate(State &s, uint32_t predicate);
  /// What holds where a branch with this condition is (not) taken.
  static void assume(State &s, Condition condition, bool holds);
  /// Threads part: some go on in another way. `syncsAhead`: barriers, one bit
  /// each, whose BSYNCs are on any of the ways.
  static void part(State &s, uint32_t place = kNoSite,
                   uint16_t syncsAhead = ~uint16_t(0)) {
    if (s.together != Together::Apart || s.partedAt == kNoSite)
      s.partedAt = place;
    s.together = Together::Apart;
    s.isEntryWhole = false;
    s.haveVoted = false;
    s.vote = kNoRegister;
    s.allHere = Condition::kAlways;
    for (unsigned i = 0; i != kNumBarriers; ++i) {
      s.barriers[i].isWhole = false;
      s.barriers[i].mayBeSynced |= syncsAhead >> i & 1;
    }
    for (auto &[slot, b] : s.saved) {
      b.isWhole = false;
      b.mayBeSynced = true;
    }
  }
  /// The threads vote which of them are active.
  static void voteOnTrue(State &s) {
    s.haveVoted = true;
    for (BarrierState &b : s.barriers)
      b.hadVoted |= b.isWhole;
  }
  void returns(State &s, uint32_t place);
  /// The state in a function that `s` enters; `function` names it.
  State enter(const State &s, uint32_t function);
  /// `from` with the changes of a function that `end` returns from.
  State leave(const State &from, const State &end) const;

  //===--- Iteration ------------------------------------------------------===//
  /// Adds a path to a block, and the block to the work list if that is news.
  void flowTo(unsigned block, const State &s);
  /// Puts a block on the work list again: the client knows something new.
  void revisit(unsigned block) { push(block); }
  /// The next block of the work list, or false. Blocks come in the order that
  /// `setOrder` was given, a reverse post-order; others come first.
  bool next(unsigned &block);
  void setOrder(llvm::ArrayRef<unsigned> order);
  const State &at(unsigned block) const { return states[block]; }
  bool isReached(unsigned block) const { return states[block].isReached; }

  /// From now on the methods report; each reached block is to be walked once.
  void startReporting() { isReporting = true; }
  bool reporting() const { return isReporting; }
  void report(Finding::Kind kind, uint32_t place, uint8_t barrier = 0,
              uint32_t other = kNoSite);
  /// Looks for cycles of webs; then all findings, sorted by place.
  std::vector<Finding> takeFindings();
  /// Of the cycles: for each web in one, one of its sites.
  llvm::ArrayRef<uint32_t> websInCycles() const { return cyclic; }

  /// The web that the BSSY at `place` belongs to, by the place of its first.
  uint32_t webOf(uint32_t site) const { return find(site); }
  uint32_t placeOfSite(uint32_t site) const { return webs[site].place; }
  /// Whether the collectives report waits inside of regions, too.
  bool isStrict = false;

private:
  struct Web {
    uint32_t place;                  ///< of the BSSY
    mutable uint32_t parent;         ///< of the union-find forest
    Together level = Together::Warp; ///< of threads released at its BSYNC
    /// Some go on before the others are there, or another way.
    bool isLeft = false;
    llvm::SmallVector<unsigned, 1> syncBlocks; ///< depend on the level
  };
  void spreadEntryLevels();
  uint32_t find(uint32_t site) const;
  uint32_t unite(uint32_t a, uint32_t b);
  void lower(uint32_t site, Together level);
  /// Threads that armed it need not go on together.
  void leaveEarly(uint32_t site);
  bool mergeBarrier(BarrierState &into, const BarrierState &from);
  void push(unsigned block);

  std::vector<State> states;
  std::vector<bool> isQueued;
  std::vector<unsigned> priority, heap;
  std::vector<Web> webs;
  llvm::DenseMap<uint32_t, uint32_t> siteOfPlace;
  /// By function: how those that enter it together are.
  llvm::DenseMap<uint32_t, Together> entryLevels;
  /// Functions, and those that they call while all that entered are together.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 0> innerCalls;
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 0>
      atEntry; ///< function, place
  bool isReporting = false;
  std::vector<Finding> findings;
  struct Nesting {
    uint32_t inner, outer; ///< sites of webs
    uint32_t place;        ///< of the BSYNC of the inner one
  };
  std::vector<Nesting> nestings;
  std::vector<uint32_t> cyclic;
};

} // namespace ptxmlir::convergence

#endif // PTXMLIR_DIALECT_ANALYSIS_CONVERGENCEFLOW_H
