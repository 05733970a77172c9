//===- Texture.cpp - Textures and queries ---------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.10: tex, tld4, txq, istypep; suq of 9.7.11. Of mipmaps one
// level is read, the nearest one; how derivatives choose it is not told.
// Comparisons with a reference value have no meaning here.
//
//===----------------------------------------------------------------------===//

#include "Float.h"
#include "State.h"
#include "TextureSampling.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::ImageShape;
using exec::TextureObject;
using ptx::DataType;
using ptx::Geometry;

std::optional<ImageShape> interp::shapeOf(Geometry geometry) {
  switch (geometry) {
  case Geometry::N1d:
    return ImageShape::Line;
  case Geometry::N2d:
    return ImageShape::Plane;
  case Geometry::N3d:
    return ImageShape::Volume;
  case Geometry::A1d:
    return ImageShape::Lines;
  case Geometry::A2d:
    return ImageShape::Planes;
  case Geometry::Cube:
    return ImageShape::Cube;
  case Geometry::Acube:
    return ImageShape::Cubes;
  case Geometry::N2dms:
    return ImageShape::Samples;
  case Geometry::A2dms:
    return ImageShape::SamplePlanes;
  default:
    return std::nullopt;
  }
}

const TextureObject *interp::findObject(Warp &w, const Instr &inst,
                                        unsigned lane, uint64_t number,
                                        TextureObject::Kind kind) {
  static constexpr const char *kinds[] = {"texture", "sampler", "surface"};
  if (auto *object = exec::findTexture(w.launch->config.textures, number, kind))
    return object;
  w.launch->fault(w, inst, int(lane),
                  llvm::formatv("no {0} has the handle {1}{2}", kinds[kind],
                                number,
                                number ? "" : ": nothing is bound to it"));
  return nullptr;
}

/// `imm` of tex and tld4: where the coordinates, the offsets, the sampler and
/// the level are in the sources; of tld4 also the component.
namespace {
struct FetchSpec {
  unsigned coords, offsets, sampler, component, lod;
  static constexpr unsigned kNone = 255;
  uint64_t pack() const {
    return coords | offsets << 8 | sampler << 16 | component << 24 |
           uint64_t(lod) << 32;
  }
  static FetchSpec unpack(uint64_t imm) {
    return {unsigned(imm & 255), unsigned(imm >> 8 & 255),
            unsigned(imm >> 16 & 255), unsigned(imm >> 24 & 255),
            unsigned(imm >> 32)};
  }
};
} // namespace

/// The texture of a fetch and its sampler, if they fit the instruction.
static const TextureObject *chooseTexture(Warp &w, const Instr &inst,
                                          unsigned lane, Geometry geometry,
                                          const FetchSpec &spec, bool filters,
                                          exec::Sampler &sampler) {
  uint64_t handle = uint32_t(w.in(inst, 0)[lane]);
  uint64_t index = handle & ((1 << exec::kTextureIndexBits) - 1);
  bool hasSampler = spec.sampler != FetchSpec::kNone;
  uint64_t samplerIndex = hasSampler ? uint32_t(w.in(inst, spec.sampler)[lane])
                                     : handle >> exec::kTextureIndexBits;
  const TextureObject *texture =
      findObject(w, inst, lane, index, TextureObject::Texture);
  if (!texture)
    return nullptr;
  ImageShape shape = *shapeOf(geometry);
  if (texture->image.shape != shape) {
    w.launch->fault(w, inst, int(lane),
                    llvm::formatv("the texture is {0}, not {1}",
                                  exec::nameOf(texture->image.shape),
                                  exec::nameOf(shape)));
    return nullptr;
  }
  sampler = texture->sampler;
  if (hasSampler || samplerIndex) {
    auto *other =
        findObject(w, inst, lane, samplerIndex, TextureObject::SamplerOnly);
    if (!other)
      return nullptr;
    sampler = other->sampler;
  }
  TextureReader reader(w.launch->program.memory, *texture, sampler);
  if (filters && sampler.isLinear && !reader.hasFractions()) {
    w.launch->fault(w, inst, int(lane), "a linear filter of integers");
    return nullptr;
  }
  return texture;
}

static SamplePlace placeOf(Warp &w, const Instr &inst, unsigned lane,
                           const FetchSpec &spec, const TextureObject &texture,
                           const TextureReader &reader) {
  SamplePlace place;
  unsigned next = spec.coords, count = texture.image.dimensions();
  if (texture.image.isLayered())
    place.slice = reader.sliceOf(w.in(inst, next++)[lane]);
  auto coordinate = [&](unsigned k) {
    return double(asFloat(w.in(inst, next + k)[lane]));
  };
  if (texture.image.isCube())
    TextureReader::chooseFace(coordinate(0), coordinate(1), coordinate(2),
                              place);
  else
    for (unsigned k = 0; k < count; ++k)
      place.at[k] = coordinate(k);
  if (spec.offsets != FetchSpec::kNone)
    for (unsigned k = 0; k < count; ++k)
      place.offset[k] = int32_t(w.in(inst, spec.offsets + k)[lane]);
  return place;
}

/// The texel at whole coordinates.
static Texel loadTexel(Warp &w, const Instr &inst, unsigned lane,
                       const FetchSpec &spec, const TextureObject &texture,
                       const TextureReader &reader) {
  // (The sample comes first.)
  unsigned next = spec.coords + (texture.image.samples != 0);
  uint64_t slice = 0;
  if (texture.image.isLayered())
    slice = reader.sliceOf(w.in(inst, next++)[lane]);
  int64_t at[3] = {0, 0, 0};
  for (unsigned k = 0; k < texture.image.dimensions(); ++k) {
    at[k] = int32_t(w.in(inst, next + k)[lane]);
    if (spec.offsets != FetchSpec::kNone)
      at[k] += int32_t(w.in(inst, spec.offsets + k)[lane]);
  }
  return reader.load(at, slice);
}

/// What of a texture a fetch reads: a level, a sample.
namespace {
struct Part {
  unsigned level = 0, sample = 0;
};
} // namespace
static std::optional<Part> choosePart(Warp &w, const Instr &inst, unsigned lane,
                                      const FetchSpec &spec,
                                      const ptx::TexModifiers &m,
                                      const exec::Image &image) {
  Part part;
  auto bad = [&](std::string what) {
    w.launch->fault(w, inst, int(lane), std::move(what));
    return std::nullopt;
  };
  if (image.samples) {
    uint64_t sample = w.in(inst, spec.coords)[lane];
    if (sample >= image.samples)
      return bad(llvm::formatv("the texture has no sample {0}", sample));
    part.sample = unsigned(sample);
  }
  if (m.mip == ptx::MipMode::Grad && image.levelCount() > 1)
    return bad("how gradients choose a level is not known");
  if (m.mip != ptx::MipMode::Level)
    return part;
  uint64_t lod = w.in(inst, spec.lod)[lane];
  unsigned last = image.levelCount() - 1;
  if (m.srcType == DataType::S32) {
    if (lod > last)
      return bad(llvm::formatv("the texture has no level {0}", int32_t(lod)));
    part.level = unsigned(lod);
    return part;
  }
  // The nearest one there is; a NaN is the first one.
  double nearest = std::floor(double(asFloat(lod)) + 0.5);
  part.level = nearest > 0 ? unsigned(std::min(nearest, double(last))) : 0;
  return part;
}

static void writeTexel(Warp &w, const Instr &inst, unsigned lane, DataType type,
                       const Texel &texel) {
  auto half = [&](unsigned c) {
    float f = asFloat(texel[c]);
    return f != f ? kF16.canonicalNaN() : fromDouble(kF16, f, Round::Even);
  };
  unsigned values = type == DataType::F16x2 ? 2 : 4;
  for (unsigned k = 0; k < values; ++k)
    w.out(inst, k)[lane] = type == DataType::F16x2
                               ? half(2 * k) | half(2 * k + 1) << 16
                           : type == DataType::F16 ? half(k)
                                                   : texel[k];
  // All of it is resident.
  if (inst.out.size() > values)
    w.out(inst, values)[lane] = 1;
}

static void runTex(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::TexModifiers::unpack(inst.mods);
  FetchSpec spec = FetchSpec::unpack(inst.imm);
  // With gradients ptxas takes the bits of whole coordinates for floats.
  bool whole = m.srcType == DataType::S32 && m.mip != ptx::MipMode::Grad;
  forLanes(active, [&](unsigned l) {
    exec::Sampler sampler;
    const TextureObject *texture =
        w.launch->faulted()
            ? nullptr
            : chooseTexture(w, inst, l, m.geometry, spec, !whole, sampler);
    if (!texture)
      return;
    std::optional<Part> part = choosePart(w, inst, l, spec, m, texture->image);
    if (!part)
      return;
    TextureReader reader(w.launch->program.memory, *texture, sampler,
                         part->level, part->sample);
    writeTexel(
        w, inst, l, m.dataType,
        whole ? loadTexel(w, inst, l, spec, *texture, reader)
              : reader.sample(placeOf(w, inst, l, spec, *texture, reader)));
  });
}

static void runTld4(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::Tld4Modifiers::unpack(inst.mods);
  FetchSpec spec = FetchSpec::unpack(inst.imm);
  forLanes(active, [&](unsigned l) {
    exec::Sampler sampler;
    const TextureObject *texture =
        w.launch->faulted()
            ? nullptr
            : chooseTexture(w, inst, l, m.geometry, spec, false, sampler);
    if (!texture)
      return;
    TextureReader reader(w.launch->program.memory, *texture, sampler);
    writeTexel(w, inst, l, m.dataType,
               reader.gather(placeOf(w, inst, l, spec, *texture, reader),
                             spec.component));
  });
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static uint32_t answer(ptx::TexQuery query, const TextureObject &object,
                       unsigned level) {
  const exec::Image image = object.image.level(level);
  const exec::Sampler &sampler = object.sampler;
  switch (query) {
  case ptx::TexQuery::Width:
    return image.width;
  case ptx::TexQuery::Height:
    return image.dimensions() > 1 ? image.height : 0;
  case ptx::TexQuery::Depth:
    return image.dimensions() > 2 ? image.depth : 0;
  case ptx::TexQuery::ChannelDataType:
    return image.channelTypeNumber(object.readsFraction);
  case ptx::TexQuery::ChannelOrder:
    return image.channelOrderNumber();
  case ptx::TexQuery::NormalizedCoords:
    return sampler.isNormalized;
  case ptx::TexQuery::ArraySize:
    return image.isLayered() ? image.layers : 0;
  case ptx::TexQuery::NumMipmapLevels:
    return object.image.levels;
  case ptx::TexQuery::NumSamples:
    return image.samples;
  case ptx::TexQuery::FilterMode:
    return sampler.isLinear;
  case ptx::TexQuery::AddrMode0:
  case ptx::TexQuery::AddrMode1:
  case ptx::TexQuery::AddrMode2:
    return uint32_t(
        sampler.address[unsigned(query) - unsigned(ptx::TexQuery::AddrMode0)]);
  case ptx::TexQuery::ForceUnnormalizedCoords:
    return !sampler.isNormalized;
  case ptx::TexQuery::MemoryLayout:
    return 0;
  default:
    return 0;
  }
}

static void runQuery(Warp &w, const Instr &inst, LaneMask active) {
  auto query = ptx::TexQuery(inst.imm & 255);
  bool isSurface = inst.imm >> 8;
  int lod = isSurface ? -1 : findSource(inst, "lod");
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    uint64_t handle = uint32_t(w.in(inst, 0)[l]);
    // What samplers have may be asked of one.
    auto *object = exec::findTexture(w.launch->config.textures, handle,
                                     TextureObject::SamplerOnly);
    if (!object || isSurface || query < ptx::TexQuery::FilterMode)
      object = findObject(w, inst, l, handle,
                          isSurface ? TextureObject::Surface
                                    : TextureObject::Texture);
    if (!object)
      return;
    uint64_t level = lod >= 0 ? w.in(inst, unsigned(lod))[l] : 0;
    if (level >= object->image.levelCount())
      w.launch->fault(w, inst, int(l),
                      llvm::formatv("the texture has no level {0}", level));
    else
      w.out(inst, 0)[l] = answer(query, *object, unsigned(level));
  });
}

static void runIstypep(Warp &w, const Instr &inst, LaneMask active) {
  auto type = ptx::IstypepModifiers::unpack(inst.mods).type;
  auto kind = type == ptx::OpaqueType::Texref    ? TextureObject::Texture
              : type == ptx::OpaqueType::Surfref ? TextureObject::Surface
                                                 : TextureObject::SamplerOnly;
  forLanes(active, [&](unsigned l) {
    uint64_t handle = w.in(inst, 0)[l];
    w.out(inst, 0)[l] =
        handle >> 32 == exec::kindWord(kind) &&
        exec::findTexture(w.launch->config.textures, uint32_t(handle), kind);
  });
}

void interp::fillTextureHandle(Warp &w, const Instr &inst, LaneMask active) {
  const auto &objects = w.launch->config.textures;
  uint64_t handle = exec::makeHandle(
      objects,
      exec::findBoundTexture(objects, w.launch->program.opaqueVars[inst.imm]));
  forLanes(active, [&](unsigned l) { w.out(inst, 0)[l] = handle; });
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static bool bindFetch(Instr &inst, Geometry geometry, bool hasReference,
                      unsigned component, Handler run) {
  int coords = findSource(inst, "coords");
  // (The numbers of what is not there, -1, end in FetchSpec::kNone.)
  int offsets = findSource(inst, "offsets"),
      sampler = findSource(inst, "sampler"), lod = findSource(inst, "lod");
  if (hasReference || !shapeOf(geometry) || coords < 0)
    return false;
  inst.imm = FetchSpec{unsigned(coords), unsigned(offsets) & 255,
                       unsigned(sampler) & 255, component, unsigned(lod) & 255}
                 .pack();
  inst.run = run;
  return true;
}

bool interp::bindTexture(Instr &inst, ptx::Opcode opcode) {
  switch (opcode) {
  case ptx::Opcode::Tex: {
    auto m = ptx::TexModifiers::unpack(inst.mods);
    return bindFetch(inst, m.geometry, m.hasReference, 0, runTex);
  }
  case ptx::Opcode::Tld4: {
    auto m = ptx::Tld4Modifiers::unpack(inst.mods);
    return bindFetch(inst, m.geometry, m.hasReference,
                     unsigned(m.component) - 1, runTld4);
  }
  case ptx::Opcode::Txq:
    inst.imm = uint64_t(ptx::TxqModifiers::unpack(inst.mods).query);
    inst.run = runQuery;
    return true;
  case ptx::Opcode::Suq:
    inst.imm = uint64_t(ptx::SuqModifiers::unpack(inst.mods).query) | 1 << 8;
    inst.run = runQuery;
    return true;
  case ptx::Opcode::Istypep:
    inst.run = runIstypep;
    return true;
  default:
    return false;
  }
}
