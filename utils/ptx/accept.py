#!/usr/bin/env python3
# ===- accept.py - Which PTX modules ptxas and we take ------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Has ptxas and optxas check PTX modules, each for its own target (sm_75 if that is older).

    accept.py FOLDER_OR_FILE... [--group REGEX] [-j N]

Both only check (-arch=compute_...). Modules are counted by the first group of REGEX
in their path (by folder without it): all, with their megabytes, those that ptxas
takes, those that we take, and those where the two differ, which are listed with the
first error. The exit code is not 0 if we refuse one that ptxas takes."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

# The oldest SM that is compiled for.
OLDEST = 75
TARGET = re.compile(r"^\s*\.target\s+sm_(\w+)", re.M)


def takes(tool, path, target):
    done = subprocess.run([tool, "-arch=compute_" + target, path], stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=900, check=False, cwd=os.environ.get("TMPDIR", "/tmp"))
    text = (done.stderr + done.stdout).decode("utf-8", "replace")
    errors = [line for line in text.splitlines() if "error" in line or "fatal" in line]
    return done.returncode == 0, errors[0] if errors else text[:200]


def target_of(path):
    """What a module is compiled for: "90a" for its own target sm_90a."""
    with open(path, errors="replace") as file:
        target = TARGET.search(file.read(4096))
    target = target.group(1) if target else "90"
    return str(OLDEST) if target.isdigit() and int(target) < OLDEST else target


def check(path, options):
    path = str(pathlib.Path(path).resolve())
    target = target_of(path)
    return takes(options.ptxas, path, target), takes(options.optxas, path, target)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("paths", nargs="+")
    p.add_argument("--group", type=re.compile)
    p.add_argument("--ptxas", default="ptxas")
    p.add_argument("--optxas", default="optxas")
    p.add_argument("-j", dest="jobs", type=int, default=1)
    options = p.parse_args()
    files = []
    for path in options.paths:
        files += sorted(map(str, pathlib.Path(path).rglob("*.ptx"))) if os.path.isdir(path) else [path]
    counts = collections.defaultdict(collections.Counter)
    refused = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, (theirs, ours) in zip(files, pool.map(lambda f: check(f, options), files)):
            match = options.group and options.group.search(path)
            count = counts[match.group(1) or "" if match else os.path.dirname(path)]
            count["modules"] += 1
            count["bytes"] += os.path.getsize(path)
            count["ptxas"] += theirs[0]
            count["optxas"] += ours[0]
            if theirs[0] != ours[0]:
                count["differ"] += 1
                refused += theirs[0]
                print("%s: %s: %s" % (path, "refused" if theirs[0] else "ptxas refuses",
                                      (ours if theirs[0] else theirs)[1]), flush=True)
    total = collections.Counter()
    for name, count in sorted(counts.items()):
        total.update(count)
        print(line(name, count))
    print(line("all", total))
    return refused != 0


def line(name, count):
    return "%s: %d modules, %.1f MB, %d taken by ptxas, %d by us, %d differ" % (
        name, count["modules"], count["bytes"] / 1e6, count["ptxas"], count["optxas"], count["differ"])


if __name__ == "__main__":
    sys.exit(main())
