"""Reduces differences that wrong compilers make, and checks each result.

    reduce_all.py SOURCE_ROOT WORK_FOLDER [NAME...]"""

import os
import re
import shutil
import subprocess
import sys

# What the compiler is wrong in: a kernel of test/kernels or the seed of a random
# program, a change of the PTX text, what the reduced kernel must have.
CASES = {
    "logical shift becomes arithmetic": ("crc32", "s/shr.u32/shr.s32/", "shr.u32"),
    # A random program of 490 instructions.
    "signed minimum becomes unsigned": (3, "s/min.s32/min.u32/", "min.s32"),
    "signed maximum becomes unsigned": ("stencil2d", "s/max.s32/max.u32/", "max.s32"),
    "carry is lost": ("wide_multiply", "s/addc.u64/add.u64/", "addc"),
    "funnel shift goes the other way": ("switch_dispatch", "s/shf.l/shf.r/", "shf.l"),
    "shuffle goes the other way": ("reduce_shuffle", "s/shfl.sync.down/shfl.sync.up/",
                                   "shfl.sync.down"),
    "atomics add too much": ("atomics", "s/(atom.global.add.u32.*), [^,;]*;/\\1, 3;/",
                             "atom.global.add"),
    "conversion rounds to nearest": ("float_convert", "s/cvt.rzi/cvt.rni/", "cvt.rzi"),
    "low product instead of the high one": ("int_div", "s/mul.hi.s32/mul.lo.s32/",
                                            "mul.hi"),
    "equal becomes not equal": ("game_of_life", "s/setp.eq.s32/setp.ne.s32/",
                                "setp.eq.s32"),
}


def main():
    root, work = sys.argv[1:3]
    wanted = sys.argv[3:] or list(CASES)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    wrong = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                         "wrong-compiler.sh")
    good = 0
    for number, name in enumerate(wanted):
        kernel, change, has = CASES[name]
        source = os.path.join(root, "test/kernels", "%s.ptx" % kernel)
        if isinstance(kernel, int):
            source = os.path.join(work, "random.ptx")
            with open(source, "w") as f:
                subprocess.run([sys.executable, os.path.join(
                    root, "utils/fuzz/random-ptx.py"), str(kernel),
                    "--statements", "300"], stdout=f, check=True)
        out = os.path.join(work, "%d.ptx" % number)
        done = subprocess.run(
            ["ptx-reduce", source, "--difference=sh %s '%s'" % (wrong, change),
             "--reference=optxas -arch=sm_90 --fmad=false", "-o", out],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        log = done.stdout.decode("utf-8", "replace").strip()
        if done.returncode:
            print("%s: %s" % (name, log))
            continue
        with open(out) as f:
            text = f.read()
        count = int(re.search(r"instructions became (\d+)", log).group(1))
        if count < 20 and has in text:
            good += 1
        print("%s (%s): %s" % (name, kernel, log.split("\n")[-1]), flush=True)
        if count >= 20 or has not in text:
            print(text)
    print("%d of %d reduced to less than 20 instructions" % (good, len(wanted)))


if __name__ == "__main__":
    main()
