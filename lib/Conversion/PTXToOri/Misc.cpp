//===- Misc.cpp - Lowering of policies, events and set bits ---------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers of instructions that belong to no other family.
//
//===----------------------------------------------------------------------===//

#include "FloatEmit.h"
#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

//===----------------------------------------------------------------------===//
// Cache policies
//===----------------------------------------------------------------------===//
//
// The upper word of a policy, as ptxas 13.0.88 computes it: bits 31:20 say what
// the others mean and the priorities, below are how much of memory or which
// blocks of it have the first one. The lower word is 0.

static constexpr uint32_t kFractional = 0x100, kRange = 0x180;

template <typename OpT> static uint32_t getPriorities(OpT op) {
  auto primary = [&]() -> uint32_t {
    switch (op.getPrimary()) {
    case ptx::PolicyPriority::L2EvictFirst:
      return 1;
    case ptx::PolicyPriority::L2EvictLast:
      return 2;
    case ptx::PolicyPriority::L2EvictNormal:
      return 3;
    default:
      return 0;
    }
  }();
  bool isFirst = op.getSecondary() == ptx::PolicyPriority::L2EvictFirst;
  return primary << 5 | uint32_t(isFirst) << 4;
}

static Value truncateToInt(FuncLowering &l, Value x, isa::RoundInt round) {
  uint64_t mods = isa::F2I::kDefaultMods;
  mods = isa::F2I::rnd.set(mods, uint64_t(round));
  mods = isa::F2I::ntz.set(mods, 1);
  mods = isa::F2I::dst.set(mods, uint64_t(isa::IntFmt::U32));
  return l.value(Opcode::F2I, {x}, mods);
}

static LogicalResult
lowerCreatepolicyFractional(FuncLowering &l, ptx::CreatepolicyFractionalOp op) {
  uint32_t code = kFractional | getPriorities(op);
  Value high;
  if (Value fraction = op.getFraction()) {
    // Sixteenths, less than all of them.
    constexpr float kScale = 15.98999977f;
    Value sixteenths = truncateToInt(
        l, fmul(l, l.get(fraction), f32(l, kScale)), isa::RoundInt::TRUNC);
    high = l.shl(l.lop3(sixteenths, l.imm(0xf), l.imm(code), 0xea), l.imm(20));
  } else {
    high = l.imm((code | 0xf) << 20);
  }
  l.setResult(op, l.combine({l.zero(), high}));
  return success();
}

/// Blocks are 2^(12 + n) bytes, of which the whole range has at most 128.
static LogicalResult lowerCreatepolicyRange(FuncLowering &l,
                                            ptx::CreatepolicyRangeOp op) {
  Address at =
      getAddress(l, op.getAddress(), op.getOffset(), ptx::Space::Global);
  Value address = fitOffset(l, at, /*bits=*/at.offset ? 1 : 24).value;
  Value primarySize = l.get(op.getPrimarySize());
  Value totalSize = l.get(op.getTotalSize());
  constexpr uint32_t kLeastShift = 12, kMostBlocks = 127;
  Value size = l.value(
      Opcode::I2FP, {totalSize},
      isa::I2FP::src.set(isa::I2FP::kDefaultMods, uint64_t(isa::I2FPSrc::U32)));
  Value bits =
      truncateToInt(l, mufu(l, isa::MufuOp::LG2, size), isa::RoundInt::CEIL);
  Value shift = l.isub(bits, l.imm(7));
  shift = l.select(
      l.isetp(isa::ICmp::LT, shift, l.imm(kLeastShift), /*isSigned=*/true),
      l.imm(kLeastShift), shift);
  auto shiftRight = [&](Value v) {
    Value low = l.shf(l.lo(v), shift, l.hi(v), /*right=*/true, /*wrap=*/false,
                      /*highPart=*/false, isa::ShfType::U64);
    return l.combine({low, l.shr(l.hi(v), shift, /*isSigned=*/false)});
  };
  Value last = l.iadd3(primarySize, l.shl(l.imm(1), shift), l.imm(~0u));
  Value end = shiftRight(l.add64(address, l.combine({last, l.zero()})));
  Value begin = shiftRight(address);
  Value blocks = l.sub64(end, begin);
  Value fits = l.isetp64(isa::ICmp::LT, blocks, l.imm64(kMostBlocks),
                         /*isSigned=*/false);
  Value count = l.select(fits, l.lo(blocks), l.imm(kMostBlocks));
  uint32_t code = kRange | getPriorities(op);
  // field | (v & mask)
  auto insert = [&](Value field, Value v, uint32_t mask) {
    return l.lop3(field, l.imm(mask), v, 0xf8);
  };
  Value high = insert(l.imm(code), l.isub(shift, l.imm(kLeastShift)), 0xf);
  high = insert(l.shl(high, l.imm(8)), l.lo(begin), 0x7f);
  high = insert(l.shl(high, l.imm(7)), count, 0x7f);
  high = l.shl(high, l.imm(5));
  Value isEmpty =
      l.isetp(isa::ICmp::EQ, totalSize, l.zero(), /*isSigned=*/false);
  high = l.select(isEmpty, l.imm(kRange << 20), high);
  l.setResult(op, l.combine({l.zero(), high}));
  return success();
}

/// A property of accesses is a policy.
static LogicalResult lowerCreatepolicyCvt(FuncLowering &l,
                                          ptx::CreatepolicyCvtOp op) {
  l.setResult(op, l.get(op.getProperty()));
  return success();
}

//===----------------------------------------------------------------------===//
// fns
//===----------------------------------------------------------------------===//

/// The position of the n-th set bit from `base` on: n is positive to the left,
/// negative to the right, 0 for the bit itself. The word is turned round to go
/// to the right; then half of what is left is skipped as long as it has fewer
/// bits than are looked for.
static LogicalResult lowerFns(FuncLowering &l, ptx::FnsOp op) {
  Value mask = l.get(op.getMask()), base = l.get(op.getBase()),
        offset = l.get(op.getOffset());
  Value toRight = l.isetp(isa::ICmp::LT, offset, l.zero(), /*isSigned=*/true);
  Value isBit = l.isetp(isa::ICmp::EQ, offset, l.zero(), /*isSigned=*/true);
  Value n = l.select(isBit, l.imm(1), l.value(Opcode::IABS, {offset}));
  Value word = l.select(toRight, l.value(Opcode::BREV, {mask}), mask);
  Value from = l.select(toRight, l.isub(l.imm(31), base), base);
  word = l.band(word, l.shl(l.imm(~0u), from));
  word = l.select(isBit, l.band(word, l.shl(l.imm(1), from)), word);
  Value isThere = l.isetp(isa::ICmp::GE, l.value(Opcode::POPC, {word}), n,
                          /*isSigned=*/false);
  Value position = l.zero();
  for (unsigned half = 16; half; half /= 2) {
    Value count =
        l.value(Opcode::POPC, {l.band(word, l.imm((1u << half) - 1))});
    Value skips = l.isetp(isa::ICmp::LT, count, n, /*isSigned=*/false);
    word = l.select(skips, l.shr(word, l.imm(half), false), word);
    n = l.select(skips, l.isub(n, count), n);
    position = l.select(skips, l.iadd(position, l.imm(half)), position);
  }
  position = l.select(toRight, l.isub(l.imm(31), position), position);
  l.setResult(op, l.select(isThere, position, l.imm(~0u)));
  return success();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

static LogicalResult lowerPmevent(FuncLowering &l, ptx::PmeventOp op) {
  l.guarded(
      op, Opcode::PMTRIG, {l.pt()},
      isa::PMTRIG::mask.set(isa::PMTRIG::kDefaultMods, 1u << op.getEvent()));
  return success();
}

void ptxtoori::registerMiscLowerings(HandlerTable &table) {
  table.add<ptx::CreatepolicyFractionalOp, lowerCreatepolicyFractional>();
  table.add<ptx::CreatepolicyRangeOp, lowerCreatepolicyRange>();
  table.add<ptx::CreatepolicyCvtOp, lowerCreatepolicyCvt>();
  table.add<ptx::FnsOp, lowerFns>();
  table.add<ptx::PmeventOp, lowerPmevent>();
}
