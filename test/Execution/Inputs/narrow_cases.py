"""Products of floats of eight, six and four bits and of scaled blocks (mma and mma.sp of
sm_120a): the PTX interpreter, and with --ptxas the machine on ptxas's code, against sums
of exact fractions.

The elements are any bits of their types, infinities and NaNs in some cases only. Their
exponents and those of the scales lie so near to each other that no order of additions in
double precision loses a bit."""

import math
import os
import random
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402
from sparse_cases import BITS, KERNEL, Case  # noqa: E402

BITS.update({"raw4": 4, "raw8": 8, "raw16": 16, "raw32": 32})
# Exponent and fraction bits.
FORMATS = {"e4m3": (4, 3), "e5m2": (5, 2), "e3m2": (3, 2), "e2m3": (2, 3), "e2m1": (2, 1),
           "f16": (5, 10), "f32": (8, 23)}
NARROW = ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1")


# ===----------------------------------------------------------------------===#
# Numbers
# ===----------------------------------------------------------------------===#

def number(kind, v):
    """The value of some bits: a fraction, or an infinity or NaN as a float."""
    exponent_bits, fraction_bits = FORMATS[kind]
    top = (1 << exponent_bits) - 1
    sign = -1 if v >> (exponent_bits + fraction_bits) & 1 else 1
    e, f = v >> fraction_bits & top, v & (1 << fraction_bits) - 1
    if kind == "e4m3" and v & 0x7F == 0x7F:
        return math.nan
    if kind in ("e5m2", "f16", "f32") and e == top:
        return math.nan if f else sign * math.inf
    bias = (1 << (exponent_bits - 1)) - 1
    if e:
        f |= 1 << fraction_bits
    return sign * Fraction(f) * Fraction(2) ** (max(e, 1) - bias - fraction_bits)


def rounded(kind, value):
    """The bits of a number, to nearest even. NaNs are all ones but the sign."""
    exponent_bits, fraction_bits = FORMATS[kind]
    sign_at, bias = exponent_bits + fraction_bits, (1 << (exponent_bits - 1)) - 1
    infinity = ((1 << exponent_bits) - 1) << fraction_bits
    if isinstance(value, float):
        if math.isnan(value):
            return (1 << sign_at) - 1
        return infinity | (value < 0) << sign_at
    sign, value = (value < 0) << sign_at, abs(value)
    if not value:
        return 0
    e = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** e > value:
        e -= 1
    e = max(e, 1 - bias)
    scaled = round(value / Fraction(2) ** (e - fraction_bits))  # to even
    return sign | min(scaled + ((e + bias - 1) << fraction_bits), infinity)


def least(kind):
    """Numbers of a type are whole multiples of 2 to the power of minus this."""
    return (1 << (FORMATS[kind][0] - 1)) - 2 + FORMATS[kind][1]


# The numbers of the narrow types as such multiples.
TABLES = {kind: [v if isinstance(v, float) else int(v * (1 << least(kind)))
                 for v in (number(kind, bits) for bits in range(1 << (sum(FORMATS[kind]) + 1)))]
          for kind in NARROW}


def total(terms):
    special = [t for t in terms if isinstance(t, float)]
    if math.inf in special and -math.inf in special:
        return math.nan
    return sum(special) if special else sum(terms)


def scale(kind, byte):
    if kind == "ue4m3":
        return number("e4m3", byte & 0x7F)
    return math.nan if byte == 255 else Fraction(2) ** (byte - 127)


# ===----------------------------------------------------------------------===#
# Cases
# ===----------------------------------------------------------------------===#

class Narrow(Case):
    """`kind` is the text of the instruction's kind; `scales` is (blocks, type of
    scales, text of the block size) or nothing."""

    def __init__(self, index, kind, types, k, d="f32", sparse=False, scales=None, packed=False,
                 special=False):
        rng = random.Random(index)
        self.kind, self.types, self.k, self.rows = kind, types, k, 16
        self.sparse, self.selector, self.sat = sparse, 0, ""
        self.scales, self.special, self.sum = scales, special, d
        self.a = self.b = "raw4" if packed else "raw8"
        self.d = "raw16" if d == "f16" else "raw32"
        self.name = "p%d_%s_%s_%s_k%d%s%s" % (index, d, *types, k, "_sp" * sparse,
                                              "_%dx" % scales[0] if scales else "")
        self.stored = k // 2 if sparse else k
        self.am = self.elements(rng, types[0], 16, self.stored)
        self.bm = self.elements(rng, types[1], 8, k)
        self.columns = [self.choose(rng) for _ in range(16)]
        self.per = 2 if d == "f16" else 1
        self.cregs = 4 // self.per
        self.bytes = self.threads = (0, 0)
        offset = 0
        if scales:
            blocks, stype, _ = scales
            last = 4 - blocks
            self.bytes = tuple(rng.randrange(0, last + 1, blocks) for _ in range(2))
            self.threads = rng.randrange(2), rng.randrange(4)
            # All bytes of all lanes are scales of their own; some must not count.
            if stype == "ue4m3":
                base = (24, 24)
            else:
                base = [rng.choice((0, 3, 60, 118, 127, 130, 190, 251)) for _ in range(2)]
                if special:
                    base = [252, 252]
            self.words = [[sum((b + rng.randrange(4) + (rng.randrange(2) << 7 if
                                                        stype == "ue4m3" else 0) << 8 * i)
                               for i in range(4)) for _ in range(32)] for b in base]
            if stype == "ue8m0":
                offset = max(-120, min(90, sum(base) - 254))
        self.cm = [[rounded(d, Fraction(rng.randint(-4000, 4000)) * Fraction(2) ** (
            offset - (4 if d == "f16" else 9))) for _ in range(8)] for _ in range(16)]

    def elements(self, rng, kind, lines, count):
        """Any bits; of e5m2 with exponents that are near to each other."""
        bits = sum(FORMATS[kind]) + 1
        first = rng.choice((0, 7, 14))

        def element():
            while True:
                v = rng.getrandbits(bits)
                if kind == "e5m2":
                    v = v & 0x83 | (first + rng.randrange(16)) << 2
                if rng.randrange(40) == 0 and self.special and kind in ("e4m3", "e5m2"):
                    return rng.choice((0x7F, 0xFF, 0x7C, 0xFC, 0x7D))
                if self.special or isinstance(TABLES[kind][v], int):
                    return v
        return [[element() for _ in range(count)] for _ in range(lines)]

    def in_register(self, kind, rng, v):
        """What is beside an element of fewer bits in its byte does not count."""
        if self.a == "raw4" or kind in ("e4m3", "e5m2"):
            return v
        at, bits = (2, 4) if kind == "e2m1" else (0, 6)
        return v << at | rng.getrandbits(8) & ~(((1 << bits) - 1) << at)

    def operands(self):
        rng = random.Random(self.name)
        am, bm = ([[self.in_register(t, rng, v) for v in line] for line in m]
                  for t, m in zip(self.types, (self.am, self.bm)))
        return (self.registers(am, self.a, self.stored, 16),
                self.registers(bm, self.b, self.k, 8), self.accumulators(self.cm))

    def text(self):
        a, b, c = self.operands()
        acc, loads, at = "f32" if self.sum == "f32" else "b32", "", 0
        for prefix, count, kind in (("a", len(a), "b32"), ("b", len(b), "b32"),
                                    ("c", len(c), acc)):
            for i in range(count):
                loads += "  ld.global.%s %%%s%d, [%%in+%d];\n" % (kind, prefix, i, at)
                at += 4
        loads += "  ld.global.b32 %%e, [%%in+%d];\n" % at
        tail = ", %e, 0" if self.sparse else ""
        more = ""
        if self.scales:
            loads += "  .reg .b32 %%s<2>;\n  ld.global.v2.b32 {%%s0, %%s1}, [%%in+56];\n".replace(
                "%%", "%")
            tail += "".join(", %%s%d, {%d, %d}" % (i, self.bytes[i], self.threads[i])
                            for i in range(2))
            more = ".block_scale" + self.scales[2]

        def group(prefix, count):
            return "{" + ", ".join("%%%s%d" % (prefix, i) for i in range(count)) + "}"
        c_list = group("c", len(c))
        mma = "mma%s.sync.aligned%s.m16n8k%d.row.col%s%s.%s.%s.%s.%s%s %s, %s, %s, %s%s" % (
            ".sp::ordered_metadata" if self.sparse else "", "", self.k, self.kind, more, self.sum,
            *self.types, self.sum, "." + self.scales[1] if self.scales else "", c_list,
            group("a", len(a)), group("b", len(b)), c_list, tail)
        return KERNEL.format(name=self.name, acc=acc, loads=loads, mma=mma, stores="".join(
            "  st.global.%s [%%out+%d], %%c%d;\n" % (acc, 4 * i, i) for i in range(len(c))))

    def input(self):
        a, b, c = self.operands()
        rows = a + b + c + [self.metadata() if self.sparse else [0] * 32]
        rows += [[0] * 32] * (14 - len(rows))
        return self.image(rows + (self.words if self.scales else [[0] * 32] * 2))

    def scale_of(self, which, line, block):
        quad, high = line % 8, line // 8
        lane = 4 * quad + (2 * self.threads[0] + high if which == 0 else self.threads[1])
        return scale(self.scales[1],
                     self.words[which][lane] >> 8 * (self.bytes[which] + block) & 255)

    def expected(self):
        blocks = self.scales[0] if self.scales else 1
        a, b = ([[TABLES[t][v] for v in line] for line in m]
                for t, m in zip(self.types, (self.am, self.bm)))
        unit = Fraction(1, 1 << sum(map(least, self.types)))
        result = []
        for row in range(16):
            line = []
            of_block = [[(x, k) for x, k in zip(a[row], self.columns[row])
                         if k // (self.k // blocks) == block] for block in range(blocks)]
            for column in range(8):
                terms = [number(self.sum, self.cm[row][column])]
                of_b = b[column]
                for block, factors in enumerate(of_block):
                    by = unit
                    if self.scales:
                        by = (self.scale_of(0, row, block), self.scale_of(1, column, block), unit)
                        by = math.nan if math.nan in by else math.prod(by)
                    products = [x * of_b[k] for x, k in factors]
                    special = [v for v in products if isinstance(v, float)]
                    if special or isinstance(by, float):
                        terms += special if not isinstance(by, float) else [math.nan]
                        if by == 0 and special:
                            terms.append(math.nan)
                    else:
                        terms.append(sum(products) * by)
                line.append(rounded(self.sum, total(terms)))
            result.append(line)
        return self.image(self.accumulators(result))


def cases():
    specs = []
    for special in (False, True):
        for a in NARROW:
            for b in NARROW:
                types = (a, b)
                for d in ("f32", "f16"):
                    specs.append(dict(kind=".kind::f8f6f4", types=types, k=32, d=d))
                    specs.append(dict(kind=".kind::f8f6f4", types=types, k=64, d=d, sparse=True))
                    if a in NARROW[:2] and b in NARROW[:2]:
                        specs.append(dict(kind=".kind::f8f6f4", types=types, k=16, d=d))
                for sparse in (False, True):
                    specs.append(dict(kind=".kind::mxf8f6f4", types=types, k=64 if sparse else 32,
                                      sparse=sparse,
                                      scales=(1, "ue8m0", "" if sparse else ".scale_vec::1X")))
                if special:
                    for s in specs[-6 - 2 * (a in NARROW[:2] and b in NARROW[:2]):]:
                        s["special"] = True
    for repeat in range(4):
        for sparse in (False, True):
            for kind, scales in (("mxf4", (2, "ue8m0", "")), ("mxf4", (2, "ue8m0", ".scale_vec::2X")),
                                 ("mxf4nvf4", (2, "ue8m0", ".scale_vec::2X")),
                                 ("mxf4nvf4", (4, "ue4m3", ".scale_vec::4X"))):
                specs.append(dict(kind=".kind::" + kind, types=("e2m1", "e2m1"),
                                  k=128 if sparse else 64, sparse=sparse, scales=scales,
                                  packed=True, special=repeat == 3))
    return [Narrow(i, **s) for i, s in enumerate(specs)]


def main():
    run_groups(__doc__, [Group("8.7", "sm_120a", cases())], together=24)


if __name__ == "__main__":
    main()
