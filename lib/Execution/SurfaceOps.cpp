//===- SurfaceOps.cpp - SULD, SUST, SURED, SUATOM -------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `a` has x, y and then z or the index of a layer; x counts bytes with .BA,
// else texels. Outside of the surface .TRAP is a fault, .IGN reads zeros and
// writes nothing; without either the access is moved to the nearest place that
// has room for it.
//
//===----------------------------------------------------------------------===//

#include "HostAccess.h"
#include "TextureOps.h"
#include "ptx-mlir/ISA/MemoryTypes.h"
#include "ptx-mlir/ISA/Semantics/Float.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::SurfClamp;
using isa::SurfDim;
using isa::sem::Fmt;

namespace {
/// Use of DInst::mods.
enum SurfMod { kDim, kClamp, kHandle, kInBytes, kType, kOp };
} // namespace

static bool matches(SurfDim dim, ImageShape shape) {
  switch (dim) {
  case SurfDim::D1:
    return shape == ImageShape::Line;
  case SurfDim::D2:
    return shape == ImageShape::Plane;
  case SurfDim::D3:
    return shape == ImageShape::Volume;
  case SurfDim::Array1:
    return shape == ImageShape::Lines;
  case SurfDim::Array2:
    return shape == ImageShape::Planes;
  case SurfDim::Buffer:
    return false;
  }
  return false;
}

static const TextureObject *surfaceOf(Machine &m, Warp &w, const DInst &inst,
                                      unsigned lane) {
  uint32_t handle, unused;
  if (!readHandle(m, w, inst, HandlePlace(inst.mods[kHandle]), lane, handle,
                  unused))
    return nullptr;
  const TextureObject *surface =
      findTextureObject(m, w, inst, lane, handle, TextureObject::Surface);
  if (surface && !matches(SurfDim(inst.mods[kDim]), surface->image.shape)) {
    m.fault(w, inst, int(lane),
            llvm::formatv("surface {0} is {1}", handle,
                          nameOf(surface->image.shape)));
    return nullptr;
  }
  return surface;
}

/// Moves `v` into [0, size - room]. False if it was outside and may not move.
static bool fit(int64_t &v, int64_t size, int64_t room, bool mayMove) {
  if (v >= 0 && v + room <= size)
    return true;
  if (!mayMove || room > size)
    return false;
  v = v < 0 ? 0 : size - room;
  return true;
}

/// The memory of an access of `bytes` bytes; null outside, or after a fault.
static uint8_t *accessSurface(Machine &m, Warp &w, const DInst &inst,
                              unsigned lane, const Image &image,
                              unsigned bytes) {
  auto clamp = SurfClamp(inst.mods[kClamp]);
  bool moves = clamp == SurfClamp::Clamp;
  auto coordinate = [&](unsigned k) {
    return int64_t(int32_t(readRegister(w, inst.a, k, lane)));
  };
  unsigned dimensions = image.dimensions();
  int64_t x = coordinate(0), y = dimensions > 1 ? coordinate(1) : 0, slice = 0;
  if (dimensions > 2 || image.isLayered())
    slice = coordinate(dimensions > 2 ? 2 : dimensions);
  bool inBytes = inst.mods[kInBytes];
  int64_t row = int64_t(image.width) * image.texelBytes();
  if (!inBytes)
    x *= image.texelBytes();
  bool isOdd = inBytes && x & (bytes - 1);
  if (isOdd && moves) {
    x &= ~int64_t(bytes - 1);
  } else if (isOdd && x >= 0) {
    m.fault(w, inst, int(lane),
            llvm::formatv("misaligned access of {0} bytes at byte {1} of a row",
                          bytes, x));
    return nullptr;
  }
  int64_t room = inBytes ? row & ~int64_t(bytes - 1) : row;
  // (All of them are moved, whatever the first one says.)
  bool fitsX = fit(x, room, bytes, moves),
       fitsY = fit(y, image.height, 1, moves),
       fitsSlice = fit(slice, int64_t(image.slices()), 1, moves);
  if (fitsX && fitsY && fitsSlice)
    return m.view.access(image.address +
                             uint64_t(slice * image.height + y) * image.pitch +
                             uint64_t(x),
                         bytes);
  if (clamp == SurfClamp::TRAP || moves)
    m.fault(w, inst, int(lane),
            llvm::formatv("access of {0} bytes at ({1}, {2}, {3}), outside of "
                          "the surface of {4} bytes, {5} rows and {6} slices",
                          bytes, x, y, slice, row, image.height,
                          image.slices()));
  return nullptr;
}

/// Rows may begin anywhere, so that what is aligned in its row need not be so
/// in memory: then it is copied byte by byte.
static bool isAligned(const uint8_t *p, unsigned bytes) {
  return (reinterpret_cast<uintptr_t>(p) & (bytes - 1)) == 0;
}
static void loadSurface(void *to, const uint8_t *p, unsigned bytes) {
  if (isAligned(p, bytes))
    loadBytes(to, p, bytes, /*ordered=*/false);
  else
    for (unsigned k = 0; k < bytes; ++k)
      loadBytes(static_cast<uint8_t *>(to) + k, p + k, 1, /*ordered=*/false);
}
static void storeSurface(uint8_t *p, const void *from, unsigned bytes) {
  if (isAligned(p, bytes))
    storeBytes(p, from, bytes, /*ordered=*/false);
  else
    for (unsigned k = 0; k < bytes; ++k)
      storeBytes(p + k, static_cast<const uint8_t *>(from) + k, 1,
                 /*ordered=*/false);
}

/// Calls fn(surface, lane) for each active lane until there is a fault.
template <typename Fn>
static void forEachLane(Machine &m, Warp &w, const DInst &inst, LaneMask active,
                        Fn fn) {
  for (LaneMask rest = active; rest && !m.faulted(); rest &= rest - 1) {
    auto lane = unsigned(__builtin_ctz(rest));
    if (const TextureObject *surface = surfaceOf(m, w, inst, lane))
      fn(*surface, lane);
  }
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static void runLoad(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  auto type = isa::MemType(inst.mods[kType]);
  unsigned bytes = isa::getBytes(type);
  forEachLane(m, w, inst, active, [&](const TextureObject &s, unsigned lane) {
    const uint8_t *p = accessSurface(m, w, inst, lane, s.image, bytes);
    if (m.faulted())
      return;
    uint32_t words[4] = {};
    if (p)
      loadSurface(words, p, bytes);
    if (type == isa::MemType::S8)
      words[0] = uint32_t(int8_t(words[0]));
    if (type == isa::MemType::S16)
      words[0] = uint32_t(int16_t(words[0]));
    for (unsigned k = 0; k < (bytes + 3) / 4; ++k)
      destRow(w, inst, k)[lane] = words[k];
  });
  setPredicate(w, inst.pu, active, 0);
}

static void runStore(Machine &m, Warp &w, const DInst &inst, LaneMask active) {
  unsigned bytes = isa::getBytes(isa::MemType(inst.mods[kType]));
  forEachLane(m, w, inst, active, [&](const TextureObject &s, unsigned lane) {
    uint32_t words[4] = {};
    for (unsigned k = 0; k < (bytes + 3) / 4; ++k)
      words[k] = readRegister(w, inst.b, k, lane);
    if (uint8_t *p = accessSurface(m, w, inst, lane, s.image, bytes))
      storeSurface(p, words, bytes);
  });
}

/// A register in the format of the surface: integers saturate.
static uint32_t format(const Image &image, uint32_t v) {
  unsigned bits = 8u * image.channelBytes;
  if (image.kind == ChannelKind::Float)
    return bits == 32 ? v
                      : uint32_t(isa::sem::convert(Fmt::F32, v, {Fmt::F16}));
  if (bits == 32)
    return v;
  if (image.kind == ChannelKind::Unsigned)
    return v >> bits ? (1u << bits) - 1 : v;
  auto n = int32_t(v), limit = int32_t(1) << (bits - 1);
  return uint32_t(n >= limit ? limit - 1 : n < -limit ? -limit : n);
}

static void runFormattedStore(Machine &m, Warp &w, const DInst &inst,
                              LaneMask active) {
  unsigned given = unsigned(__builtin_popcount(inst.mods[kType]));
  forEachLane(m, w, inst, active, [&](const TextureObject &s, unsigned lane) {
    const Image &image = s.image;
    uint8_t *p = accessSurface(m, w, inst, lane, image, image.texelBytes());
    for (unsigned c = 0; p && c < image.channels; ++c) {
      uint32_t v =
          c < given ? format(image, readRegister(w, inst.b, c, lane)) : 0;
      storeSurface(p + c * image.channelBytes, &v, image.channelBytes);
    }
  });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

// Reductions of surfaces are numbered as those of memory.
static_assert(unsigned(isa::SuatomOp::ADD) == unsigned(isa::AtomOp::ADD) &&
              unsigned(isa::SuatomOp::DEC) == unsigned(isa::AtomOp::DEC) &&
              unsigned(isa::SuatomOp::EXCH) == unsigned(isa::AtomOp::EXCH));

/// SUATOM has the types of SURED and two of floats.
static void runReduction(Machine &m, Warp &w, const DInst &inst,
                         LaneMask active) {
  auto type = isa::SuatomType(inst.mods[kType]);
  auto op = isa::AtomOp(inst.mods[kOp]);
  bool isWide = type == isa::SuatomType::U64 || type == isa::SuatomType::S64 ||
                type == isa::SuatomType::SD64;
  bool bySurface =
      type == isa::SuatomType::SD32 || type == isa::SuatomType::SD64;
  unsigned bytes = isWide ? 8 : 4;
  forEachLane(m, w, inst, active, [&](const TextureObject &s, unsigned lane) {
    if (!inst.mods[kInBytes] && s.image.texelBytes() != bytes) {
      m.fault(w, inst, int(lane),
              llvm::formatv("a reduction of {0} bytes on texels of {1}", bytes,
                            s.image.texelBytes()));
      return;
    }
    uint8_t *p = accessSurface(m, w, inst, lane, s.image, bytes);
    if (m.faulted())
      return;
    if (p && m.isParallel() && !isAligned(p, bytes)) {
      m.fault(w, inst, int(lane),
              "a reduction of a surface whose rows begin anywhere, in several "
              "threads of the host");
      return;
    }
    uint64_t old = 0, v = readRegister(w, inst.b, 0, lane);
    if (isWide)
      v |= uint64_t(readRegister(w, inst.b, 1, lane)) << 32;
    if (p) {
      bool isSigned = type == isa::SuatomType::S32 ||
                      type == isa::SuatomType::S64 ||
                      (bySurface && s.image.kind == ChannelKind::Signed);
      uint8_t before[16];
      modify(p, bytes, before, m.isParallel(),
             [&](const uint8_t *oldBytes, uint8_t *to) {
               memcpy(&old, oldBytes, bytes);
               uint64_t fresh = integerAtomic(op, old, v, bytes, isSigned);
               memcpy(to, &fresh, bytes);
               return true;
             });
    }
    for (unsigned k = 0; k < bytes / 4; ++k)
      destRow(w, inst, k)[lane] = uint32_t(old >> 32 * k);
  });
  setPredicate(w, inst.pu, active, 0);
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static void bindSurface(Binder &b, ExecFn run) {
  auto dim = SurfDim(b.mods.value("dim"));
  if (dim == SurfDim::Buffer)
    b.unsupported("a surface that is a buffer");
  b.out.a = b.source("a");
  if (b.hasSlot("data"))
    b.out.b = b.source("data");
  b.out.mods[kDim] = uint32_t(dim);
  b.out.mods[kClamp] = b.mods.value("clamp");
  b.out.mods[kHandle] = uint32_t(bindHandle(b, "hr"));
  b.out.mods[kInBytes] = b.mods.optional("ba");
  b.out.run = run;
}
static void bindSuld(Binder &b) {
  b.dest("d");
  b.out.pu = b.destPredicate("pu");
  bindSurface(b, runLoad);
  b.out.mods[kType] = b.mods.value("type");
}
static void bindSust(Binder &b) {
  bindSurface(b, runStore);
  b.out.mods[kType] = b.mods.value("type");
}
static void bindSustP(Binder &b) {
  bindSurface(b, runFormattedStore);
  b.out.mods[kType] = b.mods.value("mask");
}
static void bindReduction(Binder &b) {
  if (b.hasSlot("d"))
    b.dest("d");
  b.out.pu = b.destPredicate("pu");
  bindSurface(b, runReduction);
  auto type = isa::SuatomType(b.mods.value("type"));
  if (type == isa::SuatomType::F32 || type == isa::SuatomType::F16x2)
    b.unsupported("a reduction of floats");
  b.out.mods[kType] = uint32_t(type);
  b.out.mods[kOp] = b.mods.value("op");
}

llvm::ArrayRef<BindEntry> exec::surfaceHandlers() {
  // The operations and types of SURED are numbered like those of SUATOM.
  static_assert(unsigned(isa::SuredOp::XOR) == unsigned(isa::SuatomOp::XOR) &&
                unsigned(isa::SuredType::SD64) ==
                    unsigned(isa::SuatomType::SD64));
  static const BindEntry entries[] = {
      {"SULD_D", bindSuld},        {"SUST_D", bindSust},
      {"SUST_P", bindSustP},       {"SURED_D", bindReduction},
      {"SUATOM_D", bindReduction},
  };
  return entries;
}
