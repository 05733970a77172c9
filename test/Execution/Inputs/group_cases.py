"""Products of warp groups (wgmma): the PTX interpreter, and with --ptxas the machine
on ptxas's code, against sums made here.

Each kernel runs 128 threads. They copy the images of a and b to shared memory,
multiply, and write their accumulators. The matrices hold small whole numbers, so that
all sums are exact."""

import argparse
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import engines, run  # noqa: E402


# ===----------------------------------------------------------------------===#
# Elements
# ===----------------------------------------------------------------------===#

SMALL = {"e4m3": [0, 0x38, 0x40, 0x44, 0x48], "e5m2": [0, 0x3C, 0x40, 0x42, 0x44]}
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8,
        "b1": 1, "s32": 32}


def encode(kind, v):
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", v))[0]
    if kind in ("f32", "tf32"):
        return struct.unpack("<I", struct.pack("<f", v))[0]
    if kind == "bf16":
        return encode("f32", v) >> 16
    if kind in SMALL:
        return SMALL[kind][abs(v)] | (0x80 if v < 0 else 0)
    return v & ((1 << BITS[kind]) - 1)


def value(kind, rng):
    if kind == "b1":
        return rng.randint(0, 1)
    if kind == "u8":
        return rng.randint(0, 255)
    if kind == "s8":
        return rng.randint(-128, 127)
    return rng.randint(-4, 4)


# ===----------------------------------------------------------------------===#
# Images of matrices in shared memory
# ===----------------------------------------------------------------------===#

class Image:
    """`outer` rows of a (columns of b) by `depth` elements. `swizzle` is the width of
    a row of the pattern in bytes, 0 without."""

    def __init__(self, kind, outer, depth, swizzle, transposed):
        self.bits, self.swizzle, self.transposed = BITS[kind], swizzle, transposed
        width = swizzle or 16
        self.per = width * 8 // self.bits  # elements in a row of the pattern
        atom = 8 * width
        fast, slow = (outer, depth) if transposed else (depth, outer)
        across, down = -(-fast // self.per), -(-slow // 8)
        # Atoms go down first; across is the other distance.
        self.down, self.across = atom, atom * down
        self.bytes = bytearray(atom * down * across)
        swap = transposed and not swizzle
        leading, stride = (self.down, self.across) if swap else (self.across, self.down)
        mode = {0: 0, 128: 1, 64: 2, 32: 3}[swizzle]
        self.descriptor = leading >> 4 << 16 | stride >> 4 << 32 | mode << 62

    def offset(self, outer, k):
        fast, slow = (outer, k) if self.transposed else (k, outer)
        width = self.swizzle or 16
        bit = fast % self.per * self.bits
        at = (fast // self.per * self.across + slow // 8 * self.down + slow % 8 * width
              + bit // 8)
        if self.swizzle:
            at ^= (at // 128 % 8 & (self.swizzle // 16 - 1)) * 16
        return at, bit % 8

    def put(self, outer, k, bits):
        at, low = self.offset(outer, k)
        if self.bits < 8:
            self.bytes[at] |= bits << low
            return
        self.bytes[at:at + self.bits // 8] = bits.to_bytes(self.bits // 8, "little")

    def start(self, k):
        """The bytes before depth k, without what the swizzle does."""
        fast, slow = (0, k) if self.transposed else (k, 0)
        return (fast // self.per * self.across + fast % self.per * self.bits // 8
                + slow // 8 * self.down)


# ===----------------------------------------------------------------------===#
# Kernels
# ===----------------------------------------------------------------------===#

KERNEL = """
.visible .entry {name}(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pout,
                       .param .u64 pmeta, .param .u32 pscale)
.reqntid 128
{{
  .reg .b64 %a, %b, %c, %out, %meta, %da, %db, %x;
  .reg .b32 %t, %i, %s, %q<4>, %r<4>, %e, %scale;
  .reg .{acc} %d<{regs}>;
  .reg .pred %p, %more, %last;
  .shared .align 1024 .b8 sa[{sa}];
  .shared .align 1024 .b8 sb[{sb}];
  ld.param.u64 %a, [pa];
  ld.param.u64 %b, [pb];
  ld.param.u64 %c, [pc];
  ld.param.u64 %out, [pout];
  ld.param.u64 %meta, [pmeta];
  ld.param.u32 %scale, [pscale];
  setp.ne.u32 %p, %scale, 0;
  setp.ne.u32 %last, %scale, 2;
  mov.u32 %t, %tid.x;
  mad.wide.u32 %c, %t, {bytes}, %c;
  mad.wide.u32 %out, %t, {bytes}, %out;
  mad.wide.u32 %meta, %t, 4, %meta;
  ld.global.b32 %e, [%meta];
{copies}
{loads}
  fence.proxy.async;
  bar.sync 0;
  wgmma.fence.sync.aligned;
{products}
{wait}
{stores}
  ret;
}}
"""
COPY = """  shl.b32 %i, %t, 4;
{name}_{m}:
  setp.lt.u32 %more, %i, {size};
  @!%more bra {name}_{m}_done;
  cvt.u64.u32 %x, %i;
  add.u64 %x, %{m}, %x;
  ld.global.v4.b32 {{%q0, %q1, %q2, %q3}}, [%x];
  mov.u32 %s, s{m};
  add.u32 %s, %s, %i;
  st.shared.v4.b32 [%s], {{%q0, %q1, %q2, %q3}};
  add.u32 %i, %i, 2048;
  bra {name}_{m};
{name}_{m}_done:
"""
DESCRIPTOR = """  mov.u32 %s, s{m};
  cvt.u64.u32 %x, %s;
  add.u64 %x, %x, {start};
  and.b64 %x, %x, 0x3ffff;
  shr.u64 %x, %x, 4;
  or.b64 %d{m}, %x, {rest};
"""


class Case:
    def __init__(self, name, n, d, a, b, swizzle=(0, 0), transpose=(0, 0), negate=(1, 1),
                 registers=False, steps=1, scale=1, sparse=False, selector=0, sat="",
                 wait=0, groups=False, guard=""):
        self.name, self.n, self.d, self.a, self.b = name, n, d, a, b
        self.negate, self.registers, self.steps, self.scale = negate, registers, steps, scale
        self.sparse, self.selector, self.sat, self.wait = sparse, selector, sat, wait
        # The guard of the last step, which holds for one of the two.
        assert guard in ("", "@%last", "@!%last") and (groups or not guard)
        self.guard = guard
        self.waited = steps - wait
        self.groups = groups
        self.k = {16: 16, 32: 8, 8: 32, 1: 256}[BITS[a]]  # stored columns of a
        self.depth = self.k * (2 if sparse else 1)
        rng = random.Random(name)
        self.A = Image(a, 64, self.k * steps, swizzle[0], transpose[0])
        self.B = Image(b, n, self.depth * steps, swizzle[1], transpose[1])
        self.am = [[value(a, rng) for _ in range(self.k * steps)] for _ in range(64)]
        self.bm = [[value(b, rng) for _ in range(self.depth * steps)] for _ in range(n)]
        for m, image, kind in ((self.am, self.A, a), (self.bm, self.B, b)):
            for i, row in enumerate(m):
                for k, v in enumerate(row):
                    image.put(i, k, encode(kind, v))
        low, high = ((1 << 31) - 3000, (1 << 31) - 1) if sat else (-9, 9)
        self.cm = [[rng.randint(low, high) for _ in range(n)] for _ in range(64)]
        self.transpose = transpose
        # Which column each stored element has, the same in every step.
        self.columns = [[self.choose(rng, row) for row in range(16)] for _ in range(4)]
        self.per = 2 if d == "f16" else 1
        self.regs = n // 2 // self.per

    def choose(self, rng, row):
        """The columns of the stored elements of a row, ascending in each chunk."""
        if not self.sparse:
            return list(range(self.k))
        chunk = 2 if BITS[self.a] == 32 else 4
        return [c + i for c in range(0, self.depth, chunk)
                for i in sorted(rng.sample(range(chunk), chunk // 2))]

    def metadata(self):
        """One word of each thread: PTX ISA, the metadata of sparse wgmma."""
        words = [0] * 128
        if not self.sparse:
            return words
        bits = BITS[self.a]
        for warp in range(4):
            for row in range(16):
                for s, column in enumerate(self.columns[warp][row]):
                    thread = warp * 32 + row % 8 * 4
                    if bits == 32:  # 4 bits an element, 4 elements a thread of a row
                        code, at = (0b1110 if column % 2 else 0b0100), s % 4 * 4
                        words[thread + 2 * self.selector + s // 4] |= code << at + row // 8 * 16
                    elif bits == 16:  # 2 bits an element, 8 elements of a row
                        at = s % 8 * 2 + row // 8 * 16
                        words[thread + 2 * self.selector + s // 8] |= column % 4 << at
                    else:  # 16 elements of a row
                        words[thread + s // 16 * 2 + row // 8] |= column % 4 << s % 16 * 2
        return words

    def text(self):
        acc = "f32" if self.d == "f32" else "b32"
        products = ""
        names = "{" + ", ".join("%%d%d" % i for i in range(self.regs)) + "}"
        for step in range(self.steps):
            a = "%da"
            if self.registers:
                a = "{%r0, %r1, %r2, %r3}"
                per = 32 // BITS[self.a]
                for r in range(4):
                    # Register r: row g + 8 (r % 2), 4 per columns from 4 per (r / 2) on.
                    products += "  ld.global.b32 %%r%d, [%%a+%d];\n" % (
                        r, (step * 4 + r) * 4)
            else:
                products += DESCRIPTOR.format(m="a", start=self.A.start(step * self.k),
                                              rest=hex(self.A.descriptor))
            products += DESCRIPTOR.format(m="b", start=self.B.start(step * self.depth),
                                          rest=hex(self.B.descriptor))
            extra = ", %%e, %d" % self.selector if self.sparse else ""
            tail = ""
            if self.d != "s32":
                tail = ", %d, %d" % self.negate
                if BITS[self.a] == 16:
                    tail += "" if self.registers else ", %d" % self.transpose[0]
                    tail += ", %d" % self.transpose[1]
            guard = self.guard + " " if step == self.steps - 1 and self.guard else ""
            if guard:
                products += "  %swgmma.fence.sync.aligned;\n" % guard
            products += ("  %swgmma.mma_async%s.sync.aligned.m64n%dk%d%s.%s.%s.%s%s %s, %s, %%db%s, "
                         "%%p%s;\n" % (guard, ".sp" if self.sparse else "", self.n, self.depth, self.sat,
                                       self.d, self.a, self.b,
                                       ".and.popc" if self.a == "b1" else "", names, a, extra,
                                       tail))
            if step == 0 and self.steps > 1:
                products += "  setp.eq.u32 %p, %t, %t;\n"
            if self.groups:
                products += "  %swgmma.commit_group.sync.aligned;\n" % guard
            if guard:
                products += "  %swgmma.wait_group.sync.aligned 0;\n" % guard
        if not self.groups:
            products += "  wgmma.commit_group.sync.aligned;\n"
        copies = COPY.format(name=self.name, m="b", size=len(self.B.bytes))
        if self.registers:
            copies += "  mad.wide.u32 %%a, %%t, %d, %%a;\n" % (16 * self.steps)
        else:
            copies += COPY.format(name=self.name, m="a", size=len(self.A.bytes))
        return KERNEL.format(
            name=self.name, acc=acc, regs=self.regs, sa=len(self.A.bytes), sb=len(self.B.bytes),
            bytes=self.regs * 4, copies=copies, products=products, 
            wait="  wgmma.wait_group.sync.aligned %d;" % self.wait,
            loads="".join("  ld.global.%s %%d%d, [%%c+%d];\n" % (acc, i, 4 * i)
                          for i in range(self.regs)),
            stores="".join("  st.global.%s [%%out+%d], %%d%d;\n" % (acc, 4 * i, i)
                           for i in range(self.regs)))

    def fragments(self, m):
        """The words of all threads that hold a matrix of 64 by n."""
        words = [0] * (128 * self.regs)
        for row in range(64):
            for column in range(self.n):
                thread = row // 16 * 32 + row % 8 * 4 + column % 8 // 2
                i = column // 8 * 4 + row % 16 // 8 * 2 + column % 2
                bits = encode(self.d, m[row][column])
                shift = i % self.per * 16
                words[thread * self.regs + i // self.per] |= bits << shift
        return b"".join(w.to_bytes(4, "little") for w in words)

    def registers_of_a(self):
        per = 32 // BITS[self.a]
        words = [0] * (128 * 4 * self.steps)
        for row in range(64):
            for k, v in enumerate(self.am[row]):
                step, k = divmod(k, self.k)
                r = k // (4 * per) * 2 + row % 16 // 8
                thread = row // 16 * 32 + row % 8 * 4 + k // per % 4
                words[(thread * self.steps + step) * 4 + r] |= (
                    encode(self.a, v) << k % per * BITS[self.a])
        return b"".join(w.to_bytes(4, "little") for w in words)

    def expected(self, engine, waits_for_all):
        """What the threads read. Behind a wait that leaves the last group under way the
        machine's registers have the sum before; the interpreter's values are marks."""
        if self.waited < self.steps and engine == "interpreter":
            return b"".join((0x7FFFDA00 | i).to_bytes(4, "little") for i in range(self.regs)) * 128
        # ptxas -O0 and our compiler wait for all of their own accord.
        waited = self.steps if waits_for_all else self.waited
        if self.guard == ("@%last" if self.scale == 2 else "@!%last"):
            waited -= 1
        sign = self.negate[0] * self.negate[1]
        result = []
        for row in range(64):
            columns = self.columns[row // 16][row % 16]
            line = []
            for column in range(self.n):
                b = self.bm[column]
                total = self.cm[row][column] if self.scale else 0
                for step in range(waited):
                    part = sum(self.am[row][step * self.k + s] * b[step * self.depth + c]
                               for s, c in enumerate(columns))
                    total += sign * part
                    if self.sat:
                        total = max(-(1 << 31), min((1 << 31) - 1, total))
                line.append(total)
            result.append(line)
        return self.fragments(result)

    def arguments(self, tmp):
        files = {"a": self.registers_of_a() if self.registers else bytes(self.A.bytes),
                 "b": bytes(self.B.bytes), "c": self.fragments(self.cm),
                 "e": b"".join(w.to_bytes(4, "little") for w in self.metadata())}
        for key, data in files.items():
            with open(os.path.join(tmp, key), "wb") as f:
                f.write(data)
        size = 128 * self.regs * 4
        out = os.path.join(tmp, "out")
        return out, ["--kernel=" + self.name, "--block=128",
                     "--arg=buf:file," + os.path.join(tmp, "a"),
                     "--arg=buf:file," + os.path.join(tmp, "b"),
                     "--arg=buf:file," + os.path.join(tmp, "c"),
                     "--arg=buf:zero,%d:out=%s" % (size, out),
                     "--arg=buf:file," + os.path.join(tmp, "e"), "--arg=u32:%d" % self.scale]


def cases():
    # Every type, with a in shared memory and in registers.
    for d, a, b in (("f32", "f16", "f16"), ("f16", "f16", "f16"), ("f32", "bf16", "bf16"),
                    ("f32", "tf32", "tf32"), ("f32", "e4m3", "e4m3"), ("f16", "e4m3", "e5m2"),
                    ("f32", "e5m2", "e4m3"), ("f16", "e5m2", "e5m2"), ("s32", "s8", "s8"),
                    ("s32", "u8", "u8"), ("s32", "s8", "u8"), ("s32", "u8", "s8"),
                    ("s32", "b1", "b1")):
        name = "%s_%s_%s" % (d, a, b)
        yield Case(name, 24, d, a, b, (128, 64), steps=2)
        yield Case(name + "_r", 16, d, a, b, (0, 32), registers=True)
        if a != "b1":
            yield Case(name + "_sp", 16, d, a, b, (128, 128), sparse=True, steps=2)
            yield Case(name + "_sp_r", 8, d, a, b, (0, 128), sparse=True, registers=True)
    for a in ("f16", "bf16", "tf32"):
        yield Case("selector_" + a, 8, "f32", a, a, (64, 64), sparse=True, selector=1)
    yield Case("satfinite", 8, "s32", "s8", "u8", sat=".satfinite")
    # Swizzles, both ways of lying, of both matrices.
    for swizzle in (0, 32, 64, 128):
        for ta in (0, 1):
            for tb in (0, 1):
                yield Case("layout_%d_%d%d" % (swizzle, ta, tb), 40, "f32", "f16", "f16",
                           (swizzle, swizzle), (ta, tb), steps=2)
        yield Case("bytes_%d" % swizzle, 16, "s32", "s8", "s8", (swizzle, swizzle), steps=2)
        yield Case("sparse_%d" % swizzle, 16, "f32", "bf16", "bf16", (swizzle, swizzle), (1, 1),
                   sparse=True, steps=2)
        yield Case("words_%d" % swizzle, 16, "f32", "tf32", "tf32", (swizzle, swizzle), steps=2)
    # The widest, signs, d = a * b, groups of their own.
    yield Case("wide", 256, "f32", "bf16", "bf16", (128, 128), (0, 1))
    for sa in (1, -1):
        for sb in (1, -1):
            yield Case("sign_%d_%d" % (sa < 0, sb < 0), 8, "f16", "f16", "f16", negate=(sa, sb))
            yield Case("sign_r_%d_%d" % (sa < 0, sb < 0), 8, "f32", "bf16", "bf16",
                       negate=(sa, sb), registers=True)
    yield Case("no_c", 16, "f32", "f16", "f16", scale=0, steps=2)
    yield Case("groups", 16, "f32", "f16", "f16", (128, 128), steps=4, groups=True)
    # The last step under a guard that holds, or does not.
    for guard, kind in (("@%last", "if"), ("@!%last", "unless")):
        for scale in (1, 2):
            for registers in (False, True):
                yield Case("guarded_%s_%d%s" % (kind, scale, "_r" * registers), 16, "f32", "f16",
                           "f16", (0 if registers else 128, 128), steps=3, groups=True,
                           scale=scale, registers=registers, guard=guard)
        yield Case("guarded_sparse_" + kind, 8, "f16", "f16", "f16", (128, 128), sparse=True,
                   steps=2, groups=True, guard=guard)
    # A wait that is not enough.
    yield Case("late", 16, "f32", "f16", "f16", (128, 128), steps=3, groups=True, wait=1)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tmp", required=True)
    p.add_argument("--ptxas", action="store_true")
    p.add_argument("--optxas", action="store_true", help="or our compiler, for sm_90a")
    p.add_argument("--only", default="")
    o = p.parse_args()
    os.makedirs(o.tmp, exist_ok=True)
    chosen = [c for c in cases() if o.only in c.name]
    ptx = os.path.join(o.tmp, "cases.ptx")
    with open(ptx, "w") as f:
        f.write(".version 8.4\n.target sm_90a\n.address_size 64\n")
        f.write("".join(c.text() for c in chosen))
    chosen_engines = engines(ptx, "sm_90a", ("O3", "O0") if o.ptxas or o.optxas else (),
                          compiler="optxas" if o.optxas else "ptxas")
    bad = 0
    for case in chosen:
        out, arguments = case.arguments(o.tmp)
        for engine, command in chosen_engines:
            want = case.expected(engine, o.optxas or engine == "O0")
            code, text = run(*command, *arguments)
            got = b"" if code else open(out, "rb").read()
            if code:
                print("%s: %s: DIFFERENT: %s" % (case.name, engine, text.strip()))
            elif got != want:
                wrong = [i for i in range(0, len(want), 4) if want[i:i + 4] != got[i:i + 4]]
                i = wrong[0]
                print("%s: %s: DIFFERENT in %d of %d words; word %d is %s, not %s"
                      % (case.name, engine, len(wrong), len(want) // 4, i // 4,
                         got[i:i + 4][::-1].hex(), want[i:i + 4][::-1].hex()))
            bad += code != 0 or got != want
    print("%d kernels, %d runs, %d different" % (len(chosen), len(chosen) * len(chosen_engines), bad))


if __name__ == "__main__":
    main()
