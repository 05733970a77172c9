"""Textures and surfaces: the PTX interpreter, and with --ptxas the machine on ptxas's code
for seven SMs, against texture_reference.py. Each case is a kernel of 64 threads; each thread
reads its operands from one buffer and writes what it gets to another."""

import argparse
import os
import random
import re
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import engines, run  # noqa: E402
from texture_reference import Image, bits_of, f32  # noqa: E402

ARCHES = ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")
THREADS = 64
WORDS = 8  # of input and of output for each thread

KERNEL = """
{declarations}
.visible .entry {name}(.param .u64 pin, .param .u64 pout{params})
{{
  .reg .b64 %in, %out, %at, %h, %s, %x, %d<9>;
  .reg .b32 %t, %r<9>, %v<9>;
  .reg .b16 %b<9>;
  .reg .pred %p;
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %at, %t, 32;
  add.u64 %in, %in, %at;
  add.u64 %out, %out, %at;
  ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%in];
  ld.global.v4.b32 {{%r4, %r5, %r6, %r7}}, [%in+16];
{body}
  ret;
}}
"""
STORE4 = "  st.global.v4.b32 [%out], {%v0, %v1, %v2, %v3};"
RESULT = "{%v0, %v1, %v2, %v3}"


def braces(names):
    return "{%s}" % ", ".join(names)


class Case:
    def __init__(self, name, image, body, rows, want, how="param", independent=False):
        """`rows`: eight words for each thread; `want(row)`: the words that it writes, or None
        where only the image changes."""
        self.name, self.image, self.body, self.rows, self.want = name, image, body, rows, want
        self.how, self.independent = how, independent
        self.images = [image]

    def text(self):
        kind = "surfref" if self.image.surface else "texref"
        declarations, params, load = "", "", ""
        if self.how == "variable":
            declarations = ".global .%s %s_image;" % (kind, self.name)
            if self.independent:
                declarations += "\n.global .samplerref %s_sampler;" % self.name
        elif self.how == "opaque":
            # A parameter that is the image itself; the next one has bytes again.
            params = ", .param .%s %s_image" % (kind, self.name)
            if self.independent:
                params += ", .param .samplerref %s_sampler" % self.name
        elif self.how == "memory":
            # A handle that differs within the warp.
            params = ", .param .u64 ph, .param .u64 pg"
            load = ("  ld.param.u64 %d1, [ph];\n  ld.param.u64 %d2, [pg];\n"
                    "  and.b32 %v0, %t, 1;\n  setp.eq.u32 %p, %v0, 0;\n"
                    "  selp.b64 %h, %d1, %d2, %p;\n")
        else:
            params = ", .param .u64 ph"
            load = "  ld.param.u64 %h, [ph];\n"
            if self.independent:
                params += ", .param .u64 ps"
                load += "  ld.param.u64 %s, [ps];\n"
        named = self.how in ("variable", "opaque")
        body = self.body.replace("IMAGE", self.name + "_image" if named else "%h")
        body = body.replace("SAMPLER", self.name + "_sampler" if named else "%s")
        return KERNEL.format(declarations=declarations, name=self.name, params=params,
                             body=load + body)

    def lacks_record(self, engine):
        """Before sm_90 ptxas has a form with uniform registers for two handles that registers
        hold, which our tables do not have. (Queries have but one.)"""
        return (not self.name.startswith(("asked", "kind")) and self.independent and self.how == "param"
                and engine.split()[0] in ("sm_75", "sm_80", "sm_86", "sm_89"))

    def arguments(self, tmp):
        path = os.path.join(tmp, self.name)
        with open(path + ".in", "wb") as f:
            for row in self.rows:
                f.write(struct.pack("<8I", *[v & 0xffffffff for v in row]))
        result = ["--kernel=" + self.name, "--block=%d" % THREADS, "--arg=buf:file," + path + ".in",
                  "--arg=buf:none,%d:out=%s.out" % (THREADS * 4 * WORDS, path)]
        count = 2
        specs = []
        for image in self.images:
            specs.append(image.spec)
        if self.independent:
            specs.append(lambda buffer: "sampler:" + self.image.sampler_spec())
        buffers = 2 + (0 if self.how == "variable" else len(specs))
        if self.how == "variable":
            names = [self.name + "_image", self.name + "_sampler"]
            for k, spec in enumerate(specs):
                result.append("--bind=%s=%s" % (names[k], spec(buffers)))
        else:
            for k, spec in enumerate(specs):
                result.append("--arg=" + spec(buffers + min(k, len(self.images) - 1)))
        for k, image in enumerate(self.images):
            with open("%s.image%d" % (path, k), "wb") as f:
                f.write(image.data)
            result.append("--buffer=buf:file,%s.image%d:out=%s.image%d.out" % (path, k, path, k))
        return result, path

    def expected(self):
        """The bytes of the output and of the image (which changes)."""
        before = [bytes(i.data) for i in self.images]
        out = b""  # (Threads that write nothing leave zeros.)
        for t, row in enumerate(self.rows):
            image = self.images[t % len(self.images)]
            words = self.want(image, row)
            out += struct.pack("<%dI" % len(words), *[v & 0xffffffff for v in words])
            out += b"\0" * (4 * (WORDS - len(words)))
        after = [bytes(i.data) for i in self.images]
        for image, data in zip(self.images, before):
            image.data = bytearray(data)
        return out, after


def layers_first(image, rng):
    return [rng.randrange(image.layers + 2)] if image.array else []


def float_rows(image, rng):
    """Coordinates as f32, around and beyond the image."""
    rows = []
    for t in range(THREADS):
        scale = 1.0 if image.normalized else None
        coords = []
        for k in range(3 if image.cube else image.dims):
            n = 1.0 if scale else image.size[k]
            if image.cube:
                x = rng.choice([-1.0, 1.0]) * rng.randrange(0, 65) / 64
            elif t % 4 == 0:
                x = rng.randrange(-2 * image.size[k], 3 * image.size[k] * 2) / 2 * (n / image.size[k])
            else:
                x = rng.uniform(-1.5 * n, 2.5 * n)
            coords.append(f32(bits_of(x)))
        if image.cube:  # (the code divides by the largest one)
            coords[rng.randrange(3)] = rng.choice([-1.0, 1.0])
        if t == 5 and not image.cube:
            coords[0] = -1e-30
        if t == 6 and not image.cube:
            coords[0] = 1e30
        row = layers_first(image, rng) + [bits_of(x) for x in coords]
        rows.append(row + [rng.randrange(-8, 8) for _ in range(8 - len(row))])
    return rows


def whole_rows(image, rng):
    rows = []
    for _ in range(THREADS):
        row = layers_first(image, rng)
        row += [rng.randrange(-2, image.size[k] + 2) for k in range(image.dims)]
        rows.append(row + [rng.randrange(-8, 8) for _ in range(8 - len(row))])
    return rows


def coords_of(image, row, whole=False):
    first = 1 if image.array else 0
    count = 3 if image.cube else image.dims
    convert = (lambda v: v) if whole else f32
    return row[:first] + [convert(v) for v in row[first:first + count]]


def names_of(image):
    """The registers of the coordinates; three are written as four."""
    n = (1 if image.array else 0) + (3 if image.cube else image.dims)
    names = ["%%r%d" % k for k in range(n)]
    return braces(names + [names[-1]] * (n == 3))


def fetch(name, image, rng, **more):
    body = "  tex.%s.v4.u32.f32 %s, [IMAGE, %s];\n%s" % (image.shape, RESULT, names_of(image), STORE4)
    if more.get("independent"):
        body = body.replace("IMAGE,", "IMAGE, SAMPLER,")
    return Case(name, image, body, float_rows(image, rng),
                lambda i, row: i.sample(coords_of(i, row)), **more)


def fetches(rng):
    sizes = {"1d": (37,), "2d": (19, 7), "3d": (6, 5, 4), "a1d": (11,), "a2d": (8, 6),
             "cube": (16, 16), "acube": (8, 8)}
    for shape, size in sizes.items():
        layers = 3 if shape[0] == "a" else 1
        yield fetch("nearest_" + shape, Image(shape, "u32x4", size, rng, layers), rng)
        yield fetch("linear_" + shape, Image(shape, "f32x4", size, rng, layers, linear=True), rng)
        if "cube" in shape:
            continue
        image = Image(shape, "s16x2", size, rng, layers)
        body = "  tex.%s.v4.s32.s32 %s, [IMAGE, %s];\n%s" % (shape, RESULT, names_of(image), STORE4)
        yield Case("whole_" + shape, image, body, whole_rows(image, rng),
                   lambda i, row: i.load(coords_of(i, row, True)))
    for mode in ("clamp", "border", "wrap", "mirror", "clamp_ogl"):
        for linear in (False, True):
            for normalized in (False, True):
                image = Image("2d", "f32", (13, 8), rng, modes=(mode,), linear=linear,
                              normalized=normalized, pad=12)
                yield fetch("mode_%s_%d_%d" % (mode, linear, normalized), image, rng)
    for element in ("u8", "s8x4", "u16x2", "s16", "f16x4", "u8x4", "f32x2", "s32"):
        yield fetch("element_" + element, Image("2d", element, (9, 9), rng, pad=4), rng)
    for element in ("u8x4", "s8x2", "u16", "s16x4", "f16x2"):
        yield fetch("mixed_" + element, Image(
            "2d", element, (9, 9), rng, linear=True, fraction=element[0] != "f",
            modes=("wrap", "mirror"), normalized=True), rng)
    yield fetch("volume_modes", Image("3d", "u8x4", (5, 6, 7), rng, fraction=True, linear=True,
                                      modes=("wrap", "border", "mirror"), normalized=True), rng)
    yield fetch("variable", Image("2d", "u16x4", (9, 9), rng), rng, how="variable")
    yield fetch("opaque_2d", Image("2d", "u16x4", (9, 9), rng), rng, how="opaque")
    yield fetch("opaque_3d", Image("3d", "f32x4", (6, 5, 4), rng, linear=True), rng, how="opaque")
    case = fetch("divergent", Image("2d", "u16x4", (9, 9), rng), rng, how="memory")
    case.images.append(Image("2d", "f32", (12, 5), rng, linear=True))
    yield case


def variants(rng):
    """Levels, gradients, offsets, other results, gathers, queries."""
    def image(**more):
        return Image("2d", "f32x4", (12, 9), rng, modes=("wrap",), normalized=True, linear=True, **more)
    sample = lambda i, row: i.sample(coords_of(i, row))  # noqa: E731
    moved = lambda i, row: i.sample(coords_of(i, row), row[2:4])  # noqa: E731
    for name, text, want in (
            ("level", "tex.level.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}], 0f00000000", sample),
            ("base", "tex.base.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}]", sample),
            ("grad", "tex.grad.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}], {%%r0, %%r1}, {%%r1, %%r0}",
             sample),
            ("offset", "tex.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}], {%%r2, %%r3}", moved),
            ("level_offset",
             "tex.level.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}], 0f00000000, {%%r2, %%r3}", moved),
            ("grad_offset", "tex.grad.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}], {%%r0, %%r1}, "
             "{%%r1, %%r0}, {%%r2, %%r3}", moved)):
        i = image()
        yield Case("variant_" + name, i, "  %s;\n%s" % (text % RESULT, STORE4), float_rows(i, rng), want)
    i = image()
    yield Case("variant_one", i, "  tex.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}];\n"
               "  st.global.b32 [%%out], %%v2;" % RESULT, float_rows(i, rng),
               lambda i, row: sample(i, row)[2:3])
    i = image()
    yield Case("variant_two", i, "  tex.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}];\n"
               "  st.global.v2.b32 [%%out], {%%v3, %%v1};" % RESULT, float_rows(i, rng),
               lambda i, row: [sample(i, row)[3], sample(i, row)[1]])
    i = image()
    yield Case("variant_resident", i,
               "  tex.2d.v4.f32.f32 %s|%%p, [IMAGE, {%%r0, %%r1}];\n  selp.b32 %%v0, 1, 2, %%p;\n%s"
               % (RESULT, STORE4), float_rows(i, rng), lambda i, row: [1] + sample(i, row)[1:])
    i = image()

    def halves(i, row):
        h = [struct.unpack("<H", struct.pack("<e", f32(v)))[0] for v in sample(i, row)]
        return [h[0] | h[1] << 16, h[2] | h[3] << 16]
    yield Case("variant_f16x2", i, "  tex.2d.v2.f16x2.f32 {%v0, %v1}, [IMAGE, {%r0, %r1}];\n"
               "  st.global.v2.b32 [%out], {%v0, %v1};", float_rows(i, rng), halves)
    i = Image("a2d", "s8x4", (9, 9), rng, layers=3)
    yield Case("variant_whole_offset", i, "  tex.a2d.v4.s32.s32 %s, [IMAGE, {%%r0, %%r1, %%r2, %%r2}],"
               " {%%r3, %%r4};\n%s" % (RESULT, STORE4), whole_rows(i, rng),
               lambda i, row: i.load(coords_of(i, row, True), row[3:5]))
    i = Image("a2d", "f32x4", (9, 9), rng, layers=3, linear=True)
    yield Case("variant_layer_grad", i, "  tex.grad.a2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1, %%r2, %%r2}],"
               " {%%r1, %%r1}, {%%r2, %%r2}, {%%r3, %%r4};\n%s" % (RESULT, STORE4), float_rows(i, rng),
               lambda i, row: i.sample(coords_of(i, row), row[3:5]))
    for shape, component in (("2d", 1), ("a2d", 0), ("cube", 3), ("acube", 2)):
        i = Image(shape, "u8x4", (10, 10), rng, layers=3 if shape[0] == "a" else 1, modes=("border",))
        yield Case("gather_" + shape, i, "  tld4.%s.%s.v4.u32.f32 %s, [IMAGE, %s];\n%s" % (
            "rgba"[component], shape, RESULT, names_of(i), STORE4), float_rows(i, rng),
            lambda i, row, c=component: i.gather(coords_of(i, row), c))
    i = Image("2d", "f32x4", (10, 7), rng, modes=("mirror",), normalized=True)
    yield Case("gather_offset", i, "  tld4.b.2d.v4.f32.f32 %s, [IMAGE, {%%r0, %%r1}], {%%r2, %%r3};\n%s"
               % (RESULT, STORE4), float_rows(i, rng),
               lambda i, row: i.gather(coords_of(i, row), 2, row[2:4]))
    i = Image("3d", "u8x4", (10, 7, 3), rng)
    query = "".join("  txq.%s.b32 %%v%d, [IMAGE];\n" % (q, k)
                    for k, q in enumerate(("width", "height", "depth")))
    yield Case("query", i, query + "  mov.b32 %v3, 0;\n" + STORE4, float_rows(i, rng),
               lambda i, row: i.size + [0])
    i = Image("2d", "u8x4", (10, 7), rng, surface=True)
    yield Case("query_surface", i, (query + "  mov.b32 %v3, 0;\n" + STORE4).replace("txq", "suq"),
               float_rows(i, rng), lambda i, row: i.size[:2] + [0, 0])


def surface_rows(image, rng, size, clamp, texels=False):
    """Aligned coordinates; outside unless that traps. No two threads write one place but
    where all write the same."""
    rows = []
    units = image.size[0] if texels else image.size[0] * image.texel_bytes // size
    places = [(x, y, z) for x in range(units) for y in range(image.size[1]) for z in range(image.slices)]
    rng.shuffle(places)
    for t in range(THREADS):
        x, y, z = places[t % len(places)]
        if clamp != "trap" and t % 4 == 0:
            x, y, z = rng.choice([(-1 - x, y, z), (x + units, y, z), (x, -1, z)][:2 if image.dims == 1 else 3])
        coords = ([z] if image.array else []) + [x if texels else x * size]
        coords += [y] * (image.dims > 1) + [z] * (image.dims > 2)
        rows.append(coords + [rng.getrandbits(32) for _ in range(8 - len(coords))])
    return rows


def surfaces(rng):
    sizes = {"1d": (96,), "2d": (16, 9), "3d": (8, 5, 4), "a1d": (32,), "a2d": (8, 6)}
    widths = {"b8": 1, "b16": 2, "b32": 4, "b64": 8}
    todo = [(s, "b32", 1, c) for s in sizes for c in ("trap", "zero", "clamp")]
    todo += [("2d", "b8", 1, "zero"), ("2d", "b16", 1, "clamp"), ("2d", "b64", 1, "clamp"),
             ("2d", "b8", 4, "trap"), ("2d", "b16", 2, "zero"), ("2d", "b32", 4, "clamp"),
             ("2d", "b64", 2, "zero"), ("a2d", "b8", 2, "clamp")]
    todo = [(*t, "param") for t in todo]
    todo += [("2d", "b32", 1, "zero", "opaque"), ("3d", "b32", 1, "clamp", "opaque")]
    for shape, kind, count, clamp, how in todo:
        size = widths[kind] * count
        registers = {"b8": "%b", "b16": "%b", "b32": "%v", "b64": "%d"}[kind]
        names = [registers + str(k + 3 * (kind == "b64")) for k in range(count)]
        vector = braces(names) if count > 1 else names[0]
        suffix = "%s%s.%s" % (shape, ".v%d" % count if count > 1 else "", kind)
        label = "%s_%d_%s%s" % (shape, size, clamp, "_opaque" * (how == "opaque"))

        def image():
            return Image(shape, "u32x4", sizes[shape], rng, 3 if shape[0] == "a" else 1, surface=True)
        i = image()
        store = {"b8": "u16", "b16": "u16"}.get(kind, kind)
        lines = ["  suld.b.%s.%s %s, [IMAGE, %s];" % (suffix, clamp, vector, names_of(i))]
        lines += ["  st.global.%s [%%out+%d], %s;" % (kind.replace("b8", "u8"), k * widths[kind], n)
                  for k, n in enumerate(names)]

        def loaded(i, row, size=size, clamp=clamp):
            at = i.locate(coords_of(i, row, True), size, clamp)
            data = bytes(size) if at is None else bytes(i.data[at:at + size])
            return struct.unpack("<%dI" % ((size + 3) // 4), data + bytes(-size % 4))
        yield Case("suld_" + label + "_" + kind, i, "\n".join(lines), surface_rows(i, rng, size, clamp),
                   loaded, how=how)
        i = image()
        lines = ["  ld.global.%s %s, [%%in+%d];" % (store if kind != "b8" else "u8", n,
                                                   16 + k * widths[kind]) for k, n in enumerate(names)]
        lines.append("  sust.b.%s.%s [IMAGE, %s], %s;" % (suffix, clamp, names_of(i), vector))

        def stored(i, row, size=size, clamp=clamp):
            at = i.locate(coords_of(i, row, True), size, clamp)
            if at is not None:
                i.data[at:at + size] = struct.pack("<4I", *[v & 0xffffffff for v in row[4:8]])[:size]
            return []
        yield Case("sust_" + label + "_" + kind, i, "\n".join(lines), surface_rows(i, rng, size, "trap"
                   if clamp == "clamp" else clamp), stored, how=how)
    i = Image("2d", "u8x4", (16, 9), rng, surface=True)
    yield Case("variable_surface", i, "  suld.b.2d.b32.trap %v0, [IMAGE, {%r0, %r1}];\n"
               "  st.global.b32 [%out], %v0;", surface_rows(i, rng, 4, "trap"),
               lambda i, row: [int.from_bytes(i.data[i.locate(row[:2], 4, "trap"):][:4], "little")],
               how="variable")


def formatted(rng):
    for element, count in (("u8x4", 4), ("s16x2", 2), ("f16x4", 4), ("f32", 1), ("s8", 1), ("u16x2", 4)):
        i = Image("2d", element, (16, 9), rng, surface=True)
        names = ["%%r%d" % (k + 4) for k in range(count)]
        body = "  sust.p.2d%s.b32.zero [IMAGE, {%%r0, %%r1}], %s;" % (
            ".v%d" % count if count > 1 else "", braces(names) if count > 1 else names[0])
        rows = surface_rows(i, rng, 4, "zero", texels=True)
        for row in rows:
            row[4:8] = [bits_of(rng.uniform(-9, 9)) if element[0] == "f" else
                        rng.choice([rng.randrange(-200, 300), rng.getrandbits(32) - 2 ** 31])
                        for _ in range(4)]

        def stored(i, row, count=count):
            at = i.locate(row[:2], i.texel_bytes, "zero", True)
            for c in range(i.channels if at is not None else 0):
                v = row[4 + c] & 0xffffffff if c < count else 0
                bits = 8 * i.channel_bytes
                if i.kind[0] == "f":
                    data = struct.pack("<e" if bits == 16 else "<f", f32(v))
                elif i.kind[0] == "u":
                    data = min(v, (1 << bits) - 1).to_bytes(i.channel_bytes, "little")
                else:
                    v -= (v >> 31) << 32
                    most = (1 << (bits - 1)) - 1
                    data = min(max(v, -most - 1), most).to_bytes(i.channel_bytes, "little", signed=True)
                i.data[at + c * i.channel_bytes:at + (c + 1) * i.channel_bytes] = data
            return []
        yield Case("sustp_" + element, i, body, rows, stored)


def reductions(rng):
    for form, op, kind, shape, clamp, element in (
            ("b", "add", "u32", "2d", "zero", "u32"), ("b", "min", "s32", "1d", "trap", "u8x4"),
            ("b", "max", "u32", "3d", "clamp", "u32"), ("b", "and", "b32", "2d", "trap", "u32x4"),
            ("b", "or", "b32", "2d", "clamp", "u16x2"), ("b", "add", "u64", "2d", "zero", "u32x2"),
            ("p", "add", "b32", "2d", "zero", "u32"), ("p", "min", "b32", "2d", "trap", "s32"),
            ("p", "max", "b32", "1d", "trap", "u32"), ("p", "and", "b32", "3d", "clamp", "u32")):
        size = 8 if "64" in kind else 4
        i = Image(shape, element, {"1d": (128,), "2d": (16, 9), "3d": (8, 5, 4)}[shape], rng, surface=True)
        value = "%d3" if size == 8 else "%r6"
        body = ("  mov.b64 %d3, {%r6, %r7};\n" if size == 8 else "") + (
            "  sured.%s.%s.%s.%s.%s [IMAGE, %s], %s;" % (form, op, shape, kind, clamp, names_of(i), value))
        rows = surface_rows(i, rng, size, clamp, texels=form == "p")

        def reduced(i, row, form=form, op=op, kind=kind, clamp=clamp, size=size):
            at = i.locate(coords_of(i, row, True), size, clamp, form == "p")
            if at is None:
                return []
            signed = kind[0] == "s" or (form == "p" and i.kind[0] == "s")
            number = lambda b: int.from_bytes(b, "little", signed=signed)  # noqa: E731
            old = number(i.data[at:at + size])
            new = number(struct.pack("<2I", row[6] & 0xffffffff, row[7] & 0xffffffff)[:size])
            v = {"add": lambda a, b: a + b, "min": min, "max": max, "and": lambda a, b: a & b,
                 "or": lambda a, b: a | b}[op](old, new)
            i.data[at:at + size] = (v & ((1 << 8 * size) - 1)).to_bytes(size, "little")
            return []
        yield Case("sured_%s_%s_%s_%s" % (form, op, kind, shape), i, body, rows, reduced)


def independent(rng):
    for how in ("variable", "param", "opaque"):
        for linear in (False, True):
            i = Image("2d", "f32x4", (9, 7), rng, linear=linear, modes=("wrap", "clamp"), normalized=True)
            yield fetch("independent_%s_%d" % (how, linear), i, rng, how=how, independent=True)


MODES = ("wrap", "mirror", "clamp_ogl", "clamp", "border")  # numbered so by the PTX ISA


def queries(rng):
    """What no header of an image has: of textures with the properties of their samplers, of
    textures and samplers apart, of surfaces."""
    of_image = ["channel_data_type", "channel_order", "array_size"]
    of_texture = of_image + ["normalized_coords", "num_mipmap_levels", "num_samples"]
    of_sampler = ["filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2"]

    def answer(i, what):
        if what == "channel_data_type":  # numbers of OpenCL
            kind = ("u8", "u16", "u32").index(i.kind.replace("s", "u")) if i.kind[0] in "us" else 0
            start = {"s": (0x10d7, 0x10d0), "u": (0x10da, 0x10d2), "f": (0x10de - (i.kind == "f16"),) * 2}
            return start[i.kind[0]][i.fraction] + kind
        if what.startswith("addr_mode"):
            return MODES.index(i.modes[int(what[-1])])
        return {"channel_order": {1: 0x10b0, 2: 0x10b2, 4: 0x10b5}[i.channels],
                "array_size": i.layers if i.array else 0, "normalized_coords": int(i.normalized),
                "num_mipmap_levels": i.levels, "num_samples": i.samples,
                "filter_mode": int(i.linear),
                "force_unnormalized_coords": int(not i.normalized), "memory_layout": 0}[what]

    def ask(name, i, questions, **more):
        lines = []
        for k, (of, what) in enumerate(questions):
            lines.append("  %s.%s.b32 %%v%d, [%s];" % ("suq" if i.surface else "txq", what, k, of))
            lines.append("  st.global.b32 [%%out+%d], %%v%d;" % (4 * k, k))
        return Case("asked_" + name, i, "\n".join(lines), float_rows(i, rng),
                    lambda i, row: [answer(i, what) for _, what in questions], **more)

    def on(of, questions):
        return [(of, q) for q in questions]

    images = [("2d", "s16x2", {"modes": ("wrap", "mirror"), "linear": True, "normalized": True, "fraction": True}),
              ("a2d", "f16x4", {"modes": ("border", "clamp"), "layers": 5}),
              ("1d", "u8", {"fraction": True, "linear": True}), ("2d", "s32x4", {"levels": 3}),
              ("2dms", "f32", {"samples": 8})]
    for how in ("variable", "param", "opaque"):
        for n, (shape, element, more) in enumerate(images):
            i = Image(shape, element, (10, 7)[:1 + (shape != "1d")], rng, **more)
            name = "%s_%d" % (how, n)
            yield ask("texture_" + name, i, on("IMAGE", of_texture), how=how)
            yield ask("mode_" + name, i, on("IMAGE", of_sampler), how=how)
            # (A texture has the properties of coordinates, in this mode of its own.)
            yield ask("apart_" + name, i, on("IMAGE", of_texture), how=how, independent=True)
            yield ask("sampler_" + name, i, on("SAMPLER", of_sampler + ["force_unnormalized_coords"]),
                      how=how, independent=True)
        for n, (shape, element) in enumerate((("2d", "u8x4"), ("a1d", "f32x2"))):
            i = Image(shape, element, (12, 5)[:1 + (shape == "2d")], rng, surface=True,
                      layers=3 if shape[0] == "a" else 1)
            yield ask("surface_%s_%d" % (how, n), i, on("IMAGE", of_image + ["memory_layout"]), how=how)


def check(case, command, tmp):
    """What is different, or None."""
    arguments, path = case.arguments(tmp)
    code, text = run(*command, *arguments)
    if code:
        return text.strip()
    out, images = case.expected()
    for name, want in [(path + ".out", out)] + [("%s.image%d.out" % (path, k), data)
                                                for k, data in enumerate(images)]:
        with open(name, "rb") as f:
            got = f.read()
        if got != want:
            i = next(i for i in range(len(want)) if got[i] != want[i]) // 4 * 4
            return "%s at byte %d: %s, not %s" % (os.path.basename(name), i, got[i:i + 16].hex(),
                                                  want[i:i + 16].hex())
    return None


def commands(path, text, ptxas):
    """(name, command) of the engines for a module."""
    with open(path + ".ptx", "w") as f:
        f.write(text)
    result = engines(path + ".ptx", "sm_75", ())
    for arch in ARCHES if ptxas else ():
        copy = "%s.%s.ptx" % (path, arch)
        with open(copy, "w") as f:
            f.write(text)
        # (The layout of operands is the same at -O0.)
        levels = ("O3", "O0") if arch in ("sm_75", "sm_90") else ("O3",)
        result += [("%s -%s" % (arch, name), command) for name, command in engines(copy, arch, levels)[1:]]
    return result


def modules(chosen):
    """(name, text, cases) of the modules that hold the cases: one for each texture mode."""
    for mode in ("", ", texmode_independent"):
        group = [case for case in chosen if case.independent == bool(mode)]
        if group:
            text = ".version 8.1\n.target sm_75%s\n.address_size 64\n" % mode
            yield ("independent" if mode else "unified",
                   text + "".join(case.text() for case in group), group)


def ours(chosen, tmp, arches, options=()):
    """What optxas makes of the cases, for several SMs."""
    runs = bad = 0
    for name, text, group in modules(chosen):
        path = os.path.join(tmp, name)
        with open(path + ".ptx", "w") as f:
            f.write(text)
        for arch in arches:
            for level in ("-O3", "-O0"):
                cubin = "%s.%s%s.cubin" % (path, arch, level)
                code, output = run("optxas", "-arch=" + arch, level, *options, path + ".ptx", "-o", cubin)
                if code:
                    bad += 1
                    print("%s %s: DIFFERENT: %s" % (arch, level, output.strip()))
                    continue
                for case in group:
                    runs += 1
                    difference = check(case, ["ptx-run", cubin, "--check=hazards"], tmp)
                    if difference:
                        bad += 1
                        print("%s: %s %s: DIFFERENT: %s" % (case.name, arch, level, difference))
    print("%d kernels, %d runs, %d different" % (len(chosen), runs, bad))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    p.add_argument("--optxas", help="our code for these SMs (with commas)")
    p.add_argument("--share", default="0/1", help="K/N: one of N shares of the cases")
    p.add_argument("--only", default="")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    share, shares = map(int, o.share.split("/"))
    rng = random.Random(7)
    from texture_part_cases import kinds, levels, samples
    made = [case for family in (fetches, variants, surfaces, formatted, reductions, independent, queries,
                          levels, samples, kinds)
            for case in family(rng)]
    chosen = [case for case in made[share::shares] if re.search(o.only, case.name)]
    runs = bad = 0
    if o.optxas:
        return ours(chosen, o.tmp, o.optxas.split(","))
    for name, text, group in modules(chosen):
        path = os.path.join(o.tmp, name)
        todo = commands(path, text, o.ptxas)
        for case in group:
            for engine, command in todo:
                if case.lacks_record(engine):
                    continue
                difference = check(case, command, o.tmp)
                runs += 1
                if difference:
                    bad += 1
                    print("%s: %s: DIFFERENT: %s" % (case.name, engine, difference))
    print("%d kernels, %d runs, %d different" % (len(chosen), runs, bad))


if __name__ == "__main__":
    main()
