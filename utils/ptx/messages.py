#!/usr/bin/env python3
# ===- messages.py - What ptxas and what we say of malformed PTX ------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes docs/ptx-messages.md: for each input of
test/Format/PTX/Inputs/messages.txt the message of ptxas and ours.

  messages.py [--check] [--case N]

An input that ptxas refuses must be refused at the same line, and one that it takes
be taken; the others have a reason in their title. --check compares with the page
instead of writing it: without ptxas, only our messages.

The inputs are separated by lines `== attributes`. Attributes, separated by `|`:
  arch=sm_90      the target of the command line (sm_80)
  options=-Werror more options
  compile         the PTX is legal and cannot be compiled; elsewhere optxas only checks
  differs=why     the verdicts or the lines differ
A line `.module [target]` stands for the header of a module, `.kernel [parameters]`
for the beginning of a kernel with registers, whose end is added. `# text` is a
heading of the page.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "test/Format/PTX/Inputs/messages.txt"
PAGE = ROOT / "docs/ptx-messages.md"

HEADER = """.version 8.0
.target {}
.address_size 64"""
KERNEL = """.visible .entry k({})
{{
  .reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<8>; .reg .b64 %a<8>;
  .reg .f32 %f<8>; .reg .f64 %g<8>; .reg .f16 %e<4>; .reg .f16x2 %x<4>;"""


class Case:
    def __init__(self, heading, attributes):
        self.heading, self.lines = heading, []
        self.arch, self.options, self.differs = "sm_80", [], None
        self.compile = False
        for attribute in filter(None, (a.strip() for a in attributes.split("|"))):
            name, _, value = attribute.partition("=")
            if name == "options":
                self.options = value.split()
            elif name == "compile":
                self.compile = True
            elif name in ("arch", "differs"):
                setattr(self, name, value)
            else:
                raise ValueError("unknown attribute '%s'" % name)

    def text(self):
        result, in_kernel, has_header = [], False, False
        for line in self.lines:
            word, _, rest = line.partition(" ")
            if word == ".module":
                has_header = True
                result += HEADER.format(rest or "sm_80").split("\n")
            elif word == ".kernel":
                if not has_header:
                    result += HEADER.format("sm_80").split("\n")
                result += KERNEL.format(rest).split("\n")
                in_kernel = True
            elif word != ".text":
                result.append(line)
        if in_kernel:
            result += ["  ret;", "}"]
        return "".join(line + "\n" for line in result)


def read_cases():
    cases, heading = [], ""
    for line in INPUTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif line.startswith("=="):
            cases.append(Case(heading, line[2:]))
        else:
            cases[-1].lines.append(line)
    return cases


MESSAGE = re.compile(r"^ptxas (?:in, line (\d+); |)(error|fatal|warning|info) *: *(.*)$", re.M)
# Of ptxas where it says nothing of the file.
LINE_AT_END = re.compile(r"(.*) on line (\d+)$")
END = "Ptx assembly aborted due to errors"


class Verdict:
    """Whether a program took the input, its first line and message."""

    def __init__(self, command, case, folder, compile_too):
        self.line, self.message = "", ""
        virtual = re.sub("^sm", "compute", case.arch)
        # The PTX alone first; what is legal may still be no program.
        for arch in [virtual] + [case.arch] * compile_too:
            process = subprocess.run(
                command + ["-arch=" + arch] + case.options + ["in", "-o", "out"],
                cwd=folder, capture_output=True, text=True, errors="replace", timeout=60,
                check=False)
            self.accepts = process.returncode == 0
            self.phase = "" if arch == virtual else " (when compiled)"
            if not self.accepts:
                break
        found = [m for m in MESSAGE.findall(process.stderr) if m[2] != END]
        if process.returncode not in (0, 255):
            found = []
            self.message = "(dies)"
        worst = [m for m in found if m[1] in ("error", "fatal")]
        # Registers of the inputs that are never written are of no interest here.
        best = (worst if not self.accepts else
                [m for m in found if "read before it is written" not in m[2]])
        if best:
            self.line, severity, text = best[0]
            at_end = LINE_AT_END.match(text)
            if at_end and not self.line:
                text, self.line = at_end.group(1), at_end.group(2)
            self.message = (severity + ": " if severity in ("warning", "info") else "") + text
        if self.accepts:
            self.message = "taken" + (", " + self.message if self.message else "")
            self.phase = ""


def ask(case, ptxas, optxas):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "in").write_text(case.text(), encoding="utf-8")
        ours = Verdict([optxas, "--diagnostic-format=ptxas"], case, folder,
                       case.compile)
        theirs = Verdict([ptxas], case, folder, True) if ptxas else None
    return theirs, ours


def cell(text):
    return text.replace("|", "\\|").replace("`", "'")


def code(text):
    # A backtick and a bar need care in a table.
    text = text.replace("|", "\\|")
    return "`` %s ``" % text if "`" in text else "`%s`" % text if text else ""


def about(case, verdict):
    """The line of the input that the message is about, or its own lines."""
    lines = case.text().split("\n")
    at = int(verdict.line) if verdict.line else 0
    own = [l for l in case.lines if l.split(" ")[0] not in (".module", ".kernel", ".text")]
    if 0 < at <= len(lines) and lines[at - 1].strip() not in ("", "}", "{"):
        return lines[at - 1].strip()
    own = own or [l for l in case.lines if l.startswith(".kernel ")]
    return " ".join(l.strip() for l in own)


def shorten(text):
    return text if len(text) <= 100 else text[:97] + "..."


def rows(cases, results):
    heading = None
    for case, (theirs, ours) in zip(cases, results):
        if case.heading != heading:
            heading = case.heading
            yield "\n## %s\n" % heading
            yield "| input | line | ptxas | optxas |"
            yield "|---|---|---|---|"
        line = theirs.line if theirs.line == ours.line or not ours.line else \
            "%s, ours %s" % (theirs.line or "none", ours.line)
        source = shorten(about(case, theirs if theirs.line else ours))
        if case.options:
            source = "%s %s" % (" ".join(case.options), source)
        note = " *(%s)*" % cell(case.differs) if case.differs else ""
        yield "| %s | %s | %s%s | %s%s%s |" % (
            code(source), line, cell(theirs.message), theirs.phase, cell(ours.message),
            ours.phase, note)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only compare with the page")
    parser.add_argument("--case", type=int, help="print this input and what is said of it")
    parser.add_argument("--optxas", default=str(ROOT / "build/bin/optxas"))
    args = parser.parse_args()
    cases = read_cases()
    ptxas = shutil.which("ptxas")
    if args.case is not None:
        case = cases[args.case]
        print(case.text())
        for verdict in ask(case, ptxas, args.optxas):
            if verdict:
                print(verdict.accepts, verdict.line, verdict.message)
        return 0
    if not ptxas and not args.check:
        print("the page needs ptxas on PATH")
        return 1
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda case: ask(case, ptxas, args.optxas), cases))
    failures = refused = taken = 0
    for number, (case, (theirs, ours)) in enumerate(zip(cases, results)):
        if theirs is None:
            continue
        # Where ptxas names no line, any of ours is right.
        same = theirs.accepts == ours.accepts and (
            theirs.accepts or not theirs.line or theirs.line == ours.line)
        refused += not theirs.accepts
        taken += theirs.accepts
        if same == bool(case.differs):
            failures += 1
            print("case %d: ptxas line %s: %s | optxas line %s: %s%s" % (
                number, theirs.line, theirs.message, ours.line, ours.message,
                " | no longer differs" if same else ""))
    if failures:
        print("%d inputs differ" % failures)
        return 1
    if args.check:
        page = PAGE.read_text(encoding="utf-8")
        if ptxas:
            wanted = write(cases, results, refused, taken)
            current = page == wanted
        else:
            # Our column only.
            table = [l.rsplit(" | ", 1)[-1] for l in page.splitlines()
                     if l.startswith("| ") and not l.startswith("| input ")]
            wanted = ["%s%s%s |" % (cell(o.message), o.phase,
                                    " *(%s)*" % cell(c.differs) if c.differs else "")
                      for c, (_, o) in zip(cases, results)]
            current = table == wanted
        print("docs/ptx-messages.md is up to date" if current else
              "docs/ptx-messages.md is not what messages.py writes")
        return not current
    PAGE.write_text(write(cases, results, refused, taken), encoding="utf-8")
    print("%d refused and %d taken by ptxas; %d differ, with a reason" % (
        refused, taken, sum(bool(c.differs) for c in cases)))
    return 0


def write(cases, results, refused, taken):
    differing = [c for c in cases if c.differs]
    intro = """# Messages

Written by `utils/ptx/messages.py` from `test/Format/PTX/Inputs/messages.txt` with ptxas
13.0.88: what ptxas and what optxas say first of each input, and the line that both name.
%d inputs are refused by ptxas, %d taken; %s. The messages of optxas are those of
`--diagnostic-format=ptxas`; without it they come with the column, the line of the input and a caret:

```
k.ptx:7:5: error: unknown modifier '.u33' of 'add'; did you mean '.u32'?
  add.u33 %%r1, %%r2, %%r3;
     ^~~~
     .u32
```

Both formats name the place of the mistake, but for a few errors that ptxas reports when it has read one word more
or the whole function: there the ptxas format has ptxas's line.
""" % (refused, taken, "optxas agrees on all of them" if not differing else
       "optxas differs on %d, with the reason in the table" % len(differing))
    return intro + "\n".join(rows(cases, results)) + "\n"


if __name__ == "__main__":
    sys.exit(main())
