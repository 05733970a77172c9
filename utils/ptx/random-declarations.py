#!/usr/bin/env python3
# ===- random-declarations.py - Names and scopes against ptxas --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares what the importer accepts with what ptxas accepts, on random modules.

  random-declarations.py [--kind names|variables|functions] [--count 1000] [--seed 1]
                         [--show 10]

  names      variables of all spaces, registers and families of them, parameters,
             functions, labels, declared and used in nested scopes, with few names, so
             that they meet
  variables  linkage, alignment, types, sizes and initial values of variables
  functions  linkage, parameters, directives and calls of functions, declared more than
             once

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


class Names:
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


class Unusual:
    """Chooses what is common, or now and then what is rare: modules of which nearly
    all are refused for one reason or another show little."""

    def __init__(self, rng):
        self.rng = rng
        self.rate = rng.choice([0.03, 0.1, 0.25])

    def pick(self, common, rare):
        return self.rng.choice(rare if self.rng.random() < self.rate else common)

    def seldom(self):
        return self.rng.random() < self.rate


class Variables(Unusual):
    """One or two variables of the module or a function."""
    SMALL = ["0", "1", "3", "1U", "5%3", "1?2:3", "010", "!0", "7/2"]
    INTEGERS = ["-1", "255", "256", "-128", "-129", "65536", "0x80000000", "4294967296", "0xffffffffffffffff", "3+4*2",
                "1<<40", "~0", "(s64)5", "(.s64)-1", "0b11", "-(-3)", "7/0", "- 1", "+1", "1 == 1", "1.0 > 0.5", "08"]
    FLOATS = ["1.0", "0f3f800000", "0d3ff0000000000000", "-1.5", "1e10", "1."]
    COMMON = ["b8", "u16", "u32", "s32", "b64", "u64", "f32", "f64"]
    TYPES = ["u8", "s8", "b16", "u16", "b32", "f16", "f16x2", "bf16", "pred", "b128", "tf32", "texref", "samplerref",
             "surfref", "e4m3"]

    def scalar(self, kind):
        rng = self.rng
        is_float = kind.startswith("f")
        if self.seldom():
            return rng.choice(self.INTEGERS + self.FLOATS + ["0f7f80000", "1x", '"a"'])
        if is_float:
            return rng.choice(self.FLOATS)
        if kind.endswith("64") and rng.random() < 0.5:
            name = self.pick(["g", "h", "f", "k"], ["s", "undefined", "a"])
            return rng.choice([name, name, f"{name}+4", f"{name}-4", f"generic({name})", f"generic({name})+8"] +
                              ([f"{name}[1]", f"generic({name}+4)", f"{name}+g"] if self.seldom() else []))
        if kind.endswith("8") and rng.random() < 0.4:
            name = self.pick(["g", "h", "f"], ["s", "a"])
            return self.pick([f"0xff({name})", f"0xff00({name})", f"0xff0000({name}+4)", f"0xff(generic({name}))"],
                             [f"0xffff({name})", f"0xf({name})", f"255({name})", f"0xff00000000000000({name})"])
        return rng.choice(self.SMALL)

    def initial(self, dims, kind):
        rng = self.rng
        if not dims:
            return "{" + self.scalar(kind) + "}" if self.seldom() else self.scalar(kind)
        size = 3 if dims[0] is None else dims[0]
        count = rng.randrange(0 if self.seldom() else 1, size + 1) + self.seldom() if size else 0
        return "{" + ", ".join(self.initial(dims[1:], kind) for _ in range(count)) + "}"

    def variable(self, name, spaces, linkages):
        rng = self.rng
        space = self.pick(spaces, ["global", "const", "shared", "local", "param"])
        kind = self.pick(self.COMMON, self.TYPES)
        linkage = self.pick(["", *linkages], ["", ".visible ", ".extern ", ".weak ", ".common "])
        align = f".align {self.pick([1, 4, 8, 16, 64], [0, 2, 3, 128, 256, 1 << 20])} " if rng.random() < 0.3 else ""
        vector = f".v{self.pick([2, 4], [1, 3, 8])} " if rng.random() < 0.1 else ""
        attribute = rng.choice([".attribute(.managed) ", ".attribute(.unified(1,2)) "]) if self.seldom() else ""
        dims = [self.pick([1, 2, 3, 4], [0]) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]
        if dims and rng.random() < 0.2:
            dims[0] = None
        brackets = "".join(f"[{'' if d is None else d}]" for d in dims)
        can_init = space in ("global", "const") and "extern" not in linkage and "common" not in linkage
        with_init = rng.random() < (0.7 if can_init else self.rate)
        if vector and with_init:
            dims.append(int(vector[2]))
        init = " = " + self.initial(dims, kind) if with_init else ""
        return f"{linkage}.{space} {attribute}{align}{vector}.{kind} {name}{brackets}{init};"

    def module(self):
        rng = self.rng
        lines = [".visible .global .align 8 .b8 g[64];", ".const .u32 h = 5;", ".func f() { ret; }",
                 ".shared .b32 s;"]
        first = self.variable("a", ["global", "const"], [".visible ", ".extern ", ".weak "])
        lines.append(first)
        if rng.random() < 0.4:
            second = self.variable(self.pick("ab", "ghf"), ["global", "const"], [".visible ", ".extern ", ".weak "])
            if rng.random() < 0.5:  # the same again, declared or defined
                second = rng.choice([".extern ", "", ".visible "]) + first.split(" ", 1)[1] if first.startswith(
                    (".extern", ".visible", ".weak", ".common")) else ".extern " + first.partition(" =")[0].rstrip(";") + ";"
            lines.append(second)
        lines += [".visible .entry k()", "{"]
        if rng.random() < 0.3:
            lines.append(self.variable(self.pick("ab", "g"), ["local", "shared", "param"], []))
        return lines + ["ret;", "}"]


class Functions(Unusual):
    """Functions declared, defined, called."""
    DIRECTIVES = [".maxntid 128", ".maxntid 16,16", ".maxntid 8,8,8", ".reqntid 32", ".reqntid 32,2,1",
                  ".minnctapersm 2", ".maxnreg 32", '.pragma "nounroll";', ".reqnctapercluster 2"]
    RARE = [".maxntid 2048", ".maxntid 1024,2", ".maxnctapersm 4", ".maxnreg 300", ".maxnreg 0", ".noreturn",
            ".explicitcluster", ".maxclusterrank 4", ".blocksareclusters", ".abi_preserve 8", ".abi_preserve_control 4",
            ".reqnctapercluster 2,2,2", ".minnctapersm 0", ".maxntid 0", ".reqntid 33,0"]
    REGISTERS = {"b32": "%r1", "u32": "%r2", "b64": "%rd1", "u64": "%rd2", "f32": "%f1", "pred": "%p1", "u16": "%h1"}

    def parameter(self, name, kind):
        rng = self.rng
        dtype = self.pick(["b32", "u32", "b64", "f32", "u64"], ["b8", "u16", "pred", "f64", "v2 .b32", "b128"])
        if kind == "reg":
            return f".reg .{dtype} {name}", dtype
        align = f".align {self.pick([4, 8, 16], [1, 3])} " if rng.random() < 0.2 else ""
        pointer = (".ptr " + rng.choice(["", ".global ", ".shared ", ".const ", ".param "]) +
                   rng.choice(["", ".align 16 ", ".align 3 "])) if self.seldom() else ""
        array = f"[{self.pick(['1', '4', '12'], ['', '0'])}]" if rng.random() < 0.2 else ""
        return f".param {align}.{dtype} {pointer}{name}{array}", "array" if array else dtype

    def signature(self, is_entry):
        rng = self.rng
        kind = "param" if is_entry or rng.random() < 0.6 else "reg"
        params = [self.parameter(f"p{i}", self.pick([kind], ["reg", "param"]))
                  for i in range(rng.choice([0, 1, 1, 2]))]
        results = [] if is_entry or rng.random() < 0.5 else [self.parameter("r0", kind)]
        return params, results

    def head(self, name, is_entry, params, results):
        rng = self.rng
        linkage = self.pick(["", "", ".visible "], [".extern ", ".weak "])
        result = "(" + ", ".join(text for text, _ in results) + ") " if results else ""
        listed = ", ".join(text for text, _ in params)
        parens = f"({listed})" if listed or rng.random() < 0.8 else ""
        directives = " ".join(self.pick(self.DIRECTIVES if is_entry else [".noreturn"], self.RARE + self.DIRECTIVES)
                              for _ in range(rng.choice([0, 0, 0, 1, 2])))
        return f"{linkage}.{'entry' if is_entry else 'func'} {result}{name}{parens} {directives}"

    def argument(self, dtype):
        if self.seldom():
            return self.rng.choice([*self.REGISTERS.values(), "7", "1.0", "q32", "q64", "qa", "undefined"])
        if dtype == "array":
            return "qa"
        register = self.REGISTERS.get(dtype, "%r1")
        space = self.rng.random()
        return "q64" if space < 0.2 and "64" in dtype else "q32" if space < 0.2 else "7" if space < 0.3 else register

    def call(self, name, params, results):
        result = "(" + ", ".join(self.argument(t) for _, t in results) + "), " if results else ""
        given = params[:-1] if self.seldom() else params
        args = ", (" + ", ".join(self.argument(t) for _, t in given) + ")" if given or self.seldom() else ""
        return self.pick(["", "", "@%p1 "], ["@!%p1 ", "@%r1 "]) + "call" + self.pick(["", ".uni"], [".foo"]) + \
            f" {result}{name}{args};"

    def module(self):
        rng = self.rng
        known = {name: self.signature(False) for name in "fg"}
        lines = []
        for name in self.pick([["f", "g"], ["f", "k"], ["g", "f", "k"], ["f", "f", "k"], ["k"]], [["f", "f"], ["k", "k"]]):
            is_entry = name == "k" or self.seldom()
            params, results = self.signature(is_entry) if is_entry or self.seldom() else known[name]
            head = self.head(name, is_entry, params, results)
            if rng.random() < (self.rate if is_entry else 0.35):
                lines.append(head + ";")
                continue
            lines += [head, "{", ".reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .f32 %f<4>; .reg .pred %p<4>; .reg .b16 %h<4>;",
                      ".param .b32 q32; .param .b64 q64; .param .align 16 .b8 qa[12];"]
            for _ in range(rng.choice([0, 1, 1, 2])):
                callee = rng.choice("fg")
                lines.append(self.call(callee, *known[callee]))
            if rng.random() < 0.2:
                lines.append(rng.choice(["ld.param.u32 %r1, [p0];", "st.param.u32 [r0], %r1;", "mov.u32 %r1, p0;",
                                         "mov.u32 r0, 1;", "ld.param.u64 %rd1, [p0+4];", "mov.u64 %rd1, f;",
                                         "mov.u64 %rd1, p0;"]))
            lines += [self.pick(["ret;"], ["exit;", "ret.uni;", ""]), "}"]
        return lines


KINDS = {"names": Names, "variables": Variables, "functions": Functions}


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
    parser.add_argument("--kind", choices=KINDS, default="names")
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
            lines = KINDS[args.kind](rng).module()
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
