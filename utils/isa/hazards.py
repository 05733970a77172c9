#!/usr/bin/env python3
# ===- hazards.py - The hazard checkers against ptxas -----------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Code that ptxas makes has no hazard, and planted ones are found.

  hazards.py compile --out DIR [--sms 75,90] [--levels 0,3] PTX...
      cubins of PTX files or folders, in DIR/SM; what ptxas refuses is left out
  hazards.py check --out DIR      sass-check-hazards on all of them, a process an SM;
      what is known of generated code (KNOWN) is counted apart
  hazards.py plant --out DIR [--seen DIR] [--count 2000] [--seed 1]
      faults in them, of which 99 % of each kind must be found (sass-hazards); a distance
      that is shorter in the cubins of --seen is not the smallest that is seen
  hazards.py run [--sms 75,90] [--count 40] KERNEL...
      faults in kernels of test/kernels, executed: ptx-run --check=hazards must find
      nothing that the static check does not, nothing in the code as it was,
      and most of them

Needs ptxas, and isa-distances, sass-hazards and ptx-run on PATH.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import sasswords  # noqa: E402

KERNELS = HERE.parent.parent / "test" / "kernels"
SMS = "75,80,86,89,90,100,120"
GENERATED = r"/(chains|pairs)\d+-[^/]*\.cubin$"
# Findings that are true and no fault of the tables or the checker: (file, finding, why).
KNOWN = [
    (GENERATED, r"is read, but nothing before writes it",
     "generated PTX takes values that it has written for some lanes only, and f64 as addresses, of which ptxas "
     "writes one register of two"),
    (r"", r"a tuple of 2 registers starts at R\d+, which is no multiple of 2, at .*\bCS2R\b",
     "ptxas 13.0.88 reads a guarded %clock with a CS2R of 64 bits"),
    (GENERATED, r"is overwritten while it is still to be read, at [^,]*\bCS2R R\d*[13579], SR_CLOCKLO\)",
     "ptxas 13.0.88 reads a guarded %clock with a CS2R of 64 bits"),
    (GENERATED, r"R\d*[13579] is read .*, by [^,]*\(@!?P\d CS2R R\d*[02468], SR_CLOCKLO\)",
     "ptxas 13.0.88 reads a guarded %clock with a CS2R of 64 bits"),
    (GENERATED, r"at \S+ \((HMNMX2 R8, R21, R18, PT|@P1 SULD\S+ R4, \[R4\], UR8)\), by \S+ \((BMMA|UIMAD\.WIDE)",
     "what the reader takes was written anew under a guard whose value another predicate has, too: this is not followed"),
]
UNKNOWN_WORD = "nothing is known of what this word reads and writes"
NO_ENCODING = ("ptxas 13.0.88 leaves a word of zeros where it has no encoding for an instruction; the disassembler "
               "refuses it")


def compile_ptx(path, sm, level, out):
    text = re.sub(r"(?m)^\.target .*", ".target sm_" + sm, path.read_text(errors="replace"))
    text = re.sub(r"(?m)^\.version .*", ".version 9.0", text)
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as f:
        f.write(text)
        f.flush()
        run = subprocess.run(["timeout", "120", "ptxas", "-arch=sm_" + sm, "-O" + level, "--fmad=false", f.name,
                              "-o", str(out)], capture_output=True)
    if run.returncode:
        out.unlink(missing_ok=True)
    return not run.returncode


def compile_all(args):
    files = [f for p in args.inputs for f in (sorted(p.glob("*.ptx")) if p.is_dir() else [p])]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for sm in args.sms.split(","):
            folder = args.out / sm
            folder.mkdir(parents=True, exist_ok=True)
            jobs = [(f, sm, level, folder / ("%s-O%s.cubin" % (f.stem, level)))
                    for f in files for level in args.levels.split(",")]
            made = list(pool.map(lambda job: job[3].exists() or compile_ptx(*job), jobs))
            print("sm_%s: %d of %d" % (sm, sum(made), len(made)), flush=True)


def folders(args):
    found = sorted((f for f in args.out.iterdir() if f.name.isdigit()), key=lambda f: int(f.name))
    if not found:
        sys.exit("no cubins in %s" % args.out)
    for folder in found:
        names = folder / "cubins.txt"
        names.write_text("".join("%s\n" % c for c in sorted(folder.glob("*.cubin"))))
        yield folder, names


def count_empty_words(file):
    """The words of a cubin that are all zeros but for the control fields."""
    words = [w for s in sasswords.text_sections(pathlib.Path(file).read_bytes()) for w in s]
    return sum(not w & sasswords.CONTROL_MASK for w in words)


def check(args):
    failed = False
    for folder, names in folders(args):
        run = subprocess.run(["sass-hazards", "check", "--show=100000", "--files=%s" % names],
                             capture_output=True, text=True, errors="replace")
        known, empty = collections.Counter(), {}
        findings = []
        for line in run.stdout.splitlines():
            file, _, text = line.partition(": ")
            why = next((why for in_file, finding, why in KNOWN
                        if re.search(in_file, file) and re.search(finding, text)), None)
            if text.startswith(UNKNOWN_WORD):
                left = empty.get(file) if file in empty else count_empty_words(file)
                empty[file] = left - 1
                why = NO_ENCODING if left > 0 else None
            if why:
                known[why] += 1
            else:
                findings.append(line)
        print("sm_%s: %s" % (folder.name, "\n".join(findings)[-100000:]))
        for why, count in known.items():
            print("sm_%s: of them %d known: %s" % (folder.name, count, why))
        print(run.stderr[-2000:], end="", flush=True)
        # The last line is the summary.
        failed |= len(findings) != 1 or "cannot be read" in findings[-1] or bool(run.returncode and not known)
    return failed


def plant(args):
    failed = False
    for folder, names in folders(args):
        distances = folder / "distances.tsv"
        with open(distances, "w") as out:
            seen = sorted(map(str, (args.seen / folder.name).glob("*.cubin"))) if args.seen else []
            # The cubins of --seen may be of an SM with the same instructions.
            subprocess.run(["isa-distances", "--sm=" + folder.name, *names.read_text().split(), *seen],
                           stdout=out, check=True)
        run = subprocess.run(["sass-hazards", "plant", "--files=%s" % names, "--distances=%s" % distances,
                              "--count=%d" % args.count, "--seed=%d" % args.seed],
                             capture_output=True, text=True, errors="replace")
        print("sm_%s:\n%s%s" % (folder.name, run.stdout, run.stderr[-2000:]), flush=True)
        failed |= run.returncode != 0
    return failed


def execute(kernel, cubin):
    """The hazards of a run: pairs of offsets, producer first."""
    run = subprocess.run([sys.executable, str(KERNELS / "run.py"), "--kernel", kernel, "--cubin", str(cubin),
                          "--ptx-run", "ptx-run --check=hazards"], capture_output=True, text=True, errors="replace")
    pairs = re.findall(r"hazard: [^\n]*\n\s+at \S+\+0x([0-9a-f]+) [^\n]*\n\s+by \S+\+0x([0-9a-f]+) ", run.stdout)
    return {(int(by, 16), int(at, 16)) for at, by in pairs}


def run(args):
    planted = found = extra = before = 0
    for sm in args.sms.split(","):
        for kernel in args.inputs:
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                cubin = folder / "k.cubin"
                if not compile_ptx(KERNELS / (kernel.stem + ".ptx"), sm, "3", cubin):
                    sys.exit("%s: ptxas refuses it for sm_%s" % (kernel, sm))
                before += len(execute(kernel.stem, cubin))
                distances = folder / "distances.tsv"
                with open(distances, "w") as out:
                    subprocess.run(["isa-distances", str(cubin)], stdout=out, check=True)
                emit = subprocess.run(["sass-hazards", "emit", "--out=%s" % folder, "--distances=%s" % distances,
                                       "--count=%d" % args.count, str(cubin)], capture_output=True, text=True)
                faults, static = [], {}
                for fields in (line.split("\t") for line in emit.stdout.splitlines()):
                    if fields[0].startswith("fault "):
                        # Tuples and the reuse cache have no clock.
                        number = fields[0].split()[1]
                        if fields[1] not in ("reuse", "tuple"):
                            faults.append((number, fields[1:]))
                        static[number] = set()
                    elif fields[0] == "finding":
                        static[number].add((int(fields[3]), int(fields[4])))
                for number, what in faults:
                    pairs = execute(kernel.stem, folder / (number + ".cubin"))
                    planted += 1
                    found += bool(pairs)
                    if pairs - static[number]:
                        extra += 1
                        print("only when executed: %s" % "  ".join(what))
                    elif not pairs:
                        print("not when executed: %s" % "  ".join(what))
    print("%d faults executed, %d found, %d with findings that the static check does not have; %d findings before"
          % (planted, found, extra, before))
    return extra or before or not planted or found * 100 < planted * args.percent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["compile", "check", "plant", "run"])
    parser.add_argument("inputs", nargs="*", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--seen", type=pathlib.Path)
    parser.add_argument("--sms", default=SMS)
    parser.add_argument("--levels", default="0,3")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--percent", type=int, default=70, help="of executed faults that must be found")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_intermixed_args()
    sys.exit({"compile": compile_all, "check": check, "plant": plant, "run": run}[args.command](args) and 1)


main()
