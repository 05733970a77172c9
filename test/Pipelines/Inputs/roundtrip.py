#!/usr/bin/env python3
# ===- roundtrip.py - Every level as text, stages one after the other ---------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===--------------------------------------------------------------------------===#
"""For each PTX file of a folder:

- the text of its ptx, ori (after conversion, after cse, after allocation) and
  sass modules comes back unchanged when it is parsed and printed, and
- the whole O3 pipeline gives what its four stages give when they are run one
  after the other, each on the text that the one before printed.

usage: roundtrip.py FOLDER [--jobs N] [NAME]...
Exit code 0 if all files pass; one line a failure.
"""

import argparse
import concurrent.futures
import difflib
import pathlib
import subprocess
import sys

STAGES = ["ptx-to-ori-O3", "ori-O3", "ori-to-sass-O3", "sass-finalize-O3"]


class Failure(Exception):
    pass


def ptx_opt(arguments, text):
    """The output of ptx-opt for `text` on its standard input."""
    run = subprocess.run(
        ["ptx-opt", *arguments], input=text, capture_output=True, timeout=50
    )
    if run.returncode:
        error = run.stderr.decode(errors="replace").strip().splitlines()
        what = " ".join(arguments) or "parsing"
        raise Failure(f"{what}: {error[0] if error else run.returncode}")
    return run.stdout


def same(what, expected, got):
    if expected == got:
        return
    lines = list(
        difflib.unified_diff(
            expected.decode().splitlines(), got.decode().splitlines(), lineterm="", n=0
        )
    )
    raise Failure(f"{what}: " + " / ".join(line.strip() for line in lines[3:5]))


def check(path):
    """What fails for one file, or None."""
    try:
        text = path.read_bytes()
        ptx = ptx_opt([], text)
        same("ptx text", ptx, ptx_opt([], ptx))

        # The stages, each from text; every level printed twice.
        module = ptx
        for stage in STAGES:
            if stage.startswith("ori-to-sass"):
                stop = "ori-allocate-registers"
                allocated = ptx_opt([f"--pipeline={stage}", f"--stop-after={stop}"], module)
                same("allocated ori text", allocated, ptx_opt([], allocated))
            module = ptx_opt([f"--pipeline={stage}"], module)
            same(f"text after {stage}", module, ptx_opt([], module))

        whole = ptx_opt(["--pipeline=O3"], text)
        same("O3 against its stages", whole, module)
    except Failure as failure:
        return str(failure)
    except subprocess.TimeoutExpired:
        return "timeout"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    paths = [
        path
        for path in sorted(options.folder.glob("*.ptx"))
        if not options.names or path.stem in options.names
    ]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, failure in zip(paths, pool.map(check, paths)):
            if failure:
                failed += 1
                print(f"{path.stem}: {failure}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
