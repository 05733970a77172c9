#!/usr/bin/env python3
# ===- enumerate-neighbours.py - Words next to the known forms --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Lists the words one bit away from a known form that nvdisasm has a text for and
that no record of ours decodes: modifiers and operand forms that may be missing.

  enumerate-neighbours.py [--targets 75,90] [--only UI2F,LDG]

Each line: SM, record, form, bit, word, nvdisasm's text. Most are combinations that
ptxas never writes; PTX that makes it write one decides. nvdisasm needs some minutes
for an SM."""

import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sasswords  # noqa: E402

# Behind the opcode and the guard, before the control fields.
BITS = range(16, 105)
# Words that nvdisasm gets at once: it gives up at one that it refuses.
CHUNK = 400
TARGET = re.compile(r"-?0x[0-9a-f]+$")


def default_words(sm, only):
    """A word of each form: {(record, form): word}."""
    run = subprocess.run(["isa-form-words", f"--sm={sm}", "--values"], capture_output=True,
                         text=True, check=True)
    words = {}
    for line in run.stdout.splitlines():
        word, record, form, _, _ = line.split(" ", 4)
        if not only or record in only:
            words.setdefault((record, form), int(word, 16))
    return words


def neighbours(sm, only):
    """(record, form, bit, word, text) of what nvdisasm knows and we do not."""
    words = default_words(sm, only)
    plain = list(words.values())
    texts = dict(zip(plain, sasswords.disassemble(plain, sm)))
    # Where the text depends on the place, the target is no difference.
    moved = dict(zip(plain, sasswords.disassemble(plain, sm, 0x1000)))
    labels = {w for w in plain if texts[w] != moved[w]}

    def shape(word, text):
        return TARGET.sub("", text) if word in labels else text

    found = [(form, bit, word ^ 1 << bit) for form, word in words.items() if texts[word]
             for bit in BITS]
    ours = sasswords.ours([word for _, _, word in found], sm, "sass-text")
    found = [f for f, text in zip(found, ours) if text == "<unknown>"]
    for begin in range(0, len(found), CHUNK):
        chunk = found[begin:begin + CHUNK]
        for (form, bit, word), text in zip(chunk, sasswords.disassemble(
                [word for _, _, word in chunk], sm)):
            known = words[form]
            if text and "???" not in text and "INVALID" not in text \
                    and shape(known, text) != shape(known, texts[known]):
                yield (*form, bit, word, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", default="75,80,86,89,90,100,120")
    parser.add_argument("--only", type=lambda names: set(names.split(",")))
    options = parser.parse_args()
    for sm in options.targets.split(","):
        for record, form, bit, word, text in neighbours(sm, options.only):
            print(f"{sm} {record} {form} {bit} {word:032x} {text}", flush=True)


if __name__ == "__main__":
    main()
