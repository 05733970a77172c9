#!/usr/bin/env python3
# ===- compare-lines.py - Source lines of code, ours and another compiler's -------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares the line tables of two cubins of one program.

    compare-lines.py OURS THEIRS [--translate ptx-translate] [--quiet]

For each kernel and table (.debug_line, .nv_debug_line_sass): the lines that accesses to
memory, barriers, calls and branches come from, by kind of instruction. Copies of code
differ between compilers, so lines count once. Prints what only one of the two has, then

    N lines: S the same, O only ours, T only theirs

The exit code is 1 where a line of an access or barrier is only theirs. Branches and calls are
left out there: each compiler makes and removes its own."""

import argparse
import re
import struct
import subprocess
import sys

KINDS = {
    "load": r"LDG|LD|LDS|LDL|LDSM|LDGSTS",
    "store": r"STG|ST|STS|STL|STSM",
    "atomic": r"ATOM|ATOMG|ATOMS|RED|REDG",
    "barrier": r"BAR|MEMBAR",
    "call": r"CALL",
    "branch": r"BRA|BRX",
}
KIND = {name: re.compile(rf"^(?:{words})(?:\.|$)") for name, words in KINDS.items()}


class Cubin:
    def __init__(self, path):
        self.data = data = open(path, "rb").read()
        (offset,) = struct.unpack_from("<Q", data, 0x28)
        number, names = struct.unpack_from("<HH", data, 0x3C)
        self.headers = [
            struct.unpack_from("<IIQQQQIIQQ", data, offset + 64 * i) for i in range(number)
        ]
        table = self.headers[names][4]
        self.sections = {self.string(table + h[0]): h for h in self.headers}

    def string(self, at):
        return self.data[at : self.data.index(b"\0", at)].decode()

    def content(self, name):
        h = self.sections.get(name)
        return self.data[h[4] : h[4] + h[5]] if h else b""

    def relocations(self, name):
        """Offset to name of symbol."""
        symbols, strings = self.sections[".symtab"][4], self.sections[".strtab"][4]
        result = {}
        for prefix, size in ((".rela", 24), (".rel", 16)):
            data = self.content(prefix + name)
            for at in range(0, len(data), size):
                offset, info = struct.unpack_from("<QQ", data, at)
                (symbol,) = struct.unpack_from("<I", self.data, symbols + 24 * (info >> 32))
                result[offset] = self.string(strings + symbol)
        return result

    def lines(self, name):
        """Of each symbol its rows: offset of the code, file, line."""
        data, relocations, result = self.content(name), self.relocations(name), {}
        if not data:
            return result
        length, _, header, _, _, base, width, first = struct.unpack_from("<IHIBBbBB", data)
        at, end, operands = 10 + header, 4 + length, data[15 : 14 + data[14]]

        def leb(signed=False):
            nonlocal at
            value = shift = 0
            while True:
                byte = data[at]
                at += 1
                value |= (byte & 0x7F) << shift
                shift += 7
                if byte < 0x80:
                    return value - (1 << shift) if signed and byte & 0x40 else value

        symbol, address, file, line = None, 0, 1, 1
        while at < end:
            opcode = data[at]
            at += 1
            row = False
            if opcode >= first:
                address += (opcode - first) // width
                line += base + (opcode - first) % width
                row = True
            elif opcode == 0:
                size = leb()
                if data[at] == 1:
                    symbol, address, file, line = None, 0, 1, 1
                elif data[at] == 2:
                    symbol = relocations[at + 1]
                at += size
            elif opcode == 1:
                row = True
            elif opcode == 2:
                address += leb()
            elif opcode == 3:
                line += leb(signed=True)
            elif opcode == 4:
                file = leb()
            elif opcode == 8:
                address += (255 - first) // width
            else:
                for _ in range(operands[opcode - 1]):
                    leb()
            if row:
                result.setdefault(symbol, []).append((address, file, line))
        return result


def instructions(path, translate):
    """Of each function: offset and mnemonic of its instructions."""
    text = subprocess.run(
        [translate, "--cubin-to-text", path], capture_output=True, text=True, check=True
    ).stdout
    result, name = {}, None
    for line in text.splitlines():
        if match := re.match(r"^\s*\.text\.(\S+):|^\.section \.text\.(\S+)|^(\S+):\s*$", line):
            word = next(g for g in match.groups() if g)
            if not word.startswith((".L", "$")) and "L_" not in word:
                name = word
        elif match := re.match(r"\s*/\*([0-9a-f]+)\*/\s+(?:@!?U?P\w+ +)?([A-Z][\w.]*)", line):
            result.setdefault(name, []).append((int(match[1], 16), match[2]))
    return result


def used(path, table, translate):
    """Kernel, kind, file and line of what is of a kind."""
    result = set()
    code, rows = instructions(path, translate), Cubin(path).lines(table)
    for name, own in code.items():
        table_rows, i = rows.get(name, []), 0
        for offset, mnemonic in own:
            while i + 1 < len(table_rows) and table_rows[i + 1][0] <= offset:
                i += 1
            for kind, words in KIND.items():
                if table_rows and words.match(mnemonic):
                    result.add((name, kind, *table_rows[i][1:]))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--translate", default="ptx-translate")
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    failed = False
    for table in (".debug_line", ".nv_debug_line_sass"):
        ours = used(options.ours, table, options.translate)
        theirs = used(options.theirs, table, options.translate)
        for title, part in (("ours", ours - theirs), ("theirs", theirs - ours)):
            for name, kind, file, line in sorted(part):
                if not options.quiet:
                    print(f"{table} only {title}: {name} {kind} file {file} line {line}")
                failed |= title == "theirs" and kind not in ("branch", "call")
        print(
            f"{table}: {len(ours | theirs)} lines: {len(ours & theirs)} the same, "
            f"{len(ours - theirs)} only ours, {len(theirs - ours)} only theirs"
        )
    return failed


if __name__ == "__main__":
    sys.exit(main())
