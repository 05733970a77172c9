"""Atomics by generic addresses of global, shared and local memory and of the shared memory
of another block: the PTX interpreter, with --ptxas the machine on ptxas's code, and for
sm_90 on ours, against results computed here."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

THREADS = 32
WORD = {"b32": 4, "u32": 4, "s32": 4, "f32": 4, "f16x2": 4, "bf16x2": 4, "b64": 8, "u64": 8,
        "s64": 8, "f64": 8}


def signed(v, kind):
    bits = 8 * WORD[kind]
    return v - (1 << bits) if kind[0] == "s" and v >> (bits - 1) else v


def floats(kind, v):
    """The elements of a value."""
    if kind == "f32":
        return [struct.unpack("<f", struct.pack("<I", v))[0]]
    if kind == "f64":
        return [struct.unpack("<d", struct.pack("<Q", v))[0]]
    parts = [v & 0xffff, v >> 16]
    if kind == "f16x2":
        return [struct.unpack("<e", struct.pack("<H", p))[0] for p in parts]
    return [struct.unpack("<f", struct.pack("<I", p << 16))[0] for p in parts]


def pack(kind, elements):
    """All are small whole numbers, so that nothing is rounded."""
    if kind == "f32":
        return struct.unpack("<I", struct.pack("<f", elements[0]))[0]
    if kind == "f64":
        return struct.unpack("<Q", struct.pack("<d", elements[0]))[0]
    if kind == "f16x2":
        parts = [struct.unpack("<H", struct.pack("<e", e))[0] for e in elements]
    else:
        parts = [struct.unpack("<I", struct.pack("<f", e))[0] >> 16 for e in elements]
    return parts[0] | parts[1] << 16


def combine(op, kind, old, b):
    mask = (1 << 8 * WORD[kind]) - 1
    if "f" in kind:
        return pack(kind, [x + y for x, y in zip(floats(kind, old), floats(kind, b))])
    x, y = signed(old, kind), signed(b, kind)
    return {"add": x + y, "min": min(x, y), "max": max(x, y), "and": x & y, "or": x | y,
            "xor": x ^ y, "exch": y, "inc": 0 if x >= y else x + 1,
            "dec": y if x == 0 or x > y else x - 1}[op] & mask


def register(kind):
    return "%w" if WORD[kind] == 8 else "%v"


# Every thread has a cell in each memory; all begin with the same. Which of them it works on
# is decided by its number and PLACES. Then one cell of global and one of shared memory is for
# all threads: the sum of what they do does not depend on their order.
KERNEL = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout){cluster}
{{
  .reg .b64 %in, %out, %a, %w<9>, %g;
  .reg .b32 %v<9>, %t, %i, %k, %m;
  .reg .pred %p, %q, %first;
  .shared .align 8 .b8 {name}_cells[{shared}];
  .local .align 8 .b8 own[8];
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mov.u32 %m, %ctaid.x;
  mad.lo.u32 %m, %m, {threads}, %t;
  mul.wide.u32 %a, %m, 16;
  add.u64 %in, %in, %a;
  mul.wide.u32 %a, %m, 32;
  add.u64 %g, %out, %a;
  ld.global.v2.b64 {{%w0, %w1}}, [%in];
  cvt.u32.u64 %v0, %w0;
  // (ptxas 13.0.88 takes an upper half of 0 where it sees this as part of %w1.)
  ld.volatile.global.b32 %v1, [%in+8];
  mul.lo.u32 %i, %t, 8;
  mov.u32 %k, {name}_cells;
  add.u32 %i, %i, %k;
  st.shared.b64 [%i], %w0;
  st.local.b64 [own], %w0;
  st.global.b64 [%g], %w0;
  setp.eq.u32 %first, %t, 0;
  mov.b64 %w4, 0;
  @%first st.shared.b64 [{name}_cells+{common}], %w4;
  {sync}
  // Where.
  rem.u32 %k, %t, {places};
  mov.b64 %a, %g;
{where}
  {atom}
  {sync}
  ld.{type} {old}, [%a];
  mov.b64 %w5, 0;
  mov.b64 %w6, 0;
{widen}
  st.global.v2.b64 [%g+16], {{%w5, %w6}};
  {sync}
{all}
  ret;
}}
"""
WHERE = {
    "global": "",
    "shared": "  cvt.u64.u32 %w4, %i;\n  cvta.shared.u64 %w4, %w4;\n",
    "local": "  mov.u64 %w4, own;\n  cvta.local.u64 %w4, %w4;\n",
    "other": "  cvt.u64.u32 %w4, %i;\n  cvta.shared.u64 %w4, %w4;\n  mov.u32 %v4, %cluster_ctarank;\n"
             "  xor.b32 %v4, %v4, 1;\n  mapa.u64 %w4, %w4, %v4;\n",
}
# Reductions of all threads into one cell, an even thread's into global memory.
ALL = """  mov.u32 %k, {name}_cells;
  add.u32 %k, %k, {common};
  cvt.u64.u32 %a, %k;
  cvta.shared.u64 %a, %a;
  and.b32 %k, %t, 1;
  setp.eq.u32 %p, %k, 0;
  add.u64 %w4, %out, {total};
  selp.b64 %a, %w4, %a, %p;
  {red}
  bar.sync 0;
  ld.shared.b64 %w4, [{name}_cells+{common}];
  @%first st.global.b64 [%out+{total}+8], %w4;"""


class Case:
    def __init__(self, op, kind, places, guard=False):
        self.op, self.kind, self.places, self.guard = op, kind, places, guard
        self.blocks = 2 if "other" in places else 1
        self.name = "_".join([op, kind] + [p[0] for p in places] + ["guarded"] * guard)
        if self.blocks > 1:
            self.options = ("--block=32", "--grid=2", "--cluster=2,1,1")
        rng = random.Random(self.name)
        mask = (1 << 8 * WORD[kind]) - 1

        def value(k):
            if "f" in kind:
                return pack(kind, [float(rng.randrange(-8, 9)) for _ in range(2)])
            return rng.choice([rng.getrandbits(64), rng.randrange(4), mask - rng.randrange(4)]) & mask
        self.data = [(value(0), value(1)) for _ in range(THREADS * self.blocks)]
        self.adds_up = op in ("add", "min", "max", "and", "or", "xor") and self.blocks == 1

    def spelling(self, what):
        noftz = ".noftz" if "16" in self.kind else ""
        return "%s.%s%s.%s" % (what, self.op, noftz, "b" + self.kind[1:] if self.op in (
            "and", "or", "xor", "exch", "cas") else self.kind)

    def text(self):
        r, where = register(self.kind), ""
        for k, place in enumerate(self.places):
            if place == "global":
                continue
            where += WHERE[place] + "  setp.eq.u32 %%p, %%k, %d;\n  selp.b64 %%a, %%w4, %%a, %%p;\n" % k
        guard, swap = "", ", %s2" % r if self.op == "cas" else ""
        if self.guard:
            where += "  and.b32 %k, %t, 4;\n  setp.ne.u32 %q, %k, 0;\n"
            guard = "@%q "
        # Every third compares with what is there.
        atom = "mov.b64 %w3, 0;\n  mov.b32 %v3, 0;\n"
        first = "%s1" % r
        if self.op == "cas":
            atom += ("  rem.u32 %m, %t, 3;\n  setp.eq.u32 %p, %m, 0;\n"
                     "  selp.b64 %w7, %w0, %w1, %p;\n  selp.b32 %v7, %v0, %v1, %p;\n"
                     "  add.u64 %w2, %w1, 77;\n  add.u32 %v2, %v1, 77;\n")
            first = "%s7" % r
        atom += "  %s%s %s3, [%%a], %s%s;" % (guard, self.spelling("atom"), r, first, swap)
        wide = WORD[self.kind] == 8
        widen = ("  mov.b64 %w5, %w8;\n  mov.b64 %w6, %w3;" if wide else
                 "  cvt.u64.u32 %w5, %v8;\n  cvt.u64.u32 %w6, %v3;")
        every = ""
        total = 32 * THREADS * self.blocks
        if self.adds_up:
            every = ALL.format(name=self.name, common=8 * THREADS, total=total,
                               red="%s [%%a], %s1;" % (self.spelling("red"), r))
        cluster = " .reqnctapercluster 2, 1, 1" if self.blocks > 1 else ""
        sync = "bar.sync 0;" if self.blocks == 1 else (
            "barrier.cluster.arrive;\n  barrier.cluster.wait;")
        return KERNEL.format(
            name=self.name, shared=8 * THREADS + 8, threads=THREADS, common=8 * THREADS,
            places=len(self.places), where=where, atom=atom, type="b%d" % (8 * WORD[self.kind]),
            old="%s8" % r, widen=widen, all=every, cluster=cluster, sync=sync)

    def input(self):
        return b"".join(struct.pack("<QQ", a, b) for a, b in self.data)

    def result(self, t, a, b):
        """What the cell has and what the instruction gives."""
        if self.guard and not t & 4:
            return a, 0
        if self.op != "cas":
            return combine(self.op, self.kind, a, b), a
        equal = t % 3 == 0 or a == b
        return (b + 77 & (1 << 8 * WORD[self.kind]) - 1) if equal else a, a

    def expected(self):
        cells = [a for a, _ in self.data]
        olds, where = [], []
        for k, (a, b) in enumerate(self.data):
            t = k % THREADS
            place = self.places[t % len(self.places)]
            cell = k if place != "other" else k ^ THREADS
            # The cell of another block began with that one's value.
            fresh, old = self.result(t, self.data[cell][0], b)
            where.append((place, fresh))
            olds.append(old)
        out = b""
        for k in range(len(cells)):
            place, fresh = where[k]
            out += struct.pack("<QQQQ", fresh if place == "global" else cells[k], 0, fresh, olds[k])
        out += self.totals()
        return out

    def totals(self):
        total = [0, 0]
        if self.adds_up:
            for t, (_, b) in enumerate(self.data):
                total[t & 1] = combine(self.op, self.kind, total[t & 1], b)
        return struct.pack("<QQ", *total)


def cases(sm):
    pairs = ["f16x2"] + (["bf16x2"] if sm >= 90 else [])
    # (Behind packed floats ptxas adds words in local memory.)
    near, all_three = ("global", "shared"), ("global", "shared", "local")
    for kind in pairs:
        yield Case("add", kind, near)
        yield Case("add", kind, near, guard=True)
    for kind in ("f32", "f64", "u64"):
        yield Case("add", kind, all_three)
        yield Case("add", kind, all_three, guard=True)
    for kind in ("u64", "s64"):
        for op in ("min", "max"):
            yield Case(op, kind, all_three)
    for op in ("and", "or", "xor", "exch"):
        yield Case(op, "u64", all_three)
    yield Case("cas", "b64", all_three)
    for op, kind in (("add", "u32"), ("min", "s32"), ("max", "u32"), ("inc", "u32"), ("dec", "u32"),
                     ("exch", "u32"), ("cas", "b32"), ("xor", "u32")):
        yield Case(op, kind, near)


def far_cases():
    for op, kind in (("add", "f32"), ("add", "f64"), ("add", "f16x2"), ("add", "bf16x2"),
                     ("add", "u64"), ("min", "s64"), ("exch", "u64"), ("add", "u32"), ("xor", "u32")):
        yield Case(op, kind, ("shared", "other"))


if __name__ == "__main__":
    run_groups(__doc__, [
        Group("8.0", "sm_75", list(cases(75))), Group("8.0", "sm_86", list(cases(86))),
        Group("8.6", "sm_90", list(cases(90))), Group("8.6", "sm_100", list(cases(100))),
        Group("8.6", "sm_90a", list(far_cases())), Group("8.6", "sm_100a", list(far_cases()))],
        levels=("O3", "O0"), ours=("sm_90",))
