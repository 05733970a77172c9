#!/usr/bin/env python3
"""Speed of reading PTX: text to verified IR with locations, ours beside ptxas.

The input is made of copies of the modules of test/kernels (or of PTX files of
one target) under new names, until it has 10 and 100 MB (--megabytes). Both compilers only
check it (-arch=compute_...). Figures are of the run with the median of user and
system CPU seconds, with free memory that the system really has; memory is the peak
less that on an empty kernel, over the instructions."""

import argparse
import json
import mmap
import os
import re
import subprocess
import sys
import tempfile
import time
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


class Reserve:
    """Memory of which the system holds every page, given back a little ahead of what a child
    takes. A virtual machine hands free memory back to its host within seconds and
    then pays for the first touch of it (2.7 s a GB were seen, 0.18 s otherwise), as system time of
    whoever comes first."""
    AHEAD = 128 << 20

    def __init__(self, size):
        self.left = size + self.AHEAD
        self.memory = mmap.mmap(-1, self.left, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.memory.madvise(mmap.MADV_HUGEPAGE)
        self.memory.madvise(mmap.MADV_DONTFORK)
        for offset in range(0, self.left, mmap.PAGESIZE):
            self.memory[offset] = 1

    def follow(self, pid):
        """Until the process ends; it is not waited for."""
        size = self.left
        while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            try:
                taken = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * mmap.PAGESIZE
            except (OSError, IndexError):
                taken = 0
            keep = max(0, size - taken - self.AHEAD) // mmap.PAGESIZE * mmap.PAGESIZE
            if keep < self.left:
                self.memory.madvise(mmap.MADV_DONTNEED, keep, self.left - keep)
                self.left = keep
            time.sleep(0.004)
        self.memory.close()


def run(command, size):
    """One run: user and system seconds, and the peak of memory in bytes, of which
    `size` are had ready."""
    reserve = Reserve(size)
    pid = os.fork()
    if pid == 0:
        os.execvp(command[0], command)
    reserve.follow(pid)
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return usage.ru_utime, usage.ru_stime, usage.ru_maxrss * 1024


def measure(commands, runs):
    """The runs of each command. They take turns, so that other work on the machine slows
    down all."""
    results = [[] for _ in commands]
    for _ in range(runs):
        for command, found in zip(commands, results):
            found.append(run(command, found[0][2] * 9 // 8 if found else 1 << 20))
    return results


def median(runs):
    """The run with the median of both times."""
    return sorted(runs, key=lambda run: run[0] + run[1])[len(runs) // 2]


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
        empty = Path(folder) / "empty.ptx"
        empty.write_text(HEADER.format(args.version, args.target) + ".visible .entry k() { ret; }\n")
        inputs = []
        for megabytes in args.megabytes:
            path = Path(folder) / f"{megabytes}.ptx"
            inputs.append((path, *write(path, bodies, megabytes * 10**6, args.version, args.target)))
        if args.bench:
            phases(args.bench, inputs[0][0], inputs[0][2])
        for program in [args.optxas] + ([args.ptxas] if args.ptxas else []):
            name = Path(program).name
            paths = [empty] + [path for path, _, _ in inputs]
            first, *found = measure([[program, arch, str(p)] for p in paths], args.runs)
            least = median(first)[2]
            for (path, size, count), runs in zip(inputs, found):
                user, system, peak = median(runs)
                total = user + system
                print(f"{name}: {size / 1e6:.1f} MB, {count} instructions: "
                      f"{user:.2f} s + {system:.2f} s system, {size / 1e6 / total:.1f} MB/s, "
                      f"{total / count * 1e9:.0f} ns and "
                      f"{(peak - least) / count:.0f} bytes an instruction", flush=True)
            if len(inputs) > 1:
                # Of all runs together: they took turns, and single short ones vary most.
                first, last = args.megabytes[0], args.megabytes[-1]
                exact = inputs[0][1] / inputs[-1][1] * last / first
                short, long = (sum(user + system for user, system, _ in runs)
                               for runs in (found[0], found[-1]))
                print(f"{name}: t({last} MB) / t({first} MB) = {long / short * exact:.2f}")


if __name__ == "__main__":
    main()
