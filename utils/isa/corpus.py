#!/usr/bin/env python3
# ===- corpus.py - The instruction tables against a corpus of PTX modules ---===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks every instruction that ptxas makes of PTX modules.

  corpus.py [--targets 75,90,90a] [--levels 0,3] [--probes] [--retarget FOLDER]
            [--cache FOLDER] [--decoder sassdec.py] FILE|FOLDER...

Compiles each module for each target and level. Each distinct instruction word must
decode and encode to the same bytes, with its form kept and chosen anew; come back
through its full text; the text in nvdisasm's style must assemble to an instruction
with the same text, and be nvdisasm's. With --decoder, a second decoder (a Python
file with text(word, address, sm) and ctl(word)) must see the same instruction.

--execution asks another question: which instructions the machine of lib/Execution
cannot execute. It binds them, runs none, and prints each reason with its instances,
distinct forms and an example; the exit code is 1 if there is any that --known
(of lines "SM: reason: text") does not have.

--probes adds what the probing scripts of this folder make ptxas emit, --retarget
modules whose .target line is replaced. A module for a newer or another target is
left out, and so is one that ptxas refuses or needs longer than --timeout for; both
are counted. --cache keeps the words and nvdisasm's text for the next run. The exit
code is 1 if anything is wrong but what --known (corpus-known.txt beside this file)
has: regular expressions, each for a line "failure SM: expected | found", as they are
printed.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import importlib.util
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import probesets  # noqa: E402
import sasswords  # noqa: E402

TARGETS = "75,80,86,87,88,89,90,90a,100,100a,103,103a,110,110a,120,120a,121,121a"
TARGET_LINE = re.compile(r"(?m)^\s*\.target\s+sm_(\d+)([af]?)\b.*$")
FAMILIES = {100: (100, 103), 103: (103,), 110: (110,), 120: (120, 121), 121: (121,)}
RECORD = struct.Struct("<QQI")


def takes(target, sm, suffix):
    """Whether `target` ("90a") runs PTX for `sm` and "", "a" or "f"."""
    number = sasswords.number(target)
    if suffix == "a":
        return target == f"{sm}a"
    if suffix == "f":
        return target[-1] in "af" and number in FAMILIES.get(sm, ())
    return sm <= number


class Module:
    """A PTX file; `retarget` replaces its target."""

    def __init__(self, path, retarget):
        self.name, self.text, self.retarget = path.name, path.read_text(), retarget
        found = TARGET_LINE.search(self.text)
        if not found:
            sys.exit(f"{path}: no .target")
        self.sm, self.suffix = int(found.group(1)), found.group(2)

    def fits(self, target):
        return self.retarget or takes(target, self.sm, self.suffix)

    def key(self, target):
        return self.text + self.name

    def words(self, target, level, timeout):
        text = self.text
        if self.retarget:
            text = TARGET_LINE.sub(f".target sm_{target}", text)
        with tempfile.TemporaryDirectory() as folder:
            ptx, cubin = pathlib.Path(folder) / "x.ptx", pathlib.Path(folder) / "x.cubin"
            ptx.write_text(text)
            command = ["ptxas", f"-arch=sm_{target}", f"-O{level}", str(ptx), "-o", str(cubin)]
            run = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
            if run.returncode and "nresolved extern" in run.stderr:
                run = subprocess.run([*command, "-c"], capture_output=True, text=True,
                                     timeout=timeout)
            if run.returncode:
                raise probesets.Refused(run.stderr.strip().split("\n")[0])
            return [w for s in sasswords.text_sections(cubin.read_bytes()) for w in s]


def compiled(job):
    """(state, {word: count}) of a module, a target and a level; from the cache if there."""
    module, target, level, args = job
    name = hashlib.sha256(f"{args.ptxas} {module.key(target)}".encode()).hexdigest()[:24]
    path = args.cache / f"sm_{target}.O{level}" / name if args.cache else None
    if path and path.exists():
        data = path.read_bytes()
        if data[:1] == b"!":
            return data[1:].decode(), {}
        return "ok", {hi << 64 | lo: n for lo, hi, n in RECORD.iter_unpack(data)}
    state, counts = "ok", {}
    try:
        counts = collections.Counter(module.words(target, level, args.timeout))
    except probesets.Refused as error:
        state = f"refused: {error}"
    except subprocess.TimeoutExpired:
        state = "timeout"
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = ("!" + state).encode() if state != "ok" else b"".join(
            RECORD.pack(w & (1 << 64) - 1, w >> 64, n) for w, n in counts.items())
        temporary = path.with_suffix(".tmp")
        temporary.write_bytes(data)
        temporary.rename(path)
    return state, counts


def expected_texts(words, sm, cache):
    """Words, one for each of `words` that differs in more than control fields, in an order
    that begins with those of the cache, and nvdisasm's text of each at the address
    16 * its place: branch targets depend on it."""
    path = cache / f"nvdisasm.SM{sm}.txt" if cache else None
    order, texts = [], []
    if path and path.exists():
        for line in path.read_text().splitlines():
            order.append(int(line[:32], 16))
            texts.append(line[33:])
    known = {w & sasswords.CONTROL_MASK for w in order}
    new = [w for key, w in words.items() if key not in known]
    for at in range(0, len(new), 50000):
        part = new[at:at + 50000]
        found = ["<refused>" if t is None else t
                 for t in sasswords.disassemble(part, sm, 16 * len(order))]
        order += part
        texts += found
        if path:
            with open(path, "a") as f:
                f.writelines("%032x %s\n" % pair for pair in zip(part, found))
    return order, texts


def shape(text):
    """The text without register numbers and values: what makes two differences one form."""
    text = re.sub(r"^@!?U?P\w+ ", "", text).replace(".reuse", "")
    text = re.sub(r"\b(U?[RPB])\d+\b", r"\1", text)
    return re.sub(r"(?<![\w.])-?(0x[0-9a-f]+|\d+(\.\d+)?(e[+-]?\d+)?)\b", "#", text)


def load_decoder(path):
    spec = importlib.util.spec_from_file_location("decoder", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def unsupported(sm, counts, args):
    """Prints what the machine cannot execute; whether there is any that is not known."""
    words, known = {}, collections.Counter()
    for word, count in counts.items():
        words.setdefault(word & sasswords.CONTROL_MASK, [word, 0])[1] += count
    lines = sasswords.sass_text([word for word, _ in words.values()], sm, args.sass_unsupported)
    reasons = {}
    for (word, count), line in zip(words.values(), lines):
        reason, _, text = line.partition("\t")
        if any(k.search(f"{sm}: {reason}: {text}") for k in args.known):
            known["instances"] += count
            known["forms"] += 1
        elif reason:
            found = reasons.setdefault(reason, [0, set(), text, word])
            found[0] += count
            found[1].add(shape(text))
    for reason, (count, forms, text, word) in sorted(reasons.items(), key=lambda r: -r[1][0]):
        print(f"{sm}: {reason}: {count} in {len(forms)} forms like {text} ({word:032x})")
    print(f"sm_{sm}: {sum(counts.values())} instructions, {len(words)} words, "
          f"{sum(r[0] for r in reasons.values())} not executed, {known['instances']} more known")
    return bool(reasons)


class Check:
    """All checks of the words of one SM. `counts`: instances of each word."""

    def __init__(self, sm, counts, args):
        self.sm, self.args, self.counts = sm, args, counts
        # One word for all that differ in control fields only. These fields are not
        # cleared: nvdisasm refuses words whose barriers do not fit the instruction.
        self.shown = {}
        for word in counts:
            self.shown.setdefault(word & sasswords.CONTROL_MASK, word)
        self.kinds = {}
        self.bad = collections.OrderedDict()  # kind of failure -> {word: message}

    def fail(self, kind, word, message):
        message = f"{kind} {self.sm}: {message}"
        if any(known.search(message) for known in self.args.known):
            kind = f"known {kind}"
        self.bad.setdefault(kind, {})[word] = message

    def run(self):
        tool, sm = self.args.sass_text, self.sm
        self.kinds = dict(zip(self.shown,
                              sasswords.sass_text(self.shown.values(), sm, tool, "--kinds")))
        if self.args.nvdisasm:
            order, expected = expected_texts(self.shown, sm, self.args.cache)
        else:
            order, expected = list(self.shown.values()), None
        mine = sasswords.ours(order, sm, tool)
        theirs = dict(zip(order, expected or mine))
        for word, text in zip(order, mine):
            if theirs[word] != text and self.has(word) and text != "<unknown>":
                self.fail("text", word, f"{theirs[word]} | {text}")
        theirs = {w & sasswords.CONTROL_MASK: text for w, text in theirs.items()}
        for line in sasswords.not_back(list(self.counts), sm, tool):
            word, _, reason = line.partition(" ")
            what = reason.split(":")[0]
            kind = ("no record" if reason == "no record" else
                    "re-encode" if "encode" in what and "text" not in what else "identity")
            word = int(word, 16)
            self.fail(kind, word, f"{theirs[word & sasswords.CONTROL_MASK]} | {reason}")
        if self.args.decoder:
            second = importlib.import_module("seconddecoder")
            other = second.Comparison(load_decoder(self.args.decoder), sm)
            full = sasswords.sass_text(order, sm, tool)
            for index, (word, text, more) in enumerate(zip(order, mine, full)):
                if self.has(word) and text != "<unknown>":
                    reason = other.differs(word, 16 * index, text, more)
                    if reason:
                        self.fail("decoder", word, reason)
            words = list(self.counts)
            for word, text in zip(words, sasswords.sass_text(
                    words, sm, tool, "--control")):
                if text != "<unknown>":
                    reason = other.control_differs(word, text)
                    if reason:
                        self.fail("decoder", word, reason)
            self.compared = other.compared

    def has(self, word):
        return word & sasswords.CONTROL_MASK in self.shown

    def of(self, kind, counts):
        """(instances, distinct forms) of a kind of failure among the words of a target."""
        if kind not in self.bad:
            return 0, 0
        full = kind.removeprefix("known ") in ("no record", "re-encode", "identity")
        bad, n, forms = self.bad[kind], 0, set()
        if not full:
            bad = {w & sasswords.CONTROL_MASK: message for w, message in bad.items()}
        for word, count in counts.items():
            word = word if full else word & sasswords.CONTROL_MASK
            if word in bad:
                n += count
                forms.add(shape(bad[word]))
        return n, len(forms)

    def show(self, limit):
        for kind, items in self.bad.items():
            if kind.startswith("known"):
                continue
            forms = collections.OrderedDict()
            for word, message in items.items():
                forms.setdefault(shape(message), []).append((word, message))
            for cases in list(forms.values())[:limit]:
                word, message = cases[0]
                print(f"{message} ({len(cases)} words like {word:032x})")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="*", type=pathlib.Path, help="PTX files or folders")
    parser.add_argument("--retarget", action="append", default=[], type=pathlib.Path,
                        help="PTX files or folders whose .target is replaced")
    parser.add_argument("--probes", action="store_true", help="the prober's PTX too")
    parser.add_argument("--targets", default=TARGETS)
    parser.add_argument("--levels", default="0,3")
    parser.add_argument("--sass-text", default="sass-text")
    parser.add_argument("--execution", action="store_true",
                        help="show what the machine cannot execute, check nothing else")
    parser.add_argument("--sass-unsupported", default="sass-unsupported")
    parser.add_argument("--cache", type=pathlib.Path)
    parser.add_argument("--decoder", type=pathlib.Path, help="a second decoder")
    parser.add_argument("--known", type=pathlib.Path, help="differences that are known")
    parser.add_argument("--no-nvdisasm", dest="nvdisasm", action="store_false")
    parser.add_argument("--compile-only", action="store_true", help="only fill the cache")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20, help="forms shown of each failure")
    args = parser.parse_args()
    args.levels = [int(level) for level in args.levels.split(",")]
    args.known = [re.compile(line) for line in args.known.read_text().splitlines()
                  if line and not line.startswith("#")] if args.known else []
    run = subprocess.run(["ptxas", "--version"], capture_output=True, text=True)
    args.ptxas = re.search(r"V([\d.]+)", run.stdout).group(1)
    return args


def modules_of(paths, retarget):
    for path in paths:
        for file in sorted(path.glob("**/*.ptx")) if path.is_dir() else [path]:
            yield Module(file, retarget)


def main():
    args = parse_arguments()
    modules = [*modules_of(args.inputs, False), *modules_of(args.retarget, True)]
    probes = probesets.all_sets() if args.probes else []
    targets = args.targets.split(",")
    numbers = list(dict.fromkeys(map(sasswords.number, targets)))
    bad, rows = False, []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for sm in numbers:
            states, counts, total = {}, {}, collections.Counter()
            for target in targets:
                if sasswords.number(target) != sm:
                    continue
                jobs = [(m, target, level, args) for m in [*modules, *probes]
                        if m.fits(target) for level in args.levels]
                states[target] = collections.Counter()
                counts[target] = collections.Counter()
                seen = set()
                for (module, *_), (state, words) in zip(jobs, pool.map(compiled, jobs)):
                    states[target][state.split(":")[0]] += 1
                    if state == "ok":
                        seen.add(module)
                    counts[target].update(words)
                total.update(counts[target])
                states[target]["modules"] = len(seen)
            if args.compile_only:
                for target, state in states.items():
                    print(f"sm_{target}: {dict(state)}", flush=True)
                continue
            if args.execution:
                bad = unsupported(sm, total, args) or bad or not total
                sys.stdout.flush()
                continue
            check = Check(sm, total, args)
            check.run()
            check.show(args.show)
            bad = bad or not total or any(not k.startswith("known") for k in check.bad)
            for target, words in counts.items():
                kinds = {check.kinds[w & sasswords.CONTROL_MASK] for w in words}
                rows.append([f"sm_{target}", states[target]["modules"], states[target]["ok"],
                             states[target]["refused"], states[target]["timeout"],
                             sum(words.values()), len(words), len(kinds)]
                            + [check.of(kind, words) for kind in COLUMNS]
                            + [check.of("known " + kind, words) for kind in COLUMNS])
            sys.stdout.flush()
    if not args.compile_only and not args.execution:
        table(rows, args)
        print("something is wrong" if bad else "every instruction is right")
    sys.exit(1 if bad else 0)


COLUMNS = ("no record", "re-encode", "identity", "text", "decoder")


def table(rows, args):
    """Failures are written as instances/forms; the known ones apart."""
    print(f"ptxas {args.ptxas}, levels {', '.join(map(str, args.levels))}")
    head = ["target", "modules", "cubins", "refused", "timeout", "instructions", "words",
            "kinds", *COLUMNS, "known"]
    for row in [head, *rows]:
        if row is not head:
            known = [f"{n}/{forms} {kind}" for kind, (n, forms) in
                     zip(COLUMNS, row[-len(COLUMNS):]) if n]
            row = row[:-len(COLUMNS)] + [", ".join(known) or "0"]
        cells = ["%d/%d" % c if isinstance(c, tuple) else str(c) for c in row]
        print(f"{cells[0]:8}" + "".join(f"{c:>13}" for c in cells[1:-1]) + f"  {cells[-1]}")


if __name__ == "__main__":
    main()
