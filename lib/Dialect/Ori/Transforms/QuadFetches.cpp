//===- QuadFetches.cpp - Room for fetches by whole quads ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fetch may run in any function while other threads wait at a barrier of
// another, so that no function of such an SM uses the barrier of fetches.
//
//===----------------------------------------------------------------------===//

#include "QuadFetches.h"
#include "ptx-mlir/Dialect/Ori/Analysis/WarpBlocks.h"
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"
#include "ptx-mlir/Target/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

/// With handles in uniform registers the driver makes these fetches.
static bool mayHaveQuads(FuncOp func) {
  return !target::getFeatures(getSM(func))
              .has(target::Feature::UniformImageHandles);
}

unsigned ori::countBarriers(FuncOp func, unsigned most) {
  return mayHaveQuads(func) ? std::min(most, kQuadBarrier) : most;
}

void ori::keepForQuads(FuncOp func, Spiller &spiller) {
  if (!mayHaveQuads(func))
    return;
  func.walk([&](QuadFetchOp fetch) {
    spiller.keep(fetch.getWork());
    spiller.keep(fetch.getResult());
  });
}

void ori::markTogether(FuncOp func) {
  if (!mayHaveQuads(func))
    return;
  SmallVector<QuadFetchOp> fetches;
  func.walk([&](QuadFetchOp op) { fetches.push_back(op); });
  // Callers of a device function may be apart.
  if (fetches.empty() || !func.getKernel())
    return;
  WarpBlocks warp(func);
  bool allTogether = true;
  for (QuadFetchOp op : fetches) {
    op.setTogether(warp.isOfWarp(warp.divergence().blocks()[op->getBlock()]));
    allTogether &= op.getTogether();
  }
  auto area = func->getAttrOfType<IntegerAttr>(kQuadSaveAreaAttr);
  if (!allTogether || !area)
    return;
  // Unless what was spilled lies behind it.
  uint64_t begin = uint64_t(area.getInt());
  if (func.getLocalBytes() ==
      llvm::alignTo(begin + kQuadSaveBytes, kQuadFrameAlign)) {
    func.setLocalBytes(begin);
    func->removeAttr(kQuadSaveAreaAttr);
  }
}
