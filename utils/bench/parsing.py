#!/usr/bin/env python3
"""Speed of reading PTX: text to verified IR with locations, ours beside ptxas.

The input is made of copies of the modules of test/kernels (or of PTX files of
one target) under new names, until it has 10 and 100 MB. Both compilers only
check it (-arch=compute_...). Figures are medians of --runs runs of user and
system CPU seconds; memory is the peak less that on an empty kernel, over the
instructions."""

import argparse
import os
import re
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ".version {}\n.target {}\n.address_size 64\n"
WORD = re.compile(r"[\w$]+")
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


def measure(command, runs):
    times, peaks = [], []
    for _ in range(runs):
        pid = os.fork()
        if pid == 0:
            os.execvp(command[0], command)
        _, status, usage = os.wait4(pid, 0)
        if status:
            sys.exit(f"{command[0]} failed")
        times.append(usage.ru_utime + usage.ru_stime)
        peaks.append(usage.ru_maxrss * 1024)
    return statistics.median(times), statistics.median(peaks)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="PTX modules; test/kernels if none")
    parser.add_argument("--optxas", default=str(ROOT / "build/bin/optxas"))
    parser.add_argument("--ptxas", help="also measure this program")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--version", default="9.0")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    bodies = [body_of(f) for f in args.files or sorted((ROOT / "test/kernels").glob("*.ptx"))]
    arch = "-arch=" + args.target.replace("sm_", "compute_")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "k.ptx"
        path.write_text(HEADER.format(args.version, args.target) + ".visible .entry k() { ret; }\n")
        programs = [args.optxas] + ([args.ptxas] if args.ptxas else [])
        empty = {p: measure([p, arch, str(path)], args.runs)[1] for p in programs}
        seconds = {}
        for megabytes in (10, 100):
            size, count = write(path, bodies, megabytes * 10**6, args.version, args.target)
            for program in programs:
                time, peak = measure([program, arch, str(path)], args.runs)
                seconds[program, megabytes] = time / size * megabytes * 10**6
                print(f"{Path(program).name}: {size / 1e6:.1f} MB, {count} instructions: {time:.2f} s, "
                      f"{size / 1e6 / time:.1f} MB/s, {time / count * 1e9:.0f} ns and "
                      f"{(peak - empty[program]) / count:.0f} bytes an instruction", flush=True)
        for program in programs:
            print(f"{Path(program).name}: t(100 MB) / t(10 MB) = "
                  f"{seconds[program, 100] / seconds[program, 10]:.2f}")


if __name__ == "__main__":
    main()
