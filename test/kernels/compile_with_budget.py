#!/usr/bin/env python3
#===- compile_with_budget.py - Compiles with few registers -----------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A --compiler of run.py that allocates within a budget below ptxas's least.

    compile_with_budget.py [-O N] --allocate OPTIONS FILE.ptx -o FILE.cubin

OPTIONS are those of ori-allocate-registers, e.g. `max-registers=16`; the
assignment is verified."""

import argparse
import re
import subprocess
import sys


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("input")
    p.add_argument("-o", dest="output", required=True)
    p.add_argument("-O", dest="level", default="3")
    p.add_argument("--allocate", required=True)
    o = p.parse_args()
    limit = re.search(r"max-registers=(\d+)", o.allocate)
    verify = "{max-registers=%s}" % limit.group(1) if limit else ""
    passes = ("builtin.module(ori.module(ori.func(ori-allocate-registers{%s},"
              "ori-verify-allocation%s)))" % (o.allocate, verify))
    steps = [
        ["ptx-opt", o.input, "--arch=sm_90", "--fmad=false",
         "--pipeline=O" + o.level, "--stop-after=LateEnforceArgumentRestrictions"],
        ["ptx-opt", "--mlir-print-op-on-diagnostic=false",
         "--pass-pipeline=" + passes],
        ["ptx-opt", "--pipeline=O" + o.level,
         "--start-before=ConvertOriToSASS"],
        ["ptx-translate", "--sass-to-cubin", "-", "-o", o.output],
    ]
    data = b""
    for step in steps:
        done = subprocess.run(step, input=data, stdout=subprocess.PIPE,
                              check=False)
        if done.returncode:
            return done.returncode
        data = done.stdout
    return 0


if __name__ == "__main__":
    sys.exit(main())
