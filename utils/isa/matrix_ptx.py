# ===- matrix_ptx.py - PTX of every warp-wide matrix instruction ------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""mma, mma.sp, wmma, ldmatrix, stmatrix and movmatrix with every shape, type and
modifier of PTX ISA 9.0. ptxas says which a target takes."""

from ptxkernel import Kernel, vec

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s32": 32,
        "u8": 8, "s8": 8, "u4": 4, "s4": 4, "b1": 1,
        "e4m3": 8, "e5m2": 8, "e2m3": 8, "e3m2": 8, "e2m1": 8}
NARROW = ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1")


def registers(rows, columns, kind, packed=None):
    """How many registers of a thread hold rows x columns elements."""
    bits = packed or BITS[kind]
    return max(rows * columns * bits // 32 // (64 if kind == "f64" else 32), 1)


def operands(k, n, kind, how):
    ptx = {"f64": "f64", "f32": "f32"}.get(kind, "b32")
    return getattr(k, how)(ptx, n)


def mma(shape, d, a, b, c, modifiers="", layouts="row.col", kind="", scale="", packed=None,
        sparse="", tail="", mask=None, selector=0, scales=None):
    m, n, kk = shape
    k = Kernel()
    # The quads of a warp have products of their own with this shape.
    is_quad = (m, n, kk) == (8, 8, 4) and a == "f16"
    quad = {"f16": 4, "f32": 8}
    d_regs = operands(k, quad[d] if is_quad else registers(m, n, d), d, "result")
    c_regs = operands(k, quad[c] if is_quad else registers(m, n, c), c, "load")
    a_count = registers(m, kk // (2 if sparse else 1), a, packed)
    a_regs = operands(k, 2 if is_quad else a_count, a, "load")
    b_regs = operands(k, 2 if is_quad else registers(kk, n, b, packed), b, "load")
    extra = ""
    if sparse:
        extra += ", %s, %#x" % (k.load()[0], selector)
    if scales:
        for byte, thread in scales:
            extra += ", %s, {%d, %d}" % (k.load()[0], byte, thread)
    name = "mma" + sparse + ".sync.aligned.m%dn%dk%d.%s" % (m, n, kk, layouts)
    k.do("%s%s%s%s.%s.%s.%s.%s%s %s, %s, %s, %s%s;"
         % (name, kind, scale, modifiers, d, a, b, c, tail, vec(d_regs), vec(a_regs), vec(b_regs),
            vec(c_regs), extra))
    return k


def mma_all():
    for d in ("f16", "f32"):
        for c in ("f16", "f32"):
            for la in ("row", "col"):
                for lb in ("row", "col"):
                    yield mma((8, 8, 4), d, "f16", "f16", c, layouts=la + "." + lb)
            for kk in (8, 16):
                yield mma((16, 8, kk), d, "f16", "f16", c)
            for a in NARROW[:2]:
                for b in NARROW[:2]:
                    for kk in (16, 32):
                        yield mma((16, 8, kk), d, a, b, c)
    for kk in (8, 16):
        yield mma((16, 8, kk), "f32", "bf16", "bf16", "f32")
    for kk in (4, 8):
        yield mma((16, 8, kk), "f32", "tf32", "tf32", "f32")
    for shape in ((8, 8, 4), (16, 8, 4), (16, 8, 8), (16, 8, 16)):
        for rnd in ("", ".rn", ".rz", ".rm", ".rp"):
            yield mma(shape, "f64", "f64", "f64", "f64", tail=rnd)
    for shapes, types in ((((8, 8, 16), (16, 8, 16), (16, 8, 32)), ("u8", "s8")),
                          (((8, 8, 32), (16, 8, 32), (16, 8, 64)), ("u4", "s4"))):
        for shape in shapes:
            for a in types:
                for b in types:
                    for sat in ("", ".satfinite"):
                        yield mma(shape, "s32", a, b, "s32", modifiers=sat)
    for shape in ((8, 8, 128), (16, 8, 128), (16, 8, 256)):
        for op in (".xor.popc", ".and.popc"):
            yield mma(shape, "s32", "b1", "b1", "s32", tail=op)
    for a in NARROW:
        for b in NARROW:
            for d in ("f32", "f16"):
                yield mma((16, 8, 32), d, a, b, d, kind=".kind::f8f6f4")
            for scales in (((0, 0), (0, 0)), ((1, 1), (3, 2))):
                yield mma((16, 8, 32), "f32", a, b, "f32", kind=".kind::mxf8f6f4",
                          scale=".block_scale.scale_vec::1X", tail=".ue8m0", scales=scales)
    yield from mma_scaled((16, 8, 64), "")


def mma_scaled(shape, sparse):
    more = {"sparse": sparse} if sparse else {}
    for kind, vector, types in (("mxf4", "2X", ("ue8m0",)), ("mxf4nvf4", "2X", ("ue8m0",)),
                                ("mxf4nvf4", "4X", ("ue4m3", "ue8m0"))):
        for t in types:
            for bytes_ in ((0, 0), (2, 2), (0, 2)):
                for threads in ((0, 0), (1, 2), (0, 3)):
                    if kind == "mxf4nvf4" and vector == "4X" and bytes_ != (0, 0):
                        continue
                    yield mma(shape, "f32", "e2m1", "e2m1", "f32", kind=".kind::" + kind,
                              scale=".block_scale.scale_vec::" + vector, tail="." + t, packed=4,
                              scales=list(zip(bytes_, threads)), **more)


def mma_sparse():
    for meta in ("", "::ordered_metadata"):
        sp = ".sp" + meta
        for selector in range(4):
            for kk in (16, 32):
                for d in ("f16", "f32"):
                    yield mma((16, 8, kk), d, "f16", "f16", d, sparse=sp, selector=selector)
                yield mma((16, 8, kk), "f32", "bf16", "bf16", "f32", sparse=sp, selector=selector)
            for kk in (8, 16):
                yield mma((16, 8, kk), "f32", "tf32", "tf32", "f32", sparse=sp, selector=selector)
            for types, shapes in ((("u8", "s8"), (32, 64)), (("u4", "s4"), (64, 128))):
                for kk in shapes:
                    for a in types:
                        for b in types:
                            for sat in ("", ".satfinite"):
                                yield mma((16, 8, kk), "s32", a, b, "s32", modifiers=sat,
                                          sparse=sp, selector=selector)
        for a in NARROW[:2]:
            for b in NARROW[:2]:
                for d in ("f16", "f32"):
                    for c in ("f16", "f32"):
                        yield mma((16, 8, 64), d, a, b, c, sparse=sp)
    sp = ".sp::ordered_metadata"
    for a in NARROW:
        for b in NARROW:
            for d in ("f32", "f16"):
                yield mma((16, 8, 64), d, a, b, d, kind=".kind::f8f6f4", sparse=sp)
            for scales in (((0, 0), (0, 0)), ((1, 1), (3, 2))):
                yield mma((16, 8, 64), "f32", a, b, "f32", kind=".kind::mxf8f6f4",
                          scale=".block_scale.scale_vec::1X", tail=".ue8m0", sparse=sp,
                          scales=scales)
    yield from mma_scaled((16, 8, 128), sp)


def wmma_registers(shape, matrix, kind):
    m, n, k = shape
    if kind == "f64":
        return 2 if matrix in "cd" else 1
    if matrix in "cd":
        return m * n // 32 // (2 if kind == "f16" else 1)
    rows = m if matrix == "a" else n
    count = rows * k * BITS[kind] // 32 // 32
    # Each element of a and b is held twice with 16-bit elements.
    return 8 if kind == "f16" else max(count, 1)


def wmma():
    cube = ((16, 16, 16), (8, 32, 16), (32, 8, 16))
    sets = ([(s, t, d) for s in cube for t, d in (("f16", "f16"), ("f16", "f32"), ("bf16", "f32"),
                                                  ("s8", "s32"), ("u8", "s32"))]
            + [((16, 16, 8), "tf32", "f32"), ((8, 8, 4), "f64", "f64")]
            + [((8, 8, 32), t, "s32") for t in ("s4", "u4")] + [((8, 8, 128), "b1", "s32")])
    for shape, t, d in sets:
        text = "m%dn%dk%d" % shape
        sub = t in ("s4", "u4", "b1")
        for la in ("row", "col"):
            for lb in ("row", "col"):
                if sub and (la, lb) != ("row", "col"):
                    continue
                ends = [""]
                if t == "b1":
                    ends = [".xor.popc", ".and.popc"]
                for end in ends:
                    for sat in ("", ".satfinite") if d in ("s32", "f16", "f32") else ("",):
                        k = Kernel()
                        regs = {}
                        for matrix, layout in (("a", la), ("b", lb), ("c", la)):
                            kind = d if matrix == "c" else t
                            count = wmma_registers(shape, matrix, kind)
                            ptx = {"f64": "f64", "f32": "f32"}.get(kind, "b32")
                            regs[matrix] = k._new(ptx, count)
                            k.do("wmma.load.%s.sync.aligned.%s.%s.global.%s %s, [%%in], %s;"
                                 % (matrix, layout, text, kind, vec(regs[matrix]), k.param()))
                        dregs = k._new({"f64": "f64", "f32": "f32"}.get(d, "b32"),
                                       wmma_registers(shape, "d", d))
                        if d in ("f16", "f32") and t == "f16":
                            types = "%s.%s" % (d, d)
                        else:
                            types = "%s.%s.%s.%s" % (d, t, t, d)
                        op = "wmma.mma"
                        k.do("%s%s.sync.aligned.%s.%s.%s.%s%s %s, %s, %s, %s;"
                             % (op, end, la, lb, text, types, sat, vec(dregs), vec(regs["a"]),
                                vec(regs["b"]), vec(regs["c"])))
                        k.do("wmma.store.d.sync.aligned.%s.%s.global.%s [%%out], %s, %s;"
                             % (la, text, d, vec(dregs), k.param()))
                        yield k


def matrix_memory():
    forms = [("m8n8", "b16", x, t, x) for x in (1, 2, 4) for t in ("", ".trans")]
    for t in ("b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64"):
        forms += [("m16n16", t, x, ".trans", 2 * x) for x in (1, 2)]
        forms += [("m8n16", t, x, "", x) for x in (1, 2, 4)]
    for shape, t, x, trans, n in forms:
        for address in ("load", "param"):
            for offset in (0, 0x40):
                k = Kernel()
                a = k.load()[0] if address == "load" else k.param()
                k.do("ldmatrix.sync.aligned.%s.x%d%s.shared.%s %s, [%s+%d];"
                     % (shape, x, trans, t, vec(k.result("b32", n)), a, offset))
                yield k
    forms = [("m8n8", "b16", x, t) for x in (1, 2, 4) for t in ("", ".trans")]
    forms += [("m16n8", "b8", x, ".trans") for x in (1, 2, 4)]
    for shape, t, x, trans in forms:
        for address in ("load", "param"):
            for offset in (0, 0x40):
                k = Kernel()
                a = k.load()[0] if address == "load" else k.param()
                k.do("stmatrix.sync.aligned.%s.x%d%s.shared.%s [%s+%d], %s;"
                     % (shape, x, trans, t, a, offset, vec(k.load("b32", x))))
                yield k
    k = Kernel()
    k.do("movmatrix.sync.aligned.m8n8.trans.b16 %s, %s;" % (k.result()[0], k.load()[0]))
    yield k


def kernels():
    yield from mma_all()
    yield from mma_sparse()
    yield from wmma()
    yield from matrix_memory()
