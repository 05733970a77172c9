//===- Sync.cpp - Lowering of barriers and warp operations ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of barriers of a CTA and of what the threads of a warp do together,
// where that is more than one instruction.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "ptx-mlir/Dialect/CodeMarks.h"
#include "ptx-mlir/Dialect/Ori/IR/MachineBuilder.h"
#include "ptx-mlir/Dialect/Ori/IR/OriDerived.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// CTA barriers
//===----------------------------------------------------------------------===//

/// The cubin lists the instruction among those for the threads of a mask; the
/// instruction itself does not show it.
static void markCoopGroup(Operation *inst) {
  inst->setAttr(kCoopGroupAttr, UnitAttr::get(inst->getContext()));
}

/// `barrier.sync` without `.aligned`: the threads of a warp come one by one.
static bool isForSomeThreads(ptx::BarOp op) { return false; }
static bool isForSomeThreads(ptx::BarrierOp op) {
  return op.getMode() == ptx::BarMode::Sync && !op.getAligned();
}

/// One register for a barrier number and a thread count that are both unknown
/// (observed on ptxas 13.0.88).
static Value packBarrier(FuncLowering &l, Value barrier, Value threads) {
  // (threads << 16) | (barrier & 15)
  return l.lop3(l.shl(threads, l.imm(16)), l.imm(0xf), barrier, 0xf8);
}

template <typename OpT>
static LogicalResult lowerBarrier(FuncLowering &l, OpT op, bool isAligned) {
  Value barrier = l.get(op.getBarrier());
  Value threads = op.getThreads() ? l.get(op.getThreads()) : l.zero();
  using Mode = isa::BarMode;
  bool reduces = op.getMode() == ptx::BarMode::Red;
  Mode mode = op.getMode() == ptx::BarMode::Arrive ? Mode::ARV
              : !reduces                           ? Mode::SYNC
              : op.getOp() == ptx::BarRedOp::Popc  ? Mode::RED_POPC
              : op.getOp() == ptx::BarRedOp::And   ? Mode::RED_AND
                                                   : Mode::RED_OR;
  Value p = reduces ? l.get(op.getP()) : l.pt();
  bool isKnown = l.getConstant(barrier).has_value();
  bool isCountKnown = l.getConstant(threads).has_value();
  // What a warp's threads have in registers must arrive as one.
  if (isAligned && !(isKnown && isCountKnown))
    l.warpSync(op);
  // Who only arrives does not block.
  Operation *bar;
  bool waits = mode != Mode::ARV;
  if (isKnown || isCountKnown) {
    uint64_t mods = isa::BAR::mode.set(isa::BAR::kDefaultMods, uint64_t(mode));
    bar = l.guarded(op, Opcode::BAR, {barrier, threads, p},
                    isa::BAR::defer.set(mods, waits));
  } else {
    uint64_t mods =
        isa::BAR_R::mode.set(isa::BAR_R::kDefaultMods, uint64_t(mode));
    bar = l.guarded(op, Opcode::BAR_R, {packBarrier(l, barrier, threads), p},
                    isa::BAR_R::defer.set(mods, waits));
  }
  if (isForSomeThreads(op))
    markCoopGroup(bar);
  if (!reduces)
    return success();
  // The result is read back from the barrier unit.
  Operation *result = l.inst(Opcode::B2R_RESULT, {});
  l.setResult(op,
              result->getResult(mode == Mode::RED_POPC ? isa::B2R_RESULT::kD
                                                       : isa::B2R_RESULT::kPu));
  return success();
}
static LogicalResult lowerBar(FuncLowering &l, ptx::BarOp op) {
  return lowerBarrier(l, op, /*isAligned=*/true);
}
static LogicalResult lowerBarrierOp(FuncLowering &l, ptx::BarrierOp op) {
  return lowerBarrier(l, op, op.getAligned());
}

/// Whether a mask is known to be of all threads of the warp.
static bool isWholeWarp(Value mask) {
  std::optional<uint64_t> known = ori::getConstant(mask);
  return known && uint32_t(*known) == ~0u;
}

Operation *FuncLowering::warpSync(Operation *ptxOp, Value mask,
                                  bool exclusive) {
  bool isWhole = isWholeWarp(mask);
  if (isWhole && isa::hasOpcode(Opcode::WARPSYNC_ALL, module.target->sm))
    return guarded(ptxOp, Opcode::WARPSYNC_ALL, {pt()},
                   isa::WARPSYNC_ALL::kDefaultMods);
  return guarded(ptxOp, Opcode::WARPSYNC, {pt(), mask},
                 // Beside the whole warp there is no other mask.
                 isa::WARPSYNC::exclusive.set(isa::WARPSYNC::kDefaultMods,
                                              exclusive && !isWhole));
}

void FuncLowering::markOfWarp(Operation *ptxOp, Operation *made, Value mask) {
  auto inst = dyn_cast<ptx::InstructionOpInterface>(ptxOp);
  if (inst && !inst.isGuarded() && isWholeWarp(mask))
    made->setAttr(ori::kOfWarpAttr, builder.getUnitAttr());
}

static LogicalResult lowerBarWarp(FuncLowering &l, ptx::BarWarpOp op) {
  markCoopGroup(l.warpSync(op, l.get(op.getMask())));
  return success();
}

//===----------------------------------------------------------------------===//
// Vote, match, redux
//===----------------------------------------------------------------------===//

// Votes, matches and reductions are over the threads that execute them, so
// threads with other masks must not be there (SHFL reads what its mask says).
bool FuncLowering::canBeAlone(Value mask) {
  return isWholeWarp(mask) || ori::hasExclusiveWarpSync(module.target->sm);
}

/// Where an SM cannot keep threads with other masks away, what they say is
/// masked out: the threads of `mask` of which `p` holds. Threads that have
/// ended say nothing, so "all" cannot be a comparison with the mask.
static Value emitMaskedBallot(FuncLowering &l, Operation *op, Value p,
                              Value mask) {
  Operation *vote =
      l.guarded(op, Opcode::VOTE, {p},
                isa::VOTE::mode.set(isa::VOTE::kDefaultMods,
                                    uint64_t(isa::VoteMode::ANY)));
  return l.band(vote->getResult(isa::VOTE::kD), mask);
}

/// Of threads that cannot be alone.
static LogicalResult lowerVote(FuncLowering &l, ptx::VoteOp op) {
  Value mask = l.get(op.getMask()), p = l.get(op.getA());
  l.warpSync(op, mask);
  auto isNone = [&](Value said) {
    Value ballot = emitMaskedBallot(l, op, said, mask);
    return l.isetp(isa::ICmp::EQ, ballot, l.zero(), /*isSigned=*/false);
  };
  switch (op.getMode()) {
  case ptx::VoteMode::Ballot:
    l.setResult(op, emitMaskedBallot(l, op, p, mask));
    break;
  case ptx::VoteMode::All:
    l.setResult(op, isNone(l.pnot(p)));
    break;
  case ptx::VoteMode::Uni:
    l.setResult(op, l.por(isNone(l.pnot(p)), isNone(p)));
    break;
  default:
    l.setResult(op, l.pnot(isNone(p)));
    break;
  }
  return success();
}

/// The threads of the mask that have the same value.
static LogicalResult lowerMatch(FuncLowering &l, ptx::MatchOp op) {
  Value mask = l.get(op.getMask()), a = l.get(op.getA());
  l.warpSync(op, mask);
  uint64_t mods = isa::MATCH::mode.set(isa::MATCH::kDefaultMods,
                                       uint64_t(isa::MatchMode::ANY));
  mods = isa::MATCH::u64.set(mods, ori::getWidth(a.getType()) == 2);
  Operation *match = l.guarded(op, Opcode::MATCH, {a}, mods);
  Value same = l.band(match->getResult(isa::MATCH::kD), mask);
  if (op.getMode() != ptx::MatchMode::All) {
    l.setResult(op, same);
    return success();
  }
  Value here = emitMaskedBallot(l, op, l.pt(), mask);
  Value isAll = l.isetp(isa::ICmp::EQ, same, here, /*isSigned=*/false);
  Value d = l.select(isAll, same, l.zero());
  if (op->getNumResults() == 2)
    l.setResults(op, {d, isAll});
  else
    l.setResult(op, d);
  return success();
}

/// Minimum and maximum of floats, on SMs that have them.
static LogicalResult lowerFloatRedux(FuncLowering &l, ptx::ReduxOp op) {
  bool max = op.getOp() == ptx::ReduxKind::Max;
  isa::CreduxOp kind =
      op.getAbs() ? (max ? isa::CreduxOp::MAXABS : isa::CreduxOp::MINABS)
                  : (max ? isa::CreduxOp::MAX : isa::CreduxOp::MIN);
  uint64_t mods =
      isa::CREDUX::op.set(isa::CREDUX::kDefaultMods, uint64_t(kind));
  mods = isa::CREDUX::type.set(mods, uint64_t(isa::CreduxType::F32));
  mods = isa::CREDUX::nan.set(mods, op.getNan());
  Operation *redux = l.guarded(op, Opcode::CREDUX, {l.get(op.getA())}, mods);
  l.setResult(op, l.value(Opcode::MOV, {redux->getResult(0)}));
  return success();
}

/// REDUX writes a uniform register, which a move brings back.
static LogicalResult lowerRedux(FuncLowering &l, ptx::ReduxOp op) {
  l.warpSync(op, l.get(op.getMask()), /*exclusive=*/true);
  isa::ReduxOp kind;
  switch (op.getOp()) {
  case ptx::ReduxKind::Add:
    kind = isa::ReduxOp::SUM;
    break;
  case ptx::ReduxKind::Min:
    kind = isa::ReduxOp::MIN;
    break;
  case ptx::ReduxKind::Max:
    kind = isa::ReduxOp::MAX;
    break;
  case ptx::ReduxKind::And:
    kind = isa::ReduxOp::AND;
    break;
  case ptx::ReduxKind::Or:
    kind = isa::ReduxOp::OR;
    break;
  default:
    kind = isa::ReduxOp::XOR;
    break;
  }
  if (op.getDataType() == ptx::DataType::F32)
    return lowerFloatRedux(l, op);
  uint64_t mods = isa::REDUX::op.set(isa::REDUX::kDefaultMods, uint64_t(kind));
  bool isSigned = ptx::isSigned(op.getDataType());
  mods = isa::REDUX::s32.set(mods, isSigned);
  Operation *redux = l.guarded(op, Opcode::REDUX, {l.get(op.getA())}, mods);
  l.setResult(op, l.value(Opcode::MOV, {redux->getResult(0)}));
  return success();
}

/// The lane comes in a uniform register, which a move brings back.
static LogicalResult lowerElect(FuncLowering &l, ptx::ElectOp op) {
  l.warpSync(op, l.get(op.getMask()), /*exclusive=*/true);
  Operation *elect =
      l.guarded(op, Opcode::ELECT, {l.pt()}, isa::ELECT::kDefaultMods);
  Value lane = l.value(Opcode::MOV, {elect->getResult(isa::ELECT::kD)});
  Value isElected = elect->getResult(isa::ELECT::kPu);
  if (op->getNumResults() == 2)
    l.setResults(op, {lane, isElected});
  else
    l.setResult(op, op->getResult(0).getType().isInteger(1) ? isElected : lane);
  return success();
}

void ptxtoori::registerSyncLowerings(HandlerTable &table) {
  table.add<ptx::BarOp, lowerBar>();
  table.add<ptx::BarrierOp, lowerBarrierOp>();
  table.add<ptx::BarWarpOp, lowerBarWarp>();
  table.add<ptx::VoteOp, lowerVote>();
  table.add<ptx::MatchOp, lowerMatch>();
  table.add<ptx::ReduxOp, lowerRedux>();
  table.add<ptx::ElectOp, lowerElect>();
}
