"""verify-kernels.py PTX-OPT SM FILE...: MLIR's verifier behind every pass, at each level.

optxas leaves the verifier out, for time. Where the IR is not valid the cubin may be
right all the same, or wrong: a move of a value behind its use was found so."""

import re
import subprocess
import sys

tool, arch = sys.argv[1:3]
sm = int(re.search(r"\d+", arch).group())
compiled = 0
for path in sys.argv[3:]:
    with open(path) as f:
        target = re.search(r"^\.target\s+sm_(\d+)([af]?)", f.read(), re.M)
    if int(target.group(1)) > sm or (target.group(2) and int(target.group(1)) != sm):
        continue
    name = "%s%s" % (arch, target.group(2))
    for level in range(4):
        done = subprocess.run([tool, path, "--arch=" + name, "--pipeline=O%d" % level,
                               "-o", "/dev/null"], capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s: %s, -O%d: %s" % (path, name, level, done.stderr))
        compiled += 1
print("%s: %d kernels at four levels" % (arch, compiled // 4))
