//===- BarrierReset.cpp - The prologue that some SMs ask of kernels -------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On an SM with the feature SetsUR2 a kernel of ptxas 13.0.88 writes all
// convergence barriers before anything else, unless UR2 says that this was
// done. Why is not published; kernels say that they do it (attribute SW_WAR),
// so we do the same.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "ptx-mlir/Target/Target.h"

using namespace mlir;
using namespace ptxmlir;

using ptxmlir::isa::Inst;
using ptxmlir::isa::Opcode;
using ptxmlir::isa::Operand;

static constexpr unsigned kNumBarriers = 16;

bool FunctionLowering::resetsBarriers() {
  return source.getKernel() &&
         target::getFeatures(sm).has(target::Feature::SetsUR2);
}

void FunctionLowering::resetBarriers(Block *entry) {
  auto *test = new Block(), *reset = new Block();
  test->insertBefore(entry);
  reset->insertBefore(entry);
  const Operand done = Operand::ur(2), p0 = Operand::p(0);

  builder.setInsertionPointToEnd(test);
  labelStart();
  Inst compare = makeDefaultInst(Opcode::ISETP);
  compare.mods = isa::ISETP::cmp.set(compare.mods, uint64_t(isa::ICmp::NE));
  compare.mods = isa::ISETP::u32.set(compare.mods, 1);
  compare.ops[isa::ISETP::kPu] = p0;
  compare.ops[isa::ISETP::kB] = done;
  emit(compare);
  Inst skip = makeDefaultInst(Opcode::BRA);
  skip.ops[isa::BRA::kTarget] = Operand::label(0);
  skip.guard = 0;
  emit(skip, {}, {entry, reset});

  builder.setInsertionPointToEnd(reset);
  auto setBarrier = [&](unsigned barrier, uint32_t lanes) {
    Inst inst = makeDefaultInst(Opcode::BMOV_B);
    inst.ops[isa::BMOV_B::kBar] = Operand::b(barrier);
    inst.ops[isa::BMOV_B::kA] = Operand::imm(lanes);
    emit(inst);
  };
  setBarrier(0, ~0u);
  for (unsigned n = 1; n != kNumBarriers; ++n) {
    Inst inst = makeDefaultInst(Opcode::BMOV_BB);
    inst.ops[isa::BMOV_BB::kD] = Operand::b(n);
    inst.ops[isa::BMOV_BB::kBar] = Operand::b(n - 1);
    emit(inst);
  }
  setBarrier(kNumBarriers - 1, 0);
  Inst mark = makeDefaultInst(Opcode::UMOV);
  mark.ops[isa::UMOV::kD] = done;
  mark.ops[isa::UMOV::kB] = Operand::imm(1);
  emit(mark);
  sass::FallthroughOp::create(builder, loc, entry);
}
