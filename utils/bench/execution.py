#!/usr/bin/env python3
# ===- execution.py - The speed that the machine must have ------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs build/bin/execution-bench (ninja ptxmlir-bench) and fails below 200 million
thread-instructions a second on one core for full warps of integer and of float
code, or where a check makes a kernel more than five times slower (both together:
as much as the two). Times are those of the processor, so that other work disturbs
them less."""

import argparse
import json
import pathlib
import subprocess
import sys

LEAST = 200e6
ARITHMETIC = ("integer", "float", "mixed")
MOST = {"memory": 5, "hazards": 5, "both": 9}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--bench", default=str(root / "build" / "bin" / "execution-bench"))
    args = parser.parse_args()
    run = subprocess.run([args.bench, "--benchmark_format=json", "--benchmark_min_time=0.3"],
                         stdout=subprocess.PIPE, text=True, check=True)
    failed = []
    plain = {}
    for result in json.loads(run.stdout)["benchmarks"]:
        name, mode = result["name"].split("/")
        speed = result["items_per_second"]
        line = f"{name:12}{mode:10}{speed / 1e6:8.0f} M/s"
        if mode == "plain":
            plain[name] = speed
            if name in ARITHMETIC and speed < LEAST:
                failed.append(name + " is too slow")
        else:
            cost = plain[name] / speed
            line += f"{cost:7.2f} times as long"
            if cost > MOST[mode]:
                failed.append(f"--check={mode} costs too much in {name}")
        print(line)
    if failed:
        sys.exit(", ".join(failed))


if __name__ == "__main__":
    main()
