//===- Values.cpp - Operands that try an instruction ----------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edge values, random ones and those that cancel, chosen by type; the numbers
// depend on nothing but the type.
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "Reference.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

using namespace ptxmlir;
using namespace ptxmlir::test;
using llvm::APFloat;

namespace {
constexpr size_t kCrossed = 36, kTuples = 1792;

/// Values of one type.
class Generator {
public:
  Generator(ptx::DataType type, unsigned seed) : random(seed) {
    bits = elementBits(type);
    format = formatOf(type);
    if (format)
      makeFloatEdges();
    else
      makeIntegerEdges();
    // One value once; the order is that of importance.
    std::vector<uint64_t> unique;
    for (uint64_t v : edges)
      if (!llvm::is_contained(unique, v))
        unique.push_back(v);
    edges = std::move(unique);
  }

  uint64_t edge(size_t index) const { return edges[index % edges.size()]; }
  size_t numEdges() const { return edges.size(); }

  uint64_t any() {
    switch (random() % 4) {
    case 0:
      return edge(random());
    case 1:
      return format ? nearOne() : lowBits(bits, random() % 70);
    case 2:
      return format ? lowBits(bits, edge(random()) + random() % 5 - 2)
                    : lowBits(bits, random() >> random() % 64);
    default:
      return lowBits(bits, random());
    }
  }

private:
  uint64_t nearOne() {
    uint64_t fraction = APFloat::semanticsPrecision(*format) - 1;
    uint64_t one = toBits(APFloat::getOne(*format));
    uint64_t exponent = (one >> fraction) + random() % 9 - 4;
    uint64_t sign = random() & 1;
    return lowBits(bits, sign << (bits - 1) | exponent << fraction |
                             lowBits(unsigned(fraction), random()));
  }
  void add(double value) {
    APFloat f(value);
    bool lost;
    f.convert(*format, APFloat::rmTowardZero, &lost);
    for (bool negative : {false, true}) {
      if (f.isNegative() != negative)
        f.changeSign();
      edges.push_back(toBits(f));
    }
  }
  void makeFloatEdges() {
    const llvm::fltSemantics &f = *format;
    for (bool negative : {false, true}) {
      edges.push_back(toBits(APFloat::getZero(f, negative)));
      edges.push_back(toBits(APFloat::getOne(f, negative)));
      edges.push_back(toBits(APFloat::getInf(f, negative)));
      edges.push_back(toBits(APFloat::getQNaN(f, negative)));
      edges.push_back(toBits(APFloat::getSNaN(f, negative)));
      edges.push_back(toBits(APFloat::getLargest(f, negative)));
      edges.push_back(toBits(APFloat::getSmallest(f, negative)));
      APFloat normal = APFloat::getSmallestNormalized(f, negative);
      edges.push_back(toBits(normal));
      edges.push_back(toBits(normal) - 1);
      edges.push_back(toBits(APFloat::getOne(f, negative)) + 1);
      edges.push_back(toBits(APFloat::getOne(f, negative)) - 1);
      // A quiet NaN with payload.
      edges.push_back(toBits(APFloat::getQNaN(f, negative)) | 5);
      // What stands for elements outside of a tensor, and its opposite.
      if (bits == 16)
        edges.push_back(negative ? 0xfff7 : 0x7ff7);
    }
    for (double v : {0.5, 2.0, 1.5, 2.5, 3.0, 4.0, 0.25, 6.0})
      add(v);
    // Where ranges of integers and of narrow floats end, and half way between
    // numbers there.
    for (double v : {127.0,
                     127.5,
                     128.0,
                     254.5,
                     255.0,
                     255.5,
                     256.0,
                     448.0,
                     464.0,
                     465.0,
                     480.0,
                     5.0,
                     5.5,
                     6.5,
                     7.0,
                     7.5,
                     7.75,
                     28.0,
                     30.0,
                     31.0,
                     0.0625,
                     0.125,
                     0.03125,
                     32767.0,
                     32767.5,
                     32768.0,
                     65535.0,
                     65535.5,
                     65504.,
                     65519.0,
                     65520.0,
                     57344.0,
                     61440.0,
                     2147483647.,
                     2147483648.,
                     4294967295.,
                     4294967296.,
                     0x1p63,
                     0x1p64,
                     0x1p-9,
                     0x1p-10,
                     0x1p-14,
                     0x1p-15,
                     0x1p-24,
                     0x1p-25,
                     0x1.8p-25,
                     0x1p-126,
                     0x1p-127,
                     0x1p-149,
                     0x1p-150,
                     0x1.fffffep127,
                     0x1.fffffffp127,
                     0x1.fep127,
                     0x1.ffp127,
                     0x1.ffep15,
                     0x1.002p0,
                     0x1.001p0,
                     0x1.003p0,
                     0x1.01p0,
                     0x1.03p0,
                     0x1.0000010p0,
                     0x1.0000030p0,
                     3.14159265358979,
                     6.28318530717959,
                     100.0,
                     314.0,
                     20.0,
                     0x1p23,
                     0x1.000001p23,
                     0x1p24,
                     0x1p52,
                     0x1p31,
                     0x1p32,
                     0x1.fffffffffffffp62,
                     0x1.fffffffffffffp63})
      add(v);
  }
  void makeIntegerEdges() {
    auto add = [&](uint64_t v) { edges.push_back(lowBits(bits, v)); };
    uint64_t top = uint64_t(1) << (bits - 1);
    for (uint64_t v : {uint64_t(0), uint64_t(1), ~uint64_t(0), top, top - 1,
                       top + 1, ~uint64_t(1)})
      add(v);
    for (uint64_t v : {31, 32, 33, 2, 15, 16, 63, 64, 7, 8, 3, 255, 65})
      add(v);
    for (uint64_t v :
         {0x7fffull,     0x8000ull,     0xffffull,      0x10000ull,
          0x7fffffull,   0x800000ull,   0xffffffull,    0x7fffffffull,
          0x80000000ull, 0xffffffffull, 0x100000000ull, 0xffffffff80000000ull,
          0xffff8000ull, 0xff800000ull, 127ull,         128ull,
          0xffffff80ull, 0x00ff00ffull, 0x80808080ull,  0x7f7f7f7full,
          0x80007fffull, 0x12345678ull})
      add(v);
    // Integers half way between floats, and all positions of a bit.
    for (unsigned k : {11u, 24u, 53u})
      for (uint64_t d : {0, 1, 3})
        add((uint64_t(1) << k) + d);
    for (unsigned k = 0; k < bits; ++k) {
      add(uint64_t(1) << k);
      add(k);
    }
  }

  unsigned bits;
  const llvm::fltSemantics *format;
  std::vector<uint64_t> edges;
  std::mt19937_64 random;
};
} // namespace

/// c = -(a * b), or near it.
static uint64_t cancelling(const llvm::fltSemantics &f, uint64_t a, uint64_t b,
                           uint64_t delta) {
  APFloat product = fromBits(f, a);
  product.multiply(fromBits(f, b), APFloat::rmNearestTiesToEven);
  product.changeSign();
  return lowBits(APFloat::semanticsSizeInBits(f), toBits(product) + delta);
}

Tuples test::makeTuples(llvm::ArrayRef<Operand> sources) {
  Tuples tuples;
  bool exhaustive = sources.size() == 1 && sources[0].width <= 16;
  tuples.count = exhaustive ? 65536 : kTuples;
  tuples.words.assign(sources.size() * tuples.count, 0);
  auto word = [&](size_t k, size_t i) -> uint64_t & {
    return tuples.words[k * tuples.count + i];
  };
  std::mt19937_64 random(42);
  for (auto [k, source] : llvm::enumerate(sources)) {
    if (source.isPredicate()) {
      for (size_t i = 0; i < tuples.count; ++i)
        word(k, i) = random() & 1;
      continue;
    }
    if (exhaustive) {
      for (size_t i = 0; i < tuples.count; ++i)
        word(k, i) = i;
      continue;
    }
    Generator generator(source.type, unsigned(k + 1));
    unsigned bits = elementBits(source.type);
    unsigned elements = elementsOf(source.type);
    size_t crossed =
        sources.size() == 1 ? generator.numEdges() : kCrossed * kCrossed;
    for (size_t i = 0; i < tuples.count; ++i) {
      uint64_t value = 0;
      for (unsigned e = 0; e < elements; ++e) {
        // Elements meet their edges at different tuples.
        size_t at = e ? (i * 7 + 3) % tuples.count : i;
        uint64_t element;
        if (k && (at >= crossed || k > 1))
          // All edges of its own, such as every amount of a shift.
          element = at % 2 ? generator.any() : generator.edge(at / 2);
        else if (at >= crossed)
          element = generator.any();
        else
          element = generator.edge(sources.size() == 1 ? at
                                   : k == 0            ? at % kCrossed
                                                       : at / kCrossed);
        value |= element << bits * e;
      }
      // What is above the type in a wider register counts for nothing.
      unsigned all = bits * elements;
      if (all < source.width)
        value |= random() << all;
      word(k, i) = lowBits(source.width, value);
    }
    // Neighbours and sums that cancel, in a part of the random tuples.
    const llvm::fltSemantics *format = formatOf(source.type);
    for (size_t i = kCrossed * kCrossed + 1; i < tuples.count && k; i += 6) {
      uint64_t delta = random() % 5 - 2;
      if (k == 1 && source.type == sources[0].type && source.width == bits)
        word(1, i) = lowBits(bits, word(0, i) + delta);
      if (k == 2 && format && elements == 1 && source.width == bits &&
          source.type == sources[0].type)
        word(2, i) = cancelling(*format, word(0, i), word(1, i), delta);
    }
  }
  return tuples;
}
