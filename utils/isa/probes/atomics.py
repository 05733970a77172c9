# ===- atomics.py - PTX for probe-kernels.py ---------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Atomic operations and reductions."""

MNEMONICS = "ATOM ATOMG ATOMS RED REDG REDS ATOMMC REDMC".split()

ADDRESSES = {
    "": [("", "%rd5+8"), ("", "%rd21+16"),
         ("cvt.u64.u32 %rd14, %r1; add.u64 %rd14, %rd21, %rd14; ", "%rd14+8")],
    ".global": [("", "%rd3+8"), ("", "%rd20+16"),
                ("cvt.u64.u32 %rd14, %r1; add.u64 %rd14, %rd20, %rd14; ", "%rd14+8"),
                ("", "gtable+16"), ("", "%rd3-16"), ("", "%rd3+4194304"), ("", "%rd3+8388600")],
    ".shared": [("", "%r5+16"), ("", "%r32+16"), ("add.u32 %r34, %r32, %r1; ", "%r34+32"),
                ("", "fixed+16"), ("shl.b32 %r34, %r1, 3; mov.u32 %r35, fixed; "
                                   "add.u32 %r34, %r34, %r35; ", "%r34+16"),
                ("shl.b32 %r34, %r1, 2; mov.u32 %r35, fixed; "
                 "add.u32 %r34, %r34, %r35; ", "%r34"), ("", "%r30")],
    ".shared::cluster": [("", "%r5+16")],
}
OPS = (("add", "u32 s32 u64 f32 f64 f16 bf16 f16x2 bf16x2"), ("min", "u32 s32 u64 s64 f16x2 bf16x2"),
       ("max", "u32 s32 u64 s64 f16x2"), ("inc", "u32"), ("dec", "u32"), ("and", "b32 b64"),
       ("or", "b32 b64"), ("xor", "b32 b64"), ("exch", "b32 b64"))


def registers(t):
    if t in ("f16", "bf16"):
        return "%h9", "%h1", " cvt.u32.u16 %r9, %h9;"
    d = {"f32": "%f", "f64": "%d"}.get(t, "%rd" if "64" in t else "%r")
    return d + "9", {"%rd": "%rd6", "%r": "%r1", "%f": "%f1", "%d": "%d1"}[d], ""


def snippets():
    policy = "createpolicy.fractional.L2::evict_last.b64 %rd13, 0.5; "
    for space, addresses in ADDRESSES.items():
        for i, (pre, address) in enumerate(addresses):
            for op, types in OPS:
                for t in types.split() if i < 2 else types.split()[:1]:
                    noftz = ".noftz" if "16" in t else ""
                    d, v, use = registers(t)
                    yield f"{pre}atom{space}.{op}{noftz}.{t} {d}, [{address}], {v};{use}"
                    if op != "exch":
                        yield f"{pre}red{space}.{op}{noftz}.{t} [{address}], {v};"
            for t, d, v, w in (("b32", "%r9", "%r1", "%r2"), ("b64", "%rd9", "%rd6", "%rd7"),
                               ("b16", "%h9", "%h1", "%h3")):
                yield (f"{pre}atom{space}.cas.{t} {d}, [{address}], {v}, {w};"
                       + (" cvt.u32.u16 %r9, %h9;" if t == "b16" else ""))
            yield f"{pre}@%p1 atom{space}.add.u32 %r9, [{address}], %r1;"
            yield f"{pre}atom{space}.add.u32 %r9, [{address}], 1;"
            yield f"{pre}atom{space}.add.u32 %r9, [{address}], %r30;"
            yield f"{pre}red{space}.add.u32 [{address}], 1;"
            yield f"{pre}red{space}.inc.u32 [{address}], 17;"
            yield f"{pre}atom{space}.add.u32 %r36, [{address}], 5;"
            yield f"{pre}atom{space}.inc.u32 %r9, [{address}], 1;"
            yield f"{pre}atom{space}.cas.b32 %r9, [{address}], 0, 1;"
            yield (f"{pre}atom{space}.cas.b128 %q2, [{address}], %q1, %q1; "
                   "mov.b128 {%rd9, %rd12}, %q2;")
            yield f"{pre}atom{space}.exch.b128 %q2, [{address}], %q1; mov.b128 {{%rd9, %rd12}}, %q2;"
        pre, address = addresses[0]
        for scope in ("cta", "cluster", "gpu", "sys"):
            for sem in ("relaxed", "acquire", "release", "acq_rel"):
                yield f"atom.{sem}.{scope}{space}.add.u32 %r9, [{address}], %r1;"
                yield f"atom.{sem}.{scope}{space}.cas.b32 %r9, [{address}], %r1, %r2;"
                yield f"atom.{sem}.{scope}{space}.add.f32 %f9, [{address}], %f1;"
            yield f"red.relaxed.{scope}{space}.add.u32 [{address}], %r1;"
            yield f"red.release.{scope}{space}.add.u32 [{address}], %r1;"
            yield f"red.relaxed.{scope}{space}.add.f32 [{address}], %f1;"
            yield f"red.relaxed.{scope}{space}.add.u64 [{address}], %rd6;"
            yield (f"atom.relaxed.{scope}{space}.exch.b128 %q2, [{address}], %q1; "
                   "mov.b128 {%rd9, %rd12}, %q2;")
    for space, address in ((".global", "%rd3"), ("", "%rd5"), (".global", "%rd20")):
        yield f"{policy}atom{space}.add.L2::cache_hint.u32 %r9, [{address}], %r1, %rd13;"
        yield f"{policy}atom{space}.exch.L2::cache_hint.b64 %rd9, [{address}], %rd6, %rd13;"
        yield f"{policy}atom{space}.cas.L2::cache_hint.b32 %r9, [{address}], %r1, %r2, %rd13;"
        yield f"{policy}red{space}.add.L2::cache_hint.u32 [{address}], %r1, %rd13;"
        yield f"{policy}red{space}.add.L2::cache_hint.f32 [{address}], %f1, %rd13;"
        yield f"{policy}atom{space}.add.L2::cache_hint.f32 %f9, [{address}], %f1, %rd13;"
    for address in ("%rd3", "%rd20"):
        for n, regs, vals, use in (
                (".v2", "{%f9, %f11}", "{%f1, %f2}", "add.f32 %f9, %f9, %f11;"),
                (".v4", "{%f9, %f11, %f12, %f13}", "{%f1, %f2, %f3, %f4}", "add.f32 %f9, %f9, %f13;")):
            yield f"atom.global.add{n}.f32 {regs}, [{address}], {vals}; {use}"
            yield f"red.global.add{n}.f32 [{address}], {vals};"
            yield f"{policy}red.global.add.L2::cache_hint{n}.f32 [{address}], {vals}, %rd13;"
        for op in ("add", "min", "max"):
            for t in ("f16x2", "bf16x2"):
                for n, regs, vals, use in (
                        (".v2", "{%r9, %r10}", "{%r1, %r2}", "xor.b32 %r9, %r9, %r10;"),
                        (".v4", "{%r9, %r10, %r11, %r12}", "{%r1, %r2, %r3, %r4}",
                         "xor.b32 %r9, %r9, %r12;")):
                    yield f"atom.global.{op}.noftz{n}.{t} {regs}, [{address}], {vals}; {use}"
                    yield f"red.global.{op}.noftz{n}.{t} [{address}], {vals};"
            for t in ("f16", "bf16"):
                yield (f"atom.global.{op}.noftz.v2.{t} {{%h9, %h5}}, [{address}], {{%h1, %h2}}; "
                       "mov.b32 %r9, {%h9, %h5};")
                yield (f"red.global.{op}.noftz.v8.{t} [{address}], "
                       "{%h1, %h2, %h3, %h4, %h1, %h2, %h3, %h4};")
