#!/usr/bin/env python3
# ===- support-matrix.py - What of PTX compiles ------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Which forms of PTX optxas compiles, of those that ptxas has code for.

  support-matrix.py [--arch sm_90,sm_90a] [--only 'tex|tld4'] [--legal 16]
                    [--refused refused.txt] [--document docs/support-matrix.md]
                    [--known FILE] [--level O0]
  support-matrix.py --rows [--document docs/support-matrix.md]

The forms are the legal spellings that the records give (records.py): of each form every
value of each modifier at least once, and reads of all special registers. They stand in
kernels of many lines; a compiler names the lines that it refuses, these are taken out,
and where it names none the lines are halved. A form counts where ptxas makes code of it.
The page has a row for each opcode and a column for each SM: how many of its forms optxas
compiles, of how many; first those of which some are missing. The column `rows` says how
many combinations of modifiers are rows of LoweringRows.td; --rows writes it alone, from
ptx-opt --list-lowerings, and without --document says whether it is current. --refused lists the others with the message. Exit code 1 if a form
is refused that --known, a list of the opcodes that may be, does not name.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import agreement  # noqa: E402
import records  # noqa: E402

# Behind these the rest of a kernel is not reached: they need a guard.
LEAVES = ("bra", "brx", "ret", "exit", "trap", "call")
REGISTER = {1: ("pred", "%p1"), 16: ("u16", "%h1"), 32: ("u32", "%r1"), 64: ("u64", "%d1")}

PAGE = """# What of PTX compiles

Written by `utils/ptx/support-matrix.py {arguments}` with ptxas 13.0.88. Forms that optxas compiles, of those that
ptxas has code for: of each legal form every value of each modifier at least once. This page is the list of what is missing. What is a row or
has a handler is executed by a test on some SM, each form with each of its data types; those of which no test says so are
in `test/Execution/Inputs/forms-not-executed.txt`, with the reason (`utils/ptx/executed-forms`, [testing.md](testing.md)).

`rows`: of the combinations of modifiers that the newest SM has for the opcode, how many are one instruction of the
machine by a row of TableGen ([lowering-rows.md](lowering-rows.md)). The others have a handler in C++.
`ptx-opt --list-lowerings` has it for each form and SM.

## What is missing

| opcode | {heads} |
|---|{rules}
| **all** | {totals} |
{missing}

Some of these are refused because ptxas's code for them is wrong, and the PTX ISA does not have them: `fma` of bf16 with
a rounding other than `.rn` computes with f16 (`.relu` and `.oob` are lost), `cp.reduce` of `.tile::scatter4` stores
without reducing, `txq` of `memory_layout`, and of `force_unnormalized_coords` without samplers, gives another word of
the texture. `tex.grad` at whole coordinates takes their bits for floats, as ptxas's code does: the ISA has it, and does not say
what it means.

## All opcodes

| opcode | {heads} |
|---|{rules}
{rows}
"""


def read_rows(ptx_opt):
    """By opcode: rows and combinations of modifiers on the newest SM that has it."""
    lines = subprocess.run([ptx_opt, "--list-lowerings"], capture_output=True, text=True,
                           check=True).stdout.splitlines()[1:]
    forms = collections.defaultdict(list)
    for line in lines:
        name, sms, *numbers = line.split(" ")[:6]
        first, last = map(int, sms.split("-"))
        forms[name].append((first, last, [int(n) for n in numbers[:3]], numbers[3]))
    cells = {}
    for name, entries in forms.items():
        sm = max(last for _, last, _, _ in entries)
        here = [e for e in entries if e[0] <= sm <= e[1]]
        total, rows, some = (sum(e[2][k] for e in here) for k in range(3))
        cells[name] = ("%d/%d" % (rows + some, total) if rows + some else "") + (
            " missing" if any(e[3] == "missing" for e in here) else "")
    return cells


def with_rows(page, cells):
    """The page with these cells in the column `rows`, which it may have already."""
    result, place = [], 1
    for line in page.splitlines():
        if line.startswith("|"):
            parts = line.split("|")
            first = parts[1].strip()
            if first == "opcode":
                place = 3 if parts[2].strip() == "rows" else 2
                new = " rows "
            elif first == "---":
                new = "--:"
            else:
                new = " %s " % cells.get(first.strip("`"), "")
            line = "|".join(parts[:2] + [new] + parts[place:])
        result.append(line)
    return "\n".join(result) + "\n"


def check_rows(args):
    path = args.document or records.ROOT / "docs/support-matrix.md"
    page = path.read_text()
    current = with_rows(page, read_rows(args.ptx_opt))
    if args.document:
        path.write_text(current)
    elif page != current:
        print("%s: the column `rows` is old; utils/ptx/support-matrix.py --rows --document %s "
              "writes it" % (path, path))
        return True
    return False


# Addresses and handles have values.
SETUP = " ".join("ld.global.b64 %%d%d, [global];" % k for k in range(1, 12))


class Form:
    """A line of PTX, and the opcode that it counts for."""

    def __init__(self, opcode, line):
        self.opcode, self.line = opcode, line
        if opcode in LEAVES:
            self.line = "@%p299 " + line


def register_forms(target):
    """Reads of each special register; those that differ by a number are one opcode."""
    db = records.load_json(records.TD.with_name("PTXSpecialRegisters.td"))
    sm = int(re.match(r"sm_(\d+)", target).group(1))
    for case in db["PTX_SpecialRegister"]["Cases"]:
        reg = db[case["def"]]
        if reg["MinSM"] <= sm and reg["MinPTX"] <= 90:
            kind, register = REGISTER[reg["RegBits"]]
            name = reg["Spelling"]
            yield Form("%" + re.sub(r"\.[xyz]$|_?\d+(_64)?$", "", name),
                       "mov.%s %s, %%%s;" % (kind, register, name))


def forms(insts, target, count):
    sm, suffix = re.match(r"sm_(\d+)([af]?)", target).groups()
    for inst in insts:
        rng, seen = random.Random(inst.mnemonic), set()
        for form in inst.forms:
            for mods in agreement.covering(form, rng, count):
                if inst.judge(mods, 90, int(sm), suffix) is not None:
                    continue
                written = inst.optional_operands(mods)
                some = [] if rng.random() < 0.5 else [w for w in written if w != "sampler"]
                line = inst.line(mods, some)
                # Textures and surfaces are variables or handles in registers.
                handle = line.replace("[texture", "[%d9").replace("[surface", "[%d9")
                for spelling in dict.fromkeys((line, handle)):
                    if spelling not in seen:
                        seen.add(spelling)
                        yield Form(inst.mnemonic, spelling)


class Table:
    def __init__(self):
        self.cells = collections.defaultdict(lambda: [0, 0])
        self.refused = []

    def add(self, target, form, message):
        for name in (form.opcode, None):
            cell = self.cells[name, target]
            cell[0] += message is None
            cell[1] += 1
        if message is not None:
            self.refused.append((target, form, message))

    def cell(self, name, target):
        good, total = self.cells.get((name, target), (0, 0))
        return "" if not total else "%d" % total if good == total else "**%d**/%d" % (good, total)

    def page(self, targets, arguments):
        names = sorted({name for name, _ in self.cells if name})
        short = [n for n in names if any("**" in self.cell(n, t) for t in targets)]
        row = lambda name: " | ".join(self.cell(name, t) for t in targets)  # noqa: E731
        rows = lambda names: "\n".join("| `%s` | %s |" % (n, row(n)) for n in names)  # noqa: E731
        return PAGE.format(arguments=arguments, heads=" | ".join(targets), rules="--:|" * len(targets),
                           totals=row(None), missing=rows(short), rows=rows(names))


def measure(target, chosen, args, table, directory):
    theirs = agreement.Judge([args.ptxas, "-O0", "-arch", target, "-o", "/dev/null"],
                             agreement.PTXAS_MESSAGE, always=agreement.ADDRESS_MESSAGE)
    ours = agreement.Judge([args.optxas, "-" + args.level, "-arch=" + target, "-o", "/dev/null"],
                           r"cases\.ptx:(\d+):\d+: error: (.*)")
    for start in range(0, len(chosen), args.batch):
        part = chosen[start:start + args.batch]
        lines = [f.line for f in part]
        verdicts = theirs.verdicts(90, target, [SETUP] + lines, directory)[1:]
        taken = [f for f, verdict in zip(part, verdicts) if verdict is None]
        verdicts = ours.verdicts(90, target, [SETUP] + [f.line for f in taken], directory)[1:]
        for form, message in zip(taken, verdicts):
            table.add(target, form, message)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--arch", default="sm_90,sm_90a", help="targets, a column each")
    parser.add_argument("--only", help="regular expression of mnemonics")
    parser.add_argument("--legal", type=int, default=16, help="forms per form of a record")
    parser.add_argument("--level", default="O0")
    parser.add_argument("--batch", type=int, default=150, help="lines per kernel")
    parser.add_argument("--refused", type=pathlib.Path, help="what optxas refuses, and why")
    parser.add_argument("--document", type=pathlib.Path, help="the page")
    parser.add_argument("--known", type=pathlib.Path, help="opcodes that may be refused")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--optxas", default=str(records.ROOT / "build/bin/optxas"))
    parser.add_argument("--ptx-opt", default=str(records.ROOT / "build/bin/ptx-opt"))
    parser.add_argument("--rows", action="store_true", help="only the column of rows")
    args = parser.parse_args()
    if args.rows:
        return check_rows(args)
    targets = args.arch.split(",")
    insts = [i for i in records.load()
             if not args.only or re.fullmatch(args.only, i.mnemonic)]
    table = Table()
    with tempfile.TemporaryDirectory() as directory:
        for target in targets:
            chosen = list(forms(insts, target, args.legal))
            if not args.only or re.fullmatch(args.only, "%"):
                chosen += register_forms(target)
            measure(target, chosen, args, table, directory)
    if args.refused:
        args.refused.write_text("".join("%s | %s | %s\n" % (t, f.line, m)
                                        for t, f, m in table.refused))
    if args.document:
        arguments = "--arch %s --document docs/support-matrix.md" % args.arch
        args.document.write_text(with_rows(table.page(targets, arguments),
                                           read_rows(args.ptx_opt)))
    counts = collections.Counter(f.opcode for _, f, _ in table.refused)
    for name, number in counts.most_common():
        print("%6d %s" % (number, name))
    for target in targets:
        good, total = table.cells[None, target]
        print("%s: %d of %d forms compile" % (target, good, total))
    known = set(args.known.read_text().split()) if args.known else set(counts)
    unknown = sorted(set(counts) - known)
    if unknown:
        print("refused, and not known: " + " ".join(unknown))
    return bool(unknown)


if __name__ == "__main__":
    sys.exit(main())
