#===- reference_threads.py - Locks, barriers, groups of lanes --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels whose threads wait for and talk to each other; see
reference.py."""

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Locks and barriers
#===------------------------------------------------------------------------===#

@inputs
def ticket_lock_inputs(directory):
    write(directory, "amounts.bin",
          pack([0 if v % 3 else v % 2000 - 900
                for v in rand_list("u32", 128, 15)], "s32"))


@reference
def ticket_lock(l):
    amounts, log = l.buf(1, "s32"), [0] * 64
    for i, v in enumerate(amounts):
        log[i // l.val(2)] ^= v
    count = sum(1 for v in amounts if v)
    return {0: pack([count, count], "u32") + pack([sum(amounts)], "s64") +
            pack([count] + log, "u32") + bytes(4)}


@inputs
def grid_barrier_inputs(directory):
    write(directory, "cells.bin",
          pack([v & 1 for v in rand_list("u32", 96, 8)], "u32"))


@reference
def grid_barrier(l):
    n, steps, sums = 32 * l.grid[0], l.val(4), [0] * 8
    cells, other = l.buf(0, "u32")[:n], [0] * n
    for step in range(steps):
        new = [110 >> (cells[i - 1] << 2 | cells[i] << 1 |
                       cells[(i + 1) % n]) & 1 for i in range(n)]
        other, cells = cells, new
        if step % 4 == 3:
            sums[step // 4] += sum(v * (i // 32 + 1) for i, v in enumerate(new))
            sums[step // 4 + 1] += sums[step // 4] * 3
    # An even number of steps: the cells are where they were.
    return {0: pack(cells, "u32"), 1: pack(other, "u32"), 2: pack(sums, "u32")}


@reference
def named_barriers(l):
    values, steps = l.buf(0, "s32"), l.val(3)
    sums, counts = [0] * 64, []
    for step in range(steps):
        row = [s32(v * (step + 1)) for v in values[64 * step:64 * step + 64]]
        counts.append(sum(v & 1 for v in row))
        sums = [s32(s * 3 + v) for s, v in zip(sums, row[::-1])]
    return {1: pack(sums, "s32"), 2: pack(counts, "s32")}


@inputs
def early_exit_inputs(directory):
    lives = []
    for i, v in enumerate(rand_list("u32", 256, 19)):
        # The second warp leaves as a whole, the last thread never.
        lives.append(99 if i % 128 == 127 else 3 if i % 128 // 32 == 1 else
                     v % 12 if v >> 20 & 1 else 60)
    write(directory, "lives.bin", pack(lives, "u32"))


@reference
def early_exit(l):
    lives, steps, out, alive = l.buf(0, "u32"), l.val(3), [], []
    for block in (lives[:128], lives[128:]):
        value, done = [t + 1 for t in range(128)], [None] * 128
        left = list(range(128))
        for step in range(steps):
            for t in left:
                if block[t] == step:
                    done[t] = value[t]
            left = [t for t in left if block[t] != step]
            seen, count = value[127], sum(block[t] > 50 for t in left)
            alive.append(count)
            soon = any(block[t] == step + 2 for t in left)
            later = all(block[t] > step + 1 for t in left)
            for t in left:
                value[t] = u32(value[t] * 5 + count)
                if soon:
                    value[t] ^= 0x55
                if later:
                    value[t] = u32(value[t] + seen + step)
        out += [u32(v * 2) if d is None else d for v, d in zip(value, done)]
    return {1: pack(out, "u32"), 2: pack(alive, "u32")}


#===------------------------------------------------------------------------===#
# Groups of lanes
#===------------------------------------------------------------------------===#

@inputs
def match_groups_inputs(directory):
    keys = [v % 7 - 3 if i < 80 else 32 + v % 16 if i < 112 else v % 16
            for i, v in enumerate(rand_list("u32", 128, 23))]
    write(directory, "keys.bin", pack(keys, "s32"))
    # Keys that agree in one half and differ in the other.
    write(directory, "long_keys.bin",
          pack([(v & 1) << 40 | (v >> 1) % 3 for v in rand_list("u64", 128, 24)],
               "u64"))


@reference
def match_groups(l):
    keys, longs, values = l.buf(0, "s32"), l.buf(1, "u64"), l.buf(2, "s32")
    sums, groups, same = [], [], []
    for t in range(128):
        first = t - t % 32
        mates = [i for i in range(first, first + 32) if keys[i] == keys[t]]
        total = s32(sum(values[i] for i in mates))
        sums.append(total if t == mates[0] else -1)
        mates = [i for i in range(first, first + 32) if longs[i] == longs[t]]
        mask = sum(1 << i - first for i in mates)
        after = mates[(mates.index(t) + 1) % len(mates)]
        groups.append(mask ^ u32(values[after]))
        half = keys[t - t % 16:t - t % 16 + 16]
        same.append(len({k >> 4 for k in half}) == 1)
    return {3: pack(sums, "s32"), 4: pack(groups, "u32"), 5: pack(same, "s32")}


@reference
def tile_groups(l):
    values, out = l.buf(0, "s32"), []
    for t, x in enumerate(values):
        eight = values[t - t % 8:t - t % 8 + 8]
        sixteen = values[t - t % 16:t - t % 16 + 16]
        warp = values[t - t % 32:t - t % 32 + 32]
        four = values[t - t % 4:t - t % 4 + 4]
        label = -1
        # C's remainder is 0 exactly where Python's is.
        if x % 3 == 0:
            mates = [v for v in warp if v % 3 == 0 and v >> 4 & 3 == x >> 4 & 3]
            label = sum(v & 0xFF for v in mates) - len(mates)
        before = 0
        for v in four[:t % 4]:
            before ^= v
        out += [sum(eight), max(sixteen), sum(eight[:t % 8 + 1]),
                sixteen[t % 16 ^ 5] + t % 64 // 16,
                2 * any(v % 5 == 0 for v in eight) + all(v % 3 for v in eight),
                sum((v & 1) << i for i, v in enumerate(sixteen)), label,
                before ^ four[x >> 3 & 3]]
    return {1: pack(out, "s32")}


@reference
def bit_transpose(l):
    rows, out = l.buf(0, "u32"), []
    for first in range(0, 128, 32):
        text = [format(r, "032b")[::-1] for r in rows[first:first + 32]]
        out += [int("".join(c)[::-1], 2) for c in zip(*text)]
    return {1: pack(out, "u32"), 2: bytes(512)}


@inputs
def wavefront_align_inputs(directory):
    letters = "acgt"
    text = "".join(letters[v & 3] for v in rand_list("u32", 180, 43))
    queries = ""
    for i, v in enumerate(rand_list("u32", 128, 44)):
        # Parts of the text with letters changed and left out.
        pair, at = divmod(i, 32)
        own = text[pair * 45 + 5:pair * 45 + 45]
        queries += letters[v & 3] if v >> 8 & 7 < pair + 1 else own[at + at // 9]
    write(directory, "texts.bin", text.encode())
    write(directory, "queries.bin", queries.encode())


@reference
def wavefront_align(l):
    queries, texts, length = l.args[0].data, l.args[1].data, l.val(2)
    best, ends = [], []
    for pair in range(4):
        query = queries[32 * pair:32 * pair + 32]
        text = texts[length * pair:length * (pair + 1)]
        above, above_f, tops = [0] * length, [0] * length, []
        for c in query:
            row, row_f, h, e, top = [], [], 0, 0, (0, -1)
            for j in range(length):
                e = max(e - 1, h - 4, 0)
                f = max(above_f[j] - 1, above[j] - 4, 0)
                h = max((above[j - 1] if j else 0) + (5 if c == text[j] else -3),
                        e, f, 0)
                row.append(h)
                row_f.append(f)
                if h > top[0]:
                    top = (h, j)
            above, above_f = row, row_f
            tops.append(top)
        # The lowest lane among equals, as lanes are compared from below.
        score, at = tops[0]
        lanes = list(tops)
        for step in (16, 8, 4, 2, 1):
            for i in range(step):
                if lanes[i + step][0] > lanes[i][0]:
                    lanes[i] = lanes[i + step]
        best.append(lanes[0][0])
        ends.append(lanes[0][1])
        assert best[-1] == max(s for s, _ in tops)
    return {3: pack(best, "s32"), 4: pack(ends, "s32")}


#===------------------------------------------------------------------------===#
# Tables in shared memory
#===------------------------------------------------------------------------===#

@inputs
def all_pairs_paths_inputs(directory):
    # Lengths without ties between paths would need luck; distances are unique
    # anyway, and paths are checked by following the kernel's own rule.
    lengths = [v % 900 + 1 if v >> 16 & 7 == 0 else 0xFFFF
               for v in rand_list("u32", 400, 45)]
    write(directory, "lengths.bin", pack(lengths, "u16"))


@reference
def all_pairs_paths(l):
    n, lengths = 20, l.buf(0, "u16")
    edges = {(y, x): lengths[y * n + x] for y in range(n) for x in range(n)
             if x != y and lengths[y * n + x] != 0xFFFF}
    # Bellman and Ford from each node, exact numbers.
    distance = {}
    for y in range(n):
        d = {y: 0}
        for _ in range(n):
            for (a, b), w in edges.items():
                if a in d and d[a] + w < d.get(b, 1 << 30):
                    d[b] = d[a] + w
        for x in range(n):
            distance[y, x] = d.get(x, 0xFFFF)
    # There is one shortest path each (asserted), so the nodes follow from it.
    paths = []
    for y in range(n):
        for x in range(n):
            h, node = 1, y
            while distance[y, x] != 0xFFFF and node != x:
                h = u32(h * 31 + node)
                nexts = [b for (a, b), w in edges.items() if a == node and
                         distance[b, x] != 0xFFFF and
                         w + distance[b, x] == distance[node, x]]
                assert len(nexts) == 1, "two shortest paths"
                node = nexts[0]
            paths.append(h)
    return {1: pack([distance[y, x] for y in range(n) for x in range(n)],
                    "u16"), 2: pack(paths, "u32")}


@reference
def prime_sieve(l):
    limit = l.val(0)
    primes = [p for p in range(3, limit, 2)
              if all(p % q for q in range(3, int(p ** 0.5) + 1, 2))]
    words, gaps = [0] * 32, [0] * 64
    for p in primes:
        words[p // 64] |= 1 << (p // 2 & 31)
    for p, q in zip(primes, primes[1:]):
        if p // 64 == q // 64:
            gaps[p // 64 % 64] += ((q - p) // 2) ** 2
    return {1: pack([len(primes)], "u32"), 2: pack([max(gaps)], "u32"),
            3: pack(words, "u32")}
