# ===- triton_kernels.py - Kernels that Triton compiles with optxas --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles kernels without products of matrices for the SMs of the command line by
Triton's own way, no GPU needed: prints `kernel sm path-of-cubin` of each, `kernel sm
error` of those that fail. Their PTX goes to the folder KEEP_PTX, if that is set."""

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


@triton.jit
def maximum(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, i < n, other=-float("inf"))
    tl.store(out, tl.max(v, 0))
    tl.store(out + 1, tl.argmax(v, 0).to(tl.float32))


@triton.jit
def minimum_of_rows(x, y, out, n, B: tl.constexpr):
    rows = tl.arange(0, 16)
    columns = tl.arange(0, B // 16)
    v = tl.load(x + rows[:, None] * (B // 16) + columns[None, :])
    tl.store(out + rows, tl.min(v, 1))
    tl.store(out + 16 + columns, tl.min(v, 0))


@triton.jit
def transpose(x, y, out, n, B: tl.constexpr):
    rows = tl.arange(0, 16)
    columns = tl.arange(0, B // 16)
    v = tl.load(x + rows[:, None] * (B // 16) + columns[None, :])
    tl.store(out + columns[:, None] * 16 + rows[None, :], tl.trans(v))


@triton.jit
def sort(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.sort(tl.load(x + i, i < n, other=0.0)), i < n)


@triton.jit
def flip(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.flip(tl.load(x + i, i < n, other=0.0)), i < n)


@triton.jit
def product(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.cumprod(tl.load(x + i, i < n, other=1.0), 0), i < n)


@triton.jit
def count_bins(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, i < n, other=0.0).to(tl.int32) & 31
    tl.store(out + tl.arange(0, 32), tl.histogram(v, 32).to(tl.float32))


@triton.jit
def gather(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    at = tl.load(x + i, i < n, other=0.0).to(tl.int32) & 255
    tl.store(out + i, tl.load(y + at, at < n, other=-1.0), i < n)


@triton.jit
def interleave(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.interleave(tl.load(x + i, i < n, other=0.0), tl.load(y + i, i < n, other=0.0))
    tl.store(out + tl.arange(0, 2 * B), v)


@triton.jit
def dropout(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    keep = tl.rand(1234, i) > 0.25
    v = tl.load(x + i, i < n, other=0.0)
    tl.store(out + i, tl.where(keep, v / 0.75, 0.0), i < n)


@triton.jit
def random_bits(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, (tl.randint(7, i) & 0xFFFF).to(tl.float32), i < n)


@triton.jit
def gelu(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, i < n, other=0.0)
    tl.store(out + i, 0.5 * v * (1 + tl.erf(v * 0.7071067811865476)), i < n)


@triton.jit
def silu_and_multiply(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, i < n, other=0.0)
    tl.store(out + i, v * tl.sigmoid(v) * tl.load(y + i, i < n, other=0.0), i < n)


@triton.jit
def rotate(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B // 2)
    a = tl.load(x + 2 * i)
    b = tl.load(x + 2 * i + 1)
    angle = tl.load(y + i)
    tl.store(out + 2 * i, a * tl.cos(angle) - b * tl.sin(angle))
    tl.store(out + 2 * i + 1, a * tl.sin(angle) + b * tl.cos(angle))


@triton.jit
def rms_norm(x, y, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([B], tl.float32)
    for start in range(0, n, B):
        i = start + tl.arange(0, B)
        v = tl.load(x + row * n + i, i < n, other=0.0)
        total += v * v
    scale = tl.rsqrt(tl.sum(total, 0) / n + 1e-6)
    for start in range(0, n, B):
        i = start + tl.arange(0, B)
        v = tl.load(x + row * n + i, i < n, other=0.0)
        tl.store(out + row * n + i, v * scale * tl.load(y + i, i < n, other=0.0), i < n)


@triton.jit
def cross_entropy(x, y, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, B)
    v = tl.load(x + row * n + i, i < n, other=-float("inf"))
    label = tl.load(y + row).to(tl.int32) & 63
    m = tl.max(v, 0)
    logsum = tl.log(tl.sum(tl.exp(v - m), 0)) + m
    tl.store(out + row, logsum - tl.load(x + row * n + label))


@triton.jit
def matrix_vector(x, y, out, n, B: tl.constexpr):
    rows = tl.program_id(0) * 16 + tl.arange(0, 16)
    total = tl.zeros([16], tl.float32)
    for start in range(0, n, B // 16):
        k = start + tl.arange(0, B // 16)
        a = tl.load(x + rows[:, None] * n + k[None, :], k[None, :] < n, other=0.0)
        total += tl.sum(a * tl.load(y + k, k < n, other=0.0)[None, :], 1)
    tl.store(out + rows, total)


@triton.jit
def adam(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    g = tl.load(x + i, i < n, other=0.0)
    m = 0.9 * tl.load(y + i, i < n, other=0.0) + 0.1 * g
    v = 0.999 * tl.load(out + i, i < n, other=0.0) + 0.001 * g * g
    tl.store(out + i, m / (tl.sqrt(tl.abs(v)) + 1e-8), i < n)


@triton.jit
def quantize(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, i < n, other=0.0)
    scale = tl.max(tl.abs(v), 0) / 127 + 1e-10
    q = tl.extra.cuda.libdevice.rint(v / scale).to(tl.int8)
    tl.store(out + i, q.to(tl.float32) * scale, i < n)


@triton.jit
def half_precision(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, i < n, other=0.0).to(tl.float16)
    b = tl.load(y + i, i < n, other=0.0).to(tl.bfloat16)
    tl.store(out + i, (a * a + 1).to(tl.float32) + (b * b).to(tl.float32), i < n)


@triton.jit
def bit_tricks(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, i < n, other=0.0).to(tl.int32, bitcast=True)
    b = tl.load(y + i, i < n, other=0.0).to(tl.int32, bitcast=True)
    v = ((a ^ b) >> 3) * (a | 1) + (b << 2)
    tl.store(out + i, (v & 0x7FFFFF).to(tl.float32), i < n)


@triton.jit
def divide_integers(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, i < n, other=0.0).to(tl.int32)
    b = (tl.load(y + i, i < n, other=0.0).to(tl.int32) & 1023) + 1
    tl.store(out + i, (a // b + a % b).to(tl.float32), i < n)


@triton.jit
def wide_integers(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, i < n, other=0.0).to(tl.int64) * 123456789123
    b = tl.umulhi(a.to(tl.uint32), i.to(tl.uint32) + 77)
    tl.store(out + i, ((a >> 20) & 4095).to(tl.float32) + (b & 255).to(tl.float32), i < n)


@triton.jit
def compare_and_swap(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i, i < n, other=0.0).to(tl.int32)
    tl.atomic_max(out.to(tl.pointer_type(tl.int32)) + (v & 15), v, i < n)


@triton.jit
def welford(x, y, out, n, B: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, B)
    v = tl.load(x + row * n + i, i < n, other=0.0)
    mean = tl.sum(v, 0) / B
    variance = tl.sum((v - mean) * (v - mean), 0) / B
    tl.store(out + 2 * row, mean)
    tl.store(out + 2 * row + 1, variance)


@triton.jit
def associative(x, y, out, n, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, i < n, other=0.0)
    b = tl.load(y + i, i < n, other=0.0)
    _, h = tl.associative_scan((a, b), 0, compose)
    tl.store(out + i, h, i < n)


@triton.jit
def compose(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def stencil(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    left = tl.load(x + i - 1, (i > 0) & (i < n), other=0.0)
    right = tl.load(x + i + 1, i + 1 < n, other=0.0)
    tl.store(out + i, 0.25 * left + 0.5 * tl.load(x + i, i < n, other=0.0) + 0.25 * right, i < n)


KERNELS = [
    add, softmax, layernorm, histogram, scan, maximum, minimum_of_rows, transpose, sort, flip,
    product, count_bins, gather, interleave, dropout, random_bits, gelu, silu_and_multiply,
    rotate, rms_norm, cross_entropy, matrix_vector, adam, quantize, half_precision, bit_tricks,
    divide_integers, wide_integers, compare_and_swap, welford, associative, stencil,
]  # fmt: skip


def main():
    keep = os.environ.get("KEEP_PTX")
    for sm in map(int, sys.argv[1:]):
        for kernel in KERNELS:
            types = dict(x="*fp32", y="*fp32", out="*fp32", n="i32", B="constexpr")
            source = ASTSource(kernel, signature=types, constexprs={(4,): 256})
            name = kernel.__name__
            try:
                built = triton.compile(source, target=GPUTarget("cuda", sm, 32))
            except Exception as error:
                print(name, sm, "error", str(error).strip().splitlines()[-1][:160])
                continue
            if keep:
                pathlib.Path(keep, f"{name}_{sm}.ptx").write_text(built.asm["ptx"])
            cache = pathlib.Path(os.environ["TRITON_CACHE_DIR"])
            for path in cache.glob(f"*/{name}.cubin"):
                if path.read_bytes() == built.asm["cubin"]:
                    print(name, sm, path)
                    break
            else:
                print(name, sm, "error the cubin is not in the cache")


main()
