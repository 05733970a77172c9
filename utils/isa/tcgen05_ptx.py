# ===- tcgen05_ptx.py - PTX of every tensor memory instruction --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""tcgen05 with every shape, kind and modifier of PTX ISA 9.0 (sm_100a, sm_103a,
sm_110a)."""

from ptxkernel import Kernel, vec

# Registers of one repetition of each load and store shape.
LOAD_SHAPES = {"16x64b": 1, "16x128b": 2, "16x256b": 4, "32x32b": 1, "16x32bx2": 1}
REPETITIONS = (1, 2, 4, 8, 16, 32, 64, 128)


def uniform(k, how, kind="b32"):
    return k.param(kind) if how == "param" else k.load(kind)[0]


def allocation():
    for how in ("param", "load"):
        for group in (1, 2):
            g = ".cta_group::%d" % group
            for count in ("32", "64", "512", "reg"):
                for space in (".shared::cta", ""):
                    k = Kernel()
                    n = uniform(k, how) if count == "reg" else count
                    dst = uniform(k, how, "b32" if space else "b64")
                    k.do("tcgen05.alloc%s.sync.aligned%s.b32 [%s], %s;" % (g, space, dst, n))
                    yield k
                k = Kernel()
                n = uniform(k, how) if count == "reg" else count
                k.do("tcgen05.dealloc%s.sync.aligned.b32 %s, %s;" % (g, uniform(k, how), n))
                yield k
            yield Kernel().do("tcgen05.relinquish_alloc_permit%s.sync.aligned;" % g)
            k = Kernel()
            yield k.do("tcgen05.shift%s.down [%s];" % (g, uniform(k, how)))
            for space in (".shared::cluster", ""):
                for multicast in (False, True):
                    k = Kernel()
                    bar = uniform(k, how, "b32" if space else "b64")
                    mask = ", " + k.load("b16")[0] if multicast else ""
                    k.do("tcgen05.commit%s.mbarrier::arrive::one%s%s.b64 [%s]%s;"
                         % (g, space, ".multicast::cluster" if multicast else "", bar, mask))
                    yield k
            for shape in ("128x256b", "4x256b", "128x128b", "64x128b.warpx2::02_13",
                          "64x128b.warpx2::01_23", "32x128b.warpx4"):
                for fmt in ("", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"):
                    k = Kernel()
                    yield k.do("tcgen05.cp%s.%s%s [%s], %s;" % (
                        g, shape, fmt, uniform(k, how), uniform(k, how, "b64")))
    for what in ("wait::ld.sync.aligned", "wait::st.sync.aligned", "fence::before_thread_sync",
                 "fence::after_thread_sync"):
        k = Kernel()
        word = k.load("b32")[0]
        k.do("tcgen05.%s;" % what)
        k.do("st.global.b32 [%%out], %s;" % word)
        yield k


def moves():
    for shape, one in LOAD_SHAPES.items():
        for n in REPETITIONS:
            if one * n > 128:
                continue
            for pack in ("", "16b"):
                for how in ("param", "load"):
                    for offset in (0, 16, -8):
                        split = ", %d" % (2 * n) if shape == "16x32bx2" else ""
                        k = Kernel()
                        k.do("tcgen05.ld.sync.aligned.%s.x%d%s.b32 %s, [%s+%d]%s;"
                             % (shape, n, pack and ".pack::" + pack, vec(k.result("b32", one * n)),
                                uniform(k, how), offset, split))
                        k.do("tcgen05.wait::ld.sync.aligned;")
                        yield k
                        k = Kernel()
                        data = k.load("b32", one * n)
                        k.do("tcgen05.st.sync.aligned.%s.x%d%s.b32 [%s+%d]%s, %s;"
                             % (shape, n, pack and ".unpack::" + pack, uniform(k, how), offset,
                                split, vec(data)))
                        k.do("tcgen05.wait::st.sync.aligned;")
                        yield k
    for shape in ("32x32b", "16x32bx2"):
        for n in REPETITIONS[1:]:
            for op in ("min", "max"):
                for t in ("f32", ".abs.f32", ".NaN.f32", ".abs.NaN.f32", "u32", "s32"):
                    for how in ("param", "load"):
                        k = Kernel()
                        kind = "f32" if "f32" in t else "b32"
                        split = ", %d" % (2 * n) if shape == "16x32bx2" else ""
                        k.do("tcgen05.ld.red.sync.aligned.%s.x%d.%s%s %s, %s, [%s]%s;"
                             % (shape, n, op, t if t[0] == "." else "." + t,
                                vec(k.result(kind, n)), k.result(kind)[0], uniform(k, how), split))
                        k.do("tcgen05.wait::ld.sync.aligned;")
                        yield k


def mma(group, kind, a="desc", how="param", modifiers="", sparse=False, mask=False, enable="pred",
        scale="", scales=False, ws="", zero=False):
    k = Kernel()
    d = uniform(k, how)
    a_text = uniform(k, how, "b64") if a == "desc" else "[%s]" % uniform(k, how)
    b_text = uniform(k, how, "b64")
    text = ""
    if sparse:
        text += ", [%s]" % uniform(k, how)
    text += ", " + uniform(k, how)
    if scales:
        text += ", [%s], [%s]" % (uniform(k, how), uniform(k, how))
    if mask:
        text += ", " + vec(k.load("b32", 8 if group == 2 else 4))
    text += ", " + (k.load("pred")[0] if enable == "pred" else enable)
    if scale:
        text += ", " + scale
    if zero:
        text += ", " + uniform(k, how, "b64")
    k.do("tcgen05.mma%s%s.cta_group::%d.kind::%s%s [%s], %s, %s%s;"
         % (ws, ".sp" if sparse else "", group, kind, modifiers, d, a_text, b_text, text))
    return k


def products():
    plain = ("f16", "tf32", "f8f6f4", "i8")
    collectors = [""] + [".collector::a::" + u for u in ("fill", "use", "lastuse", "discard")]
    for group in (1, 2):
        for sparse in (False, True):
            for a in ("desc", "tmem"):
                for kind in plain:
                    for how in ("param", "load"):
                        yield mma(group, kind, a, how, sparse=sparse)
                    for collector in collectors:
                        for mask in (False, True):
                            yield mma(group, kind, a, modifiers=collector, sparse=sparse, mask=mask)
                        if a == "tmem":
                            yield mma(group, kind, a, modifiers=".ashift" + collector,
                                      sparse=sparse)
                    for scale in ("0", "1", "7", "15"):
                        yield mma(group, kind, a, sparse=sparse, scale=scale)
                    yield mma(group, kind, a, sparse=sparse, scale="3", mask=True)
                for kind, vectors in (("mxf8f6f4", ("", ".scale_vec::1X", ".block32")),
                                      ("mxf4", ("", ".scale_vec::2X", ".block32")),
                                      ("mxf4nvf4", (".scale_vec::2X", ".scale_vec::4X",
                                                    ".block16", ".block32"))):
                    for vector in vectors:
                        for collector in collectors:
                            for how in ("param", "load"):
                                yield mma(group, kind, a, how, sparse=sparse, scales=True,
                                          modifiers=".block_scale" + vector + collector)
    collectors = [""] + [".collector::b%d::%s" % (b, u) for b in range(4)
                         for u in ("fill", "use", "lastuse", "discard")]
    for sparse in (False, True):
        for a in ("desc", "tmem"):
            for kind in plain:
                for collector in collectors:
                    for zero in (False, True):
                        yield mma(1, kind, a, modifiers=collector, sparse=sparse, ws=".ws",
                                  zero=zero)


def kernels():
    yield from allocation()
    yield from moves()
    yield from products()
