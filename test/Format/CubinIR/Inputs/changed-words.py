#!/usr/bin/env python3
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the instruction words (16 bytes) in which two files of one size differ."""

import sys

with open(sys.argv[1], "rb") as a, open(sys.argv[2], "rb") as b:
    first, second = a.read(), b.read()
if len(first) != len(second):
    sys.exit(f"sizes {len(first)} and {len(second)}")
words = [at for at in range(0, len(first), 16)
         if first[at:at + 16] != second[at:at + 16]]
print(f"{len(words)} words differ")
for at in words:
    x = int.from_bytes(first[at:at + 16], "little")
    y = int.from_bytes(second[at:at + 16], "little")
    bits = [i for i in range(128) if (x ^ y) >> i & 1]
    print(f"bits {bits[0]} to {bits[-1]}")
