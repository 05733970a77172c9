# ===- _types.py - What the functions of ptx_mlir give --------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

Text = Union[str, bytes]


@dataclass(frozen=True)
class Diagnostic:
    """A message. `line` and `column` count from 1; 0: it is about no place."""
    severity: str  #: "error", "warning", "note"
    file: str
    line: int
    column: int
    length: int  #: characters that it is about, 0: not known
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.severity}: {self.message}"


@dataclass(frozen=True)
class Function:
    """What a function uses, in bytes where nothing else is said. Spills are None where they are not known."""
    name: str
    is_kernel: bool
    registers: int
    barriers: int
    shared_bytes: int
    local_bytes: int
    spill_store_bytes: int | None
    spill_load_bytes: int | None
    param_bytes: int


class Cubin(bytes):
    """The bytes of a cubin, with what the compile had to say of it."""
    functions: list[Function]
    info: str  #: what -v prints
    warnings: list[Diagnostic]

    def __new__(cls, data: bytes, functions: list[Function], info: str, warnings: list[Diagnostic]) -> Cubin:
        self = super().__new__(cls, data)
        self.functions, self.info, self.warnings = functions, info, warnings
        return self

    def __repr__(self) -> str:
        return f"<cubin of {len(self)} bytes: {', '.join(f.name for f in self.functions)}>"


@dataclass(frozen=True)
class Module:
    """IR of MLIR; str() is its text."""
    text: str
    warnings: list[Diagnostic]

    def __str__(self) -> str:
        return self.text


class Error(Exception):
    """What is wrong with an input. The text has all messages, each with its line and a caret."""

    def __init__(self, log: str, diagnostics: list[Diagnostic]):
        super().__init__(log.rstrip("\n"))
        self.diagnostics = diagnostics

    @property
    def first(self) -> Diagnostic:
        """The first error."""
        errors = [d for d in self.diagnostics if d.severity == "error"]
        return errors[0] if errors else Diagnostic("error", "", 0, 0, 0, str(self))

    @property
    def line(self) -> int:
        return self.first.line

    @property
    def column(self) -> int:
        return self.first.column


class OptionsError(Error):
    """An unknown option, a wrong value, two that exclude each other."""


class InputError(Error):
    """The text or the file is malformed, or has something that is not supported."""


class TargetError(Error):
    """The PTX cannot become code for this target."""


class ExecutionError(Error):
    """A kernel could not be launched, did something wrong, or a check found something."""
