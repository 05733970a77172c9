#!/usr/bin/env python3
# ===- compare-text.py - Our SASS text against NVIDIA's disassembler --------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares the text of every instruction of cubins with nvdisasm's.

  compare-text.py [--sm 90] [--sass-text PATH] [-O 0 -O 3] FILE...

FILE is a PTX file (compiled with ptxas at each -O level) or a cubin. Each
executable section is disassembled as raw words from address 0. Lists the
differences, the words without a record, and a summary; the exit code is 1 if
there is any difference, or, with --strict, any word without a record.
"""

import argparse
import collections
import os
import re
import struct
import subprocess
import sys
import tempfile

LINE = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;?\s+/\* 0x[0-9a-f]{16} \*/")


def text_sections(data):
    """The executable sections of an ELF file as lists of 128-bit words."""
    (shoff,) = struct.unpack_from("<Q", data, 40)
    shentsize, shnum, _ = struct.unpack_from("<HHH", data, 58)
    for i in range(shnum):
        at = shoff + i * shentsize
        _, kind, flags, _, offset, size = struct.unpack_from("<IIQQQQ", data, at)
        if kind == 1 and flags & 4 and size:
            body = data[offset : offset + size]
            yield [int.from_bytes(body[k : k + 16], "little") for k in range(0, size, 16)]


def disassemble(words, sm):
    with tempfile.NamedTemporaryFile(suffix=".bin") as f:
        f.write(b"".join(w.to_bytes(16, "little") for w in words))
        f.flush()
        out = subprocess.run(
            ["nvdisasm", "-ndf", "-hex", "-b", sm if isinstance(sm, str) else "SM%d" % sm, f.name],
            capture_output=True, text=True)
    lines = [m.group(1) for m in map(LINE.search, out.stdout.splitlines()) if m]
    if len(lines) != len(words):
        sys.exit("nvdisasm gave %d lines for %d words: %s"
                 % (len(lines), len(words), out.stderr[:200]))
    return lines


def ours(words, sm, tool):
    out = subprocess.run(
        [tool, "--style=nvdisasm", "--sm=%d" % sm],
        input="".join("%032x\n" % w for w in words), capture_output=True, text=True)
    lines = out.stdout.splitlines()
    if out.returncode or len(lines) != len(words):
        sys.exit("%s: %s" % (tool, out.stderr[:500]))
    return lines


def check_roundtrip(words, sm, tool):
    out = subprocess.run(
        [tool, "--check", "--sm=%d" % sm],
        input="".join("%032x\n" % w for w in words), capture_output=True, text=True)
    return out.stdout.splitlines()[:-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--sm", type=int, default=90)
    parser.add_argument("-O", dest="levels", type=int, action="append")
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--strict", action="store_true",
                        help="words without a record count as differences")
    parser.add_argument("--show", type=int, default=40)
    args = parser.parse_args()

    sections = []
    for path in args.files:
        with open(path, "rb") as f:
            data = f.read()
        if data[:4] == b"\x7fELF":
            sections += [(path, s) for s in text_sections(data)]
            continue
        for level in args.levels or [0, 3]:
            with tempfile.TemporaryDirectory() as d:
                cubin = os.path.join(d, "x.cubin")
                run = subprocess.run(
                    ["ptxas", "-arch=sm_%d" % args.sm, "-O%d" % level, path, "-o", cubin],
                    capture_output=True, text=True)
                if run.returncode:
                    sys.exit("ptxas %s: %s" % (path, run.stderr))
                with open(cubin, "rb") as f:
                    name = "%s -O%d" % (path, level)
                    sections += [(name, s) for s in text_sections(f.read())]

    words = [w for _, s in sections for w in s]
    expected = disassemble(words, args.sm)
    found = ours(words, args.sm, args.sass_text)
    unknown = collections.Counter()
    different = collections.OrderedDict()
    for word, a, b in zip(words, expected, found):
        # Blanks are not compared where they only align.
        a = " ".join(a.split()).replace(" ,", ",").replace("] [", "][")
        b = " ".join(b.split()).replace(" ,", ",")
        if b == "<unknown>":
            unknown[re.sub(r"^@!?U?P\w+ ", "", a).split()[0]] += 1
        elif a != b:
            different.setdefault((a, b), word)
    for (a, b), word in list(different.items())[: args.show]:
        print("%032x\n  nvdisasm: %s\n  ours:     %s" % (word, a, b))
    for name, n in unknown.most_common(args.show):
        print("no record: %-32s %d" % (name, n))
    failures = check_roundtrip(words, args.sm, args.sass_text)
    for line in failures[: args.show]:
        print("not parsed back: " + line)
    print("%d words, %d differ, %d without a record, %d not parsed back"
          % (len(words), len(different), sum(unknown.values()), len(failures)))
    bad = different or failures or (args.strict and unknown)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
