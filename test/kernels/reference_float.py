#===- reference_float.py - Floating-point corner cases ---------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels that convert, round and divide; see reference.py."""

import math

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Floating point
#===------------------------------------------------------------------------===#

def special_f32(seed, extra):
    """Bit patterns of f32: the edges, then random ones of every exponent.  No
    NaN but the canonical one."""
    edge = [0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x3F800000,
            0xBF800000, 0x3F800001, 0x40400000, 0x7F7FFFFF, 0xFF7FFFFF,
            0x7F800000, 0xFF800000, 0x7FFFFFFF, 0x4B000001, 0xCB7FFFFF,
            0x3EFFFFFF, 0x4F000000, 0xCF000000]
    out = edge
    for z in rand_list("u32", extra, seed):
        out.append(z if z & 0x7F800000 != 0x7F800000 else z & 0xBFFFFFFF)
    return out


def special_f64(seed, extra):
    edge = [0, 1 << 63, 1, (1 << 63) | 1, (1 << 52) - 1, 1 << 52,
            0x3FF0000000000000, 0xBFF0000000000000, 0x3FF0000000000001,
            0x4008000000000000, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
            0xFFF0000000000000, 0x7FF8000000000000, 0x47EFFFFFF0000000,
            0x3690000000000000, 0x380FFFFFC0000000, 0x41DFFFFFFFC00000,
            0xC1E0000000200000]
    out = edge
    for k, z in enumerate(rand_list("u64", extra, seed)):
        if k % 3:  # Two of three near 1, where most numbers live.
            z = z & ~(0x7F0 << 52) | 0x3F0 << 52
        if z >> 52 & 0x7FF == 0x7FF:
            z &= ~(1 << 62)
        out.append(z)
    return out


@inputs
def ieee_f32_inputs(directory):
    a, b = special_f32(51, 236), special_f32(52, 236)
    # Every edge meets every other one in the second launch.
    write(directory, "a.bin", pack(a, "u32"))
    write(directory, "b.bin", pack(b, "u32"))
    edge = a[:20]
    write(directory, "ea.bin", pack([x for x in edge for _ in edge], "u32"))
    write(directory, "eb.bin", pack([y for _ in edge for y in edge], "u32"))


@reference
def ieee_f32(l):
    n = l.val(3)
    pairs = list(zip(l.buf(0, "f32")[:n], l.buf(1, "f32")[:n]))

    def floor_or_ceil(x, fn):
        if not math.isfinite(x):
            return x
        return math.copysign(float(fn(x)), x)

    rows = [
        [f32(div_ieee(x, y)) for x, y in pairs],
        [f32(div_ieee(1.0, x)) for x, _ in pairs],
        [f32(sqrt_ieee(y)) if y != 0 else y for _, y in pairs],
        [f32(x / 3.0) for x, _ in pairs],
        [fma32(x, y, x) for x, y in pairs],
        [add32(floor_or_ceil(x, math.floor), floor_or_ceil(y, math.ceil))
         for x, y in pairs]]
    return {2: pack([f32_bits(v) for row in rows for v in row], "u32")}


@inputs
def ieee_f64_inputs(directory):
    a, b = special_f64(53, 109), special_f64(54, 109)
    write(directory, "a.bin", pack(a, "u64"))
    write(directory, "b.bin", pack(b, "u64"))
    edge = a[:19]
    write(directory, "ea.bin", pack([x for x in edge for _ in edge], "u64"))
    write(directory, "eb.bin", pack([y for _ in edge for y in edge], "u64"))


@reference
def ieee_f64(l):
    n = l.val(3)
    pairs = list(zip(l.buf(0, "f64")[:n], l.buf(1, "f64")[:n]))

    def bits(v):
        return NAN_BITS["f64"] if v != v else f64_bits(v)

    rows = [
        [bits(div_ieee(x, y)) for x, y in pairs],
        [bits(div_ieee(1.0, x)) for x, _ in pairs],
        [bits(sqrt_ieee(y) if y != 0 else y) for _, y in pairs],
        [bits(fma64(x, y, -x)) for x, y in pairs],
        [bits(f32(x)) for x, _ in pairs],
        [int(x < y) | int(x == y) << 1 | int(x != y) << 2 for x, y in pairs]]
    return {2: pack(sum(rows, []), "u64")}


@inputs
def float_convert_inputs(directory):
    x = special_f32(55, 44)
    # Values near the halves and near the limits of the integer types.
    for v in (0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, 100.75, -100.75,
              127.5, -129.5, 2147483520.0, -2147483648.0, 4294967040.0,
              9.2233715e18, 1.0e10, -1.0e10, 3.0e19, 65504.7, -3.999):
        x.append(f32_bits(f32(v)))
    d = special_f64(56, 44)
    for v in (0.5, -1.5, 2147483647.5, -2147483648.5, 1e300, 1.0 + 2.0**-24,
              1.0 + 2.0**-24 + 2.0**-50, 3.4028235677973366e38, 1e-46, -1e-40,
              1.17549429e-38, 0.1, -0.1, 1e10, 123456.789, -7.0, 1e39, -1e39,
              7e-46, -7e-46, 33.0):
        d.append(f64_bits(v))
    write(directory, "x.bin", pack(x, "u32"))
    write(directory, "d.bin", pack(d, "u64"))


def cvt_int(x, bits, signed, mode="rz", source="f32"):
    """PTX ISA, cvt: a NaN gives 0, but 2^(bits - 1) if the source is f64 or
    the destination has 64 bits."""
    if x != x:
        return 1 << (bits - 1) if source == "f64" or bits == 64 else 0
    return to_int(x, bits, signed, mode)


def narrow(x, mode):
    """Bits of the f32 that an f64 converts to."""
    if x != x:
        return NAN_BITS["f32"]
    if math.isinf(x) or x == 0:
        return f32_bits(x)
    code = encode(Fraction(x), "f32", mode)
    return code | (1 << 31) if x < 0 else code


def round_trunc_sum(x):
    """rint(x) + trunc(x), each with the sign of x where it is zero."""
    if not math.isfinite(x):
        return x + x
    return add32(math.copysign(float(round(x)), x),
                 math.copysign(float(math.trunc(x)), x))


@reference
def float_convert(l):
    n = l.val(3)
    rows = []
    for x, d, k, q in zip(l.buf(0, "f32")[:n], l.buf(1, "f64")[:n],
                          l.buf(0, "s32")[:n], l.buf(1, "s64")[:n]):
        saturated = 0.0 if not x > 0 else min(x, 1.0)
        sign = 1 << 31 if narrow(d, "rn") >> 31 else 0
        rows.append([
            cvt_int(x, 32, True), cvt_int(x, 32, True, "rn"),
            cvt_int(x, 32, True, "rm"), cvt_int(x, 32, True, "rp"),
            cvt_int(x, 32, False), s64(cvt_int(x, 64, True)) >> 3,
            encode(k, "f32"), encode(k, "f32", "rz"),
            encode(u32(k), "f32"), encode(q, "f32"),
            narrow(d, "rn"), narrow(d, "rm"),
            cvt_int(d, 32, True, "rz", "f64"), encode(q, "f64") >> 20,
            f32_bits(round_trunc_sum(x)),
            (cvt_int(x, 32, True) + 128) % 256 - 128,
            f32_bits(saturated),
            f32_bits(abs(x)) | sign])
    return {2: pack([r[k] for k in range(18) for r in rows], "u32")}


@inputs
def half_convert_inputs(directory):
    x = [0.0, -0.0, 1.0, 65504.0, 65519.99, 65520.0, -65520.0, 70000.0,
         2.0**-24, 2.0**-25, 1.5 * 2.0**-25, -2.0**-26, 6.1e-5, 1.0 + 2.0**-11,
         1.0 + 3 * 2.0**-11, -1.0 - 2.0**-11, 2048.5, 0.1, -0.1, 333.333]
    for z in rand_list("u32", 108, 61):
        # Exponents from 2^-26 to 2^16, random significands.
        x.append(decode((z >> 31) << 31 | (101 + (z >> 23 & 255) % 43) << 23 |
                        (z & 0x7FFFFF), "f32"))
    write(directory, "x.bin", pack([f32(v) for v in x], "f32"))
    h = [z if z & 0x7C00 != 0x7C00 else z ^ 0x4000
         for z in rand_list("u16", 128, 62)]
    h[:6] = [0, 0x8000, 1, 0x8001, 0x7BFF, 0x03FF]
    write(directory, "h.bin", pack(h, "u16"))


def add16(a, b):
    """Sum of two f16 given as bits."""
    x, y = decode(a, "f16"), decode(b, "f16")
    if math.isinf(x) or math.isinf(y):
        s = x + y
        return NAN_BITS["f16"] if s != s else (0xFC00 if s < 0 else 0x7C00)
    return half(Fraction(x) + Fraction(y), zero=a & b & 0x8000)


@reference
def half_convert(l):
    n = l.val(4)
    rows = []
    for x, h in zip(l.buf(0, "f32")[:n], l.buf(1, "u16")[:n]):
        v = Fraction(decode(h, "f16"))
        zero = 0x8000 if math.copysign(1.0, x) < 0 else 0
        xh = half(x, zero=zero)
        hn = xh ^ 0x8000
        square = half(v * v)
        cube = half(v * v + v, zero=h & 0x8000 if v == 0 else 0)
        if v == 0:
            cube = 0  # (+-0)^2 + +-0: +0 unless all terms are -0; v*v is +0.
        rows.append([
            xh, half(x, "rz", zero), half(x, "rp", zero), half(x, "rm", zero),
            add16(h, xh), square, cube,
            half(to_int(mul32(x, 1000.0), 32, True)),
            to_int(float(v), 32, True),
            add16(xh, h), add16(hn, h),
            int(float(v) < decode(xh, "f16"))])
    return {2: pack([r[k] for k in range(12) for r in rows], "u16"),
            3: pack([decode(h, "f16") for h in l.buf(1, "u16")[:n]], "f32")}


@reference
def libm_f32(l):
    n, scale = l.val(2), l.val(3)
    rows = []
    for x in l.buf(0, "f32")[:n]:
        rows.append([
            math.exp(mul32(8.0, x)), math.log(add32(x, f32(0.001))),
            math.sin(mul32(scale, x)), math.tanh(x),
            math.pow(add32(x, 0.5), 2.5), math.atan2(x, 0.75)])
    return {1: [r[k] for k in range(6) for r in rows]}


@reference
def libm_f64(l):
    rows = []
    for x in l.buf(0, "f64")[:l.val(2)]:
        rows.append([math.exp(16.0 * x), math.log(x + 0.125),
                     math.copysign(abs(x) ** (1.0 / 3.0), x),
                     math.atan(8.0 * x), 1.0 / math.sqrt(x + 0.25)])
    return {1: [r[k] for k in range(5) for r in rows]}


@reference
def bfloat16(l):
    x, weights, rows, n = l.buf(0, "u16"), l.buf(1, "f32"), l.val(3), l.val(4)
    acc, out = [0.0] * n, []
    for r in range(rows):
        for i in range(n):
            acc[i] = fma32(weights[r], decode(x[r * n + i], "bf16"), acc[i])
            code = encode(Fraction(acc[i]), "bf16")
            out.append(code | 0x8000 if acc[i] < 0 else code)
    return {2: pack(out, "u16")}


@inputs
def bfloat16_inputs(directory):
    # Random signs and significands, exponents near 1.
    write(directory, "in.bin", pack([
        z & 0x807F | 0x3F00 + (z >> 4 & 0x180)
        for z in rand_list("u16", 9 * 64, 73)], "u16"))
