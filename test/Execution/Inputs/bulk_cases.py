"""Bulk and tensor copies: the PTX interpreter, and with --ptxas the machine on ptxas's
code, against copies made here. Each kernel has 32 threads; the first issues the copies."""

import argparse
import itertools
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import engines, run  # noqa: E402

SHARED = 8192


KERNEL = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout, .param .align 64 .b8 pmap[128])
{cluster}
{{
  .reg .b64 %in, %out, %map, %x, %y;
  .reg .b32 %t, %i, %s, %bar, %v, %far, %cta, %z;
  .reg .b16 %mask, %o<3>;
  .reg .pred %first, %done, %more;
  .shared .align 1024 .b8 sm[{shared}];
  .shared .align 8 .b64 bars[2];
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u64 %map, pmap;
  cvta.param.u64 %map, %map;
  mov.u32 %t, %tid.x;
  mov.u32 %s, sm;
  mov.u32 %bar, bars;
  mov.u32 %z, 0;
  setp.eq.u32 %first, %t, 0;
  @!%first bra {name}_ready;
  mbarrier.init.shared.b64 [%bar], 1;
  mbarrier.init.shared.b64 [%bar+8], 1;
  fence.mbarrier_init.release.cluster;
{name}_ready:
  mov.u32 %v, 0x01010101;
  shl.b32 %i, %t, 2;
{name}_fill:
  add.u32 %far, %s, %i;
  st.shared.b32 [%far], %v;
  add.u32 %i, %i, 128;
  setp.lt.u32 %more, %i, {shared};
  @%more bra {name}_fill;
  fence.proxy.async;
  bar.sync 0;
{body}
  bar.sync 0;
{after}
  ret;
}}
"""
# Shared memory to the end of `out`, after what is there for copies to global memory.
DUMP = """  cvt.u64.u32 %x, %t;
  shl.b64 %x, %x, 2;
  add.u64 %y, %out, %x;
  add.u64 %y, %y, {at};
  shl.b32 %i, %t, 2;
{name}_dump:
  add.u32 %far, %s, %i;
  ld.shared.b32 %v, [%far];
  st.global.b32 [%y], %v;
  add.u64 %y, %y, 128;
  add.u32 %i, %i, 128;
  setp.lt.u32 %more, %i, {shared};
  @%more bra {name}_dump;
"""
WAIT = """{name}_wait{n}:
  mbarrier.try_wait.parity.shared.b64 %done, [%bar+{at}], {parity};
  @!%done bra {name}_wait{n};
"""
OUT = 8192  # bytes of `out` that copies to global memory may write


class Case:
    """`steps` (text and a function on the Python side) of the first thread."""

    def __init__(self, name, seed=b"", tensor=None, waits=True, cluster=1, size=SHARED):
        self.name, self.tensor, self.cluster, self.size = name, tensor, cluster, size
        rng = random.Random(name)
        self.input = bytes(rng.randrange(256) for _ in range(16384)) if not seed else seed
        self.shared = bytearray(b"\1" * size)
        self.out = bytearray(OUT)
        self.body = ""
        self.waits = waits
        self.columns = None
        self.wide = ""  # columns along one dimension: w or w128
        self.atom = "16"  # what a swizzle of 128 moves together; 32flip: and turns round
        # Of tensors: where to, as PTX calls it, for which blocks; and into L2 before.
        self.destination, self.group, self.prefetches = "shared::cluster", "", False
        self.count = 0
        self.phase = 0

    def one(self, text):
        self.body += "".join("  @%first " + line + "\n" for line in text.splitlines())

    def expect(self, size):
        self.one("mbarrier.arrive.expect_tx.shared.b64 _, [%%bar], %d;" % size)

    def wait(self):
        if not self.waits:
            return
        self.body += WAIT.format(name=self.name, n=self.count, at=0, parity=self.phase)
        self.count += 1
        self.phase ^= 1

    def load(self, at, start, size):
        self.expect(size)
        self.one("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%%s+%d], [%%in+%d], %d, [%%bar];" % (at, start, size))
        self.wait()
        if self.waits:
            self.shared[at:at + size] = self.input[start:start + size]

    def finish(self, read=False):
        if self.waits:
            self.one("cp.async.bulk.commit_group;")
            self.one("cp.async.bulk.wait_group%s 0;" % (".read" if read else ""))

    def store(self, to, at, size, read=False):
        self.one("fence.proxy.async;")
        self.one("cp.async.bulk.global.shared::cta.bulk_group [%%out+%d], [%%s+%d], %d;"
                 % (to, at, size))
        self.finish(read)
        if self.waits:
            self.out[to:to + size] = self.shared[at:at + size]

    def reduce(self, op, kind, to, at, size):
        self.one("cp.reduce.async.bulk.global.shared::cta.bulk_group.%s%s.%s [%%out+%d], "
                 "[%%s+%d], %d;" % (op, ".noftz" if kind in ("f16", "bf16") and op == "add" else "",
                                    kind, to, at, size))
        self.finish()
        width = WIDTH[kind]
        for k in range(0, size, width):
            a = bytes(self.out[to + k:to + k + width])
            b = bytes(self.shared[at + k:at + k + width])
            self.out[to + k:to + k + width] = combine(op, kind, a, b)

    # Where element `i` of a row of `length` lies; rows are no shorter than the swizzle.
    def place(self, row, i, length):
        width, swizzle = WIDTH[self.tensor[0]], self.tensor[4]
        at = row * max(length * width, swizzle) + i * width
        atom = int(self.atom.removesuffix("flip"))
        if swizzle:
            at ^= (at // 128 % 8 & (swizzle // atom - 1)) * atom ^ (
                at // 128 % 2 * 8 if "flip" in self.atom else 0)
        return at

    # Boxes of a tensor of self.tensor: (element, dims, box, step, swizzle, base in input).
    def box(self, start):
        kind, dims, box, step = self.tensor[:4]
        width = WIDTH[kind]
        strides = [width]
        for d in dims[:-1]:
            strides.append(strides[-1] * d)
        counts = [-(-b // s) for b, s in zip(box, step)]
        total = 1
        for c in counts:
            total *= c
        for i in range(total):
            rest, address, inside = i, 0, True
            for d in range(len(dims)):
                rest, x = divmod(rest, counts[d])
                x = start[d] + x * step[d]
                inside &= 0 <= x < dims[d]
                address += x * strides[d]
            yield (self.place(*divmod(i, counts[0]), counts[0]), address if inside else None,
                   width)
        self.bytes = total * width

    # Pixels (im2col): self.columns has channels, pixels, the lower and the upper corner.
    def pixels(self, start, offsets):
        kind, dims, _, step = self.tensor[:4]
        channels, count, lower, upper = self.columns
        width = WIDTH[kind]
        strides = [width]
        for d in dims[:-1]:
            strides.append(strides[-1] * d)
        here = list(start[1:])
        for i in range(count):
            for c in range(channels):
                x = [start[0] + c] + [h + o for h, o in zip(here, list(offsets) + [0])]
                inside = all(0 <= v < d for v, d in zip(x, dims))
                yield self.place(i, c, channels), sum(v * s for v, s in zip(x, strides)) if inside else None, width
            for d in range(len(here)):
                here[d] += step[1 + d] if d < len(here) - 1 else 1
                if d == len(here) - 1 or here[d] <= dims[1 + d] - 1 + upper[d]:
                    break
                here[d] = lower[d]
        self.bytes = channels * count * width

    def prefetch(self, mode, start, offsets=""):
        if self.prefetches:
            self.one("cp.async.bulk.prefetch.tensor.%dd.L2.global.%s [%%map, %s]%s;"
                     % (2 if "gather4" in mode else len(start), mode, self.coordinates(start), offsets))

    def load_pixels(self, at, start, offsets):
        moves = list(self.pixels(start, offsets))
        self.expect(self.bytes)
        for k, o in enumerate(offsets):
            self.one("mov.b16 %%o%d, %d;" % (k, o))
        where = ", ".join("%%o%d" % k for k in range(len(offsets)))
        self.prefetch("im2col", start, ", {%s}" % where)
        self.one("cp.async.bulk.tensor.%dd.%s.global.im2col.mbarrier::complete_tx::bytes%s "
                 "[%%s+%d], [%%map, %s], [%%bar], {%s};"
                 % (len(start), self.destination, self.group, at, self.coordinates(start), where))
        self.wait()
        for to, address, width in moves:
            v = self.input[address:address + width] if address is not None else self.fill(width)
            self.shared[at + to:at + to + width] = v

    # Pixels of a line of each image after the other: those of the column, and behind them the
    # halo of each group of 32 (w128) or of all.
    def line(self, start, halo, shift):
        kind, dims, _, step = self.tensor[:4]
        channels, count, lower, upper = self.columns
        width, count = WIDTH[kind], 128 if self.wide == "w128" else count
        strides = [width]
        for d in dims[:-1]:
            strides.append(strides[-1] * d)
        # The places of each image, the first one from where the copy begins.
        end = dims[1] + upper[0]
        way = [(x, start[-1]) for x in range(start[1], end, step[1])]
        image = start[-1]
        while len(way) < count + halo:
            image += 1
            way += [(x, image) for x in range(lower[0], end, step[1])]
        group = 32 if self.wide == "w128" else count
        ends = range(group, count + 1, group)
        order = way[:count] + [way[e + h] for h in range(halo) for e in ends]
        for i, (w, n) in enumerate(order):
            for c in range(channels):
                x = [start[0] + c, w + shift] + list(start[2:-1]) + [n]
                inside = all(0 <= v < d for v, d in zip(x, dims))
                yield self.place(i, c, channels), sum(v * s for v, s in zip(x, strides)) if inside else None, width
        self.bytes = channels * len(order) * width

    def load_line(self, at, start, halo, shift):
        moves = list(self.line(start, halo, shift))
        mode = "im2col::w" + ("::128" if self.wide == "w128" else "")
        self.expect(self.bytes)
        self.one("mov.b16 %%o0, %d;\nmov.b16 %%o1, %d;" % (halo, shift))
        self.prefetch(mode, start, ", {%o0, %o1}")
        self.one("cp.async.bulk.tensor.%dd.%s.global.%s.mbarrier::complete_tx::bytes%s "
                 "[%%s+%d], [%%map, %s], [%%bar], {%%o0, %%o1};"
                 % (len(start), self.destination, mode, self.group, at, self.coordinates(start)))
        self.wait()
        for to, address, width in moves:
            v = self.input[address:address + width] if address is not None else self.fill(width)
            self.shared[at + to:at + to + width] = v

    def store_pixels(self, at, start, op=None):
        self.one("fence.proxy.async;")
        text = ("cp.%sasync.bulk.tensor.%dd.global.shared::cta%s.im2col_no_offs.bulk_group "
                "[%%map, %s], [%%s+%d];")
        self.one(text % ("reduce." if op else "", len(start), "." + op if op else "",
                         self.coordinates(start), at))
        self.finish()
        self.put(at, self.pixels(start, [0] * (len(start) - 2)), op)

    # Four rows of a tensor of two dimensions, of which the box is one.
    def rows(self, start):
        kind, dims, box = self.tensor[:3]
        width = WIDTH[kind]
        for r, y in enumerate(start[1:]):
            for i in range(box[0]):
                x = start[0] + i
                inside = 0 <= x < dims[0] and 0 <= y < dims[1]
                yield (self.place(r, i, box[0]), (y * dims[0] + x) * width if inside else None,
                       width)
        self.bytes = 4 * box[0] * width

    def load_rows(self, at, start):
        moves = list(self.rows(start))
        self.expect(self.bytes)
        self.prefetch("tile::gather4", start)
        self.one("cp.async.bulk.tensor.2d.%s.global.tile::gather4.mbarrier::complete_tx::bytes%s "
                 "[%%s+%d], [%%map, %s], [%%bar];"
                 % (self.destination, self.group, at, self.coordinates(start)))
        self.wait()
        for to, address, width in moves:
            v = self.input[address:address + width] if address is not None else self.fill(width)
            self.shared[at + to:at + to + width] = v

    def store_rows(self, at, start):
        self.one("fence.proxy.async;")
        self.one("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
                 "[%%map, %s], [%%s+%d];" % (self.coordinates(start), at))
        self.finish()
        self.put(at, self.rows(start), None)

    def put(self, at, moves, op):
        for frm, address, width in moves:
            if address is None:
                continue
            v = bytes(self.shared[at + frm:at + frm + width])
            if op:
                v = combine(op, self.tensor[0], bytes(self.out[address:address + width]), v)
            self.out[address:address + width] = v

    def coordinates(self, start):
        return "{" + ", ".join(str(x) for x in start) + "}"

    def load_box(self, at, start):
        moves = list(self.box(start))
        self.expect(self.bytes)
        self.prefetch("tile", start)
        self.one("cp.async.bulk.tensor.%dd.%s.global.tile.mbarrier::complete_tx::bytes%s"
                 " [%%s+%d], [%%map, %s], [%%bar];"
                 % (len(start), self.destination, self.group, at, self.coordinates(start)))
        self.wait()
        if not self.waits:
            return
        for to, address, width in moves:
            v = self.input[address:address + width] if address is not None else self.fill(width)
            self.shared[at + to:at + to + width] = v

    def fill(self, width):
        return {"nan": b"\xf7\x7f" * (width // 2)}.get(
            self.tensor[5] if len(self.tensor) > 5 else "", bytes(width))

    def store_box(self, at, start, op=None):
        self.one("fence.proxy.async;")
        text = "cp.%sasync.bulk.tensor.%dd.global.shared::cta%s.tile.bulk_group [%%map, %s], [%%s+%d];"
        self.one(text % ("reduce." if op else "", len(start), "." + op if op else "",
                         self.coordinates(start), at))
        self.finish()
        if self.waits:
            self.put(at, self.box(start), op)

    def text(self):
        cluster = ".reqnctapercluster %d\n.reqntid 32" % self.cluster if self.cluster > 1 else (
            ".reqntid 32")
        after = DUMP.format(name=self.name, at=OUT, shared=self.size)
        return KERNEL.format(name=self.name, shared=self.size, body=self.body, after=after,
                             cluster=cluster)

    def arguments(self, tmp):
        with open(os.path.join(tmp, "in"), "wb") as f:
            f.write(self.input)
        out = os.path.join(tmp, "out")
        tensor = "tensormap:1,u8,dim=16x1,box=16x1"
        if self.tensor:
            kind, dims, box, step, swizzle = self.tensor[:5]
            where = 0 if "load" in self.name else 1
            dash = "x".join
            if not self.columns:
                boxes = "box=" + dash(map(str, box))
            else:
                boxes = "im2col=%dx%d,lower=%s,upper=%s" % (
                    *self.columns[:2], *(dash(map(str, c)) for c in self.columns[2:]))
                boxes += ",wide=" + self.wide if self.wide else ""
            tensor = "tensormap:%d,%s,dim=%s,%s,step=%s%s%s" % (
                where, kind, dash(map(str, dims)), boxes,
                dash(map(str, step)), ",swizzle=%d" % swizzle if swizzle else "",
                ",fill=nan" if len(self.tensor) > 5 else "")
            tensor += ",atom=" + self.atom if self.atom != "16" else ""
        return out, ["--kernel=" + self.name, "--block=32", "--max-instructions=200000",
                     "--arg=buf:file," + os.path.join(tmp, "in"),
                     "--arg=buf:zero,%d:out=%s" % (OUT + self.size, out), "--arg=" + tensor]


WIDTH = {"u8": 1, "u16": 2, "u32": 4, "s32": 4, "u64": 8, "s64": 8, "f16": 2, "f32": 4, "f64": 8,
         "bf16": 2, "b32": 4, "b64": 8}


def number(kind, b):
    if kind in ("f16", "f32", "f64"):
        return struct.unpack({"f16": "<e", "f32": "<f", "f64": "<d"}[kind], b)[0]
    if kind == "bf16":
        return struct.unpack("<f", b"\0\0" + b)[0]
    return int.from_bytes(b, "little", signed=kind[0] == "s")


def combine(op, kind, a, b):
    width = WIDTH[kind]
    x, y = number(kind, a), number(kind, b)
    if op in ("min", "max"):
        return {"min": min, "max": max}[op]([a, b], key=lambda v: number(kind, v))
    if op == "add" and kind in ("f16", "f32", "f64"):
        return struct.pack({"f16": "<e", "f32": "<f", "f64": "<d"}[kind], x + y)
    if op == "add" and kind == "bf16":
        return struct.pack("<f", x + y)[2:]
    v = {"add": lambda: x + y, "and": lambda: x & y, "or": lambda: x | y, "xor": lambda: x ^ y,
         "inc": lambda: 0 if x >= y else x + 1,
         "dec": lambda: y if x == 0 or x > y else x - 1}[op]()
    return (v & ((1 << 8 * width) - 1)).to_bytes(width, "little")


def whole(kind, count, rng):
    """Small whole numbers of a type."""
    if kind == "bf16":
        return b"".join(struct.pack("<f", rng.randint(-8, 8))[2:] for _ in range(count))
    if kind in ("f16", "f32", "f64"):
        return b"".join(struct.pack({"f16": "<e", "f32": "<f", "f64": "<d"}[kind],
                                    rng.randint(-8, 8)) for _ in range(count))
    return b"".join(rng.getrandbits(8 * WIDTH[kind]).to_bytes(WIDTH[kind], "little")
                    for _ in range(count))


def cases():
    c = Case("blocks")
    c.load(0, 16, 1024)
    c.load(2048, 4096, 48)
    c.store(256, 1024 - 64, 128)
    c.store(1024, 2048, 64, read=True)
    yield c
    # Without a wait nothing has come.
    c = Case("no_wait_load", waits=False)
    c.load(0, 0, 1024)
    yield c
    c = Case("no_wait_store", waits=False)
    c.store(0, 0, 1024)
    yield c
    rng = random.Random(1)
    for kind, ops in (("u32", "add min max inc dec"), ("s32", "add min max"), ("u64", "add min max"),
                      ("s64", "min max"), ("f16", "add min max"), ("bf16", "add min max"),
                      ("f32", "add"), ("f64", "add"), ("b32", "and or xor"), ("b64", "and or xor")):
        for op in ops.split():
            c = Case("reduce_%s_%s" % (op, kind),
                     whole(kind, 512 // WIDTH[kind], rng) + bytes(8192))
            c.load(0, 0, 512)
            c.store(0, 256, 256)
            c.reduce(op, kind, 0, 0, 256)
            yield c
    # Boxes: all dimensions, swizzles, partly outside, steps.
    yield_box = []
    for name, tensor, starts in (
            ("1d", ("u32", [512], [64], [1], 0), [[5], [480], [-3]]),
            ("2d", ("f16", [64, 32], [32, 16], [1, 1], 0), [[0, 0], [40, 20], [-8, -4]]),
            ("3d", ("u8", [32, 8, 9], [16, 4, 3], [1, 1, 1], 0), [[7, 2, 3], [20, 6, 7]]),
            ("4d", ("f32", [8, 4, 5, 6], [8, 2, 3, 2], [1, 1, 1, 1], 0), [[0, 1, 2, 3], [4, 3, 4, 5]]),
            ("5d", ("u16", [16, 3, 4, 2, 3], [8, 2, 2, 2, 2], [1, 1, 1, 1, 1], 0),
             [[8, 1, 1, 0, 1], [10, 2, 3, 1, 2]]),
            ("swizzle32", ("f16", [64, 32], [16, 16], [1, 1], 32), [[16, 3]]),
            ("swizzle64", ("f16", [64, 32], [32, 16], [1, 1], 64), [[16, 3]]),
            ("swizzle128", ("f16", [64, 32], [64, 16], [1, 1], 128), [[0, 3], [32, 20]]),
            ("narrow128", ("f32", [64, 32], [8, 16], [1, 1], 128), [[16, 3]]),
            ("steps", ("f32", [64, 32], [32, 16], [2, 3], 0), [[16, 3], [1, 0]])):
        c = Case("load_" + name, tensor=tensor)
        for start in starts:
            c.load_box(0 if start is starts[0] else 1024 * 2 * starts.index(start), start)
        yield c
        c = Case("store_" + name, tensor=tensor)
        c.load(0, 0, 2048)
        for start in starts:
            c.store_box(0, start)
        yield c
    c = Case("load_nan", tensor=("f16", [64, 32], [64, 8], [1, 1], 0, "nan"))
    c.load_box(0, [8, 28])
    yield c
    c = Case("load_no_wait", tensor=("u32", [512], [64], [1], 0), waits=False)
    c.load_box(0, [0])
    yield c
    # Columns of pixels: filters of 3 at the places of a padded image, strides, corners.
    for name, tensor, columns, start, offsets in (
            ("3d", ("f16", [16, 9, 3], 0, [1, 1, 1], 0), (16, 20, [-1], [-1]), [0, -1, 0],
             ([0], [1], [2])),
            ("4d", ("f16", [8, 7, 6, 3], 0, [1, 1, 1, 1], 0), (8, 64, [-1, -1], [-1, -1]),
             [0, 2, 1, 0], ([0, 0], [1, 2], [2, 1])),
            ("4d_strided", ("f32", [8, 9, 8, 2], 0, [1, 2, 3, 1], 0), (4, 24, [0, 0], [0, 0]),
             [4, 2, 3, 0], ([0, 0], [1, 0])),
            ("4d_swizzled", ("f16", [64, 5, 5, 2], 0, [1, 1, 1, 1], 128),
             (64, 16, [-1, -1], [-1, -1]), [0, -1, -1, 0], ([1, 1], [2, 0])),
            ("5d", ("u16", [8, 4, 3, 3, 3], 0, [1, 1, 1, 1, 1], 0),
             (8, 60, [-1, 0, 0], [0, -1, 0]), [0, 1, 0, 1, 0], ([0, 0, 0], [1, 1, 2]))):
        c = Case("load_im2col_" + name, tensor=tensor)
        c.columns = columns
        for k, o in enumerate(offsets):
            c.load_pixels(2048 * k, start, o)
        yield c
        c = Case("store_im2col_" + name, tensor=tensor)
        c.columns = columns
        c.load(0, 0, 2048)
        c.store_pixels(0, start)
        yield c
    c = Case("reduce_im2col", whole("u32", 512, rng) + bytes(8192),
             tensor=("u32", [8, 9, 8, 2], 0, [1, 1, 1, 1], 0))
    c.columns = (4, 24, [0, 0], [0, 0])
    c.load(0, 0, 2048)
    c.store_pixels(0, [0, 5, 1, 0])
    c.store_pixels(512, [0, 7, 1, 0], "add")
    yield c
    for kind, op in (("u32", "add"), ("s32", "min"), ("u64", "max"), ("f16", "add"), ("bf16", "max"),
                     ("f32", "add"), ("u32", "xor"), ("u32", "inc")):
        per = 32 // WIDTH[kind]
        c = Case("tensor_%s_%s" % (op, kind), whole(kind, 4096 // WIDTH[kind], rng),
                 tensor=(kind, [2 * per, 16], [per, 8], [1, 1], 0))
        c.load(0, 0, 1024)
        c.store_box(512, [0, 3])
        c.store_box(0, [per // 2, 0], op)
        yield c


def row_cases():
    """Of sm_100: four rows of a tensor, copies that say whose block they are for."""
    for name, tensor in (("rows", ("f16", [64, 32], [32, 1], [1, 1], 0)),
                         ("rows_swizzled", ("f16", [64, 32], [64, 1], [1, 1], 128))):
        c = Case("load_" + name, tensor=tensor)
        c.load_rows(0, [0, 5, 31, 2, 5])
        c.load_rows(1024, [16, 40, 0, -1, 7])
        yield c
        if "swizzled" not in name:
            c = Case("store_" + name, tensor=tensor)
            c.load(0, 0, 1024)
            c.store_rows(0, [0, 5, 31, 2, 6])
            c.store_rows(256, [48, 40, 0, -1, 7])
            yield c


    for destination, group in (("shared::cta", ""), ("shared::cta", ".cta_group::1"),
                               ("shared::cluster", ".cta_group::1")):
        name = destination[8:] + ("_group" if group else "")
        box = Case("load_box_" + name, tensor=("f16", [64, 32], [32, 16], [1, 1], 0))
        pixels = Case("load_im2col_" + name, tensor=("f16", [8, 7, 6, 3], 0, [1, 1, 1, 1], 0))
        pixels.columns = (8, 64, [-1, -1], [-1, -1])
        rows = Case("load_rows_" + name, tensor=("f16", [64, 32], [32, 1], [1, 1], 0))
        for c in (box, pixels, rows):
            c.destination, c.group, c.prefetches = destination, group, True
        box.load_box(0, [40, 20])
        pixels.load_pixels(0, [0, 2, 1, 0], [1, 2])
        rows.load_rows(0, [0, 5, 31, 2, 5])
        yield from (box, pixels, rows)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    p.add_argument("--optxas", action="store_true", help="or our compiler")
    p.add_argument("--only", default="")
    o = p.parse_args()
    from bulk_sm100_cases import atom_cases, line_cases
    os.makedirs(o.tmp, exist_ok=True)
    count = runs = bad = 0
    for arch, every in (("sm_90a", cases()), ("sm_100a", itertools.chain(
            row_cases(), line_cases(), atom_cases()))):
        chosen = [c for c in every if o.only in c.name]
        if not chosen:
            continue
        ptx = os.path.join(o.tmp, arch + ".ptx")
        with open(ptx, "w") as f:
            f.write(".version 8.6\n.target %s\n.address_size 64\n" % arch)
            f.write("".join(c.text() for c in chosen))
        chosen_engines = engines(ptx, arch, ("O3", "O0") if o.ptxas or o.optxas else (),
                          compiler="optxas" if o.optxas else "ptxas")
        count += len(chosen)
        runs += len(chosen) * len(chosen_engines)
        for case in chosen:
            bad += sum(differs(case, name, command, o.tmp) for name, command in chosen_engines)
    print("%d kernels, %d runs, %d different" % (count, runs, bad))


def differs(case, engine, command, tmp):
    want = bytes(case.out) + bytes(case.shared)
    out, arguments = case.arguments(tmp)
    code, text = run(*command, *arguments)
    got = b"" if code else open(out, "rb").read()
    if code:
        print("%s: %s: DIFFERENT: %s" % (case.name, engine, text.strip()))
    elif got != want:
        i = next(i for i in range(len(want)) if want[i] != got[i])
        print("%s: %s: DIFFERENT at byte %d: %s, not %s"
              % (case.name, engine, i, got[i:i + 8].hex(), want[i:i + 8].hex()))
    return code != 0 or got != want


if __name__ == "__main__":
    main()
