#!/usr/bin/env python3
"""Checks the instruction codec against ptxas.

Compiles every PTX file with ptxas and passes the cubins to isa-roundtrip, which
decodes and encodes each instruction word again. Exits with 1 if a word does not
come back. With --nvdisasm, prints the disassembler's text of the words that fail.

  utils/isa/roundtrip.py --bin build/bin/isa-roundtrip test/kernels
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile


def find_ptx(paths):
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from sorted(path.glob("*.ptx"))
        else:
            yield path


def compile_ptx(job):
    """Returns the cubin, or the messages if ptxas refuses the file."""
    ptx, arch, level, relocatable, out = job
    cubin = out / f"{ptx.stem}.{arch}.O{level}.cubin"
    run = subprocess.run(
        ["ptxas", f"-arch={arch}", f"-O{level}", *(["-c"] if relocatable else []),
         str(ptx), "-o", str(cubin)],
        capture_output=True, text=True)
    return (cubin, "") if run.returncode == 0 else (None, run.stderr)


def disassemble(cubins):
    """Maps each instruction word of the cubins to nvdisasm's text."""
    texts = {}
    for cubin in cubins:
        run = subprocess.run(["nvdisasm", "-hex", "-c", str(cubin)],
                             capture_output=True, text=True)
        pending = None
        for line in run.stdout.splitlines():
            first = re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*?);?\s*/\* 0x([0-9a-f]{16}) \*/", line)
            second = re.match(r"\s+/\* 0x([0-9a-f]{16}) \*/", line)
            if first:
                pending = first.groups()
            elif second and pending:
                texts["0x" + second.group(1) + pending[1]] = pending[0].rstrip(" ;")
                pending = None
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="+", help="PTX files or folders of them")
    parser.add_argument("--bin", default="isa-roundtrip")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--levels", default="0,3", help="optimisation levels")
    parser.add_argument("--relocatable", action="store_true", help="ptxas -c")
    parser.add_argument("--nvdisasm", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as tmp:
        jobs = [(ptx, args.arch, level, args.relocatable, pathlib.Path(tmp))
                for ptx in find_ptx(args.inputs) for level in args.levels.split(",")]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            results = list(pool.map(compile_ptx, jobs))
        cubins = []
        for (ptx, _, level, *_), (cubin, messages) in zip(jobs, results):
            if cubin:
                cubins.append(cubin)
            else:
                print(f"{ptx} -O{level}: ptxas: {messages.strip()}")
        if not cubins:
            print("no cubin was made")
            return 1
        show = "1000000" if args.nvdisasm else "4"
        run = subprocess.run([args.bin, f"--show={show}", *map(str, cubins)],
                             capture_output=True, text=True)
        texts = disassemble(cubins) if args.nvdisasm else {}
        for line in run.stdout.splitlines():
            word = re.match(r"\s+(0x[0-9a-f]{32})", line)
            print(line + (" " + texts.get(word.group(1), "") if word and texts else ""))
        sys.stderr.write(run.stderr)
        print(f"{len(cubins)} cubins of {len(jobs)}")
        return run.returncode or (1 if len(cubins) != len(jobs) else 0)


if __name__ == "__main__":
    sys.exit(main())
