//===- TextureSampling.h - Texels and what lies between them ----*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texture fetching of the CUDA programming guide: of N texels the nearest one
// is floor(x), the linear filter mixes floor(x - 0.5) and its neighbour by the
// fraction of x - 0.5 in nine bits, of which eight are behind the point. Of
// what the guide leaves open: the fraction is rounded to the nearest, half up;
// the sum of the products is exact and rounded once to f32.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_PTX_TEXTURESAMPLING_H
#define PTX_MLIR_LIB_EXECUTION_PTX_TEXTURESAMPLING_H

#include "ptx-mlir/Execution/Memory.h"
#include "ptx-mlir/Execution/Texture.h"
#include <array>

namespace ptxmlir::interp {

/// Four components as 32 bits: integers, or f32.
using Texel = std::array<uint32_t, 4>;

/// Where a texture is sampled.
struct SamplePlace {
  double at[3] = {0, 0, 0};
  int64_t offset[3] = {0, 0, 0};
  uint64_t slice = 0;
};

class TextureReader {
public:
  /// Reads one level, of several samples one.
  TextureReader(exec::GlobalMemory &memory, const exec::TextureObject &object,
                const exec::Sampler &sampler, unsigned level = 0,
                unsigned sample = 0)
      : memory(memory), object(object), image(object.image.level(level)),
        sampler(sampler), sampleOffset(sample * image.texelBytes()) {}

  /// Its components are numbers that a filter can mix.
  bool hasFractions() const {
    return object.readsFraction || image.kind == exec::ChannelKind::Float;
  }
  /// The slice of a layer; indices beyond the last one are the last one.
  uint64_t sliceOf(uint64_t layer) const;
  /// The face that a direction points to; `place` gets the slice in its layer
  /// and the coordinates in the face.
  static void chooseFace(double x, double y, double z, SamplePlace &place);

  /// The texel at whole coordinates; outside there are zeros.
  Texel load(const int64_t (&at)[3], uint64_t slice) const;
  Texel sample(const SamplePlace &place) const;
  /// One component of the four texels that a linear filter would mix.
  Texel gather(const SamplePlace &place, unsigned component) const;

private:
  /// The two texels of an axis (-1: the border) and how much of the second, in
  /// units of 1/256.
  struct Axis {
    int64_t first = 0, second = 0;
    unsigned share = 0;
  };
  Axis resolve(unsigned k, const SamplePlace &place, bool linear) const;
  uint32_t component(const uint8_t *texel, unsigned c) const;

  exec::GlobalMemory &memory;
  const exec::TextureObject &object;
  const exec::Image image;
  const exec::Sampler &sampler;
  uint64_t sampleOffset;
};

} // namespace ptxmlir::interp

#endif // PTX_MLIR_LIB_EXECUTION_PTX_TEXTURESAMPLING_H
