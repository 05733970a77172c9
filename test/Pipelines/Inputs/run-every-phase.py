"""run-every-phase.py PTX-OPT FILE: runs each phase of each level alone, on the text
that the phase before left, and compares the end with a compile in one go."""

import re
import subprocess
import sys


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(command), done.stderr.decode()))
    return done.stdout


tool, path = sys.argv[1:]
phases = re.findall(r"^(\w+) +\S+ +O(\d)-O(\d) ", run([tool, "--list-phases"]).decode(), re.M)
for level in range(4):
    names = [n for n, first, last in phases if int(first) <= level <= int(last)]
    pipeline = "--pipeline=O%d" % level
    text = run([tool, path])
    for name in names:
        text = run([tool, "-", pipeline, "--start-before=" + name, "--stop-after=" + name], text)
    if text != run([tool, path, pipeline]):
        sys.exit("O%d: phases alone and all at once differ" % level)
    print("O%d: %d phases" % (level, len(names)))
