# ===- memory.py - PTX for probe-kernels.py ---------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Loads, stores, cache control and fences."""

MNEMONICS = """LD LDG LDS LDL LDC ULDC LDCU ST STG STS STL LDSM STSM LDGSTS LDGDEPBAR CCTL CCTLL
MEMBAR ERRBAR CGAERRBAR QSPC FENCE LDGMC LDTRAM UCCTL UMEMSETS""".split()

# Register of a type for a load, and of a value to store.
DST = {"u8": "%r9", "s8": "%r9", "u16": "%r9", "s16": "%r9", "b32": "%r9", "b64": "%rd9",
       "f32": "%f9", "f64": "%d9", "v2.b32": "{%r9, %r10}", "v4.b32": "{%r9, %r10, %r11, %r12}",
       "v2.b64": "{%rd9, %rd12}", "v2.u8": "{%r9, %r10}", "v4.u16": "{%r9, %r10, %r11, %r12}"}
SRC = {"u8": "%r1", "s8": "%r1", "u16": "%r1", "s16": "%r1", "b32": "%r1", "b64": "%rd6",
       "f32": "%f1", "f64": "%d1", "v2.b32": "{%r1, %r2}", "v4.b32": "{%r1, %r2, %r3, %r4}",
       "v2.b64": "{%rd6, %rd7}", "v2.u8": "{%r1, %r2}", "v4.u16": "{%r1, %r2, %r3, %r4}"}
USE = {"v2.b32": " xor.b32 %r9, %r9, %r10;", "v2.u8": " xor.b32 %r9, %r9, %r10;",
       "v4.b32": " xor.b32 %r9, %r9, %r10; xor.b32 %r11, %r11, %r12; xor.b32 %r9, %r9, %r11;",
       "v4.u16": " xor.b32 %r9, %r9, %r10; xor.b32 %r11, %r11, %r12; xor.b32 %r9, %r9, %r11;",
       "v2.b64": " xor.b64 %rd9, %rd9, %rd12;"}

# Addresses: per thread, the same for all threads, both together, absolute.
MIXED = "cvt.u64.u32 %rd14, %r1; add.u64 %rd14, %rd20, %rd14; "
SCALED = "mul.wide.u32 %rd14, %r1, 4; add.u64 %rd14, %rd20, %rd14; "
ADDRESSES = {
    "": [("", "%rd5+8"), ("", "%rd21+16"), (MIXED, "%rd14+8"), ("", "4096")],
    ".global": [("", "%rd3+8"), ("", "%rd20+16"), (MIXED, "%rd14+8"), (SCALED, "%rd14-16"),
                ("", "gtable+32"), ("mov.u64 %rd14, 4096; ", "%rd14+16")],
    ".shared": [("", "%r5+16"), ("", "%r32+16"), ("add.u32 %r34, %r32, %r1; ", "%r34+32"),
                ("", "fixed+16"), ("shl.b32 %r34, %r1, 4; mov.u32 %r35, fixed; "
                                   "add.u32 %r34, %r34, %r35; ", "%r34+16"),
                ("shl.b32 %r34, %r1, 3; mov.u32 %r35, fixed; "
                 "add.u32 %r34, %r34, %r35; ", "%r34+16"),
                ("shl.b32 %r34, %r1, 2; mov.u32 %r35, fixed; "
                 "add.u32 %r34, %r34, %r35; ", "%r34"), ("", "%r30")],
    ".local": [("and.b32 %r34, %r1, 48; cvt.u64.u32 %rd14, %r34; add.u64 %rd14, %rd11, %rd14; ",
                "%rd14"),
               ("and.b32 %r34, %r30, 48; cvt.u64.u32 %rd14, %r34; add.u64 %rd14, %rd11, %rd14; ",
                "%rd14")],
}


def load(pre, op, t, address, tail=""):
    return f"{pre}{op}.{t} {DST[t]}, [{address}]{tail};{USE.get(t, '')}"


def store(pre, op, t, address, tail=""):
    return f"{pre}{op}.{t} [{address}], {SRC[t]}{tail};"


def plain():
    for space, addresses in ADDRESSES.items():
        for i, (pre, address) in enumerate(addresses):
            for t in DST if i < 2 else ("b32", "b64", "v4.b32"):
                yield load(pre, "ld" + space, t, address)
                yield store(pre, "st" + space, t, address)
            if space != ".local":
                yield load(pre, "@%p1 ld.volatile" + space, "b32", address)
                yield load(pre, "@%p6 ld" + space, "b32", address)
                yield store(pre, "@!%p1 st.volatile" + space, "b32", address)
            if space == ".local":
                yield store(pre, "st.local", "v4.b32", address) + load("", "ld.local", "u8", address)
                yield store(pre, "@%p1 st.local", "b32", address) + \
                    load("", "ld.volatile.local", "v2.b32", address)
                for cache in ("ca", "cg", "cs", "lu", "cv"):
                    yield store(pre, "st.local", "b32", address) + \
                        load("", "ld.local." + cache, "b32", address)
                for cache in ("wb", "cg", "cs", "wt"):
                    yield store(pre, "st.local." + cache, "b32", address) + \
                        load("", "ld.local", "b32", address)
    for value in ("0", "7"):
        for space, address in ((".global", "%rd3"), (".shared", "%r5"), ("", "%rd5")):
            yield f"st{space}.b32 [{address}], {value};"
            yield f"st{space}.b64 [{address}], {value};"
            yield f"st{space}.v4.b32 [{address}], {{{value}, {value}, {value}, {value}}};"
    yield "st.global.b32 [%rd3], %r30;"
    yield "st.global.b64 [%rd3], %rd10;"
    yield "st.shared.b32 [%r5], %r30;"
    for big in (0x7ffff0, 0x800000, -0x800000, -0x800010, 0x12345670):
        for space, address in ((".global", "%rd3"), ("", "%rd5"), (".shared", "%r5"),
                               (".global", "%rd20")):
            yield f"ld{space}.b32 %r9, [{address}+{big}];"
            yield f"st{space}.b32 [{address}+{big}], %r1;"


def ordered():
    for space in ("", ".global", ".shared", ".shared::cluster"):
        for pre, address in ADDRESSES.get(space, [("", "%r5+16"), ("", "%r32")])[:3]:
            for scope in ("cta", "cluster", "gpu", "sys"):
                for sem in ("relaxed", "acquire"):
                    yield load(pre, f"ld.{sem}.{scope}{space}", "b32", address)
                for sem in ("relaxed", "release"):
                    yield store(pre, f"st.{sem}.{scope}{space}", "b32", address)
            yield load(pre, f"ld.relaxed.sys{space}", "v2.b64", address)
            yield load(pre, f"ld.weak{space}", "b32", address)
            yield load(pre, f"ld.mmio.relaxed.sys{space}", "b32", address)
            yield store(pre, f"st.mmio.relaxed.sys{space}", "b32", address)
            yield store(pre, f"st.weak{space}", "b32", address)
    for scope in ("cta", "cluster", "gpu", "sys"):
        for space, address in ((".global", "%rd3"), ("", "%rd5")):
            yield (f"mov.b128 %q2, %q1; ld.relaxed.{scope}{space}.b128 %q2, [{address}]; "
                   "mov.b128 {%rd9, %rd12}, %q2; xor.b64 %rd9, %rd9, %rd12;")
            yield f"st.relaxed.{scope}{space}.b128 [{address}], %q1;"
    yield "ld.global.b128 %q2, [%rd3]; mov.b128 {%rd9, %rd12}, %q2;"


def cached():
    policy = "createpolicy.fractional.L2::evict_last.b64 %rd13, 0.5; "
    for space in ("", ".global"):
        for pre, address in ADDRESSES[space][:3]:
            for cache in ("ca", "cg", "cs", "lu", "cv"):
                yield load(pre, f"ld{space}.{cache}", "b32", address)
            for cache in ("wb", "cg", "cs", "wt"):
                yield store(pre, f"st{space}.{cache}", "b32", address)
            for hint in ("evict_normal", "evict_unchanged", "evict_first", "evict_last",
                         "no_allocate"):
                yield load(pre, f"ld{space}.L1::{hint}", "b32", address)
                yield load(pre, f"ld{space}.nc.L1::{hint}", "b32", address)
                yield store(pre, f"st{space}.L1::{hint}", "b32", address)
            for size in ("64B", "128B", "256B"):
                yield load(pre, f"ld{space}.L2::{size}", "b32", address)
                yield load(pre, f"ld{space}.nc.L2::{size}", "v4.b32", address)
                yield load(pre + policy, f"ld{space}.L2::cache_hint.L2::{size}", "b32",
                           address, ", %rd13")
            for t in ("u8", "b32", "b64", "v4.b32"):
                yield load(pre, f"ld{space}.nc", t, address)
                yield load(pre + policy, f"ld{space}.L2::cache_hint", t, address, ", %rd13")
                yield load(pre + policy, f"ld{space}.nc.L2::cache_hint", t, address, ", %rd13")
                yield load(pre, f"ld{space}.L2::cache_hint", t, address, ", %rd7")
                yield store(pre + policy, f"st{space}.L2::cache_hint", t, address, ", %rd13")
                yield store(pre, f"st{space}.L2::cache_hint", t, address, ", %rd10")
            for hint in ("evict_normal", "evict_first", "evict_last"):
                yield load(pre, f"ld{space}.L2::{hint}", "v4.b64", address) if 0 else \
                    (f"{pre}ld{space}.L2::{hint}.v4.b64 {{%rd9, %rd12, %rd13, %rd15}}, "
                     f"[{address}]; xor.b64 %rd9, %rd9, %rd15;")
                yield (f"{pre}ld{space}.L1::evict_last.L2::{hint}.v8.b32 {{%r9, %r10, %r11, %r12, "
                       f"%r13, %r14, %r15, %r16}}, [{address}]; xor.b32 %r9, %r9, %r16;")
                yield (f"{pre}st{space}.L2::{hint}.v4.b64 [{address}], {{%rd6, %rd7, %rd6, %rd7}};")
                yield (f"{pre}st{space}.L1::no_allocate.L2::{hint}.v8.f32 [{address}], "
                       "{%f1, %f2, %f3, %f4, %f1, %f2, %f3, %f4};")
            for nc in ("", ".nc"):
                yield (f"{pre}ld{space}{nc}.v8.b32 {{%r9, %r10, %r11, %r12, %r13, %r14, %r15, "
                       f"%r16}}, [{address}]; xor.b32 %r9, %r9, %r16; xor.b32 %r9, %r9, %r10;")
                yield (f"{pre}ld{space}{nc}.v4.f64 {{%d9, %d4, %d5, %d6}}, [{address}]; "
                       "add.f64 %d9, %d9, %d6;")
                yield (f"{pre}ld{space}{nc}.v4.b64 {{_, %rd9, _, %rd12}}, [{address}]; "
                       "xor.b64 %rd9, %rd9, %rd12;")
                yield (f"{pre}ld{space}{nc}.v8.b32 {{_, %r9, _, _, _, %r10, _, %r11}}, "
                       f"[{address}]; xor.b32 %r9, %r9, %r10; xor.b32 %r9, %r9, %r11;")
            yield (f"{pre}st{space}.v8.b32 [{address}], {{%r1, %r2, %r3, %r4, %r1, %r2, %r3, %r4}};")
            yield (f"{pre}st{space}.v4.b64 [{address}], {{%rd6, %rd7, %rd6, %rd7}};")
            yield (f"{pre}{policy}st{space}.L2::cache_hint.v8.b32 [{address}], "
                   "{%r1, %r2, %r3, %r4, %r1, %r2, %r3, %r4}, %rd13;")
            yield (f"{pre}{policy}ld{space}.L2::cache_hint.v4.b64 {{%rd9, %rd12, %rd14, %rd15}}, "
                   f"[{address}], %rd13; xor.b64 %rd9, %rd9, %rd15;")
            yield (f"{pre}ld.relaxed.gpu{space}.v8.b32 {{%r9, %r10, %r11, %r12, "
                   f"%r13, %r14, %r15, %r16}}, [{address}]; xor.b32 %r9, %r9, %r16;")
    for primary in ("evict_last", "evict_normal", "evict_first", "evict_unchanged"):
        for secondary in ("", ".L2::evict_first", ".L2::evict_unchanged"):
            for fraction in ("", ", 0.25"):
                yield (f"createpolicy.fractional.L2::{primary}{secondary}.b64 %rd9{fraction};")
            yield (f"createpolicy.range.global.L2::{primary}{secondary}.b64 %rd9, [%rd3], "
                   "0x100000, 0x200000;")
            yield (f"createpolicy.range.L2::{primary}{secondary}.b64 %rd9, [%rd5], %r1, %r2;")
    yield "createpolicy.cvt.L2.b64 %rd9, 0x12f0000000000000;"


def constants():
    for t in ("u8", "s8", "u16", "s16", "b32", "b64", "v4.b32", "v2.b64"):
        for index in ("%r1", "%r30"):
            yield (f"and.b32 %r34, {index}, 240; cvt.u64.u32 %rd14, %r34; mov.u64 %rd15, table; "
                   "add.u64 %rd15, %rd15, %rd14; " + load("", "ld.const", t, "%rd15+16"))
        yield load("", "ld.const", t, "table+32")
    for t in ("u8", "s8", "u16", "s16", "b32", "b64"):
        for index in ("%r1", "%r30"):
            yield (f"and.b32 %r34, {index}, 240; cvt.u64.u32 %rd14, %r34; mov.b64 %rd15, block; "
                   "add.u64 %rd15, %rd15, %rd14; " + load("", "ld.param", t, "%rd15+8"))
        yield load("", "ld.param", t, "block+40")
    yield ("mov.b64 %rd15, block; cvta.param.u64 %rd15, %rd15; "
           "ld.b32 %r9, [%rd15+4];")


def control():
    for level in ("global.L1", "global.L2", "L1", "L2", "local.L1", "local.L2",
                  "global.L2::evict_last", "global.L2::evict_normal"):
        for address in ("%rd3", "%rd20", "gtable") if "global" in level else \
                ("%rd11",) if "local" in level else ("%rd5", "%rd21"):
            yield f"prefetch.{level} [{address}];"
            yield f"@%p1 prefetch.{level} [{address}+128];"
    yield "prefetchu.L1 [%rd5];"
    yield "prefetchu.L1 [%rd21];"
    for address in ("%rd3", "%rd20"):
        yield f"applypriority.global.L2::evict_normal [{address}], 128;"
        yield f"discard.global.L2 [{address}], 128;"
    yield "discard.L2 [%rd5], 128;"
    yield "prefetch.tensormap [%rd5];"
    yield "prefetch.const.tensormap [table];"
    yield "mov.b64 %rd15, block; prefetch.param.tensormap [%rd15];"
    for space in ("const", "global", "local", "shared", "shared::cluster", "shared::cta",
                  "param::entry"):
        for address in ("%rd5", "%rd21"):
            yield f"isspacep.{space} %p3, {address}; selp.b32 %r9, 1, %r9, %p3;"
    for level in ("cta", "gl", "sys"):
        yield f"membar.{level};"
        yield f"@%p1 membar.{level};"
    for scope in ("cta", "cluster", "gpu", "sys"):
        for sem in ("sc", "acq_rel", "acquire", "release"):
            yield f"fence.{sem}.{scope};"
        for sem in ("acquire", "release"):
            yield f"fence.proxy.tensormap::generic.{sem}.{scope} [%rd5], 128;" if sem == "acquire" \
                else f"fence.proxy.tensormap::generic.{sem}.{scope};"
    yield "fence.proxy.tensormap::generic.acquire.gpu [%rd21], 128;"
    for proxy in ("alias", "async", "async.global", "async.shared::cta", "async.shared::cluster"):
        yield f"fence.proxy.{proxy};"
        yield f"membar.proxy.{proxy};"
    yield "fence.mbarrier_init.release.cluster;"
    yield "fence.acquire.sync_restrict::shared::cluster.cluster;"
    yield "fence.release.sync_restrict::shared::cta.cluster;"
    yield "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;"
    yield "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;"


def matrices():
    for address in ("%r5", "%r32", "%r5+64", "fixed", "%r32+128"):
        for trans in ("", ".trans"):
            yield f"ldmatrix.sync.aligned.m8n8.x1{trans}.shared.b16 {{%r9}}, [{address}];"
            yield (f"ldmatrix.sync.aligned.m8n8.x2{trans}.shared.b16 {{%r9, %r10}}, [{address}]; "
                   "xor.b32 %r9, %r9, %r10;")
            yield (f"ldmatrix.sync.aligned.m8n8.x4{trans}.shared.b16 {{%r9, %r10, %r11, %r12}}, "
                   f"[{address}]; xor.b32 %r9, %r9, %r12; xor.b32 %r9, %r9, %r11;")
            yield f"stmatrix.sync.aligned.m8n8.x1{trans}.shared.b16 [{address}], {{%r1}};"
            yield f"stmatrix.sync.aligned.m8n8.x2{trans}.shared.b16 [{address}], {{%r1, %r2}};"
            yield (f"stmatrix.sync.aligned.m8n8.x4{trans}.shared.b16 [{address}], "
                   "{%r1, %r2, %r3, %r4};")
        for kind in ("b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64"):
            yield (f"ldmatrix.sync.aligned.m16n16.x1.trans.shared.{kind} {{%r9, %r10}}, "
                   f"[{address}]; xor.b32 %r9, %r9, %r10;")
            yield (f"ldmatrix.sync.aligned.m16n16.x2.trans.shared.{kind} {{%r9, %r10, %r11, %r12}}, "
                   f"[{address}]; xor.b32 %r9, %r9, %r12; xor.b32 %r9, %r9, %r11;")
            for n, regs in ((1, "%r9"), (2, "%r9, %r10"), (4, "%r9, %r10, %r11, %r12")):
                yield (f"ldmatrix.sync.aligned.m8n16.x{n}.shared.{kind} {{{regs}}}, [{address}]; "
                       + ("xor.b32 %r9, %r9, %r10;" if n > 1 else ""))
        for n, regs in ((1, "%r1"), (2, "%r1, %r2"), (4, "%r1, %r2, %r3, %r4")):
            yield (f"stmatrix.sync.aligned.m16n8.x{n}.trans.shared.b8 [{address}], {{{regs}}};")


def copies():
    for to in ("%r5", "%r32+16", "fixed"):
        for pre, source in ADDRESSES[".global"]:
            for size in (4, 8, 16):
                yield f"{pre}cp.async.ca.shared.global [{to}], [{source}], {size};"
            yield f"{pre}cp.async.cg.shared.global [{to}], [{source}], 16;"
            yield f"{pre}@%p1 cp.async.cg.shared.global [{to}], [{source}], 16;"
    policy = "createpolicy.fractional.L2::evict_last.b64 %rd13, 0.5; "
    for level in ("ca", "cg"):
        for hint in ("", ".L2::64B", ".L2::128B", ".L2::256B"):
            yield f"cp.async.{level}.shared.global{hint} [%r5], [%rd3], 16;"
            yield f"cp.async.{level}.shared.global{hint} [%r5], [%rd3], 16, %r1;"
            yield f"cp.async.{level}.shared.global{hint} [%r5], [%rd3], 16, 8;"
            yield f"cp.async.{level}.shared.global{hint} [%r5], [%rd3], 16, %p1;"
            yield (f"{policy}cp.async.{level}.shared.global.L2::cache_hint{hint} [%r5], [%rd3], "
                   "16, %rd13;")
            yield (f"{policy}cp.async.{level}.shared.global.L2::cache_hint{hint} [%r5], [%rd3], "
                   "16, %r1, %rd13;")
    yield "cp.async.ca.shared.global [%r5], [%rd3], 4, %p1;"
    for n in (0, 1, 5):
        yield f"cp.async.commit_group; cp.async.wait_group {n};"
    yield "cp.async.wait_all;"


def multimem():
    for t, op in (("u32", "add"), ("s32", "add"), ("u64", "add"), ("s32", "min"), ("u32", "max"),
                  ("s64", "min"), ("u64", "max"), ("b32", "and"), ("b32", "or"), ("b32", "xor"),
                  ("b64", "and"), ("b64", "or"), ("b64", "xor"), ("f32", "add"), ("f64", "add")):
        d = {"f32": "%f", "f64": "%d"}.get(t, "%rd" if "64" in t else "%r")
        v = {"%rd": "%rd6", "%r": "%r1", "%f": "%f1", "%d": "%d1"}[d]
        for address in ("%rd3", "%rd20"):
            yield f"multimem.ld_reduce.global.{op}.{t} {d}9, [{address}];"
            yield f"multimem.red.global.{op}.{t} [{address}], {v};"
        yield f"multimem.ld_reduce.weak.global.{op}.{t} {d}9, [%rd3+16];"
        yield f"multimem.ld_reduce.{op}.{t} {d}9, [%rd5+16];"
        for scope in ("cta", "cluster", "gpu", "sys"):
            for sem in ("relaxed", "acquire"):
                yield f"multimem.ld_reduce.{sem}.{scope}.global.{op}.{t} {d}9, [%rd3];"
            for sem in ("relaxed", "release"):
                yield f"multimem.red.{sem}.{scope}.global.{op}.{t} [%rd3], {v};"
    for scope in ("", ".relaxed.gpu", ".release.sys", ".weak"):
        yield f"multimem.st{scope}.global.f32 [%rd3], %f1;"
        yield f"multimem.st{scope}.global.v4.f32 [%rd3], {{%f1, %f2, %f3, %f4}};"
        yield f"multimem.st{scope}.global.b64 [%rd3], %rd6;"
    for op in ("add", "min", "max"):
        for t in ("f16x2", "bf16x2", "e4m3x4", "e5m2x4"):
            for acc in ("", ".acc::f32", ".acc::f16"):
                for n, regs in (("", "%r9"), (".v2", "{%r9, %r10}"),
                                (".v4", "{%r9, %r10, %r11, %r12}")):
                    tail = "" if not n else "xor.b32 %r9, %r9, %r10;"
                    yield (f"multimem.ld_reduce.relaxed.sys.global.{op}{acc}{n}.{t} {regs}, "
                           f"[%rd3]; {tail}")
        for t, n in (("f16x2", "{%r1, %r2, %r3, %r4}"), ("bf16x2", "{%r1, %r2, %r3, %r4}")):
            yield f"multimem.red.relaxed.sys.global.{op}.v4.{t} [%rd3], {n};"
            yield f"multimem.red.relaxed.sys.global.{op}.{t} [%rd3], %r1;"
    for n, regs, use in ((".v2", "{%f9, %f11}", "add.f32 %f9, %f9, %f11;"),
                         (".v4", "{%f9, %f11, %f12, %f13}", "add.f32 %f9, %f9, %f13;")):
        yield f"multimem.ld_reduce.global.add{n}.f32 {regs}, [%rd3]; {use}"
    yield "multimem.red.global.add.v4.f32 [%rd3], {%f1, %f2, %f3, %f4};"
    yield "multimem.red.global.add.v2.f32 [%rd3], {%f1, %f2};"


def snippets():
    for part in (plain, ordered, cached, constants, control, matrices, copies, multimem):
        yield from part()
