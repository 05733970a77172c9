#!/usr/bin/env python3
# ===- dictionary.py - The words of a language, for libFuzzer -----------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Prints libFuzzer's dictionary of PTX, SASS or IR: what the records spell.

    dictionary.py ptx|sass|mlir

Opcodes, modifiers, directives, special registers and targets; for SASS opcodes and
modifiers; for IR the names of the operations, too. Everything comes from the TableGen
records, by way of llvm-tblgen's JSON."""

import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2] / "include"
ISA = "ptx-mlir/ISA/ISA.td"
FILES = {
    "ptx": ["ptx-mlir/Dialect/PTX/IR/PTXInstructions.td",
            "ptx-mlir/Dialect/PTX/IR/PTXDirectives.td",
            "ptx-mlir/Dialect/PTX/IR/PTXSpecialRegisters.td",
            "ptx-mlir/Target/Targets.td"],
    "sass": [ISA],
    "mlir": [ISA, "ptx-mlir/Dialect/PTX/IR/PTXInstructions.td"],
}


def records(path):
    tblgen = shutil.which("llvm-tblgen-22") or shutil.which("llvm-tblgen")
    config = shutil.which("llvm-config-22") or shutil.which("llvm-config")
    include = subprocess.run([config, "--includedir"], capture_output=True, text=True,
                             check=True).stdout.strip()
    out = subprocess.run([tblgen, "--dump-json", "-I", str(ROOT), "-I", include,
                          str(ROOT / path)], capture_output=True, check=True).stdout
    return {k: v for k, v in json.loads(out).items()
            if isinstance(v, dict) and not k.startswith("!")}


def ptx_words(name, record):
    kinds = record["!superclasses"]
    if "PTX_Inst" in kinds:
        yield record["Mnemonic"]
    elif "PTX_SReg" in kinds:
        yield "%" + record["Spelling"]
    elif "PTX_Case" in kinds:
        for word in [record["Spelling"], *(record.get("Aliases") or [])]:
            yield word if word.startswith(":") else "." + word
    elif "Target" in kinds or "PTXOnlyTarget" in kinds:
        yield name


def sass_words(name, record):
    kinds = record["!superclasses"]
    if "Inst" in kinds:
        yield from (record["Mnemonic"], record["OldMnemonic"])
    elif "ModValue" in kinds:
        yield from (record["Spelling"], record["OldSpelling"], record["OtherSpelling"])
    elif "FlagMod" in kinds:
        yield record["FlagSpelling"]


def mlir_words(name, record):
    kinds = record["!superclasses"]
    if "Inst" in kinds:
        yield from ("ori." + name.lower(), "sass." + name.lower())
    elif "PTX_Inst" in kinds:
        yield "ptx." + record["Mnemonic"]
    yield from sass_words(name, record)


def main():
    language = sys.argv[1] if len(sys.argv) == 2 else ""
    if language not in FILES:
        sys.exit(__doc__)
    spell = {"ptx": ptx_words, "sass": sass_words, "mlir": mlir_words}[language]
    words = set()
    for path in FILES[language]:
        for name, record in records(path).items():
            words.update(spell(name, record))
    for word in sorted(words):
        if word.strip("."):
            print('"%s"' % word.replace("\\", "\\\\").replace('"', '\\"'))


if __name__ == "__main__":
    main()
