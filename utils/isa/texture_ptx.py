# ===- texture_ptx.py - PTX of every texture and surface instruction --------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""tex, tld4, txq, suld, sust, sured and suq with every geometry, type and modifier
of PTX ISA 9.0, through references and through handles in registers."""

from ptxkernel import Kernel, vec

TEX_COORDS = {"1d": 1, "2d": 2, "3d": 4, "a1d": 2, "a2d": 4, "cube": 4, "acube": 4,
              "2dms": 4, "a2dms": 4}
DERIVATIVES = {"1d": 1, "a1d": 1, "2d": 2, "a2d": 2, "3d": 4, "cube": 4, "acube": 4}
OFFSETS = {"1d": 1, "a1d": 1, "2d": 2, "a2d": 2, "3d": 4}


def coordinates(k, geometry, kind):
    n = TEX_COORDS[geometry]
    names = k.load("f32" if kind == "f32" else "b32", n)
    if geometry in ("a1d", "a2d", "acube", "2dms", "a2dms"):
        names[0] = k.load("b32")[0]
    if geometry == "a2dms":
        names[1] = k.load("b32")[0]
    return vec(names)


def handle(k, how, name, kind):
    """The operand that names a texture, sampler or surface."""
    if how == "ref":
        k.module.append(".global .%s %s;" % (kind, name))
        return name
    return k.param("b64") if how == "param" else k.load("b64")[0]


def unique(k, base):
    # Names of references are global to the file.
    unique.count += 1
    return "%s%d" % (base, unique.count)


unique.count = 0


def results(k, dtype, masked):
    n = 2 if dtype == "f16x2" else 4
    names = k.result({"f32": "f32"}.get(dtype, "b32"), n)
    for i in range(n):
        if not masked >> i & 1:
            k.stores = [s for s in k.stores if not s.endswith(" %s;" % names[i])]
    return vec(names)


def tex(geometry, dtype, ctype, how="ref", mode="", lod="", offset=False, depth=False,
        residence=False, masked=15):
    k = Kernel()
    t = handle(k, how, unique(k, "t"), "texref")
    coords = coordinates(k, geometry, ctype)
    extra = ""
    if mode == ".level":
        extra = ", " + (lod if lod else k.load("f32" if ctype == "f32" else "b32")[0])
    elif mode == ".grad":
        n = DERIVATIVES[geometry]
        extra = ", %s, %s" % (vec(k.load("f32", n)), vec(k.load("f32", n)))
    if offset:
        extra += ", " + vec(k.load("b32", OFFSETS[geometry]))
    if depth:
        extra += ", " + k.load("f32")[0]
    d = results(k, dtype, masked)
    if residence:
        d += "|" + k.result("pred")[0]
    n = 2 if dtype == "f16x2" else 4
    k.do("tex%s.%s.v%d.%s.%s %s, [%s, %s]%s;" % (mode, geometry, n, dtype, ctype, d, t, coords,
                                                extra))
    return k


def textures():
    for how in ("ref", "param", "load"):
        for geometry in TEX_COORDS:
            for dtype in ("f32", "s32", "u32", "f16x2"):
                for ctype in ("s32", "f32"):
                    yield tex(geometry, dtype, ctype, how)
        for geometry in DERIVATIVES:
            for offset in (False, True):
                for depth in (False, True):
                    if offset and geometry not in OFFSETS:
                        continue
                    yield tex(geometry, "f32", "f32", how, offset=offset, depth=depth)
                    yield tex(geometry, "f32", "s32", how, offset=offset)
                    for lod in ("", "0f00000000", "0f3f800000"):
                        yield tex(geometry, "f32", "f32", how, ".level", lod, offset, depth)
                    yield tex(geometry, "f32", "s32", how, ".level", "", offset)
                    yield tex(geometry, "f32", "s32", how, ".level", "0", offset)
                    yield tex(geometry, "f32", "f32", how, ".grad", "", offset, depth)
                    yield tex(geometry, "f32", "f32", how, ".base", "", offset, depth)
        for mode in ("", ".level", ".grad", ".base"):
            yield tex("2d", "f32", "f32", how, mode, residence=True)
            yield tex("2d", "f16x2", "f32", how, mode, residence=True)
            yield tex("2d", "f32", "f32", how, mode, residence=True, offset=True)
        yield tex("2d", "f32", "s32", how, residence=True)
        yield tex("2dms", "f32", "s32", how, residence=True)
        for masked in range(1, 16):
            yield tex("2d", "f32", "f32", how, masked=masked)
            yield tex("2d", "f32", "s32", how, masked=masked)
        for geometry in ("2dms", "a2dms"):
            k = Kernel()
            t = handle(k, how, unique(k, "t"), "texref")
            k.do("tex.%s.v4.f32.s32 %s, [%s, %s], %s;"
                 % (geometry, vec(k.result("f32", 4)), t, coordinates(k, geometry, "s32"),
                    vec(k.load("b32", 2))))
            yield k


def gathers():
    for how in ("ref", "param", "load"):
        for geometry in ("2d", "a2d", "cube", "acube"):
            for component in "rgba":
                for dtype in ("f32", "s32", "u32"):
                    for offset in (False, True):
                        for depth in (False, True):
                            if offset and geometry not in OFFSETS:
                                continue
                            for residence in (False, True):
                                k = Kernel()
                                t = handle(k, how, unique(k, "t"), "texref")
                                extra = ""
                                if offset:
                                    extra += ", " + vec(k.load("b32", OFFSETS[geometry]))
                                if depth:
                                    extra += ", " + k.load("f32")[0]
                                d = results(k, dtype, 15)
                                if residence:
                                    d += "|" + k.result("pred")[0]
                                k.do("tld4.%s.%s.v4.%s.f32 %s, [%s, %s]%s;"
                                     % (component, geometry, dtype, d, t,
                                        coordinates(k, geometry, "f32"), extra))
                                yield k


def queries():
    names = ("width", "height", "depth", "channel_data_type", "channel_order",
             "normalized_coords", "array_size", "num_mipmap_levels", "num_samples")
    samplers = ("filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2",
                "force_unnormalized_coords")
    for how in ("ref", "param", "load"):
        for name in names + samplers:
            k = Kernel()
            k.do("txq.%s.b32 %s, [%s];" % (name, k.result()[0],
                                           handle(k, how, unique(k, "t"), "texref")))
            yield k
        for name in samplers:
            k = Kernel()
            k.do("txq.%s.b32 %s, [%s];" % (name, k.result()[0],
                                           handle(k, how, unique(k, "t"), "samplerref")))
            yield k
        for name in names[:3]:
            for level in ("0", ""):
                k = Kernel()
                k.do("txq.level.%s.b32 %s, [%s], %s;"
                     % (name, k.result()[0], handle(k, how, unique(k, "t"), "texref"),
                        level or k.load()[0]))
                yield k
        for name in ("width", "height", "depth", "channel_data_type", "channel_order",
                     "array_size", "memory_layout"):
            k = Kernel()
            k.do("suq.%s.b32 %s, [%s];" % (name, k.result()[0],
                                           handle(k, how, unique(k, "s"), "surfref")))
            yield k
        for kind in ("texref", "samplerref", "surfref"):
            k = Kernel()
            k.do("istypep.%s %s, %s;" % (kind, k.result("pred")[0],
                                         handle(k, how, unique(k, "i"), kind)))
            yield k


SURFACE_COORDS = {"1d": 1, "2d": 2, "3d": 4, "a1d": 2, "a2d": 4}


def surfaces():
    for how in ("ref", "param", "load"):
        for geometry, n in SURFACE_COORDS.items():
            for clamp in ("trap", "clamp", "zero"):
                for width in ("", ".v2", ".v4"):
                    for t in ("b8", "b16", "b32", "b64"):
                        for cache in ("", ".ca", ".cg", ".cs", ".cv"):
                            if cache and (geometry, clamp) != ("2d", "trap"):
                                continue
                            k = Kernel()
                            s = handle(k, how, unique(k, "s"), "surfref")
                            ptx = {"b8": "b16"}.get(t, t)
                            d = k.result(ptx, int(width[2:] or 1))
                            k.do("suld.b.%s%s%s.%s.%s %s, [%s, %s];"
                                 % (geometry, cache, width, t, clamp, vec(d), s,
                                    vec(k.load("b32", n))))
                            yield k
                        for cache in ("", ".wb", ".cg", ".cs", ".wt"):
                            if cache and (geometry, clamp) != ("2d", "trap"):
                                continue
                            k = Kernel()
                            s = handle(k, how, unique(k, "s"), "surfref")
                            ptx = {"b8": "b16"}.get(t, t)
                            k.do("sust.b.%s%s%s.%s.%s [%s, %s], %s;"
                                 % (geometry, cache, width, t, clamp, s, vec(k.load("b32", n)),
                                    vec(k.load(ptx, int(width[2:] or 1)))))
                            yield k
                    for t in ("b32", "u32", "s32", "f32"):
                        k = Kernel()
                        s = handle(k, how, unique(k, "s"), "surfref")
                        k.do("sust.p.%s%s.%s.%s [%s, %s], %s;"
                             % (geometry, width, t, clamp, s, vec(k.load("b32", n)),
                                vec(k.load("f32" if t == "f32" else "b32", int(width[2:] or 1)))))
                        yield k
                for form in ("b", "p"):
                    for op in ("add", "min", "max", "and", "or"):
                        for t in ("u32", "s32", "b32", "u64", "s64", "b64"):
                            k = Kernel()
                            s = handle(k, how, unique(k, "s"), "surfref")
                            k.do("sured.%s.%s.%s.%s.%s [%s, %s], %s;"
                                 % (form, op, geometry, t, clamp, s, vec(k.load("b32", n)),
                                    k.load("b64" if "64" in t else "b32")[0]))
                            yield k


def kernels():
    yield from textures()
    yield from gathers()
    yield from queries()
    yield from surfaces()
