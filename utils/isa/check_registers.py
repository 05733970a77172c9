#!/usr/bin/env python3
"""Compares the registers each instruction reads and writes with nvdisasm's.

nvdisasm draws the life ranges of the registers beside the code; the marks tell
which registers an instruction uses and assigns, with the spans of pairs and
vectors. Calls (whose callees are drawn too), convergence barriers (which are not
drawn) and the predicates named by IGNORED_PREDICATES are left out.

  utils/isa/check_registers.py --bin build/bin/isa-roundtrip kernel.cubin
  utils/isa/check_registers.py --ptx --bin build/bin/isa-roundtrip test/kernels
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

FILES = {"GPR": "R", "UGPR": "UR", "PRED": "P", "UPRED": "UP"}
# nvdisasm draws the predicate source of these as written.
IGNORED_PREDICATES = {"LDGSTS"}
# nvdisasm draws all four registers of descriptors as read, also where a lies in registers
# (ptxas keeps other values in the pair that describes it otherwise).
DRAWN_PAIR = re.compile(r"GMMA\S* R\d+, R\d+, gdesc\[UR(\d+)\]")


def columns_of(header, names, start):
    """Maps text columns to registers, from the two lines above the marks."""
    columns = {}
    kinds = re.findall(r"\b(GPR|PRED|UGPR|UPRED)\b", names[start:])
    position = start + header[start:].index("|") + 1
    for kind, box in zip(kinds, header[position:].rstrip().rstrip("|").split("|")):
        for number in re.finditer(r"\d+", box):
            for column in range(*number.span()):
                columns[position + column] = FILES[kind] + number.group(0)
        position += len(box) + 1
    return columns


def drawn_registers(cubin):
    """Yields (section, address, text, reads, writes) of every instruction."""
    run = subprocess.run(["nvdisasm", "-c", "-plr", "-lrm", "wide", str(cubin)],
                         capture_output=True, text=True)
    if run.returncode:  # it refuses 255 registers
        return
    section, columns, before = "", {}, ""
    for line in run.stdout.splitlines():
        title = re.match(r"//-+ (\S+)\s", line)
        if title:
            section = title.group(1)
        start = line.find("// |")
        if start >= 0:
            if " # " in line[start:]:
                columns = columns_of(line, before, start)
            code = re.match(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?);?\s*//", line)
            if code and columns:
                marks = [(line[c], columns[c]) for c in range(start + 4, len(line)) if c in columns]
                yield (section, int(code.group(1), 16), code.group(2),
                       {r for mark, r in marks if mark in "vx"},
                       {r for mark, r in marks if mark in "^x"})
        before = line


def our_registers(binary, cubin):
    run = subprocess.run([binary, "--regs", str(cubin)], capture_output=True, text=True)
    section, result = "", {}
    for line in run.stdout.splitlines():
        if line.startswith("section "):
            section = line.split(" ", 1)[1]
            continue
        address, rest = line.split(" ", 1)
        if rest != "?":
            name, reads, writes = (part.strip() for part in rest.split("|"))
            result[section, int(address, 16)] = (name, set(reads.split()), set(writes.split()))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="+", help="cubins, or PTX files and folders with --ptx")
    parser.add_argument("--bin", default="isa-roundtrip")
    parser.add_argument("--ptx", action="store_true", help="compile the inputs with ptxas")
    parser.add_argument("--arch", default="sm_90")
    args = parser.parse_args()

    checked = wrong = 0
    with tempfile.TemporaryDirectory() as tmp:
        cubins = []
        for path in map(pathlib.Path, args.inputs):
            for file in sorted(path.glob("*.ptx")) if path.is_dir() else [path]:
                cubin = file
                if args.ptx:
                    cubin = pathlib.Path(tmp) / (file.stem + ".cubin")
                    subprocess.run(["ptxas", f"-arch={args.arch}", "-c", str(file), "-o",
                                    str(cubin)], check=True)
                cubins.append(cubin)
        for cubin in cubins:
            ours = our_registers(args.bin, cubin)
            for section, address, text, reads, writes in drawn_registers(cubin):
                if (section, address) not in ours:
                    continue
                name, our_reads, our_writes = ours[section, address]
                if name.startswith("CALL"):
                    continue
                if pair := DRAWN_PAIR.search(text):
                    reads = reads - {"UR%d" % (int(pair.group(1)) + i) for i in (0, 1)}
                ignored = "B" if name not in IGNORED_PREDICATES else "BP"
                sets = [{r for r in s if r[0] not in ignored}
                        for s in (reads, our_reads, writes, our_writes)]
                checked += 1
                if sets[0] != sets[1] or sets[2] != sets[3]:
                    wrong += 1
                    print(f"{cubin.name}:{section}+{address:#x}: {text.strip()}: "
                          f"reads {sorted(sets[0])}, here {sorted(sets[1])}; "
                          f"writes {sorted(sets[2])}, here {sorted(sets[3])}")
    print(f"{checked} instructions, {wrong} differ")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
