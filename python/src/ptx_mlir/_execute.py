# ===- _execute.py - Kernels on the CPU -----------------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

from __future__ import annotations

import ctypes as c
import sys
from dataclasses import dataclass
from typing import Any, Sequence, Union

from . import _library as lib
from ._call import Call
from ._types import Text

Shape = Union[int, Sequence[int]]


@dataclass(frozen=True)
class Launched:
    """What came of a launch: what the kernel printed, and the instructions that it executed."""
    output: str
    warp_instructions: int
    thread_instructions: int


def _shape(shape: Shape, what: str, empty: int) -> tuple[int, int, int]:
    sizes = [shape] if isinstance(shape, int) else [int(s) for s in shape]
    if len(sizes) > 3 or not all(0 < s < 2**32 for s in sizes) and empty:
        raise ValueError(f"{what} is one to three positive numbers, not {shape!r}")
    sizes += [empty] * (3 - len(sizes))
    return sizes[0], sizes[1], sizes[2]


class _Arguments:
    """Arguments as structures of C, with all that must live as long."""

    def __init__(self, arguments: Sequence[Any]):
        self._alive: list[Any] = []
        self.list = [self._make(a, i) for i, a in enumerate(arguments)]

    def _of_bytes(self, kind: int, data: bytes) -> lib.Argument:
        copy = c.create_string_buffer(data, len(data)) if data else None
        self._alive.append(copy)
        return lib.Argument(kind, c.addressof(copy) if copy else None, len(data))

    def _make(self, argument: Any, index: int) -> lib.Argument:
        if isinstance(argument, str):
            return self._of_bytes(lib.TEXT, argument.encode())
        if argument is None:  # a null pointer
            return self._of_bytes(lib.VALUE, bytes(8))
        if isinstance(argument, (bytes, c._SimpleCData, c.Structure)):
            return self._of_bytes(lib.VALUE, bytes(argument))
        numpy = sys.modules.get("numpy")
        if numpy and isinstance(argument, numpy.generic):
            return self._of_bytes(lib.VALUE, argument.tobytes())
        if numpy and isinstance(argument, numpy.ndarray):
            if not argument.flags.c_contiguous:
                raise ValueError(f"argument {index} does not lie in memory in one piece; numpy.ascontiguousarray() helps")
            if not argument.flags.writeable:
                return self._of_bytes(lib.BUFFER, argument.tobytes())
            self._alive.append(argument)
            return lib.Argument(lib.BUFFER, argument.ctypes.data, argument.nbytes)
        try:
            view = memoryview(argument)
        except TypeError:
            raise TypeError(f"argument {index} is a {type(argument).__name__}, which has no size in a kernel: give a "
                            "scalar of NumPy or ctypes, bytes, an array, or text as ptx-run takes it") from None
        if view.readonly:
            return self._of_bytes(lib.BUFFER, view.tobytes())
        memory = (c.c_char * view.nbytes).from_buffer(argument)
        self._alive.append(memory)
        return lib.Argument(lib.BUFFER, c.addressof(memory), view.nbytes)


def _launch(kernel: str | None, grid: Shape, block: Shape, cluster: Shape | None, shared: int, max_instructions: int,
            threads: int, checks: Sequence[str]) -> lib.Launch:
    names = {"memory": lib.CHECK_MEMORY, "hazards": lib.CHECK_HAZARDS}
    unknown = set(checks) - set(names)
    if isinstance(checks, str) or unknown:
        raise ValueError(f"checks are some of {', '.join(names)}")
    launch = lib.Launch(structSize=c.sizeof(lib.Launch), kernel=kernel.encode() if kernel else None,
                        sharedBytes=shared, maxInstructions=max_instructions, threads=threads,
                        checks=sum(names[n] for n in set(checks)))
    launch.grid[:] = _shape(grid, "grid", 1)
    launch.block[:] = _shape(block, "block", 1)
    launch.cluster[:] = _shape(cluster, "cluster", 1) if cluster else (0, 0, 0)
    return launch


def _finish(call: Call) -> Launched:
    with call:
        call.check()
        warps, threads = call.counts()
        return Launched(call.output().decode(errors="replace"), warps, threads)


def run(code: Text, arguments: Sequence[Any] = (), kernel: str | None = None, grid: Shape = 1, block: Shape = 1,
        cluster: Shape | None = None, shared: int = 0, max_instructions: int = 0, threads: int = 1,
        checks: Sequence[str] = ()) -> Launched:
    """Runs a kernel of a cubin on the CPU; PTX text is compiled first.

    Arguments, one for each parameter: an array is a buffer in global memory, and has what is there after the run (a
    read-only one keeps its contents); a scalar of NumPy or of ctypes, or bytes, is the parameter itself; None is a
    null pointer; text is an argument as ptx-run takes it ("s32:7", "texture:...").
    `kernel` is not needed where there is one. `shared` is dynamic shared memory in bytes, `max_instructions` a limit on
    instructions of warps, `threads` those of the host; `checks` are "memory" (races, undefined reads, barriers) and
    "hazards" (registers before their time)."""
    if isinstance(code, str):
        from . import compile
        code = compile(code)
    made = _Arguments(arguments)
    return _finish(Call.run(code, _launch(kernel, grid, block, cluster, shared, max_instructions, threads, checks),
                            made.list))


def interpret(ptx: Text, arguments: Sequence[Any] = (), kernel: str | None = None, grid: Shape = 1, block: Shape = 1,
              cluster: Shape | None = None, shared: int = 0, max_instructions: int = 0, checks: Sequence[str] = (),
              name: str = "<ptx>") -> Launched:
    """Runs a kernel of PTX text by the PTX ISA, compiling nothing: what run() of its cubin should do. Arguments as
    there; the only check is "memory"."""
    made = _Arguments(arguments)
    return _finish(Call.interpret(ptx, name, _launch(kernel, grid, block, cluster, shared, max_instructions, 1, checks),
                                  made.list))
