"""Conversions from and to floats of eight, six and four bits, to exponents and to tf32, of
both halves of a register, and products of halves whose second factor is turned: the PTX interpreter, and with --ptxas the machine
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


def to_tf32(rnd, relu, satfinite, v):
    """Ten bits of fraction. The bits of a NaN are chosen; of `.rna` they are what ptxas's code
    leaves, where what is cut off may have been all that made it one."""
    sign, magnitude = v & 0x80000000, v & 0x7fffffff
    if magnitude > 0x7f800000 and rnd != "rna":
        return 0x7fffffff
    if magnitude < 0x7f800000:
        if rnd == "rna":
            magnitude += 0x1000
        elif rnd == "rn":
            magnitude += 0xfff + (magnitude >> 13 & 1)
    magnitude &= 0xffffe000
    if satfinite and magnitude >= 0x7f800000:
        magnitude -= 0x2000
    return 0 if relu and sign else sign | magnitude


def tf32s(spellings):
    rng = random.Random(11)
    some = [0x7fc00000, 0xffc00001, 0x7f800001, 0xff801fff, 0x7fffffff, 0xffffe000, 0x7f802000,
            0x7f800000, 0xff800000, 0, 0x80000000, 1, 0x80000fff, 0x1000, 0x7fffff, 0x7f7fffff,
            0x7f7fe000, 0x7f7ff000, 0x7f7fefff, 0xff7ff001, 0x3f801000, 0x3f803000, 0x3f800fff]
    some += [rng.getrandbits(32) for _ in range(100)]
    data = [(some[k % len(some)], 0) for k in range(THREADS)]
    for spelling in spellings:
        rnd, relu, sat = (spelling.split(".")[0], ".relu" in spelling, ".satfinite" in spelling)
        yield Case("tf32_" + spelling.replace(".", "_"),
                   "  cvt.%s.tf32.f32 %%v, %%f;\n" % spelling, data,
                   lambda a, b, rnd=rnd, relu=relu, sat=sat: to_tf32(rnd, relu, sat, a))


def upper_halves():
    """A conversion of both halves of a register."""
    rng = random.Random(6)

    def pair():
        return sum(half(rng.randrange(-900, 900) / 8) << k for k in (0, 16))

    def value(v, upper):
        return struct.unpack("<e", struct.pack("<H", v >> 16 * upper & 0xffff))[0]
    data = [(pair(), pair()) for _ in range(THREADS)]
    # Sums, so that no half is loaded for itself.
    begin = "  add.f16x2 %a, %a, %b;\n  mov.b32 {%l, %h}, %a;\n"

    def summed(a, b):
        return [value(a, k) + value(b, k) for k in (0, 1)]
    yield Case("upper_f64", "  .reg .f64 %d<2>;\n" + begin +
               "  cvt.f64.f16 %d0, %l;\n  cvt.f64.f16 %d1, %h;\n  fma.rn.f64 %d0, %d1, 1024.0, %d0;\n"
               "  cvt.rn.f32.f64 %f, %d0;\n  mov.b32 %v, %f;\n", data,
               lambda a, b: struct.unpack("<I", struct.pack(
                   "<f", summed(a, b)[1] * 1024 + summed(a, b)[0]))[0])
    for rnd, rounded in (("rmi", math.floor), ("rpi", math.ceil), ("rzi", math.trunc), ("rni", round)):
        yield Case("upper_" + rnd, begin + "  cvt.%s.f16.f16 %%l, %%l;\n  cvt.%s.f16.f16 %%h, %%h;\n"
                   "  cvt.f32.f16 %%f, %%l;\n  cvt.f32.f16 %%g, %%h;\n  fma.rn.f32 %%f, %%g, 1024.0, %%f;\n"
                   "  mov.b32 %%v, %%f;\n" % (rnd, rnd), data,
                   lambda a, b, r=rounded: struct.unpack("<I", struct.pack(
                       "<f", float(r(summed(a, b)[1]) * 1024 + r(summed(a, b)[0]))))[0])
        yield Case("upper_s32_" + rnd, begin + "  cvt.%s.s32.f16 %%v, %%l;\n  cvt.%s.s32.f16 %%c, %%h;\n"
                   "  mad.lo.s32 %%v, %%c, 4096, %%v;\n" % (rnd, rnd), data,
                   lambda a, b, r=rounded: (r(summed(a, b)[1]) * 4096 + r(summed(a, b)[0])) & 0xffffffff)


NARROW = ("e2m3", "e3m2", "e2m1")

if __name__ == "__main__":
    byte = ("e4m3", "e5m2")
    rna = ["rna", "rna.satfinite"]
    rn = ["rn", "rz", "rn.relu", "rz.relu"]
    saturating = [r + s for r in ("rn", "rz") for s in (".satfinite", ".satfinite.relu")]
    run_groups(__doc__, [
        Group("8.6", "sm_75", list(upper_halves())),
        Group("8.6", "sm_86", list(turned()) + list(upper_halves()) + list(tf32s(rna))),
        Group("8.6", "sm_90", list(narrowings(byte)) + list(widenings(byte)) + list(turned())
              + list(upper_halves()) + list(tf32s(rna + rn))),
        *(Group("8.8", arch, list(narrowings(byte + NARROW)) + list(widenings(byte + NARROW))
                + list(exponents()) + list(turned()) + list(tf32s(rna + rn + saturating))) for arch in ("sm_100a", "sm_120a"))],
        levels=("O3", "O0"))
