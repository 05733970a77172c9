"""Checks control fields on code that ptxas made: decoded as it is, it must have
no hazard, and neither must it after our own scheduling and control fields.

usage: ptxas_hazards.py ARCH KERNEL.ptx...   (ptxas, ptx-translate, ptx-opt on PATH)
"""
import os
import re
import subprocess
import sys
import tempfile

PASSES = {
    "as ptxas made it": "sass-check-hazards",
    "own control fields": "sass-set-control,sass-check-hazards",
    "own order and control fields":
        "sass-schedule,sass-set-control,sass-check-hazards",
}


def main():
    arch, kernels = sys.argv[1], sys.argv[2:]
    failed = 0
    for kernel in kernels:
        with tempfile.TemporaryDirectory() as folder:
            ptx = os.path.join(folder, "k.ptx")
            cubin = os.path.join(folder, "k.cubin")
            with open(kernel) as source, open(ptx, "w") as copy:
                copy.write(re.sub(r"(?m)^\.target .*", ".target " + arch,
                                  source.read()))
            subprocess.run(["ptxas", "-arch=" + arch, "-o", cubin, ptx],
                           check=True)
            sass = subprocess.run(["ptx-translate", "--cubin-to-sass", cubin],
                                  check=True, capture_output=True).stdout
        for what, passes in PASSES.items():
            pipeline = f"builtin.module(sass.module(sass.func({passes})))"
            run = subprocess.run(["ptx-opt", "--pass-pipeline=" + pipeline, "-o",
                                  os.devnull], input=sass, capture_output=True)
            ok = run.returncode == 0 and b"error" not in run.stderr
            print(f"{os.path.basename(kernel)}: {what}: {'ok' if ok else 'FAIL'}")
            if not ok:
                failed += 1
                print(run.stderr.decode()[:2000])
    sys.exit(1 if failed else 0)


main()
