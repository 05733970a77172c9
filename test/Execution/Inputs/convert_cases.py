"""Conversions from and to floats of eight, six and four bits, to exponents and to tf32, of
both halves of a register, with stochastic rounding, and products of halves whose second factor is turned: the PTX interpreter, and with --ptxas the machine
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
FORMATS = {"e4m3": (4, 3), "e5m2": (5, 2), "e2m3": (2, 3), "e3m2": (3, 2), "e2m1": (2, 1),
           "f16": (5, 10), "bf16": (8, 7)}
IEEE = ("e5m2", "f16", "bf16")
THREADS = 256


def number(kind, bits):
    """The value of a pattern; None: NaN."""
    exponent, fraction = FORMATS[kind]
    sign = -1 if bits >> (exponent + fraction) & 1 else 1
    e, f = bits >> fraction & ((1 << exponent) - 1), bits & ((1 << fraction) - 1)
    top = (1 << exponent) - 1
    if kind in IEEE and e == top:
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
    """Each thread takes two words (the body may load more) and writes one."""

    def __init__(self, name, body, data, want):
        self.words = len(data[0])
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
  mul.wide.u32 %%x, %%t, %d;
  add.u64 %%in, %%in, %%x;
  mul.wide.u32 %%x, %%t, 4;
  add.u64 %%out, %%out, %%x;
  ld.global.v2.b32 {%%a, %%b}, [%%in];
  mov.b32 %%f, %%a;
  mov.b32 %%g, %%b;
%s  st.global.b32 [%%out], %%v;
  ret;
}
""" % (self.name, 4 * self.words, self.body)

    def input(self):
        return b"".join(struct.pack("<%dI" % self.words, *row) for row in self.data)

    def expected(self):
        return b"".join(struct.pack("<I", self.want(*row)) for row in self.data)


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


def stochastic(kind, satfinite, x, random, width):
    """Towards zero, or away from it: what is cut off, as `width` bits, and the random bits
    carry."""
    exponent, fraction = FORMATS[kind]
    sign = x >> 31 << exponent + fraction
    if x & 0x7fffffff > 0x7f800000:
        return narrow(kind, math.nan) if kind not in IEEE else (1 << exponent + fraction) - 1
    largest = (1 << exponent + fraction) - 1
    while number(kind, largest) in (None, math.inf):
        largest -= 1
    v = abs(Fraction(f32(x))) if x & 0x7fffffff != 0x7f800000 else Fraction(2) ** 200
    if satfinite and v >= number(kind, largest):
        return sign | largest
    # The last step leads to infinity, which stands where the next number would.
    values = lambda k: number(kind, k) if k <= largest else 2 * number(kind, k - (1 << fraction))  # noqa: E731
    low, high = 0, largest + 1
    if v >= values(high):
        return sign | high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if values(middle) <= v else (low, middle)
    rest = (v - values(low)) / (values(high) - values(low))
    return sign | (high if math.floor(rest * 2 ** width) + random >> width else low)


def random_bits(kind, word):
    """Those of each source, the first one first, as bits from the highest to the lowest.
    Measured on B200 by others: experiments/nvidia_rs_bit_probe of quant_cast_bench (bf16,
    e4m3, e5m2, e2m1), hibouwu/PTX-Instruction-Accuracy-Test (f16, bf16)."""
    down = lambda *ends: [b for high, low in ends for b in range(high, low - 1, -1)]  # noqa: E731
    if kind in ("f16", "bf16"):
        width = 13 if kind == "f16" else 16
        places = [down((15 + width, 16)), down((width - 1, 0))]
    elif kind == "e2m1":
        pairs = [down((31, 24), (15, 8)), down((23, 16), (7, 0))]
        places = [bits for pair in pairs for bits in (pair[::-1], pair)]
    else:
        places = [bits for pair in (down((31, 16)), down((15, 0))) for bits in (pair[::-1], pair)]
    return [sum((word >> b & 1) << k for k, b in enumerate(reversed(bits))) for bits in places]


def stochastics():
    rng = random.Random(12)
    for kind in ("f16", "bf16") + BYTE + NARROW:
        halves = kind in ("f16", "bf16")
        some = [v for row in samples("e5m2" if halves else kind, rng) for v in row]
        # Small numbers, between two numbers of the result, and beyond the largest.
        some += [rng.getrandbits(32) for _ in range(100)]
        some += [rng.choice((0, 1 << 31)) | rng.randrange(96, 144) << 23 | rng.getrandbits(23)
                 for _ in range(700)]
        words = [0, 0xffffffff] + [1 << k for k in range(32)]
        data = [[rng.choice(some) for _ in range(4)]
                + [rng.choice(words) if k % 4 == 0 else rng.getrandbits(32), 0]
                for k in range(THREADS)]
        for relu in (False, True):
            for satfinite in (False, True) if halves else (True,):
                def want(*row, kind=kind, relu=relu, satfinite=satfinite):
                    width = sum(FORMATS[kind]) + 1
                    bits = random_bits(kind, row[4])
                    result = 0
                    for x, r in zip(row, bits):
                        one = stochastic(kind, satfinite, x, r, 13 if kind == "f16" else 16)
                        if relu:
                            one = zero_if_negative(width, one)
                        result = result << (8 if width == 6 else width) | one
                    return result
                name = "rs%s%s" % (".relu" * relu, ".satfinite" * satfinite)
                text = "  ld.global.b32 %c, [%in+16];\n"
                if halves:
                    text += "  cvt.%s.%sx2.f32 %%v, %%f, %%g, %%c;\n" % (name, kind)
                else:
                    to, out = ("%h", "  cvt.u32.u16 %v, %h;\n") if kind == "e2m1" else ("%v", "")
                    text += ("  .reg .f32 %%e, %%k;\n  ld.global.v2.f32 {%%e, %%k}, [%%in+8];\n"
                             "  cvt.%s.%sx4.f32 %s, {%%f, %%g, %%e, %%k}, %%c;\n%s"
                             % (name, kind, to, out))
                yield Case("%s_%s" % (name.replace(".", "_"), kind), text, data, want)


BYTE = ("e4m3", "e5m2")
NARROW = ("e2m3", "e3m2", "e2m1")

if __name__ == "__main__":
    rna = ["rna", "rna.satfinite"]
    rn = ["rn", "rz", "rn.relu", "rz.relu"]
    saturating = [r + s for r in ("rn", "rz") for s in (".satfinite", ".satfinite.relu")]
    run_groups(__doc__, [
        Group("8.6", "sm_75", list(upper_halves())),
        Group("8.6", "sm_86", list(turned()) + list(upper_halves()) + list(tf32s(rna))),
        Group("8.6", "sm_90", list(narrowings(BYTE)) + list(widenings(BYTE)) + list(turned())
              + list(upper_halves()) + list(tf32s(rna + rn))),
        *(Group("8.8", arch, list(narrowings(BYTE + NARROW)) + list(widenings(BYTE + NARROW))
                + list(exponents()) + list(turned()) + list(tf32s(rna + rn + saturating))) for arch in ("sm_100a", "sm_120a")),
        *(Group("8.8", arch, list(stochastics())) for arch in ("sm_100a", "sm_103a"))],
        levels=("O3", "O0"))
