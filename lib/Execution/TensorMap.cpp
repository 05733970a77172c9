//===- TensorMap.cpp - Tensor maps from text ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor maps are opaque to programs; a test writes one as text. The layout in
// memory is ours, used by the machine and the PTX interpreter.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/TensorMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace ptxmlir;
using namespace ptxmlir::exec;
using llvm::StringRef;
using llvm::Twine;

static llvm::Error bad(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Numbers with `x` between, from `least` to `most`; how many there are.
template <typename T>
static llvm::Expected<unsigned> parseNumbers(StringRef text, T *to,
                                             unsigned maxCount, int64_t least,
                                             int64_t most) {
  llvm::SmallVector<StringRef, 5> parts;
  text.split(parts, 'x');
  if (parts.size() > maxCount)
    return bad("'" + text + "' has more than " + Twine(maxCount) + " numbers");
  for (size_t i = 0; i < parts.size(); ++i) {
    int64_t v;
    if (parts[i].getAsInteger(0, v) || v < least || v > most)
      return bad("'" + parts[i] + "' is not a number from " + Twine(least) +
                 " to " + Twine(most));
    to[i] = T(v);
  }
  return unsigned(parts.size());
}

static constexpr uint32_t kMagic = 0x70616d74; // "tmap"

template <typename T> static T get(const uint8_t *p) {
  T v;
  memcpy(&v, p, sizeof(v));
  return v;
}
template <typename T> static void put(uint8_t *p, uint64_t v) {
  T t = T(v);
  memcpy(p, &t, sizeof(t));
}

/// The element's number in the map; TF32 is a bit beside those of F32.
static constexpr uint32_t kTF32Bit = 1u << 16;
static uint32_t packElement(TensorElement e) {
  uint32_t n = uint32_t(e);
  if (e == TensorElement::TF32 || e == TensorElement::TF32Ftz)
    return kTF32Bit | (n - 4) << 7;
  return (e > TensorElement::TF32Ftz ? n - 2 : n) << 7;
}
static std::optional<TensorElement> unpackElement(uint32_t flags) {
  uint32_t n = flags >> 7 & 15;
  if (n > 13)
    return std::nullopt;
  bool isF32 = n == 7 || n == 8;
  if ((flags & kTF32Bit) && isF32)
    return TensorElement(n + 4);
  return TensorElement(n > 10 ? n + 2 : n);
}

/// The bit of ptxas's code for the swizzle of 96 bytes (sm_103a).
static constexpr uint32_t kSwizzle96 = 1u << 22;
static uint32_t packSwizzle(TensorSwizzle swizzle) {
  return swizzle == TensorSwizzle::B96 ? kSwizzle96 : uint32_t(swizzle) << 13;
}

std::optional<TensorMap> TensorMap::unpack(const uint8_t *p) {
  TensorMap map;
  auto flags = get<uint32_t>(p + 8);
  std::optional<TensorElement> element = unpackElement(flags);
  map.rank = uint8_t((flags >> 4 & 7) + 1);
  // Code may make a map of zeros, by tensormap.replace alone.
  bool isOurs = get<uint32_t>(p + 64) == kMagic ||
                std::all_of(p + 64, p + kBytes, [](uint8_t b) { return !b; });
  if (!isOurs || !element || map.rank > 5)
    return std::nullopt;
  map.element = *element;
  map.interleave = flags >> 11 & 3;
  map.swizzle =
      flags & kSwizzle96 ? TensorSwizzle::B96 : TensorSwizzle(flags >> 13 & 3);
  map.fillNaN = flags >> 15 & 1;
  if ((flags >> 19 & 7) > 3 || p[68] > uint8_t(TensorBox::W128))
    return std::nullopt;
  map.atom = TensorAtom(flags >> 19 & 7);
  map.address = get<uint64_t>(p);
  map.kind = TensorBox(p[68]);
  for (unsigned k = 0; k < 5; ++k) {
    map.dim[k] = uint64_t(get<uint32_t>(p + 32 + 4 * k)) + 1;
    map.step[k] = (get<uint16_t>(p + 52) >> (3 * k) & 7) + 1;
    map.box[k] = uint16_t(p[55 + k] + 1);
  }
  for (unsigned k = 0; k < 4; ++k)
    map.stride[k] = uint64_t(get<uint32_t>(p + 12 + 4 * k)) << 4 |
                    uint64_t(get<uint16_t>(p + 28) >> (4 * k) & 15) << 36;
  if (map.hasColumns()) {
    map.box[0] = get<uint16_t>(p + 70);
    map.box[1] = get<uint16_t>(p + 72);
  }
  for (unsigned k = 0; k < 3; ++k) {
    map.lower[k] = get<int16_t>(p + 74 + 2 * k);
    map.upper[k] = get<int16_t>(p + 80 + 2 * k);
  }
  return map;
}

std::string TensorMap::findObstacle() const {
  if (swizzle == TensorSwizzle::B96)
    return "its swizzle is that of 96 bytes, of which the PTX ISA shows in a "
           "figure only how far apart rows lie";
  if (!address)
    return "its global address was never set";
  for (unsigned k = 0; k + 1 < rank; ++k)
    if (!stride[k])
      return "its global stride " + std::to_string(k) + " was never set";
  return "";
}

void TensorMap::pack(uint8_t *p) const {
  memset(p, 0, kBytes);
  put<uint64_t>(p, address);
  put<uint32_t>(p + 8, uint32_t(rank - 1) << 4 | packElement(element) |
                           uint32_t(interleave) << 11 | packSwizzle(swizzle) |
                           uint32_t(fillNaN) << 15 | uint32_t(atom) << 19);
  uint16_t high = 0, steps = 0;
  for (unsigned k = 0; k < 4; ++k) {
    put<uint32_t>(p + 12 + 4 * k, stride[k] >> 4);
    high |= uint16_t((stride[k] >> 36 & 15) << (4 * k));
  }
  put<uint16_t>(p + 28, high);
  for (unsigned k = 0; k < 5; ++k) {
    put<uint32_t>(p + 32 + 4 * k, dim[k] - 1);
    steps |= uint16_t((step[k] - 1u & 7) << (3 * k));
    if (!hasColumns())
      p[55 + k] = uint8_t(box[k] - 1);
  }
  put<uint16_t>(p + 52, steps);
  put<uint32_t>(p + 64, kMagic);
  p[68] = uint8_t(kind);
  put<uint16_t>(p + 70, box[0]);
  put<uint16_t>(p + 72, box[1]);
  for (unsigned k = 0; k < 3; ++k) {
    put<int16_t>(p + 74 + 2 * k, uint64_t(lower[k]));
    put<int16_t>(p + 80 + 2 * k, uint64_t(upper[k]));
  }
}

llvm::Expected<TensorMap> exec::parseTensorMap(StringRef text,
                                               unsigned &buffer) {
  static constexpr const char *names[] = {
      "u8",  "u16",     "u32", "s32",  "u64",  "s64",     "f16",
      "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz"};
  TensorMap map;
  auto [index, rest] = text.split(',');
  if (index.getAsInteger(0, buffer))
    return bad("'" + index + "' is not the number of an argument");
  auto [element, settings] = rest.split(',');
  const auto *found = llvm::find(names, element);
  if (found == std::end(names))
    return bad("unknown element type '" + element + "'");
  map.element = TensorElement(found - std::begin(names));

  unsigned boxes = 0, strides = 0, steps = 0, lower = 0, upper = 0;
  llvm::SmallVector<StringRef, 8> parts;
  settings.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [name, value] = part.split('=');
    llvm::Expected<unsigned> count = 0;
    if (name == "dim") {
      count = parseNumbers(value, map.dim, 5, 1, int64_t(1) << 32);
      map.rank = count ? uint8_t(*count) : 0;
    } else if (name == "box") {
      count = parseNumbers(value, map.box, 5, 1, 256);
      boxes = count ? *count : 0;
    } else if (name == "stride") {
      count = parseNumbers(value, map.stride, 4, 16, (int64_t(1) << 40) - 1);
      strides = count ? *count : 0;
    } else if (name == "step") {
      count = parseNumbers(value, map.step, 5, 1, 8);
      steps = count ? *count : 0;
    } else if (name == "im2col") {
      count = parseNumbers(value, map.box, 2, 1, 1024);
      boxes = count ? *count : 0;
      if (!map.hasColumns())
        map.kind = TensorBox::Im2col;
    } else if (part == "wide=w" || part == "wide=w128") {
      map.kind = part == "wide=w" ? TensorBox::W : TensorBox::W128;
    } else if (name == "lower" || name == "upper") {
      bool isLower = name == "lower";
      count = parseNumbers(value, isLower ? map.lower : map.upper, 3, -32768,
                           32767);
      (isLower ? lower : upper) = count ? *count : 0;
    } else if (name == "offset") {
      count = parseNumbers(value, &map.address, 1, 0, INT64_MAX);
    } else if (name == "swizzle" && (value == "32" || value == "64" ||
                                     value == "96" || value == "128")) {
      map.swizzle = value == "32"   ? TensorSwizzle::B32
                    : value == "64" ? TensorSwizzle::B64
                    : value == "96" ? TensorSwizzle::B96
                                    : TensorSwizzle::B128;
    } else if (name == "atom" &&
               (value == "32" || value == "32flip" || value == "64")) {
      map.atom = value == "32"   ? TensorAtom::B32
                 : value == "64" ? TensorAtom::B64
                                 : TensorAtom::B32Flipped;
    } else if (name == "fill" && value == "nan") {
      map.fillNaN = true;
    } else {
      return bad("'" + part + "' says nothing of a tensor");
    }
    if (!count)
      return count.takeError();
  }
  // Channels of a number of pixels.
  if (map.hasColumns())
    boxes = boxes == 2 ? map.rank : 0;
  if (!map.rank || boxes != map.rank || (strides && strides != map.rank - 1u) ||
      (steps && steps != map.rank))
    return bad("'" + text +
               "': dim, box and step must have as many numbers, "
               "stride one less");
  unsigned corners = !map.hasColumns() ? 0 : map.isWide() ? 1 : map.rank - 2;
  if (lower != corners || upper != corners ||
      (map.hasColumns() && map.rank < 3))
    return bad("'" + text +
               "': im2col wants three dimensions at least, lower and upper for "
               "all but the first and the last, with wide for the second");
  if (!map.fitsSwizzle() || (map.isWide() && map.swizzle == TensorSwizzle::B32))
    return bad("'" + text +
               "': wide wants a swizzle of 64 or 128, atom one of 128");
  for (unsigned k = 0; k + 1 < map.rank && !strides; ++k)
    map.stride[k] = map.dim[k] * (k ? map.stride[k - 1] : map.elementBytes());
  for (unsigned k = 0; k + 1 < map.rank; ++k)
    if (map.stride[k] % 16)
      return bad("'" + text + "': strides must be multiples of 16 bytes");
  return map;
}
