//===- TextureShapes.h - Coordinates of textures ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the shape of a texture, a modifier of its fetches, says of the operands.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_TEXTURESHAPES_H
#define PTXMLIR_ISA_TEXTURESHAPES_H

#include "ptx-mlir/ISA/Inst.h"

namespace ptxmlir::isa {

/// The coordinates of a fetch, without the layer.
inline unsigned getNumCoords(TexDim dim) {
  switch (dim) {
  case TexDim::D1:
  case TexDim::Array1:
    return 1;
  case TexDim::D2:
  case TexDim::Array2:
    return 2;
  default:
    return 3;
  }
}

/// Whether the fetch names a layer.
inline bool hasLayers(TexDim dim) {
  return dim == TexDim::Array1 || dim == TexDim::Array2 ||
         dim == TexDim::ArrayCube;
}

} // namespace ptxmlir::isa

#endif // PTXMLIR_ISA_TEXTURESHAPES_H
