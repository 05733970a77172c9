#===- reference_images.py - Grids, images, parts of words ------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels over grids and images, and of arithmetic on parts of
words; see reference.py."""

import struct

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Grids
#===------------------------------------------------------------------------===#

@reference
def stencil3d(l):
    data, (nx, ny, nz) = l.buf(0, "f32"), [l.val(i) for i in (2, 3, 4)]
    centre, side = l.val(5), l.val(6)

    def at(x, y, z):
        inside = 0 <= x < nx and 0 <= y < ny and 0 <= z < nz
        return data[(z * ny + y) * nx + x] if inside else 0.0

    out = []
    for z in range(nz):
        for y in range(ny):
            for x in range(nx):
                total = at(x - 1, y, z)
                for p in ((x + 1, y, z), (x, y - 1, z), (x, y + 1, z),
                          (x, y, z - 1), (x, y, z + 1)):
                    total = add32(total, at(*p))
                out.append(add32(mul32(centre, at(x, y, z)),
                                 mul32(side, total)))
    return {1: pack(out, "f32")}


@reference
def convolution(l):
    image, width, height = l.buf(0, "f32"), l.val(1), l.val(2)
    taps = [0.03125, 0.109375, 0.21875, 0.28125, 0.21875, 0.109375, 0.03125]
    weights = unpack(l.args[3].data, "f32")
    rows, square = [], []
    for y in range(height):
        row = image[y * width:y * width + width]
        long = row[2::-1] + row + row[:-4:-1]
        for x in range(width):
            total = 0.0
            for k in range(7):
                total = fma32(taps[k], long[x + k], total)
            rows.append(total)
            other = 0.0
            for dy in (-1, 0, 1):
                if not 0 <= y + dy < height:
                    continue
                for dx in (-1, 0, 1):
                    value = (image[(y + dy) * width + x + dx]
                             if 0 <= x + dx < width else 0.0)
                    other = add32(other, mul32(weights[3 * dy + dx + 4], value))
            square.append(other)
    return {4: pack(rows, "f32"), 5: pack(square, "f32")}


@inputs
def k_means_inputs(directory):
    middles = [(100, 200), (-3000, 500), (900, -900), (5000, 5000), (0, 0)]
    points = []
    for i, v in enumerate(rand_list("u32", 150, 421)):
        x, y = middles[i % 5]
        points += [x + v % 1601 - 800, y + (v >> 16) % 1601 - 800]
    write(directory, "points.bin", pack(points, "s16"))


@reference
def k_means(l):
    flat, n, k = l.buf(0, "s16"), l.val(1), l.val(2)
    points = list(zip(flat[::2], flat[1::2]))
    centres, step, moved = [points[c * n // k] for c in range(k)], 0, True
    while moved and step < 30:
        nearest = [min(range(k), key=lambda c: (x - centres[c][0]) ** 2 +
                       (y - centres[c][1]) ** 2) for x, y in points]
        moved = False
        for c in range(k):
            own = [p for p, w in zip(points, nearest) if w == c]
            if own:
                new = tuple(div_trunc(sum(p[i] for p in own), len(own))
                            for i in (0, 1))
                moved |= new != centres[c]
                centres[c] = new
        step += 1
    return {3: pack([v for c in centres for v in c], "s32"),
            4: pack(nearest, "u8"), 5: pack([step], "s32")}


@reference
def image_convert(l):
    data = l.args[0].data
    planes = [data[i::3] for i in (0, 1, 2)]
    light = bytes((77 * r + 150 * g + 29 * b + 128) >> 8
                  for r, g, b in zip(*planes))
    return {1: light, 2: b"".join(planes), 3: light[::-1]}


@inputs
def texture_surface_inputs(directory):
    # Multiples of 4, so that quarters between them are exact.
    write(directory, "points.bin",
          pack([v % 4096 * 4 - 8192 for v in rand_list("u32", 16, 452)], "f32"))


@reference
def texture_surface(l):
    data, points, cells = l.args[3].data, l.buf(4, "f32"), l.buf(5, "u16")
    w, h = l.val(6), l.val(7)
    blurred, between, sums = [], [], []
    for y in range(h):
        for x in range(w):
            total, most = [0, 0, 0], 0
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    i = max(0, min(h - 1, y + dy)) * w
                    i = 4 * (i + max(0, min(w - 1, x + dx)))
                    for k in range(3):
                        total[k] += data[i + k] * (2 - abs(dx)) * (2 - abs(dy))
                    most = max(most, data[i + 3])
            blurred += [v // 16 for v in total] + [most]
            sums.append(total[0] + total[1])
            # Points are in the middle of their cells.
            at = Fraction(y * w + x, 4) - 3 - Fraction(1, 2)
            low = math.floor(at)
            part = at - low
            between.append(float(points[low % 16] * (1 - part) +
                                 points[(low + 1) % 16] * part))
    cells = [s & 0xFFFF if (i % w ^ i // w) & 1 else c
             for i, (s, c) in enumerate(zip(sums, cells))]
    around = []
    for i in range(w * h):
        left = cells[i - 1] if i % w else 0
        right = cells[i + 1] if i % w < w - 1 else 0
        around.append(left << 16 | right)
    return {5: pack(cells, "u16"), 8: pack(blurred, "u8"),
            9: pack(between, "f32"), 10: pack(around, "u32")}


#===------------------------------------------------------------------------===#
# Integers of all widths
#===------------------------------------------------------------------------===#

def as_int(x, bits, signed):
    x &= (1 << bits) - 1
    return x - (1 << bits) if signed and x >> (bits - 1) else x


@inputs
def narrow_div_inputs(directory):
    edges = [0, 1, 0x80, 0x7F, 0xFF, 0x8000, 0x7FFF, 0xFFFF, 1 << 31, M32,
             1 << 63, M64, (1 << 63) - 1, 0x8080808080808080, 3]
    a = edges + rand_list("u64", 49, 425)
    b = [v >> (i * 5 % 64) for i, v in enumerate(rand_list("u64", 64, 426))]
    write(directory, "a.bin", pack(a, "u64"))
    write(directory, "b.bin", pack(b, "u64"))


@reference
def narrow_div(l):
    out = []

    def both(a, b, bits, signed):
        a, b = as_int(a, bits, signed), as_int(b, bits, signed)
        return (as_int(div_trunc(a, b), 64, True) * 1000003 +
                as_int(rem_trunc(a, b), 64, True))

    def constants(a, bits, signed):
        a = as_int(a, bits, signed)
        return (div_trunc(a, 7) + rem_trunc(a, 10) * 31 +
                div_trunc(a, 16) * 1009 + rem_trunc(a, 64) * 65537 +
                div_trunc(a, 100) * 3)

    def negative(a, bits):
        a = as_int(a, bits, True)
        return div_trunc(a, -5) + rem_trunc(a, -8) * 127

    for a, b in zip(l.buf(0, "u64"), l.buf(1, "u64")):
        row = [both(a, b | 1, 8, False), both(a, b & 0x7F | 1, 8, True),
               both(a, b | 1, 16, False), both(a, b & 0x7FFF | 1, 16, True),
               both(a, b | 1, 32, False), both(a, b & 0x7FFFFFFF | 1, 32, True),
               both(a, b | 1, 64, False), both(a, b >> 1 | 1, 64, True),
               constants(a, 8, False) + constants(a >> 3, 16, True),
               constants(a, 32, False) + constants(a >> 5, 32, True),
               constants(a, 64, False) + constants(a, 64, True),
               negative(a, 8) + negative(a, 32) + negative(b, 64)]
        out += row
    return {2: pack(out, "s64")}


def video_words(directory):
    edges = [0, M32, 0x80808080, 0x7F7F7F7F, 0x80008000, 0x7FFF7FFF, 0x7F80FF01]
    write(directory, "a.bin", pack(edges + rand_list("u32", 57, 427), "u32"))
    write(directory, "b.bin",
          pack(edges[::-1] + [v & 0x3F3F3F3F if i % 2 else v for i, v in
                              enumerate(rand_list("u32", 57, 428))], "u32"))


@inputs
def video_scalar_inputs(directory):
    video_words(directory)


@inputs
def video_simd_inputs(directory):
    video_words(directory)


def clamp(v, bits, signed):
    low = -(1 << bits - 1) if signed else 0
    high = (1 << bits - 1) - 1 if signed else (1 << bits) - 1
    return max(low, min(high, v))


def part(x, which, signed):
    """Byte b0..b3 or half h0, h1 of a word."""
    bits = 8 if which[0] == "b" else 16
    return as_int(x >> bits * int(which[1]), bits, signed)


def parts(x, bits, signed):
    return [as_int(x >> i, bits, signed) for i in range(0, 32, bits)]


def each(f, bits, signed, *words):
    """A word of what f makes of the parts of words."""
    values = [f(*v) for v in zip(*[parts(w, bits, signed) for w in words])]
    return sum((v & (1 << bits) - 1) << bits * i for i, v in enumerate(values))


@reference
def video_scalar(l):
    out = []
    for a, b, c in zip(*[l.buf(i, "u32") for i in (0, 1, 2)]):
        out += [
            clamp(part(a, "b1", True) + part(b, "h0", True), 32, True),
            clamp(part(a, "b3", False) - part(b, "b0", False), 32, False),
            abs(part(a, "h1", True) - part(b, "b2", True)) + c,
            min(s32(a), part(b, "h1", False)),
            max(part(a, "b0", True), part(b, "b1", True), s32(c)),
            a << min(b & 0xFF, 32),
            s32(a) >> (b >> 8 & 31),
            part(a, "b2", True) * part(b, "b3", False) + s32(c) >> 7,
            (part(a, "b1", True) < part(b, "b1", False)) + c,
            c & ~0xFF0000 | ((a + part(b, "b3", True)) & 0xFF) << 16]
    return {3: pack(out, "u32")}


@reference
def video_simd(l):
    out = []
    for a, b, c in zip(*[l.buf(i, "u32") for i in (0, 1, 2)]):
        low_min = each(min, 16, False, b, c)
        under = each(lambda x, y: max(x - y, 0), 8, False, b, c)
        out += [
            each(lambda x, y: min(x + y, 255), 8, False, a, b),
            each(lambda x, y: clamp(x - y, 8, True), 8, True, a, b),
            each(lambda x, y: (x + y + 1) >> 1, 8, False, a, b),
            each(lambda x, y: abs(x - y), 16, True, a, b),
            each(max, 16, True, a, low_min),
            each(lambda x, y: -(x > y), 8, False, a, b) ^
            each(lambda x, y: -(x <= y), 16, True, a, c),
            sum(abs(x - y) for x, y in zip(parts(a, 8, False),
                                           parts(b, 8, False))) +
            each(lambda x: clamp(-x, 8, True), 8, True, c),
            each(lambda x, y: clamp(x + y, 16, True), 16, True, a, under)]
    return {3: pack(out, "u32")}


@reference
def parameter_array(l):
    data, values = l.args[0].data, l.buf(1, "s32")
    nodes = [struct.unpack_from("<hBBf", data, 8 * i) for i in range(24)]
    sums, out = [], []
    for t, x in enumerate(values):
        total, at, steps = 0.0, 0, 0
        while nodes[at][0] and steps < 20:
            total = add32(total, nodes[at][3])
            at = nodes[at][2 if x >> steps & 1 else 1]
            steps += 1
        sums.append(total)
        offsets = list(struct.unpack_from("<8q", data, 192))
        codes = list(struct.unpack_from("<16b", data, 256))
        for i in range(struct.unpack_from("<i", data, 272)[0]):
            slot = x >> 3 * i & 7
            offsets[slot] += codes[(slot + t) & 15] * (i + 1)
            codes[slot] = as_int(codes[slot] ^ i, 8, True)
        for i in range(8):
            at = s64(at * 3 + offsets[i] + codes[2 * i])
        out.append(at)
    return {2: pack(sums, "f32"), 3: pack(out, "s64")}


@inputs
def print_formats_inputs(directory):
    write(directory, "numbers.bin",
          pack([v % 5000 for v in rand_list("u32", 64, 445)], "s32"))


@reference
def print_formats(l):
    out = []
    for t, x in enumerate(l.buf(0, "s32")):
        # CUDA's printf returns the number of arguments, not of characters.
        printed = 0
        if t % 16 == 5:
            printed += 4
        if t > 60:
            printed += 5 * (x % 3)
        out.append(printed * 1000 + x)
    return {2: pack(out, "s32")}
