//===- TextureEmit.h - Operands and results of fetches ----------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all fetches from textures have in common, with an instruction of their
// own or made of several.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_LIB_CONVERSION_PTXTOORI_TEXTUREEMIT_H
#define PTXMLIR_LIB_CONVERSION_PTXTOORI_TEXTUREEMIT_H

#include "ImageHandles.h"

namespace ptxmlir::ptxtoori {

inline bool isCube(ptx::Geometry geometry) {
  return geometry == ptx::Geometry::Cube || geometry == ptx::Geometry::Acube;
}
inline bool hasSamples(ptx::Geometry geometry) {
  return geometry == ptx::Geometry::N2dms || geometry == ptx::Geometry::A2dms;
}

/// The coordinates; those of a cube are divided by the largest of them.
llvm::SmallVector<mlir::Value> getPosition(FuncLowering &l,
                                           ptx::Geometry geometry,
                                           mlir::ValueRange ptxCoords,
                                           bool areFloats);
/// The index of the layer, null without layers.
mlir::Value getLayer(FuncLowering &l, ptx::Geometry geometry,
                     mlir::ValueRange ptxCoords);
/// Offsets of the coordinates in one register: `bits` of each, `apart` bits
/// from one to the next.
mlir::Value packOffsets(FuncLowering &l, ptx::Geometry geometry,
                        mlir::ValueRange ptxOffsets, unsigned bits,
                        unsigned apart);
constexpr unsigned kOffsetBits = 4;

/// The components that something reads, of four. Pairs of halves come together.
unsigned getMask(mlir::Operation *op, ptx::DataType type);

/// What a fetch gives: its components, and whether some texel was absent.
struct Fetched {
  unsigned mask; ///< the components, of four
  /// One register of each.
  llvm::SmallVector<mlir::Value> components;
  mlir::Value absent;
};

/// The results of a fetch of floats: halves where these are meant.
void deliver(FuncLowering &l, mlir::Operation *op, ptx::DataType type,
             const Fetched &fetched);

/// Emits the instruction; all fetches have the same results.
Fetched emitFetch(FuncLowering &l, mlir::Operation *op, ImageHandle &handle,
                  unsigned mask, llvm::function_ref<mlir::Operation *()> emit);

/// tex.grad (TextureGradients.cpp).
void lowerGradient(FuncLowering &l, ptx::TexOp op);

} // namespace ptxmlir::ptxtoori

#endif // PTXMLIR_LIB_CONVERSION_PTXTOORI_TEXTUREEMIT_H
