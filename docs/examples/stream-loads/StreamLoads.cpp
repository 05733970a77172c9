//===- StreamLoads.cpp - Loads that are executed once ---------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass on ori as a plug-in. What a thread loads from global memory outside of
// all loops it most likely wants once: such lines may leave the L1 cache first
// (evict-first, `.EF`), so that those of loops stay.
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "ptx-mlir/Dialect/Ori/Analysis/FlowGraph.h"
#include "ptx-mlir/Dialect/Ori/IR/Ori.h"

using namespace mlir;
using namespace ptxmlir;

namespace {

class StreamLoads
    : public PassWrapper<StreamLoads, OperationPass<ori::FuncOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StreamLoads)
  StreamLoads() = default;
  StreamLoads(const StreamLoads &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "stream-loads"; }
  StringRef getDescription() const override {
    return "loads of global memory outside of loops are evicted first";
  }
  void runOnOperation() override;

private:
  Statistic numMarked{this, "marked", "Loads that are evicted first"};
};

} // namespace

void StreamLoads::runOnOperation() {
  // What the record of the instruction has: its modifiers as fields.
  namespace Record = isa::LDG;
  ori::FuncOp func = getOperation();
  if (func.isDeclaration())
    return;
  ori::BlockNumbering blocks(func.getBody());
  ori::LoopNest loops(blocks.makeGraph(), /*root=*/0);
  for (unsigned b = 0; b != blocks.size(); ++b) {
    if (loops.loopOf(b) != ori::kNoNode)
      continue;
    for (Operation &op : *blocks[b]) {
      auto inst = dyn_cast<ori::InstOpInterface>(op);
      if (!inst || inst.getOpcode() != Record::kOpcode)
        continue;
      uint64_t mods = inst.getModBits();
      // What the program says of eviction stays.
      if (isa::Evict(Record::evict.get(mods)) != isa::Evict::Normal)
        continue;
      inst.setModBits(Record::evict.set(mods, uint64_t(isa::Evict::EF)));
      ++numMarked;
    }
  }
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "stream-loads", "1.0",
          [] { PassRegistration<StreamLoads>(); }};
}
