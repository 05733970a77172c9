# ===- numba_kernels.py - Kernels that numba-cuda links with our nvJitLink -------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles kernels for the SMs of the command line by numba-cuda's own way, no GPU
needed: its compiler makes PTX by libNVVM, and nvJitLink makes the code. The cubins go
to the folder CUBINS; prints `kernel sm path-of-cubin` of each, `kernel sm error` of
those that fail. Their PTX goes to the folder KEEP_PTX, if that is set."""

import math
import os
import pathlib
import sys
import warnings

import numba.cuda
from numba import types
from numba.cuda import dispatcher
from numba.cuda.cudadrv import devices

cuda = numba.cuda
warnings.simplefilter("ignore")

F32, F64, I32, I64, U8 = (t[::1] for t in (types.float32, types.float64, types.int32,
                                           types.int64, types.uint8))  # fmt: skip
KERNELS = []


def kernel(*signature, **options):
    def add(function):
        KERNELS.append((function, signature, options))
        return function

    return add


@kernel(types.float32, F32, F32)
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


@kernel(F32, F32, I32)
def block_sums(x, out, n):
    shared = cuda.shared.array(256, dtype=numba.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[t] = x[i] if i < n[0] else 0.0
    cuda.syncthreads()
    step = 128
    while step > 0:
        if t < step:
            shared[t] += shared[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = shared[0]


@kernel(I32, I32, I32)
def warp_scan(x, y, out):
    i = cuda.grid(1)
    lane = cuda.laneid
    value = x[i]
    step = 1
    while step < 32:
        other = cuda.shfl_up_sync(0xFFFFFFFF, value, step)
        if lane >= step:
            value += other
        step *= 2
    out[i] = value


@kernel(U8, I32, I32)
def histogram(x, bins, n):
    i = cuda.grid(1)
    while i < n[0]:
        cuda.atomic.add(bins, x[i], 1)
        i += cuda.gridsize(1)


@kernel(F64, F64, F64)
def functions(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        v = math.exp(-abs(x[i])) + math.sin(y[i]) * math.log1p(abs(x[i]))
        out[i] = v / math.sqrt(1.0 + y[i] * y[i]) + math.atan2(x[i], y[i])


@kernel(F32, F32, F32, fastmath=True)
def fast_functions(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.sin(x[i]) / y[i] + math.exp(x[i]) * math.pow(abs(y[i]), 0.3)


@kernel(I64, I64, I64)
def divisions(x, y, out):
    i = cuda.grid(1)
    if i < out.size and y[i] != 0:
        out[i] = x[i] // y[i] + x[i] % y[i]


@kernel(I32, I32, I32)
def collatz(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        n = x[i] & 0xFFFF
        steps = 0
        while n > 1 and steps < 500:
            if n % 2 == 0:
                n //= 2
            else:
                n = 3 * n + 1
            steps += 1
        out[i] = steps


@kernel(types.float32[:, ::1], types.float32[:, ::1], types.float32[:, ::1])
def multiply(a, b, c):
    tile_a = cuda.shared.array((16, 16), dtype=numba.float32)
    tile_b = cuda.shared.array((16, 16), dtype=numba.float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = numba.float32(0.0)
    for k in range((a.shape[1] + 15) // 16):
        inside = y < a.shape[0] and tx + k * 16 < a.shape[1]
        tile_a[ty, tx] = a[y, tx + k * 16] if inside else 0.0
        inside = x < b.shape[1] and ty + k * 16 < b.shape[0]
        tile_b[ty, tx] = b[ty + k * 16, x] if inside else 0.0
        cuda.syncthreads()
        for j in range(16):
            total += tile_a[ty, j] * tile_b[j, tx]
        cuda.syncthreads()
    if y < c.shape[0] and x < c.shape[1]:
        c[y, x] = total


@kernel(F32, F32, F32)
def sort_locally(x, y, out):
    i = cuda.grid(1)
    local = cuda.local.array(8, dtype=numba.float32)
    if (i + 1) * 8 <= x.size:
        for j in range(8):
            local[j] = x[i * 8 + j]
        for j in range(1, 8):
            v = local[j]
            k = j - 1
            while k >= 0 and local[k] > v:
                local[k + 1] = local[k]
                k -= 1
            local[k + 1] = v
        for j in range(8):
            out[i * 8 + j] = local[j]


@kernel(types.complex64[::1], types.complex64[::1], I32)
def mandelbrot(c, z, out):
    i = cuda.grid(1)
    if i < out.size:
        value = z[i]
        n = 0
        while n < 50 and value.real * value.real + value.imag * value.imag < 4.0:
            value = value * value + c[i]
            n += 1
        out[i] = n


@kernel(F64, F64, F64)
def extremes(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(out, 0, x[i])
        cuda.atomic.min(out, 1, y[i])


@kernel(I32, I32, I32)
def votes(x, y, out):
    i = cuda.grid(1)
    ballot = cuda.ballot_sync(0xFFFFFFFF, x[i] > y[i])
    every = cuda.all_sync(0xFFFFFFFF, x[i] > 0)
    out[i] = cuda.popc(ballot) + cuda.ffs(ballot) + (1 if every else 0)


@kernel(I32, I32, I32, debug=True, opt=False)
def checked(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[y[i] & 63]


@kernel(F32, F32, F32, lineinfo=True)
def lines(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + 2 * y[i]


@kernel(I32, F32, F32)
def messages(n, x, out):
    i = cuda.grid(1)
    if n[i] < 0:
        print("negative", n[i], x[i])
    out[i] = x[i] if n[i] else 0.0


class Device:
    """What numba asks the GPU for, and the context that has it."""

    def __init__(self, sm):
        self.compute_capability = divmod(sm, 10)
        self.device = self


def main():
    keep = os.environ.get("KEEP_PTX")
    for sm in map(int, sys.argv[1:]):
        dispatcher.get_current_device = devices.get_context = lambda: Device(sm)
        for function, signature, options in KERNELS:
            name = function.__name__
            try:
                built = dispatcher._Kernel(function, signature, **options)
                cubin = built._codelibrary.get_cubin(cc=divmod(sm, 10))
                ptx = built._codelibrary.get_asm_str(cc=divmod(sm, 10))
            except Exception as error:
                print(name, sm, "error", (str(error).strip() or repr(error)).splitlines()[-1][:160])
                continue
            if keep:
                pathlib.Path(keep, f"numba_{name}_{sm}.ptx").write_text(ptx)
            path = pathlib.Path(os.environ["CUBINS"], f"{name}_{sm}.cubin")
            path.write_bytes(bytes(cubin.code if hasattr(cubin, "code") else cubin))
            print(name, sm, path)


main()
