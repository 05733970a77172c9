"""Tensor memory (tcgen05) of one block: the PTX interpreter, and with --ptxas the machine
on ptxas's code, against plain arithmetic on small whole numbers. Each kernel has four
warps."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

A_AT, B_AT = 0, 16384  # in shared memory, and in the input
HEAD = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
.reqntid 128
{{
  .reg .b64 %in, %out, %x, %da, %db;
  .reg .b32 %t, %s, %i, %bar, %tm, %warp, %quarter, %lane, %idesc;
  .reg .b32 %v<32>;
  .reg .pred %first, %done, %p;
  .shared .align 1024 .b8 sm[32768];
  .shared .align 8 .b64 bar;
  .shared .align 4 .b32 at;
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  shr.u32 %warp, %t, 5;
  and.b32 %lane, %t, 31;
  mov.u32 %s, sm;
  mov.u32 %bar, bar;
  setp.eq.u32 %first, %t, 0;
  @%first mbarrier.init.shared.b64 [%bar], 1;
  setp.ne.u32 %p, %warp, 0;
  @%p bra {name}_allocated;
  mov.u32 %i, at;
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%i], {columns};
  tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
{name}_allocated:
  shl.b32 %i, %t, 4;
{name}_fill:
  cvt.u64.u32 %x, %i;
  add.u64 %x, %x, %in;
  ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [%x];
  add.u32 %v4, %s, %i;
  st.shared.v4.b32 [%v4], {{%v0, %v1, %v2, %v3}};
  add.u32 %i, %i, 2048;
  setp.lt.u32 %p, %i, 32768;
  @%p bra {name}_fill;
  fence.proxy.async;
  bar.sync 0;
  ld.shared.u32 %tm, [at];
  shl.b32 %quarter, %warp, 21;
  add.u32 %quarter, %quarter, %tm;
{body}
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  @%p bra {name}_end;
  setp.ne.u32 %p, %warp, 0;
  @%p bra {name}_end;
  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, {columns};
{name}_end:
  ret;
}}
"""
WAIT = """  @%first tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%bar];
{name}_wait:
  mbarrier.try_wait.parity.shared.b64 %done, [%bar], 0;
  @!%done bra {name}_wait;
  tcgen05.fence::after_thread_sync;
"""


def dump(columns, start="%quarter"):
    """All columns of the lanes of a warp to `out`: row after row."""
    text = "  mul.wide.u32 %%x, %%t, %d;\n  add.u64 %%x, %%x, %%out;\n" % (4 * columns)
    for c in range(0, columns, 8):
        regs = ["%%v%d" % k for k in range(8)]
        text += "  tcgen05.ld.sync.aligned.32x32b.x8.b32 {{%s}}, [%s+%d];\n" % (
            ", ".join(regs), start, c)
        text += "  tcgen05.wait::ld.sync.aligned;\n"
        for k in (0, 4):
            text += "  st.global.v4.b32 [%%x+%d], {{%s}};\n" % (
                4 * (c + k), ", ".join(regs[k:k + 4]))
    return text + "  setp.ne.u32 %p, %warp, 0;\n"


class Case:
    options = ("--block=128", "--max-instructions=300000")

    def text(self):
        body = self.body().replace("{name}", self.name).replace("{{", "{").replace("}}", "}")
        return HEAD.replace("{body}", "@BODY@").format(
            name=self.name, columns=self.allocated).replace("@BODY@", body)


# Where registers lie: CuTe's DstLayout of SM100_TMEM_LOAD_* (copy_traits_sm100.hpp), for the
# bits of a thread's number and then of a register's, lowest first: (how many, lanes, columns)
# that a step goes on. `None` columns: half of what the load has.
LAYOUTS = {
    "32x32b": (((32, 1, 0),), ((128, 0, 1),)),
    "16x64b": (((2, 8, 0), (2, 0, 1), (8, 1, 0)), ((128, 0, 2),)),
    "16x128b": (((4, 0, 1), (8, 1, 0)), ((2, 8, 0), (64, 0, 4))),
    "16x256b": (((4, 0, 2), (8, 1, 0)), ((2, 0, 1), (2, 8, 0), (32, 0, 8))),
    "16x32bx2": (((16, 1, 0), (2, 0, None)), ((128, 0, 1),)),
}
PER = {"16x128b": 2, "16x256b": 4}


def cells(shape, num, thread, register, packed):
    """(lane, column) of the low, or packed also of the high half of a register. A packed load
    has the low halves of all columns in order (CuTe's ValID of *_16b)."""
    lane = column = 0
    for modes, i in zip(LAYOUTS[shape], (thread, register)):
        for size, down, right in modes:
            lane += i % size * down
            column += i % size * (num if right is None else right)
            i //= size
    return [(lane, 2 * column), (lane, 2 * column + 1)] if packed else [(lane, column)]


class Store(Case):
    """Zeros everywhere, numbers stored in a shape, also unpacked; all cells read."""
    allocated = 32

    def __init__(self, shape, num, packed=False, row=0):
        self.shape, self.num, self.packed, self.row = shape, num, packed, row
        self.name = "st_%s_x%d%s_%d" % (shape, num, "_unpack" if packed else "", row)
        self.count = num * PER.get(shape, 1)

    def body(self):
        text = "  mov.u32 %v0, 0;\n"
        for c in range(32):
            text += "  tcgen05.st.sync.aligned.32x32b.x1.b32 [%%quarter+%d], {{%%v0}};\n" % c
        text += "  tcgen05.wait::st.sync.aligned;\n"
        for r in range(self.count):
            text += "  mad.lo.u32 %%v%d, %%t, 65599, %d;\n" % (r, 1 + r * 7 + (r << 20))
        split = " %d," % (self.num * (2 if self.packed else 1)) if self.shape == "16x32bx2" else ""
        text += "  add.u32 %%i, %%quarter, %d;\n" % (self.row << 16)
        text += "  tcgen05.st.sync.aligned.%s.x%d%s.b32 [%%i],%s {{%s}};\n" % (
            self.shape, self.num, ".unpack::16b" if self.packed else "", split,
            ", ".join("%%v%d" % r for r in range(self.count)))
        return text + "  tcgen05.wait::st.sync.aligned;\n" + dump(32)

    def input(self):
        return bytes(32768)

    def expected(self):
        table = [[0] * 32 for _ in range(128)]
        for t in range(128):
            for r in range(self.count):
                v = (t * 65599 + 1 + r * 7 + (r << 20)) % (1 << 32)
                parts = [v & 0xffff, v >> 16] if self.packed else [v]
                where = cells(self.shape, self.num, t % 32, r, self.packed)
                for part, (row, column) in zip(parts, where):
                    table[t // 32 * 32 + (self.row + row) % 32][column] = part
        return b"".join(struct.pack("<32I", *row) for row in table)


class Load(Case):
    """Numbers everywhere, loaded in a shape, also packed."""
    allocated = 32

    def __init__(self, shape, num, packed=False, row=0):
        self.shape, self.num, self.packed, self.row = shape, num, packed, row
        self.name = "ld_%s_x%d%s_%d" % (shape, num, "_pack" if packed else "", row)
        self.count = num * PER.get(shape, 1)

    def body(self):
        text = ""
        for c in range(32):
            text += "  mad.lo.u32 %%v0, %%t, 65599, %d;\n" % (c << 8)
            text += "  tcgen05.st.sync.aligned.32x32b.x1.b32 [%%quarter+%d], {{%%v0}};\n" % c
        text += "  tcgen05.wait::st.sync.aligned;\n"
        split = ", %d" % (self.num * (2 if self.packed else 1)) if self.shape == "16x32bx2" else ""
        regs = ["%%v%d" % r for r in range(self.count)]
        text += "  add.u32 %%i, %%quarter, %d;\n" % (self.row << 16)
        text += "  tcgen05.ld.sync.aligned.%s.x%d%s.b32 {{%s}}, [%%i]%s;\n" % (
            self.shape, self.num, ".pack::16b" if self.packed else "", ", ".join(regs), split)
        text += "  tcgen05.wait::ld.sync.aligned;\n"
        text += "  mul.wide.u32 %%x, %%t, %d;\n  add.u64 %%x, %%x, %%out;\n" % (4 * self.count)
        for r, reg in enumerate(regs):
            text += "  st.global.b32 [%%x+%d], %s;\n" % (4 * r, reg)
        return text + "  setp.ne.u32 %p, %warp, 0;\n"

    def input(self):
        return bytes(32768)

    def expected(self):
        out = []
        for t in range(128):
            for r in range(self.count):
                v = 0
                where = cells(self.shape, self.num, t % 32, r, self.packed)
                for k, (row, column) in enumerate(where):
                    cell = (t // 32 * 32 + (self.row + row) % 32) * 65599 + (column << 8)
                    v |= (cell & 0xffff) << 16 * k if self.packed else cell
                out.append(v)
        return struct.pack("<%dI" % len(out), *out)


class Reduce(Case):
    """Numbers of each thread's lane and column, NaNs among them, loaded and reduced."""
    allocated = 32

    def __init__(self, shape, num, op, kind):
        self.shape, self.num, self.op, self.kind = shape, num, op, kind
        self.name = "red_%s_x%d_%s_%s" % (shape, num, op, kind)
        self.name = self.name.replace(".", "_")
        rng = random.Random(self.name)
        special = [0x7fc00001, 0xff800001, 0x80000000, 0, 0x7f800000, 0xff800000]
        self.cells = [[rng.choice(special) if rng.random() < 0.2 or lane == 5
                       else rng.getrandbits(32) & 0xbfffffff for _ in range(32)]
                      for lane in range(128)]
        # A lane of NaNs only.
        self.cells[37] = [0x7fc00001] * 32

    def body(self):
        text = "  mul.wide.u32 %x, %t, 128;\n  add.u64 %x, %x, %in;\n"
        for c in range(32):
            text += "  ld.global.b32 %%v0, [%%x+%d];\n" % (4 * c)
            text += "  tcgen05.st.sync.aligned.32x32b.x1.b32 [%%quarter+%d], {{%%v0}};\n" % c
        text += "  tcgen05.wait::st.sync.aligned;\n"
        regs = ["%%v%d" % r for r in range(self.num)]
        text += "  tcgen05.ld.red.sync.aligned.%s.x%d.%s.%s {{%s}}, %%idesc, [%%quarter]%s;\n" % (
            self.shape, self.num, self.op, self.kind, ", ".join(regs),
            ", 16" if self.shape == "16x32bx2" else "")
        text += "  tcgen05.wait::ld.sync.aligned;\n"
        text += "  mul.wide.u32 %%x, %%t, %d;\n  add.u64 %%x, %%x, %%out;\n" % (4 * self.num + 4)
        for r, reg in enumerate(regs + ["%idesc"]):
            text += "  st.global.b32 [%%x+%d], %s;\n" % (4 * r, reg)
        return text + "  setp.ne.u32 %p, %warp, 0;\n"

    def input(self):
        return b"".join(struct.pack("<32I", *row) for row in self.cells).ljust(32768, b"\0")

    def reduce(self, values):
        best = min if self.op.startswith("min") else max
        if self.kind == "u32":
            return best(values)
        if self.kind == "s32":
            return best(v - (v >> 31 << 32) for v in values) % (1 << 32)
        if ".abs" in self.op:
            values = [v & 0x7fffffff for v in values]
        numbers = [v for v in values if v & 0x7fffffff <= 0x7f800000]
        if not numbers or (".NaN" in self.op and len(numbers) < len(values)):
            return 0x7fffffff
        # +0 is above -0.
        return best(numbers, key=lambda v: (struct.unpack("<f", struct.pack("<I", v))[0],
                                            -(v >> 31)))

    def expected(self):
        out = []
        for t in range(128):
            lane, first = t, 0
            if self.shape == "16x32bx2":
                lane, first = t // 32 * 32 + t % 16, t % 32 // 16 * 16
            values = self.cells[lane][first:first + self.num]
            out += values + [self.reduce(values)]
        return struct.pack("<%dI" % len(out), *out)


FACTORS = {"f16": (2, 0), "bf16": (2, 1), "tf32": (4, 2), "u8": (1, 0), "s8": (1, 1),
           "e4m3": (1, 0), "e5m2": (1, 1)}
KIND = {"f16": "f16", "bf16": "f16", "tf32": "tf32", "u8": "i8", "s8": "i8", "e4m3": "f8f6f4",
        "e5m2": "f8f6f4"}
SMALL = {"e4m3": {0: 0, 1: 0x38, 2: 0x40, 3: 0x44}, "e5m2": {0: 0, 1: 0x3c, 2: 0x40, 3: 0x42}}


def encode(kind, v):
    if kind == "f16":
        return struct.pack("<e", v)
    if kind == "bf16":
        return struct.pack("<f", v)[2:]
    if kind == "tf32":
        return struct.pack("<f", v)
    if kind in SMALL:
        return bytes([SMALL[kind][abs(v)] | (128 if v < 0 else 0)])
    return bytes([v & 255])


class Product(Case):
    def __init__(self, a, b, m, n, swizzle=0, trans=(0, 0), half=False, tmem=False, negate=0,
                 twice=False):
        self.types, self.m, self.n, self.swizzle, self.trans = (a, b), m, n, swizzle, trans
        self.half, self.tmem, self.negate, self.twice = half, tmem, negate, twice
        self.k = 32 // FACTORS[a][0]
        self.name = "mma_%s_%s_%dx%d_%d_%d%d%s%s%s%s" % (
            a, b, m, n, swizzle, *trans, "_half" if half else "", "_tmem" if tmem else "",
            "_neg%d" % negate if negate else "", "_twice" if twice else "")
        self.allocated = 64 if n <= 32 else 128
        rng = random.Random(self.name)
        low, high = (0, 3) if a == "u8" else (-3, 3)
        lowb = 0 if b == "u8" else -3
        self.a = [[rng.randint(low, high) for _ in range(self.k)] for _ in range(m)]
        self.b = [[rng.randint(lowb, high) for _ in range(self.k)] for _ in range(n)]

    def place(self, rows, row, k, size, trans):
        """The byte of an element: atoms of 8 lines, side by side along the line first."""
        pattern = self.swizzle or 16
        line, fast = (k, row) if trans else (row, k)
        unit = fast * size // 16
        units = pattern // 16
        atoms = -(-(rows if trans else self.k) * size // pattern)  # of a line
        atom = (line // 8) * atoms + unit // units
        at = atom * 8 * pattern + line % 8 * pattern + unit % units * 16
        at ^= (at // 128 % 8 & (units - 1)) * 16
        return at + fast * size % 16

    def descriptor(self, rows, size, trans, at):
        pattern = self.swizzle or 16
        atoms = -(-(rows if trans else self.k) * size // pattern)
        along, across = 8 * pattern, 8 * pattern * atoms
        if trans and not self.swizzle:
            along, across = across, along
        mode = {0: 0, 128: 2, 64: 4, 32: 6}[self.swizzle]
        return mode << 61 | 1 << 46 | across // 16 << 32 | along // 16 << 16 | at // 16

    def body(self):
        size = FACTORS[self.types[0]][0]
        isint = KIND[self.types[0]] == "i8"
        idesc = ((2 if isint else 0 if self.half else 1) << 4 | FACTORS[self.types[0]][1] << 7
                 | FACTORS[self.types[1]][1] << 10 | self.negate << 13 | self.trans[0] << 15
                 | self.trans[1] << 16 | self.n // 8 << 17 | self.m // 16 << 24)
        text = "  shr.u32 %v0, %s, 4;\n  cvt.u64.u32 %x, %v0;\n  and.b64 %x, %x, 0x3fff;\n"
        for reg, rows, trans, at in (("%da", self.m, self.trans[0], A_AT),
                                     ("%db", self.n, self.trans[1], B_AT)):
            text += "  mov.u64 %s, %d;\n  add.u64 %s, %s, %%x;\n" % (
                reg, self.descriptor(rows, size, trans, at), reg, reg)
        text += "  mov.u32 %%idesc, %d;\n" % idesc
        a = "%da"
        if self.tmem:
            # Rows of a from the input, eight columns behind those of d.
            a = "[%%tm+%d]" % self.n
            text += ("  mul.wide.u32 %x, %t, 32;\n  add.u64 %x, %x, %in;\n"
                     "  ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [%x];\n"
                     "  ld.global.v4.b32 {{%v4, %v5, %v6, %v7}}, [%x+16];\n"
                     "  tcgen05.st.sync.aligned.32x32b.x8.b32 "
                     "[%quarter+@N@], {{%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7}};\n"
                     "  tcgen05.wait::st.sync.aligned;\n"
                     "  tcgen05.fence::before_thread_sync;\n  bar.sync 0;\n"
                     "  tcgen05.fence::after_thread_sync;\n").replace("@N@", str(self.n))
        mma = "  @%%first tcgen05.mma.cta_group::1.kind::%s [%%tm], %s, %%db, %%idesc, %s;\n"
        text += "  setp.ne.u32 %p, %t, %t;\n"
        text += mma % (KIND[self.types[0]], a, "%p")
        if self.twice:
            text += "  setp.eq.u32 %p, %t, %t;\n" + mma % (KIND[self.types[0]], a, "%p")
        return text + WAIT + dump(self.n)

    def input(self):
        data = bytearray(32768)
        size = FACTORS[self.types[0]][0]
        for matrix, rows, at, trans, kind in ((self.a, self.m, A_AT, self.trans[0], self.types[0]),
                                              (self.b, self.n, B_AT, self.trans[1], self.types[1])):
            for r in range(rows):
                for k in range(self.k):
                    if at == A_AT and self.tmem:
                        lane = r if self.m == 128 else r // 16 * 32 + r % 16
                        place = lane * 32 + k * size
                    else:
                        place = at + self.place(rows, r, k, size, trans)
                    data[place:place + size] = encode(kind, matrix[r][k])
        return bytes(data)

    def expected(self):
        garbage = struct.pack("<I", 0xbadc0de5)
        sign = -1 if self.negate in (1, 2) else 1
        rows = [[garbage] * self.n for _ in range(128)]
        for r in range(self.m):
            lane = r if self.m == 128 else r // 16 * 32 + r % 16
            for n in range(self.n):
                v = sign * sum(x * y for x, y in zip(self.a[r], self.b[n]))
                v *= 2 if self.twice else 1
                rows[lane][n] = (struct.pack("<i", v) if KIND[self.types[0]] == "i8" else
                                 struct.pack("<e", v) + b"\0\0" if self.half else
                                 struct.pack("<f", v))
        return b"".join(b"".join(row) for row in rows)


class Copy(Case):
    allocated = 32

    def __init__(self, shape, multicast="", lane=0, bits=8):
        self.shape, self.multicast, self.lane, self.bits = shape, multicast, lane, bits
        self.name = "cp_" + shape + multicast.replace(".", "_").replace("::", "_") + (
            "_%d" % lane if lane else "") + ("_b%d" % bits if bits < 8 else "")
        self.columns = 8 if shape in ("128x256b", "4x256b") else 4
        rng = random.Random(self.name)
        self.data = bytes(rng.randrange(256) for _ in range(32768))

    def body(self):
        units = self.columns // 4
        at = "[%%tm+%d]" % (self.lane << 16)
        desc = 1 << 46 | (8 * 16 * units) // 16 << 32 | (8 * 16) // 16 << 16
        text = "  shr.u32 %v0, %s, 4;\n  cvt.u64.u32 %x, %v0;\n  and.b64 %x, %x, 0x3fff;\n"
        text += "  mov.u64 %%da, %d;\n  add.u64 %%da, %%da, %%x;\n" % desc
        # What the copy leaves is zero.
        text += "  mov.u32 %v0, 0;\n"
        for c in range(8):
            text += "  tcgen05.st.sync.aligned.32x32b.x1.b32 [%%quarter+%d], {{%%v0}};\n" % c
        text += ("  tcgen05.wait::st.sync.aligned;\n  tcgen05.fence::before_thread_sync;\n"
                 "  bar.sync 0;\n  tcgen05.fence::after_thread_sync;\n")
        text += "  @%%first tcgen05.cp.cta_group::1.%s%s%s %s, %%da;\n" % (
            self.shape, self.multicast,
            {4: ".b8x16.b4x16_p64", 6: ".b8x16.b6x16_p32", 8: ""}[self.bits], at)
        return text + WAIT + dump(8)

    def input(self):
        return self.data

    def expected(self):
        out = b""
        units = self.columns // 4
        for lane in range(128):
            quarter = lane // 32
            if self.shape == "4x256b" and lane % 32 != self.lane:
                out += bytes(32)
                continue
            row = {"4x256b": quarter, "32x128b": lane % 32, "64x128b": lane % 32 + 32 * (
                quarter // 2 if "01_23" in self.multicast else quarter % 2)}.get(self.shape, lane)
            for unit in range(units):
                at = row // 8 * 128 * units + unit * 128 + row % 8 * 16
                out += self.widen(self.data[at:at + 16])
            out += bytes(32 - 16 * units)
        return out

    def widen(self, unit):
        """16 elements, and padding, to the middle of a byte each (CUTLASS's
        cp_narrow_a_to_tmem_mma.py: 00xxxx00, 0xxxxxx0)."""
        if self.bits == 8:
            return unit
        row = int.from_bytes(unit, "little")
        return bytes((row >> k * self.bits) % (1 << self.bits) << (8 - self.bits) // 2
                     for k in range(16))


def cases():
    for cls in (Store, Load):
        for shape, nums in (("32x32b", (1, 4, 16)), ("16x64b", (1, 2, 8)), ("16x128b", (1, 4)),
                            ("16x256b", (1, 2)), ("16x32bx2", (1, 4))):
            for num in nums:
                yield cls(shape, num)
        yield cls("16x128b", 2, row=16)
        for shape, nums in (("32x32b", (1, 8)), ("16x64b", (1, 4)), ("16x128b", (1, 2)),
                            ("16x256b", (1, 2)), ("16x32bx2", (1, 2, 4))):
            for num in nums:
                yield cls(shape, num, packed=True)
    for a, b in (("f16", "f16"), ("bf16", "f16"), ("tf32", "tf32"), ("u8", "s8"), ("s8", "s8"),
                 ("e4m3", "e5m2")):
        yield Product(a, b, 128, 16)
        yield Product(a, b, 64, 24)
    for swizzle in (32, 64, 128):
        yield Product("f16", "f16", 128, 32, swizzle)
    yield Product("f16", "f16", 128, 64, 128, (1, 1))
    yield Product("f16", "f16", 128, 16, 0, (1, 1))
    yield Product("f16", "f16", 128, 16, half=True)
    yield Product("f16", "f16", 128, 16, negate=1)
    yield Product("f16", "bf16", 128, 16, twice=True)
    yield Product("f16", "f16", 128, 16, half=True, twice=True)
    yield Product("s8", "u8", 128, 16, twice=True)
    yield Product("f16", "f16", 128, 16, tmem=True)
    yield Product("f16", "f16", 64, 16, tmem=True)
    yield Product("s8", "s8", 128, 32, tmem=True)
    yield Copy("128x256b")
    yield Copy("128x128b")
    yield Copy("64x128b", ".warpx2::02_13")
    yield Copy("64x128b", ".warpx2::01_23")
    yield Copy("32x128b", ".warpx4")
    yield Copy("4x256b")
    yield Copy("4x256b", lane=31)
    for bits in (4, 6):
        for shape, multicast in (("128x256b", ""), ("4x256b", ""), ("128x128b", ""),
                                 ("64x128b", ".warpx2::02_13"), ("64x128b", ".warpx2::01_23"),
                                 ("32x128b", ".warpx4")):
            yield Copy(shape, multicast, bits=bits)


def reductions():
    for num in (2, 16):
        for op, kind in (("min", "u32"), ("max", "u32"), ("min", "s32"), ("max", "s32"),
                         ("min", "f32"), ("max.abs", "f32"), ("max.NaN", "f32"),
                         ("min.abs.NaN", "f32")):
            yield Reduce("32x32b", num, op, kind)
    yield Reduce("16x32bx2", 4, "max", "f32")


def main():
    run_groups(__doc__, [Group("8.7", "sm_100a", list(cases())),
                         Group("8.8", "sm_103a", list(reductions()))], levels=("O0", "O3"))


if __name__ == "__main__":
    main()
