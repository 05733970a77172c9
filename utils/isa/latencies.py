#!/usr/bin/env python3
# ===- latencies.py - Measures and checks the latency tables ----------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The latency tables against the distances that ptxas leaves.

  latencies.py compile  --out DIR [--targets 75,90a] [--chains 100] [--pairs 100] [--families] [PTX...]
      cubins of random dependent chains (chains_ptx.py), of pairs of steps
      (pairs_ptx.py), of the instruction families (words.py) and of PTX files
      or folders, in DIR/SM
  latencies.py tabulate --out DIR [--onto] [--also DIR] [--tables include/ptx-mlir/Target]
      what the cubins show, as Measured*.td; with --also what other cubins show
      of pairs of ports that these show hardly ever; with --onto together with
      what the tables say already (cubins that they were made of count twice), of
      SMs without cubins that alone
  latencies.py replay   --out DIR [--made] [--records] [--loose]
      the cubins against the tables: dependences that are shorter than their
      entry, and entries that no dependence reaches although there are enough
      of them and none of the measured code did; with --loose each entry that
      this code does not reach, with the reason; with --made, for the code that
      the tables were made of, also entries whose evidence is not this code

Needs isa-distances (--tool), and ptxas to compile.
"""

import argparse
import collections
import concurrent.futures
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from evidence import MANY_SAMPLES, MIN_SAMPLES, MIN_TIMES, Evidence, read_tables, record_text  # noqa: E402

TARGETS = ["75", "80", "86", "87", "88", "89", "90a", "100a", "103a", "110a", "120a", "121a"]
SOURCES = ("published", "neighbours", "measured")
# Distances that say nothing of the machine: (kind, first, which is guarded, why).
KNOWN = [
    ("True", "CS2R.d.rest",
     "ptxas 13.0.88 reads a guarded %clock whose low half is used with a CS2R of 64 bits, and does not know that it "
     "writes a second register: what another value is read from there is no dependence to it"),
]

HEADER = """//===- {name} - Distances that ptxas leaves --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written by utils/isa/latencies.py tabulate; TargetBase.td says what it means.
// The least distance on each SM, then the number of dependences.
//
//===----------------------------------------------------------------------===//

"""


def sm_of(target):
    return re.sub(r"[af]$", "", target)


def run_ptxas(text, target, out, seconds=120):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as f:
        f.write(text)
        f.flush()
        # What hangs uses CPU; on a machine that has other work all takes longer.
        command = ["timeout", str(10 * seconds), "prlimit", "--core=0", "--cpu=%d" % seconds, "ptxas",
                   "-arch=sm_" + target, "-O3", f.name, "-o", str(out)]
        return subprocess.run(command, capture_output=True, text=True)


def compile_chains(target, args, folder):
    chains = importlib.import_module("chains_ptx")
    pairs = importlib.import_module("pairs_ptx")

    def refused_lines(text):
        run = run_ptxas(text, target, "/dev/null")
        lines = {int(n) for n in re.findall(r", line (\d+); (?:error|fatal)", run.stderr)}
        if run.returncode and not lines:
            sys.exit("ptxas: " + run.stderr[:1000])
        return lines

    steps, matrix = chains.accepted(target, refused_lines)
    more, _ = chains.accepted(target, refused_lines, pairs.MORE)
    sorts = {"chains": chains.kernels(steps, matrix, args.chains, args.seed),
             "pairs": pairs.kernels(steps + more, matrix, args.pairs, args.seed)}

    def compile_some(sort, first, count, seconds):
        out = folder / ("%s%d-%s-%d.cubin" % (sort, args.seed, target, first))
        if out.exists():
            return
        text = chains.MODULE.format(target=target) + "".join(sorts[sort][first:first + count])
        run = run_ptxas(text, target, out, seconds)
        if not run.returncode:
            return
        out.unlink(missing_ok=True)
        if run.stderr:
            sys.exit("ptxas: " + run.stderr[:1000])
        # ptxas 13.0.88 hangs on some of them, and not every time.
        for k in range(first, first + count) if count > 1 else ():
            compile_some(sort, k, 1, 10)

    for sort, kernels in sorts.items():
        for at in range(0, len(kernels), 16):
            compile_some(sort, at, min(16, len(kernels) - at), 30)


def compile_families(target, folder):
    words = importlib.import_module("words")
    for family in words.FAMILIES:
        words.compile_all(list(importlib.import_module(family + "_ptx").kernels()), "sm_" + target, 3, [],
                          str(folder / ("%s-%s.cubin" % (family, target))))


def compile_file(path, sm, folder):
    """PTX written for one SM, compiled for another; not all can be."""
    text = re.sub(r"(?m)^\.target .*", ".target sm_" + sm, path.read_text(errors="replace"))
    text = re.sub(r"(?m)^\.version .*", ".version 9.0", text)
    out = folder / ("%s.cubin" % path.stem)
    if not out.exists() and run_ptxas(text, sm, out).returncode:
        out.unlink(missing_ok=True)


def compile_target(target, args):
    folder = args.out / sm_of(target)
    folder.mkdir(parents=True, exist_ok=True)
    for path in args.ptx:
        for file in sorted(path.glob("*.ptx")) if path.is_dir() else [path]:
            if args.part and (zlib.crc32(file.stem.encode()) % 3 == 0) != (args.part == "test"):
                continue
            compile_file(file, sm_of(target), folder)
    if args.chains or args.pairs:
        compile_chains(target, args, folder)
    if args.families:
        compile_families(target, folder)
    return "%s: %d cubins" % (target, len(list(folder.glob("*.cubin"))))


class Row:
    """A `pair` line of isa-distances: dependences of two records' slots."""

    def __init__(self, fields):
        (self.kind, self.file, self.first, self.first_slot, self.first_part, self.predicated, self.second,
         self.second_slot, self.second_part, self.first_port, self.second_port) = fields[1:12]
        self.entry, self.source, self.samples, self.recorded = map(int, fields[12:16])
        # A barrier that orders nothing (reads of predicates by a load) does not count.
        self.count = int(fields[16]) + int(fields[18])
        self.distances = collections.Counter()
        for text in (fields[17], fields[19]):
            for item in filter(None, text.split(",")):
                distance, times = map(int, item.split("x"))
                self.distances[distance] += times
        self.least = min(self.distances, default=0)
        self.example = fields[21]
        if self.kind == "Output" and self.predicated == "1":
            self.kind = "OutputPredicated"

    def shorter(self):
        """How often its entry is not kept."""
        return sum(times for distance, times in self.distances.items() if distance < self.entry)

    def evidence(self):
        """What it shows of its ports, but for mistakes of ptxas."""
        known = self.shorter() if self.why_odd() else 0
        left = {d: n for d, n in self.distances.items() if not known or d >= self.entry}
        return Evidence(self.kind, left, self.count - known if left else 0)

    def why_odd(self):
        return next((why for kind, first, why in KNOWN
                     if self.kind == kind and self.predicated == "1" and self.text().startswith(first + " ->")), "")

    def pair(self):
        return self.kind, self.first_port, self.second_port

    def text(self):
        part = ("", ".first", ".rest")
        return "%s.%s%s -> %s.%s%s" % (self.first, self.first_slot, part[int(self.first_part)], self.second,
                                       self.second_slot, part[int(self.second_part)])


def distances(sm, folder, args):
    cubins = sorted(map(str, (folder / sm).glob("*.cubin")))
    if not cubins:
        return None
    run = subprocess.run([args.tool, "--sm=" + sm, *cubins], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr[:1000])
    rows, insts, code = [], [], 0
    for line in run.stdout.splitlines():
        fields = line.split("\t")
        if fields[0] == "pair":
            rows.append(Row(fields))
        elif fields[0] == "inst":
            insts.append(fields[1:3] + list(map(int, fields[3:])))
        elif fields[0] == "code":
            code = int(fields[1])
    return rows, insts, code


def united(found):
    """The evidence of each pair of ports."""
    result = {}
    for row in found[0] if found else ():
        if row.entry and row.count:
            key = (row.file, *row.pair())
            result[key] = result.get(key, Evidence(row.kind)) + row.evidence()
    return result


def tabulate(args):
    """One file for each register file and kind, so that none is long."""
    sms = [sm_of(t) for t in TARGETS]
    try:
        table = read_tables(args.tables, sms) if args.onto else collections.defaultdict(dict)
    except ValueError as error:
        sys.exit(str(error))
    for sm in sms:
        found = distances(sm, args.out, args)
        if not found and not args.onto:
            sys.exit("no cubins for sm_%s" % sm)
        seen = united(found)
        also = united(distances(sm, args.also, args)) if args.also else {}
        for key in seen | also:
            none = Evidence(key[1])
            before = table.get(key, {}).get(sm, none)
            few, more = before + seen.get(key, none), also.get(key, none)
            if few.count < MIN_SAMPLES <= few.count + more.count:
                few += more
            if few.count:
                table[key][sm] = few
            if args.onto and before.count and few.least() != before.least():
                print("sm_%s: %s %s -> %s: the least of %d was %d, of %d it is %d" % (
                    sm, *key[1:], before.count, before.least(), few.count, few.least()))
    parts = collections.defaultdict(list)
    for (file, kind, first, second), by_sm in sorted(table.items()):
        name = file + kind if file == "R" else "Uniform" if "U" in file else file
        parts["Measured" + name].append(record_text(
            kind, first, second, [by_sm.get(sm, Evidence(kind)) for sm in sms]))
    for name, records in parts.items():
        (args.tables / (name + ".td")).write_text(HEADER.format(name=name + ".td") + "\n".join(records) + "\n")
        print("%s.td: %d pairs of ports" % (name, len(records)))


def replay(sm, args):
    """Returns the number of findings."""
    rows, insts, code = distances(sm, args.out, args)
    pairs = collections.defaultdict(list)
    for row in rows:
        if row.entry and row.count:
            pairs[row.pair()].append(row)
    short, odd, known = [], 0, 0
    for of_pair in pairs.values():
        found = [row for row in of_pair if row.least < row.entry]
        times = sum(row.shorter() for row in found if not row.why_odd())
        # With --made the entry was made of these and of what `tabulate --onto` found.
        count = max(of_pair[0].samples if args.made else 0, sum(row.count for row in of_pair))
        many = count >= MANY_SAMPLES
        is_rare = of_pair[0].kind == "True" and many and times < MIN_TIMES
        for row in found:
            why = row.why_odd()
            is_odd = is_rare or bool(why)
            short += [] if is_odd else [row]
            known += row.shorter() if why else 0
            odd += row.shorter() if is_odd and not why else 0
            if is_odd or row in short[:args.show]:
                print("sm_%s: %s%s %s: %d cycles, the entry is %d: %s%s" % (
                    sm, "note: known: " if why else "note: odd: " if is_odd else "", row.kind, row.text(), row.least,
                    row.entry, row.example, why and ": " + why))
    reached = collections.Counter()
    stale = 0
    for (kind, first, second), of_pair in sorted(pairs.items()):
        entry, source, recorded = of_pair[0].entry, SOURCES[of_pair[0].source], of_pair[0].recorded
        shown = sum((row.evidence() for row in of_pair), Evidence(kind))
        count, least = shown.count, shown.least()
        if not count:
            continue
        samples = of_pair[0].samples
        if args.loose and least != entry:
            why = ("it is the least of %d in the measured code" % samples if source == "measured" else
                   "only %d in the measured code, the %s" % (samples, {
                       "neighbours": "largest of the neighbours counts", "published": "published number counts"}[source]))
            print("sm_%s: note: loose: %s %s -> %s: entry %d, here the least of %d is %d: %s" % (
                sm, kind, first, second, entry, count, least, why))
        # Code that `tabulate --also` or `--onto` took in makes samples more.
        if args.made and (min(count, 0xffff) > samples or (min(count, 0xffff) == samples and least != recorded)):
            stale += 1
            print("sm_%s: %s %s -> %s: the table has the least of %d as %d, but here are %d and it is %d" % (
                sm, kind, first, second, samples, recorded, count, least))
        elif least == entry:
            reached["equal to the entry"] += 1
        elif source == "measured" and recorded == entry:
            reached["entry reached by other measured code"] += 1
        elif count < MIN_SAMPLES:
            reached["few samples, entry from " + source] += 1
        elif least > entry:
            stale += 1
            print("sm_%s: %s %s -> %s: entry %d (%s), but the least of %d is %d" % (
                sm, kind, first, second, entry, source, count, least))
    # A barrier of a record without results or sources orders something else.
    written = {row.first for row in rows if row.kind != "Anti" and row.file in ("R", "UR")}
    wrong = 0
    for name, cls, count, write, read, stall, _, min_stall, by_barrier, read_barrier in insts:
        problem = ""
        if write and not by_barrier and name in written:
            problem = "sets a write barrier in %d of %d, its class %s is of fixed latency" % (write, count, cls)
        if problem:
            wrong += 1
            print("sm_%s: %s %s" % (sm, name, problem))
        if args.records and count >= MIN_SAMPLES and stall != min_stall:
            print("sm_%s: note: %s stalls for at least %d in %d, its class %s for %d" % (sm, name, stall, count, cls, min_stall))
    if args.records:
        report_records(sm, rows)
        report_few(sm, rows)
    print("sm_%s: %d instructions, %d dependences in %d classes of pairs; %d shorter than the entry (and %d odd, %d known), %d stale, %d of classes; %s" % (
        sm, code, sum(r.count for r in rows if r.entry), len(pairs), len(short), odd, known, stale, wrong,
        ", ".join("%d %s" % (n, what) for what, n in sorted(reached.items()))))
    return len(short) + stale + wrong


def report_few(sm, rows):
    """Classes of reads after writes in which all others of many dependences are longer
    than those of a few records: these may read less than their record says, so that
    the entry is too small."""
    groups = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
    for row in rows:
        if row.entry and row.count and row.kind == "True":
            groups[row.pair()][(row.second, row.second_slot, row.second_part)] += row.distances
    for pair, readers in sorted(groups.items()):
        least = min(min(seen) for seen in readers.values())
        others = [seen for seen in readers.values() if min(seen) >= least + 2]
        few = [(reader, seen[least]) for reader, seen in readers.items() if min(seen) < least + 2]
        if len(few) <= 4 and sum(sum(seen.values()) for seen in others) >= 10 * MIN_SAMPLES:
            print("sm_%s: note: %s %s -> %s: only %s are as short as %d, the others %d and more" % (
                sm, *pair, ", ".join("%s.%s x%d" % (*reader[:2], times) for reader, times in few), least,
                min(min(seen) for seen in others)))


def report_records(sm, rows):
    """Records that may be slower than their class: none of their dependences is
    as short as the entry."""
    for side in ("first", "second"):
        groups = collections.defaultdict(list)
        for row in rows:
            if row.entry and row.count:
                mine = (row.first, row.first_slot, row.first_part) if side == "first" else (row.second, row.second_slot, row.second_part)
                groups[(row.pair(), mine)].append(row)
        for (pair, mine), members in sorted(groups.items()):
            count, least = sum(r.count for r in members), min(r.least for r in members)
            if count >= 2 * MIN_SAMPLES and least > members[0].entry:
                print("sm_%s: note: %s %s -> %s: %s.%s as the %s one: least of %d is %d, entry %d" % (
                    sm, *pair, mine[0], mine[1], side, count, least, members[0].entry))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("compile", "tabulate", "replay"))
    parser.add_argument("ptx", nargs="*", type=pathlib.Path, help="PTX files or folders of them")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of the cubins")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--chains", type=int, default=0, help="kernels of each sort of chain")
    parser.add_argument("--pairs", type=int, default=0, help="kernels of each sort of pairs of steps")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", choices=("making", "test"),
                        help="a part of the PTX files: test those whose names' CRC-32 is a multiple of three, making the others")
    parser.add_argument("--families", action="store_true")
    parser.add_argument("--tables", type=pathlib.Path, default=HERE.parent.parent / "include/ptx-mlir/Target")
    parser.add_argument("--also", type=pathlib.Path, help="folder of cubins for what is rare in the others")
    parser.add_argument("--onto", action="store_true", help="add to the evidence of the tables")
    parser.add_argument("--tool", default="isa-distances")
    parser.add_argument("--made", action="store_true", help="the cubins are what the tables were made of")
    parser.add_argument("--records", action="store_true", help="also records that may be slower than their class or read less than they say")
    parser.add_argument("--loose", action="store_true", help="also the entries that are not reached, and why")
    parser.add_argument("--show", type=int, default=20)
    args = parser.parse_intermixed_args()
    targets = args.targets.split(",")
    if args.command == "compile":
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for line in pool.map(lambda t: compile_target(t, args), targets):
                print(line, flush=True)
    elif args.command == "tabulate":
        tabulate(args)
    else:
        findings = sum(replay(sm_of(t), args) for t in targets)
        print("%d findings" % findings)
        sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
