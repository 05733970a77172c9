//===- TextureUnit.h - What the texture unit returns ------------*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In integers, as hardware does it: a position has 64 bits before and 64 behind
// the point, a filter's share of a texel eight bits behind it, rounded half up.
// Sums are exact and rounded once, to nearest even.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_LIB_EXECUTION_TEXTUREUNIT_H
#define PTX_MLIR_LIB_EXECUTION_TEXTUREUNIT_H

#include "ptx-mlir/Execution/Memory.h"
#include "ptx-mlir/Execution/Texture.h"

namespace ptxmlir::exec {

/// What a lane asks for: bits of f32 coordinates, or whole ones.
struct TextureRequest {
  uint32_t coordinates[3] = {0, 0, 0};
  int32_t offsets[3] = {0, 0, 0};
  uint32_t layer = 0;
};

class TextureUnit {
public:
  /// Of one level and one sample of each place.
  TextureUnit(MemoryView &memory, const TextureObject &texture,
              const Sampler &sampler, unsigned level = 0, unsigned sample = 0)
      : memory(memory), texture(texture), image(texture.image.level(level)),
        sampler(sampler) {
    image.address += uint64_t(sample) * image.texelBytes();
    axes = image.dimensions();
  }

  bool readsNumbers() const {
    return image.kind == ChannelKind::Float || texture.readsFraction;
  }
  void fetch(const TextureRequest &request, uint32_t (&to)[4]) const;
  void load(const TextureRequest &request, uint32_t (&to)[4]) const;
  void gather(const TextureRequest &request, unsigned channel,
              uint32_t (&to)[4]) const;

private:
  using Fixed = __int128;
  /// Two neighbours along an axis, kOutside: the border, and their shares of
  /// 256.
  struct Pair {
    int64_t index[2];
    uint32_t share[2];
  };
  static constexpr int64_t kOutside = -1;

  Pair locate(unsigned axis, Fixed position, bool mixes) const;
  void locateAll(const TextureRequest &request, bool mixes, Pair (&pairs)[3],
                 uint64_t &slice) const;
  uint64_t firstSlice(uint32_t layer) const;
  uint32_t extent(unsigned axis) const {
    return axis == 0 ? image.width : axis == 1 ? image.height : image.depth;
  }
  void read(int64_t x, int64_t y, int64_t z, uint64_t slice,
            uint32_t (&to)[4]) const;

  MemoryView &memory;
  const TextureObject &texture;
  Image image;
  const Sampler &sampler;
  unsigned axes;
};

} // namespace ptxmlir::exec

#endif // PTX_MLIR_LIB_EXECUTION_TEXTUREUNIT_H
