# ===- chains_ptx.py - PTX in which every instruction waits for the last ----===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Random serial chains: each step takes the result of the one before as one of
its sources, so that what ptxas leaves between two instructions is the latency of
the pair. Steps that are written twice under different predicates show the
distance between two writes. Used by latencies.py.

A step is (name, result, sources): r a 32-bit register, l a 64-bit one, p a
predicate; i is an immediate. The same steps over parameters make ptxas use the
uniform datapath.
"""

import random


def _steps():
    """PTX of each step; {d} the result, {0} {1} .. the sources."""
    two = """add.s32 sub.s32 and.b32 xor.b32 shl.b32 shr.u32 min.s32 max.u32 add.f32 mul.f32 min.f32
        max.ftz.f32 add.f16x2 mul.f16x2 min.f16x2 add.bf16x2 mul.bf16x2 max.bf16x2 mul.hi.u32 mul.lo.s32
        add.s16x2 max.s16x2 min.u16x2 set.lt.f32.f32 set.gt.u32.s32 set.lt.f16x2.f16x2
        bmsk.clamp.b32 szext.wrap.s32 cvt.rn.f16x2.f32 cvt.rn.bf16x2.f32 copysign.f32
        cvt.rn.satfinite.e4m3x2.f16x2""".split()
    three = """lop3.b32 prmt.b32 shf.l.wrap.b32 shf.r.clamp.b32 fma.rn.f32 mad.lo.u32 mad.hi.s32
        fma.rn.f16x2 fma.rn.bf16x2 fma.rn.relu.f16x2 dp4a.s32.u32 dp2a.lo.s32.s32 vabsdiff4.u32.u32.u32
        sad.s32 bfe.u32 slct.s32.s32 slct.f32.s32 slct.s32.f32""".split()
    one = """not.b32 neg.s32 abs.s32 popc.b32 clz.b32 brev.b32 bfind.u32 rcp.approx.f32 ex2.approx.ftz.f32
        sqrt.approx.f32 sin.approx.f32 tanh.approx.f32 rsqrt.approx.f32 lg2.approx.f32
        cvt.rn.f32.s32 cvt.rzi.s32.f32 cvt.rni.f32.f32 cvt.rn.f32.u32
        neg.f16x2 abs.f16x2 ex2.approx.f16x2 tanh.approx.bf16x2""".split()
    for op in two:
        if op.startswith("cvt.rn.satfinite"):
            continue
        yield op, "r", "rr", op + " {d}, {0}, {1};"
    for op in three:
        tail = ", 0xe4" if op == "lop3.b32" else ""
        yield op, "r", "rrr", op + " {d}, {0}, {1}, {2}" + tail + ";"
    for op in one:
        yield op, "r", "r", op + " {d}, {0};"
    yield "lea", "r", "rr", "shl.b32 {t}, {0}, 3; add.s32 {d}, {t}, {1};"
    yield "leahi", "l", "rl", "cvt.s64.s32 {tl}, {0}; shl.b64 {tl}, {tl}, 2; add.s64 {d}, {tl}, {1};"
    yield "add3", "r", "rrr", "add.s32 {t}, {0}, {1}; add.s32 {d}, {t}, {2};"
    yield "addmin", "r", "rrr", "add.s32 {t}, {0}, {1}; min.s32 {d}, {t}, {2};"
    yield "min3", "r", "rrr", "min.s32 {t}, {0}, {1}; min.s32 {d}, {t}, {2};"
    yield "fmin3", "r", "rrr", "min.f32 {t}, {0}, {1}; min.f32 {d}, {t}, {2};"
    yield "addcc", "l", "ll", "add.s64 {d}, {0}, {1};"
    yield "carry", "r", "rr", "add.cc.u32 {t}, {0}, {1}; addc.u32 {d}, {t}, {0};"
    yield "carry2", "r", "rrr", "add.cc.u32 {t}, {0}, {1}; addc.u32 {d}, {2}, 0;"
    yield "madcc", "r", "rrr", "mad.lo.cc.u32 {t}, {0}, {1}, {2}; addc.u32 {d}, {t}, {0};"
    yield "madhicc", "r", "rrr", "mad.lo.cc.u32 {t}, {0}, {1}, {2}; madc.hi.u32 {d}, {0}, {1}, {t};"
    yield "imad3", "r", "rr", "mul.lo.u32 {d}, {0}, {1};"
    yield "and.b64", "l", "ll", "and.b64 {d}, {0}, {1};"
    yield "xor.b64", "l", "ll", "xor.b64 {d}, {0}, {1};"
    yield "min.s64", "l", "ll", "min.s64 {d}, {0}, {1};"
    yield "shl.b64", "l", "lr", "shl.b64 {d}, {0}, {1};"
    yield "mul.lo.s64", "l", "ll", "mul.lo.s64 {d}, {0}, {1};"
    for op in ("mul.wide.u32", "mul.wide.s32"):
        yield op, "l", "rr", op + " {d}, {0}, {1};"
    for op in ("mad.wide.u32", "mad.wide.s32"):
        yield op, "l", "rrl", op + " {d}, {0}, {1}, {2};"
    for op in ("add.f64", "mul.f64", "min.f64"):
        yield op, "l", "ll", op + " {d}, {0}, {1};"
    yield "fma.rn.f64", "l", "lll", "fma.rn.f64 {d}, {0}, {1}, {2};"
    yield "f64neg", "l", "l", "neg.f64 {d}, {0};"
    for op in ("add.rn.f32x2", "mul.rn.f32x2"):
        yield op, "l", "ll", op + " {d}, {0}, {1};"
    yield "fma.rn.f32x2", "l", "lll", "fma.rn.f32x2 {d}, {0}, {1}, {2};"
    for op in ("cvt.rn.f64.s32", "cvt.f64.f32"):
        yield op, "l", "r", op + " {d}, {0};"
    for op in ("cvt.rn.f32.f64", "cvt.rzi.s32.f64", "cvt.rn.f32.s64", "popc.b64", "clz.b64"):
        yield op, "r", "l", op + " {d}, {0};"
    yield "rcp.f64", "l", "l", "rcp.approx.ftz.f64 {d}, {0};"
    # Predicates.
    for op in ("setp.lt.s32", "setp.ge.u32", "setp.gt.f32", "setp.neu.f32"):
        yield op, "p", "rr", op + " {d}, {0}, {1};"
    for op in ("setp.lt.s64", "setp.gt.f64", "setp.ne.u64"):
        yield op, "p", "ll", op + " {d}, {0}, {1};"
    for op in ("setp.lt.and.s32", "setp.ge.or.u32", "setp.gt.xor.f32"):
        yield op, "p", "rrp", op + " {d}, {0}, {1}, {2};"
    yield "setp.lt.and.f64", "p", "llp", "setp.lt.and.f64 {d}, {0}, {1}, {2};"
    yield "setp.f16x2", "p", "rr", "setp.lt.f16x2 {d}|{q}, {0}, {1};"
    yield "setp.and.f16x2", "p", "rrp", "setp.lt.and.f16x2 {d}|{q}, {0}, {1}, {2};"
    yield "setp.bf16x2", "p", "rr", "setp.gt.bf16x2 {d}|{q}, {0}, {1};"
    yield "lop3.p", "p", "rrrp", "lop3.or.b32 {t}|{d}, {0}, {1}, {2}, 0x3f, {3};"
    yield "testp", "p", "r", "testp.finite.f32 {d}, {0};"
    for op in ("and", "or", "xor"):
        yield op + ".pred", "p", "pp", op + ".pred {d}, {0}, {1};"
    yield "and3.pred", "p", "ppp", "and.pred {q}, {0}, {1}; or.pred {d}, {q}, {2};"
    yield "selp", "r", "rrp", "selp.b32 {d}, {0}, {1}, {2};"
    yield "selpf", "r", "rrp", "selp.f32 {d}, {0}, {1}, {2};"
    yield "selp64", "l", "llp", "selp.b64 {d}, {0}, {1}, {2};"
    for op in ("add.s32", "fma.rn.f32", "mad.lo.s32", "xor.b32", "fma.rn.f16x2", "popc.b32", "mul.wide.u32",
               "fma.rn.f64", "mul.hi.u32", "ex2.approx.f32", "ld.shared.b32", "dp4a.s32.s32"):
        out = "l" if "wide" in op or "f64" in op else "r"
        src = "rr" if "wide" in op else "lll" if "f64" in op else {"add": "rr", "xor": "rr", "pop": "r", "mul": "rr",
              "ex2": "r", "ld.": "i"}.get(op[:3], "rrr")
        args = ", ".join("{%d}" % (k + 1) for k in range(len(src))) if src != "i" else "[sm+16]"
        yield "@" + op, out, "p" + src.replace("i", ""), "mov.b%d {d}, {k%s}; @{0} %s {d}, %s;" % (
            64 if out == "l" else 32, out, op, args)
    # Warp-wide.
    yield "vote.ballot", "r", "p", "vote.sync.ballot.b32 {d}, {0}, -1;"
    yield "vote.any", "p", "p", "vote.sync.any.pred {d}, {0}, -1;"
    yield "vote.all", "p", "p", "vote.sync.all.pred {d}, {0}, -1;"
    for mode in ("bfly", "idx", "up"):
        yield "shfl." + mode, "r", "rr", "shfl.sync.%s.b32 {d}, {0}, {1}, 0x1f, -1;" % mode
    yield "shfl.p", "p", "rr", "shfl.sync.down.b32 {t}|{d}, {0}, {1}, 0x1f, -1;"
    yield "match", "r", "r", "match.any.sync.b32 {d}, {0}, -1;"
    yield "match.all", "p", "r", "match.all.sync.b32 {t}|{d}, {0}, -1;"
    yield "redux", "r", "r", "redux.sync.add.s32 {d}, {0}, -1;"
    yield "redux.and", "r", "r", "redux.sync.and.b32 {d}, {0}, -1;"
    yield "activemask", "r", "r", "activemask.b32 {t}; xor.b32 {d}, {t}, {0};"
    yield "elect", "p", "r", "elect.sync {t}|{d}, {0};"
    # Memory.
    yield "lds", "r", "r", "ld.shared.b32 {d}, [{0}];"
    yield "lds64", "l", "r", "ld.shared.b64 {d}, [{0}+8];"
    yield "sts", "r", "rr", "st.shared.b32 [{0}], {1}; mov.b32 {d}, {1};"
    yield "sts64", "l", "rl", "st.shared.b64 [{0}], {1}; mov.b64 {d}, {1};"
    yield "ldg", "r", "l", "ld.global.b32 {d}, [{0}];"
    yield "stg", "r", "lr", "st.global.b32 [{0}], {1}; mov.b32 {d}, {1};"
    yield "stg64", "l", "ll", "st.global.b64 [{0}], {1}; mov.b64 {d}, {1};"
    yield "atoms", "r", "rr", "atom.shared.add.u32 {d}, [{0}], {1};"
    yield "atomg", "r", "lr", "atom.global.add.u32 {d}, [{0}], {1};"
    yield "atomcas", "r", "lrr", "atom.global.cas.b32 {d}, [{0}], {1}, {2};"
    yield "red", "r", "lr", "red.global.add.u32 [{0}], {1}; mov.b32 {d}, {1};"
    yield "ldgen", "r", "l", "ld.b32 {d}, [{0}];"
    yield "stgen", "r", "lr", "st.b32 [{0}], {1}; mov.b32 {d}, {1};"
    yield "ldc", "r", "r", "ld.const.b32 {d}, [{0}];"
    yield "ldl", "r", "r", "and.b32 {t}, {0}, 60; mov.u32 {t2}, lo; add.s32 {t}, {t}, {t2}; ld.local.b32 {d}, [{t}];"
    yield "stl", "r", "rr", "mov.u32 {t2}, lo; add.s32 {t}, {t2}, {0}; st.local.b32 [{t}], {1}; mov.b32 {d}, {1};"
    yield "cpasync", "r", "rl", "cp.async.ca.shared.global [{0}], [{1}], 16; mov.b32 {d}, {0};"
    yield "prefetch", "l", "l", "prefetch.global.L2 [{0}]; mov.b64 {d}, {0};"
    yield "isspacep", "p", "l", "isspacep.shared {d}, {0};"
    yield "ldmatrix", "r", "r", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{{d}}}, [{0}];"
    yield "stmatrix", "r", "rr", "stmatrix.sync.aligned.m8n8.x1.shared.b16 [{0}], {{{1}}}; mov.b32 {d}, {1};"
    yield "movmatrix", "r", "r", "movmatrix.sync.aligned.m8n8.trans.b16 {d}, {0};"
    yield "bar", "r", "r", "bar.sync {0}; mov.b32 {d}, {0};"
    yield "barred", "p", "p", "bar.red.and.pred {d}, 0, {0};"
    yield "barpopc", "r", "p", "bar.red.popc.u32 {d}, 0, {0};"
    yield "mapa", "r", "rr", "mapa.shared::cluster.u32 {d}, {0}, {1};"
    yield "nanosleep", "r", "r", "nanosleep.u32 {0}; mov.b32 {d}, {0};"
    yield "mbar", "l", "r", "mbarrier.arrive.shared.b64 {d}, [{0}];"
    yield "tex", "r", "rr", "tex.2d.v4.f32.f32 {{{d}, {t}, {t2}, {t3}}}, [tx, {{{0}, {1}}}];"
    yield "tex1", "r", "r", "tex.1d.v4.s32.s32 {{{d}, {t}, {t2}, {t3}}}, [tx, {{{0}}}];"
    yield "txq", "r", "r", "txq.width.b32 {t}, [tx]; xor.b32 {d}, {t}, {0};"
    yield "tld4", "r", "rr", "tld4.r.2d.v4.f32.f32 {{{d}, {t}, {t2}, {t3}}}, [tx, {{{0}, {1}}}];"
    yield "suld", "r", "rr", "suld.b.2d.b32.trap {{{d}}}, [sf, {{{0}, {1}}}];"
    yield "sust", "r", "rrr", "sust.b.2d.b32.trap [sf, {{{0}, {1}}}], {{{2}}}; mov.b32 {d}, {0};"
    yield "sured", "r", "rrr", "sured.b.add.2d.u32.trap [sf, {{{0}, {1}}}], {2}; mov.b32 {d}, {0};"
    yield "clock", "r", "r", "mov.u32 {t}, %clock; add.s32 {d}, {t}, {0};"
    yield "clock64", "l", "l", "mov.u64 {tl}, %clock64; add.s64 {d}, {tl}, {0};"
    yield "clocknow", "r", "r", "mov.u32 {d}, %clock;"
    yield "clocknow64", "l", "l", "mov.u64 {d}, %clock64;"
    yield "call", "r", "r", "call.uni ({d}), fn, ({0});"
    yield "branch", "r", "p", "{{ .reg .b32 y; mov.b32 {d}, {kr}; @{0} bra SKIP{n}; ld.shared.b32 {d}, [sm+32]; st.shared.b32 [sm+4], {d}; bar.warp.sync -1; SKIP{n}: }}"


STEPS = [s for s in _steps()]

MODULE = """.version 9.0
.target sm_{target}
.address_size 64
.const .b32 cs[64];
.shared .align 16 .b8 sm[256];
.global .texref tx;
.global .surfref sf;
.func (.param .b32 y) fn (.param .b32 x) {{
  .reg .b32 a; ld.param.b32 a, [x]; xor.b32 a, a, 0x77; mad.lo.u32 a, a, a, 3; st.param.b32 [y], a; ret;
}}
"""
KERNEL = """.visible .entry {name}(.param .u64 in, .param .u64 out, .param .align 16 .b8 p[256])
{{
  .reg .b32 %r<2000>; .reg .b64 %l<2000>; .reg .pred %p<2000>;
  .local .align 16 .b8 lo[64];
  ld.param.u64 %l0, [in]; ld.param.u64 %l1, [out];
  cvta.to.global.u64 %l0, %l0; cvta.to.global.u64 %l1, %l1;
  mov.u32 %r0, %tid.x; mul.wide.u32 %l2, %r0, 256; add.s64 %l0, %l0, %l2; add.s64 %l1, %l1, %l2;
"""
MEMORY = ("global", "shared", "local", "tx", "sf", "sync", "bar", "call", "bra")
FREE = 6  # independent values of each kind


class Chain:
    """A kernel that is one chain of random steps."""

    def __init__(self, seed, steps, uniform):
        self.rng = random.Random(seed)
        self.steps, self.uniform = steps, uniform
        self.lines, self.count = [], 100
        # Constants, which become immediates.
        self.lines += ["mov.b32 %r20, 3;", "mov.b32 %r21, 77;", "mov.b32 %r22, 0x3f812345;"]
        for k in range(FREE):
            r, l, p = "%%r%d" % (10 + k), "%%l%d" % (10 + k), "%%p%d" % (10 + k)
            if uniform:
                self.lines += ["ld.param.b32 %s, [p+%d];" % (r, 16 * k), "ld.param.b64 %s, [p+%d];" % (l, 16 * k + 8)]
            else:
                self.lines += ["ld.global.b32 %s, [%%l0+%d];" % (r, 16 * k), "ld.global.b64 %s, [%%l0+%d];" % (l, 16 * k + 8)]
            self.lines.append("setp.lt.s32 %s, %s, 100;" % (p, r))

    def new(self, kind):
        self.count += 1
        return "%%%s%d" % (kind, self.count)

    def free(self, kind):
        if kind == "r" and self.rng.random() < 0.1:
            return "%%r%d" % self.rng.choice((20, 21, 22))
        return "%%%s%d" % (kind, 10 + self.rng.randrange(FREE))

    def fresh(self, kind):
        """An independent value that no constant replaces."""
        return "%%%s%d" % (kind, 10 + self.rng.randrange(FREE))

    def convert(self, value, kind, to):
        """Moves that cost no instruction where there are such."""
        if kind == to:
            return value
        new = self.new(to)
        if (kind, to) == ("r", "l"):
            pair = [value, "%%r%d" % (10 + self.rng.randrange(FREE))]
            self.rng.shuffle(pair)
            self.lines.append("mov.b64 %s, {%s, %s};" % (new, *pair))
        elif (kind, to) == ("l", "r"):
            pair = [new, self.new("r")]
            self.rng.shuffle(pair)
            self.lines.append("mov.b64 {%s, %s}, %s;" % (*pair, value))
        elif to == "p":
            if kind == "l":
                value = self.convert(value, "l", "r")
            self.lines.append("setp.lt.s32 %s, %s, %s;" % (new, value, self.free("r")))
        else:
            self.lines.append("selp.b32 %s, %s, %s, %s;" % (
                r := new if to == "r" else self.new("r"), self.free("r"), self.free("r"), value))
            return r if to == "r" else self.convert(r, "r", "l")
        return new

    def emit(self, step, value, kind, result=None, guard=""):
        _, out, sources, text = step
        # Mostly where it fits as it is; every source gets its turn.
        at = [k for k, s in enumerate(sources) if s == kind]
        if not at or self.rng.random() < 0.3:
            at = list(range(len(sources)))
        at = self.rng.choice(at)
        args = [self.free(s) for s in sources]
        if value is not None:
            args[at] = self.convert(value, kind, sources[at])
        result = result or self.new(out)
        text = text.format(*args, d=result, t=self.new("r"), t2=self.new("r"), t3=self.new("r"), tl=self.new("l"),
                           q=self.new("p"), kr="%r10", kl="%l10", n=self.count)
        if guard and ";" not in text[:-1]:
            text = guard + " " + text
        self.lines.append(text)
        return result

    def text(self, name, length, width=1):
        """`width` chains side by side: ptxas fills the time of one with another."""
        heads = []
        for k in range(width):
            heads.append((self.new("r"), "r"))
            self.lines.append("mov.b32 %s, %%%s;" % (heads[k][0], "ctaid.x" if self.uniform else "r%d" % (10 + k)))
        for k in range(length):
            value, kind = heads[k % width]
            step = self.rng.choice(self.steps)
            twice = self.rng.random()
            result = self.emit(step, value, kind)
            if twice < 0.3 and not self.uniform:
                # Written again: a step of the same kind for some of the lanes.
                again = self.rng.choice([s for s in self.steps if s[1] == step[1]])
                guard = "@%s" % self.free("p")
                if step[0][0] != "@" and again[0][0] != "@":
                    self.emit(again, value if twice < 0.15 else None, kind, result, guard)
            value, kind = heads[k % width] = result, step[1]
            if self.uniform and self.rng.random() < 0.25:
                # Into a vector instruction, as one of its sources.
                vector = self.convert(value, kind, "r")
                self.lines.append("xor.b32 %r1, %r1, %r0;")
                self.lines.append(self.rng.choice((
                    "add.s32 %r1, %r1, {v};", "fma.rn.f32 %r1, %r1, {v}, %r0;", "xor.b32 %r1, %r1, {v};",
                    "mad.lo.s32 %r1, %r1, {v}, %r0;", "st.shared.b32 [sm], {v};", "fma.rn.f16x2 %r1, %r1, {v}, %r0;",
                    "ld.shared.b32 %r1, [{v}];", "mul.hi.u32 %r1, %r1, {v};", "popc.b32 %r1, {v};")).format(v=vector))
        values = [self.convert(value, kind, "r") for value, kind in heads] + ["%r1"]
        self.lines += ["st.global.b32 [%%l1+%d], %s;" % (4 * k, v) for k, v in enumerate(values)]
        head = KERNEL.format(name=name) + "  mov.b32 %r1, %r0;\n"
        return head + "\n".join("  " + line for line in self.lines) + "\n  ret;\n}\n"


def overwrite_text(name, seed, steps, length):
    """A few registers of each kind that are read and, for some lanes, written
    again and again: writes after writes and after reads without slack."""
    rng = random.Random(seed)
    chain = Chain(seed, steps, False)
    kept = {"r": ["%r31", "%r32", "%r33"], "l": ["%l31", "%l32"], "p": ["%p31", "%p32"]}
    for kind, names in kept.items():
        for k, reg in enumerate(names):
            chain.lines.append("mov.%s %s, %%%s%d;" % ({"r": "b32", "l": "b64", "p": "pred"}[kind], reg, kind, 11 + k))
    chain.free = lambda kind: rng.choice(kept[kind]) if rng.random() < 0.3 else chain.fresh(kind)
    for _ in range(length):
        step = rng.choice(steps)
        result = rng.choice(kept[step[1]])
        guard = "@%s%s" % (rng.choice("! ").strip(), chain.fresh("p"))
        if step[0][0] == "@" or step[3].count(";") > 1:
            # Written elsewhere first.
            value = chain.emit(step, None, step[2][0])
            if step[1] == "p":
                chain.lines.append("and.pred %s, %s, %s;" % (result, result, value))
            else:
                chain.lines.append("%s mov.b%d %s, %s;" % (guard, 64 if step[1] == "l" else 32, result, value))
        else:
            chain.emit(step, None, step[2][0], result, guard)
    chain.lines += ["selp.b32 %%r4%d, 1, 0, %s;" % (k, p) for k, p in enumerate(kept["p"])]
    stored = [(32, r) for r in kept["r"] + ["%r40", "%r41"]] + [(64, l) for l in kept["l"]]
    chain.lines += ["st.global.b%d [%%l1+%d], %s;" % (size, 8 * k, reg) for k, (size, reg) in enumerate(stored)]
    return KERNEL.format(name=name) + "\n".join("  " + line for line in chain.lines) + "\n  ret;\n}\n"


# Matrix instructions: (name, registers of d, a, b, c, further operands).
MATRIX = [(n, int(d), int(a), int(b), int(c), ", ".join([""] + rest)) for n, d, a, b, c, *rest in (line.split() for line in """
m16n8k8.row.col.f32.f16.f16.f32 4 2 1 4
m16n8k16.row.col.f32.f16.f16.f32 4 4 2 4
m16n8k8.row.col.f16.f16.f16.f16 2 2 1 2
m16n8k16.row.col.f16.f16.f16.f16 2 4 2 2
m16n8k16.row.col.f32.bf16.bf16.f32 4 4 2 4
m16n8k8.row.col.f32.bf16.bf16.f32 4 2 1 4
m16n8k4.row.col.f32.tf32.tf32.f32 4 2 1 4
m16n8k8.row.col.f32.tf32.tf32.f32 4 4 2 4
m8n8k16.row.col.s32.s8.u8.s32 2 1 1 2
m16n8k16.row.col.s32.s8.s8.s32 4 2 1 4
m16n8k32.row.col.s32.u8.s8.s32 4 4 2 4
m8n8k32.row.col.s32.s4.s4.s32 2 1 1 2
m16n8k32.row.col.s32.s4.u4.s32 4 2 1 4
m16n8k64.row.col.s32.s4.s4.s32 4 4 2 4
m8n8k128.row.col.s32.b1.b1.s32.xor.popc 2 1 1 2
m16n8k128.row.col.s32.b1.b1.s32.xor.popc 4 2 1 4
m16n8k256.row.col.s32.b1.b1.s32.and.popc 4 4 2 4
m16n8k32.row.col.f32.e4m3.e5m2.f32 4 4 2 4
m16n8k32.row.col.f16.e4m3.e4m3.f16 2 4 2 2
m16n8k16.row.col.f32.e4m3.e4m3.f32 4 2 1 4
m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32 4 4 2 4
m16n8k32.row.col.kind::f8f6f4.f16.e2m3.e4m3.f16 2 4 2 2
sp.m16n8k16.row.col.f32.f16.f16.f32 4 2 2 4 %r10 0x0
sp.m16n8k32.row.col.f32.f16.f16.f32 4 4 4 4 %r11 0x0
sp.m16n8k32.row.col.f16.f16.f16.f16 2 4 4 2 %r11 0x0
sp.m16n8k8.row.col.f32.tf32.tf32.f32 4 2 2 4 %r12 0x0
sp.m16n8k16.row.col.f32.tf32.tf32.f32 4 4 4 4 %r12 0x0
sp.m16n8k32.row.col.s32.s8.s8.s32 4 2 2 4 %r10 0x0
sp.m16n8k64.row.col.s32.s8.s8.s32 4 4 4 4 %r10 0x0
sp.m16n8k64.row.col.s32.s4.s4.s32 4 2 2 4 %r10 0x0
sp.m16n8k128.row.col.s32.s4.s4.s32 4 4 4 4 %r10 0x0
sp.m16n8k64.row.col.f32.e4m3.e4m3.f32 4 4 4 4 %r10 0x0
m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e5m2.f32.ue8m0 4 4 2 4 %r10 {0,0} %r11 {0,0}
m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 4 4 2 4 %r10 {0,0} %r11 {0,0}
m8n8k4.row.col.f64.f64.f64.f64 2 1 1 2
m16n8k8.row.col.f64.f64.f64.f64 4 4 2 4
m16n8k16.row.col.f64.f64.f64.f64 4 8 4 4
""".split("\n") if line)]


def mma_name(shape):
    return "mma.sp::ordered_metadata.sync.aligned." + shape[3:] if shape.startswith("sp.") else "mma.sync.aligned." + shape


def matrix_text(name, seed, steps, shapes, length, width):
    """Chains through matrix instructions: results become accumulators, factors,
    sources of other steps, and come from them."""
    rng = random.Random(seed)
    chain = Chain(seed, [s for s in steps if s[0] in (
        "add.s32", "xor.b32", "prmt.b32", "fma.rn.f32", "add.f32", "mad.lo.u32", "fma.rn.f16x2", "add.f16x2",
        "cvt.rn.f16x2.f32", "mul.hi.u32", "popc.b32", "ex2.approx.ftz.f32", "shfl.bfly", "sts", "lds", "ldmatrix",
        "stg", "selp", "max.ftz.f32", "setp.gt.f32", "mul.wide.u32", "add.f64", "fma.rn.f64", "min.s32")], False)
    kind = "l" if "f64" in shapes[0][0] else "r"
    size = 64 if kind == "l" else 32
    same_kind = [s for s in chain.steps if s[1] == kind]
    vec = lambda regs: "{" + ", ".join(regs) + "}"
    heads = [([chain.fresh(kind) for _ in range(4)], None) for _ in range(width)]
    for k in range(length):
        results, value = heads[k % width]
        shape, d, *counts, rest = rng.choice(shapes)
        operands = [[chain.fresh(kind) for _ in range(n)] for n in counts]
        link = rng.choice((2, 2, 2, 0, 0, 1, -1))
        if link == 2:
            operands[2] = (operands[2] + results)[-counts[2]:]
        elif link < 0 and value:
            rng.choice(operands)[0] = value
        else:
            operands[link][0] = rng.choice(results)
        results = [chain.new(kind) for _ in range(d)]
        guard = ""
        if rng.random() < 0.2:
            # Written before, and by the matrix instruction for some lanes only.
            for r in results:
                chain.emit(rng.choice(same_kind), None, kind, r)
            guard = "@%s " % chain.free("p")
        chain.lines.append("%s%s %s%s;" % (guard, mma_name(shape), ", ".join(map(vec, [results] + operands)), rest))
        value = rng.choice(results)
        if rng.random() < 0.3:
            for r in results:
                if rng.random() < 0.5:
                    chain.emit(rng.choice(same_kind), None, kind, r, "@" + chain.free("p"))
        if rng.random() < 0.6:
            step = rng.choice(chain.steps)
            value = chain.convert(chain.emit(step, value, kind), step[1], kind)
            results[rng.randrange(len(results))] = value
        heads[k % width] = results, value
    stored = [r for results, _ in heads for r in results]
    chain.lines += ["st.global.b%d [%%l1+%d], %s;" % (size, 8 * k, r) for k, r in enumerate(stored)]
    return KERNEL.format(name=name) + "\n".join("  " + line for line in chain.lines) + "\n  ret;\n}\n"


def accepted(target, compile_errors, steps=STEPS):
    """The steps and matrix shapes that ptxas takes for a target;
    compile_errors(text) gives the lines that it refuses."""
    head = MODULE.format(target=target) + KERNEL.format(name="k")
    lines = []
    for step in steps:
        chain = Chain(1, [step], False)
        chain.lines = []
        chain.emit(step, None, step[2][0] if step[2] else "r")
        lines.append(" ".join(chain.lines).replace("\n", " "))
    for shape, d, a, b, c, rest in MATRIX:
        kind = "l" if "f64" in shape else "r"
        vec = lambda n: "{" + ", ".join("%%%s%d" % (kind, 10 + k) for k in range(n)) + "}"
        lines.append("%s %s, %s, %s, %s%s;" % (mma_name(shape), vec(d), vec(a), vec(b), vec(c), rest))
    bad = compile_errors(head + "\n".join(lines) + "\nret;\n}\n")
    first = head.count("\n") + 1
    good = [k for k in range(len(lines)) if first + k not in bad]
    return ([steps[k] for k in good if k < len(steps)],
            [MATRIX[k - len(steps)] for k in good if k >= len(steps)])


def kernels(steps, matrix, number, seed=0):
    """`number` kernels of each sort: all steps, a few steps each that meet each
    other often, over parameters, and matrix instructions."""
    rng = random.Random(seed)
    result = []
    for k in range(number):
        # A few steps each, every step in its turn.
        few = [steps[(3 * k + j) % len(steps)] for j in range(3)] + rng.sample(steps, 6)
        plain = [s for s in steps if not any(w in s[3] for w in MEMORY)]
        # What the uniform datapath has more than others.
        uniform = [s for s in steps if s[0] in (("mul.wide.u32", "addcc"), ("add.s32", "lea"), ("cvt.rn.f32.s32", "add.f32"),
                                                ("setp.lt.s32", "selp"), ("popc.b32", "bfind.u32"))[k % 5]]
        width = (1, 1, 3)[k % 3]
        for name, pool, uniform, length in (("few", few, False, 60), ("all", steps, False, 60), ("plain", plain, False, 80),
                                            ("uniform", rng.sample(plain, min(10, len(plain))) + uniform, True, 40)):
            result.append(Chain(seed + k, pool, uniform).text("%s%d" % (name, k), length, width))
        result.append(overwrite_text("again%d" % k, seed + k, [s for s in few if s[0] != "branch"], 60))
        result.append(overwrite_text("over%d" % k, seed + k, rng.sample(plain, min(8, len(plain))), 80))
        for kind in ("f64", ""):
            shapes = [m for m in matrix if ("f64" in m[0]) == bool(kind)]
            if shapes:
                some = [shapes[k % len(shapes)]] + rng.sample(shapes, min(2, len(shapes)))
                result.append(matrix_text("mma%s%d" % (kind, k), seed + k, steps, some, 16, (1, 2, 4)[k % 3]))
    return result
