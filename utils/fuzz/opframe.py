"""The frame of kernels of random-ops and of check-ops --sweep: values that registers
start with, memory of each lane, what is stored at the end.

    NAME(.param .u64 out)

A block of up to 32 threads. out has LANE_BYTES zeros for each: its memory of
MEMORY_BYTES, then what the kernel leaves in its registers. Registers start with values
of a variable of the module, so that a kernel says all that it depends on."""

import random

import opvalues
from opoperands import Operands
from opvalues import BYTES, TYPES

LANES = 32
LANE_BYTES = 2048
MEMORY_BYTES = 64

# How many values of each kind a lane has; a row of 256 bytes.
COLUMNS = {"d": 8, "g": 8, "r": 16, "f": 12, "h": 8}
ROW = sum(BYTES[k] * n for k, n in COLUMNS.items())
START = {}
for _kind in COLUMNS:
    START[_kind] = sum(BYTES[k] * COLUMNS[k] for k in START)


def values():
    """The variable with the values: a row for each lane, the same in every module."""
    r = random.Random("values")
    data = bytearray()
    for _ in range(LANES):
        for kind, n in COLUMNS.items():
            for _ in range(n):
                bits = opvalues.draw(r, kind)
                if kind == "r" and r.random() < 0.2:
                    bits = opvalues.draw(r, "h") << 16 | opvalues.draw(r, "h")
                data += bits.to_bytes(BYTES[kind], "little")
    words = [int.from_bytes(data[i:i + 8], "little") for i in range(0, len(data), 8)]
    return ".global .align 8 .b64 values[%d] = {%s};\n" % (
        len(words), ", ".join("0x%x" % w for w in words))


def head(sm):
    return ".version %s\n.target sm_%d\n.address_size 64\n%s\n" % (
        "9.0" if sm == 110 else "8.8" if sm >= 100 else "8.6", sm, values())


class Frame(Operands):
    def set_up(self, rotation=0):
        """The lane, its row of values, its part of out."""
        e = self.emit
        e("mov.u32 %me, %tid.x; ld.param.u64 %out, [out]; cvta.to.global.u64 %out, %out;")
        e("mad.wide.u32 %%out, %%me, %d, %%out;" % LANE_BYTES)
        e("add.u32 %%row, %%me, %d; and.b32 %%row, %%row, %d;" % (rotation, LANES - 1))
        e("mov.u64 %%in, values; mad.wide.u32 %%in, %%row, %d, %%in;" % ROW)
        self.at = MEMORY_BYTES

    def load(self, kind, register, column):
        e = self.emit
        if kind == "p":
            word = self.fresh("r")
            e("ld.global.b32 %s, [%%in+%d];" % (word, START["r"] + 4 * column))
            e("setp.lt.s32 %s, %s, 1;" % (register, word))
        else:
            e("ld.global.%s %s, [%%in+%d];" % (TYPES[kind], register,
                                               START[kind] + BYTES[kind] * column))

    def store(self, kind, register):
        """To the next place of the lane; a NaN as one of its kind, since which one
        may be left open."""
        size = BYTES.get(kind, 4)
        self.at = (self.at + size - 1) // size * size
        if kind in "fg":
            register = self.without_nan(kind, register)
        if kind == "p":
            word = self.fresh("r")
            self.emit("selp.b32 %s, 1, 0, %s;" % (word, register))
            kind, register = "r", word
        self.emit("st.global.%s [%%out+%d], %s;" % (TYPES[kind], self.at, register))
        self.at += size
        assert self.at <= LANE_BYTES

    def text(self, name, title, directive="", variables=()):
        return "\n".join(
            ["// " + title, ".visible .entry %s(.param .u64 out)%s" % (name, directive), "{",
             "    .reg .b32 %me, %row;", "    .reg .b64 %out, %in;", *self.declarations(),
             *("    %s;" % v for v in variables), *self.lines, "    ret;", "}", ""])
