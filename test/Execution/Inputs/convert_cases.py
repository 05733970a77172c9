"""Conversions from and to floats of eight, six and four bits and to exponents, and products
of halves whose second factor is turned: the PTX interpreter, and with --ptxas the machine
on ptxas's code, against tables of all numbers."""

import bisect
import math
import os
import random
import struct
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

# Bits of the exponent and of the fraction.
FORMATS = {"e4m3": (4, 3), "e5m2": (5, 2), "e2m3": (2, 3), "e3m2": (3, 2), "e2m1": (2, 1)}
THREADS = 256


def number(kind, bits):
    """The value of a pattern; None: NaN."""
    exponent, fraction = FORMATS[kind]
    sign = -1 if bits >> (exponent + fraction) & 1 else 1
    e, f = bits >> fraction & ((1 << exponent) - 1), bits & ((1 << fraction) - 1)
    top = (1 << exponent) - 1
    if kind == "e5m2" and e == top:
        return sign * math.inf if not f else None
    if kind == "e4m3" and e == top and f == 7:
        return None
    bias = (1 << exponent - 1) - 1
    if not e:
        return sign * Fraction(f) * Fraction(2) ** (1 - bias - fraction)
    return sign * (Fraction(f) + (1 << fraction)) * Fraction(2) ** (e - bias - fraction)


def narrow(kind, x):
    """Rounded to nearest, even patterns win; too large numbers become the largest one."""
    width = sum(FORMATS[kind]) + 1
    if x != x:
        return {"e4m3": 0x7f, "e5m2": 0x7f}.get(kind, (1 << width - 1) - 1)
    sign = (1 << width - 1) if math.copysign(1, x) < 0 else 0
    table = [number(kind, k) for k in range(1 << width - 1)]
    table = [v for v in table if v is not None and v != math.inf]
    if abs(x) == math.inf:
        return sign | len(table) - 1
    v = abs(Fraction(x))
    k = bisect.bisect_left(table, v)
    if k >= len(table):
        return sign | len(table) - 1
    if table[k] != v:
        low, high = v - table[k - 1], table[k] - v
        if low < high or (low == high and k % 2):
            k -= 1
    return sign | k


def half(x):
    if x is None:
        return 0x7fff
    return struct.unpack("<H", struct.pack("<e", float(x)))[0]


def signed_half(kind, bits):
    """The number as f16; zeros have signs."""
    value = number(kind, bits)
    return half(value) | (bits >> sum(FORMATS[kind]) << 15 if value == 0 else 0)


def zero_if_negative(width, bits):
    return 0 if bits >> width - 1 & 1 else bits


class Case:
    """Each thread takes eight bytes and writes four."""

    def __init__(self, name, body, data, want):
        self.name, self.body, self.data, self.want = name, body, data, want
        self.options = ["--block=%d" % THREADS]

    def text(self):
        return """
.visible .entry %s(.param .u64 pin, .param .u64 pout) {
  .reg .b64 %%in, %%out, %%x;
  .reg .b32 %%t, %%v, %%a, %%b, %%c;
  .reg .b16 %%h, %%l, %%n;
  .reg .b8 %%y, %%z;
  .reg .f32 %%f, %%g;
  ld.param.u64 %%in, [pin];
  ld.param.u64 %%out, [pout];
  mov.u32 %%t, %%tid.x;
  mul.wide.u32 %%x, %%t, 8;
  add.u64 %%in, %%in, %%x;
  mul.wide.u32 %%x, %%t, 4;
  add.u64 %%out, %%out, %%x;
  ld.global.v2.b32 {%%a, %%b}, [%%in];
  mov.b32 %%f, %%a;
  mov.b32 %%g, %%b;
%s  st.global.b32 [%%out], %%v;
  ret;
}
""" % (self.name, self.body)

    def input(self):
        return b"".join(struct.pack("<2I", *row) for row in self.data)

    def expected(self):
        return b"".join(struct.pack("<I", self.want(a, b)) for a, b in self.data)


def f32(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def samples(kind, rng):
    """Numbers, the middles between two and what is next to both; specials."""
    bits = lambda x: struct.unpack("<I", struct.pack("<f", x))[0]  # noqa: E731
    table = sorted({float(v) for v in (number(kind, k) for k in range(1 << sum(FORMATS[kind])))
                    if v is not None and v != math.inf})
    some = [0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000, 0, 0x80000000, 1, 0x7f7fffff, 0xff7fffff]
    for a, b in zip(table, table[1:] + [2 * table[-1]]):
        for x in (a, (a + b) / 2):
            some += [bits(x), bits(x) + 1, max(bits(x), 1) - 1, bits(-x)]
    rng.shuffle(some)
    return [(some[k % len(some)], rng.choice(some)) for k in range(THREADS)]


def narrowings(kinds):
    rng = random.Random(3)
    for kind in kinds:
        width = sum(FORMATS[kind]) + 1
        apart = 4 if width == 4 else 8
        for relu in (False, True):
            def want(a, b, kind=kind, width=width, apart=apart, relu=relu):
                low, high = narrow(kind, f32(b)), narrow(kind, f32(a))
                if relu:
                    low, high = zero_if_negative(width, low), zero_if_negative(width, high)
                return low | high << apart
            to, out = ("%y", "  cvt.u32.u8 %v, %y;\n") if width == 4 else ("%h", "  cvt.u32.u16 %v, %h;\n")
            text = "  cvt.rn.satfinite%s.%sx2.f32 %s, %%f, %%g;\n%s" % (
                ".relu" if relu else "", kind, to, out)
            if width == 4:
                text = "  {\n  .reg .b8 %y4;\n" + text.replace("%y", "%y4").replace(
                    "cvt.u32.u8", "cvt.u32.u8") + "  }\n"
            yield Case("to_%s_%d" % (kind, relu), text, samples(kind, rng), want)


def widenings(kinds):
    rng = random.Random(5)
    for kind in kinds:
        width = sum(FORMATS[kind]) + 1
        data = [(k % (1 << width), rng.randrange(1 << width)) for k in range(THREADS)]

        def want(a, b, kind=kind):
            return signed_half(kind, a) | signed_half(kind, b) << 16
        if width == 4:
            make = ("  shl.b32 %b, %b, 4;\n  or.b32 %a, %a, %b;\n  {\n  .reg .b8 %y4;\n"
                    "  cvt.u8.u32 %y4, %a;\n  cvt.rn.f16x2.e2m1x2 %v, %y4;\n  }\n")
        else:
            make = ("  shl.b32 %%b, %%b, 8;\n  or.b32 %%a, %%a, %%b;\n  cvt.u16.u32 %%h, %%a;\n"
                    "  cvt.rn.f16x2.%sx2 %%v, %%h;\n" % kind)
        yield Case("from_" + kind, make, data, want)


def exponents():
    """ue8m0: powers of two from 2^-127 on; 255 is NaN, signs are dropped."""
    rng = random.Random(9)

    def to(bits, up):
        x = abs(f32(bits))
        if x != x:
            return 255
        if x == math.inf:
            return 254
        k = next((k for k in range(254, 0, -1) if Fraction(2) ** (k - 127) <= Fraction(x)), 0)
        if up and Fraction(x) > Fraction(2) ** (k - 127):
            k += 1
        return min(k, 254)
    some = [0, 1, 0x400000, 0x400001, 0x3fffff, 0x7fffff, 0x800000, 0x800001, 0x7f7fffff, 0x7f800000,
            0x7fc00000, 0x3f800000, 0x3f800001, 0x3fffffff, 0x7f000000, 0x7f000001]
    some += [rng.getrandbits(31) for _ in range(64)]
    data = [(some[k % len(some)], rng.choice(some)) for k in range(THREADS)]
    for rnd in ("rz", "rp"):
        yield Case("to_ue8m0_" + rnd, "  cvt.%s.satfinite.ue8m0x2.f32 %%h, %%f, %%g;\n"
                   "  cvt.u32.u16 %%v, %%h;\n" % rnd, data,
                   lambda a, b, rnd=rnd: to(b, rnd == "rp") | to(a, rnd == "rp") << 8)
        yield Case("to_ue8m0_bf16_" + rnd,
                   "  cvt.%s.satfinite.ue8m0x2.bf16x2 %%h, %%a;\n  cvt.u32.u16 %%v, %%h;\n" % rnd, data,
                   lambda a, b, rnd=rnd: to((a & 0xffff) << 16, rnd == "rp") | to(
                       a & 0xffff0000, rnd == "rp") << 8)

    def power(e):
        return 0x7fff if e == 255 else e << 7 or 0x40
    yield Case("from_ue8m0", "  shl.b32 %b, %b, 8;\n  or.b32 %a, %a, %b;\n  cvt.u16.u32 %h, %a;\n"
               "  cvt.rn.bf16x2.ue8m0x2 %v, %h;\n", [(k, 255 - k) for k in range(256)],
               lambda a, b: power(a) | power(b) << 16)


def turned():
    """a * {-y, x} and a * {y, -x}, as parts of products of complex numbers."""
    rng = random.Random(4)

    def pair():
        return sum(half(rng.randrange(-8, 9)) << k for k in (0, 16))

    def halves(v):
        return [struct.unpack("<e", struct.pack("<H", v >> k & 0xffff))[0] for k in (0, 16)]
    data = [(pair(), pair()) for _ in range(THREADS)]
    for which, text, signs in (("low", "{%n, %h}", (-1, 1)), ("high", "{%l, %n}", (1, -1))):
        neg = "%l" if which == "low" else "%h"

        def want(a, b, signs=signs):
            x, y = halves(a), halves(b)
            return half(x[0] * signs[0] * y[1] + x[0]) | half(x[1] * signs[1] * y[0] + x[1]) << 16
        yield Case("turned_" + which, "  mov.b32 {%%h, %%l}, %%b;\n  neg.f16 %%n, %s;\n"
                   "  mov.b32 %%c, %s;\n  fma.rn.f16x2 %%v, %%a, %%c, %%a;\n" % (neg, text), data, want)


NARROW = ("e2m3", "e3m2", "e2m1")

if __name__ == "__main__":
    byte = ("e4m3", "e5m2")
    run_groups(__doc__, [
        Group("8.6", "sm_86", list(turned())),
        Group("8.6", "sm_90", list(narrowings(byte)) + list(widenings(byte)) + list(turned())),
        *(Group("8.8", arch, list(narrowings(byte + NARROW)) + list(widenings(byte + NARROW))
                + list(exponents()) + list(turned())) for arch in ("sm_100a", "sm_120a"))],
        levels=("O3", "O0"))
