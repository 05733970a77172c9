//===- Compare.cpp - Whether two runs left the same -----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first difference of two runs, in words; NaNs may differ in their sign,
// and floats by a little where the kernel computes approximations.
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::validation;

static bool isClose(double a, double b, double relative) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  return std::fabs(a - b) <=
         relative * std::max(std::fabs(a), std::fabs(b)) + 1e-30;
}

template <typename T> static T load(const uint8_t *p) {
  T v;
  memcpy(&v, p, sizeof(T));
  return v;
}

/// An aligned word of each, as the floats that they might be. Small errors of
/// an approximation may grow in what is computed from it: the bound is far
/// wider than that of one instruction, and far from what a wrong one does.
static bool isCloseWord(llvm::ArrayRef<uint8_t> a, llvm::ArrayRef<uint8_t> b,
                        size_t at) {
  constexpr double kRelative = 1.0 / 4096;
  size_t word = at & ~size_t(3), wide = at & ~size_t(7);
  if (word + 4 <= a.size() &&
      isClose(load<float>(&a[word]), load<float>(&b[word]), kRelative))
    return true;
  return wide + 8 <= a.size() &&
         isClose(load<double>(&a[wide]), load<double>(&b[wide]), kRelative);
}

/// Whether the aligned words differ in the sign of a NaN only, which PTX leaves
/// open. (The upper word of an infinite double is not one.)
static bool differInSignOfNaN(llvm::ArrayRef<uint8_t> a,
                              llvm::ArrayRef<uint8_t> b, size_t at) {
  constexpr uint32_t kSign = 0x80000000, kUpperOfInfinity = 0x7ff00000;
  size_t word = at & ~size_t(3);
  if (word + 4 > a.size())
    return false;
  uint32_t x = load<uint32_t>(&a[word]), y = load<uint32_t>(&b[word]);
  return (x ^ y) == kSign && std::isnan(llvm::bit_cast<float>(x)) &&
         (x & ~kSign) != kUpperOfInfinity;
}

static std::string hexWord(llvm::ArrayRef<uint8_t> bytes, size_t at) {
  std::string text;
  size_t n = std::min<size_t>(4, bytes.size() - at);
  for (size_t k = n; k-- > 0;)
    text += llvm::formatv("{0:x-2}", bytes[at + k]).str();
  return "0x" + text;
}

std::optional<Difference> validation::compareRuns(const RunResult &want,
                                                  const RunResult &got,
                                                  bool tolerant) {
  if (want.error.empty() != got.error.empty()) {
    Difference d;
    d.text = got.error.empty()
                 ? "the kernel comes to its end, before: " + want.error
                 : "the kernel fails: " + got.error;
    return d;
  }
  for (const MemoryImage &w : want.memory) {
    const MemoryImage *g = nullptr;
    for (const MemoryImage &image : got.memory)
      if (image.name == w.name && image.after.size() == w.after.size())
        g = &image;
    // Variables with addresses in them start differently.
    if (!g || g->before != w.before || g->after == w.after)
      continue;
    for (size_t i = 0; i != w.after.size(); ++i) {
      if (w.after[i] == g->after[i] ||
          differInSignOfNaN(w.after, g->after, i) ||
          (tolerant && isCloseWord(w.after, g->after, i)))
        continue;
      size_t at = i & ~size_t(3);
      Difference d;
      d.text = llvm::formatv("{0}, offset {1}: {2} before, {3} after", w.name,
                             at, hexWord(w.after, at), hexWord(g->after, at))
                   .str();
      d.address = g->address + i;
      d.isMemory = true;
      return d;
    }
  }
  if (got.hazards.size() > want.hazards.size()) {
    Difference d;
    d.text = "hazard: " + got.hazards.back();
    for (const std::string &h : got.hazards)
      if (!llvm::is_contained(want.hazards, h)) {
        d.text = "hazard: " + h;
        break;
      }
    return d;
  }
  return std::nullopt;
}
