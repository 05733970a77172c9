#!/usr/bin/env python3
# ===- compile_and_verify.py - Compiles for the made-up SM and proves the code -===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A --compile-with of run.py: optxas-made-up, and the verifiers on the way.

    compile_and_verify.py -arch=sm_N -ON [--fmad=B] FILE.ptx -o FILE.cubin

The placement of convergence barriers is proved before allocation and in the machine
code, the assignment of registers behind its phase, and the machine code checked for
hazards."""

import argparse
import subprocess
import sys

# The phase that sets control fields is the last but for the encoder.
VERIFIERS = {
    "InsertConvergence": "ori-verify-convergence",
    "AllocateRegisters": "ori-verify-allocation",
    "ProcessO0WaitsAndSBs": "sass-check-hazards,sass-verify-convergence",
    "AdvancedScoreboardsAndOpexes": "sass-check-hazards,sass-verify-convergence",
}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("input")
    p.add_argument("-o", dest="output", required=True)
    p.add_argument("-arch", required=True)
    p.add_argument("-O", dest="level", required=True)
    p.add_argument("--fmad", default="true")
    o = p.parse_args()
    options = ["-arch=" + o.arch, "--fmad=" + o.fmad, o.input]
    verified = ["ptx-opt-made-up", "--pipeline=O" + o.level, "-o", "/dev/null"]
    unused = "AdvancedScoreboardsAndOpexes" if o.level == "0" else "ProcessO0WaitsAndSBs"
    verified += ["--run-after=%s:%s" % item for item in VERIFIERS.items()
                 if item[0] != unused]
    compiled = ["optxas-made-up", "-O" + o.level, "-o", o.output]
    for command in (verified, compiled):
        code = subprocess.run(command + options, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
