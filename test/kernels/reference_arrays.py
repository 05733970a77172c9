#===- reference_arrays.py - Vectors, matrices, reductions ------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels on arrays of numbers; see reference.py."""

import math

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Vectors, matrices, stencils
#===------------------------------------------------------------------------===#

@reference
def vector_add(l):
    n = l.val(3)
    return {2: pack([add32(x, y) for x, y in
                     zip(l.buf(0, "f32")[:n], l.buf(1, "f32")[:n])], "f32")}


@reference
def saxpy(l):
    a, n = l.val(0), l.val(3)
    y = l.buf(2, "f32")
    y[:n] = [fma32(a, x, v) for x, v in zip(l.buf(1, "f32")[:n], y[:n])]
    return {2: pack(y, "f32")}


@reference
def matmul_tiled(l):
    a, b = l.buf(0, "f32"), l.buf(1, "f32")
    m, n, k = l.val(3), l.val(4), l.val(5)
    out = []
    for row in range(m):
        for col in range(n):
            acc = 0.0
            for i in range(k):
                acc = fma32(a[row * k + i], b[i * n + col], acc)
            # The tail of the last tile adds 0 * 0, which changes nothing.
            out.append(acc)
    return {2: pack(out, "f32")}


@reference
def tensor_matmul(l):
    # Small integers: every partial sum is exact, in any order.
    k = l.val(3)
    a, b = [[decode(h, "f16") for h in l.buf(i, "u16")] for i in (0, 1)]
    return {2: pack([sum(a[r * k + i] * b[c * k + i] for i in range(k))
                     for r in range(32) for c in range(16)], "f32")}


@inputs
def tensor_matmul_inputs(directory):
    for name, count, seed in (("a.bin", 32 * 64, 71), ("b.bin", 16 * 64, 72)):
        write(directory, name, pack([
            half(z % 33 - 16) for z in rand_list("u32", count, seed)], "u16"))


@reference
def volume3d(l):
    src, nx, ny, nz = l.buf(0, "u16"), l.val(2), l.val(3), l.val(4)
    (gx, gy, gz), (bx, by, bz) = l.grid, l.block
    out = []
    for z in range(nz):
        for x in range(nx):
            for y in range(ny):
                block = (z // bz * gy + y // by) * gx + x // bx
                thread = (z % bz * by + y % by) * bx + x % bx
                mark = (gx * gy * gz << 4 | block) << 8 | thread
                out.append(mark << 16 | src[(y * nz + z) * nx + x])
    return {1: pack(out, "u32")}


@reference
def sobel(l):
    src, pitch = l.buf(0, "u8"), 4 * l.val(1)
    out = []
    for y in range(1, l.val(4) + 1):
        for x in range(4, 4 * (l.val(3) + 1)):
            near = [[src[(y + j) * pitch + x + i] for i in (-1, 0, 1)]
                    for j in (-1, 0, 1)]
            weights = (1, 2, 1)
            dx = sum(w * (row[2] - row[0]) for w, row in zip(weights, near))
            dy = sum(w * (lo - up) for w, up, lo in
                     zip(weights, near[0], near[2]))
            out.append(min(abs(dx) + abs(dy), 255))
    return {2: pack(out, "u8")}


@reference
def transpose(l):
    src, w, h = l.buf(0, "u32"), l.val(2), l.val(3)
    return {1: pack([src[y * w + x] for x in range(w) for y in range(h)],
                    "u32")}


@reference
def stencil2d(l):
    src, w, h = l.buf(0, "f32"), l.val(2), l.val(3)
    centre, side = l.val(4), l.val(5)

    def at(x, y):
        return src[min(max(y, 0), h - 1) * w + min(max(x, 0), w - 1)]

    out = []
    for y in range(h):
        for x in range(w):
            around = add32(add32(at(x - 1, y), at(x + 1, y)),
                           add32(at(x, y - 1), at(x, y + 1)))
            out.append(add32(mul32(centre, at(x, y)), mul32(side, around)))
    return {1: pack(out, "f32")}


@reference
def dp4a_conv(l):
    src, taps = l.buf(0, "s8"), unpack(l.args[1].data, "s8")
    return {2: pack([sum(src[4 * i + k] * taps[k] for k in range(16))
                     for i in range(l.val(3))], "s32")}


@reference
def struct_param(l):
    m = unpack(l.args[0].data[:24], "f32")
    count, mirror = unpack(l.args[0].data[24:28], "s32")[0], l.args[0].data[28]
    v = l.buf(1, "f32")
    out = l.buf(2, "f32")
    for i in range(count):
        x, y = v[2 * i], v[2 * i + 1]
        x = -x if mirror else x
        for r in range(2):
            out[2 * i + r] = add32(add32(mul32(m[2 * r], x),
                                         mul32(m[2 * r + 1], y)), m[4 + r])
    return {2: pack(out, "f32")}


#===------------------------------------------------------------------------===#
# Reductions and scans
#===------------------------------------------------------------------------===#

def shuffle_down_sum(v, width):
    """Lane 0 of a shuffle-down tree over the first `width` lanes."""
    d = width // 2
    while d:
        v = [add32(v[i], v[i + d]) for i in range(d)]
        d //= 2
    return v[0]


@reference
def reduce_shuffle(l):
    n, threads, blocks = l.val(3), l.block[0], l.grid[0]
    x = l.buf(0, "f32")[:n]
    partial = []
    for b in range(blocks):
        sums = []
        for t in range(threads):
            s = 0.0
            for i in range(b * threads + t, n, blocks * threads):
                s = add32(s, x[i])
            sums.append(s)
        warps = [shuffle_down_sum(sums[w:w + 32], 32)
                 for w in range(0, threads, 32)]
        partial.append(shuffle_down_sum(warps + [0.0] * (8 - len(warps)), 8))
    # Each thread's bits, added over all lanes of its warp by lane 0.
    total = sum(l.buf(0, "u32")[:n])
    return {1: pack(partial, "f32"), 2: pack([total], "u64")}


@reference
def reduce_block(l):
    n, threads = l.val(3), l.block[0]
    x = l.buf(0, "f32")[:n]
    sums, tops = [], []
    for b in range(l.grid[0]):
        part = x[2 * threads * b:2 * threads * (b + 1)]
        part += [0.0] * (2 * threads - len(part))
        tops.append(max(part))
        while len(part) > 1:
            half = len(part) // 2
            part = [add32(part[i], part[i + half]) for i in range(half)]
        sums.append(part[0])
    return {1: pack(sums, "f32"), 2: pack(tops, "f32")}


@reference
def dot_f64(l):
    n, threads, blocks = l.val(3), l.block[0], l.grid[0]
    a, b = l.buf(0, "f64"), l.buf(1, "f64")
    partial = []
    for block in range(blocks):
        warps = []
        for w in range(0, threads, 32):
            v = []
            for t in range(w, w + 32):
                s = 0.0
                for i in range(block * threads + t, n, blocks * threads):
                    s = fma64(a[i], b[i], s)
                v.append(s)
            for d in (16, 8, 4, 2, 1):  # A butterfly: all lanes end equal.
                v = [v[i] + v[i ^ d] for i in range(32)]
            warps.append(v[0])
        s = warps[0]
        for w in warps[1:]:
            s += w
        partial.append(s)
    return {2: pack(partial, "f64")}


@reference
def scan_block(l):
    n, threads = l.val(3), l.block[0]
    x, out, sums = l.buf(0, "s32"), [], []
    for b in range(l.grid[0]):
        s = 0
        for i in range(b * threads, min((b + 1) * threads, n)):
            s = u32(s + x[i])
            out.append(s)
        sums.append(s)
    return {1: pack(out, "u32"), 2: pack(sums, "u32")}


@reference
def chained_scan(l):
    out, sums, total = [], [], 0
    x = l.buf(0, "u32")[:l.val(4)]
    for b in range(l.grid[0]):
        for v in x[64 * b:64 * (b + 1)]:
            total = u32(total + v)
            out.append(total)
        sums.append(total)
    return {1: pack(out, "u32"), 2: pack([1] * l.grid[0], "u32"),
            3: pack(sums, "u32")}


@reference
def histogram(l):
    bins = l.buf(1, "u32")
    for byte in l.buf(0, "u8")[:l.val(2)]:
        bins[byte] += 1
    return {1: pack(bins, "u32")}


@reference
def softmax(l):
    x, columns, out = l.buf(0, "f32"), l.val(2), []
    for r in range(l.grid[0]):
        row = x[r * columns:(r + 1) * columns]
        top = max(row)
        e = [math.exp(v - top) for v in row]
        s = math.fsum(e)
        out += [v / s for v in e]
    return {1: out}


@reference
def float_atomics(l):
    n = l.val(3)
    x = l.buf(0, "f32")[:n]
    cells = [math.fsum(x)]
    cells += [math.fsum(v * v for v in x[k::4]) for k in range(4)]
    return {1: cells, 2: [math.fsum(v * v for v in x)]}


@reference
def nbody(l):
    n, softening = l.val(2), l.val(3)
    flat = l.buf(0, "f32")
    body = [flat[4 * i:4 * i + 4] for i in range(n)]
    out = []
    for me in body:
        terms = [[], [], []]
        for other in body:
            r = [other[k] - me[k] for k in range(3)]
            s = other[3] / (sum(v * v for v in r) + softening) ** 1.5
            for k in range(3):
                terms[k].append(s * r[k])
        # The magnitude is the sum without cancellation.
        out += [(math.fsum(t), math.fsum(map(abs, t))) for t in terms]
    return {1: out}
