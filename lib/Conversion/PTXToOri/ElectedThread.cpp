//===- ElectedThread.cpp - Code that one thread of a warp runs ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions with operands in uniform registers run for one thread after the
// other, in a loop. Behind a branch on what elect.sync says to the whole warp
// there is one thread of the warp only, up to the next elect.sync, for which
// all must have met: no loop is needed.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "mlir/IR/Matchers.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXArith.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXConvert.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXLogic.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXMisc.h"
#include "ptx-mlir/Dialect/PTX/IR/PTXSync.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ptxtoori;

static bool impliesElected(Value predicate, bool holds, unsigned depth);

/// Whether a number that is not zero says that the thread is the elected one.
static bool isZeroInOthers(Value value, unsigned depth) {
  if (auto select = value.getDefiningOp<ptx::SelpOp>()) {
    if (select.isGuarded())
      return false;
    Value c = select.getC();
    return (matchPattern(select.getB(), m_Zero()) &&
            impliesElected(c, true, depth)) ||
           (matchPattern(select.getA(), m_Zero()) &&
            impliesElected(c, false, depth));
  }
  auto move = value.getDefiningOp<ptx::MovOp>();
  return move && move.isGuarded() &&
         matchPattern(move.getPassThrough()[0], m_Zero()) &&
         impliesElected(move.getGuard(), !move.isGuardNegated(), depth);
}

/// Whether only the elected thread can find that `predicate` has the value
/// `holds`. `depth`: of operations that are looked through.
static bool impliesElected(Value predicate, bool holds, unsigned depth) {
  auto inst = predicate.getDefiningOp<ptx::InstructionOpInterface>();
  if (!inst || depth-- == 0 || inst.isGuarded())
    return false;
  auto operands = [&](Value a, Value b) {
    return impliesElected(a, holds, depth) || impliesElected(b, holds, depth);
  };
  APInt mask;
  if (auto elect = dyn_cast<ptx::ElectOp>(*inst))
    return holds && matchPattern(elect.getMask(), m_ConstantInt(&mask)) &&
           mask.isAllOnes();
  if (auto negation = dyn_cast<ptx::NotOp>(*inst))
    return impliesElected(negation.getA(), !holds, depth);
  if (auto both = dyn_cast<ptx::AndOp>(*inst))
    return holds && operands(both.getA(), both.getB());
  if (auto either = dyn_cast<ptx::OrOp>(*inst))
    return !holds && operands(either.getA(), either.getB());
  auto compare = dyn_cast<ptx::SetpOp>(*inst);
  if (!compare || predicate != compare->getResult(0))
    return false;
  // That it is not zero, and something else; or that it is, or something else.
  bool isJoined =
      compare.getBoolOp() == (holds ? ptx::BoolOp::And : ptx::BoolOp::Or);
  if (compare.getBoolOp() != ptx::BoolOp::None && !isJoined)
    return false;
  if (isJoined && impliesElected(compare.getC(), holds, depth))
    return true;
  return compare.getCompare() ==
             (holds ? ptx::Compare::Ne : ptx::Compare::Eq) &&
         matchPattern(compare.getB(), m_Zero()) &&
         isZeroInOthers(compare.getA(), depth);
}

/// Whether only the elected thread goes to `block` from where it comes from.
static bool isEnteredByElected(Block *block, unsigned depth) {
  Block *from = block->getUniquePredecessor();
  auto branch =
      from ? dyn_cast<ptx::CondBraOp>(from->getTerminator()) : nullptr;
  return branch && branch.getTrueDest() != branch.getFalseDest() &&
         impliesElected(branch.getCondition(), block == branch.getTrueDest(),
                        depth);
}

bool FuncLowering::runsAlone(Operation *op) {
  constexpr unsigned kDepth = 8;
  auto inst = dyn_cast<ptx::InstructionOpInterface>(op);
  if (inst && inst.isGuarded() &&
      impliesElected(inst.getGuard(), !inst.isGuardNegated(), kDepth))
    return true;
  Region *region = op->getParentRegion();
  if (region->hasOneBlock())
    return false;
  if (!dominance)
    dominance = std::make_unique<DominanceInfo>(ptxFunc);
  // Up to the first block of which it is known.
  SmallVector<Block *> blocks;
  auto *node = dominance->getDomTree(region).getNode(op->getBlock());
  bool isAlone = false;
  for (; node; node = node->getIDom()) {
    auto known = alone.find(node->getBlock());
    isAlone = known != alone.end() && known->second;
    if (known != alone.end())
      break;
    blocks.push_back(node->getBlock());
    if ((isAlone = isEnteredByElected(node->getBlock(), kDepth)))
      break;
  }
  for (Block *block : blocks)
    alone[block] = isAlone;
  return isAlone;
}
