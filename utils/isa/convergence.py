#!/usr/bin/env python3
# ===- convergence.py - The proof of convergence against execution -------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Code of compilers that is right has no finding, and planted faults have one.

  convergence.py check FILE...
      the findings of sass-verify-convergence in cubins (or folders of them): a line for each
      file that has any, then a table by SM
  convergence.py plant [--sms 80,90] [--levels 0,3] [--compilers ptxas,optxas] [--count 4]
          [--launch ARGUMENTS] [--keep DIR] PTX...
      compiles the modules, changes one instruction that makes threads meet (sass-convergence),
      executes that on the inputs of ptx-run --generate-inputs, or in the launch that
      --launch describes, and fails if a cubin whose results are others, or that does not
      end, has no finding

Needs sass-convergence, for plant also ptx-opt, ptx-run, and the compilers on PATH.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

OUTCOME = re.compile(r"  (.*?): (same|nans|bound|open|differs|fails)(?: \[\w+\])?(?:: (.*))?$")
KINDS = ("away", "register", "move")


def run(command, timeout=300):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=timeout, check=False)
        return done.returncode, done.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return None, "no end"


def findings(cubin):
    """(what is wrong with reading it, messages)"""
    status, text = run(["ptx-opt", str(cubin), "--pipeline=sass-verify-convergence{warn-only=true}", "-o", "/dev/null"])
    found = re.findall(r"(?m)^.*?warning: (.*)$", text)
    return (None if status == 0 else text.strip().split("\n")[0]), found


def check(args):
    files = []
    for path in args.inputs:
        files += sorted(path.rglob("*.cubin")) if path.is_dir() else [path]
    totals, failed = collections.defaultdict(collections.Counter), False
    of_file = {str(f): next((p for p in reversed(f.parts[:-1]) if p.isdigit()), "") for f in files}
    for sm in of_file.values():
        totals[sm]["files"] += 1
    bad = collections.defaultdict(set)
    # One process a part of them, so that a crash is of few files.
    parts = [files[i::200] for i in range(min(200, len(files)))]

    def of_part(part):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
            names.write("".join("%s\n" % f for f in part))
            names.flush()
            return run(["sass-convergence", "check", "--files=" + names.name], 3600)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for part, (status, text) in zip(parts, pool.map(of_part, parts)):
            if status not in (0, 1):
                failed = True
                print("sass-convergence ends with %s: %s" % (status, " ".join(map(str, part))))
            for line in text.split("\n"):
                file, _, what = line.partition(": ")
                if file not in of_file:
                    continue
                if what.startswith("finding: "):
                    kind = "with findings"
                    totals[of_file[file]]["findings"] += 1
                    failed = True
                elif what.startswith("unknown word"):
                    kind = "with unknown words"
                else:
                    kind = "cannot be read"
                if file not in bad[kind]:
                    bad[kind].add(file)
                    totals[of_file[file]][kind] += 1
                    print(line, flush=True)
    columns = ("files", "cannot be read", "with unknown words", "with findings", "findings")
    print("%6s" % "sm" + "".join("%20s" % c for c in columns))
    totals["all"] = sum(totals.values(), collections.Counter())
    for sm in sorted(totals, key=lambda s: (not s.isdigit(), int(s) if s.isdigit() else 0)):
        print("%6s" % sm + "".join("%20d" % totals[sm][c] for c in columns))
    return failed


class Planting:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        self.totals = collections.defaultdict(collections.Counter)
        self.missed = []

    def compile(self, module, compiler, sm, level):
        cubin = self.folder / "k.cubin"
        text = re.sub(r"(?m)^\.target .*", ".target sm_" + sm, module.read_text(errors="replace"))
        if int(sm) >= 100:
            # Older versions do not have these.
            text = re.sub(r"(?m)^\.version .*", ".version 8.8", text)
        source = self.folder / "k.ptx"
        source.write_text(text)
        status, _ = run([compiler, "-arch=sm_" + sm, "-O" + level, "--fmad=false", str(source), "-o", str(cubin)])
        return cubin if status == 0 else None

    def execute(self, module, cubins):
        """By cubin: its outcome in each kernel that runs."""
        if self.args.launch:
            how = shlex.split(self.args.launch)
        else:
            how = ["--generate-inputs=0,1"]
        outcomes = {str(c): [] for c in cubins}
        _, text = run(["ptx-run", "--interpret", str(module)] + how + ["--compare=%s" % c for c in cubins], 600)
        for line in text.split("\n"):
            match = OUTCOME.match(line)
            if match and match.group(1) in outcomes:
                outcomes[match.group(1)].append((match.group(2), match.group(3) or ""))
        return outcomes

    def plant(self, module, compiler, sm, level, seed):
        name = "%s, %s sm_%s -O%s" % (module.name, compiler, sm, level)
        cubin = self.compile(module, compiler, sm, level)
        if not cubin:
            self.totals["left out"]["does not compile"] += 1
            return
        out = self.folder / "faults"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        _, text = run(["sass-convergence", "plant", "--out=%s" % out, "--count=%d" % self.args.count, "--seed=%d" % seed,
                       str(cubin)])
        faults = [line.split("\t") for line in text.split("\n") if line.count("\t") == 2]
        if not faults:
            return
        cubins = [out / ("%s.cubin" % number) for number, _, _ in faults]
        before = self.execute(module, [cubin])[str(cubin)]
        # Kernels that do not run, or whose result is not one, show nothing.
        if not before or any(outcome != "same" for outcome, _ in before):
            self.totals["left out"][before[0][0] if before else "does not run"] += 1
            return
        problem, found = findings(cubin)
        if problem or found:
            print("%s: before any fault: %s" % (name, problem or found[0]), flush=True)
            self.totals["cubins"]["with findings"] += 1
            return
        self.totals["cubins"]["all"] += 1
        outcomes = self.execute(module, cubins)
        for (_, kind, what), faulty in zip(faults, cubins):
            after = outcomes[str(faulty)]
            bad = [o for o in after if o[0] != "same"]
            is_fault = bool(bad) or len(after) != len(before)
            _, found = findings(faulty)
            opcode = re.sub(r".*\((?:@!?U?P\w+ )?(\w+).*", r"\1", what)
            for key in ((kind, ""), (kind, opcode)):
                counts = self.totals[key]
                counts["planted"] += 1
                counts["shown"] += is_fault
                counts["found"] += is_fault and bool(found)
                counts["not shown, found"] += not is_fault and bool(found)
            if is_fault and not found:
                text = "%s, seed %d: %s %s: %s" % (name, seed, kind, what, bad[0][1] if bad else "no outcome")
                self.missed.append(text)
                print("missed: " + text, flush=True)
                if self.args.keep:
                    self.args.keep.mkdir(exist_ok=True)
                    stem = self.args.keep / ("%d" % len(self.missed))
                    shutil.copy(faulty, str(stem) + ".cubin")
                    shutil.copy(cubin, str(stem) + ".before.cubin")
                    shutil.copy(module, str(stem) + ".ptx")

    def report(self):
        cubins = self.totals.pop("cubins", {})
        print("%d cubins without findings, %d with; left out: %s" % (
            cubins.get("all", 0), cubins.get("with findings", 0), dict(self.totals.pop("left out", {}))))
        columns = ("planted", "shown", "found", "not shown, found")
        print("%-24s" % "" + "".join("%18s" % c for c in columns))
        for kind, opcode in sorted(self.totals):
            counts = self.totals[kind, opcode]
            print("%-24s" % ("  " + opcode if opcode else kind) + "".join("%18d" % counts[c] for c in columns))
        print("%d faults that execution shows were not found" % len(self.missed))
        return bool(self.missed) or not cubins.get("all") or cubins.get("with findings")


def plant(args):
    modules = []
    for path in args.inputs:
        modules += sorted(path.glob("*.ptx")) if path.is_dir() else [path]
    with tempfile.TemporaryDirectory() as folder:
        planting = Planting(args, pathlib.Path(folder))
        seed = args.seed
        for module in modules:
            for compiler in args.compilers.split(","):
                for sm in args.sms.split(","):
                    for level in args.levels.split(","):
                        seed += 1
                        planting.plant(module, compiler, sm, level, seed)
        return planting.report()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["check", "plant"])
    parser.add_argument("inputs", nargs="+", type=pathlib.Path)
    parser.add_argument("--sms", default="75,80,90,100,120")
    parser.add_argument("--levels", default="3")
    parser.add_argument("--compilers", default="ptxas,optxas")
    parser.add_argument("--count", type=int, default=4, help="faults of a cubin")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--launch", help="options of ptx-run instead of --generate-inputs")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for what is missed")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_intermixed_args()
    sys.exit({"check": check, "plant": plant}[args.command](args) and 1)


main()
