# ===- wgmma_ptx.py - PTX of every warp group matrix instruction ------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""wgmma and setmaxnreg with every type and modifier of PTX ISA 9.0, and every
width that changes the encoding (sm_90a)."""

from ptxkernel import Kernel, vec


def wgmma(n, kk, d, a, b, tail, in_register=False, sparse=False, sat="", op="", scale_d="pred",
          selector=0, chain=1):
    k = Kernel()
    ptx = "f32" if d == "f32" else "b32"
    d_regs = k.load(ptx, n // 2 // (2 if d == "f16" else 1))
    a_text = vec(k.load("b32", 4)) if in_register else k.load("b64")[0]
    b_text = k.load("b64")[0]
    extra = ""
    if sparse:
        extra = ", %s, %d" % (k.load()[0], selector)
    p = k.load("pred")[0] if scale_d == "pred" else scale_d
    k.do("wgmma.fence.sync.aligned;")
    for _ in range(chain):
        k.do("wgmma.mma_async%s.sync.aligned.m64n%dk%d%s.%s.%s.%s%s %s, %s, %s%s, %s%s;"
             % (".sp" if sparse else "", n, kk * (2 if sparse else 1), sat, d, a, b, op,
                vec(d_regs), a_text, b_text, extra, p, tail))
    k.do("wgmma.commit_group.sync.aligned;")
    k.do("wgmma.wait_group.sync.aligned 0;")
    offset = 0
    for r in d_regs:
        k.stores.append("st.global.%s [%%out+%d], %s;" % (ptx, offset, r))
        offset += 4
    return k


def shapes(n):
    """The kinds with one width n: kind, then the immediates at the end."""
    for sparse in (False, True):
        for reg in (False, True):
            more = {"in_register": reg, "sparse": sparse}
            for sa in (1, -1):
                for sb in (1, -1):
                    for trans in (("0", "1") if reg else ("0, 0", "0, 1", "1, 0", "1, 1")):
                        tail = ", %d, %d, %s" % (sa, sb, trans)
                        for d in ("f16", "f32"):
                            yield wgmma(n, 16, d, "f16", "f16", tail, **more)
                        yield wgmma(n, 16, "f32", "bf16", "bf16", tail, **more)
                    tail = ", %d, %d" % (sa, sb)
                    yield wgmma(n, 8, "f32", "tf32", "tf32", tail, **more)
                    for a in ("e4m3", "e5m2"):
                        for b in ("e4m3", "e5m2"):
                            for d in ("f16", "f32"):
                                yield wgmma(n, 32, d, a, b, tail, **more)
            for a in ("s8", "u8"):
                for b in ("s8", "u8"):
                    for sat in ("", ".satfinite"):
                        yield wgmma(n, 32, "s32", a, b, "", sat=sat, **more)
            if not sparse:
                yield wgmma(n, 256, "s32", "b1", "b1", "", op=".and.popc", **more)


def kernels():
    yield from shapes(16)
    yield from shapes(64)
    for n in range(8, 257, 8):
        yield wgmma(n, 16, "f32", "f16", "f16", ", 1, 1, 0, 0")
        yield wgmma(n, 16, "f16", "f16", "f16", ", 1, 1, 0", in_register=True)
        yield wgmma(n, 32, "s32", "s8", "s8", "")
        yield wgmma(n, 256, "s32", "b1", "b1", "", op=".and.popc")
        yield wgmma(n, 32, "f32", "e4m3", "e4m3", ", 1, 1", sparse=True)
    for scale_d in ("pred", "0", "1"):
        for chain in (1, 2, 3):
            yield wgmma(32, 16, "f32", "f16", "f16", ", 1, 1, 0, 0", scale_d=scale_d, chain=chain)
            yield wgmma(32, 16, "f32", "f16", "f16", ", 1, 1, 0", scale_d=scale_d, chain=chain,
                        in_register=True)
    for selector in range(4):
        for kk, t, d, tail in ((16, "f16", "f32", ", 1, 1, 0, 0"), (8, "tf32", "f32", ", 1, 1"),
                               (32, "s8", "s32", ""), (32, "e4m3", "f32", ", 1, 1")):
            yield wgmma(32, kk, d, t, t, tail, sparse=True, selector=selector)
            yield wgmma(32, kk, d, t, t, tail[:-3] if tail.endswith("0, 0") else tail,
                        sparse=True, selector=selector, in_register=True)
    for n in (24, 40, 128, 232):
        for op in ("inc", "dec"):
            k = Kernel()
            k.directives = ".reqntid 128 .maxnreg 128"
            yield k.do("setmaxnreg.%s.sync.aligned.u32 %d;" % (op, n))
    for n in (1, 2, 7):
        k = wgmma(16, 16, "f32", "f16", "f16", ", 1, 1, 0, 0")
        k.do("wgmma.wait_group.sync.aligned %d;" % n)
        yield k
