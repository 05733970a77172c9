#===- reference_calls.py - Expected results of kernels with calls ----------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Recursion, function pointers, virtual functions, the device heap."""

from hostnum import pack
from refbase import reference


def s32(x):
    return (x + 0x80000000) % 0x100000000 - 0x80000000


def s64(x):
    return (x + (1 << 63)) % (1 << 64) - (1 << 63)


def c_rem(a, b):
    """The remainder of C: it has the sign of a."""
    return abs(a) % abs(b) * (-1 if a < 0 else 1)


@reference
def recursion(l):
    values, n, out = l.buf(0, "s32"), l.val(2), []

    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    def sums(above, depth):
        own = [s32(above[i] + above[(i + 1) % 4] * (depth + 1))
               for i in range(4)]
        rest = sums(own, depth - 1) if depth > 0 else 0
        for x in own:
            rest = s64(rest * 7 + x)
        return rest

    def grow(a, k, depth):
        if depth == 0:
            return a, k
        a = list(a)
        a[depth % 7] += k
        k = c_rem(k, 1000) * 3 + depth
        result, last = grow(a, k, depth - 1)
        result = list(result)
        result[0] ^= a[3]
        return result, last

    for t in range(96):
        own = values[16 * t:16 * t + 16]
        result = fib(t % 12) if t % 3 != 1 else 0
        result = result * 2 + (t % 17 % 2 == 0)
        result = result * 1000003 + sums([c_rem(x, 100) for x in own[:4]],
                                         t % 5)
        wide, last = grow([1, 2, 3, 4, own[5], 6, 7], t, t % 9)
        for x in wide:
            result = result * 3 + x
        result += last
        if t % 4 != 2:
            values[16 * t:16 * t + n] = sorted(own[:n])
        out.append(s64(result))
    return {0: pack(values, "s32"), 1: pack(out, "s64")}


@reference
def function_pointers(l):
    values, shift, out = l.buf(0, "s32"), l.val(2), []
    add = lambda a, b: s32(a + b)
    multiply = lambda a, b: s32(a * b)
    remainder = lambda a, b: s32(c_rem(a, b)) if b else 0
    twice = lambda a, b: s32((add if b & 1 else multiply)(a, b) +
                             remainder(a, 7))
    table = [add, multiply, remainder, twice]
    for t in range(128):
        own = values[4 * t:4 * t + 4]
        result = table[(t + shift) & 3](own[0], own[1])
        op = twice if t % 5 == 0 else table[t >> 2 & 3]
        folded = own[0]
        for x in own[1:]:
            folded = op(folded, x)
        result = s32(result * 31 + folded)
        if t % 3 == 0:
            result = s32(result * 31 + table[own[2] & 3](own[3], t))
        out.append(result)
    return {1: pack(out, "s32")}


@reference
def virtual_calls(l):
    out = []
    for t, value in enumerate(l.buf(0, "s32")):
        x = c_rem(value, 1000)
        square = (lambda scale: x * x * scale, 4)
        box = (lambda scale: 2 * (x * t + 3 * t + 3 * x) * scale, 7)

        def group(first, second):
            return (lambda scale: first[0](scale) - second[0](scale + 1),
                    first[1] * second[1])

        pair = group(square, box)
        shape = [square, box, pair, group(pair, square)][t % 4]
        result = shape[0](t % 9) * 100 + shape[1]
        if x & 1:
            result = result * 3 + shape[0](2)
        out.append(s64(result))
    return {1: pack(out, "s64")}


@reference
def device_heap(l):
    out = []
    for value in l.buf(0, "s32"):
        total = 0
        for i in range(l.val(2), 0, -1):
            total = s64(total * 5 + value * i)
        out.append(total)
    return {1: pack(out, "s64")}


@reference
def stack_memory(l):
    values, rounds, out = l.buf(0, "s32"), l.val(2), []

    def hash_digits(value):
        digits, result = str(value), 5381
        for i in range(len(digits)):
            result = result * 33 + ord(digits[i * 7 % len(digits)])
        return result

    for t in range(96):
        own = values[32 * t:32 * t + 32]
        n = 1 + t % 29
        result = 0
        for i in range(rounds):
            if (i + t) % 3:
                value = (own[(i + t) % 32] & 0xffffffff) >> (t + i) % 25
                result = result * 31 + hash_digits(value) & 0xffffffff
        values[32 * t:32 * t + n] = sorted(
            c_rem(own[i * 5 % 32], 1000) for i in range(n))
        out.append(result)
    return {0: pack(values, "s32"), 1: pack(out, "u32")}
