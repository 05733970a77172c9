#!/usr/bin/env python3
# ===- write-coverage.py - Writes docs/isa-coverage.md ----------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes docs/isa-coverage.md from the records and the results of the probers.

  write-coverage.py             from utils/isa/results/coverage.txt and the records
  write-coverage.py --check     fails if the document is not what would be written
  write-coverage.py --probe [--targets 75,90] [--every 4]
                                first asks ptxas and nvdisasm and writes the results
  write-coverage.py --mnemonics FOLDER
                                first takes over what enumerate-opcodes.py --out wrote

The results are words, so that they stay true when records change:

  tools NAME VERSION            ptxas and nvdisasm
  words SM COUNT UNKNOWN OTHER  distinct words that ptxas made, those without a record,
                                those with another text than nvdisasm's
  seen SM,SM... WORD            ptxas made it, and its text is nvdisasm's: one for each form
  shown SM,SM... WORD           the same, but a bit pattern that nvdisasm knows
  mnemonics SM NAME...          what nvdisasm calls bit patterns (enumerate-opcodes.py)
"""

import argparse
import collections
import difflib
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE / "probes")]
import sasswords  # noqa: E402

SMS = [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121]
# What ptxas is asked for: the variant that has the most.
VARIANT = {90: "90a", 100: "100a", 103: "103a", 110: "110a", 120: "120a", 121: "121a"}
RESULTS = HERE / "results" / "coverage.txt"
DOCUMENT = ROOT / "docs" / "isa-coverage.md"
CONTROL = 0xFFFFF << 105


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr[:500]}")
    return done.stdout


def decode(words, sm, tools):
    """The (record, form) of each word, None for words without a record."""
    lines = run([tools.form_words, f"--sm={sm}", "--decode"],
                "".join("%032x\n" % w for w in words)).splitlines()
    return [None if line == "?" else tuple(line.split()) for line in lines]


# ===------------------------------------------------------------------------===#
# Asking ptxas and nvdisasm
# ===------------------------------------------------------------------------===#

def committed_words(sm):
    """The words of ptxas that the tests of the text have for an SM."""
    folder = ROOT / "test" / "Format" / "SASS" / "Inputs"
    for path in [folder / f"alu-sm{sm}.txt", *sorted(folder.glob(f"sm{sm}-*.txt"))]:
        # Those of patterns are not ptxas's.
        if path.exists() and not path.stem.endswith("patterns"):
            for line in path.read_text().splitlines():
                if re.match(r"[0-9a-f]{32} ", line):
                    yield int(line[:32], 16)


def ptxas_words(target, folder, every):
    """The distinct words, control fields apart, that ptxas makes for a target, of each
    `every`th statement of the probers and of the test kernels."""
    probe = importlib.import_module("probe")
    probe_kernels = importlib.import_module("probe-kernels")
    words = importlib.import_module("words")
    found = {}

    def add(cubin):
        for word in (w for s in sasswords.text_sections(cubin.read_bytes()) for w in s):
            found.setdefault(word & ~CONTROL, word)

    statements = list(dict.fromkeys(
        s for g in importlib.import_module("probe_alu").GENERATORS for s in g()))[::every]
    for level in ("0", "3") if every == 1 else ("3",):
        for at in range(0, len(statements), 1500):
            cubin, good = probe.compile_statements(target, statements[at:at + 1500], level,
                                                   folder, 24)
            if good:
                add(cubin)
        kernels = [k for family in words.FAMILIES
                   for k in importlib.import_module(family + "_ptx").kernels()][::every]
        cubin = folder / "matrix.cubin"
        if words.compile_all(kernels, "sm_" + target, int(level), [], str(cubin)):
            add(cubin)
        for ptx in sorted((ROOT / "test" / "kernels").glob("*.ptx")):
            text = re.sub(r"(?m)^\s*\.target.*$", f".target sm_{target}", ptx.read_text())
            (folder / "kernel.ptx").write_text(text)
            done = subprocess.run(["ptxas", f"-arch=sm_{target}", f"-O{level}",
                                   str(folder / "kernel.ptx"), "-o", str(folder / "kernel.cubin")],
                                  capture_output=True)
            if done.returncode == 0:
                add(folder / "kernel.cubin")
    template = importlib.import_module("template")
    for path in sorted((HERE / "probes").glob("*.py")):
        if path.stem == "template":
            continue
        kernels = [template.kernel(i, body) for i, body in
                   enumerate(importlib.import_module(path.stem).snippets())][::every]
        for mode in ("O0", "O3") if every == 1 else ("O3",):
            for at in range(0, len(kernels), 150):
                made, _ = probe_kernels.compile_kernels(
                    template.PROLOGUE, kernels[at:at + 150], "sm_" + target,
                    probe_kernels.MODES[mode], str(folder))
                for word in made:
                    found.setdefault(word & ~CONTROL, word)
    return list(found.values())


def with_text(words, sm, tools):
    """The words with a record whose text is nvdisasm's, with their forms."""
    # Those that it refuses would shift the addresses of the others.
    words = [w for w, text in zip(words, sasswords.disassemble(words, sm)) if text]
    texts = sasswords.disassemble(words, sm)
    mine = sasswords.ours(words, sm, tools.sass_text)
    return {word: form for word, form, a, b in zip(words, decode(words, sm, tools), texts, mine)
            if form and sasswords.clean(a) == sasswords.clean(b)}


def probe_sm(sm, tools):
    """({word: form} that ptxas made, counts, {word: form} of bit patterns)."""
    with tempfile.TemporaryDirectory() as tmp:
        words = ptxas_words(VARIANT.get(sm, str(sm)), pathlib.Path(tmp), tools.every)
    words = list({w & ~CONTROL: w for w in [*words, *committed_words(sm)]}.values())
    seen = with_text(words, sm, tools)
    forms = decode(words, sm, tools)
    unknown = sum(form is None for form in forms)
    other = [(w, f) for w, f in zip(words, forms) if w not in seen]
    shown = set()
    for (word, form), text, mine in zip(
            other, sasswords.disassemble([w for w, _ in other], sm),
            sasswords.ours([w for w, _ in other], sm, tools.sass_text)):
        if form not in shown:
            print(f"sm_{sm} {word:032x} {form}: {text} | {mine}")
            shown.add(form)
    patterns = [int(line[:32], 16) for line in
                run([tools.form_words, f"--sm={sm}", "--values"]).splitlines()]
    return (seen, (len(words), unknown, len(words) - unknown - len(seen)),
            with_text(patterns, sm, tools))


def choose(by_sm):
    """Few words that have each form of each SM: [(SMs, word)]. `by_sm` has the forms
    of the words of each SM."""
    sms_of = collections.defaultdict(list)
    for sm, forms in by_sm.items():
        for word in forms:
            sms_of[word].append(sm)
    chosen, have = [], set()
    for word in sorted(sms_of, key=lambda w: (-len(sms_of[w]), w)):
        new = [sm for sm in sms_of[word] if (sm, by_sm[sm][word]) not in have]
        if new:
            have |= {(sm, by_sm[sm][word]) for sm in new}
            chosen.append((new, word))
    return sorted(chosen, key=lambda c: (c[1] & 0xFFF, c[1]))


def version(tool):
    return re.search(r"V[\d.]+", run([tool, "--version"])).group()


def probe_all(sms, tools):
    """Asks about some SMs; keeps what is there about others."""
    lines = [line for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []
    kept = [line.split(" ") for line in lines]
    seen, shown, counts = {}, {}, {}
    for sm in sms:
        seen[sm], counts[sm], shown[sm] = probe_sm(sm, tools)
        for word in set(shown[sm]):
            if shown[sm][word] in set(seen[sm].values()):
                del shown[sm][word]
        print(f"sm_{sm}: {counts[sm][0]} words, {counts[sm][1]} without a record, "
              f"{counts[sm][2]} with another text", flush=True)
    rest = [sm for sm in SMS if sm not in sms]
    for kind, results in (("seen", seen), ("shown", shown)):
        for sm in rest:
            words = [int(row[2], 16) for row in kept
                     if row[0] == kind and str(sm) in row[1].split(",")]
            results[sm] = {w: f for w, f in zip(words, decode(words, sm, tools)) if f}
    out = [f"tools {tool} {version(tool)}" for tool in ("ptxas", "nvdisasm")]
    for sm in SMS:
        if sm in counts:
            out.append("words %d %d %d %d" % (sm, *counts[sm]))
        out += [" ".join(row) for row in kept if row[0] == "words" and int(row[1]) == sm in rest]
    for kind, results in (("seen", seen), ("shown", shown)):
        out += [f"{kind} {','.join(map(str, chosen))} {word:032x}"
                for chosen, word in choose(results)]
    out += [" ".join(row) for row in kept if row[0] == "mnemonics"]
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(out) + "\n")


def add_mnemonics(folder):
    lines = RESULTS.read_text().splitlines()
    for sm in SMS:
        path = folder / f"{sm}.txt"
        if not path.exists():
            continue
        names = {line.split(" ")[1] for line in path.read_text().splitlines()}
        # Texts that begin with something else are no mnemonics.
        names = sorted(n for n in names if re.fullmatch(r"[A-Z][A-Z0-9_]*", n))
        lines = [line for line in lines if not line.startswith(f"mnemonics {sm} ")]
        lines.append(f"mnemonics {sm} " + " ".join(names))
    RESULTS.write_text("\n".join(lines) + "\n")


# ===------------------------------------------------------------------------===#
# The document
# ===------------------------------------------------------------------------===#

class Results:
    def __init__(self, tools):
        self.versions, self.words, self.mnemonics = {}, {}, {}
        words = {"seen": collections.defaultdict(list), "shown": collections.defaultdict(list)}
        for line in RESULTS.read_text().splitlines():
            row = line.split(" ")
            if row[0] == "tools":
                self.versions[row[1]] = row[2]
            elif row[0] == "words":
                self.words[int(row[1])] = tuple(map(int, row[2:]))
            elif row[0] == "mnemonics":
                self.mnemonics[int(row[1])] = row[2:]
            else:
                for sm in row[1].split(","):
                    words[row[0]][int(sm)].append(int(row[2], 16))
        # (record, form) for each SM; a word that no record has any more is a mistake.
        self.forms = {}
        for kind, by_sm in words.items():
            self.forms[kind] = {}
            for sm, list_ in by_sm.items():
                forms = decode(list_, sm, tools)
                lost = ["%032x" % w for w, f in zip(list_, forms) if f is None]
                if lost:
                    sys.exit(f"sm_{sm}: {len(lost)} words of the results have no record any "
                             f"more, the first: {lost[0]}")
                self.forms[kind][sm] = set(forms)


INTRODUCTION = """# Instruction coverage

Written by `utils/isa/write-coverage.py` from the records, `utils/isa/results/coverage.txt` and `ptx-opt --list-opcodes`; a test
checks that it is up to date. Results of ptxas {ptxas} and nvdisasm {nvdisasm}, with the test kernels, the statements of the
probers (`utils/isa`) at -O0 and -O3 for every SM, and bit patterns of every form.

A cell has three numbers: **forms** that the records have for the SM; **seen**: forms of which ptxas made a word; **text**:
forms of which a word has nvdisasm's text, from ptxas or as a bit pattern. One number stands for three equal ones; an empty cell:
the SM has not the instruction.
"""


def cell(known, seen, text):
    if not known:
        return ""
    return str(known) if known == seen == text else f"{known}/{seen}/{text}"


def document(tools):
    results = Results(tools)
    forms = collections.OrderedDict()  # record: (mnemonic, [(form, first SM, last SM)])
    for line in run([tools.form_words, "--list"]).splitlines():
        name, mnemonic, form, _, _, first, last = line.split(" ")
        forms.setdefault(name, (mnemonic, []))[1].append((form, int(first), int(last)))

    def count(sm, names):
        known = {(n, f) for n in names for f, first, last in forms[n][1] if first <= sm <= last}
        seen = known & results.forms["seen"].get(sm, set())
        text = seen | (known & results.forms["shown"].get(sm, set()))
        return len(known), len(seen), len(text)

    out = [INTRODUCTION.format(**results.versions), "## Each SM", "",
           "| SM | records | forms | seen | text | distinct words | without a record | other text |",
           "|---|---|---|---|---|---|---|---|"]
    for sm in SMS:
        records = [n for n in forms if count(sm, [n])[0]]
        out.append(f"| {sm} | {len(records)} | " + " | ".join(map(str, count(sm, records)))
                   + " | " + " | ".join(map(str, results.words.get(sm, ("", "", "")))) + " |")
    out += ["", "## Each instruction", "",
            "| record | mnemonic | " + " | ".join(map(str, SMS)) + " |",
            "|---|---|" + "---|" * len(SMS)]
    for name, (mnemonic, _) in forms.items():
        out.append(f"| {name} | {mnemonic} | "
                   + " | ".join(cell(*count(sm, [name])) for sm in SMS) + " |")

    out += ["", "## Names of ptxas's opcode table without a record", "", "| index | name | reason |",
            "|---|---|---|"]
    for line in run([tools.ptx_opt, "--list-opcodes"]).splitlines():
        row = re.match(r" *(\d+|-)  (\S+) .*unreached: (.*)", line)
        if row:
            out.append("| " + " | ".join(row.groups()) + " |")

    known = {m.split(".")[0] for m, _ in forms.values()} | {"RED"}  # REDG's old mnemonic
    sms_of = collections.defaultdict(list)
    for sm, names in results.mnemonics.items():
        for name in names:
            if name not in known:
                sms_of[name].append(sm)
    out += ["", "## Mnemonics that nvdisasm shows and that have no record", "",
            "They are not described; those that ptxas uses are counted above (without a record).", "",
           "| mnemonic | SMs | |", "|---|---|---|"]
    for name in sorted(sms_of):
        out.append(f"| {name} | {', '.join(map(str, sms_of[name]))} | "
                   f"{'graphics' if name in GRAPHICS else ''} |")
    return "\n".join(out) + "\n"


# Attributes of vertices and pixels.
GRAPHICS = {"AL2P", "ALD", "AST", "CSMTEST", "IPA", "ISBERD", "ISBEWR", "LDTRAM", "OUT", "PIXLD"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="of the probers' statements")
    parser.add_argument("--mnemonics", type=pathlib.Path)
    parser.add_argument("--targets", default=",".join(map(str, SMS)))
    parser.add_argument("--form-words", default="isa-form-words")
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--ptx-opt", default="ptx-opt")
    tools = parser.parse_args()
    if tools.probe:
        probe_all([int(sm) for sm in tools.targets.split(",")], tools)
    if tools.mnemonics:
        add_mnemonics(tools.mnemonics)
    text = document(tools)
    if not tools.check:
        DOCUMENT.write_text(text)
        return
    there = DOCUMENT.read_text()
    if text != there:
        sys.stdout.writelines(difflib.unified_diff(
            there.splitlines(True), text.splitlines(True), str(DOCUMENT.relative_to(ROOT)), "now"))
        sys.exit("run utils/isa/write-coverage.py")
    print("up to date")


if __name__ == "__main__":
    main()
