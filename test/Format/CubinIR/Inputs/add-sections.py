#!/usr/bin/env python3
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds sections that no reader of cubins knows: add-sections.py FROM TO.

One of an unknown type, one of an unknown processor type with an odd size; the
section headers and their names move behind them."""

import struct
import sys

data = bytearray(open(sys.argv[1], "rb").read())
(shoff,) = struct.unpack_from("<Q", data, 40)
size, count, names = struct.unpack_from("<HHH", data, 58)
headers = [list(struct.unpack_from("<IIQQQQIIQQ", data, shoff + i * size)) for i in range(count)]
table = bytes(data[headers[names][4]:headers[names][4] + headers[names][5]])
for name, kind, body in ((b".future.notes", 0x60001234, b"not known to anyone\0"),
                         (b".nv.future", 0x700000f7, bytes(range(251)))):
    headers.append([len(table), kind, 0, 0, len(data), len(body), 0, 0, 1, 0])
    table += name + b"\0"
    data += body
headers[names][4:6] = len(data), len(table)
data += table
data += bytes(-len(data) % 8)
struct.pack_into("<Q", data, 40, len(data))
struct.pack_into("<HHH", data, 58, size, len(headers), names)
for header in headers:
    data += struct.pack("<IIQQQQIIQQ", *header)
open(sys.argv[2], "wb").write(data)
