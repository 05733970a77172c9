"""fma.oob on halves: the PTX interpreter, and with --ptxas the machine on ptxas's code,
against exact fractions. A factor that is the NaN of elements outside of a tensor (0x7ff7)
makes the result +0."""

import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402
from narrow_cases import FORMATS, number, rounded  # noqa: E402

FORMATS["bf16"] = (8, 7)
COUNT = 4096
OUTSIDE = 0x7FF7
DIRECTED = (OUTSIDE, 0xFFF7, 0x7FFF, 0x7FF6, 0x7EFF, 0, 0x8000, 0x3C00, 0x3F80, 0x7C00, 0xFC00,
            0x7F80, 0xFF80, 1, 0x8001, 0x7BFF, 0x7F7F)
KERNEL = """
.visible .entry {name}(.param .u64 pin, .param .u64 pout)
{{
  .reg .b64 %in, %out;
  .reg .b32 %t, %n, %c, %x<4>;
  .reg .b16 %h<4>;
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mov.u32 %n, %ntid.x;
  mov.u32 %c, %ctaid.x;
  mad.lo.u32 %t, %n, %c, %t;
  mad.wide.u32 %in, %t, {step}, %in;
  mad.wide.u32 %out, %t, {size}, %out;
{body}
  ret;
}}
"""


def finite(kind, v):
    """The number, or a float that is no finite one."""
    exponent_bits, fraction_bits = FORMATS[kind]
    magnitude, infinity = v & 0x7FFF, ((1 << exponent_bits) - 1) << fraction_bits
    if magnitude > infinity:
        return float("nan")
    if magnitude == infinity:
        return float("-inf") if v >> 15 else float("inf")
    return number(kind, v)


def fma(kind, modifiers, a, b, c):
    if OUTSIDE in (a, b):
        return 0
    x, y, z = (finite(kind, v) for v in (a, b, c))
    if any(isinstance(v, float) for v in (x, y, z)):
        as_float = [v if isinstance(v, float) else float((v > 0) - (v < 0)) for v in (x, y, z)]
        r = as_float[0] * as_float[1] + as_float[2]
        if r != r:
            return 0 if "sat" in modifiers else 0x7FFF
        bits = rounded(kind, r)
    else:
        exact = x * y + z
        bits = rounded(kind, exact)
        if exact == 0:  # -0 where both are
            product = (a ^ b) & 0x8000
            bits = 0x8000 if x * y == 0 and product and c == 0x8000 else 0
        elif exact < 0:
            bits |= 0x8000
    if ("relu" in modifiers or "sat" in modifiers) and bits >> 15:
        return 0
    if "sat" in modifiers:
        return min(bits, rounded(kind, 1))
    return bits


class Case:
    def __init__(self, kind, packed, modifiers):
        self.kind, self.packed, self.modifiers = kind, packed, modifiers
        self.name = "_".join(["fma", kind + "x2" * packed, *modifiers])
        rng = random.Random(self.name)

        def value():
            return rng.choice(DIRECTED) if rng.randrange(3) == 0 else rng.getrandbits(16)
        # An addend that is outside is not defined.
        self.words = [tuple((value(), value(), rng.choice((0, 0x8000, value())))
                            for _ in range(2 if packed else 1)) for _ in range(COUNT)]
        self.words = [tuple((a, b, 0 if c == OUTSIDE else c) for a, b, c in w)
                      for w in self.words]

    def text(self):
        r, width = ("x", "b32") if self.packed else ("h", "b16")
        size = 4 if self.packed else 2
        body = "".join("  ld.global.%s %%%s%d, [%%in+%d];\n" % (width, r, i, size * i)
                       for i in range(3))
        body += "  fma.rn.oob%s.%s %%%s3, %%%s0, %%%s1, %%%s2;\n" % (
            "".join("." + m for m in self.modifiers), self.kind + "x2" * self.packed, r, r, r, r)
        body += "  st.global.%s [%%out], %%%s3;\n" % (width, r)
        return KERNEL.format(name=self.name, step=3 * size, size=size, body=body)

    def input(self):
        return b"".join(struct.pack("<H", half[i]) for w in self.words for i in range(3)
                        for half in w)

    def expected(self):
        return b"".join(struct.pack("<H", fma(self.kind, self.modifiers, *half))
                        for w in self.words for half in w)


def cases():
    for packed in (False, True):
        for kind in ("f16", "bf16"):
            for modifiers in ((), ("relu",), ("sat",)):
                if kind == "f16" or modifiers != ("sat",):
                    yield Case(kind, packed, modifiers)


def main():
    run_groups(__doc__, [Group("8.7", arch, list(cases()))
                         for arch in ("sm_90", "sm_100", "sm_120")],
               options=("--block=256", "--grid=16"))


if __name__ == "__main__":
    main()
