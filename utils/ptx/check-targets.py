#!/usr/bin/env python3
"""Which .target, .version and -arch go together: optxas against the recorded
answers of ptxas (test/Driver/Inputs/target-matrix.txt).

Every .target for every -arch, with ptxas's message where it refuses; every
.target with the versions around its first one (--all: with every version). PTX
that is accepted is only checked (-arch=compute_...), not compiled. A .version
after the newest known one is accepted with a warning; ptxas refuses it."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

KERNEL = ".version {}\n.target {}\n{}.visible .entry k() {{ ret; }}\n"
MESSAGES = {
    "n": "SM version specified by .target is higher than default SM version assumed",
    "o": "Program with .target '{0}' cannot be compiled to future architecture",
    "s": "PTX with .target '{0}' cannot be compiled for architecture '{1}'",
    "f": "Program with .target '{0}' cannot be compiled to different SM-family architecture",
}
# What our message must name for each recorded refusal of a version or target.
REASONS = {"o": "needs PTX ISA version", "t": "unsupported target",
           "v": "there is no .version", "m": "expected a version"}


def read(path):
    lines = [l for l in Path(path).read_text().splitlines() if not l.startswith("#")]
    split = next(i for i, l in enumerate(lines) if l.startswith(".version"))
    archs = lines[0].split()[1:]
    versions = lines[split].split()[1:]
    by_arch = [(t, a, c) for t, cells in map(str.split, lines[1:split])
               for a, c in zip(archs, cells, strict=True)]
    by_version = [(t, arch, list(zip(versions, cells, strict=True)))
                  for t, arch, cells in map(str.split, lines[split + 1:])]
    return by_arch, by_version


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matrix")
    parser.add_argument("--optxas", default="optxas")
    parser.add_argument("--all", action="store_true", help="every version with every target")
    args = parser.parse_args()
    by_arch, by_version = read(args.matrix)
    cells = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "k.ptx"

        def compile(version, target, arch):
            # PTX before 2.3 has no .address_size.
            numbers = [int(n) for n in version.split(".") if n.isdigit()]
            size = "" if numbers < [2, 3] else ".address_size 64\n"
            source.write_text(KERNEL.format(version, target, size))
            run = subprocess.run([args.optxas, "-arch=" + arch, source, "-o", source.with_suffix(".cubin")],
                                 capture_output=True, text=True)
            return run.returncode, run.stderr

        def check(version, target, arch, accepted, message):
            nonlocal cells, wrong
            cells += 1
            code, stderr = compile(version, target, arch)
            if (code == 0) != accepted or message not in stderr:
                wrong += 1
                wanted = repr(message) if message else "acceptance"
                print(f".version {version} .target {target} -arch={arch}: "
                      f"exit code {code}, {stderr!r}; wanted {wanted}")

        for target, arch, cell in by_arch:
            virtual = arch.replace("sm_", "compute_")
            if cell == "+":
                check("9.0", target, virtual, True, "")
                continue
            for name in (arch, virtual):
                check("9.0", target, name, False, f"fatal   : {MESSAGES[cell].format(target, name)}\n")
        for target, arch, row in by_version:
            for i, (version, cell) in enumerate(row):
                near = row[max(i - 1, 0):i + 2]
                if not args.all and all(c == cell for _, c in near):
                    continue
                number = version.split(".")
                if cell == "v" and len(number) == 2 and (int(number[0]), int(number[1])) > (9, 0):
                    check(version, "sm_90", "compute_90", True, "warning")
                    continue
                message = REASONS.get(cell, "")
                check(version, target, arch.replace("sm_", "compute_"), cell == "+", message)
    print(f"{cells} cells, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
