//===- ReferenceVideo.cpp - Video instructions ----------------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.17, the pseudo code with numbers of 128 bits.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

using namespace ptxmlir;
using namespace ptxmlir::test;
using ptx::Compare;
using ptx::DataType;
using ptx::Opcode;
using ptx::VideoPart;

static bool isSigned(const Spelling &s, llvm::StringRef slot) {
  return ptx::isSigned(DataType(s.field(slot)));
}

namespace {
/// Where a part of a register begins, and its width.
struct Part {
  unsigned at = 0, width = 32;
  explicit Part(VideoPart part) {
    if (part >= VideoPart::H0) {
      width = 16;
      at = 16 * (unsigned(part) - unsigned(VideoPart::H0));
    } else if (part != VideoPart::None) {
      width = 8;
      at = 8 * (unsigned(part) - unsigned(VideoPart::B0));
    }
  }
  Wide of(bool isSigned, uint64_t reg) const {
    return numberOf(isSigned, width, reg >> at);
  }
};
} // namespace

static bool holds(Compare compare, Wide a, Wide b) {
  switch (compare) {
  case Compare::Eq:
    return a == b;
  case Compare::Ne:
    return a != b;
  case Compare::Lt:
    return a < b;
  case Compare::Le:
    return a <= b;
  case Compare::Gt:
    return a > b;
  default:
    return a >= b;
  }
}

/// What all operations but shifts and vmad do; `average` of two numbers is
/// rounded away from zero at one half.
static bool operate(const Spelling &s, Wide a, Wide b, Wide &d) {
  switch (s.opcode) {
  case Opcode::Vadd:
  case Opcode::Vadd2:
  case Opcode::Vadd4:
    d = a + b;
    return true;
  case Opcode::Vsub:
  case Opcode::Vsub2:
  case Opcode::Vsub4:
    d = a - b;
    return true;
  case Opcode::Vavrg2:
  case Opcode::Vavrg4:
    d = (a + b + (a + b >= 0)) >> 1;
    return true;
  case Opcode::Vabsdiff:
  case Opcode::Vabsdiff2:
  case Opcode::Vabsdiff4:
    d = a > b ? a - b : b - a;
    return true;
  case Opcode::Vmin:
  case Opcode::Vmin2:
  case Opcode::Vmin4:
    d = std::min(a, b);
    return true;
  case Opcode::Vmax:
  case Opcode::Vmax2:
  case Opcode::Vmax4:
    d = std::max(a, b);
    return true;
  case Opcode::Vset:
  case Opcode::Vset2:
  case Opcode::Vset4:
    d = holds(Compare(s.field("compare")), a, b);
    return true;
  default:
    return false;
  }
}

static uint64_t scalar(const Spelling &s, const uint64_t *in) {
  bool isShift = s.opcode == Opcode::Vshl || s.opcode == Opcode::Vshr;
  bool isSet = s.opcode == Opcode::Vset;
  // vset has no type of its result; its c is taken to have that of a.
  bool aSigned = isSigned(s, isSet ? "dataType" : "srcType");
  bool bSigned = isSigned(s, isSet ? "srcType" : "thirdType");
  bool dSigned = isSigned(s, "dataType");
  Wide a = Part(VideoPart(s.field("aPart"))).of(aSigned, in[0]);
  Wide b = Part(VideoPart(s.field("bPart"))).of(bSigned && !isShift, in[1]);
  Part destination(VideoPart(s.field("dstPart")));
  Wide d = 0;
  if (isShift) {
    bool clamp = ptx::ShiftMode(s.field("shiftMode")) == ptx::ShiftMode::Clamp;
    unsigned amount = unsigned(clamp ? std::min<Wide>(b, 32) : b % 32);
    d = s.opcode == Opcode::Vshl ? a * (Wide(1) << amount) : a >> amount;
  } else {
    operate(s, a, b, d);
  }
  if (s.field("sat"))
    d = clampTo(dSigned, destination.width, d);
  uint64_t c = in[2];
  Wide addend = numberOf(dSigned, 32, c);
  switch (ptx::VideoSecondOp(s.field("second"))) {
  case ptx::VideoSecondOp::Add:
    d += addend;
    break;
  case ptx::VideoSecondOp::Min:
    d = std::min(d, addend);
    break;
  case ptx::VideoSecondOp::Max:
    d = std::max(d, addend);
    break;
  case ptx::VideoSecondOp::None:
    break;
  }
  if (!s.field("dstPart"))
    return lowBits(32, uint64_t(d));
  uint64_t mask = lowBits(destination.width, ~uint64_t(0)) << destination.at;
  return (c & ~mask) | (uint64_t(d) << destination.at & mask);
}

static uint64_t multiplyAdd(const Spelling &s, const uint64_t *in) {
  bool aSigned = isSigned(s, "srcType"), bSigned = isSigned(s, "thirdType");
  bool negative = s.field("aNegated") != s.field("bNegated");
  bool cNegated = s.field("cNegated");
  bool isFinalSigned = aSigned || bSigned || negative || cNegated;
  Wide product = Part(VideoPart(s.field("aPart"))).of(aSigned, in[0]) *
                 Part(VideoPart(s.field("bPart"))).of(bSigned, in[1]);
  if (negative)
    product = -product;
  // The addend has the sign of the product.
  Wide c = numberOf(aSigned || bSigned || negative, 32, in[2]);
  Wide d = product + (cNegated ? -c : c) + (s.field("plusOne") ? 1 : 0);
  switch (ptx::VideoScale(s.field("scale"))) {
  case ptx::VideoScale::Shr7:
    d >>= 7;
    break;
  case ptx::VideoScale::Shr15:
    d >>= 15;
    break;
  case ptx::VideoScale::None:
    break;
  }
  if (s.field("sat"))
    d = clampTo(isFinalSigned, 32, d);
  return lowBits(32, uint64_t(d));
}

/// Element `index` of the eight bytes or four halves of a and b that a number
/// picks for element k of the result.
static unsigned pickOf(const Spelling &s, bool isFirst, unsigned count,
                       unsigned k) {
  llvm::StringRef slot = count == 2 ? (isFirst ? "aHalves" : "bHalves")
                                    : (isFirst ? "aBytes" : "bBytes");
  unsigned pick = s.field(slot);
  if (!pick)
    return k + (isFirst ? 0 : count);
  // Two or three bits each, the lowest element last in the text.
  unsigned bits = count == 2 ? 2 : 3;
  return (pick - 1) >> bits * k & ((1u << bits) - 1);
}

static uint64_t elements(const Spelling &s, unsigned count,
                         const uint64_t *in) {
  bool isSet = s.opcode == Opcode::Vset2 || s.opcode == Opcode::Vset4;
  bool aSigned = isSigned(s, isSet ? "dataType" : "srcType");
  bool bSigned = isSigned(s, isSet ? "srcType" : "thirdType");
  bool dSigned = !isSet && isSigned(s, "dataType");
  unsigned width = 32 / count;
  uint64_t sources = in[0] | in[1] << 32;
  unsigned mask = s.field("mask");
  bool accumulates = s.field("accumulate");
  Wide sum = Wide(in[2]);
  uint64_t merged = 0;
  for (unsigned k = 0; k < count; ++k) {
    Wide a =
        numberOf(aSigned, width, sources >> width * pickOf(s, true, count, k));
    Wide b =
        numberOf(bSigned, width, sources >> width * pickOf(s, false, count, k));
    Wide d = 0;
    operate(s, a, b, d);
    if (s.field("sat"))
      d = clampTo(dSigned, width, d);
    // The masks are in the order of their bits; without one all count.
    bool counts = !mask || mask >> k & 1;
    if (counts)
      sum += d;
    uint64_t own = counts ? uint64_t(d) : in[2] >> width * k;
    merged |= lowBits(width, own) << width * k;
  }
  return accumulates ? lowBits(32, uint64_t(sum)) : merged;
}

bool test::videoReference(const Spelling &s, const uint64_t *in, Result *out) {
  uint64_t d;
  Wide unused;
  switch (s.opcode) {
  case Opcode::Vmad:
    d = multiplyAdd(s, in);
    break;
  case Opcode::Vadd:
  case Opcode::Vsub:
  case Opcode::Vabsdiff:
  case Opcode::Vmin:
  case Opcode::Vmax:
  case Opcode::Vset:
  case Opcode::Vshl:
  case Opcode::Vshr:
    d = scalar(s, in);
    break;
  default:
    if (!operate(s, 0, 0, unused))
      return false;
    d = elements(s, llvm::StringRef(s.text).split('.').first.back() - '0', in);
    break;
  }
  *out = Expect::exact(d);
  return true;
}
