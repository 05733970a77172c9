//===- TensorMap.cpp - Tensor maps from text ------------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/TensorMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

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

llvm::Expected<TensorMapBytes> exec::parseTensorMap(StringRef text,
                                                    unsigned &buffer) {
  static constexpr const char *names[] = {
      "u8",  "u16",     "u32", "s32",  "u64",  "s64",     "f16",
      "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz"};
  TensorMapBytes map;
  auto [index, rest] = text.split(',');
  if (index.getAsInteger(0, buffer))
    return bad("'" + index + "' is not the number of an argument");
  auto [element, settings] = rest.split(',');
  const auto *found = llvm::find(names, element);
  if (found == std::end(names))
    return bad("unknown element type '" + element + "'");
  map.element = TensorElement(found - std::begin(names));
  std::fill(std::begin(map.step), std::end(map.step), 1);

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
      map.im2col = 1;
    } else if (name == "lower" || name == "upper") {
      bool isLower = name == "lower";
      count = parseNumbers(value, isLower ? map.lower : map.upper, 3, -32768,
                           32767);
      (isLower ? lower : upper) = count ? *count : 0;
    } else if (name == "offset") {
      count = parseNumbers(value, &map.address, 1, 0, INT64_MAX);
    } else if (name == "swizzle" &&
               (value == "32" || value == "64" || value == "128")) {
      map.swizzle = value == "32"   ? TensorSwizzle::B32
                    : value == "64" ? TensorSwizzle::B64
                                    : TensorSwizzle::B128;
    } else if (name == "fill" && value == "nan") {
      map.fillNaN = 1;
    } else {
      return bad("'" + part + "' says nothing of a tensor");
    }
    if (!count)
      return count.takeError();
  }
  // Channels of a number of pixels.
  if (map.im2col && boxes == 2)
    boxes = map.rank;
  if (!map.rank || boxes != map.rank || (strides && strides != map.rank - 1u) ||
      (steps && steps != map.rank))
    return bad("'" + text +
               "': dim, box and step must have as many numbers, "
               "stride one less");
  if (map.im2col
          ? map.rank < 3 || lower != map.rank - 2u || upper != map.rank - 2u
          : lower || upper)
    return bad("'" + text +
               "': im2col wants three dimensions at least, lower and upper for "
               "all but the first and the last");
  for (unsigned k = 0; k + 1 < map.rank && !strides; ++k)
    map.stride[k] = map.dim[k] * (k ? map.stride[k - 1] : map.elementBytes());
  for (unsigned k = 0; k + 1 < map.rank; ++k)
    if (map.stride[k] % 16)
      return bad("'" + text + "': strides must be multiples of 16 bytes");
  return map;
}
