#===- probe_alu.py - PTX that makes ptxas use its ALU instructions ---------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""PTX statements for probe.py: integer, float, half, double, conversion, warp
and special-register instructions with every modifier, and with their sources in
vector registers, in parameters (uniform), immediate, negated and absolute.

A statement is one line; its types are those of probe.py's kernel.
"""

import itertools

# Register prefix, type of neg and abs, immediates.
TYPES = {
    "r": ("%r", "s32", ("7", "-3", "0x12345678")),
    "l": ("%rd", "s64", ("5", "0x123456789")),
    "f": ("%f", "f32", ("0f3FC00000", "0fC1200000")),
    "d": ("%d", "f64", ("0d3FF8000000000000", "0dC024000000000000")),
    "h": ("%h", "f16", ()),
    "H": ("%r", "f16x2", ("0x3e004100", "0x3c003c00")),
    "B": ("%r", "bf16x2", ("0x3fc04020", "0x3f803f80")),
    "b": ("%h", "bf16", ()),
    "s": ("%h", "s16", ("3",)),
}
SIZE = {"r": "b32", "l": "b64", "f": "f32", "d": "f64", "h": "b16", "H": "b32", "B": "b32",
        "b": "b16", "s": "b16"}


def source(kind, t, n):
    """(statements before, operand) of the n-th source of type t."""
    prefix, arith, imms = TYPES[t]
    v = f"{prefix}{n + 1}" if t not in "sbh" else f"%h{n + 1}"
    u = f"{prefix}{n + 30}"
    tmp = f"{prefix}{n + 20}"
    if kind == "v":
        return "", v
    if kind == "u":
        return "", u
    if kind[0] == "i":
        return "", imms[int(kind[1:] or 0)]
    base = u if kind[-1] == "u" else v
    if kind[0] == "n":
        return f"neg.{arith} {tmp}, {base}; ", tmp
    if kind[0] == "a":
        return f"abs.{arith} {tmp}, {base}; ", tmp
    if kind[0] == "m":
        return f"abs.{arith} {tmp}, {base}; neg.{arith} {tmp}, {tmp}; ", tmp
    if kind[0] == "t":
        return f"not.b{SIZE[t][1:]} {tmp}, {base}; ", tmp
    # Halves of a pair: l both low, h both high, x exchanged.
    pair = {"l": "%h20, %h20", "h": "%h21, %h21", "x": "%h21, %h20"}[kind[0]]
    return f"mov.b32 {{%h20, %h21}}, {base}; mov.b32 {tmp}, {{{pair}}}; ", tmp


def keep(t, n=9):
    """A store of the result so that it is not removed."""
    prefix = TYPES[t][0]
    return f"st.global.{SIZE[t]} [%rd40+OFFSET], {prefix}{n};"


def statement(op, dst, srcs, kinds, tail=""):
    pre, operands = "", []
    for n, (t, kind) in enumerate(zip(srcs, kinds)):
        if t == "p":
            operands.append("!%p2" if kind == "t" else "%p1")
            continue
        before, operand = source(kind, t, n)
        pre += before
        operands.append(operand)
    return f"{pre}{op} {TYPES[dst][0]}9, {', '.join(operands)}{tail}; {keep(dst)}"


def kinds_of(t, neg):
    if t == "p":
        return ["t"]
    kinds = ["u"] + [f"i{k}" for k in range(len(TYPES[t][2]))]
    if neg and t in "fdHBhb":
        kinds += ["n", "a", "m", "nu", "au", "mu"]
    elif neg:
        kinds += ["n", "t", "nu", "tu"]
    if t in "HB":
        kinds += ["l", "h", "x", "lu"]
    return kinds


def combos(srcs, neg=True):
    """Source kinds: each of them in each place, and pairs of the common ones."""
    base = ["v"] * len(srcs)
    yield tuple(base)
    for n, t in enumerate(srcs):
        for kind in kinds_of(t, neg):
            yield tuple(base[:n] + [kind] + base[n + 1:])
    for n, m in itertools.combinations(range(len(srcs)), 2):
        if "p" in (srcs[n], srcs[m]):
            continue
        some = lambda t: ["u"] + (["i0"] if TYPES[t][2] else []) + (["n"] if neg else [])
        for a in some(srcs[n]):
            for b in some(srcs[m]):
                kinds = list(base)
                kinds[n], kinds[m] = a, b
                yield tuple(kinds)
    yield tuple("u" if t != "p" else "v" for t in srcs)


def every(op, dst, srcs, neg=True, tail=""):
    for kinds in combos(srcs, neg):
        yield statement(op, dst, srcs, kinds, tail)


def plain(op, dst, srcs, tail=""):
    """Vector and uniform sources only."""
    for kind in "vu":
        yield statement(op, dst, srcs, [kind if t != "p" else "v" for t in srcs], tail)


def integers():
    for op in ("add.s32", "sub.s32", "mul.lo.s32", "mul.hi.s32", "mul.hi.u32", "min.s32", "min.u32",
               "max.s32", "max.u32", "and.b32", "or.b32", "xor.b32", "shl.b32", "shr.s32",
               "shr.u32", "add.sat.s32", "sub.sat.s32", "mul24.lo.s32", "bmsk.clamp.b32",
               "bmsk.wrap.b32", "szext.clamp.s32", "szext.clamp.u32", "szext.wrap.s32",
               "szext.wrap.u32", "min.relu.s32", "max.relu.s32", "min.s16x2", "min.u16x2",
               "max.s16x2", "max.u16x2", "min.relu.s16x2", "max.relu.s16x2", "add.u16x2",
               "add.s16x2"):
        yield from every(op, "r", "rr", neg="x2" not in op and "sz" not in op)
    for op in ("mad.lo.s32", "mad.hi.s32", "mad.hi.u32", "sad.s32", "sad.u32", "dp4a.s32.s32",
               "dp4a.u32.s32", "dp4a.s32.u32", "dp4a.u32.u32", "dp2a.lo.s32.s32",
               "dp2a.hi.u32.s32", "dp2a.lo.s32.u32", "dp2a.hi.u32.u32", "prmt.b32",
               "shf.l.wrap.b32", "shf.r.wrap.b32", "shf.l.clamp.b32", "shf.r.clamp.b32",
               "bfe.u32", "bfe.s32", "mad24.lo.s32", "vabsdiff4.u32.u32.u32",
               "vabsdiff4.s32.s32.s32", "vabsdiff4.u32.u32.u32.add", "slct.s32.s32"):
        yield from every(op, "r", "rrr", neg=op.startswith("mad"))
    for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16"):
        yield from every("prmt.b32." + mode, "r", "rrr", neg=False)
    yield from every("bfi.b32", "r", "rrrr", neg=False)
    yield from every("selp.b32", "r", "rrp")
    yield from every("selp.b64", "l", "llp", neg=False)
    for lut in (0x96, 0xe8, 0xca):
        yield from every("lop3.b32", "r", "rrr", neg=False, tail=f", {lut}")
    for bop in ("and", "or"):
        for p in ("%p1", "!%p2"):
            yield f"lop3.{bop}.b32 %r9|%p3, %r1, %r2, %r3, 0xe8, {p}; selp.b32 %r9, %r9, 1, %p3; {keep('r')}"
            yield f"lop3.{bop}.b32 _|%p3, %r1, %r30, 7, 0xe8, {p}; selp.b32 %r9, %r2, 1, %p3; {keep('r')}"
    for op in ("abs.s32", "neg.s32", "not.b32", "cnot.b32", "popc.b32", "clz.b32", "brev.b32",
               "bfind.u32", "bfind.s32", "bfind.shiftamt.u32", "bfind.shiftamt.s32", "mov.b32"):
        yield from every(op, "r", "r")
    for op in ("popc.b64", "clz.b64", "bfind.u64", "bfind.s64"):
        yield from plain(op, "r", "l")
    for op in ("abs.s64", "neg.s64", "not.b64", "brev.b64", "mov.b64"):
        yield from every(op, "l", "l", neg=False)
    for op in ("add.s64", "sub.s64", "mul.lo.s64", "mul.hi.s64", "mul.hi.u64", "min.s64",
               "min.u64", "max.s64", "max.u64", "and.b64", "or.b64", "xor.b64"):
        yield from every(op, "l", "ll")
    for op in ("mad.lo.s64", "mad.hi.s64"):
        yield from plain(op, "l", "lll")
    for op in ("shl.b64", "shr.u64", "shr.s64"):
        yield from every(op, "l", "lr", neg=False)
        for n in (1, 32, 40):
            yield f"{op} %rd9, %rd1, {n}; {keep('l')}"
            yield f"{op} %rd9, %rd30, {n}; {keep('l')}"
    for t in ("s32", "u32"):
        for kinds in combos("rr", False):
            if t == "u32" and "i1" in kinds:
                continue
            yield statement(f"mul.wide.{t}", "l", "rr", kinds)
        for kinds in combos("rrl", True):
            yield statement(f"mad.wide.{t}", "l", "rrl", kinds)
    for cmp in ("eq", "ne", "lt", "le", "gt", "ge"):
        for t in ("s32", "u32", "s64", "u64", "s16"):
            src = {"32": "r", "64": "l", "16": "s"}[t[1:]]
            for kinds in [("v", "v"), ("v", "u"), ("u", "v"), ("v", "i0"), ("u", "u"), ("u", "i0")]:
                pre = [source(k, src, n) for n, k in enumerate(kinds)]
                yield f"setp.{cmp}.{t} %p3, {pre[0][1]}, {pre[1][1]}; selp.b32 %r9, %r3, %r4, %p3; {keep('r')}"
            for bop in ("and", "or", "xor"):
                reg = TYPES[src][0]
                yield (f"setp.{cmp}.{bop}.{t} %p3|%p4, {reg}1, {reg}2, !%p2; selp.b32 %r9, %r3, %r4, %p3; "
                       f"selp.b32 %r9, %r9, 1, %p4; {keep('r')}")
                yield (f"setp.{cmp}.{bop}.{t} %p3, {reg}30, {reg}31, %p5; selp.b32 %r9, %r31, %r32, %p3; {keep('r')}")
    yield f"add.cc.u32 %r9, %r1, %r2; addc.cc.u32 %r10, %r3, %r4; addc.u32 %r11, %r1, %r30; xor.b32 %r9, %r9, %r10; xor.b32 %r9, %r9, %r11; {keep('r')}"
    yield f"sub.cc.u32 %r9, %r1, %r2; subc.cc.u32 %r10, %r3, %r4; subc.u32 %r11, %r1, 7; xor.b32 %r9, %r9, %r10; xor.b32 %r9, %r9, %r11; {keep('r')}"
    yield f"add.cc.u32 %r9, %r30, %r31; addc.cc.u32 %r10, %r32, %r33; addc.u32 %r11, %r31, %r30; xor.b32 %r9, %r9, %r10; xor.b32 %r9, %r9, %r11; {keep('r')}"
    yield f"mad.lo.cc.u32 %r9, %r1, %r2, %r3; madc.hi.u32 %r10, %r1, %r2, %r4; xor.b32 %r9, %r9, %r10; {keep('r')}"
    yield f"mad.lo.cc.u32 %r9, %r1, %r2, %r3; madc.lo.cc.u32 %r10, %r1, %r2, %r4; madc.hi.cc.u32 %r11, %r1, %r30, %r4; addc.u32 %r9, %r11, %r10; {keep('r')}"
    yield f"add.cc.s64 %rd9, %rd1, %rd2; addc.cc.s64 %rd10, %rd2, %rd30; addc.s64 %rd11, %rd1, %rd31; xor.b64 %rd9, %rd9, %rd10; xor.b64 %rd9, %rd9, %rd11; {keep('l')}"
    yield f"sub.cc.s64 %rd9, %rd1, %rd2; subc.cc.s64 %rd10, %rd2, 5; subc.s64 %rd11, %rd1, %rd31; xor.b64 %rd9, %rd9, %rd10; xor.b64 %rd9, %rd9, %rd11; {keep('l')}"
    for n in (1, 4, 12):
        for a, b in (("%r1", "%r2"), ("%r30", "%r2"), ("%r1", "%r31"), ("%r30", "%r31"), ("%r1", "64"), ("%r30", "64")):
            for op in ("add", "sub"):
                yield f"shl.b32 %r20, {a}, {n}; {op}.s32 %r9, %r20, {b}; {keep('r')}"
                yield f"shl.b32 %r20, {a}, {n}; {op}.s32 %r9, {b}, %r20; {keep('r')}"
        for a, b in (("%rd1", "%rd2"), ("%rd30", "%rd2"), ("%rd1", "%rd31"), ("%rd30", "%rd31"), ("%rd1", "64")):
            for op in ("add", "sub"):
                yield f"shl.b64 %rd20, {a}, {n}; {op}.s64 %rd9, %rd20, {b}; {keep('l')}"
        for t in ("u32", "s32"):
            for a in ("%r1", "%r30"):
                for b in ("%rd2", "%rd31"):
                    yield f"cvt.{t[0]}64.{t} %rd20, {a}; shl.b64 %rd20, %rd20, {n}; add.s64 %rd9, %rd20, {b}; {keep('l')}"
    for op in ("add.s32", "sub.s32"):
        for a, b, c in itertools.product(("%r1", "%r30", "9"), ("%r2", "%r31"), ("%r3", "%r32", "77")):
            yield f"{op} %r20, {a}, {b}; {op} %r9, %r20, {c}; {keep('r')}"
            yield f"{op} %r20, {a}, {b}; sub.s32 %r9, {c}, %r20; {keep('r')}"
    for mm in ("min", "max"):
        for t in ("s32", "u32", "s16x2", "u16x2"):
            for relu in ("", ".relu"):
                for a, b in (("%r2", "%r3"), ("%r30", "%r3"), ("%r2", "%r31"), ("5", "%r3"), ("%r2", "5")):
                    yield f"add.{t} %r20, %r1, {a}; {mm}{relu}.{t} %r9, %r20, {b}; {keep('r')}"
                    yield f"{mm}.{t} %r20, %r1, {a}; {mm}{relu}.{t} %r9, %r20, {b}; {keep('r')}"
                    yield f"{mm}.{t} %r20, %r1, {a}; {'max' if mm == 'min' else 'min'}{relu}.{t} %r9, %r20, {b}; {keep('r')}"
    for op in ("vadd", "vsub", "vmin", "vmax", "vabsdiff", "vshl", "vshr"):
        mode = ".clamp" if op in ("vshl", "vshr") else ""
        b = "u32" if mode else "s32"
        yield f"{op}.s32.s32.{b}{mode} %r9, %r1, %r2; {keep('r')}"
        yield f"{op}.s32.s32.u32{'.sat' + mode if not mode else mode} %r9, %r1.b1, %r2.h0; {keep('r')}"
        yield f"{op}.u32.u32.u32{mode} %r9, %r1.h1, %r2.b3; {keep('r')}"
    for op in ("vadd2", "vsub2", "vavrg2", "vmin2", "vmax2", "vabsdiff2", "vadd4", "vsub4", "vavrg4",
               "vmin4", "vmax4", "vabsdiff4"):
        for t in ("u32", "s32"):
            yield f"{op}.{t}.{t}.{t} %r9, %r1, %r2, %r3; {keep('r')}"
    for t in ("u16", "s16"):
        for op in (f"add.{t}", f"mul.lo.{t}", f"mul.hi.{t}", f"min.{t}", f"max.{t}", "shl.b16", f"shr.{t}"):
            if op.startswith("sh"):
                yield f"{op} %h9, %h1, %r2; {keep('s')}"
                yield f"{op} %h9, %h1, 3; {keep('s')}"
            else:
                yield f"{op} %h9, %h1, %h2; {keep('s')}"
                yield f"{op} %h9, %h1, 3; {keep('s')}"
        yield f"mad.lo.{t} %h9, %h1, %h2, %h3; {keep('s')}"
    for op in ("rem.s32", "div.u32", "rem.u32", "div.s32"):
        yield f"{op} %r9, %r1, %r2; {keep('r')}"
        yield f"{op} %r9, %r1, 17; {keep('r')}"
    yield f"div.s64 %rd9, %rd1, %rd2; {keep('l')}"
    # Packing with saturation.
    for t in ("s8", "u8", "s16", "u16", "s4", "u4", "s2", "u2"):
        if "8" in t:
            yield f"cvt.sat.{t}.s32 %r9, %r1; {keep('r')}"
        elif "16" in t:
            yield f"cvt.sat.{t}.s32 %h9, %r1; {keep('s')}"
        for a, b in (("%r1", "%r2"), ("%r1", "%r30"), ("%r1", "7")):
            if "16" not in t:
                yield f"cvt.pack.sat.{t}.s32.b32 %r9, {a}, {b}, %r3; {keep('r')}"
            else:
                yield f"cvt.pack.sat.{t}.s32 %r9, {a}, {b}; {keep('r')}"
    # Predicate logic.
    for op in ("and", "or", "xor"):
        yield f"{op}.pred %p3, %p1, %p2; {op}.pred %p4, %p3, !%p5; selp.b32 %r9, %r1, %r2, %p4; {keep('r')}"
        yield f"{op}.pred %p3, %p5, %p6; selp.b32 %r9, %r30, %r31, %p3; {keep('r')}"
    for op in ("and", "or", "xor"):
        for mm in ("%r1", "%r30"):
            yield f"setp.lt.s32 %p3, %r1, 0; setp.lt.s32 %p4, %r2, 0; setp.lt.s32 %p7, {mm}, 0; {op}.pred %p3, %p3, %p4; {op}.pred %p3, %p3, %p7; selp.b32 %r9, %r3, %r4, %p3; {keep('r')}"


def floats():
    rounds = ("", ".rn", ".rz", ".rm", ".rp")
    for rnd, ftz, sat in itertools.product(rounds, ("", ".ftz"), ("", ".sat")):
        for op, n in (("add", 2), ("mul", 2), ("sub", 2)):
            yield from plain(f"{op}{rnd}{ftz}{sat}.f32", "f", "f" * n)
        if rnd:
            yield from plain(f"fma{rnd}{ftz}{sat}.f32", "f", "fff")
    for op in ("add.rn.f32", "mul.rn.f32", "sub.rn.f32", "min.f32", "max.f32", "min.ftz.f32", "max.NaN.f32",
               "min.xorsign.abs.f32", "max.ftz.NaN.xorsign.abs.f32"):
        yield from every(op, "f", "ff")
    for op in ("fma.rn.f32", "slct.f32.f32", "slct.ftz.f32.f32"):
        yield from every(op, "f", "fff")
    for op in ("min.f32", "max.f32", "min.ftz.f32", "max.NaN.f32", "min.ftz.NaN.abs.f32", "max.NaN.abs.f32", "min.abs.f32"):
        yield from every(op, "f", "fff")
    for fac in ("0f40000000", "0f3F000000", "0f40800000", "0f3E800000", "0f41000000", "0f3E000000"):
        yield f"mul.rn.f32 %f20, %f1, {fac}; mul.rn.f32 %f9, %f20, %f2; {keep('f')}"
        yield f"mul.rn.f32 %f20, %f1, %f2; mul.rn.f32 %f9, %f20, {fac}; {keep('f')}"
    yield from every("selp.f32", "f", "ffp")
    for cmp in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
        for ftz in ("", ".ftz"):
            yield f"setp.{cmp}{ftz}.f32 %p3, %f1, %f2; selp.b32 %r9, %r3, %r4, %p3; {keep('r')}"
            yield f"setp.{cmp}{ftz}.f32 %p3, %f30, %f31; selp.b32 %r9, %r31, %r32, %p3; {keep('r')}"
            yield f"set.{cmp}{ftz}.f32.f32 %f9, %f1, %f2; {keep('f')}"
            yield f"set.{cmp}{ftz}.u32.f32 %r9, %f1, %f31; {keep('r')}"
        for bop in ("and", "or", "xor"):
            yield f"setp.{cmp}.{bop}.f32 %p3|%p4, %f1, %f2, !%p2; selp.b32 %r9, %r3, %r4, %p3; selp.b32 %r9, %r9, 1, %p4; {keep('r')}"
            yield f"set.{cmp}.{bop}.f32.f32 %f9, %f1, %f2, !%p2; {keep('f')}"
            yield f"setp.{cmp}.f64 %p3, %d1, %d2; selp.b32 %r9, %r3, %r4, %p3; {keep('r')}"
            yield f"setp.{cmp}.{bop}.f64 %p3|%p4, %d1, %d30, !%p2; selp.b32 %r9, %r3, %r4, %p3; selp.b32 %r9, %r9, 1, %p4; {keep('r')}"
    for src, t in (("f", "f32"), ("d", "f64")):
        for kinds in combos(src * 2):
            pre = [source(k, src, n) for n, k in enumerate(kinds)]
            yield f"{pre[0][0]}{pre[1][0]}setp.lt.{t} %p3, {pre[0][1]}, {pre[1][1]}; selp.b32 %r9, %r3, %r4, %p3; {keep('r')}"
            yield f"{pre[0][0]}{pre[1][0]}set.lt.f32.{t} %f9, {pre[0][1]}, {pre[1][1]}; {keep('f')}"
    for op in ("sin.approx", "cos.approx", "ex2.approx", "lg2.approx", "rcp.approx", "rsqrt.approx",
               "sqrt.approx", "tanh.approx", "sin.approx.ftz", "ex2.approx.ftz", "rcp.rn", "sqrt.rn",
               "rcp.approx.ftz", "sqrt.approx.ftz", "rsqrt.approx.ftz", "lg2.approx.ftz", "rcp.rz"):
        yield from every(op + ".f32", "f", "f")
    for op in ("div.approx", "div.full", "div.rn", "div.approx.ftz", "div.rz"):
        yield from plain(op + ".f32", "f", "ff")
    for op in ("rcp.approx.ftz", "rsqrt.approx", "rsqrt.approx.ftz", "rcp.rn", "sqrt.rn"):
        yield from every(op + ".f64", "d", "d")
    for op in ("copysign.f32",):
        yield from plain(op, "f", "ff")
    for op in ("abs.f32", "neg.f32", "abs.ftz.f32", "neg.ftz.f32"):
        yield from every(op, "f", "f")
    for rnd in rounds:
        for op in ("add", "mul", "sub"):
            yield from every(f"{op}{rnd}.f64", "d", "dd", neg=not rnd)
        if rnd:
            yield from every(f"fma{rnd}.f64", "d", "ddd", neg=rnd == ".rn")
    for op in ("min.f64", "max.f64", "abs.f64", "neg.f64", "copysign.f64"):
        yield from every(op, "d", "d" if op[0] in "an" else "dd")
    yield f"div.rn.f64 %d9, %d1, %d2; {keep('d')}"
    # Pairs of f32.
    for rnd, ftz in itertools.product((".rn", ".rz", ".rm", ".rp"), ("", ".ftz")):
        for op, n in (("add", 2), ("mul", 2), ("fma", 3)):
            yield from plain(f"{op}{rnd}{ftz}.f32x2", "l", "l" * n)
    pairs = {"v": "%rd1", "w": "%rd2", "u": "%rd30", "b": "{%f1, %f1}", "n": "n", "c": "{%f30, %f30}", "x": "x", "i": "0x3fc000004020000"}
    for op, n in (("add", 2), ("mul", 2), ("fma", 3)):
        for kinds in itertools.product("vubcnx", repeat=n):
            pre, ops = "", []
            for k, kind in enumerate(kinds):
                t = f"%rd{20 + k}"
                if kind in "bc":
                    f = "%f1" if kind == "b" else "%f30"
                    pre += f"mov.b64 {t}, {{{f}, {f}}}; "
                elif kind == "n":
                    pre += f"mov.b64 {{%f20, %f21}}, %rd{k + 1}; neg.f32 %f20, %f20; neg.f32 %f21, %f21; mov.b64 {t}, {{%f20, %f21}}; "
                elif kind == "x":
                    pre += f"mov.b64 {{%f20, %f21}}, %rd{k + 1}; mov.b64 {t}, {{%f21, %f20}}; "
                else:
                    t = f"%rd{k + (1 if kind == 'v' else 30)}"
                ops.append(t)
            yield f"{pre}{op}.rn.f32x2 %rd9, {', '.join(ops)}; {keep('l')}"


def halves():
    for t, pair in (("f16x2", "H"), ("bf16x2", "B")):
        one, reg = t[:-2], "h" if t[0] == "f" else "b"
        for ftz, sat in itertools.product(("", ".ftz"), ("", ".sat")):
            for op in ("add", "sub", "mul"):
                yield from plain(f"{op}{ftz}{sat}.{t}", pair, pair * 2)
                yield from plain(f"{op}{ftz}{sat}.{one}", reg, reg * 2)
            yield from plain(f"fma.rn{ftz}{sat}.{t}", pair, pair * 3)
            yield from plain(f"fma.rn{ftz}{sat}.{one}", reg, reg * 3)
        for relu in (".relu", ".ftz.relu", ".oob", ".oob.relu"):
            yield from plain(f"fma.rn{relu}.{t}", pair, pair * 3)
        for op in ("add", "sub", "mul", "min", "max", "min.NaN", "max.xorsign.abs", "min.ftz.NaN.xorsign.abs"):
            yield from every(f"{op}.{t}", pair, pair * 2)
        yield from every(f"add.rn.{t}", pair, pair * 2)
        yield from every(f"mul.rn.{t}", pair, pair * 2)
        yield from every(f"fma.rn.{t}", pair, pair * 3)
        yield from every(f"fma.rn.{one}", reg, reg * 3)
        for cmp in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
            for ftz in ("", ".ftz"):
                yield f"setp.{cmp}{ftz}.{t} %p3|%p4, %r1, %r2; selp.b32 %r9, %r3, %r4, %p3; selp.b32 %r9, %r9, 1, %p4; {keep('r')}"
                yield f"setp.{cmp}{ftz}.{one} %p3, %h1, %h2; selp.b32 %r9, %r3, %r4, %p3; {keep('r')}"
                yield f"set.{cmp}{ftz}.{t}.{t} %r9, %r1, %r2; {keep('r')}"
                yield f"set.{cmp}{ftz}.u32.{t} %r9, %r1, %r2; {keep('r')}"
                yield f"set.{cmp}{ftz}.{one}.{one} %h9, %h1, %h2; {keep('h')}"
                yield f"set.{cmp}{ftz}.u16.{one} %h9, %h1, %h2; {keep('h')}"
            for bop in ("and", "or", "xor"):
                yield f"setp.{cmp}.{bop}.{t} %p3|%p4, %r1, %r2, !%p2; selp.b32 %r9, %r3, %r4, %p3; selp.b32 %r9, %r9, 1, %p4; {keep('r')}"
                yield f"set.{cmp}.{bop}.{t}.{t} %r9, %r1, %r2, !%p2; {keep('r')}"
        for kinds in combos(pair * 2):
            pre = [source(k, pair, n) for n, k in enumerate(kinds)]
            yield f"{pre[0][0]}{pre[1][0]}setp.lt.{t} %p3|%p4, {pre[0][1]}, {pre[1][1]}; selp.b32 %r9, %r3, %r4, %p3; selp.b32 %r9, %r9, 1, %p4; {keep('r')}"
            yield f"{pre[0][0]}{pre[1][0]}set.lt.{t}.{t} %r9, {pre[0][1]}, {pre[1][1]}; {keep('r')}"
        for op in ("ex2.approx", "tanh.approx", "ex2.approx.ftz"):
            yield from plain(f"{op}.{t}", pair, pair)
            yield from plain(f"{op}.{one}", reg, reg)
        for op in ("neg", "abs", "neg.ftz", "abs.ftz"):
            yield from plain(f"{op}.{t}", pair, pair)
            yield from plain(f"{op}.{one}", reg, reg)
        for mm in ("min", "max"):
            for n in ("", ".NaN"):
                yield f"{mm}{n}.{t} %r20, %r1, %r2; {mm}{n}.{t} %r9, %r20, %r3; {keep('r')}"
        for mode in ("add", "sub"):
            for rnd, sat in itertools.product((".rn", ".rz", ".rm", ".rp"), ("", ".sat")):
                yield f"{mode}{rnd}{sat}.f32.{one} %f9, %h1, %f2; {keep('f')}"
                yield f"fma{rnd}{sat}.f32.{one} %f9, %h1, %h2, %f2; {keep('f')}"


def conversions():
    ints = ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64")
    floats_ = {"f16": "%h", "bf16": "%h", "f32": "%f", "f64": "%d"}
    reg = lambda t: "%rd" if t[1:] == "64" and t[0] in "su" else "%h" if t[1:] == "16" else "%r"
    letter = lambda r: {"%rd": "l", "%h": "h", "%r": "r", "%f": "f", "%d": "d"}[r]
    for f, fr in floats_.items():
        for i in ints:
            for rnd in ("rn", "rz", "rm", "rp"):
                for n in ("1", "30"):
                    if n == "30" and rnd != "rn":
                        continue
                    src = reg(i) if i[1:] != "8" else "%r"
                    if n == "30" and src == "%h":
                        continue
                    yield f"cvt.{rnd}.{f}.{i} {fr}9, {src}{n}; {keep(letter(fr))}"
            for rnd in ("rni", "rzi", "rmi", "rpi"):
                for mod in ("", ".ftz", ".sat"):
                    dst = reg(i) if i[1:] != "8" else "%r"
                    yield f"cvt.{rnd}{mod}.{i}.{f} {dst}9, {fr}1; {keep(letter(dst))}"
            if fr != "%h":
                dst = reg(i) if i[1:] != "8" else "%r"
                for kind in ("u", "n", "a", "m", "nu"):
                    pre, op = source(kind, letter(fr), 0)
                    yield f"{pre}cvt.rzi.{i}.{f} {dst}9, {op}; {keep(letter(dst))}"
        for rnd in ("rni", "rzi", "rmi", "rpi"):
            for mod in ("", ".ftz", ".sat", ".ftz.sat"):
                yield f"cvt.{rnd}{mod}.{f}.{f} {fr}9, {fr}1; {keep(letter(fr))}"
        for g, gr in floats_.items():
            for rnd in ("", ".rn", ".rz", ".rm", ".rp", ".rna"):
                for mod in ("", ".ftz", ".sat", ".relu", ".satfinite"):
                    yield f"cvt{rnd}{mod}.{f}.{g} {fr}9, {gr}1; {keep(letter(fr))}"
            for kind in ("u", "n", "a", "m", "nu"):
                if gr == "%h":
                    continue
                pre, op = source(kind, letter(gr), 0)
                yield f"{pre}cvt.rn.{f}.{g} {fr}9, {op}; {keep(letter(fr))}"
                yield f"{pre}cvt.{f}.{g} {fr}9, {op}; {keep(letter(fr))}"
                if f == g:
                    yield f"{pre}cvt.rni.{f}.{g} {fr}9, {op}; {keep(letter(fr))}"
    for k in range(4):
        for t in ("u32", "s32"):
            yield f"bfe.{t} %r20, %r1, {8 * k}, 8; cvt.rn.f32.{t} %f9, %r20; {keep('f')}"
    for k in range(2):
        for t in ("u32", "s32"):
            yield f"bfe.{t} %r20, %r1, {16 * k}, 16; cvt.rn.f32.{t} %f9, %r20; {keep('f')}"
    # Pairs.
    for t in ("f16x2", "bf16x2"):
        for rnd, relu, sat in itertools.product((".rn", ".rz"), ("", ".relu"), ("", ".satfinite")):
            for a, b in (("%f1", "%f2"), ("%f30", "%f2"), ("%f1", "%f30"), ("0f3FC00000", "%f2"), ("%f1", "0f3FC00000")):
                yield f"cvt{rnd}{relu}{sat}.{t}.f32 %r9, {a}, {b}; {keep('r')}"
        for relu, sat in itertools.product(("", ".relu"), ("", ".satfinite")):
            yield f"cvt.rs{relu}{sat}.{t}.f32 %r9, %f1, %f2, %r3; {keep('r')}"
            yield f"cvt.rs{relu}{sat}.{t}.f32 %r9, %f1, %f30, %r3; {keep('r')}"
            yield f"cvt.rs{relu}{sat}.{t}.f32 %r9, %f1, 0f3FC00000, %r3; {keep('r')}"
    for relu in ("", ".relu"):
        for rnd in ("rn", "rz", "rna"):
            for sat in ("", ".satfinite"):
                for a in ("%f1", "%f30", "0f3FC00000"):
                    yield f"cvt.{rnd}{relu}{sat}.tf32.f32 %r9, {a}; {keep('r')}"
    for narrow in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            for a, b in (("%f1", "%f2"), ("%f30", "%f2"), ("%f1", "%f30"), ("%f1", "0f3FC00000")):
                yield f"cvt.rn.satfinite{relu}.{narrow}.f32 %h9, {a}, {b}; {keep('h')}"
            for src in ("f16x2", "bf16x2"):
                yield f"cvt.rn.satfinite{relu}.{narrow}.{src} %h9, %r1; {keep('h')}"
                yield f"cvt.rn.satfinite{relu}.{narrow}.{src} %h9, %r30; {keep('h')}"
            yield f"cvt.rn{relu}.f16x2.{narrow} %r9, %h1; {keep('r')}"
            yield f"mov.b32 {{%h20, %h21}}, %r1; cvt.rn{relu}.f16x2.{narrow} %r9, %h21; {keep('r')}"
            yield f"mov.b32 {{%h20, %h21}}, %r30; cvt.rn{relu}.f16x2.{narrow} %r9, %h20; {keep('r')}"
            yield f"mov.b32 {{%h20, %h21}}, %r1; cvt.rn{relu}.f16x2.{narrow} %r9, %h20; cvt.rn{relu}.f16x2.{narrow} %r10, %h21; add.u32 %r9, %r9, %r10; {keep('r')}"
            yield f"cvt.rn.satfinite{relu}.{narrow}.f32 %h20, %f1, %f2; cvt.rn.satfinite{relu}.{narrow}.f32 %h21, %f3, %f4; mov.b32 %r9, {{%h20, %h21}}; {keep('r')}"
            yield f"cvt.rs{relu}.satfinite.{narrow[:4]}x4.f32 %r9, {{%f1, %f2, %f3, %f4}}, %r3; {keep('r')}"
    for narrow in ("e2m3x2", "e3m2x2"):
        for relu in ("", ".relu"):
            yield f"cvt.rn.satfinite{relu}.{narrow}.f32 %h9, %f1, %f2; {keep('h')}"
            yield f"cvt.rn.satfinite{relu}.{narrow}.f32 %h9, %f30, %f31; {keep('h')}"
            yield f"cvt.rn{relu}.f16x2.{narrow} %r9, %h1; {keep('r')}"
            yield f"mov.b32 {{%h20, %h21}}, %r1; cvt.rn{relu}.f16x2.{narrow} %r9, %h21; {keep('r')}"
            yield f"cvt.rn.satfinite{relu}.{narrow}.f32 %h20, %f1, %f2; cvt.rn.satfinite{relu}.{narrow}.f32 %h21, %f3, %f4; mov.b32 %r9, {{%h20, %h21}}; {keep('r')}"
            yield f"cvt.rs{relu}.satfinite.{narrow[:4]}x4.f32 %r9, {{%f1, %f2, %f3, %f4}}, %r3; {keep('r')}"
    for relu in ("", ".relu"):
        yield f"{{ .reg .b8 %q; cvt.rn.satfinite{relu}.e2m1x2.f32 %q, %f1, %f2; cvt.u16.u8 %h9, %q; {keep('h')} }}"
        yield f"{{ .reg .b8 %q; cvt.u8.u16 %q, %h1; cvt.rn{relu}.f16x2.e2m1x2 %r9, %q; {keep('r')} }}"
        for b in range(4):
            yield f"{{ .reg .b8 %q<4>; mov.b32 {{%q0, %q1, %q2, %q3}}, %r1; cvt.rn{relu}.f16x2.e2m1x2 %r9, %q{b}; {keep('r')} }}"
        yield f"{{ .reg .b8 %q<4>; cvt.rn.satfinite{relu}.e2m1x2.f32 %q0, %f1, %f2; cvt.rn.satfinite{relu}.e2m1x2.f32 %q1, %f3, %f4; cvt.rn.satfinite{relu}.e2m1x2.f32 %q2, %f1, %f4; cvt.rn.satfinite{relu}.e2m1x2.f32 %q3, %f2, %f4; mov.b32 %r9, {{%q0, %q1, %q2, %q3}}; {keep('r')} }}"
        yield f"cvt.rs{relu}.satfinite.e2m1x4.f32 %h9, {{%f1, %f2, %f3, %f4}}, %r3; {keep('h')}"
    for rnd in ("rz", "rp"):
        for sat in ("", ".satfinite"):
            yield f"cvt.{rnd}{sat}.ue8m0x2.f32 %h9, %f1, %f2; {keep('h')}"
            yield f"cvt.{rnd}{sat}.ue8m0x2.f32 %h9, %f1, %f30; {keep('h')}"
            yield f"cvt.{rnd}{sat}.ue8m0x2.bf16x2 %h9, %r1; {keep('h')}"
    yield f"cvt.rn.bf16x2.ue8m0x2 %r9, %h1; {keep('r')}"
    yield f"mov.b32 {{%h20, %h21}}, %r1; cvt.rn.bf16x2.ue8m0x2 %r9, %h21; {keep('r')}"
    # Narrow integers from floats, packed.
    for t in ("s8", "u8"):
        for rnd in ("rni", "rzi", "rmi", "rpi"):
            yield f"cvt.{rnd}.sat.{t}.f32 %r10, %f1; cvt.{rnd}.sat.{t}.f32 %r11, %f2; cvt.u16.u32 %h20, %r10; cvt.u16.u32 %h21, %r11; shl.b16 %h21, %h21, 8; or.b16 %h9, %h20, %h21; {keep('h')}"
            yield f"cvt.{rnd}.{t}.f32 %r10, %f1; cvt.{rnd}.{t}.f32 %r11, %f2; cvt.{rnd}.{t}.f32 %r12, %f3; cvt.{rnd}.{t}.f32 %r13, %f4; prmt.b32 %r10, %r10, %r11, 0x40; prmt.b32 %r12, %r12, %r13, 0x40; prmt.b32 %r9, %r10, %r12, 0x5410; {keep('r')}"


def warp():
    for mode in ("up", "down", "bfly", "idx"):
        for a in ("%r1", "%r30"):
            for lane in ("3", "%r2", "%r31"):
                for clamp in ("0x1f", "%r3", "%r32"):
                    yield f"shfl.sync.{mode}.b32 %r9|%p3, {a}, {lane}, {clamp}, 0xffffffff; selp.b32 %r9, %r9, 3, %p3; {keep('r')}"
        yield f"shfl.sync.{mode}.b32 %r9, %r1, %r2, %r3, %r4; {keep('r')}"
    for mode in ("all", "any", "uni"):
        for p in ("%p1", "!%p1", "%p5"):
            yield f"vote.sync.{mode}.pred %p3, {p}, 0xffffffff; selp.u32 %r9, 1, 0, %p3; {keep('r')}"
            yield f"vote.sync.{mode}.pred %p3, {p}, %r1; selp.u32 %r9, 1, 0, %p3; {keep('r')}"
    for p in ("%p1", "!%p1", "%p5"):
        yield f"vote.sync.ballot.b32 %r9, {p}, 0xffffffff; {keep('r')}"
        yield f"vote.sync.ballot.b32 %r9, {p}, %r1; popc.b32 %r9, %r9; {keep('r')}"
    yield f"activemask.b32 %r9; {keep('r')}"
    for a in ("1", "30"):
        yield f"match.any.sync.b32 %r9, %r{a}, 0xffffffff; {keep('r')}"
        yield f"match.any.sync.b64 %r9, %rd{a}, %r1; {keep('r')}"
        yield f"match.all.sync.b32 %r9|%p3, %r{a}, 0xffffffff; selp.b32 %r9, %r9, 3, %p3; {keep('r')}"
        yield f"match.all.sync.b64 %r9|%p3, %rd{a}, %r2; selp.b32 %r9, %r9, 3, %p3; {keep('r')}"
        for op in ("add.u32", "add.s32", "min.s32", "max.s32", "min.u32", "max.u32", "and.b32", "or.b32", "xor.b32"):
            yield f"redux.sync.{op} %r9, %r{a}, 0xffffffff; {keep('r')}"
            yield f"redux.sync.{op} %r9, %r{a}, %r4; {keep('r')}"
        for op, abs_, nan in itertools.product(("min", "max"), ("", ".abs"), ("", ".NaN")):
            yield f"redux.sync.{op}{abs_}{nan}.f32 %f9, %f{a}, 0xffffffff; {keep('f')}"
    yield f"elect.sync %r9|%p3, 0xffffffff; selp.b32 %r9, %r9, 3, %p3; {keep('r')}"
    yield f"elect.sync _|%p3, %r1; selp.b32 %r9, %r1, 3, %p3; {keep('r')}"
    yield f"setp.ne.u32 %p3, %r1, %r2; vote.sync.ballot.b32 %r10, %p3, 0xffffffff; bfind.u32 %r11, %r10; shfl.sync.idx.b32 %r9, %r1, %r11, 0x1f, 0xffffffff; {keep('r')}"


def special():
    for sr in ("tid.x", "tid.y", "tid.z", "ntid.x", "ntid.y", "ntid.z", "ctaid.x", "ctaid.y", "ctaid.z",
               "nctaid.x", "nctaid.y", "nctaid.z", "laneid", "warpid", "nwarpid", "smid", "nsmid",
               "lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge", "clock",
               "clock_hi", "globaltimer_lo", "globaltimer_hi", "dynamic_smem_size", "total_smem_size",
               "aggr_smem_size", "clusterid.x", "clusterid.y", "clusterid.z", "nclusterid.x",
               "nclusterid.y", "nclusterid.z", "cluster_ctaid.x", "cluster_ctaid.y", "cluster_ctaid.z",
               "cluster_nctaid.x", "cluster_nctaid.y", "cluster_nctaid.z", "cluster_ctarank",
               "cluster_nctarank", "reserved_smem_offset_begin", "reserved_smem_offset_end",
               "reserved_smem_offset_cap", "reserved_smem_offset_0", "reserved_smem_offset_1",
               *(f"pm{k}" for k in range(8)), *(f"envreg{k}" for k in (0, 3, 31))):
        yield f"mov.u32 %r9, %{sr}; {keep('r')}"
        yield f"mov.u32 %r9, %{sr}; add.u32 %r9, %r9, %r30; {keep('r')}"
    for sr in ("clock64", "globaltimer", "gridid", "current_graph_exec", *(f"pm{k}_64" for k in range(8))):
        yield f"mov.u64 %rd9, %{sr}; {keep('l')}"
    yield f"mov.pred %p3, %is_explicit_cluster; selp.b32 %r9, %r1, 3, %p3; {keep('r')}"


GENERATORS = [integers, floats, halves, conversions, warp, special]
