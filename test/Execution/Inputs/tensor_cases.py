"""Small kernels for asynchronous copies, matrix instructions, barriers.

Each kernel runs one warp. A lane reads its words from the first buffer, runs
the instructions of the case, and writes words to the second one. `--compare`
compiles all of them with several commands, runs them on the same random input
and compares the outputs with those of the first command.
"""

import argparse
import pathlib
import shlex
import subprocess
import sys

LANES = 32
WORDS_IN = 24  # 32-bit words that a lane reads
WORDS_OUT = 8

HEADER = """.version 8.3
.target sm_90
.address_size 64
"""

# %i0...: the words a lane reads; %o0...: what it writes. %lane, %in (address
# of the lane's words), %s (shared address of the lane's 16 bytes of 2 KiB).
FRAME = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
{{
  .reg .b64 %in, %out, %x<4>;
  .reg .b64 %w<24>;
  .reg .b32 %lane, %s, %t<4>, %i<{words_in}>, %o<{words_out}>;
  .reg .pred %p;
  .shared .align 128 .b8 buffer[2048];
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %lane, %tid.x;
  mad.wide.u32 %in, %lane, {bytes_in}, %in;
  mad.wide.u32 %out, %lane, {bytes_out}, %out;
  mov.u32 %s, buffer;
  mad.lo.u32 %s, %lane, 16, %s;
{body}
  ret;
}}
"""


def load(count, mask=0xFFFFFFFF, first=0):
    text = ""
    for i in range(first, first + count):
        text += f"  ld.global.b32 %i{i}, [%in+{4 * i}];\n"
        if mask != 0xFFFFFFFF:
            text += f"  and.b32 %i{i}, %i{i}, {mask:#x};\n"
    return text


def store(count):
    return "".join(f"  st.global.b32 [%out+{4 * i}], %o{i};\n" for i in range(count))


def group(prefix, first, count):
    return "{" + ", ".join(f"{prefix}{first + i}" for i in range(count)) + "}"


def product(kind, a, b, c, mask=0xFFFFFFFF, d=None):
    """mma with so many 32-bit registers for each operand."""
    d = d or c
    return (load(a + b + c, mask)
            + f"  mma.sync.aligned.{kind} {group('%o', 0, d)}, {group('%i', 0, a)}, "
            + f"{group('%i', a, b)}, {group('%i', a + b, c)};\n" + store(d))


def product64(kind, a, b, c):
    """The same with so many f64 values of small magnitude."""
    text = load(2 * (a + b + c))
    for i in range(a + b + c):
        text += f"  and.b32 %i{2 * i + 1}, %i{2 * i + 1}, 0xbfffffff;\n"
        text += f"  or.b32 %i{2 * i + 1}, %i{2 * i + 1}, 0x3f000000;\n"
        text += f"  mov.b64 %w{i}, {{%i{2 * i}, %i{2 * i + 1}}};\n"
    text += (f"  mma.sync.aligned.{kind} {group('%w', 16, c)}, {group('%w', 0, a)}, "
             f"{group('%w', a, b)}, {group('%w', a + b, c)};\n")
    for i in range(c):
        text += f"  mov.b64 {{%o{2 * i}, %o{2 * i + 1}}}, %w{16 + i};\n"
    return text + store(2 * c)


def copied(copies, wait="cp.async.wait_all;"):
    """Shared memory starts as all ones; its 16 bytes a lane are the result."""
    return ("  mov.b32 %t0, -1;\n"
            "  st.shared.v4.b32 [%s], {%t0, %t0, %t0, %t0};\n"
            "  bar.sync 0;\n" + "".join(f"  {c}\n" for c in copies)
            + f"  {wait}\n  bar.sync 0;\n"
            "  ld.shared.v4.b32 {%o0, %o1, %o2, %o3}, [%s];\n" + store(4))


def through_shared(count, op):
    """Rows in shared memory, then a matrix instruction on them."""
    text = load(4)
    text += "  st.shared.v4.b32 [%s], {%i0, %i1, %i2, %i3};\n  bar.sync 0;\n"
    return text + f"  {op}\n" + store(count)


HALF = 0xBFFFBFFF  # two f16 or bf16 of magnitude below 2
TF32 = 0xBFFFE000

CASES = {
    # Products.
    "f32_f16_16816": product("m16n8k16.row.col.f32.f16.f16.f32", 4, 2, 4, HALF),
    "f16_f16_16816": product("m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 2, HALF),
    "f32_f16_1688": product("m16n8k8.row.col.f32.f16.f16.f32", 2, 1, 4, HALF),
    "f16_f16_1688": product("m16n8k8.row.col.f16.f16.f16.f16", 2, 1, 2, HALF),
    "f32_bf16_16816": product("m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, 4, HALF),
    "f32_bf16_1688": product("m16n8k8.row.col.f32.bf16.bf16.f32", 2, 1, 4, HALF),
    "f32_tf32_1684": product("m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, 4, TF32),
    "f32_tf32_1688": product("m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, 4, TF32),
    "f64_884": product64("m8n8k4.row.col.f64.f64.f64.f64", 1, 1, 2),
    "f64_1684": product64("m16n8k4.row.col.f64.f64.f64.f64", 2, 1, 4),
    "f64_1688": product64("m16n8k8.row.col.f64.f64.f64.f64", 4, 2, 4),
    "s32_s8_8816": product("m8n8k16.row.col.s32.s8.u8.s32", 1, 1, 2),
    "s32_u8_16816": product("m16n8k16.row.col.satfinite.s32.u8.s8.s32", 2, 1, 4),
    "s32_s8_16832": product("m16n8k32.row.col.s32.s8.s8.s32", 4, 2, 4),
    "s32_s4_8832": product("m8n8k32.row.col.s32.s4.u4.s32", 1, 1, 2),
    "s32_u4_16832": product("m16n8k32.row.col.satfinite.s32.u4.s4.s32", 2, 1, 4),
    "s32_s4_16864": product("m16n8k64.row.col.s32.s4.s4.s32", 4, 2, 4),
    "guarded": load(10, HALF) + "  setp.gt.u32 %p, %lane, 99;\n"
    "  mov.b32 %o0, %i0;\n  mov.b32 %o1, %i1;\n  mov.b32 %o2, %i2;\n  mov.b32 %o3, %i3;\n"
    "  @%p mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%o0, %o1, %o2, %o3}, "
    "{%i0, %i1, %i2, %i3}, {%i4, %i5}, {%i6, %i7, %i8, %i9};\n" + store(4),
    # Matrices in shared memory. Lane l's row is 16 bytes at 16 * l.
    "ldmatrix_x1": through_shared(
        1, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%o0}, [%s];"),
    "ldmatrix_x2_trans": through_shared(
        2, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%o0, %o1}, [%s];"),
    "ldmatrix_x4": through_shared(
        4, "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%o0, %o1, %o2, %o3}, [%s];"),
    "ldmatrix_generic": through_shared(
        2, "cvt.u64.u32 %x0, %s; cvta.shared.u64 %x0, %x0;\n"
        "  ldmatrix.sync.aligned.m8n8.x2.b16 {%o0, %o1}, [%x0];"),
    "stmatrix_x4": load(4) +
    "  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%s], {%i0, %i1, %i2, %i3};\n"
    "  bar.sync 0;\n  ld.shared.v4.b32 {%o0, %o1, %o2, %o3}, [%s];\n" + store(4),
    "stmatrix_x2_trans": through_shared(
        4, "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%s], {%i0, %i1};\n"
        "  bar.sync 0;\n  ld.shared.v4.b32 {%o0, %o1, %o2, %o3}, [%s];"),
    "movmatrix": load(1) +
    "  movmatrix.sync.aligned.m8n8.trans.b16 %o0, %i0;\n" + store(1),
    # Barrier number and count in registers.
    "barrier_registers":
    "  shr.u32 %t0, %lane, 5;\n  add.u32 %t1, %t0, 3;\n  add.u32 %t2, %t0, 32;\n"
    "  setp.lt.u32 %p, %lane, 9;\n  bar.sync %t1, %t2;\n  bar.sync %t1;\n"
    "  bar.sync 2, %t2;\n  bar.red.popc.u32 %o0, %t1, %t2, %p;\n" + store(1),
    # Copies.
    "copy_16": copied(["cp.async.cg.shared.global [%s], [%in+16], 16;"]),
    "copy_8_4": copied([
        "cp.async.ca.shared.global [%s], [%in+8], 8;",
        "cp.async.ca.shared.global.L2::128B [%s+12], [%in+4], 4;"
    ], "cp.async.commit_group;\n  cp.async.wait_group 0;"),
    "copy_groups": copied([
        "cp.async.ca.shared.global [%s], [%in], 4;", "cp.async.commit_group;",
        "cp.async.ca.shared.global [%s+4], [%in+4], 4;", "cp.async.commit_group;",
        "cp.async.wait_group 1;", "ld.shared.b32 %t1, [%s];",
        "st.shared.b32 [%s+8], %t1;"
    ], "cp.async.wait_group 0;"),
    "copy_size_constants": copied([
        "cp.async.ca.shared.global [%s], [%in], 4, 3;",
        "cp.async.ca.shared.global [%s+4], [%in+4], 4, 0;",
        "cp.async.ca.shared.global [%s+8], [%in+8], 8, 8;"
    ]),
    "copy_size": copied([
        "shr.u32 %t1, %lane, 1;",
        "cp.async.cg.shared.global [%s], [%in], 16, %t1;"
    ]),
    "copy_size_4": copied([
        "and.b32 %t1, %lane, 3;",
        "cp.async.ca.shared.global [%s+8], [%in+8], 4, %t1;"
    ]),
    "copy_ignored": copied([
        "setp.lt.u32 %p, %lane, 9;",
        "cp.async.ca.shared.global [%s], [%in], 8, %p;",
        "cp.async.ca.shared.global [%s+8], [%in+8], 8, !%p;"
    ]),
    "copy_guarded": copied([
        "setp.lt.u32 %p, %lane, 9;",
        "@%p cp.async.ca.shared.global [%s], [%in+8], 8, 5;",
        "@!%p cp.async.ca.shared.global [%s+8], [%in], 4;"
    ]),
    "copy_offsets": copied([
        "add.s64 %x0, %in, 4096;", "add.u32 %t1, %s, -600000;",
        "cp.async.ca.shared.global [%t1+600000], [%x0+-4096], 4;",
        "add.s64 %x1, %in, -2044;",
        "cp.async.ca.shared.global [%s+4], [%x1+2044], 4;",
        "add.s64 %x2, %in, -2048;",
        "cp.async.ca.shared.global [%s+8], [%x2+2048], 4;"
    ]),
    "copy_loop": copied([
        "mov.b32 %t1, 0;\nnext:",
        "cp.async.ca.shared.global [%s], [%in], 4;",
        "add.s64 %in, %in, 4;", "add.u32 %s, %s, 4;", "add.u32 %t1, %t1, 1;",
        "setp.lt.u32 %p, %t1, 4;", "@%p bra next;", "add.u32 %s, %s, -16;"
    ]),
}


def text():
    result = HEADER
    for name, body in CASES.items():
        result += FRAME.format(name=name, body=body, words_in=WORDS_IN,
                               words_out=WORDS_OUT, bytes_in=4 * WORDS_IN,
                               bytes_out=4 * WORDS_OUT)
    return result


def run(cubin, name, out):
    subprocess.run(
        ["ptx-run", cubin, f"--kernel={name}", f"--block={LANES}",
         f"--arg=buf:rand,u32,{LANES * WORDS_IN},7",
         f"--arg=buf:zero,{4 * LANES * WORDS_OUT}:out={out}"],
        check=True, timeout=60)
    return pathlib.Path(out).read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compare", action="append", default=[], metavar="COMMAND")
    parser.add_argument("--tmp", default=".")
    args = parser.parse_args()
    if not args.compare:
        print(text())
        return 0
    tmp = pathlib.Path(args.tmp)
    tmp.mkdir(parents=True, exist_ok=True)
    source = tmp / "cases.ptx"
    source.write_text(text())
    cubins = []
    for i, command in enumerate(args.compare):
        cubins.append(str(tmp / f"{i}.cubin"))
        subprocess.run(shlex.split(command) + [str(source), "-o", cubins[-1]],
                       check=True, timeout=300)
    failures = 0
    for name in CASES:
        want, *others = [run(c, name, str(tmp / "out.bin")) for c in cubins]
        good = any(want) and all(other == want for other in others)
        failures += not good
        print(f"{name}: {'same' if good else 'DIFFERENT'}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
