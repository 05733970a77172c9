# ===- _library.py - libptxmlir through ctypes ----------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The functions of ptx-mlir-c/ptx-mlir.h. ctypes lets other threads run while one is in the library."""

from __future__ import annotations

import ctypes as c
import os
import pathlib

#: PTXMLIR_API_MAJOR of the header that the structures here are of.
API_MAJOR = 1

SUCCESS, ARGUMENT, OPTIONS, INPUT, TARGET, EXECUTION, FINDINGS = range(7)
VALUE, BUFFER, TEXT = range(3)
CHECK_MEMORY, CHECK_HAZARDS = 1, 2


class Input(c.Structure):
    _fields_ = [("data", c.c_char_p), ("size", c.c_size_t), ("name", c.c_char_p)]


class Argument(c.Structure):
    _fields_ = [("kind", c.c_int), ("data", c.c_void_p), ("size", c.c_size_t)]


class Launch(c.Structure):
    _fields_ = [("structSize", c.c_size_t), ("kernel", c.c_char_p), ("grid", c.c_uint32 * 3),
                ("block", c.c_uint32 * 3), ("cluster", c.c_uint32 * 3), ("sharedBytes", c.c_uint64),
                ("maxInstructions", c.c_uint64), ("threads", c.c_uint32), ("checks", c.c_uint32)]


class Diagnostic(c.Structure):
    _fields_ = [("severity", c.c_int), ("file", c.c_char_p), ("line", c.c_uint32), ("column", c.c_uint32),
                ("length", c.c_uint32), ("message", c.c_char_p)]


class Function(c.Structure):
    _fields_ = [("name", c.c_char_p), ("isKernel", c.c_int), ("registers", c.c_int32), ("barriers", c.c_int32),
                ("sharedBytes", c.c_int64), ("localBytes", c.c_int64), ("spillStoreBytes", c.c_int64),
                ("spillLoadBytes", c.c_int64), ("paramBytes", c.c_int64)]


Result = c.c_void_p
_Options = [c.POINTER(c.c_char_p), c.c_size_t]
_Out = c.POINTER(Result)
_Run = [c.POINTER(Input), c.POINTER(Launch), c.POINTER(Argument), c.c_size_t, _Out]

_SIGNATURES = {
    "GetAPIVersion": (None, [c.POINTER(c.c_int), c.POINTER(c.c_int)]),
    "GetVersion": (c.c_char_p, []),
    "GetNumPTXVersions": (c.c_size_t, []),
    "GetPTXVersion": (c.c_int, [c.c_size_t, c.POINTER(c.c_int), c.POINTER(c.c_int)]),
    "GetNumTargets": (c.c_size_t, []),
    "GetTarget": (c.c_char_p, [c.c_size_t]),
    "Compile": (c.c_int, [c.POINTER(Input), c.c_size_t, *_Options, _Out]),
    "Parse": (c.c_int, [c.POINTER(Input), *_Options, _Out]),
    "Disassemble": (c.c_int, [c.POINTER(Input), c.c_int, _Out]),
    "Assemble": (c.c_int, [c.POINTER(Input), _Out]),
    "CheckHazards": (c.c_int, [c.POINTER(Input), _Out]),
    "Inspect": (c.c_int, [c.POINTER(Input), _Out]),
    "Run": (c.c_int, _Run),
    "Interpret": (c.c_int, _Run),
    "ResultDestroy": (None, [Result]),
    "ResultGetOutput": (c.c_void_p, [Result, c.POINTER(c.c_size_t)]),
    "ResultGetLog": (c.c_char_p, [Result]),
    "ResultGetInfo": (c.c_char_p, [Result]),
    "ResultGetTarget": (c.c_char_p, [Result]),
    "ResultGetNumDiagnostics": (c.c_size_t, [Result]),
    "ResultGetDiagnostic": (c.c_int, [Result, c.c_size_t, c.POINTER(Diagnostic)]),
    "ResultGetNumFunctions": (c.c_size_t, [Result]),
    "ResultGetFunction": (c.c_int, [Result, c.c_size_t, c.POINTER(Function)]),
    "ResultGetCounts": (None, [Result, c.POINTER(c.c_uint64), c.POINTER(c.c_uint64)]),
}


def _load() -> c.CDLL:
    path = os.environ.get("PTXMLIR_LIBRARY") or pathlib.Path(__file__).with_name("libptxmlir.so")
    library = c.CDLL(str(path))
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, "ptxmlir" + name)
        function.restype, function.argtypes = result, arguments
    major = c.c_int()
    library.ptxmlirGetAPIVersion(major, None)
    if major.value != API_MAJOR:
        raise ImportError(f"{path} has version {major.value} of the interface, this package is for {API_MAJOR}")
    return library


library = _load()
