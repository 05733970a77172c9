#!/usr/bin/env python3
# ===- compare-fat-binaries.py - ptx-objdump and cuobjdump on fat binaries --------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares what ptx-objdump and cuobjdump say of fat binaries, and what they extract.

    compare-fat-binaries.py [--brief] [--keep FOLDER] [FILE...]

Without files nvcc makes some of a small program: fat binaries by themselves with each
compression, objects, a library, programs with and without relocatable code. Both texts
must be the same to the byte, and so must the files that are extracted; --brief takes a few
of the files and ways to print. Prints what differs and, for each way to print, how many are the same; the exit code is 1 where one
differs."""

import argparse
import collections
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = """
__device__ int counter;
__global__ void first(float *a, int n) {
  for (int i = 0; i < n; ++i) a[i] += a[i + n];
  atomicAdd(&counter, 1);
}
#ifdef MAIN
int main() { first<<<1, 1>>>(nullptr, 0); return 0; }
#endif
"""
TWO = ["-gencode", "arch=compute_80,code=[sm_80,compute_80]", "-gencode", "arch=compute_90a,code=sm_90a"]
MANY = [*TWO, "-gencode", "arch=compute_100f,code=[sm_100f,compute_100f]", "-gencode",
        "arch=compute_120a,code=sm_120a"]
# Name of a file, and the options of nvcc that make it.
FILES = {
    "default.fatbin": ["-fatbin", *MANY],
    "size.fatbin": ["-fatbin", "-compress-mode=size", *TWO],
    "speed.fatbin": ["-fatbin", "-compress-mode=speed", *TWO],
    "none.fatbin": ["-fatbin", "-compress-mode=none", *TWO],
    "all.lz4.fatbin": ["-fatbin", "-compress-mode=speed", "-Xfatbin", "-compress-all", *TWO],
    "object.o": ["-c", *TWO],
    "debug.o": ["-c", "-G", "-arch=sm_80"],
    "relocatable.o": ["-dc", *TWO],
    "lto.o": ["-dc", "-gencode", "arch=compute_80,code=[sm_80,lto_80]"],
    "program": ["-DMAIN", "-arch=sm_80"],
    "linked": ["-DMAIN", "-rdc=true", "-arch=sm_80"],
    "shared.so": ["-shared", "-Xcompiler", "-fPIC", *TWO],
}
WAYS = ("", "-lelf", "-lptx", "-lelf -lptx", "-lelf -lptx -all", "-lelf -lptx -arch sm_90", "-ptx", "-sass",
        "-sass -ptx -res-usage -symbols -all", "-sass -arch sm_90a", "-sass -fun _Z5firstPfi", "-ptx -arch sm_100",
        "-xelf all", "-xptx all", "-xelf sm_90,.1. -xptx sm_80 -all")


BRIEF_FILES = ("size.fatbin", "speed.fatbin", "object.o", "debug.o", "relocatable.o")
BRIEF_WAYS = ("-lelf -lptx", "-sass -ptx", "-xelf all -xptx all")


def make(folder, names):
    source = folder / "source.cu"
    source.write_text(SOURCE)
    for name in names:
        subprocess.run(["nvcc", *FILES[name], source, "-o", folder / name], check=True)
        yield folder / name
    library = folder / "library.a"
    subprocess.run(["ar", "rc", library, *(folder / name for name in ("object.o", "debug.o", "relocatable.o"))],
                   check=True)
    yield library


def run(tool, way, path):
    """Exit code, text and extracted files."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([tool, *way.split(), path], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
        files = {file.name: file.read_bytes() for file in pathlib.Path(folder).iterdir()}
    return done.returncode, done.stdout.decode("latin-1"), files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=pathlib.Path, help="where the files are made")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--brief", action="store_true")
    options = parser.parse_args()
    same, total = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        work = (options.keep or pathlib.Path(folder)).resolve()
        # Under this name it is cuobjdump without an option, too.
        link = pathlib.Path(folder, "cuobjdump")
        link.symlink_to(shutil.which("ptx-objdump"))
        for path in options.files or make(work, BRIEF_FILES if options.brief else FILES):
            for way in BRIEF_WAYS if options.brief else WAYS:
                theirs = run("cuobjdump", way, path.resolve())
                ours = run(link, way, path.resolve())
                total[way] += 1
                same[way] += ours == theirs
                if ours == theirs:
                    continue
                print(f"{path.name}: {way}: exit codes {ours[0]} and {theirs[0]}")
                lines = itertools.zip_longest(ours[1].split("\n"), theirs[1].split("\n"))
                for number, (our, their) in enumerate(lines, 1):
                    if our != their:
                        print(f"  line {number}:\n  ours:   {our}\n  theirs: {their}")
                        break
                names = sorted(ours[2].keys() | theirs[2].keys())
                print("".join(f"  file {name} differs\n" for name in names if ours[2].get(name) != theirs[2].get(name)),
                      end="")
    for way in total:
        print(f"{way or 'headers'}: {total[way]} files, {same[way]} the same")
    sys.exit(same != total or not total)


if __name__ == "__main__":
    main()
