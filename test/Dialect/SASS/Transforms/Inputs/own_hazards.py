"""Compiles PTX with a pipeline and looks for hazards and threads that do not meet in the result.

usage: own_hazards.py PIPELINE KERNEL.ptx...   (ptx-opt on PATH)
"""

import subprocess
import sys

CHECK = ("--pass-pipeline=builtin.module(sass.module(sass.func(sass-check-hazards,"
         "sass-verify-convergence{strict=true})))")
pipeline, *kernels = sys.argv[1:]
assert kernels
for kernel in kernels:
    code = subprocess.run(["ptx-opt", "--pipeline=" + pipeline, kernel], check=True, capture_output=True).stdout
    assert b"sass.func" in code, kernel
    found = subprocess.run(["ptx-opt", CHECK, "-o", "/dev/null"], input=code, capture_output=True)
    if found.returncode:
        sys.exit(f"{kernel} at {pipeline}:\n{found.stderr.decode()}")
print(f"{len(kernels)} kernels at {pipeline}: no hazard")
