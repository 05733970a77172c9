#!/usr/bin/env python3
"""A compiler that lacks one instruction, for support-matrix.test."""
import sys

refused = False
for path in (a for a in sys.argv[1:] if a.endswith(".ptx")):
    with open(path) as text:
        for number, line in enumerate(text, 1):
            if "alloca" in line:
                print(f"{path}:{number}:1: error: no code is known for 'alloca' on sm_90",
                      file=sys.stderr)
                refused = True
sys.exit(refused)
