#!/usr/bin/env python3
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks over many kernels at once.

  check-cubins.py roundtrip --tmp DIR --compiler 'ptxas -arch=sm_90 -O3' PTX...
      cubin -> sass dialect -> cubin gives the same bytes
  check-cubins.py describe ...
      the same without the file's image: the new file says the same, but for
      the tool's name and frame rows (docs/cubin.md)
  check-cubins.py parity --compiler OURS --compiler THEIRS ...
      two compilers say the same about a kernel, but for what follows from
      their choice of instructions
  check-cubins.py same --compiler OURS --compiler 'OURS --other-options' ...
      all commands give the same bytes, also for a copy of the file elsewhere

A PTX file may be a folder: all .ptx files in it. Exit status 0 if all agree.
"""

import argparse
import glob
import os
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
COMPARE = os.path.join(HERE, "..", "..", "..", "..", "utils", "cubin",
                       "compare-cubins.py")


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def compile_ptx(compiler, source, output):
    """None, or what the compiler said."""
    result = run(shlex.split(compiler) + [source, "-o", output])
    return None if result.returncode == 0 else result.stderr


def translate(args):
    result = run(["ptx-translate"] + args)
    return None if result.returncode == 0 else result.stderr


def compare(args):
    return run([sys.executable, COMPARE] + args).stdout


def roundtrip(cubin, args):
    error = (translate(["--cubin-to-sass", cubin, "-o", cubin + ".mlir"])
             or translate(["--sass-to-cubin", cubin + ".mlir", "-o",
                           cubin + ".again"]))
    if error:
        return error
    with open(cubin, "rb") as a, open(cubin + ".again", "rb") as b:
        return "" if a.read() == b.read() else "the bytes differ\n"


def describe(cubin, args):
    error = translate(["--keep-image=false", "--cubin-to-sass", cubin, "-o",
                       cubin + ".mlir"])
    if error:
        # Device functions and jump tables need the image; the message says so.
        return "" if "only the file's image can keep" in error else error
    error = translate(["--sass-to-cubin", cubin + ".mlir", "-o",
                       cubin + ".again"])
    return error or compare([
        "--all", "--skip", "segments",
        "--skip", "section .note.nv.tkinfo", "--skip", "section .debug_frame",
        "--skip", "section .rela.debug_frame", cubin, cubin + ".again"
    ])


def same(source, cubins, compilers, folder):
    """Another run of the last compiler, on a copy of the source."""
    copy = os.path.join(folder, "elsewhere", "copy.ptx")
    os.makedirs(os.path.dirname(copy), exist_ok=True)
    shutil.copy(source, copy)
    error = compile_ptx(compilers[-1], copy, copy + ".cubin")
    if error:
        return error
    contents = []
    for cubin in cubins + [copy + ".cubin"]:
        with open(cubin, "rb") as f:
            contents.append(f.read())
    return "" if len(set(contents)) == 1 else "the bytes differ\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["roundtrip", "describe", "parity",
                                          "same"])
    parser.add_argument("--tmp", required=True)
    parser.add_argument("--compiler", action="append", required=True)
    parser.add_argument("--skip", action="append", default=[],
                        help="name of a kernel to leave out")
    parser.add_argument("sources", nargs="+")
    args = parser.parse_args()
    os.makedirs(args.tmp, exist_ok=True)
    sources = []
    for source in args.sources:
        if os.path.isdir(source):
            sources += sorted(glob.glob(os.path.join(source, "*.ptx")))
        else:
            sources.append(source)
    sources = [s for s in sources
               if os.path.basename(s)[:-4] not in args.skip]
    failures = 0
    for source in sources:
        name = os.path.basename(source)[:-4]
        cubins = []
        message = ""
        for i, compiler in enumerate(args.compiler):
            cubins.append(os.path.join(args.tmp, f"{name}.{i}.cubin"))
            message = compile_ptx(compiler, source, cubins[-1])
            if message:
                break
        if not message:
            if args.check == "parity":
                message = compare(["--by-code"] + cubins)
            elif args.check == "same":
                message = same(source, cubins, args.compiler, args.tmp)
            else:
                for cubin in cubins:
                    check = roundtrip if args.check == "roundtrip" else describe
                    message = message or check(cubin, args)
        if message:
            failures += 1
            print(f"{name}:\n{message}")
    print(f"{len(sources)} kernels, {failures} failures")
    return 1 if failures or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
