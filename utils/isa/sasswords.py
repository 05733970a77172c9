# ===- sasswords.py - Instruction words, their text, and tools ---------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What the scripts of this folder share: the words of a cubin, nvdisasm's text of
words, ours, and whether words come back through it."""

import re
import struct
import subprocess
import tempfile

# Stall count, yield, barriers: nvdisasm shows nothing of them. The reuse bits stay.
CONTROL_MASK = ((1 << 128) - 1) & ~(0x1ffff << 105)
LINE = re.compile(r"^ +/\*([0-9a-f]{4,})\*/ +(.*?) *;? +/\* 0x[0-9a-f]{16} \*/$", re.M)


def text_sections(data):
    """The executable sections of an ELF file as lists of 128-bit words."""
    if data[:4] != b"\x7fELF":
        return
    (shoff,) = struct.unpack_from("<Q", data, 40)
    shentsize, shnum, _ = struct.unpack_from("<HHH", data, 58)
    for i in range(shnum):
        at = shoff + i * shentsize
        _, kind, flags, _, offset, size = struct.unpack_from("<IIQQQQ", data, at)
        if kind == 1 and flags & 4 and size:
            body = data[offset : offset + size]
            yield [int.from_bytes(body[k : k + 16], "little") for k in range(0, size, 16)]


def number(target):
    """90 for 90, "90a", "sm_90a"."""
    return int(re.search(r"\d+", str(target)).group())


def clean(text):
    """The text without the blanks that only align."""
    return " ".join(text.split()).replace(" ,", ",").replace("] [", "][")


def disassemble(words, sm, base=0):
    """nvdisasm's text of words that lie one after another from address `base`, ""
    where it writes none, None for words that it refuses."""
    if not words:
        return []
    with tempfile.NamedTemporaryFile(suffix=".bin") as f:
        f.write(b"".join(w.to_bytes(16, "little") for w in words))
        f.flush()
        run = subprocess.run(["nvdisasm", "-ndf", "-hex", "-base", str(base),
                              "-b", f"SM{number(sm)}", f.name], capture_output=True, text=True)
    if run.returncode == 0:
        texts = [""] * len(words)
        for address, text in LINE.findall(run.stdout):
            texts[(int(address, 16) - base) // 16] = clean(text)
        return texts
    if len(words) == 1:
        return [None]
    # It gives up at words that it does not know, and may not say at which. Cut
    # in the middle too, so that the recursion stays shallow.
    bad = {(int(n, 16) - base) // 16 for n in re.findall(r"at address (0x[0-9a-f]+)", run.stderr)}
    bad &= set(range(len(words)))
    cuts = sorted({0, len(words) // 2, len(words)} | bad | {b + 1 for b in bad})
    texts = []
    for begin, end in zip(cuts, cuts[1:]):
        if begin in bad:
            texts.append(None)
        else:
            texts += disassemble(words[begin:end], sm, base + 16 * begin)
    return texts


def sass_text(words, sm, tool, *options):
    """The lines that sass-text writes for words that lie from address 0."""
    run = subprocess.run([tool, f"--sm={number(sm)}", *options],
                         input="".join("%032x\n" % w for w in words),
                         capture_output=True, text=True)
    if run.stderr:
        raise RuntimeError(f"{tool}: {run.stderr[:500]}")
    return run.stdout.splitlines()


def ours(words, sm, tool):
    """Our text of each word in nvdisasm's style."""
    return [clean(line) for line in sass_text(words, sm, tool, "--style=nvdisasm")]


def not_back(words, sm, tool):
    """A line for each word that does not come back through its text."""
    return sass_text(words, sm, tool, "--check")[:-1]
