//===- SharedUniforms.cpp - Uniform registers of masks --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values differ between masks, and where their threads meet: behind the
// BSYNC of a BSSY before the WARPSYNC.EXCLUSIVE, or a WARPSYNC of the warp.
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

void SharedUniforms::letOn() {
  isGathered = false;
  if (alone)
    return;
  alone = true;
  armedAlone = 0;
  ofMask.reset();
  written.reset();
  read.reset();
}

void SharedUniforms::meet() {
  if (!alone)
    return;
  alone = false;
  for (RegId reg = kFirstUR; reg != kFirstB; ++reg)
    if (isUniform(reg) && ofMask.test(reg))
      ofLast.set(reg);
}

/// Whether the result differs between masks.
bool SharedUniforms::isOfMask(const Inst &inst,
                              llvm::function_ref<bool(RegId)> differs) const {
  if (isa::isCollective(isa::getDesc(inst.opcode).role))
    return true;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  for (const isa::RegRange &range : reads)
    for (unsigned i = 0; i != range.count; ++i) {
      RegId reg = regId(range.file, range.first + i);
      if (reg < kFirstB && (ofMask.test(reg) || differs(reg)))
        return true;
    }
  return false;
}

bool SharedUniforms::follow(const Inst &inst, bool isAlways,
                            llvm::function_ref<bool(RegId)> differs) {
  const InstDesc &desc = isa::getDesc(inst.opcode);
  if (desc.role == ConvergenceRole::WarpSync) {
    if (isExclusive(inst)) {
      // Masks that are alike let all on together.
      std::optional<RegId> mask = getMaskRegister(inst.ops[desc.findSlot("a")]);
      if (mask && differs(*mask))
        letOn();
      else
        gather();
    } else if (isAlways && isOfWarp(inst)) {
      meet();
    } else {
      gather();
    }
    return false;
  }
  if (!alone && ofLast.none())
    return false;
  if (desc.role == ConvergenceRole::Arm && alone)
    armedAlone |= 1u << getBarrier(inst);
  if (desc.role == ConvergenceRole::Sync && isAlways &&
      !(armedAlone >> getBarrier(inst) & 1))
    meet();

  bool found = false;
  llvm::SmallVector<isa::RegRange, 8> reads, writes;
  isa::collectAllRegs(inst, reads, writes);
  bool isOfMask = alone && this->isOfMask(inst, differs);
  for (const isa::RegRange &range : reads)
    for (unsigned i = 0; i != range.count; ++i) {
      RegId reg = regId(range.file, range.first + i);
      if (!isUniform(reg))
        continue;
      if (ofLast.test(reg))
        found = true;
      if (alone && !written.test(reg))
        read.set(reg);
    }
  bool isGuarded = inst.guard != isa::PT || inst.guardNot;
  for (const isa::RegRange &range : writes)
    for (unsigned i = 0; i != range.count; ++i) {
      RegId reg = regId(range.file, range.first + i);
      if (reg >= kFirstB)
        continue;
      if (alone && isUniform(reg)) {
        if (read.test(reg))
          found = true;
        if (!isGuarded)
          written.set(reg);
      }
      if (isOfMask)
        ofMask.set(reg);
      if (isGuarded)
        continue;
      if (!isOfMask)
        ofMask.reset(reg);
      ofLast.reset(reg);
    }
  return found;
}

bool SharedUniforms::join(const SharedUniforms &other) {
  if (!other.alone && other.ofLast.none())
    return false;
  bool isNews = (other.ofLast & ~ofLast).any();
  ofLast |= other.ofLast;
  if (!other.alone)
    return isNews;
  if (!alone) {
    Registers last = ofLast;
    *this = other;
    ofLast = last;
    return true;
  }
  isNews |= isGathered && !other.isGathered;
  isGathered &= other.isGathered;
  isNews |= (other.ofMask & ~ofMask).any() || (other.read & ~read).any() ||
            (written & ~other.written).any() ||
            (armedAlone & ~other.armedAlone) != 0;
  ofMask |= other.ofMask;
  read |= other.read;
  written &= other.written;
  // Who meets at its BSYNC is taken for all.
  armedAlone &= other.armedAlone;
  return isNews;
}
