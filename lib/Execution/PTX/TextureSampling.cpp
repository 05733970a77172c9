//===- TextureSampling.cpp - Texels and what lies between them ------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filtering in exact arithmetic, apart from the instructions that ask for it;
// the machine has a unit of its own (lib/Execution/TextureUnit.cpp).
//
//===----------------------------------------------------------------------===//

#include "TextureSampling.h"
#include "Float.h"
#include "llvm/ADT/APInt.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace ptxmlir;
using namespace ptxmlir::interp;
using exec::AddressMode;
using exec::ChannelKind;

uint64_t TextureReader::sliceOf(uint64_t layer) const {
  layer = std::min<uint64_t>(layer, image.layers - 1);
  return image.isCube() ? 6 * layer : layer;
}

//===----------------------------------------------------------------------===//
// Texels
//===----------------------------------------------------------------------===//

uint32_t TextureReader::component(const uint8_t *texel, unsigned c) const {
  // What a texel lacks is 0, 0 and 1.
  if (c >= image.channels)
    return c < 3 ? 0 : hasFractions() ? bitsOfFloat(1) : 1;
  if (!texel)
    return 0;
  uint32_t raw = 0;
  memcpy(&raw, texel + c * image.channelBytes, image.channelBytes);
  unsigned bits = 8 * image.channelBytes;
  if (image.kind == ChannelKind::Float)
    return bits == 32
               ? raw
               : uint32_t(fromDouble(kF32, valueOf(kF16, raw), Round::Even));
  auto number = int64_t(raw);
  bool isSigned = image.kind == ChannelKind::Signed;
  if (isSigned && raw >> (bits - 1))
    number -= int64_t(1) << bits;
  if (!object.readsFraction)
    return uint32_t(number);
  float largest = float((1 << (isSigned ? bits - 1 : bits)) - 1);
  return uint32_t(bitsOfFloat(std::max(float(number) / largest, -1.0f)));
}

Texel TextureReader::load(const int64_t (&at)[3], uint64_t slice) const {
  const uint32_t extent[] = {image.width, image.height, image.depth};
  bool inside = true;
  for (unsigned k = 0; k < image.dimensions(); ++k)
    inside &= at[k] >= 0 && at[k] < int64_t(extent[k]);
  const uint8_t *texel = nullptr;
  if (inside) {
    uint64_t y = image.dimensions() > 1 ? uint64_t(at[1]) : 0;
    uint64_t z = image.dimensions() > 2 ? uint64_t(at[2]) : slice;
    texel =
        memory.access(image.address + (z * image.height + y) * image.pitch +
                          uint64_t(at[0]) * image.placeBytes() + sampleOffset,
                      image.texelBytes());
  }
  Texel result;
  for (unsigned c = 0; c < 4; ++c)
    result[c] = component(texel, c);
  return result;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

void TextureReader::chooseFace(double x, double y, double z,
                               SamplePlace &place) {
  double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  double major, s, t;
  unsigned face;
  if (ax >= ay && ax >= az) {
    face = x < 0;
    major = ax;
    s = x < 0 ? z : -z;
    t = -y;
  } else if (ay >= az) {
    face = 2 + (y < 0);
    major = ay;
    s = x;
    t = y < 0 ? -z : z;
  } else {
    face = 4 + (z < 0);
    major = az;
    s = z < 0 ? -x : x;
    t = -y;
  }
  place.slice += face;
  place.at[0] = (s / major + 1) / 2;
  place.at[1] = (t / major + 1) / 2;
}

static int64_t modulo(int64_t a, int64_t n) { return (a % n + n) % n; }

TextureReader::Axis TextureReader::resolve(unsigned k, const SamplePlace &place,
                                           bool linear) const {
  const uint32_t extents[] = {image.width, image.height, image.depth};
  auto n = int64_t(extents[k]);
  bool normalized = sampler.isNormalized || image.isCube();
  AddressMode mode = sampler.address[k];
  if (image.isCube() || (!normalized && (mode == AddressMode::Wrap ||
                                         mode == AddressMode::Mirror)))
    mode = AddressMode::ClampToEdge;
  bool repeats = mode == AddressMode::Wrap || mode == AddressMode::Mirror;

  // The position in texels as a whole number and the rest. (All exact: a
  // coordinate has 24 bits. Only a rest near 1 may be rounded up to it.)
  double x = place.at[k] * (normalized ? double(n) : 1);
  if (std::isnan(x) || (repeats && std::isinf(x)))
    x = 0;
  x = repeats ? std::fmod(x, 2 * double(n)) : std::clamp(x, -0x1p40, 0x1p40);
  auto whole = int64_t(std::floor(x));
  double rest = x - double(whole);
  whole += place.offset[k];

  if (mode == AddressMode::Wrap) {
    whole = modulo(whole, n);
  } else if (mode == AddressMode::Mirror) {
    // Every second image is turned round.
    whole = modulo(whole, 2 * n);
    if (whole >= n) {
      whole = 2 * n - 1 - whole;
      if (rest == 0)
        ++whole;
      else
        rest = 1 - rest;
    }
  } else if (mode == AddressMode::ClampOGL) {
    if (whole < 0 || whole >= n) {
      whole = whole < 0 ? 0 : n;
      rest = 0;
    }
    if (!linear)
      whole = std::min(whole, n - 1);
  }

  Axis axis;
  if (linear) {
    axis.first = rest < 0.5 ? whole - 1 : whole;
    axis.second = axis.first + 1;
    double fraction = rest < 0.5 ? rest + 0.5 : rest - 0.5;
    axis.share = unsigned(std::floor(fraction * 256 + 0.5));
  } else {
    axis.first = axis.second = whole;
  }
  for (int64_t *i : {&axis.first, &axis.second}) {
    if (mode == AddressMode::Wrap)
      *i = modulo(*i, n);
    else if (mode == AddressMode::Mirror || mode == AddressMode::ClampToEdge)
      *i = std::clamp<int64_t>(*i, 0, n - 1);
    else if (*i < 0 || *i >= n)
      *i = -1;
  }
  return axis;
}

//===----------------------------------------------------------------------===//
// Filters
//===----------------------------------------------------------------------===//

namespace {
/// An exact sum of f32 numbers with integer weights, in units of 2^-149.
class ExactSum {
public:
  void add(uint32_t bits, unsigned weight) {
    if (!weight)
      return;
    if (isNaN(kF32, bits)) {
      nan = true;
    } else if (isInfinity(kF32, bits)) {
      (bits >> 31 ? minusInfinity : plusInfinity) = true;
    } else {
      unsigned exponent = bits >> 23 & 255;
      uint64_t digits = (bits & 0x7fffff) | (exponent ? 0x800000 : 0);
      llvm::APInt term(kBits, digits * weight);
      term <<= exponent ? exponent - 1 : 0;
      sum = bits >> 31 ? sum - term : sum + term;
    }
  }
  /// The sum divided by 2^shift.
  uint32_t rounded(unsigned shift) const {
    if (nan || (plusInfinity && minusInfinity))
      return uint32_t(kF32.canonicalNaN());
    uint32_t sign = sum.isNegative() ? 0x80000000 : 0;
    if (plusInfinity || minusInfinity)
      return uint32_t(kF32.infinity()) | (minusInfinity ? 0x80000000 : 0);
    llvm::APInt magnitude = sum.abs();
    if (magnitude.isZero())
      return 0;
    // 24 bits are kept, or as many as there are above the smallest number.
    unsigned drop = std::max(shift, magnitude.getActiveBits() > 24
                                        ? magnitude.getActiveBits() - 24
                                        : 0);
    llvm::APInt kept = magnitude.lshr(drop);
    llvm::APInt lost = magnitude - kept.shl(drop);
    llvm::APInt half = llvm::APInt::getOneBitSet(kBits, drop).lshr(1);
    uint64_t digits = kept.getZExtValue();
    if (drop && (lost.ugt(half) || (lost == half && digits & 1)))
      ++digits;
    float value = std::ldexp(float(digits), int(drop) - int(shift) - 149);
    return uint32_t(bitsOfFloat(value)) | sign;
  }

private:
  static constexpr unsigned kBits = 384;
  llvm::APInt sum = llvm::APInt(kBits, 0);
  bool nan = false, plusInfinity = false, minusInfinity = false;
};
} // namespace

Texel TextureReader::sample(const SamplePlace &place) const {
  unsigned dimensions = image.dimensions();
  Axis axis[3];
  for (unsigned k = 0; k < dimensions; ++k)
    axis[k] = resolve(k, place, sampler.isLinear);
  if (!sampler.isLinear)
    return load({axis[0].first, axis[1].first, axis[2].first}, place.slice);
  ExactSum sums[4];
  for (unsigned corner = 0; corner < 1u << dimensions; ++corner) {
    int64_t at[3] = {0, 0, 0};
    unsigned weight = 1;
    for (unsigned k = 0; k < dimensions; ++k) {
      bool second = corner >> k & 1;
      at[k] = second ? axis[k].second : axis[k].first;
      weight *= second ? axis[k].share : 256 - axis[k].share;
    }
    Texel texel = load(at, place.slice);
    for (unsigned c = 0; c < 4; ++c)
      sums[c].add(texel[c], weight);
  }
  Texel result;
  for (unsigned c = 0; c < 4; ++c)
    result[c] = sums[c].rounded(8 * dimensions);
  return result;
}

Texel TextureReader::gather(const SamplePlace &place,
                            unsigned component) const {
  Axis x = resolve(0, place, true), y = resolve(1, place, true);
  // Counterclockwise from the lower left one; rows go down.
  const int64_t at[4][3] = {{x.first, y.second, 0},
                            {x.second, y.second, 0},
                            {x.second, y.first, 0},
                            {x.first, y.first, 0}};
  Texel result;
  for (unsigned k = 0; k < 4; ++k)
    result[k] = load(at[k], place.slice)[component];
  return result;
}
