//===- ReferenceCompare.cpp - Comparison and selection --------------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.6 and 9.7.7.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

using namespace ptxmlir;
using namespace ptxmlir::test;
using llvm::APFloat;
using ptx::Compare;
using ptx::DataType;
using ptx::Opcode;

/// The relations that hold between two operands.
namespace {
struct Relation {
  bool less = false, equal = false, greater = false, unordered = false;
};
} // namespace

static Relation relate(const Spelling &s, DataType type, uint64_t a,
                       uint64_t b) {
  Relation r;
  if (const llvm::fltSemantics *f = formatOf(type)) {
    APFloat x = fromBits(*f, a), y = fromBits(*f, b);
    if (s.field("ftz")) {
      x = flushed(x);
      y = flushed(y);
    }
    switch (x.compare(y)) {
    case APFloat::cmpLessThan:
      r.less = true;
      break;
    case APFloat::cmpEqual:
      r.equal = true;
      break;
    case APFloat::cmpGreaterThan:
      r.greater = true;
      break;
    case APFloat::cmpUnordered:
      r.unordered = true;
      break;
    }
    return r;
  }
  Wide x = numberOf(type, a), y = numberOf(type, b);
  r.less = x < y;
  r.equal = x == y;
  r.greater = x > y;
  return r;
}

static bool holds(const Spelling &s, DataType type, uint64_t a, uint64_t b) {
  Relation r = relate(s, type, a, b);
  switch (Compare(s.field("compare"))) {
  case Compare::Eq:
    return r.equal;
  case Compare::Ne:
    return r.less || r.greater;
  case Compare::Lt:
  case Compare::Lo:
    return r.less;
  case Compare::Le:
  case Compare::Ls:
    return r.less || r.equal;
  case Compare::Gt:
  case Compare::Hi:
    return r.greater;
  case Compare::Ge:
  case Compare::Hs:
    return r.greater || r.equal;
  case Compare::Equ:
    return r.equal || r.unordered;
  case Compare::Neu:
    return !r.equal;
  case Compare::Ltu:
    return r.less || r.unordered;
  case Compare::Leu:
    return !r.greater;
  case Compare::Gtu:
    return r.greater || r.unordered;
  case Compare::Geu:
    return !r.less;
  case Compare::Num:
    return !r.unordered;
  case Compare::Nan:
    return r.unordered;
  case Compare::None:
    break;
  }
  return false;
}

static bool combined(const Spelling &s, bool value, bool c) {
  switch (ptx::BoolOp(s.field("boolOp"))) {
  case ptx::BoolOp::And:
    return value & c;
  case ptx::BoolOp::Or:
    return value | c;
  case ptx::BoolOp::Xor:
    return value ^ c;
  case ptx::BoolOp::None:
    break;
  }
  return value;
}

static void setPredicates(const Spelling &s, const uint64_t *in, Result *out) {
  DataType type = DataType(s.field("dataType"));
  bool p, q;
  if (elementsOf(type) == 2) {
    p = holds(s, type, in[0], in[1]);
    q = holds(s, type, in[0] >> 16, in[1] >> 16);
  } else {
    p = holds(s, type, in[0], in[1]);
    q = !p;
  }
  bool c = in[2] & 1;
  out[0] = Expect::exact(combined(s, p, c));
  out[1] = Expect::exact(combined(s, q, c));
}

static void setValue(const Spelling &s, const uint64_t *in, Result *out) {
  DataType type = DataType(s.field("dataType"));
  DataType source = DataType(s.field("srcType"));
  unsigned count = elementsOf(source), width = ptx::getBitWidth(type) / count;
  uint64_t yes = lowBits(width, ~uint64_t(0));
  if (const llvm::fltSemantics *f = formatOf(type))
    yes = toBits(APFloat::getOne(*f));
  uint64_t d = 0;
  for (unsigned k = 0; k < count; ++k) {
    unsigned at = elementBits(source) * k % 64;
    bool value = holds(s, source, in[0] >> at, in[1] >> at);
    if (combined(s, value, in[2] & 1))
      d |= yes << width * k;
  }
  *out = Expect::exact(d);
}

/// Whether slct takes a: c is not below zero.
static bool takesFirst(const Spelling &s, uint64_t c) {
  DataType type = DataType(s.field("srcType"));
  if (const llvm::fltSemantics *f = formatOf(type)) {
    APFloat value = fromBits(*f, c);
    if (s.field("ftz"))
      value = flushed(value);
    return !value.isNaN() && (value.isZero() || !value.isNegative());
  }
  return numberOf(type, c) >= 0;
}

bool test::compareReference(const Spelling &s, const uint64_t *in,
                            Result *out) {
  switch (s.opcode) {
  case Opcode::Setp:
    setPredicates(s, in, out);
    return true;
  case Opcode::Set:
    setValue(s, in, out);
    return true;
  case Opcode::Selp:
    *out = Expect::exact(in[2] & 1 ? in[0] : in[1]);
    return true;
  case Opcode::Slct:
    *out = Expect::exact(takesFirst(s, in[2]) ? in[0] : in[1]);
    return true;
  default:
    return false;
  }
}
