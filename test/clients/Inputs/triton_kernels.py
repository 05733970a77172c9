# ===- triton_kernels.py - Kernels that Triton compiles with optxas --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles a few kernels for the SMs of the command line by Triton's own way, no GPU
needed: prints `kernel sm path-of-cubin` of each, `kernel sm error` of those that fail."""

import os
import pathlib
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + i, tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)


@triton.jit
def softmax(x, y, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, B)
    v = tl.load(x + row * n + i, i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + row * n + i, e / tl.sum(e, 0), i < n)


@triton.jit
def layernorm(x, y, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, B)
    v = tl.load(x + row * n + i, i < n, other=0.0)
    mean = tl.sum(v, 0) / n
    d = tl.where(i < n, v - mean, 0.0)
    s = 1 / tl.sqrt(tl.sum(d * d, 0) / n + 1e-5)
    tl.store(out + row * n + i, d * s * tl.load(y + i, i < n), i < n)


@triton.jit
def histogram(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    bucket = tl.load(x + i, i < n, other=0.0).to(tl.int32) & 63
    tl.atomic_add(out + bucket, tl.load(y + i, i < n, other=0.0), i < n)


@triton.jit
def scan(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, i < n, other=0.0)
    tl.store(out + i, tl.cumsum(v, 0) + tl.load(y + i, i < n, other=0.0), i < n)


def main():
    kernels = [add, softmax, layernorm, histogram, scan]
    for sm in map(int, sys.argv[1:]):
        for kernel in kernels:
            types = dict(x="*fp32", y="*fp32", out="*fp32", n="i32", B="constexpr")
            source = ASTSource(kernel, signature=types, constexprs={(4,): 256})
            name = kernel.__name__
            try:
                built = triton.compile(source, target=GPUTarget("cuda", sm, 32))
            except Exception as error:
                print(name, sm, "error", str(error).strip().splitlines()[-1][:160])
                continue
            cache = pathlib.Path(os.environ["TRITON_CACHE_DIR"])
            for path in cache.glob(f"*/{name}.cubin"):
                if path.read_bytes() == built.asm["cubin"]:
                    print(name, sm, path)
                    break
            else:
                print(name, sm, "error the cubin is not in the cache")


main()
