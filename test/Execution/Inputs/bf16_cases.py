"""Conversions from and to bf16 in all spellings that ptxas takes, of all numbers: the
interpreter, and with --ptxas or --optxas the machine, against rounding by hand."""

import math
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from engines import Group, run_groups  # noqa: E402

# Bits of the exponent and of the fraction.
F16, BF16 = (5, 10), (8, 7)
F32, F64 = (8, 23), (11, 52)
ROUNDINGS = ("", ".rn", ".rz", ".rm", ".rp")


def number(kind, bits):
    """The value of a pattern, which a Python float holds."""
    exponent, fraction = kind
    sign = -1.0 if bits >> exponent + fraction & 1 else 1.0
    e, f = bits >> fraction & (1 << exponent) - 1, bits & (1 << fraction) - 1
    if e == (1 << exponent) - 1:
        return math.nan if f else sign * math.inf
    bias = (1 << exponent - 1) - 1
    return sign * math.ldexp(f + (1 << fraction if e else 0), (e or 1) - bias - fraction)


def rounded(kind, x, how):
    """The pattern of the number next to x; NaN has all bits but the sign."""
    exponent, fraction = kind
    top = (1 << exponent) - 1 << fraction
    if x != x:
        return top | (1 << fraction) - 1
    negative = math.copysign(1, x) < 0
    sign = 1 << exponent + fraction if negative else 0
    if not x:
        return sign
    if abs(x) == math.inf:
        return sign | top
    bias = (1 << exponent - 1) - 1
    m, e = math.frexp(abs(x))
    unit = max(e - 1, 1 - bias) - fraction  # of the last place, as a power of two
    scaled = math.ldexp(abs(x), -unit)
    low = int(scaled)
    rest = scaled - low
    up = {"": None, ".rn": None, ".rz": False, ".rm": negative, ".rp": not negative}[how]
    if up is None:
        up = rest > 0.5 or (rest == 0.5 and low & 1)
    low += bool(rest and up)
    # A carry makes the exponent one more by itself.
    bits = low + ((unit + fraction + bias - 1) << fraction)
    if bits < top:
        return sign | bits
    away = how in ("", ".rn") or (how == ".rp" and not negative) or (how == ".rm" and negative)
    return sign | (top if away else top - 1)


class Case:
    """Thread k converts the pattern k, or the k-th of the input."""
    options = ["--grid=256", "--block=256"]

    def __init__(self, name, body, want, data=b"0000"):
        self.name, self.body, self.want, self.data = name, body, want, data

    def text(self):
        return """
.visible .entry %s(.param .u64 pin, .param .u64 pout) {
  .reg .b64 %%in, %%out, %%x, %%w;
  .reg .b32 %%t, %%v, %%c;
  .reg .b16 %%h, %%r;
  .reg .b8 %%y;
  .reg .f32 %%f;
  .reg .f64 %%d;
  ld.param.u64 %%in, [pin];
  ld.param.u64 %%out, [pout];
  mov.u32 %%c, %%ctaid.x;
  mov.u32 %%t, %%tid.x;
  mad.lo.u32 %%t, %%c, 256, %%t;
  cvt.u16.u32 %%h, %%t;
  mul.wide.u32 %%x, %%t, 8;
  add.u64 %%in, %%in, %%x;
  mul.wide.u32 %%x, %%t, 4;
  add.u64 %%out, %%out, %%x;
%s  st.global.b32 [%%out], %%v;
  ret;
}
""" % (self.name, self.body)

    def input(self):
        return self.data

    def expected(self):
        return struct.pack("<65536I", *map(self.want, range(1 << 16)))


def halves():
    """Between the two formats of halves."""
    for to, source, a, b in (("bf16", "f16", BF16, F16), ("f16", "bf16", F16, BF16)):
        for how in ROUNDINGS:
            yield Case("%s_%s_%s" % (to, source, how[1:]),
                       "  cvt%s.%s.%s %%r, %%h;\n  cvt.u32.u16 %%v, %%r;\n" % (how, to, source),
                       lambda k, a=a, b=b, how=how: rounded(a, number(b, k), how))


def widenings():
    """To f32 and f64, exact with any rounding; a NaN, whose bits the ISA leaves open, is
    replaced by zero. Subnormal numbers are flushed with .ftz."""
    plain = ("  .reg .pred %p;\n  and.b32 %c, %t, 0x7fff;\n  setp.gt.u32 %p, %c, 0x7f80;\n"
             "  selp.b16 %h, 0, %h, %p;\n")

    def value(k):
        x = number(BF16, k)
        return 0.0 if x != x else x
    for how in ("", ".rp"):
        for ftz in ("", ".ftz"):
            def want(k, ftz=ftz):
                x = value(k)
                if ftz and abs(x) < 2.0 ** -126:
                    x = math.copysign(0.0, x)
                return rounded(F32, x, ".rn")
            yield Case("f32_bf16_" + how[1:] + ftz[1:], plain + "  cvt%s%s.f32.bf16 %%f, %%h;\n"
                       "  mov.b32 %%v, %%f;\n" % (how, ftz), want)
        yield Case("f64_bf16_" + how[1:], plain + "  cvt%s.f64.bf16 %%d, %%h;\n"
                   "  mov.b64 {%%t, %%v}, %%d;\n" % how,
                   lambda k: rounded(F64, value(k), ".rn") >> 32)


def integers():
    """To integers of eight bits, clamped, NaN to zero; and from them, which is exact."""
    whole = {".rni": round, ".rzi": int, ".rmi": math.floor, ".rpi": math.ceil}
    for to, least, most in (("u8", 0, 255), ("s8", -128, 127)):
        for how, function in whole.items():
            def want(k, least=least, most=most, function=function):
                x = number(BF16, k)
                if x != x:
                    return 0
                x = min(max(x, -1000.0), 1000.0)
                return min(max(function(x), least), most) & 0xffffffff
            yield Case("%s_bf16_%s" % (to, how[1:]), "  cvt%s.%s.bf16 %%y, %%h;\n"
                       "  cvt.%s32.%s %%v, %%y;\n" % (how, to, to[0], to), want)
        for how in (".rn", ".rz"):
            yield Case("bf16_%s_%s" % (to, how[1:]), "  cvt.%s.u32 %%y, %%t;\n"
                       "  cvt%s.bf16.%s %%r, %%y;\n  cvt.u32.u16 %%v, %%r;\n" % (to, how, to),
                       lambda k, least=least: rounded(
                           BF16, float((k & 255) - (256 if least and k & 128 else 0)), ".rn"))


def doubles():
    """From f64: one rounding; around the numbers of bf16, the middles and the limits."""
    rng = random.Random(2)
    some = [math.nan, math.inf, -math.inf, 0.0, -0.0, 3.4e38, 3.4e39, -3.4e39, 5e-324, -5e-324]
    while len(some) < 1 << 16:
        x = number(BF16, rng.getrandbits(16))
        if x == x and abs(x) != math.inf:
            y = number(BF16, rounded(BF16, x, ".rn") ^ 1)
            middle = (x + y) / 2
            some += [x, middle, math.nextafter(x, 0), math.nextafter(middle, math.inf),
                     math.nextafter(middle, -math.inf)]
    some = some[:1 << 16]
    data = struct.pack("<65536d", *some)
    for how in ROUNDINGS[1:]:
        yield Case("bf16_f64_" + how[1:], "  ld.global.f64 %%d, [%%in];\n"
                   "  cvt%s.bf16.f64 %%r, %%d;\n  cvt.u32.u16 %%v, %%r;\n" % how,
                   lambda k, how=how: rounded(BF16, some[k], how), data)


if __name__ == "__main__":
    run_groups(__doc__, [Group("7.8", "sm_90", [*halves(), *widenings(), *integers(), *doubles()])],
               levels=("O3", "O0"))
