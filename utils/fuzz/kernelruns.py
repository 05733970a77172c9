"""Kernels of PTX modules with made-up arguments, for ptx-run."""

import os
import re
import subprocess

ENTRY = re.compile(r"\.entry\s+([\w$]+)\s*\(([^)]*)\)([^{;]*)\{", re.S)
PARAM = re.compile(r"\.param\s+(?:\.align\s+(\d+)\s+)?\.(\w+)\s+"
                   r"((?:\.ptr\s+)?(?:\.(?:global|const|shared|local)\s+)?"
                   r"(?:\.align\s+\d+\s+)?)([\w$]+)(\[\d+\])?")
BUFFER_BYTES = 65536
INPUTS = [("rand,f32,%d,%d" % (BUFFER_BYTES // 4, 7), 32),
          ("iota,u32,%d" % (BUFFER_BYTES // 4), 5),
          ("zero,%d" % BUFFER_BYTES, 64)]
SCALARS = {"u8": "u8", "s8": "s8", "b8": "u8", "u16": "u16", "s16": "s16",
           "b16": "u16", "u32": "u32", "s32": "s32", "b32": "u32",
           "s64": "s64", "u64": "u64", "b64": "u64"}


def kernels(text):
    """(name, parameters, launch directives, body) of each kernel."""
    entries = list(ENTRY.finditer(text))
    for i, entry in enumerate(entries):
        end = entries[i + 1].start() if i + 1 < len(entries) else len(text)
        yield (entry.group(1), PARAM.findall(entry.group(2)), entry.group(3),
               text[entry.end():end])


MOVES = re.compile(r"\b(?:cvta(?:\.to)?\.\w+|add|sub|mov|selp|mad\.wide)\.?(?:lo\.)?"
                   r"[usb](?:32|64)\s+(%\w+),\s*([^;]+);")
LOADS = re.compile(r"ld\.param\.(?:v\d\.)?\w+\s+(\{[^}]*\}|%\w+),\s*\[([\w$]+)")
ACCESSES = re.compile(r"\b(?:ld|st|atom|red|ldu|prefetch|cp\.async)\b[^;]*?\[(%\w+)[+\]-][^;]*;")
GLOBAL_SOURCE = re.compile(r"cp\.async[^;]*\[[^\]]*\],\s*\[(%\w+)")


def addresses(body):
    """The registers of a kernel that flow into the address of an access."""
    found = set(ACCESSES.findall(body)) | set(GLOBAL_SOURCE.findall(body))
    sources = {}
    for result, operands in MOVES.findall(body):
        sources.setdefault(result, set()).update(re.findall(r"%\w+", operands))
    work = list(found)
    while work:
        for source in sources.get(work.pop(), ()):
            if source not in found:
                found.add(source)
                work.append(source)
    return found


def is_address(parameter, body):
    kind, attributes, name = parameter[1], parameter[2], parameter[3]
    if not kind.endswith("64") or kind.startswith("f"):
        return False
    if ".ptr" in attributes:
        return True
    used = addresses(body)
    return any(source == name and used & set(re.findall(r"%\w+", result))
               for result, source in LOADS.findall(body))


def arguments(parameters, body, variant, prefix):
    """ptx-run's options, and the files that buffers are written to."""
    fill, number = INPUTS[variant]
    options, files = [], []
    for parameter in parameters:
        kind = parameter[1]
        if parameter[4]:
            size = int(parameter[4][1:-1])
            options.append("--arg=bytes:" + "02000000" * (size // 4) +
                           "00" * (size % 4))
        elif is_address(parameter, body):
            files.append("%s.%d" % (prefix, len(files)))
            options.append("--arg=buf:%s:out=%s" % (fill, files[-1]))
        elif kind in SCALARS:
            options.append("--arg=%s:%d" % (SCALARS[kind], number))
        elif kind in ("f16", "f32", "f64"):
            options.append("--arg=%s:0.75" % kind)
        else:
            return None, None
    return options, files


def block_size(directives):
    for name in ("reqntid", "maxntid"):
        found = re.search(r"\.%s\s+([\d,\s]+)" % name, directives)
        if found:
            dims = [int(d) for d in found.group(1).replace(" ", "").split(",") if d.strip()]
            return dims if name == "reqntid" else [min(dims[0], 64)]
    return [64]


def run(command, timeout):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None


def execute(program, name, options, files, block, dynamic, engine=()):
    """The buffers after a run of ptx-run, or what it says if it fails."""
    for f in files:
        if os.path.exists(f):
            os.unlink(f)
    done = run(["ptx-run", program, *engine, "--kernel=" + name, "--grid=2", "--block=" +
                ",".join(map(str, block)), "--shared=%d" % dynamic,
                "--max-instructions=300000"] + options, 60)
    if done is None or done.returncode:
        return None, "no end" if done is None else \
            done.stdout.decode("utf-8", "replace").strip()[-300:]
    out = []
    for f in files:
        with open(f, "rb") as content:
            out.append(content.read())
    return out, None
