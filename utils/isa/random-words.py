#!/usr/bin/env python3
# ===- random-words.py - Test data from random instructions -----------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Chooses words for test/Format/SASS/Inputs that nvdisasm agrees with.

  random-words.py DIR

random-smN.txt: legal words with their text. On the first SM of each form, each bit of
its fields is once set and once clear; on the last one there is a word; of each
modifier of a record there is each value.
illegal-smN.txt: for each rule of a record, on the first SM that it holds for and on
one more, a word that breaks it and no other rule; nvdisasm refuses it or reads
something else.
"""

import argparse
import collections
import importlib
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
check = importlib.import_module("check-random")

SMS = check.TARGETS.split(",")


# Records with a modifier of many values, which take more words to show.
MANY_VALUES = "S2R,S2UR,CS2R,CS2UR"


def draw(args, sm, count, seed, only=()):
    out = subprocess.run([args.bin, "--print", "--plain", f"--sm={sm}", f"--count={count}",
                          f"--seed={seed}", *(f"--only={o}" for o in only)],
                         capture_output=True, text=True).stdout
    return [line.split(" ") for line in out.splitlines()]


def texts_at_zero(words, sm, sass_text):
    """Our text of each word as if it lay at address 0."""
    out = subprocess.run([sass_text, f"--sm={sm}", "--style=nvdisasm", "--expect"],
                         input="".join(f"{w} .\n" for w in words), capture_output=True, text=True)
    found = [line[len("found:"):].strip() for line in out.stdout.splitlines()
             if line.startswith("found:")]
    return found if len(found) == len(words) else None


def unparsed(words, texts, sm, sass_text):
    """The texts that the parser does not take."""
    out = subprocess.run([sass_text, f"--sm={sm}", "--style=nvdisasm", "--expect"],
                         input="".join(f"{w} {t}\n" for w, t in zip(words, texts)),
                         capture_output=True, text=True)
    return {line[len("expected:"):].strip() for line in out.stdout.splitlines()
            if line.startswith("expected:")}


class Chooser:
    """Words that show a bit, a value or a form that none before them did."""

    def __init__(self):
        self.bits = collections.defaultdict(lambda: [0, 0])
        self.values = set()
        self.ends = set()

    def wants(self, row, value, is_first, is_last):
        record, form = row[1], row[2]
        key = (record, form)
        new = False
        # The others of this form had their turn on an earlier SM.
        if is_first:
            ones, zeros = self.bits[key]
            # Bits that never change are no fields.
            fresh = (value & ~ones & self.fields[key]) | (~value & ~zeros & self.fields[key])
            if bin(fresh).count("1") > 0:
                new = True
                self.bits[key] = [ones | value, zeros | ~value]
        for field in row[3:]:
            name, text = field.split("=", 1)
            if (record, name) in self.spelled and (record, name, text) not in self.values:
                new = True
                self.values.add((record, name, text))
        if is_last and (key, "last") not in self.ends:
            new = True
            self.ends.add((key, "last"))
        return new


def legal(args):
    drawn = {sm: draw(args, sm, args.count, 7) + draw(args, sm, 2000, 8, [MANY_VALUES])
             for sm in SMS}
    holds = collections.defaultdict(list)
    for sm in SMS:
        for key in dict.fromkeys((r[1], r[2]) for r in drawn[sm]):
            holds[key].append(sm)
    chooser = Chooser()
    # Modifiers with few values.
    seen = collections.defaultdict(set)
    ones, zeros = collections.Counter(), collections.Counter()
    for sm in SMS:
        for r in drawn[sm]:
            for field in r[3:]:
                name, text = field.split("=", 1)
                seen[r[1], name].add(text)
            key = (r[1], r[2])
            if sm == holds[key][0]:
                ones[key] |= int(r[0], 16)
                zeros[key] |= ~int(r[0], 16)
    chooser.spelled = {k for k, v in seen.items()
                       if k[1][0] != "$" and (any(not t.isdigit() for t in v) or len(v) <= 2)}
    chooser.fields = {k: ones[k] & zeros[k] & ((1 << 128) - 1) for k in ones}
    total = 0
    for sm in SMS:
        rows = drawn[sm]
        problems = check.classify([int(r[0], 16) for r in rows], sm, args.sass_text)
        good = [r for r, p in zip(rows, problems) if not p]
        # Words that show much come first.
        chosen = [r for r in good
                  if chooser.wants(r, int(r[0], 16), holds[r[1], r[2]][0] == sm,
                                   holds[r[1], r[2]][-1] == sm)]
        words = [r[0] for r in chosen]
        texts = texts_at_zero(words, sm, args.sass_text)
        # What nvdisasm does not tell apart may not be found again from its text.
        lost = unparsed(words, texts, sm, args.sass_text)
        lines = sorted(x for x in zip([r[1] for r in chosen], words, texts) if x[2] not in lost)
        path = args.dir / f"random-sm{sm}.txt"
        path.write_text("".join(f"{w} {t}\n" for _, w, t in lines))
        total += len(lines)
        print(f"{path.name}: {len(lines)} words")
    print(f"{total} words")


def illegal(args):
    shown = collections.Counter()
    for sm in SMS:
        out = subprocess.run([args.mutate, "--illegal", f"--sm={sm}"], capture_output=True, text=True)
        rows = [line.split(" ", 3) for line in out.stdout.splitlines()]
        values = [int(r[0], 16) for r in rows]
        messages = check.run_nvdisasm(values, sm)
        theirs = {}
        taken = [i for i in range(len(rows)) if i not in messages]
        for i, text in zip(taken, check.sasswords.disassemble([values[i] for i in taken], sm)):
            theirs[i] = text
        lines, unfounded = [], []
        for i, (word, record, rule, text) in enumerate(rows):
            if i in theirs and theirs[i] and check.sasswords.clean(theirs[i]) == check.sasswords.clean(text):
                unfounded.append(f"sm_{sm} {record} rule {rule}: {word} {text}")
                continue
            if shown[record, rule] < 2:
                shown[record, rule] += 1
                lines.append((record, word))
        path = args.dir / f"illegal-sm{sm}.txt"
        path.write_text("".join(f"{w} {r}\n" for r, w in sorted(lines)))
        print(f"{path.name}: {len(lines)} words; of {len(rows)} that break a rule nvdisasm refuses "
              f"{len(messages)} and writes {len(rows) - len(messages) - len(unfounded)} otherwise, "
              f"{len(unfounded)} as we would")
        for line in unfounded:
            print("  " + line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--bin", default="sass-random")
    parser.add_argument("--mutate", default="isa-mutate")
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--count", type=int, default=9000)
    parser.add_argument("--only", choices=["legal", "illegal"])
    args = parser.parse_args()
    if args.only != "illegal":
        legal(args)
    if args.only != "legal":
        illegal(args)


if __name__ == "__main__":
    main()
