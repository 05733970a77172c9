//===- OriQuad.cpp - Fetches by whole quads -------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effects and the verifier of ori.quad_fetch.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Dialect/Ori/IR/OriQuad.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace ptxmlir;
using namespace ptxmlir::ori;

#include "ptx-mlir/Dialect/Ori/IR/OriQuadEnums.cpp.inc"

#define GET_OP_CLASSES
#include "ptx-mlir/Dialect/Ori/IR/OriQuad.cpp.inc"

void QuadFetchOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get(), ConvergenceResource::get());
}

static unsigned getNumCoords(QuadShape shape) {
  switch (shape) {
  case QuadShape::D1:
  case QuadShape::Array1:
    return 1;
  case QuadShape::D2:
  case QuadShape::Array2:
    return 2;
  case QuadShape::D3:
  case QuadShape::Cube:
  case QuadShape::ArrayCube:
    return 3;
  }
  llvm_unreachable("unknown shape");
}

LogicalResult QuadFetchOp::verify() {
  if (getWork().getType() != RType::get(getContext(), quad::kWidth))
    return emitOpError("needs a tuple of ") << quad::kWidth << " registers";
  if (getThread() >= 4)
    return emitOpError("a quad has four threads");
  if (getMask() == 0 || getMask() > 15)
    return emitOpError("a texel has four components");
  unsigned count = getNumCoords(getShape());
  if (getPosition().size() != count || getByX().size() != count ||
      getByY().size() != count)
    return emitOpError("needs ")
           << count << " coordinates, and as many numbers in each gradient";
  bool isArray = getShape() == QuadShape::Array1 ||
                 getShape() == QuadShape::Array2 ||
                 getShape() == QuadShape::ArrayCube;
  if (bool(getLayer()) != isArray)
    return emitOpError(isArray ? "needs a layer" : "has a layer");
  return success();
}
