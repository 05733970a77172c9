#===- reference_bits.py - Bytes, bits, integers ----------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels on bytes, bits and wide integers; see reference.py."""

import zlib

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Bytes and bits
#===------------------------------------------------------------------------===#

@reference
def string_search(l):
    text, length = l.args[0].data, l.val(3)
    pattern = l.args[2].data[:length]
    masks, count = [], 0
    for i in range(l.val(1)):
        mask = 0
        for j in range(16):
            # A window that runs over the end is too short to be equal.
            if text[16 * i + j:16 * i + j + length] == pattern:
                mask |= 1 << j
                count += 1
        masks.append(mask)
    return {4: pack([count], "u32"), 5: pack(masks, "u16")}


@inputs
def string_search_inputs(directory):
    words = [b"needle", b"need", b"led", b"knee", b"eel", b" ", b"needles"]
    text = b""
    for z in rand_list("u32", 600, 5):
        text += words[z % len(words)]
    write(directory, "text.bin", text[:96 * 16 - 6] + b"needle")


@reference
def crc32(l):
    data, length = l.args[0].data, l.val(1)
    return {2: pack([zlib.crc32(data[i * length:(i + 1) * length])
                     for i in range(l.val(3))], "u32")}


@reference
def bit_tricks(l):
    x_all, n = l.buf(0, "u32"), l.val(2)
    rows = []
    for i in range(n):
        x, y, z = x_all[i], x_all[(i + 1) % n], x_all[(i + 7) % n]
        w = y << 32 | x
        pos, width = y & 31, z & 31
        field = x >> pos & ((1 << width) - 1)
        # bfe.s32 fills up with the top bit of the field, or with bit 31 where
        # the field runs over it; no width, no bits.
        fill = x >> min(pos + width - 1, 31) & 1 if width else 0
        signed = sum((x >> pos + k & 1 if k < width and pos + k < 32 else fill)
                     << k for k in range(32))
        p, c = z & 31, z >> 5 & 31
        hole = ((1 << c) - 1) << p
        insert = (y & ~hole | x << p & hole)
        pool = w.to_bytes(8, "little")
        s, t = z & 31, min(z & 63, 32)
        sx, sy, sz = s32(x), s32(y), s32(z)
        rows.append([
            bin(x).count("1"),
            32 - (x >> (y & 31)).bit_length(),
            bit_reverse(x),
            ((x & y & z) & -(x & y & z)).bit_length(),
            field,
            signed,
            insert,
            sum(pool[z >> 4 * k & 7] << 8 * k for k in range(4)),
            (w << s) >> 32,
            w >> s,
            (w << t) >> 32,
            w >> t,
            x & y | x & z | y & z,
            bin(w).count("1"),
            64 - (w >> (z & 63)).bit_length(),
            bit_reverse(w, 64) >> 16,
            (sx * sy) >> 32,
            (x * y) >> 32,
            abs(sx - sy) + z,
            (x & ~y) ^ (z | ~x),
            (sx >> (y & 31)) + (x << (z & 31)),
            abs(sx) - min(sy, sz)])
    return {1: pack([rows[i][k] for k in range(22) for i in range(n)], "u32")}


@reference
def int_div(l):
    num, den, n = l.buf(0, "u64"), l.buf(1, "u64"), l.val(3)
    rows = []
    for x, y in zip(num[:n], den[:n]):
        sx, sy, x32, y32 = s64(x), s64(y), u32(x), u32(y)
        sx32, sy32 = s32(x), s32(y)
        rows.append([
            x // y, x % y, div_trunc(sx, sy), rem_trunc(sx, sy),
            x32 // y32, x32 % y32, div_trunc(sx32, sy32), rem_trunc(sx32, sy32),
            u32(x32 // 7 + x32 % 10),
            s32(div_trunc(sx32, -3) + rem_trunc(sx32, 1000)),
            x // 10 + x % 1000000007,
            div_trunc(sx, 7) - rem_trunc(sx, 625),
            div_trunc(sx, 16) + div_trunc(sx32, 8),
            (x & 0xFFFF) // ((y | 1) & 0xFFFF) + (x & 0xFF) % ((y | 1) & 0xFF)])
    return {2: pack([r[k] for k in range(14) for r in rows], "u64")}


@inputs
def int_div_inputs(directory):
    edge = [0, 1, 2, 3, 7, 10, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 + 1,
            2**63 - 1, 2**63, 2**64 - 1, 2**64 - 10]
    num = edge + rand_list("u64", 128 - len(edge), 41)
    den = []
    for k, z in enumerate(rand_list("u64", 128, 42)):
        z >>= k * 7 % 64  # All magnitudes.
        # Neither 0 nor -1 in the low half, nor -1 as a whole.
        while u32(z) in (0, M32):
            z += 3
        den.append(u64(z))
    write(directory, "num.bin", pack(num, "u64"))
    write(directory, "den.bin", pack(den, "u64"))


@reference
def wide_multiply(l):
    n = l.val(4)

    def wide(arg):
        v = l.buf(arg, "u64")
        return [v[2 * i] | v[2 * i + 1] << 64 for i in range(n)]

    a, b, out, high = wide(0), wide(1), [], []
    for op in (lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y):
        for x, y in zip(a, b):
            r = op(x, y)
            out += [u64(r), u64(r >> 64)]
    for x, y in zip(a, b):
        high.append((s64(x >> 64) * s64(y >> 64) >> 64) + s32(x) * s32(y) +
                    u32(x) * 13)
    return {2: pack(out, "u64"), 3: pack(high, "u64")}


@reference
def many_registers(l):
    count, width = 288, l.block[0]
    x, out = l.buf(0, "u32"), [0] * (288 * l.block[0])
    for t in range(width):
        v = [x[i * width + t] for i in range(count)]
        for step in (1, 97, 143):
            # In place: a value already mixed in this round is read as such.
            for i in range(count):
                v[i] = u32(v[i] * 5 + (v[(i + step) % count] ^ i))
        for i in range(count):
            out[i * width + t] = v[i]
    return {1: pack(out, "u32")}


@reference
def dynamic_shared(l):
    n, x, out = l.block[0], l.buf(0, "s32"), []
    for b in range(l.grid[0]):
        part = x[b * n:(b + 1) * n][::-1]
        out += [-v if v & 1 else v for v in part]
    return {1: pack(out, "s32")}


@reference
def constant_data(l):
    primes = [2, 3, 5, 7, 11, 13, 17, 19]
    steps = [-4, 9, -16, 25, -36]
    order = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]
    out, tally = [], [0] * 4
    for x in l.buf(0, "u32")[:l.val(3)]:
        v = 0x0123456789ABCDEF + primes[order[x & 15] & 7]
        out.append(u64(v * 7 + steps[x % 5]))
        tally[x & 3] += 1
    return {1: pack(out, "u64"), 2: pack(tally, "u32")}


@reference
def pointer_table(l):
    primes, squares, tens = [2, 3, 5, 7, 11, 13], [1, 4, 9, 16], [250, 251, 252, 253]
    rows = [(1, primes), (2, primes[2:]), (3, tens), (4, tens[3:]), (5, primes[1:4]),
            (6, tens[1:3]), (7, squares[1:])]
    out = []
    for i in range(l.val(1)):
        value, data = rows[i % 7]
        for item in data:
            value = value * 31 + item
        out.append((value + i) & 0xFFFFFFFF)
    return {0: pack(out, "u32")}
