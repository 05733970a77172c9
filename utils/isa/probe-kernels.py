#!/usr/bin/env python3
# ===- probe-kernels.py - Makes ptxas emit every form of an instruction family ------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles PTX snippets for many targets and compares our SASS text with nvdisasm's.

  probe-kernels.py --sass-text build/bin/sass-text [--targets sm_75,sm_90a] [--families memory]
           [--ptx FILE...] [--samples FOLDER] [--show 20]

The snippets of a family are in probes/<family>.py. A snippet that a target refuses
is left out for that target. Prints a table: for each target the distinct words
(control fields apart), those without a record, those with another text, and those
whose full text does not parse back. --samples writes FOLDER/sm<NN>-memory.txt:
words that show every modifier and form, with nvdisasm's text, as sass-text --expect
reads them.
"""

import argparse
import collections
import concurrent.futures
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile

import sasswords


TARGETS = ("sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a sm_100 sm_100a sm_103a sm_110a "
           "sm_120 sm_120a sm_121a").split()
# Everything but the control fields (bits 105 to 124).
WORD_MASK = ((1 << 128) - 1) & ~(((1 << 20) - 1) << 105)
# Flags of ptxas beyond the optimisation level that change what is emitted.
MODES = {"O0": ["-O0"], "O1": ["-O1"], "O3": ["-O3"], "g": ["-O0", "-g"],
         "c": ["-O3", "-c"], "pic": ["-O3", "-c", "-pic"]}


def compile_kernels(prologue, kernels, target, flags, folder):
    """The words of all kernels that ptxas accepts. Leaves out those with errors."""
    kernels = list(kernels)
    path = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "x.ptx"
    cubin = path.with_suffix(".cubin")
    while kernels:
        text = prologue.replace("%TARGET%", target)
        starts = []
        for kernel in kernels:
            starts.append(text.count("\n") + 1)
            text += kernel + "\n"
        path.write_text(text)
        try:
            run = subprocess.run(["ptxas", f"-arch={target}", *flags, str(path), "-o", str(cubin)],
                                 capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return [], kernels
        if run.returncode == 0:
            if cubin.stat().st_size == 0:
                return [], []  # no code
            words = [w for s in sasswords.text_sections(cubin.read_bytes()) for w in s]
            return words, []
        bad = set()
        for line in re.findall(r"line (\d+); (?:error|fatal)", run.stderr):
            index = max((i for i, s in enumerate(starts) if s <= int(line)), default=None)
            if index is not None:
                bad.add(index)
        for name in re.findall(r"'(k\d+)'", run.stderr):
            bad |= {i for i, k in enumerate(kernels) if f" {name}(" in k}
        if not bad:
            # An error without a place: halve until it is found.
            if len(kernels) == 1:
                return [], kernels
            half = len(kernels) // 2
            first, lost1 = compile_kernels(prologue, kernels[:half], target, flags, folder)
            second, lost2 = compile_kernels(prologue, kernels[half:], target, flags, folder)
            return first + second, lost1 + lost2
        kernels = [k for i, k in enumerate(kernels) if i not in bad]
    return [], []


def mnemonic(text):
    return re.sub(r"^@!?U?P\w+ ", "", text).split()[0]


def base_name(text):
    return mnemonic(text).split(".")[0]


def probe(target, jobs, pool):
    """Distinct words of a target with nvdisasm's text, in order of appearance."""
    words = {}
    with tempfile.TemporaryDirectory() as folder:
        futures = [pool.submit(compile_kernels, prologue, kernels, target, flags, folder)
                   for prologue, kernels, flags in jobs]
        for future in futures:
            for w in future.result()[0]:
                words.setdefault(w & WORD_MASK, w)
    words = list(words.values())
    return words, texts_of(words, target)


def texts_of(words, target, base=0):
    return [t if t is not None else "<illegal>"
            for t in sasswords.disassemble(words, target, base)]


def report(target, words, texts, tool, only, show):
    """Prints the differences; returns the row of the table."""
    found = sasswords.ours(words, target, tool)
    back = sasswords.not_back(words, target, tool)
    unknown = collections.OrderedDict()
    different = collections.OrderedDict()
    count = 0
    for word, a, b in zip(words, texts, found):
        if only and base_name(a) not in only:
            continue
        count += 1
        if b == "<unknown>":
            unknown.setdefault(mnemonic(a), []).append((word, a))
        elif a != b:
            different.setdefault(mnemonic(a), []).append((word, a, b))
    for name, cases in list(unknown.items()):
        for word, a in cases[:show]:
            print(f"{target} unknown   {word:032x} {a}")
    for name, cases in list(different.items()):
        for word, a, b in cases[:show]:
            print(f"{target} different {word:032x} {a}\n{'':50}ours: {b}")
    known = {"%032x" % w for w, a in zip(words, texts) if not only or base_name(a) in only}
    lost = [line for line in back if line[:32] in known]
    for line in lost[:show]:
        print(f"{target} not back  {line}")
    return (target, count, sum(map(len, unknown.values())), sum(map(len, different.values())),
            len(lost))


def write_samples(path, words, texts, target, only):
    """Words that together show, of each opcode, every modifier and kinds of operands."""
    chosen = []
    seen = collections.defaultdict(set)
    for word, text in zip(words, texts):
        if only and base_name(text) not in only:
            continue
        shape = re.sub(r"^@!?U?P\w* ", "", text).replace(".reuse", "")
        shape = re.sub(r"(?<![A-Za-z0-9_])-?0x[0-9a-f]+", "N", shape)
        name, _, operands = re.sub(r"\b(U?[RPB])\d+\b", r"\1", shape).partition(" ")
        known = seen[word & 0xfff, word >> 91 & 1]
        what = set(name.split(".")) | {operands}
        if not what <= known:
            known |= what
            chosen.append(word)
    # The text as if each stood at address 0: code addresses must not depend on the others.
    here = texts_of(chosen, target)
    there = texts_of(chosen, target, 0x100000)
    lines = []
    for word, text, other in zip(chosen, here, there):
        if text != other:
            text = texts_of([word], target)[0]
        lines.append("%032x %s" % (word, text))
    path.write_text("\n".join(sorted(lines, key=lambda l: l[33:])) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--families", default="")
    parser.add_argument("--modes", default="O0,O3")
    parser.add_argument("--ptx", nargs="*", default=[], help="PTX files besides the snippets")
    parser.add_argument("--all-instructions", action="store_true",
                        help="report every instruction, not only those of the families")
    parser.add_argument("--samples", help="folder to write samples into")
    parser.add_argument("--dump", help="folder to write all words with their text into")
    parser.add_argument("--load", help="folder of --dump to take the words from")
    parser.add_argument("--show", type=int, default=2, help="cases shown of a mnemonic")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()

    here = pathlib.Path(__file__).parent
    sys.path.insert(0, str(here / "probes"))
    names = args.families.split(",") if args.families else \
        sorted(p.stem for p in (here / "probes").glob("*.py") if p.stem != "template")
    template = importlib.import_module("template")
    families = [importlib.import_module(name) for name in names]
    only = set()
    for family in families:
        only |= set(family.MNEMONICS)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for target in args.targets.split(","):
            jobs = []
            for mode in args.modes.split(","):
                for family in families:
                    kernels = [template.kernel(i, body) for i, body in
                               enumerate(family.snippets())]
                    for at in range(0, len(kernels), 150):
                        jobs.append((template.PROLOGUE, kernels[at : at + 150], MODES[mode]))
                for path in args.ptx:
                    text = pathlib.Path(path).read_text()
                    text = re.sub(r"(?m)^\s*\.target.*$", f".target {target}", text)
                    jobs.append((text, [""], MODES[mode]))
            if args.load:
                lines = (pathlib.Path(args.load) / f"{target}.txt").read_text().splitlines()
                words = [int(line[:32], 16) for line in lines]
                texts = texts_of(words, target)
            else:
                words, texts = probe(target, jobs, pool)
            if args.dump:
                folder = pathlib.Path(args.dump)
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{target}.txt").write_text(
                    "".join("%032x %s\n" % (w, t) for w, t in zip(words, texts)))
            rows.append(report(target, words, texts, args.sass_text,
                               set() if args.all_instructions else only, args.show))
            if args.samples:
                write_samples(pathlib.Path(args.samples) / f"sm{sasswords.number(target)}-memory.txt",
                              words, texts, target, only)
    print(f"{'target':10}{'words':>8}{'unknown':>9}{'different':>11}{'not back':>10}")
    for row in rows:
        print(f"{row[0]:10}{row[1]:8}{row[2]:9}{row[3]:11}{row[4]:10}")
    return 1 if any(row[2] or row[3] or row[4] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
