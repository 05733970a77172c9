"""Cases of texture_cases.py: levels of mipmaps, samples, kinds of handles."""

import math
import struct

from texture_cases import (RESULT, STORE4, THREADS, Case, braces, coords_of, float_rows, names_of,
                           whole_rows)
from texture_reference import Image, bits_of, f32


def level_rows(image, rng):
    """Coordinates and a level: numbers between all that there are and beyond them, but not the
    middle of two."""
    rows = float_rows(image, rng)
    for t, row in enumerate(rows):
        row[7] = bits_of([-3.0, float("inf"), 1e9, float("nan"), -0.0, 0.5, 1.5][t] if t < 7 else
                         rng.randrange(-8, 16 * image.levels + 8) / 16)
    return rows


def nearest_level(image, bits):
    lod = f32(bits)
    if lod != lod or lod < 0.5:
        return 0
    return image.levels - 1 if lod >= image.levels - 1 else math.floor(lod + 0.5)


def levels(rng):
    """Mipmaps: each level by a number and by a whole number, the first one without; sizes."""
    sizes = {"1d": (37,), "2d": (19, 7), "3d": (6, 12, 5), "a1d": (11,), "a2d": (8, 5),
             "cube": (16, 16), "acube": (8, 8)}
    for shape, size in sizes.items():
        layers = 3 if shape[0] == "a" else 1

        def image(element, **more):
            return Image(shape, element, size, rng, layers, levels=4 - (max(size) < 9) * (
                shape != "3d"), **more)

        def by_level(i, row):
            return i.part(nearest_level(i, row[7])).sample(coords_of(i, row))
        i = image("f32x4", linear=True, normalized="cube" in shape)
        yield Case("mip_level_" + shape, i, "  tex.level.%s.v4.f32.f32 %s, [IMAGE, %s], %%r7;\n%s"
                   % (shape, RESULT, names_of(i), STORE4), level_rows(i, rng), by_level)
        i = image("u8x4", pad=8)
        yield Case("mip_base_" + shape, i, "  tex.%s.v4.u32.f32 %s, [IMAGE, %s];\n%s"
                   % (shape, RESULT, names_of(i), STORE4), float_rows(i, rng),
                   lambda i, row: i.sample(coords_of(i, row)))
        queries = "".join("  txq.level.%s.b32 %%v%d, [IMAGE], %%r7;\n" % (q, k)
                          for k, q in enumerate(("width", "height", "depth")[:i.dims]))
        rest = "".join("  mov.b32 %%v%d, 0;\n" % k for k in range(i.dims, 3))

        def sizes_of(i, row):
            return i.part(row[7]).size[:i.dims] + [0] * (3 - i.dims) + [i.levels]
        for how in ("param", "memory"):
            i = image("u8x4", pad=4)
            rows = [row[:7] + [rng.randrange(i.levels)] for row in float_rows(i, rng)]
            # (A handle that differs is in a register, the level behind it.)
            body = queries + rest + "  txq.num_mipmap_levels.b32 %v3, [IMAGE];\n" + STORE4
            c = Case("mip_size_%s_%s" % (how, shape), i, body, rows, sizes_of, how=how)
            if how == "memory":
                c.images.append(image("s16"))
            yield c
        if "cube" in shape:
            continue
        # (Offsets have places of their own.)
        for offset in (False, True):
            for how in ("param", "memory"):
                i = image("s16x2")
                rows = [row[:7] + [rng.randrange(i.levels)] for row in whole_rows(i, rng)]
                names = ["%r4", "%r5", "%r6"][:i.dims]
                text = ", " + braces(names + names[-1:] * (i.dims == 3)) if offset else ""

                def whole(i, row, offset=offset):
                    return i.part(row[7]).load(coords_of(i, row, True),
                                               row[4:4 + i.dims] if offset else (0, 0, 0))
                c = Case("mip_whole_%s%s_%s" % (how, "_offset" * offset, shape), i,
                         "  tex.level.%s.v4.s32.s32 %s, [IMAGE, %s], %%r7%s;\n%s"
                         % (shape, RESULT, names_of(i), text, STORE4), rows, whole, how=how)
                if how == "memory":
                    c.images.append(image("u8x4"))
                yield c


def samples(rng):
    """Images of several samples: the sample is before the layer, as the text of the ISA has it
    and ptxas takes it."""
    for shape in ("2dms", "a2dms"):
        array = shape[0] == "a"
        for kind, element, form, base, offset, how in (
                ("u32", "u8x4", "v4", "", False, "param"),
                ("s32", "s16x2", "v4", ".base", True, "param"),
                ("f32", "f32x4", "v4", "", True, "variable"),
                ("f32", "f16x2", "v4", ".base", False, "opaque"),
                ("f16", "f32x2", "v4", "", False, "param"), ("f16x2", "f16x4", "v2", "", True, "param"),
                ("u32", "u32", "v4", "", False, "memory"), ("s32", "s8x4", "v4", "", True, "memory")):
            def image(count):
                return Image(shape, element, (9, 6), rng, 3 if array else 1, pad=8, samples=count)
            i = image(4)
            rows = [[rng.randrange(4), rng.randrange(5)] + [rng.randrange(-2, 10) for _ in range(2)]
                    + [rng.randrange(-8, 8) for _ in range(4)] for _ in range(THREADS)]
            place = "{%r0, %r1, %r2, %r3}" if array else "{%r0, %r2, %r3, %r3}"
            registers = ["%v0", "%v1", "%v2", "%v3"] if kind != "f16" else ["%b0", "%b1", "%b2", "%b3"]
            result = braces(registers[:2] if form == "v2" else registers)
            body = "  tex%s.%s.%s.%s.s32 %s, [IMAGE, %s]%s;\n" % (
                base, shape, form, kind, result, place, ", {%r4, %r5}" if offset else "")
            if kind == "f16":
                body += "  mov.b32 %v0, {%b0, %b1};\n  mov.b32 %v1, {%b2, %b3};\n"
            body += "  st.global.v2.b32 [%out], {%v0, %v1};" if "f16" in kind else STORE4

            def want(i, row, array=array, offset=offset, kind=kind):
                texel = i.part(0, row[0]).load(row[1:4] if array else row[2:4],
                                               row[4:6] if offset else (0, 0, 0))
                if "f16" not in kind:
                    return texel
                h = [struct.unpack("<H", struct.pack("<e", f32(v)))[0] for v in texel]
                return [h[0] | h[1] << 16, h[2] | h[3] << 16]
            c = Case("samples_%s_%s_%s_%s" % (shape, kind, element, how), i, body, rows, want, how=how)
            if how == "memory":
                c.images.append(image(8))
            yield c


def kinds(rng):
    """What a handle is of: of a parameter, of a variable."""
    for how in ("param", "variable"):
        for surface in (False, True):
            i = Image("2d", "u8x4", (8, 4), rng, surface=surface)
            body = "  .reg .u64 %u;\n  mov.u64 %u, IMAGE;\n" + "".join(
                "  istypep.%sref %%p, %%u;\n  selp.b32 %%v%d, 1, 0, %%p;\n" % (k, n)
                for n, k in enumerate(("tex", "sampler", "surf")))
            yield Case("kind_%s_%s" % (how, "surface" if surface else "texture"), i,
                       body + "  mov.b32 %v3, 7;\n" + STORE4, float_rows(i, rng),
                       lambda i, row: [int(not i.surface), 0, int(i.surface), 7], how=how)
    # A texture and its sampler, whose handles take turns among the threads.
    i = Image("2d", "f32", (8, 4), rng)
    body = ("  .reg .u64 %u;\n  and.b32 %v0, %t, 1;\n  setp.eq.u32 %p, %v0, 0;\n"
            "  selp.b64 %u, %h, %s, %p;\n" + "".join("  istypep.%sref %%p, %%u;\n  selp.b32 %%v%d, 1, 0, %%p;\n" % (k, n)
                      for n, k in enumerate(("tex", "sampler", "surf"))) + "  mov.b32 %v3, %t;\n" + STORE4)
    rows = [[t] * 8 for t in range(THREADS)]
    yield Case("kind_param_sampler", i, body, rows,
               lambda i, row: [1 - row[0] % 2, row[0] % 2, 0, row[0]], independent=True)
