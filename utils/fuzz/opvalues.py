"""Constants of random-ops: values at which operations behave in another way (ends of
ranges, powers of two, halves that are equal, subnormal numbers) and any others."""

import struct

# Kinds of registers: their type, their bytes.
TYPES = {"r": "b32", "d": "b64", "h": "b16", "f": "f32", "g": "f64", "p": "pred",
         "q": "b128"}
BYTES = {"r": 4, "d": 8, "h": 2, "f": 4, "g": 8, "q": 16}

# Ends of ranges are made of widths; what else is here are numbers that one divides by,
# bit patterns, floating-point numbers as integers.
OTHERS = {
    2: [10, 100, 0x3c00, 0xbc00, 0x7c00, 0x03ff, 0x0400, 0x7bff, 0x3800, 0x5555],
    4: [10, 60, 100, 641, 1000, 3600, 0x10001, 0x55555555, 0xaaaaaaaa, 0x00ff00ff,
        0x3f800000, 0xbf800000, 0x7f800000, 0x00800000, 0x007fffff, 0x3c003c00],
    8: [10, 1000, 6700417, 1000000007, 0x100000001, 0xffffffff7fffffff,
        0x5555555555555555, 0x3ff0000000000000, 0x7ff0000000000000],
}
AMOUNTS = [0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 23, 24, 29, 31, 32, 33, 40, 47, 48, 63, 64,
           65, 100, 128, 255, 256, 257, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff]
NUMBERS = [0.0, -0.0, 0.1, 0.5, 0.49999997, 1.0, -1.0, 1.5, 2.0, 2.5, 3.0, -7.25, -128.5,
           255.5, 65504.0, 1e10, 1e20, 1e-20, 1e-40, 2.0**-126, 2.0**31, -2.0**31, 2.0**32,
           2.0**63, -2.0**63, 2.0**64, float("inf"), float("-inf")]
DOUBLES = [5e-324, 2.0**-1022, 1.7976931348623157e308, 2.0**52 + 0.5, 1e300, 1e-300]
SINGLE_BITS = [1, 0x80000001, 0x007fffff, 0x7f7fffff, 0x7fffffff]
DOUBLE_BITS = [1, 0x8000000000000001, 0x000fffffffffffff]


def edges(size):
    """The integers of so many bytes that are edges of something."""
    bits = 8 * size
    found = {0, 1, 2, 3, 5, 7}
    for n in range(4, bits + 1):
        if n % 8 == 0 or n in (4, 5, 6):
            found |= {2**n - 1, 2**n, 2**n + 1, 2**(n - 1), 2**(n - 1) - 1, 2**bits - 2**n,
                      2**bits - 2**(n - 1)}
    return sorted(v % 2**bits for v in found | set(OTHERS[size]))


EDGES = {size: edges(size) for size in OTHERS}


def bits_of(kind, number):
    formats = ("<f", "<I") if kind == "f" else ("<d", "<Q")
    return struct.unpack(formats[1], struct.pack(formats[0], number))[0]


def draw(rand, kind):
    """The bits of a value for registers of a kind."""
    size = BYTES[kind]
    if rand.random() < 0.25:
        return rand.getrandbits(rand.choice([5, 8, 8 * size]))
    if kind in "rdh":
        return rand.choice(EDGES[size])
    if rand.random() < 0.2:
        return rand.choice(SINGLE_BITS if kind == "f" else DOUBLE_BITS)
    if rand.random() < 0.3:
        return bits_of(kind, rand.choice([float(rand.randrange(-200, 200)),
                                          rand.uniform(-1e3, 1e3)]))
    return bits_of(kind, rand.choice(NUMBERS + (DOUBLES if kind == "g" else [])))


def spell(rand, kind, bits):
    """One of the ways to write a constant."""
    if kind in "fg":
        return ("0f%08X" if kind == "f" else "0d%016X") % bits
    width = 8 * BYTES[kind]
    way = rand.random()
    if way < 0.4 and bits >> (width - 1):
        return str(bits - 2**width)
    if way < 0.6:
        return hex(bits)
    return str(bits) + ("U" if bits >> 63 else "")
