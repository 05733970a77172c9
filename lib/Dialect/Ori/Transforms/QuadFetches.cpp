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
#include "ptx-mlir/Dialect/Ori/Analysis/MachineOperands.h"
#include "ptx-mlir/Dialect/Ori/Analysis/QuadCode.h"
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

/// Registers for the address of what is loaded again, and of results.
constexpr unsigned kRegistersAround = 8;

/// One operation of ori.quad_fetch makes its tuple of the texels before it and
/// of its own operands.
static void bringInTuple(QuadFetchOp fetch) {
  OpBuilder b(fetch);
  Location loc = fetch.getLoc();
  Type word = RType::get(b.getContext(), 1);
  SmallVector<Value> parts(quad::kWidth);
  auto keep = [&](unsigned place) {
    parts[place] = ExtractOp::create(b, loc, word, fetch.getWork(), place);
  };
  // What earlier fetches gave is taken right behind them: reloads of the
  // operands come between.
  if (Operation *before = fetch.getWork().getDefiningOp())
    b.setInsertionPointAfter(before);
  if (!fetch.getWork().getDefiningOp<CombineOp>()) {
    for (unsigned i = 0; i != unsigned(llvm::popcount(fetch.getMask())); ++i)
      keep(quad::kTexels + i);
    if (fetch.getResident())
      keep(quad::kAbsent);
  }
  b.setInsertionPoint(fetch);
  // A value that is several operands is in the tuple once: where it is, nothing
  // but itself is brought.
  llvm::SmallDenseMap<Value, unsigned> places;
  SmallVector<std::pair<OpOperand *, unsigned>> placed;
  forEachPlaced(fetch, [&](OpOperand &operand, unsigned place) {
    Value value = operand.get();
    // What the instruction reads besides is read when the tuple is written.
    if (getConstantOperand(value) || value == fetch.getHandle() ||
        value == fetch.getOffsets() || value == fetch.getReference())
      return;
    auto [it, isNew] = places.try_emplace(value, place);
    if (isNew)
      parts[place] = value;
    placed.push_back({&operand, it->second});
  });
  for (Value &part : parts)
    if (!part)
      part = UndefOp::create(b, loc, word);
  Value work = CombineOp::create(b, loc, fetch.getWork().getType(), parts);
  fetch.getWorkMutable().assign(work);
  for (auto [operand, place] : placed)
    operand->set(ExtractOp::create(b, loc, word, work, place));
}

void ori::bringOperandsInTuple(FuncOp func, unsigned registers) {
  if (!mayHaveQuads(func))
    return;
  func.walk([&](QuadFetchOp fetch) {
    llvm::SmallDenseSet<Value> read;
    for (Value operand : fetch.getOperands())
      if (operand != fetch.getWork() && !getConstantOperand(operand))
        read.insert(operand);
    if (quad::kWidth + read.size() + kRegistersAround > registers)
      bringInTuple(fetch);
  });
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
