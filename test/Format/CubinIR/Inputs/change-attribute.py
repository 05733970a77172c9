#!/usr/bin/env python3
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a cubin lie about its code.

  change-attribute.py IN OUT SECTION CODE hide      the record gets another code
  change-attribute.py IN OUT SECTION CODE I=VALUE   word I of its payload
"""

import struct
import sys


def main():
    source, target, section, code, change = sys.argv[1:]
    code = int(code, 16)
    with open(source, "rb") as f:
        data = bytearray(f.read())
    shoff, = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    headers = [struct.unpack_from("<IIQQQQ", data, shoff + 64 * i)
               for i in range(count)]
    for name, _, _, _, at, size in headers:
        start = headers[names][4] + name
        if data[start:data.index(b"\0", start)].decode() == section:
            break
    else:
        sys.exit(f"no section {section}")
    end = at + size
    while at < end:
        fmt, this, length = struct.unpack_from("<BBH", data, at)
        if this == code:
            break
        at += 4 + ((length + 3) & ~3 if fmt == 4 else 0)
    else:
        sys.exit(f"no record {code:#x} in {section}")
    if change == "hide":
        data[at + 1] = 0x7F
    else:
        index, value = change.split("=")
        struct.pack_into("<I", data, at + 4 + 4 * int(index), int(value, 0))
    with open(target, "wb") as f:
        f.write(data)


if __name__ == "__main__":
    main()
