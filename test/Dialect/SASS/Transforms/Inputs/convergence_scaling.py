"""Writes a function with many regions of convergence barriers, and asks how long
sass-verify-convergence takes: convergence_scaling.py BLOCKS SECONDS."""

import os
import re
import subprocess
import sys
import tempfile

def write(kind, n):
    out = ["sass.module attributes {sm = 90 : i32} {", "  sass.func @f attributes {kernel} {",
           '    sass.s2r "S2R R0, SR_TID.X {stall:1, wr:0}"',
           '    sass.isetp "ISETP.NE.AND P0, PT, R0, RZ, PT {stall:5, wait:0b000001}"']
    b = [0]
    def fresh():
        b[0] += 1
        return b[0]
    def triangle():
        """A branch round one block."""
        x, y = fresh(), fresh()
        out.append('    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb%d, ^bb%d' % (y, x))
        out.append("  ^bb%d:" % x)
        out.append('    sass.nop "NOP {stall:1}"')
        out.append("    sass.fallthrough ^bb%d" % y)
        out.append("  ^bb%d:" % y)
    def region(depth, label):
        out.append('    sass.bssy "BSSY B%d, .+0x10 {stall:1}" #sass.label<"e%d">' % (depth, label))
    def sync(depth, label):
        out.append('    sass.bsync "BSYNC B%d {stall:5}"' % depth)
        out.append('    sass.label "e%d"' % label)
    label = 0
    if kind in ("sequential", "masks", "exclusive"):
        for i in range(n // 2):
            region(0, i)
            if kind == "exclusive":
                # What threads of each mask leave in uniform registers for a while.
                out.append('    sass.s2r "S2R R5, SR_EQMASK {stall:1, wr:0}"')
                out.append('    sass.warpsync "WARPSYNC.EXCLUSIVE R5 {stall:5, wait:0b000001}"')
                out.append('    sass.redux "REDUX.MIN.S32 UR%d, R2 {stall:1, wr:0}"' % (4 + i % 50))
            triangle()
            sync(0, i)
            if kind == "exclusive":
                continue
            out.append('    sass.shfl "SHFL.BFLY PT, R3, R0, 0x1, 0x1f {stall:1, wr:0}"')
            if kind == "masks":
                # What a vote is of, and whether something reads the mask.
                out.append('    sass.shf "SHF.L.U32 R6, R5, R0, RZ {stall:5}"')
                out.append('    sass.vote "VOTE.ANY R7, PT, P0 {stall:5}"')
                out.append('    sass.popc "POPC R8, R6 {stall:1, wr:0}"')
                out.append('    sass.voteu "VOTEU.ANY UP0, P0 {stall:5}"')
    elif kind == "nested":
        # 15 deep, loops at each level
        for i in range(n // 30):
            stack = []
            for d in range(15):
                region(d, i * 15 + d)
                x = fresh()
                out.append("    sass.fallthrough ^bb%d" % x)
                out.append("  ^bb%d:" % x)
                stack.append(x)
            for d in reversed(range(15)):
                y = fresh()
                out.append('    sass.bra "@P0 BRA .+0x10 {stall:5}" ^bb%d, ^bb%d' % (stack[d], y))
                out.append("  ^bb%d:" % y)
                sync(d, i * 15 + d)
    elif kind == "crossing":
        # Region d ends inside of region d + 1, by BREAK of those that leave.
        for i in range(n // 4):
            d, e = i % 2, (i + 1) % 2
            region(d, i) if i == 0 else None
            if i + 1 < n // 4:
                region(e, i + 1)
            triangle()
            sync(d, i)
            triangle()
    out += ['    sass.exit "EXIT {stall:5}"', "    sass.end", "  }", "}"]
    return "\n".join(out) + "\n"


def main():
    blocks, limit = int(sys.argv[1]), float(sys.argv[2])
    for kind in ("sequential", "nested", "crossing", "masks", "exclusive"):
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as f:
            f.write(write(kind, blocks))
            f.flush()
            done = subprocess.run(
                ["ptx-opt", f.name, "-o", os.devnull, "--mlir-timing", "--mlir-timing-display=list",
                 "--pass-pipeline=builtin.module(sass.module(sass.func(sass-verify-convergence)))"],
                capture_output=True, text=True, check=False)
        time = re.search(r"(?m)^\s*([\d.]+).*SASSVerifyConvergencePass", done.stderr + done.stdout)
        if done.returncode or not time:
            sys.exit("%s: %s" % (kind, done.stderr[:2000]))
        print("%s: %d blocks, %s" % (kind, blocks, "in time" if float(time.group(1)) < limit else
                                     "%s seconds" % time.group(1)))


main()
