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
#include "ptx-mlir/ISA/TextureShapes.h"

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

// The shape is the modifier of the fetch by another name.
static_assert(int(QuadShape::D1) == int(isa::TexDim::D1) &&
              int(QuadShape::D2) == int(isa::TexDim::D2) &&
              int(QuadShape::D3) == int(isa::TexDim::D3) &&
              int(QuadShape::Cube) == int(isa::TexDim::Cube) &&
              int(QuadShape::Array1) == int(isa::TexDim::Array1) &&
              int(QuadShape::Array2) == int(isa::TexDim::Array2) &&
              int(QuadShape::ArrayCube) == int(isa::TexDim::ArrayCube));

LogicalResult QuadFetchOp::verify() {
  if (getWork().getType() != RType::get(getContext(), quad::kWidth))
    return emitOpError("needs a tuple of ") << quad::kWidth << " registers";
  if (getThread() >= 4)
    return emitOpError("a quad has four threads");
  if (getMask() == 0 || getMask() > 15)
    return emitOpError("a texel has four components");
  auto dim = isa::TexDim(getShape());
  unsigned count = isa::getNumCoords(dim);
  if (getPosition().size() != count || getByX().size() != count ||
      getByY().size() != count)
    return emitOpError("needs ")
           << count << " coordinates, and as many numbers in each gradient";
  bool isArray = isa::hasLayers(dim);
  if (bool(getLayer()) != isArray)
    return emitOpError(isArray ? "needs a layer" : "has a layer");
  return success();
}
