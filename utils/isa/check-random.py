#!/usr/bin/env python3
# ===- check-random.py - Random instructions against NVIDIA's disassembler --===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Gives random legal instructions (sass-random) to nvdisasm.

  check-random.py [--targets 75,90] [--count N] [--seed N] [--only FADD,MUFU] [--explain]
                  [--aligned]

Prints per SM how many words nvdisasm takes and writes as we do. With --explain each
other word is first brought to defaults field by field as long as it stays
wrong: what is left, "record form {fields}", says which combination is no instruction or
has another text. Guards are any; control fields are those that the instruction can have
(RandomInst.h), of which nvdisasm shows the reuse bits. Words for which it writes nothing
are counted apart from those that it writes otherwise.
The exit code is 1 if fewer than --least percent agree.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sasswords  # noqa: E402

TARGETS = "75,80,86,87,88,89,90,100,103,110,120,121"


def run_nvdisasm(words, sm):
    """nvdisasm's text of each word and its messages by word."""
    messages = {}
    with tempfile.NamedTemporaryFile(suffix=".bin") as f:
        f.write(b"".join(w.to_bytes(16, "little") for w in words))
        f.flush()
        out = subprocess.run(["nvdisasm", "-ndf", "-hex", "-b", f"SM{sm}", f.name],
                             capture_output=True, text=True)
    for line in out.stderr.splitlines():
        if m := re.search(r": (.*) at address (0x[0-9a-f]+)", line):
            messages.setdefault(int(m.group(2), 16) // 16, m.group(1))
    return messages


def classify(words, sm, sass_text):
    """For each word None if both texts agree, else (kind, nvdisasm's, ours)."""
    messages = run_nvdisasm(words, sm)
    texts = [None] * len(words)
    legal = [i for i in range(len(words)) if i not in messages]
    for i, text in zip(legal, sasswords.disassemble([words[i] for i in legal], sm)):
        texts[i] = text
    taken = [i for i in range(len(words)) if texts[i] is not None]
    result = [("refused", messages.get(i, "no message"), "") for i in range(len(words))]
    for i, mine in zip(taken, sasswords.ours([words[i] for i in taken], sm, sass_text)):
        text = sasswords.clean(texts[i])
        if "???" in text or "INVALID" in text:
            result[i] = ("invalid", text, mine)
        elif text == "":
            result[i] = ("empty", "", mine)
        elif text != sasswords.clean(mine):
            result[i] = ("differs", text, mine)
        else:
            result[i] = None
    return result


def reduce(words, problems, sm, args):
    """Brings fields of wrong words to their defaults while they stay wrong."""
    words = list(words)
    problems = list(problems)
    names = [[] for _ in words]
    active = set(range(len(words)))
    while active:
        order = sorted(active)
        out = subprocess.run([args.bin, f"--sm={sm}", "--vary"],
                             input="".join("%032x\n" % words[i] for i in order),
                             capture_output=True, text=True).stdout
        variants = [line.split(" ", 2) for line in out.splitlines()]
        verdicts = classify([int(v[1], 16) for v in variants], sm, args.sass_text)
        left = collections.defaultdict(list)
        taken = {}
        for (index, word, what), verdict in zip(variants, verdicts):
            i = order[int(index)]
            left[i].append(what)
            if verdict and verdict[0] == problems[i][0] and i not in taken:
                taken[i] = (int(word, 16), verdict)
        for i in order:
            if i in taken:
                words[i], problems[i] = taken[i]
            else:
                names[i] = left[i]
                active.discard(i)
    return words, problems, names


def explain(rows, problems, sm, args):
    wrong = [i for i, p in enumerate(problems) if p]
    words, reduced, names = reduce([int(rows[i][0], 16) for i in wrong],
                                   [problems[i] for i in wrong], sm, args)
    groups = collections.OrderedDict()
    for i, word, problem, fields in zip(wrong, words, reduced, names):
        key = (rows[i][1], rows[i][2], " ".join(fields), problem[0])
        groups.setdefault(key, []).append((word, problem))
    for (name, form, fields, kind), found in sorted(groups.items()):
        word, problem = found[0]
        print(f"  sm_{sm} {name} form {form} {{{fields}}} {kind} x{len(found)} {word:032x}: "
              f"{problem[1]} | {problem[2]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="sass-random")
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--targets", default=TARGETS)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=100)
    parser.add_argument("--only", help="records, separated by commas")
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("--aligned", action="store_true", help="registers that suit their spans")
    args = parser.parse_args()

    only = set(args.only.split(",")) if args.only else None
    worst = 100.0
    for sm in args.targets.split(","):
        command = [args.bin, "--print", f"--sm={sm}", f"--count={args.count}", f"--seed={args.seed}",
                   "--fitting"]
        out = subprocess.run(command + ["--aligned"] * args.aligned, capture_output=True, text=True)
        rows = [line.split() for line in out.stdout.splitlines()]
        rows = [r for r in rows if not only or r[1] in only]
        problems = classify([int(r[0], 16) for r in rows], sm, args.sass_text)
        kinds = collections.Counter(p[0] if p else "agree" for p in problems)
        # What it does not write cannot be compared.
        shown = len(rows) - kinds["empty"]
        percent = 100.0 * kinds["agree"] / shown if shown else 0.0
        worst = min(worst, percent)
        rest = ", ".join(f"{n} {k}" for k, n in sorted(kinds.items()) if k != "agree")
        print(f"sm_{sm}: {kinds['agree']} of {shown} words agree, {percent:.2f} %"
              + (f"; {rest}" if rest else ""), flush=True)
        if args.explain:
            explain(rows, problems, sm, args)
    sys.exit(0 if worst >= args.least else 1)


if __name__ == "__main__":
    main()
