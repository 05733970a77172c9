//===- ReferenceInteger.cpp - Integer arithmetic, logic, bits -------------===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.1 (integer), 9.7.2 (extended precision), 9.7.8 (logic and
// shift).
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

using namespace ptxmlir;
using namespace ptxmlir::test;
using ptx::DataType;
using ptx::MulMode;
using ptx::Opcode;

namespace {
using UWide = unsigned __int128;

struct IntType {
  bool isSigned;
  unsigned width;

  explicit IntType(DataType type)
      : isSigned(ptx::isSigned(type) || type == DataType::S16x2),
        width(elementBits(type)) {}
  Wide number(uint64_t bits) const { return numberOf(isSigned, width, bits); }
};

bool isInteger(DataType type) {
  char kind = ptx::getTypeKind(type);
  return kind == 'u' || kind == 's' || kind == 'b' || type == DataType::U16x2 ||
         type == DataType::S16x2;
}

/// One of the two words of the product of two numbers.
uint64_t productPart(MulMode mode, const IntType &t, uint64_t a, uint64_t b) {
  UWide product = UWide(t.number(a)) * UWide(t.number(b));
  return lowBits(t.width,
                 uint64_t(mode == MulMode::Hi ? product >> t.width : product));
}

Result wrapped(unsigned width, Wide value) {
  return Expect::exact(lowBits(width, uint64_t(value)));
}

/// a + b + c with the carry out.
void addWithCarry(unsigned width, uint64_t a, uint64_t b, uint64_t carry,
                  Result *out) {
  UWide sum = UWide(lowBits(width, a)) + lowBits(width, b) + carry;
  out[0] = wrapped(width, Wide(sum));
  out[1] = Expect::exact(uint64_t(sum >> width) & 1);
}

bool extendedPrecision(const Spelling &s, const IntType &t, const uint64_t *in,
                       Result *out) {
  switch (s.opcode) {
  case Opcode::Add:
    addWithCarry(t.width, in[0], in[1], 0, out);
    return true;
  case Opcode::Addc:
    addWithCarry(t.width, in[0], in[1], in[2] & 1, out);
    if (s.field("sat"))
      out[0] = wrapped(
          32, clampTo(true, 32,
                      Wide(int32_t(in[0])) + int32_t(in[1]) + Wide(in[2] & 1)));
    return true;
  case Opcode::Sub:
  case Opcode::Subc: {
    // The carry flag says that nothing is borrowed.
    Wide borrow = s.opcode == Opcode::Subc ? 1 - (in[2] & 1) : 0;
    Wide d =
        Wide(lowBits(t.width, in[0])) - Wide(lowBits(t.width, in[1])) - borrow;
    out[0] = wrapped(t.width, d);
    out[1] = Expect::exact(d >= 0);
    if (s.field("sat"))
      out[0] =
          wrapped(32, clampTo(true, 32,
                              Wide(int32_t(in[0])) - int32_t(in[1]) - borrow));
    return true;
  }
  case Opcode::Mad:
  case Opcode::Madc: {
    uint64_t part = productPart(MulMode(s.field("mode")), t, in[0], in[1]);
    addWithCarry(t.width, part, in[2], s.opcode == Opcode::Madc ? in[3] & 1 : 0,
                 out);
    return true;
  }
  default:
    return false;
  }
}

bool multiply(const Spelling &s, const IntType &t, const uint64_t *in,
              Result *out) {
  MulMode mode = MulMode(s.field("mode"));
  bool hasAddend = s.opcode == Opcode::Mad;
  if (mode == MulMode::Wide) {
    Wide product = t.number(in[0]) * t.number(in[1]);
    if (hasAddend)
      product += Wide(in[2]);
    *out = wrapped(2 * t.width, product);
    return true;
  }
  uint64_t part = productPart(mode, t, in[0], in[1]);
  Wide value = t.number(part) + (hasAddend ? t.number(in[2]) : 0);
  if (s.field("sat"))
    value = clampTo(t.isSigned, t.width, value);
  *out = wrapped(t.width, value);
  return true;
}

/// Products of 24 bits: the low or the high 32 of the 48 bits.
bool multiply24(const Spelling &s, const IntType &t, const uint64_t *in,
                Result *out) {
  Wide product =
      numberOf(t.isSigned, 24, in[0]) * numberOf(t.isSigned, 24, in[1]);
  if (MulMode(s.field("mode")) == MulMode::Hi)
    product >>= 16;
  Wide value = t.number(uint64_t(product));
  if (s.opcode == Opcode::Mad24)
    value += t.number(in[2]);
  if (s.field("sat"))
    value = clampTo(t.isSigned, t.width, value);
  *out = wrapped(t.width, value);
  return true;
}

bool dotProduct(const Spelling &s, const uint64_t *in, Result *out) {
  bool aSigned = ptx::isSigned(DataType(s.field("dataType")));
  bool bSigned = ptx::isSigned(DataType(s.field("srcType")));
  Wide sum = Wide(in[2]);
  if (s.opcode == Opcode::Dp4a) {
    for (unsigned k = 0; k < 4; ++k)
      sum += numberOf(aSigned, 8, in[0] >> 8 * k) *
             numberOf(bSigned, 8, in[1] >> 8 * k);
  } else {
    unsigned first = MulMode(s.field("mode")) == MulMode::Hi ? 2 : 0;
    for (unsigned k = 0; k < 2; ++k)
      sum += numberOf(aSigned, 16, in[0] >> 16 * k) *
             numberOf(bSigned, 8, in[1] >> 8 * (first + k));
  }
  *out = wrapped(32, sum);
  return true;
}

/// One element of an instruction of one type.
Expect element(const Spelling &s, const IntType &t, const uint64_t *in) {
  Wide a = t.number(in[0]), b = t.number(in[1]), c = t.number(in[2]);
  Wide d = 0;
  switch (s.opcode) {
  case Opcode::Add:
    d = a + b;
    break;
  case Opcode::Sub:
    d = a - b;
    break;
  case Opcode::Neg:
    d = -a;
    break;
  case Opcode::Abs:
    d = a < 0 ? -a : a;
    break;
  case Opcode::Min:
    d = std::min(a, b);
    break;
  case Opcode::Max:
    d = std::max(a, b);
    break;
  case Opcode::Sad:
    d = c + (a < b ? b - a : a - b);
    break;
  case Opcode::Div:
  case Opcode::Rem:
    // "Division by zero yields an unspecified, machine-specific value."
    if (b == 0)
      return Expect::anything();
    d = s.opcode == Opcode::Div ? a / b : a % b;
    break;
  default:
    break;
  }
  if (s.field("sat"))
    d = clampTo(t.isSigned, t.width, d);
  if (s.field("relu") && d < 0)
    d = 0;
  return Expect::exact(lowBits(t.width, uint64_t(d)));
}
} // namespace

bool test::integerReference(const Spelling &s, const uint64_t *in,
                            Result *out) {
  if (s.opcode == Opcode::Dp4a || s.opcode == Opcode::Dp2a)
    return dotProduct(s, in, out);
  DataType type = DataType(s.field("dataType"));
  if (!isInteger(type))
    return false;
  IntType t(type);
  switch (s.opcode) {
  case Opcode::Addc:
  case Opcode::Subc:
  case Opcode::Madc:
    return extendedPrecision(s, t, in, out);
  case Opcode::Mul24:
  case Opcode::Mad24:
    return multiply24(s, t, in, out);
  case Opcode::Mul:
  case Opcode::Mad:
    return s.field("cc") ? extendedPrecision(s, t, in, out)
                         : multiply(s, t, in, out);
  case Opcode::Add:
  case Opcode::Sub:
    if (s.field("cc"))
      return extendedPrecision(s, t, in, out);
    break;
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::Min:
  case Opcode::Max:
  case Opcode::Sad:
  case Opcode::Div:
  case Opcode::Rem:
    break;
  default:
    return false;
  }
  out->width = t.width;
  out->count = elementsOf(type);
  for (unsigned k = 0; k < out->count; ++k) {
    uint64_t parts[3] = {in[0] >> t.width * k % 64, in[1] >> t.width * k % 64,
                         in[2] >> t.width * k % 64};
    out->elements[k] = element(s, t, parts);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Logic, shifts, bits
//===----------------------------------------------------------------------===//

static bool bit(uint64_t value, Wide index) {
  return index >= 0 && index < 64 && (value >> unsigned(index) & 1);
}

static uint64_t shift(const Spelling &s, DataType type, const uint64_t *in) {
  unsigned width = ptx::getBitWidth(type);
  // Amounts above the width are the width.
  unsigned amount = unsigned(std::min<uint64_t>(in[1], width));
  if (s.opcode == Opcode::Shl)
    return uint64_t(UWide(in[0]) << amount);
  return uint64_t(numberOf(type, in[0]) >> amount);
}

static uint64_t funnelShift(const Spelling &s, const uint64_t *in) {
  bool clamp = ptx::ShiftMode(s.field("shiftMode")) == ptx::ShiftMode::Clamp;
  unsigned n = clamp ? unsigned(std::min<uint64_t>(in[2], 32)) : in[2] & 31;
  UWide both = UWide(in[1]) << 32 | in[0];
  if (ptx::ShiftDirection(s.field("direction")) == ptx::ShiftDirection::L)
    return uint64_t(both << n >> 32);
  return uint64_t(both >> n);
}

static uint64_t lookup(unsigned table, const uint64_t *in) {
  uint64_t d = 0;
  for (unsigned k = 0; k < 32; ++k) {
    unsigned index = bit(in[0], k) << 2 | bit(in[1], k) << 1 | bit(in[2], k);
    d |= uint64_t(table >> index & 1) << k;
  }
  return d;
}

static uint64_t extractField(DataType type, const uint64_t *in) {
  unsigned msb = ptx::getBitWidth(type) - 1;
  unsigned pos = in[1] & 0xff, len = in[2] & 0xff;
  bool fill = ptx::isSigned(type) && len != 0 &&
              bit(in[0], std::min(pos + len - 1, msb));
  uint64_t d = 0;
  for (unsigned i = 0; i <= msb; ++i) {
    bool value = i < len && pos + i <= msb ? bit(in[0], pos + i) : fill;
    d |= uint64_t(value) << i;
  }
  return d;
}

static uint64_t insertField(DataType type, const uint64_t *in) {
  unsigned msb = ptx::getBitWidth(type) - 1;
  unsigned pos = in[2] & 0xff, len = in[3] & 0xff;
  uint64_t d = in[1];
  for (unsigned i = 0; i < len && pos + i <= msb; ++i) {
    d &= ~(uint64_t(1) << (pos + i));
    d |= uint64_t(bit(in[0], i)) << (pos + i);
  }
  return d;
}

static uint64_t permute(ptx::PrmtMode mode, const uint64_t *in) {
  uint64_t bytes = in[0] | in[1] << 32;
  // The bytes of the result, the highest first, by the two low bits of c.
  static const char *const tables[][4] = {
      {"3210", "4321", "5432", "6543"}, // f4e
      {"5670", "6701", "7012", "0123"}, // b4e
      {"0000", "1111", "2222", "3333"}, // rc8
      {"3210", "3211", "3222", "3333"}, // ecl
      {"0000", "1110", "2210", "3210"}, // ecr
      {"1010", "3232", "1010", "3232"}, // rc16
  };
  uint64_t d = 0;
  for (unsigned k = 0; k < 4; ++k) {
    unsigned select =
        mode == ptx::PrmtMode::None
            ? unsigned(in[2] >> 4 * k & 15)
            : unsigned(tables[unsigned(mode) - 1][in[2] & 3][3 - k] - '0');
    uint64_t byte = bytes >> 8 * (select & 7) & 0xff;
    if (select & 8)
      byte = byte & 0x80 ? 0xff : 0;
    d |= byte << 8 * k;
  }
  return d;
}

/// Sign or zero extension of the low n bits.
static uint64_t extend(const Spelling &s, DataType type, const uint64_t *in) {
  bool clamp = ptx::ShiftMode(s.field("shiftMode")) == ptx::ShiftMode::Clamp;
  uint64_t n = clamp ? in[1] : in[1] & 31;
  if (n == 0)
    return 0;
  if (n >= 32)
    return in[0];
  return uint64_t(numberOf(ptx::isSigned(type), unsigned(n), in[0]));
}

/// `width` ones from bit `from` on.
static uint64_t bitMask(const Spelling &s, const uint64_t *in) {
  bool clamp = ptx::ShiftMode(s.field("shiftMode")) == ptx::ShiftMode::Clamp;
  uint64_t from = clamp ? in[0] : in[0] & 31,
           width = clamp ? in[1] : in[1] & 31;
  uint64_t d = 0;
  for (uint64_t k = 0; k < 32; ++k)
    if (k >= from && k - from < width)
      d |= uint64_t(1) << k;
  return d;
}

static Expect findNthSet(const uint64_t *in) {
  uint64_t base = in[1];
  int32_t offset = int32_t(in[2]);
  // The base is a position in the mask.
  if (base > 31)
    return Expect::anything();
  if (offset == 0)
    return Expect::exact(bit(in[0], base) ? base : 0xffffffff);
  int64_t count = (offset < 0 ? -int64_t(offset) : offset) - 1;
  for (int pos = int(base); pos >= 0 && pos < 32; pos += offset < 0 ? -1 : 1)
    if (bit(in[0], pos) && count-- == 0)
      return Expect::exact(unsigned(pos));
  return Expect::exact(0xffffffff);
}

/// The highest bit that differs from the sign, or its distance from the top.
static uint64_t findHighest(const Spelling &s, DataType type, uint64_t a) {
  unsigned width = ptx::getBitWidth(type);
  if (numberOf(type, a) < 0)
    a = lowBits(width, ~a);
  for (int k = int(width) - 1; k >= 0; --k)
    if (bit(a, k))
      return s.field("shiftAmt") ? width - 1 - unsigned(k) : unsigned(k);
  return 0xffffffff;
}

static uint64_t countLeadingZeros(unsigned width, uint64_t a) {
  unsigned n = 0;
  while (n < width && !bit(a, width - 1 - n))
    ++n;
  return n;
}

bool test::bitReference(const Spelling &s, const uint64_t *in, Result *out) {
  DataType type = DataType(s.field("dataType"));
  unsigned width = s.results.empty() ? 64 : s.results[0].width;
  uint64_t d = 0;
  switch (s.opcode) {
  case Opcode::And:
    d = in[0] & in[1];
    break;
  case Opcode::Or:
    d = in[0] | in[1];
    break;
  case Opcode::Xor:
    d = in[0] ^ in[1];
    break;
  case Opcode::Not:
    d = ~in[0];
    break;
  case Opcode::Cnot:
    d = in[0] == 0;
    break;
  case Opcode::Brev:
    for (unsigned k = 0; k < width; ++k)
      d |= uint64_t(bit(in[0], k)) << (width - 1 - k);
    break;
  case Opcode::Popc:
    for (unsigned k = 0; k < 64; ++k)
      d += bit(in[0], k);
    break;
  case Opcode::Clz:
    d = countLeadingZeros(ptx::getBitWidth(type), in[0]);
    break;
  case Opcode::Bfind:
    d = findHighest(s, type, in[0]);
    break;
  case Opcode::Shl:
  case Opcode::Shr:
    d = shift(s, type, in);
    break;
  case Opcode::Shf:
    d = funnelShift(s, in);
    break;
  case Opcode::Lop3: {
    d = lookup(unsigned(s.immediate), in);
    bool any = lowBits(32, d) != 0, q = in[3] & 1;
    ptx::BoolOp op = ptx::BoolOp(s.field("boolOp"));
    out[1] = Expect::exact(op == ptx::BoolOp::Or ? any || q : any && q);
    break;
  }
  case Opcode::Bfe:
    d = extractField(type, in);
    break;
  case Opcode::Bfi:
    d = insertField(type, in);
    break;
  case Opcode::Prmt:
    d = permute(ptx::PrmtMode(s.field("mode")), in);
    break;
  case Opcode::Szext:
    d = extend(s, type, in);
    break;
  case Opcode::Bmsk:
    d = bitMask(s, in);
    break;
  case Opcode::Fns:
    out[0] = findNthSet(in);
    return true;
  default:
    return false;
  }
  out[0] = Expect::exact(lowBits(width, d));
  return true;
}
