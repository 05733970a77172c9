# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the attributes of a kernel say about its code, checked against the code.

Attributes that list instructions are there exactly when the code has such
instructions. Two compilers that choose different instructions then differ in
these attributes, and each of both files is right; a file whose lists do not
match its own code is not. Works on the text of `ptx-translate
--cubin-to-text`; knows nothing of how the attributes were made.
"""

import re
import struct
import subprocess

(EXTERNS, EXITS, CRS_STACK, COOP_OFFSETS, COOP_MASKS, ATOM16, WARP_WIDE,
 BRANCH_TARGETS, MBARRIERS, PARTIAL_LOADS, SYSCALLS, ANNOTATIONS,
 BARRIERS, REGCOUNT, FRAME_SIZE) = (0x0F, 0x1C, 0x1E, 0x28, 0x29, 0x2E, 0x31,
                                     0x34, 0x39, 0x44, 0x46, 0x55, 0x4C, 0x2F,
                                     0x11)
SPILL = 1  # kind of an annotation
FULL_MASK = 0xFFFFFFFF
HIDDEN_REGISTERS = 2
MAX_REGISTERS = 255
# Where the driver puts the stack pointer: up to sm_90, and later.
STACKS = ("c[0x0][0x28]", "c[0x0][0x37c]")
STT_FUNC = 2
EXTENSIBLE = 0xFF00  # file type


class Instruction:
    """One line of a listing, taken apart."""

    def __init__(self, offset, text):
        self.offset = offset
        # Scheduling fields, and field values that the mnemonic does not show.
        text = re.sub(r"\s*(<[^>]*>)?\s*\{[^}]*\}\s*;?\s*$", "", text)
        text = text.strip()
        self.guard = None
        guarded = re.match(r"@(!?\w+)\s+", text)
        if guarded:
            self.guard, text = guarded.group(1), text[guarded.end():]
        name, _, operands = text.partition(" ")
        self.name = name.split(".")
        self.operands = [o.strip() for o in operands.split(",") if o.strip()]

    def has(self, *names):
        """Mnemonic, or mnemonic with its first modifier."""
        return self.name[0] in names or ".".join(self.name[:2]) in names

    @property
    def bytes(self):
        """Bytes that a load or store moves."""
        widths = {"64": 8, "128": 16, "U8": 1, "S8": 1, "U16": 2, "S16": 2}
        return next((widths[m] for m in self.name if m in widths), 4)


def read_code(path, tool="ptx-translate"):
    """{kernel: instructions} of a file."""
    listing = subprocess.run([tool, "--cubin-to-text", path],
                             capture_output=True, text=True)
    if listing.returncode:
        raise ValueError(listing.stderr.strip())
    code, current = {}, None
    for line in listing.stdout.splitlines():
        label = re.match(r"([^\s/]+):$", line)
        if label and not label.group(1).startswith((".", "$")):
            current = code.setdefault(label.group(1), [])
        at = re.match(r"\s*/\*([0-9a-f]+)\*/\s*(.*)", line)
        if at and current is not None:
            current.append(Instruction(int(at.group(1), 16), at.group(2)))
    return code


def read_attributes(data):
    """{code: payload or value}; long lists that were split are one again."""
    found = {}
    at = 0
    while at + 4 <= len(data):
        fmt, code, value = struct.unpack_from("<BBH", data, at)
        at += 4
        if fmt == 4:
            found[code] = found.get(code, b"") + data[at:at + value]
            at += (value + 3) & ~3
        else:
            found[code] = value
    return found


def words(payload):
    return [w for (w,) in struct.iter_unpack("<I", payload)]


class KernelCheck:
    """Compares one kernel's attributes with its code."""

    def __init__(self, cubin, name, code):
        self.cubin, self.name, self.code = cubin, name, code
        self.at = {i.offset: i for i in code}
        self.sections = {s["name"]: s for s in cubin.sections}
        self.attributes = read_attributes(
            cubin.data(self.sections[".nv.info." + name]))
        self.complaints = []

    def complain(self, text):
        self.complaints.append(f"{self.name}: {text}")

    def list(self, code):
        return words(self.attributes.get(code, b""))

    def offsets(self, *names):
        return [i.offset for i in self.code if i.has(*names)]

    def same(self, what, listed, there):
        if sorted(listed) != sorted(there):
            self.complain(f"{what} lists {[hex(x) for x in sorted(listed)]}, "
                          f"the code has {[hex(x) for x in sorted(there)]}")

    def are(self, what, offsets, test):
        for offset in offsets:
            inst = self.at.get(offset)
            if inst is None or not test(inst):
                name = ".".join(inst.name) if inst else "nothing"
                self.complain(f"{what} lists {name} at {offset:#x}")

    def run(self):
        self.same("EXIT_INSTR_OFFSETS", self.list(EXITS), self.offsets("EXIT"))
        # Of a program that may be extended the linker has the calls.
        if self.cubin.type != EXTENSIBLE:
            self.same("SYSCALL_OFFSETS", self.list(SYSCALLS),
                      self.offsets("CALL.ABS"))
            if bool(self.list(EXTERNS)) != bool(self.list(SYSCALLS)):
                self.complain("EXTERNS and SYSCALL_OFFSETS do not go together")
        self.check_members()
        self.check_loads()
        self.check_spills()
        self.check_branches()
        self.check_barriers()
        self.check_functions()
        self.check_registers()
        self.are("ATOM16_EMUL_INSTR_REG_MAP", self.list(ATOM16)[::2],
                 lambda i: i.has("LDG", "LDS", "LD", "ATOMG", "ATOMS", "ATOM"))
        self.are("MBARRIER_INSTR_OFFSETS", self.list(MBARRIERS)[::4],
                 lambda i: i.has("SYNCS", "ARRIVES", "UBLKCP", "NOP"))
        if self.offsets("SYNCS") and not self.list(MBARRIERS):
            self.complain("SYNCS without MBARRIER_INSTR_OFFSETS")
        # May be there without: the code had a region that is gone.
        if self.offsets("BSSY", "CALL.REL") and CRS_STACK not in self.attributes:
            self.complain("BSSY or relative CALL without CRS_STACK_SIZE")
        if self.list(CRS_STACK) not in ([], [0]):
            self.complain("CRS_STACK_SIZE is not 0")
        return self.complaints

    def check_members(self):
        """Who votes, shuffles or reduces is listed once: as the program's own
        with a mask, or as the compiler's."""
        wide, coop = self.list(WARP_WIDE), self.list(COOP_OFFSETS)
        votes = [i for i in self.code if i.has("VOTE", "VOTEU")]
        active = {i.offset for i in votes if i.operands[-1] == "PT"}
        members = {i.offset for i in votes if i.offset not in active}
        members.update(self.offsets("SHFL", "MATCH", "REDUX"))
        made = {i.offset for i in votes
                if i.offset in active and i.has("VOTEU")}
        self.same("the lists of warp instructions",
                  [o for o in wide + coop if o in members], members)
        self.same("INT_WARP_WIDE_INSTR_OFFSETS",
                  [o for o in wide if o not in members], made)
        self.are("COOP_GROUP_INSTR_OFFSETS", coop,
                 lambda i: i.offset in members or
                 i.has("WARPSYNC", "NOP", "BAR", "VOTE"))
        masks = self.list(COOP_MASKS)
        if len(masks) != len(coop):
            self.complain("COOP_GROUP lists differ in length")
        for mask in masks:
            if mask != FULL_MASK and mask >> 24 not in (5, 0xB):
                self.complain(f"member mask {mask:#x}")

    def check_loads(self):
        pairs = self.list(PARTIAL_LOADS)
        for offset, used in zip(pairs[::2], pairs[1::2]):
            self.are("UNUSED_LOAD_BYTE_OFFSET", [offset],
                     lambda i: i.has("LDG", "LDS", "LDL", "LD") and i.bytes > 4 and
                     0 < used < (1 << i.bytes) - 1)

    def check_spills(self):
        pairs = self.list(ANNOTATIONS)
        if any(kind != SPILL for kind in pairs[::2]):
            self.complain("ANNOTATIONS of another kind than spills")
        self.are("ANNOTATIONS", pairs[1::2],
                 lambda i: i.has("LDL", "STL") and
                 any(re.match(r"\[R1\b", o) for o in i.operands))

    def check_branches(self):
        """The table of an indexed branch: list, jump table, its relocations."""
        listed, at = [], 0
        values = self.list(BRANCH_TARGETS)
        while at + 3 <= len(values):
            listed.append(values[at])
            self.are("INDIRECT_BRANCH_TARGETS",
                     values[at + 3:at + 3 + values[at + 2]], lambda i: True)
            at += 3 + values[at + 2]
        # The listing has no name for BRX with a uniform register.
        branches = self.offsets("BRX") + [
            i.offset for i in self.code
            if i.name == ["", "raw"] and int(i.operands[0], 16) & 0xFFF == 0x958]
        self.same("INDIRECT_BRANCH_TARGETS", listed, branches)
        # Calls through registers have a table, but with ptxas and one kernel.
        for name in (".nv.constant2.", ".rela.nv.constant2."):
            there = name + self.name in self.sections
            if branches and not there or there and not (
                    branches or self.indirect_calls()):
                self.complain(f"{name}{self.name} and BRX do not go together")

    def indirect_calls(self):
        return [i for i in self.code if i.has("CALL.REL") and
                re.match(r"R\d", i.operands[0])]

    def check_barriers(self):
        count = 0
        for i in self.code:
            if i.has("BAR"):
                # In a register the number may still be known to the compiler.
                number = i.operands[0]
                count = max(count, 1 if number.startswith("R") else
                            int(number, 0) + 1)
        said = self.attributes.get(BARRIERS, 0) & 0xFF
        if said < count:
            self.complain(f"NUM_BARRIERS = {said}, the code uses {count}")

    def check_functions(self):
        """Slow paths: called, named, and cause of an empty `.rela.text`."""
        functions = inner_functions(self.cubin, self.name)
        calls = {i.operands[-1].split(" ")[0] for i in self.code
                 if i.has("CALL.REL")}
        self.same_names(functions, {c for c in calls if c.startswith("$")})
        shared = (".nv.shared." + self.name in self.sections and
                  any("SR_CgaCtaId" in i.operands for i in self.code))
        linked = ".rela.text." + self.name in self.sections
        if linked != bool(functions or shared):
            self.complain(f".rela.text.{self.name} is "
                          f"{'there' if linked else 'missing'}")

    def own_code(self):
        """Without the functions, whose code is behind the kernel's."""
        begin = [s["value"] for s in self.cubin.symbols
                 if s["name"] in inner_functions(self.cubin, self.name)]
        return [i for i in self.code if not begin or i.offset < min(begin)]

    def same_names(self, functions, calls):
        same = functions >= calls if self.indirect_calls() else functions == calls
        if calls and not same:
            self.complain(f"functions {sorted(functions)}, "
                          f"calls of {sorted(calls)}")
        if bool(functions) != bool(self.offsets("CALL.REL")):
            self.complain("functions and relative calls do not go together")

    def check_registers(self):
        highest = -1
        for i in self.code:
            for text in i.operands:
                for number in re.findall(r"(?<![A-Z_])R(\d+)", text):
                    highest = max(highest, int(number))
        said = self.module_numbers()
        need = min(highest + 1 + HIDDEN_REGISTERS, MAX_REGISTERS)
        if said[REGCOUNT] < need:
            self.complain(f"REGCOUNT = {said[REGCOUNT]}, "
                          f"the code uses R{highest}")
        # The stack grows down once, at the start.
        # Code that does not load the stack pointer may use R1 for anything.
        own, functions = self.own_code(), inner_functions(self.cubin, self.name)
        down = [-as_signed(i.operands[2]) for i in own
                if i.has("IADD3", "VIADD") and i.operands[:2] == ["R1", "R1"]]
        if not any(i.operands[:1] == ["R1"] and i.operands[1:2] and
                   i.operands[1] in STACKS for i in self.code):
            down = []
        frame = down[0] if down and down[0] > 0 else 0
        # With what the kernel calls.
        if said[FRAME_SIZE] < frame if functions else said[FRAME_SIZE] != frame:
            self.complain(f"FRAME_SIZE = {said[FRAME_SIZE]:#x}, "
                          f"the code takes {frame:#x}")

    def module_numbers(self):
        """What `.nv.info` says of the kernel."""
        said = {REGCOUNT: 0, FRAME_SIZE: 0}
        info = self.cubin.data(self.sections[".nv.info"])
        at = 0
        while at + 4 <= len(info):
            fmt, code, size = struct.unpack_from("<BBH", info, at)
            if fmt == 4 and code in said:
                symbol, number = struct.unpack_from("<II", info, at + 4)
                if self.cubin.symbol_name(symbol) == self.name:
                    said[code] = number
            at += 4 + (((size + 3) & ~3) if fmt == 4 else 0)
        return said


def as_signed(text):
    """A 32-bit immediate as printed; 0 for anything else."""
    try:
        number = int(text, 0)
    except ValueError:
        return 0
    return number - 2**32 if number >= 2**31 else number


def inner_functions(cubin, kernel):
    """Names of the device functions inside a kernel's text."""
    return {s["name"] for s in cubin.symbols
            if s["info"] & 15 == STT_FUNC and s["name"].startswith("$") and
            cubin.section_name(s["shndx"]) == ".text." + kernel}


def check(cubin, path, tool="ptx-translate"):
    """Complaints about a file whose attributes do not describe its code."""
    code = read_code(path, tool)
    complaints = []
    for section in cubin.sections:
        if not section["name"].startswith(".text."):
            continue
        name = section["name"][len(".text."):]
        if not code.get(name):
            complaints.append(f"{name}: no code in the listing")
            continue
        complaints += KernelCheck(cubin, name, code[name]).run()
    return complaints
