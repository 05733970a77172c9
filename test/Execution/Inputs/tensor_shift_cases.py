"""Rows of tensor memory that move: tcgen05.shift, and products that shift a once they have
read it (.ashift); elements of six and four bits that a copy widens, as a of products. The PTX
interpreter, and with --ptxas the machine on ptxas's code, against plain arithmetic. Which
rows move where is what CUTLASS has found (1cta_mma_a_from_tmem.py), where narrow elements lie
in their bytes what it says (cp_narrow_a_to_tmem_mma.py)."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402
from tensor_product_cases import (HEAD, INPUT, SCALES, SYNC, WAIT, copy_scales, dump,  # noqa: E402
                                  spell_scales, store)
from tensor_sparse_cases import ELEMENTS  # noqa: E402

# In shared memory, and in what each block has of the input.
A_AT, B_AT, META_AT, SCALES_A, SCALES_B = 0, 8192, 16128, 16384, 16896
WIDE = {4: 2, 6: 1}  # zeros below an element in its byte


def shift(rows):
    """The lanes of a block after a shift."""
    return [rows[lane + 1 if lane % 32 != 31 else lane] for lane in range(128)]


def descriptor(reg, at, units):
    """Of rows of `units` times 16 bytes, these 128 bytes apart."""
    return ("  shr.u32 %%v0, %%s, 4;\n  cvt.u64.u32 %%x, %%v0;\n  and.b64 %%x, %%x, 0x3fff;\n"
            "  mov.u64 %s, %d;\n  add.u64 %s, %s, %%x;\n" % (
                reg, 1 << 46 | units * 8 << 32 | 8 << 16 | at // 16, reg, reg))


class Case:
    def commit(self):
        if self.group == 1:
            return ("  @%leader tcgen05.commit.cta_group::1.mbarrier::arrive::one"
                    ".shared::cluster.b64 [%bar];\n" + WAIT)
        return ("  mov.u16 %mask, 3;\n"
                "  @%leader tcgen05.commit.cta_group::2.mbarrier::arrive::one"
                ".shared::cluster.multicast::cluster.b64 [%bar], %mask;\n" + WAIT)

    def text(self):
        return HEAD.replace("{body}", "@BODY@").format(
            name=self.name, group=self.group, arrivals=1, input=INPUT,
            output=512 * self.columns,
            cluster=".reqnctapercluster %d, 1, 1" % self.group).replace(
                "@BODY@", self.body().replace("{name}", self.name))

    @property
    def options(self):
        return ("--block=128", "--grid=%d" % self.group, "--max-instructions=400000",
                "--check=memory")


class Rows(Case):
    """Columns with a number for each cell; eight of them are shifted `times`, and with
    `fill` a copy writes the last row of each quarter."""
    columns = 16

    def __init__(self, at, times=1, pair=False, fill=False):
        self.at, self.times, self.fill = at, times, fill
        self.group = 2 if pair else 1
        self.name = "rows_%d_%d_%d%s" % (at, times, self.group, "_fill" if fill else "")
        self.data = bytes(random.Random(self.name).randrange(256) for _ in range(256))

    def cell(self, rank, lane, column):
        return rank << 24 | lane << 8 | column

    def body(self):
        text = "  shl.b32 %i, %rank, 16;\n  or.b32 %i, %i, %t;\n  shl.b32 %i, %i, 8;\n"
        for c in range(0, self.columns, 8):
            for k in range(8):
                text += "  or.b32 %%v%d, %%i, %d;\n" % (k, c + k)
            text += store("%%quarter+%d" % c, ["%%v%d" % k for k in range(8)])
        text += descriptor("%da", A_AT, 2) + SYNC
        text += ("  @%%leader tcgen05.shift.cta_group::%d.down [%%tm+%d];\n" % (
            self.group, self.at)) * self.times
        if self.fill:
            text += "  @%%leader tcgen05.cp.cta_group::%d.4x256b [%%tm+%d], %%da;\n" % (
                self.group, (31 << 16) + self.at)
        return text + self.commit() + dump(self.columns)

    def input(self):
        return self.data.ljust(INPUT, b"\0") * self.group

    def expected(self):
        out = b""
        for rank in range(self.group):
            rows = [[self.cell(rank, lane, c) for c in range(self.columns)] for lane in range(128)]
            moved = rows
            for _ in range(self.times):
                moved = shift(moved)
            end = self.at + 8
            rows = [row[:self.at] + other[self.at:end] + row[end:]
                    for row, other in zip(rows, moved)]
            for quarter in range(4 if self.fill else 0):
                halves = [self.data[unit * 128 + quarter * 16:][:16] for unit in (0, 1)]
                rows[32 * quarter + 31][self.at:end] = struct.unpack("<8I", b"".join(halves))
            out += b"".join(struct.pack("<%dI" % self.columns, *row) for row in rows)
        return out


class Product(Case):
    """Three products that shift a, the first into columns of its own, the third on top of the
    second (with a scale: of what that left, divided). All rows of a sparse a have the same
    metadata, as nothing tells whether these are shifted, too."""

    def __init__(self, kind, a, b, m, n, pair=False, sparse=False, masked=False, scale=None,
                 use=""):
        self.kind, self.types, self.m, self.n, self.sparse = kind, (a, b), m, n, sparse
        self.scale, self.use = scale, use
        self.group = 2 if pair else 1
        self.name = "_".join([kind, a, b, str(m), str(n), str(self.group)]
                             + ["sparse"] * sparse + ["masked"] * masked
                             + (["scaled%d" % scale] if scale is not None else [])
                             + ["used"] * bool(use))
        rng = random.Random(self.name)
        # Blocks of a pair with 64 rows each have half of the columns twice.
        self.folds = 2 if pair and m == 128 else 1
        self.width = n // self.folds
        self.a_column = 2 * self.width
        self.columns = self.a_column + 8
        bits = ELEMENTS[a][0]
        self.stored = 256 // bits if bits >= 8 else 32
        self.k = self.stored * (2 if sparse else 1)
        chunk = 2 if bits == 32 else 4
        self.places, self.nibbles = list(range(self.k)), []
        if sparse:
            self.places = []
            # Of f16 and tf32 the halves of a depth lie in lanes of their own: the same twice.
            halves = 2 if bits >= 16 else 1
            picked = [sorted(rng.sample(range(chunk), chunk // 2))
                      for _ in range(self.k // chunk // halves)] * halves
            for at, some in zip(range(0, self.k, chunk), picked):
                self.places += [at + p for p in some]
                self.nibbles.append((some[0] | some[-1] << 2) if chunk == 4 else
                                    14 if some[0] else 4)
        self.a = [[rng.choice((-3, -2, -1, 1, 2, 3)) for _ in range(self.stored)]
                  for _ in range(m)]
        self.b = [[rng.randint(-3, 3) for _ in range(self.k)] for _ in range(n)]
        self.mask = [rng.getrandbits(32) for _ in range(4 * self.group)] if masked else None

    def body(self):
        a, b = ELEMENTS[self.types[0]], ELEMENTS[self.types[1]]
        idesc = ((2 if self.kind == "i8" else 1) << 4 | a[2] << 7 | b[2] << 10
                 | self.n // 8 << 17 | self.m // 16 << 24 | self.sparse << 2)
        meta = self.a_column + 8
        text = "  mul.wide.u32 %x, %t, 32;\n  add.u64 %x, %x, %in;\n"
        text += ("  ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%x];\n"
                 "  ld.global.v4.b32 {%v4, %v5, %v6, %v7}, [%x+16];\n")
        text += store("%%quarter+%d" % self.a_column, ["%%v%d" % k for k in range(8)])
        if self.sparse:
            text += "  ld.global.v2.b32 {%%v0, %%v1}, [%%in+%d];\n" % META_AT
            text += store("%%quarter+%d" % meta, ["%v0", "%v1"])
        text += descriptor("%db", B_AT, 4 if self.sparse else 2) + SYNC
        text += "  mov.u32 %%idesc, %d;\n" % idesc
        operands = ", [%%tm+%d]" % meta if self.sparse else ""
        operands += ", %idesc"
        if self.mask:
            for k, v in enumerate(self.mask):
                text += "  mov.u32 %%v%d, %d;\n" % (k, v)
            operands += ", {%s}" % ", ".join("%%v%d" % k for k in range(len(self.mask)))
        for d, condition in ((0, "ne"), (self.width, "ne"), (self.width, "eq")):
            text += "  setp.%s.u32 %%p, %%t, %%t;\n" % condition
            text += "  @%%leader tcgen05.mma%s.cta_group::%d.kind::%s.ashift%s [%%tm+%d], [%%tm+%d], %%db%s, %%p%s;\n" % (
                ".sp" if self.sparse else "", self.group, self.kind, self.use, d, self.a_column,
                operands, ", %d" % self.scale if self.scale is not None else "")
        return text + self.commit() + dump(self.columns)

    def lanes(self, rank):
        """The rows that the lanes of a block have."""
        count = self.m // self.group
        return [rank * count + lane % count for lane in range(128)]

    def cells(self, rank):
        """a as it lies there, without and with one to three shifts."""
        bits, _, _, encode = ELEMENTS[self.types[0]]
        place, low = max(bits, 8), WIDE.get(bits, 0)
        rows = [sum(encode(v) << low + k * place for k, v in enumerate(self.a[r]))
                for r in self.lanes(rank)]
        result = [rows]
        for _ in range(3):
            result.append(shift(result[-1]))
        return result

    def input(self):
        out = b""
        bits, per, _, encode = ELEMENTS[self.types[1]]
        cols = self.n // self.group
        units = 4 if self.sparse else 2
        for rank in range(self.group):
            data = bytearray(INPUT)
            for lane, v in enumerate(self.cells(rank)[0]):
                data[A_AT + 32 * lane:A_AT + 32 * lane + 32] = v.to_bytes(32, "little")
            for r, row in enumerate(self.b[rank * cols:(rank + 1) * cols]):
                for k, v in enumerate(row):
                    at = B_AT + r // 8 * 128 * units + k // per * 128 + r % 8 * 16
                    unit = int.from_bytes(data[at:at + 16], "little") | encode(v) << k % per * bits
                    data[at:at + 16] = unit.to_bytes(16, "little")
            if self.sparse:
                v = sum(nibble << 4 * i for i, nibble in enumerate(self.nibbles))
                data[META_AT:META_AT + 8] = v.to_bytes(8, "little")
            out += bytes(data)
        return out

    def value(self, total):
        return struct.unpack("<I", struct.pack("<i" if self.kind == "i8" else "<f", total))[0]

    def expected(self):
        out = b""
        for rank in range(self.group):
            steps = [self.lanes(rank)]
            for _ in range(2):
                steps.append(shift(steps[-1]))
            table = []
            for lane in range(128):
                first = lane // (128 // self.folds) * self.width
                dots = [[sum(v * self.b[n][p] for v, p in zip(self.a[rows[lane]], self.places))
                         for n in range(first, first + self.width)] for rows in steps]
                ds = dots[0] + [y * (0.5 ** (self.scale or 0) if self.scale else 1) + z
                                for y, z in zip(dots[1], dots[2])]
                if self.mask and self.mask[rank * 4 + lane // 32] >> lane % 32 & 1:
                    row = [0xbadc0de5] * len(ds)
                else:
                    row = [self.value(v) for v in ds]
                a = self.cells(rank)[3][lane].to_bytes(32, "little")
                table.append(row + list(struct.unpack("<8I", a)))
            out += b"".join(struct.pack("<%dI" % self.columns, *row) for row in table)
        return out


class Narrow(Case):
    """a of six or four bits, padded to 16 in 16 bytes, comes to tensor memory by a copy that
    widens it, and is multiplied there. `scales`: (scale_vec, type)."""

    def __init__(self, kind, a, b, m, n, pair=False, scales=None, negate=False):
        self.kind, self.types, self.m, self.n = kind, (a, b), m, n
        self.pair, self.scales, self.tmem, self.negate = pair, scales, False, negate
        self.group = 2 if pair else 1
        self.name = "_".join(["narrow", kind, a, b, str(m), str(n), str(self.group)]
                             + ["scaled"] * bool(scales) + ["negated"] * negate)
        self.columns = n + 8
        rng = random.Random(self.name)
        self.a, self.b = ([[rng.randint(-3, 3) for _ in range(32)] for _ in range(count)]
                          for count in (m, n))
        if scales:
            self.sa, self.sb = ([rng.choice(list(SCALES[scales[1]])) for _ in range(count)]
                                for count in (m, n))

    def body(self):
        a, b = ELEMENTS[self.types[0]], ELEMENTS[self.types[1]]
        idesc = (a[2] << 7 | b[2] << 10 | self.negate << 13 | self.n // 8 << 17
                 | self.m // 16 << 24 | (1 << 23 if self.scales else 1 << 4))
        text = descriptor("%da", A_AT, 2) + descriptor("%db", B_AT, 2)
        text += "  mov.u32 %%idesc, %d;\n  setp.ne.u32 %%p, %%t, %%t;\n" % idesc
        text += "  @%%leader tcgen05.cp.cta_group::%d.128x256b.b8x16.%s [%%tm+%d], %%da;\n" % (
            self.group, {4: "b4x16_p64", 6: "b6x16_p32"}[a[0]], self.n)
        operands = "%idesc"
        if self.scales:
            text += copy_scales(self.group, SCALES_A, SCALES_B)
            operands += ", [%tm+96], [%tm+104]"
        text += "  @%%leader tcgen05.mma.cta_group::%d.kind::%s%s [%%tm], [%%tm+%d], %%db, %s, %%p;\n" % (
            self.group, self.kind, spell_scales(self) if self.scales else "", self.n, operands)
        return text + self.commit() + dump(self.columns)

    def input(self):
        out = b""
        rng = random.Random(self.name)
        count, cols = self.m // self.group, self.n // self.group
        for rank in range(self.group):
            data = bytearray(rng.randrange(256) for _ in range(INPUT))
            for matrix, at, kind in ((self.a[rank * count:(rank + 1) * count], A_AT, self.types[0]),
                                     (self.b[rank * cols:(rank + 1) * cols], B_AT, self.types[1])):
                bits, per, _, encode = ELEMENTS[kind]
                for r, row in enumerate(matrix):
                    for u in range(32 // per):
                        place = at + r // 8 * 256 + u * 128 + r % 8 * 16
                        v = sum(encode(x) << k * bits
                                for k, x in enumerate(row[u * per:(u + 1) * per]))
                        # What is behind them is padding, whatever it is.
                        size = per * bits // 8
                        data[place:place + size] = v.to_bytes(size, "little")
            if self.scales:
                for at, scales in ((SCALES_A, self.sa[rank * count:(rank + 1) * count]),
                                   (SCALES_B, self.sb)):
                    for r, v in enumerate(scales):
                        data[at + r % 32 * 16 + r // 32 * 4] = SCALES[self.scales[1]][v]
            out += bytes(data)
        return out

    def expected(self):
        out = b""
        bits, _, _, encode = ELEMENTS[self.types[0]]
        count = self.m // self.group
        for r in range(self.m):
            row = []
            for n in range(self.n):
                v = sum(x * y for x, y in zip(self.a[r], self.b[n])) * (-1 if self.negate else 1)
                if self.scales:
                    v *= self.sa[r] * self.sb[n]
                # A zero that is negated stays one: a sum of both zeros.
                row.append(struct.pack("<f", v))
            row.append(bytes(encode(v) << WIDE[bits] for v in self.a[r]))
            out += b"".join(row)
        assert count == 128
        return out


def cases():
    yield Rows(0)
    yield Rows(3, times=2)
    yield Rows(8, fill=True)
    yield Rows(5, pair=True)
    P = Product
    for kind, a, b in (("f16", "f16", "f16"), ("f16", "bf16", "f16"), ("tf32", "tf32", "tf32"),
                       ("f8f6f4", "e4m3", "e5m2"), ("f8f6f4", "e2m1", "e4m3"),
                       ("i8", "s8", "s8")):
        yield P(kind, a, b, 128, 16)
    for kind, a in (("f16", "f16"), ("tf32", "tf32"), ("f8f6f4", "e4m3"), ("f8f6f4", "e3m2"),
                    ("i8", "s8")):
        yield P(kind, a, a, 128, 16, sparse=True)
    yield P("f16", "f16", "f16", 256, 32, pair=True)
    yield P("f16", "f16", "f16", 128, 32, pair=True)
    yield P("i8", "s8", "s8", 256, 32, pair=True)
    yield P("f16", "f16", "f16", 256, 32, pair=True, sparse=True)
    yield P("f16", "f16", "f16", 128, 16, masked=True, use=".collector::a::lastuse")
    yield P("i8", "s8", "s8", 256, 32, pair=True, masked=True, use=".collector::a::discard")
    for sparse in (False, True):
        yield P("f16", "f16", "f16", 128, 16, scale=2, sparse=sparse)
        yield P("tf32", "tf32", "tf32", 128, 16, scale=1, sparse=sparse)
        # Only ptxas has a scale of integers; it means something if it is none.
        yield P("i8", "s8", "s8", 128, 16, scale=0, sparse=sparse)
    N = Narrow
    for a in ("e2m1", "e3m2", "e2m3"):
        yield N("f8f6f4", a, "e4m3", 128, 16)
        yield N("mxf8f6f4", a, "e2m1", 128, 32, scales=("1X", "ue8m0"))
    yield N("f8f6f4", "e3m2", "e5m2", 256, 32, pair=True)
    yield N("f8f6f4", "e2m1", "e5m2", 128, 16, negate=True)


def main():
    run_groups(__doc__, [Group("8.8", "sm_100a", list(cases()))], levels=("O0", "O3"))


if __name__ == "__main__":
    main()
