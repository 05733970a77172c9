//===- TensorMap.h - How a tensor lies in memory ----------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a CUtensorMap says. The fields of its 128 bytes are not public; those of
// ours are the ones of TensorMapBytes, in this order.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_TENSORMAP_H
#define PTX_MLIR_EXECUTION_TENSORMAP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <cstring>

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
  TF32Ftz
};
enum class TensorSwizzle : uint8_t { None, B32, B64, B128 };

struct TensorMapBytes {
  static constexpr uint32_t kMagic = 0x70616d74; // "tmap"

  uint32_t magic = kMagic;
  uint8_t rank = 0; ///< 1 to 5
  TensorElement element = TensorElement::U8;
  TensorSwizzle swizzle = TensorSwizzle::None;
  /// Elements outside the tensor are NaNs instead of zeros.
  uint8_t fillNaN = 0;
  uint64_t address = 0;
  /// Elements in each dimension, the innermost first; the bytes from one
  /// element to the next in the dimensions but the innermost.
  uint64_t dim[5] = {};
  uint64_t stride[4] = {};
  /// Elements of the box in each dimension, and how far apart they are.
  uint16_t box[5] = {};
  uint8_t step[5] = {};
  /// Boxes are columns of pixels (im2col): box[0] channels of box[1] pixels.
  uint8_t im2col = 0;
  /// Pixels begin at `lower` and end before dim + `upper`, from dimension 1 to
  /// the last but one.
  int16_t lower[3] = {}, upper[3] = {};
  uint8_t reserved[12] = {};

  bool isValid() const {
    return magic == kMagic && rank >= 1 && rank <= 5 &&
           element <= TensorElement::TF32Ftz &&
           swizzle <= TensorSwizzle::B128 && im2col <= (rank > 2);
  }
  unsigned elementBytes() const {
    static constexpr uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4, 4};
    return bytes[unsigned(element)];
  }
  static TensorMapBytes load(const uint8_t *p) {
    TensorMapBytes map;
    memcpy(static_cast<void *>(&map), p, sizeof(map));
    return map;
  }
};
/// Parses what follows `tensormap:` (Arguments.h). The address of the map is
/// the offset in the buffer, which is argument number `buffer`.
llvm::Expected<TensorMapBytes> parseTensorMap(llvm::StringRef text,
                                              unsigned &buffer);

static_assert(sizeof(TensorMapBytes) == 128, "a CUtensorMap has 128 bytes");

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_TENSORMAP_H
