//===- Surface.cpp - Surfaces ---------------------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.11: suld, sust, sured. The first coordinate of the `.b`
// forms counts bytes, that of the `.p` forms texels. Of what the ISA leaves
// open: `.clamp` moves an access to the nearest place where all of it lies on
// the surface; `sust.p` saturates integers that do not fit, rounds f32 to f16
// to nearest even and writes zeros to components that the source lacks.
//
//===----------------------------------------------------------------------===//

#include "Float.h"
#include "State.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::ChannelKind;
using exec::TextureObject;
using ptx::AtomicOp;
using ptx::DataType;
using ptx::Geometry;
using ptx::SurfaceClamp;

/// `imm`: where the coordinates and the values begin in the sources.
static unsigned firstCoordinate(const Instr &inst) {
  return unsigned(inst.imm & 255);
}
static unsigned firstValue(const Instr &inst) {
  return unsigned(inst.imm >> 8);
}

namespace {
/// An access of `bytes` bytes; of texels if `texels`.
struct SurfaceAccess {
  Geometry geometry;
  SurfaceClamp clamp;
  unsigned bytes;
  bool texels = false;
};
} // namespace

static const TextureObject *findSurface(Warp &w, const Instr &inst,
                                        unsigned lane, Geometry geometry) {
  const TextureObject *surface = findObject(
      w, inst, lane, uint32_t(w.in(inst, 0)[lane]), TextureObject::Surface);
  if (!surface || surface->image.shape == *shapeOf(geometry))
    return surface;
  w.launch->fault(w, inst, int(lane),
                  llvm::formatv("the surface is {0}, not {1}",
                                exec::nameOf(surface->image.shape),
                                exec::nameOf(*shapeOf(geometry))));
  return nullptr;
}

/// Calls fn(lane, surface) for the lanes, until there is a fault.
template <typename Fn>
static void forSurfaces(Warp &w, const Instr &inst, LaneMask active,
                        Geometry geometry, Fn fn) {
  forLanes(active, [&](unsigned l) {
    if (w.launch->faulted())
      return;
    if (const TextureObject *surface = findSurface(w, inst, l, geometry))
      fn(l, *surface);
  });
}

/// The bytes of an access, null if it lies outside (or after a fault).
static uint8_t *locate(Warp &w, const Instr &inst, unsigned lane,
                       const TextureObject &surface, const SurfaceAccess &a) {
  const exec::Image &image = surface.image;
  unsigned next = firstCoordinate(inst);
  auto coordinate = [&] { return int64_t(int32_t(w.in(inst, next++)[lane])); };
  int64_t layer = image.isLayered() ? coordinate() : 0;
  int64_t x = coordinate();
  int64_t y = image.dimensions() > 1 ? coordinate() : 0;
  int64_t z = image.dimensions() > 2 ? coordinate() : layer;
  if (a.texels)
    x *= image.texelBytes();
  const struct {
    int64_t &value;
    int64_t most;
  } limits[] = {
      {x, int64_t(image.width) * image.texelBytes() - int64_t(a.bytes)},
      {y, int64_t(image.height) - 1},
      {z, int64_t(image.slices()) - 1}};
  if (a.clamp != SurfaceClamp::Clamp && x >= 0 && x % a.bytes && !a.texels) {
    w.launch->fault(w, inst, int(lane),
                    llvm::formatv("byte {0} of a row is no multiple of the {1} "
                                  "bytes of the access",
                                  x, a.bytes));
    return nullptr;
  }
  for (auto [value, most] : limits) {
    if (value >= 0 && value <= most)
      continue;
    if (a.clamp == SurfaceClamp::Clamp && most >= 0) {
      value = value < 0 ? 0 : most;
      continue;
    }
    if (a.clamp != SurfaceClamp::Zero)
      w.launch->fault(
          w, inst, int(lane),
          llvm::formatv("access of {0} bytes at byte {1}, row {2}, slice {3}, "
                        "outside of the surface: {4} bytes, {5} rows, {6} "
                        "slices",
                        a.bytes, x, y, z,
                        uint64_t(image.width) * image.texelBytes(),
                        image.height, image.slices()));
    return nullptr;
  }
  if (a.clamp == SurfaceClamp::Clamp && !a.texels)
    x -= x % a.bytes;
  return w.launch->program.memory.access(
      image.address + (uint64_t(z) * image.height + uint64_t(y)) * image.pitch +
          uint64_t(x),
      a.bytes);
}

static void runSuld(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::SuldBModifiers::unpack(inst.mods);
  unsigned count = unsigned(inst.out.size());
  unsigned element = ptx::getBitWidth(m.dataType) / 8;
  forSurfaces(w, inst, active, m.geometry,
              [&](unsigned l, const TextureObject &surface) {
                const uint8_t *p =
                    locate(w, inst, l, surface,
                           {m.geometry, m.clamp, element * count});
                for (unsigned k = 0; k < count && !w.launch->faulted(); ++k) {
                  uint64_t v = 0;
                  if (p)
                    memcpy(&v, p + k * element, element);
                  w.out(inst, k)[l] = v;
                }
              });
}

static void runSust(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::SustBModifiers::unpack(inst.mods);
  unsigned first = firstValue(inst), element = ptx::getBitWidth(m.dataType) / 8;
  unsigned count = unsigned(inst.in.size()) - first;
  forSurfaces(w, inst, active, m.geometry,
              [&](unsigned l, const TextureObject &surface) {
                uint8_t *p = locate(w, inst, l, surface,
                                    {m.geometry, m.clamp, element * count});
                for (unsigned k = 0; k < count && p; ++k)
                  memcpy(p + k * element, &w.in(inst, first + k)[l], element);
              });
}

/// A 32-bit value in the format of a component.
static uint32_t toComponent(const exec::Image &image, uint32_t v) {
  unsigned bits = 8 * image.channelBytes;
  switch (image.kind) {
  case ChannelKind::Float:
    if (bits == 32)
      return v;
    return uint32_t(isNaN(kF32, v) ? kF16.canonicalNaN()
                                   : fromDouble(kF16, asFloat(v), Round::Even));
  case ChannelKind::Unsigned:
    return uint32_t(std::min<uint64_t>(v, maskBits(bits)));
  case ChannelKind::Signed: {
    int64_t most = int64_t(maskBits(bits - 1));
    return uint32_t(std::clamp<int64_t>(int32_t(v), -most - 1, most));
  }
  }
  return v;
}

static void runSustFormatted(Warp &w, const Instr &inst, LaneMask active) {
  auto m = ptx::SustPModifiers::unpack(inst.mods);
  unsigned first = firstValue(inst);
  unsigned count = unsigned(inst.in.size()) - first;
  forSurfaces(
      w, inst, active, m.geometry,
      [&](unsigned l, const TextureObject &surface) {
        const exec::Image &image = surface.image;
        uint8_t *p = locate(w, inst, l, surface,
                            {m.geometry, m.clamp, image.texelBytes(), true});
        for (unsigned c = 0; c < image.channels && p; ++c) {
          uint32_t v =
              c < count ? toComponent(image, uint32_t(w.in(inst, first + c)[l]))
                        : 0;
          memcpy(p + c * image.channelBytes, &v, image.channelBytes);
        }
      });
}

/// The new value of an element of `bits` bits.
static uint64_t reduce(AtomicOp op, bool isSigned, unsigned bits, uint64_t old,
                       uint64_t b) {
  bool less = isSigned
                  ? llvm::SignExtend64(old, bits) < llvm::SignExtend64(b, bits)
                  : old < b;
  switch (op) {
  case AtomicOp::Add:
    return old + b;
  case AtomicOp::And:
    return old & b;
  case AtomicOp::Or:
    return old | b;
  case AtomicOp::Min:
    return less ? old : b;
  default:
    return less ? b : old;
  }
}

template <typename Modifiers, bool texels>
static void runSured(Warp &w, const Instr &inst, LaneMask active) {
  auto m = Modifiers::unpack(inst.mods);
  unsigned bits = ptx::getBitWidth(m.dataType), bytes = bits / 8;
  unsigned value = firstValue(inst);
  forSurfaces(
      w, inst, active, m.geometry,
      [&](unsigned l, const TextureObject &surface) {
        if (texels && surface.image.texelBytes() != bytes) {
          w.launch->fault(w, inst, int(l),
                          llvm::formatv("texels of {0} bytes, not {1}",
                                        surface.image.texelBytes(), bytes));
          return;
        }
        uint8_t *p =
            locate(w, inst, l, surface, {m.geometry, m.clamp, bytes, texels});
        if (!p)
          return;
        bool isSigned = texels ? surface.image.kind == ChannelKind::Signed
                               : ptx::isSigned(m.dataType);
        uint64_t old = 0;
        memcpy(&old, p, bytes);
        uint64_t fresh = reduce(m.op, isSigned, bits, old,
                                w.in(inst, value)[l] & maskBits(bits));
        memcpy(p, &fresh, bytes);
      });
}

bool interp::bindSurface(Instr &inst, ptx::Opcode opcode) {
  auto find = [&](llvm::StringRef name) {
    return uint64_t(std::max(0, findSource(inst, name)));
  };
  inst.imm = find("coords") | (find("values") | find("value")) << 8;
  switch (opcode) {
  case ptx::Opcode::SuldB:
    inst.run = runSuld;
    return true;
  case ptx::Opcode::SustB:
    inst.run = runSust;
    return true;
  case ptx::Opcode::SustP:
    inst.run = runSustFormatted;
    return true;
  case ptx::Opcode::SuredB:
    inst.run = runSured<ptx::SuredBModifiers, false>;
    return true;
  case ptx::Opcode::SuredP:
    inst.run = runSured<ptx::SuredPModifiers, true>;
    return true;
  default:
    return false;
  }
}
