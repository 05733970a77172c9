"""Products of shapes that sm_100 and later make of others: random factors in the PTX
interpreter, in our code at -O0 and -O3 and, with --ptxas, in ptxas's."""

import argparse
import os
import subprocess
import sys

ARCH = "sm_100a"
# The instruction, and how many registers a, b and c have.
INTEGERS = [("m8n8k16.row.col%s.s32.s8.u8.s32", 1, 1, 2),
            ("m16n8k16.row.col%s.s32.u8.s8.s32", 2, 1, 4),
            ("m8n8k32.row.col%s.s32.s4.u4.s32", 1, 1, 2),
            ("m16n8k32.row.col%s.s32.s4.s4.s32", 2, 1, 4),
            ("m16n8k64.row.col%s.s32.u4.s4.s32", 4, 2, 4)]
BITS = [("m8n8k128.row.col.s32.b1.b1.s32.%s.popc", 1, 1, 2),
        ("m16n8k128.row.col.s32.b1.b1.s32.%s.popc", 2, 1, 4),
        ("m16n8k256.row.col.s32.b1.b1.s32.%s.popc", 4, 2, 4)]
DOUBLES = [("m8n8k4.row.col.f64.f64.f64.f64", 1, 1, 2),
           ("m16n8k4.row.col.f64.f64.f64.f64", 2, 1, 4),
           ("m16n8k8.row.col.f64.f64.f64.f64", 4, 2, 4),
           ("m16n8k16.row.col.f64.f64.f64.f64", 8, 4, 4)]


def cases():
    for form, *counts in INTEGERS:
        # The least and the greatest sums saturate: in one shape of bytes and one of nibbles.
        yield form % "", "b32", counts
        if "m8n8" in form:
            yield form % ".satfinite", "b32", counts
    for form, *counts in BITS:
        for op in ("and", "xor"):
            yield form % op, "b32", counts
    for form, *counts in DOUBLES:
        yield form, "f64", counts


def kernel(name, form, kind, counts):
    size = 8 if kind == "f64" else 4
    names = [["%%%s%d" % (m, i) for i in range(n)] for m, n in zip("abc", counts)]
    load, at = "", 0
    for reg in sum(names, []):
        load += "  ld.global.%s %s, [%%p+%d];\n" % (kind, reg, at)
        at += size
    a, b, c = ("{%s}" % ", ".join(regs) for regs in names)
    store = "".join("  st.global.%s [%%o+%d], %s;\n" % (kind, i * size, reg)
                    for i, reg in enumerate(names[2]))
    return """.visible .entry %s(.param .u64 p, .param .u64 o)
{
  .reg .b64 %%p, %%o, %%x;
  .reg .b32 %%t;
  .reg .%s %%a<8>, %%b<8>, %%c<8>;
  ld.param.u64 %%p, [p];
  ld.param.u64 %%o, [o];
  mov.u32 %%t, %%tid.x;
  mul.wide.u32 %%x, %%t, 128;
  add.u64 %%p, %%p, %%x;
  add.u64 %%o, %%o, %%x;
%s  mma.sync.aligned.%s %s, %s, %s, %s;
%s  ret;
}
""" % (name, kind, load, form, c, a, b, c, store)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout + done.stderr


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    chosen = [("k%d" % i, *case) for i, case in enumerate(cases())]
    ptx = os.path.join(o.tmp, "shapes.ptx")
    with open(ptx, "w") as f:
        f.write(".version 8.7\n.target %s\n.address_size 64\n" % ARCH)
        f.write("".join(kernel(*case) for case in chosen))
    programs = [("interpreter", ["ptx-run", "--interpret", ptx])]
    for tool, level in [("optxas", "O0"), ("optxas", "O3")] + [("ptxas", "O3")] * o.ptxas:
        cubin = os.path.join(o.tmp, "shapes.%s.cubin" % (level if tool == "optxas" else tool))
        code, text = run(tool, "-arch=" + ARCH, "-" + level, ptx, "-o", cubin)
        if code:
            sys.exit(text)
        programs.append((tool + " " + level, ["ptx-run", cubin]))
    bad = 0
    for name, form, kind, _ in chosen:
        want = None
        for program, command in programs:
            out = os.path.join(o.tmp, "out")
            code, text = run(*command, "--kernel=" + name, "--block=32",
                             "--arg=buf:rand,%s,4" % ("f64,512" if kind == "f64" else "u32,1024"),
                             "--arg=buf:zero,4096:out=" + out)
            got = text.encode() if code else open(out, "rb").read()
            want = want or got
            if code or got != want or not any(got):
                bad += 1
                print("%s: %s: DIFFERENT %s" % (form, program, text.strip()))
    print("%d kernels, %d runs, %d different" % (
        len(chosen), len(chosen) * len(programs), bad))


if __name__ == "__main__":
    main()
