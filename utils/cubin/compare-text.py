#!/usr/bin/env python3
# ===- compare-text.py - ptx-objdump's text and that of NVIDIA's tools ------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares what ptx-objdump prints of cubins with nvdisasm's and cuobjdump's text.

    compare-text.py [--compiler optxas,ptxas] [--sm 75,90] [--flags=,-lineinfo,-g,-c]
                    [--all] [--way "nvdisasm -c -plr"]... FILE...

A file is a cubin, or PTX, which each compiler compiles for each SM with each of the
flags, its target replaced by that of the SM; --all takes all of these, without it each
file takes one of them after the other. Both texts must be the same to the byte. Prints
the first line that differs of each pair and, for each way to print, how many are the
same. With --way it is only these ways, and nvdisasm's
code sections are counted one by one, too, those with calls apart. The exit code is 1
where one differs."""

import argparse
import collections
import itertools
import os
import re
import subprocess
import sys
import tempfile

WAYS = {"nvdisasm": ("-c", "-c -g", "-c -hex", "-c -g -hex", "-c -gi", "-c -gp",
                      "-cfg", "-bbcfg -poff"),
        "cuobjdump": ("-sass", "-res-usage", "-symbols")}


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout.decode("latin-1")


def compile_ptx(path, ways, folder):
    """Cubins of a file, each with a name of how it was made."""
    with open(path, encoding="latin-1") as file:
        text = file.read()
    name = os.path.basename(path).removesuffix(".ptx")
    for compiler, sm, flag in ways:
        source = os.path.join(folder, "source.ptx")
        with open(source, "w", encoding="latin-1") as file:
            file.write(re.sub(r"^\.target sm_\w+", ".target sm_" + sm, text, flags=re.M))
        cubin = os.path.join(folder, f"{name}.{compiler}.sm_{sm}{flag}.cubin")
        code, _ = run(compiler, "-arch=sm_" + sm, *flag.split(), source, "-o", cubin)
        # Not every program is one of every SM.
        if code == 0:
            yield cubin


def count_functions(way, ours, theirs, same, total):
    """Code sections that are the same, by whether they have calls."""
    ours, theirs = (text.split("//---------------------") for text in (ours, theirs))
    for our, their in itertools.zip_longest(ours, theirs, fillvalue=""):
        if their.startswith(" .text."):
            calls = "with" if re.search(r"\bCALL", their) else "without"
            kind = f"{way}, code {calls} calls"
            total[kind] += 1
            same[kind] += our == their


def compare(cubin, chosen, same, total, functions):
    for tool, ways in chosen.items():
        for way in ways:
            code, theirs = run(tool, *way.split(), cubin)
            if code:
                continue
            _, ours = run("ptx-objdump", *way.split(), cubin)
            total[way] += 1
            if tool == "nvdisasm":
                count_functions(way, ours, theirs, *functions)
            if ours == theirs:
                same[way] += 1
                continue
            lines = itertools.zip_longest(ours.split("\n"), theirs.split("\n"))
            for number, (our, their) in enumerate(lines, 1):
                if our != their:
                    print(f"{os.path.basename(cubin)}: {way}: line {number}:\n"
                          f"  ours:   {our}\n  theirs: {their}")
                    break


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="optxas,ptxas")
    parser.add_argument("--sm", default="75,80,86,89,90,100,120")
    parser.add_argument("--flags", default=",-lineinfo,-g,-c")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--way", action="append", default=[])
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    ways = list(itertools.product(options.compiler.split(","), options.sm.split(","),
                                  options.flags.split(",")))
    wanted = WAYS
    if options.way:
        wanted = collections.defaultdict(list)
        for way in options.way:
            tool, _, rest = way.partition(" ")
            wanted[tool].append(rest)
    same, total = collections.Counter(), collections.Counter()
    functions = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for index, path in enumerate(options.files):
            if not path.endswith(".ptx"):
                compare(path, wanted, same, total, functions)
                continue
            # A step that has no factor in common with their number.
            chosen = ways if options.all else [ways[index * 11 % len(ways)]]
            for cubin in compile_ptx(path, chosen, folder):
                compare(cubin, wanted, same, total, functions)
                os.remove(cubin)
    for way in total:
        print(f"{way}: {total[way]} files, {same[way]} the same")
    if options.way:
        for kind in functions[1]:
            print(f"{kind}: {functions[1][kind]}, {functions[0][kind]} the same")
    sys.exit(same != total or not total)


if __name__ == "__main__":
    main()
