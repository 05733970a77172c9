//===- FloatText.cpp - Float immediates as assembly text ------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers as NVIDIA's disassembler writes them, and back without loss:
// assembled text must give the same word.
//
//===----------------------------------------------------------------------===//

#include "FloatText.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace ptxmlir::sass;

static const fltSemantics &semanticsOf(FloatKind kind) {
  switch (kind) {
  case FloatKind::F16:
    return APFloat::IEEEhalf();
  case FloatKind::BF16:
    return APFloat::BFloat();
  case FloatKind::F32:
    return APFloat::IEEEsingle();
  case FloatKind::F64Hi:
    return APFloat::IEEEdouble();
  }
  return APFloat::IEEEsingle();
}

static APFloat toFloat(uint32_t bits, FloatKind kind) {
  const fltSemantics &semantics = semanticsOf(kind);
  if (kind == FloatKind::F64Hi)
    return APFloat(semantics, APInt(64, uint64_t(bits) << 32));
  unsigned width = kind == FloatKind::F32 ? 32 : 16;
  return APFloat(semantics, APInt(32, bits).trunc(width));
}

static uint32_t toBits(const APFloat &value, FloatKind kind) {
  uint64_t bits = value.bitcastToAPInt().getZExtValue();
  return uint32_t(kind == FloatKind::F64Hi ? bits >> 32 : bits);
}

void ptxmlir::sass::printFloat(uint32_t bits, FloatKind kind, bool exact,
                               raw_ostream &os) {
  APFloat value = toFloat(bits, kind);
  const char *sign = value.isNegative() ? "-" : "+";
  const char *blank = exact ? "" : " ";
  if (value.isInfinity()) {
    os << sign << "INF" << blank;
    return;
  }
  if (value.isNaN()) {
    APFloat quiet = APFloat::getQNaN(semanticsOf(kind), value.isNegative());
    if (exact && toBits(quiet, kind) != bits) {
      os << (kind == FloatKind::F32 || kind == FloatKind::F64Hi
                 ? format("0f%08x", bits)
                 : format("0f%04x", bits & 0xffff));
      return;
    }
    os << sign << (value.isSignaling() ? "SNAN" : "QNAN") << blank;
    return;
  }
  bool inexact = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  double d = value.convertToDouble();
  if (d == 0 && std::signbit(d))
    os << "-0.0" << blank;
  else if (std::fabs(d) >= 1e9)
    os << format("%.20e", d);
  else
    os << format("%.20g", d);
}

std::optional<uint32_t> ptxmlir::sass::parseFloat(StringRef &text,
                                                  FloatKind kind, bool single) {
  StringRef s = text;
  bool half = kind == FloatKind::F16 || kind == FloatKind::BF16;
  if (s.starts_with("0f") || s.starts_with("0F")) {
    StringRef digits = s.drop_front(2).take_while(isHexDigit);
    uint32_t bits = 0;
    if (digits.size() != (half ? 4u : 8u) || digits.getAsInteger(16, bits))
      return std::nullopt;
    text = s.drop_front(2 + digits.size());
    return bits;
  }
  bool negative = s.consume_front("-");
  if (!negative)
    s.consume_front("+");
  const fltSemantics &semantics = semanticsOf(kind);
  auto special = [&](StringRef name, const APFloat &value) {
    if (!s.consume_front(name))
      return false;
    text = s;
    return true;
  };
  APFloat inf = APFloat::getInf(semantics, negative);
  APFloat qnan = APFloat::getQNaN(semantics, negative);
  APFloat snan = APFloat::getSNaN(semantics, negative);
  if (special("INF", inf))
    return toBits(inf, kind);
  if (special("QNAN", qnan))
    return toBits(qnan, kind);
  if (special("SNAN", snan))
    return toBits(snan, kind);
  // Bits in hexadecimal are allowed where a number is.
  if (s.starts_with("0x") || s.starts_with("0X")) {
    StringRef digits = s.drop_front(2).take_while(isHexDigit);
    uint32_t bits = 0;
    if (negative || digits.empty() || digits.getAsInteger(16, bits) ||
        (half && !single && bits > 0xffff))
      return std::nullopt;
    text = s.drop_front(2 + digits.size());
    return bits;
  }
  size_t n = 0;
  // A dot without a digit behind it begins a suffix: "0.H1".
  while (n < s.size() && (isDigit(s[n]) || (s[n] == '.' && n + 1 < s.size() &&
                                            isDigit(s[n + 1]))))
    ++n;
  if (n == 0 || !(isDigit(s[0]) || (s[0] == '.' && n > 1)))
    return std::nullopt;
  if (n + 1 < s.size() && (s[n] == 'e' || s[n] == 'E')) {
    size_t e = n + 1;
    if (s[e] == '+' || s[e] == '-')
      ++e;
    if (e < s.size() && isDigit(s[e])) {
      while (e < s.size() && isDigit(s[e]))
        ++e;
      n = e;
    }
  }
  APFloat value(semantics);
  Expected<APFloat::opStatus> status =
      value.convertFromString(s.take_front(n), APFloat::rmNearestTiesToEven);
  if (!status) {
    consumeError(status.takeError());
    return std::nullopt;
  }
  if (negative)
    value.changeSign();
  text = s.drop_front(n);
  return toBits(value, kind);
}
