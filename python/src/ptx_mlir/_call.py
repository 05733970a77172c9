# ===- _call.py - A call of the library and its result --------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

from __future__ import annotations

import ctypes as c
from typing import Any, Callable, Sequence

from . import _library as lib
from ._types import Diagnostic, Error, ExecutionError, Function, InputError, OptionsError, TargetError, Text

_ERRORS = {lib.OPTIONS: OptionsError, lib.INPUT: InputError, lib.TARGET: TargetError, lib.EXECUTION: ExecutionError,
           lib.FINDINGS: ExecutionError}
_SEVERITIES = ("error", "warning", "note")


def _encode(text: Text | bytearray | memoryview) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)


def _decode(text: bytes) -> str:
    return text.decode(errors="replace")


def _input(data: Text, name: str | None) -> lib.Input:
    data = _encode(data)
    return lib.Input(data, len(data), name.encode() if name else None)


def _options(options: Sequence[str]) -> tuple[Any, int]:
    if isinstance(options, (str, bytes)):
        raise TypeError("options are a list of words")
    return (c.c_char_p * len(options))(*[o.encode() for o in options]), len(options)


class Call:
    """The result of a call, which lives as long as the `with` it is in."""

    def __init__(self, function: Callable[..., int], *arguments: Any):
        self._result = lib.Result()
        self.status = function(*arguments, c.byref(self._result))
        if self.status == lib.ARGUMENT:
            raise ValueError("the library does not take these arguments")

    def __enter__(self) -> Call:
        return self

    def __exit__(self, *exception: Any) -> None:
        lib.library.ptxmlirResultDestroy(self._result)

    # Calls.

    @classmethod
    def compile(cls, texts: Sequence[Text], options: Sequence[str], name: str) -> Call:
        if not texts:
            raise ValueError("there is no PTX")
        names = [name] if len(texts) == 1 else [f"{name}[{i}]" for i in range(len(texts))]
        inputs = (lib.Input * len(texts))(*[_input(t, n) for t, n in zip(texts, names)])
        return cls(lib.library.ptxmlirCompile, inputs, len(texts), *_options(options))

    @classmethod
    def parse(cls, ptx: Text, options: Sequence[str], name: str) -> Call:
        return cls(lib.library.ptxmlirParse, _input(ptx, name), *_options(options))

    @classmethod
    def disassemble(cls, cubin: bytes, form: int) -> Call:
        return cls(lib.library.ptxmlirDisassemble, _input(cubin, None), form)

    @classmethod
    def assemble(cls, text: Text, name: str) -> Call:
        return cls(lib.library.ptxmlirAssemble, _input(text, name))

    @classmethod
    def check_hazards(cls, cubin: bytes) -> Call:
        return cls(lib.library.ptxmlirCheckHazards, _input(cubin, None))

    @classmethod
    def inspect(cls, cubin: bytes) -> Call:
        return cls(lib.library.ptxmlirInspect, _input(cubin, None))

    @classmethod
    def run(cls, data: Text, launch: lib.Launch, arguments: Sequence[lib.Argument]) -> Call:
        return cls(lib.library.ptxmlirRun, _input(data, None), launch, (lib.Argument * len(arguments))(*arguments),
                   len(arguments))

    @classmethod
    def interpret(cls, data: Text, name: str, launch: lib.Launch, arguments: Sequence[lib.Argument]) -> Call:
        return cls(lib.library.ptxmlirInterpret, _input(data, name), launch,
                   (lib.Argument * len(arguments))(*arguments), len(arguments))

    # Results.

    def check(self, findings: bool = False) -> None:
        """Raises what went wrong. With `findings` it is nothing wrong that a check found something."""
        if self.status == lib.SUCCESS or (findings and self.status == lib.FINDINGS):
            return
        log = _decode(lib.library.ptxmlirResultGetLog(self._result))
        raise _ERRORS.get(self.status, Error)(log, self.diagnostics())

    def output(self) -> bytes:
        size = c.c_size_t()
        data = lib.library.ptxmlirResultGetOutput(self._result, size)
        return c.string_at(data, size.value)

    def info(self) -> str:
        return _decode(lib.library.ptxmlirResultGetInfo(self._result))

    def target(self) -> str:
        return _decode(lib.library.ptxmlirResultGetTarget(self._result))

    def diagnostics(self) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        d = lib.Diagnostic()
        while lib.library.ptxmlirResultGetDiagnostic(self._result, len(found), d):
            found.append(Diagnostic(_SEVERITIES[d.severity], _decode(d.file), d.line, d.column, d.length,
                                    _decode(d.message)))
        return found

    def functions(self) -> list[Function]:
        def known(value: int) -> int | None:
            return None if value < 0 else value

        found: list[Function] = []
        f = lib.Function()
        while lib.library.ptxmlirResultGetFunction(self._result, len(found), f):
            found.append(Function(_decode(f.name), bool(f.isKernel), f.registers, f.barriers, f.sharedBytes,
                                  f.localBytes, known(f.spillStoreBytes), known(f.spillLoadBytes), f.paramBytes))
        return found

    def counts(self) -> tuple[int, int]:
        warps, threads = c.c_uint64(), c.c_uint64()
        lib.library.ptxmlirResultGetCounts(self._result, warps, threads)
        return warps.value, threads.value

    # Tables.

    @staticmethod
    def version() -> str:
        return _decode(lib.library.ptxmlirGetVersion())

    @staticmethod
    def targets() -> list[str]:
        return [_decode(lib.library.ptxmlirGetTarget(i)) for i in range(lib.library.ptxmlirGetNumTargets())]

    @staticmethod
    def ptx_versions() -> list[tuple[int, int]]:
        versions: list[tuple[int, int]] = []
        major, minor = c.c_int(), c.c_int()
        while lib.library.ptxmlirGetPTXVersion(len(versions), major, minor):
            versions.append((major.value, minor.value))
        return versions
