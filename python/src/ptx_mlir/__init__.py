# ===- ptx_mlir - PTX to machine code, and both executed on the CPU -------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""PTX to NVIDIA machine code, machine code to text and back, and both executed on the CPU.

    cubin = ptx_mlir.compile(ptx, arch="sm_90")
    x = numpy.arange(8, dtype=numpy.float32)
    ptx_mlir.run(cubin, [x, numpy.float32(2)], block=8)     # x has the result

Wrong input is an Error whose text has the line and a caret. All functions may be called from several threads at once."""

from __future__ import annotations

import os
import pathlib
import shutil
import sysconfig
from typing import Sequence

from . import triton
from ._call import Call
from ._execute import Launched, interpret, run
from ._types import (Cubin, Diagnostic, Error, ExecutionError, Function, InputError, Module, OptionsError, TargetError,
                     Text)

__all__ = ["Cubin", "Diagnostic", "Error", "ExecutionError", "Function", "InputError", "Launched", "Module",
           "OptionsError", "TargetError", "assemble", "check_hazards", "compile", "disassemble", "inspect", "interpret",
           "parse", "ptx_versions", "run", "targets", "tool", "triton", "version"]

_FORMS = ("listing", "nvdisasm", "mlir", "mlir-with-image")


def version() -> str:
    """The version of ptx-mlir."""
    return Call.version()


def targets() -> list[str]:
    """The GPUs there is code for: "sm_75" and so on."""
    return Call.targets()


def ptx_versions() -> list[tuple[int, int]]:
    """The versions of PTX that are taken, oldest first."""
    return Call.ptx_versions()


def compile(ptx: Text | Sequence[Text], arch: str | None = None, options: Sequence[str] = (),
            name: str = "<ptx>") -> Cubin:
    """Compiles PTX text to a cubin. A list of texts is one program.

    `options` are words of optxas's command line. Without `arch` (nor -arch) the target is the one that the PTX names.
    `name` is what messages call the text."""
    texts = [ptx] if isinstance(ptx, (str, bytes)) else list(ptx)
    if isinstance(options, str):
        raise TypeError("options are a list of words")
    words = ([f"-arch={arch}"] if arch else []) + list(options)
    with Call.compile(texts, words, name) as call:
        call.check()
        return Cubin(call.output(), call.functions(), call.info(), call.diagnostics())


def parse(ptx: Text, options: Sequence[str] = (), name: str = "<ptx>") -> Module:
    """Parses and verifies PTX text; its IR in the ptx dialect of MLIR."""
    with Call.parse(ptx, options, name) as call:
        call.check()
        return Module(call.output().decode(), call.diagnostics())


def disassemble(cubin: bytes, form: str = "listing") -> str:
    """Machine code of a cubin as text: a "listing" with control fields, one in "nvdisasm"'s spelling, "mlir" for
    assemble(), or "mlir-with-image", of which assemble() makes the same file but for its code."""
    if form not in _FORMS:
        raise ValueError(f"form is one of {', '.join(_FORMS)}, not {form!r}")
    with Call.disassemble(cubin, _FORMS.index(form)) as call:
        call.check()
        return call.output().decode()


def assemble(text: Text, name: str = "<sass>") -> Cubin:
    """Text of the sass dialect of MLIR to a cubin."""
    with Call.assemble(text, name) as call:
        call.check()
        cubin, diagnostics = call.output(), call.diagnostics()
    return Cubin(cubin, inspect(cubin)[1], "", diagnostics)


def inspect(cubin: bytes) -> tuple[str, list[Function]]:
    """The target of a cubin ("sm_90a"), and what its functions use."""
    with Call.inspect(cubin) as call:
        call.check()
        return call.target(), call.functions()


def check_hazards(cubin: bytes) -> list[Diagnostic]:
    """Registers that code accesses before their time, on any path. An empty list: none."""
    with Call.check_hazards(cubin) as call:
        call.check(findings=True)
        return call.diagnostics()


def tool(name: str = "optxas") -> str:
    """The path of a program of the project: the one beside this Python, or the one on PATH."""
    beside = pathlib.Path(sysconfig.get_path("scripts")) / name
    found = os.fspath(beside) if os.access(beside, os.X_OK) else shutil.which(name)
    if not found:
        raise FileNotFoundError(f"there is no {name}")
    return found
