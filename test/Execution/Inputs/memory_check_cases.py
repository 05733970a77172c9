#!/usr/bin/env python3
# ===- memory_check_cases.py - What --check=memory must find ----------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the kernels of memory-check.ptx with their mistake, which must be found,
and without it, when nothing may be found. The arguments are what ptx-run is to
run: `--interpret FILE.ptx`, or a cubin.

    memory_check_cases.py [--skip=KERNEL,...] [--without=KERNEL,...] ARGUMENT...

In what is skipped the mistake is none; what is without is not there."""

import subprocess
import sys

# Of each kernel, the findings: words that one of them must have.
CASES = {
    "race_shared": ["race in shared memory", "read by", "after write by", "nothing orders the two"],
    "race_write": ["race in shared memory", "write by", "read by", "nothing orders the two"],
    "race_global": ["race in global memory, at byte", "read by", "after write by"],
    "race_warp": ["race in shared memory", "read by", "after write by"],
    "race_instruction": ["race in shared memory", "which value stays is undefined"],
    "race_atomic": ["race in shared memory", "read by", "atomic by|after write by"],
    "race_named": ["race in shared memory", "nothing orders the two"],
    "race_mbarrier": ["race in shared memory", "nothing orders the two"],
    "race_copy": ["race in shared memory", "after asynchronous copy by", "the copy has not been waited for"],
    "race_flag": ["race in global memory", "read by", "after write by"],
    "unwritten_shared": ["read of 4 bytes at shared address", "which nothing has written"],
    "unwritten_global": ["read of 4 bytes of global memory at byte 0 of the 512 bytes of argument 0, which nothing has written"],
    "unwritten_local": ["read of 4 bytes of local memory, which nothing has written"],
    "divergence_end": ["divergence at barrier 0", "it is for all threads, and some have ended", "thread (32,0,0) of block (0,0,0) has ended"],
    "divergence_warp": ["divergence at barrier 0", "threads of one warp come from different instructions"],
    "divergence_stall": ["divergence at barrier", "it is for all threads, and some wait elsewhere"],
}


def run(arguments, kernel, mend):
    contents = "none" if kernel == "unwritten_global" else "zero"
    command = ["ptx-run", "--check=memory", "--kernel=" + kernel, "--block=64",
               "--max-instructions=100000", "--arg=buf:%s,512" % contents,
               "--arg=u32:%d" % mend] + arguments
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main():
    arguments, skip, without = sys.argv[1:], [], []
    if arguments[0].startswith("--skip="):
        skip = arguments.pop(0)[len("--skip="):].split(",")
    if arguments[0].startswith("--without="):
        without = arguments.pop(0)[len("--without="):].split(",")
    failures = found = 0
    for kernel, words in CASES.items():
        if kernel in without:
            continue
        wrong, right = run(arguments, kernel, 0), run(arguments, kernel, 1)
        if right.returncode or "race" in right.stdout:
            failures += 1
            print("%s, mended:\n%s" % (kernel, right.stdout))
        if kernel in skip:
            if wrong.returncode:
                failures += 1
                print("%s is not to be found here:\n%s" % (kernel, wrong.stdout))
            continue
        missing = [w for w in words + ["of kernel '%s'" % kernel]
                   if not any(part in wrong.stdout for part in w.split("|"))]
        if wrong.returncode != 1 or missing:
            failures += 1
            print("%s: exit code %d, no %s\n%s" % (kernel, wrong.returncode, missing, wrong.stdout))
        else:
            found += 1
    print("%d found, %d failures" % (found, failures))
    sys.exit(failures != 0)


main()
