"""Operands where division goes wrong, all pairs of them, as 16 bytes each.

usage: edge-operands.py f32|f64|u32|u64 COUNT OUT

The first number of a pair is in the low bytes of the first 8, the second in those
of the second 8. After the pairs of edges come random ones, up to COUNT.
"""
import random
import struct
import sys


def floats(fraction, exponent):
    """Bits of zeros, subnormal, normal and infinite numbers, NaNs; ends of the
    ranges in which fast sequences are good."""
    bias = (1 << (exponent - 1)) - 1
    ones = (1 << fraction) - 1
    top = (1 << exponent) - 1
    exponents = {1, 2, bias - 1, bias, bias + 1, top - 1, top - 2, top - 3}
    exponents |= {fraction + k for k in (1, 2, 3, 4)} | {2 * fraction + 2}
    significands = [0, 1, ones, ones - 1, ones // 3]
    bits = [e << fraction | s for e in sorted(exponents) for s in significands]
    bits += [0, 1, 2, ones, ones - 1, 1 << (fraction - 1)]
    bits += [top << fraction, top << fraction | 1 << (fraction - 1), top << fraction | 1]
    sign = 1 << (fraction + exponent)
    return [b | s for b in bits for s in (0, sign)]


def integers(bits):
    edges = {0, 1, 2, 3, 5, 7, 10, 641, (1 << bits) - 1}
    for k in range(2, bits, 3):
        edges |= {1 << k, (1 << k) - 1, (1 << k) + 1}
    edges |= {1 << (bits - 1), (1 << (bits - 1)) - 1, (1 << (bits - 1)) + 1}
    edges |= {(1 << bits) - k for k in (2, 3, 7, 10)}
    return sorted(edges)


def is_open(a, b):
    """Whether a/b is below 2^-126 but rounds to it. With .ftz, ptxas's code and ours
    give zero, the interpreter the number that it rounds to."""
    a, b = (struct.unpack("<f", struct.pack("<I", x & 0x7FFFFFFF))[0] for x in (a, b))
    return b > 0 and 2.0**-126 - 2.0**-149 < a / b < 2.0**-126


KINDS = {
    "f32": (32, lambda: floats(23, 8)),
    "f64": (64, lambda: floats(52, 11)),
    "u32": (32, lambda: integers(32)),
    "u64": (64, lambda: integers(64)),
}


def main():
    kind, count, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    bits, make = KINDS[kind]
    edges = make()
    draw = random.Random(kind)
    pairs = [(a, b) for a in edges for b in edges]
    if kind == "f32":
        pairs = [pair for pair in pairs if not is_open(*pair)]
    draw.shuffle(pairs)
    pairs = pairs[: count * 3 // 4]
    while len(pairs) < count:
        a, b = draw.getrandbits(bits), draw.getrandbits(bits)
        if kind[0] == "u":
            a, b = a >> draw.randrange(bits), b >> draw.randrange(bits)
        pairs.append((a, b))
    with open(out, "wb") as file:
        for a, b in pairs:
            file.write(struct.pack("<QQ", a, b))


main()
