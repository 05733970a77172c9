#!/usr/bin/env python3
"""set-header.py IN OUT OSABI VERSION FLAGS: a cubin with another ABI and e_flags."""

import struct
import sys

source, target, *numbers = sys.argv[1:]
osabi, version, flags = (int(n, 0) for n in numbers)
with open(source, "rb") as f:
    data = bytearray(f.read())
data[7], data[8] = osabi, version
struct.pack_into("<I", data, 48, flags)
with open(target, "wb") as f:
    f.write(data)
