//===- AsyncCopy.cpp - Lowering of cp.async -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LDGSTS copies from global to shared memory without registers. LDGDEPBAR
// closes a group: it counts a dependency barrier up, and the barrier down again
// when the copies before it are done. DEPBAR.LE waits until at most so many
// groups are open (observed on ptxas 13.0.88: always barrier SB0).
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

using ptxmlir::isa::Opcode;

/// The dependency barrier that counts groups of copies.
static constexpr unsigned kGroupBarrier = 0;
/// Widths of the signed offset fields.
static constexpr unsigned kSourceOffsetBits = 12, kTargetOffsetBits = 20;

static isa::MemType getCopyType(unsigned size) {
  return size == 4   ? isa::MemType::B32
         : size == 8 ? isa::MemType::B64
                     : isa::MemType::B128;
}

/// A copy of `size` bytes of which the source has fewer. `.ZFILL` takes the
/// number of zero bytes from the low bits of the address, which the alignment
/// keeps free; none of `size` bytes is what the predicate says.
static void emitPartialSource(FuncLowering &l, Value ptxSize, unsigned size,
                              Address &source, Value &enabled, bool &enabledNot,
                              uint64_t &mods) {
  Value count = l.get(ptxSize);
  if (llvm::isa<ori::PType>(count.getType())) {
    // ignore-src: nothing is read where it holds.
    enabled = count;
    enabledNot = true;
    return;
  }
  if (std::optional<uint64_t> known = l.getConstant(count)) {
    uint32_t bytes = uint32_t(*known);
    if (bytes == 0) {
      enabled = l.pt();
      enabledNot = true;
    } else if (bytes < size) {
      source.offset += size - bytes;
      mods = isa::LDGSTS::zfill.set(mods, 1);
    }
    return;
  }
  Value zeros = l.band(l.isub(l.imm(size), count), l.imm(size - 1));
  source.value = l.add64(source.value, l.combine({zeros, l.zero()}));
  enabled = l.isetp(isa::ICmp::NE, count, l.zero(), /*isSigned=*/false);
  mods = isa::LDGSTS::zfill.set(mods, 1);
}

static LogicalResult lowerCpAsync(FuncLowering &l, ptx::CpAsyncOp op) {
  unsigned size = op.getSize();
  bool bypass = op.getCacheOp() == ptx::CacheOp::Cg;
  Address source = {l.get(op.getSrc()), op.getOffset1()};
  if (ori::getWidth(source.value.getType()) == 1)
    source.value = l.combine({source.value, l.zero()});
  uint64_t mods = isa::LDGSTS::kDefaultMods;
  Value enabled = l.pt();
  bool enabledNot = false;
  if (Value sourceSize = op.getSourceSize())
    emitPartialSource(l, sourceSize, size, source, enabled, enabledNot, mods);
  source = fitOffset(l, source, kSourceOffsetBits);
  Address target = fitOffset(l, {l.lo(l.get(op.getDst())), op.getOffset()},
                             kTargetOffsetBits);

  mods = isa::LDGSTS::type.set(mods, uint64_t(getCopyType(size)));
  mods = isa::LDGSTS::bypass.set(mods, bypass);
  mods = isa::LDGSTS::ltc.set(mods, uint64_t(op.getL2Prefetch()));
  mods = isa::LDGSTS::desc.set(mods, 1);
  mods = isa::LDGSTS::a64.set(mods, 1);
  mods = isa::LDGSTS::offset.set(mods, uint64_t(source.offset));
  mods = isa::LDGSTS::dstOffset.set(mods, uint64_t(target.offset));
  mods = isa::LDGSTS::ppNot.set(mods, enabledNot);
  l.guarded(
      op, Opcode::LDGSTS,
      {target.value, source.value, getDescriptor(l, op.getPolicy()), enabled},
      mods);
  return success();
}

/// Closes a group and waits for all.
static LogicalResult lowerWaitAll(FuncLowering &l, ptx::CpAsyncWaitAllOp op) {
  l.guarded(op, Opcode::LDGDEPBAR, {}, isa::LDGDEPBAR::kDefaultMods);
  uint64_t mods = isa::DEPBAR::le.set(isa::DEPBAR::kDefaultMods, 1);
  l.guarded(op, Opcode::DEPBAR, {}, isa::DEPBAR::sb.set(mods, kGroupBarrier));
  return success();
}

void ptxtoori::registerAsyncCopyLowerings(HandlerTable &table) {
  table.add<ptx::CpAsyncOp, lowerCpAsync>();
  table.add<ptx::CpAsyncWaitAllOp, lowerWaitAll>();
}
