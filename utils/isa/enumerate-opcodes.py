#!/usr/bin/env python3
# ===- enumerate-opcodes.py - Which opcodes nvdisasm knows ------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Gives nvdisasm bit patterns of every opcode number and lists what it calls them.

  enumerate-opcodes.py [--targets 75,90] [--patterns 100] [--out FOLDER] [--form-words PATH]

For each SM and each decode key (bits 11:0 and 91): words of few, some and many set
bits, until nvdisasm takes some. Prints the mnemonics that none of our records has, with
a word of each. --out writes all that were found, FOLDER/<sm>.txt: key, mnemonic,
word and text.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import probe  # noqa: E402

TARGETS = "75,80,86,87,89,90,100,103,110,120"
KEYS = 1 << 13
# Opcode, bit 91, guard, and the bits from 101 on.
FIXED = 0xFFFF | 1 << 91 | (1 << 128) - (1 << 101)
FRAME = 0x7000 | 0xFE2 << 104


def patterns(key, count, pick):
    """Words of a key."""
    opcode = key & 0xFFF | key >> 12 << 91
    for k in range(count):
        fill = pick.getrandbits(128)
        for _ in range(k % 4):
            fill &= pick.getrandbits(128)
        yield (0 if k == 3 else fill) & ~FIXED | FRAME | opcode


def enumerate_sm(sm, count, pick):
    """Maps each key to {mnemonic: (word, text)}."""
    found = collections.defaultdict(dict)
    for per_key in (12, count):
        missing = [key for key in range(KEYS) if key not in found]
        for at in range(0, len(missing), 512):
            words = [w for key in missing[at:at + 512] for w in patterns(key, per_key, pick)]
            for word, text in zip(words, probe.disassemble(words, sm)):
                if text:
                    name = re.split(r"[. ]", re.sub(r"^@!?U?P\w+ ", "", text))[0]
                    found[word & 0xFFF | (word >> 91 & 1) << 12].setdefault(name, (word, text))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--targets", default=TARGETS)
    parser.add_argument("--patterns", type=int, default=100)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--form-words", default="isa-form-words")
    args = parser.parse_args()
    for sm in args.targets.split(","):
        found = enumerate_sm(sm, args.patterns, random.Random(1))
        rows = [(key, name, word, text) for key in sorted(found)
                for name, (word, text) in found[key].items()]
        if args.out:
            args.out.mkdir(parents=True, exist_ok=True)
            (args.out / f"{sm}.txt").write_text("".join(
                f"{key & 0xfff:03x}.{key >> 12} {name} {word:032x} {text}\n"
                for key, name, word, text in rows))
        forms = subprocess.run([args.form_words, f"--sm={sm}"], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        known = {line.split(" ")[3].split(".")[0] for line in forms}
        print(f"== sm_{sm}: {len({name for _, name, _, _ in rows})} mnemonics, "
              f"{len(found)} opcode keys")
        shown = set()
        for key, name, word, text in rows:
            if name not in known and name not in shown:
                shown.add(name)
                print(f"  {name}: {word:032x} {text}")


if __name__ == "__main__":
    main()
