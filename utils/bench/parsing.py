#!/usr/bin/env python3
"""Speed of reading PTX: text to verified IR with locations, ours beside ptxas.

The input is made of copies of the modules of test/kernels (or of PTX files of
one target) under new names, until it has 10 and 100 MB (--megabytes). Both compilers only
check it (-arch=compute_...). Figures are medians of --runs runs of user and
system CPU seconds, with as much free memory as they need touched just before; memory is the peak less that on an empty kernel, over the
instructions."""

import argparse
import json
import mmap
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ".version {}\n.target {}\n.address_size 64\n"
# Modifiers and registers are no names of the module.
WORD = re.compile(r"[.%]?[\w$]+")
FUNCTION = re.compile(r"\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w$]+)")
VARIABLE = re.compile(r"^(?:\.(?:visible|extern|weak|common)\s+)*\.(?:global|shared|const)\b[^;={]*?"
                      r"([\w$]+)(?:\[[^\]]*\])*\s*(?:=|;)", re.M)
INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?[a-z][\w.:]*\b[^:\n]*;", re.M)
LIBRARY = {"vprintf", "malloc", "free", "__assertfail"}


def body_of(path):
    text = re.sub(r"//.*", "", path.read_text())
    return text[text.index(".address_size 64") + len(".address_size 64"):]


def renamed(body, number):
    names = (set(FUNCTION.findall(body)) | set(VARIABLE.findall(body))) - LIBRARY

    def rename(match):
        word = match[0]
        owner = word.partition("_param_")[0]
        return f"{owner}_{number}{word[len(owner):]}" if owner in names else word
    return WORD.sub(rename, body)


def write(path, bodies, size, version, target):
    instructions = number = 0
    with path.open("w") as out:
        out.write(HEADER.format(version, target))
        while out.tell() < size:
            body = renamed(bodies[number % len(bodies)], number)
            instructions += len(INSTRUCTION.findall(body))
            out.write(body)
            number += 1
        return out.tell(), instructions


def touch(size):
    """Has the system hold that much free memory. A virtual machine that gives free memory
    back to its host pays for the first touch of it (2.7 s a GB were seen, 0.18 s otherwise), as
    system time of whoever comes first."""
    with mmap.mmap(-1, max(size, 1)) as memory:
        for offset in range(0, size, mmap.PAGESIZE):
            memory[offset] = 1


def measure(command, runs):
    times, peaks = [], []
    for _ in range(runs):
        touch(max(peaks, default=1 << 20) * 5 // 4)
        pid = os.fork()
        if pid == 0:
            os.execvp(command[0], command)
        _, status, usage = os.wait4(pid, 0)
        if status:
            sys.exit(f"{command[0]} failed")
        times.append(usage.ru_utime + usage.ru_stime)
        peaks.append(usage.ru_maxrss * 1024)
    return statistics.median(times), statistics.median(peaks)


def phases(bench, path, count):
    """Nanoseconds per instruction of each phase. What the operations cost beyond being
    made and their locations is the renaming of registers to values: with the blocks and
    block arguments (flow), that is SSA construction."""
    out = subprocess.run([bench, "--benchmark_format=json", "--benchmark_min_time=0.5", path, str(count)],
                         capture_output=True, text=True, check=True).stdout
    found = {b["name"].partition("/")[0]: b for b in json.loads(out)["benchmarks"]}
    ns = {name: result["ns"] for name, result in found.items()}
    whole = found["importing"]
    renaming = whole["operations"] - ns["opCreation"] - ns["locations"]
    parsing = whole["ns"] - whole["flow"] - whole["operations"] - ns["lexing"]
    rows = [("lexing", ns["lexing"]), ("names, forms, operands, directives", parsing),
            ("SSA construction", whole["flow"] + renaming), ("op creation", ns["opCreation"]),
            ("locations", ns["locations"]), ("verification", ns["verification"]),
            ("all", whole["ns"] + ns["verification"])]
    for name, value in rows:
        print(f"  {name}: {value:.0f} ns an instruction")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="PTX modules; test/kernels if none")
    parser.add_argument("--optxas", default=str(ROOT / "build/bin/optxas"))
    parser.add_argument("--ptxas", help="also measure this program")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--version", default="9.0")
    parser.add_argument("--megabytes", type=int, nargs="+", default=[10, 100], help="sizes of the input")
    parser.add_argument("--arch", help="the -arch; that of --target if not given")
    parser.add_argument("--bench", help="ptx-bench (ninja ptxmlir-bench): also the share of each phase, at the first size")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    bodies = [body_of(f) for f in args.files or sorted((ROOT / "test/kernels").glob("*.ptx"))]
    arch = "-arch=" + (args.arch or args.target.replace("sm_", "compute_"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "k.ptx"
        path.write_text(HEADER.format(args.version, args.target) + ".visible .entry k() { ret; }\n")
        programs = [args.optxas] + ([args.ptxas] if args.ptxas else [])
        empty = {p: measure([p, arch, str(path)], args.runs)[1] for p in programs}
        seconds = {}
        for megabytes in args.megabytes:
            size, count = write(path, bodies, megabytes * 10**6, args.version, args.target)
            if args.bench and megabytes == args.megabytes[0]:
                phases(args.bench, path, count)
            for program in programs:
                time, peak = measure([program, arch, str(path)], args.runs)
                seconds[program, megabytes] = time / size * megabytes * 10**6
                print(f"{Path(program).name}: {size / 1e6:.1f} MB, {count} instructions: {time:.2f} s, "
                      f"{size / 1e6 / time:.1f} MB/s, {time / count * 1e9:.0f} ns and "
                      f"{(peak - empty[program]) / count:.0f} bytes an instruction", flush=True)
        first, last = args.megabytes[0], args.megabytes[-1]
        for program in programs if first != last else ():
            print(f"{Path(program).name}: t({last} MB) / t({first} MB) = "
                  f"{seconds[program, last] / seconds[program, first]:.2f}")


if __name__ == "__main__":
    main()
