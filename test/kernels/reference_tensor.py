#===- reference_tensor.py - Matrices, copies, narrow numbers ---------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels with matrix instructions, asynchronous copies, clusters
and narrow numbers; see reference.py."""

from hostnum import *
from refbase import inputs, rand_list, reference, write


def product(a, b, k):
    """Rows of a times rows of b, each of k numbers."""
    rows = [a[i:i + k] for i in range(0, len(a), k)]
    columns = [b[i:i + k] for i in range(0, len(b), k)]
    return [[sum(x * y for x, y in zip(r, c)) for c in columns] for r in rows]


#===------------------------------------------------------------------------===#
# Matrices
#===------------------------------------------------------------------------===#

@inputs
def double_matmul_inputs(directory):
    for name, seed in (("a", 201), ("b", 202)):
        # Products of 40-bit integers are not exact, of 26 bits they are.
        values = [(v & 0x3FFFFFF) - (1 << 25)
                  for v in rand_list("u32", 320, seed)]
        write(directory, name + ".bin", pack(values, "f64"))


@reference
def double_matmul(l):
    k, a, b = l.val(3), l.buf(0, "f64"), l.buf(1, "f64")
    columns = [b[r * 16 + c] for c in range(16) for r in range(k)]
    # Sums of 20 products below 2^50 are exact up to 2^53, in any order.
    sums = sum(product(a, columns, k), [])
    assert max(map(abs, sums)) < 2**53
    return {2: pack([c + l.val(4) * s for c, s in zip(l.buf(2, "f64"), sums)],
                    "f64")}


@inputs
def fragment_matmul_inputs(directory):
    for name, seed in (("a", 205), ("b", 206)):
        values = [v % 17 - 8 for v in rand_list("u32", 768, seed)]
        write(directory, name + ".bin", pack([half(v) for v in values], "u16"))


@reference
def fragment_matmul(l):
    k = l.val(6)
    a, b = [[decode(v, "f16") for v in l.buf(i, "u16")] for i in (0, 1)]
    c = sum(product(a, b, k), [])
    b8 = l.buf(4, "s8")
    columns = [b8[r * 32 + c] for c in range(32) for r in range(k)]
    # Stored by columns: the transpose.
    d = [v - 7 for column in product(columns, l.buf(3, "s8"), k)
         for v in column]
    return {2: pack([max(x + y, 0.0) for x, y in zip(c, l.buf(2, "f32"))],
                    "f32"), 5: pack(d, "s32")}


@inputs
def byte_matmul_inputs(directory):
    scales = [v * 2.0 ** (i % 3 - 10) for i, v in
              enumerate(rand_list("f32", 16, 213))]
    write(directory, "scales.bin", pack(scales, "f32"))


@reference
def byte_matmul(l):
    sums = product(l.buf(0, "s8"), l.buf(1, "u8"), l.val(5))
    scales = l.buf(2, "f32")
    return {3: pack([max(-32768, min(32767, s)) for r in sums for s in r],
                    "s16"),
            4: pack([max(-128, min(127, round(mul32(f32(s), scales[c]))))
                     for r in sums for c, s in enumerate(r)], "s8")}


@inputs
def mixed_matmul_inputs(directory):
    for name, count, seed in (("a", 256, 215), ("b", 128, 216)):
        # Up to 12 bits: too many for bf16 and for tf32, ties among them. Three
        # quarters are zeros, so that sums of products fit f32.
        values = [0 if v >> 30 else (v & 0xFFF) - 2048 if v >> 29 & 1 else
                  (v & 0x3F) * 32 + 16 for v in rand_list("u32", count, seed)]
        write(directory, name + ".bin", pack(values, "f32"))


@reference
def mixed_matmul(l):
    a, b = l.buf(0, "f32"), l.buf(1, "f32")

    def tf32(x):
        # To nearest, ties away from zero, 10 bits of fraction.
        bits = f32_bits(x)
        return decode((bits + 0x1000) & ~0x1FFF, "f32")

    def bf16(x):
        code = encode(x, "bf16")
        return decode(code, "bf16")

    out = {}
    for i, to in ((2, bf16), (3, tf32)):
        sums = sum(product([to(v) for v in a], [to(v) for v in b], 16), [])
        # No partial sum is rounded, in whatever order.
        most = sum(product([abs(to(v)) for v in a], [abs(to(v)) for v in b],
                           16), [])
        assert max(most) < 2**24
        out[i] = pack(sums, "f32")
    return out


#===------------------------------------------------------------------------===#
# Copies and clusters
#===------------------------------------------------------------------------===#

@reference
def copy_pipeline(l):
    n = l.val(2)
    values = l.buf(0, "f32")[:n]
    values += [0.0] * (-n % 256)
    out = []
    for i in range(n):
        first = i - i % 256
        beside = values[first + (i + 1) % 256]
        before = values[i - 256] if i >= 256 else 0.0
        out.append(sub32(add32(values[i], mul32(beside, 0.5)), before))
    return {1: pack(out, "f32")}


@reference
def bulk_pipeline(l):
    values, out = l.buf(0, "s32"), []
    for i in range(0, len(values), 2):
        a, b = sorted(values[i:i + 2])
        out += [a + i // 128, b - i // 128]
    return {1: pack(out, "s32")}


@reference
def cluster_histogram(l):
    bins = [0] * 64
    for v in l.buf(0, "u32")[:l.val(1)]:
        bins[u32(v * 2654435761) >> 26] += 1
    totals = [sum(n * (i + 1) for i, n in enumerate(bins[k:k + 16]))
              for k in range(0, 64, 16)]
    return {2: pack(bins, "u32"),
            3: pack([totals[(r + 1) % 4] * 2 + r for r in range(4)], "u32")}


@reference
def vector_atomics(l):
    pairs, fours = [0.0] * 8, [0.0] * 16
    doubles, halves, bfloats = [0.0] * 4, [0] * 8, [0] * 8
    zeros = set()
    for v in l.buf(0, "s32"):
        x, y, at = v & 7, v >> 3 & 7, v >> 6 & 3
        pairs[2 * at] += x
        pairs[2 * at + 1] -= y
        for i, w in enumerate((x, y, x * y, 1)):
            fours[4 * at + i] += w
        doubles[at] += x * 0.25 + y * 1024
        halves[2 * at] += x & 1
        halves[2 * at + 1] += y & 3
        bfloats[2 * at] += x & 1
        bfloats[2 * at + 1] -= y & 1
        # Only the first that is not zero sees a zero.
        if x + y:
            zeros.add(at)
    code = lambda v, fmt: 0 if v == 0 else encode(v, fmt)
    return {1: pack(pairs, "f32"), 2: pack(fours, "f32"),
            3: pack(doubles, "f64"),
            4: pack([code(v, "f16") for v in halves], "u16"),
            5: pack([code(v, "bf16") for v in bfloats], "u16"),
            6: pack([len(zeros)], "u32")}


#===------------------------------------------------------------------------===#
# Networks
#===------------------------------------------------------------------------===#

@reference
def attention(l):
    q, k, v = [l.buf(i, "f32") for i in (0, 1, 2)]
    out, logs = [], []
    for row in range(l.val(5)):
        scores = [sum(q[row * 16 + i] * k[j * 16 + i] for i in range(16)) / 4
                  for j in range(row + 1)]
        weights = [math.exp(s) for s in scores]
        total = sum(weights)
        out += [sum(w * v[j * 16 + i] for j, w in enumerate(weights)) / total
                for i in range(16)]
        logs.append(math.log(total))
    return {3: out, 4: logs}


@inputs
def quantize_bytes_inputs(directory):
    values = [(v - 0.5) * 2.0 ** (i // 32 * 20 - 30)
              for i, v in enumerate(rand_list("f32", 128, 265))]
    values[32:64] = [0.0] * 32
    write(directory, "numbers.bin", pack(values, "f32"))


@reference
def quantize_bytes(l):
    values = l.buf(0, "f32")
    bytes_, nibbles, scales, restored, errors = [], [], [], [], []
    for i in range(0, 128, 32):
        block = values[i:i + 32]
        top = max(map(abs, block))
        scale, coarse = f32(top / 127.0), f32(top / 7.0)
        q = [max(-127, min(127, round(f32(x / scale)))) if top else 0
             for x in block]
        q4 = [max(-8, min(7, round(f32(x / coarse)))) if top else 0
              for x in block]
        bytes_ += q
        nibbles += [a & 15 | (b & 15) << 4 for a, b in zip(q4[::2], q4[1::2])]
        scales.append(scale)
        restored += [mul32(v, coarse) for v in q4]
        errors.append(max(abs(sub32(mul32(v, scale), x))
                          for v, x in zip(q, block)))
    return {1: pack(bytes_, "s8"), 2: pack(nibbles, "u8"),
            3: pack(scales, "f32"), 4: pack(restored, "f32"),
            5: pack(errors, "f32")}


@inputs
def quantize_fp8_inputs(directory):
    values = [0.0, 448.0, 463.9, 464.0, 480.0, 1e6, -1e6, 57344.0, 61440.0,
              2.0 ** -9, 2.0 ** -10, 1.5 * 2.0 ** -10, 2.0 ** -16, 2.0 ** -17,
              1.5 * 2.0 ** -17, 1.0625, 1.1875, 1.125, 1.375, -0.0625]
    for i, v in enumerate(rand_list("f32", 128 - len(values), 267)):
        values.append(f32((v - 0.5) * 2.0 ** (i % 30 - 18)))
    write(directory, "numbers.bin", pack(values, "f32"))


def fp8_values(exponent, fraction):
    """The finite numbers that are not negative, in the order of their codes."""
    bias = (1 << exponent - 1) - 1
    codes = []
    for code in range(128):
        e, m = code >> fraction, code & (1 << fraction) - 1
        if exponent == 5 and e == 31 or exponent == 4 and code == 127:
            break
        codes.append(math.ldexp(m + (1 << fraction if e else 0),
                                max(e, 1) - bias - fraction))
    return codes


def to_fp8(x, table):
    """The nearest, of two equally near ones the even code; saturated."""
    m = abs(x)
    code = min(range(len(table)), key=lambda c: (abs(table[c] - m), c & 1))
    return code | (0x80 if math.copysign(1, x) < 0 else 0)


@reference
def quantize_fp8(l):
    values, out = l.buf(0, "f32"), {}
    tables = [fp8_values(4, 3), fp8_values(5, 2)]
    codes = [[to_fp8(x, t) for x in values] for t in tables]
    wide = [[math.copysign(t[c & 127], -1 if c >> 7 else 1) for c in cs]
            for t, cs in zip(tables, codes)]
    return {1: pack(codes[0], "u8"), 2: pack(codes[1], "u8"),
            3: pack([encode(v, "f16") if v else 0x8000 *
                     (math.copysign(1, v) < 0) for v in wide[0]], "u16"),
            4: pack([a * b for a, b in zip(*wide)], "f32")}
