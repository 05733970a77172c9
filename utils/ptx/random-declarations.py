#!/usr/bin/env python3
# ===- random-declarations.py - Names and scopes against ptxas --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares what the importer accepts with what ptxas accepts, on random modules that
declare and use names: variables of all spaces, registers and families of them,
parameters, functions, labels, in nested scopes, with few names, so that they meet.

  random-declarations.py [--count 1000] [--seed 1] [--show 10]

Prints the modules on which the two differ, each shrunk by leaving out lines. The exit
code is 1 if there are any.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ".version 8.3\n.target sm_90\n.address_size 64\n"
TYPES = [("b32", "u32"), ("b64", "u64"), ("b16", "u16"), ("pred", "pred"), ("f32", "f32")]


class Generator:
    def __init__(self, rng):
        self.rng = rng
        stems = ["a", "%r", "%rd", "x_", "$v", "a1", "%r1"]
        self.stems = rng.sample(stems, 3)
        self.lines = []

    def name(self):
        stem = self.rng.choice(self.stems)
        return stem + self.rng.choice(["", "0", "1", "5", "12", "05", "10", "3"])

    def plain(self):
        name = self.name()
        return name if self.rng.random() < 0.5 else name.replace("%", "") or "a"

    def declaration(self, spaces):
        rng = self.rng
        space = rng.choice(spaces)
        bits = rng.choice(TYPES[:3] if space != "reg" else TYPES)[0]
        if space == "reg" and rng.random() < 0.5:
            return f".reg .{bits} {rng.choice(self.stems)}<{rng.choice([1, 4, 6, 11, 20])}>;"
        name = self.name()
        if space == "reg" and rng.random() < 0.2:
            return f".reg .v{rng.choice([2, 4])} .b32 {name};"
        more = ", " + self.name() if rng.random() < 0.2 else ""
        array = f"[{rng.choice([1, 2, 4])}]" if space != "reg" and rng.random() < 0.3 else ""
        init = ""
        if space == "global" and rng.random() < 0.3:
            init = f" = {{{self.name()}}}" if array else f" = {rng.choice(['1', self.name()])}"
        return f".{space} .{bits} {name}{array}{init}{more};"

    def use(self):
        rng = self.rng
        bits = rng.choice(["u32", "u64", "u16"])
        kind = rng.randrange(8)
        a, b, c = self.name(), self.name(), self.name()
        if kind == 0:
            return f"add.{bits} {a}, {b}, {c};"
        if kind == 1:
            return f"mov.{bits} {a}, {b};"
        if kind == 2:
            return f"{rng.choice(['ld', 'ld.global', 'ld.shared', 'ld.param', 'ld.local'])}.{bits} {a}, [{b}];"
        if kind == 3:
            return f"st.{rng.choice(['global', 'shared', 'local', 'param'])}.{bits} [{a}{rng.choice(['', '+4'])}], {b};"
        if kind == 4:
            return f"bra {a};"
        if kind == 5:
            return f"@{a} bra {b};"
        if kind == 6:
            return f"{self.plain()}:"
        return f"call {rng.choice(['', '(' + a + '), '])}{b}{rng.choice(['', ', (' + c + ')'])};"

    def body(self, depth):
        rng = self.rng
        lines = []
        for _ in range(rng.randrange(1, 5)):
            pick = rng.random()
            if pick < 0.45:
                lines.append(self.declaration(["reg", "reg", "reg", "local", "shared", "param"]))
            elif pick < 0.85 or depth == 3:
                lines.append(self.use())
            else:
                lines += ["{"] + self.body(depth + 1) + ["}"]
        return lines

    def parameters(self, spaces):
        return ", ".join(f".{self.rng.choice(spaces)} .{self.rng.choice(TYPES[:2])[0]} {self.plain()}"
                         for _ in range(self.rng.choice([0, 0, 1, 2])))

    def module(self):
        rng = self.rng
        lines = []
        for _ in range(rng.choice([1, 1, 2])):
            pick = rng.random()
            if pick < 0.3:
                lines.append(self.declaration(["global", "shared", "const"]))
            if pick < 0.4:
                lines.append(f".func {self.plain()}({self.parameters(['reg', 'param'])});")
            head = (f".visible .entry {self.plain()}({self.parameters(['param'])})" if pick < 0.7 else
                    f".func {rng.choice(['', '(.reg .b32 ' + self.plain() + ') '])}{self.plain()}"
                    f"({self.parameters(['reg', 'param'])})")
            lines += [head, "{"] + self.body(0) + ["ret;", "}"]
        return lines


def runs(command, path):
    try:
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return None, "timeout"
    if done.returncode < 0 or "internal" in done.stderr.lower():
        return None, done.stderr
    return done.returncode == 0, done.stderr + done.stdout


class Comparison:
    def __init__(self, args, folder):
        self.args = args
        self.path = Path(folder) / "names.ptx"

    def verdicts(self, lines):
        """Whether ptxas and the importer take the module; None where ptxas fails."""
        self.path.write_text(HEADER + "\n".join(lines) + "\n")
        theirs, said = runs([self.args.ptxas, "-arch=compute_90"], self.path)
        ours, answer = runs([self.args.optxas, "-arch=compute_90"], self.path)
        return theirs, ours, said, answer

    def differs(self, lines):
        theirs, ours, *_ = self.verdicts(lines)
        return theirs is not None and theirs != ours

    def shrink(self, lines):
        changed = True
        while changed:
            changed = False
            for i in range(len(lines) - 1, -1, -1):
                smaller = lines[:i] + lines[i + 1:]
                if self.differs(smaller):
                    lines, changed = smaller, True
        return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="of how many differences the module is printed")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--optxas", default=str(ROOT / "build/bin/optxas"))
    args = parser.parse_args()
    rng = random.Random(args.seed)
    counts = {(a, b): 0 for a in (True, False) for b in (True, False)}
    skipped = shown = 0
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(args, folder)
        for _ in range(args.count):
            lines = Generator(rng).module()
            theirs, ours, *_ = comparison.verdicts(lines)
            if theirs is None:
                skipped += 1
                continue
            if ours is None:
                sys.exit("optxas crashes:\n" + "\n".join(lines))
            counts[theirs, ours] += 1
            if theirs != ours and shown < args.show:
                shown += 1
                lines = comparison.shrink(lines)
                _, ours, said, answer = comparison.verdicts(lines)
                print(f"--- only {'optxas' if ours else 'ptxas'} takes it; "
                      f"{(said if ours else answer).strip().splitlines()[0]}")
                print("\n".join(lines), flush=True)
    differ = counts[True, False] + counts[False, True]
    print(f"{args.count} modules: both take {counts[True, True]}, both refuse {counts[False, False]}, "
          f"only ptxas takes {counts[True, False]}, only optxas {counts[False, True]}, "
          f"ptxas fails on {skipped}")
    sys.exit(differ != 0)


if __name__ == "__main__":
    main()
