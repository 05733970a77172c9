//===- FenceAsyncCopies.cpp - Asynchronous copies after shared accesses ---===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Observed on ptxas 13.0.88, sm_80 to sm_90: three loads that no thread
// executes
// (`@!PT LDS RZ, [RZ]`) stand before an LDGSTS unless another one came before
// it in its block with only instructions in between that have nothing to do
// with shared memory. They keep the write of the copy behind the accesses that
// are in the queue of shared memory.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/SASS/Transforms/FuncCode.h"
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h"

namespace ptxmlir::sass {
#define GEN_PASS_DEF_SASSFENCEASYNCCOPIESPASS
#include "ptx-mlir/Dialect/SASS/Transforms/Passes.h.inc"
} // namespace ptxmlir::sass

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::sass;

/// How many loads ptxas puts before a copy.
static constexpr unsigned kNumLoads = 3;

/// Whether a copy behind the instruction needs a fence of its own: accesses
/// that may be to shared memory, barriers, changes of control.
static bool needsFenceBehind(const isa::InstDesc &desc) {
  switch (desc.sched) {
  case isa::SchedClassId::Control:
  case isa::SchedClassId::Branch:
  case isa::SchedClassId::Convergence:
  case isa::SchedClassId::Collective:
  case isa::SchedClassId::Barrier:
    return true;
  default:
    break;
  }
  return desc.spaces() & isa::SharedMemory;
}

/// Copies that each thread makes for itself; what copies blocks and tensors
/// orders memory.
static bool isCopy(const isa::InstDesc &desc) {
  return desc.readSpaces == isa::GlobalMemory &&
         desc.writtenSpaces == isa::SharedMemory && !desc.is(isa::OrdersMemory);
}

namespace {

struct FenceAsyncCopies
    : sass::impl::SASSFenceAsyncCopiesPassBase<FenceAsyncCopies> {
  using SASSFenceAsyncCopiesPassBase::SASSFenceAsyncCopiesPassBase;

  void runOnOperation() override {
    FuncOp func = getOperation();
    if (func.isDeclaration())
      return;
    const auto &analysis = getAnalysis<FuncCodeAnalysis>();
    if (!analysis.target)
      return signalPassFailure();
    // Most functions have no copies.
    if (!analysis.table->contains(isCopy))
      return markAllAnalysesPreserved();
    for (Block &block : func.getBody()) {
      bool isFenced = false;
      for (Operation &op : block) {
        auto inst = dyn_cast<InstOpInterface>(op);
        if (!inst) {
          isFenced = false; // a label: other paths come in
          continue;
        }
        const isa::InstDesc &desc = isa::getDesc(inst.getInst().opcode);
        if (!isCopy(desc)) {
          isFenced &= !needsFenceBehind(desc);
          continue;
        }
        if (!isFenced)
          insertFence(&op);
        isFenced = true;
      }
    }
  }

  void insertFence(Operation *copy) {
    OpBuilder builder(copy);
    const isa::InstDesc &desc = isa::getDesc(isa::Opcode::LDS);
    isa::Inst load;
    load.opcode = isa::Opcode::LDS;
    load.mods = desc.defaultMods;
    load.guard = isa::PT;
    load.guardNot = true;
    load.ops[isa::LDS::kD] = isa::Operand::r(isa::RZ);
    load.ops[isa::LDS::kAddr] = isa::Operand::r(isa::RZ);
    for (unsigned i = 0; i != kNumLoads; ++i)
      createInst(builder, copy->getLoc(), load);
    ++numFences;
  }
};

} // namespace
