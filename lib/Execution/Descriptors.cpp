//===- Descriptors.cpp - What queries of images read ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The offsets are those of the code that ptxas 13.0.88 makes of each query, the
// same on all SMs. How long an entry is the driver decides.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Descriptors.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;

std::optional<DescriptorTable>
exec::findDescriptorTable(llvm::StringRef symbol) {
  return llvm::StringSwitch<std::optional<DescriptorTable>>(symbol)
      .Case(".nv.unified.texrefDescSize", DescriptorTable::UnifiedTextures)
      .Case(".nv.independent.texrefDescSize", DescriptorTable::Textures)
      .Case(".nv.independent.samplerrefDescSize", DescriptorTable::Samplers)
      .Case(".nv.surfrefDescSize", DescriptorTable::Surfaces)
      .Default(std::nullopt);
}

unsigned exec::placeOf(DescriptorTable table) {
  return table == DescriptorTable::Surfaces   ? 2
         : table == DescriptorTable::Samplers ? 1
                                              : 0;
}

unsigned exec::entryBytes(DescriptorTable table) {
  return table == DescriptorTable::UnifiedTextures ? 64
         : table == DescriptorTable::Textures      ? 48
                                                   : 32;
}

static void describeSampler(const Sampler &sampler, uint32_t *words) {
  for (unsigned k = 0; k < 3; ++k)
    words[k] = uint32_t(sampler.address[k]);
  words[3] = sampler.isLinear;
}

/// From the coordinates on: the same in both modes of textures.
static void describeTexture(const TextureObject &object, uint32_t *words) {
  const Image &image = object.image;
  words[0] = object.sampler.isNormalized;
  words[1] = image.channelTypeNumber(object.readsFraction);
  words[2] = image.channelOrderNumber();
  words[3] = image.isLayered() ? image.layers : 0;
  words[4] = image.levels;
  words[5] = image.samples;
}

static void describe(DescriptorTable table, const TextureObject &object,
                     uint32_t *words) {
  const Image &image = object.image;
  if (table != DescriptorTable::Samplers) {
    words[0] = image.width;
    words[1] = image.height;
    words[2] = image.depth;
  }
  switch (table) {
  case DescriptorTable::UnifiedTextures:
    describeSampler(object.sampler, words + 3);
    describeTexture(object, words + 7);
    break;
  case DescriptorTable::Textures:
    describeTexture(object, words + 3);
    break;
  case DescriptorTable::Samplers:
    describeSampler(object.sampler, words);
    words[4] = !object.sampler.isNormalized;
    break;
  case DescriptorTable::Surfaces:
    words[3] = image.channelTypeNumber(object.readsFraction);
    words[4] = image.channelOrderNumber();
    words[5] = 0; // the layout in memory: pitch linear
    words[7] = image.isLayered() ? image.layers : 0;
    break;
  }
}

std::vector<uint32_t>
exec::makeDescriptors(DescriptorTable table,
                      llvm::ArrayRef<TextureObject> objects) {
  TextureObject::Kind kind =
      table == DescriptorTable::Surfaces   ? TextureObject::Surface
      : table == DescriptorTable::Samplers ? TextureObject::SamplerOnly
                                           : TextureObject::Texture;
  size_t stride = entryBytes(table) / 4;
  std::vector<uint32_t> words((objects.size() + 1) * stride);
  for (size_t k = 0; k < objects.size(); ++k)
    if (objects[k].kind == kind)
      describe(table, objects[k], words.data() + (k + 1) * stride);
  return words;
}
