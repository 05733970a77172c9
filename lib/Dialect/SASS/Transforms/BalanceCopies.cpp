//===- BalanceCopies.cpp - Copies on the pipe that is free ----------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MOV is of the pipe of sums and logic; a product with nothing, plus the
// source, is of another one, and is how ptxas copies, too:
//
//        MOV R0, R2     IMAD.U32 R0, RZ, RZ, R2
//
// A selection whose result takes the place of one of its sources is a copy
// under a guard:
//
//        SEL R0, R0, R2, P0     @!P0 IMAD.U32 R0, RZ, RZ, R2
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/IR/SASS.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"
#include "ptx-mlir/ISA/Encoding.h"
#include "ptx-mlir/Target/PipeBacklog.h"

namespace ptxmlir::sass {
#define GEN_PASS_DEF_SASSBALANCECOPIESPASS
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h.inc"
} // namespace ptxmlir::sass

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;
using isa::Inst;
using isa::Opcode;
using isa::Operand;

namespace {

struct BalanceCopies : sass::impl::SASSBalanceCopiesPassBase<BalanceCopies> {
  using SASSBalanceCopiesPassBase::SASSBalanceCopiesPassBase;
  void runOnOperation() override;
};

/// What an instruction copies, and under which guard.
struct Copy {
  Operand to, from;
  uint8_t guard = isa::PT;
  bool guardNot = false;
};

} // namespace

static std::optional<Copy> getCopy(const Inst &inst) {
  if (inst.opcode == Opcode::MOV) {
    namespace Record = isa::MOV;
    if (inst.mods != Record::kDefaultMods ||
        inst.ops[Record::kD].kind != Operand::R)
      return std::nullopt;
    return Copy{inst.ops[Record::kD], inst.ops[Record::kB], inst.guard,
                inst.guardNot};
  }
  if (inst.opcode == Opcode::SEL && inst.guard == isa::PT && !inst.guardNot) {
    namespace Record = isa::SEL;
    const Operand &to = inst.ops[Record::kD], &a = inst.ops[Record::kA],
                  &b = inst.ops[Record::kB], &p = inst.ops[Record::kPp];
    bool isNot = Record::ppNot.get(inst.mods);
    if (to.kind != Operand::R || p.kind != Operand::P || a == b)
      return std::nullopt;
    if (to == b)
      return Copy{to, a, uint8_t(p.reg), isNot};
    if (to == a)
      return Copy{to, b, uint8_t(p.reg), !isNot};
  }
  return std::nullopt;
}

static Inst makeProduct(const Copy &copy) {
  namespace Record = isa::IMAD;
  const isa::InstDesc &desc = isa::getDesc(Opcode::IMAD);
  Inst inst;
  inst.opcode = Opcode::IMAD;
  inst.mods = Record::u32.set(Record::kDefaultMods, 1);
  for (unsigned i = 0; i != desc.slots.size(); ++i)
    inst.ops[i] = desc.slots[i].kind == Operand::P ? Operand::p(isa::PT)
                                                   : Operand::r(isa::RZ);
  inst.ops[Record::kD] = copy.to;
  inst.ops[Record::kC] = copy.from;
  inst.guard = copy.guard;
  inst.guardNot = copy.guardNot;
  return inst;
}

void BalanceCopies::runOnOperation() {
  FuncOp func = getOperation();
  unsigned sm = getSM(func);
  const target::TimingModel *model = target::lookupTimingModel(sm);
  if (!model)
    return markAllAnalysesPreserved();
  target::PipeBacklog backlog(*model);
  unsigned count = 0;
  for (Block &block : func.getBody())
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto instOp = dyn_cast<InstOpInterface>(op);
      if (!instOp)
        continue;
      // The linker writes addresses to MOV, and labels are counted from it.
      bool hasAddress = instOp.getReference() != nullptr;
      Opcode opcode = instOp.getInst().opcode;
      if (auto copy = getCopy(instOp.getInst());
          copy && !hasAddress &&
          backlog.get(Opcode::IMAD) < backlog.get(opcode))
        if (Inst product = makeProduct(*copy); isa::encode(product, sm)) {
          OpBuilder builder(&op);
          Operation *other = createInst(builder, op.getLoc(), product);
          other->setDiscardableAttrs(op.getDiscardableAttrDictionary());
          op.erase();
          opcode = Opcode::IMAD;
          ++count;
        }
      backlog.issue(opcode);
    }
  numMoved += count;
  if (!count)
    markAllAnalysesPreserved();
}
