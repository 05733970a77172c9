#!/usr/bin/env python3
# ===- disassembly.py - Wall time of disassembling a large cubin ------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Time that ptx-translate and nvdisasm need for a cubin of many megabytes.

  utils/bench/disassembly.py [--megabytes 10] [--bin build/bin] [--keep FOLDER]

ptxas makes the cubin of generated kernels (the statements of utils/isa/coverage.py,
mixed by a fixed seed). Prints the smallest wall time of --runs runs for our listing
with control fields, our listing in nvdisasm's text, the sass dialect, and nvdisasm's
listing. Fails if one of our listings is not faster than nvdisasm's.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "utils" / "isa"))
import coverage  # noqa: E402

INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/")


def kernels(count, seed):
    """PTX of `count` kernels of 24 statements each."""
    pick = random.Random(seed)
    bodies = [b for part in (coverage.memory, coverage.atomics, coverage.integers, coverage.others)
              for b in part() if b != "trap;" and "malloc" not in b and "brx.idx" not in b]
    yield coverage.module_text("sm_90", [])
    for index in range(count):
        chosen = pick.sample(bodies, 24)
        yield coverage.KERNEL.format(index=index, body="\n  ".join("{ %s }" % b for b in chosen))


def make_cubin(megabytes, folder):
    ptx, cubin = folder / "large.ptx", folder / "large.cubin"
    count = 64
    while True:
        ptx.write_text("".join(kernels(count, 1)))
        run = subprocess.run(["ptxas", "-arch=sm_90", "-O1", str(ptx), "-o", str(cubin)],
                             capture_output=True, text=True)
        if run.returncode:
            sys.exit("ptxas: " + run.stderr[:2000])
        size = cubin.stat().st_size
        if size >= megabytes << 20:
            return cubin
        # A little more than needed, as kernels differ in size.
        count = int(count * (megabytes << 20) / size * 1.02) + 1


def wall(command, output):
    start = time.perf_counter()
    with open(output, "wb") as out:
        subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def count_instructions(output):
    with open(output) as lines:
        return sum(1 for line in lines if INSTRUCTION.match(line))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=10)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--keep", type=pathlib.Path, help="folder that keeps or has the cubin")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as tmp:
        folder = args.keep or pathlib.Path(tmp)
        folder.mkdir(parents=True, exist_ok=True)
        cubin = folder / "large.cubin"
        if not cubin.exists():
            cubin = make_cubin(args.megabytes, folder)
        tool = str(args.bin / "ptx-translate")
        commands = {
            "listing": [tool, "--cubin-to-text", str(cubin)],
            "nvdisasm's text": [tool, "--cubin-to-text", "--nvdisasm-text", str(cubin)],
            "sass dialect": [tool, "--cubin-to-sass", str(cubin)],
            "nvdisasm": ["nvdisasm", "-c", str(cubin)],
        }
        output, best, counts = pathlib.Path(tmp) / "out", {}, {}
        for name, command in commands.items():
            best[name] = min(wall(command, output) for _ in range(args.runs))
            if name != "sass dialect":
                counts[name] = count_instructions(output)
        print(f"{cubin.stat().st_size} bytes, {counts['nvdisasm']} instructions")
        if len(set(counts.values())) != 1:
            sys.exit(f"not the same instructions: {counts}")
        for name, seconds in best.items():
            print(f"{name:16}{seconds:8.3f} s  {seconds / best['nvdisasm']:6.3f} of nvdisasm")
        slower = [n for n in ("listing", "nvdisasm's text") if best[n] >= best["nvdisasm"]]
        if slower:
            sys.exit("slower than nvdisasm: " + ", ".join(slower))


if __name__ == "__main__":
    main()
