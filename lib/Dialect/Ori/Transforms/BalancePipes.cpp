//===- BalancePipes.cpp - Sums and shifts on the pipe that is free --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pipe is taken to be busy for as many cycles as the timing model says, an
// operation to be issued in each cycle, from one block to the next. The
// schedulers mix what is near, so the order of the source will do.
//
//===----------------------------------------------------------------------===//

#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/Target/PipeBacklog.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIBALANCEPIPESPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::Opcode;

static RewriteCounter sums("pipes-sum"), carries("pipes-carry"),
    shifts("pipes-shift"), shiftedSums("pipes-shifted-sum"),
    choices("pipes-choice"), splitSums("pipes-split-sum");

/// Cycles by which the pipe of a sum of three terms must be farther behind than
/// that of products, to make two of it: they take one more to be issued, and
/// their chain is longer.
constexpr int kWorthSplitting = 8;

namespace {

class BalancePipes : public ori::impl::OriBalancePipesPassBase<BalancePipes> {
public:
  using OriBalancePipesPassBase::OriBalancePipesPassBase;
  void runOnOperation() override;

private:
  Operation *create(Opcode opcode, ValueRange sources, uint64_t mods);
  Operation *replace(InstOpInterface inst, Opcode opcode, ValueRange sources,
                     uint64_t mods, RewriteCounter &counter);
  Operation *createSumAsProduct(Value a, Value b);
  Operation *split(InstOpInterface sum);
  Operation *balance(InstOpInterface inst);
  Value imm(Type type, uint64_t bits) {
    return ImmOp::create(*builder, loc, type, bits);
  }

  std::optional<target::PipeBacklog> backlog;
  unsigned sm = 0;
  std::optional<OpBuilder> builder;
  Location loc = UnknownLoc();
};

} // namespace

/// The operation; null if the SM has no form of it.
Operation *BalancePipes::create(Opcode opcode, ValueRange sources,
                                uint64_t mods) {
  Operation *op = createInst(*builder, loc, opcode, sources, mods);
  if (isLegal(cast<InstOpInterface>(op), sm))
    return op;
  op->erase();
  return nullptr;
}

/// The operation by another opcode, if its pipe has less to do and the SM has a
/// form of it; null if not.
Operation *BalancePipes::replace(InstOpInterface inst, Opcode opcode,
                                 ValueRange sources, uint64_t mods,
                                 RewriteCounter &counter) {
  if (backlog->get(opcode) >= backlog->get(inst.getOpcode()))
    return nullptr;
  Operation *other = create(opcode, sources, mods);
  if (!other)
    return nullptr;
  inst->getResult(0).replaceAllUsesWith(other->getResult(0));
  ++counter;
  ++numMoved;
  return other;
}

/// The sum as a product, of a and one.
Operation *BalancePipes::createSumAsProduct(Value a, Value b) {
  Type r = RType::get(&getContext(), 1), p = PType::get(&getContext());
  return create(Opcode::IMAD, {a, imm(r, 1), b, imm(p, 1)},
                isa::IMAD::kDefaultMods);
}

/// A sum of three terms as two sums of two, if the pipe of products has much
/// less to do. What is computed last comes last.
Operation *BalancePipes::split(InstOpInterface sum) {
  if (backlog->get(Opcode::IMAD) + kWorthSplitting >
      backlog->get(sum.getOpcode()))
    return nullptr;
  SmallVector<Value, 3> terms(sum->getOperands().take_front(3));
  auto isInFront = [&](Value a, Value b) {
    auto placeOf = [&](Value value) {
      Operation *def = value.getDefiningOp();
      bool isHere = def && def->getBlock() == sum->getBlock() &&
                    !getConstantOperand(value);
      return isHere ? def : nullptr;
    };
    Operation *x = placeOf(a), *y = placeOf(b);
    return y && (!x || x->isBeforeInBlock(y));
  };
  llvm::stable_sort(terms, isInFront);
  if (getConstantOperand(terms[0]))
    std::swap(terms[0], terms[1]);
  if (getConstantOperand(terms[0]))
    return nullptr;
  Operation *first = createSumAsProduct(terms[0], terms[1]);
  if (!first)
    return nullptr;
  Operation *second = createSumAsProduct(first->getResult(0), terms[2]);
  if (!second) {
    first->erase();
    return nullptr;
  }
  backlog->issue(Opcode::IMAD);
  sum->getResult(0).replaceAllUsesWith(second->getResult(0));
  ++splitSums;
  ++numMoved;
  return second;
}

Operation *BalancePipes::balance(InstOpInterface inst) {
  if (inst.isGuarded() || !hasOnlyFirstResult(inst))
    return nullptr;
  Type r = RType::get(&getContext(), 1), p = PType::get(&getContext());
  uint64_t mods = inst.getModBits();
  if (inst.getOpcode() == Opcode::IADD3) {
    namespace Record = isa::IADD3;
    Value a = inst->getOperand(0), b = inst->getOperand(1),
          c = inst->getOperand(2);
    // One term is nothing.
    if (getConstantOperand(a).isFree)
      std::swap(a, c);
    else if (getConstantOperand(b).isFree)
      std::swap(b, c);
    if (!isZero(c))
      return mods == Record::kDefaultMods ? split(inst) : nullptr;
    if (getConstantOperand(a))
      std::swap(a, b);
    Value one = imm(r, 1);
    if (mods == Record::kDefaultMods) {
      if (Operation *sum = replace(inst, Opcode::VIADD, {a, b},
                                   isa::VIADD::kDefaultMods, sums))
        return sum;
      return replace(inst, Opcode::IMAD, {a, one, b, imm(p, 1)},
                     isa::IMAD::kDefaultMods, sums);
    }
    if (mods == getCarryMods())
      return replace(
          inst, Opcode::IMAD, {a, one, b, inst->getOperand(3)},
          isa::IMAD::ppNot.set(isa::IMAD::x.set(isa::IMAD::kDefaultMods, 1), 0),
          carries);
    return nullptr;
  }
  if (inst.getOpcode() == Opcode::SHF) {
    namespace Record = isa::SHF;
    std::optional<uint64_t> amount = getConstant(inst->getOperand(1));
    uint64_t word = Record::type.set(Record::kDefaultMods,
                                     uint64_t(isa::ShfType::U32)),
             words = Record::type.set(word, uint64_t(isa::ShfType::U64));
    if ((mods != word && mods != words) || !amount || *amount > 31 ||
        getConstantOperand(inst->getOperand(0)))
      return nullptr;
    return replace(inst, Opcode::IMAD,
                   {inst->getOperand(0), imm(r, uint64_t(1) << *amount),
                    imm(r, 0), imm(p, 1)},
                   isa::IMAD::u32.set(isa::IMAD::kDefaultMods, 1), shifts);
  }
  if (inst.getOpcode() == Opcode::SEL) {
    // One of two neighbouring numbers: the lower one, and the predicate as a
    // carry.
    namespace Record = isa::IMAD;
    std::optional<uint32_t> a = getImm(inst->getOperand(0)),
                            b = getImm(inst->getOperand(1));
    if (!a || !b || (*a != *b + 1 && *b != *a + 1))
      return nullptr;
    bool isGreater = *a == *b + 1,
         isNot = isa::SEL::ppNot.get(mods) != uint64_t(!isGreater);
    return replace(
        inst, Opcode::IMAD,
        {imm(r, 0), imm(r, 0), imm(r, isGreater ? *b : *a),
         inst->getOperand(2)},
        Record::ppNot.set(Record::x.set(Record::kDefaultMods, 1), isNot),
        choices);
  }
  if (inst.getOpcode() == Opcode::LEA) {
    namespace Record = isa::LEA;
    unsigned amount = Record::shift.get(mods);
    if (mods != Record::shift.set(Record::kDefaultMods, amount) ||
        getConstantOperand(inst->getOperand(0)))
      return nullptr;
    return replace(inst, Opcode::IMAD,
                   {inst->getOperand(0), imm(r, uint64_t(1) << amount),
                    inst->getOperand(1), imm(p, 1)},
                   isa::IMAD::kDefaultMods, shiftedSums);
  }
  return nullptr;
}

void BalancePipes::runOnOperation() {
  sm = getSM(getOperation());
  const target::TimingModel *model = target::lookupTimingModel(sm);
  markAnalysesPreserved<WarpBlocks>();
  if (!model)
    return markAllAnalysesPreserved();
  bool isChanged = false;
  builder.emplace(&getContext());
  backlog.emplace(*model);
  for (Block &block : getOperation().getBody()) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto inst = dyn_cast<InstOpInterface>(op);
      if (!inst)
        continue;
      builder->setInsertionPoint(inst);
      loc = inst.getLoc();
      if (Operation *other = balance(inst)) {
        inst->erase();
        inst = cast<InstOpInterface>(other);
        isChanged = true;
      }
      backlog->issue(inst.getOpcode());
    }
  }
  if (!isChanged)
    markAllAnalysesPreserved();
}
