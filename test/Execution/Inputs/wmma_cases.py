"""Products of wmma: loads of both layouts from global and shared memory, all shapes and types,
elements changed between, stores. The numbers are small and whole, so that each sum is exact.
The PTX interpreter, with --ptxas the machine on ptxas's code, with --optxas on ours, against
plain arithmetic."""

import itertools
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "u8": 8, "s8": 8, "u4": 4, "s4": 4, "b1": 1,
        "f32": 32, "s32": 32}
SHAPES = {"m16n16k16": (16, 16, 16), "m8n32k16": (8, 32, 16), "m32n8k16": (32, 8, 16),
          "m16n16k8": (16, 16, 8), "m8n8k4": (8, 8, 4), "m8n8k32": (8, 8, 32),
          "m8n8k128": (8, 8, 128)}
PLACE = {"a": 0, "b": 8192, "c": 16384}  # of the matrices in the input
PAD = {1: 128, 4: 32, 8: 16, 16: 8, 32: 4, 64: 2}  # elements behind each row or column


def encode(kind, v):
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", v))[0]
    if kind == "bf16":
        return struct.unpack("<I", struct.pack("<f", v))[0] >> 16
    if kind in ("f32", "tf32"):
        return struct.unpack("<I", struct.pack("<f", v))[0]
    if kind == "f64":
        return struct.unpack("<Q", struct.pack("<d", v))[0]
    return v & (1 << BITS[kind]) - 1


def store(data, base, index, kind, v):
    bits, raw = BITS[kind], encode(kind, v)
    for k in range(bits):
        at = base * 8 + index * bits + k
        data[at // 8] = data[at // 8] & ~(1 << at % 8) | (raw >> k & 1) << at % 8


def registers(role, shape, kind):
    """How many of which type."""
    m, n, k = SHAPES[shape]
    if role == "c":
        if kind == "f16":
            return 4, "b32"
        return (2 if m * n == 64 else 8), ("f64" if kind == "f64" else "b32")
    if kind == "f16":
        return 8, "b32"
    if kind == "f64":
        return 1, "f64"
    count = (m if role == "a" else n) * k
    return max(1, count * BITS[kind] // 1024), "b32"


class Case:
    def __init__(self, shape, a, c, d, layouts, space, op="", satfinite=False, known=False,
                 guard=False):
        self.shape, self.kinds, self.layouts, self.space = shape, {"a": a, "b": a, "c": c}, layouts, space
        self.d, self.op, self.satfinite, self.known, self.guard = d, op, satfinite, known, guard
        self.name = "_".join(["wmma", shape, a, c, d, *layouts, space, op.replace(".", "_")] +
                             ["sat"] * satfinite + ["known"] * known + ["guarded"] * guard)
        rng = random.Random(self.name)
        m, n, k = SHAPES[shape]
        span = {"b1": (0, 1), "u4": (0, 15), "s4": (-8, 7), "u8": (0, 255), "s8": (-128, 127)}.get(
            a, (-4, 4))
        value = lambda: rng.randint(*span)  # noqa: E731
        self.a = [[value() for _ in range(k)] for _ in range(m)]
        self.b = [[value() for _ in range(n)] for _ in range(k)]
        top = (1 << 31) - 1
        self.c = [[(rng.choice([top - rng.randrange(99), -top]) if satfinite else rng.randint(-9, 9))
                   for _ in range(n)] for _ in range(m)]

    def stride(self, role, layout):
        m, n, k = SHAPES[self.shape]
        rows, columns = {"a": (m, k), "b": (k, n), "c": (m, n), "d": (m, n)}[role]
        kind = self.d if role == "d" else self.kinds[role]
        return (columns if layout == "row" else rows) + PAD[BITS[kind]]

    def matrix(self, role):
        return getattr(self, role)

    def text(self):
        layout = dict(zip("abcd", self.layouts))
        body, declared = "", {}
        for role in "abcd":
            kind = self.d if role == "d" else self.kinds[role]
            count, register = registers("c" if role == "d" else role, self.shape, kind)
            declared[role] = ["%%%s%d" % (role, i) for i in range(count)]
            body += "  .reg .%s %%%s<%d>;\n" % (register, role, count)
        stride = lambda role: (str(self.stride(role, layout[role])) if self.known  # noqa: E731
                               else "%%n%s" % role)
        for role in "abcd":
            body += "  .reg .b32 %%n%s;\n  add.u32 %%n%s, %%zero, %d;\n" % (
                role, role, self.stride(role, layout[role]))
        where, space = "%in", ".global"
        if self.space == "shared":
            where, space = "%sm", ".shared"
        elif self.space == "generic":
            space = ""
        lists = {r: "{" + ", ".join(v) + "}" for r, v in declared.items()}
        guard = "@%yes " if self.guard else ""
        for role in "abc":
            body += "  %swmma.load.%s.sync.aligned.%s.%s%s.%s %s, [%s+%d], %s;\n" % (
                guard, role, layout[role], self.shape, space, self.kinds[role], lists[role], where,
                PLACE[role], stride(role))
        types = {"f16": "%s.%s" % (self.d, self.kinds["c"])}.get(
            self.kinds["a"], ".".join([self.d, self.kinds["a"], self.kinds["a"], self.kinds["c"]]))
        body += "  %swmma.mma%s.sync.aligned.%s.%s.%s.%s%s %s, %s, %s, %s;\n" % (
            guard, self.op, layout["a"], layout["b"], self.shape, types,
            ".satfinite" if self.satfinite else "", lists["d"], lists["a"], lists["b"], lists["c"])
        body += "  %swmma.store.d.sync.aligned.%s.%s.global.%s [%%out], %s, %s;\n" % (
            guard, layout["d"], self.shape, self.d, lists["d"], stride("d"))
        return """
.visible .entry %s(.param .u64 pin, .param .u64 pout)
{
  .reg .b64 %%in, %%out, %%at, %%w, %%wide; .reg .b32 %%zero, %%t, %%k, %%sm; .reg .pred %%p, %%yes;
  .shared .align 128 .b8 %s_sm[24576];
  ld.param.u64 %%in, [pin];
  ld.param.u64 %%out, [pout];
  mov.u32 %%t, %%tid.x;
  mov.u32 %%zero, %%ctaid.y;
  setp.eq.u32 %%yes, %%zero, 0;
  mov.u32 %%sm, %s_sm;
%s%s  ret;
}
""" % (self.name, self.name, self.name, COPY.format(name=self.name) if self.space == "shared" else
       "", body)

    def input(self):
        data = bytearray(24576)
        for role, kind in self.kinds.items():
            layout = self.layouts["abc".index(role)]
            stride = self.stride(role, layout)
            for i, row in enumerate(self.matrix(role)):
                for j, v in enumerate(row):
                    at = i * stride + j if layout == "row" else j * stride + i
                    store(data, PLACE[role], at, kind, v)
        return bytes(data)

    def expected(self):
        m, n, k = SHAPES[self.shape]
        stride = self.stride("d", self.layouts[3])
        data = bytearray(stride * max(m, n) * BITS[self.d] // 8)
        for i, j in itertools.product(range(m), range(n)):
            pairs = [(self.a[i][h], self.b[h][j]) for h in range(k)]
            if self.op.startswith(".xor"):
                v = sum(x ^ y for x, y in pairs)
            elif self.op.startswith(".and"):
                v = sum(x & y for x, y in pairs)
            else:
                v = sum(x * y for x, y in pairs)
            v += self.c[i][j]
            if self.satfinite:
                v = max(-(1 << 31), min((1 << 31) - 1, v))
            at = i * stride + j if self.layouts[3] == "row" else j * stride + i
            store(data, 0, at, self.d, v)
        return bytes(data)


class Moved(Case):
    """Elements of any bits, loaded in one layout and stored in the other. (Of the shapes with
    integers the ISA has s32 only, ptxas f32 as well.)"""

    def __init__(self, shape, kind, layouts, space):
        super().__init__(shape, "b1", kind, kind, ("row", "col") + layouts, space)
        self.name = "moved_" + self.name
        self.rng = random.Random(self.name)
        self.data = self.rng.randbytes(24576)

    def text(self):
        load, store_ = self.layouts[2:]
        where, space = {"global": ("%in", ".global"), "shared": ("%sm", ".shared"),
                        "generic": ("%in", "")}[self.space]
        type_ = self.kinds["c"]
        body = "  .reg .%s %%c<2>;\n" % type_
        body += "  wmma.load.c.sync.aligned.%s.%s%s.%s {%%c0, %%c1}, [%s+%d], 12;\n" % (
            load, self.shape, space, type_, where, PLACE["c"])
        body += "  wmma.store.d.sync.aligned.%s.%s%s.%s [%%out], {%%c0, %%c1}, 16;\n" % (
            store_, self.shape, space.replace("shared", "global"), type_)
        text = super().text()
        return text[:text.index("  .reg .b32 %a<")] + body + "  ret;\n}\n"

    def input(self):
        return self.data

    def expected(self):
        words = struct.unpack_from("<96I", self.data, PLACE["c"])
        load, store_ = self.layouts[2:]
        out = [0] * 128
        for i, j in itertools.product(range(8), repeat=2):
            v = words[12 * i + j if load == "row" else 12 * j + i]
            out[16 * i + j if store_ == "row" else 16 * j + i] = v
        return struct.pack("<128I", *out)


COPY = """  mul.lo.u32 %k, %t, 16;
{name}_copy:
  cvt.u64.u32 %at, %k;
  add.u64 %at, %in, %at;
  ld.global.v2.b64 {{%w, %wide}}, [%at];
  add.u32 %zero, %sm, %k;
  st.shared.v2.b64 [%zero], {{%w, %wide}};
  add.u32 %k, %k, 512;
  setp.lt.u32 %p, %k, 24576;
  @%p bra {name}_copy;
  mov.u32 %zero, %ctaid.y;
  bar.sync 0;
"""


def cases():
    layouts = list(itertools.product(("row", "col"), repeat=4))
    spaces = itertools.cycle(("global", "shared", "generic"))
    large = ("m16n16k16", "m8n32k16", "m32n8k16")
    for shape in large:
        step = 5 if shape == large[0] else 9
        for c, d in itertools.product(("f16", "f32"), repeat=2):
            for four in layouts[::2 * step]:
                yield Case(shape, "f16", c, d, four, next(spaces))
        for four in layouts[1::step]:
            yield Case(shape, "bf16", "f32", "f32", four, next(spaces))
        for kind in ("u8", "s8"):
            for four in layouts[::step]:
                yield Case(shape, kind, "s32", "s32", four, next(spaces))
            yield Case(shape, kind, "s32", "s32", layouts[3], "global", satfinite=True)
        yield Case(shape, "f16", "f32", "f32", layouts[4], "shared", known=True)
        yield Case(shape, "f16", "f16", "f32", layouts[5], "global", guard=True)
    for four in layouts[::4]:
        yield Case("m16n16k8", "tf32", "f32", "f32", four, next(spaces))
        yield Case("m8n8k4", "f64", "f64", "f64", four, next(spaces))
    for four in (("row", "col", "row", "col"), ("row", "col", "col", "row")):
        for kind in ("u4", "s4"):
            yield Case("m8n8k32", kind, "s32", "s32", four, next(spaces))
            yield Case("m8n8k32", kind, "s32", "s32", four, next(spaces), satfinite=True)
        for op in (".xor.popc", ".and.popc"):
            yield Case("m8n8k128", "b1", "s32", "s32", four, next(spaces), op)
    for shape in ("m8n8k32", "m8n8k128"):
        for kind in ("f32", "s32"):
            for two in (("row", "row"), ("row", "col"), ("col", "row")):
                yield Moved(shape, kind, two, next(spaces))


if __name__ == "__main__":
    run_groups(__doc__, [Group("8.0", "sm_90", list(cases()))], levels=("O3", "O0"))
