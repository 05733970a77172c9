#===- reference_numeric.py - Formulas and equations ------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels that compute with floating-point numbers; see
reference.py."""

import cmath

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Norms and functions
#===------------------------------------------------------------------------===#

@reference
def layer_norm(l):
    n, eps = 4 * l.val(5), l.val(6)
    data, gamma, beta = [l.buf(i, "f32") for i in (0, 1, 2)]
    norm, rms = [], []
    for r in range(0, len(data), n):
        row = data[r:r + n]
        mean = sum(row) / n
        scale = 1 / math.sqrt(sum((x - mean) ** 2 for x in row) / n + eps)
        other = 1 / math.sqrt(sum(x * x for x in row) / n + eps)
        norm += [(x - mean) * scale * g + b
                 for x, g, b in zip(row, gamma, beta)]
        rms += [x * other * g for x, g in zip(row, gamma)]
    return {3: norm, 4: rms}


@inputs
def rotary_embedding_inputs(directory):
    write(directory, "positions.bin", pack([0, 77, 123456, 1000003], "s32"))
    write(directory, "frequencies.bin",
          pack([f32(10000.0 ** (-i / 16)) for i in range(16)], "f32"))


@reference
def rotary_embedding(l):
    data, positions, frequencies = [
        l.buf(i, t) for i, t in enumerate(("f32", "s32", "f32"))]
    heads, half = l.val(3), l.val(4)
    out = list(data)
    for token, position in enumerate(positions):
        for head in range(heads):
            first = (token * heads + head) * 2 * half
            for i in range(half):
                angle = mul32(f32(position), frequencies[i])
                z = complex(data[first + i], data[first + half + i])
                z *= cmath.rect(1.0, angle)
                out[first + i], out[first + half + i] = z.real, z.imag
    return {0: out}


@inputs
def trig_large_inputs(directory):
    floats = [0.0, 1e-30, 0.7853982, 1.5707964, 3.1415927, 105615.0, 105616.0,
              1e10, 3.4028235e38, 2.0 ** 100, -1e20, 1e-40]
    doubles = [0.0, 1e-300, math.pi / 2, math.pi, 1e15, 1e22, 2.0 ** 1000,
               1.7976931348623157e308, -1e100]
    for i, v in enumerate(rand_list("f64", 60, 285)):
        floats.append(f32((v - 0.5) * 2.0 ** (3 * i - 20)))
        doubles.append((v - 0.5) * 2.0 ** (17 * i))
    write(directory, "floats.bin", pack([f32(x) for x in floats[:60]], "f32"))
    write(directory, "doubles.bin", pack(doubles[:60], "f64"))


@reference
def trig_large(l):
    floats, doubles = l.buf(0, "f32"), l.buf(1, "f64")
    both = lambda xs: [y for x in xs for y in (math.sin(x), math.cos(x))]
    return {2: both(floats) + [0.0] * 8, 3: list(map(math.tan, floats)) + [0.0] * 4,
            4: both(doubles) + [0.0] * 8,
            5: list(map(math.tan, doubles)) + [0.0] * 4}


@inputs
def special_f64_inputs(directory):
    numbers = [0.5, 1.0, 2.0, 3.0, -0.5, -1.5, -2.5, 10.0, 1e-5, -1e-5]
    numbers += [v * 40 - 8 for v in rand_list("f64", 38, 287)]
    # lgamma loses all where it is zero between -2 and -10: away from there.
    numbers = [x if x > -0.6 or abs(x - math.floor(x) - 0.5) < 0.05
               else math.floor(x) + 0.5 for x in numbers]
    write(directory, "numbers.bin", pack(numbers, "f64"))


@reference
def special_f64(l):
    out = []
    for x in l.buf(0, "f64"):
        out += [math.lgamma(x), math.erf(x * 0.25), math.erfc(x * 0.25),
                math.pow(abs(x), 3.0 - x * 0.125),
                math.copysign(abs(x) ** (1 / 3), x), math.log1p(abs(x)),
                math.sinh(x * 0.5), math.atan2(x, 1.5)]
    return {1: out}


@inputs
def float_classes_inputs(directory):
    a = [1e-40, -1e-40, 1.4e-45, 1.1754944e-38, -1.1754942e-38, 3e38, -3e38,
         1.0, -1.0, 16777217.0, 1e-30, -2.5]
    a += [(v - 0.5) * 2.0 ** (i * 5 % 90 - 40)
          for i, v in enumerate(rand_list("f32", 38, 311))]
    b = [(v - 0.5) * 8.0 for v in rand_list("f32", 50, 312)]
    b[:4] = [1e-3, 2.0 ** -20, -1e-2, 0.25]
    d = [5e-324, 1e-310, -1e308, 2.0 ** -1022, -7e-320, 1.5]
    d += [(v - 0.5) * 2.0 ** (i * 7 % 200 - 100)
          for i, v in enumerate(rand_list("f64", 44, 313))]
    write(directory, "a.bin", pack([f32(x) for x in a], "f32"))
    write(directory, "b.bin", pack([f32(x) for x in b], "f32"))
    write(directory, "d.bin", pack(d, "f64"))


def root(x, fmt, mode):
    """The square root of a number, rounded once."""
    shift = 1200
    scaled = Fraction(x) * 4 ** shift
    r = math.isqrt(scaled.numerator // scaled.denominator)
    exact = Fraction(r * r) == scaled
    # Between two numbers of that many bits all round alike.
    value = Fraction(2 * r + (0 if exact else 1), 2 ** (shift + 1))
    return decode(encode(value, fmt, mode), fmt)


@reference
def float_classes(l):
    sums, wide, others, classes = [], [], [], []

    def at(fmt, value, mode):
        return decode(encode(value, fmt, mode), fmt)

    for a, b, d in zip(l.buf(0, "f32"), l.buf(1, "f32"), l.buf(2, "f64")):
        x, y, z, e = map(Fraction, (a, b, d, a * 3.0))
        sums += [at("f32", x + y, m) for m in ("rn", "rz", "rm", "rp")]
        sums += [at("f32", x * y, m) for m in ("rz", "rm", "rp")]
        sums += [at("f32", x * y + Fraction(3, 2), "rz"),
                 at("f32", x * y - Fraction(3, 2), "rm"),
                 at("f32", x * y + Fraction(3, 2), "rp"),
                 at("f32", x / y, "rm"), root(abs(a), "f32", "rp")]
        wide += [at("f64", z + e, "rz"), at("f64", z + e, "rp"),
                 at("f64", z * e, "rm"),
                 at("f64", z * e + Fraction(0.1), "rz"),
                 at("f64", z / e, "rp"), at("f64", e / z, "rz"),
                 root(abs(d), "f64", "rm"), at("f64", 1 / z, "rz")]
        seven = mul32(b, 7.0)
        signed = lambda v, like: math.copysign(v, like)
        away = math.floor(abs(seven) + 0.5)
        bits = f32_bits(a)
        if a < b:
            bits += 1 if a > 0 else -1
        else:
            bits -= 1 if a > 0 else -1
        fraction, exponent = math.frexp(a)
        third = math.fmod(mul32(b, 1000.0), f32(0.37))
        others += [min(a, b),
                   max(a, f32(math.sqrt(b))) if b >= 0 else a,
                   signed(float(abs(round(seven))), seven),
                   signed(float(away), seven),
                   signed(float(abs(math.trunc(mul32(b, 100.0)))), b),
                   decode(bits, "f32"), third,
                   add32(fraction, math.ldexp(1.0, div_trunc(exponent, 16)))]
        above = a < 0 or f32(math.sqrt(a)) > b
        classes += [(a < 0) | 2 | (b < 0) << 2 | 8 | (abs(a) < 2 ** -126) << 4 |
                    (a < b) << 5 | above << 6,
                    (exponent - 1) * 1000 + exponent]
    return {3: pack(sums, "f32"), 4: pack(wide, "f64"), 5: pack(others, "f32"),
            6: pack(classes, "s32")}


@inputs
def half2_math_inputs(directory):
    for name, seed in (("a", 321), ("b", 322)):
        values = [(v - 0.5) * 2.0 ** (i % 6 - 1)
                  for i, v in enumerate(rand_list("f32", 128, seed))]
        values[7], values[20], values[21] = 0.5, 0.5, -2.0 ** -20
        write(directory, name + ".bin", pack([half(v) for v in values], "u16"))


@reference
def half2_math(l):
    a, b, out, masks = l.buf(0, "u16"), l.buf(1, "u16"), [], []
    f = lambda code: Fraction(decode(code, "f16"))
    flip = 0x8000
    for t in range(0, 128, 2):
        pairs = []
        for k in (0, 1):
            x, y = f(a[t + k]), f(b[t + k])
            other = f(half(f(a[t + 1 - k]) + f(b[t + 1 - k])))
            p = half(Fraction(1, 8) * x + (Fraction(1, 2), Fraction(-3, 4))[k])
            p = half(f(p) * x + y)
            p = half(f(p) * -x + 1)
            clamp = lambda v: half(min(max(v, Fraction(0)), Fraction(1)))
            difference = half(x - y)
            turned = half(f(difference) * other,
                          zero=(difference ^ half(other)) & flip)
            pairs.append([half(x + y), turned, p, clamp(x * y + Fraction(1, 4)),
                          clamp(x - y), half(f(a[t]) - f(b[t + 1])) & ~flip])
        # Of the last, the sides have one value: low of a less high of b.
        for row in zip(*pairs):
            out += row
        more = [f(a[t + k]) > f(b[t + k]) for k in (0, 1)]
        scaled = half(f(half(f(a[t + 1]) + f(b[t + 1]))) * 37)
        masks.append(all(more) | more[0] << 1 |
                     all(f(b[t + k]) <= f(a[t + k]) for k in (0, 1)) << 2 |
                     (f(a[t]) == f(b[t + 1])) << 3 | round(f(scaled)) << 8)
    return {2: pack(out, "u16"), 3: pack(masks, "s32")}


#===------------------------------------------------------------------------===#
# Finance and chance
#===------------------------------------------------------------------------===#

@reference
def black_scholes(l):
    rate, vol = l.val(3), l.val(4)
    calls, puts, implied = [], [], []
    normal = lambda d: 0.5 * math.erfc(-d / math.sqrt(2))
    for s, k, y in zip(*[l.buf(i, "f32") for i in (0, 1, 2)]):
        s, k, y = 10 + 90 * s, 20 + 70 * k, 0.25 + 4 * y
        discounted = k * math.exp(-rate * y)
        d = (math.log(s / k) + (rate + vol * vol / 2) * y) / (vol * y ** 0.5)
        call = s * normal(d) - discounted * normal(d - vol * y ** 0.5)
        calls.append(call)
        puts.append(call + discounted - s)
        assert abs(call - 1) > 1e-3
        # What the price implies is what it was made of.
        implied.append(vol if call > 1 else 0.5)
    return {5: calls, 6: puts, 7: implied}


@reference
def monte_carlo(l):
    seed, paths, steps = l.val(0), l.val(1), l.val(2)
    per, left = [], 0
    for t in range(128):
        state = u64(seed + 0x9E3779B97F4A7C15 * (t + 1))
        own = 0.0
        for _ in range(paths):
            levels = [0]
            for _ in range(steps):
                state = u64(state ^ state << 13)
                state ^= state >> 7
                state = u64(state ^ state << 17)
                levels.append(levels[-1] + (1 if state >> 40 & 1 else -1))
                if abs(levels[-1]) > 5:
                    left += 1
                    break
            own += max(levels) / 8 - (0.5 if levels[-1] < 0 else 0.0)
        per.append(own)
    return {3: pack([sum(per)], "f64"), 4: pack([left], "u32"),
            5: pack(per, "f64")}


#===------------------------------------------------------------------------===#
# Transforms and equations
#===------------------------------------------------------------------------===#

@inputs
def fft_radix4_inputs(directory):
    write(directory, "signal.bin",
          pack([v - 0.5 for v in rand_list("f32", 1024, 331)], "f32"))
    roots = [cmath.exp(-2j * cmath.pi * i / 256) for i in range(256)]
    write(directory, "roots.bin",
          pack([f32(x) for z in roots for x in (z.real, z.imag)], "f32"))


@reference
def fft_radix4(l):
    values, out = l.buf(0, "f32"), []
    sign, by = (1, 256) if l.val(3) else (-1, 1)
    roots = [cmath.exp(sign * 2j * cmath.pi * i / 256) for i in range(256)]
    for block in range(l.grid[0]):
        part = values[512 * block:512 * block + 512]
        z = [complex(a, b) for a, b in zip(part[::2], part[1::2])]
        for k in range(256):
            total = sum(x * roots[i * k & 255] for i, x in enumerate(z)) / by
            out += [total.real, total.imag]
    return {1: out}


@inputs
def newton_fractal_inputs(directory):
    values = [v * 4 - 2 for v in rand_list("f64", 12, 335)]
    write(directory, "coefficients.bin", pack(values, "f64"))


@reference
def newton_fractal(l):
    flat, degree, limit = l.buf(0, "f64"), l.val(1), l.val(4)
    coefficients = list(zip(flat[::2], flat[1::2]))

    def times(a, b):
        return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]

    def over(a, b):
        if abs(b[0]) >= abs(b[1]):
            r = b[1] / b[0]
            d = b[0] + b[1] * r
            return (a[0] + a[1] * r) / d, (a[1] - a[0] * r) / d
        r = b[0] / b[1]
        d = b[0] * r + b[1]
        return (a[0] * r + a[1]) / d, (a[1] * r - a[0]) / d

    roots, steps = [], []
    for y in range(8):
        for x in range(16):
            z = ((x - 7.3) * 0.25, (y - 3.7) * 0.5)
            step = 0
            while step < 40:
                value, slope = coefficients[degree], (0.0, 0.0)
                for c in coefficients[degree - 1::-1]:
                    slope = times(slope, z)
                    slope = slope[0] + value[0], slope[1] + value[1]
                    value = times(value, z)
                    value = value[0] + c[0], value[1] + c[1]
                change = over(value, slope)
                z = z[0] - change[0], z[1] - change[1]
                if change[0] * change[0] + change[1] * change[1] < limit:
                    break
                step += 1
            if step < 40:
                # Not only the same steps: it is a root.
                exact = sum(complex(*c) * complex(*z) ** i
                            for i, c in enumerate(coefficients))
                assert abs(exact) < 1e-9
            roots += z
            steps.append(step)
    return {2: pack(roots, "f64"), 3: pack(steps, "s32")}


@inputs
def solve_linear_inputs(directory):
    values = [v * 2 - 1 for v in rand_list("f64", 288, 301)]
    # A zero on the diagonal, and a row whose pivot is the least.
    values[0], values[144 + 13] = 0.0, 1e-9
    write(directory, "matrices.bin", pack(values, "f64"))


@reference
def solve_linear(l):
    n, solutions, signs = 12, [], []
    for block in (0, 1):
        original = l.buf(0, "f64")[144 * block:144 * block + 144]
        sides = l.buf(1, "f64")[n * block:n * block + n]
        a = [original[n * i:n * i + n] + [sides[i]] for i in range(n)]
        sign = 1
        for k in range(n):
            p = max(range(k, n), key=lambda r: (abs(a[r][k]), -r))
            if p != k:
                a[p], a[k] = a[k], a[p]
                sign = -sign
            for r in range(k + 1, n):
                factor = a[r][k] / a[k][k]
                for c in range(k + 1, n + 1):
                    a[r][c] -= factor * a[k][c]
        x = [0.0] * n
        rest = [row[n] for row in a]
        for k in reversed(range(n)):
            x[k] = rest[k] / a[k][k]
            for r in range(k):
                rest[r] -= a[r][k] * x[k]
        for i in range(n):
            left = math.fsum(original[n * i + c] * x[c] for c in range(n))
            assert abs(left - sides[i]) < 1e-11
        solutions += x
        signs.append(sign)
    return {2: pack(solutions, "f64"), 3: pack(signs, "s32")}


SPHERES = [((0.0, 0.0, 1.0), 1.0, 6), ((1.5, 0.5, 0.0), 0.7, 10),
           ((-1.5, 0.25, 0.5), 0.8, 20), ((0.0, -101.5, 0.0), 100.0, 33),
           ((0.25, 1.75, 0.0), 0.75, 12), ((0.0, 0.0, 6.0), 3.0, 47),
           ((0.5, -1.0, -1.0), 0.4, 18)]


@inputs
def ray_spheres_inputs(directory):
    write(directory, "spheres.bin",
          b"".join(pack([*c, r], "f32") + pack([colour], "u32")
                   for c, r, colour in SPHERES))


@reference
def ray_spheres(l):
    plus = lambda a, b: [add32(x, y) for x, y in zip(a, b)]
    minus = lambda a, b: [sub32(x, y) for x, y in zip(a, b)]
    scale = lambda a, f: [mul32(x, f) for x in a]

    def dot(a, b):
        x, y, z = [mul32(p, q) for p, q in zip(a, b)]
        return add32(add32(x, y), z)

    spheres = [([f32(x) for x in c], f32(r), colour) for c, r, colour in SPHERES]
    near = f32(1e-3)
    depths, hashes = [], []
    for y in range(16):
        for x in range(16):
            start, depth, h = [0.0, 0.0, -4.0], 0.0, 1
            to = [f32((x - 7.5) / 8), f32((y - 7.5) / 8), 2.0]
            to = scale(to, f32(1 / f32(math.sqrt(dot(to, to)))))
            for _ in range(4):
                nearest, hit = math.inf, None
                for sphere in spheres:
                    d = minus(start, sphere[0])
                    b = dot(d, to)
                    c = sub32(dot(d, d), mul32(sphere[1], sphere[1]))
                    q = sub32(mul32(b, b), c)
                    if q < 0:
                        continue
                    r = f32(math.sqrt(q))
                    distance = sub32(-b, r)
                    if distance < near:
                        distance = sub32(r, b)
                    if near < distance < nearest:
                        nearest, hit = distance, sphere
                if hit is None:
                    break
                depth = add32(depth, nearest)
                h = u32(h * 31) ^ hit[2]
                start = plus(start, scale(to, nearest))
                normal = scale(minus(start, hit[0]), f32(1 / hit[1]))
                to = minus(to, scale(normal, mul32(2.0, dot(to, normal))))
                if hit[2] & 1:
                    break
            depths.append(depth)
            hashes.append(h)
    return {2: pack(depths, "f32"), 3: pack(hashes, "u32")}
