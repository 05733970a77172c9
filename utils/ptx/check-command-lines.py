#!/usr/bin/env python3
# ===- check-command-lines.py - Messages of command lines, as ptxas's ------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares the answers to command lines with recorded ones.

    check-command-lines.py RECORDED KERNEL [--optxas PROGRAM] [--record PTXAS]

RECORDED has for each command line a line `$ arguments` as a shell splits them, the exit
code, and what was written to stderr, indented. They run in a folder of their own, where
k.ptx is KERNEL and o1.txt ... are the files of options that the list begins with (`%
name text`). `help` on stdout counts as a word, nothing else of stdout does.

With --record the answers of PTXAS are written in place of those there. What optxas says
of options that change nothing ("has no effect on the code") is left out: ptxas says
nothing there."""

import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile


def answer(program, arguments):
    run = subprocess.run(
        [program, *shlex.split(arguments)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    lines = [l for l in run.stderr.splitlines() if "has no effect on" not in l]
    return [str(run.returncode) + (" help" if "Usage" in run.stdout else ""), *lines]


def read(path):
    files, cases = [], []
    for line in path.read_text().splitlines():
        if line.startswith("% "):
            files.append(line)
        elif line.startswith("$ "):
            cases.append((line[2:], []))
        elif line.startswith("  "):
            cases[-1][1].append(line[2:])
    return files, cases


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("recorded", type=pathlib.Path)
    parser.add_argument("kernel", type=pathlib.Path)
    parser.add_argument("--optxas", default="optxas")
    parser.add_argument("--record", metavar="PTXAS")
    options = parser.parse_args()
    files, cases = read(options.recorded)
    recorded = options.recorded.resolve()
    wrong = 0
    out = list(files)
    with tempfile.TemporaryDirectory() as folder:
        kernel = options.kernel.read_text()
        for name in ("optxas", "record"):
            if path := shutil.which(getattr(options, name) or ""):
                setattr(options, name, os.path.abspath(path))
        os.chdir(folder)
        pathlib.Path("k.ptx").write_text(kernel)
        for line in files:
            _, name, text = line.split(" ", 2)
            pathlib.Path(name).write_text(text + "\n")
        for arguments, want in cases:
            got = answer(options.record or options.optxas, arguments)
            out += ["$ " + arguments, *("  " + line for line in got)]
            if got != want and not options.record:
                wrong += 1
                print("$ " + arguments, *("  want " + l for l in want), sep="\n")
                print(*("  got  " + l for l in got), sep="\n")
    if options.record:
        recorded.write_text("\n".join(out) + "\n")
    print(f"{len(cases)} command lines, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
