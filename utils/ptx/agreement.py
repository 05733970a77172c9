#!/usr/bin/env python3
# ===- agreement.py - Do we accept what ptxas accepts? ----------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares, instruction by instruction, what the importer accepts with what ptxas
accepts.

  agreement.py [--only 'tex|tld4'] [--file PTXTexture] [--kinds legal,gate,skew,shape,type,near,order,blind,likely,old]
               [--blind 2000] [--report differences.txt] [--require 99.5]

Kinds of cases, all made from the records (records.py):
  legal  each value of each slot of each form at least once, --legal per form
  gate   the same with the first version and SM of the record, and one step short of
         each; if only some targets have it, on each target with a suffix
  shape  one rule of the operands broken: one too many or too few, a wrong width,
         a wrong vector size, a constant as destination, addresses of other spaces
  type   registers of each type as each operand; in vectors all of one type, and
         several types together
  skew   the version before the first, on each later target
  near   a legal spelling with one modifier changed, added or left out
  order  a legal spelling with its modifiers in any other order
  blind  the cross product of all modifiers and types that any instruction of the
         family (the .td file) takes, the forms not asked: all, or --blind at random
  old    versions and targets that are gone: spellings of today, with one modifier
         changed or left out, or drawn as in likely
  likely as many again where that is not all, drawn so that more of them are legal

Many cases share a module, one line each: ptxas and the importer name the lines that
they refuse; those are taken out until the rest passes. ptxas parses first (compute_NN);
what it takes must compile, too. Differences that are known have their reason in
differences.txt; they count like all others.
"""

import argparse
import collections
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import agreementpage  # noqa: E402
import records  # noqa: E402

VERSIONS = [10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 30, 31, 32, 40, 41, 42, 43, 50,
            60, 61, 62, 63, 64, 65] + list(range(70, 79)) + list(range(80, 89)) + [90]
# SM and the first PTX version that has it.
SMS = {10: 10, 11: 10, 12: 12, 13: 12, 20: 20, 30: 30, 32: 40, 35: 31, 37: 41, 50: 40,
       52: 41, 53: 42, 60: 50, 61: 50, 62: 50, 70: 60, 72: 61, 75: 63, 80: 70, 86: 71,
       87: 74, 89: 78, 90: 78, 100: 86, 103: 88, 110: 90, 120: 87, 121: 88}
SUFFIX_SINCE = {90: 80, 100: 86, 103: 88, 110: 90, 120: 87, 121: 88}

SUFFIXED = ["90a"] + ["%d%s" % (sm, c) for sm in (100, 103, 110, 120, 121) for c in "af"]
# What near and blind cases are tried on, where an instruction is there at all.
ARCHES = ["sm_80", "sm_90a", "sm_100a", "sm_103f", "sm_110a", "sm_120a"]

# Versions and targets that were.
OLD = [(10, "sm_10"), (14, "sm_10"), (14, "sm_13"), (20, "sm_20"), (23, "sm_13"), (23, "sm_20"),
       (30, "sm_30"), (32, "sm_20"), (42, "sm_52"), (50, "sm_60"), (60, "sm_70"), (63, "sm_75"),
       (90, "sm_20"), (90, "sm_61")]

Case = collections.namedtuple("Case", "inst kind line version target parts")

PRELUDE = """.version {major}.{minor}
.target {target}
.address_size 64
"""
REGISTERS = [(".pred", "p"), (".b8", "b"), (".b16", "h"), (".b32", "r"), (".b64", "d"), (".b128", "q")]
# Registers of these types by the width of an untyped one, with the type as their name.
TYPED = {"b": ["u8", "s8"], "h": ["u16", "s16", "f16"], "r": ["u32", "s32", "f32", "f16x2"],
         "d": ["u64", "s64", "f64"]}


# Texture mode is unified: samplers are not written.
VARIABLES = """.global .texref texture;
.global .surfref surface;
.global .align 16 .b8 global[64];
.const .align 16 .b8 constant[64];
"""
# One variable in each state space.
ADDRESSES = ["global", "constant", "shared+8", "stack", "kp"]


def module(version, target, lines):
    """The text, and the number of the line of the first case."""
    text = PRELUDE.format(major=version // 10, minor=version % 10, target=target)
    if version < 23:
        text = text.replace(".address_size 64\n", "")
    text += VARIABLES if version >= 15 else VARIABLES.split(";\n", 2)[2]
    text += ".entry k(.param .u64 kp)\n{\n" if version >= 14 else ".entry k\n{\n"
    sm = int(re.match(r"sm_(\d+)", target).group(1))
    for kind, name in REGISTERS:
        if kind != ".b128" or (version >= 83 and sm >= 70):
            text += ".reg %s %%%s<300>;\n" % (kind, name)
    for name in sum(TYPED.values(), []):
        if not name.startswith("f16") or (version >= 42 and sm >= 53):
            text += ".reg .%s %%%s_<300>;\n" % (name, name)
    text += ".shared .align 16 .b8 shared[64];\n.local .align 16 .b8 stack[64];\n"
    if version >= 20:
        text += ".param .align 16 .b8 cp[64];\n"
    first = text.count("\n") + 1
    return text + "\n".join(lines) + "\nret;\n}\n", first


CRASH = "dies"


class Judge:
    """A program that accepts or refuses modules and names the lines it refuses; what
    `always` finds it would refuse if it stood alone."""

    def __init__(self, command, *patterns, always=None):
        self.command, self.patterns = command, [re.compile(p) for p in patterns]
        self.always = re.compile(always) if always else None

    def verdicts(self, version, target, lines, directory, alive=None):
        """For each line None if it is accepted, else the message."""
        result = [None] * len(lines)
        path = pathlib.Path(directory) / "cases.ptx"

        def run(alive):
            text, first = module(version, target,
                                 [lines[i] if i in alive else "" for i in range(len(lines))])
            path.write_text(text)
            try:
                process = subprocess.run(self.command + [str(path)], capture_output=True,
                                         timeout=60, check=False)
            except subprocess.TimeoutExpired:
                return {}, "timeout"
            output = process.stdout.decode(errors="replace") + process.stderr.decode(
                errors="replace")
            patterns = self.patterns if process.returncode else []
            if self.always:
                patterns = patterns + [self.always]
            found = {}
            for line, message in [m for p in patterns for m in p.findall(output)]:
                index = int(line) - first
                if index in alive and index not in found:
                    found[index] = message.strip()
            if process.returncode == 0:
                return found, "refused" if found else ""
            return found, output.strip() or "failed"

        def refine(alive):
            while alive:
                found, failure = run(alive)
                if not failure:
                    return
                if not found:
                    # Nothing that names a line: halves.
                    if len(alive) == 1:
                        # A compiler that dies has no opinion.
                        result[next(iter(alive))] = CRASH if failure == "failed" \
                            else failure.splitlines()[0]
                        return
                    ordered = sorted(alive)
                    middle = len(ordered) // 2
                    refine(set(ordered[:middle]))
                    refine(set(ordered[middle:]))
                    return
                for index, message in found.items():
                    result[index] = message
                alive -= found.keys()

        refine(set(range(len(lines))) if alive is None else set(alive))
        return result


# Of the module: what ptxas makes for wmma has lines of its own.
PTXAS_MESSAGE = r"cases\.ptx, line (\d+); (?:error|fatal)\s*: (.*)"
# No error where the module has addresses of 8 or 16 bits, too.
ADDRESS_MESSAGE = r"32-bit address on line '(\d+)' (.*)"


def ptxas_verdicts(version, target, lines, directory, compile_too):
    sm = int(re.match(r"sm_(\d+)", target).group(1))
    arch = target if sm >= 75 else "sm_75"
    command = ["ptxas", "-O0", "-o", "/dev/null", "-arch"]
    result = Judge(command + [arch.replace("sm", "compute")], PTXAS_MESSAGE).verdicts(
        version, target, lines, directory)
    if compile_too:
        alive = [i for i, verdict in enumerate(result) if verdict is None]
        # Where all of them compile nothing more is to do.
        compiled = Judge(command + [arch], PTXAS_MESSAGE, always=ADDRESS_MESSAGE).verdicts(
            version, target, lines, directory, alive)
        result = [a or b for a, b in zip(result, compiled)]
    return result


def judge(cases):
    """What the records alone say of the modifiers."""
    result = []
    for case in cases:
        sm, suffix = re.match(r"sm_(\d+)([af]?)", case.target).groups()
        mods = case.inst.parse(case.line.split(" ")[0].rstrip(";"))
        if mods is not None:
            mods.update(case.parts or {})
        result.append(case.inst.judge(mods, case.version, int(sm), suffix))
    return result


# -- cases ------------------------------------------------------------------


def sample_form(form, rng):
    return {name: rng.choice(chosen) for name, chosen in form.choices.items()}


def covering(form, rng, count):
    """Modifiers that have every value of every slot at least once."""
    longest = max([len(c) for c in form.choices.values()] or [1])
    order = {n: rng.sample(c, len(c)) for n, c in form.choices.items()}
    for i in range(max(longest, min(count, combinations(form)))):
        if i < longest:
            yield {n: c[i % len(c)] for n, c in order.items()}
        else:
            yield sample_form(form, rng)


def combinations(form):
    total = 1
    for chosen in form.choices.values():
        total *= len(chosen)
    return total


def default_target(inst, mods, arch):
    """`arch`, or the first target that has the instruction."""
    gate = inst.gate(mods)
    sm, suffix = re.match(r"sm_(\d+)([af]?)", arch).groups()
    if gate is None or inst.judge(mods, 90, int(sm), suffix) is None:
        return arch
    best = min((s for s in SMS if s >= max(75, gate[1])), default=int(sm))
    return "sm_%d%s" % (best, "a" if gate[2] or best >= 90 else "")


def parts(inst, mods):
    """The modifiers that are on operands."""
    return {s.name: mods[s.name] for s in inst.slots if s.on_operand and
            mods.get(s.name)}


def some_written(inst, mods, rng):
    return [o for o in inst.optional_operands(mods)
            if o != "sampler" and rng.random() < 0.5]


def legal_cases(inst, args, rng):
    for form in inst.forms:
        for mods in covering(form, rng, args.legal):
            target = default_target(inst, mods, args.arch)
            yield Case(inst, "legal", inst.line(mods, some_written(inst, mods, rng)),
                       90, target, parts(inst, mods))


def gate_cases(inst, args, rng):
    """The first version and SM, and one step short of each."""
    for form in inst.forms:
        for mods in list(covering(form, rng, 1)):
            gate = inst.gate(mods)
            if gate is None:
                continue
            ptx, sm, arch = gate
            # 64-bit addresses in a generic module begin with PTX 2.3.
            base = next(s for s in sorted(SMS) if s >= max(sm, 20))
            since = SUFFIX_SINCE.get(base, 90) if arch else SMS[base]
            first = max(ptx, since, 23)
            if first not in VERSIONS:
                first = min(v for v in VERSIONS if v >= first)
            line = inst.line(mods, [])
            suffix = "a" if arch else ""
            on = parts(inst, mods)
            yield Case(inst, "gate", line, first, "sm_%d%s" % (base, suffix), on)
            if first == ptx:
                below = VERSIONS[VERSIONS.index(first) - 1]
                if below >= max(23, since):
                    yield Case(inst, "gate", line, below, "sm_%d%s" % (base, suffix),
                               on)
            older = [s for s in SMS if s < sm and s >= 20]
            if older and base >= sm:
                # Of the version that is enough for both.
                yield Case(inst, "gate", line, max(first, SMS[max(older)]),
                           "sm_%d" % max(older), on)
            if arch:
                yield Case(inst, "gate", line, first, "sm_%d" % base, on)
                for target in SUFFIXED:
                    yield Case(inst, "gate", line, 90, "sm_" + target, on)


def skew_cases(inst, args, rng):
    """The version before the first on each later target that it has."""
    for form in inst.forms:
        for mods in list(covering(form, rng, 1)):
            gate = inst.gate(mods)
            if gate is None or gate[0] not in VERSIONS:
                continue
            ptx, sm, arch = gate
            below = VERSIONS[VERSIONS.index(ptx) - 1]
            for target in [str(s) for s in SMS] + SUFFIXED:
                number = int(target.rstrip("af"))
                since = SMS[number] if target.isdigit() else SUFFIX_SINCE[number]
                if number > max(sm, 19) and max(since, 23) <= below and (
                        not arch or not target.isdigit()):
                    yield Case(inst, "skew", inst.line(mods, []), below, "sm_" + target,
                               parts(inst, mods))


def old_cases(inst, args, rng):
    """On versions and targets that are gone: legal spellings of today, with one modifier
    changed or left out, and the cross product drawn as in `likely`."""
    blind, slots = Blind(inst, args), spelled(inst)
    for version, target in OLD:
        for number in range(args.old):
            mods = sample_form(rng.choice(inst.forms), rng)
            if slots and number % 4:
                slot = rng.choice(slots)
                mods[slot.name] = rng.choice([None] * 2 + [c.spelling for c in slot.cases])
            case = Case(inst, "old", inst.line(mods, some_written(inst, mods, rng)), version,
                        target, parts(inst, mods))
            if number % 4 == 3:
                picked = [rng.choice(c[1:]) if rng.random() < (
                    0.95 if s.name.endswith("Type") else 0.4) and len(c) > 1 else None
                    for s, c in zip(blind.own, blind.choices)]
                case = blind.case("old", picked, [], rng)._replace(version=version, target=target)
            yield case


def shape_cases(inst, args, rng):
    for form in rng.sample(inst.forms, min(len(inst.forms), args.shapes)):
        mods = sample_form(form, rng)
        target = default_target(inst, mods, args.arch)
        operands = inst.operands(mods, some_written(inst, mods, rng))
        text = inst.text(mods)

        def case(changed):
            return Case(inst, "shape", (text + " " + ", ".join(changed)).rstrip() + ";",
                        90, target, parts(inst, mods))

        yield case(operands + ["%r99"])
        if operands:
            yield case(operands[:-1])
        for i, operand in enumerate(operands):
            changed = list(operands)
            register = re.fullmatch(r"%([pbhrdq])(\d+)", operand)
            if register:
                for other in "phrd":
                    if other != register.group(1):
                        changed[i] = "%" + other + register.group(2)
                        yield case(changed)
                changed[i] = "5"
                yield case(changed)
            elif operand.startswith("{"):
                changed[i] = operand.rsplit(",", 1)[0].rstrip("}") + "}"
                yield case(changed)
                changed[i] = operand[:-1] + ", %r99}"
                yield case(changed)
            elif operand.startswith("["):
                changed[i] = operand[1:-1]
                yield case(changed)
                register = re.fullmatch(r"\[%[dr](\d+)\]", operand)
                if register:
                    # A 32-bit address is refused by no parser of ptxas, but later.
                    for other in ADDRESSES + ["16"] + ["%r" + register.group(1)] * (
                            not args.parse_only):
                        changed[i] = "[" + other + "]"
                        yield case(changed)


REGISTER = re.compile(r"%([bhrd])(\d+)")


def type_cases(inst, args, rng):
    for form in rng.sample(inst.forms, min(len(inst.forms), args.types)):
        mods = sample_form(form, rng)
        target = default_target(inst, mods, args.arch)
        operands = ", ".join(inst.operands(mods, some_written(inst, mods, rng)))
        # What is in braces is one operand.
        for unit in re.finditer(r"\{[^{}]*\}|%[bhrd]\d+", operands):
            registers = REGISTER.findall(unit[0])
            if not registers:
                continue
            everywhere = [[t] * len(registers) for t in sum(TYPED.values(), [])]
            if len(registers) > 1:
                own = TYPED[registers[0][0]] + [""] * 2
                everywhere += [[rng.choice(own) for _ in registers] for _ in range(args.mixes)]
            for types in everywhere:
                names = iter(types)

                def renamed(match):
                    name = next(names)
                    return "%%%s_%s" % (name, match[2]) if name else match[0]
                text = operands[:unit.start()] + REGISTER.sub(renamed, unit[0]) + operands[unit.end():]
                yield Case(inst, "type", (inst.text(mods) + " " + text).rstrip() + ";", 90, target,
                           parts(inst, mods))


def arches(inst, args):
    """The targets of ARCHES that have some form."""
    has = []
    for arch in [args.arch] + ARCHES:
        sm, suffix = re.match(r"sm_(\d+)([af]?)", arch).groups()
        if inst.ptx <= 90 and inst.sm <= int(sm) and any(
                form.sm <= int(sm) and inst.has_target(form, int(sm), suffix)
                for form in inst.forms):
            has.append(arch)
    return has or [args.arch]


def spelled(inst):
    return [s for s in inst.slots if not s.is_number]


def near_cases(inst, args, rng):
    slots, targets = spelled(inst), arches(inst, args)
    if not slots:
        return
    for _ in range(args.near):
        mods = sample_form(rng.choice(inst.forms), rng)
        slot = rng.choice(slots)
        mods[slot.name] = rng.choice([None] + [c.spelling for c in slot.cases])
        yield Case(inst, "near", inst.line(mods, some_written(inst, mods, rng)),
                   90, rng.choice(targets), parts(inst, mods))


def family_values(insts):
    """Per family and enumeration the spellings that some form has."""
    values = collections.defaultdict(set)
    for inst in insts:
        for form in inst.forms:
            for slot in spelled(inst):
                values[inst.file, slot.cpp_name, slot.cases[0].spelling].update(
                    v for v in form.choices[slot.name] if v)
    return {key: sorted(found) for key, found in values.items()}


def order_cases(inst, args, rng):
    """Legal modifiers in another order."""
    for _ in range(args.order):
        mods = sample_form(rng.choice(inst.forms), rng)
        opcode = inst.text(mods)
        if not opcode.startswith(inst.mnemonic + "."):
            continue
        words = opcode[len(inst.mnemonic) + 1:].split(".")
        rng.shuffle(words)
        operands = ", ".join(inst.operands(mods, some_written(inst, mods, rng)))
        yield Case(inst, "order", (".".join([inst.mnemonic] + words) + " " + operands)
                   .rstrip() + ";", 90, default_target(inst, mods, args.arch),
                   parts(inst, mods))


class Blind:
    """Every spelling that the words of the family give, legal or not."""

    def __init__(self, inst, args):
        key = lambda slot: (inst.file, slot.cpp_name, slot.cases[0].spelling)
        self.inst, self.targets = inst, arches(inst, args)
        self.own = spelled(inst)
        foreign = {}
        for other in args.insts:
            if other.file == inst.file:
                for slot in spelled(other):
                    if not slot.on_operand and not slot.hidden and not slot.glued and \
                            all(key(slot) != key(s) for s in self.own):
                        foreign[key(slot)] = slot
        self.choices = [[None] + args.values[key(s)] for s in self.own]
        self.others = [[None] + args.values[k] for k in foreign]

    def case(self, kind, picked, more, rng):
        mods = {s.name: value for s, value in zip(self.own, picked) if value}
        opcode = self.inst.text(mods)
        operands = ", ".join(self.inst.operands(mods, some_written(self.inst, mods, rng)))
        opcode += "".join(v if v.startswith("::") else "." + v for v in more if v)
        return Case(self.inst, kind, (opcode + " " + operands).rstrip() + ";", 90,
                    rng.choice(self.targets),
                    None if any(more) else parts(self.inst, mods))


def blind_cases(inst, args, rng):
    """The whole cross product, or --blind of it, each with the same chance."""
    blind = Blind(inst, args)
    sets = blind.choices + blind.others
    total = math.prod(len(chosen) for chosen in sets)
    numbers = range(total)
    if total > args.blind:
        # Of ranges beyond 64 bits random.sample takes none.
        chosen = set()
        while len(chosen) < args.blind:
            chosen.add(rng.randrange(total))
        numbers = sorted(chosen)
    for number in numbers:
        picked = []
        for chosen in sets:
            number, digit = divmod(number, len(chosen))
            picked.append(chosen[digit])
        yield blind.case("blind", picked[:len(blind.own)], picked[len(blind.own):], rng)


def likely_cases(inst, args, rng):
    """Of large cross products few spellings are legal. Here types are nearly always
    there, the rest half of the time, and modifiers of other instructions are in every
    fourth case."""
    blind = Blind(inst, args)
    if math.prod(len(chosen) for chosen in blind.choices + blind.others) <= args.blind:
        return
    for number in range(args.blind):
        picked = [rng.choice(c[1:]) if rng.random() < (
            0.95 if s.name.endswith("Type") else 0.6) and len(c) > 1 else None
            for s, c in zip(blind.own, blind.choices)]
        more = [None] * len(blind.others)
        if blind.others and number % 4 == 0:
            at = rng.randrange(len(blind.others))
            more[at] = rng.choice(blind.others[at])
        yield blind.case("likely", picked, more, rng)


MAKERS = {"legal": legal_cases, "gate": gate_cases, "shape": shape_cases, "type": type_cases,
          "near": near_cases, "order": order_cases, "blind": blind_cases,
          "likely": likely_cases, "skew": skew_cases, "old": old_cases}


# -- report -----------------------------------------------------------------


def load_reasons():
    """Known differences: a regular expression of the report's line, and the reason."""
    reasons = []
    for line in (pathlib.Path(__file__).parent / "differences.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, reason = line.split(" => ")
            reasons.append((re.compile(pattern), reason))
    return reasons


class Count:
    """Cases by both verdicts."""

    def __init__(self):
        self.cells = [0, 0, 0, 0]

    def add(self, theirs, ours):
        self.cells[2 * bool(theirs) + bool(ours)] += 1

    @property
    def total(self):
        return sum(self.cells)

    def percents(self):
        both, we_refuse, we_accept, neither = self.cells
        share = lambda part, whole: 100.0 * part / whole if whole else 100.0
        return (share(both + neither, self.total), share(both, both + we_refuse),
                share(neither, neither + we_accept))

    def row(self, name):
        both, we_refuse, we_accept, neither = self.cells
        return "%-32s %8d %8d %9d %9d %7.2f%% %7.2f%% %7.2f%%" % (
            name, both + we_refuse, neither + we_accept, we_refuse, we_accept,
            *self.percents())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="regular expression of mnemonics")
    parser.add_argument("--file", help="records of this .td file only")
    parser.add_argument("--kinds", default="legal,gate,skew,shape,type,near,order,blind,likely,old")
    parser.add_argument("--legal", type=int, default=12, help="cases per form")
    parser.add_argument("--shapes", type=int, default=3, help="forms per opcode")
    parser.add_argument("--types", type=int, default=3, help="forms per opcode")
    parser.add_argument("--mixes", type=int, default=6, help="vectors of several types per operand")
    parser.add_argument("--old", type=int, default=12, help="cases per opcode and target")
    parser.add_argument("--near", type=int, default=100, help="cases per opcode")
    parser.add_argument("--order", type=int, default=60, help="cases per opcode")
    parser.add_argument("--blind", type=int, default=2000, help="cases per opcode")
    parser.add_argument("--sample", type=int, help="only so many of all cases")
    parser.add_argument("--arch", default="sm_100a")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=4000, help="cases per module")
    parser.add_argument("--translate", default=str(records.ROOT / "build/bin/ptx-translate"))
    parser.add_argument("--judge", choices=["importer", "records"], default="importer",
                        help="records: only their modifiers, without a build")
    parser.add_argument("--parse-only", action="store_true",
                        help="ptxas only parses, what it takes need not compile")
    parser.add_argument("--report", type=pathlib.Path, help="all differences")
    parser.add_argument("--document", type=pathlib.Path, help="a page of the result")
    parser.add_argument("--require", type=float,
                        help="fail below this percentage of the accepted or the refused")
    parser.add_argument("--require-opcode", type=float,
                        help="the same of each opcode with at least 100 cases")
    parser.add_argument("--require-cases", type=int, default=0)
    parser.add_argument("--print-cases", action="store_true")
    args = parser.parse_args()
    insts = args.insts = records.load()
    args.values = family_values(insts)
    if args.only:
        insts = [i for i in insts if re.fullmatch(args.only, i.mnemonic)]
    if args.judge == "records":
        args.kinds = args.kinds.replace(",shape", "").replace(",type", "")
    if args.file:
        insts = [i for i in insts if i.file.startswith(args.file)]
    cases, seen = [], set()
    for inst in insts:
        rng = random.Random("%d %s" % (args.seed, inst.mnemonic))
        for kind in args.kinds.split(","):
            for case in MAKERS[kind](inst, args, rng):
                key = case[2:5]
                if key not in seen:
                    seen.add(key)
                    cases.append(case)
    if args.sample and args.sample < len(cases):
        cases = random.Random(args.seed).sample(cases, args.sample)
    if args.print_cases:
        for case in cases:
            print(case.version, case.target, case.line)
        return 0
    groups = collections.defaultdict(list)
    for case in cases:
        groups[case.version, case.target].append(case)
    table, kinds = collections.defaultdict(Count), collections.defaultdict(Count)
    everything = Count()
    differences, crashes = [], []
    importer = Judge([args.translate, "--import-ptx", "--max-errors=1000000", "-o",
                      "/dev/null"], r"cases\.ptx:(\d+):\d+: error: (.*)")
    with tempfile.TemporaryDirectory() as directory:
        for (version, target), group in sorted(groups.items()):
            for start in range(0, len(group), args.batch):
                part = group[start:start + args.batch]
                lines = [c.line for c in part]
                theirs = ptxas_verdicts(version, target, lines, directory,
                                        not args.parse_only)
                ours = judge(part) if args.judge == "records" else importer.verdicts(
                    version, target, lines, directory)
                for case, their, our in zip(part, theirs, ours):
                    if their == CRASH:
                        crashes.append(case)
                        continue
                    for count in (table[case.inst.mnemonic], kinds[case.kind], everything):
                        count.add(their, our)
                    if bool(their) != bool(our):
                        differences.append((case, their, our))
    reasons = load_reasons()
    report, explained = [], collections.Counter()
    for case, their, our in differences:
        text = "%s | %s | %d.%d %s | ptxas: %s | here: %s" % (
            case.kind, case.line, case.version // 10, case.version % 10, case.target,
            their or "accepts", our or "accepts")
        reason = next((r for pattern, r in reasons if pattern.search(text)), None)
        explained[reason] += 1
        report.append("%s | %s" % (text, reason or "UNKNOWN"))
    if args.report:
        args.report.write_text("\n".join(report) + "\n")
    print("%-32s %8s %8s %9s %9s %8s %8s %8s" % (
        "opcode", "accepted", "refused", "we refuse", "we accept", "same", "accepted",
        "refused"))
    for name in sorted(table):
        print(table[name].row(name))
    for name in sorted(kinds):
        print(kinds[name].row("[" + name + "]"))
    for reason, number in explained.most_common():
        print("%6d differ: %s" % (number, reason or "unknown"))
    if crashes:
        print("ptxas dies of %d cases" % len(crashes))
    print(everything.row("all"))
    if args.document:
        arguments = [a for a in sys.argv[1:] if not a.startswith(("/", "--translate"))]
        agreementpage.write(args.document, " ".join(arguments), everything, kinds, table,
                            explained, len(crashes))
    failed = everything.total < args.require_cases
    if args.require and min(everything.percents()) < args.require:
        failed = True
    for name, count in sorted(table.items()):
        if args.require_opcode and count.total >= 100 and \
                count.percents()[0] < args.require_opcode:
            print("%s agrees in less than %g %%" % (name, args.require_opcode))
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
