"""Gradients in three dimensions and on cubes, which ptxas makes up to sm_89 of fetches of
whole quads, by all threads and by some of each quad: the PTX interpreter, and with
--ptxas the machine on ptxas's code, against exact fractions."""

import argparse
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import texture_cases  # noqa: E402
from texture_cases import RESULT, STORE4, Case, Image, coords_of, float_rows, names_of  # noqa: E402

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


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    chosen = list(cases())
    text = ".version 8.1\n.target sm_75\n.address_size 64\n" + "".join(c.text() for c in chosen)
    # (From sm_90 on these are functions of the driver.)
    todo = [t for t in texture_cases.commands(os.path.join(o.tmp, "gradients"), text, o.ptxas)
            if not t[0].startswith(("sm_9", "sm_1"))]
    runs = bad = 0
    for case in chosen:
        for engine, command in todo:
            difference = texture_cases.check(case, command, o.tmp)
            runs += 1
            if difference:
                bad += 1
                print("%s: %s: DIFFERENT: %s" % (case.name, engine, difference))
    print("%d kernels, %d runs, %d different" % (len(chosen), runs, bad))


if __name__ == "__main__":
    main()
