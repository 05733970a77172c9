//===- TextureUnit.cpp - What the texture unit returns --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the hardware's unit returns, in its fixed-point precision: coordinates
// to texels, wrapping, filters. The PTX interpreter has exact sampling of its
// own.
//
//===----------------------------------------------------------------------===//

#include "TextureUnit.h"
#include "ptx-mlir/ISA/Semantics/SoftFloat.h"
#include <cstring>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using isa::sem::Fmt;

static constexpr unsigned kPoint = 64;
static constexpr __int128 kOne = __int128(1) << kPoint;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// The number with these bits times `scale`, rounded down. A NaN is 0. What is
/// far outside of any image is moved nearer, or, where images are repeated,
/// into the first two.
static __int128 toFixed(uint32_t bits, uint32_t scale, bool repeats) {
  unsigned exponent = bits >> 23 & 255;
  auto digits = __int128((bits & 0x7fffff) | (exponent ? 0x800000 : 0)) * scale;
  if (bits >> 31)
    digits = -digits;
  if (exponent == 255 && (bits & 0x7fffff))
    return 0;
  // From 2^24 on all numbers are even.
  if (repeats && exponent > 150)
    return 0;
  if (exponent > 160)
    return bits >> 31 ? -(kOne << 48) : kOne << 48;
  int shift = int(exponent ? exponent : 1) - 150 + int(kPoint);
  // (A negative number has no shift to the left.)
  return shift >= 0 ? digits * (__int128(1) << shift)
                    : digits >> std::min(-shift, 127);
}

/// The remainder that is not negative.
static __int128 positiveRemainder(__int128 a, __int128 n) {
  __int128 r = a % n;
  return r < 0 ? r + n : r;
}

TextureUnit::Pair TextureUnit::locate(unsigned axis, Fixed position,
                                      bool mixes) const {
  int64_t last = int64_t(extent(axis)) - 1;
  Fixed size = Fixed(extent(axis)) << kPoint;
  AddressMode mode = sampler.address[axis];
  bool canRepeat = sampler.isNormalized && !image.isCube();
  if (image.isCube())
    mode = AddressMode::ClampToEdge;
  bool isBorder = false;
  switch (mode) {
  case AddressMode::Wrap:
    if (canRepeat)
      position = positiveRemainder(position, size);
    break;
  case AddressMode::Mirror:
    if (canRepeat) {
      position = positiveRemainder(position, 2 * size);
      if (position > size)
        position = 2 * size - position;
    }
    break;
  case AddressMode::ClampOGL:
    position = std::clamp<Fixed>(position, 0, size);
    if (!mixes && position == size)
      position = size - 1;
    isBorder = true;
    break;
  case AddressMode::ClampToBorder:
    isBorder = true;
    break;
  case AddressMode::ClampToEdge:
    break;
  }
  Pair pair;
  if (mixes) {
    Fixed left = position - kOne / 2;
    pair.index[0] = int64_t(left >> kPoint);
    pair.index[1] = pair.index[0] + 1;
    uint64_t behind = uint64_t(left);
    pair.share[1] = uint32_t((behind >> 55) + 1) >> 1;
    pair.share[0] = 256 - pair.share[1];
  } else {
    pair.index[0] = pair.index[1] = int64_t(position >> kPoint);
    pair.share[0] = 256;
    pair.share[1] = 0;
  }
  for (int64_t &index : pair.index) {
    if (index >= 0 && index <= last)
      continue;
    if (isBorder)
      index = kOutside;
    else if (mode == AddressMode::Wrap && canRepeat)
      index = index < 0 ? last : 0;
    else
      index = index < 0 ? 0 : last;
  }
  return pair;
}

uint64_t TextureUnit::firstSlice(uint32_t layer) const {
  uint64_t at = std::min(layer, image.layers - 1);
  return at * (image.isCube() ? 6 : 1);
}

void TextureUnit::locateAll(const TextureRequest &request, bool mixes,
                            Pair (&pairs)[3], uint64_t &slice) const {
  slice = firstSlice(request.layer);
  for (unsigned k = 0; k < 3; ++k)
    pairs[k] = {{0, 0}, {256, 0}};
  if (image.isCube()) {
    // The code before it has made the largest coordinate 1 or -1. What the
    // other two are in the faces +x, -x, +y, -y, +z, -z:
    constexpr uint32_t kSign = 0x80000000;
    struct FaceAxes {
      uint8_t axis[2];
      bool negative[2];
    };
    static constexpr FaceAxes faces[] = {
        {{2, 1}, {true, true}},   {{2, 1}, {false, true}},
        {{0, 2}, {false, false}}, {{0, 2}, {false, true}},
        {{0, 1}, {false, true}},  {{0, 1}, {true, true}}};
    const uint32_t *c = request.coordinates;
    uint32_t x = c[0] & ~kSign, y = c[1] & ~kSign, z = c[2] & ~kSign;
    unsigned major = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    // (-0 does not point to a negative side.)
    bool isNegative = c[major] > kSign;
    unsigned face = 2 * major + isNegative;
    slice += face;
    for (unsigned k = 0; k < 2; ++k) {
      uint32_t bits = c[faces[face].axis[k]];
      if (faces[face].negative[k])
        bits ^= kSign;
      Fixed at =
          (toFixed(bits, image.width, false) + (Fixed(image.width) << kPoint)) /
          2;
      pairs[k] = locate(k, at, mixes);
    }
    return;
  }
  for (unsigned k = 0; k < axes; ++k) {
    bool repeats =
        sampler.isNormalized && (sampler.address[k] == AddressMode::Wrap ||
                                 sampler.address[k] == AddressMode::Mirror);
    Fixed at = toFixed(request.coordinates[k],
                       sampler.isNormalized ? extent(k) : 1, repeats);
    pairs[k] = locate(k, at + request.offsets[k] * kOne, mixes);
  }
}

//===----------------------------------------------------------------------===//
// Texels
//===----------------------------------------------------------------------===//

/// An integer as a fraction of the largest one, rounded to f32.
static uint32_t toFraction(uint32_t value, unsigned bits, bool isSigned) {
  bool negative = isSigned && value >> (bits - 1);
  uint32_t largest = (1u << (isSigned ? bits - 1 : bits)) - 1;
  uint32_t magnitude = negative ? (1u << bits) - value : value;
  if (!magnitude)
    return 0;
  magnitude = std::min(magnitude, largest);
  uint64_t quotient = (uint64_t(magnitude) << 48) / largest;
  if ((uint64_t(magnitude) << 48) % largest)
    quotient |= 1;
  return uint32_t(isa::sem::roundPack({Fmt::F32}, negative, -48, quotient));
}

void TextureUnit::read(int64_t x, int64_t y, int64_t z, uint64_t slice,
                       uint32_t (&to)[4]) const {
  to[0] = to[1] = to[2] = 0;
  to[3] = readsNumbers() ? 0x3f800000 : 1;
  const uint8_t *from = nullptr;
  if (x != kOutside && y != kOutside && z != kOutside) {
    uint64_t row = (slice + uint64_t(z)) * image.height + uint64_t(y);
    from = memory.access(image.address + row * image.pitch +
                             uint64_t(x) * image.placeBytes(),
                         image.texelBytes());
  }
  for (unsigned c = 0; c < image.channels; ++c) {
    uint8_t bytes[4] = {};
    if (from)
      memcpy(bytes, from + c * image.channelBytes, image.channelBytes);
    uint32_t v =
        bytes[0] | bytes[1] << 8 | bytes[2] << 16 | uint32_t(bytes[3]) << 24;
    switch (image.kind) {
    case ChannelKind::Float:
      if (image.channelBytes == 2)
        v = uint32_t(isa::sem::convert(Fmt::F16, v, {Fmt::F32}));
      break;
    case ChannelKind::Unsigned:
      if (texture.readsFraction)
        v = toFraction(v, 8 * image.channelBytes, false);
      break;
    case ChannelKind::Signed:
      if (texture.readsFraction)
        v = toFraction(v, 8 * image.channelBytes, true);
      else if (image.channelBytes < 4)
        v = uint32_t(int32_t(v << (32 - 8 * image.channelBytes)) >>
                     (32 - 8 * image.channelBytes));
      break;
    }
    to[c] = v;
  }
}

void TextureUnit::load(const TextureRequest &request, uint32_t (&to)[4]) const {
  int64_t at[3] = {0, 0, 0};
  for (unsigned k = 0; k < axes; ++k) {
    at[k] = int64_t(int32_t(request.coordinates[k])) + request.offsets[k];
    if (at[k] < 0 || at[k] >= extent(k))
      at[k] = kOutside;
  }
  read(at[0], at[1], at[2], firstSlice(request.layer), to);
}

void TextureUnit::gather(const TextureRequest &request, unsigned channel,
                         uint32_t (&to)[4]) const {
  Pair pairs[3];
  uint64_t slice;
  locateAll(request, true, pairs, slice);
  // (0, 1), (1, 1), (1, 0), (0, 0).
  static constexpr uint8_t xs[] = {0, 1, 1, 0}, ys[] = {1, 1, 0, 0};
  for (unsigned k = 0; k < 4; ++k) {
    uint32_t texel[4];
    read(pairs[0].index[xs[k]], pairs[1].index[ys[k]], 0, slice, texel);
    to[k] = texel[channel];
  }
}

//===----------------------------------------------------------------------===//
// Filters
//===----------------------------------------------------------------------===//

namespace {
/// A sum of products of f32 numbers and whole ones, digit by digit: 32 bits
/// each, the lowest worth 2^-149.
class WideSum {
public:
  void add(uint32_t bits, uint32_t weight) {
    unsigned exponent = bits >> 23 & 255;
    uint32_t fraction = bits & 0x7fffff;
    if (exponent == 255) {
      special |= fraction ? kNaN : bits >> 31 ? kMinus : kPlus;
      return;
    }
    uint64_t product = uint64_t(fraction | (exponent ? 0x800000 : 0)) * weight;
    unsigned at = exponent ? exponent - 1 : 0;
    auto wide = (unsigned __int128)product << at % 32;
    for (unsigned k = 0; k < 3; ++k) {
      auto digit = int64_t(uint32_t(wide >> 32 * k));
      digits[at / 32 + k] += bits >> 31 ? -digit : digit;
    }
  }

  /// f32 nearest to the sum / 2^shift.
  uint32_t round(unsigned shift) {
    if (special == kPlus || special == kMinus)
      return special == kPlus ? 0x7f800000 : 0xff800000;
    if (special)
      return 0x7fffffff;
    carry();
    bool negative = digits[kDigits - 1] < 0;
    if (negative) {
      for (int64_t &d : digits)
        d = -d;
      carry();
    }
    int top = int(kDigits) * 32 - 1;
    while (top >= 0 && !bit(unsigned(top)))
      --top;
    if (top < 0)
      return 0;
    auto cut = unsigned(std::max(top - 23, int(shift)));
    uint32_t kept = 0;
    for (unsigned k = 0; k < 24; ++k)
      kept |= uint32_t(bit(cut + k)) << k;
    bool half = cut && bit(cut - 1), rest = false;
    for (unsigned k = 0; k + 1 < cut && !rest; ++k)
      rest = bit(k);
    kept += half && (rest || kept & 1);
    // A carry into the hidden bit, and one out of it, come out right.
    uint32_t result = ((cut - shift) << 23) + kept;
    return result | uint32_t(negative) << 31;
  }

private:
  static constexpr unsigned kDigits = 12;
  enum { kPlus = 1, kMinus = 2, kNaN = 4 };

  void carry() {
    for (unsigned k = 0; k + 1 < kDigits; ++k) {
      int64_t over = digits[k] >> 32;
      digits[k] -= over * (int64_t(1) << 32);
      digits[k + 1] += over;
    }
  }
  bool bit(unsigned k) const {
    return k < 32 * kDigits && digits[k / 32] >> k % 32 & 1;
  }

  int64_t digits[kDigits] = {};
  unsigned special = 0;
};
} // namespace

void TextureUnit::fetch(const TextureRequest &request,
                        uint32_t (&to)[4]) const {
  Pair pairs[3];
  uint64_t slice;
  locateAll(request, sampler.isLinear, pairs, slice);
  if (!sampler.isLinear) {
    read(pairs[0].index[0], pairs[1].index[0], pairs[2].index[0], slice, to);
    return;
  }
  WideSum sums[4];
  unsigned ends[3];
  for (unsigned k = 0; k < 3; ++k)
    ends[k] = k < axes ? 2 : 1;
  for (unsigned z = 0; z < ends[2]; ++z)
    for (unsigned y = 0; y < ends[1]; ++y)
      for (unsigned x = 0; x < ends[0]; ++x) {
        uint32_t weight = pairs[0].share[x];
        if (axes > 1)
          weight *= pairs[1].share[y];
        if (axes > 2)
          weight *= pairs[2].share[z];
        if (!weight)
          continue;
        uint32_t texel[4];
        read(pairs[0].index[x], pairs[1].index[y], pairs[2].index[z], slice,
             texel);
        for (unsigned c = 0; c < 4; ++c)
          sums[c].add(texel[c], weight);
      }
  for (unsigned c = 0; c < 4; ++c)
    to[c] = sums[c].round(8 * axes);
}
