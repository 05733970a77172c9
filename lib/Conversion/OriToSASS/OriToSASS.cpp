//===- OriToSASS.cpp - The conversion from ori to sass --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"
#include "ptx-mlir/Conversion/OriToSASS/Passes.h"
#include "ptx-mlir/Target/Target.h"

namespace ptxmlir {
#define GEN_PASS_DEF_CONVERTORITOSASSPASS
#include "ptx-mlir/Conversion/OriToSASS/Passes.h.inc"
} // namespace ptxmlir

using namespace mlir;
using namespace ptxmlir;

namespace {
class ConvertOriToSASS
    : public ptxmlir::impl::ConvertOriToSASSPassBase<ConvertOriToSASS> {
public:
  using ConvertOriToSASSPassBase::ConvertOriToSASSPassBase;
  void runOnOperation() override;

private:
  LogicalResult convert(ori::ModuleOp source);
};
} // namespace

/// An op of `name` with the attributes of `op` that it shares.
static Operation *createLike(OpBuilder &builder, Operation *op, StringRef name,
                             ArrayRef<StringRef> without = {}) {
  OperationState state(op->getLoc(), name);
  for (NamedAttribute attr : op->getAttrs())
    if (!llvm::is_contained(without, attr.getName().getValue()))
      state.addAttribute(attr.getName(), attr.getValue());
  for (unsigned i = 0; i != op->getNumRegions(); ++i)
    state.addRegion();
  return builder.create(state);
}

LogicalResult ConvertOriToSASS::convert(ori::ModuleOp source) {
  unsigned sm = source.getSm();
  if (!target::lookupTarget(sm, source.getSmSuffix()))
    return source.emitError("unknown target sm_") << sm << source.getSmSuffix();
  OpBuilder builder(source);
  auto module = cast<sass::ModuleOp>(
      createLike(builder, source, sass::ModuleOp::getOperationName()));
  builder.setInsertionPointToEnd(&module.getBody().emplaceBlock());

  // Shells in source order, then the bodies.
  SmallVector<std::pair<ori::FuncOp, sass::FuncOp>> bodies;
  for (Operation &op : source.getBody().front()) {
    if (auto func = dyn_cast<ori::FuncOp>(op)) {
      auto shell = cast<sass::FuncOp>(createLike(
          builder, func, sass::FuncOp::getOperationName(), {"block_regs"}));
      bodies.push_back({func, shell});
    } else if (llvm::isa<ori::GlobalOp>(op)) {
      createLike(builder, &op, sass::GlobalOp::getOperationName());
    } else {
      return op.emitError("cannot be converted to sass");
    }
  }
  std::vector<std::array<unsigned, 3>> counts(bodies.size());
  if (failed(failableParallelForEachN(
          &getContext(), 0, bodies.size(), [&](size_t i) -> LogicalResult {
            FunctionLowering lowering(bodies[i].first, bodies[i].second, sm);
            LogicalResult result = lowering.run();
            counts[i] = {lowering.numInstructions, lowering.numCopies,
                         lowering.numSplitEdges};
            return result;
          }))) {
    module.erase();
    return failure();
  }
  for (auto [instructions, copies, blocks] : counts) {
    numInstructions += instructions;
    numCopies += copies;
    numBlocks += blocks;
  }
  // Unlinking each use of a large module and scattering what follows over its
  // freed memory costs more than the memory is worth.
  if (disableFree)
    source->remove();
  else
    source.erase();
  return success();
}

void ConvertOriToSASS::runOnOperation() {
  for (auto module :
       llvm::make_early_inc_range(getOperation().getOps<ori::ModuleOp>()))
    if (failed(convert(module)))
      return signalPassFailure();
}
