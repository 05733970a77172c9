"""The engines that cases in PTX are run by: the interpreter, and the machine on what
ptxas or our compiler makes of them."""

import argparse
import collections
import os
import re
import subprocess
import sys


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout + done.stderr


def engines(ptx, arch, levels, threads=None, compiler="ptxas", ours=False):
    """(name, command) of each; `levels` are those of the compiler, `threads` those of the machine;
    `ours`: the machine on our code, too."""
    result = [("interpreter", ["ptx-run", "--interpret", ptx])]
    if ours:
        result.append(("ours", ["ptx-run", ptx]))
    for level in levels:
        cubin = "%s.%s.cubin" % (os.path.splitext(ptx)[0], level)
        code, text = run(compiler, "-arch=" + arch, "-" + level, ptx, "-o", cubin)
        if code:
            sys.exit(text)
        result.append((level, ["ptx-run", cubin] + (["--threads=" + threads] if threads else [])))
    return result


# Kernels for one target. Each has a name, text(), input(), expected() (bytes) and takes
# the addresses of the input and of an output of as many bytes as are expected; with an
# attribute `options`, these are options of ptx-run beside.
Group = collections.namedtuple("Group", "version arch cases")


def run_groups(description, groups, levels=("O3",), options=("--block=32",), together=1 << 30,
               ours=()):
    """Runs the cases of all groups, in modules of at most `together` kernels, and prints
    what differs and how many do; `ours` are targets that our code runs for, too. Makes the
    command line --tmp=FOLDER [--ptxas | --optxas] [--threads=N]."""
    p = argparse.ArgumentParser(description=description)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true", help="the machine on ptxas's code, too")
    p.add_argument("--optxas", action="store_true", help="or on our compiler's")
    p.add_argument("--only", default="", help="a regular expression of names")
    p.add_argument("--arch", help="of the targets only this one")
    p.add_argument("--code", help="the target that code is for, instead of the module's")
    p.add_argument("--threads", help="of the host, for the machine")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    count = runs = bad = 0
    for group in groups:
        if o.arch and group.arch != o.arch:
            continue
        chosen = [c for c in group.cases if re.search(o.only, c.name)]
        count += len(chosen)
        # A file of some kernels is read once for each of them.
        for first in range(0, len(chosen), together):
            some = chosen[first:first + together]
            ptx = os.path.join(o.tmp, "%s.%d.ptx" % (group.arch, first))
            with open(ptx, "w") as f:
                f.write(".version %s\n.target %s\n.address_size 64\n" %
                        (group.version, group.arch))
                f.write("".join(c.text() for c in some))
            every = engines(ptx, o.code or group.arch, levels if o.ptxas or o.optxas else (), o.threads,
                            "optxas" if o.optxas else "ptxas", group.arch in ours)
            for case in some:
                runs += len(every)
                bad += sum(differs(case, group.arch, name, command, options, o.tmp)
                           for name, command in every)
    print("%d kernels, %d runs, %d different" % (count, runs, bad))


def differs(case, arch, engine, command, options, tmp):
    data, out = os.path.join(tmp, "in"), os.path.join(tmp, "out")
    with open(data, "wb") as f:
        f.write(case.input())
    want = case.expected()
    code, text = run(*command, "--kernel=" + case.name, *getattr(case, "options", options),
                     "--arg=buf:file," + data, "--arg=buf:zero,%d:out=%s" % (len(want), out))
    got = b""
    if not code:
        with open(out, "rb") as f:
            got = f.read()
    if got == want:
        return False
    wrong = [i for i in range(0, len(want), 4) if got[i:i + 4] != want[i:i + 4]]
    print("%s: %s %s: DIFFERENT: %s" % (
        case.name, arch, engine, text.strip() if code else "%d words, the first at %d: %s, not %s"
        % (len(wrong), wrong[0], got[wrong[0]:wrong[0] + 4].hex(),
           want[wrong[0]:wrong[0] + 4].hex())))
    return True
