"""Links objects of optxas, and of ptxas where it is there, in all combinations
and both orders, runs a kernel of each and compares what it gives.

usage: link-pairs.py [--sms=75,90] [--expect=FILE] [--out=FOLDER]
           [--reaches=KERNEL:FUNCTION,...] A.ptx B.ptx KERNEL [options of ptx-run]

Also compared is what nvlink makes of the attributes: the stack of each kernel
must be as far known as with ptxas's objects (it adds up frames along calls and
cannot with recursion), and its registers and stack at least those of
what it reaches by name and, by pointers, of what --reaches names."""

import argparse
import os
import shutil
import struct
import subprocess
import sys

NAMES = {0x11: "frame", 0x12: "stack", 0x2f: "registers"}
UNKNOWN = 0xffffffff


def read_attributes(path):
    """{attribute: {function: value}} of `.nv.info`, and the edges of the call
    graph, of a linked file."""
    with open(path, "rb") as f:
        data = f.read()
    offset, = struct.unpack_from("<Q", data, 0x28)
    count, = struct.unpack_from("<H", data, 0x3c)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, offset + 64 * i)
                for i in range(count)]

    def string(section, at):
        start = sections[section][4] + at
        return data[start:data.index(0, start)].decode()

    by_name = {string(1, s[0]): s for s in sections}
    symtab = by_name[".symtab"]
    symbols = [string(2, struct.unpack_from("<I", data, symtab[4] + at)[0])
               for at in range(0, symtab[5], 24)]
    result = {name: {} for name in NAMES.values()}
    info = by_name[".nv.info"]
    at, end = info[4], info[4] + info[5]
    while at < end:
        kind, code, size = struct.unpack_from("<BBH", data, at)
        at += 4
        if kind != 4:
            continue
        if code in NAMES:
            symbol, value = struct.unpack_from("<II", data, at)
            result[NAMES[code]][symbols[symbol]] = value
        at += (size + 3) // 4 * 4
    graph = by_name[".nv.callgraph"]
    edges = []
    for at in range(graph[4], graph[4] + graph[5], 8):
        caller, callee = struct.unpack_from("<Ii", data, at)
        if callee == -2:
            break
        if callee > 0:
            edges.append((symbols[caller], symbols[callee]))
    return result, edges


def check_attributes(path, more_edges):
    """What is wrong in a linked file: a kernel without the registers, or the
    stack, of what it calls by name."""
    attributes, edges = read_attributes(path)
    edges += more_edges
    problems = []
    for kernel, stack in attributes["stack"].items():
        deepest, work = {}, [(kernel, 0, ())]
        while work:
            name, above, path_to = work.pop()
            total = above + attributes["frame"].get(name, 0)
            if name in path_to or deepest.get(name, -1) >= total:
                continue
            deepest[name] = total
            work += [(b, total, path_to + (name,)) for a, b in edges
                     if a == name]
        registers = attributes["registers"]
        for name, total in deepest.items():
            if registers.get(name, 0) > registers[kernel]:
                problems.append(f"{kernel} has fewer registers than {name}")
            if total > stack:
                problems.append(f"{kernel} has {stack} bytes of stack, "
                                f"{total} down to {name}")
    return attributes, problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sms", default="75,80,90,100,120")
    parser.add_argument("--expect")
    parser.add_argument("--reaches", action="append", default=[])
    parser.add_argument("--out", default=".")
    parser.add_argument("files", nargs=2)
    parser.add_argument("kernel")
    options, run_options = parser.parse_known_args()
    os.makedirs(options.out, exist_ok=True)
    more_edges = [(kernel, function) for text in options.reaches
                  for kernel, names in [text.split(":")]
                  for function in names.split(",")]
    failures = links = 0

    def run(*command):
        return subprocess.run(command, capture_output=True, text=True)

    def fail(message):
        nonlocal failures
        failures += 1
        print(message)

    expected = None
    if options.expect:
        with open(options.expect) as f:
            expected = f.read()
    compilers = {"o0": ["optxas", "-O0"], "o3": ["optxas", "-O3"]}
    if shutil.which("ptxas"):
        compilers["p"] = ["ptxas", "-O3"]
    for sm in options.sms.split(","):
        objects = {}
        for name, compiler in compilers.items():
            for i, path in enumerate(options.files):
                objects[name, i] = os.path.join(
                    options.out, f"{name}.{i}.sm_{sm}.o")
                done = run(*compiler, "-c", f"-arch=sm_{sm}", path, "-o",
                           objects[name, i])
                if done.returncode:
                    fail(f"{name}: {path}: {done.stderr}")
        known = None
        pairs = [("p", "p")] if "p" in compilers else []
        pairs += [("o3", "o3"), ("o0", "o3")]
        if "p" in compilers:
            pairs += [("p", "o3"), ("o3", "p"), ("p", "o0"), ("o0", "p")]
        for first, second in pairs:
            for turn in (False, True):
                inputs = [objects[first, 0], objects[second, 1]]
                if turn:
                    inputs.reverse()
                cubin = os.path.join(options.out, f"linked.sm_{sm}.cubin")
                what = f"sm_{sm} {' '.join(map(os.path.basename, inputs))}"
                done = run("nvlink", "-w", f"-arch=sm_{sm}", *inputs, "-o",
                           cubin)
                if done.returncode:
                    fail(f"{what}: {done.stderr}")
                    continue
                links += 1
                done = run("ptx-run", cubin, f"--kernel={options.kernel}",
                           *run_options)
                if done.returncode:
                    fail(f"{what}: {done.stderr}")
                expected = done.stdout if expected is None else expected
                if done.stdout != expected:
                    fail(f"{what}: gives\n{done.stdout}and not\n{expected}")
                attributes, problems = check_attributes(cubin, more_edges)
                for problem in problems:
                    fail(f"{what}: {problem}")
                unknown = {k for k, v in attributes["stack"].items()
                           if v == UNKNOWN}
                known = unknown if known is None else known
                if unknown != known:
                    fail(f"{what}: stack unknown of {sorted(unknown)}, not of "
                         f"{sorted(known)}")
    print(f"{links} links, {failures} failures")
    return 1 if failures or not links else 0


if __name__ == "__main__":
    sys.exit(main())
