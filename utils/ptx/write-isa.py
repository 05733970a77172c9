#!/usr/bin/env python3
# ===- write-isa.py - The reference page of the PTX instructions ------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes docs/ptx-isa.md from the instruction records; --check only compares."""

import argparse
import re
import sys
import pathlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import records  # noqa: E402

PAGE = records.ROOT / "docs/ptx-isa.md"

HEADER = """# PTX instructions

Written by `utils/ptx/write-isa.py` from the records in `include/ptx-mlir/Dialect/PTX/IR/PTX*.td`; a test checks that it is up
to date. What stands here is what the importer and the verifier accept.

**Forms.** `{.x}` may be left out, `(.x|.y)` is one of these, `<name>` is any value of a list at the end of the page. Modifiers
are shown in the order of the record; the importer takes them in any order, only types are positional.
**PTX** and **target** are the first `.version` and the first SM that have the form; some values of modifiers are newer, see the
lists. `sm_100f` stands for its family from that SM on (with suffix f or a), `sm_90a` for this target only; `a/f`: any target with a
suffix.

**Operands.** `d`, `[a]` an address, `{a}` values in braces (how many, in the table), `a?` may be left out. *When* has the
condition on modifiers under which an operand is there.
Registers have the width of the type and are untyped or of its kind: integers, floats of one format, pairs. Where others may stand the type has
a rule in brackets, of several the first whose conditions hold: `int` integers, `nofloat` these and pairs of halves, `bits` only untyped
ones, `any` all but predicates, `strict` no exceptions in vectors; of addresses `wide` none below 32 bits, `any` floats, too.
"""


def version(number):
    return "%d.%d" % (number // 10, number % 10) if number else "1.0"


def escape(text):
    return text.replace("|", "\\|")


def word(spelling):
    return spelling if spelling.startswith("::") else "." + spelling


class Page:
    def __init__(self, insts):
        self.insts = insts
        self.lists = {}
        self.lines = []

    def slot_text(self, slot, chosen):
        """How the values that a form allows are written."""
        values = [v for v in chosen if v]
        optional = None in chosen
        if not values:
            return ""
        every = [c.spelling for c in slot.cases]
        if len(values) > 4 and len(values) == len(every):
            name = slot.cpp_name if slot.cpp_name != "Flag" else slot.name
            self.lists[name] = slot
            text = "<%s>" % name if slot.glued else ".<%s>" % name
            return "{%s}" % text if optional else text
        spellings = [v if slot.glued else word(v) for v in values]
        text = "|".join(spellings)
        if optional:
            return "{%s}" % text
        return text if len(values) == 1 else "(%s)" % text

    def form_text(self, inst, form):
        return inst.mnemonic + "".join(
            self.slot_text(s, form.choices[s.name]) for s in inst.slots
            if not s.is_number and not s.on_operand and not s.hidden)

    def note(self, inst, form):
        """What is not spelled on the opcode: shapes and modifiers of operands."""
        words = []
        for slot in inst.slots:
            chosen = form.choices.get(slot.name, [None])
            if (slot.hidden or slot.on_operand) and not slot.is_number and chosen != [None]:
                words.append(slot.name + ("?" if None in chosen else ""))
        return " ".join(words)

    def target(self, inst, form):
        if form.targets:
            return " ".join("sm_" + t for t in form.targets)
        sm = max(inst.sm, form.sm)
        text = "sm_%d" % sm if sm else "all"
        return text + (" a/f" if form.arch_specific else "")

    def operand_text(self, operand):
        text = operand.name
        if operand.kind == "address":
            text = "[%s]" % text
        elif operand.kind == "vector":
            text = "{%s}" % text
        elif operand.kind == "sink":
            text = "_"
        return text + ("?" if "?" in operand.when else "")

    def syntax(self, inst):
        texts = []
        for operand in inst.dsts:
            if operand.kind == "pair":
                texts[-1] += "\\|" + self.operand_text(operand)
            elif operand.kind != "carry":
                texts.append(self.operand_text(operand))
        bracket, seen = 0, set()
        for operand in inst.srcs:
            if operand.kind == "carry":
                continue
            # An immediate with several ranges is one operand.
            if operand.kind == "imm" and operand.name in seen:
                continue
            seen.add(operand.name)
            text = self.operand_text(operand)
            if operand.in_address or (operand.bracket and operand.bracket == bracket):
                texts[-1] = texts[-1][:-1] + ", " + text + "]"
            else:
                texts.append("[" + text + "]" if operand.bracket else text)
            bracket = operand.bracket
        return ", ".join(texts)

    def type_text(self, operand):
        rule = operand.type
        registers = " (`%s`)" % escape(operand.registers) if operand.registers else ""
        if rule == "address" and operand.kind == "address":
            return "b64, b32 or narrower" + registers
        if rule == "address":
            return "b64 or b32" + registers
        if rule == "tmem":
            return "b32, of tensor memory" + registers
        text = rule.replace("|", " or ")
        if rule.startswith("wide:"):
            text = rule[5:] + ", twice as wide under `.wide`"
        elif rule.startswith(("fragment:", "packed:", "halves:")):
            text = "registers of " + rule.partition(":")[2].replace("|", " or ")
        return text + (" or wider" if operand.relaxed else "") + registers

    def count_text(self, operand):
        if operand.kind != "vector":
            return ""
        count = operand.count
        return {"vector": "as the vector says", "num": "as the number says",
                "A": "fragment of a", "SparseA": "fragment of sparse a",
                "B": "fragment of b", "C": "fragment of c or d"}.get(count, "`%s`" % escape(
                    count if len(count) < 60 else re.sub(r" .* ", " ... ", count)))

    def instruction(self, inst):
        add = self.lines.append
        add("\n### `%s`\n" % inst.mnemonic)
        operands = self.syntax(inst)
        add("Operands: %s\n" % ("`" + operands.replace("\\|", "|") + "`" if operands else "none"))
        add("| form | PTX | target |" )
        add("|---|---|---|")
        for form in inst.forms + inst.old_forms:
            note = self.note(inst, form)
            until = "before %s" % version(form.before_ptx) if form.before_ptx else ""
            if form.before_sm:
                until += " or sm_%d" % form.before_sm
            add("| `%s`%s%s | %s%s | %s |" % (
                escape(self.form_text(inst, form)), " with " + note if note else "",
                ", for `.%s`" % form.means.partition("=")[2] if form.means else "",
                version(max(inst.ptx, form.ptx)), ", " + until if until else "",
                self.target(inst, form)))
        rows = []
        for operand in inst.dsts + inst.srcs:
            if operand.kind in ("carry", "sink"):
                continue
            when = operand.when.replace("?", "", 1) if operand.when != "?" else ""
            when = ("optional " if "?" in operand.when else "") + ("`%s`" % escape(when) if when
                                                                   else "")
            values = "`%s`" % escape(operand.values) if operand.values else ""
            rows.append((operand.name, self.type_text(operand), self.count_text(operand),
                         when, values))
        if rows:
            add("\n| operand | type | number | when | constants |")
            add("|---|---|---|---|---|")
            for row in rows:
                add("| " + " | ".join(row) + " |")

    def write(self):
        families = {}
        for inst in self.insts:
            families.setdefault(inst.file, []).append(inst)
        for file in sorted(families):
            first = (records.TD.parent / file).read_text().splitlines()[0]
            title = re.match(r"//===- \S+ - (?:PTX )?(.*?) -", first).group(1)
            self.lines.append("\n## %s\n" % (title[0].upper() + title[1:]))
            self.lines.append("`%s`" % file)
            for inst in families[file]:
                self.instruction(inst)
        self.lines.append("\n## Lists of modifiers\n")
        self.lines.append("In brackets the first PTX version and SM of a value, where it is newer than its instructions.\n")
        self.lines.append("| list | values |")
        self.lines.append("|---|---|")
        for name, slot in sorted(self.lists.items()):
            values = []
            for case in slot.cases:
                since = ([version(case.ptx)] if case.ptx else []) + \
                    (["sm_%d" % case.sm] if case.sm else [])
                values.append("`%s`%s" % (case.spelling, " (%s)" % ", ".join(since)
                                          if since else ""))
            self.lines.append("| %s | %s |" % (name, ", ".join(values)))
        newer = []
        for inst in self.insts:
            for slot in inst.slots:
                for case in slot.cases:
                    if (case.ptx or case.sm) and slot not in self.lists.values():
                        newer.append((case.spelling, version(case.ptx), "sm_%d" % case.sm
                                      if case.sm else "all"))
        self.lines.append("\n## Modifiers that are newer than their instructions\n")
        self.lines.append("| modifier | PTX | target |")
        self.lines.append("|---|---|---|")
        for row in sorted(set(newer)):
            self.lines.append("| `%s` | %s | %s |" % row)
        return HEADER + "\n".join(self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    args = parser.parse_args()
    text = Page(records.load()).write()
    if args.check:
        same = PAGE.exists() and PAGE.read_text() == text
        print("up to date" if same else "docs/ptx-isa.md differs: run utils/ptx/write-isa.py")
        return not same
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
