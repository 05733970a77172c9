#!/usr/bin/env python3
# ===- compare-debug.py - Debugging data of a cubin, beside another's -------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Prints where registers of the PTX are, or compares the debugging data of two cubins.

    compare-debug.py CUBIN            .nv_debug_info_reg_sass and ..._reg_type as text
    compare-debug.py OURS THEIRS      of two compilers, for the same PTX

A comparison looks at each section .debug_* but .debug_line and .debug_frame, which describe the
code: the bytes that are no address of code must be the same, and the same places must have
relocations of the same types against the same symbols (code counts as one symbol, because a
compiler may keep functions in a kernel or beside it). A local variable may be elsewhere in its
frame. Then types of registers: those that both know must agree. Prints differences and

    SECTION: N bytes, R relocations: the same

The exit code is 1 where something differs."""

import importlib.util
import os
import struct
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("lines", os.path.join(HERE, "compare-lines.py"))
lines = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lines)

CODE_DATA = (".debug_line", ".debug_frame")
FBREG = 0x91


class Cubin(lines.Cubin):
    def symbols(self):
        table = self.content(".symtab")
        strings = self.sections[".strtab"][4]
        for at in range(0, len(table), 24):
            name, info, other = struct.unpack_from("<IBB", table, at)
            name, is_shared = self.string(strings + name), other & 0xE0 == 0x40
            # Each compiler names in its own way what a kernel declares in an object.
            yield name.split("$")[-1] if is_shared and name[0] != "$" else name, info & 15

    def places(self, section):
        """Offset to (type of relocation, symbol, addend or None)."""
        kinds, result = list(self.symbols()), {}
        for prefix, size in ((".rela", 24), (".rel", 16)):
            data = self.content(prefix + section)
            for at in range(0, len(data), size):
                offset, info = struct.unpack_from("<QQ", data, at)
                name, kind = kinds[info >> 32]
                is_code = kind == 2
                result[offset] = (info & 0xFFFFFFFF, "code" if is_code else name)
        return result

    def registers(self):
        """Of each function: (name, part, register, begin, end, type)."""
        data, types = self.content(".nv_debug_info_reg_sass"), self.content(".nv_debug_info_reg_type")
        at = type_at = 0
        result = {}

        def text():
            nonlocal at
            end = data.index(b"\0", at)
            word, at = data[at:end].decode(), end + 1
            return word

        while at < len(data):
            function = text()
            (count,) = struct.unpack_from("<I", data, at)
            at += 4
            type_at = types.index(b"\0", type_at) + 1
            assert struct.unpack_from("<I", types, type_at)[0] == count
            type_at += 4
            rows = []
            for i in range(count):
                (part,) = struct.unpack_from("<I", data, at)
                at += 4
                name = text()
                reg, begin, end = struct.unpack_from("<III", data, at)
                at += 12
                rows.append((name, part, reg, begin, end, types[type_at + i]))
            type_at += count
            result[function] = rows
        assert type_at == len(types)
        return result


FILES = {0x2: "P", 0x5: "R", 0xB: "UR"}


def print_registers(cubin):
    for function, rows in cubin.registers().items():
        print("%s:" % function)
        for name, part, reg, begin, end, kind in rows:
            where = "%s%d" % (FILES[reg >> 24], reg & 0xFFFFFF)
            print("  %s.%d type %#x in %s from %#x to %#x" % (name, part, kind, where, begin, end))


def hide_frames(data, places):
    """Where a variable is in its frame: `fbreg`, a number, and NOPs in place of 8 bytes."""
    data, at = bytearray(data), 0
    while at + 9 <= len(data):
        if data[at] == FBREG and data[at + 8] == 0x96:
            data[at + 1 : at + 8] = bytes(7)
        at += 1
    for offset, (kind, _) in places.items():
        size = 4 if kind == 1 else 8
        data[offset : offset + size] = bytes(size)
    return bytes(data)


def compare(ours, theirs):
    failed = False
    wanted = [n for n in theirs.sections if n.startswith(".debug_") and n not in CODE_DATA]
    for name in wanted:
        if name not in ours.sections:
            print("%s: only theirs" % name)
            failed = True
            continue
        own, other = ours.places(name), theirs.places(name)
        for offset in sorted(set(own) | set(other)):
            if own.get(offset) != other.get(offset):
                print("%s: at %#x: %s, theirs %s" % (name, offset, own.get(offset), other.get(offset)))
                failed = True
        a, b = hide_frames(ours.content(name), own), hide_frames(theirs.content(name), other)
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            print("%s: bytes differ from %#x on" % (name, at))
            failed = True
        elif own == other:
            print("%s: %d bytes, %d relocations: the same" % (name, len(a), len(own)))
    for name in ours.sections:
        if name.startswith(".debug_") and name not in CODE_DATA and name not in wanted:
            print("%s: only ours" % name)
            failed = True
    tables = []
    for cubin in (ours, theirs):
        table = {}
        for rows in cubin.registers().values():
            for register, _, _, _, _, kind in rows:
                table.setdefault(register, set()).add(kind)
        tables.append(table)
    both = set(tables[0]) & set(tables[1])
    wrong = sorted(n for n in both if not tables[0][n] & tables[1][n])
    for name in wrong:
        print("%s: type %s, theirs %s" % (name, tables[0][name], tables[1][name]))
    print("registers: %d in both, %d with other types" % (len(both), len(wrong)))
    return failed or bool(wrong)


def main():
    if "--help" in sys.argv:
        print(__doc__)
        return 0
    if len(sys.argv) == 2:
        print_registers(Cubin(sys.argv[1]))
        return 0
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    return int(compare(Cubin(sys.argv[1]), Cubin(sys.argv[2])))


if __name__ == "__main__":
    sys.exit(main())
