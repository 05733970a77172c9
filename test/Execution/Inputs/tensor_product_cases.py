"""Products in tensor memory (tcgen05) by pairs of blocks, with scales, of narrow elements
and with lanes that stay as they are; arrivals of several blocks; an allocation that waits.
The PTX interpreter, and with --ptxas the machine on ptxas's code, against plain arithmetic.
Where things lie is from the PTX ISA (9.7.16.10) and CuTe (mma_traits_sm100_frag.hpp:
tmem_frg, tmem_sf_frg; mma_sm100_desc.hpp: the descriptors)."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

# In shared memory, and in what each block has of the input.
A_AT, B_AT, SCALES_A, SCALES_B, INPUT = 0, 8192, 16384, 16896, 17408
HEAD = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
.reqntid 128
{cluster}
{{
  .reg .b64 %in, %out, %x, %da, %db;
  .reg .b32 %t, %s, %i, %bar, %tm, %warp, %quarter, %idesc, %rank;
  .reg .b32 %v<32>;
  .reg .b16 %mask;
  .reg .pred %first, %leader, %done, %p;
  .shared .align 1024 .b8 sm[17408];
  .shared .align 8 .b64 bar;
  .shared .align 4 .b32 at;
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mov.u32 %rank, %cluster_ctarank;
  shr.u32 %warp, %t, 5;
  mov.u32 %s, sm;
  mov.u32 %bar, bar;
  mul.wide.u32 %x, %rank, {input};
  add.u64 %in, %in, %x;
  mul.wide.u32 %x, %rank, {output};
  add.u64 %out, %out, %x;
  or.b32 %i, %t, %rank;
  setp.eq.u32 %leader, %i, 0;
  setp.eq.u32 %first, %t, 0;
  @%first mbarrier.init.shared.b64 [%bar], {arrivals};
  @%first fence.mbarrier_init.release.cluster;
  setp.ne.u32 %p, %warp, 0;
  @%p bra {name}_allocated;
  mov.u32 %i, at;
  tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [%i], 128;
  tcgen05.relinquish_alloc_permit.cta_group::{group}.sync.aligned;
{name}_allocated:
  shl.b32 %i, %t, 4;
{name}_fill:
  cvt.u64.u32 %x, %i;
  add.u64 %x, %x, %in;
  ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [%x];
  add.u32 %v4, %s, %i;
  st.shared.v4.b32 [%v4], {{%v0, %v1, %v2, %v3}};
  add.u32 %i, %i, 2048;
  setp.lt.u32 %p, %i, {input};
  @%p bra {name}_fill;
  fence.proxy.async;
  bar.sync 0;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  ld.shared.u32 %tm, [at];
  shl.b32 %quarter, %warp, 21;
  add.u32 %quarter, %quarter, %tm;
{body}
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  setp.ne.u32 %p, %warp, 0;
  @%p bra {name}_end;
  tcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %tm, 128;
{name}_end:
  ret;
}}
"""
SYNC = """  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  tcgen05.fence::after_thread_sync;
"""
WAIT = """{name}_wait:
  mbarrier.try_wait.parity.shared.b64 %done, [%bar], 0;
  @!%done bra {name}_wait;
  tcgen05.fence::after_thread_sync;
"""
GARBAGE = 0xbadc0de5


def store(start, regs):
    return "  tcgen05.st.sync.aligned.32x32b.x%d.b32 [%s], {%s};\n" % (
        len(regs), start, ", ".join(regs)) + "  tcgen05.wait::st.sync.aligned;\n"


def dump(columns):
    """All columns of the lanes of a warp to `out`: row after row."""
    text = "  mul.wide.u32 %%x, %%t, %d;\n  add.u64 %%x, %%x, %%out;\n" % (4 * columns)
    for c in range(0, columns, 8):
        regs = ["%%v%d" % k for k in range(8)]
        text += "  tcgen05.ld.sync.aligned.32x32b.x8.b32 {%s}, [%%quarter+%d];\n" % (
            ", ".join(regs), c)
        text += "  tcgen05.wait::ld.sync.aligned;\n"
        for k in (0, 4):
            text += "  st.global.v4.b32 [%%x+%d], {%s};\n" % (
                4 * (c + k), ", ".join(regs[k:k + 4]))
    return text


def minifloat(exponent, fraction):
    """The bits of 0 to 3 in a format of so many bits."""
    bias = (1 << exponent - 1) - 1
    one = bias << fraction
    top = 1 << exponent + fraction
    bits = {0: 0, 1: one, 2: one + (1 << fraction), 3: one + (3 << fraction - 1)}
    return lambda v: bits[abs(v)] | (top if v < 0 else 0)


def half(v):
    return struct.unpack("<H", struct.pack("<e", v))[0]


# Elements: bits, how many in 16 bytes of shared memory, their code in descriptors, encoder.
TYPES = {"f16": (16, 8, 0, half), "s8": (8, 16, 1, lambda v: v & 255),
         "e4m3": (8, 16, 0, minifloat(4, 3)), "e5m2": (8, 16, 1, minifloat(5, 2)),
         "e2m3": (6, 16, 3, minifloat(2, 3)), "e3m2": (6, 16, 4, minifloat(3, 2)),
         "e2m1": (4, 16, 5, minifloat(2, 1)), "nibble": (4, 32, 1, minifloat(2, 1))}
SCALES = {"ue8m0": {0.5: 126, 1: 127, 2: 128, 4: 129},
          "ue4m3": {0.5: 0x30, 1: 0x38, 1.5: 0x3c, 2: 0x40}}


def copy_scales(group, a, b):
    """The scales of a and b, at these places of shared memory, come by copies of 32 rows, for
    each quarter of the lanes, to columns 96 and 104."""
    text = ""
    for at, column in ((a, 96), (b, 104)):
        text += "  shr.u32 %v0, %s, 4;\n  cvt.u64.u32 %x, %v0;\n  and.b64 %x, %x, 0x3fff;\n"
        text += "  add.u64 %%x, %%x, %d;\n" % (1 << 46 | 8 << 32 | at // 16)
        text += "  @%%leader tcgen05.cp.cta_group::%d.32x128b.warpx4 [%%tm+%d], %%x;\n" % (
            group, column)
    return text


def spell_scales(case):
    """How many numbers have one scale has two spellings."""
    vector = case.scales[0]
    if case.pair or case.tmem:
        return ".block_scale" + (".block16" if vector == "4X" else ".block32")
    return ".block_scale.scale_vec::" + vector


class Product:
    """`pair`: two blocks. `scales`: (scale_vec, type, first byte of a, of b)."""

    def __init__(self, kind, a, b, m, n, pair=False, scales=None, tmem=False, masked=False,
                 lane=0, commits=1, check=False, relay=False):
        self.kind, self.types, self.m, self.n, self.pair = kind, (a, b), m, n, pair
        self.scales, self.tmem, self.masked, self.lane = scales, tmem, masked, lane
        self.commits = commits
        # Another thread goes on behind a fence: the product of what this one has
        # copied, or a second product on top of the first.
        self.relay = relay
        self.name = "_".join(str(x) for x in (
            "product", kind, a, b, m, n, "pair" if pair else "one",
            "%s_%s_%d%d" % scales if scales else "plain") + (("tmem",) if tmem else ())
            + (("masked",) if masked else ()) + (("lane%d" % lane,) if lane else ())
            + (("commits%d" % commits,) if commits > 1 else ())
            + (("checked",) if check else ()) + (("relay",) if relay else ()))
        # Blocks of the cluster, and of them those that one product is of.
        self.blocks = 2 if pair or commits > 1 else 1
        self.group = 2 if pair else 1
        self.options = ("--block=128", "--grid=%d" % self.blocks, "--max-instructions=400000")
        if check:
            self.options += ("--check=memory",)
        self.k = 256 // TYPES[a][0] if a != "e2m1" and TYPES[a][0] != 6 else 32
        rng = random.Random(self.name)
        count = self.blocks // self.group
        low = 0 if kind == "i8" else -3
        draw = lambda rows: [[rng.randint(low, 3) for _ in range(self.k)] for _ in range(rows)]
        # Of each product.
        self.a = [draw(m) for _ in range(count)]
        self.b = [draw(n) for _ in range(count)]
        self.mask = [rng.getrandbits(32) for _ in range(4 * self.group)] if masked else None
        if scales:
            self.vector = int(scales[0][0])
            pick = lambda rows: [[rng.choice(list(SCALES[scales[1]])) for _ in range(self.vector)]
                                 for _ in range(rows)]
            self.sa, self.sb = pick(m), pick(n)

    def text(self):
        body = self.body().replace("{name}", self.name)
        return HEAD.replace("{body}", "@BODY@").format(
            name=self.name, group=self.group, arrivals=self.commits, input=INPUT,
            output=512 * self.n,
            cluster=".reqnctapercluster %d, 1, 1" % self.blocks).replace("@BODY@", body)

    def body(self):
        a, b = TYPES[self.types[0]], TYPES[self.types[1]]
        idesc = a[2] << 7 | b[2] << 10 | self.n // 8 << 17 | self.m // 16 << 24
        if self.scales:
            idesc |= (self.scales[3] << 4 | (self.scales[1] == "ue8m0") << 23
                      | self.scales[2] << 29)
        else:
            idesc |= (2 if self.kind == "i8" else 1) << 4
        # 16 bytes side by side are 128 bytes apart, groups of eight rows 256.
        text = "  shr.u32 %v0, %s, 4;\n  cvt.u64.u32 %x, %v0;\n  and.b64 %x, %x, 0x3fff;\n"
        for reg, at in (("%da", A_AT), ("%db", B_AT)):
            text += "  mov.u64 %s, %d;\n  add.u64 %s, %s, %%x;\n" % (
                reg, 1 << 46 | 16 << 32 | 8 << 16 | at // 16, reg, reg)
        where = "%da"
        if self.tmem:
            # Lanes of the input's rows of 32 bytes, 8 columns behind d.
            where = "[%%tm+%d]" % (self.n + (self.lane << 16))
            text += ("  mul.wide.u32 %x, %t, 32;\n  add.u64 %x, %x, %in;\n"
                     "  ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%x];\n"
                     "  ld.global.v4.b32 {%v4, %v5, %v6, %v7}, [%x+16];\n"
                     + store("%%quarter+%d" % self.n, ["%%v%d" % k for k in range(8)]) + SYNC)
        text += "  mov.u32 %%idesc, %d;\n  setp.ne.u32 %%p, %%t, %%t;\n" % (
            idesc - (1 << 32) if idesc >> 31 else idesc)
        if self.blocks > self.group:
            text += "  setp.eq.u32 %leader, %t, 0;\n"
        operands = "%idesc"
        if self.scales:
            text += copy_scales(self.group, SCALES_A, SCALES_B)
            operands += ", [%tm+96], [%tm+104]"
        if self.masked:
            for k, v in enumerate(self.mask):
                text += "  mov.u32 %%v%d, %d;\n" % (k, v)
            operands += ", {%s}" % ", ".join("%%v%d" % k for k in range(len(self.mask)))
        scale = spell_scales(self) if self.scales else ""
        product = "  @%%leader tcgen05.mma.cta_group::%d.kind::%s%s [%%tm%s], %s, %%db, %s, %%p;\n" % (
            self.group, self.kind, scale, "+%d" % (self.lane << 16) if self.lane else "", where,
            operands)
        if self.relay:
            text += ("" if self.scales else product) + SYNC + "  setp.eq.u32 %leader, %t, 32;\n"
            if not self.scales:
                text += "  setp.eq.u32 %p, %t, %t;\n"
        text += product
        if self.blocks > 1:
            text += "  mov.u16 %mask, 3;\n"
            text += ("  @%%leader tcgen05.commit.cta_group::%d.mbarrier::arrive::one"
                     ".shared::cluster.multicast::cluster.b64 [%%bar], %%mask;\n" % self.group)
        else:
            text += ("  @%leader tcgen05.commit.cta_group::1.mbarrier::arrive::one"
                     ".shared::cluster.b64 [%bar];\n")
        return text + WAIT + dump(self.n)

    def put(self, data, rows, at, kind):
        bits, per, _, encode = TYPES[kind]
        for r, row in enumerate(rows):
            for k, v in enumerate(row):
                unit, bit = k // per, k % per * bits
                place = at + r // 8 * 256 + unit * 128 + r % 8 * 16
                word = int.from_bytes(data[place:place + 16], "little") | encode(v) << bit
                data[place:place + 16] = word.to_bytes(16, "little")

    def put_lanes(self, data, rows, kind):
        """Rows of a block where tensor memory has them."""
        bits, _, _, encode = TYPES[kind]
        for r, row in enumerate(rows):
            word = sum(encode(v) << k * bits for k, v in enumerate(row)).to_bytes(32, "little")
            lanes = [r]
            if self.m == 64:
                lanes = [self.lane + r // 16 * 32 + r % 16]
            elif self.pair and self.m == 128:
                lanes = [r, r + 64]  # TmemAllocMode::Duplicated
            for lane in lanes:
                data[lane * 32:lane * 32 + 32] = word

    def put_scales(self, data, at, scales, first, columns):
        """Four bytes of 32 rows each, four times; what is no scale is garbage."""
        rng = random.Random(self.name)
        for i in range(512):
            data[at + i] = rng.randrange(256)
        for r, row in enumerate(scales):
            for s, v in enumerate(row):
                data[at + r % 32 * 16 + r // 32 * 4 + first + s] = SCALES[self.scales[1]][v]

    def input(self):
        out = b""
        for block in range(self.blocks):
            data = bytearray(INPUT)
            which = block // self.group
            rank = block % self.group
            rows, cols = self.m // self.group, self.n // self.group
            a = self.a[which][rank * rows:(rank + 1) * rows]
            if self.tmem:
                self.put_lanes(data, a, self.types[0])
            else:
                self.put(data, a, A_AT, self.types[0])
            self.put(data, self.b[which][rank * cols:(rank + 1) * cols], B_AT, self.types[1])
            if self.scales:
                self.put_scales(data, SCALES_A, self.sa[rank * rows:(rank + 1) * rows],
                                self.scales[2], rows)
                self.put_scales(data, SCALES_B, self.sb, self.scales[3], self.n)
            out += bytes(data)
        return out

    def value(self, which, r, n):
        total = 0
        for k in range(self.k):
            x = self.a[which][r][k] * self.b[which][n][k]
            if self.scales:
                block = k * self.vector // self.k
                x *= self.sa[r][block] * self.sb[n][block]
            total += x
        if self.relay and not self.scales:
            total *= 2
        return struct.unpack("<I", struct.pack("<i" if self.kind == "i8" else "<f", total))[0]

    def expected(self):
        out = b""
        rows = self.m // self.group
        for block in range(self.blocks):
            cells = [[GARBAGE] * self.n for _ in range(128)]
            which, rank = block // self.group, block % self.group
            for r in range(rows):
                for n in range(self.n):
                    lane, column = r, n
                    if self.m == 64:
                        lane = self.lane + r // 16 * 32 + r % 16
                    elif self.pair and self.m == 128:  # "2x2"
                        lane, column = r + n // (self.n // 2) * 64, n % (self.n // 2)
                    if self.mask and self.mask[rank * 4 + lane // 32] >> lane % 32 & 1:
                        continue
                    cells[lane][column] = self.value(which, rank * rows + r, n)
            out += b"".join(struct.pack("<%dI" % self.n, *row) for row in cells)
        return out


class Waiting:
    """The second warp wants columns that the first one has, and gets them later."""
    name = "waiting"
    options = ("--block=64", "--max-instructions=400000")

    def text(self):
        return """
.visible .entry waiting(.param .u64 pin, .param .u64 pout)
{
  .reg .b64 %in, %out;
  .reg .b32 %t, %i, %v, %tm;
  .reg .pred %p;
  .shared .align 4 .b32 at[2];
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mov.u32 %i, at;
  setp.ge.u32 %p, %t, 32;
  @%p bra second;
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%i], 512;
  bar.sync 0;
  mov.u32 %v, 0;
loop:
  add.u32 %v, %v, 1;
  st.volatile.global.u32 [%out], %v;
  setp.lt.u32 %p, %v, 300;
  @%p bra loop;
  ld.shared.u32 %tm, [at];
  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, 512;
  ret;
second:
  bar.sync 0;
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%i+4], 256;
  ld.volatile.global.u32 %v, [%out];
  st.global.u32 [%out+4], %v;
  ld.shared.u32 %tm, [at+4];
  st.global.u32 [%out+8], %tm;
  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tm, 256;
  ret;
}
"""

    def input(self):
        return bytes(16)

    def expected(self):
        return struct.pack("<3I", 300, 300, 0)


def cases():
    yield Waiting()
    P = Product
    # Pairs of blocks.
    yield P("f16", "f16", "f16", 256, 32, pair=True)
    yield P("f16", "f16", "f16", 128, 64, pair=True)
    yield P("f8f6f4", "e4m3", "e5m2", 256, 64, pair=True)
    yield P("i8", "s8", "s8", 128, 32, pair=True)
    yield P("f16", "f16", "f16", 256, 32, pair=True, tmem=True)
    yield P("f16", "f16", "f16", 128, 32, pair=True, tmem=True)
    yield P("f16", "f16", "f16", 256, 32, pair=True, masked=True)
    # Two blocks that both arrive at the barriers of both.
    yield P("f16", "f16", "f16", 128, 16, commits=2)
    # The check of memory has nothing to say of them.
    yield P("f16", "f16", "f16", 128, 16, check=True)
    yield P("f16", "f16", "f16", 128, 16, commits=2, check=True)
    yield P("mxf4nvf4", "nibble", "nibble", 256, 32, pair=True, scales=("4X", "ue4m3", 0, 0),
            check=True)
    # The upper half of the lanes of each warp; lanes that stay.
    yield P("f16", "f16", "f16", 64, 16, tmem=True, lane=16)
    yield P("f16", "f16", "f16", 64, 16, lane=16)
    yield P("f16", "f16", "f16", 128, 16, masked=True)
    yield P("i8", "s8", "s8", 128, 16, masked=True)
    # A thread goes on with what another has started.
    yield P("f16", "f16", "f16", 128, 16, relay=True)
    yield P("mxf8f6f4", "e4m3", "e5m2", 128, 32, scales=("1X", "ue8m0", 0, 0), relay=True)
    # Elements of six and four bits.
    yield P("f8f6f4", "e2m1", "e3m2", 128, 16)
    yield P("f8f6f4", "e2m3", "e4m3", 64, 16)
    # Scales.
    yield P("mxf8f6f4", "e4m3", "e5m2", 128, 32, scales=("1X", "ue8m0", 0, 0))
    yield P("mxf8f6f4", "e2m1", "e3m2", 128, 48, scales=("1X", "ue8m0", 1, 2))
    yield P("mxf4", "nibble", "nibble", 128, 32, scales=("2X", "ue8m0", 2, 0))
    yield P("mxf4nvf4", "nibble", "nibble", 128, 64, scales=("4X", "ue4m3", 0, 0))
    yield P("mxf4nvf4", "nibble", "nibble", 128, 16, scales=("2X", "ue8m0", 0, 2))
    yield P("mxf4", "nibble", "nibble", 128, 16, scales=("2X", "ue8m0", 0, 0), tmem=True)
    yield P("mxf4nvf4", "nibble", "nibble", 256, 64, pair=True, scales=("4X", "ue4m3", 0, 0))
    yield P("mxf8f6f4", "e4m3", "e4m3", 256, 32, pair=True, scales=("1X", "ue8m0", 3, 1))


def main():
    run_groups(__doc__, [Group("8.8", "sm_100a", list(cases()))], levels=("O0", "O3"))


if __name__ == "__main__":
    main()
