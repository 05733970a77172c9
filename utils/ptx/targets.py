#!/usr/bin/env python3
# ===- targets.py - Which target in which version? ---------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares with ptxas for every .target and .version whether a module is accepted.

Versions beyond the newest are left out: the importer takes them with a warning.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import records  # noqa: E402

NUMBERS = [10, 11, 12, 13, 20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 73, 75,
           80, 82, 86, 87, 88, 89, 90, 99, 100, 101, 103, 110, 120, 121]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, help="only so many of the pairs")
    parser.add_argument("--translate", default=str(records.ROOT / "build/bin/ptx-translate"))
    args = parser.parse_args()
    targets = ["sm_%d%s" % (number, suffix) for number in NUMBERS for suffix in ("", "a", "f")]
    pairs = [(version, target) for version in range(8, 91) for target in targets]
    if args.sample:
        pairs = random.Random(1).sample(pairs, args.sample)
    differ = 0
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "module.ptx"
        for version, target in pairs:
            path.write_text(".version %d.%d\n.target %s\n.entry k() { ret; }\n" % (
                version // 10, version % 10, target))
            # The target of a suffix is compiled for itself only; parsing is enough.
            arch = target.replace("sm", "compute") if target[-1] in "af" else "compute_121"
            theirs = subprocess.run(
                ["ptxas", "-arch", arch, "-o", "/dev/null", str(path)],
                capture_output=True, check=False, text=True)
            if "is not defined for option" in theirs.stdout + theirs.stderr:
                # No architecture of this name: what says the parser for another?
                theirs = subprocess.run(
                    ["ptxas", "-arch", "compute_121", "-o", "/dev/null", str(path)],
                    capture_output=True, check=False, text=True)
            ours = subprocess.run([args.translate, "--import-ptx", "-o", "/dev/null",
                                   str(path)], capture_output=True, check=False, text=True)
            message = theirs.stdout + theirs.stderr
            accepted = theirs.returncode == 0 or "cannot be compiled" in message
            if accepted != (ours.returncode == 0):
                differ += 1
                print(version, target, "ptxas:", message.strip() or "accepts", "here:",
                      ours.stderr.strip() or "accepts")
    print("%d pairs, %d differ" % (len(pairs), differ))
    return differ != 0


if __name__ == "__main__":
    sys.exit(main())
