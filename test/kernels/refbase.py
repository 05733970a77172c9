#===- refbase.py - The table of the references -----------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Where the reference functions and their input makers register themselves."""

import os

from hostnum import rand_bytes, unpack

REFERENCES = {}
INPUTS = {}


def reference(fn):
    """Registers the reference of the kernel of the same name."""
    REFERENCES[fn.__name__] = fn
    return fn


def inputs(fn):
    """Registers NAME_inputs(directory), which writes a kernel's input files."""
    INPUTS[fn.__name__[:-len("_inputs")]] = fn
    return fn


def write(directory, name, data):
    with open(os.path.join(directory, name), "wb") as f:
        f.write(data)


def rand_list(type_, count, seed):
    return unpack(rand_bytes(type_, count, seed), type_)
