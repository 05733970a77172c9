#!/usr/bin/env python3
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compare two cubins: header, sections, symbols, attributes, relocations.

Sections and symbols are matched by name, and names stand in for indices, so
that two files with different text sizes or an extra section still compare
where they agree. By default the tool-identification note and the string tables
are left out, and of text and debug-frame sections only the presence counts.

  compare-cubins.py A.cubin B.cubin          what differs in the container
  compare-cubins.py --all A.cubin B.cubin    also code, frames, notes, layout
  compare-cubins.py --shape A.cubin B.cubin  not the numbers that follow from the
                                             code: offsets, registers, frames
  compare-cubins.py --by-code A.cubin B.cubin
                                             the same, and of what is there only
                                             with certain instructions (jump
                                             tables, helper functions, spills)
                                             each file must have what its own
                                             code asks for (code_facts.py)
  compare-cubins.py --dump A.cubin           one file, in the same form

Exit status: 0 equal, 1 different, 2 unreadable.
"""

import argparse
import os
import re
import struct
import sys

import code_facts

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "include", "ptx-mlir", "Format",
                     "Cubin", "EIATTR.def")
SHT_SYMTAB, SHT_RELA, SHT_NOBITS, SHT_REL = 2, 4, 8, 9
SHT_CUDA_PROTOTYPE = 0x70000002
SHT_CUDA_INFO, SHT_CUDA_CALLGRAPH = 0x70000000, 0x70000001
NO_BYTES = {0, SHT_NOBITS, 0x70000007, 0x7000000A}
# Attributes whose payload begins with a symbol index, and where other symbol
# indices are (word positions).
SYMBOL_WORDS = {0x2F: [0], 0x11: [0], 0x12: [0], 0x23: [0], 0x0A: [0],
                0x09: [0]}
EXTERNS = 0x0F
# Attributes that depend on the instructions chosen: with --shape only their
# presence counts. Those of CODE_LISTS list offsets; REGCOUNT, FRAME_SIZE and
# MIN_STACK_SIZE keep their symbol.
CODE_LISTS = {0x1C, 0x28, 0x29, 0x31, 0x34, 0x44, 0x46, 0x39, 0x2E, 0x55}
CODE_NUMBERS = {0x2F, 0x11, 0x12}
# Attributes of which even the presence depends on them: aggregated atomics
# (31), indexed branches (34), loads used in part (44), emulated 16-bit atomics
# (2e), spills (55), BSSY and relative calls (1e).
CODE_CHOICES = {0x31, 0x34, 0x44, 0x2E, 0x55}
# Marks the segment of constant banks 2 to 4 in a description.
BANKS = "banks"


def attribute_names():
    """Code to name, from the one table of the project."""
    names = {}
    try:
        with open(TABLE) as f:
            for code, name in re.findall(
                    r"^CUBIN_EIATTR\((0x[0-9a-f]+), (\w+)\)", f.read(), re.M):
                names[int(code, 16)] = name
    except OSError:
        pass
    return names


class Cubin:
    """The tables of one file. Raises ValueError or struct.error on junk."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.bytes = f.read()
        if self.bytes[:4] != b"\x7fELF":
            raise ValueError("not an ELF file")
        (self.ident, self.type, self.machine, self.version, self.entry,
         self.phoff, self.shoff, self.flags, _, _, self.phnum, _, self.shnum,
         self.shstrndx) = struct.unpack_from("<16sHHIQQQIHHHHHH", self.bytes)
        if self.machine != 190:
            raise ValueError("machine is not CUDA")
        keys = ("nameoff", "type", "flags", "addr", "offset", "size", "link",
                "info", "align", "entsize")
        self.sections = [
            dict(zip(keys, struct.unpack_from("<IIQQQQIIQQ", self.bytes,
                                              self.shoff + 64 * i)))
            for i in range(self.shnum)
        ]
        names = self.sections[self.shstrndx]
        for s in self.sections:
            s["name"] = self.string(names, s["nameoff"])
        keys = ("type", "flags", "offset", "vaddr", "paddr", "filesz", "memsz",
                "align")
        self.segments = [
            dict(zip(keys, struct.unpack_from("<IIQQQQQQ", self.bytes,
                                              self.phoff + 56 * i)))
            for i in range(self.phnum)
        ]
        self.symbols = []
        for s in self.sections:
            if s["type"] != SHT_SYMTAB:
                continue
            table = self.sections[s["link"]]
            data = self.data(s)
            for at in range(0, len(data) - 23, 24):
                name, info, other, shndx, value, size = struct.unpack_from(
                    "<IBBHQQ", data, at)
                self.symbols.append(
                    dict(name=self.string(table, name), info=info, other=other,
                         shndx=shndx, value=value, size=size))

    def string(self, table, offset):
        start = table["offset"] + offset
        return self.bytes[start:self.bytes.index(b"\0", start)].decode(
            "latin1")

    def data(self, section):
        if section["type"] in NO_BYTES:
            return b""
        return self.bytes[section["offset"]:section["offset"] +
                          section["size"]]

    def section_name(self, index):
        if index < len(self.sections):
            return self.sections[index]["name"] or str(index)
        return hex(index)

    def symbol_name(self, index):
        if index < len(self.symbols):
            return self.symbols[index]["name"] or f"#{index}"
        return f"?{index}"


def describe_attributes(cubin, data, names, shape, dropped=()):
    out = []
    at = 0
    while at + 4 <= len(data):
        fmt, code, value = struct.unpack_from("<BBH", data, at)
        at += 4
        name = names.get(code, hex(code))
        if fmt != 4:
            out.append(f"{name} = {value:#x}")
            continue
        payload = data[at:at + value]
        at += (value + 3) & ~3
        if code in dropped:
            continue
        words = [w for (w,) in struct.iter_unpack(
            "<I", payload[:len(payload) & ~3])]
        if shape and code in CODE_LISTS:
            if name not in out:  # long lists are split
                out.append(name)
            continue
        if shape and code in CODE_NUMBERS:
            words = words[:1]
        shown = []
        for i, w in enumerate(words):
            if code == EXTERNS or i in SYMBOL_WORDS.get(code, []):
                shown.append(cubin.symbol_name(w))
            else:
                shown.append(f"{w:#x}")
        tail = payload[len(payload) & ~3:].hex()
        out.append(f"{name}: " + " ".join(shown + ([tail] if tail else [])))
    return out


def describe_relocations(cubin, section, shape=False):
    data = cubin.data(section)
    step = 24 if section["type"] == SHT_RELA else 16
    out = []
    for at in range(0, len(data) - step + 1, step):
        offset, info = struct.unpack_from("<QQ", data, at)
        addend = (struct.unpack_from("<q", data, at + 16)[0]
                  if step == 24 else 0)
        symbol = cubin.symbol_name(info >> 32)
        if shape and section["name"] == ".rela.debug_frame":
            out.append(f"type {info & 0xffffffff} {symbol}")
        else:
            out.append(f"{offset:#x} type {info & 0xffffffff} "
                       f"{symbol} + {addend:#x}")
    return out


def describe_callgraph(cubin, data, all_types=False):
    """Groups of pairs; in the second and third of a relocatable object, and in
    its prototypes (`all_types`), functions have their types, as names."""
    out, group = [], 0
    for a, b in struct.iter_unpack("<Ii", data[:len(data) // 8 * 8]):
        group = b if b < 0 else group
        if b >= 0 and (all_types or group in (-2, -3)) and cubin.type == 1:
            callee = cubin.string(cubin.sections[2], b)
        else:
            callee = str(b) if b < 0 else cubin.symbol_name(b)
        out.append(f"{cubin.symbol_name(a) if a else 0} -> {callee}")
    return out


def cie_lines(data):
    """Common information entries of `.debug_frame`: of kernels (whose return
    address is no register), then of device functions."""
    kernels, functions, at = [], [], 0
    while at + 20 <= len(data):
        size, mark = struct.unpack_from("<QQ", data, at + 4)
        body = data[at + 20:at + 12 + size]
        at += 12 + size
        if mark == 2**64 - 1:
            # Version, augmentation and alignments take four bytes.
            is_kernel = body[4:9] == bytes.fromhex("ffffffff0f")
            (kernels if is_kernel else functions).append(body.hex())
    # Where the stack pointer moves, the register with the frame is the code's own
    # choice: same_value of RZ, of R1 and of that.
    kernels = [re.sub("(08ff818028088180802808)..(808028)", r"\1--\2", k)
               for k in kernels]
    return kernels, functions


def remove_call_stack(topics, choice, other_topics, other):
    """CRS_STACK_SIZE tells of branches that part the threads of a warp; a file
    may have it alone if its code has such branches and the other's has not."""
    for kernel in choice.divergence:
        lines = topics["section .nv.info." + kernel]
        rest = [l for l in lines if not l.startswith("CRS_STACK_SIZE")]
        there = other_topics.get("section .nv.info." + kernel, [])
        alone = not any(l.startswith("CRS_STACK_SIZE") for l in there)
        if alone and choice.divergence[kernel] > other.divergence.get(kernel, 2):
            topics["section .nv.info." + kernel] = rest


def kernel_names(cubin):
    return [s["name"][len(".text."):] for s in cubin.sections
            if s["name"].startswith(".text.")]


class CodeChoice:
    """What one file has on account of its instructions: names of sections and
    functions, and the load segments of jump tables."""

    def __init__(self, cubin, path, tool):
        self.complaints = code_facts.check(cubin, path, tool)
        self.functions, self.sections = set(), set()
        self.segments = 0
        names = [s["name"] for s in cubin.sections]
        for kernel in kernel_names(cubin):
            functions = code_facts.inner_functions(cubin, kernel)
            self.functions |= functions
            if functions:
                self.sections.add(".rela.text." + kernel)
            self.sections |= {n for n in (".nv.constant2." + kernel,
                                          ".rela.nv.constant2." + kernel)
                              if n in names}
        # What stands for divergence in the code: 2 for certain, 1 perhaps.
        self.divergence = {
            kernel: 2 if any(i.has("BSSY", "CALL.REL") for i in code) else
            int(any(i.has("BRA") and i.guard for i in code))
            for kernel, code in code_facts.read_code(path, tool).items()}
        # Banks 2 to 4 share a segment.
        banks = [n for n in names if re.match(r"\.nv\.constant[2-4]", n)]
        if banks and all(n in self.sections for n in banks):
            self.segments = 1


def remove_code_choices(topics, mine, other):
    """Takes away what a file, or the one it is compared with, has only because
    of its instructions; that each has what its code asks for is checked."""
    gone = mine.sections | other.sections
    for name in gone:
        topics.pop("section " + name, None)
    topics["section order"] = [n for n in topics["section order"]
                               if n not in gone]
    topics["symbols"] = [l for l in topics["symbols"]
                         if l.split()[0] not in mine.functions | gone]
    topics["section .nv.info"] = [
        l for l in topics.get("section .nv.info", [])
        if l not in {f"FRAME_SIZE: {n}" for n in mine.functions}]
    # Up to sm_89 one segment has all constant banks.
    banks = f"type 1 flags 4 align 8 {BANKS}"
    if mine.segments and banks in topics["segments"]:
        topics["segments"].remove(banks)
    topics["segments"] = [l.replace(f" {BANKS}", "") for l in topics["segments"]]
    if mine.functions or other.functions:
        # One relocation a kernel and two a device function.
        # (Up to sm_89 in two sections, as they have an addend or not.)
        for name in ("section .rela.debug_frame", "section .rel.debug_frame"):
            if name in topics:
                frame = topics[name]
                topics[name] = ([frame[0].rsplit(" size", 1)[0]] +
                                sorted(set(frame[1:])))
        topics.pop("frames of functions")
    if gone or mine.functions or other.functions:
        for name in ("section .shstrtab", "section .strtab"):
            topics[name] = topics[name][:1]


def describe(cubin, everything=False, shape=False, by_code=False,
             skip_attributes=()):
    """{topic: lines}: what is compared, in a form without indices."""
    names = attribute_names()
    dropped = {c for c, n in names.items() if n in skip_attributes}
    if by_code:
        dropped |= CODE_CHOICES
    topics = {}
    topics["header"] = [
        f"type {cubin.type:#x}", f"flags {cubin.flags:#x}",
        f"ident {cubin.ident.hex()}",
        f"version {cubin.version:#x} entry {cubin.entry:#x}"
    ]
    topics["section order"] = [s["name"] for s in cubin.sections]
    topics["symbols"] = [
        "%-40s info %#04x other %#04x in %s value %#x size %s" %
        (s["name"], s["info"], s["other"], cubin.section_name(s["shndx"]),
         s["value"], hex(s["size"]) if everything or s["info"] & 15 != 2 else
         "-") for s in cubin.symbols
    ]
    topics["segments"] = [
        "type %d flags %d align %d" % (p["type"], p["flags"], p["align"]) +
        (" offset %#x file %#x memory %#x" %
         (p["offset"], p["filesz"], p["memsz"]) if everything else "")
        for p in cubin.segments
    ]
    if by_code:
        banks = {s["offset"] for s in cubin.sections
                 if re.match(r"\.nv\.constant[2-4]", s["name"])}
        topics["segments"] = [
            line + (f" {BANKS}" if p["offset"] in banks else "")
            for line, p in zip(topics["segments"], cubin.segments)]
        frames = [cie_lines(cubin.data(s)) for s in cubin.sections
                  if s["name"] == ".debug_frame"] or [([], [])]
        topics["frames of kernels"], topics["frames of functions"] = frames[0]
    for s in cubin.sections[1:]:
        name = s["name"]
        data = cubin.data(s)
        code = name.startswith(".text.") or name == ".debug_frame"
        note = name.endswith("strtab") or name == ".note.nv.tkinfo"
        is_text_link = name.startswith(".text.")
        info = (cubin.symbol_name(s["info"] & 0xffffff) if is_text_link else
                "-" if s["type"] == SHT_SYMTAB else
                cubin.section_name(s["info"]))
        line = "type %#x flags %#x link %s info %s align %d entsize %d" % (
            s["type"], s["flags"], cubin.section_name(s["link"]), info,
            s["align"], s["entsize"])
        coded = (shape or dropped) and s["type"] == SHT_CUDA_INFO
        if not coded and (everything or not (code or note or
                                             s["type"] == SHT_SYMTAB)):
            line += f" size {s['size']:#x}"
        lines = [line]
        if s["type"] == SHT_CUDA_INFO:
            lines += describe_attributes(cubin, data, names, shape, dropped)
        elif s["type"] in (SHT_RELA, SHT_REL):
            lines += describe_relocations(cubin, s, shape)
        elif s["type"] == SHT_CUDA_CALLGRAPH:
            lines += describe_callgraph(cubin, data)
        elif s["type"] == SHT_CUDA_PROTOTYPE:
            lines += describe_callgraph(cubin, data, all_types=True)
        elif s["type"] != SHT_SYMTAB and (everything or not (code or note)):
            lines += [f"{i:#06x} {data[i:i + 16].hex()}"
                      for i in range(0, len(data), 16)
                      if any(data[i:i + 16])]
        topics["section " + name] = lines
        if by_code and name.endswith("strtab"):
            topics["section " + name] += data.decode("latin1").split("\0")
    return topics


def diff(a, b):
    """Lines of a unified comparison of two lists of lines, changes only."""
    import difflib
    return [l for l in difflib.unified_diff(a, b, lineterm="", n=0)
            if not l.startswith(("---", "+++", "@@"))]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="CUBIN")
    parser.add_argument("--all", action="store_true",
                        help="also compare code, frames, notes and layout")
    parser.add_argument("--shape", action="store_true",
                        help="leave out numbers that depend on the code")
    parser.add_argument("--by-code", action="store_true",
                        help="and check against the code what another choice of "
                        "instructions brings")
    parser.add_argument("--listing-tool", default="ptx-translate",
                        metavar="PROGRAM",
                        help="for --by-code; default: %(default)s")
    parser.add_argument("--skip", action="append", default=[], metavar="TOPIC",
                        help="leave out a topic, e.g. 'segments' or "
                        "'section .text.k'; repeatable")
    parser.add_argument("--skip-attribute", action="append", default=[],
                        metavar="NAME", help="leave out an attribute")
    parser.add_argument("--dump", action="store_true",
                        help="print one file instead of comparing two")
    args = parser.parse_args()
    if len(args.files) != (1 if args.dump else 2):
        parser.error("give two files, or one with --dump")
    described, choices = [], []
    for path in args.files:
        try:
            cubin = Cubin(path)
            described.append(describe(cubin, args.all, args.shape or args.by_code,
                                      args.by_code, args.skip_attribute))
            if args.by_code:
                choices.append(CodeChoice(cubin, path, args.listing_tool))
        except (OSError, ValueError, struct.error, IndexError) as e:
            print(f"{path}: {e}", file=sys.stderr)
            return 2
    if len(choices) == 2:
        remove_code_choices(described[0], choices[0], choices[1])
        remove_code_choices(described[1], choices[1], choices[0])
        remove_call_stack(described[0], choices[0], described[1], choices[1])
        remove_call_stack(described[1], choices[1], described[0], choices[0])
    for topics in described:
        for topic in args.skip:
            topics.pop(topic, None)
    if args.dump:
        for topic, lines in described[0].items():
            print(topic)
            for line in lines:
                print("  " + line)
        return 0
    different = False
    a, b = described
    for path, choice in zip(args.files, choices):
        for complaint in choice.complaints:
            print(f"{path}: {complaint}")
            different = True
    for topic in list(a) + [t for t in b if t not in a]:
        if topic not in a or topic not in b:
            where = "first" if topic in a else "second"
            print(f"{topic}: only in the {where} file")
            different = True
            continue
        changes = diff(a[topic], b[topic])
        if changes:
            different = True
            print(topic)
            for line in changes:
                print("  " + line)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
