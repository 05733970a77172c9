#!/usr/bin/env python3
#===- compile_reprinted.py - Compiles what the PTX printer makes -----------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""A --compiler of run.py that prints the imported PTX and compiles that.

    compile_reprinted.py COMPILER... FILE.ptx -o FILE.cubin

The text goes by way of the textual ptx dialect, and stays beside the cubin."""

import subprocess
import sys


def main():
    *compiler, source, _, cubin = sys.argv[1:]
    text = cubin + ".ptx"
    steps = [
        ["ptx-translate", "--import-ptx", source, "-o", cubin + ".mlir"],
        ["ptx-translate", "--export-ptx", cubin + ".mlir", "-o", text],
        [*compiler, text, "-o", cubin],
    ]
    for step in steps:
        code = subprocess.run(step, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
