"""Sparse, 4-bit and 8-bit products of a warp (mma, mma.sp): the PTX interpreter, and with
--ptxas the machine on ptxas's code for sm_80 or sm_89, against sums made here."""

import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402
from group_cases import BITS, encode  # noqa: E402

BITS.update({"s4": 4, "u4": 4})

KERNEL = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
.reqntid 32
{{
  .reg .b64 %in, %out;
  .reg .b32 %t, %a<4>, %b<4>, %e;
  .reg .{acc} %c<4>;
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mad.wide.u32 %in, %t, 64, %in;
  mad.wide.u32 %out, %t, 16, %out;
{loads}
  {mma};
{stores}
  ret;
}}
"""


class Case:
    def __init__(self, d, a, b, k, rows=16, sparse=False, selector=0, sat=""):
        self.d, self.a, self.b, self.k, self.rows = d, a, b, k, rows
        self.sparse, self.selector, self.sat = sparse, selector, sat
        self.name = "_".join((d, a, b, "m%dk%d" % (rows, k)) + (("sp%d" % selector,) * sparse)
                             + (("sat",) * bool(sat)))
        rng = random.Random(self.name)
        self.stored = k // 2 if sparse else k
        low = -4 if a[0] != "u" else 0
        self.am = [[rng.randint(low, 3 if BITS[a] == 4 and a != "u4" else 4)
                    for _ in range(self.stored)] for _ in range(rows)]
        low = -4 if b[0] != "u" else 0
        self.bm = [[rng.randint(low, 3) for _ in range(k)] for _ in range(8)]
        around = (1 << 31) - 20 if sat else 0
        self.cm = [[rng.randint(around - 9, around + 9) for _ in range(8)] for _ in range(rows)]
        self.columns = [self.choose(rng) for _ in range(rows)]
        self.per = 2 if d == "f16" else 1
        self.cregs = rows // 4 // self.per

    def choose(self, rng):
        if not self.sparse:
            return list(range(self.k))
        bits = BITS[self.a]
        if bits == 4:  # pairs
            return [c + 2 * i + h for c in range(0, self.k, 8)
                    for i in sorted(rng.sample(range(4), 2)) for h in (0, 1)]
        chunk = 2 if bits == 32 else 4
        return [c + i for c in range(0, self.k, chunk)
                for i in sorted(rng.sample(range(chunk), chunk // 2))]

    def metadata(self):
        words = [0] * 32
        bits = BITS[self.a]
        for row, columns in enumerate(self.columns):
            lane = row % 8 * 4
            if bits == 32:
                fields = [(4, 0b1110 if c % 2 else 0b0100) for c in columns]
            elif bits == 4:
                fields = [(2, c // 2 % 4) for c in columns[::2]]
            else:
                fields = [(2, c % 4) for c in columns]
            text = 0
            for i, (width, v) in enumerate(fields):
                text |= v << i * width
            size = sum(width for width, _ in fields)
            if bits >= 16:  # 16 bits of this row and 16 of the one 8 below in a thread
                count = size // 16
                for i in range(count):
                    words[lane + self.selector * count + i] |= (
                        text >> 16 * i & 0xFFFF) << row // 8 * 16
            else:  # 32 bits of a row
                for i in range(size // 32):
                    first = 2 * self.selector if size == 32 else 2 * i
                    words[lane + first + row // 8] |= text >> 32 * i & 0xFFFFFFFF
        return words

    def registers(self, m, kind, columns, lines):
        """Words by register and lane; of 16 lines two registers have the same columns."""
        bits = BITS[kind]
        per = 32 // bits
        tall = lines == 16
        count = columns // (4 * per) * (2 if tall else 1)
        regs = [[0] * 32 for _ in range(count)]
        for line in range(lines):
            for k in range(columns):
                block, inner = divmod(k, 4 * per)
                r = block * 2 + line // 8 if tall else block
                regs[r][line % 8 * 4 + inner // per] |= (
                    encode(kind, m[line][k]) << inner % per * bits)
        return regs

    def accumulators(self, m):
        regs = [[0] * 32 for _ in range(self.cregs)]
        for row in range(self.rows):
            for column in range(8):
                i = row // 8 * 2 + column % 2
                regs[i // self.per][row % 8 * 4 + column // 2] |= (
                    encode(self.d, m[row][column]) << i % self.per * 16)
        return regs

    def operands(self):
        return (self.registers(self.am, self.a, self.stored, self.rows),
                self.registers(self.bm, self.b, self.k, 8), self.accumulators(self.cm))

    def text(self):
        a, b, c = self.operands()
        acc = "f32" if self.d == "f32" else "b32"
        loads, at = "", 0
        for prefix, regs, kind in (("a", a, "b32"), ("b", b, "b32"), ("c", c, acc)):
            for i in range(len(regs)):
                loads += "  ld.global.%s %%%s%d, [%%in+%d];\n" % (kind, prefix, i, at)
                at += 4
        loads += "  ld.global.b32 %%e, [%%in+%d];\n" % at

        def group(prefix, count):
            return "{" + ", ".join("%%%s%d" % (prefix, i) for i in range(count)) + "}"
        c_list = group("c", len(c))
        mma = "mma%s.sync.aligned.m%dn8k%d.row.col%s.%s.%s.%s.%s %s, %s, %s, %s%s" % (
            ".sp::ordered_metadata" if self.sparse else "", self.rows, self.k, self.sat, self.d,
            self.a, self.b, self.d, c_list, group("a", len(a)), group("b", len(b)), c_list,
            ", %%e, %d" % self.selector if self.sparse else "")
        return KERNEL.format(name=self.name, acc=acc, loads=loads, mma=mma, stores="".join(
            "  st.global.%s [%%out+%d], %%c%d;\n" % (acc, 4 * i, i) for i in range(len(c))))

    def image(self, rows):
        """So many words of each lane, 16 or 4 by lane."""
        size = 16 if len(rows) > 4 or rows is None else 4
        words = [row + [] for row in rows]
        out = b""
        for lane in range(32):
            line = [w[lane] for w in words]
            line += [0] * (size - len(line))
            out += b"".join(w.to_bytes(4, "little") for w in line)
        return out

    def input(self):
        a, b, c = self.operands()
        rows = a + b + c + [self.metadata() if self.sparse else [0] * 32]
        rows += [[0] * 32] * (16 - len(rows))
        return self.image(rows)

    def expected(self):
        result = []
        for row in range(self.rows):
            line = []
            for column in range(8):
                v = self.cm[row][column] + sum(
                    x * self.bm[column][k] for x, k in zip(self.am[row], self.columns[row]))
                if self.sat:
                    v = max(-(1 << 31), min((1 << 31) - 1, v))
                line.append(v)
            result.append(line)
        return self.image(self.accumulators(result))


def cases():
    """By SM: the cases that ptxas has machine instructions for."""
    sparse = []
    for a, ds, depths in (("f16", ("f16", "f32"), (16, 32)), ("bf16", ("f32",), (16, 32)),
                          ("tf32", ("f32",), (8, 16))):
        for d in ds:
            for k, selectors in zip(depths, ((0, 1, 2, 3), (0, 1))):
                sparse += [Case(d, a, a, k, sparse=True, selector=s) for s in selectors]
    for a, b in (("s8", "s8"), ("u8", "s8"), ("s8", "u8"), ("u8", "u8")):
        sparse += [Case("s32", a, b, 32, sparse=True, selector=s) for s in (0, 1)]
        sparse += [Case("s32", a, b, 64, sparse=True)]
    for a, b in (("s4", "s4"), ("u4", "s4")):
        sparse += [Case("s32", a, b, 64, sparse=True, selector=s) for s in (0, 1)]
        sparse += [Case("s32", a, b, 128, sparse=True), Case("s32", a, b, 32, rows=8),
                   Case("s32", a, b, 32), Case("s32", a, b, 64)]
    sparse += [Case("s32", "s8", "s8", 64, sparse=True, sat=".satfinite"),
               Case("s32", "s4", "s4", 64, sat=".satfinite")]
    yield 80, sparse
    narrow = [Case("f32", a, b, 32) for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")]
    narrow += [Case("f32", a, b, 64, sparse=True) for a in ("e4m3", "e5m2")
               for b in ("e4m3", "e5m2")]
    yield 89, narrow


def main():
    run_groups(__doc__, [Group("8.5", "sm_%d" % sm, chosen) for sm, chosen in cases()])


if __name__ == "__main__":
    main()
