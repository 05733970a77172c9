#!/usr/bin/env python3
# ===- commands.py - Commands of docs/testing.md start ----------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""commands.py ROOT: each command in the tables of ROOT/docs/testing.md starts.

Scripts of Python and programs are asked for --help, which must name the options that
the command has; scripts of the shell are parsed, since they have no such option."""

import os
import re
import shlex
import shutil
import subprocess
import sys

root = sys.argv[1]
with open(os.path.join(root, "docs", "testing.md"), encoding="utf-8") as f:
    rows = [line.split("|") for line in f if line.startswith("|")]
failed = started = 0
for row in rows:
    for command in re.findall(r"`([^`]*)`", row[2])[:1]:
        # What it needs to be built is not started here.
        words = shlex.split(command.split("&& ")[-1])
        if not words or not (words[0].startswith(("utils/", "test/")) or shutil.which(words[0])):
            continue
        path = os.path.join(root, words[0])
        script = os.path.exists(path)
        first = open(path, encoding="utf-8").readline() if script else ""
        shell = "bash" in first or first.startswith("#!/bin/sh")
        done = subprocess.run(["bash", "-n", path] if shell else [path if script else words[0], "--help"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=60, check=False)
        text = done.stdout.decode("utf-8", "replace")
        options = [] if shell else [w.split("=")[0] for w in words[1:] if w.startswith("--")]
        missing = [o for o in options if o not in text]
        started += 1
        if done.returncode or missing:
            failed += 1
            print("%s: exit code %d, options that --help lacks: %s\n%s" % (
                command, done.returncode, missing, text[-300:]))
print("%d commands start, %d do not" % (started - failed, failed))
sys.exit(failed != 0 or not started)
