"""Links objects with debugging data of optxas, and of ptxas where it is there,
in all combinations and both orders, judges what the linker makes of it and runs
the program.

usage: link-debug.py [--sms=80,90] [--out=FOLDER] --run="options of ptx-run"
           A.ptx B.ptx"""

import argparse
import os
import shutil
import subprocess
import sys

PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3,
                     "utils", "cubin", "place-code.py")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sms", default="80,90,120")
    parser.add_argument("--out", default=".")
    parser.add_argument("--run", required=True)
    parser.add_argument("files", nargs=2)
    options = parser.parse_args()
    failures = links = 0
    seen = set()

    def run(*command):
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def fail(message):
        nonlocal failures
        failures += 1
        print(message)

    compilers = [c for c in ("optxas", "ptxas") if shutil.which(c)]
    placed = os.path.join(options.out, "placed")
    for sm in options.sms.split(","):
        def compile(compiler, i):
            path = os.path.join(options.out, f"{compiler}.{i}.sm_{sm}.o")
            code, _, error = run(compiler, "-c", "-g", f"-arch=sm_{sm}",
                                 options.files[i], "-o", path)
            if code:
                fail(f"{compiler}: {error}")
            return path

        objects = {(c, i): compile(c, i) for c in compilers for i in (0, 1)}
        for first in compilers:
            for second in compilers:
                for turn in (1, -1):
                    inputs = [objects[first, 0], objects[second, 1]][::turn]
                    what = f"sm_{sm} {' '.join(map(os.path.basename, inputs))}"
                    cubin = os.path.join(options.out, "linked")
                    code, _, error = run("nvlink", "-g", "-w",
                                         f"-arch=sm_{sm}", *inputs, "-o", cubin)
                    if code:
                        fail(f"{what}: {error}")
                        continue
                    links += 1
                    code, says, error = run(sys.executable, PLACE, cubin)
                    if code:
                        fail(f"{what}: {says}{error}")
                    run(sys.executable, PLACE, cubin, placed)
                    code, verified, _ = run("llvm-dwarfdump", "--verify", placed)
                    if code or "Verifying unit: 2 / 2" not in verified:
                        fail(f"{what}: {verified}")
                    code, result, error = run("ptx-run", cubin,
                                              *options.run.split())
                    if code:
                        fail(f"{what}: {error}")
                    seen.add((says, result))
    print(*["".join(pair) for pair in sorted(seen)], sep="")
    if len(seen) != 1:
        fail("the programs differ")
    print(f"{links} links, {failures} failures")
    return 1 if failures or not links else 0


if __name__ == "__main__":
    sys.exit(main())
