"""Gradients in three dimensions and on cubes, which are made up to sm_89 of fetches of whole
quads and later left to functions of the driver, by all threads and by some of each quad: the
PTX interpreter, and with --ptxas or --optxas the machine on compiled code, against exact
fractions. What threads hold that help their quad from elsewhere is as before."""

import argparse
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import texture_cases  # noqa: E402
from texture_cases import RESULT, STORE4, Case, Image, coords_of, f32, float_rows, names_of  # noqa: E402

HELPERS = ("sm_75", "sm_80", "sm_86", "sm_89")
SIZES = {"3d": (6, 5, 4), "cube": (16, 16), "acube": (8, 8)}


def cases():
    rng = random.Random(11)
    for shape, size in SIZES.items():
        for which, mask in (("all", 0), ("some", 0b0110)):
            for linear in (False, True):
                image = Image(shape, "f32x4", size, rng, layers=3 if shape[0] == "a" else 1,
                              linear=linear)
                body = ""
                name = "%s_%s_%d" % (shape, which, linear)
                # Of each quad those threads whose bit is set leave, and write zeros.
                if mask:
                    body += ("  mov.b32 %v0, 0;\n  mov.b32 %v1, 0;\n  mov.b32 %v2, 0;\n"
                             "  mov.b32 %v3, 0;\n  and.b32 %r7, %t, 3;\n"
                             "  shr.b32 %r6, {mask}, %r7;\n  and.b32 %r6, %r6, 1;\n"
                             "  setp.eq.u32 %p, %r6, 1;\n  @%p bra store_{name};\n")
                body += ("  tex.grad.{shape}.v4.u32.f32 {result}, [IMAGE, {names}], "
                         "{{%r0, %r1, %r1, %r1}}, {{%r1, %r0, %r0, %r0}};\n")
                if mask:
                    body += "store_{name}:\n"
                body = body.format(mask=mask, name=name, shape=shape, result=RESULT,
                                   names=names_of(image)) + STORE4
                rows = float_rows(image, rng)
                places = {id(row): k for k, row in enumerate(rows)}

                def want(i, row, mask=mask, places=places):
                    if mask >> places[id(row)] % 4 & 1:
                        return [0, 0, 0, 0]
                    return i.sample(coords_of(i, row))
                yield Case("gradient_" + name, image, body, rows, want)


def variants():
    """Other results and operands, and textures by other names."""
    rng = random.Random(12)
    grad = "{%r0, %r1, %r1, %r1}, {%r1, %r0, %r0, %r0}"

    def sample(i, row, offsets=None):
        return i.sample(coords_of(i, row), *([offsets] if offsets else []))

    def halves(i, row):
        return [struct.unpack("<H", struct.pack("<e", f32(v)))[0] for v in sample(i, row)]

    def make(name, shape, body, want, **more):
        image = Image(shape, "f32x4", SIZES.get(shape, (9, 7)), rng,
                      layers=3 if shape[0] == "a" else 1, linear=True)
        body = body.replace("NAMES", names_of(image)).replace("GRAD", grad)
        if more.get("independent"):
            body = body.replace("IMAGE,", "IMAGE, SAMPLER,")
        return Case("gradient_" + name, image, body, float_rows(image, rng), want, **more)

    for shape in SIZES:
        yield make("pairs_" + shape, shape, "  tex.grad.%s.v2.f16x2.f32 {%%v0, %%v1}, [IMAGE, NAMES], GRAD;\n"
                   "  st.global.v2.b32 [%%out], {%%v0, %%v1};" % shape,
                   lambda i, row: [h[0] | h[1] << 16 for h in (halves(i, row)[:2], halves(i, row)[2:])])
    yield make("halves", "3d", "  tex.grad.3d.v4.f16.f32 {%b0, %b1, %b2, %b3}, [IMAGE, NAMES], GRAD;\n"
               + "".join("  cvt.u32.u16 %%v%d, %%b%d;\n" % (k, k) for k in range(4)) + STORE4, halves)
    yield make("resident", "cube", "  tex.grad.cube.v4.f32.f32 %s|%%p, [IMAGE, NAMES], GRAD;\n"
               "  selp.b32 %%v0, 1, 2, %%p;\n%s" % (RESULT, STORE4),
               lambda i, row: [1] + sample(i, row)[1:])
    yield make("offset", "3d", "  tex.grad.3d.v4.f32.f32 %s, [IMAGE, NAMES], GRAD, {%%r3, %%r4, %%r5, %%r5};\n%s"
               % (RESULT, STORE4), lambda i, row: sample(i, row, row[3:6]))
    # ptxas takes the bits of whole coordinates for floats (and from sm_90 on leaves volumes to
    # functions of the driver, of which nothing says that they do).
    yield make("whole", "2d", "  tex.grad.2d.v4.f32.s32 %s, [IMAGE, NAMES], {%%r0, %%r1}, {%%r1, %%r0};\n%s"
               % (RESULT, STORE4), sample)
    for how in ("variable", "opaque"):
        yield make(how, "3d", "  tex.grad.3d.v4.f32.f32 %s, [IMAGE, NAMES], GRAD;\n%s" % (RESULT, STORE4),
                   sample, how=how)
    for how in ("variable", "opaque"):
        yield make("independent_" + how, "acube", "  tex.grad.acube.v4.f32.f32 %s, [IMAGE, NAMES], GRAD;\n%s"
                   % (RESULT, STORE4), sample, how=how, independent=True)


def elsewhere():
    """Some threads fetch while the others of their quads are on another way, with many values
    that they need, or in a function."""
    rng = random.Random(13)
    count = 40
    # Loads at addresses that are known late stay in registers, all at once.
    held = ("  ld.global.b32 %m0, [%in];\n"
            + "".join("  mad.lo.u32 %%m%d, %%m%d, 1664525, %d;\n" % (k, k - 1, k) for k in range(1, count)))
    summed = "  mov.b32 %v0, %m0;\n" + "".join(
        "  mad.lo.u32 %%v0, %%v0, 5, %%m%d;\n" % k for k in range(count - 1, 0, -1))
    zeros = "".join("  mov.b32 %%v%d, 0;\n" % k for k in range(4))

    def value(row):
        m = [row[0] & 0xffffffff]
        for k in range(1, count):
            m.append((m[-1] * 1664525 + k) & 0xffffffff)
        v = m[0]
        for k in range(count - 1, 0, -1):
            v = (v * 5 + m[k]) & 0xffffffff
        return v

    def make(name, shape, how, parted, body):
        image = Image(shape, "f32x4", SIZES[shape], rng, layers=3 if shape[0] == "a" else 1,
                      linear=True)
        rows = float_rows(image, rng)
        places = {id(row): k for k, row in enumerate(rows)}
        images = [image]
        if how == "memory":
            images.append(Image(shape, "f32x4", SIZES[shape], rng,
                                layers=3 if shape[0] == "a" else 1, linear=True))

        def want(i, row):
            return [value(row), 0, 0, 0] if parted(places[id(row)]) else i.sample(coords_of(i, row))
        case = Case("gradient_" + name, image, body.replace("NAMES", names_of(image))
                    .replace("GRAD", "{%r0, %r1, %r1, %r1}, {%r1, %r0, %r0, %r0}")
                    .replace("SHAPE", shape).replace("LABEL", name), rows, want, how=how)
        case.images = images
        return case

    # Both wait for each other, so that the helpers hold their values during the fetch.
    def spin(label, at):
        return ("%s_LABEL:\n  ld.volatile.shared.b32 %%v4, [%s];\n"
                "  setp.eq.s32 %%p, %%v4, 0;\n  @%%p bra %s_LABEL;\n" % (label, at, label))
    ways = ("  .reg .b32 %m<40>, %own, %helper, %fetcher;\n  .shared .b32 flags_LABEL[64];\n" + zeros
            + "  mov.u32 %m1, flags_LABEL;\n  mad.lo.u32 %own, %t, 4, %m1;\n"
            "  or.b32 %m2, %t, 3;\n  mad.lo.u32 %helper, %m2, 4, %m1;\n"
            "  and.b32 %m2, %t, -4;\n  mad.lo.u32 %fetcher, %m2, 4, %m1;\n"
            "  st.shared.b32 [%own], 0;\n  bar.sync 0;\n  SETP\n  @%p bra other_LABEL;\n"
            + spin("wait", "%helper")
            + "  tex.grad.SHAPE.v4.u32.f32 " + RESULT + ", [IMAGE, NAMES], GRAD;\n"
            "  st.volatile.shared.b32 [%own], 1;\n"
            "  bra.uni store_LABEL;\nother_LABEL:\n" + held + "  st.volatile.shared.b32 [%own], 1;\n"
            + spin("hold", "%fetcher") + summed + "store_LABEL:\n" + STORE4)
    odd = ("and.b32 %r7, %t, 1;\n  setp.eq.u32 %p, %r7, 1;", lambda t: t & 1)
    most = ("and.b32 %r7, %t, 3;\n  setp.gt.u32 %p, %r7, 0;", lambda t: t % 4 > 0)
    for shape in SIZES:
        for how in ("param", "memory"):
            for name, (setp, parted) in (("odd", odd), ("most", most)):
                yield make("held_%s_%s_%s" % (name, shape, how), shape, how, parted,
                           ways.replace("SETP", setp))
    guarded = ("  .reg .b32 %m<40>;\n" + held + summed + "".join("  mov.b32 %%v%d, 0;\n" % k for k in (1, 2, 3))
               + "  SETP\n  @!%p tex.grad.SHAPE.v4.u32.f32 " + RESULT + ", [IMAGE, NAMES], GRAD;\n" + STORE4)
    for shape in SIZES:
        yield make("guarded_" + shape, shape, "memory", odd[1], guarded.replace("SETP", odd[0]))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    p.add_argument("--optxas", help="our code for these SMs (with commas)")
    p.add_argument("--registers", type=int, help="compile for so many")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    chosen = list(cases()) + list(variants()) + list(elsewhere())
    if o.optxas:
        options = ["-maxrregcount=%d" % o.registers] if o.registers else []
        return texture_cases.ours(chosen, o.tmp, o.optxas.split(","), options)
    runs = bad = 0
    for name, text, group in texture_cases.modules(chosen):
        todo = texture_cases.commands(os.path.join(o.tmp, name), text, o.ptxas)
        for case in group:
            for engine, command in todo:
                # ptxas -O0 sends offsets from thread to thread by additions of floats.
                if case.name == "gradient_offset" and engine == "sm_75 -O0":
                    continue
                # In kernels its helpers keep nothing that they have computed since they parted.
                if case.name.startswith("gradient_held") and engine.startswith(HELPERS):
                    continue
                difference = texture_cases.check(case, command, o.tmp)
                runs += 1
                if difference:
                    bad += 1
                    print("%s: %s: DIFFERENT: %s" % (case.name, engine, difference))
    print("%d kernels, %d runs, %d different" % (len(chosen), runs, bad))


if __name__ == "__main__":
    main()
