//===- TextureOps.cpp - TEX, TLD, TLD4, TXD, TXQ --------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout of the operands, from the code that ptxas 13.0.88 makes: `a` and then
// `b` have the index of a layer (16 bits), the coordinates, the handle (.B),
// the level of detail, the offsets (4 bits for each coordinate; 8 bits apart in
// TLD4, which has 6 of them), the sample. TXD has the handle first, its offsets
// from bit 16 on beside the index of a layer, and these behind the coordinates.
// A line of texels is fetched as a plane of one row (its header says that it is
// a line).
//
// One level is read, the nearest one. How derivatives choose it is not told, so
// that they are for textures of one level.
//
//===----------------------------------------------------------------------===//

#include "TextureOps.h"
#include "TextureUnit.h"
#include "ptx-mlir/ISA/TextureShapes.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::TexDim;
using isa::sem::Fmt;

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

HandlePlace exec::bindHandle(Binder &b, llvm::StringRef name) {
  // (Registers that a form has no place for are zero.)
  auto present = [&](llvm::StringRef slot) {
    int i = b.slot(slot);
    return i >= 0 && b.inst.ops[size_t(i)].kind != isa::Operand::None &&
           b.inst.ops[size_t(i)].reg != kZeroRow;
  };
  if (present("ur2"))
    b.unsupported("a handle in two uniform registers apart");
  if (present("ur")) {
    b.out.c = b.source("ur");
    if (b.mods.optional("uindex"))
      b.unsupported("an index of a uniform handle");
    return HandlePlace::Uniform;
  }
  if (b.mods.optional("bindless") || (!name.empty() && present(name))) {
    if (!name.empty())
      b.out.c = b.source(name);
    return HandlePlace::Register;
  }
  b.out.imm = int64_t(b.mods.value("bank")) | int64_t(b.mods.value("index")) * 4
                                                  << 8;
  return HandlePlace::Bank;
}

bool exec::readHandle(Machine &m, Warp &w, const DInst &inst, HandlePlace place,
                      unsigned lane, uint32_t &handle, uint32_t &sampler) {
  sampler = 0;
  switch (place) {
  case HandlePlace::Bank: {
    const uint8_t *p = m.constant(w, inst, unsigned(inst.imm & 255),
                                  uint64_t(inst.imm) >> 8, 4);
    if (!p)
      return false;
    memcpy(&handle, p, 4);
    break;
  }
  case HandlePlace::Register:
    handle = readRegister(w, inst.c, 0, lane);
    break;
  case HandlePlace::Uniform:
    handle = w.UR[inst.c.reg];
    if (inst.c.width > 1 && inst.c.reg != kZeroRow)
      sampler = w.UR[inst.c.reg + 1];
    break;
  }
  if (!sampler)
    sampler = handle >> kTextureIndexBits;
  handle &= (1u << kTextureIndexBits) - 1;
  return true;
}

const TextureObject *exec::findTextureObject(Machine &m, const Warp &w,
                                             const DInst &inst, unsigned lane,
                                             uint32_t number,
                                             TextureObject::Kind kind) {
  if (const TextureObject *object =
          findTexture(m.config->textures, number, kind))
    return object;
  const char *what = kind == TextureObject::Texture   ? "texture"
                     : kind == TextureObject::Surface ? "surface"
                                                      : "sampler";
  m.fault(w, inst, int(lane),
          llvm::formatv("the launch has no {0} {1}", what, number));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Fetches
//===----------------------------------------------------------------------===//

namespace {
/// Use of DInst::mods.
enum TexMod { kDim, kFlags, kHandle, kSecondRow, kWidths, kMask };
enum TexFlag : uint32_t {
  kLoad = 1,
  kGather = 2,
  kDerivatives = 4,
  kOffsets = 8,
  kHalf = 16,
  kTruncate = 32,
  kApart = 64, ///< of a call: it names a sampler
  kLevel = 128,
  kSamples = 256,
  kNeighbours = 512, ///< the level is that of the differences within a quad
  kChannel = 1024    ///< times the channel of a gather
};
} // namespace

/// Whether an instruction of that dimension can look at the image.
static bool matches(TexDim dim, ImageShape shape, bool ofSamples) {
  if (ofSamples)
    return shape ==
           (dim == TexDim::D2 ? ImageShape::Samples : ImageShape::SamplePlanes);
  switch (dim) {
  case TexDim::D1:
    return shape == ImageShape::Line;
  case TexDim::D2:
    return shape == ImageShape::Plane || shape == ImageShape::Line;
  case TexDim::D3:
    return shape == ImageShape::Volume;
  case TexDim::Cube:
    return shape == ImageShape::Cube;
  case TexDim::Array1:
    return shape == ImageShape::Lines;
  case TexDim::Array2:
    return shape == ImageShape::Planes;
  case TexDim::ArrayCube:
    return shape == ImageShape::Cubes;
  }
  return false;
}

static int32_t signedField(uint32_t v, unsigned from, unsigned bits) {
  return int32_t(v << (32 - from - bits)) >> (32 - bits);
}

/// The registers of a fetch in their order.
static uint32_t operand(const Warp &w, const DInst &inst, unsigned k,
                        unsigned lane) {
  unsigned first = inst.mods[kWidths] & 255;
  return k < first ? readRegister(w, inst.a, k, lane)
                   : readRegister(w, inst.b, k - first, lane);
}

static TextureRequest readRequest(const Warp &w, const DInst &inst,
                                  unsigned lane) {
  auto dim = TexDim(inst.mods[kDim]);
  uint32_t flags = inst.mods[kFlags];
  unsigned count = isa::getNumCoords(dim);
  TextureRequest request;
  uint32_t offsets = 0;
  unsigned next = 0, bits = flags & kGather ? 6 : 4,
           apart = flags & kGather ? 8 : 4;
  if (flags & kDerivatives) {
    next += HandlePlace(inst.mods[kHandle]) == HandlePlace::Register;
    if (isa::hasLayers(dim) || flags & kOffsets) {
      uint32_t last = readRegister(w, inst.a, next + count, lane);
      request.layer = isa::hasLayers(dim) ? last & 0xffff : 0;
      offsets = last >> 16;
    }
  } else {
    if (isa::hasLayers(dim))
      request.layer = operand(w, inst, next++, lane) & 0xffff;
    if (flags & kOffsets)
      offsets =
          operand(w, inst,
                  (inst.mods[kWidths] >> 8) - (flags & kSamples ? 2 : 1), lane);
  }
  for (unsigned k = 0; k < count; ++k) {
    request.coordinates[k] = flags & kDerivatives
                                 ? readRegister(w, inst.a, next + k, lane)
                                 : operand(w, inst, next + k, lane);
    if (flags & kOffsets)
      request.offsets[k] = signedField(offsets, k * apart, bits);
  }
  return request;
}

/// The chosen components: the first two to `d`, the others to the second row.
static void writeComponents(Warp &w, const DInst &inst, unsigned lane,
                            const uint32_t (&texel)[4]) {
  uint32_t flags = inst.mods[kFlags];
  uint32_t chosen[4] = {0, 0, 0, 0};
  unsigned count = 0;
  for (unsigned c = 0; c < 4; ++c)
    if (inst.mods[kMask] >> c & 1)
      chosen[count++] = texel[c];
  auto rowOf = [&](unsigned k) -> uint32_t * {
    uint32_t first = k < 2 ? inst.d : inst.mods[kSecondRow];
    return w.R[first == kSinkRow ? kSinkRow : first + k % 2];
  };
  if (!(flags & kHalf)) {
    for (unsigned k = 0; k < count; ++k)
      rowOf(k)[lane] = chosen[k];
    return;
  }
  auto rounding = flags & kTruncate ? isa::sem::Rnd::RZ : isa::sem::Rnd::RN;
  for (unsigned k = 0; k < count; k += 2) {
    uint64_t low = isa::sem::convert(Fmt::F32, chosen[k], {Fmt::F16, rounding});
    uint64_t high =
        isa::sem::convert(Fmt::F32, chosen[k + 1], {Fmt::F16, rounding});
    rowOf(k)[lane] = uint32_t(low | high << 16);
  }
}

/// The texture of a fetch, with its own sampler or the other one; null after a
/// fault.
static const TextureObject *chooseTexture(Machine &m, Warp &w,
                                          const DInst &inst, unsigned lane,
                                          uint32_t handle,
                                          uint32_t samplerHandle,
                                          const Sampler *&sampler) {
  const TextureObject *texture =
      findTextureObject(m, w, inst, lane, handle, TextureObject::Texture);
  if (!texture)
    return nullptr;
  if (!matches(TexDim(inst.mods[kDim]), texture->image.shape,
               inst.mods[kFlags] & kSamples)) {
    m.fault(w, inst, int(lane),
            llvm::formatv("texture {0} is {1}", handle,
                          nameOf(texture->image.shape)));
    return nullptr;
  }
  sampler = &texture->sampler;
  if (!samplerHandle)
    return texture;
  const TextureObject *other = findTextureObject(
      m, w, inst, lane, samplerHandle, TextureObject::SamplerOnly);
  sampler = other ? &other->sampler : nullptr;
  return other ? texture : nullptr;
}

/// A filtered fetch; false after a fault.
static bool fetchTexel(Machine &m, Warp &w, const DInst &inst, unsigned lane,
                       uint32_t handle, const TextureUnit &unit,
                       const Sampler &sampler, const TextureRequest &request,
                       uint32_t (&texel)[4]) {
  if (sampler.isLinear && !unit.readsNumbers()) {
    m.fault(w, inst, int(lane),
            llvm::formatv("texture {0} has integers, its filter is linear",
                          handle));
    return false;
  }
  unit.fetch(request, texel);
  return true;
}

/// The level and the sample that a lane asks for; false after a fault.
static bool choosePart(Machine &m, Warp &w, const DInst &inst, unsigned lane,
                       const Image &image, unsigned &level, unsigned &sample) {
  uint32_t flags = inst.mods[kFlags];
  unsigned last = image.levelCount() - 1;
  auto bad = [&](const char *what, uint32_t number) {
    m.fault(w, inst, int(lane), llvm::formatv(what, int32_t(number)));
    return false;
  };
  level = sample = 0;
  if (flags & kSamples) {
    sample = operand(w, inst, (inst.mods[kWidths] >> 8) - 1, lane);
    if (sample >= image.samples)
      return bad("the texture has no sample {0}", sample);
  }
  if ((flags & (kDerivatives | kNeighbours)) && last)
    return bad("how gradients choose a level is not known", 0);
  if (!(flags & kLevel))
    return true;
  // Behind the coordinates and the handle.
  auto dim = TexDim(inst.mods[kDim]);
  uint32_t lod =
      operand(w, inst,
              isa::getNumCoords(dim) + isa::hasLayers(dim) +
                  (HandlePlace(inst.mods[kHandle]) == HandlePlace::Register),
              lane);
  if (flags & kLoad) {
    if (lod > last)
      return bad("the texture has no level {0}", lod);
    level = lod;
    return true;
  }
  // (Twice a number, rounded down, is exact; a NaN is not above 0.)
  float twice = 2 * llvm::bit_cast<float>(lod);
  if (twice > 0)
    level = (unsigned(std::min(twice, 2.0f * float(last))) + 1) / 2;
  return true;
}

static void runFetch(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  uint32_t flags = inst.mods[kFlags];
  auto place = HandlePlace(inst.mods[kHandle]);
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    auto lane = unsigned(__builtin_ctz(rest));
    uint32_t handle, samplerHandle;
    if (!readHandle(m, w, inst, place, lane, handle, samplerHandle))
      return;
    // A lane that only helps its quad may hold anything in place of a handle.
    if ((w.groups[w.current].helpers >> lane & 1) &&
        !findTexture(m.config->textures, handle, TextureObject::Texture))
      continue;
    const Sampler *sampler = nullptr;
    const TextureObject *texture =
        chooseTexture(m, w, inst, lane, handle, samplerHandle, sampler);
    if (!texture)
      return;
    unsigned level, sample;
    if (!choosePart(m, w, inst, lane, texture->image, level, sample))
      return;
    TextureUnit unit(m.view, *texture, *sampler, level, sample);
    TextureRequest request = readRequest(w, inst, lane);
    uint32_t texel[4];
    if (flags & kLoad) {
      unit.load(request, texel);
    } else if (flags & kGather) {
      unit.gather(request, flags / kChannel, texel);
    } else if (!fetchTexel(m, w, inst, lane, handle, unit, *sampler, request,
                           texel)) {
      return;
    }
    writeComponents(w, inst, lane, texel);
  }
  // Set where texels are not resident.
  setPredicate(w, inst.pu, active, 0);
}

static unsigned presentWidth(const Binder &b, llvm::StringRef name) {
  int i = b.slot(name);
  return i < 0 || b.inst.ops[size_t(i)].kind == isa::Operand::None ? 0
                                                                   : b.width(i);
}

static uint32_t secondRow(Binder &b) {
  int i = b.slot("d2");
  const isa::Operand &op = b.inst.ops[size_t(i)];
  if (op.kind != isa::Operand::R || op.reg == kZeroRow)
    return kSinkRow;
  if (op.reg < kZeroRow && op.reg + b.width(i) > kZeroRow)
    b.fail("the destination runs over the end of the register file");
  return op.reg;
}

static void bindFetch(Binder &b, uint32_t flags) {
  DInst &out = b.out;
  b.dest("d");
  out.pu = b.destPredicate("pu");
  auto place = bindHandle(b, "");
  unsigned widthA = presentWidth(b, "a"), widthB = presentWidth(b, "b");
  out.a = b.source("a");
  out.b = b.source("b");
  auto dim = TexDim(b.mods.value("dim"));
  if (place == HandlePlace::Register) {
    // Behind the coordinates, in TXD before them.
    unsigned at = flags & kDerivatives
                      ? 0
                      : isa::getNumCoords(dim) + unsigned(isa::hasLayers(dim));
    out.c = at < widthA ? out.a : out.b;
    if (out.c.reg != kZeroRow)
      out.c.reg += at < widthA ? at : at - widthA;
  }
  if (b.mods.optional("dc"))
    b.unsupported("the comparison with a reference value");
  if (b.mods.optional("ms"))
    flags |= kSamples;
  if (flags & kLoad) {
    if (isa::TldLod(b.mods.value("lod")) == isa::TldLod::LL)
      flags |= kLevel;
  } else if (!(flags & (kGather | kDerivatives))) {
    // Without any it is the first one: for sm_120 ptxas makes it of tex.base.
    auto lod = isa::TexLod(b.mods.value("lod"));
    if (lod == isa::TexLod::LL)
      flags |= kLevel;
    else if (lod == isa::TexLod::None && b.mods.optional("ndv"))
      flags |= kNeighbours;
    else if (lod != isa::TexLod::LZ && lod != isa::TexLod::None)
      b.unsupported("a level that the texture unit chooses");
  }
  auto half = isa::TexF16(b.mods.optional("f16"));
  if (half != isa::TexF16::None)
    flags |= kHalf;
  if (half == isa::TexF16::F16_RZ)
    flags |= kTruncate;
  if (b.mods.optional("aoffi"))
    flags |= kOffsets;
  if (flags & kGather)
    flags += kChannel * b.mods.value("component");
  out.mods[kDim] = uint32_t(dim);
  out.mods[kFlags] = flags;
  out.mods[kHandle] = uint32_t(place);
  out.mods[kSecondRow] = secondRow(b);
  out.mods[kWidths] = widthA | (widthA + widthB) << 8;
  out.mods[kMask] = b.mods.value("mask");
  out.run = runFetch;
}

static void bindTex(Binder &b) { bindFetch(b, 0); }
static void bindTld(Binder &b) { bindFetch(b, kLoad); }
static void bindTld4(Binder &b) { bindFetch(b, kGather); }
static void bindTxd(Binder &b) { bindFetch(b, kDerivatives); }

//===----------------------------------------------------------------------===//
// Functions of the driver
//===----------------------------------------------------------------------===//

/// `__cuda_syscall_tex_grad[_pred]_<geometry>_v4_<type>_f32`, then `_offset`
/// and
/// `_texmode_independent` (observed on ptxas 13.0.88).
bool exec::bindFetchCall(llvm::StringRef name, DInst &out) {
  if (!name.consume_front("__cuda_syscall_tex_grad_"))
    return false;
  name.consume_front("pred_");
  if (name.consume_front("3d"))
    out.mods[kDim] = uint32_t(TexDim::D3);
  else if (name.consume_front("cube"))
    out.mods[kDim] = uint32_t(TexDim::Cube);
  else if (name.consume_front("acube"))
    out.mods[kDim] = uint32_t(TexDim::ArrayCube);
  else
    return false;
  if (!name.consume_front("_v4_"))
    return false;
  uint32_t flags = 0;
  if (name.consume_front("f16"))
    flags |= kHalf;
  else if (!name.consume_front("f32") && !name.consume_front("u32") &&
           !name.consume_front("s32"))
    return false;
  if (!name.consume_front("_f32"))
    return false;
  if (name.consume_front("_offset"))
    flags |= kOffsets;
  if (name.consume_front("_texmode_independent"))
    flags |= kApart;
  out.mods[kFlags] = flags;
  out.mods[kMask] = 0xf;
  return name.empty();
}

/// Makes the largest coordinate 1 or -1, as code does in front of TEX.
static void projectOnCube(TextureRequest &request) {
  float most = 0;
  for (uint32_t bits : request.coordinates)
    most = std::max(most, std::fabs(llvm::bit_cast<float>(bits)));
  for (uint32_t &bits : request.coordinates)
    bits = llvm::bit_cast<uint32_t>(llvm::bit_cast<float>(bits) / most);
}

/// By the calling convention: the texture is in R4 and R5, a sampler in R6 and
/// R7, the coordinates in R8 to R11; on the stack are the second gradient and
/// then the offsets. The result is in R4, the components are behind it. A cube
/// is looked at along its largest coordinate.
void exec::runFetchCall(Machine &m, Warp &w, const DInst &inst,
                        LaneMask active) {
  constexpr unsigned kStack = 1, kTexture = 4, kSampler = 6, kCoords = 8,
                     kResult = 4, kOffsetPlace = 16;
  uint32_t flags = inst.mods[kFlags];
  auto dim = TexDim(inst.mods[kDim]);
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    auto lane = unsigned(__builtin_ctz(rest));
    uint32_t word = w.R[kTexture][lane];
    uint32_t handle = word & ((1u << kTextureIndexBits) - 1);
    const Sampler *sampler = nullptr;
    const TextureObject *texture = chooseTexture(
        m, w, inst, lane, handle,
        flags & kApart ? w.R[kSampler][lane] : word >> kTextureIndexBits,
        sampler);
    if (!texture)
      return;
    TextureRequest request;
    unsigned next = kCoords;
    if (isa::hasLayers(dim))
      request.layer = std::min(w.R[next++][lane], 0xffffu);
    for (unsigned k = 0; k < 3; ++k)
      request.coordinates[k] = w.R[next + k][lane];
    for (unsigned k = 0; k < 3 && flags & kOffsets; ++k) {
      const uint8_t *p =
          m.local(w, inst, lane, w.R[kStack][lane] + kOffsetPlace + 4 * k, 4);
      if (!p)
        return;
      memcpy(&request.offsets[k], p, 4);
    }
    if (dim != TexDim::D3)
      projectOnCube(request);
    if (texture->image.levelCount() > 1)
      return m.fault(w, inst, int(lane),
                     "how gradients choose a level is not known");
    TextureUnit unit(m.view, *texture, *sampler);
    uint32_t texel[4];
    if (!fetchTexel(m, w, inst, lane, handle, unit, *sampler, request, texel))
      return;
    w.R[kResult][lane] = 1; // All of it is resident.
    for (unsigned k = 0; k < 4; ++k) {
      if (!(flags & kHalf)) {
        w.R[kResult + 1 + k][lane] = texel[k];
        continue;
      }
      auto half = uint32_t(isa::sem::convert(Fmt::F32, texel[k], {Fmt::F16}));
      uint32_t &pair = w.R[kResult + 1 + k / 2][lane];
      pair = k % 2 ? pair | half << 16 : half;
    }
  }
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static void runTxq(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    auto lane = unsigned(__builtin_ctz(rest));
    uint32_t handle, sampler;
    if (!readHandle(m, w, inst, HandlePlace(inst.mods[kHandle]), lane, handle,
                    sampler))
      return;
    // Surfaces have a header, too.
    const TextureObject *object =
        findTexture(m.config->textures, handle, TextureObject::Surface);
    if (!object)
      object =
          findTextureObject(m, w, inst, lane, handle, TextureObject::Texture);
    if (!object)
      return;
    // The level is behind a handle.
    bool isBehind = HandlePlace(inst.mods[kHandle]) == HandlePlace::Register;
    uint32_t level = readRegister(w, inst.a, isBehind, lane);
    if (level >= object->image.levelCount())
      return m.fault(w, inst, int(lane),
                     llvm::formatv("the texture has no level {0}", level));
    Image image = object->image.level(level);
    writeComponents(w, inst, lane,
                    {image.width, image.dimensions() > 1 ? image.height : 0,
                     image.dimensions() > 2 ? image.depth : 0,
                     object->image.levelCount()});
  }
}

static void bindTxq(Binder &b) {
  b.dest("d");
  auto place = bindHandle(b, "");
  b.out.a = b.source("a");
  if (place == HandlePlace::Register)
    b.out.c = b.out.a;
  if (isa::TexQuery(b.mods.value("query")) != isa::TexQuery::Dimension)
    b.unsupported("a query of anything but the dimensions");
  b.out.mods[kFlags] = 0;
  b.out.mods[kHandle] = uint32_t(place);
  b.out.mods[kSecondRow] = secondRow(b);
  b.out.mods[kMask] = b.mods.value("mask");
  b.out.run = runTxq;
}

llvm::ArrayRef<BindEntry> exec::textureHandlers() {
  static const BindEntry entries[] = {
      {"TEX", bindTex},          {"TEX_SCR", bindTex},
      {"TLD", bindTld},          {"TLD_SCR", bindTld},
      {"TLD4", bindTld4},        {"TLD4_SCR", bindTld4},
      {"TXD_1D", bindTxd},       {"TXD_2D", bindTxd},
      {"TXD_ARRAY_1D", bindTxd}, {"TXD_ARRAY_2D", bindTxd},
      {"TXQ", bindTxq},
  };
  return entries;
}
