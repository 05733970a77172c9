"""Products 8x8x4 of f16, four in a warp (mma.m8n8k4), and products of bits, which newer SMs
make of bytes: the PTX interpreter, and with --ptxas or --optxas the machine on compiled code,
against sums made here."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

KERNEL = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
.reqntid 32
{{
  .reg .b64 %in, %out;
  .reg .b32 %t, %a<4>, %b<2>;
  .reg .{ctype} %c<8>;
  .reg .{dtype} %d<8>;
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mad.wide.u32 %in, %t, 64, %in;
  mad.wide.u32 %out, %t, 32, %out;
{loads}
  mma.sync.aligned.{mma} {{{d}}}, {{{a}}}, {{{b}}}, {{{c}}};
{stores}
  ret;
}}
"""


def kernel(name, mma, na, nb, nc, nd, ctype, dtype):
    loads, at = "", 0
    for prefix, count, kind in (("a", na, "b32"), ("b", nb, "b32"), ("c", nc, ctype)):
        for i in range(count):
            loads += "  ld.global.%s %%%s%d, [%%in+%d];\n" % (kind, prefix, i, at)
            at += 4
    stores = "".join("  st.global.%s [%%out+%d], %%d%d;\n" % (dtype, 4 * i, i) for i in range(nd))
    lists = {p: ", ".join("%%%s%d" % (p, i) for i in range(n))
             for p, n in (("a", na), ("b", nb), ("c", nc), ("d", nd))}
    return KERNEL.format(name=name, mma=mma, loads=loads, stores=stores, ctype=ctype,
                         dtype=dtype, **lists)


def image(lanes, words):
    return b"".join(b"".join((lane[i] if i < len(lane) else 0).to_bytes(4, "little")
                             for i in range(words)) for lane in lanes)


def halves(values):
    raw = [struct.unpack("<H", struct.pack("<e", v))[0] for v in values]
    return [low | high << 16 for low, high in zip(raw[::2], raw[1::2])]


def floats(values):
    return [struct.unpack("<I", struct.pack("<f", v))[0] for v in values]


class Quads:
    """Each of the four products by threads 4q to 4q + 3 and 16 more."""

    def __init__(self, d, c, layout_a, layout_b):
        self.d, self.c, self.layouts = d, c, (layout_a, layout_b)
        self.name = "_".join(("quads", d, c, layout_a, layout_b))
        rng = random.Random(self.name)

        def matrix(rows, columns):
            return [[rng.randint(-8, 8) / 4 for _ in range(columns)] for _ in range(rows)]
        self.products = [(matrix(8, 4), matrix(4, 8), matrix(8, 8)) for _ in range(4)]

    def text(self):
        count = {"f16": 4, "f32": 8}
        kind = {"f16": "b32", "f32": "f32"}
        return kernel(self.name, "m8n8k4.%s.%s.%s.f16.f16.%s" % (*self.layouts, self.d, self.c), 2,
                      2, count[self.c], count[self.d], kind[self.c], kind[self.d])

    @staticmethod
    def fragment(kind, m, lane):
        upper = 4 * (lane >= 16)
        if kind == "f16":
            return halves([m[lane % 4 + upper][i] for i in range(8)])
        return floats([m[(lane & 1) + (i & 2) + upper][(i & 4) + (lane & 2) + (i & 1)]
                       for i in range(8)])

    def input(self):
        lanes = []
        for lane in range(32):
            a, b, c = self.products[lane % 16 // 4]
            x, upper = lane % 4, 4 * (lane >= 16)
            words = halves([a[x + upper][i] if self.layouts[0] == "row" else a[i + upper][x]
                            for i in range(4)])
            words += halves([b[x][i + upper] if self.layouts[1] == "row" else b[i][x + upper]
                             for i in range(4)])
            lanes.append(words + self.fragment(self.c, c, lane))
        return image(lanes, 16)

    def expected(self):
        results = [[[c[r][n] + sum(a[r][k] * b[k][n] for k in range(4)) for n in range(8)]
                    for r in range(8)] for a, b, c in self.products]
        return image([self.fragment(self.d, results[lane % 16 // 4], lane) for lane in range(32)],
                     8)


class Bits:
    def __init__(self, rows, depth, op):
        self.rows, self.depth, self.op = rows, depth, op
        self.name = "bits_m%dk%d_%s" % (rows, depth, op)
        rng = random.Random(self.name)
        self.a = [rng.getrandbits(depth) for _ in range(rows)]
        self.b = [rng.getrandbits(depth) for _ in range(8)]
        self.c = [[rng.randint(-99, 99) for _ in range(8)] for _ in range(rows)]

    def text(self):
        blocks, tall = self.depth // 128, self.rows // 8
        return kernel(self.name, "m%dn8k%d.row.col.s32.b1.b1.s32.%s.popc" % (
            self.rows, self.depth, self.op), blocks * tall, blocks, 2 * tall, 2 * tall, "b32", "b32")

    def fragment(self, m, lane):
        return [m[lane // 4 + 8 * (i // 2)][2 * (lane % 4) + i % 2] & 0xFFFFFFFF
                for i in range(self.rows // 4)]

    def input(self):
        lanes = []
        for lane in range(32):
            words = []
            for lines in (self.a, self.b):
                for block in range(self.depth // 128):
                    for first in range(0, len(lines), 8):
                        words.append(lines[first + lane // 4] >> 128 * block + 32 * (lane % 4)
                                     & 0xFFFFFFFF)
            lanes.append(words + self.fragment(self.c, lane))
        return image(lanes, 16)

    def expected(self):
        d = [[self.c[r][n] + bin(self.a[r] & self.b[n] if self.op == "and" else
                                 self.a[r] ^ self.b[n]).count("1") for n in range(8)]
             for r in range(self.rows)]
        return image([self.fragment(d, lane) for lane in range(32)], 8)


def cases(sm):
    layouts = [(a, b) for a in ("row", "col") for b in ("row", "col")]
    result = [Quads(d, c, *l) for d, c in (("f16", "f16"), ("f32", "f16"), ("f32", "f32"))
              for l in layouts]
    if sm < 80:
        result.append(Bits(8, 128, "xor"))
    else:
        result += [Bits(rows, depth, op) for rows, depth in ((8, 128), (16, 128), (16, 256))
                   for op in ("xor", "and")]
    return result


def main():
    # (ptxas's code is the same at -O0 but for where it stands.)
    levels = ("O0", "O3") if "--optxas" in sys.argv else ("O3",)
    run_groups(__doc__, [Group("8.7", "sm_%d" % sm, cases(sm)) for sm in (75, 80, 90, 100, 120)],
               levels=levels)


if __name__ == "__main__":
    main()
