# ===- records.py - The PTX instruction records, read by Python -------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The records of PTXInstructions.td as Python objects, by way of llvm-tblgen's JSON.

What the records say is read here; nothing of PTX is known that is not in them, but
how to write an operand of each kind.
"""

import json
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TD = ROOT / "include/ptx-mlir/Dialect/PTX/IR/PTXInstructions.td"


def load_json(td=TD):
    tblgen = shutil.which("llvm-tblgen-22") or shutil.which("llvm-tblgen")
    config = shutil.which("llvm-config-22") or shutil.which("llvm-config")
    include = subprocess.run([config, "--includedir"], capture_output=True,
                             text=True, check=True).stdout.strip()
    out = subprocess.run([tblgen, "--dump-json", "-I", str(ROOT / "include"), "-I",
                          include, str(td)], capture_output=True, check=True).stdout
    return json.loads(out)


class Case:
    """One value of an enumeration of modifiers."""

    def __init__(self, record):
        self.spelling = record["Spelling"]
        self.ptx, self.sm = record["MinPTX"], record["MinSM"]
        self.kind = record.get("Kind")
        self.bits = record.get("TypeBits", 0)


class Slot:
    def __init__(self, db, record):
        self.name = record["Name"]
        enum = db[record["Enum"]["def"]]
        self.cpp_name = enum["CppName"]
        self.cases = [Case(db[c["def"]]) for c in enum["Cases"]]
        self.by_spelling = {c.spelling: c for c in self.cases}
        self.is_number = not self.cases
        # Other spellings, and those of "not written" (None).
        self.names = {a: db[c["def"]]["Spelling"] for c in enum["Cases"]
                      for a in db[c["def"]]["Aliases"]}
        self.names.update({d: None for d in enum["Defaults"]})
        # On an operand of the text, not on the opcode.
        self.on_operand = bool(record.get("OnOperand"))
        # Continues the word of the slot before, `m64n8` and `k16`.
        self.glued = bool(record.get("Glued"))
        # Not in the text: the operands say it.
        self.hidden = bool(record.get("Hidden"))


class Form:
    """Per slot the spellings that it may have; None among them: not written."""

    def __init__(self, inst, record):
        self.ptx, self.sm = record["MinPTX"], record["MinSM"]
        self.before_ptx, self.before_sm = record["BeforePTX"], record["BeforeSM"]
        self.means = record["Means"]
        self.text = record["Text"]
        self.arch_specific = bool(record["ArchSpecific"])
        self.targets = record.get("Targets") or []
        self.choices = {s.name: [None] for s in inst.slots if not s.is_number}
        for word in record["Text"].split():
            optional = word.endswith("?")
            name, _, values = word.rstrip("?").partition("=")
            slot = inst.slot(name)
            if values:
                chosen = [None if v == "none" else inst.canonical(slot, v)
                          for v in values.split("|")]
            else:
                chosen = [c.spelling for c in slot.cases]
            self.choices[name] = ([None] if optional else []) + chosen

    def matches(self, mods):
        return all(mods.get(name) in chosen for name, chosen in self.choices.items())


class Operand:
    def __init__(self, record):
        self.name, self.kind = record["Name"], record["Kind"]
        self.type, self.when = record["Type"], record["When"]
        self.count = record["Count"]
        self.relaxed = bool(record["Relaxed"])
        self.registers = record["Registers"]
        # Operands of one bracket of the text, [a, b, {c}].
        self.bracket = record.get("Bracket") or 0
        self.selector = record.get("Selector") or ""
        self.negation = record.get("Negation") or ""
        self.values = record.get("Values") or ""
        # Within the brackets of the address before it.
        self.in_address = bool(record.get("InAddress"))
        self.braces = bool(record.get("Braces"))


class Inst:
    def __init__(self, db, record):
        self.record = record["!name"]
        self.mnemonic = record["Mnemonic"]
        self.file = record["!locs"][0].rsplit("/", 1)[-1].split(":")[0] \
            if record.get("!locs") else ""
        self.ptx, self.sm = record["MinPTX"], record["MinSM"]
        self.slots = [Slot(db, db[s["def"]]) for s in record["Slots"]]
        # Slots that another may continue.
        self.glue = {a.name + "+" for a, b in zip(self.slots, self.slots[1:]) if b.glued}
        self.dsts = [Operand(db[o["def"]]) for o in record["Dsts"]]
        self.srcs = [Operand(db[o["def"]]) for o in record["Srcs"]]
        forms = [Form(self, db[f["def"]]) for f in record["Forms"]]
        self.forms = [f for f in forms if not f.before_ptx]
        # Spellings that are gone.
        self.old_forms = [f for f in forms if f.before_ptx]

    def slot(self, name):
        return next(s for s in self.slots if s.name == name)

    def canonical(self, slot, spelling):
        return spelling if spelling in slot.by_spelling else slot.names[spelling]

    def text(self, mods):
        """The opcode as written with these modifiers, in the record's order."""
        text = self.mnemonic
        for slot in self.slots:
            word = mods.get(slot.name)
            if word and not slot.on_operand and not slot.hidden:
                text += word if slot.glued or word.startswith("::") else "." + word
        return text

    def gate(self, mods):
        """First PTX version and SM, over the forms that match; None if none does."""
        best = None
        for form in self.forms:
            if not form.matches(mods):
                continue
            ptx, sm = max(form.ptx, self.ptx), max(form.sm, self.sm)
            if form.targets:
                sm = max(sm, int(form.targets[0][:-1]))
            for slot in self.slots:
                if mods.get(slot.name):
                    case = slot.by_spelling[mods[slot.name]]
                    ptx, sm = max(ptx, case.ptx), max(sm, case.sm)
            if best is None or (sm, ptx) < (best[1], best[0]):
                best = (ptx, sm, form.arch_specific or bool(form.targets))
        return best

    def condition(self, text, mods):
        for part in filter(None, text.split("&")):
            name, _, values = part.partition("=")
            slot = self.slot(name)
            value = mods.get(name)
            if not values:
                if not value:
                    return False
            elif value not in [None if v == "none" else self.canonical(slot, v)
                               for v in values.split("|")]:
                return False
        return True

    def presence(self, operand):
        """The slot that says whether an operand was written, if there is one."""
        name = "has" + operand.name[0].upper() + operand.name[1:]
        return next((s for s in self.slots if s.name == name), None)

    def present(self, operand, mods, written):
        only, _, when = operand.when.rpartition(";")
        if not self.condition(only, mods):
            return False
        optional = when.startswith("?")
        holds = self.condition(when.lstrip("?"), mods)
        slot = self.presence(operand)
        if slot:
            # One that forms depend on is a modifier.
            return holds and (written if slot.is_number else bool(mods.get(slot.name)))
        return (written or not holds) if optional else holds

    # -- operands as text ---------------------------------------------------

    def data_type(self, operand, mods):
        """(kind, bits) of an operand."""
        rule = operand.type
        if rule == "address":
            return "b", 64
        if rule == "tmem":
            return "b", 32
        fragment = rule.startswith(("fragment:", "packed:", "halves:"))
        wide = rule.startswith("wide:")
        rule = rule.split(":")[-1]
        names = rule.split("|")
        slots = {s.name: s for s in self.slots}
        if names[0] in slots:
            value = next((mods[n] for n in reversed(names) if mods.get(n)), None)
            if value is None:
                return "b", 32
            case = slots[names[0]].by_spelling.get(value)
        else:
            case = TYPES[rule]
        kind, bits = (case.kind, case.bits) if case and case.kind else ("b", 32)
        if wide and mods.get("mode") == "wide" and kind in "us":
            bits *= 2
        if fragment and (bits < 32 or value == "tf32"):
            kind, bits = "b", 32
        if bits == 8 and (kind == "x" or not operand.relaxed):
            return kind, 8
        return kind, max(16, bits) if bits > 1 else 1

    def vector_count(self, operand, mods):
        if operand.count == "vector":
            return int((mods.get("vector") or "v1")[1:])
        if operand.count == "num":
            return int((mods.get("num") or "x1")[1:])
        if operand.count[:1].isdigit():
            return self.product(operand.count, mods)
        if operand.count in ("A", "SparseA", "B", "C"):
            match = re.fullmatch(r"m(\d+)n(\d+)k(\d+)", mods.get("shape") or "")
            if not match:
                return 1
            m, n, k = map(int, match.groups())
            bits = self.slot(operand.type.split(":")[1]).by_spelling.get(
                mods.get(operand.type.split(":")[1]))
            kind, bits = (bits.kind, bits.bits) if bits else ("b", 32)
            if kind == "f" and bits < 8:
                # Floats below 8 bits are in bytes, but where all are of 4.
                bits = 4 if (mods.get("kind") or "").startswith("kind::mxf4") else 8
            if k == 4 and mods.get("aType") == "f16":
                m, n = m * 4, n * (4 if operand.count == "B" else 1)
            rows, cols = {"A": (m, k), "SparseA": (m, k // 2), "B": (k, n),
                          "C": (m, n)}[operand.count]
            return max(1, rows * cols * bits // 32 // (64 if bits == 64 else 32))
        for slot, _, table in [operand.count.partition(":")]:
            # "slot:value=count|value=count".
            for entry in filter(None, table.split("|")):
                value, _, count = entry.partition("=")
                if mods.get(slot) == value:
                    return int(count)
        return 1

    def product(self, text, mods):
        """A count that is a product of numbers under conditions."""
        result = 1
        for factor in text.split("*"):
            for choice in factor.split():
                count, _, conditions = choice.partition("@")
                if self.condition(conditions, mods):
                    result *= int(count)
                    break
        return result

    def write(self, operand, mods, number, dest=False):
        kind, bits = self.data_type(operand, mods)
        # mov is parsed by hand: its record has no vectors.
        if self.mnemonic == "mov" and mods.get("vector"):
            register = {16: "%h", 32: "%r", 64: "%d"}.get(bits, "%r")
            return "{" + ", ".join("%s%d" % (register, 8 * number + i) for i in range(
                int(mods["vector"][1:]))) + "}"
        if operand.kind == "sink":
            return "_"
        register = {1: "%p", 8: "%b", 16: "%h", 32: "%r", 64: "%d", 128: "%q"}.get(bits, "%r")
        if operand.kind == "address":
            space = mods.get("space")
            if space == "param":
                return "[cp]" if self.mnemonic == "st" else "[kp]"
            return "[%s%d]" % ("%r" if operand.type == "tmem" else "%d", number)
        if operand.kind == "imm":
            return (operand.values or "0").split("|")[0].split("..")[0]
        if operand.kind == "vector":
            count = self.vector_count(operand, mods)
            base = 8 if dest else 8 + 32 * (number % 3 + 1)
            names = ["%s%d" % (register, base + i) for i in range(count)]
            braces = count > 1 or operand.braces or \
                not dest and operand.count != "vector"
            return "{" + ", ".join(names) + "}" if braces else names[0]
        if kind == "o":
            return {"texref": "texture", "surfref": "surface"}.get(
                operand.type, "%%d%d" % number)
        text = register + str(number)
        if operand.selector and mods.get(operand.selector):
            text += "." + mods[operand.selector]
        if operand.negation and mods.get(operand.negation):
            text = "-" + text
        return text

    def operands(self, mods, written=()):
        """The operands of the text, one string each; `written` names the optional
        ones that are there."""
        result, number = [], 1
        for operand in self.dsts:
            if operand.kind == "carry" or not self.present(
                    operand, mods, operand.name in written):
                continue
            text = self.write(operand, mods, number, True)
            number += 1
            if operand.kind == "pair":
                result[-1] += "|" + text
            else:
                result.append(text)
        bracket = None
        for operand in self.srcs:
            if operand.kind == "carry" or not self.present(
                    operand, mods, operand.name in written):
                continue
            text = self.write(operand, mods, number)
            number += 1
            if operand.in_address:
                result[-1] = result[-1][:-1] + ", " + text + "]"
            elif operand.bracket:
                if bracket == operand.bracket:
                    result[-1] = result[-1][:-1] + ", " + text + "]"
                else:
                    result.append("[" + text + "]")
                bracket = operand.bracket
            else:
                bracket = None
                result.append(text)
        return result

    def optional_operands(self, mods):
        """Names of the operands that may be left out."""
        return [o.name for o in self.dsts + self.srcs
                if "?" in o.when and
                not self.present(o, mods, False) and self.present(o, mods, True)]

    def parse(self, opcode):
        """The modifiers of an opcode text as the importer reads them; None if it
        refuses a word."""
        mods = {}
        rest = opcode[len(self.mnemonic):]
        words = rest.split(".")
        if words[0] == "":
            words = words[1:]
        for word in words:
            glued = False
            while word:
                for slot in self.slots:
                    if slot.is_number or slot.on_operand or slot.hidden or \
                            slot.name in mods or slot.glued != glued:
                        continue
                    names = list(slot.by_spelling) + list(slot.names)
                    before = slot.name + "+" in self.glue
                    found = next((n for n in sorted(names, key=len, reverse=True)
                                  if (word.startswith(n) if before else word == n)), None)
                    if found is not None:
                        mods[slot.name] = slot.names.get(found, found)
                        word = word[len(found):]
                        break
                else:
                    return None
                glued = True
        return mods

    def has_target(self, form, sm, suffix):
        """Whether sm_<sm><suffix> is one of the targets of the form."""
        if form.arch_specific and not suffix:
            return False
        for target in form.targets:
            number = int(target[:-1])
            if target[-1] == "a":
                if suffix == "a" and sm == number:
                    return True
            elif suffix and sm // 10 == number // 10 and sm >= number:
                return True
        return not form.targets

    def judge(self, mods, version, sm, suffix):
        """None if the modifiers are legal there, else why not."""
        if mods is None:
            return "unknown modifier"
        if self.ptx > version or self.sm > sm:
            return "mnemonic too new"
        for slot in self.slots:
            case = slot.by_spelling.get(mods.get(slot.name))
            if case and (case.ptx > version or case.sm > sm):
                return "modifier too new"
        found = "no form"
        for form in self.forms:
            if form.matches(mods):
                if form.ptx <= version and form.sm <= sm and \
                        self.has_target(form, sm, suffix):
                    return None
                found = "form too new"
        return found

    def line(self, mods, written=()):
        return (self.text(mods) + " " + ", ".join(self.operands(mods, written))
                ).rstrip() + ";"


TYPES = {}


def load():
    db = load_json()
    for name in db["!instanceof"]["PTX_TypeCase"]:
        case = Case(db[name])
        TYPES[case.spelling] = case
    insts = [Inst(db, db[n]) for n in db["!instanceof"]["PTX_Inst"]]
    return sorted(insts, key=lambda i: i.mnemonic)
