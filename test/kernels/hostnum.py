#===- hostnum.py - Numbers and launch arguments, as a GPU sees them --------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Exact host arithmetic (f16, f32, f64, fixed-width integers) and the argument
syntax of ptx-run, for the references of test/kernels.

Everything here is computed with Python integers and fractions or with single
IEEE f64 operations whose rounding is proved harmless at the place of use; no
bit-exact result depends on the C library of the host."""

import ctypes
import math
import struct
from fractions import Fraction

#===------------------------------------------------------------------------===#
# Integers
#===------------------------------------------------------------------------===#

M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF


def u32(x):
    return x & M32


def s32(x):
    x &= M32
    return x - (1 << 32) if x >> 31 else x


def u64(x):
    return x & M64


def s64(x):
    x &= M64
    return x - (1 << 64) if x >> 63 else x


def bit_reverse(x, bits=32):
    return int(format(x, "0%db" % bits)[::-1], 2)


def div_trunc(a, b):
    """C's integer division: rounds to zero."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def rem_trunc(a, b):
    return a - div_trunc(a, b) * b


#===------------------------------------------------------------------------===#
# Floating point
#===------------------------------------------------------------------------===#

# (bits, explicit fraction bits)
FORMATS = {"f16": (16, 10), "bf16": (16, 7), "f32": (32, 23),
           "f64": (64, 52)}
NAN_BITS = {"f16": 0x7FFF, "f32": 0x7FFFFFFF, "f64": 0x7FF8000000000000}


def encode(value, fmt, mode="rn"):
    """Rounds `value` (a Fraction, int or finite float) to the format and
    returns its bits.  `mode` is rn, rz, rm (down) or rp (up).  A zero is +0."""
    bits, frac = FORMATS[fmt]
    bias = (1 << (bits - frac - 2)) - 1
    value = Fraction(value)
    sign = 1 if value < 0 else 0
    mag = abs(value)
    if mag == 0:
        return 0
    # The exponent of the leading bit, by integer lengths and one correction.
    exp = mag.numerator.bit_length() - mag.denominator.bit_length()
    if mag < Fraction(2) ** exp:
        exp -= 1
    exp = max(exp, 1 - bias)
    quantum = Fraction(2) ** (exp - frac)
    scaled = mag / quantum
    n = scaled.numerator // scaled.denominator
    rest = scaled - n
    half = Fraction(1, 2)
    up = {"rn": rest > half or (rest == half and n & 1),
          "rz": False,
          "rm": sign and rest > 0,
          "rp": not sign and rest > 0}[mode]
    n += 1 if up else 0
    if n >> (frac + 1):
        n >>= 1
        exp += 1
    if exp > bias:  # Overflow: infinity or the greatest finite number.
        inf = ((1 << (bits - frac - 1)) - 1) << frac
        away = {"rn": True, "rz": False, "rm": sign, "rp": not sign}[mode]
        code = inf if away else inf - 1
    elif n >> frac:
        code = ((exp + bias) << frac) | (n & ((1 << frac) - 1))
    else:
        code = n  # Subnormal.
    return sign << (bits - 1) | code


def half(value, mode="rn", zero=0):
    """Bits of a number (Fraction or finite float) as f16; `zero` is the bit
    pattern if the exact value is zero."""
    if value == 0:
        return zero
    code = encode(Fraction(value), "f16", mode)
    return code | 0x8000 if value < 0 else code


def decode(code, fmt):
    """The bits as a Python float; exact for f16, f32 and f64."""
    bits, frac = FORMATS[fmt]
    if fmt == "f64":
        return struct.unpack("<d", struct.pack("<Q", code))[0]
    if fmt in ("f32", "bf16"):
        code <<= 32 - bits
        return struct.unpack("<f", struct.pack("<I", code))[0]
    sign = -1.0 if code >> (bits - 1) else 1.0
    exp = code >> frac & ((1 << (bits - frac - 1)) - 1)
    man = code & ((1 << frac) - 1)
    bias = (1 << (bits - frac - 2)) - 1
    if exp == 2 * bias + 1:
        return math.nan if man else sign * math.inf
    if exp == 0:
        return sign * math.ldexp(man, 1 - bias - frac)
    return sign * math.ldexp(man + (1 << frac), exp - bias - frac)


def f32(x):
    """Rounds an f64 to f32, to nearest even; the result is an f64 again."""
    return ctypes.c_float(x).value


def f32_bits(x):
    """Bits of a number that f32 holds; a NaN is the GPU's canonical one."""
    if x != x:
        return NAN_BITS["f32"]
    return struct.unpack("<I", struct.pack("<f", x))[0]


def f64_bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


# One f32 operation done in f64 and rounded once more is correctly rounded for
# +, -, *, / and sqrt, as 53 >= 2 * 24 + 2.
def add32(a, b):
    return f32(a + b)


def sub32(a, b):
    return f32(a - b)


def mul32(a, b):
    return f32(a * b)


def fma32(a, b, c):
    """a * b + c rounded once to f32.  The product is exact in f64; the sum is
    rounded to odd there (Boldo and Melquiond), so that the second rounding is
    the only one that counts."""
    p = a * b
    s = p + c
    if not math.isfinite(s):
        return f32(s)
    t = s - p
    err = (p - (s - t)) + (c - t)  # Knuth's two-sum: s + err == p + c.
    if err:
        code = f64_bits(s)
        if not code & 1:
            # The other neighbour of the exact sum has an odd significand.
            away = (err > 0) == (s > 0)
            s = decode(code + 1 if away else code - 1, "f64")
    return f32(s)


def fma64(a, b, c):
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c  # The sign of a zero sum follows the f64 rule.
    return decode(encode(exact, "f64"), "f64")


def div_ieee(a, b):
    """a / b as IEEE 754 has it (Python raises for a zero divisor)."""
    if b == 0:
        if a == 0 or a != a:
            return math.nan
        sign = math.copysign(1.0, a) * math.copysign(1.0, b)
        return math.copysign(math.inf, sign)
    return a / b


def sqrt_ieee(a):
    return math.sqrt(a) if a >= 0 else math.nan


def to_int(x, bits, signed, mode="rz"):
    """PTX cvt of a float to a saturated integer.  NaN is not handled here, as
    it depends on the source type."""
    if math.isinf(x):
        n = 1 << 80 if x > 0 else -(1 << 80)
    else:
        n = {"rz": math.trunc, "rn": round, "rm": math.floor,
             "rp": math.ceil}[mode](x)
    lo = -(1 << (bits - 1)) if signed else 0
    hi = (1 << (bits - 1)) - 1 if signed else (1 << bits) - 1
    return max(lo, min(hi, n))


#===------------------------------------------------------------------------===#
# The arguments of ptx-run
#===------------------------------------------------------------------------===#

# type -> (bytes, struct code); f16 is handled by its bits.
TYPES = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i",
         "u64": "Q", "s64": "q", "f32": "f", "f64": "d", "f16": "H"}


def size_of(type_):
    return struct.calcsize("<" + TYPES[type_])


def pack(values, type_):
    """Python numbers to little-endian bytes; f16 values are given as bits.  A
    float NaN is written as the GPU's canonical one."""
    values = list(values)
    if type_ in ("f32", "f64") and any(v != v for v in values):
        code = {"f32": f32_bits, "f64":
                lambda v: NAN_BITS["f64"] if v != v else f64_bits(v)}[type_]
        return pack([code(v) for v in values],
                    "u32" if type_ == "f32" else "u64")
    if type_[0] in "us":
        mask = (1 << 8 * size_of(type_)) - 1
        return struct.pack("<%d%s" % (len(values), TYPES["u" + type_[1:]]),
                           *[int(v) & mask for v in values])
    return struct.pack("<%d%s" % (len(values), TYPES[type_]), *values)


def unpack(data, type_):
    n = len(data) // size_of(type_)
    return list(struct.unpack("<%d%s" % (n, TYPES[type_]),
                              data[:n * size_of(type_)]))


def splitmix64(seed):
    """Vigna's splitmix64: an endless sequence of 64-bit numbers."""
    state = seed & M64
    while True:
        state = (state + 0x9E3779B97F4A7C15) & M64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
        yield z ^ (z >> 31)


def rand_bytes(type_, count, seed):
    gen = splitmix64(seed)
    zs = [next(gen) for _ in range(count)]
    if type_ == "f64":
        return pack([(z >> 11) * 2.0 ** -53 for z in zs], "f64")
    if type_ == "f32":
        return pack([(z >> 40) * 2.0 ** -24 for z in zs], "f32")
    if type_ == "f16":
        return pack([encode((z >> 40) * 2.0 ** -24, "f16") for z in zs], "f16")
    return pack(zs, type_)


def iota_bytes(type_, count):
    if type_ == "f16":
        return pack([encode(i, "f16") for i in range(count)], "f16")
    if type_ == "f32":
        return pack([f32(i) for i in range(count)], "f32")
    return pack(range(count), type_)


class Arg:
    """One --arg of ptx-run: `is_buffer`, its bytes, a scalar's `value`."""

    def __init__(self, spec):
        kind, _, rest = spec.partition(":")
        self.spec, self.is_buffer, self.value = spec, kind == "buf", None
        if kind == "bytes":
            self.data = bytes.fromhex(rest)
        elif kind == "buf":
            what, *more = rest.split(",")
            if what == "file":
                with open(rest.partition(",")[2], "rb") as f:
                    self.data = f.read()
            elif what == "zero":
                self.data = bytes(int(more[0], 0))
            elif what == "iota":
                self.data = iota_bytes(more[0], int(more[1], 0))
            elif what == "rand":
                self.data = rand_bytes(more[0], int(more[1], 0),
                                       int(more[2], 0))
            else:
                raise ValueError("unknown buffer kind in '%s'" % spec)
        elif kind in ("texture", "surface", "sampler"):
            self.data = b""  # A handle, which ptx-run makes.
        elif kind in ("f32", "f64"):
            self.value = f32(float(rest)) if kind == "f32" else float(rest)
            self.data = pack([self.value], kind)
        elif kind in TYPES and kind != "f16":
            self.value = int(rest, 0)
            self.data = pack([self.value], kind)
        else:
            raise ValueError("unknown argument '%s'" % spec)


class Launch:
    """One kernel launch of a manifest, with its arguments made."""

    def __init__(self, entry, tmp):
        self.grid = (list(entry["grid"]) + [1, 1])[:3]
        self.block = (list(entry["block"]) + [1, 1])[:3]
        self.shared = entry.get("shared", 0)
        self.specs = [a.replace("{tmp}", tmp) for a in entry["args"]]
        self.args = [Arg(s) for s in self.specs]
        self.outputs = entry["outputs"]

    def buf(self, index, type_):
        return unpack(self.args[index].data, type_)

    def val(self, index):
        return self.args[index].value
