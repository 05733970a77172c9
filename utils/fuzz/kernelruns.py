"""Kernels of PTX modules, and what `ptx-run --generate-inputs` says of them."""

import collections
import re
import subprocess

ENTRY = re.compile(r"\.entry\s+([\w$]+)\s*\(([^)]*)\)([^{;]*)\{", re.S)
PARAM = re.compile(r"\.param\s+(?:\.align\s+(\d+)\s+)?\.(\w+)\s+"
                   r"((?:\.ptr\s+)?(?:\.(?:global|const|shared|local)\s+)?"
                   r"(?:\.align\s+\d+\s+)?)([\w$]+)(\[\d+\])?")


def kernels(text):
    """(name, parameters, body) of each kernel."""
    entries = list(ENTRY.finditer(text))
    for i, entry in enumerate(entries):
        end = entries[i + 1].start() if i + 1 < len(entries) else len(text)
        yield (entry.group(1), PARAM.findall(entry.group(2)), text[entry.end():end])


def run(command, timeout):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None


# One kernel with inputs of one seed. `error` says why it does not run; `cubins`
# has for each cubin (outcome, digest of its result, text). Outcomes are those of
# ptx-run --generate-inputs (docs/execution.md).
Run = collections.namedtuple("Run", "kernel seed error cubins")

# What kernels print stands between these lines, and may begin like one.
KERNEL = re.compile(r"kernel (\S+) seed (\d+)$")
CUBIN = re.compile(r"  (.*?): (same|nans|bound|open|differs|fails)(?: \[(\w+)\])?(?:: (.*))?$")


def runs(path, cubins=(), seeds=(0, 1, 2), timeout=600):
    """The kernels of a module in the PTX interpreter and in cubins on inputs of
    the harness, and what is wrong with the module, if anything."""
    done = run(["ptx-run", "--interpret", path, "--generate-inputs=" +
                ",".join(map(str, seeds))] + ["--compare=" + c for c in cubins],
               timeout)
    if done is None:
        return [], "no end"
    found, problem = [], ""
    for line in done.stdout.decode("utf-8", "replace").split("\n"):
        if KERNEL.match(line):
            name, seed = KERNEL.match(line).groups()
            found.append(Run(name, int(seed), [""], {}))
        elif line.startswith("  does not run: ") and found:
            found[-1].error[0] = line[len("  does not run: "):]
        elif CUBIN.match(line) and found:
            name, what, digest, text = CUBIN.match(line).groups()
            found[-1].cubins[name] = (what, digest, text or "")
        elif "error: " in line and "not all kernels run and agree" not in line:
            problem = problem or line
    return [r._replace(error=r.error[0]) for r in found], problem
