#!/usr/bin/env python3
# ===- execution.py - The speed that the machine must have ------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs build/bin/execution-bench (ninja ptxmlir-bench) and fails below 200 million
thread-instructions a second on one core for full warps of integer and of float
code, or where --check=memory makes a kernel more than five times slower. Times
are those of the processor, so that other work disturbs them less."""

import argparse
import json
import pathlib
import subprocess
import sys

LEAST = 200e6
MOST = 5


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--bench", default=str(root / "build" / "bin" / "execution-bench"))
    args = parser.parse_args()
    run = subprocess.run([args.bench, "--benchmark_format=json", "--benchmark_min_time=0.5"],
                         stdout=subprocess.PIPE, text=True, check=True)
    failed = []
    plain = {}
    for result in json.loads(run.stdout)["benchmarks"]:
        _, name, checked = result["name"].split("/")
        speed = result["items_per_second"]
        line = f"{name:10}{'checked' if checked == '1' else '':10}{speed / 1e6:8.0f} M/s"
        if checked == "0":
            plain[name] = speed
            if name != "memory" and speed < LEAST:
                failed.append(name + " is too slow")
        else:
            cost = plain[name] / speed
            line += f"{cost:7.2f} times as long"
            if cost > MOST:
                failed.append("the checks of " + name + " cost too much")
        print(line)
    if failed:
        sys.exit(", ".join(failed))


if __name__ == "__main__":
    main()
