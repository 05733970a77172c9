"""Atomics of 16 bits, of vectors and of 128 bits: the PTX interpreter, with --optxas the machine
on our code (--ptxas: on ptxas's), against results computed here. The threads of a block add
small whole numbers, so that their order does not matter."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

THREADS = 32
HEAD = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout){cluster}
{{
  .reg .b64 %in, %out, %a, %d<9>;
  .reg .b128 %q<4>;
  .reg .b32 %t, %i, %r<17>;
  .reg .b16 %h<17>;
  .reg .pred %p;
  .shared .align 16 .b8 {name}_sm[512];
  .local .align 16 .b8 own[16];
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %a, %t, 16;
  add.u64 %in, %in, %a;
{body}
  ret;
}}
"""


def half(kind, v):
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", v))[0]
    return struct.unpack("<I", struct.pack("<f", v))[0] >> 16


class Case:
    options = ("--block=32",)

    def __init__(self, name, body, words, want, cluster=""):
        """`words(t)`: 16 bytes of input of each thread; `want`: the bytes that are written."""
        self.name, self.body, self.words, self.want, self.cluster = name, body, words, want, cluster

    def text(self):
        return HEAD.format(name=self.name, body=self.body.replace("NAME", self.name),
                           cluster=self.cluster)

    def input(self):
        return b"".join(self.words(t) for t in range(THREADS))

    def expected(self):
        return self.want


# Where the half is: each space has a place that all threads share and that begins with zeros.
PLACES = {
    "global": ("", ".global", "%out", ""),
    "shared": ("  mov.u32 %i, NAME_sm;\n  st.shared.b32 [%i], 0;\n  st.shared.b32 [%i+4], 0;\n"
               "  bar.sync 0;\n", ".shared", "%i",
               "  bar.sync 0;\n  ld.shared.v2.b32 {%r1, %r2}, [%i];\n"
               "  st.global.v2.b32 [%out], {%r1, %r2};\n"),
    "generic": ("  mov.u64 %a, NAME_sm;\n  cvta.shared.u64 %a, %a;\n  st.b64 [%a], 0;\n  bar.sync 0;\n",
                "", "%a", "  bar.sync 0;\n  ld.b64 %d1, [%a];\n  st.global.b64 [%out], %d1;\n"),
    "open": ("  mov.u64 %a, %out;\n", "", "%a", ""),
}


def sums(kind, what, place):
    """Odd threads add to the upper half of a word, even ones to the lower one, every third not."""
    before, space, address, after = PLACES[place]
    rng = random.Random(kind + what + place)
    numbers = [rng.randrange(-3, 4) for _ in range(THREADS)]
    body = before + "  ld.global.b16 %h1, [%in];\n  rem.u32 %r1, %t, 3;\n  setp.ne.u32 %p, %r1, 0;\n"
    body += "  and.b32 %r2, %t, 1;\n  mul.lo.u32 %r2, %r2, 2;\n"
    if address == "%i":
        body += "  add.u32 %r3, %i, %r2;\n"
    else:
        body += "  cvt.u64.u32 %d2, %r2;\n  add.u64 %d3, {0}, %d2;\n".replace("{0}", address)
    at = "%r3" if address == "%i" else "%d3"
    instruction = "%s%s.add.noftz.%s" % (what, space, kind)
    body += "  @%%p %s %s[%s+4], %%h1;\n" % (instruction, "%h2, " if what == "atom" else "", at)
    total = [sum(n for t, n in enumerate(numbers) if t % 2 == h and t % 3) for h in (0, 1)]
    want = struct.pack("<IHH", 0, half(kind, float(total[0])), half(kind, float(total[1])))
    return Case("_".join((what, kind, place)), body + after,
                lambda t: struct.pack("<H14x", half(kind, float(numbers[t]))), want)


def swaps(place):
    """Each thread counts up by compare and swap of 16 bits until it was the one."""
    before, space, address, after = PLACES[place]
    body = before + """  ld{0}.b16 %h1, [{1}+2];
NAME_again:
  add.u16 %h2, %h1, 3;
  atom{0}.cas.b16 %h3, [{1}+2], %h1, %h2;
  setp.eq.u16 %p, %h3, %h1;
  mov.b16 %h1, %h3;
  @!%p bra NAME_again;
""".replace("{0}", space).replace("{1}", address) + after
    return Case("cas_" + place, body, lambda t: bytes(16), struct.pack("<HHI", 0, 3 * THREADS, 0))


def local(kind):
    """Of local memory: what was there and what is there now."""
    add = "atom.add.noftz.%s %%h3, [%%a+2], %%h1" % kind if kind != "cas" else \
        "atom.cas.b16 %h3, [%a+2], %h1, %h2"
    body = """  ld.global.v4.b16 {%h1, %h2, %h4, %h5}, [%in];
  mov.u64 %a, own;
  cvta.local.u64 %a, %a;
  st.local.v2.b16 [own], {%h4, %h5};
  ADD;
  ld.local.v2.b16 {%h6, %h7}, [own];
  mul.wide.u32 %d1, %t, 8;
  add.u64 %out, %out, %d1;
  mov.b16 %h8, 0;
  st.global.v4.b16 [%out], {%h3, %h6, %h7, %h8};
""".replace("ADD", add)
    words, out = [], b""
    for t in range(THREADS):
        x, y = float(t % 5 - 2), float(t % 7)
        if kind == "cas":
            old = t * 77
            given = old if t % 2 else old + 1
            words.append(struct.pack("<HHHH8x", given, 999, 5, old))
            out += struct.pack("<HHHH", old, 5, 999 if t % 2 else old, 0)
        else:
            words.append(struct.pack("<HHHH8x", half(kind, x), 0, 5, half(kind, y)))
            out += struct.pack("<HHHH", half(kind, y), 5, half(kind, x + y), 0)
    return Case("local_" + kind, body, lambda t: words[t], out)


def far(kind):
    """In the shared memory of the next block of the cluster."""
    body = """  mov.u32 %i, NAME_sm;
  st.shared.b32 [%i], 0;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  mov.u32 %r1, %cluster_ctarank;
  xor.b32 %r1, %r1, 1;
  mapa.shared::cluster.u32 %r2, %i, %r1;
  ld.global.b16 %h1, [%in];
  red.shared::cluster.add.noftz.KIND [%r2+2], %h1;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  ld.shared.b32 %r3, [%i];
  mul.wide.u32 %d1, %r1, 4;
  add.u64 %out, %out, %d1;
  st.global.b32 [%out], %r3;
""".replace("KIND", kind)
    case = Case("far_" + kind, body, lambda t: struct.pack("<H14x", half(kind, float(t % 4))),
                struct.pack("<HHHH", *(0, half(kind, 48.0)) * 2), " .reqnctapercluster 2, 1, 1")
    case.options = ("--block=32", "--grid=2", "--cluster=2,1,1")
    return case


def pairs(kind, place):
    before, space, address, after = PLACES[place]
    body = before + "  ld.global.b32 %r3, [%in];\n"
    body += "  red%s.add.noftz.%sx2 [%s], %%r3;\n" % (space, kind, address) + after
    return Case("pair_%s_%s" % (kind, place), body,
                lambda t: struct.pack("<HH12x", half(kind, float(t % 3)), half(kind, -1.0)),
                struct.pack("<HHI", half(kind, 31.0), half(kind, -32.0), 0))


def vectors():
    """All threads add to one vector; the old values of one thread alone are known."""
    for kind, count, register in (("f32", 2, "%r"), ("f32", 4, "%r"), ("f16", 2, "%h"), ("f16", 4, "%h"),
                                  ("f16", 8, "%h"), ("bf16", 4, "%h"), ("f16x2", 2, "%r"),
                                  ("bf16x2", 4, "%r")):
        single = kind[:-2] if kind.endswith("x2") else kind
        elements = count * (2 if kind.endswith("x2") else 1)
        list_ = "{%s}" % ", ".join("%s%d" % (register, k) for k in range(1, count + 1))
        old = "{%s}" % ", ".join("%s%d" % (register, k) for k in range(count + 1, 2 * count + 1))
        bits = 32 if kind == "f32" else 16
        code = (lambda v: struct.unpack("<I", struct.pack("<f", v))[0]) if bits == 32 else (
            lambda v, s=single: half(s, v))
        pack = "<%d%s" % (elements, "I" if bits == 32 else "H")
        load = "b32" if register == "%r" else "b16"
        noftz = "" if bits == 32 else ".noftz"
        load_text = "  ld.global.v%d.%s %s, [%%in];\n" % (min(count, 4), load, list_) if count < 8 else (
            "  ld.global.v4.b16 {%h1, %h2, %h3, %h4}, [%in];\n"
            "  ld.global.v4.b16 {%h5, %h6, %h7, %h8}, [%in+8];\n")
        ops = ("add", "min", "max") if bits == 16 else ("add",)
        for op in ops:
            body = load_text + "  red.global.%s%s.v%d.%s [%%out], %s;\n" % (
                op, noftz, count, kind, list_)
            body += "  setp.eq.u32 %%p, %%t, 0;\n  @%%p atom.global.%s%s.v%d.%s %s, [%%out+16], %s;\n" % (
                op, noftz, count, kind, old, list_)
            values = [[float((t * 5 + e * 3) % 7 - 3) for e in range(elements)] for t in range(THREADS)]
            fold = {"add": sum, "min": min, "max": max}[op]
            first = [fold([0.0] + [values[t][e] for t in range(THREADS)]) for e in range(elements)]
            second = [fold([0.0, values[0][e]]) for e in range(elements)]
            size = elements * bits // 8
            want = (struct.pack(pack, *map(code, first)) + bytes(16 - size) +
                    struct.pack(pack, *map(code, second)) + bytes(16 - size))
            data = [struct.pack(pack, *map(code, v)) + bytes(16 - size) for v in values]
            yield Case("vector_%s_%s_%d" % (op, kind, count), body.replace("%%", "%"),
                       lambda t, d=data: d[t], want)


def wide(place):
    """128 bits: every thread puts its number in and gets that of another one."""
    before, space, address, after = PLACES[place]
    if place == "shared":
        before = "  mov.u32 %i, NAME_sm;\n  st.shared.v2.b64 [%i], {0, 0};\n  bar.sync 0;\n"
    elif place == "generic":
        before = "  mov.u64 %a, NAME_sm;\n  cvta.shared.u64 %a, %a;\n  st.v2.b64 [%a], {0, 0};\n  bar.sync 0;\n"
    body = before + """  ld.global.v2.b64 {%d1, %d2}, [%in];
  setp.eq.u32 %p, %t, 0;
  mov.b128 %q1, {%d1, %d2};
  mov.b64 %d3, 0;
  mov.b128 %q2, {%d3, %d3};
  @%p atomSPACE.exch.b128 %q0, [ADDRESS], %q1;
  bar.sync 0;
  setp.eq.u32 %p, %t, 1;
  mov.b128 %q3, {%d4, %d5};
  @%p ld.global.v2.b64 {%d4, %d5}, [%in+-16];
  mov.b128 %q3, {%d4, %d5};
  @%p atomSPACE.cas.b128 %q2, [ADDRESS], %q3, %q1;
  bar.sync 0;
  @!%p bra NAME_end;
  mov.b128 {%d6, %d7}, %q2;
  st.global.v2.b64 [%out+16], {%d6, %d7};
  ldSPACE.v2.b64 {%d6, %d7}, [ADDRESS];
  st.global.v2.b64 [%out+32], {%d6, %d7};
NAME_end:
""".replace("SPACE", space).replace("ADDRESS", address)
    numbers = [struct.pack("<QQ", t * 1234567890123 + 5, t * 77) for t in range(THREADS)]
    first = numbers[1] if place in ("global", "open") else bytes(16)
    return Case("wide_" + place, body, lambda t: numbers[t], first + numbers[0] + numbers[1])


def cases():
    for kind in ("f16", "bf16"):
        for place in PLACES:
            yield sums(kind, "red", place)
            yield pairs(kind, place)
        yield sums(kind, "atom", "global")
        yield sums(kind, "atom", "shared")
        yield local(kind)
        yield far(kind)
    yield local("cas")
    for place in PLACES:
        yield swaps(place)
        yield wide(place)
    yield from vectors()


if __name__ == "__main__":
    run_groups(__doc__, [Group("8.7", "sm_90", list(cases()))], levels=("O3", "O0"))
