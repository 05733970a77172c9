#!/usr/bin/env python3
# ===- check-forms.py - Every encoding form against NVIDIA's disassembler ---===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Encodes every form of every record with default operands and modifiers and asks
nvdisasm what it is.

  check-forms.py [--targets 75,90] [--only FADD,MUFU] [--values] [--text]

A word is wrong if nvdisasm refuses it or writes "???" or "INVALID" for a field or
another mnemonic. A form is wrong if the word with the default modifiers is, and
all those with one other modifier too.
--values lists each word with one other modifier that is wrong (many combinations
are no instructions: what is listed needs a look), --text also compares the whole
text with ours. Known failures, "record form sm" on each line, are given with
--known.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sasswords  # noqa: E402

TARGETS = "75,80,86,87,88,89,90,100,103,110,120,121"


def problem_of(text, mnemonic, mine):
    """What is wrong with nvdisasm's text of a word, None if nothing is."""
    if text is None:
        return "refused"
    # nvdisasm has no text for some words.
    if text == "":
        return None
    bare = re.sub(r"^@!?U?P\w+ ", "", text)
    if "???" in text or "INVALID" in text:
        return text
    if mnemonic.split(".")[0] != re.split(r"[. ]", bare)[0]:
        return text
    if mine and sasswords.clean(text) != sasswords.clean(mine):
        return f"{sasswords.clean(text)} | here: {sasswords.clean(mine)}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="isa-form-words")
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--targets", default=TARGETS)
    parser.add_argument("--only", help="records, separated by commas")
    parser.add_argument("--values", action="store_true")
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--known", type=pathlib.Path)
    args = parser.parse_args()

    known = set()
    if args.known:
        for line in args.known.read_text().splitlines():
            if line and not line.startswith("#"):
                known.add(tuple(line.split()[:3]))
    only = set(args.only.split(",")) if args.only else None
    checked = wrong = 0
    seen = collections.OrderedDict()
    unused = set(known)
    for sm in args.targets.split(","):
        run = subprocess.run([args.bin, f"--sm={sm}", "--values"], capture_output=True, text=True)
        rows = [line.split(" ", 4) for line in run.stdout.splitlines()]
        rows = [r for r in rows if not only or r[1] in only]
        if run.stderr:
            print(f"sm_{sm}: {run.stderr.strip()}")
            wrong += 1
        words = [int(r[0], 16) for r in rows]
        texts = sasswords.disassemble(words, sm)
        ours = sasswords.ours(words, sm, args.sass_text) if args.text else [""] * len(words)
        problems = [problem_of(text, mnemonic, mine)
                    for (_, _, _, mnemonic, _), text, mine in zip(rows, texts, ours)]
        good = {(r[1], r[2]) for r, problem in zip(rows, problems) if not problem}
        for (_, name, form, _, what), word, problem in zip(rows, words, problems):
            # The default modifiers may be no instruction; then any others do.
            if not args.values and (what or (problem and (name, form) in good)):
                continue
            checked += 1
            if not problem:
                continue
            if (name, form, sm) in known:
                unused.discard((name, form, sm))
                continue
            wrong += 1
            seen.setdefault((name, form, what, problem), []).append((sm, word))
    for (name, form, what, problem), places in seen.items():
        print(f"{name} form {form} {what} sm {','.join(s for s, _ in places)} "
              f"{places[0][1]:032x}: {problem}")
    for item in sorted(unused):
        print("no longer wrong: " + " ".join(item))
    print(f"{checked} words, {wrong} wrong")
    sys.exit(1 if wrong or not checked else 0)


if __name__ == "__main__":
    main()
