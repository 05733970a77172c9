//===- Mbarrier.cpp - Lowering of barriers in shared memory ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The word of an mbarrier is that of SYNCS (observed on ptxas 13.0.88, sm_90):
// the missing arrivals are counted up to 2^20, from bit 1 on for the next phase
// and from bit 43 on for this one; bit 63 is the phase.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "MbarrierWords.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;
using Use = MBarrierUse;
using ptxmlir::isa::SyncsCount;
using ptxmlir::isa::SyncsResult;

/// All arrivals of a phase.
static constexpr uint32_t kArrivals = 0x100000;
/// Place of the count in the upper word.
static constexpr unsigned kCountShift = 11;

/// A generic address of shared memory has the shared address in its low half.
static Address getBarrierAddress(FuncLowering &l, Value ptxAddress,
                                 int64_t offset) {
  return getAddress(l, ptxAddress, offset, ptx::Space::Shared);
}

/// Whether the SM has no instructions for mbarriers but an arrival.
static bool hasOnlyWords(FuncLowering &l) {
  return !hasInstruction(l, Opcode::SYNCS_ARRIVE);
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

static LogicalResult lowerInit(FuncLowering &l, ptx::MbarrierInitOp op) {
  Address address = getBarrierAddress(l, op.getAddress(), op.getOffset());
  if (hasOnlyWords(l)) {
    emitWordsInit(l, op, address, l.get(op.getCount()));
    return success();
  }
  Value missing = l.isub(l.imm(kArrivals), l.get(op.getCount()));
  Value word =
      l.combine({l.shl(missing, l.imm(1)), l.shl(missing, l.imm(kCountShift))});
  auto emit = [&] {
    markUse(l.inst(Opcode::SYNCS_EXCH,
                   {toUniform(l, address.value), toUniform(l, word)},
                   isa::SYNCS_EXCH::offset.set(isa::SYNCS_EXCH::kDefaultMods,
                                               uint64_t(address.offset))),
            Use::Init);
  };
  // Once more by another thread does no harm where it is the same.
  if (isAlike(address.value) && isAlike(word))
    emitUnderGuard(l, op, emit);
  else
    emitThreadByThread(l, op, emit);
  return success();
}

static LogicalResult lowerInval(FuncLowering &l, ptx::MbarrierInvalOp op) {
  if (hasOnlyWords(l))
    return success(); // nothing keeps a copy
  Address address = getBarrierAddress(l, op.getAddress(), op.getOffset());
  markUse(l.guarded(op, Opcode::SYNCS_CCTL, {address.value, l.urz()},
                    isa::SYNCS_CCTL::offset.set(isa::SYNCS_CCTL::kDefaultMods,
                                                uint64_t(address.offset))),
          Use::Inval);
  return success();
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

/// One kind of arrival; `data` is counted as `count` says.
static Operation *emitArrive(FuncLowering &l, Operation *op, Address address,
                             SyncsResult result, bool leaves, SyncsCount count,
                             Value data) {
  uint64_t mods = isa::SYNCS_ARRIVE::kDefaultMods;
  mods = isa::SYNCS_ARRIVE::result.set(mods, uint64_t(result));
  mods = isa::SYNCS_ARRIVE::optout.set(mods, leaves);
  mods = isa::SYNCS_ARRIVE::count.set(mods, uint64_t(count));
  mods = isa::SYNCS_ARRIVE::offset.set(mods, uint64_t(address.offset));
  return l.guarded(op, Opcode::SYNCS_ARRIVE, {address.value, l.urz(), data},
                   mods);
}

/// What a thread wrote must be seen by who waits; within a block the barrier
/// itself sees to that.
static void emitRelease(FuncLowering &l, Operation *op,
                        ptx::Semantics semantics, ptx::Scope scope) {
  if (semantics != ptx::Semantics::Release || scope != ptx::Scope::Cluster)
    return;
  uint64_t mods = isa::MEMBAR::kDefaultMods;
  mods = isa::MEMBAR::scope.set(mods, uint64_t(isa::MembarScope::GPU));
  mods = isa::MEMBAR::sem.set(mods, uint64_t(isa::MembarSem::ALL));
  l.guarded(op, Opcode::MEMBAR, {}, mods);
}

template <typename OpT>
static LogicalResult lowerArrive(FuncLowering &l, OpT op, bool leaves) {
  Address address = getBarrierAddress(l, op.getAddress(), op.getOffset());
  if (hasOnlyWords(l)) {
    Value state = emitWordsArrive(
        l, op, address, leaves, op.getCount() ? l.get(op.getCount()) : Value());
    if (op->getNumResults() != 0)
      l.setResult(op, state);
    return success();
  }
  emitRelease(l, op, op.getSemantics(), op.getScope());
  bool isRemote = op.getSpace() == ptx::Space::SharedCluster;
  Value data = op.getCount() ? l.get(op.getCount()) : l.zero();
  SyncsCount count = op.getExpectTx() ? SyncsCount::Register
                     : op.getCount()  ? SyncsCount::ART0
                                      : SyncsCount::A1T0;
  SyncsResult result = isRemote             ? SyncsResult::RED
                       : op.getNoComplete() ? SyncsResult::TMASK
                                            : SyncsResult::State;
  Operation *arrive = emitArrive(l, op, address, result, leaves, count, data);
  if (!op.getExpectTx())
    markUse(arrive, op.getNoComplete() ? leaves ? Use::ArriveDropNoComplete
                                                : Use::ArriveNoComplete
                    : leaves           ? Use::ArriveDrop
                                       : Use::Arrive);
  Value state = arrive->getResult(isa::SYNCS_ARRIVE::kD);
  if (op->getNumResults() == 0)
    return success();
  if (op.getNoComplete()) {
    // In the low word are the threads that the machine took together: those
    // before this one have arrived, too.
    Value before =
        l.band(l.lo(state), l.specialRegister(isa::SpecialReg::LTMASK));
    Value arrived = l.shl(l.value(Opcode::POPC, {before}), l.imm(kCountShift));
    state = l.combine({l.lo(state), l.imad(arrived, data, l.hi(state))});
  }
  l.setResult(op, state);
  return success();
}
static LogicalResult lowerArriveOp(FuncLowering &l, ptx::MbarrierArriveOp op) {
  return lowerArrive(l, op, /*leaves=*/false);
}
static LogicalResult lowerArriveDrop(FuncLowering &l,
                                     ptx::MbarrierArriveDropOp op) {
  return lowerArrive(l, op, /*leaves=*/true);
}

template <typename OpT>
static LogicalResult lowerTransactions(FuncLowering &l, OpT op,
                                       SyncsCount count, Use use) {
  Address address = getBarrierAddress(l, op.getAddress(), op.getOffset());
  markUse(emitArrive(l, op, address, SyncsResult::RED, /*leaves=*/false, count,
                     l.get(op.getCount())),
          use);
  return success();
}
static LogicalResult lowerExpectTx(FuncLowering &l,
                                   ptx::MbarrierExpectTxOp op) {
  return lowerTransactions(l, op, SyncsCount::A0TR, Use::ExpectTx);
}
static LogicalResult lowerCompleteTx(FuncLowering &l,
                                     ptx::MbarrierCompleteTxOp op) {
  return lowerTransactions(l, op, SyncsCount::A0TX, Use::CompleteTx);
}

/// The thread's copies arrive when they are done; without `.noinc` the arrival
/// that they make is wanted beside the others.
static LogicalResult lowerCopiesArrive(FuncLowering &l,
                                       ptx::CpAsyncMbarrierArriveOp op) {
  Address address = getBarrierAddress(l, op.getAddress(), op.getOffset());
  if (hasOnlyWords(l)) {
    emitWordsCopiesArrive(l, op, address, /*counts=*/!op.getNoinc());
    return success();
  }
  if (!op.getNoinc())
    emitArrive(l, op, address, SyncsResult::RED, /*leaves=*/false,
               SyncsCount::A0T1, l.zero());
  uint64_t mods = isa::ARRIVES::kDefaultMods;
  mods = isa::ARRIVES::count.set(
      mods, uint64_t(op.getNoinc() ? isa::ArrivesCount::ARVCNT
                                   : isa::ArrivesCount::TRANSCNT));
  mods = isa::ARRIVES::offset.set(mods, uint64_t(address.offset));
  markUse(l.guarded(op, Opcode::ARRIVES, {address.value, l.urz()}, mods),
          Use::CopiesArrive);
  return success();
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// The phase that is asked for is in bit 31 of a register.
template <typename OpT>
static LogicalResult lowerWait(FuncLowering &l, OpT op, bool tries) {
  Address address = getBarrierAddress(l, op.getAddress(), op.getOffset());
  Value phase = op.getParity() ? l.shl(l.get(op.getPhase()), l.imm(31))
                               : l.hi(l.get(op.getState()));
  Use use = tries ? op.getParity() ? Use::TryWaitParity : Use::TryWait
            : op.getParity() ? Use::TestWaitParity
                             : Use::TestWait;
  if (hasOnlyWords(l)) {
    l.setResult(op, emitWordsTest(l, op, address, phase, use));
    return success();
  }
  uint64_t mods = isa::SYNCS_PHASECHK::kDefaultMods;
  mods = isa::SYNCS_PHASECHK::trywait.set(mods, tries);
  mods = isa::SYNCS_PHASECHK::offset.set(mods, uint64_t(address.offset));
  Operation *check = l.guarded(op, Opcode::SYNCS_PHASECHK,
                               {address.value, l.urz(), phase}, mods);
  Value done = markUse(check, use)->getResult(isa::SYNCS_PHASECHK::kPu);
  if (op.getSemantics() == ptx::Semantics::Acquire &&
      op.getScope() == ptx::Scope::Cluster)
    // Later loads must not hit lines that were read before.
    l.guarded(op, Opcode::CCTL_IVALL, {},
              isa::getDesc(Opcode::CCTL_IVALL).defaultMods);
  l.setResult(op, done);
  return success();
}
static LogicalResult lowerTestWait(FuncLowering &l,
                                   ptx::MbarrierTestWaitOp op) {
  return lowerWait(l, op, /*tries=*/false);
}
/// The time that a thread may be suspended is the machine's to choose.
static LogicalResult lowerTryWait(FuncLowering &l, ptx::MbarrierTryWaitOp op) {
  return lowerWait(l, op, /*tries=*/true);
}

static LogicalResult lowerPendingCount(FuncLowering &l,
                                       ptx::MbarrierPendingCountOp op) {
  if (hasOnlyWords(l)) {
    l.setResult(op, emitWordsPending(l, l.get(op.getState())));
    return success();
  }
  Value word = l.hi(l.get(op.getState()));
  Value arrived =
      l.band(l.shr(word, l.imm(kCountShift), false), l.imm(kArrivals - 1));
  l.setResult(op, l.isub(l.imm(kArrivals), arrived));
  return success();
}

void ptxtoori::registerMbarrierLowerings(HandlerTable &table) {
  table.add<ptx::MbarrierInitOp, lowerInit>();
  table.add<ptx::MbarrierInvalOp, lowerInval>();
  table.add<ptx::MbarrierArriveOp, lowerArriveOp>();
  table.add<ptx::MbarrierArriveDropOp, lowerArriveDrop>();
  table.add<ptx::MbarrierExpectTxOp, lowerExpectTx>();
  table.add<ptx::MbarrierCompleteTxOp, lowerCompleteTx>();
  table.add<ptx::CpAsyncMbarrierArriveOp, lowerCopiesArrive>();
  table.add<ptx::MbarrierTestWaitOp, lowerTestWait>();
  table.add<ptx::MbarrierTryWaitOp, lowerTryWait>();
  table.add<ptx::MbarrierPendingCountOp, lowerPendingCount>();
}
