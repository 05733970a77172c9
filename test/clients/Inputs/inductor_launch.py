# ===- inductor_launch.py - PyTorch Inductor's kernels without a GPU -------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What stands for the GPU in Inductor: the properties of one, which decide about the
code that it generates, and a launch that compiles a kernel by Triton's own way and, with
PTX_RUN, runs it on memory of the CPU. The code around the kernels is Inductor's; what it
calls beside them (products of matrices, convolutions) PyTorch does on the CPU."""

import collections
import contextlib
import ctypes
import os
import pathlib
import re
import struct
import subprocess
import types
import zlib

import numpy
import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

# The parameters of a kernel that are no pointers.
FORMATS = {"i1": "B", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H",
           "u32": "I", "u64": "Q", "fp16": "e", "fp32": "f", "fp64": "d"}  # fmt: skip
# Shared memory of an SM and of a block in KB.
SHARED = {75: (64, 64), 80: (164, 163), 86: (100, 99), 87: (164, 163), 89: (100, 99),
          90: (228, 227), 100: (228, 227), 103: (228, 227), 120: (100, 99), 121: (100, 99)}  # fmt: skip

TARGET = re.compile(r"^\.target (\w+)", re.MULTILINE)
# A cubin in what ptx-run --compare prints, how it did, and the digest of its result.
OUTCOME = re.compile(r"^  (\S+): (\w+) \[(\w+)\]", re.MULTILINE)


def pretend(sm):
    """Makes PyTorch's "cuda:0" an SM of this kind as far as Inductor asks, and its memory
    that of the CPU. Nothing else of CUDA works."""
    of_sm, of_block = (kilobytes << 10 for kilobytes in SHARED.get(sm, (100, 99)))
    properties = types.SimpleNamespace(
        name="none", major=sm // 10, minor=sm % 10, warp_size=32, multi_processor_count=108,
        regs_per_multiprocessor=65536, max_threads_per_block=1024, total_memory=16 << 30,
        max_threads_per_multi_processor=1024 if sm == 75 else 1536 if sm in (86, 89, 120, 121) else 2048,
        shared_memory_per_block=48 << 10, shared_memory_per_block_optin=of_block,
        shared_memory_per_multiprocessor=of_sm, L2_cache_size=32 << 20, gcnArchName="", uuid="none",
    )  # fmt: skip
    for name, value in {
        "get_device_properties": lambda device=None: properties,
        "get_device_capability": lambda device=None: (properties.major, properties.minor),
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "set_device": lambda device: None,
        "synchronize": lambda device=None: None,
        "is_bf16_supported": lambda including_emulation=True: sm >= 80 or including_emulation,
        "_exchange_device": lambda device: 0,
        "_maybe_exchange_device": lambda device: 0,
        "_DeviceGuard": lambda device: contextlib.nullcontext(),
    }.items():
        setattr(torch.cuda, name, value)
    torch._C._cuda_getCurrentRawStream = lambda device: 0
    guards = torch._C._dynamo.guards
    guards._empty_strided_cuda = guards._empty_strided_cpu

    # Only from here on: this module copies functions of torch.cuda.
    from torch._dynamo import device_interface

    class Interface(device_interface.CudaInterface):
        is_available = staticmethod(lambda: True)
        get_raw_stream = staticmethod(lambda device: 0)

    for name in ("cuda", "cuda:0"):
        device_interface.register_interface_for_device(name, Interface)
    triton.runtime.driver.set_active(
        types.SimpleNamespace(
            get_current_target=lambda: GPUTarget("cuda", sm, 32),
            get_current_device=lambda: 0,
            get_current_stream=lambda device=0: 0,
            get_active_torch_device=lambda: torch.device("cuda:0"),
            get_device_interface=lambda: Interface,
        )
    )

    # What Triton has for this GPU is asked once, and only if there is one.
    from torch.utils import _triton

    is_available, torch.cuda.is_available = torch.cuda.is_available, lambda: True
    _triton.has_triton_stable_tma_api()
    torch.cuda.is_available = is_available

    from torch._inductor import config
    from torch._inductor.runtime import triton_helpers

    config.compile_threads = 1
    config.fx_graph_cache = False
    config.shape_padding = False  # decided by measuring times
    triton_helpers.set_driver_to_gpu = lambda: None


class Wrong(Exception):
    """What a kernel does is not what it should do."""


class Launcher:
    """Takes the place of the launcher that Inductor generates for a kernel."""

    def __init__(self, sm, folder):
        self.sm, self.folder = sm, pathlib.Path(folder)
        self.ptx_run, self.ptxas = os.environ.get("PTX_RUN"), os.environ.get("COMPARE_WITH")
        self.optxas = os.environ["TRITON_PTXAS_PATH"]
        self.kernels, self.built, self.graph = [], {}, ""
        self.outcomes = collections.Counter()
        from torch._inductor.runtime import triton_heuristics

        self.heuristics = triton_heuristics
        tuner = triton_heuristics.CachingAutotuner
        tuner.precompile = lambda kernel, *args, **options: None
        tuner.run = lambda kernel, *args, stream=None, **options: self.launch(kernel, args)

    def begin(self, graph):
        self.graph, self.kernels, self.built = graph, [], {}

    def compile(self, kernel):
        """One of the configurations that Inductor would try, another one for each SM."""
        key = id(kernel)
        if key in self.built:
            return self.built[key]
        stem, file = (f"{self.graph}{dot}{len(self.kernels)}" for dot in "._")
        path = self.folder / f"{file}_{self.sm}"
        config = kernel.configs[zlib.crc32(path.name.encode()) % len(kernel.configs)]
        meta = kernel._create_compile_meta(config)
        source = ASTSource(kernel.fn, meta["signature"], meta["constants"], meta["configs"][0])
        built = triton.compile(
            source,
            target=GPUTarget("cuda", self.sm, 32),
            options=kernel._create_compile_options(config, meta),
        )
        path.with_suffix(".ptx").write_text(built.asm["ptx"])
        path.with_suffix(".cubin").write_bytes(built.asm["cubin"])
        if os.environ.get("KEEP_PTX"):
            pathlib.Path(os.environ["KEEP_PTX"], path.name + ".ptx").write_text(built.asm["ptx"])
        self.kernels.append((stem, path.with_suffix(".cubin")))
        self.built[key] = config, meta, built, path
        return self.built[key]

    def launch(self, kernel, args):
        config, meta, built, path = self.compile(kernel)
        if not self.ptx_run:
            return
        names = [n for n in kernel.fn.arg_names if n not in config.kwargs]
        values = dict(zip(names, args))
        grid = self.heuristics.GridExpr.from_meta(kernel.inductor_meta, config)
        shape = [int(n) for n in grid.eval_slow({**values, **config.kwargs})]
        if 0 in shape:
            return
        arguments, tensors = [], []
        for name in names:
            what = meta["signature"][name]
            if what == "constexpr":
                continue
            if what.startswith("*"):
                file = self.folder / f"argument{len(arguments)}"
                before = memory_of(values[name]).copy()
                before.tofile(file)
                tensors.append((len(arguments), values[name], before, file))
                arguments.append(f"buf:file,{file}")
            else:
                number = values[name]
                number = float(number) if what.startswith("f") else int(number)
                arguments.append("bytes:" + struct.pack("<" + FORMATS[what], number).hex())
        ptx = built.asm["ptx"]
        parameters = re.search(r"\.entry[^(]*\(([^)]*)\)", ptx)[1].count(".param")
        scratch = [built.metadata.global_scratch_size, built.metadata.profile_scratch_size]
        if parameters != len(arguments) + len(scratch):
            raise Wrong(f"{path.stem} has {parameters} parameters, not {len(arguments) + len(scratch)}")
        arguments += [f"buf:zero,{max(n * shape[0] * shape[1] * shape[2], 16)}" for n in scratch]
        command = ["--grid=" + ",".join(map(str, shape)), f"--block={32 * built.metadata.num_warps}",
                   f"--shared={built.metadata.shared}", "--max-instructions=100000000"]  # fmt: skip
        self.compare(kernel, path, command, arguments)
        self.run(path, command, arguments, tensors)

    def compare(self, kernel, path, command, arguments):
        """What our code leaves in memory against what the PTX says and ptxas's code does, bit
        by bit, without contraction, which may change results. Approximations may differ from
        the interpreter's: ptxas's code does then, too, and ours must be the same as it."""
        # A sum of floats in memory depends on the order of the threads.
        if not self.ptxas or kernel.inductor_meta.get("atomic_add_found"):
            return
        ptx, arch = path.with_suffix(".ptx"), TARGET.search(path.with_suffix(".ptx").read_text())[1]
        cubins = [path.with_suffix(".ptxas"), path.with_suffix(".optxas")]
        for compiler, cubin in zip((self.ptxas, self.optxas), cubins):
            call([compiler, f"-arch={arch}", "--fmad=false", ptx, "-o", cubin])
        text = subprocess.run(
            [self.ptx_run, "--interpret", ptx, *command, *(f"--compare={c}" for c in cubins),
             *(f"--arg={a}" for a in arguments)], capture_output=True, text=True).stdout  # fmt: skip
        found = {file: (what, digest) for file, what, digest in OUTCOME.findall(text)}
        theirs, ours = (found.get(str(c), ("missing", "")) for c in cubins)
        self.outcomes["all the same" if ours[0] == theirs[0] == "same" else "ours as ptxas's"] += 1
        if ours != theirs or not ours[1]:
            raise Wrong(f"{path.stem}: {ours[0]}, ptxas's code {theirs[0]}")

    def run(self, path, command, arguments, tensors):
        arguments = list(arguments)
        for number, _, _, file in tensors:
            arguments[number] += f":out={file}.out"
        call([self.ptx_run, path.with_suffix(".cubin"), *command, *(f"--arg={a}" for a in arguments)])
        # Of tensors that share memory each may have been written in part.
        for _, tensor, before, file in tensors:
            after = numpy.fromfile(f"{file}.out", numpy.uint8)
            changed = after != before
            memory_of(tensor)[changed] = after[changed]


def memory_of(tensor):
    """The bytes that a tensor's elements lie in, from the first to the last."""
    span = 1 + sum((n - 1) * abs(s) for n, s in zip(tensor.shape, tensor.stride()))
    size = (span if tensor.numel() else 0) * tensor.element_size()
    if not size:
        return numpy.zeros(16, numpy.uint8)
    return numpy.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(tensor.data_ptr()))


def call(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr + done.stdout).strip().splitlines() or [f"exit code {done.returncode}"]
        wanted = [l for l in lines if "error" in l or "differs" in l or "fails" in l] or lines
        raise Wrong(f"{pathlib.Path(command[0]).name}: {wanted[0]}")
