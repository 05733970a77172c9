"""Products in tensor memory (tcgen05) with a sparse a, of .ws, with a scale of d, of
transposed tf32: the PTX interpreter, and with --ptxas the machine on ptxas's code, against
plain arithmetic. Where metadata lie is from CuTe (mma_traits_sm100_frag.hpp: tmem_e_frg,
tmem_e_frg_ws), the mask of columns from the PTX ISA (9.7.16.4.3)."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402
from tensor_product_cases import (GARBAGE, HEAD, INPUT, SCALES, SYNC, TYPES, WAIT,  # noqa: E402
                                  spell_scales,
                                  dump, store)

# In shared memory, and in what each block has of the input.
A_AT, SCALES_A, SCALES_B, B_AT, META_AT = 0, 4096, 4608, 8192, 16384
# In tensor memory, behind d.
A_COLUMN, META_COLUMN, SCALES_COLUMN = 80, 96, 104


def single(v):
    return struct.unpack("<I", struct.pack("<f", v))[0]


ELEMENTS = dict(TYPES, tf32=(32, 4, 2, single), u8=(8, 16, 0, lambda v: v & 255),
                bf16=(16, 8, 1, lambda v: single(v) >> 16))


def strided(index, shape, stride):
    out = 0
    for size, step in zip(shape, stride):
        out += index % size * step
        index //= size
    return out


class Product:
    """`zeros`: (starts, first spans, skip span, use span) of a mask of columns; `tall`:
    MN-major tf32."""

    def __init__(self, kind, a, b, m, n, sparse=False, ws=False, scale=None, pair=False,
                 zeros=None, selector=0, scales=None, tmem=False, tall=False):
        self.kind, self.types, self.m, self.n, self.sparse, self.ws = kind, (a, b), m, n, sparse, ws
        self.scale, self.pair, self.zeros, self.selector = scale, pair, zeros, selector
        self.scales, self.tmem, self.tall = scales, tmem, tall
        self.name = "_".join([kind, a, b, str(m), str(n)] + [name for name, is_set in (
            ("sparse%d" % selector, sparse), ("ws", ws), ("scaled%s" % scale, scale is not None),
            ("pair", pair), ("zeros", zeros), ("blocks", scales), ("tmem", tmem),
            ("tall", tall)) if is_set])
        self.group = 2 if pair else 1
        self.options = ("--block=128", "--grid=%d" % self.group, "--max-instructions=400000")
        rng = random.Random(self.name)
        bits, self.per = ELEMENTS[a][0], ELEMENTS[a][1]
        self.stored = 64 if a == "nibble" else 32 if bits <= 8 else 256 // bits
        self.k = 2 * self.stored if sparse else self.stored
        self.folds = 128 // m if ws else 1
        low = 0 if kind == "i8" and a == "u8" else -3
        self.b = [[rng.randint(0 if b == "u8" else -3, 3) for _ in range(self.k)]
                  for _ in range(n)]
        self.chunk = 2 if bits == 32 else 8 if a == "nibble" else 4
        self.rows, self.kept, self.nibbles = [], [], []
        for _ in range(m):
            row = [0] * self.k
            nibbles = []
            for at in range(0, self.k, self.chunk if sparse else self.k):
                if not sparse:
                    places = range(self.k)
                elif self.chunk == 2:
                    first = rng.randrange(2)
                    places = [at + first]
                    nibbles.append(14 if first else 4)
                else:
                    pair_size = self.chunk // 4
                    first, second = sorted(rng.sample(range(4), 2))
                    nibbles.append(first | second << 2)
                    places = [at + p * pair_size + e for p in (first, second)
                              for e in range(pair_size)]
                for place in places:
                    # A zero that is stored would tell nothing of where it stands.
                    row[place] = rng.choice([v for v in range(low, 4) if v])
                if sparse:
                    self.kept.append([row[p] for p in places])
            self.rows.append(row)
            self.nibbles.append(nibbles)
        if sparse:
            per_row = self.k // self.chunk
            self.kept = [sum(self.kept[r * per_row:(r + 1) * per_row], []) for r in range(m)]
        else:
            self.kept = self.rows
        if scales:
            self.vector = int(scales[0][0])
            pick = lambda rows: [[rng.choice(list(SCALES[scales[1]])) for _ in range(self.vector)]
                                 for _ in range(rows)]
            self.sa, self.sb = pick(m), pick(n)

    def text(self):
        return HEAD.replace("{body}", "@BODY@").format(
            name=self.name, group=self.group, arrivals=1, input=INPUT, output=512 * self.width(),
            cluster=".reqnctapercluster %d, 1, 1" % self.group).replace(
                "@BODY@", self.body().replace("{name}", self.name))

    def width(self):
        """Columns of d."""
        return self.n // self.folds

    def mask(self):
        if not self.zeros:
            return 0
        starts, spans, skip, use = self.zeros
        return (sum(s << 8 * i for i, s in enumerate(starts))
                | sum(s << 32 + i for i, s in enumerate(spans)) | 1 << 39 | skip << 40 | use << 48)

    def is_zero(self, column):
        """The sub-mask's bits, from its first one on, written out."""
        if not self.zeros:
            return False
        starts, spans, skip, use = self.zeros
        part, at = column // self.width(), column % self.width()
        spell = [1] * (skip + 1), [0] * (use + 1)
        bits = []
        turn = 0 if spans[part] else 1
        while len(bits) <= at + starts[part]:
            bits += spell[turn]
            turn ^= 1
        return bits[at + starts[part]]

    def body(self):
        a, b = ELEMENTS[self.types[0]], ELEMENTS[self.types[1]]
        idesc = a[2] << 7 | b[2] << 10 | self.n // 8 << 17 | self.m // 16 << 24 | self.sparse << 2
        if self.scales:
            idesc |= (self.scales[3] << 4 | (self.scales[1] == "ue8m0") << 23
                      | self.scales[2] << 29)
        else:
            idesc |= (2 if self.kind == "i8" else 1) << 4 | self.selector
        if self.tall:
            idesc |= 3 << 15
        text = "  shr.u32 %v0, %s, 4;\n  cvt.u64.u32 %x, %v0;\n  and.b64 %x, %x, 0x3fff;\n"
        for reg, at, units, rows in (
                ("%da", A_AT, 2, self.m), ("%db", B_AT, 4 if self.sparse else 2, self.n)):
            # 16 bytes side by side are 128 bytes apart, then groups of eight rows.
            desc = 1 << 46 | units * 8 << 32 | 8 << 16 | at // 16
            if self.tall:
                # Patterns of 32 rows by 4 depths, the depths first.
                desc = 1 << 61 | 1 << 46 | 512 // 16 << 32 | 1024 // 16 << 16 | at // 16
            text += "  mov.u64 %s, %d;\n  add.u64 %s, %s, %%x;\n" % (reg, desc, reg, reg)
        where = "%da"
        lanes = ""
        if self.tmem:
            where = "[%%tm+%d]" % A_COLUMN
            lanes += ("  mul.wide.u32 %x, %t, 32;\n  add.u64 %x, %x, %in;\n"
                      "  ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%x];\n"
                      "  ld.global.v4.b32 {%v4, %v5, %v6, %v7}, [%x+16];\n"
                      + store("%%quarter+%d" % A_COLUMN, ["%%v%d" % k for k in range(8)]))
        if self.sparse:
            lanes += ("  mul.wide.u32 %%x, %%t, 8;\n  add.u64 %%x, %%x, %%in;\n"
                      "  ld.global.v2.b32 {%%v0, %%v1}, [%%x+%d];\n" % META_AT
                      + store("%%quarter+%d" % META_COLUMN, ["%v0", "%v1"]))
        text += lanes + (SYNC if lanes else "")
        text += "  mov.u32 %%idesc, %d;\n  setp.ne.u32 %%p, %%t, %%t;\n" % (
            idesc - (1 << 32) if idesc >> 31 else idesc)
        operands = ", [%%tm+%d]" % META_COLUMN if self.sparse else ""
        operands += ", %idesc"
        if self.scales:
            for at, column in ((SCALES_A, SCALES_COLUMN), (SCALES_B, SCALES_COLUMN + 8)):
                text += "  shr.u32 %v0, %s, 4;\n  cvt.u64.u32 %x, %v0;\n  and.b64 %x, %x, 0x3fff;\n"
                text += "  add.u64 %%x, %%x, %d;\n" % (1 << 46 | 8 << 32 | at // 16)
                text += ("  @%%leader tcgen05.cp.cta_group::%d.32x128b.warpx4 [%%tm+%d], %%x;\n"
                         % (self.group, column))
            operands += ", [%%tm+%d], [%%tm+%d]" % (SCALES_COLUMN, SCALES_COLUMN + 8)
        if self.zeros:
            text += "  mov.u64 %%x, %d;\n" % self.mask()
        product = "  @%%leader tcgen05.mma%s%s.cta_group::%d.kind::%s%s [%%tm], %s, %%db%s, %%p%s;\n" % (
            ".ws" if self.ws else "", ".sp" if self.sparse else "", self.group, self.kind,
            spell_scales(self) if self.scales else "", where, operands,
            ", %x" if self.zeros else ", %d" % self.scale if self.scale is not None else "")
        text += product
        if self.scale is not None:
            # The second one halves what the first one has left, `scale` times.
            text += "  setp.eq.u32 %p, %t, %t;\n" + product
        if self.pair:
            text += "  mov.u16 %mask, 3;\n"
            text += ("  @%leader tcgen05.commit.cta_group::2.mbarrier::arrive::one"
                     ".shared::cluster.multicast::cluster.b64 [%bar], %mask;\n")
        else:
            text += ("  @%leader tcgen05.commit.cta_group::1.mbarrier::arrive::one"
                     ".shared::cluster.b64 [%bar];\n")
        return text + WAIT + dump(self.width())

    def put(self, data, rows, at, kind, units):
        bits, per, _, encode = ELEMENTS[kind]
        for r, row in enumerate(rows):
            for k, v in enumerate(row):
                unit, bit = k // per, k % per * bits
                place = at + r // 8 * 128 * units + unit * 128 + r % 8 * 16
                if self.tall:
                    # UMMA::Layout_MN_SW128_32B_Atom: Swizzle<2,5,2> on bytes.
                    place = r // 32 * 1024 + k // 4 * 512 + k % 4 * 128 + r % 32 * 4
                    place = at + (place ^ (place >> 7 & 3) << 5)
                    bit, place = place % 16 * 8, place // 16 * 16
                word = int.from_bytes(data[place:place + 16], "little") | encode(v) << bit
                data[place:place + 16] = word.to_bytes(16, "little")

    def put_metadata(self, data, nibbles):
        """Bits of a (row, depth) in CuTe's layouts: the lane, then the bit of 64."""
        words = [0] * 128
        bits = ELEMENTS[self.types[0]][0]
        for r, row in enumerate(nibbles):
            for j, nibble in enumerate(row):
                for bit in range(4):
                    k = j * self.chunk
                    if bits == 32:
                        v = strided(r, (8, 2, 8), (1, 1024, 16)) + strided(
                            k + bit // 2, (8, 2), (128, 8))
                        lane, place = v % 128, v // 128 * 2 + bit % 2
                    elif bits == 16:
                        v = strided(r, (8, 2, 8), (1, 2048, 16)) + strided(
                            k + bit, (16, 2), (128, 8))
                        lane, place = v % 128, v // 128
                    elif self.chunk == 8:
                        lane, place = r, k // 2 + bit
                    else:
                        lane, place = r, k + bit
                    for fold in range(self.folds):
                        words[lane + fold * 128 // self.folds] |= (
                            nibble >> bit & 1) << place + 32 * self.selector
        for lane, word in enumerate(words):
            data[META_AT + 8 * lane:META_AT + 8 * lane + 8] = word.to_bytes(8, "little")

    def put_scales(self, data, at, scales, first):
        for r, row in enumerate(scales):
            for s, v in enumerate(row):
                data[at + r % 32 * 16 + r // 32 * 4 + first + s] = SCALES[self.scales[1]][v]

    def input(self):
        out = b""
        rows, cols = self.m // self.group, self.n // self.group
        for rank in range(self.group):
            data = bytearray(INPUT)
            mine = self.kept[rank * rows:(rank + 1) * rows]
            if self.tmem:
                bits, _, _, encode = ELEMENTS[self.types[0]]
                for r, row in enumerate(mine):
                    word = sum(encode(v) << k * bits for k, v in enumerate(row))
                    data[32 * r:32 * r + 32] = word.to_bytes(32, "little")
            else:
                self.put(data, mine, A_AT, self.types[0], 2)
            self.put(data, self.b[rank * cols:(rank + 1) * cols], B_AT, self.types[1],
                     4 if self.sparse else 2)
            if self.sparse:
                self.put_metadata(data, self.nibbles[rank * rows:(rank + 1) * rows])
            if self.scales:
                self.put_scales(data, SCALES_A, self.sa[rank * rows:(rank + 1) * rows],
                                self.scales[2])
                self.put_scales(data, SCALES_B, self.sb, self.scales[3])
            out += bytes(data)
        return out

    def value(self, r, n):
        total = 0
        for k in range(self.k):
            x = 0 if self.is_zero(n) else self.rows[r][k] * self.b[n][k]
            if self.scales:
                block = k * self.vector // self.k
                x *= self.sa[r][block] * self.sb[n][block]
            total += x
        if self.scale:
            total += total / 2**self.scale
        elif self.scale == 0:
            total *= 2
        return struct.unpack("<I", struct.pack("<i" if self.kind == "i8" else "<f", total))[0]

    def expected(self):
        out = b""
        rows = self.m // self.group
        for rank in range(self.group):
            cells = [[GARBAGE] * self.width() for _ in range(128)]
            for r in range(rows):
                for n in range(self.n):
                    lane = r if self.m != 64 or self.ws else r // 16 * 32 + r % 16
                    lane += n // self.width() * (128 // self.folds)
                    cells[lane][n % self.width()] = self.value(rank * rows + r, n)
            out += b"".join(struct.pack("<%dI" % self.width(), *row) for row in cells)
        return out


def cases():
    P = Product
    # A sparse a.
    for kind, a, b in (("f16", "f16", "f16"), ("f16", "bf16", "f16"), ("tf32", "tf32", "tf32"),
                       ("f8f6f4", "e4m3", "e5m2"), ("f8f6f4", "e2m1", "e3m2"),
                       ("i8", "s8", "u8")):
        yield P(kind, a, b, 128, 32, sparse=True)
    yield P("f16", "f16", "f16", 128, 16, sparse=True, selector=1)
    yield P("tf32", "tf32", "tf32", 128, 8, sparse=True, selector=1)
    yield P("f16", "f16", "f16", 128, 64, sparse=True, tmem=True)
    yield P("i8", "s8", "s8", 128, 32, sparse=True, tmem=True)
    yield P("f16", "f16", "f16", 256, 32, sparse=True, pair=True)
    yield P("i8", "s8", "s8", 256, 32, sparse=True, pair=True)
    yield P("f16", "f16", "f16", 128, 16, sparse=True, scale=3)
    yield P("mxf8f6f4", "e4m3", "e2m1", 128, 32, sparse=True, scales=("1X", "ue8m0", 1, 2))
    yield P("mxf4", "nibble", "nibble", 128, 32, sparse=True, scales=("2X", "ue8m0", 2, 0))
    yield P("mxf4nvf4", "nibble", "nibble", 128, 16, sparse=True, scales=("4X", "ue4m3", 0, 0))
    yield P("mxf4nvf4", "nibble", "nibble", 256, 32, sparse=True, pair=True,
            scales=("4X", "ue4m3", 0, 0))
    yield P("mxf8f6f4", "e4m3", "e2m1", 256, 32, sparse=True, pair=True,
            scales=("1X", "ue8m0", 0, 0))
    yield P("mxf4", "nibble", "nibble", 256, 32, sparse=True, pair=True, scales=("2X", "ue8m0", 0, 0))
    # A scale of d, steps of eight columns.
    yield P("f16", "f16", "f16", 128, 16, scale=1)
    yield P("f16", "f16", "f16", 64, 16, scale=0)
    yield P("tf32", "tf32", "tf32", 128, 16, scale=15)
    yield P("f16", "f16", "f16", 128, 24)
    yield P("i8", "s8", "s8", 64, 24)
    # Only ptxas has a scale of integers; it means something if it is none.
    yield P("i8", "s8", "s8", 128, 32, scale=0)
    yield P("i8", "s8", "s8", 128, 32, scale=0, sparse=True, tmem=True)
    # MN-major tf32.
    yield P("tf32", "tf32", "tf32", 128, 32, tall=True)
    yield P("tf32", "tf32", "tf32", 64, 64, tall=True)
    # .ws
    for m, n in ((128, 64), (64, 64), (64, 128), (32, 64), (32, 256)):
        yield P("f16", "f16", "bf16", m, n, ws=True)
    yield P("tf32", "tf32", "tf32", 64, 64, ws=True)
    yield P("i8", "s8", "u8", 32, 128, ws=True)
    yield P("f8f6f4", "e3m2", "e4m3", 64, 64, ws=True)
    yield P("f16", "f16", "f16", 128, 64, ws=True, tmem=True)
    for m in (128, 64, 32):
        yield P("f16", "f16", "f16", m, 64, ws=True, sparse=True)
        yield P("tf32", "tf32", "tf32", m, 64, ws=True, sparse=True)
        yield P("i8", "s8", "s8", m, 64, ws=True, sparse=True)
    yield P("f16", "f16", "f16", 128, 64, ws=True, zeros=((0, 0, 0, 0), (0, 0, 0, 0), 2, 3))
    yield P("f16", "f16", "f16", 64, 64, ws=True, zeros=((0, 0, 0, 0), (1, 0, 0, 0), 2, 3))
    yield P("f16", "f16", "f16", 32, 128, ws=True, zeros=((0, 1, 2, 1), (1, 1, 0, 0), 2, 3))


def main():
    run_groups(__doc__, [Group("8.8", "sm_100a", list(cases()))], levels=("O0", "O3"))


if __name__ == "__main__":
    main()
