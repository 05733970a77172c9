"""Model cycles of the kernels of PTX modules, as compiled by optxas and by ptxas
(`compare-with-ptxas --cycles`). Inputs are those of ptx-run --generate-inputs."""

import collections
import concurrent.futures
import json
import math
import os
import subprocess
import tempfile

# Cycles below which a kernel is empty.
SHORTEST = 100


def run(command, timeout):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None


def measure(path, compilers, ptx_run, seed, limit):
    """{kernel: {compiler: figures}} of a module; a text where it has none."""
    with tempfile.TemporaryDirectory() as tmp:
        cubins = {}
        for name, command in compilers.items():
            cubin = os.path.join(tmp, name)
            done = run(command + [str(path), "-o", cubin], 120)
            if done is None or done.returncode:
                return "refused by " + name
            cubins[cubin] = name
        done = run([ptx_run, "--interpret", str(path), "--generate-inputs=%d" % seed,
                    "--max-instructions=%d" % limit, "--cycles"] +
                   ["--compare=" + c for c in cubins], 600)
        if done is None:
            return "no end"
        kernels = collections.defaultdict(dict)
        for line in done.stdout.decode("utf-8", "replace").split("\n"):
            if line.startswith("{"):
                figures = json.loads(line)
                kernels[figures["kernel"]][cubins[figures["cubin"]]] = figures
        return {k: v for k, v in kernels.items()
                if len(v) == len(cubins) and not any("error" in f for f in v.values())}


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def quantile(values, q):
    values = sorted(values)
    return values[min(len(values) - 1, int(q * len(values)))] if values else float("nan")


def flatten(figures):
    """Cycles by what was replayed."""
    cycles = {"%s blocks" % n: c for n, c in figures["cycles"].items()}
    cycles.update(figures["scaled"])
    return cycles


def report(pairs, worst=12):
    """Prints what `pairs`, a list of (name, figures of optxas, of ptxas), come to."""
    ratios = collections.defaultdict(list)
    for _, a, b in pairs:
        theirs = flatten(b)
        for what, cycles in flatten(a).items():
            ratios[what].append(cycles / max(theirs[what], 1))
    print("%d kernels, %d of more than 20,000 cycles" %
          (len(pairs), sum(b["cycles"]["1"] > 20000 for _, _, b in pairs)))
    print("%-18s %6s %7s %6s %6s" % ("ours / ptxas", "mean", "median", "p90", "worst"))
    for what, values in ratios.items():
        print("%-18s %6.3f %7.3f %6.3f %6.2f" % (what, geometric_mean(values), quantile(values, .5),
                                                 quantile(values, .9), max(values)))
    print("\ninstructions %.3f, registers %.3f, blocks on an SM fewer in %d kernels, more in %d" %
          (geometric_mean([a["issued"] / b["issued"] for _, a, b in pairs]),
           geometric_mean([a["registers"] / b["registers"] for _, a, b in pairs]),
           sum(a["blocks_per_sm"] < b["blocks_per_sm"] for _, a, b in pairs),
           sum(a["blocks_per_sm"] > b["blocks_per_sm"] for _, a, b in pairs)))
    # Each kernel weighs the same: waits as parts of ptxas's warp instructions.
    for what in ("awaited", "executed"):
        sums = collections.defaultdict(lambda: [0.0, 0.0])
        for _, a, b in pairs:
            for k, figures in enumerate((a, b)):
                for opcode, n in figures[what].items():
                    sums[opcode][k] += n / b["issued"]
        print("\n%s, for 100 instructions of ptxas's: ours, ptxas's" % what)
        order = sorted(sums.items(), key=lambda e: -abs(e[1][0] - e[1][1]))
        for opcode, (ours, theirs) in order[:14]:
            print("  %-14s %8.2f %8.2f" % (opcode, 100 * ours / len(pairs), 100 * theirs / len(pairs)))
    print("\nworst")
    for name, a, b in sorted(pairs, key=lambda p: -p[1]["cycles"]["1"] / p[2]["cycles"]["1"])[:worst]:
        print("  %5.2f %8d %8d  %s" % (a["cycles"]["1"] / b["cycles"]["1"], a["cycles"]["1"],
                                      b["cycles"]["1"], name))


def compare(files, compilers, ptx_run, seed=0, limit=300000, jobs=1):
    """Pairs for report(), and why files have none. A kernel that stands in several
    modules counts once, one that does next to nothing not at all."""
    pairs, problems, seen = [], collections.Counter(), set()
    ours, theirs = compilers
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda f: measure(f, compilers, ptx_run, seed, limit), files)
        for path, kernels in zip(files, results):
            if isinstance(kernels, str):
                problems[kernels] += 1
                continue
            for k, v in sorted(kernels.items()):
                key = (k, v[ours]["issued"], v[theirs]["issued"], v[theirs]["cycles"]["1"])
                if v[theirs]["cycles"]["1"] >= SHORTEST and key not in seen:
                    seen.add(key)
                    pairs.append(("%s:%s" % (os.path.basename(path), k), v[ours], v[theirs]))
    return pairs, problems
