#!/usr/bin/env python3
# ===- fixed-point.py - PTX to the ptx dialect and back -----------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Imports PTX modules, prints them as PTX, imports that and prints it again.

    fixed-point.py FOLDER_OR_FILE... [--ptxas] [--keep DIR]

A module is at a fixed point if both imports give the same operations and both
texts are the same. Constants stand for their values: their order follows their
first use in the text, and those that nothing uses have no text. With --ptxas it
must also be that ptxas takes the printed text if it takes the original, for the
target of the module. Files of LLVM IR (.ll) are compiled to PTX first. One line a module that is not so, then the counts; the exit
code is not 0 if there is any. --keep leaves the texts of these in a folder."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from accept import target_of  # noqa: E402

NAME = re.compile(r"%[A-Za-z0-9_$.-]+")
LITERAL = re.compile(r"^\s+(%[A-Za-z0-9_$.-]+) = (ptx\.(?:const|undef) .*)$")
PREDECESSORS = re.compile(r"  // (?:\d+ )?preds?: [\^bb0-9, ]*$")
FUNCTION = re.compile(r"^\s+ptx\.(?:entry|func) ")


def normal_form(text):
    """The lines of a printed module, with values numbered in their order and
    constants written where they are used."""
    names = {}
    count = 0
    lines = []

    def rename(match):
        nonlocal count
        name = match.group()
        found = names.get(name)
        if found is None:
            found = names[name] = "%%%d" % count
            count += 1
        return found

    for line in text.split("\n"):
        if FUNCTION.match(line):
            names = {}
            count = 0
            lines.append(line)
            continue
        literal = LITERAL.match(line)
        if literal:
            names[literal.group(1)] = "<%s>" % literal.group(2)
            continue
        if line.lstrip().startswith("ptx.section"):
            lines.append(line)
            continue
        lines.append(NAME.sub(rename, PREDECESSORS.sub("", line)))
    return lines


def run(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=900, check=False)
    return done.returncode, done.stderr.decode("utf-8", "replace")


def first_error(text):
    lines = [line for line in text.splitlines() if "error" in line]
    return lines[0] if lines else text.strip()[:200]


def read(path):
    return pathlib.Path(path).read_text("utf-8", "surrogateescape")


def ptxas(path, out):
    return run(["ptxas", "-arch=sm_" + target_of(path), "-c", "-o", out, path])


def check(path, options):
    """(verdict, message) of one module."""
    with tempfile.TemporaryDirectory() as tmp:
        def name(file):
            return os.path.join(tmp, file)

        if path.endswith(".ll"):
            code, errors = run(shlex.split(options.llc) + [path, "-o", name("0.ptx")])
            if code:
                return "refused by llc", first_error(errors)
            path = name("0.ptx")
        code, errors = run(["ptx-translate", "--import-ptx", path, "-o", name("1.mlir")])
        if code:
            return "refused", first_error(errors)
        steps = [("--export-ptx", name("1.mlir"), name("1.ptx"), "no text"),
                 ("--import-ptx", name("1.ptx"), name("2.mlir"), "text refused"),
                 ("--export-ptx", name("2.mlir"), name("2.ptx"), "no second text")]
        verdict, message = "fixed", ""
        for action, source, result, what in steps:
            code, errors = run(["ptx-translate", action, source, "-o", result])
            if code:
                verdict, message = what, first_error(errors)
                break
        else:
            one, two = normal_form(read(name("1.mlir"))), normal_form(read(name("2.mlir")))
            if one != two:
                verdict = "operations differ"
                at = next((i for i, (a, b) in enumerate(zip(one, two)) if a != b),
                          min(len(one), len(two)))
                message = "%s | %s" % (one[at:at + 1], two[at:at + 1])
            elif read(name("1.ptx")) != read(name("2.ptx")):
                verdict = "texts differ"
            elif options.ptxas and ptxas(path, name("cubin"))[0] == 0:
                code, errors = ptxas(name("1.ptx"), name("cubin"))
                if code:
                    verdict, message = "ptxas refuses", first_error(errors)
                else:
                    verdict = "fixed, ptxas"
        if options.keep and not verdict.startswith("fixed"):
            folder = os.path.join(options.keep, pathlib.Path(path).stem)
            shutil.copytree(tmp, folder, dirs_exist_ok=True)
    return verdict, message


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("paths", nargs="+")
    p.add_argument("--ptxas", action="store_true")
    p.add_argument("--keep", metavar="DIR")
    p.add_argument("--exclude", metavar="NAME", action="append", default=[],
                   help="a folder or file to leave out")
    p.add_argument("--llc", help="the command that makes PTX of LLVM IR",
                   default="llc -O2 -march=nvptx64 -mcpu=sm_90 -mattr=+ptx83")
    p.add_argument("-j", dest="jobs", type=int, default=1)
    options = p.parse_args()
    files = []
    for path in options.paths:
        if not os.path.isdir(path):
            files.append(path)
            continue
        files += sorted(str(f) for f in pathlib.Path(path).rglob("*")
                        if f.suffix in (".ptx", ".ll") and not set(f.parts).intersection(options.exclude))
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, (verdict, message) in zip(
                files, pool.map(lambda f: check(f, options), files)):
            counts[verdict] += 1
            if not verdict.startswith("fixed"):
                print("%s: %s: %s" % (path, verdict, message[:300]), flush=True)
    print(", ".join("%d %s" % (n, v) for v, n in sorted(counts.items())))
    return any(not v.startswith("fixed") for v in counts)


if __name__ == "__main__":
    sys.exit(main())
