//===- Texture.cpp - Textures, samplers and surfaces from text ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Textures, samplers and surfaces as the arguments of ptx-run describe them,
// checked so that the engines need not.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Texture.h"
#include "ptx-mlir/Execution/Launch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using llvm::StringRef;
using llvm::Twine;

static llvm::Error bad(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

StringRef exec::nameOf(ImageShape shape) {
  static constexpr const char *names[] = {
      "1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms"};
  return names[unsigned(shape)];
}

Image Image::level(unsigned number) const {
  Image at = *this;
  at.levels = 0;
  for (; number; --number) {
    at.address += at.slices() * at.height * at.pitch;
    at.width = std::max(1u, at.width / 2);
    at.height = std::max(1u, at.height / 2);
    at.depth = std::max(1u, at.depth / 2);
    at.pitch = uint64_t(at.width) * at.placeBytes();
  }
  return at;
}

uint64_t Image::bytes() const {
  Image last = level(levelCount() - 1);
  return last.address - address +
         (last.slices() * last.height - 1) * last.pitch +
         uint64_t(last.width) * last.placeBytes();
}

uint32_t Image::channelTypeNumber(bool normalized) const {
  unsigned size = channelBytes == 1 ? 0 : channelBytes == 2 ? 1 : 2;
  switch (kind) {
  case ChannelKind::Signed:
    return (normalized ? 0x10d0 : 0x10d7) + size;
  case ChannelKind::Unsigned:
    return (normalized ? 0x10d2 : 0x10da) + size;
  case ChannelKind::Float:
    break;
  }
  return channelBytes == 2 ? 0x10dd : 0x10de;
}

std::string exec::getParamImageName(StringRef param) {
  return ("parameter " + param).str(); // No name in PTX has a space.
}

uint32_t exec::findBoundTexture(llvm::ArrayRef<TextureObject> objects,
                                StringRef name) {
  for (size_t k = 0; k < objects.size(); ++k)
    if (objects[k].name == name)
      return uint32_t(k + 1);
  return 0;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `<element>x<channels>`: u8 s8 u16 s16 u32 s32 f16 f32, of 1, 2 or 4 channels
/// (none: 1).
static bool parseElement(StringRef text, Image &image) {
  auto [type, count] = text.split('x');
  unsigned channels = 1, bits;
  if (text.contains('x') && count.getAsInteger(10, channels))
    return false;
  if (channels != 1 && channels != 2 && channels != 4)
    return false;
  if (type.size() < 2 || type.drop_front().getAsInteger(10, bits) ||
      (bits != 8 && bits != 16 && bits != 32))
    return false;
  switch (type[0]) {
  case 'u':
    image.kind = ChannelKind::Unsigned;
    break;
  case 's':
    image.kind = ChannelKind::Signed;
    break;
  case 'f':
    image.kind = ChannelKind::Float;
    if (bits == 8)
      return false;
    break;
  default:
    return false;
  }
  image.channelBytes = uint8_t(bits / 8);
  image.channels = uint8_t(channels);
  return true;
}

static bool parseAddressModes(StringRef text, Sampler &sampler) {
  static constexpr const char *names[] = {"wrap", "mirror", "clamp_ogl",
                                          "clamp", "border"};
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, 'x');
  if (parts.size() > 3)
    return false;
  for (size_t k = 0; k < 3; ++k) {
    const auto *found = llvm::find(names, parts[std::min(k, parts.size() - 1)]);
    if (found == std::end(names))
      return false;
    sampler.address[k] = AddressMode(found - std::begin(names));
  }
  return true;
}

/// `<width>x<height>x<depth>`: how many there are, 0 if the text is wrong.
static unsigned parseExtent(StringRef text, Image &image) {
  // What headers of textures have room for.
  constexpr uint32_t kMost = 1 << 27;
  llvm::SmallVector<StringRef, 3> parts;
  text.split(parts, 'x');
  uint32_t *to[] = {&image.width, &image.height, &image.depth};
  if (parts.size() > 3)
    return 0;
  for (size_t k = 0; k < parts.size(); ++k)
    if (parts[k].getAsInteger(0, *to[k]) || !*to[k] || *to[k] > kMost)
      return 0;
  return unsigned(parts.size());
}

static bool setShape(Image &image, unsigned dimensions, bool hasLayers,
                     bool isCube) {
  if (image.samples) {
    image.shape = hasLayers ? ImageShape::SamplePlanes : ImageShape::Samples;
    return dimensions == 2 && !isCube && !image.levels;
  }
  if (isCube) {
    image.shape = hasLayers ? ImageShape::Cubes : ImageShape::Cube;
    return dimensions == 2 && image.width == image.height;
  }
  if (hasLayers) {
    image.shape = dimensions == 1 ? ImageShape::Lines : ImageShape::Planes;
    return dimensions <= 2;
  }
  image.shape = dimensions == 1   ? ImageShape::Line
                : dimensions == 2 ? ImageShape::Plane
                                  : ImageShape::Volume;
  return true;
}

llvm::Expected<TextureObject>
exec::parseTexture(TextureObject::Kind kind, StringRef text, unsigned &buffer) {
  TextureObject object;
  object.kind = kind;
  Image &image = object.image;
  bool hasImage = kind != TextureObject::SamplerOnly;
  bool hasSampler = kind != TextureObject::Surface;
  StringRef settings = text;
  if (hasImage) {
    auto [index, rest] = text.split(',');
    if (index.getAsInteger(0, buffer))
      return bad("'" + index + "' is not the number of an argument");
    auto [element, others] = rest.split(',');
    if (!parseElement(element, image))
      return bad("unknown element '" + element + "'");
    settings = others;
  }
  unsigned dimensions = 0;
  bool hasLayers = false, isCube = false;
  llvm::SmallVector<StringRef, 8> parts;
  settings.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [name, value] = part.split('=');
    bool known = false;
    if (hasImage && name == "dim") {
      known = (dimensions = parseExtent(value, image));
    } else if (hasImage && name == "layers") {
      hasLayers = true;
      known = !value.getAsInteger(0, image.layers) && image.layers >= 1 &&
              image.layers <= 65536;
    } else if (kind == TextureObject::Texture && name == "levels") {
      known = !value.getAsInteger(0, image.levels) && image.levels;
    } else if (kind == TextureObject::Texture && name == "samples") {
      known = !value.getAsInteger(0, image.samples) && image.samples &&
              image.samples <= 32;
    } else if (hasImage && part == "cube") {
      known = isCube = true;
    } else if (hasImage && name == "pitch") {
      known = !value.getAsInteger(0, image.pitch) && image.pitch &&
              image.pitch < uint64_t(1) << 32;
    } else if (hasImage && name == "offset") {
      known = !value.getAsInteger(0, image.address);
    } else if (hasSampler && name == "address") {
      known = parseAddressModes(value, object.sampler);
    } else if (hasSampler && part == "filter=linear") {
      known = object.sampler.isLinear = true;
    } else if (hasSampler && part == "coords=normalized") {
      known = object.sampler.isNormalized = true;
    } else if (kind == TextureObject::Texture && part == "read=fraction") {
      known = object.readsFraction = true;
    }
    if (!known)
      return bad("'" + part + "' says nothing of a " +
                 (kind == TextureObject::Texture   ? "texture"
                  : kind == TextureObject::Surface ? "surface"
                                                   : "sampler"));
  }
  if (!hasImage)
    return object;
  if (!dimensions)
    return bad("'" + text + "': dim is missing");
  if (!setShape(image, dimensions, hasLayers, isCube))
    return bad("'" + text + "': there is no such array or cube");
  uint32_t longest = std::max({image.width, image.height, image.depth});
  if (image.levelCount() > 1 + llvm::Log2_32(longest))
    return bad("'" + text + "': the last level is " +
               Twine(llvm::Log2_32(longest)));
  uint64_t row = uint64_t(image.width) * image.placeBytes();
  if (!image.pitch)
    image.pitch = row;
  if (image.pitch < row || image.pitch % image.channelBytes)
    return bad("'" + text + "': a row of " + Twine(row) +
               " bytes does not fit the pitch");
  if (object.readsFraction &&
      (image.kind == ChannelKind::Float || image.channelBytes == 4))
    return bad("'" + text + "': only integers of 8 and 16 bits are fractions");
  return object;
}
