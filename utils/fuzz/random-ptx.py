#!/usr/bin/env python3
"""Writes a random PTX kernel: random-ptx.py SEED [--statements N] [--values N] [--more].

    fuzz(.param .u64 out, .param .u64 in)

Each thread computes with integers (all results are defined bit by bit) and
stores every variable to out[thread * 512 ...]; `in` has 4 KiB. There are
branches, loops that threads leave at different times, 64-bit values, predicates,
guarded instructions, vector loads and shuffles, with many values live at once.
With --more there are variables of f32, f64, f16, f16x2 and 16 bits (rounded to
nearest, no contraction; a NaN is stored as one that the ISA does not leave open),
jumps ahead into other statements, switches, and all collectives.
One seed, one program."""

import argparse
import random

LANES = 32          # threads of the launch
OUT_BYTES = 512     # per thread
IN_BYTES = 4096


class Generator:
    def __init__(self, seed, statements, values, more=False):
        self.rand = random.Random(seed)
        self.budget = statements
        self.lines = []
        self.labels = 0
        self.counters = 0
        r = self.rand
        self.r = ["%%a%d" % i for i in range(values)]
        self.rd = ["%%w%d" % i for i in range(max(2, values // 4))]
        self.p = ["%%q%d" % i for i in range(r.choice([2, 4, 8, 12]))]
        self.more = more
        # Registers of each further type.
        self.typed = {t: ["%%%s_%d" % (t, i) for i in range(r.randrange(2, 6))]
                      for t in ("f32", "f64", "f16", "f16x2", "u16")} if more else {}
        # Labels that jumps go to, not yet placed.
        self.pending = []

    def emit(self, text):
        self.lines.append("    " + text)

    def label(self):
        self.labels += 1
        return "L%d" % self.labels

    def source(self):
        r = self.rand
        if r.random() < 0.2:
            return str(r.choice([0, 1, 2, 31, 255, 0x7fffffff, 0xffff,
                                 r.getrandbits(32)]))
        return r.choice(self.r)

    def guard(self):
        r = self.rand
        if r.random() < 0.15:
            return "@%s%s " % (r.choice(["", "!"]), r.choice(self.p))
        return ""

    def simple(self):
        r = self.rand
        a, b, c = r.choice(self.r), self.source(), self.source()
        d, g = r.choice(self.r), self.guard()
        w, x, y = (r.choice(self.rd) for _ in range(3))
        p, q = r.choice(self.p), r.choice(self.p)
        kind = r.randrange(23)
        if kind < 4:
            op = r.choice(["add.u32", "sub.u32", "mul.lo.u32", "and.b32",
                           "or.b32", "xor.b32", "min.s32", "max.u32",
                           "min.u32", "mul.hi.u32", "mul.hi.s32"])
            self.emit("%s%s %s, %s, %s;" % (g, op, d, a, b))
        elif kind < 6:
            self.emit("%s%s %s, %s, %s, %s;" % (
                g, r.choice(["mad.lo.u32", "mad.lo.s32"]), d, a, b, c))
        elif kind == 6:
            self.emit("%s%s %s, %s, %d;" % (
                g, r.choice(["shl.b32", "shr.u32", "shr.s32"]), d, a,
                r.randrange(32)))
        elif kind == 7:
            self.emit("%s%s %s, %s;" % (
                g, r.choice(["not.b32", "popc.b32", "clz.b32", "brev.b32",
                             "neg.s32", "abs.s32", "mov.b32"]), d, a))
        elif kind == 8:
            self.emit("%slop3.b32 %s, %s, %s, %s, %d;" % (
                g, d, a, r.choice(self.r), r.choice(self.r),
                r.randrange(256)))
        elif kind == 9:
            self.emit("%sshf.%s.wrap.b32 %s, %s, %s, %s;" % (
                g, r.choice("lr"), d, a, r.choice(self.r), r.choice(self.r)))
        elif kind == 10:
            self.emit("%sprmt.b32 %s, %s, %s, %s;" % (
                g, d, a, r.choice(self.r), r.choice(self.r)))
        elif kind == 11:
            self.emit("%sselp.b32 %s, %s, %s, %s;" % (g, d, a, b, p))
        elif kind < 14:
            self.emit("%ssetp.%s.%s %s, %s, %s;" % (
                g, r.choice(["eq", "ne", "lt", "le", "gt", "ge"]),
                r.choice(["u32", "s32"]), p, a, b))
        elif kind == 14:
            self.emit("%s%s.pred %s, %s, %s;" % (
                g, r.choice(["and", "or", "xor"]), p, q, r.choice(self.p)))
        elif kind == 15:
            self.emit("%smul.wide.%s %s, %s, %s;" % (
                g, r.choice(["u32", "s32"]), w, a, r.choice(self.r)))
        elif kind == 16:
            self.emit("%smad.wide.u32 %s, %s, %s, %s;" % (
                g, w, a, r.choice(self.r), x))
        elif kind == 17:
            self.emit("%s%s %s, %s, %s;" % (
                g, r.choice(["add.u64", "sub.u64", "xor.b64", "and.b64",
                             "or.b64", "mul.lo.u64", "max.s64"]), w, x, y))
        elif kind == 18:
            self.emit("%s%s %s, %s, %d;" % (
                g, r.choice(["shl.b64", "shr.u64", "shr.s64"]), w, x,
                r.randrange(64)))
        elif kind == 19:
            if r.random() < 0.5:
                self.emit("%scvt.u32.u64 %s, %s;" % (g, d, x))
            else:
                self.emit("%sadd.cc.u32 %s, %s, %s;" % ("", d, a, b))
                self.emit("addc.u32 %s, %s, %s;" % (r.choice(self.r), a, c))
        elif kind == 20:
            if r.random() < 0.5:
                self.emit("%smov.b64 %s, {%s, %s};" % (g, w, a, d))
            else:
                first, second = r.sample(self.r, 2)
                self.emit("%smov.b64 {%s, %s}, %s;" % (g, first, second, x))
        elif kind == 21:
            self.emit("%ssetp.lt.u64 %s, %s, %s;" % (g, p, x, y))
        else:
            count = r.choice([1, 2, 4])
            names = r.sample(self.r, count) if len(self.r) >= 4 else [d]
            self.emit("and.b32 %%t, %s, %d;" % (a, IN_BYTES - 16))
            self.emit("cvt.u64.u32 %at, %t;")
            self.emit("add.u64 %at, %at, %in;")
            self.emit("%sld.global%s.u32 %s, [%%at];" % (
                g, ".v%d" % len(names) if len(names) > 1 else "",
                "{%s}" % ", ".join(names) if len(names) > 1 else names[0]))

    def typed_value(self):
        """An instruction of a further type."""
        r = self.rand
        t = r.choice(list(self.typed))
        d, a, b, c = (r.choice(self.typed[t]) for _ in range(4))
        g, p, i = self.guard(), r.choice(self.p), r.choice(self.r)
        x = r.random()
        if t == "u16":
            if x < 0.5:
                self.emit("%s%s %s, %s, %s;" % (g, r.choice([
                    "add.u16", "sub.s16", "mul.lo.u16", "mul.hi.s16", "and.b16", "xor.b16",
                    "min.s16", "max.u16"]), d, a, b))
            elif x < 0.6:
                self.emit("%s%s.b16 %s, %s;" % (g, r.choice(["not", "mov"]), d, a))
            elif x < 0.7:
                self.emit("%s%s %s, %s, %d;" % (g, r.choice(["shl.b16", "shr.u16", "shr.s16"]),
                                                d, a, r.randrange(16)))
            elif x < 0.8:
                self.emit("%scvt.%s %s, %s;" % (g, r.choice(["u16.u32", "s16.s32"]), d, i))
            elif x < 0.9:
                self.emit("%scvt.%s %s, %s;" % (g, r.choice(["u32.u16", "s32.s16"]), i, a))
            else:
                self.emit("%ssetp.%s.s16 %s, %s, %s;" % (
                    g, r.choice(["lt", "eq", "ge"]), p, a, b))
            return
        if t in ("f16", "f16x2"):
            if x < 0.55:
                self.emit("%s%s.rn.%s %s, %s, %s;" % (g, r.choice(["add", "sub", "mul"]), t,
                                                      d, a, b))
            elif x < 0.7:
                self.emit("%sfma.rn.%s %s, %s, %s, %s;" % (g, t, d, a, b, c))
            elif x < 0.8:
                self.emit("%s%s.%s %s, %s, %s;" % (g, r.choice(["min", "max"]), t, d, a, b))
            elif t == "f16x2":
                self.emit("%scvt.rn.f16x2.f32 %s, %s, %s;" % (
                    g, d, *r.choices(self.typed["f32"], k=2)))
            elif x < 0.9:
                self.emit("%scvt.f32.f16 %s, %s;" % (g, r.choice(self.typed["f32"]), a))
            elif x < 0.95:
                self.emit("%scvt.rn.f16.f32 %s, %s;" % (g, d, r.choice(self.typed["f32"])))
            else:
                self.emit("%ssetp.%s.f16 %s, %s, %s;" % (g, r.choice(["lt", "equ", "ge"]),
                                                         p, a, b))
            return
        wide = t == "f64"
        if x < 0.4:
            self.emit("%s%s.%s.%s %s, %s, %s;" % (
                g, r.choice(["add", "sub", "mul"]), r.choice(["rn", "rn", "rz", "rp"]), t,
                d, a, b))
        elif x < 0.55:
            self.emit("%sfma.%s.%s %s, %s, %s, %s;" % (
                g, r.choice(["rn", "rm"]), t, d, a, b, c))
        elif x < 0.65:
            self.emit("%s%s.%s %s, %s, %s;" % (g, r.choice(["min", "max"]), t, d, a, b))
        elif x < 0.72:
            self.emit("%sselp.%s %s, %s, %s, %s;" % (g, t, d, a, b, p))
        elif x < 0.8:
            self.emit("%scvt.rn.%s.%s %s, %s;" % (g, t, r.choice(["s32", "u32"]), d, i))
        elif x < 0.86:
            self.emit("%scvt.rzi.%s.%s %s, %s;" % (g, r.choice(["s32", "u32"]), t, i, a))
        elif x < 0.93:
            self.emit("%ssetp.%s.%s %s, %s, %s;" % (
                g, r.choice(["lt", "gt", "equ", "neu", "num"]), t, p, a, b))
        elif wide:
            self.emit("%scvt.f64.f32 %s, %s;" % (g, d, r.choice(self.typed["f32"])))
        else:
            self.emit("%scvt.rn.f32.f64 %s, %s;" % (g, d, r.choice(self.typed["f64"])))

    def jump(self):
        """Ahead, into whatever statement comes."""
        r = self.rand
        if not self.pending or (len(self.pending) < 3 and r.random() < 0.5):
            self.pending.append(self.label())
        self.emit("@%s%s bra %s;" % (r.choice(["", "!"]), r.choice(self.p),
                                     r.choice(self.pending)))

    def place_labels(self, every=False):
        r = self.rand
        while self.pending and (every or r.random() < 0.3):
            self.lines.append(self.pending.pop(r.randrange(len(self.pending))) + ":")

    def switch(self, depth):
        r = self.rand
        count = r.choice([2, 3, 4, 8])
        cases = [self.label() for _ in range(r.randrange(2, 5))]
        end, table = self.label(), self.label()
        self.emit("and.b32 %%t, %s, %d;" % (r.choice(self.r), count - 1))
        self.lines.append("%s: .branchtargets %s;" % (
            table, ", ".join(r.choice(cases + [end]) for _ in range(count))))
        self.emit("brx.idx %%t, %s;" % table)
        for case in cases:
            self.lines.append(case + ":")
            self.block(depth + 1, r.randrange(1, 5))
            if r.random() < 0.5:
                self.emit("bra %s;" % end)
        self.lines.append(end + ":")

    def collective(self):
        """For all threads, none of which has jumped over it."""
        r = self.rand
        self.place_labels(every=True)
        d, a, p, q = (r.choice(self.r), r.choice(self.r), r.choice(self.p),
                      r.choice(self.p))
        self.emit(r.choice([
            "shfl.sync.up.b32 %s|%s, %s, %d, 0, -1;" % (d, q, a, r.randrange(32)),
            "shfl.sync.down.b32 %s|%s, %s, %d, %d, -1;" % (
                d, q, a, r.randrange(32), r.choice([31, 0x181f, 0x1c1f])),
            "shfl.sync.idx.b32 %s, %s, %s, 31, -1;" % (d, a, r.choice(self.r)),
            "vote.sync.ballot.b32 %s, %s, -1;" % (d, p),
            "vote.sync.%s.pred %s, %s, -1;" % (r.choice(["all", "any", "uni"]), q, p),
            "match.any.sync.b32 %s, %s, -1;" % (d, a),
            "match.all.sync.b64 %s|%s, %s, -1;" % (d, q, r.choice(self.rd)),
            "redux.sync.%s %s, %s, -1;" % (r.choice([
                "add.s32", "min.u32", "max.s32", "xor.b32", "and.b32"]), d, a),
            "bar.warp.sync -1;"]))

    def branch(self, depth):
        r = self.rand
        other, end = self.label(), self.label()
        self.emit("@%s%s bra %s;" % (r.choice(["", "!"]), r.choice(self.p),
                                     other))
        self.block(depth + 1, r.randrange(1, 8))
        if r.random() < 0.6:
            self.emit("bra %s;" % end)
            self.lines.append(other + ":")
            self.block(depth + 1, r.randrange(1, 8))
            self.lines.append(end + ":")
        else:
            self.lines.append(other + ":")

    def loop(self, depth):
        r = self.rand
        start, end = self.label(), self.label()
        counter = "%%c%d" % self.counters
        self.counters += 1
        if r.random() < 0.5:
            self.emit("mov.u32 %s, %d;" % (counter, r.randrange(1, 4)))
        else:
            self.emit("and.b32 %s, %s, 3;" % (counter, r.choice(self.r)))
        self.lines.append(start + ":")
        self.block(depth + 1, r.randrange(2, 9))
        if r.random() < 0.4:
            self.emit("@%s%s bra %s;" % (r.choice(["", "!"]),
                                         r.choice(self.p), end))
            self.block(depth + 1, r.randrange(1, 4))
        self.emit("setp.eq.u32 %%k, %s, 0;" % counter)
        # (Threads that jump into the loop find what is left of an earlier one.)
        self.emit("%ssub.u32 %s, %s, 1;" % ("@!%k " if self.more else "", counter, counter))
        self.emit("@!%%k bra %s;" % start)
        self.lines.append(end + ":")

    def block(self, depth, count):
        r = self.rand
        for _ in range(count):
            if self.budget <= 0:
                return
            self.budget -= 1
            if self.more:
                self.place_labels()
                y = r.random()
                if y < 0.25:
                    self.typed_value()
                    continue
                if y < 0.3 and self.budget > 5:
                    self.jump()
                    continue
                if y < 0.34 and depth < 4:
                    self.switch(depth)
                    continue
                if y < 0.4 and depth == 0:
                    self.collective()
                    continue
            x = r.random()
            if depth < 4 and x < 0.10:
                self.branch(depth)
            elif depth < 3 and x < 0.16:
                self.loop(depth)
            elif depth == 0 and x < 0.20:
                self.place_labels(every=True)
                self.emit("shfl.sync.bfly.b32 %s, %s, %d, 31, -1;" % (
                    r.choice(self.r), r.choice(self.r), 1 << r.randrange(5)))
            else:
                self.simple()

    def store_typed(self):
        """Stores the values of further types; the bytes that they take."""
        at = 0
        for name in self.typed.get("f64", []):
            self.emit("setp.nan.f64 %%k, %s, %s;" % (name, name))
            self.emit("selp.f64 %s, 0d7ff8000000000000, %s, %%k;" % (name, name))
            self.emit("st.global.f64 [%%out+%d], %s;" % (at, name))
            at += 8
        for name in self.typed.get("f32", []):
            self.emit("setp.nan.f32 %%k, %s, %s;" % (name, name))
            self.emit("selp.f32 %s, 0f7fffffff, %s, %%k;" % (name, name))
            self.emit("st.global.f32 [%%out+%d], %s;" % (at, name))
            at += 4
        for name in self.typed.get("f16x2", []):
            # (An operation makes any NaN the canonical one.)
            self.emit("add.rn.f16x2 %s, %s, %s;" % (name, name, name))
            self.emit("st.global.b32 [%%out+%d], %s;" % (at, name))
            at += 4
        for name in self.typed.get("f16", []):
            self.emit("add.rn.f16 %s, %s, %s;" % (name, name, name))
        for name in self.typed.get("f16", []) + self.typed.get("u16", []):
            self.emit("st.global.b16 [%%out+%d], %s;" % (at, name))
            at += 2
        return (at + 7) // 8 * 8

    def run(self):
        r = self.rand
        self.emit("mov.u32 %tid_, %tid.x;")
        self.emit("ld.param.u64 %out, [out];")
        self.emit("ld.param.u64 %in, [in];")
        self.emit("mul.wide.u32 %%at, %%tid_, %d;" % OUT_BYTES)
        self.emit("add.u64 %out, %out, %at;")
        self.emit("mul.wide.u32 %at, %tid_, 64;")
        self.emit("add.u64 %at, %at, %in;")
        for i, name in enumerate(self.r):
            if r.random() < 0.8:
                self.emit("ld.global.u32 %s, [%%at+%d];" % (name, 4 * (i % 16)))
            else:
                self.emit("mov.u32 %s, %d;" % (name, r.getrandbits(32)))
        for i, name in enumerate(self.rd):
            self.emit("ld.global.u64 %s, [%%at+%d];" % (name, 8 * (i % 8)))
        for i, name in enumerate(self.p):
            self.emit("setp.lt.u32 %s, %s, %d;" % (name, r.choice(self.r),
                                                   r.getrandbits(32)))
        for t, names in self.typed.items():
            for name in names:
                if t == "f64":
                    self.emit("cvt.rn.f64.s32 %s, %s;" % (name, r.choice(self.r)))
                elif t == "f32":
                    self.emit("mov.b32 %s, %s;" % (name, r.choice(self.r)) if r.random() < 0.5
                              else "cvt.rn.f32.s32 %s, %s;" % (name, r.choice(self.r)))
                elif t == "f16x2":
                    self.emit("mov.b32 %s, %s;" % (name, r.choice(self.r)))
                else:
                    self.emit("cvt.u16.u32 %s, %s;" % (name, r.choice(self.r)))
        start = len(self.lines)
        while self.budget > 0:
            self.block(0, 20)
        self.place_labels(every=True)
        if self.more:
            self.lines[start:start] = ["    mov.u32 %%c%d, 0;" % i
                                       for i in range(self.counters)]
        at = self.store_typed()
        for name in self.rd:
            self.emit("st.global.u64 [%%out+%d], %s;" % (at, name))
            at += 8
        for name in self.r:
            self.emit("st.global.u32 [%%out+%d], %s;" % (at, name))
            at += 4
        for name in self.p:
            self.emit("selp.u32 %%t, 1, 0, %s;" % name)
            self.emit("st.global.u32 [%%out+%d], %%t;" % at)
            at += 4
        assert at <= OUT_BYTES
        self.emit("ret;")
        print(".version 8.0\n.target sm_90\n.address_size 64\n")
        print(".visible .entry fuzz(.param .u64 out, .param .u64 in)\n{")
        for kind, names in (
                ("b32", self.r + ["%t", "%tid_"] +
                 ["%%c%d" % i for i in range(self.counters)]),
                ("b64", self.rd + ["%out", "%in", "%at"]),
                ("pred", self.p + ["%k"]), ("f32", self.typed.get("f32", [])),
                ("f64", self.typed.get("f64", [])),
                ("b16", self.typed.get("f16", []) + self.typed.get("u16", [])),
                ("b32", self.typed.get("f16x2", []))):
            if names:
                print("    .reg .%s %s;" % (kind, ", ".join(names)))
        print("\n".join(self.lines))
        print("}")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("seed", type=int)
    p.add_argument("--statements", type=int, default=120)
    p.add_argument("--values", type=int, default=24)
    p.add_argument("--more", action="store_true", help="further types, jumps, collectives")
    o = p.parse_args()
    Generator(o.seed, o.statements, min(o.values, 60 if o.more else 80), o.more).run()


if __name__ == "__main__":
    main()
