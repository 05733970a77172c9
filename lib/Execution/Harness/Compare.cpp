//===- Compare.cpp - Whether two runs leave the same ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of two runs, byte by byte; where a kernel computes approximations,
// number by number within an error.
//
//===----------------------------------------------------------------------===//

#include "ptx-mlir/Execution/Harness/Harness.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace ptxmlir;
using namespace ptxmlir::harness;
using ptx::DataType;

std::optional<std::string> harness::describeDifference(const Inputs &names,
                                                       const Outputs &want,
                                                       const Outputs &got) {
  for (size_t k = 0; k < want.buffers.size(); ++k) {
    const auto &w = want.buffers[k], &g = got.buffers[k];
    if (w == g)
      continue;
    auto first = std::mismatch(w.begin(), w.end(), g.begin(), g.end()).first;
    size_t at = size_t(first - w.begin()) & ~size_t(7);
    size_t count = std::min<size_t>(8, w.size() - at);
    auto hex = [&](const std::vector<uint8_t> &v) {
      return llvm::toHex(llvm::ArrayRef(v).slice(at, count), true);
    };
    return llvm::formatv(
               "{0}, byte {1}: {2}, expected {3}", names.buffers[k].name,
               int64_t(at) - int64_t(names.buffers[k].front), hex(g), hex(w))
        .str();
  }
  return std::nullopt;
}

namespace {
/// How the numbers of a buffer lie in memory.
struct NumberType {
  unsigned bytes = 0;                            ///< 0: not numbers of one type
  const llvm::fltSemantics *semantics = nullptr; ///< null: integers
  bool isSigned = false;

  explicit NumberType(DataType type) {
    switch (type) {
    case DataType::F64:
      semantics = &llvm::APFloat::IEEEdouble();
      break;
    case DataType::F32:
    case DataType::F32x2:
      semantics = &llvm::APFloat::IEEEsingle();
      break;
    case DataType::F16:
    case DataType::F16x2:
      semantics = &llvm::APFloat::IEEEhalf();
      break;
    case DataType::Bf16:
    case DataType::Bf16x2:
      semantics = &llvm::APFloat::BFloat();
      break;
    default:
      // (Not of 64 bits, which a double has not.)
      isSigned = ptx::isSigned(type);
      if ((isSigned || ptx::getTypeKind(type) == 'u') &&
          ptx::getBitWidth(type) <= 32)
        bytes = ptx::getBitWidth(type) / 8;
      return;
    }
    bytes = llvm::APFloat::getSizeInBits(*semantics) / 8;
  }
  double read(const uint8_t *at) const {
    uint64_t bits = 0;
    memcpy(&bits, at, bytes);
    if (!semantics)
      return isSigned ? double(llvm::SignExtend64(bits, 8 * bytes))
                      : double(bits);
    llvm::APFloat f(*semantics, llvm::APInt(8 * bytes, bits));
    bool lost;
    f.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
              &lost);
    return f.convertToDouble();
  }
};
} // namespace

/// Whether `isClose(buffer, offset, type)` holds for each number that differs,
/// and all else is the same.
template <typename Fn>
static bool allNumbersThatDiffer(const Inputs &inputs, const Outputs &want,
                                 const Outputs &got, Fn isClose) {
  for (auto [k, buffer] : llvm::enumerate(inputs.buffers)) {
    const std::vector<uint8_t> &w = want.buffers[k], &g = got.buffers[k];
    if (w == g)
      continue;
    NumberType type(buffer.written);
    if (!type.bytes)
      return false;
    // What is before the first whole number and behind the last one.
    size_t start = std::min<size_t>(buffer.front % type.bytes, w.size());
    size_t end = w.size() - (w.size() - start) % type.bytes;
    if (!std::equal(w.begin(), w.begin() + long(start), g.begin()) ||
        !std::equal(w.begin() + long(end), w.end(), g.begin() + long(end)))
      return false;
    for (size_t at = start; at < end; at += type.bytes)
      if (memcmp(&w[at], &g[at], type.bytes) && !isClose(k, at, type))
        return false;
  }
  return true;
}

bool harness::differInNaNsOnly(const Inputs &inputs, const Outputs &want,
                               const Outputs &got) {
  return allNumbersThatDiffer(
      inputs, want, got, [&](size_t buffer, size_t at, const NumberType &type) {
        return type.semantics && type.bytes >= 4 &&
               std::isnan(type.read(&want.buffers[buffer][at])) &&
               std::isnan(type.read(&got.buffers[buffer][at]));
      });
}

bool harness::isWithinSpread(const Inputs &inputs, const Outputs &want,
                             const Outputs &got,
                             llvm::ArrayRef<Outputs> spread) {
  return allNumbersThatDiffer(
      inputs, want, got, [&](size_t buffer, size_t at, const NumberType &type) {
        double value = type.read(&got.buffers[buffer][at]);
        double low = INFINITY, high = -INFINITY;
        bool isAmong = false; // what is no finite number
        auto add = [&](const Outputs &run) {
          double v = type.read(&run.buffers[buffer][at]);
          isAmong |=
              std::isnan(v) ? std::isnan(value) : std::isinf(v) && v == value;
          if (std::isfinite(v)) {
            low = std::min(low, v);
            high = std::max(high, v);
          }
        };
        add(want);
        for (const Outputs &run : spread)
          add(run);
        if (!std::isfinite(value))
          return isAmong;
        // Where all are equal, so are these, but for the sign of a zero.
        double width = high - low;
        return low < high && value >= low - width && value <= high + width;
      });
}
