//===- BalancePipes.cpp - Sums and shifts on the pipe that is free --------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pipe is taken to be busy for as many cycles as the timing model says, an
// operation to be issued in each cycle. The schedulers mix what is near, so the
// order of the source will do.
//
//===----------------------------------------------------------------------===//

#include "InstShapes.h"
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h"
#include "ptx-mlir/Dialect/Ori/Transforms/RewriteCounter.h"
#include "ptx-mlir/Target/Timing.h"

namespace ptxmlir::ori {
#define GEN_PASS_DEF_ORIBALANCEPIPESPASS
#include "ptx-mlir/Dialect/Ori/Transforms/Passes.h.inc"
} // namespace ptxmlir::ori

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;
using ptxmlir::isa::Opcode;

static RewriteCounter sums("pipes-sum"), carries("pipes-carry"),
    shifts("pipes-shift"), shiftedSums("pipes-shifted-sum");

/// Cycles of work after which a pipe takes no notice of more.
static constexpr int kMostBacklog = 16;

namespace {

class BalancePipes : public ori::impl::OriBalancePipesPassBase<BalancePipes> {
public:
  using OriBalancePipesPassBase::OriBalancePipesPassBase;
  void runOnOperation() override;

private:
  int getBacklog(Opcode opcode) const;
  void use(Opcode opcode);
  Operation *replace(InstOpInterface inst, Opcode opcode, ValueRange sources,
                     uint64_t mods, RewriteCounter &counter);
  Operation *balance(InstOpInterface inst);
  Value imm(Type type, uint64_t bits) {
    return ImmOp::create(*builder, loc, type, bits);
  }

  const target::TimingModel *model = nullptr;
  unsigned sm = 0;
  std::optional<OpBuilder> builder;
  Location loc = UnknownLoc();
  /// By pipe: until when it is busy, from now on.
  std::vector<int> busy;
};

} // namespace

/// Cycles for which the unit of an opcode is busy with what came before.
int BalancePipes::getBacklog(Opcode opcode) const {
  const target::PipeUse &use = model->getUse(opcode);
  int least = use.numPipes ? kMostBacklog : 0;
  for (unsigned i = 0; i != use.numPipes; ++i)
    least = std::min(least, busy[use.pipes[i]]);
  return least;
}

/// An operation is issued.
void BalancePipes::use(Opcode opcode) {
  const target::PipeUse &use = model->getUse(opcode);
  if (use.numPipes) {
    unsigned pipe = use.pipes[0];
    for (unsigned i = 1; i != use.numPipes; ++i)
      if (busy[use.pipes[i]] < busy[pipe])
        pipe = use.pipes[i];
    busy[pipe] = std::min(busy[pipe] + int(use.interval), kMostBacklog);
  }
  for (int &cycles : busy)
    cycles = std::max(cycles - 1, 0);
}

/// The operation by another opcode, if its pipe has less to do and the SM has a
/// form of it; null if not.
Operation *BalancePipes::replace(InstOpInterface inst, Opcode opcode,
                                 ValueRange sources, uint64_t mods,
                                 RewriteCounter &counter) {
  if (getBacklog(opcode) >= getBacklog(inst.getOpcode()))
    return nullptr;
  Operation *other = createInst(*builder, loc, opcode, sources, mods);
  if (!isLegal(cast<InstOpInterface>(other), sm)) {
    other->erase();
    return nullptr;
  }
  inst->getResult(0).replaceAllUsesWith(other->getResult(0));
  ++counter;
  ++numMoved;
  return other;
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
      return nullptr;
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
  model = target::lookupTimingModel(sm);
  markAnalysesPreserved<WarpBlocks>();
  if (!model)
    return markAllAnalysesPreserved();
  bool isChanged = false;
  builder.emplace(&getContext());
  for (Block &block : getOperation().getBody()) {
    busy.assign(target::getPipes().size(), 0);
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
      use(inst.getOpcode());
    }
  }
  if (!isChanged)
    markAllAnalysesPreserved();
}
