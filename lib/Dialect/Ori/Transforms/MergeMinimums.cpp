//===- MergeMinimums.cpp - Minimums of sums and of three ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming is made of them: the least of three neighbours, each with
// a cost added. Sums wrap around in both forms. Clamps of colours are minimums
// that compilers leave as selections, because of NaNs.
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

/// Whether the value is the result of arithmetic, which has only one NaN.
static bool hasOneNaN(Value value) {
  auto inst = value.getDefiningOp<InstOpInterface>();
  if (!inst || inst.isGuarded())
    return false;
  switch (inst.getOpcode()) {
  case Opcode::FADD:
  case Opcode::FMUL:
  case Opcode::FFMA:
    return true;
  default:
    return false;
  }
}

bool ori::selectMinimum(InstOpInterface sel, OpBuilder &builder) {
  namespace Select = isa::SEL;
  namespace Compare = isa::FSETP;
  namespace Minimum = isa::FMNMX;
  Value chosen = sel->getOperand(2);
  auto compare = chosen.getDefiningOp<InstOpInterface>();
  if (sel.isGuarded() || !compare || compare.getOpcode() != Opcode::FSETP ||
      !isPlainComparison(compare) || !hasOneReader(chosen))
    return false;
  uint64_t bits = compare.getModBits();
  if (Compare::aNeg.get(bits) || Compare::aAbs.get(bits) ||
      Compare::bNeg.get(bits) || Compare::bAbs.get(bits))
    return false;
  // A flush leaves normal numbers alone, and equal ones have the same bits.
  Value number = compare->getOperand(1);
  std::optional<uint32_t> imm = getImm(number);
  if (!imm || !llvm::APFloat(llvm::APFloat::IEEEsingle(), llvm::APInt(32, *imm))
                   .isNormal())
    return false;
  Value x = compare->getOperand(0);
  unsigned at = sel->getOperand(0) == x ? 0 : 1; // of x
  if (sel->getOperand(at) != x || getImm(sel->getOperand(1 - at)) != imm)
    return false;
  // For which relations x is chosen.
  constexpr unsigned kLess = unsigned(isa::FCmp::LT),
                     kGreater = unsigned(isa::FCmp::GT),
                     kUnordered = unsigned(isa::FCmp::NaN),
                     kAll = unsigned(isa::FCmp::T);
  unsigned relations = unsigned(Compare::cmp.get(bits));
  if (cast<OpResult>(chosen).getResultNumber() == Compare::kPv)
    relations ^= kAll;
  if (Select::ppNot.get(sel.getModBits()) != (at == 1))
    relations ^= kAll;
  bool isLeast = relations & kLess, isMost = relations & kGreater,
       keepsNaN = relations & kUnordered;
  if (isLeast == isMost || (keepsNaN && !hasOneNaN(x)))
    return false;
  Value which = ImmOp::create(builder, sel.getLoc(),
                              PType::get(sel->getContext()), isLeast);
  Operation *minimum =
      createInst(builder, sel.getLoc(), Opcode::FMNMX, {x, number, which},
                 Minimum::nan.set(Minimum::kDefaultMods, keepsNaN));
  if (!isLegal(cast<InstOpInterface>(minimum), getSM(sel))) {
    minimum->erase();
    return false;
  }
  sel->getResult(0).replaceAllUsesWith(minimum->getResult(0));
  return true;
}
