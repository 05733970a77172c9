"""The engines that cases in PTX are run by: the interpreter, and the machine on what
ptxas makes of them."""

import os
import subprocess
import sys


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout + done.stderr


def engines(ptx, arch, levels):
    """(name, command) of each; `levels` are those of ptxas."""
    result = [("interpreter", ["ptx-run", "--interpret", ptx])]
    for level in levels:
        cubin = "%s.%s.cubin" % (os.path.splitext(ptx)[0], level)
        code, text = run("ptxas", "-arch=" + arch, "-" + level, ptx, "-o", cubin)
        if code:
            sys.exit(text)
        result.append((level, ["ptx-run", cubin]))
    return result
