//===- Texture.h - Textures, samplers and surfaces of a launch --*- C++ -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a driver would write into the headers of textures, samplers and
// surfaces: data only, no line that says what an instruction does with it.
//
// A handle is a number from 1 on, the place of the object in the list of the
// launch, in its low word; the upper one tells the kind, as ptxas's code for
// istypep reads it. The low 20 bits of what an instruction is given name the
// texture, the 12 above them the sampler; 0: the sampler that the texture has
// itself.
//
// The texels of an object lie in global memory, row after row, slice after
// slice (layers, and of cubes their six faces, are slices), of several samples
// those of a place side by side. The levels of a mipmap lie one behind the
// other, rows of all but the first one without gaps.
//
//===----------------------------------------------------------------------===//

#ifndef PTX_MLIR_EXECUTION_TEXTURE_H
#define PTX_MLIR_EXECUTION_TEXTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace ptxmlir::exec {

enum class ImageShape : uint8_t {
  Line,
  Plane,
  Volume,
  Lines, ///< layers of lines
  Planes,
  Cube,
  Cubes,
  Samples, ///< a plane with several samples at each place
  SamplePlanes
};
llvm::StringRef nameOf(ImageShape shape);

enum class ChannelKind : uint8_t { Unsigned, Signed, Float };

/// How texels lie in memory.
struct Image {
  ImageShape shape = ImageShape::Line;
  ChannelKind kind = ChannelKind::Unsigned;
  uint8_t channelBytes = 4;
  uint8_t channels = 1; ///< 1, 2 or 4
  uint64_t address = 0;
  uint32_t width = 1, height = 1, depth = 1;
  /// Elements of an array; of cubes, cubes.
  uint32_t layers = 1;
  /// Bytes from one row to the next.
  uint64_t pitch = 0;
  /// Of a mipmap; 0: it is none.
  uint8_t levels = 0;
  /// At each place; 0: it has not several.
  uint8_t samples = 0;

  unsigned texelBytes() const { return unsigned(channelBytes) * channels; }
  /// From one place of a row to the next.
  unsigned placeBytes() const { return texelBytes() * (samples ? samples : 1); }
  bool isLayered() const {
    return shape == ImageShape::Lines || shape == ImageShape::Planes ||
           shape == ImageShape::Cubes || shape == ImageShape::SamplePlanes;
  }
  unsigned levelCount() const { return levels ? levels : 1; }
  /// One level by itself: half of each dimension for each further one, rounded
  /// down, but not below 1 (PTX ISA, 9.7.10.2).
  Image level(unsigned number) const;
  bool isCube() const {
    return shape == ImageShape::Cube || shape == ImageShape::Cubes;
  }
  /// Coordinates that are no index of a layer.
  unsigned dimensions() const {
    return shape == ImageShape::Line || shape == ImageShape::Lines ? 1
           : shape == ImageShape::Volume                           ? 3
                                                                   : 2;
  }
  uint64_t slices() const {
    return shape == ImageShape::Volume ? depth
                                       : uint64_t(layers) * (isCube() ? 6 : 1);
  }
  uint64_t bytes() const;
  /// What the descriptors of a driver have for a query: the numbers of OpenCL.
  uint32_t channelTypeNumber(bool normalized) const;
  uint32_t channelOrderNumber() const {
    return channels == 1 ? 0x10b0 : channels == 2 ? 0x10b2 : 0x10b5;
  }
};

/// The numbers are those of the PTX ISA.
enum class AddressMode : uint8_t {
  Wrap,
  Mirror,
  ClampOGL,
  ClampToEdge,
  ClampToBorder
};

struct Sampler {
  AddressMode address[3] = {AddressMode::ClampToEdge, AddressMode::ClampToEdge,
                            AddressMode::ClampToEdge};
  bool isLinear = false;
  /// Coordinates go from 0 to 1.
  bool isNormalized = false;
};

struct TextureObject {
  enum Kind : uint8_t { Texture, SamplerOnly, Surface } kind = Texture;
  Image image;
  Sampler sampler;
  /// Integers are read as fractions: up to 1, or from -1 to 1.
  bool readsFraction = false;
  /// The variable of the module that stands for it; empty: it has a handle.
  std::string name;
};

/// The bits of a handle that name the texture; the sampler's are above them.
constexpr unsigned kTextureIndexBits = 20;

/// The upper word of a handle.
constexpr uint32_t kindWord(TextureObject::Kind kind) {
  return kind == TextureObject::Texture       ? 0x20000000
         : kind == TextureObject::SamplerOnly ? 0x40000000
                                              : 0x80000000;
}
/// What a parameter of 64 bits has for the object with that number.
inline uint64_t makeHandle(llvm::ArrayRef<TextureObject> objects,
                           uint32_t number) {
  return number ? uint64_t(kindWord(objects[number - 1].kind)) << 32 | number
                : 0;
}

/// The object with that number, or null.
inline const TextureObject *findTexture(llvm::ArrayRef<TextureObject> objects,
                                        uint64_t number,
                                        TextureObject::Kind kind) {
  return number >= 1 && number <= objects.size() &&
                 objects[number - 1].kind == kind
             ? &objects[number - 1]
             : nullptr;
}
/// The handle of the object that a variable stands for; 0: none.
uint32_t findBoundTexture(llvm::ArrayRef<TextureObject> objects,
                          llvm::StringRef name);

/// Parses what follows `texture:`, `sampler:` or `surface:` (Arguments.h). The
/// address of the image is the offset in the buffer, which is argument number
/// `buffer`.
llvm::Expected<TextureObject>
parseTexture(TextureObject::Kind kind, llvm::StringRef text, unsigned &buffer);

} // namespace ptxmlir::exec

#endif // PTX_MLIR_EXECUTION_TEXTURE_H
