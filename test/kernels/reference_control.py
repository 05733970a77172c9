#===- reference_control.py - Control flow and warps ------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels that branch, wait, vote and lock; see reference.py."""

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Control flow
#===------------------------------------------------------------------------===#

@reference
def collatz(l):
    first, n, steps, peaks = l.val(0), l.val(3), [], []
    for i in range(n):
        v = peak = u64(first + i)
        count = 0
        while v > 1:
            v = u64(3 * v + 1) if v % 2 else v // 2
            peak = max(peak, v)
            count += 1
        steps.append(count)
        peaks.append(peak)
    return {1: pack(steps, "u32"), 2: pack(peaks, "u64")}


@reference
def device_functions(l):
    values, n, out = l.buf(0, "s32"), l.val(2), []
    s16 = lambda x: (x + 0x8000) % 0x10000 - 0x8000
    for i in range(n):
        four = sorted(values[(i + k) % n] for k in (0, 1, 7, 13))
        some = values[:i % 5 + 1]
        kind, weight, offset = i - 20, i * 9 % 256, -3 * i
        x = s16(four[2])
        parts = [math.gcd(u32(four[3]), u32(four[0] | 1))]
        if i % 3 == 0:
            parts.append(math.gcd(i + 6, 21))
        parts += [four[1], min(some), max(some), sum(some),
                  s16(offset - x if kind < 0 else weight * x + offset)]
        result = 0
        for part in parts:
            result = result * 31 + part
        out.append(result)
    return {1: pack(out, "s64")}


@reference
def mandelbrot(l):
    w, h, x0, y0, dx, dy, limit = [l.val(i) for i in range(1, 8)]
    out = []
    for py in range(h):
        cy = add32(y0, mul32(py, dy))
        for px in range(w):
            cx = add32(x0, mul32(px, dx))
            zx = zy = 0.0
            i = 0
            while i < limit:
                xx, yy = mul32(zx, zx), mul32(zy, zy)
                if add32(xx, yy) > 4.0:
                    break
                zy = add32(mul32(mul32(2.0, zx), zy), cy)
                zx = add32(sub32(xx, yy), cx)
                i += 1
            out.append(i)
    return {0: pack(out, "u32")}


@reference
def binary_search(l):
    table, n, keys = l.buf(0, "s32"), l.val(1), l.buf(2, "s32")
    out = []
    for key in keys[:l.val(4)]:
        below = sum(1 for v in table[:n] if v < key)
        found = below < n and table[below] == key
        out.append(below if found else ~below)
    return {3: pack(out, "s32")}


@inputs
def binary_search_inputs(directory):
    # Even numbers with repeats, so that half the keys are absent.
    table = sorted(2 * (v % 400) - 300 for v in rand_list("u32", 300, 31))
    write(directory, "sorted.bin", pack(table, "s32"))
    keys = [v % 900 - 350 for v in rand_list("u32", 94, 32)]
    keys += [table[0], table[-1], table[0] - 1, table[-1] + 1]
    keys += [-2**31, 2**31 - 1]
    write(directory, "keys.bin", pack(keys, "s32"))


@reference
def switch_dispatch(l):
    code, length, seeds = l.buf(0, "u8"), l.val(1), l.buf(2, "u32")
    out = []
    for i in range(l.val(4)):
        acc, other, pc = seeds[i], i, 0
        while pc < length:
            op = code[i * length + pc] % 13
            if op == 0:
                acc = u32(acc + other)
            elif op == 1:
                acc = u32(acc - 0x9E3779B9)
            elif op == 2:
                acc = u32(acc * (other | 1))
            elif op == 3:
                acc = u32(acc ^ acc << 13)
            elif op == 4:
                acc ^= acc >> 17
            elif op == 5:
                acc, other = other, acc
            elif op == 6:
                other = bit_reverse(acc)
            elif op == 7:
                pc += acc & 1
            elif op in (8, 9):
                if op == 8:
                    other = u32(other + bin(acc).count("1"))
                acc = u32(acc << 5 | acc >> 27)
            elif op == 10:
                acc = max(acc, other)
            elif op == 11:
                break
            else:
                acc = u32(~acc)
            pc += 1
        out.append(u32(acc + 3 * other))
    return {3: pack(out, "u32")}


@reference
def jump_table(l):
    out = []
    for code, x in zip(l.buf(0, "u32")[:l.val(3)], l.buf(1, "u32")):
        acc = x
        while code:
            digit = code & 15
            if digit == 0:
                acc += 17
            elif digit == 1:
                acc ^= x
            elif digit == 2:
                acc *= 2654435761
            elif digit == 3:
                acc = acc >> 7 | acc << 25
            elif digit == 4:
                acc = acc if acc < x else x + 1
            elif digit == 5:
                x = u32(acc - x)
            elif digit == 6:
                acc = acc - 3 if acc & 8 else acc | 1
            elif digit == 7:
                code >>= 4
            else:
                acc = ~acc
            acc = u32(acc)
            code >>= 4
        out.append(acc)
    return {2: pack(out, "u32")}


def nested_loops_one(x):
    acc = rounds = 0
    for a in range(3 + (x & 7)):
        if (a ^ x) % 5 == 3:
            continue
        leave = False
        for b in range((x >> 3 & 15) + a):
            rounds += 1
            if u32(b * 7 + (x >> 8)) % 11 == 4:
                continue
            acc = u32(acc * 31 + (a ^ b))
            if acc & 63 == 17:
                break
            for c in range(acc & 7, -1, -1):
                acc = u32(acc + c)
                if c == 5 and acc & 1:
                    leave = True
                    break
            if leave:
                break
        if not leave:
            acc ^= a << 8
            if rounds > 60:
                break
        acc = u32(acc + a)
        if acc & 63 == 40:
            return u32(-acc)
    return u32(acc ^ rounds << 20)


@reference
def nested_loops(l):
    return {1: pack([nested_loops_one(x) for x in l.buf(0, "u32")[:l.val(2)]],
                    "u32")}


@reference
def local_array(l):
    x, out = l.buf(0, "s32"), []
    for i in range(0, len(x), 12):
        out += sorted(x[i:i + 12])
    return {1: pack(out, "s32")}


@reference
def bitonic_sort(l):
    x, out = l.buf(0, "s32"), []
    for i in range(0, len(x), 128):
        out += sorted(x[i:i + 128])
    return {0: pack(out, "s32")}


@reference
def game_of_life(l):
    cells, out, ran, alive = l.buf(0, "u8"), [], [], []
    for b in range(l.grid[0]):
        board = {(x, y): cells[(b * 8 + y) * 32 + x] & 1
                 for y in range(8) for x in range(32)}
        g = 0
        while g < l.val(1):
            after = {}
            for x, y in board:
                near = sum(board[(x + dx) % 32, (y + dy) % 8]
                           for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                           if dx or dy)
                after[x, y] = int(near == 3 or (near == 2 and board[x, y]))
            if after == board:
                break
            board = after
            g += 1
        out += [board[x, y] for y in range(8) for x in range(32)]
        ran.append(g)
        alive.append(sum(board.values()))
    return {0: pack(out, "u8"), 2: pack(ran, "s32"), 3: pack(alive, "s32")}


@inputs
def game_of_life_inputs(directory):
    # Block 0: a glider.  Block 1: a random board.  Block 2: still lifes and a
    # line that dies out, so that the run ends early.
    boards = bytearray(3 * 256)
    for x, y in ((1, 0), (2, 1), (0, 2), (1, 2), (2, 2)):
        boards[y * 32 + x] = 1
    boards[256:512] = bytes(z & 1 for z in rand_bytes("u8", 256, 77))
    for x, y in ((4, 3), (5, 3), (4, 4), (5, 4), (20, 1), (21, 2), (22, 3)):
        boards[512 + y * 32 + x] = 1
    write(directory, "boards.bin", bytes(boards))


#===------------------------------------------------------------------------===#
# Warps, locks, atomics
#===------------------------------------------------------------------------===#

@reference
def spin_lock(l):
    n = l.grid[0] * l.block[0]
    return {0: pack([0], "s32"), 1: pack([n], "u32"),
            2: pack([sum(i * i for i in range(n))], "u32")}


@reference
def warp_votes(l):
    x_all, n = l.buf(0, "u32"), l.grid[0] * l.block[0]
    rows = [[0] * n for _ in range(12)]

    def ballot(bits):
        return sum(1 << k for k, bit in enumerate(bits) if bit)

    for w in range(0, n, 32):
        x = x_all[w:w + 32]
        both = M32
        for v in x:
            both &= v | 0xFF00
        some = [k for k in range(32) if 0x0FF0F00F >> k & 1]
        part = sum(1 << k for k in some if x[k] & 2) ^ x[0]
        for k in range(32):
            values = [
                ballot(v & 1 for v in x),
                int(any(v & 31 == 7 for v in x)),
                int(all(v > 0x04000000 for v in x)),
                x[x[k] & 31],
                x[k - 3] if k >= 3 else x[k],
                x[k + 5] if k % 16 < 11 else x[k],
                x[k ^ 9],
                ballot(v & 3 == x[k] & 3 for v in x),
                u32(sum(x)),
                max(x) ^ both,
                1,
                part if k in some else 0]
            for r, v in enumerate(values):
                rows[r][w + k] = v
    return {1: pack(sum(rows, []), "u32")}


@reference
def aggregate(l):
    keep = [x for x in l.buf(0, "u32")[:l.val(4)] if x % 3 == 0]
    kept = l.buf(1, "u32")
    kept[:len(keep)] = [1] * len(keep)
    return {1: pack(kept, "u32"), 2: pack([len(keep)], "u32"),
            3: pack([u32(sum(keep))], "u32")}


@reference
def atomics(l):
    x, c, wide = l.buf(0, "u32"), l.buf(1, "u32"), l.buf(2, "u64")
    c[0] = u32(c[0] + sum(x))
    c[1] = u32(c[1] - sum(x))
    c[2] = min(x + [c[2]])
    c[3] = max(x + [c[3]])
    c[4] = min([s32(v) for v in x] + [s32(c[4])])
    c[5] = max([s32(v) for v in x] + [s32(c[5])])
    for v in x:
        c[6] &= v | 0xFFFF0000
        c[7] |= v & 0x11111111
        c[8] ^= v
        c[9] = 0 if c[9] >= 99 else c[9] + 1
        c[10] = 77 if c[10] == 0 or c[10] > 77 else c[10] - 1
        wide[2] ^= u64(v << (v & 31))
    wide[0] = u64(wide[0] + sum(v * v for v in x))
    wide[1] = max([u64(v << 17) for v in x] + [wide[1]])
    c[11] = max(x + [c[11]])
    n = l.block[0]
    for b in range(l.grid[0]):
        part = x[b * n:(b + 1) * n]
        s = [0] * 4
        for v in part:
            s[v & 1] += 1
            s[2 + (v >> 1 & 1)] = max(s[2 + (v >> 1 & 1)], v & 1023)
        for k in range(4):
            c[12 + k] = u32(c[12 + k] + s[k])
    return {1: pack(c, "u32"), 2: pack(wide, "u64")}
