#!/usr/bin/env python3
# ===- probe.py - Makes ptxas show its instructions -------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles PTX statements with ptxas for several targets and compares each
instruction with nvdisasm's text.

  utils/isa/probe.py [--sass-text PATH] [--targets 75,80,90a] [--only floats]
                     [--words DIR]

The statements come from the modules probe_*.py beside this file (their list
GENERATORS). Statements that a target refuses are left out there. Prints a table
with one line per target: statements accepted, distinct instruction words, words
without a record, with another text than nvdisasm's, and that do not parse back.
With --words writes a sample of the words with nvdisasm's text, one file per
target. The exit code is 1 if anything differs.
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
from sasswords import clean, disassemble

HERE = pathlib.Path(__file__).resolve().parent
TARGETS = ["75", "80", "86", "87", "88", "89", "90", "90a", "100", "100a", "103a", "110a", "120a",
           "121a"]
HEADER = """.version 9.0
.target sm_{target}
.address_size 64
"""
BEGIN = """.visible .entry k{index}(.param .u64 out, .param .u64 in,
  .param .b32 r0, .param .b32 r1, .param .b32 r2, .param .b32 r3, .param .b64 l0, .param .b64 l1,
  .param .b64 l2, .param .f32 f0, .param .f32 f1, .param .f32 f2, .param .f64 d0, .param .f64 d1,
  .param .f64 d2, .param .b16 h0, .param .b16 h1, .param .b16 h2)
{{
  .reg .pred %p<16>; .reg .b16 %h<44>; .reg .b32 %r<44>; .reg .f32 %f<44>; .reg .b64 %rd<44>;
  .reg .f64 %d<44>; .reg .b128 %q<8>;
  ld.param.u64 %rd40, [out]; ld.param.u64 %rd41, [in];
  ld.param.b32 %r30, [r0]; ld.param.b32 %r31, [r1]; ld.param.b32 %r32, [r2]; ld.param.b32 %r33, [r3];
  ld.param.b64 %rd30, [l0]; ld.param.b64 %rd31, [l1]; ld.param.b64 %rd32, [l2];
  ld.param.f32 %f30, [f0]; ld.param.f32 %f31, [f1]; ld.param.f32 %f32, [f2];
  ld.param.f64 %d30, [d0]; ld.param.f64 %d31, [d1]; ld.param.f64 %d32, [d2];
  ld.param.b16 %h30, [h0]; ld.param.b16 %h31, [h1]; ld.param.b16 %h32, [h2];
  mov.u32 %r0, %tid.x; mul.wide.u32 %rd4, %r0, 1024;
  add.u64 %rd41, %rd41, %rd4; add.u64 %rd40, %rd40, %rd4;
  ld.global.v4.b32 {{%r1, %r2, %r3, %r4}}, [%rd41];
  ld.global.v4.f32 {{%f1, %f2, %f3, %f4}}, [%rd41+16];
  ld.global.v2.b64 {{%rd1, %rd2}}, [%rd41+32]; ld.global.b64 %rd3, [%rd41+48];
  ld.global.v2.f64 {{%d1, %d2}}, [%rd41+64]; ld.global.f64 %d3, [%rd41+80];
  ld.global.v4.b16 {{%h1, %h2, %h3, %h4}}, [%rd41+96];
  setp.ne.u32 %p1, %r1, 7; setp.gt.s32 %p2, %r2, %r3;
  setp.ne.u32 %p5, %r30, 7; setp.gt.s32 %p6, %r31, %r32;
"""
END = "  ret;\n}\n"


def ptx_file(target, statements, per_kernel):
    """The text of a file and the statement of each line that has one."""
    lines = HEADER.format(target=target).splitlines()
    origin = {}
    for index in range(0, len(statements), per_kernel):
        lines += BEGIN.format(index=index).splitlines()
        for k, s in enumerate(statements[index:index + per_kernel]):
            lines.append("  " + s.replace("OFFSET", str(8 * (k % 64))))
            origin[len(lines)] = s
        lines += END.splitlines()
    return "\n".join(lines) + "\n", origin


def compile_statements(target, statements, level, folder, per_kernel):
    """Compiles what the target takes; returns (cubin, accepted statements)."""
    name = f"{target}.O{level}.{id(statements)}"
    for _ in range(20):
        text, origin = ptx_file(target, statements, per_kernel)
        ptx, cubin = folder / f"{name}.ptx", folder / f"{name}.cubin"
        ptx.write_text(text)
        run = subprocess.run(["ptxas", f"-arch=sm_{target}", f"-O{level}", str(ptx), "-o", str(cubin)],
                             capture_output=True, text=True)
        if run.returncode == 0:
            return cubin, statements
        bad = {origin.get(int(n)) for n in re.findall(r", line (\d+); (?:error|fatal)", run.stderr)}
        bad.discard(None)
        if not bad:
            sys.exit(f"ptxas sm_{target}: {run.stderr[:2000]}")
        statements = [s for s in statements if s not in bad]
        if not statements:
            return None, []
    sys.exit(f"ptxas sm_{target} refuses too much")


def shape(word, text):
    """What makes a word worth keeping in a sample: its text without numbers."""
    text = re.sub(r"^@!?U?P\w+ ", "", text)
    text = re.sub(r"\.reuse", "", text)
    text = re.sub(r"\b(U?[RP])\d+\b", r"\1n", text)
    text = re.sub(r"\bRZ\b", "Rn", re.sub(r"\bURZ\b", "URn", text))
    text = re.sub(r"(?<![\w.])-?(0x[0-9a-f]+|\d+(\.\d+)?(e[+-]?\d+)?)\b", "#", text)
    return word & 0xfff, word >> 91 & 1, text


def cover(words, texts):
    """Few of the words that still show each opcode, each modifier of it, and each
    kind and form of its operands."""
    seen, kept = set(), []
    # The words with the most to show first.
    order = sorted(range(len(words)), key=lambda i: (-texts[i].count("."), i))
    for i in order:
        if not texts[i]:
            continue
        low, high, text = shape(words[i], texts[i])
        mnemonic, _, operands = text.partition(" ")
        marks = [("op", mnemonic.split(".")[0])]
        marks += [("mod", m) for m in mnemonic.split(".")[1:]]
        for operand in operands.split(","):
            operand = re.sub(r"P[nT]", "Pn", operand.strip())
            marks.append(("kind", re.sub(r"[-|~!]|\.\w+", "", operand)))
            marks += [("flag", flag) for flag in re.findall(r"[-|~!]|\.\w+", operand)]
        new = {(low, high, mark) for mark in marks} - seen
        if new:
            seen |= new
            kept.append(words[i])
    return sorted(kept, key=lambda w: (w & 0xfff, w >> 91 & 1, w))


def probe(target, statements, args, folder):
    words, accepted = {}, 0
    for level in args.levels.split(","):
        per_kernel = 24
        for at in range(0, len(statements), 1500):
            part = statements[at:at + 1500]
            cubin, good = compile_statements(target, part, level, folder, per_kernel)
            accepted += len(good)
            if cubin:
                for section in sasswords.text_sections(cubin.read_bytes()):
                    for word in section:
                        words.setdefault(word & ~(0x1fffff << 105), word)
    words = list(words.values())
    sm = re.sub(r"[af]$", "", target)
    expected = disassemble(words, sm)
    shapes = {}
    for word, text in zip(words, expected):
        if text is not None:
            shapes.setdefault(shape(word, clean(text)), word)
    kept = sorted(shapes.values(), key=lambda w: (w & 0xfff, w >> 91 & 1, w))
    # Again, for the addresses of branch targets.
    pairs = list(zip(kept, disassemble(kept, sm)))
    return accepted, pairs, sum(t is None for t in expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--levels", default="3,0")
    parser.add_argument("--only", help="name of one generator")
    parser.add_argument("--module", help="one module, without probe_")
    parser.add_argument("--words", type=pathlib.Path, help="folder for the words and their texts")
    parser.add_argument("--show", type=int, default=20)
    args = parser.parse_args()

    sys.path.insert(0, str(HERE))
    generators = []
    for path in sorted(HERE.glob("probe_*.py")):
        if not args.module or path.stem == "probe_" + args.module:
            generators += importlib.import_module(path.stem).GENERATORS
    statements = list(dict.fromkeys(s for g in generators if args.only in (None, g.__name__)
                                    for s in g()))
    bad = False
    table = []
    with tempfile.TemporaryDirectory() as tmp:
        folder = pathlib.Path(tmp)
        targets = args.targets.split(",")
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda t: probe(t, statements, args, folder), targets))
        for target, (accepted, pairs, refused) in zip(targets, results):
            sm = re.sub(r"[af]$", "", target)
            words = [w for w, _ in pairs]
            found = sasswords.ours(words, sm, args.sass_text)
            back = sasswords.not_back(words, sm, args.sass_text)
            unknown, different = collections.OrderedDict(), []
            for (word, text), mine in zip(pairs, found):
                a, b = clean(text), clean(mine)
                if b == "<unknown>":
                    unknown.setdefault(shape(word, a)[2].split(" ")[0], []).append((word, a))
                elif a and a != b:
                    different.append((word, a, b))
            print(f"== sm_{target}")
            for name, items in unknown.items():
                print(f"no record: {name} ({len(items)})")
                for word, text in items[:3]:
                    print(f"  {word:032x} {text}")
            for word, a, b in different[:args.show]:
                print(f"{word:032x}\n  nvdisasm: {a}\n  here:     {b}")
            for line in back[:args.show]:
                print("not parsed back: " + line)
            missing = sum(map(len, unknown.values()))
            table.append((target, accepted, len(pairs), missing, len(different), len(back), refused))
            bad = bad or missing or different or back
            if args.words:
                args.words.mkdir(parents=True, exist_ok=True)
                texts = [clean(text) for _, text in pairs]
                # Branch targets depend on the address: no branches.
                with_record = [i for i, mine in enumerate(found) if mine != "<unknown>"
                               and not 0x140 <= words[i] & 0x1ff < 0x160]
                sample = cover([words[i] for i in with_record], [texts[i] for i in with_record])
                with open(args.words / f"sm{target}-words.txt", "w") as f:
                    for word, text in zip(sample, disassemble(sample, sm)):
                        f.write(f"{word:032x} {' '.join(text.split()).replace('] [', '][')}\n")
    print(f"{'target':8}{'statements':>11}{'shapes':>8}{'no record':>10}{'differ':>8}"
          f"{'not back':>9}{'refused':>8}")
    for row in table:
        print(f"sm_{row[0]:5}{row[1]:>11}{row[2]:>8}{row[3]:>10}{row[4]:>8}{row[5]:>9}{row[6]:>8}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
