# ===- inductor_graphs.py - Pieces of models for PyTorch Inductor -----------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Functions on tensors, with their inputs: what Inductor makes kernels of. Each is
defined once, runs in PyTorch on the CPU as it stands, and its result there is what the
kernels are to compute."""

import math

import torch
import torch.nn.functional as F

aten = torch.ops.aten
GRAPHS = []


class Graph:
    def __init__(self, function, inputs, dynamic=False, least_sm=75, tolerance=1, check=None, **config):
        self.function, self.name, self.makers = function, function.__name__, inputs
        self.dynamic, self.least_sm, self.tolerance, self.check = dynamic, least_sm, tolerance, check
        # Names of torch._inductor.config, with __ for the dot.
        self.config = {k.replace("__", "."): v for k, v in config.items()}

    def inputs(self):
        generator = torch.Generator().manual_seed(sum(map(ord, self.name)))
        return [make(generator) for make in self.makers]

    def needs(self):
        """The least SM. Inductor has no bf16 before sm_80."""
        return max(self.least_sm, 80 if any(t.dtype == torch.bfloat16 for t in self.inputs()) else 0)


def graph(*inputs, **options):
    def add(function):
        GRAPHS.append(Graph(function, inputs, **options))
        return function

    return add


def floats(*shape, dtype=torch.float32, scale=1.0, shift=0.0, grad=False):
    return lambda generator: (
        (torch.randn(shape, generator=generator) * scale + shift).to(dtype).requires_grad_(grad)
    )


def positive(*shape, dtype=torch.float32):
    return lambda generator: (torch.rand(shape, generator=generator) + 0.05).to(dtype)


def integers(low, high, *shape, dtype=torch.int64):
    return lambda generator: torch.randint(low, high, shape, generator=generator).to(dtype)


def half(*shape, **options):
    return floats(*shape, dtype=torch.float16, **options)


def brain(*shape, **options):
    return floats(*shape, dtype=torch.bfloat16, **options)


def double(*shape, **options):
    return floats(*shape, dtype=torch.float64, **options)


def gradients(outputs, inputs, by):
    """With the outputs, what is before them: the forward and backward pass as one graph."""
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    return (*outputs, *torch.autograd.grad(outputs[0], inputs, by))


# Elementwise functions that become one kernel.


@graph(floats(64, 300), floats(300), floats(64, 1))
def pointwise(x, bias, scale):
    return torch.relu(x + bias) * scale, torch.sigmoid(x) + torch.tanh(bias) * 0.5


@graph(floats(37, 129), floats(129))
def gelu_both(x, w):
    return F.gelu(x * w), F.gelu(x * w, approximate="tanh"), F.silu(x), F.mish(x), F.softplus(x)


@graph(floats(5000), floats(5000), positive(5000))
def special_functions(x, y, p):
    return (
        torch.erf(x), torch.erfinv(x.tanh() * 0.9), torch.lgamma(p), torch.digamma(p),
        torch.atan2(x, y), torch.hypot(x, y), torch.expm1(x), torch.log1p(p), torch.sinh(x),
        torch.special.bessel_j0(x), torch.special.i0(x), torch.special.i1e(x),
        torch.special.erfcx(x), torch.pow(p, y), torch.asinh(x), torch.acos(x.tanh()),
    )  # fmt: skip


@graph(floats(3000, scale=30.0), positive(3000))
def large_angles(x, p):
    return torch.sin(x * 1000), torch.cos(x * 1000), torch.tan(x), torch.rsqrt(p), torch.exp2(x / 10)


@graph(double(2000), double(2000))
def doubles(x, y):
    z = torch.exp(x) * torch.sin(y) / (1 + x * x)
    return z, torch.sqrt(x.abs()), torch.log(y.abs() + 1), torch.floor(x * 10), torch.fmod(x * 10, y)


@graph(integers(-1000, 1000, 3000), integers(1, 50, 3000), integers(0, 31, 3000, dtype=torch.int32))
def integer_arithmetic(x, y, s):
    return (
        x // y, x % y, torch.fmod(x, y), torch.div(x, y, rounding_mode="trunc"),
        torch.bitwise_xor(x, y), x.to(torch.int32) << (s & 7), x.to(torch.int32) >> s, x * y,
        torch.clamp(x, -10, 10).to(torch.int8), (x & 255).to(torch.uint8), x.to(torch.int16) * y.to(torch.int16),
    )  # fmt: skip


@graph(floats(4000, scale=3.0), integers(-126, 127, 4000, dtype=torch.int32))
def bits_of_floats(x, e):
    mantissa, exponent = torch.frexp(x)
    return (
        mantissa, exponent, torch.ldexp(mantissa, exponent), torch.nextafter(x, -x),
        torch.copysign(x, e.float()), torch.signbit(x), torch.round(x), torch.trunc(x),
        torch.round(x, decimals=2), x.view(torch.int32) ^ e, torch.isnan(x / (e.float() * 0)),
    )  # fmt: skip


@graph(brain(33, 1024), half(33, 1024), floats(1024), double(1024))
def mixed_types(b, h, f, d):
    return (b + h).to(torch.bfloat16), (h * f).half(), (b * d).float(), (f * 100).to(torch.int8), b.double() + d


@graph(floats(64, 513), floats(513))
def quantize_rows(x, w):
    y = x * w
    scale = y.abs().amax(-1, keepdim=True).clamp(min=1e-6) / 127
    q = torch.clamp(torch.round(y / scale), -128, 127).to(torch.int8)
    return q.float() * scale, scale


@graph(floats(64, 512), least_sm=89)
def fp8_rows(x):
    scale = x.abs().amax(-1, keepdim=True).clamp(min=1e-6) / 448
    q = (x / scale).to(torch.float8_e4m3fn)
    return q.float() * scale, (x * 8).to(torch.float8_e5m2).float(), q


@graph(integers(0, 256, 3, 37, 41, dtype=torch.uint8), floats(3, 1, 1), positive(3, 1, 1))
def normalize_image(image, mean, deviation):
    return (((image.float() / 255) - mean) / deviation).half(), image.permute(1, 2, 0).contiguous()


@graph(floats(2, 300, 257))
def transpose_pad_cat(x):
    t = x.transpose(1, 2).contiguous()
    return F.pad(t, (3, 5, 1, 2), value=7.0), torch.cat([t, t * 2, x.transpose(1, 2).exp()], 2), torch.roll(x, 5, 1).flip(2)


# Reductions.


@graph(floats(64, 1000), floats(1000))
def softmax(x, w):
    return torch.softmax(F.gelu(x) * w, -1), torch.log_softmax(x, -1)


@graph(floats(16, 5000))
def softmax_long(x):
    return torch.softmax(x, -1), torch.logsumexp(x, -1)


@graph(floats(48, 768, grad=True), floats(768, grad=True), floats(768, grad=True), floats(48, 768))
def layer_norm(x, w, b, g):
    return gradients(F.layer_norm(x, (768,), w, b), (x, w, b), g)


@graph(brain(40, 1024, grad=True), brain(1024, grad=True), brain(40, 1024), tolerance=8)
def rms_norm(x, w, g):
    f = x.float()
    y = (f * torch.rsqrt(f.pow(2).mean(-1, keepdim=True) + 1e-6)).to(torch.bfloat16) * w
    return gradients(y, (x, w), g)


@graph(floats(8, 24, 9, 9, grad=True), floats(24, grad=True), floats(24, grad=True), floats(8, 24, 9, 9))
def batch_norm_training(x, w, b, g):
    y = F.relu(F.batch_norm(x, None, None, w, b, training=True))
    return gradients(y, (x, w, b), g)


@graph(floats(4, 32, 10, 12), floats(32), floats(32))
def group_norm(x, w, b):
    return F.silu(F.group_norm(x, 8, w, b)), F.instance_norm(x)


@graph(floats(60, 999, grad=True), integers(0, 999, 60))
def cross_entropy(x, target):
    loss = F.cross_entropy(x, target, label_smoothing=0.1, ignore_index=3)
    return gradients(loss, (x,), None)


@graph(floats(60, 200), floats(60, 200))
def divergences(x, y):
    p, q = torch.log_softmax(x, -1), torch.log_softmax(y, -1)
    m = torch.logaddexp(p, q) - math.log(2)
    kl = F.kl_div(q, p, log_target=True, reduction="batchmean")
    js = 0.5 * (p.exp() * (p - m) + q.exp() * (q - m)).sum(-1)
    return kl, js, (p.exp() - q.exp()).abs().sum(-1) * 0.5


@graph(floats(300, 70), floats(100000), integers(0, 9, 64, 129))
def many_reductions(x, y, i):
    variance, mean = torch.var_mean(x, 0)
    return (
        variance, mean, x.prod(1), x.amax(0), x.argmin(1), torch.any(x > 3, 0), i.sum(), i.max(1)[0],
        y.sum(), y.std(), y.abs().max(), torch.linalg.vector_norm(y, 3), i.float().mean(), (x > 0).all(1),
    )  # fmt: skip


@graph(floats(30, 4096), floats(3, 20000))
def arg_reductions(x, y):
    z = (x * 4).round()
    return z.argmax(1), z.argmin(0), z.max(1), torch.where(y > 3, math.nan, y).argmax(1), y.argmax()


@graph(floats(2048, 96), floats(2048, 96))
def column_sums(x, y):
    return (x * y).sum(0), (x - y).pow(2).mean(0), x.to(torch.float64).sum(0)


@graph(floats(2, 9000), triton__force_cooperative_reductions=True)
def cooperative_reductions(x):
    return x.sum(-1), torch.softmax(x, -1), x.argmax(-1), torch.var_mean(x, -1)


@graph(floats(5, 300, 40), brain(4, 2000, 24), tolerance=4)
def outer_reductions(x, y):
    variance, mean = torch.var_mean(y.float(), 1)
    return torch.softmax(x, 1), x.logsumexp(1), x.argmax(1), variance, mean, y.amax(1)


@graph(floats(32, 777), floats(777), triton__persistent_reductions=False)
def looped_reductions(x, w):
    y = torch.softmax(x * w, -1)
    return F.layer_norm(y, (777,)), y.argmax(-1)


@graph(floats(64, 256, grad=True), floats(256, grad=True), floats(64, 256), triton__mix_order_reduction=True)
def mixed_order(x, w, g):
    return gradients(F.rms_norm(x, (256,), w), (x, w), g)


# Scans and sorts.


@graph(floats(20, 700), integers(-9, 9, 20, 700))
def scans(x, i):
    return x.cumsum(1), i.cumsum(0), (1 + x * 0.01).cumprod(1), torch.logcumsumexp(x, 1)


@graph(floats(50000), tolerance=20)
def split_scan(x):
    return x.cumsum(0), torch.cumsum(x > 0, 0)


@graph(floats(9, 300))
def running_maximum(x):
    return torch.cummax(x, 1), torch.cummin((x * 3).round(), 1)


@graph(floats(40, 200), integers(0, 20, 11, 65, dtype=torch.int32))
def sorts(x, i):
    return torch.sort(x, 1), torch.sort(i, dim=1, stable=True, descending=True)


@graph(floats(32, 128))
def router(x):
    """Of a mixture of experts: the best two by comparisons, and how full each is."""
    p = torch.softmax(x, -1)
    first, one = p.max(-1)
    rest = p.masked_fill(F.one_hot(one, 128).bool(), -1.0)
    second, two = rest.max(-1)
    load = F.one_hot(torch.stack([one, two], 1), 128).sum((0, 1))
    position = F.one_hot(one, 128).cumsum(0).gather(1, one[:, None])
    return first / (first + second), two, load, position


# Indexing.


@graph(floats(500, 64), integers(-500, 500, 7, 19), integers(0, 64, 7, 19, 5))
def gathers(table, rows, columns):
    x = table[rows % 500]
    return F.embedding(rows % 500, table) * 2, x.gather(2, columns), table[rows], torch.take_along_dim(x, columns, 2)


@graph(integers(0, 100, 300), floats(300, 48))
def embedding_backward(index, g):
    return aten.embedding_dense_backward(g, index, 100, 7, False)


@graph(floats(50, 30), integers(0, 50, 400), integers(0, 30, 400), floats(400))
def scatters(x, i, j, v):
    return (
        x.index_put((i, j), v, accumulate=True),
        torch.zeros(60).to(v.device).scatter_add(0, i, v),
        torch.zeros(60, 30, dtype=torch.int64, device=v.device).index_put((i, j), j, accumulate=True),
    )


@graph(positive(3000), floats(64))
def buckets(x, edges):
    edges = edges.cumsum(0).abs().cumsum(0)
    return torch.bucketize(x * 20, edges), torch.searchsorted(edges, x * 20, right=True)


# Attention.


@graph(floats(2, 4, 64, 32), floats(64, 16), floats(64, 16))
def rotary(x, cosine, sine):
    a, b = x.chunk(2, -1)
    y = torch.cat([a * cosine - b * sine, b * cosine + a * sine], -1)
    return y, x.unflatten(-1, (16, 2)).flip(-1).flatten(-2)


@graph(floats(2, 3, 50, 32), floats(2, 3, 50, 32), floats(2, 3, 50, 32))
def attention(q, k, v):
    scores = q @ k.transpose(-1, -2) / math.sqrt(32)
    i = torch.arange(50, device=q.device)
    slope = torch.exp2(-torch.arange(1, 4, device=q.device).float())[:, None, None]
    scores = 20 * torch.tanh(scores / 20) - slope * (i[:, None] - i).abs()
    scores = scores.masked_fill(i[:, None] < i, -math.inf)
    return torch.softmax(scores, -1) @ v


@graph(half(6, 1, 64), half(6, 130, 64), half(6, 130, 64), tolerance=4)
def attention_of_one_token(q, k, v):
    """No product of matrices is left: Inductor multiplies and sums."""
    p = torch.softmax((q.float() * k.float()).sum(-1) / 8, -1)
    return (p[:, :, None] * v.float()).sum(1).half()


@graph(brain(48, 2, 320, grad=True), brain(48, 320), tolerance=8)
def swiglu(x, g):
    y = F.silu(x[:, 0].float()).to(torch.bfloat16) * x[:, 1]
    return gradients(y, (x,), g)


@graph(floats(40, 128), floats(256, 128), floats(256), floats(128, 256))
def mlp(x, a, b, c):
    return F.gelu(F.linear(x, a, b)) @ c.t() + x


# Random numbers: of the seed that Inductor draws, so only what is true of any is checked.


def check_dropout(outputs, inputs):
    (kept, uniform, normal), (x,) = outputs, inputs
    rate = (kept != 0).float().mean().item()
    right = torch.where(kept != 0, x / 0.75, 0.0)
    return (
        abs(rate - 0.75) < 0.02 and torch.allclose(kept, right) and 0 <= uniform.min() and uniform.max() < 1
        and abs(uniform.mean().item() - 0.5) < 0.02 and abs(normal.std().item() - 1) < 0.05
    )  # fmt: skip


@graph(floats(20000), check=check_dropout)
def dropout(x):
    return F.dropout(x, 0.25), torch.rand_like(x), torch.randn_like(x)


# Narrow and ragged data.


@graph(integers(0, 256, 64, 96, dtype=torch.uint8), half(64, 6), half(5, 192), tolerance=4)
def four_bit_weights(packed, scales, x):
    """A product of few rows: no tensor core, a sum over the unpacked weights."""
    w = torch.stack([packed & 15, packed >> 4], -1).flatten(1).to(torch.float32) - 8
    w = (w.unflatten(1, (6, 32)) * scales[:, :, None].float()).flatten(1)
    return (x[:, None, :].float() * w).sum(-1).half(), w.to(torch.float16)


@graph(floats(500, 33), integers(0, 12, 500), integers(1, 50, 12))
def ragged_rows(x, row, lengths):
    starts = lengths.cumsum(0) - lengths
    i = starts[:, None] + torch.arange(50, device=x.device)
    inside = (torch.arange(50, device=x.device) < lengths[:, None]) & (i < 500)
    y = torch.where(inside[:, :, None], x[i.clamp(max=499)], 0.0)
    return y.sum(1) / lengths[:, None], x * lengths[row][:, None]


# Images.


@graph(floats(2, 3, 17, 19))
def resize(x):
    return (
        F.interpolate(x, scale_factor=2, mode="nearest"),
        F.interpolate(x, size=(40, 31), mode="bilinear", align_corners=False),
        F.interpolate(x, size=(25, 25), mode="bicubic", align_corners=True),
        F.pixel_shuffle(x.repeat(1, 4, 1, 1), 2),
    )


@graph(floats(2, 4, 22, 26, grad=True), floats(2, 4, 11, 13))
def pooling(x, g):
    return (*gradients(F.max_pool2d(x, 2), (x,), g), F.avg_pool2d(x, 3, 2, 1), F.adaptive_avg_pool2d(x, (5, 7)))


@graph(floats(2, 3, 12, 14), floats(2, 9, 11, 2, scale=0.6))
def grid_sample(x, where):
    return F.grid_sample(x, where, align_corners=False), F.grid_sample(x, where, padding_mode="border", align_corners=True)


@graph(floats(2, 8, 20, 24), floats(8, 3, 3), floats(8))
def depthwise_convolution(x, w, b):
    x = F.pad(x, (1, 1, 1, 1), mode="reflect")
    y = sum(x[:, :, i : i + 20, j : j + 24] * w[:, i, j, None, None] for i in range(3) for j in range(3))
    return F.hardswish(y + b[:, None, None])


# Optimizers.


@graph(*[f(n) for f in (floats, floats, floats, positive) for n in (1000, 77, 4096)])
def adam_foreach(*tensors):
    p, g, m, v = (list(tensors[i : i + 3]) for i in (0, 3, 6, 9))
    m = torch._foreach_add(torch._foreach_mul(m, 0.9), g, alpha=0.1)
    v = torch._foreach_add(torch._foreach_mul(v, 0.999), torch._foreach_mul(g, g), alpha=0.001)
    root = torch._foreach_add(torch._foreach_div(torch._foreach_sqrt(v), 0.03), 1e-8)
    p = torch._foreach_mul(p, 1 - 1e-4)
    p = torch._foreach_addcdiv(p, m, root, value=-1e-3)
    return (*p, *m, *v)


@graph(brain(3000), floats(3000), brain(3000), floats(3000), positive(3000), tolerance=2)
def adam_in_place(low, master, g, m, v):
    m.mul_(0.9).add_(g.float(), alpha=0.1)
    v.mul_(0.999).addcmul_(g.float(), g.float(), value=0.001)
    master.sub_(1e-3 * m / (v.sqrt() + 1e-8))
    low.copy_(master)
    return (low + 0,)


@graph(floats(2000), floats(2000), floats(2000), floats(31, 65))
def lion(p, g, m, other):
    p.sub_(1e-3 * (torch.sign(0.9 * m + 0.1 * g) + 0.01 * p))
    m.lerp_(g, 0.01)
    return (torch.lerp(other, other.flip(0), 0.3), torch.where(g.isfinite(), p, m))


@graph(floats(5000), floats(300, 7), floats(64))
def clip_gradients(a, b, c):
    norm = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(t) for t in (a, b, c)]))
    scale = (1.0 / (norm + 1e-6)).clamp(max=1.0)
    return a * scale, b * scale, c * scale, norm


# Other ways in which Inductor writes kernels.


@graph(floats(37, 200), floats(200), dynamic=True)
def dynamic_softmax(x, w):
    return torch.softmax(x * w, -1), x.sum(0), x.transpose(0, 1).contiguous()


@graph(brain(23, 90), integers(0, 23, 41), dynamic=True, tolerance=8)
def dynamic_gather(x, i):
    y = x[i]
    return F.layer_norm(y.float(), (y.shape[-1],)), torch.cat([y, y * 2], 1), y.shape[0] * y.float().mean()


@graph(floats(100, 70), floats(3000), half(900), integers(0, 9, 50, 50), combo_kernels=True)
def combined_kernels(a, b, c, d):
    """Unrelated work in one kernel."""
    return a.sum(1), torch.sin(b) * 2, c.float().exp(), d.cumsum(1), d.amax(0), F.relu(a).t().contiguous()


@graph(floats(96, 256), floats(256), least_sm=90, triton__use_tensor_descriptor=True, assume_aligned_inputs=True)
def tensor_descriptors(x, w):
    return F.relu(x * w), (x * 2).sum(1), x + x


@graph(floats(64, 400), floats(400), least_sm=90, triton__enable_pdl=True)
def dependent_launches(x, w):
    y = torch.softmax(x * w, -1)
    return y.sum(0) * 2, F.layer_norm(x, (400,), w)


@graph(floats(16, 24, 40), triton__prefer_nd_tiling=True, triton__max_tiles=3, triton__tile_reductions=True)
def tiles(x):
    return x.permute(2, 0, 1).contiguous() + 1, x.permute(1, 0, 2).sum((1, 2)), x.permute(0, 2, 1).exp()
