//===- SharedUniforms.cpp - Uniform registers of masks --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values differ between masks, where others may run, and where they meet:
// behind the BSYNC of a BSSY before the WARPSYNC.EXCLUSIVE, or a WARPSYNC of
// the warp.
//
//===----------------------------------------------------------------------===//

#include "SharedUniforms.h"
#include "ConvergenceOperands.h"
#include "GatheredMasks.h"

using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::ConvergenceRole;
using isa::Inst;
using isa::InstDesc;
using isa::Opcode;
using isa::Operand;

static bool isUniform(RegId reg) {
  return (reg >= kFirstUR && reg < kFirstP) ||
         (reg >= kFirstUP && reg < kFirstB);
}

static std::bitset<kFirstB> makeUniforms() {
  std::bitset<kFirstB> result;
  for (RegId reg = 0; reg != kFirstB; ++reg)
    result.set(reg, isUniform(reg));
  return result;
}

/// Whether threads wait at it, or give up their turn.
static bool mayLetOthersRun(ConvergenceRole role) {
  switch (role) {
  case ConvergenceRole::Sync:
  case ConvergenceRole::Break:
  case ConvergenceRole::Yield:
  case ConvergenceRole::WarpSync:
  case ConvergenceRole::EndCollective:
  case ConvergenceRole::BlockBarrier:
    return true;
  default:
    return false;
  }
}

void SharedUniforms::letOthersRun() {
  static const Registers uniforms = makeUniforms();
  overwritten |= ofMask & uniforms;
  together = false;
}

void SharedUniforms::letOn() {
  isGathered = false;
  if (alone)
    return;
  alone = true;
  armedAlone = 0;
  written.reset();
  read.reset();
}

void SharedUniforms::meet() {
  letOthersRun();
  ofMask.reset();
  alone = false;
}

/// Whether the result differs between masks.
bool SharedUniforms::isOfMask(const Inst &inst,
                              llvm::function_ref<bool(RegId)> differs) const {
  if (isa::isCollective(isa::getDesc(inst.opcode).role))
    return alone || together;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  for (const isa::RegRange &range : reads)
    for (unsigned i = 0; i != range.count; ++i) {
      RegId reg = regId(range.file, range.first + i);
      if (reg < kFirstB && (ofMask.test(reg) || (alone && differs(reg))))
        return true;
    }
  return false;
}

bool SharedUniforms::follow(const Inst &inst, bool isAlways,
                            llvm::function_ref<bool(RegId)> differs) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (mayLetOthersRun(desc.role))
    letOthersRun();
  if (desc.role == ConvergenceRole::WarpSync) {
    int slot = desc.findSlot("a");
    std::optional<RegId> mask;
    if (slot >= 0)
      mask = getMaskRegister(inst.ops[slot]);
    // Masks that are alike let all on together.
    together = mask && differs(*mask);
    if (together && isExclusive(inst))
      letOn();
    else if (isAlways && isOfWarp(inst))
      meet();
    else
      gather();
    return false;
  }
  if (!alone && !together && ofMask.none() && overwritten.none())
    return false;
  if (desc.role == ConvergenceRole::Arm && alone)
    armedAlone |= 1u << getBarrier(inst);
  if (desc.role == ConvergenceRole::Sync && alone && isAlways &&
      !(armedAlone >> getBarrier(inst) & 1))
    meet();

  bool found = false;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  bool isOfMask = this->isOfMask(inst, differs);
  for (const isa::RegRange &range : reads)
    for (unsigned i = 0; i != range.count; ++i) {
      RegId reg = regId(range.file, range.first + i);
      if (!isUniform(reg))
        continue;
      if (overwritten.test(reg))
        found = true;
      if (alone && !written.test(reg))
        read.set(reg);
    }
  // What is written under a guard is read under it.
  for (const isa::RegRange &range : writes)
    for (unsigned i = 0; i != range.count; ++i) {
      RegId reg = regId(range.file, range.first + i);
      if (reg >= kFirstB)
        continue;
      if (alone && isUniform(reg)) {
        if (read.test(reg))
          found = true;
        written.set(reg);
      }
      ofMask.set(reg, isOfMask && (alone || isUniform(reg)));
      overwritten.reset(reg);
    }
  return found;
}

bool SharedUniforms::join(const SharedUniforms &other) {
  if (!other.alone && other.ofMask.none() && other.overwritten.none())
    return false;
  bool isNews = (other.overwritten & ~overwritten).any() ||
                (other.ofMask & ~ofMask).any();
  overwritten |= other.overwritten;
  ofMask |= other.ofMask;
  if (!other.alone)
    return isNews;
  if (!alone) {
    Registers all = overwritten, differing = ofMask;
    *this = other;
    overwritten = all;
    ofMask = differing;
    return true;
  }
  isNews |= (isGathered && !other.isGathered) || (other.read & ~read).any() ||
            (written & ~other.written).any() ||
            (armedAlone & ~other.armedAlone) != 0;
  isGathered &= other.isGathered;
  read |= other.read;
  written &= other.written;
  // Who meets at its BSYNC is taken for all.
  armedAlone &= other.armedAlone;
  return isNews;
}
