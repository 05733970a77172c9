#!/usr/bin/env python3
# ===- place-code.py - Debugging data of a cubin as a debugger reads it -----------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Gives code its addresses, so that tools that do not know cubins can judge its debugging data.

    place-code.py CUBIN OUT           writes the cubin with the relocations of its debugging data done
    place-code.py CUBIN               checks of it what such tools cannot

In a file each section of code begins at 0: functions that have sections of their own lie on each
other, and `llvm-dwarfdump --verify` says so of ptxas's files, too. A driver gives them addresses
when it loads the file. Here they come one behind the other, from 0x10000 on; so do variables.
The tables that say where are emptied: nothing is left to do.

The checks: each function of `.debug_info` that has code is a symbol of that name, begins and ends
where its code does; each function that `.nv_debug_info_reg_sass` and `.debug_frame` describe is one,
too, and machine registers are in its code; the text of the PTX that `.nv_debug_line_sass` names is
there, and has the lines that its rows say. Prints what is wrong, then

    N functions in .debug_info, F frames, R register maps, L lines of PTX

The exit code is 1 where something is wrong."""

import importlib.util
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("debug", os.path.join(HERE, "compare-debug.py"))
debug = importlib.util.module_from_spec(spec)
spec.loader.exec_module(debug)

FIRST_ADDRESS = 0x10000
CODE, ALLOCATED = 4, 2  # flags of sections
RELA, REL = 4, 9  # types of sections
FUNCTION = 2  # type of symbol
KINDS = {1: 4, 2: 8, 4: 8}  # bytes of an address, by relocation
RANGE = 73  # 8 bytes: how long a function is


class PlacedCubin(debug.Cubin):
    def __init__(self, path):
        super().__init__(path)
        self.data = bytearray(self.data)
        self.addresses, at = {}, FIRST_ADDRESS
        for index, header in enumerate(self.headers):
            if header[2] & ALLOCATED:
                at = -(-at // 128) * 128
                self.addresses[index] = at
                at += header[5]
        table, names = self.sections[".symtab"], self.sections[".strtab"][4]
        self.table = []  # name, type, section, value, size
        for offset in range(table[4], table[4] + table[5], 24):
            name, info, _, section, value, size = struct.unpack_from("<IBBHQQ", self.data, offset)
            self.table.append((self.string(names + name), info & 15, section, value, size))
        self.relocate()

    def string(self, at):
        return bytes(self.data[at : self.data.index(b"\0", at)]).decode()

    def functions(self):
        """Name to (address, size)."""
        return {
            name: (self.addresses[section] + value, size)
            for name, kind, section, value, size in self.table
            if kind == FUNCTION and section in self.addresses
        }

    def relocate(self):
        (start,) = struct.unpack_from("<Q", self.data, 0x28)
        for index, header in enumerate(self.headers):
            target = self.headers[header[7]] if header[1] in (RELA, REL) else None
            if target is None or target[2] & ALLOCATED:
                continue
            step = 24 if header[1] == RELA else 16
            for at in range(header[4], header[4] + header[5], step):
                offset, info = struct.unpack_from("<QQ", self.data, at)
                kind, (name, _, section, value, size) = info & 0xFFFFFFFF, self.table[info >> 32]
                if kind == RANGE:
                    struct.pack_into("<Q", self.data, target[4] + offset, size)
                    continue
                if kind not in KINDS:
                    sys.exit("a relocation of type %d against %s is not known" % (kind, name))
                form = "<Q" if KINDS[kind] == 8 else "<I"
                if step == 24:
                    (addend,) = struct.unpack_from("<q", self.data, at + 16)
                else:
                    (addend,) = struct.unpack_from(form, self.data, target[4] + offset)
                address = self.addresses.get(section, 0) + value + addend
                struct.pack_into(form, self.data, target[4] + offset, address)
            struct.pack_into("<I", self.data, start + 64 * index + 4, 0)


def texts_of_lines(cubin):
    """Of each unit of `.nv_debug_line_sass`: the name of its text, the highest line of its rows."""
    out = dump(cubin, "--debug-line=0", ".nv_debug_line_sass")
    for unit in re.split(r"^debug_line\[", out, flags=re.M)[1:]:
        name = re.search(r'name: "([^"]*)"', unit)
        rows = [int(m[1]) for m in re.finditer(r"^0x[0-9a-f]+ +(\d+) ", unit, re.M)]
        yield name[1] if name else ".nv_debug_ptx_txt", max(rows, default=0)


def dump(cubin, option, section=None):
    """What llvm-dwarfdump prints of the placed file, perhaps of another section as its line table."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "placed")
        with open(path, "wb") as f:
            f.write(cubin.data)
        if section:
            one = os.path.join(folder, "section")
            with open(one, "wb") as f:
                f.write(cubin.content(section))
            update = ["--remove-section=.debug_line"] if ".debug_line" in cubin.sections else []
            subprocess.run(["llvm-objcopy", *update, path, path], check=True)
            subprocess.run(["llvm-objcopy", "--add-section", ".debug_line=" + one, path, path], check=True)
            option = "--debug-line"
        return subprocess.run(["llvm-dwarfdump", option, path], capture_output=True, text=True).stdout


def check(cubin):
    problems, functions = [], cubin.functions()
    sizes = dict(functions.values())
    described = set()
    for entry in re.split(r"^0x[0-9a-f]+: +", dump(cubin, "--debug-info"), flags=re.M):
        low = re.search(r"DW_AT_low_pc.*\(0x([0-9a-f]+)\)", entry)
        high = re.search(r"DW_AT_high_pc.*\(0x([0-9a-f]+)\)", entry)
        if not entry.startswith("DW_TAG_subprogram") or not low or not high:
            continue
        name = re.search(r'linkage_name.*\("([^"]*)"\)', entry) or re.search(r'AT_name.*\("([^"]*)"\)', entry)
        begin, size = int(low[1], 16), int(high[1], 16) - int(low[1], 16)
        if name[1] not in functions:
            problems.append(".debug_info: there is no function %s" % name[1])
        elif functions[name[1]][0] != begin or not 0 < size <= functions[name[1]][1]:
            problems.append(".debug_info: %s is at %#x, %d bytes, not %s" % (name[1], begin, size, functions[name[1]]))
        described.add(name[1])
    frames = 0
    for begin, end in re.findall(r"FDE .* pc=([0-9a-f]+)\.\.\.([0-9a-f]+)", dump(cubin, "--debug-frame")):
        place = int(begin, 16), int(end, 16) - int(begin, 16)
        if not place[0]:  # of a weak function that the linker left out
            continue
        frames += 1
        # A function in the code of a kernel ends it for its frame.
        if place[1] > sizes.get(place[0], 0):
            problems.append(".debug_frame: no function is at %#x, %d bytes" % place)
    if frames != len(functions):
        problems.append(".debug_frame: %d frames of %d functions" % (frames, len(functions)))
    maps = cubin.registers() if ".nv_debug_info_reg_sass" in cubin.sections else {}
    for name, rows in maps.items():
        if name not in functions:
            problems.append(".nv_debug_info_reg_sass: there is no function %s" % name)
            continue
        for register, _, _, begin, end, _ in rows:
            if not begin < end <= functions[name][1]:
                problems.append("%s: %s is in a register from %#x to %#x" % (name, register, begin, end))
    lines = 0
    for name, last in texts_of_lines(cubin):
        count = cubin.content(name).count(b"\0")
        lines += count
        if not 0 < last <= count:
            problems.append(".nv_debug_line_sass: line %d of %s, which has %d" % (last, name, count))
    for problem in problems:
        print(problem)
    print(
        "%d functions in .debug_info, %d frames, %d register maps, %d lines of PTX"
        % (len(described), frames, len(maps), lines)
    )
    return int(bool(problems))


def main():
    if "--help" in sys.argv:
        print(__doc__)
        return 0
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    cubin = PlacedCubin(sys.argv[1])
    if len(sys.argv) == 2:
        return check(cubin)
    with open(sys.argv[2], "wb") as f:
        f.write(cubin.data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
