# ===- inductor_kernels.py - Kernels of PyTorch Inductor with optxas --------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Has Inductor compile pieces of models (inductor_graphs.py) for the SM of the command
line, and those named behind it only if there are names; no GPU needed. Prints `kernel sm
path-of-cubin` of each kernel, `graph sm error` of each graph that fails.

The cubins go to the folder CUBINS, the PTX also to KEEP_PTX, if that is set. With PTX_RUN,
a path of ptx-run, the kernels run, and the result of each graph is compared with
PyTorch's on the CPU. With COMPARE_WITH, a path of ptxas, each launch is compared bit by
bit: the PTX interpreter, ptxas's code and ours."""

import os
import sys

import torch
from inductor_graphs import GRAPHS
from inductor_launch import Launcher, Wrong, pretend
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

# By type: relative and absolute difference. PyTorch's own results have errors too, and
# Inductor keeps in f32 what PyTorch rounds to 16 bits after each operation.
TOLERANCES = {torch.float64: (1e-9, 1e-9), torch.float32: (1e-4, 1e-5), torch.float16: (2e-3, 1e-3),
              torch.bfloat16: (1e-2, 1e-2)}  # fmt: skip


def fake(tensors, device, dynamic):
    """Tensors without contents like these, and their mode."""
    from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext

    mode, fakes = FakeTensorMode(shape_env=ShapeEnv() if dynamic else None), []
    for tensor in tensors:
        context = StatelessSymbolicContext([DimDynamic.DYNAMIC] * tensor.dim()) if dynamic else None
        like = mode.from_tensor(tensor.detach(), symbolic_context=context)
        with mode:
            new = torch.empty_strided(like.shape, like.stride(), dtype=like.dtype, device=device)
        fakes.append(new.requires_grad_(tensor.requires_grad))
    return mode, fakes


def trace(graph, inputs):
    """The graph of operations that Inductor gets, on tensors of a GPU."""
    from torch._inductor import config
    from torch._inductor.decomposition import select_decomp_table
    from torch._inductor.fx_passes.joint_graph import joint_graph_passes
    from torch._inductor.virtualized import V

    def function(*tensors):
        return tuple(pytree.tree_leaves(graph.function(*tensors)))

    options = {"tracing_mode": "symbolic" if graph.dynamic else "real"}
    if any(tensor.requires_grad for tensor in inputs):
        # The backward pass asks for streams of a GPU: that of the CPU, moved then.
        mode, fakes = fake(inputs, "cpu", graph.dynamic)
        with mode:
            function = make_fx(function, **options)(*fakes)
        for node in function.graph.nodes:
            if "device" in node.kwargs:
                node.update_kwarg("device", torch.device("cuda:0"))
        function.recompile()
    mode, fakes = fake([tensor.detach() for tensor in inputs], "cuda:0", graph.dynamic)
    function = torch.func.functionalize(function, remove="mutations_and_views")
    with mode:
        traced = make_fx(function, decomposition_table=select_decomp_table(), **options)(*fakes)
        # Constants are folded by computing them on the device.
        with config.patch(joint_graph_constant_folding=False), V.set_fake_mode(mode):
            return joint_graph_passes(traced), fakes


def differs(graph, got, want):
    """Where two results are too far apart, or None."""
    if len(got) != len(want):
        return f"{len(got)} results, not {len(want)}"
    for number, (mine, theirs) in enumerate(zip(got, want)):
        theirs = theirs.detach() if isinstance(theirs, torch.Tensor) else torch.tensor(theirs)
        mine = mine.detach() if isinstance(mine, torch.Tensor) else torch.tensor(mine)
        if mine.shape != theirs.shape or mine.dtype != theirs.dtype:
            return f"result {number} is {mine.dtype}{list(mine.shape)}, not {theirs.dtype}{list(theirs.shape)}"
        relative, absolute = TOLERANCES.get(mine.dtype, (0, 0))
        a, b = mine.double(), theirs.double()
        close = torch.isclose(a, b, relative * graph.tolerance, absolute * graph.tolerance, equal_nan=True)
        if not close.all():
            where = tuple((~close).nonzero()[0].tolist())
            return (f"result {number} differs in {int((~close).sum())} of {close.numel()}: "
                    f"{a[where].item():.9g}, not {b[where].item():.9g} at {list(where)}")  # fmt: skip
    return None


def check(graph, launcher):
    from torch._inductor import config
    from torch._inductor.compile_fx import compile_fx_inner

    traced, fakes = trace(graph, graph.inputs())
    with config.patch(graph.config):
        compiled = compile_fx_inner(traced, fakes)
        mine = [tensor.detach() for tensor in graph.inputs()]
        got = pytree.tree_leaves(compiled(list(mine)))
    if not launcher.ptx_run:
        return
    inputs = graph.inputs()
    if graph.check:
        if not graph.check(got, inputs):
            raise Wrong("the result is not what it should be")
        return
    want = pytree.tree_leaves(graph.function(*inputs))
    problem = differs(graph, [*got, *mine], [*want, *inputs])
    if problem:
        raise Wrong(problem)


def main():
    sm, names = int(sys.argv[1]), sys.argv[2:]
    pretend(sm)
    launcher = Launcher(sm, os.environ["CUBINS"])
    for graph in GRAPHS:
        if names and graph.name not in names or sm < graph.needs():
            continue
        launcher.begin(graph.name)
        try:
            check(graph, launcher)
        except Exception as error:
            if os.environ.get("TRACEBACK"):
                raise
            lines = str(error).strip().splitlines() or [type(error).__name__]
            print(graph.name, sm, "error", lines[-1][:300], flush=True)
            continue
        for name, path in launcher.kernels:
            print(name, sm, path, flush=True)
    for outcome, count in launcher.outcomes.items():
        print(f"{count} launches: {outcome}", file=sys.stderr)


main()
