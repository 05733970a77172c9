#!/usr/bin/env python3
"""Writes a random PTX kernel: random-ptx.py SEED [--statements N] [--values N].

    fuzz(.param .u64 out, .param .u64 in)

Each thread computes with integers only (all results are defined bit by bit) and
stores every variable to out[thread * 512 ...]; `in` has 4 KiB. There are
branches, loops that threads leave at different times, 64-bit values, predicates,
guarded instructions, vector loads and shuffles, with many values live at once.
One seed, one program."""

import argparse
import random

LANES = 32          # threads of the launch
OUT_BYTES = 512     # per thread
IN_BYTES = 4096


class Generator:
    def __init__(self, seed, statements, values):
        self.rand = random.Random(seed)
        self.budget = statements
        self.lines = []
        self.labels = 0
        self.counters = 0
        r = self.rand
        self.r = ["%%a%d" % i for i in range(values)]
        self.rd = ["%%w%d" % i for i in range(max(2, values // 4))]
        self.p = ["%%q%d" % i for i in range(r.choice([2, 4, 8, 12]))]

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
        self.emit("sub.u32 %s, %s, 1;" % (counter, counter))
        self.emit("@!%%k bra %s;" % start)
        self.lines.append(end + ":")

    def block(self, depth, count):
        r = self.rand
        for _ in range(count):
            if self.budget <= 0:
                return
            self.budget -= 1
            x = r.random()
            if depth < 4 and x < 0.10:
                self.branch(depth)
            elif depth < 3 and x < 0.16:
                self.loop(depth)
            elif depth == 0 and x < 0.20:
                self.emit("shfl.sync.bfly.b32 %s, %s, %d, 31, -1;" % (
                    r.choice(self.r), r.choice(self.r), 1 << r.randrange(5)))
            else:
                self.simple()

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
        while self.budget > 0:
            self.block(0, 20)
        at = 0
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
                ("pred", self.p + ["%k"])):
            print("    .reg .%s %s;" % (kind, ", ".join(names)))
        print("\n".join(self.lines))
        print("}")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("seed", type=int)
    p.add_argument("--statements", type=int, default=120)
    p.add_argument("--values", type=int, default=24)
    o = p.parse_args()
    Generator(o.seed, o.statements, min(o.values, 80)).run()


if __name__ == "__main__":
    main()
