# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the indices that the lines of ptx-opt --list-opcodes cover."""
import re
import sys

covered, named = [], 0
for line in open(sys.argv[1]):
    row = re.match(r" *(\d+)  (to (\d+)|\S*)", line)
    if not row:
        continue
    covered += range(int(row.group(1)), int(row.group(3) or row.group(1)) + 1)
    named += not row.group(3) and "no name known" not in line
if covered != list(range(len(covered))):
    sys.exit(f"not in order or not once: {covered}")
print(f"{len(covered)} indices, {named} with a name")
