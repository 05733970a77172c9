#===- reference_parallel.py - Sorting, scans, graphs, queues ---------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels whose threads work together; see reference.py."""

import collections

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Sequences
#===------------------------------------------------------------------------===#

@inputs
def radix_sort_inputs(directory):
    # Some keys come often, so that it shows whether equal ones keep their order.
    keys = [v % 7 - 3 if v >> 20 & 3 == 0 else v
            for v in rand_list("s32", 512, 11)]
    write(directory, "keys.bin", pack(keys, "s32"))


@reference
def radix_sort(l):
    keys, values = l.buf(0, "s32"), l.buf(1, "u16")
    pairs = [sorted(zip(keys[i:i + 256], values[i:i + 256]),
                    key=lambda p: p[0]) for i in (0, 256)]
    pairs = sum(pairs, [])
    return {0: pack([k for k, _ in pairs], "s32"),
            1: pack([v for _, v in pairs], "u16")}


@inputs
def merge_sorted_inputs(directory):
    for name, count, seed in (("a", 100, 13), ("b", 83, 14)):
        keys = sorted(v % 90 - (1 << 40) * (v >> 30 & 1)
                      for v in rand_list("u32", count, seed))
        items = [x for i, k in enumerate(keys) for x in (k, seed * 1000 + i)]
        # The upper half of the second word is padding.
        write(directory, name + ".bin", pack(items, "s64"))


@reference
def merge_sorted(l):
    a, b = [list(zip(*[iter(l.buf(i, "s64"))] * 2))[:l.val(i + 1)]
            for i in (0, 2)]
    return {4: pack([x for item in sorted(a + b, key=lambda p: p[0])
                     for x in item], "s64")}


@reference
def stream_compact(l):
    values, by = l.buf(0, "s32")[:l.val(2)], l.val(3)
    keep = [v for v in values if v >= 0 and v % by == 0]
    rest = [v for v in values if v < 0 or v % by]
    return {1: pack(keep + rest[::-1], "s32"), 4: pack([len(keep)], "s32")}


@inputs
def segmented_scan_inputs(directory):
    heads = [v % 9 == 0 for v in rand_list("u32", 96, 34)] + [0] * 120
    heads += [v % 3 == 0 for v in rand_list("u32", 40, 35)]
    write(directory, "heads.bin", pack(heads, "u8"))


@reference
def segmented_scan(l):
    heads = l.buf(3, "u8")

    def scan(values, op):
        result = []
        for i, v in enumerate(values):
            new = heads[i] or i % 128 == 0
            result.append(v if new else op(result[-1], v))
        return result

    return {4: pack(scan(l.buf(0, "s32"), lambda a, b: s32(a + b)), "s32"),
            5: pack(scan(l.buf(1, "u64"), lambda a, b: u64(a + b)), "u64"),
            6: pack(scan(l.buf(2, "f32"), max), "f32")}


@reference
def scan_types(l):
    values, sums = l.buf(0, "u64"), []
    a, b = 1, 0
    for i, x in enumerate(values):
        if i % 64 == 0:
            total, parts, a, b = 0, 0.0, 1, 0
        total += x
        parts += (x >> 50) * 0.125 - 512.0
        a, b = u32((x | 1) * a), s64(u32(x | 1) * b + (x >> 40))
        # The factors of partial products wrap, too: see below.
        sums.append((total, parts, a, b))
    # Offsets depend on the order in which the kernel joins maps, as factors
    # are of 32 bits: what is composed there is followed here.
    offsets = []
    for first in range(0, len(values), 64):
        maps = [(u32(x | 1), x >> 40) for x in values[first:first + 64]]
        step = 1
        while step < 64:
            maps = [m if i < step else
                    (u32(m[0] * maps[i - step][0]),
                     s64(m[0] * maps[i - step][1] + m[1]))
                    for i, m in enumerate(maps)]
            step *= 2
        offsets += [m[1] for m in maps]
    return {1: pack([s[0] for s in sums], "u8"),
            2: pack([s[0] for s in sums], "s16"),
            3: pack([s[0] for s in sums], "s64"),
            4: pack([s[1] for s in sums], "f64"),
            5: pack([s[2] for s in sums], "u32"), 6: pack(offsets, "s64")}


#===------------------------------------------------------------------------===#
# Matrices and graphs
#===------------------------------------------------------------------------===#

@inputs
def sparse_matrix_inputs(directory):
    lengths = [v % 30 if i % 5 else 0
               for i, v in enumerate(rand_list("u32", 28, 53))]
    starts = [sum(lengths[:i]) for i in range(29)]
    count = starts[-1]
    write(directory, "starts.bin", pack(starts, "s32"))
    write(directory, "columns.bin",
          pack([v % 40 for v in rand_list("u32", count, 54)], "s32"))
    write(directory, "entries.bin",
          pack([v - 0.5 for v in rand_list("f32", count, 55)], "f32"))
    ends = [v % 7 for v in rand_list("u32", 28, 56)]
    columns = [v % 40 if i // 28 < ends[i % 28] else -1
               for i, v in enumerate(rand_list("u32", 168, 57))]
    write(directory, "ell_columns.bin", pack(columns, "s32"))
    write(directory, "ell_entries.bin",
          pack([v * 8 - 3 for v in rand_list("f64", 168, 58)], "f64"))


@reference
def sparse_matrix(l):
    starts, columns, entries = l.buf(0, "s32"), l.buf(1, "s32"), l.buf(2, "f32")
    x, rows, y, ell = l.buf(3, "f32"), l.val(9), [], []
    for r in range(rows):
        sums = [0.0] * 8
        for i in range(starts[r], starts[r + 1]):
            k = (i - starts[r]) % 8
            sums[k] = fma32(entries[i], x[columns[i]], sums[k])
        for step in (4, 2, 1):
            sums = [add32(s, sums[k + step] if k + step < 8 else s)
                    for k, s in enumerate(sums)]
        y.append(sums[0])
    columns, entries = l.buf(5, "s32"), l.buf(6, "f64")
    for r in range(rows):
        total = 0.0
        for k in range(l.val(7)):
            c = columns[k * rows + r]
            if c < 0:
                break
            total += entries[k * rows + r] * x[c]
        ell.append(total)
    return {4: pack(y, "f32"), 8: pack(ell, "f64")}


def graph(nodes, count, seed):
    """Edges both ways between random nodes, sorted."""
    numbers = rand_list("u32", 2 * count, seed)
    edges = set()
    for a, b in zip(numbers[::2], numbers[1::2]):
        a, b = a % nodes, b % nodes
        edges |= {(a, b), (b, a)}
    return sorted(edges)


@inputs
def bfs_frontier_inputs(directory):
    # 99 begins a line of nodes apart from the rest.
    edges = graph(90, 120, 61) + [(i, i + 1) for i in range(90, 99)]
    edges = sorted(edges + [(i + 1, i) for i in range(90, 99)])
    starts = [sum(1 for a, _ in edges if a < i) for i in range(101)]
    write(directory, "starts.bin", pack(starts, "s32"))
    write(directory, "targets.bin", pack([b for _, b in edges], "s32"))


@reference
def bfs_frontier(l):
    starts, targets, nodes = l.buf(0, "s32"), l.buf(1, "s32"), l.val(2)
    distance = {l.val(3): 0}
    queue = collections.deque(distance)
    while queue:
        node = queue.popleft()
        for b in targets[starts[node]:starts[node + 1]]:
            if b not in distance:
                distance[b] = distance[node] + 1
                queue.append(b)
    sizes = collections.Counter(distance.values())
    return {4: pack([distance.get(i, -1) for i in range(nodes)], "s32"),
            5: pack([sizes[i] for i in range(100)], "s32")}


@inputs
def union_find_inputs(directory):
    pairs = [v % 120 for v in rand_list("u32", 120, 63)]
    # A long path, whose edges come in an order that makes tall trees.
    pairs += [x for i in range(30) for x in (119 - 2 * i, 117 - 2 * i)]
    write(directory, "edges.bin", pack(pairs, "s32"))


@reference
def union_find(l):
    label, pairs = list(range(l.val(1))), l.buf(2, "s32")[:2 * l.val(3)]
    changed = True
    while changed:
        changed = False
        for a, b in zip(pairs[::2], pairs[1::2]):
            if label[a] != label[b]:
                label[a] = label[b] = min(label[a], label[b])
                changed = True
    return {0: pack(label, "s32")}


#===------------------------------------------------------------------------===#
# Tables and queues
#===------------------------------------------------------------------------===#

@inputs
def hash_table_inputs(directory):
    keys = [v % 50 * 0x10001 if v >> 24 & 1 else v >> 3
            for v in rand_list("u32", 256, 65)]
    write(directory, "keys.bin", pack(keys, "u32"))


@reference
def hash_table(l):
    keys = l.buf(0, "u32")
    counts = collections.Counter(keys)
    return {4: pack([counts[k] for k in keys], "u32"),
            5: pack([len(counts)], "u32")}


WORK = [97, 60, 31, 12, 5, 2, 128, 81]


def all_work():
    todo, done = list(WORK), []
    while todo:
        n = todo.pop()
        done.append(n)
        todo += [n // by for by in (2, 3) if n // by > 1]
    return done


@inputs
def work_queue_inputs(directory):
    n, size = len(WORK), len(all_work())
    write(directory, "state.bin", pack([0, n, n], "s32"))
    write(directory, "ready.bin", pack([1] * n + [0] * (size - n), "s32"))
    write(directory, "tasks.bin", pack(WORK + [0] * (size - n), "u32"))


@reference
def work_queue(l):
    done = all_work()
    sizes = collections.Counter(n.bit_length() - 1 for n in done)
    return {3: pack([sum(n * n for n in done)], "u64"),
            4: pack([sizes[i] for i in range(32)], "u32")}
