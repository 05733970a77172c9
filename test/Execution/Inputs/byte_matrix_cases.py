"""Matrices of bytes in shared memory (ldmatrix of 8-, 6- and 4-bit elements, stmatrix of
bytes): the PTX interpreter, and with --ptxas the machine on ptxas's code, against a model.

A kernel copies 2 KB of random bytes to shared memory, lets each thread compute the address
of a row from a table in memory, loads, and stores its registers; or the way back."""

import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

SIZE = 2048
KERNEL = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
.reqntid 32
{{
  .reg .pred %p;
  .reg .b64 %in, %out, %from;
  .reg .b32 %t, %row, %v, %r<4>, %base;
  .shared .align 16 .b8 sh[2048];
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mul.lo.u32 %v, %t, 64;
  cvt.u64.u32 %from, %v;
  add.u64 %from, %from, %in;
  mov.u32 %base, sh;
  add.u32 %row, %base, %v;
{copy_in}
  bar.warp.sync -1;
  mad.wide.u32 %from, %t, 20, %in;
  ld.global.b32 %row, [%from+2048];
  add.u32 %row, %row, %base;
{registers}
  {instruction};
  bar.warp.sync -1;
{results}
  ret;
}}
"""
COPY_IN = "".join("  ld.global.b32 %%v, [%%from+%d];\n  st.shared.b32 [%%row+%d], %%v;\n"
                  % (i, i) for i in range(0, 64, 4))
COPY_OUT = "  mad.lo.u32 %row, %t, 64, %base;\n  mad.wide.u32 %out, %t, 64, %out;\n" + "".join(
    "  ld.shared.b32 %%v, [%%row+%d];\n  st.global.b32 [%%out+%d], %%v;\n" % (i, i)
    for i in range(0, 64, 4))


class Case:
    def __init__(self, name, space):
        self.name, self.space = name, space
        rng = random.Random(name)
        self.memory = bytes(rng.randrange(256) for _ in range(SIZE))
        self.rows = [16 * r for r in rng.sample(range(SIZE // 16), 32)]
        self.words = [[rng.getrandbits(32) for _ in range(4)] for _ in range(32)]

    def address(self):
        return "[%row]" if self.space else "[%generic]"

    def kernel(self, registers, instruction, results):
        if not self.space:
            registers += ("  .reg .b64 %generic;\n  cvt.u64.u32 %generic, %row;\n"
                          "  cvta.shared.u64 %generic, %generic;\n")
        return KERNEL.format(name=self.name, copy_in=COPY_IN, registers=registers,
                             instruction=instruction, results=results)

    def input(self):
        table = b"".join(w.to_bytes(4, "little") for row, words in zip(self.rows, self.words)
                         for w in [row, *words])
        return self.memory + table


class Load(Case):
    """`bits` of an element in memory; `square`: 16x16, transposed, else 8x16."""

    def __init__(self, bits, square, count, space=".shared"):
        self.bits, self.square, self.count = bits, square, count
        super().__init__("ld_%d_%s_x%d%s" % (bits, "16x16" if square else "8x16", count,
                                             "" if space else "_generic"), space)

    def text(self):
        kind = {8: "b8", 6: "b8x16.b6x16_p32", 4: "b8x16.b4x16_p64"}[self.bits]
        n = self.count * (2 if self.square else 1)
        return self.kernel("", "ldmatrix.sync.aligned.%s.x%d%s%s.%s {%s}, %s" % (
            "m16n16" if self.square else "m8n16", self.count, ".trans" if self.square else "",
            self.space, kind, ", ".join("%%r%d" % i for i in range(n)), self.address()),
            "  mad.wide.u32 %out, %t, 16, %out;\n" + "".join(
                "  st.global.b32 [%%out+%d], %%r%d;\n" % (4 * i, i) for i in range(n)))

    def expected(self):
        height = 16 if self.square else 8
        out = bytearray(512)
        for i in range(self.count):
            matrix = []
            for r in range(height):
                at = self.rows[height * i + r]
                row = int.from_bytes(self.memory[at:at + 16], "little")
                matrix.append([row >> self.bits * c & (1 << self.bits) - 1 for c in range(16)])
            if self.square:
                matrix = [list(column) for column in zip(*matrix)]
            # A group of four threads has a row, each of them four columns of it.
            for r, row in enumerate(matrix):
                register = i * (height // 8) + r // 8
                for c, v in enumerate(row):
                    out[(r % 8 * 4 + c // 4) * 16 + register * 4 + c % 4] = v
        return bytes(out)


class Store(Case):
    def __init__(self, count, space=".shared"):
        self.count = count
        super().__init__("st_x%d%s" % (count, "" if space else "_generic"), space)

    def text(self):
        names = ", ".join("%%r%d" % i for i in range(self.count))
        return self.kernel("".join("  ld.global.b32 %%r%d, [%%from+%d];\n" % (i, 2052 + 4 * i)
                                   for i in range(self.count)),
                           "stmatrix.sync.aligned.m16n8.x%d.trans%s.b8 %s, {%s}" % (
                               self.count, self.space, self.address(), names), COPY_OUT)

    def expected(self):
        memory = bytearray(self.memory)
        for i in range(self.count):
            for lane in range(32):
                for e in range(4):
                    # As an accumulator of m16n8.
                    r, c = lane // 4 + 8 * (e // 2), 2 * (lane % 4) + e % 2
                    memory[self.rows[8 * i + c] + r] = self.words[lane][i] >> 8 * e & 255
        return bytes(memory)


def cases():
    result = [Load(bits, False, n) for bits in (6, 4) for n in (1, 2, 4)]
    result += [Load(bits, True, n) for bits in (8, 6, 4) for n in (1, 2)]
    result += [Store(n) for n in (1, 2, 4)]
    return result + [Load(6, False, 4, ""), Load(8, True, 2, ""), Store(4, "")]


def main():
    run_groups(__doc__, [Group("8.7", arch, cases()) for arch in ("sm_100a", "sm_120a")],
               levels=("O0", "O3"), options=("--block=32", "--check=memory"))


if __name__ == "__main__":
    main()
