# ===- param_records.py - What a cubin says of parameters ------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The records of parameters of a cubin up to sm_89, sorted: of each one its number, place and size, of all of a
kernel their place in the constant bank and their size."""

import re
import sys

data = open(sys.argv[1], "rb").read()
records = ["param " + r[4:].hex() for r in re.findall(b"\4[\x17\x45]\x0c\0.{12}", data, re.S)]
records += ["bank " + r[8:].hex() for r in re.findall(b"\4\x0a\x08\0.{8}", data, re.S)]
print("\n".join(sorted(records)))
