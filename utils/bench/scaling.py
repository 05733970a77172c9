#!/usr/bin/env python3
"""Compile time and memory as the input grows, ours beside ptxas.

Straight-line code of N instructions, and N basic blocks of 16 instructions with
64 live values. Figures are medians of --runs runs: user CPU seconds, user and
system CPU seconds, peak MiB. The last lines are the ratios that must stay near
linear, of user CPU and of both. System time is mostly that of first touches of
memory, which a virtual machine makes slow when it has given its memory back."""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

HEADER = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) {
 .reg .b64 %rd<4>; .reg .b32 %r<200>; .reg .pred %p<4>;
 ld.param.u64 %rd1, [out]; ld.param.u32 %r0, [n];
"""


def straight(count):
    lines = [HEADER]
    lines += [f" add.u32 %r{i}, %r0, {i * 7 + 1};" for i in range(1, 33)]
    ops = ["add.u32", "xor.b32", "mul.lo.u32", "sub.u32", "and.b32", "or.b32"]
    for i in range(count):
        d, a, b = i % 32 + 1, (i * 7 + 3) % 32 + 1, (i * 11 + 5) % 32 + 1
        lines.append(f" {ops[i % 6]} %r{d}, %r{a}, %r{b};")
    lines += [f" st.global.u32 [%rd1+{4 * i}], %r{i};" for i in range(1, 33)]
    return "\n".join(lines + [" ret;\n}\n"])


def blocks(count):
    lines = [HEADER]
    lines += [f" add.u32 %r{i}, %r0, {i * 7 + 1};" for i in range(1, 65)]
    for b in range(count):
        lines.append(f"L{b}:")
        for i in range(14):
            k = b * 14 + i
            lines.append(f" add.u32 %r{k % 64 + 1}, %r{(k * 5 + 2) % 64 + 1}, %r{(k * 3 + 1) % 64 + 1};")
        lines.append(f" setp.eq.u32 %p1, %r{b % 64 + 1}, {b};")
        lines.append(f" @%p1 bra L{min(b + 2, count)};")
    lines.append(f"L{count}:")
    lines += [f" st.global.u32 [%rd1+{4 * i}], %r{i};" for i in range(1, 65)]
    return "\n".join(lines + [" ret;\n}\n"])


EMPTY = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k() { ret; }
"""


def measure(command, runs):
    users, times, peaks = [], [], []
    for _ in range(runs):
        pid = os.fork()
        if pid == 0:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 2)
            os.execvp(command[0], command)
        _, status, usage = os.wait4(pid, 0)
        if status:
            return None
        users.append(usage.ru_utime)
        times.append(usage.ru_utime + usage.ru_stime)
        peaks.append(usage.ru_maxrss / 1024)
    return tuple(statistics.median(x) for x in (users, times, peaks))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--optxas", default=str(Path(__file__).resolve().parents[2] / "build/bin/optxas"))
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--large", action="store_true", help="64k blocks too")
    args = parser.parse_args()
    cases = [("empty", EMPTY)]
    cases += [(f"straight {n}", straight(n)) for n in (5000, 10000, 40000)]
    cases += [(f"blocks {n}", blocks(n)) for n in (1000, 4000)]
    if args.large:
        cases.append(("blocks 64000", blocks(64000)))
    results = {}
    with tempfile.TemporaryDirectory() as directory:
        for name, text in cases:
            path = os.path.join(directory, "k.ptx")
            Path(path).write_text(text)
            row = [name]
            for tool in (args.optxas, args.ptxas):
                if tool == args.ptxas and name == "blocks 64000":
                    row.append(None)
                    continue
                runs = 1 if name == "blocks 64000" else args.runs
                row.append(measure([tool, "-arch=sm_90", "-O3", path, "-o",
                                    os.path.join(directory, "k.cubin")], runs))
            results[name] = row[1:]
            print(f"{name:16}", *("              failed" if r is None else f"{r[0]:9.4f} {r[1]:9.4f} s {r[2]:7.1f} MiB"
                                  for r in row[1:]), flush=True)
    def ratio(a, b, tool):
        x, y = results[a][tool], results[b][tool]
        return f"{x[0] / y[0]:.2f} {x[1] / y[1]:.2f}" if x and y else "-"
    for tool, label in ((0, "optxas"), (1, "ptxas")):
        print(f"{label}: straight 40k/5k {ratio('straight 40000', 'straight 5000', tool)}, "
              f"blocks 4k/1k {ratio('blocks 4000', 'blocks 1000', tool)}")
    for name in ("empty", "straight 10000"):
        ours, theirs = results[name]
        if ours and theirs:
            print(f"{name}: optxas / ptxas {ours[1] / theirs[1]:.2f}")


if __name__ == "__main__":
    sys.exit(main())
