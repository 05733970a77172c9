//===- MergeMinimums.cpp - Minimums of sums and of three ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming is made of them: the least of three neighbours, each with
// a cost added. Sums wrap around in both forms.
//
//===----------------------------------------------------------------------===//

#include "MergeMinimums.h"
#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::Opcode;

static RewriteCounter ofSums("minimums-sum"), ofThree("minimums-three");

/// A minimum or maximum of which nobody reads what was chosen.
static bool isPlain(InstOpInterface inst) {
  return inst && inst.getOpcode() == Opcode::VIMNMX && !inst.isGuarded() &&
         hasOnlyFirstResult(inst);
}

/// The instruction that computes `term` for `user` alone, in its block.
static InstOpInterface getOwnTerm(Value term, InstOpInterface user) {
  auto inst = term.getDefiningOp<InstOpInterface>();
  return inst && inst->getBlock() == user->getBlock() && !inst.isGuarded() &&
                 hasOnlyFirstResult(inst) && hasOneReader(term)
             ? inst
             : InstOpInterface();
}

bool ori::mergeMinimum(InstOpInterface vimnmx, OpBuilder &builder) {
  namespace Record = isa::VIMNMX;
  if (!isPlain(vimnmx))
    return false;
  uint64_t mods = vimnmx.getModBits(), type = Record::type.get(mods),
           relu = Record::relu.get(mods);
  Value which = vimnmx->getOperand(2);
  unsigned sm = getSM(vimnmx);
  auto replace = [&](Opcode opcode, ValueRange sources, uint64_t newMods,
                     RewriteCounter &counter) {
    Operation *merged =
        createInst(builder, vimnmx.getLoc(), opcode, sources, newMods);
    if (!isLegal(cast<InstOpInterface>(merged), sm)) {
      merged->erase();
      return false;
    }
    vimnmx->getResult(0).replaceAllUsesWith(merged->getResult(0));
    ++counter;
    return true;
  };
  bool isWord = type == uint64_t(isa::VideoType::U32) ||
                type == uint64_t(isa::VideoType::S32);
  for (unsigned at = 0; at != 2; ++at) {
    Value other = vimnmx->getOperand(1 - at);
    InstOpInterface term = getOwnTerm(vimnmx->getOperand(at), vimnmx);
    if (!term)
      continue;
    if (isPlain(term)) {
      uint64_t inner = term.getModBits();
      if (Record::type.get(inner) != type || Record::relu.get(inner) ||
          Record::ppNot.get(inner) != Record::ppNot.get(mods) ||
          term->getOperand(2) != which)
        continue;
      namespace Three = isa::VIMNMX3;
      uint64_t bits = Three::kDefaultMods;
      bits = Three::type.set(bits, type);
      bits = Three::relu.set(bits, relu);
      bits = Three::ppNot.set(bits, Record::ppNot.get(mods));
      if (replace(Opcode::VIMNMX3,
                  {term->getOperand(0), other, term->getOperand(1), which},
                  bits, ofThree))
        return true;
      continue;
    }
    if (!isWord || term.getOpcode() != Opcode::IADD3 ||
        term.getModBits() != isa::IADD3::kDefaultMods)
      continue;
    SmallVector<Value, 3> terms;
    for (unsigned i = 0; i != 3; ++i)
      if (!isZero(term->getOperand(i)))
        terms.push_back(term->getOperand(i));
    if (terms.size() != 2)
      continue;
    if (getConstantOperand(terms[0]))
      std::swap(terms[0], terms[1]);
    namespace Sum = isa::VIADDMNMX;
    uint64_t bits = Sum::kDefaultMods;
    bits = Sum::type.set(bits, type);
    bits = Sum::relu.set(bits, relu);
    bits = Sum::ppNot.set(bits, Record::ppNot.get(mods));
    if (replace(Opcode::VIADDMNMX, {terms[0], terms[1], other, which}, bits,
                ofSums))
      return true;
  }
  return false;
}
