#!/usr/bin/env python3
# ===- words.py - What ptxas makes of generated PTX -------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles generated kernels with ptxas for a target and lists the instructions.

  words.py --target sm_90a --family matrix --only MMA,LDSM > words.txt
  words.py --target sm_90a --family matrix --cubin out.cubin

Each line is a word and nvdisasm's text, one for each text that differs in more
than register numbers and immediates. Kernels that ptxas refuses for the target
are left out; --refused lists them with ptxas's message. The lists under
test/Format/SASS/Inputs are made with this.
"""

import argparse
import importlib
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sasswords  # noqa: E402

FAMILIES = ("matrix", "texture", "wgmma", "tcgen05")
ERROR = re.compile(r"ptxas [^,\n]*, line (\d+); (?:error|fatal)\s*: (.*)")


def compile_all(kernels, target, level, refused, out):
    """The cubin of the kernels that ptxas takes, written to `out`."""
    kernels = list(enumerate(kernels))
    header = ".version 9.0\n.target %s\n.address_size 64\n" % target
    while kernels:
        lines, owner, text = header.count("\n"), {}, header
        for index, kernel in kernels:
            body = kernel.text("k%d" % index) + "\n"
            for line in range(body.count("\n")):
                owner[lines + 1 + line] = index
            lines += body.count("\n")
            text += body
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as f:
            f.write(text)
            f.flush()
            run = subprocess.run(["ptxas", "-arch=" + target, "-O%d" % level, f.name, "-o", out],
                                 capture_output=True, text=True)
        if run.returncode == 0:
            return len(kernels)
        bad = {}
        for line, message in ERROR.findall(run.stderr):
            if int(line) in owner:
                bad.setdefault(owner[int(line)], message)
        if not bad:
            # An error of code generation names only the function.
            for name, message in re.findall(r"function 'k(\d+)'.*?: (.*)", run.stderr):
                bad.setdefault(int(name), message)
        if not bad:
            sys.exit("ptxas: " + run.stderr[:2000])
        for index, kernel in kernels:
            if index in bad:
                refused.append((kernel, bad[index]))
        kernels = [k for k in kernels if k[0] not in bad]
    return 0


def skeleton(text):
    """The text without register numbers and values."""
    text = re.sub(r"\b(UR|UP|SB|R|P|B)\d+\b", r"\1", text)
    text = re.sub(r"\b(gdesc|tmem|idesc)\[(UR|R)Z\]", r"\1[\2]", text)
    return re.sub(r"-?0x[0-9a-f]+", "#", text)


def check(texts, only, target, tool):
    """Lists words without a record, with other text, or that do not parse back."""
    texts = [(w, t) for w, t in texts if not only or any(o in t for o in only)]
    sm = int(re.sub(r"\D", "", target))
    words = [w for w, _ in texts]
    bad, seen = 0, set()
    for (word, text), mine in zip(texts, sasswords.ours(words, sm, tool)):
        a, b = text, mine
        if a == b:
            continue
        bad += 1
        if skeleton(a) not in seen and len(seen) < 40:
            print("%032x\n  nvdisasm: %s\n  ours:     %s" % (word, a, b))
        seen.add(skeleton(a))
    back = sasswords.not_back(words, sm, tool)
    for line in back[:10]:
        print("not parsed back: " + line)
    print("%s: %d words, %d differ, %d not parsed back" % (target, len(words), bad, len(back)))
    return 1 if bad or back else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--family", action="append", choices=FAMILIES)
    parser.add_argument("-O", dest="level", type=int, default=3)
    parser.add_argument("--only", default="", help="mnemonics that contain one of these")
    parser.add_argument("--cubin", help="write the cubin here and list nothing")
    parser.add_argument("--refused", action="store_true")
    parser.add_argument("--check", metavar="SASS_TEXT",
                        help="compare every word with what this sass-text makes of it")
    parser.add_argument("--sample", action="store_true",
                        help="only words with a modifier or operands that no word before has")
    args = parser.parse_args()

    kernels = []
    for family in args.family or FAMILIES:
        kernels += importlib.import_module(family + "_ptx").kernels()
    refused = []
    with tempfile.TemporaryDirectory() as d:
        out = args.cubin or os.path.join(d, "x.cubin")
        count = compile_all(kernels, args.target, args.level, refused, out)
        print("%d of %d kernels for %s" % (count, len(kernels), args.target), file=sys.stderr)
        if args.refused:
            for kernel, message in refused:
                print("%s\n    %s" % (kernel.body[-1], message))
            return
        if args.cubin or not count:
            return
        with open(out, "rb") as f:
            words = sorted({w for s in sasswords.text_sections(f.read()) for w in s})
    only = [o for o in args.only.split(",") if o]
    texts = list(zip(words, sasswords.disassemble(words, args.target)))
    if args.check:
        sys.exit(check(texts, only, args.target, args.check))
    seen, seen_parts = set(), set()
    for word, text in texts:
        name = re.sub(r"^@!?U?P\w+ ", "", text).split()[0]
        shape = skeleton(text)
        if shape in seen or only and not any(o in name for o in only):
            continue
        seen.add(shape)
        # The form is in the opcode; each part of the mnemonic is shown with it once.
        form = (name.split(".")[0], word & 0xFFF, word >> 91 & 1)
        parts = {(form, part) for part in name.split(".")}
        parts.add((form, re.sub(r"^[^ ]+ ", "", re.sub(r"^@!?U?P ", "", shape))))
        if args.sample and parts <= seen_parts:
            continue
        seen_parts |= parts
        print("%032x %s" % (word, text))


if __name__ == "__main__":
    main()
