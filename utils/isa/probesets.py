# ===- probesets.py - What the probing scripts make ptxas emit, for corpus.py ===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The PTX of probe.py, probe-kernels.py and words.py in portions, each with the
interface of corpus.Module. What a target refuses is left out of a portion."""

import importlib
import pathlib
import sys
import tempfile

import sasswords

HERE = pathlib.Path(__file__).resolve().parent


class Refused(Exception):
    """ptxas takes nothing of a module."""


class Portion:
    def __init__(self, name, items, compile_items):
        self.name, self.items, self.compile = name, items, compile_items

    def fits(self, target):
        return True

    def key(self, target):
        return self.name + repr([getattr(i, "body", i) for i in self.items])

    def words(self, target, level, timeout):
        with tempfile.TemporaryDirectory() as folder:
            words = self.compile(self.items, target, level, pathlib.Path(folder))
        if not words:
            raise Refused("every statement")
        return words


def read(cubin):
    return [w for s in sasswords.text_sections(cubin.read_bytes()) for w in s]


def portions(name, items, size, compile_items):
    for at in range(0, len(items), size):
        yield Portion(f"{name} {at // size}", items[at:at + size], compile_items)


def all_sets():
    sys.path.insert(0, str(HERE / "probes"))
    probe, kernels, words = map(importlib.import_module, ("probe", "probe-kernels", "words"))
    template = importlib.import_module("template")

    def statements(items, target, level, folder):
        cubin, _ = probe.compile_statements(target, items, level, folder, 24)
        return read(cubin) if cubin else []

    def snippets(items, target, level, folder):
        bodies = [template.kernel(i, body) for i, body in enumerate(items)]
        return kernels.compile_kernels(template.PROLOGUE, bodies, f"sm_{target}",
                                       [f"-O{level}"], folder)[0]

    def whole_kernels(items, target, level, folder):
        cubin = folder / "x.cubin"
        return read(cubin) if words.compile_all(items, f"sm_{target}", level, [],
                                                str(cubin)) else []

    sets = []
    for path in sorted(HERE.glob("probe_*.py")):
        generators = importlib.import_module(path.stem).GENERATORS
        items = list(dict.fromkeys(s for g in generators for s in g()))
        sets += portions(path.stem, items, 1500, statements)
    for path in sorted((HERE / "probes").glob("*.py")):
        if path.stem != "template":
            items = list(importlib.import_module(path.stem).snippets())
            sets += portions(path.stem, items, 150, snippets)
    for family in words.FAMILIES:
        items = list(importlib.import_module(family + "_ptx").kernels())
        sets += portions(family, items, 200, whole_kernels)
    return sets
