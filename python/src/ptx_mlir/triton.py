# ===- triton.py - Triton with this compiler ------------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes Triton compile PTX with optxas."""

from __future__ import annotations

import os
import sys

_VARIABLES = ("TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH")


def use(path: str | None = None) -> str:
    """From now on Triton, in this process and those it starts, assembles with optxas, or with the program at `path`;
    gives its path. Kernels that Triton has compiled already stay as they are: it keeps code under the text that
    `optxas --version` prints."""
    if path is None:
        from . import tool
        path = tool("optxas")
    if not os.access(path, os.X_OK):
        raise FileNotFoundError(f"{path} is no program")
    for variable in _VARIABLES:
        os.environ[variable] = path
    # Triton asks for the version once.
    compiler = sys.modules.get("triton.backends.nvidia.compiler")
    for name in ("get_ptxas", "get_ptxas_version"):
        clear = getattr(getattr(compiler, name, None), "cache_clear", None)
        if clear:
            clear()
    return path
