#!/usr/bin/env python3
# ===- codec.py - The speed that the codec must have ------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs build/bin/sass-bench (ninja ptxmlir-bench) and fails below these figures,
in million instructions a second on one core: decode 5, encode 5, op creation 1."""

import argparse
import json
import pathlib
import subprocess
import sys

LEAST = {"decodeWords": 5e6, "encodeInsts": 5e6, "encodeChoosingForms": 5e6, "createOps": 1e6}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--bench", default=str(root / "build" / "bin" / "sass-bench"))
    args = parser.parse_args()
    run = subprocess.run([args.bench, "--benchmark_format=json", "--benchmark_min_time=0.3"],
                         stdout=subprocess.PIPE, text=True, check=True)
    slow = []
    for result in json.loads(run.stdout)["benchmarks"]:
        name, _, sm = result["name"].partition("/")
        speed = result["items_per_second"]
        print(f"{name:20} sm_{sm:4}{speed / 1e6:8.2f} M/s")
        if speed < LEAST.get(name, 0):
            slow.append(result["name"])
    if slow:
        sys.exit("too slow: " + ", ".join(slow))


if __name__ == "__main__":
    main()
