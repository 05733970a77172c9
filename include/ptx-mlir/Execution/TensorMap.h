//===- TensorMap.h - How a tensor lies in memory ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a CUtensorMap says. Its 128 bytes are not public, but the code that
// ptxas 13.0.88 makes of tensormap.replace shows where the fields of a tiled
// map lie (bytes, bits of the word that begins there):
//
//   0      address
//   8      6:4 dimensions - 1, 10:7 element, 12:11 interleaving, 14:13 swizzle,
//          15 elements outside are NaNs, 16 TF32, 21:19 atomicity of the
//          swizzle
//   12-27  the strides, 32 bits of each, in units of 16 bytes
//   28     15:0 four more bits of each stride
//   32-51  elements of each dimension - 1, 32 bits each
//   52     14:0 how far apart elements are - 1, three bits each
//   55-59  elements of the box - 1, a byte each
//
// The rest is ours: from byte 64 on "tmap" (4), the kind of its boxes (1),
// channels and pixels of columns (at 70 and 72, 2 each), their lower and their
// upper corner (at 74 and 80, 3 x 2 each). All zeros, it is a tiled map that
// code has made of zeros.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_TENSORMAP_H
#define PTX_MLIR_EXECUTION_TENSORMAP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace ptxmlir::exec {

/// The numbers are those of tensormap.replace (PTX ISA).
enum class TensorElement : uint8_t {
  U8,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F32Ftz,
  F64,
  BF16,
  TF32,
  TF32Ftz,
  B4x16,
  B4x16P64,
  B6x16P32
};
enum class TensorSwizzle : uint8_t { None, B32, B64, B128, B96 };
/// How many bytes a swizzle of 128 moves together.
enum class TensorAtom : uint8_t { B16, B32, B32Flipped, B64 };
/// Boxes of elements, or columns of pixels: along all dimensions but the first
/// (cuTensorMapEncodeIm2col), or along the second and the last one only
/// (cuTensorMapEncodeIm2colWide).
enum class TensorBox : uint8_t { Tile, Im2col, W, W128 };

struct TensorMap {
  static constexpr unsigned kBytes = 128;

  uint8_t rank = 1; ///< 1 to 5
  TensorElement element = TensorElement::U8;
  TensorSwizzle swizzle = TensorSwizzle::None;
  /// Elements outside the tensor are NaNs instead of zeros.
  bool fillNaN = false;
  uint8_t interleave = 0;
  TensorAtom atom = TensorAtom::B16;
  uint64_t address = 0;
  /// Elements in each dimension, the innermost first; the bytes from one
  /// element to the next in the dimensions but the innermost.
  uint64_t dim[5] = {1, 1, 1, 1, 1};
  uint64_t stride[4] = {};
  /// Elements of the box in each dimension, and how far apart they are.
  uint16_t box[5] = {1, 1, 1, 1, 1};
  uint8_t step[5] = {1, 1, 1, 1, 1};
  /// Columns have box[0] channels of box[1] pixels, of W128 of 128.
  TensorBox kind = TensorBox::Tile;
  /// Pixels begin at `lower` and end before dim + `upper`, from dimension 1 to
  /// the last but one; of W and W128 in dimension 1.
  int16_t lower[3] = {}, upper[3] = {};

  unsigned elementBytes() const {
    static constexpr uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4,
                                        4, 8, 2, 4, 4, 0, 0, 0};
    return bytes[unsigned(element)];
  }
  bool hasColumns() const { return kind != TensorBox::Tile; }
  bool isWide() const {
    return kind == TensorBox::W || kind == TensorBox::W128;
  }
  /// Whether the engines have what it asks for.
  bool isPlain() const {
    return !interleave && elementBytes() && (!hasColumns() || rank > 2);
  }
  /// PTX ISA, table 14 of 5.5.7; columns along one dimension want a swizzle
  /// (5.5.5), and not that one.
  bool fitsSwizzle() const {
    return (atom == TensorAtom::B16 || swizzle == TensorSwizzle::B128) &&
           !(isWide() && (swizzle == TensorSwizzle::None ||
                          atom == TensorAtom::B32Flipped));
  }
  /// What keeps a copy from using the map: what code that has made it of zeros
  /// has not set, and a swizzle of which too little is told; empty if nothing.
  std::string findObstacle() const;
  /// From and to 128 bytes; nothing if they are no tensor map.
  static std::optional<TensorMap> unpack(const uint8_t *p);
  void pack(uint8_t *p) const;
};
/// Parses what follows `tensormap:` (Arguments.h). The address of the map is
/// the offset in the buffer, which is argument number `buffer`.
llvm::Expected<TensorMap> parseTensorMap(llvm::StringRef text,
                                         unsigned &buffer);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_TENSORMAP_H
